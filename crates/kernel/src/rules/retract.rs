//! Retractions: which moves can have led to a position, and from where.
//!
//! Whether a position can occur in play is asked backwards, and the answer "no" stands on a list of
//! last moves that must be complete. So the list is made the way of least thought: put a man back
//! on every square that its way allows, with every enemy man or none in the place it leaves, and
//! with every castling right and en-passant capture that the men allow; then keep what the rules of
//! `moves.rs` confirm, namely that the move is legal there and leads exactly here. A candidate too
//! many costs time and nothing else; `tests/retractions.rs` asks whether there is one too few.
//!
//! One call looks at some hundred boards: 20 to 200 microseconds, some dozens of calls of
//! [`Position::legal_moves`].

use crate::rules::board::Board;
use crate::rules::chess::{CastlingSide, Color, Piece, Role, Square};
use crate::rules::movement;
use crate::rules::moves::Move;
use crate::rules::position::{Castling, Position};

/// What a list of retractions counts for in a budget.
pub(crate) const RETRACTION_STEPS: u64 = 20_000;

/// A move taken back: the position in which it was made, and the move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Retraction {
    /// The position before the move. The move is legal there.
    pub before: Position,
    /// The move.
    pub made: Move,
    /// What it took, if anything.
    pub taken: Option<Role>,
}

impl Retraction {
    /// Whether the men before the move can be those of a game, as far as counting shows it; see
    /// [`Position::oddities`].
    pub fn is_possible_by_count(&self) -> bool {
        self.before.oddities().is_empty()
    }

    /// Whether the move was a capture en passant.
    pub fn is_en_passant(&self) -> bool {
        self.taken.is_some() && self.before.piece_at(self.made.to).is_none()
    }
}

impl Retraction {
    /// Whether the move was a pawn's double step over this square.
    pub fn passes(&self, square: Square) -> bool {
        passes(&self.before, self.made, square)
    }
}

/// Whether the move, made here, is a pawn's double step over this square.
pub(crate) fn passes(before: &Position, made: Move, square: Square) -> bool {
    let forward = before.turn().forward();
    let pawn = before.piece_at(made.from).is_some_and(|man| man.role == Role::Pawn);
    pawn && square.offset(0, -forward) == Some(made.from)
        && square.offset(0, forward) == Some(made.to)
}

/// A board that might have been, and the move that would have led here.
struct Candidate {
    board: Board,
    made: Move,
    taken: Option<Role>,
}

impl Position {
    /// All positions before with the moves that lead here, each pair once.
    ///
    /// Every pair of a position and a legal move after which this position stands is in the list,
    /// and nothing else: men, side to move, castling rights and a possible en-passant capture are
    /// exactly those of this position. The position before may have any number of men, and need
    /// not have occurred in a game itself; [`Retraction::is_possible_by_count`] knows a little
    /// about that. The initial array has retractions too, for knights can return.
    ///
    /// ```
    /// use zermelo_kernel::{Castling, Position};
    ///
    /// // The pawn has not moved, and wherever the king came from, the kings stood side by side.
    /// let impossible = Position::from_fen("8/8/8/8/8/8/P1k5/K7 b - -", Castling::Standard)?;
    /// assert!(impossible.retractions().is_empty());
    /// # Ok::<(), zermelo_kernel::FenError>(())
    /// ```
    pub fn retractions(&self) -> Vec<Retraction> {
        let mut found = Vec::new();
        for Candidate { board, made, taken } in self.candidates() {
            for before in self.positions_before(&board, made) {
                if before.try_play(made).as_ref() == Some(self) {
                    found.push(Retraction { before, made, taken });
                }
            }
        }
        found
    }

    /// Whether some move without capture or promotion leads here from a position that is wanted.
    pub(crate) fn comes_quietly_from(&self, wanted: impl Fn(&Position) -> bool) -> bool {
        let ours = self.pieces().filter(|(_, man)| man.color != self.turn());
        ours.into_iter().any(|(to, man)| {
            let steps = self.steps_back(to).into_iter().filter(|step| step.1 == man.role);
            steps.into_iter().any(|(from, _)| {
                let made = Move { from, to, promotion: None };
                let mut board = *self.board();
                board.put(to, None);
                board.put(from, Some(man));
                let leads_here = |before: &Position| {
                    wanted(before) && before.try_play(made).as_ref() == Some(self)
                };
                self.positions_before(&board, made).iter().any(leads_here)
            })
        })
    }

