//! What a position is, and how a move changes it.
//!
//! A position holds what decides which moves are possible now and later (FIDE Laws, article 9.2):
//! the men, the side to move, the castling rights and a possible en-passant capture. Clocks and
//! history are not part of it. Two positions are equal exactly when these agree, so the en-passant
//! square is kept only where the capture is legal.
//!
//! Every change makes a new copy of the board; that leaves nothing to undo.

use crate::rules::board::Board;
use crate::rules::chess::{CastlingSide, Color, Piece, Role, Square};
use crate::rules::movement;
use crate::rules::moves::Move;
use crate::rules::squares::Squares;

/// Which castling a position knows; it decides how castling is written in FEN and UCI.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Castling {
    /// King on the e-file, rooks in the corners; castling is written `e1g1`.
    Standard,
    /// King and rooks on any files (Chess960); castling is written as king takes own rook, `e1h1`.
    Chess960,
}

/// A position of chess.
///
/// There is exactly one king of each colour, no pawn stands on the first or last rank, the side
/// that is not to move is not in check, and every castling right has its king and rook in place.
/// [`Position::from_fen`] checks this, and [`Position::play`] preserves it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    board: Board,
    turn: Color,
    castling_rooks: [[Option<Square>; 2]; 2],
    en_passant: Option<Square>,
    castling: Castling,
}

impl Position {
    /// A position without castling rights and without en passant. There is a king of each colour.
    pub(crate) fn bare(board: Board, turn: Color, castling: Castling) -> Position {
        Position { board, turn, castling_rooks: [[None; 2]; 2], en_passant: None, castling }
    }

    /// Adds the right to castle with the rook on this square.
    pub(crate) fn grant_castling(&mut self, color: Color, side: CastlingSide, rook: Square) {
        self.castling_rooks[color.index()][side.index()] = Some(rook);
    }

    /// Whether king and rook stand where castling with this rook may start.
    pub(crate) fn castles_from(&self, color: Color, rook: Square) -> bool {
        let king = self.king(color);
        self.piece_at(rook) == Some(Piece { color, role: Role::Rook })
            && king.rank() == color.back_rank()
            && rook.rank() == color.back_rank()
            && (self.castling == Castling::Chess960
                || king.file() == 4 && (rook.file() == 0 || rook.file() == 7))
    }

    /// The same position with the right to castle with these rooks: `None` if one of them or its
    /// king is not in place, or two rooks stand on one side of a king.
    pub fn with_castling(mut self, castling: Castling, rooks: Squares) -> Option<Position> {
        self.castling = castling;
        for rook in rooks.iter() {
            let color = self.piece_at(rook)?.color;
            let side = CastlingSide::of(self.king(color), rook);
            if !self.castles_from(color, rook) || self.castling_rook(color, side).is_some() {
                return None;
            }
            self.grant_castling(color, side, rook);
        }
        Some(self)
    }

    /// Takes note that the enemy pawn in front of `target` has just passed over it; kept only if
    /// some pawn can capture it legally.
    pub(crate) fn claim_en_passant(&mut self, target: Square) {
        let capturable = movement::pawns_on(&self.board, self.turn, target)
            .iter()
            .any(|from| self.leaves_king_safe(Move { from, to: target, promotion: None }));
        self.en_passant = capturable.then_some(target);
    }

    /// Takes over an en-passant square that is known to be right.
    pub(crate) fn keep_en_passant(&mut self, target: Option<Square>) {
        self.en_passant = target;
    }

