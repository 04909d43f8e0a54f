//! Which moves are legal.
//!
//! The way of the Laws: first every move that the men's ways allow (FIDE Laws, articles 3.2 to
//! 3.8), then those struck out that leave the mover's own king attacked (3.9.2), by making each one
//! on a copy and looking, unless nothing can have changed for the king. Pins, double checks and the
//! odd discovered check by an en-passant capture need no thought of their own.
//!
//! The men's ways themselves are in `movement.rs`. Castling follows article 3.8.2 and the Laws'
//! guidelines for Chess960; it is held as "king takes own rook" throughout, the one form that is
//! never ambiguous.

use std::fmt::{self, Write as _};

use crate::rules::chess::{CastlingSide, Piece, Role, Square};
use crate::rules::movement;
use crate::rules::position::{Castling, Position};
use crate::rules::squares::Squares;

/// A move. Castling goes from the king's square to the square of the own rook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the man comes from.
    pub from: Square,
    /// Where it goes; in castling, where the rook stands.
    pub to: Square,
    /// What a pawn becomes on its last rank.
    pub promotion: Option<Role>,
}

impl Move {
    /// Whether this is castling in the given position: the king takes its own rook.
    pub fn is_castling(self, position: &Position) -> bool {
        let ours = |role| Some(Piece { color: position.turn(), role });
        position.board().side(position.turn()).contains(self.to)
            && position.piece_at(self.from) == ours(Role::King)
            && position.piece_at(self.to) == ours(Role::Rook)
    }

    /// The move as chess engines write it: `e2e4`, `e7e8q`; castling is `e1g1` in standard chess
    /// and `e1h1` in Chess960.
    pub fn to_uci(&self, position: &Position) -> String {
        let king_goes_two = position.castling() == Castling::Standard && self.is_castling(position);
        if !king_goes_two {
            return self.to_string();
        }
        let to = CastlingSide::of(self.from, self.to).king_target(position.turn());
        Move { to, ..*self }.to_string()
    }
}

/// The two squares and the letter of a promotion: UCI, but for castling in standard chess, which
/// [`Move::to_uci`] knows how to write.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.from.fmt(f)?;
        self.to.fmt(f)?;
        self.promotion.map_or(Ok(()), |role| f.write_char(role.letter()))
    }
}

/// Why a text is not a move that can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciError {
    /// It does not have the form of a move.
    Malformed(String),
    /// It has the form of a move, but is not legal in the position.
    Illegal {
        /// The text.
        uci: String,
        /// The position, as FEN.
        fen: String,
    },
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciError::Malformed(text) => {
                write!(f, "{text:?} is not a move in UCI notation, such as e2e4 or e7e8q")
            }
            UciError::Illegal { uci, fen } => write!(f, "the move {uci} is not legal in {fen}"),
        }
    }
}

impl std::error::Error for UciError {}

impl Move {
    /// Reads two squares and perhaps the letter of a promotion, whatever the position is.
    pub fn from_uci(text: &str) -> Option<Move> {
        let square = |range: std::ops::Range<usize>| text.get(range)?.parse::<Square>().ok();
        let promotion = match text.get(4..)? {
            "" => None,
            "q" => Some(Role::Queen),
            "r" => Some(Role::Rook),
            "b" => Some(Role::Bishop),
            "n" => Some(Role::Knight),
            "k" => Some(Role::King), // in losing chess
            _ => return None,
        };
        Some(Move { from: square(0..2)?, to: square(2..4)?, promotion })
    }
}

/// What a list of legal moves, or the test of one, counts for in a budget.
pub(crate) const MOVE_STEPS: u64 = 500;

