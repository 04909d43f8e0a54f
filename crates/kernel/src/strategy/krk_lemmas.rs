//! The lemmas about the strategy for king and rook, as formulas that must have no solution.

use super::formula::{Arena, Formula, Linear, Literal};
use super::krk::{Board, Kind, Men, Place, Strategy};
use super::logic::{Term, Truth};

type Spot<'a> = Men<Linear<'a>>;

/// Positions and moves of a lemma as they are introduced, and what is assumed of them.
pub struct Scene<'a> {
    arena: &'a Arena,
    strategy: Strategy<Linear<'a>>,
    assumed: Vec<Formula<'a>>,
}

const BASIC: [Kind; 5] = [
    Kind::Squeeze,
    Kind::ApproachDiag,
    Kind::ApproachNonDiag,
    Kind::KeepRoomDiag,
    Kind::KeepRoomNonDiag,
];

const KING: [Kind; 4] =
    [Kind::ApproachDiag, Kind::ApproachNonDiag, Kind::KeepRoomDiag, Kind::KeepRoomNonDiag];

impl<'a> Scene<'a> {
    /// On every board with both sides at least 4, or on one.
    pub fn new(arena: &'a Arena, board: Option<(i64, i64)>) -> Scene<'a> {
        let (width, height) = match board {
            Some((width, height)) => (arena.number(width), arena.number(height)),
            None => (arena.fresh(), arena.fresh()),
        };
        let assumed = vec![width.at_least(4), height.at_least(4)];
        let mut strategy = Strategy::new(Board::new(width, height));
        strategy.by_shape = true;
        Scene { arena, strategy, assumed }
    }

    /// What must have no solution.
    pub fn roots(&self) -> Vec<Literal> {
        let mut roots: Vec<Literal> = self.assumed.iter().map(|f| f.literal()).collect();
        roots.extend(self.arena.definitions());
        roots
    }

    fn place(&self) -> Place<Linear<'a>> {
        Place::new(self.arena.fresh(), self.arena.fresh())
    }

    fn assume(&mut self, formula: Formula<'a>) {
        self.assumed.push(formula);
    }

