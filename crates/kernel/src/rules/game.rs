//! A game from its first move to its last, and the rules that end one (articles 5 and 9).
//!
//! A [`Game`] is where it started and the moves; a [`Replay`] is every moment of it, with the two
//! numbers that a position does not hold: for how many plies no pawn was moved and nothing was
//! captured, and how often the position has appeared. What can be seen from these is decided here,
//! ply by ply; whether a position is dead needs evidence, and is decided in `record.rs`.

use std::collections::HashMap;

use crate::{Color, Move, Position, Role};

/// A start and the moves played from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The position before the first move.
    pub start: Position,
    /// Plies without capture and pawn move that were already made before the start.
    pub clock: u32,
    /// The moves.
    pub moves: Vec<Move>,
}

/// A rule that ends a game at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// Article 5.1.1.
    Checkmate,
    /// Article 5.2.1.
    Stalemate,
    /// Article 5.2.2: neither player can mate by any series of legal moves.
    DeadPosition,
    /// Article 9.6.1: the position has appeared five times.
    FivefoldRepetition,
    /// Article 9.6.2: 75 moves by each player without capture and pawn move, the last no mate.
    SeventyFiveMoves,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 5] = [
        Ending::Checkmate,
        Ending::Stalemate,
        Ending::DeadPosition,
        Ending::FivefoldRepetition,
        Ending::SeventyFiveMoves,
    ];

    /// The article of the FIDE Laws.
    pub fn article(self) -> &'static str {
        match self {
            Ending::Checkmate => "5.1.1",
            Ending::Stalemate => "5.2.1",
            Ending::DeadPosition => "5.2.2",
            Ending::FivefoldRepetition => "9.6.1",
            Ending::SeventyFiveMoves => "9.6.2",
        }
    }
}

/// A draw that the player to move may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawClaim {
    /// Article 9.2.2: the position on the board has appeared three times.
    Threefold,
    /// Article 9.2.1: this move would make a position appear for the third time.
    ThreefoldByMove(Move),
    /// Article 9.3.2: 50 moves by each player without capture and pawn move.
    FiftyMoves,
    /// Article 9.3.1: this move would complete the 50.
    FiftyMovesByMove(Move),
}

impl DrawClaim {
    /// The article of the FIDE Laws.
    pub fn article(self) -> &'static str {
        match self {
            DrawClaim::Threefold => "9.2.2",
            DrawClaim::ThreefoldByMove(_) => "9.2.1",
            DrawClaim::FiftyMoves => "9.3.2",
            DrawClaim::FiftyMovesByMove(_) => "9.3.1",
        }
    }
}

/// A position of a game with its history in two numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The position.
    pub position: Position,
    /// Plies since the last capture or pawn move.
    pub clock: u32,
    /// How often this position has appeared so far, this time included.
    pub occurrences: u32,
}

/// All moments of a game; moment *n* is the one after *n* plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay(Vec<Moment>);

/// A stretch of a game: up to and including a capture or pawn move, or up to the game's end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Its length.
    pub plies: usize,
    /// Who made the capture or pawn move; nobody if the game ended otherwise.
    pub closed_by: Option<Color>,
}

impl Position {
    /// Whether this legal move is a capture or a pawn move (article 9.3).
    pub fn is_critical(&self, m: Move) -> bool {
        let is_pawn = self.piece_at(m.from).is_some_and(|piece| piece.role == Role::Pawn);
        // Castling is written as king takes own rook.
        is_pawn || self.piece_at(m.to).is_some_and(|piece| piece.color != self.turn())
    }
}

impl Game {
    /// The position after so many plies; `None` if the game has fewer, or one of them is not legal.
    pub(crate) fn position_after(&self, plies: usize) -> Option<Position> {
        self.moves.get(..plies)?.iter().try_fold(self.start.clone(), |at, &m| at.try_play(m))
    }

