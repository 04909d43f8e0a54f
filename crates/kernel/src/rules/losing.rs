//! Losing chess: captures are compulsory, the king is a man like others, and who runs out of moves
//! has reached the goal.
//!
//! The men go as in chess (`movement.rs`); what differs is here. Any capture must be made where there
//! is one, en passant too. Kings may be captured, there may be any number of them, nobody is in
//! check, nobody castles, and a pawn may become a king. The game is over when the side to move has
//! no move, be it stalemated or without men; the three rules of [`Rules`] differ only in who has
//! won then.
//!
//! Tables of endings ask for the moves of a billion positions, so [`LosingPosition::push_moves`]
//! fills a list that is used again and again. Otherwise everything is as plain as in chess.

use std::fmt;
use std::str::FromStr;

use crate::rules::board::Board;
use crate::rules::chess::{Color, Piece, Role, Square};
use crate::rules::fen::{Fields, check_en_passant, read_en_passant, write_fen};
use crate::rules::fen_error::FenError;
use crate::rules::movement;
use crate::rules::moves::{Move, UciError};

/// The games whose rules the kernel knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rules {
    /// Chess: mate wins, stalemate is drawn.
    Chess,
    /// Losing chess by the International rules: the side that has no move wins.
    Losing,
    /// Losing chess by the rules of the Free Internet Chess Server: when the side to move has no
    /// move, the side with fewer men wins, and equal numbers are a draw.
    LosingFics,
    /// Losing chess where a win must be a win by both of the rules above; anything else is a draw.
    LosingJoint,
}

impl Rules {
    /// All rules, chess first.
    pub const ALL: [Rules; 4] =
        [Rules::Chess, Rules::Losing, Rules::LosingFics, Rules::LosingJoint];
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rules::Chess => "chess",
            Rules::Losing => "losing",
            Rules::LosingFics => "losing-fics",
            Rules::LosingJoint => "losing-joint",
        })
    }
}

/// The text names no rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownRules;

impl fmt::Display for UnknownRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the rules are one of chess, losing, losing-fics and losing-joint")
    }
}

impl std::error::Error for UnknownRules {}

impl FromStr for Rules {
    type Err = UnknownRules;

    fn from_str(text: &str) -> Result<Rules, UnknownRules> {
        Rules::ALL.into_iter().find(|rules| rules.to_string() == text).ok_or(UnknownRules)
    }
}

/// How a game is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// This side has won.
    Won(Color),
    /// Nobody has.
    Drawn,
}

/// What a pawn may become in losing chess.
const PROMOTIONS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King];

/// A position of losing chess: the men, the side to move, and the en-passant square where some
/// pawn can capture on it. No pawn stands on the first or last rank.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LosingPosition {
    board: Board,
    turn: Color,
    en_passant: Option<Square>,
}

