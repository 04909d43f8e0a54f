//! Games in Lichess's form, made up, the same for the same seed.
//!
//! Half of them replay a record of the corpora and go on with random legal moves, half are random
//! legal games; one in three is lost on time, and one in 60 is a flag fall of the corpora as a
//! set-up game. Where the corpora are not at hand, all are random.

mod corpora;
#[allow(dead_code)] // Not all who share these files compare.
pub mod twin;

use std::io::Write;

use fastrand::Rng;
use zermelo_board::{Move, Position};
use zermelo_kernel::{Castling, Color};
use zermelo_record::pgn::san;

pub use corpora::Known;

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
/// Plies, unless mate or stalemate comes first: 65 on average, set-up games among them.
const PLIES: std::ops::Range<usize> = 25..109;
/// Of 100 games so many have clocks: with 65 plies each that makes 1.8 kB on average. Lichess has
/// written clocks since April 2017; its older games have none.
const WITH_CLOCKS: u8 = 72;
/// Of 1,000 games that could go on so many are flag falls: one game in three, with the set-up games.
const FLAG_FALLS: u16 = 328;

/// Openings as Lichess names them.
const OPENINGS: [(&str, &str); 8] = [
    ("A00", "Van't Kruijs Opening"),
    ("A40", "Horwitz Defense"),
    ("B01", "Scandinavian Defense: Mieses-Kotroc Variation"),
    ("B20", "Sicilian Defense"),
    ("C20", "King's Pawn Game: Wayward Queen Attack"),
    ("C41", "Philidor Defense"),
    ("D00", "Queen's Pawn Game: Mason Attack"),
    ("D06", "Queen's Gambit Declined: Marshall Defense"),
];
/// Names of events, and seconds a player.
const SPEEDS: [(&str, i32); 4] = [
    ("Rated Bullet game", 60),
    ("Rated Blitz game", 180),
    ("Rated Blitz game", 300),
    ("Rated Rapid game", 600),
];

/// Makes games.
pub struct Maker {
    rng: Rng,
    number: u64,
    initial: Position,
    records: Vec<Vec<Move>>,
    known: Vec<Known>,
    /// Hard positions, and of how many games one is such.
    hard: Vec<Known>,
    one_hard_in: u32,
}

/// What was made.
#[allow(dead_code)] // Not all who share these files look at all of it.
pub struct Made {
    /// Plies in it.
    pub plies: usize,
    /// Whether it is a flag fall.
    pub flag_fall: bool,
    /// The flag fall of the corpora that it is, if it is one.
    pub known: Option<Known>,
}

impl Maker {
    /// A maker for this seed.
    pub fn new(seed: u64) -> Maker {
        let root = zermelo_kernel::Position::from_fen(INITIAL, Castling::Standard);
        let initial = Position::from_kernel(&root.expect("the initial array is a position"));
        let (records, known) = (corpora::records(&initial), corpora::flag_falls());
        let rng = Rng::with_seed(seed);
        Maker { rng, number: 0, initial, records, known, hard: Vec::new(), one_hard_in: 0 }
    }

    /// Makes one game in so many a flag fall in a position that engines find hard.
    #[allow(dead_code)]
    pub fn with_hard(self, one_in: u32) -> Maker {
        Maker { hard: corpora::hard(), one_hard_in: one_in, ..self }
    }

    /// Writes the next game.
    pub fn game(&mut self, out: &mut Vec<u8>) -> Made {
        self.number += 1;
        if !self.hard.is_empty() && self.rng.u32(..self.one_hard_in) == 0 {
            let known = self.hard[self.rng.usize(..self.hard.len())].clone();
            return self.set_up(known, out);
        }
        if !self.known.is_empty() && self.rng.u8(..60) == 0 {
            let known = self.known[self.rng.usize(..self.known.len())].clone();
            return self.set_up(known, out);
        }
        let moves = self.moves();
        let play = |position: Position, m: &Move| position.play(*m);
        let last = moves.iter().fold(self.initial, play);
        let lost = ["0-1", "1-0"][last.turn().index()];
        let flag_fall = last.has_legal_move() && self.rng.u16(..1000) < FLAG_FALLS;
        let (result, termination) = match last.has_legal_move() {
            true if flag_fall => (lost, "Time forfeit"),
            true => (["0-1", "1-0", "1/2-1/2"][self.rng.usize(..3)], "Normal"),
            false if last.is_checkmate() => (lost, "Normal"),
            false => ("1/2-1/2", "Normal"),
        };
        let id: String = (0..8).map(|_| self.rng.alphanumeric()).collect();
        let speed = self.head(&id, result, termination, "", out);
        let clock = (self.rng.u8(..100) < WITH_CLOCKS).then_some(speed);
        self.text(&moves, clock, out);
        let _ = write!(out, "{result}\n\n");
        Made { plies: moves.len(), flag_fall, known: None }
    }