    /// Plays the game. The error is the number, from 1, of the first move that is not legal.
    pub fn replay(&self) -> Result<Replay, usize> {
        let mut moments = Vec::with_capacity(self.moves.len() + 1);
        let mut last = Moment { position: self.start.clone(), clock: self.clock, occurrences: 1 };
        // How often each position has appeared since the last capture or pawn move.
        let mut appeared = HashMap::from([(self.start.packed(), 1)]);
        for (index, &m) in self.moves.iter().enumerate() {
            let position = last.position.try_play(m).ok_or(index + 1)?;
            let critical = last.position.is_critical(m);
            let clock = if critical { 0 } else { last.clock.saturating_add(1) };
            if critical {
                appeared.clear();
            }
            let count = appeared.entry(position.packed()).or_insert(0);
            *count += 1;
            let occurrences = *count;
            moments.push(std::mem::replace(&mut last, Moment { position, clock, occurrences }));
        }
        moments.push(last);
        Ok(Replay(moments))
    }
}

/// The moments before one with this clock that a capture or pawn move does not part from it.
fn same_stretch(before: &[Moment], clock: u32) -> impl Iterator<Item = &Moment> {
    before.iter().rev().take(clock as usize)
}

impl Replay {
    /// The number of plies played.
    pub fn plies(&self) -> usize {
        self.0.len() - 1
    }

    /// The moment after so many plies, at most [`Replay::plies`].
    pub fn at(&self, ply: usize) -> &Moment {
        &self.0[ply]
    }

    /// Every rule that ends the game at this moment. Mate takes precedence, as article 9.6.2 says.
    /// A dead position is never seen here: that needs evidence.
    pub fn endings(&self, ply: usize) -> Vec<Ending> {
        let Moment { position, clock, occurrences } = self.at(ply);
        let mut endings = Vec::new();
        if !position.has_legal_move() {
            if position.is_check() {
                return vec![Ending::Checkmate];
            }
            endings.push(Ending::Stalemate);
        }
        if *occurrences >= 5 {
            endings.push(Ending::FivefoldRepetition);
        }
        if *clock >= 150 {
            endings.push(Ending::SeventyFiveMoves);
        }
        endings
    }

    /// The first moment at which the game ended, as far as no evidence is needed to see it, and a
    /// rule that ended it.
    pub fn first_ending(&self) -> Option<(usize, Ending)> {
        (0..=self.plies()).find_map(|ply| Some((ply, *self.endings(ply).first()?)))
    }

    /// Every draw that the player to move could claim at this moment, before moving. For an
    /// announced move the first one that serves is named.
    pub fn claims(&self, ply: usize) -> Vec<DrawClaim> {
        let Moment { position, clock, occurrences } = self.at(ply);
        let mut claims = Vec::new();
        if *occurrences >= 3 {
            claims.push(DrawClaim::Threefold);
        }
        if *clock >= 100 {
            claims.push(DrawClaim::FiftyMoves);
        }
        let twice: Vec<&Position> = same_stretch(&self.0[..ply], *clock)
            .filter(|old| old.occurrences >= 2 && old.position.turn() != position.turn())
            .map(|old| &old.position)
            .collect();
        if !twice.is_empty() || *clock == 99 {
            let quiet = || position.legal_moves().into_iter().filter(|&m| !position.is_critical(m));
            let third = |m: &Move| {
                let next = position.play(*m);
                twice.contains(&&next)
            };
            claims.extend(quiet().find(third).map(DrawClaim::ThreefoldByMove));
            let fiftieth = if *clock == 99 { quiet().next() } else { None };
            claims.extend(fiftieth.map(DrawClaim::FiftyMovesByMove));
        }
        claims
    }

