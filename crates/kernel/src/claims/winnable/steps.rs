//! Steps that may be possible somewhere in a phase: the rules of play, seen from a box.
//!
//! For each man, each square it may stand on and each way it may move there is a step, unless a
//! lemma says that the step is impossible in *every* position the phase covers. Each lemma is one
//! short function here; docs/theory/unwinnability.md argues it.

use crate::budget::Meter;
use crate::{CastlingSide, Color, Phase, Piece, Position, Role, Square, Squares};

/// A man of the anchor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Man {
    pub piece: Piece,
    pub home: Square,
}

/// A step that may be possible in some covered position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub from: Square,
    pub to: Square,
    pub takes: Option<usize>,
    pub promotes: bool,
    /// Castling: the rook and where it goes.
    pub rook: Option<(usize, Square)>,
}

/// A phase together with what its region knows of the men.
pub(crate) struct View<'a> {
    pub men: &'a [Man],
    pub phase: &'a Phase,
    pub anchor: &'a Position,
    pub meter: &'a Meter<'a>,
    /// For each square the men that may stand there, one bit each; there are at most 64 men.
    standing: [u64; 64],
    /// The squares of permanent men.
    fixed: Squares,
    /// Men that are there for certain, and on few squares: they may be in the way for good.
    confined: Vec<usize>,
    /// For each man what it attacks in every covered position, see [`View::always_attacked`].
    always: Vec<Squares>,
}

impl<'a> View<'a> {
    pub fn new(
        men: &'a [Man],
        phase: &'a Phase,
        anchor: &'a Position,
        meter: &'a Meter<'a>,
    ) -> View<'a> {
        let (standing, fixed, confined, always) = ([0; 64], Squares::EMPTY, Vec::new(), Vec::new());
        let mut view = View { men, phase, anchor, meter, standing, fixed, confined, always };
        for (man, state) in phase.men.iter().enumerate() {
            for square in state.squares.iter() {
                meter.count(1);
                view.standing[square.index()] |= 1 << man;
            }
            if let Some(square) = state.squares.single().filter(|_| !state.may_be_gone) {
                view.fixed.0 |= square.bit();
            } else if !state.may_be_absent() && state.squares.len() <= 8 {
                view.confined.push(man);
            }
        }
        view.always = (0..men.len()).map(|man| view.attacks_always(man)).collect();
        view
    }
}

impl Phase {
    /// The roles a man may have.
    pub(crate) fn roles(&self, men: &[Man], man: usize) -> &'static [Role] {
        use Role::*;
        match (men[man].piece.role, self.men[man].may_be_promoted) {
            (Pawn, true) => &[Pawn, Knight, Bishop, Rook, Queen],
            (Pawn, false) => &[Pawn],
            (Knight, _) => &[Knight],
            (Bishop, _) => &[Bishop],
            (Rook, _) => &[Rook],
            (Queen, _) => &[Queen],
            (King, _) => &[King],
        }
    }
}

