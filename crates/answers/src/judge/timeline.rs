//! A game move by move: its positions, and the moments that matter.

use serde::Serialize;
use zermelo_board::Position;
use zermelo_kernel::{Color, Concession, Ending};
use zermelo_record::Ruling;
use zermelo_record::pgn;

use super::answer::Judged;
use super::explain::{conceding, ending_in_words, outcome};
use super::occasions;
use super::played::Played;

/// Positions of longer games are not listed.
const LONGEST: usize = 1000;

/// A game move by move.
#[derive(Serialize)]
pub struct Timeline {
    /// The position before each ply and after the last, six fields.
    fens: Option<Vec<String>>,
    sans: Vec<String>,
    marks: Vec<Mark>,
}

/// A moment that matters.
#[derive(Serialize)]
struct Mark {
    ply: usize,
    kind: &'static str,
    article: Option<&'static str>,
    text: String,
}

impl Timeline {
    /// The timeline of a judged game.
    pub fn new(judged: &Judged) -> Timeline {
        let record = &judged.record;
        let listed = record.moves.len() <= LONGEST;
        let mut position = Position::from_kernel(&record.start);
        let (mut clock, mut number) = (record.clock, record.first_move);
        let mut black_moves = record.start.turn() == Color::Black;
        let mut fens = Vec::new();
        let mut sans = Vec::with_capacity(record.moves.len());
        let fen =
            |position: &Position, clock, number| format!("{} {clock} {number}", position.to_fen());
        if listed {
            fens.push(fen(&position, clock, number));
        }
        for &m in &record.moves {
            let zeroing = position.is_capture(m) || position.is_pawn_move(m);
            clock = if zeroing { 0 } else { clock + 1 };
            sans.push(pgn::san(&position, m));
            position = position.play(m);
            number += u32::from(black_moves);
            black_moves = !black_moves;
            if listed {
                fens.push(fen(&position, clock, number));
            }
        }
        Timeline { fens: listed.then_some(fens), sans, marks: marks(judged) }
    }
}

fn marks(judged: &Judged) -> Vec<Mark> {
    let judgement = &judged.judgement;
    let mut played = Played::new(&judged.record);
    let mut marks: Vec<Mark> = occasions::first(judgement)
        .into_iter()
        .map(|(ply, claim)| {
            let why = occasions::on_the_spot(&mut played, ply, claim);
            let text = format!("a draw can be claimed: {why}");
            Mark { ply, kind: "claim", article: Some(claim.article()), text }
        })
        .collect();
    match &judgement.ruling {
        Ruling::Over { ply, ending, winner } => marks.push(Mark {
            ply: *ply,
            kind: if *ending == Ending::DeadPosition { "dead" } else { "over" },
            article: Some(ending.article()),
            text: format!("{}: {}", ending_in_words(*ending), outcome(*winner)),
        }),
        Ruling::Conceded { loser, how, winner } => {
            let (what, article) = conceding(*how);
            let kind = if *how == Concession::FlagFell { "flag" } else { "resigned" };
            let can = if winner.is_some() { "can" } else { "cannot" };
            let text = format!("{loser} {what}, {} {can} mate: {}", !*loser, outcome(*winner));
            marks.push(Mark { ply: judgement.plies, kind, article: Some(article), text });
        }
        _ => {}
    }
    marks.sort_by_key(|mark| mark.ply);
    marks
}