    /// The men on the 64 squares.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The man on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.at(square)
    }

    /// All men with their squares, from a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.board.men()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Where the king of this colour stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        let king = self.board.all(Piece { color, role: Role::King });
        Square::wrapping(king.0.trailing_zeros() as u8)
    }

    /// The square a pawn would move to if it captured en passant, where that is legal now.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The rook with which this colour may still castle on this side, now or later.
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.castling_rooks[color.index()][side.index()]
    }

    /// Whether anybody may still castle, now or later.
    pub(crate) fn has_castling_rights(&self) -> bool {
        self.castling_rooks.as_flattened().iter().any(Option::is_some)
    }

    /// The initial array.
    pub fn initial() -> Position {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        Position::from_fen(START, Castling::Standard).expect("a good FEN")
    }

    /// Whether castling is that of standard chess or of Chess960.
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// Whether a man of colour `by` attacks the square (article 3.1.3: pinned men attack too).
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        movement::is_attacked(&self.board, square, by)
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.is_attacked(self.king(self.turn), !self.turn)
    }

    /// Whether the side to move is checkmated (article 5.1.1).
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is stalemated (article 5.2.1).
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// The position after a legal move.
    ///
    /// # Panics
    ///
    /// May panic, or give a position that means nothing, if the move is not one of
    /// [`Position::legal_moves`].
    pub fn play(&self, m: Move) -> Position {
        self.passing(m, self.moved(m))
    }

    /// The position after a move of the men's ways; `None` if it leaves the own king attacked.
    pub(crate) fn moved_safely(&self, m: Move) -> Option<Position> {
        let next = self.moved(m);
        let safe = !next.is_attacked(next.king(self.turn), next.turn);
        safe.then(|| self.passing(m, next))
    }

    /// What the move has led to, with the right to capture its pawn en passant.
    fn passing(&self, m: Move, mut next: Position) -> Position {
        if let Some(passed) = movement::passed_over(&self.board, m) {
            next.claim_en_passant(passed);
        }
        next
    }

    /// Whether the mover's own king is not attacked after the move (article 3.9.2).
    pub(crate) fn leaves_king_safe(&self, m: Move) -> bool {
        let board = self.board_after(m);
        let king = board.all(Piece { color: self.turn, role: Role::King });
        king.iter().all(|king| !movement::is_attacked(&board, king, !self.turn))
    }

    /// The men after the move.
    fn board_after(&self, m: Move) -> Board {
        let us = self.turn;
        let mut board = self.board;
        if m.is_castling(self) {
            let side = CastlingSide::of(m.from, m.to);
            board.put(m.from, None);
            board.put(m.to, None);
            board.put(side.king_target(us), self.piece_at(m.from));
            board.put(side.rook_target(us), self.piece_at(m.to));
        } else {
            movement::make(&mut board, m);
        }
        board
    }

    /// The men, rights and turn after the move; en passant is left out.
    fn moved(&self, m: Move) -> Position {
        let us = self.turn;
        let mut castling_rooks = self.castling_rooks;
        // Rights go when the king moves, the rook moves, or the rook is captured.
        if m.from == self.king(us) {
            castling_rooks[us.index()] = [None; 2];
        }
        for right in castling_rooks.as_flattened_mut() {
            if *right == Some(m.from) || *right == Some(m.to) {
                *right = None;
            }
        }
        let (board, castling) = (self.board_after(m), self.castling);
        Position { board, turn: !us, castling_rooks, en_passant: None, castling }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, Castling::Standard).unwrap()
    }

    fn after(fen: &str, moves: &[&str]) -> String {
        let play = |pos: Position, uci: &&str| pos.play(pos.parse_uci(uci).unwrap());
        moves.iter().fold(position(fen), play).to_fen()
    }

    #[test]
    fn rights_go_with_king_rook_and_captured_rook() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
        assert_eq!(after(fen, &["e1e2"]), "r3k2r/8/8/8/8/8/4K3/R6R b kq -");
        assert_eq!(after(fen, &["a1b1"]), "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq -");
        assert_eq!(after(fen, &["h1h8"]), "r3k2R/8/8/8/8/8/8/R3K3 b Qq -");
        assert_eq!(after(fen, &["e1g1", "e8c8"]), "2kr3r/8/8/8/8/8/8/R4RK1 w - -");
        // A rook that comes back has lost the right all the same.
        assert_eq!(after(fen, &["h1h2", "h8h7", "h2h1", "h7h8"]), "r3k2r/8/8/8/8/8/8/R3K2R w Qq -");
        // So has a corner where another rook takes the place of the captured one.
        assert_eq!(after("4k2r/6P1/8/8/8/8/8/K7 w k -", &["g7h8r"]), "4k2R/8/8/8/8/8/8/K7 b - -");
    }

    #[test]
    fn en_passant_is_kept_only_where_legal() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
        assert_eq!(after(start, &["e2e4"]), e4);
        let fen = after(start, &["e2e4", "a7a6", "e4e5", "d7d5"]);
        assert_eq!(fen, "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6");
        assert_eq!(
            after(&fen, &["e5d6"]),
            "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -"
        );
        assert!(after(&fen, &["h2h3", "a6a5"]).ends_with(" w KQkq -"));
        // The edge of the board: a pawn on a5 is not beside one on h4 or h5.
        assert!(after("4k3/7p/8/P7/8/8/8/4K3 b - -", &["h7h5"]).ends_with(" w - -"));
        // A single step never allows it.
        assert!(after("4k3/8/3p4/4P3/8/8/8/4K3 b - -", &["d6d5"]).ends_with(" w - -"));
    }

    #[test]
    fn attacks() {
        let pos = position("4k3/8/8/3p4/8/2N5/8/R3K2b w - -");
        let attacked = |square: &str, by| pos.is_attacked(square.parse().unwrap(), by);
        // The pawn attacks diagonally forward only.
        assert!(attacked("c4", Color::Black) && attacked("e4", Color::Black));
        assert!(!attacked("d4", Color::Black) && !attacked("c6", Color::Black));
        // The bishop's line goes through empty squares up to its own pawn, and not beyond.
        assert!(attacked("g2", Color::Black) && attacked("d5", Color::Black));
        assert!(!attacked("b7", Color::Black));
        // The knight leaps, the rook sees along the rank up to its king and along the file.
        assert!(attacked("d5", Color::White) && attacked("a8", Color::White));
        assert!(attacked("e1", Color::White) && !attacked("g1", Color::White));
        assert!(attacked("e7", Color::Black) && !attacked("e6", Color::Black));
    }

    #[test]
    fn mate_and_stalemate() {
        let mate = position("R5k1/5ppp/8/8/8/8/8/K7 b - -");
        assert!(mate.is_check() && mate.is_checkmate() && !mate.is_stalemate());
        let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - -");
        assert!(!stalemate.is_check() && !stalemate.is_checkmate() && stalemate.is_stalemate());
        let check = position("7k/8/8/8/8/8/8/K6R b - -");
        assert!(check.is_check() && !check.is_checkmate() && !check.is_stalemate());
    }
}