impl View<'_> {
    /// Where the man may stand.
    pub fn squares(&self, man: usize) -> Squares {
        self.phase.men[man].squares
    }

    /// The roles the man may have.
    pub fn roles(&self, man: usize) -> &'static [Role] {
        self.phase.roles(self.men, man)
    }

    /// Lemma *permanent*: a man that never leaves its only square and is never taken stands there
    /// in every covered placement.
    pub fn permanent(&self, square: Square) -> Option<usize> {
        self.meter.count(1);
        let permanent = |&man: &usize| {
            self.squares(man) == Squares::only(square) && !self.phase.men[man].may_be_gone
        };
        self.fixed.contains(square).then(|| self.standing_on(square).find(permanent)).flatten()
    }

    /// The squares of all permanent men.
    pub fn fixed(&self) -> Squares {
        self.fixed
    }

    /// The men that may stand on a square.
    pub fn standing_on(&self, square: Square) -> impl Iterator<Item = usize> {
        Squares(self.standing[square.index()]).iter().map(Square::index)
    }

    /// Whether the step leads into the phase `target`, all other men as they may be now.
    pub fn enters(&self, target: &Phase, mover: usize, step: &Step) -> bool {
        let fits = (0..self.men.len()).all(|man| {
            let (old, new) = (&self.phase.men[man], &target.men[man]);
            if Some(man) == step.takes {
                return new.may_be_absent();
            }
            if man == mover {
                let promoted = old.may_be_promoted || step.promotes;
                return new.squares.contains(step.to) && (!promoted || new.may_be_promoted);
            }
            let squares = match step.rook {
                Some((rook, to)) if rook == man => Squares::only(to),
                _ => old.squares,
            };
            squares.is_subset(new.squares)
                && (!old.may_be_absent() || new.may_be_absent())
                && (!old.may_be_promoted || new.may_be_promoted)
        });
        fits && target.facing.iter().all(|pair| self.phase.facing.contains(pair))
    }

    /// Every step of the man that no lemma rules out.
    pub fn steps(&self, man: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in self.squares(man).iter() {
            for &role in self.roles(man) {
                match role {
                    Role::Pawn => self.pawn_steps(man, from, &mut steps),
                    _ => self.piece_steps(man, role, from, &mut steps),
                }
            }
        }
        if self.men[man].piece.role == Role::King {
            self.castling_steps(man, &mut steps);
        }
        steps
    }

    fn piece_steps(&self, man: usize, role: Role, from: Square, steps: &mut Vec<Step>) {
        let color = self.men[man].piece.color;
        for &(files, ranks) in role.steps() {
            let mut next = from.offset(files, ranks);
            let mut way = Squares::only(from);
            while let Some(to) = next {
                if self.in_the_way(man, way, to, true) {
                    break;
                }
                way.0 |= to.bit();
                let blocker = self.permanent(to);
                let king_there = |other: usize| self.men[other].piece.role == Role::King;
                let own = blocker
                    .is_some_and(|other| self.men[other].piece.color == color || king_there(other));
                if own {
                    break; // *permanent*: an own man, or a king, which is never taken.
                }
                if role != Role::King || !self.always_attacked(to, !color, None) {
                    if blocker.is_none() {
                        let (takes, promotes, rook) = (None, false, None);
                        steps.push(Step { from, to, takes, promotes, rook });
                    }
                    self.captures(man, from, to, steps);
                }
                if blocker.is_some() || !role.slides() {
                    break;
                }
                next = to.offset(files, ranks);
            }
        }
    }

    /// One step for each enemy man that may be taken on `to`.
    fn captures(&self, man: usize, from: Square, to: Square, steps: &mut Vec<Step>) {
        for victim in self.standing_on(to) {
            self.meter.count(1);
            let enemy = self.men[victim].piece;
            if enemy.color != self.men[man].piece.color && enemy.role != Role::King {
                let promotes = self.is_last_rank(man, to);
                steps.push(Step { from, to, takes: Some(victim), promotes, rook: None });
            }
        }
    }

    fn is_last_rank(&self, man: usize, to: Square) -> bool {
        let Piece { color, role } = self.men[man].piece;
        role == Role::Pawn && to.rank() == color.promotion_rank()
    }

    fn pawn_steps(&self, man: usize, from: Square, steps: &mut Vec<Step>) {
        let color = self.men[man].piece.color;
        let forward = color.forward();
        let push = |to: Square| {
            let (takes, rook) = (None, None);
            Step { from, to, takes, promotes: self.is_last_rank(man, to), rook }
        };
        let mut way = Squares::only(from);
        let mut next = from.offset(0, forward);
        while let Some(to) = next.filter(|&to| !self.push_blocked(man, way, to)) {
            steps.push(push(to));
            way.0 |= to.bit();
            let first = from.rank() == color.pawn_rank() && way.len() == 2;
            next = if first { to.offset(0, forward) } else { None };
        }
        for to in [-1, 1].into_iter().filter_map(|side| from.offset(side, forward)) {
            self.captures(man, from, to, steps);
            for victim in 0..self.men.len() {
                if self.passes(victim, to, !color) {
                    let (takes, promotes, rook) = (Some(victim), false, None);
                    steps.push(Step { from, to, takes, promotes, rook });
                }
            }
        }
    }

    /// Whether a pawn of `color` might have just passed `to` by a double step.
    fn passes(&self, victim: usize, to: Square, color: Color) -> bool {
        if self.men[victim].piece != (Piece { color, role: Role::Pawn }) {
            return false;
        }
        let origin = to.offset(0, -color.forward());
        let target = to.offset(0, color.forward());
        let (Some(origin), Some(target)) = (origin, target) else { return false };
        let squares = self.squares(victim);
        let steps = origin.rank() == color.pawn_rank() && squares.contains(origin);
        (steps || self.anchor.en_passant() == Some(to)) && squares.contains(target)
    }

    /// Lemma *in the way*: some other man stands in every covered position on the way that this one
    /// comes, or on its last square `to`, where it cannot be taken.
    fn in_the_way(&self, man: usize, way: Squares, to: Square, may_take: bool) -> bool {
        self.meter.count(self.confined.len() as u64);
        self.confined.iter().any(|&other| {
            let Piece { color, role } = self.men[other].piece;
            let taken = may_take && color != self.men[man].piece.color && role != Role::King;
            let end = if taken { Squares::EMPTY } else { Squares::only(to) };
            other != man && self.squares(other).is_subset(Squares(way.0 | end.0))
        })
    }

    /// Lemmas *permanent*, *in the way* and *facing pawns*: why a pawn that has come this way cannot be
    /// pushed on to `to`.
    fn push_blocked(&self, man: usize, way: Squares, to: Square) -> bool {
        if self.permanent(to).is_some() || self.in_the_way(man, way, to, false) {
            return true;
        }
        let color = self.men[man].piece.color;
        self.phase.facing.iter().any(|&(white, black)| {
            let (own, other) = if color == Color::White { (white, black) } else { (black, white) };
            // The other pawn is on the board in every covered placement, ahead of this one and
            // never beyond `to`: so it stands on `to`, or before it.
            own == man
                && !self.phase.men[other].may_be_absent()
                && self.squares(other).iter().all(|square| match color {
                    Color::White => square.rank() <= to.rank(),
                    Color::Black => square.rank() >= to.rank(),
                })
        })
    }

    /// Castling, while the anchor's rights last. They are taken to last for ever.
    fn castling_steps(&self, king: usize, steps: &mut Vec<Step>) {
        let color = self.men[king].piece.color;
        let from = self.men[king].home;
        for side in CastlingSide::ALL {
            let Some(corner) = self.anchor.castling_rook(color, side) else { continue };
            let Some(rook) = (0..self.men.len()).find(|&man| self.men[man].home == corner) else {
                continue;
            };
            let (to, rook_to) = (side.king_target(color), side.rook_target(color));
            let all = [from, to, corner, rook_to].map(|square| square.file());
            let (low, high) = (all.into_iter().min(), all.into_iter().max());
            let blocked = (low.unwrap_or(0)..=high.unwrap_or(7)).any(|file| {
                Square::from_coords(file, from.rank())
                    .and_then(|square| self.permanent(square))
                    .is_some_and(|man| man != king && man != rook)
            });
            if !blocked && !self.always_attacked(to, !color, None) {
                let (takes, promotes) = (None, false);
                steps.push(Step { from, to, takes, promotes, rook: Some((rook, rook_to)) });
            }
        }
    }

    /// Lemma *always attacked*: some man of colour `by`, never gone and never promoted, attacks
    /// the square from wherever it may stand, and nothing can ever be in between but itself, the king
    /// of the other colour, and men of its own that attack along the same line. `but` does not count.
    pub fn always_attacked(&self, square: Square, by: Color, but: Option<usize>) -> bool {
        self.meter.count(self.men.len() as u64);
        (0..self.men.len()).any(|man| {
            self.always[man].contains(square) && self.men[man].piece.color == by && Some(man) != but
        })
    }

    /// Lemma *in check*: the king of this colour is attacked wherever it may stand, so that in every
    /// covered position it is its side's move.
    pub fn is_in_check(&self, color: Color) -> bool {
        let king = Piece { color, role: Role::King };
        let mut kings = (0..self.men.len()).filter(|&man| self.men[man].piece == king);
        let attacked = |at: Square| self.always_attacked(at, !color, None);
        kings.any(|man| self.squares(man).iter().all(attacked))
    }

    /// What the man attacks in every covered position.
    fn attacks_always(&self, man: usize) -> Squares {
        let (piece, state) = (self.men[man].piece, &self.phase.men[man]);
        if state.may_be_absent() || state.may_be_promoted {
            return Squares::EMPTY;
        }
        let king = Piece { color: !piece.color, role: Role::King };
        // The one that is nearest to the square attacks it.
        let helps = |at: usize| {
            let Piece { color, role } = self.men[at].piece;
            color == piece.color
                && (role == piece.role || role == Role::Queen)
                && !self.phase.men[at].may_be_promoted
        };
        let others = (0..self.men.len()).filter(|&at| !helps(at) && self.men[at].piece != king);
        let walls = Squares(others.fold(0, |walls, other| walls | self.squares(other).0));
        let mut common = Squares(u64::MAX);
        for from in state.squares.iter() {
            self.meter.count(32);
            common.0 &= attacks(piece, from, walls).0;
            if common.is_empty() {
                break;
            }
        }
        common
    }
}