    /// The game cut after every capture and pawn move.
    pub fn segments(&self) -> Vec<Segment> {
        let mut segments = Vec::new();
        let mut begin = 0;
        for ply in 1..=self.plies() {
            if self.at(ply).clock == 0 {
                let closed_by = Some(self.at(ply - 1).position.turn());
                segments.push(Segment { plies: ply - begin, closed_by });
                begin = ply;
            }
        }
        if begin < self.plies() {
            segments.push(Segment { plies: self.plies() - begin, closed_by: None });
        }
        segments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Castling;

    /// Plays moves in UCI.
    fn game(fen: &str, clock: u32, moves: &str) -> Game {
        let start = Position::from_fen(fen, Castling::Standard).unwrap();
        let mut position = start.clone();
        let mut list = Vec::new();
        for uci in moves.split_whitespace() {
            let m = position.parse_uci(uci).unwrap();
            position = position.play(m);
            list.push(m);
        }
        Game { start, clock, moves: list }
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    const KNIGHTS: &str = "g1f3 g8f6 f3g1 f6g8 ";

    #[test]
    fn repetition_counts_the_start() {
        let replay = game(START, 0, &KNIGHTS.repeat(4)).replay().unwrap();
        let counts: Vec<u32> = (0..=16).map(|ply| replay.at(ply).occurrences).collect();
        assert_eq!(counts, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5]);
        assert_eq!(replay.first_ending(), Some((16, Ending::FivefoldRepetition)));
        assert!(matches!(
            replay.claims(8)[..],
            [DrawClaim::Threefold, DrawClaim::ThreefoldByMove(_)]
        ));
        assert!(matches!(replay.claims(7)[..], [DrawClaim::ThreefoldByMove(_)]));
        assert!(replay.claims(6).is_empty());
    }

    #[test]
    fn lost_castling_rights_make_another_position() {
        let moves = "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8";
        let replay = game("4k2r/8/8/8/8/8/8/4K2R w Kk -", 0, moves).replay().unwrap();
        // The start has both rights and never comes back.
        assert_eq!(replay.at(12).occurrences, 3);
        assert_eq!(replay.at(8).occurrences, 2);
    }

    #[test]
    fn the_clock_and_mate_on_the_last_move() {
        let mated = game("7k/8/6K1/8/8/8/8/5Q2 w - -", 149, "f1f8").replay().unwrap();
        assert_eq!(mated.first_ending(), Some((1, Ending::Checkmate)));
        let drawn = game("7k/8/6K1/8/8/8/8/5Q2 w - -", 149, "f1f7").replay().unwrap();
        assert_eq!(drawn.first_ending(), Some((1, Ending::Stalemate)));
        let drawn = game("7k/8/6K1/8/8/8/8/5Q2 w - -", 149, "f1e1").replay().unwrap();
        assert_eq!(drawn.first_ending(), Some((1, Ending::SeventyFiveMoves)));
        let pawn = game("7k/8/6K1/8/8/8/P7/8 w - -", 149, "a2a3").replay().unwrap();
        assert_eq!(pawn.first_ending(), None);
        assert_eq!(pawn.segments(), [Segment { plies: 1, closed_by: Some(Color::White) }]);
    }

    #[test]
    fn fifty_moves_are_claimed_with_a_quiet_move_or_after_it() {
        let replay = game("7k/8/6K1/8/8/8/P7/8 w - -", 99, "g6h6 h8g8 a2a4").replay().unwrap();
        assert!(matches!(replay.claims(0)[..], [DrawClaim::FiftyMovesByMove(_)]));
        assert_eq!(replay.claims(1), [DrawClaim::FiftyMoves]);
        assert_eq!(replay.claims(2), [DrawClaim::FiftyMoves]);
        assert!(replay.claims(3).is_empty());
        // Nothing but a pawn move: there is no move to announce.
        let forced = game("7k/5Q2/6K1/8/8/8/p7/8 b - -", 99, "").replay().unwrap();
        assert!(forced.at(0).position.is_legal(forced.at(0).position.legal_moves()[0]));
        assert!(forced.claims(0).is_empty());
    }

    #[test]
    fn an_illegal_move_is_named() {
        let mut bad = game(START, 0, "e2e4 e7e5");
        bad.moves[1] = bad.moves[0];
        assert_eq!(bad.replay().unwrap_err(), 2);
    }
}