    /// Whether a game begins here: the initial array, or with Chess960 one of the 960.
    pub fn is_initial_array(&self) -> bool {
        if self.castling() == Castling::Standard {
            return *self == Position::initial();
        }
        let sides =
            Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side)));
        let at = |file, rank| self.piece_at(Square::on_board(file, rank));
        let pawn = |color| Some(Piece { color, role: Role::Pawn });
        let pawns_at_home =
            |color: Color| (0..8).all(|file| at(file, color.pawn_rank()) == pawn(color));
        let alike = |file| {
            let role = |rank| at(file, rank).map(|man| man.role);
            role(0).is_some() && role(0) == role(7)
        };
        // No oddities: with all pawns there, one queen, two rooks and knights, two unlike bishops.
        // All rights: the kings stand between their rooks, and nobody has changed sides.
        self.turn() == Color::White
            && self.pieces().count() == 32
            && Color::ALL.into_iter().all(pawns_at_home)
            && (0..8).all(alike)
            && self.oddities().is_empty()
            && sides.into_iter().all(|(color, side)| self.castling_rook(color, side).is_some())
    }

    /// The free squares from which the man on this square may have come, by its own way alone: a
    /// pawn also by a capture, a promoted man also as a pawn. Castling is left out.
    pub fn origins(&self, to: Square) -> Vec<Square> {
        let mut squares: Vec<Square> = self.steps_back(to).into_iter().map(|step| step.0).collect();
        squares.sort();
        squares.dedup();
        squares
    }

    /// The same, each square with what the man was there: itself, or a pawn that then promoted.
    fn steps_back(&self, to: Square) -> Vec<(Square, Role)> {
        let Some(man) = self.piece_at(to) else { return Vec::new() };
        let mut steps = Vec::new();
        if man.role != Role::Pawn {
            // The steps of all men but pawns are symmetric: they come from where they could go.
            let mut moves = Vec::new();
            movement::push_moves(self.board(), (to, man), None, &[], &mut moves);
            steps.extend(moves.into_iter().map(|m| (m.to, man.role)));
        }
        let promoted = to.rank() == man.color.promotion_rank() && man.role != Role::King;
        if man.role == Role::Pawn || promoted {
            let back = -man.color.forward();
            let one = to.offset(0, back);
            let passed = one.filter(|&one| self.piece_at(one).is_none());
            let two = passed.and_then(|one| one.offset(0, back));
            let two = two.filter(|from| from.rank() == man.color.pawn_rank());
            let squares = [one, two, to.offset(-1, back), to.offset(1, back)].into_iter().flatten();
            let squares = squares.filter(|from| from.rank() != man.color.back_rank());
            steps.extend(squares.map(|from| (from, Role::Pawn)));
        }
        steps.retain(|&(from, _)| self.piece_at(from).is_none());
        steps
    }

    /// Boards and moves that might be retractions, before any rule is asked.
    fn candidates(&self) -> Vec<Candidate> {
        let (us, them) = (!self.turn(), self.turn());
        let mut list = Vec::new();
        for (to, man) in self.pieces().filter(|(_, man)| man.color == us) {
            for (from, role) in self.steps_back(to) {
                let promotion = (role != man.role).then_some(man.role);
                let made = Move { from, to, promotion };
                let mut board = *self.board();
                board.put(from, Some(Piece { color: us, role }));
                for taken in Role::ALL.into_iter().filter(|&role| role != Role::King) {
                    board.put(to, Some(Piece { color: them, role: taken }));
                    list.push(Candidate { board, made, taken: Some(taken) });
                }
                board.put(to, None);
                list.push(Candidate { board, made, taken: None });
                // En passant: the captured pawn stood beside the square the pawn went to.
                let beside = Square::on_board(to.file(), from.rank());
                if role == Role::Pawn && beside != from && self.piece_at(beside).is_none() {
                    board.put(beside, Some(Piece { color: them, role: Role::Pawn }));
                    list.push(Candidate { board, made, taken: Some(Role::Pawn) });
                }
            }
        }
        self.push_castling(us, &mut list);
        list
    }

    /// Castling taken back: king and rook return to any two squares of the rank.
    fn push_castling(&self, us: Color, list: &mut Vec<Candidate>) {
        let ours = |role| Some(Piece { color: us, role });
        for side in CastlingSide::ALL {
            let (king, rook) = (side.king_target(us), side.rook_target(us));
            let castled =
                self.piece_at(king) == ours(Role::King) && self.piece_at(rook) == ours(Role::Rook);
            if !castled {
                continue;
            }
            let mut board = *self.board();
            board.put(king, None);
            board.put(rook, None);
            let rank = || (0..8).map(|file| Square::on_board(file, us.back_rank()));
            let free = |at: &Square| board.at(*at).is_none();
            for from in rank().filter(free) {
                for to in rank().filter(free).filter(|&to| to != from) {
                    let mut board = board;
                    board.put(from, ours(Role::King));
                    board.put(to, ours(Role::Rook));
                    let made = Move { from, to, promotion: None };
                    list.push(Candidate { board, made, taken: None });
                }
            }
        }
    }

    /// The positions with these men, the mover to move, from which the move leaves the castling
    /// rights of this position: each right that the men allow, held or not, and each en-passant
    /// capture, possible or not. None if the men themselves are no position.
    fn positions_before(&self, board: &Board, made: Move) -> Vec<Position> {
        let us = !self.turn();
        if Position::from_men(*board, us, None).is_none() {
            return Vec::new();
        }
        let bare = Position::bare(*board, us, self.castling());
        let mut list = vec![bare.clone()];
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                for rook in bare.rooks_in_place(color, side) {
                    for index in 0..list.len() {
                        let mut more = list[index].clone();
                        if more.castling_rook(color, side).is_none() {
                            more.grant_castling(color, side, rook);
                            list.push(more);
                        }
                    }
                }
                let right = self.castling_rook(color, side);
                list.retain(|before| before.play(made).castling_rook(color, side) == right);
            }
        }
        for index in 0..list.len() {
            for target in Square::all() {
                if crate::rules::fen::check_en_passant(board, us, target).is_ok() {
                    let mut passed = list[index].clone();
                    passed.claim_en_passant(target);
                    list.extend(passed.en_passant().is_some().then_some(passed));
                }
            }
        }
        list
    }

    /// The rooks with which this colour might have the right to castle on this side, by where they
    /// and the king stand.
    fn rooks_in_place(&self, color: Color, side: CastlingSide) -> Vec<Square> {
        let king = self.king(color);
        let rook = Some(Piece { color, role: Role::Rook });
        let at_home = |at: Square| match self.castling() {
            Castling::Standard => king.file() == 4 && (at.file() == 0 || at.file() == 7),
            Castling::Chess960 => true,
        };
        let rank = (0..8).map(|file| Square::on_board(file, color.back_rank()));
        rank.filter(|&at| {
            king.rank() == color.back_rank()
                && self.piece_at(at) == rook
                && CastlingSide::of(king, at) == side
                && at_home(at)
        })
        .collect()
    }
}