    /// A flag fall of the corpora: a game without moves.
    fn set_up(&mut self, known: Known, out: &mut Vec<u8>) -> Made {
        let result = if known.winner == Color::White { "1-0" } else { "0-1" };
        let tags = format!("[SetUp \"1\"]\n[FEN \"{}\"]\n", known.fen);
        self.head(&known.game, result, "Time forfeit", &tags, out);
        // Writing to memory does not fail.
        let _ = write!(out, "{result}\n\n");
        Made { plies: 0, flag_fall: true, known: Some(known) }
    }

    /// A game's moves: a record as far as it goes, or none, then random ones.
    fn moves(&mut self) -> Vec<Move> {
        let length = self.rng.usize(PLIES);
        let mut moves = Vec::with_capacity(length);
        if !self.records.is_empty() && self.rng.bool() {
            let record = &self.records[self.rng.usize(..self.records.len())];
            // Not all of it, so that no two games need be the same.
            let replayed = self.rng.usize(record.len() / 2..record.len());
            moves.extend_from_slice(&record[..replayed.min(length)]);
        }
        let mut position = moves.iter().fold(self.initial, |position, m| position.play(*m));
        while moves.len() < length {
            let legal = position.legal_moves();
            let captures: Vec<Move> =
                legal.iter().copied().filter(|&m| position.is_capture(m)).collect();
            let eager = !captures.is_empty() && self.rng.u8(..4) == 0;
            let Some(&m) = self.rng.choice(if eager { &captures } else { &legal }) else { break };
            moves.push(m);
            position = position.play(m);
        }
        moves
    }

    /// Writes moves as Lichess does, which repeats the number of a move after a comment.
    fn text(&mut self, moves: &[Move], clock: Option<i32>, out: &mut Vec<u8>) {
        let mut position = self.initial;
        let mut left = [clock.unwrap_or(0); 2];
        for (ply, &m) in moves.iter().enumerate() {
            let number = ply / 2 + 1;
            let _ = match (ply % 2, clock) {
                (0, _) => write!(out, "{number}. "),
                (_, Some(_)) => write!(out, "{number}... "),
                (_, None) => Ok(()),
            };
            let _ = write!(out, "{} ", san(&position, m));
            if let Some(clock) = clock {
                let time = &mut left[ply % 2];
                *time -= self.rng.i32(0..=1.max(clock / 40)).min(*time);
                let (hours, minutes, seconds) = (*time / 3600, *time / 60 % 60, *time % 60);
                let _ = write!(out, "{{ [%clk {hours}:{minutes:02}:{seconds:02}] }} ");
            }
            position = position.play(m);
        }
    }

    /// Writes the tags; gives the seconds that a player has.
    fn head(&mut self, id: &str, result: &str, end: &str, more: &str, out: &mut Vec<u8>) -> i32 {
        let [white, black] = [(); 2].map(|()| self.rng.u32(..1_000_000));
        let [elo, other] = [(); 2].map(|()| self.rng.u32(800..2600));
        let difference = self.rng.u8(1..12);
        let (event, seconds) = SPEEDS[self.rng.usize(..SPEEDS.len())];
        let (eco, opening) = OPENINGS[self.rng.usize(..OPENINGS.len())];
        let (day, second) = (1 + self.number / 50_000 % 28, self.number % 60);
        let _ = write!(
            out,
            "[Event \"{event}\"]\n[Site \"https://lichess.org/{id}\"]\n\
             [Date \"2022.01.{day:02}\"]\n[Round \"-\"]\n[White \"player{white}\"]\n\
             [Black \"player{black}\"]\n[Result \"{result}\"]\n[UTCDate \"2022.01.{day:02}\"]\n\
             [UTCTime \"12:00:{second:02}\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{other}\"]\n\
             [WhiteRatingDiff \"+{difference}\"]\n[BlackRatingDiff \"-{difference}\"]\n\
             [ECO \"{eco}\"]\n[Opening \"{opening}\"]\n[TimeControl \"{seconds}+0\"]\n\
             [Termination \"{end}\"]\n{more}\n"
        );
        seconds
    }
}