/// What a man attacks from a square on a board with these men on it, the squares of which it
/// attacks, too.
pub(crate) fn attacks(piece: Piece, from: Square, walls: Squares) -> Squares {
    let mut found = Squares::EMPTY;
    if piece.role == Role::Pawn {
        let sides = [-1, 1].into_iter().filter_map(|side| from.offset(side, piece.color.forward()));
        return Squares(sides.fold(0, |found, to| found | to.bit()));
    }
    for &(files, ranks) in piece.role.steps() {
        let mut next = from.offset(files, ranks);
        while let Some(to) = next {
            found.0 |= to.bit();
            let goes_on = piece.role.slides() && !walls.contains(to);
            next = if goes_on { to.offset(files, ranks) } else { None };
        }
    }
    found
}

/// The squares between a man and a square it attacks on an otherwise empty board; `None` when it
/// does not attack it.
pub(crate) fn line(piece: Piece, from: Square, target: Square) -> Option<Squares> {
    let (files, ranks) = (target.file() - from.file(), target.rank() - from.rank());
    let step = (files.signum(), ranks.signum());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let attacks = match piece.role {
        Role::Pawn => files.abs() == 1 && ranks == piece.color.forward(),
        role if role.slides() => straight && role.steps().contains(&step),
        role => role.steps().contains(&(files, ranks)),
    };
    let mut between = Squares::EMPTY;
    if attacks && piece.role.slides() {
        let mut square = from.offset(step.0, step.1)?;
        while square != target {
            between.0 |= square.bit();
            square = square.offset(step.0, step.1)?;
        }
    }
    attacks.then_some(between)
}
