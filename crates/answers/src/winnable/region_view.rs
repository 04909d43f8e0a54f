//! What a region means to a person: locked pawns, where the kings can go, what could give check.
//!
//! Everything here is read off evidence that the kernel has accepted, all phases taken together.
//! The sets are upper bounds: a square that is missing is out of reach for certain, a square that
//! is listed may be out of reach all the same. They hold while the game lasts: a move that ends it
//! (without a mate by the intended winner) may lead out of them.

use zermelo_kernel::{Color, Phase, Piece, Position, Region, Role, Square, Squares};

/// A man that might one day give check.
pub struct Checker {
    /// The man.
    pub piece: Piece,
    /// Where it stands in the anchor.
    pub home: Square,
    /// Whether it is a pawn that may promote.
    pub may_promote: bool,
}

/// A man, and where it may ever be.
pub struct Man {
    /// The man.
    pub piece: Piece,
    /// Where it stands in the anchor.
    pub home: Square,
    /// Where it may ever stand.
    pub squares: Squares,
    /// Whether it may be taken.
    pub may_be_taken: bool,
    /// Whether it is a pawn that may promote.
    pub may_promote: bool,
}

impl Man {
    fn new(region: &Region, man: usize, home: Square, piece: Piece) -> Man {
        let states = || region.phases.iter().filter_map(|phase| phase.men.get(man));
        Man {
            piece,
            home,
            squares: Squares(states().fold(0, |squares, state| squares | state.squares.0)),
            may_be_taken: states().any(|state| state.may_be_gone),
            may_promote: states().any(|state| state.may_be_promoted),
        }
    }

    fn never_moves(&self) -> bool {
        self.squares == Squares::only(self.home) && !self.may_be_taken
    }
}

/// The view of a region.
pub struct RegionView {
    /// The position where the region starts.
    pub anchor: Position,
    /// Whose chances are denied.
    pub winner: Color,
    /// All men of the anchor, a1 first.
    pub men: Vec<Man>,
    /// Pawns that never move and are never taken.
    pub locked_pawns: Squares,
    /// Where the kings may ever stand, White's first.
    pub kings: [Squares; 2],
    /// The men of the intended winner that might ever give check.
    pub checkers: Vec<Checker>,
    /// Where the other king might be in check.
    pub checked_on: Squares,
}

impl RegionView {
    /// Reads the view off a region that denies `winner` a mate.
    pub fn new(region: &Region, winner: Color) -> RegionView {
        let mut view = RegionView {
            anchor: region.anchor.clone(),
            winner,
            men: Vec::new(),
            locked_pawns: Squares::EMPTY,
            kings: [Squares::EMPTY; 2],
            checkers: Vec::new(),
            checked_on: Squares::EMPTY,
        };
        for (index, (home, piece)) in region.anchor.pieces().enumerate() {
            let man = Man::new(region, index, home, piece);
            match piece.role {
                Role::Pawn if man.never_moves() => {
                    view.locked_pawns.0 |= Squares::only(home).0;
                }
                Role::King => view.kings[piece.color.index()] = man.squares,
                _ => {}
            }
            view.men.push(man);
            if piece.color == winner && piece.role != Role::King {
                view.add_checks(region, index, home, piece);
            }
        }
        view
    }

    /// Whether the picture of the two regions is the same.
    pub fn looks_like(&self, other: &RegionView) -> bool {
        self.anchor == other.anchor
            && self.locked_pawns == other.locked_pawns
            && self.kings == other.kings
            && self.checked_on == Squares::EMPTY
            && other.checked_on == Squares::EMPTY
    }

    fn add_checks(&mut self, region: &Region, man: usize, home: Square, piece: Piece) {
        let (mut checks, mut may_promote) = (0, false);
        for phase in &region.phases {
            let Some(state) = phase.men.get(man) else { continue };
            may_promote |= state.may_be_promoted;
            let king = king_squares(region, phase, !self.winner);
            let fixed = permanent(phase);
            for from in state.squares.iter() {
                checks |= king.0 & attacks(piece, from, fixed);
                if state.may_be_promoted {
                    for role in Role::PROMOTIONS {
                        checks |= king.0 & attacks(Piece { role, ..piece }, from, fixed);
                    }
                }
            }
        }
        if checks != 0 {
            self.checked_on.0 |= checks;
            self.checkers.push(Checker { piece, home, may_promote });
        }
    }
}

fn king_squares(region: &Region, phase: &Phase, color: Color) -> Squares {
    let king = Piece { color, role: Role::King };
    let index = region.anchor.pieces().position(|(_, piece)| piece == king);
    index.and_then(|index| phase.men.get(index)).map_or(Squares::EMPTY, |state| state.squares)
}

/// Squares on which a man stands in every position of the phase.
fn permanent(phase: &Phase) -> Squares {
    let fixed = phase.men.iter().filter(|state| !state.may_be_gone);
    let single = fixed.filter_map(|state| state.squares.single());
    Squares(single.fold(0, |squares, square| squares | Squares::only(square).0))
}

/// The squares attacked from a square if only the `fixed` men are in the way.
fn attacks(piece: Piece, from: Square, fixed: Squares) -> u64 {
    if piece.role == Role::Pawn {
        let ahead = piece.color.forward();
        let hit = [-1, 1].into_iter().filter_map(|side| from.offset(side, ahead));
        return hit.fold(0, |squares, square| squares | Squares::only(square).0);
    }
    let mut attacked = 0;
    for &(files, ranks) in piece.role.steps() {
        let mut next = from.offset(files, ranks);
        while let Some(square) = next {
            attacked |= Squares::only(square).0;
            if !piece.role.slides() || fixed.contains(square) {
                break;
            }
            next = square.offset(files, ranks);
        }
    }
    attacked
}