impl LosingPosition {
    /// Reads a position as [`Position::from_fen`](crate::Position::from_fen) does, but with any
    /// number of kings, none included, and without checks. Castling rights of any spelling are
    /// read and not kept, for there is no castling.
    ///
    /// # Errors
    ///
    /// A [`FenError`] if the text is not a position.
    ///
    /// ```
    /// use zermelo_kernel::LosingPosition;
    ///
    /// let position = LosingPosition::from_fen("8/P7/8/8/8/8/8/7r w - -")?;
    /// let king = position.play(position.parse_uci("a7a8k")?);
    /// assert_eq!(king.to_fen(), "K7/8/8/8/8/8/8/7r b - -");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_fen(fen: &str) -> Result<LosingPosition, FenError> {
        let Fields { board, turn, castling, en_passant } = Fields::read(fen)?;
        let known = |letter: &char| matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h');
        if let Some(letter) = castling.unwrap_or_default().chars().find(|letter| !known(letter)) {
            return Err(FenError::UnknownRight(letter));
        }
        let passed = en_passant.map(|text| read_en_passant(&board, turn, text)).transpose()?;
        Ok(LosingPosition::after_passing(board, turn, passed))
    }

    /// The position with these men: none if a pawn stands on the first or last rank, or the
    /// en-passant square does not fit the men, or no pawn can capture there.
    pub fn from_men(
        board: impl Into<Board>,
        turn: Color,
        en_passant: Option<Square>,
    ) -> Option<LosingPosition> {
        let board = board.into();
        let fits = |square| check_en_passant(&board, turn, square).is_ok();
        if movement::misplaced_pawn(&board).is_some() || !en_passant.is_none_or(fits) {
            return None;
        }
        let position = LosingPosition::after_passing(board, turn, en_passant);
        (position.en_passant == en_passant).then_some(position)
    }

    /// The position in which a pawn has perhaps just passed over a square, which is kept only if
    /// some pawn can capture on it.
    fn after_passing(board: Board, turn: Color, passed: Option<Square>) -> LosingPosition {
        let capturable = |&at: &Square| !movement::pawns_on(&board, turn, at).is_empty();
        let en_passant = passed.filter(capturable);
        LosingPosition { board, turn, en_passant }
    }

    /// Writes the position as placement, side to move, no castling rights, en-passant square.
    pub fn to_fen(&self) -> String {
        write_fen(self.board, self.turn, "-", self.en_passant)
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

    /// The square a pawn would move to if it captured en passant, where it can now.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// All legal moves, each once: the captures, or if there is none, all others.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.push_moves(&mut moves);
        moves
    }

    /// The same, added to an empty list.
    pub(crate) fn push_moves(&self, moves: &mut Vec<Move>) {
        for (from, man) in self.pieces() {
            if man.color == self.turn {
                movement::push_moves(&self.board, (from, man), self.en_passant, &PROMOTIONS, moves);
            }
        }
        if moves.iter().any(|&m| self.is_capture(m)) {
            moves.retain(|&m| self.is_capture(m));
        }
    }

    /// Whether the move takes a man, also en passant.
    pub fn is_capture(&self, m: Move) -> bool {
        movement::takes(&self.board, m)
    }

    /// The position after a legal move.
    ///
    /// # Panics
    ///
    /// May panic, or give a position that means nothing, if the move is not one of
    /// [`LosingPosition::legal_moves`].
    pub fn play(&self, m: Move) -> LosingPosition {
        let mut board = self.board;
        movement::make(&mut board, m);
        LosingPosition::after_passing(board, !self.turn, movement::passed_over(&self.board, m))
    }

    /// Reads a move and finds it among the legal ones. A move is written by its `Display`.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or the move is not legal here.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let m = Move::from_uci(text).ok_or_else(|| UciError::Malformed(text.to_string()))?;
        let illegal = || UciError::Illegal { uci: text.to_string(), fen: self.to_fen() };
        self.legal_moves().contains(&m).then_some(m).ok_or_else(illegal)
    }

    /// How the game is over under these rules; `None` while the side to move has a move.
    ///
    /// By the rules of chess, whose positions these are not, nobody wins.
    pub fn outcome(&self, rules: Rules) -> Option<Outcome> {
        self.legal_moves().is_empty().then(|| self.verdict(rules))
    }

    /// How a game is over in which the side to move has no move.
    pub(crate) fn verdict(&self, rules: Rules) -> Outcome {
        let count = |color| self.pieces().filter(|(_, man)| man.color == color).count();
        match rules {
            Rules::Chess => Outcome::Drawn,
            Rules::Losing => Outcome::Won(self.turn),
            Rules::LosingFics => match count(self.turn).cmp(&count(!self.turn)) {
                std::cmp::Ordering::Less => Outcome::Won(self.turn),
                std::cmp::Ordering::Equal => Outcome::Drawn,
                std::cmp::Ordering::Greater => Outcome::Won(!self.turn),
            },
            Rules::LosingJoint => {
                let international = self.verdict(Rules::Losing);
                let agreed = international == self.verdict(Rules::LosingFics);
                if agreed { international } else { Outcome::Drawn }
            }
        }
    }

    /// The number of sequences of legal moves of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves().len() as u64,
            _ => self.legal_moves().into_iter().map(|m| self.play(m).perft(depth - 1)).sum(),
        }
    }
}

