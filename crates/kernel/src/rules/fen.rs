//! Reading and writing positions in Forsyth-Edwards notation.
//!
//! A certificate begins with a position, so what a text means must be settled here, without a
//! guess: a text that is not exactly one position is refused with a sentence saying which field is
//! wrong and why. What is refused is what has no defined moves or contradicts itself; what merely
//! cannot occur in play (nine pawns, five checks at once) is a position like any other, see
//! [`Position::oddities`].
//!
//! Castling rights of Chess960 are read in X-FEN (`K` is the outermost rook) and Shredder-FEN (the
//! rook's file), and written in X-FEN.

use std::fmt;

use crate::rules::board::Board;
use crate::rules::chess::{ByColor, CastlingSide, Color, Piece, Role, Square};
use crate::rules::fen_error::FenError;
use crate::rules::movement;
use crate::rules::position::{Castling, Position};

impl Position {
    /// Reads a position: placement and side to move, then castling rights and en-passant square
    /// (`-` if left out), then perhaps the two clocks, which must be numbers and are not kept.
    ///
    /// The en-passant square must fit the men, and is kept only if the capture is legal.
    ///
    /// # Errors
    ///
    /// A [`FenError`] if the text is not a position; see there for all faults.
    ///
    /// ```
    /// use zermelo_kernel::{Castling, Color, Position};
    ///
    /// let position = Position::from_fen("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", Castling::Standard)?;
    /// assert_eq!(position.turn(), Color::White);
    /// assert!(position.is_stalemate());
    /// # Ok::<(), zermelo_kernel::FenError>(())
    /// ```
    pub fn from_fen(fen: &str, mode: Castling) -> Result<Position, FenError> {
        let fields = Fields::read(fen)?;
        check_kings(&fields.board)?;
        let mut position = Position::bare(fields.board, fields.turn, mode);
        if position.is_attacked(position.king(!fields.turn), fields.turn) {
            return Err(FenError::OpponentInCheck(!fields.turn));
        }
        if let Some(rights) = fields.castling {
            read_castling(&mut position, rights)?;
        }
        if let Some(square) = fields.en_passant {
            position.claim_en_passant(read_en_passant(&fields.board, fields.turn, square)?);
        }
        Ok(position)
    }

    /// The position with these men, without castling rights: none if there is not one king of each
    /// colour, a pawn stands on the first or last rank, the side that is not to move is in check,
    /// or the en-passant square does not fit the men or allows no legal capture.
    pub fn from_men(
        board: impl Into<Board>,
        turn: Color,
        en_passant: Option<Square>,
    ) -> Option<Position> {
        let board = board.into();
        check_kings(&board).ok()?;
        let mut position = Position::bare(board, turn, Castling::Standard);
        if movement::misplaced_pawn(&board).is_some()
            || position.is_attacked(position.king(!turn), turn)
        {
            return None;
        }
        if let Some(square) = en_passant {
            check_en_passant(&board, turn, square).ok()?;
            position.claim_en_passant(square);
        }
        (position.en_passant() == en_passant).then_some(position)
    }

    /// Writes the position as placement, side to move, castling rights and en-passant square.
    pub fn to_fen(&self) -> String {
        let mut rights = String::new();
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                rights.extend(self.castling_rook(color, side).map(|rook| {
                    let letter = if outermost_rook(self, color, side) == Some(rook) {
                        if side == CastlingSide::KingSide { 'k' } else { 'q' }
                    } else {
                        char::from(b'a' + rook.file() as u8)
                    };
                    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
                }));
            }
        }
        if rights.is_empty() {
            rights.push('-');
        }
        write_fen(*self.board(), self.turn(), &rights, self.en_passant())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

/// The fields of a FEN as far as they are read alike in every game. Castling rights and the
/// en-passant square are nothing if they are `-` or left out.
pub(crate) struct Fields<'a> {
    pub(crate) board: Board,
    pub(crate) turn: Color,
    pub(crate) castling: Option<&'a str>,
    pub(crate) en_passant: Option<&'a str>,
}

impl Fields<'_> {
    pub(crate) fn read(fen: &str) -> Result<Fields<'_>, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let board = read_placement(fields.next().ok_or(FenError::Empty)?)?;
        let turn = match fields.next().ok_or(FenError::MissingTurn)? {
            "w" => Color::White,
            "b" => Color::Black,
            text => return Err(FenError::UnknownTurn(text.to_string())),
        };
        let castling = fields.next().filter(|&text| text != "-");
        let en_passant = fields.next().filter(|&text| text != "-");
        for clock in fields.by_ref().take(2) {
            if !clock.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(FenError::NotANumber(clock.to_string()));
            }
        }
        match fields.next() {
            None => Ok(Fields { board, turn, castling, en_passant }),
            Some(text) => Err(FenError::ExtraField(text.to_string())),
        }
    }
}

