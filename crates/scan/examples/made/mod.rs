//! Games in Lichess's form, made up, the same for the same seed.
//!
//! Random legal games with clock comments, one in three lost on time; and where the corpora are at
//! hand, a few of their flag falls as set-up games.

use std::io::Write;

use fastrand::Rng;
use zermelo_board::Position;
use zermelo_kernel::Castling;
use zermelo_record::pgn::san;

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Makes games.
pub struct Maker {
    rng: Rng,
    number: u64,
    initial: Position,
    /// Flag falls of the corpora: FEN and game.
    known: Vec<(String, String)>,
}

impl Maker {
    /// A maker for this seed.
    pub fn new(seed: u64) -> Maker {
        let root = zermelo_kernel::Position::from_fen(INITIAL, Castling::Standard);
        let initial = Position::from_kernel(&root.expect("the initial array is a position"));
        let mut known = Vec::new();
        for name in ["winnable/timeouts.txt", "winnable/unfair.txt"] {
            let text = zermelo_corpus::text(name).unwrap_or_default();
            let split = |line: &str| {
                let (fen, game) = line.trim().rsplit_once(' ')?;
                Some((fen.to_string(), game.to_string()))
            };
            known.extend(text.lines().filter_map(split));
        }
        Maker { rng: Rng::with_seed(seed), number: 0, initial, known }
    }

    /// Writes the next game; says whether it is a flag fall.
    pub fn game(&mut self, out: &mut Vec<u8>) -> bool {
        self.number += 1;
        if !self.known.is_empty() && self.rng.u8(..60) == 0 {
            let (fen, game) = self.known[self.rng.usize(..self.known.len())].clone();
            let white_flagged = fen.contains(" w ");
            let result = if white_flagged { "0-1" } else { "1-0" };
            let set_up = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
            self.head(&game, result, "Time forfeit", &set_up, out);
            let _ = write!(out, "{result}\n\n");
            return true;
        }
        let (mut position, mut moves) = (self.initial, Vec::new());
        let clock = [60, 180, 300, 600][self.rng.usize(..4)];
        let mut left = [clock; 2];
        let length = self.rng.usize(20..111);
        for ply in 0..length {
            let legal = position.legal_moves();
            let captures: Vec<_> =
                legal.iter().copied().filter(|&m| position.is_capture(m)).collect();
            let eager = !captures.is_empty() && self.rng.u8(..4) == 0;
            let Some(&m) = self.rng.choice(if eager { &captures } else { &legal }) else { break };
            let time = &mut left[ply % 2];
            *time -= self.rng.i32(0..=1.max(clock / 40)).min(*time);
            let dots = if ply % 2 == 0 { "." } else { "..." };
            let (hours, minutes, seconds) = (*time / 3600, *time / 60 % 60, *time % 60);
            // Writing to memory does not fail.
            let _ = write!(
                moves,
                "{}{dots} {} {{ [%clk {hours}:{minutes:02}:{seconds:02}] }} ",
                ply / 2 + 1,
                san(&position, m)
            );
            position = position.play(m);
        }
        let lost = ["0-1", "1-0"][position.turn_index()];
        let flagged = position.has_legal_move() && self.rng.u8(..60) < 19;
        let (result, termination) = match position.has_legal_move() {
            true if flagged => (lost, "Time forfeit"),
            true => (["0-1", "1-0", "1/2-1/2"][self.rng.usize(..3)], "Normal"),
            false if position.is_checkmate() => (lost, "Normal"),
            false => ("1/2-1/2", "Normal"),
        };
        let id: String = (0..8).map(|_| self.rng.alphanumeric()).collect();
        self.head(&id, result, termination, "", out);
        out.extend_from_slice(&moves);
        let _ = write!(out, "{result}\n\n");
        flagged
    }

    fn head(&mut self, id: &str, result: &str, end: &str, more: &str, out: &mut Vec<u8>) {
        let [white, black] = [(); 2].map(|()| self.rng.u32(..1_000_000));
        let [elo, other] = [(); 2].map(|()| self.rng.u32(800..2600));
        let (day, second) = (1 + self.number / 50_000 % 28, self.number % 60);
        let _ = write!(
            out,
            "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/{id}\"]\n\
             [Date \"2022.01.{day:02}\"]\n[Round \"-\"]\n[White \"player{white}\"]\n\
             [Black \"player{black}\"]\n[Result \"{result}\"]\n[UTCDate \"2022.01.{day:02}\"]\n\
             [UTCTime \"12:00:{second:02}\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{other}\"]\n\
             [WhiteRatingDiff \"+5\"]\n[BlackRatingDiff \"-5\"]\n[ECO \"A00\"]\n\
             [Opening \"Random Opening\"]\n[TimeControl \"180+0\"]\n\
             [Termination \"{end}\"]\n{more}\n"
        );
    }
}
