//! What became of the 32 men of the initial array: the plan that the search follows.
//!
//! Every man of the goal is one of the 32; the others were captured. A pawn has a list of events
//! (captures with a change of file, its promotion, its end), and events that touch the same file
//! have an order, so that pawns which passed each other do so in the plan's way.

use zermelo_board::{Color, Position, Role, Square, split_mix, squares};
use zermelo_kernel::ByColor;

use super::distance::{FAR, Fields};
use super::men::turned;

/// Where a man is: on a square, or nowhere. A byte, for a search keeps millions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place(u8);

impl Place {
    /// Not on the board.
    pub(super) const NOWHERE: Place = Place(64);

    #[inline]
    pub(super) fn on(square: Square) -> Place {
        Place(square.number())
    }

    #[inline]
    pub(super) fn square(self) -> Option<Square> {
        Square::new(self.0)
    }

    #[inline]
    pub(super) fn number(self) -> u8 {
        self.0
    }
}

/// No pawn; where an event's victim is an officer.
pub(super) const OFFICER: u8 = 255;

/// What happened to a pawn. Pawns are numbered 0 to 7 (White's, by file) and 8 to 15 (Black's).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// It promoted on this file.
    Promotion(u8),
    /// It captured from a file to another: a pawn of this number, or an officer.
    Capture(u8, u8, u8),
    /// An officer took it on this file.
    Taken(u8),
}

/// An event of the plan.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) pawn: u8,
    pub(super) what: What,
    /// Events that must have been taken back before this one: later ones on the same files.
    pub(super) after: u64,
    /// The pawns on the file that a capture came from, just before it, lowest first.
    pub(super) stack: Vec<u8>,
    /// The pawns, a bit for each, below the place on its file to which a capture led.
    pub(super) below: u16,
    /// The officer that a pawn took.
    pub(super) victim: u8,
}

/// A plan.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Where each of the 32 men stands in the goal. Man m stands at [`home_square`] in the array.
    pub(super) men: [Place; 32],
    /// What a pawn promoted to, or [`Role::Pawn`].
    pub(super) promoted: [Role; 16],
    pub(super) events: Vec<Event>,
    /// The events of each pawn, last first.
    pub(super) chains: [Vec<u8>; 16],
    /// The file on which a pawn promoted.
    pub(super) promotion_file: [u8; 16],
    /// The event that is a pawn's promotion, and those that are its captures.
    pub(super) promotion: [u64; 16],
    pub(super) captures: [u64; 16],
    /// The promotions of each colour.
    pub(super) promotions: ByColor<u64>,
    /// How far each pawn must have gone as long as an event is not taken back, last event first.
    pub(super) limits: [Vec<(u8, u8)>; 16],
    /// Officers that pawns took.
    pub(super) reserved: u32,
    /// Men that have never moved, since they may still castle.
    pub(super) frozen: u32,
    /// Pawns that stand on their second or third rank in the goal.
    pub(super) early: u64,
    /// Whether the order of the officers on their own rank matters.
    pub(super) orderly: bool,
    /// Castling rights that are gone though king and rook stand at home: K, Q, k, q.
    pub(super) needs: u8,
}

/// The square of a man in the initial array.
#[inline]
pub(super) fn home_square(man: usize) -> Square {
    Square::wrapping(if man < 16 { man as u8 } else { man as u8 + 32 })
}