/// Placement, side to move, castling rights and en-passant square, as FEN has them.
pub fn write_fen(
    board: impl Into<Board>,
    turn: Color,
    rights: &str,
    en_passant: Option<Square>,
) -> String {
    let turn = if turn == Color::White { 'w' } else { 'b' };
    let en_passant = en_passant.map_or("-".to_string(), |square| square.to_string());
    format!("{} {turn} {rights} {en_passant}", write_placement(&board.into()))
}

/// The men, from the eighth rank down, each rank from the a-file.
fn read_placement(text: &str) -> Result<Board, FenError> {
    let count = text.split('/').count();
    if count != 8 {
        return Err(FenError::RankCount(count));
    }
    let mut board = Board::default();
    let mut column = 0;
    for (rank, letters) in (1..=8).rev().zip(text.split('/')) {
        let mut squares = 0;
        for letter in letters.chars() {
            column += 1;
            match (letter, Piece::from_letter(letter)) {
                ('1'..='8', _) => squares += letter as usize - '0' as usize,
                (_, Some(piece)) => {
                    if let Some(square) = Square::from_coords(squares as i8, rank as i8 - 1) {
                        board.put(square, Some(piece));
                    }
                    squares += 1;
                }
                _ => return Err(FenError::UnknownLetter { letter, rank, column }),
            }
        }
        if squares != 8 {
            return Err(FenError::RankLength { rank, squares });
        }
        column += 1; // the slash
    }
    movement::misplaced_pawn(&board)
        .map_or(Ok(board), |square| Err(FenError::PawnOnLastRank(square)))
}

/// Chess has one king of each colour.
fn check_kings(board: &Board) -> Result<(), FenError> {
    let kings = ByColor::new_with(|color| board.all(Piece { color, role: Role::King }).len());
    let wrong = kings.iter().find(|&(_, &count)| count != 1);
    wrong.map_or(Ok(()), |(color, &count)| Err(FenError::KingCount(color, count)))
}

fn write_placement(board: &Board) -> String {
    let mut text = String::with_capacity(72);
    for rank in (0..8).rev() {
        let rank: [_; 8] = std::array::from_fn(|file| board.at(Square::on_board(file as i8, rank)));
        if !text.is_empty() {
            text.push('/');
        }
        for men in rank.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match men {
                [Some(piece)] => text.push(piece.letter()),
                _ => text.push(char::from(b'0' + men.len() as u8)),
            }
        }
    }
    text
}

/// The own rook on the back rank that is farthest from the king on this side: X-FEN's `K` or `Q`.
fn outermost_rook(position: &Position, color: Color, side: CastlingSide) -> Option<Square> {
    let king = position.king(color);
    let rook = Some(Piece { color, role: Role::Rook });
    let mut rooks = (0..8)
        .map(|file| Square::on_board(file, color.back_rank()))
        .filter(|&at| CastlingSide::of(king, at) == side && position.piece_at(at) == rook);
    if side == CastlingSide::KingSide { rooks.next_back() } else { rooks.next() }
}

fn read_castling(position: &mut Position, letters: &str) -> Result<(), FenError> {
    for letter in letters.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = position.king(color);
        let rook = match (letter.to_ascii_lowercase(), position.castling()) {
            ('k', _) => outermost_rook(position, color, CastlingSide::KingSide),
            ('q', _) => outermost_rook(position, color, CastlingSide::QueenSide),
            (file @ 'a'..='h', Castling::Chess960) => {
                Square::from_coords(file as i8 - 'a' as i8, color.back_rank())
            }
            _ => return Err(FenError::UnknownRight(letter)),
        };
        let rook = rook
            .filter(|&rook| position.castles_from(color, rook))
            .ok_or(FenError::ImpossibleRight(letter, position.castling()))?;
        let side = CastlingSide::of(king, rook);
        if position.castling_rook(color, side).is_some() {
            return Err(FenError::RepeatedRight(letter));
        }
        position.grant_castling(color, side, rook);
    }
    Ok(())
}

/// Reads an en-passant square, which must fit the men.
pub(crate) fn read_en_passant(board: &Board, turn: Color, text: &str) -> Result<Square, FenError> {
    let not_a_square = |_| FenError::EnPassantNotASquare(text.to_string());
    let square = text.parse().map_err(not_a_square)?;
    check_en_passant(board, turn, square).map(|()| square)
}