impl Position {
    /// Reads a move and finds it among the legal ones.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or the move is not legal here. Castling is accepted only as
    /// [`Move::to_uci`] writes it.
    ///
    /// ```
    /// use zermelo_kernel::{Castling, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K -", Castling::Standard)?;
    /// let castling = position.parse_uci("e1g1")?;
    /// assert_eq!(position.play(castling).to_fen(), "4k3/8/8/8/8/8/8/5RK1 b - -");
    /// assert!(position.parse_uci("e1e3").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        if Move::from_uci(text).is_none() {
            return Err(UciError::Malformed(text.to_string()));
        }
        let found = self.legal_moves().into_iter().find(|m| m.to_uci(self) == text);
        found.ok_or_else(|| UciError::Illegal { uci: text.to_string(), fen: self.to_fen() })
    }

    /// All legal moves, each once.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.list_legal_moves(&mut moves);
        moves
    }

    /// The same in a list that is there already; whether the side to move is in check.
    pub(crate) fn list_legal_moves(&self, moves: &mut Vec<Move>) -> bool {
        moves.clear();
        for (from, piece) in self.movers() {
            self.moves_of(from, piece, |m| moves.push(m));
        }
        let check = self.is_check();
        self.retain_safe(check, moves);
        check
    }

    /// Leaves out the moves after which the own king is attacked (article 3.9.2).
    ///
    /// The king itself goes where nothing attacks once it has left its square. Another man must
    /// answer a check, and uncovers an attack only if it shields the king; then it is tried. So are a
    /// pawn that takes in passing, for the other pawn goes as well, and castling.
    fn retain_safe(&self, check: bool, moves: &mut Vec<Move>) {
        let (us, king) = (self.turn(), self.king(self.turn()));
        let shields = movement::shields(self.board(), king, !us);
        let answers =
            if check { movement::answers(self.board(), king, !us) } else { Squares(u64::MAX) };
        let mut without_king = *self.board();
        without_king.put(king, None);
        moves.retain(|&m| {
            let castles = || self.board().side(us).contains(m.to);
            if m.from == king && !castles() {
                return !movement::is_attacked(&without_king, m.to, !us);
            }
            if m.from == king || self.en_passant() == Some(m.to) {
                return self.leaves_king_safe(m);
            }
            answers.contains(m.to) && (!shields.contains(m.from) || self.leaves_king_safe(m))
        });
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.movers().any(|(from, piece)| {
            let mut found = false;
            self.moves_of(from, piece, |m| found = found || self.leaves_king_safe(m));
            found
        })
    }

    /// Whether the move is one of [`Position::legal_moves`].
    pub fn is_legal(&self, m: Move) -> bool {
        self.try_play(m).is_some()
    }

    /// The position after the move; `None` unless it is one of [`Position::legal_moves`].
    pub fn try_play(&self, m: Move) -> Option<Position> {
        let man = self.piece_at(m.from).filter(|man| man.color == self.turn())?;
        let mut is_listed = movement::is_move(self.board(), man, self.en_passant(), m);
        if man.role == Role::King && !is_listed {
            self.castling_moves(|listed| is_listed |= listed == m);
        }
        if is_listed { self.moved_safely(m) } else { None }
    }

    /// The men of the side to move, from a1 to h8.
    fn movers(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = self.board().side(self.turn()).iter();
        squares.filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Moves of one man, castling with its king, whether or not they leave that king attacked.
    fn moves_of(&self, from: Square, piece: Piece, mut found: impl FnMut(Move)) {
        let (man, en_passant) = ((from, piece), self.en_passant());
        movement::each_move(self.board(), man, en_passant, &Role::PROMOTIONS, &mut found);
        if piece.role == Role::King {
            self.castling_moves(found);
        }
    }

    /// Castling (article 3.8.2, and for Chess960 guideline II.3): no man other than king and rook
    /// stands where the two pass or arrive, and the king neither stands on, passes nor reaches an
    /// attacked square. Whether the rook's leaving uncovers an attack on the king's new square is
    /// found out afterwards, as for every other move.
    fn castling_moves(&self, mut found: impl FnMut(Move)) {
        let us = self.turn();
        let king = self.king(us);
        for side in CastlingSide::ALL {
            let Some(rook) = self.castling_rook(us, side) else { continue };
            let king_path = || rank_path(king, side.king_target(us));
            let rook_path = || rank_path(rook, side.rook_target(us));
            let free = |at: Square| at == king || at == rook || self.piece_at(at).is_none();
            if king_path().chain(rook_path()).all(free)
                && !king_path().any(|at| self.is_attacked(at, !us))
            {
                found(Move { from: king, to: rook, promotion: None });
            }
        }
    }

    /// The number of sequences of legal moves of this length; a test that everybody's rules agree.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.legal_moves().into_iter().map(|m| self.play(m).perft(depth - 1)).sum(),
        }
    }
}

