//! Which captures and pawn moves may be made, so that all 117 can be.
//!
//! White's pawns on b2 and g2 take on a3 and h3, so that Black's may go straight down these two
//! files. Of Black's other six each takes once, to a file beside it: those of the a- and c-file on
//! the b-file, those of the f- and h-file on the g-file, and those of the d- and e-file behind the
//! white pawns of c3 and f3, or of c4 and f4, for White's bishops are to be taken too and must get out.
//! Then every pawn has passed those of the other side, and nothing is in the
//! way of White's.

use zermelo_board::{Color, Position, Role, Square, ahead, squares};

use super::super::goal::{shade, victims};

/// A step of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where it stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Step {
    /// Whether it takes something.
    pub fn takes(self) -> bool {
        self.from.file() != self.to.file()
    }
}

/// What a segment may be closed with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// A step of a pawn.
    Step(Step),
    /// A piece takes a piece.
    Capture,
}

/// The pawns that have still to take something.
#[derive(Clone, Copy, Debug)]
pub struct Skeleton {
    owing: u64,
}

/// The files that Black's pawns take on, by the files they come from; they stay on b and g.
const TAKE_ON: [u8; 8] = [1, 1, 1, 2, 5, 6, 6, 6];

impl Skeleton {
    /// That of the initial array.
    pub fn initial() -> Skeleton {
        // All of Black's but those of the b- and g-file, and White's of these.
        Skeleton { owing: 0xBD << 48 | 0x42 << 8 }
    }

    /// The steps of White's pawns that make way for Black's.
    pub fn opening(self, position: &Position) -> Vec<Step> {
        let pawns = position.of(Color::White, Role::Pawn);
        let step =
            |from: u8, to: u8| Step { from: Square::wrapping(from), to: Square::wrapping(to) };
        // f3, c3, and then bxa3 and gxh3.
        let steps = [step(13, 21), step(10, 18), step(9, 16), step(14, 23)];
        let mut left: Vec<Step> =
            steps.into_iter().filter(|s| pawns & s.from.bit() & !(0xFF << 16) != 0).collect();
        // One after the other, but for the captures.
        if left.len() > 2 {
            left.truncate(1);
        }
        left
    }

    /// The steps to c4 and f4, which let White's bishops out.
    pub fn clearing(self, position: &Position) -> Vec<Step> {
        let pawns = position.role(Role::Pawn);
        let steps = [(18, 26), (21, 29)].map(|(from, to): (u8, u8)| Step {
            from: Square::wrapping(from),
            to: Square::wrapping(to),
        });
        let may = |s: &Step| {
            position.of(Color::White, Role::Pawn) & s.from.bit() != 0 && pawns & s.to.bit() == 0
        };
        steps.into_iter().filter(may).collect()
    }

    /// The steps a side may make, whatever pieces stand in the way.
    pub fn steps(self, position: &Position, color: Color) -> Vec<Step> {
        let pawns = position.role(Role::Pawn);
        let theirs = position.of(!color, Role::Pawn);
        let mut steps = Vec::new();
        for from in squares(position.of(color, Role::Pawn)) {
            let push = ahead(color, from);
            let owes = self.owing & from.bit() != 0;
            let free = pawns & push.bit() == 0;
            if free && (owes || theirs & in_front(color, from) == 0) {
                steps.push(Step { from, to: push });
            }
            if owes && color == Color::Black {
                let file = TAKE_ON[from.file() as usize];
                let to = Square::wrapping(push.number() & 56 | file);
                if pawns & to.bit() == 0 && theirs & in_front(color, to) == 0 {
                    steps.push(Step { from, to });
                }
            }
        }
        steps
    }

    /// The men of the other side that may be taken, so that enough are left for the pawns.
    pub fn prey(self, position: &Position, color: Color, after: Option<Step>) -> u64 {
        let mut owing = self.owing & position.of(color, Role::Pawn);
        if let Some(step) = after.filter(|step| step.takes()) {
            owing &= !step.from.bit();
        }
        let kings_and_pawns = position.role(Role::King) | position.role(Role::Pawn);
        let men = position.men(!color) & !kings_and_pawns;
        if men.count_ones() <= owing.count_ones() {
            return 0;
        }
        let mut later = [0; 2];
        if color == Color::Black {
            // Those of the d- and e-file take on c2 and f2.
            let home = position.of(Color::White, Role::Pawn);
            for (file, target) in [(3, 10), (4, 13)] {
                let shut = home & 1 << (target + 8) != 0;
                if shut && squares(owing).any(|s| s.file() as u8 == file) {
                    later[shade(Square::wrapping(target))] += 1;
                }
            }
        }
        let prey = victims(position, !color, later);
        // A queen holds a king and more; it is the last to be taken.
        let others = prey & !position.role(Role::Queen);
        if others != 0 { others } else { prey }
    }

    /// Notes that a pawn has made a step.
    pub fn note(&mut self, step: Step) {
        let owes = self.owing & step.from.bit() != 0;
        self.owing &= !step.from.bit();
        if owes && !step.takes() {
            self.owing |= step.to.bit();
        }
    }

    /// Whether a pawn of this side has still to take something.
    pub fn owes(self, position: &Position, color: Color) -> bool {
        self.owing & position.of(color, Role::Pawn) != 0
    }
}

/// The squares in front of one on its file.
fn in_front(color: Color, s: Square) -> u64 {
    let file = 0x0101_0101_0101_0101 << s.file() as u32;
    match color {
        Color::White => file & !1 << s.number(),
        Color::Black => file & (s.bit() - 1),
    }
}