/// Whether an enemy pawn can have just passed over the square, as far as the men show it.
pub(crate) fn check_en_passant(board: &Board, turn: Color, square: Square) -> Result<(), FenError> {
    let mover = !turn;
    let passed_rank = mover.pawn_rank() + mover.forward();
    if square.rank() != passed_rank {
        return Err(FenError::EnPassantRank(square));
    }
    let origin = Square::on_board(square.file(), passed_rank - mover.forward());
    let pawn = Square::on_board(square.file(), passed_rank + mover.forward());
    if board.at(pawn) != Some(Piece { color: mover, role: Role::Pawn }) {
        return Err(FenError::EnPassantPawn(square, pawn));
    }
    match [square, origin].into_iter().find(|empty| board.at(*empty).is_some()) {
        None => Ok(()),
        Some(occupied) => Err(FenError::EnPassantOccupied(square, occupied)),
    }
}

#[cfg(test)]
mod tests {
    use super::Castling::{Chess960, Standard};
    use super::*;

    /// Asserts that a FEN is refused with exactly this sentence.
    #[track_caller]
    fn refused(fen: &str, mode: Castling, sentence: &str) {
        assert_eq!(Position::from_fen(fen, mode).unwrap_err().to_string(), sentence, "{fen}");
    }

    #[test]
    fn refused_placements() {
        let cases = [
            ("", "placement: the position is empty"),
            (" \t\n", "placement: the position is empty"),
            ("8/8/8/8 w - -", "placement: there must be 8 ranks, not 4"),
            ("4k3/8/8/8/8/8/8/4K3/8 w - -", "placement: there must be 8 ranks, not 9"),
            ("4k3/8/8/7/8/8/8/4K3 w - -", "placement: rank 5 must have 8 squares, not 7"),
            ("4k3/8/8/8/8/8/ppppppppp/4K3 w - -", "placement: rank 2 must have 8 squares, not 9"),
            ("4k3/8/8/8/8/8//4K3 w - -", "placement: rank 2 must have 8 squares, not 0"),
            (
                "4k3/8/88888888888888/8/8/8/8/4K3 w - -",
                "placement: rank 6 must have 8 squares, not 112",
            ),
            (
                "4k3/8/8/3x4/8/8/8/4K3 w - -",
                "placement: 'x' in rank 5 (character 10) is neither a man nor a digit from 1 to 8",
            ),
            (
                "4k3/9/8/8/8/8/8/4K3 w - -",
                "placement: '9' in rank 7 (character 5) is neither a man nor a digit from 1 to 8",
            ),
            (
                "4k3/♔7/8/8/8/8/8/4K3 w - -",
                "placement: '♔' in rank 7 (character 5) is neither a man nor a digit from 1 to 8",
            ),
            ("8/8/8/8/8/8/8/4K3 w - -", "placement: Black must have one king, not 0"),
            ("4k3/8/8/8/8/8/8/K3K3 w - -", "placement: White must have one king, not 2"),
            ("4k3/8/8/8/8/8/8/4K2P w - -", "placement: a pawn cannot stand on h1"),
            ("P3k3/8/8/8/8/8/8/4K3 w - -", "placement: a pawn cannot stand on a8"),
            ("4k3/8/8/8/8/8/8/3pK3 w - -", "placement: a pawn cannot stand on d1"),
        ];
        for (fen, sentence) in cases {
            refused(fen, Standard, sentence);
        }
    }