impl fmt::Display for LosingPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> LosingPosition {
        LosingPosition::from_fen(fen).unwrap()
    }

    /// The legal moves, sorted.
    fn moves(fen: &str) -> Vec<String> {
        let mut moves: Vec<_> = position(fen).legal_moves().iter().map(Move::to_string).collect();
        moves.sort();
        moves
    }

    #[test]
    fn names_of_rules() {
        for rules in Rules::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("Losing".parse::<Rules>(), Err(UnknownRules));
    }

    #[test]
    fn perft_of_the_initial_array() {
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!([0, 1, 2, 3].map(|depth| start.perft(depth)), [1, 20, 400, 8067]);
    }

    #[test]
    fn promotions_to_everything_and_king() {
        assert_eq!(moves("8/P7/8/8/8/8/8/7r w - -"), ["a7a8b", "a7a8k", "a7a8n", "a7a8q", "a7a8r"]);
        let promoted = position("8/8/8/8/8/8/p6R/8 b - -");
        let king = promoted.play(promoted.parse_uci("a2a1k").unwrap());
        assert_eq!(king.to_fen(), "8/8/8/8/8/8/7R/k7 w - -");
        assert!(promoted.parse_uci("a2a1p").is_err());
    }

    #[test]
    fn captures_are_compulsory() {
        assert_eq!(moves("8/8/8/8/8/8/8/R2r3K w - -"), ["a1d1"]);
        assert_eq!(moves("8/8/8/8/8/8/1p6/R1K5 w - -"), ["c1b2"]);
        // A king is captured like any man, and need not flee.
        assert_eq!(moves("8/8/8/8/8/8/8/R6k w - -"), ["a1h1"]);
        assert_eq!(moves("8/8/8/8/8/8/6k1/7K w - -"), ["h1g2"]);
        // A capture that promotes, and no quiet promotion beside it.
        assert_eq!(
            moves("1n6/P7/8/8/8/8/8/8 w - -"),
            ["a7b8b", "a7b8k", "a7b8n", "a7b8q", "a7b8r"]
        );
        // No castling.
        assert!(!moves("4k3/8/8/8/8/8/8/4K2R w K -").contains(&"e1g1".to_string()));
        assert!(position("4k3/8/8/8/8/8/8/4K2R w K -").parse_uci("e1h1").is_err());
    }

    #[test]
    fn en_passant_is_compulsory() {
        let fen = "8/3p4/8/4P3/8/8/8/N7 b - -";
        let passed = position(fen).play(position(fen).parse_uci("d7d5").unwrap());
        assert_eq!(passed.to_fen(), "8/8/8/3pP3/8/8/8/N7 w - d6");
        assert_eq!(moves(&passed.to_fen()), ["e5d6"]);
        let taken = passed.play(passed.legal_moves()[0]);
        assert_eq!(taken.to_fen(), "8/8/3P4/8/8/8/8/N7 b - -");
        assert_eq!(taken.outcome(Rules::Losing), Some(Outcome::Won(Color::Black)));
        // Kept only where a pawn can capture.
        assert_eq!(position("8/8/8/3p4/8/8/8/N7 w - d6").en_passant(), None);
    }

    #[test]
    fn outcomes() {
        use Color::{Black, White};
        use Outcome::{Drawn, Won};
        let outcomes = |fen| {
            [Rules::Losing, Rules::LosingFics, Rules::LosingJoint]
                .map(|rules| position(fen).outcome(rules))
        };
        // Without men.
        assert_eq!(outcomes("8/8/8/8/8/8/8/7r w - -"), [Some(Won(White)); 3]);
        assert_eq!(outcomes("8/8/8/8/8/8/8/7R b - -"), [Some(Won(Black)); 3]);
        // Stalemated with as many men, with fewer, with more.
        let equal = "8/8/8/8/8/p7/P7/8 w - -";
        assert_eq!(outcomes(equal), [Some(Won(White)), Some(Drawn), Some(Drawn)]);
        let fewer = "8/8/8/8/8/p7/P7/n7 w - -";
        assert_eq!(outcomes(fewer), [Some(Won(White)); 3]);
        let more = "8/8/8/8/p7/P7/P7/8 w - -";
        assert_eq!(outcomes(more), [Some(Won(White)), Some(Won(Black)), Some(Drawn)]);
        // While there is a move, nothing is over, and chess is another game.
        assert_eq!(outcomes("8/8/8/8/8/8/8/R7 w - -"), [None; 3]);
        assert_eq!(position("8/8/8/8/8/p7/P7/8 w - -").outcome(Rules::Chess), Some(Drawn));
    }

    #[test]
    fn refused_texts() {
        let cases = [
            ("", "placement: the position is empty"),
            ("8/8/8/8/8/8/8/7P w - -", "placement: a pawn cannot stand on h1"),
            ("8/8/8/8/8/8/8/7R", "turn: the side to move is missing"),
            ("8/8/8/8/8/8/8/7R w x -", "castling: 'x' is not a castling right"),
            ("8/8/8/8/8/8/8/7R w K- -", "castling: '-' is not a castling right"),
            (
                "8/8/8/4P3/8/8/8/8 w - e6",
                "en passant: no pawn stands on e5 that could have just passed e6",
            ),
            ("8/8/8/8/8/8/8/7R w - - x", "clock: \"x\" is not a number"),
        ];
        for (fen, sentence) in cases {
            assert_eq!(LosingPosition::from_fen(fen).unwrap_err().to_string(), sentence, "{fen}");
        }
        for fen in ["8/8/8/8/8/8/8/8 b - -", "kkk5/8/8/8/8/8/8/KK6 w - -"] {
            assert_eq!(position(fen).to_string(), fen);
        }
        assert_eq!(
            position("k7/8/8/8/8/8/8/R6R w KQha - 3 9"),
            position("k7/8/8/8/8/8/8/R6R w - -")
        );
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -");
        assert!(matches!(start.parse_uci("e2"), Err(UciError::Malformed(_))));
        assert!(matches!(start.parse_uci("e2e5"), Err(UciError::Illegal { .. })));
    }

    #[test]
    fn men_that_make_no_position() {
        let men = |fen: &str| {
            let position = position(fen);
            (position.board, position.turn, position.en_passant)
        };
        let (board, turn, en_passant) = men("8/8/8/3pP3/8/8/8/8 w - d6");
        let from = LosingPosition::from_men;
        assert_eq!(from(board, turn, en_passant), Some(position("8/8/8/3pP3/8/8/8/8 w - d6")));
        assert!(from(board, turn, None).is_some());
        assert_eq!(from(board, !turn, en_passant), None, "the other side's turn");
        let (mut board, turn, _) = men("8/8/8/3p4/8/8/8/8 w - -");
        assert_eq!(from(board, turn, en_passant), None, "nobody can capture");
        board.put(Square::wrapping(0), Piece::from_letter('p'));
        assert_eq!(from(board, turn, None), None, "a pawn on a1");
    }
}
