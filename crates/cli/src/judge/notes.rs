//! Rulings as comments in the game itself.

use std::io;

use zermelo_kernel::{Color, Concession};
use zermelo_record::pgn::{RawGame, annotate};
use zermelo_record::{Agreement, Judgement, Ruling};

use zermelo_answers::judge::{Judged, Played, occasions, said};

use super::sentence;

/// The game with comments, and with the result by the rules where they give one.
pub fn annotated(raw: &RawGame, judged: &Judged<'_>) -> io::Result<Vec<u8>> {
    let mut text = Vec::with_capacity(raw.text.len() + 256);
    annotate(raw, &notes(judged), judged.judgement.ruling.result(), &mut text)?;
    Ok(text)
}

/// The game as it is, for one that could not be judged.
pub fn unchanged(raw: &RawGame) -> Vec<u8> {
    [&raw.text[..], b"\n\n"].concat()
}

/// The comments with their plies, in order.
fn notes(judged: &Judged<'_>) -> Vec<(u32, String)> {
    let Judged { record, judgement, .. } = judged;
    let mut played = Played::new(record);
    let mut notes: Vec<(usize, String)> = occasions::first(judgement)
        .into_iter()
        .map(|(ply, claim)| {
            let why = occasions::on_the_spot(&mut played, ply, claim);
            (ply, format!("a draw can be claimed, {why} (FIDE {}).", claim.article()))
        })
        .collect();
    if let Some(text) = ruling(judgement) {
        let ply = match judgement.ruling {
            Ruling::Over { ply, .. } => ply,
            _ => judgement.plies,
        };
        notes.push((ply, text));
    }
    if judgement.agreement() == Agreement::Contradicted {
        notes.push((judgement.plies, format!("the record said {}.", judgement.claimed)));
    }
    notes.sort_by_key(|&(ply, _)| ply);
    let note = |(ply, text): (usize, String)| (ply as u32, format!("Zermelo: {text}"));
    notes.into_iter().map(note).collect()
}

fn ruling(judgement: &Judgement) -> Option<String> {
    let outcome = |winner: Option<Color>| match winner {
        Some(winner) => format!("{winner} has won"),
        None => "the game is drawn".to_string(),
    };
    Some(match &judgement.ruling {
        Ruling::Over { ending, winner, .. } => {
            let name = sentence::ending_read(*ending, judgement.reading);
            let article = ending.article();
            let here = if winner.is_none() { " here" } else { "" };
            format!("{name} (FIDE {article}), {}{here}.", outcome(*winner))
        }
        Ruling::Conceded { loser, how, winner } => {
            let (what, article) = match how {
                Concession::FlagFell => ("ran out of time", "6.9"),
                Concession::Resigned => ("resigned", "5.1.2"),
            };
            let can = if winner.is_some() { "and" } else { "but" };
            let not = if winner.is_some() { "can" } else { "cannot" };
            format!(
                "{loser} {what}, {can} {} {not} mate (FIDE {article}): {}.",
                !*loser,
                outcome(*winner)
            )
        }
        Ruling::Unfounded(reason) => format!(
            "the record gives {} as the reason, which does not show on the board.",
            said(*reason)
        ),
        Ruling::Open { ply } => {
            format!("open, who can still mate after ply {ply} was not settled.")
        }
        Ruling::Drawn | Ruling::Decided(_) | Ruling::Unfinished => return None,
    })
}