    #[test]
    fn refused_turns_and_clocks() {
        let cases = [
            ("4k3/8/8/8/8/8/8/4K3", "turn: the side to move is missing"),
            ("4k3/8/8/8/8/8/8/4K3 W - -", "turn: the side to move must be w or b, not \"W\""),
            ("4k3/8/8/8/8/8/8/4K3 é", "turn: the side to move must be w or b, not \"é\""),
            ("4k3/8/8/8/8/8/8/4RK2 w - -", "turn: Black is in check although it is White's move"),
            ("8/8/8/8/8/8/4k3/4K3 b - -", "turn: White is in check although it is Black's move"),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "clock: \"x\" is not a number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "clock: \"-1\" is not a number"),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
                "clock: nothing may follow the move number, but \"2\" does",
            ),
        ];
        for (fen, sentence) in cases {
            refused(fen, Standard, sentence);
        }
    }

    #[test]
    fn refused_rights() {
        let home = "r3k2r/8/8/8/8/8/8/R3K2R w";
        let with = |placement: &str, rights: &str, mode, sentence: &str| {
            refused(&format!("{placement} {rights} -"), mode, sentence);
        };
        with(home, "KX", Standard, "castling: 'X' is not a castling right");
        with(home, "K-", Standard, "castling: '-' is not a castling right");
        with(home, "HA", Standard, "castling: 'H' is a castling right of Chess960 only");
        with(home, "é", Chess960, "castling: 'é' is not a castling right");
        with(home, "i", Chess960, "castling: 'i' is not a castling right");
        with(home, "kqk", Standard, "castling: the right k is given twice");
        with(home, "KH", Chess960, "castling: the right H is given twice");
        with("4k3/8/8/8/8/8/8/4K1RR w", "GH", Chess960, "castling: the right H is given twice");
        let e1h1 = "castling: the right K needs the king on e1 and a rook on h1";
        with("4k3/8/8/8/8/8/8/3K3R w", "K", Standard, e1h1);
        with("4k3/8/8/8/8/8/8/4K1R1 w", "K", Standard, e1h1);
        with("4k3/8/8/8/8/8/8/4K2B w", "K", Standard, e1h1);
        let e1a1 = "castling: the right Q needs the king on e1 and a rook on a1";
        with("4k3/8/8/8/8/8/8/1R2K3 w", "Q", Standard, e1a1);
        let e8h8 = "castling: the right k needs the king on e8 and a rook on h8";
        with("4k2R/8/8/8/8/8/8/4K3 b", "k", Standard, e8h8);
        let beside = "castling: the right K needs the king on rank 1 and such a rook beside it";
        with("4k3/8/8/8/8/8/4K3/7R w", "K", Chess960, beside);
        with("4k3/8/8/8/8/8/8/R6K w", "K", Chess960, beside);
        let beside = "castling: the right g needs the king on rank 8 and such a rook beside it";
        with("4k2r/8/8/8/8/8/8/4K3 w", "g", Chess960, beside);
    }

    #[test]
    fn refused_en_passant() {
        let cases = [
            ("4k3/8/8/3pP3/8/8/8/4K3 w - x", "en passant: \"x\" is not a square"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d9", "en passant: \"d9\" is not a square"),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d3",
                "en passant: no pawn of the side that has just moved can have passed d3",
            ),
            (
                "4k3/8/8/4P3/8/8/8/4K3 b - e6",
                "en passant: no pawn of the side that has just moved can have passed e6",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - e6",
                "en passant: no pawn stands on e5 that could have just passed e6",
            ),
            (
                "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6",
                "en passant: no pawn can have just passed d6, for d6 is occupied",
            ),
            (
                "4k3/8/8/8/3pP3/8/4B3/4K3 b - e3",
                "en passant: no pawn can have just passed e3, for e2 is occupied",
            ),
        ];
        for (fen, sentence) in cases {
            refused(fen, Standard, sentence);
        }
    }

    #[test]
    fn accepted_and_written_back() {
        let same = |fen: &str, mode| {
            let position = Position::from_fen(fen, mode).unwrap();
            assert_eq!(position.to_fen(), fen);
            assert_eq!(position.to_string(), fen);
        };
        same("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Standard);
        same("4k3/8/8/3pP3/8/8/8/4K3 w - d6", Standard);
        same("k7/8/8/8/8/8/8/1RK1RR2 w EQ -", Chess960);
        same("1r2k1rr/8/8/8/8/8/8/4K3 b gq -", Chess960);
        same("4k3/PPPPPPPP/PPPPPPPP/8/8/8/8/QQQQKQQQ b - -", Standard);
    }

    #[test]
    fn spellings_of_one_position() {
        let read = |fen, mode| Position::from_fen(fen, mode).unwrap();
        let plain = read("4k3/8/8/8/8/8/8/R3K2R w KQ -", Standard);
        for fen in ["4k3/8/8/8/8/8/8/R3K2R w QK", "  4k3/8/71/11111111/8/8/8/R3K2R  w KQ - 99 100"]
        {
            assert_eq!(read(fen, Standard), plain);
        }
        assert_eq!(
            read("4k3/8/8/8/8/8/8/R3K2R w HA -", Chess960),
            read("4k3/8/8/8/8/8/8/R3K2R w KQ - 5", Chess960)
        );
        assert_ne!(read("4k3/8/8/8/8/8/8/R3K2R w K -", Standard), plain);
        assert_ne!(read("4k3/8/8/8/8/8/8/R3K2R w", Standard), plain);
        // A double step that nobody can capture is no part of the position.
        assert_eq!(
            read("4k3/8/8/8/4P3/8/8/4K3 b - e3", Standard),
            read("4k3/8/8/8/4P3/8/8/4K3 b - -", Standard)
        );
    }
}