impl Plan {
    /// The officers of the goal put to the men they were, nearest home first; those of
    /// a role that are too many are left over, as promoted: colour, role, square. The luck of `dice` breaks ties.
    pub(super) fn officers(
        goal: &Position,
        dice: &mut Dice,
        fields: &mut Fields,
    ) -> (Plan, Vec<(Color, Role, Square)>) {
        let mut plan = Plan {
            men: [Place::NOWHERE; 32],
            promoted: [Role::Pawn; 16],
            events: Vec::new(),
            chains: Default::default(),
            promotion: [0; 16],
            promotion_file: [0; 16],
            captures: [0; 16],
            promotions: ByColor::default(),
            limits: Default::default(),
            reserved: 0,
            frozen: 0,
            early: goal.of(Color::White, Role::Pawn) & 0xFF_FF00
                | goal.of(Color::Black, Role::Pawn) & 0x00FF_FF00_0000_0000,
            orderly: dice.odd,
            needs: 0,
        };
        let mut left = Vec::new();
        // Pawns that have never moved.
        let walls = goal.of(Color::White, Role::Pawn) & 0xFF00
            | goal.of(Color::Black, Role::Pawn) & 0xFF << 48;
        for c in Color::ALL {
            let walls = if c == Color::White { walls } else { walls.swap_bytes() };
            let back = if c == Color::White { 0 } else { 24 };
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let mut men: Vec<Square> = squares(goal.of(c, role)).collect();
                let mut pairs = Vec::new();
                for &at in &men {
                    for file in (0..8).filter(|&file| Role::BACK_RANK[file] == role) {
                        let moves = fields.home(walls, file, turned(c, at));
                        let kept = goal.castling_rights() & at.bit() != 0;
                        let cost = if kept && moves == 0 { 0 } else { 1 + u32::from(moves) * 4 };
                        if moves != FAR {
                            pairs.push((cost * 4 + dice.below(4 * dice.wild + 1), at, file));
                        }
                    }
                }
                pairs.sort();
                for (_, at, file) in pairs {
                    let man = back + file;
                    if plan.men[man] == Place::NOWHERE && men.contains(&at) {
                        plan.men[man] = Place::on(at);
                        men.retain(|&other| other != at);
                    }
                }
                left.extend(men.into_iter().map(|at| (c, role, at)));
            }
        }
        plan.castling(goal);
        (plan, left)
    }

    /// Lets some officers that might have come from home be promoted pawns, too, as luck will have it:
    /// then pawns found one more to take before they were past each other.
    pub(super) fn replace(
        &mut self,
        goal: &Position,
        dice: &mut Dice,
        left: &mut Vec<(Color, Role, Square)>,
    ) {
        for _ in 0..dice.replaced {
            let man = dice.below(16) as usize;
            let (c, file) = (if man < 8 { Color::White } else { Color::Black }, man % 8);
            let man = c.index() * 24 + file;
            let promoted = left.iter().filter(|other| other.0 == c).count() as u32;
            let Some(at) = self.men[man].square() else { continue };
            let frozen = self.frozen & 1 << man != 0 || Role::BACK_RANK[file] == Role::King;
            if !frozen && goal.of(c, Role::Pawn).count_ones() + promoted < 8 {
                self.men[man] = Place::NOWHERE;
                left.push((c, Role::BACK_RANK[file], at));
            }
        }
    }

    /// Who has never moved, and who must have.
    fn castling(&mut self, goal: &Position) {
        for (bit, (king, rook)) in [(4, 7), (4, 0), (28, 31), (28, 24)].into_iter().enumerate() {
            let at_home = |man: usize| self.men[man] == Place::on(home_square(man));
            if goal.castling_rights() & home_square(rook).bit() != 0 {
                self.frozen |= 1 << king | 1 << rook;
            } else if at_home(king) && at_home(rook) {
                self.needs |= 1 << bit;
            }
        }
    }

    /// Adds the next event of the game.
    pub(super) fn push(&mut self, pawn: u8, what: What, stack: Vec<u8>, below: u16) {
        let number = self.events.len();
        for earlier in &mut self.events {
            let both_taken = matches!((earlier.what, what), (What::Taken(_), What::Taken(_)));
            if earlier.what.files() & what.files() != 0 && !both_taken {
                earlier.after |= 1 << number;
            }
        }
        self.events.push(Event { pawn, what, after: 0, stack, below, victim: OFFICER });
        match what {
            What::Promotion(file) => {
                self.promotion[pawn as usize] |= 1 << number;
                self.promotion_file[pawn as usize] = file;
                self.promotions[side(pawn)] |= 1 << number;
            }
            What::Capture(..) => self.captures[pawn as usize] |= 1 << number,
            What::Taken(_) => {}
        }
        if !matches!(what, What::Taken(_)) {
            self.chains[pawn as usize].insert(0, number as u8);
        }
    }
}

/// The colour of a pawn.
pub(super) fn side(pawn: u8) -> Color {
    if pawn < 8 { Color::White } else { Color::Black }
}

impl What {
    /// The files it touches.
    fn files(self) -> u8 {
        match self {
            What::Promotion(file) | What::Taken(file) => 1 << file,
            What::Capture(from, to, _) => 1 << from | 1 << to,
        }
    }
}

/// Numbers that look random and are the same in every run.
pub(super) struct Dice {
    state: u64,
    /// How far from the obvious the choices may stray.
    pub(super) wild: u32,
    /// Whether this is every other try.
    pub(super) odd: bool,
    /// How many officers that could be original ones are promoted all the same.
    pub(super) replaced: u32,
}

impl Dice {
    pub(super) fn new(seed: u64, wild: u32) -> Dice {
        let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5A45_524D_454C_4F31;
        Dice { state, wild, odd: seed % 2 == 1, replaced: 0 }
    }

    pub(super) fn next(&mut self) -> u64 {
        split_mix(&mut self.state)
    }

    pub(super) fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound.max(1))) as u32
    }
}