    fn start(&mut self) -> Spot<'a> {
        let men = Men { king: self.place(), rook: self.place(), black: self.place() };
        self.assume(self.strategy.board.white_to_move(men));
        men
    }

    /// White plays one of the kinds; of the kinds before it those in `not` are impossible.
    fn white(&mut self, from: Spot<'a>, kinds: &[Kind], not: &[Kind]) -> Spot<'a> {
        let by_king = kinds.iter().any(|&kind| Strategy::<Linear>::moves_king(kind));
        let by_rook = kinds.iter().any(|&kind| Strategy::<Linear>::moves_rook(kind));
        let king = if by_king { self.place() } else { from.king };
        let rook = if by_rook { self.place() } else { from.rook };
        let to = Men { king, rook, black: from.black };
        let ways: Vec<Formula> = kinds
            .iter()
            .map(|&kind| {
                let earlier = not.iter().filter(|&&other| other < kind);
                let failed = earlier.map(|&other| !self.strategy.possible(other, from));
                let plays = self.strategy.plays(kind, from, to);
                Formula::every(failed.chain([plays]))
            })
            .collect();
        self.assume(Formula::some(ways));
        to
    }

    fn black(&mut self, from: Spot<'a>) -> Spot<'a> {
        let to = Men { black: self.place(), ..from };
        self.assume(self.strategy.board.black_moves(from, to));
        to
    }

    fn impossible(&mut self, men: Spot<'a>, kinds: &[Kind]) {
        for &kind in kinds {
            self.assume(!self.strategy.possible(kind, men));
        }
    }

    fn room(&self, men: Spot<'a>) -> Linear<'a> {
        self.strategy.board.room(men)
    }

    /// Build by name (scratch).
    pub fn build(&mut self, name: &str) {
        use Kind::*;
        match name {
            "total" => {
                let p = self.start();
                self.impossible(p, &[RookHome, RookSafe, RookSafeSmallBoards]);
            }
            "mate-shape" => {
                let p = self.start_black();
                let b = self.strategy.board;
                let (plain, shape) = (b.mate(p), b.mate_shape(p));
                self.assume((plain.and(|| !shape)).or(|| shape.and(|| !plain)));
            }
            "stalemate-shape" => {
                let p = self.start_black();
                let b = self.strategy.board;
                let (plain, shape) = (b.stalemate(p), b.stalemate_shape(p));
                self.assume((plain.and(|| !shape)).or(|| shape.and(|| !plain)));
            }
            "mates-shape" => {
                let p = self.start();
                let b = self.strategy.board;
                let (plain, shape) = (self.strategy.mates(p), b.mates_shape(p));
                self.assume((plain.and(|| !shape)).or(|| shape.and(|| !plain)));
            }
            "mate-by-king" => {
                let p = self.start();
                let to = Men { king: self.place(), ..p };
                let b = self.strategy.board;
                self.assume(b.king_moves(p, to));
                self.assume(b.mate_shape(to));
            }
            "mate-by-rook" => {
                let p = self.start();
                let to = Men { rook: self.place(), ..p };
                let b = self.strategy.board;
                self.assume(b.rook_moves(p, to));
                self.assume(b.mate_shape(to));
                self.assume(!b.mates_shape(p));
            }
            "cand-ready" => {
                let p = self.start();
                let to = Men { rook: self.place(), ..p };
                let b = self.strategy.board;
                self.assume(b.rook_moves(p, to));
                self.assume(self.strategy.fits(ReadyToMate, p, to));
                self.impossible(p, &[ReadyToMate]);
            }
            "cand-squeeze" => {
                let p = self.start();
                self.white(p, &[Squeeze], &[]);
                self.impossible(p, &[Squeeze]);
            }
            "cand-home" => {
                let p = self.start();
                self.white(p, &[RookHome], &[]);
                self.impossible(p, &[RookHome]);
            }
            "cand-safe" => {
                let p = self.start();
                self.white(p, &[RookSafe], &[]);
                self.impossible(p, &[RookSafe]);
            }
            "cand-small" => {
                let p = self.start();
                self.white(p, &[RookSafeSmallBoards], &[]);
                self.impossible(p, &[RookSafeSmallBoards]);
            }
            "after-basic" => {
                let p = self.start();
                let q = self.white(p, &BASIC, &[]);
                let p = self.black(q);
                self.impossible(p, &[Squeeze, KeepRoomDiag, KeepRoomNonDiag]);
            }
            "after-home" => {
                let p = self.start();
                let q = self.white(p, &[RookHome], &[ReadyToMate, Squeeze, ApproachNonDiag]);
                let p = self.black(q);
                self.impossible(p, &[KeepRoomNonDiag, RookHome]);
            }
            "after-safe" => {
                let p = self.start();
                let q = self.white(p, &[RookSafe], &[RookHome]);
                let p = self.black(q);
                self.impossible(p, &[Squeeze, RookHome]);
            }
            "after-small" => {
                let p = self.start();
                let q = self.white(p, &[RookSafeSmallBoards], &[]);
                let p = self.black(q);
                self.impossible(p, &[RookHome]);
            }
            "after-two-homes" => {
                let p = self.start();
                let q = self.white(p, &[RookHome], &[]);
                let p = self.black(q);
                let q = self.white(p, &[RookHome], &[Squeeze, ApproachNonDiag]);
                let p = self.black(q);
                self.impossible(p, &[KeepRoomNonDiag]);
            }
            "room" => {
                let p = self.start();
                let q = self.white(p, &BASIC, &[]);
                let r = self.black(q);
                self.assume(self.room(r).gt(self.room(p)));
            }
            "room-squeeze" => {
                let p = self.start();
                let q = self.white(p, &[Squeeze], &[]);
                let r = self.black(q);
                self.assume(self.room(r).ge(self.room(p)));
            }
            "three" | "three-king" => {
                let kinds: &[Kind] = if name == "three" { &BASIC } else { &KING };
                let p = self.start();
                self.assume(self.room(p).at_least(4));
                let q = self.white(p, kinds, &[Squeeze, ApproachNonDiag]);
                let r = self.black(q);
                let q = self.white(r, kinds, &[Squeeze, ApproachDiag, ApproachNonDiag]);
                let r = self.black(q);
                let q = self.white(r, kinds, &[Squeeze, ApproachNonDiag]);
                let r = self.black(q);
                let (before, after) = (self.room(p), self.room(r));
                self.assume(after.ge(before));
                let far = |m: Spot<'a>| m.king.steps_to(m.critical_square());
                self.assume(after.gt(before).or(|| far(r).ge(far(p))));
            }
            "small-room" => {
                let p = self.start();
                self.assume(self.room(p).at_most(3));
                let q = self.white(p, &BASIC, &[]);
                let r = self.black(q);
                let q = self.white(r, &BASIC, &[ApproachNonDiag, KeepRoomDiag]);
                let r = self.black(q);
                let q = self.white(r, &BASIC, &[ReadyToMate, ApproachNonDiag, KeepRoomDiag]);
                let r = self.black(q);
                self.impossible(r, &[ReadyToMate]);
            }
            _ => panic!("no lemma {name}"),
        }
    }

    fn start_black(&mut self) -> Spot<'a> {
        let men = Men { king: self.place(), rook: self.place(), black: self.place() };
        self.assume(self.strategy.board.black_to_move(men));
        men
    }
}