/// The squares of a rank from one square to another, both included.
fn rank_path(a: Square, b: Square) -> impl Iterator<Item = Square> {
    let files = a.file().min(b.file())..=a.file().max(b.file());
    files.map(move |file| Square::on_board(file, a.rank()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(fen: &str) -> Position {
        Position::from_fen(fen, Castling::Standard).unwrap()
    }

    fn chess960(fen: &str) -> Position {
        Position::from_fen(fen, Castling::Chess960).unwrap()
    }

    /// The legal moves from one square, sorted, in UCI.
    fn moves_from(position: &Position, from: &str) -> Vec<String> {
        let moves = position.legal_moves().into_iter().map(|m| m.to_uci(position));
        let mut moves: Vec<String> = moves.filter(|uci| uci.starts_with(from)).collect();
        moves.sort();
        moves
    }

    #[test]
    fn perft_of_the_initial_array() {
        let start = standard("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!([0, 1, 2, 3, 4].map(|depth| start.perft(depth)), [1, 20, 400, 8902, 197_281]);
    }

    /// Legal moves are those after which the king is not attacked, each of them tried.
    #[test]
    fn moves_left_out_leave_the_king_attacked() {
        fn walk(position: &Position, depth: u32) {
            let mut all = Vec::new();
            for (from, piece) in position.movers() {
                position.moves_of(from, piece, |m| all.push(m));
            }
            all.retain(|&m| position.leaves_king_safe(m));
            assert_eq!(position.legal_moves(), all, "{position}");
            if depth > 0 {
                all.iter().for_each(|&m| walk(&position.play(m), depth - 1));
            }
        }
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -",
            "3k4/8/1b3b2/2P1P3/3K3r/2PrP3/1b3b2/3q4 w - -",
            "8/8/8/2k5/3Pp3/8/8/3QK3 b - d3",
            "b2rk2b/8/2n1n3/3pP3/r2PKN1r/3R4/8/b2rn2q w - d6",
        ] {
            walk(&standard(fen), 3);
        }
        walk(&chess960("4k3/8/8/8/8/8/8/qR1K3R w BH -"), 3);
    }

    #[test]
    fn castling_both_sides() {
        let both = standard("4k3/8/8/8/8/8/8/R3K2R w KQ -");
        assert!(both.parse_uci("e1g1").is_ok() && both.parse_uci("e1c1").is_ok());
        let castling = both.parse_uci("e1g1").unwrap();
        assert_eq!(castling.to.to_string(), "h1");
        assert!(castling.is_castling(&both));
        // The other spelling belongs to Chess960.
        assert!(both.parse_uci("e1h1").is_err());
        let both = chess960("4k3/8/8/8/8/8/8/R3K2R w KQ -");
        assert_eq!(both.parse_uci("e1h1"), Ok(castling));
        assert!(both.parse_uci("e1g1").is_err());
        // Without the right it is no move.
        assert!(standard("4k3/8/8/8/8/8/8/R3K2R w Q -").parse_uci("e1g1").is_err());
    }

    #[test]
    fn castling_is_hindered() {
        let may = |fen: &str, uci: &str| standard(fen).parse_uci(uci).is_ok();
        assert!(!may("4k3/8/8/8/8/8/8/R3KB1R w KQ -", "e1g1"), "own man in between");
        assert!(!may("4k3/8/8/8/8/8/8/Rn2K2R w KQ -", "e1c1"), "enemy man beside the rook");
        assert!(!may("4k3/8/8/8/8/8/4r3/R3K2R w KQ -", "e1g1"), "out of check");
        assert!(!may("4k3/8/8/8/8/8/5r2/R3K2R w KQ -", "e1g1"), "through an attacked square");
        assert!(!may("4k3/8/8/8/8/8/6r1/R3K2R w KQ -", "e1g1"), "into check");
        assert!(!may("4k3/8/8/8/8/8/4p3/R3K2R w KQ -", "e1c1"), "a pawn attacks d1");
        assert!(may("4k3/8/8/8/8/8/7r/R3K2R w KQ -", "e1g1"), "the rook may be attacked");
        assert!(may("4k3/8/8/8/8/8/1r6/R3K2R w KQ -", "e1c1"), "the rook may pass an attack");
    }

    #[test]
    fn castling_in_chess960() {
        // The king stays where it is, or king and rook change places.
        let stays = chess960("4k3/8/8/8/8/8/8/6KR w K -");
        assert_eq!(
            stays.play(stays.parse_uci("g1h1").unwrap()).to_fen(),
            "4k3/8/8/8/8/8/8/5RK1 b - -"
        );
        let swap = chess960("4k3/8/8/8/8/8/8/2RK4 w Q -");
        assert_eq!(
            swap.play(swap.parse_uci("d1c1").unwrap()).to_fen(),
            "4k3/8/8/8/8/8/8/2KR4 b - -"
        );
        // The rook was a shield: without it the king on c1 would be in check from a1.
        assert!(chess960("4k3/8/8/8/8/8/8/qR1K4 w Q -").parse_uci("d1b1").is_err());
        assert!(chess960("4k3/8/8/8/8/8/8/nR1K4 w Q -").parse_uci("d1b1").is_ok());
        // A man where the rook must arrive, beyond the king's path.
        assert!(chess960("4k3/8/8/8/8/8/8/1RKN4 w Q -").parse_uci("c1b1").is_err());
        // The other rook in the way of the king.
        assert!(chess960("4k3/8/8/8/8/8/8/1K1R2R1 w D -").parse_uci("b1d1").is_err());
        assert!(chess960("4k3/8/8/8/8/8/8/1K1R3R w D -").parse_uci("b1d1").is_ok());
    }

    #[test]
    fn promotions() {
        let position = standard("1n2k3/P7/8/8/8/8/8/4K3 w - -");
        let expected = ["a7a8b", "a7a8n", "a7a8q", "a7a8r", "a7b8b", "a7b8n", "a7b8q", "a7b8r"];
        assert_eq!(moves_from(&position, "a7"), expected);
        for text in ["a7a8", "a7a8k", "a7a8p", "a7a8Q", "e1e2q"] {
            assert!(position.parse_uci(text).is_err(), "{text}");
        }
        let knight = position.play(position.parse_uci("a7b8n").unwrap());
        assert_eq!(knight.to_fen(), "1N2k3/8/8/8/8/8/8/4K3 b - -");
    }

    #[test]
    fn pawns_push_onto_free_squares_only() {
        assert_eq!(moves_from(&standard("4k3/8/8/8/8/8/P7/4K3 w - -"), "a2"), ["a2a3", "a2a4"]);
        assert_eq!(moves_from(&standard("4k3/8/8/8/n7/8/P7/4K3 w - -"), "a2"), ["a2a3"]);
        assert!(moves_from(&standard("4k3/8/8/8/8/n7/P7/4K3 w - -"), "a2").is_empty());
        assert_eq!(moves_from(&standard("4k3/8/8/8/8/P7/8/4K3 w - -"), "a3"), ["a3a4"]);
        let black = standard("4k3/7p/6N1/8/8/8/8/4K3 b - -");
        assert_eq!(moves_from(&black, "h7"), ["h7g6", "h7h5", "h7h6"]);
    }

    #[test]
    fn en_passant_and_the_king() {
        // Both pawns leave the fifth rank, and the rook looks along it.
        let pinned = standard("4k3/8/8/K2pP2r/8/8/8/8 w - d6");
        assert_eq!(pinned.en_passant(), None);
        assert_eq!(moves_from(&pinned, "e5"), ["e5e6"]);
        // The captured pawn was the shield of a diagonal.
        let shield = standard("b3k3/8/8/3pP3/8/8/6K1/8 w - d6");
        assert_eq!(shield.en_passant(), None);
        assert_eq!(moves_from(&shield, "e5"), ["e5e6"]);
        // The capturing pawn is pinned, and would leave the line of the pin.
        let across = standard("4k3/8/b7/1Pp5/8/8/8/5K2 w - c6");
        assert_eq!(moves_from(&across, "b5"), ["b5a6"]);
        // The capturing pawn is pinned, but captures along the line of the pin.
        let along = standard("4k3/6b1/8/4Pp2/3K4/8/8/8 w - f6");
        assert_eq!(moves_from(&along, "e5"), ["e5f6"]);
        // The double step gave check, and capturing it is an answer.
        let answer = standard("8/8/8/2k5/3Pp3/8/8/4K3 b - d3");
        assert!(answer.is_check() && answer.parse_uci("e4d3").is_ok());
        // A check from elsewhere is not answered by it.
        assert_eq!(standard("4k3/8/8/3pP3/8/8/8/r3K3 w - d6").en_passant(), None);
    }

    #[test]
    fn bad_uci_is_refused() {
        let start = standard("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
        for text in
            ["", "e2", "e2e", "e2e4x", "e2e4qq", "E2E4", "0000", "éé", "e2é4", "e2e4 ", "Nf3"]
        {
            assert_eq!(start.parse_uci(text), Err(UciError::Malformed(text.to_string())));
        }
        for text in ["e2e5", "e7e5", "e4e5", "e1e2", "a1a2", "e2e4q", "b1d2"] {
            let error = start.parse_uci(text).unwrap_err();
            assert!(matches!(&error, UciError::Illegal { uci, .. } if uci == text));
            assert!(
                error.to_string().starts_with(&format!("the move {text} is not legal in rnbq"))
            );
        }
    }
}
