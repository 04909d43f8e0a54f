//! Search along relaxed plans: long helpmates that are found by knowing what they need.
//!
//! Where many pieces roam, a search drowns in moves that are of no use. Here each position is weighed
//! by the relaxed plan towards a mate ([`crate::relaxed`]), and of its moves those are made first that the plan
//! begins with; where the side to move has none of these, it waits. Positions that show something new among
//! those of the same weight come first ([`crate::novelty`]), for a plan that forgets much often has to get
//! worse before it gets better. Every now and then a position gets all its moves. So a king that walks out, takes a pawn and lets another one promote is found among
//! thousands of positions instead of millions. A mate found is a mate. That none is found says nothing.
//! Memory: [`BYTES_PER_POSITION`] at most, and 8 MiB for what is new.

use zermelo_board::{Color, Limits, Move, Position, Role, back_rank, squares};

use crate::explore::{Outcome, Queue};
use crate::listed::Listed;
use crate::material::insufficient;
use crate::novelty::{Facts, Seen, facts};
use crate::pictures::{self, Picture};
use crate::regions::Regions;
use crate::relaxed::Relaxed;
use crate::rollout::Dice;
use crate::solver::near;

/// What a position may cost in memory: it is listed, and waits in three queues of each aim.
pub const BYTES_PER_POSITION: u64 = 300;
/// Mates that are looked at.
const AIMS: usize = 5;
/// Promotions that are looked at besides.
const PROMOTIONS: usize = 3;
/// Waiting moves that are tried where a plan has none for the side to move.
const WAITS: usize = 3;
/// Turns that an aim earns by coming nearer.
const PROGRESS: i64 = 50;
/// More missing moves than this, less one, are not told apart by what is new.
const MISSING: usize = 32;
/// The clock is looked at once in so many positions gone on from.
const LOOK: u32 = 16;

/// A mate to search for, and the positions weighed by how far it is.
struct Aim {
    picture: Picture,
    /// Positions to try the moves of a plan in, and such as get all their moves.
    open: Queue,
    rest: Queue,
    /// The former, such as show something new first.
    novel: Queue,
    /// What was shown so far where so many moves were missing.
    seen: Vec<Seen>,
    /// The fewest moves that are missing.
    least: u32,
    /// How often it was its turn, less what its progress has earned.
    turns: i64,
}

impl Aim {
    fn new(picture: Picture) -> Aim {
        let [open, rest, novel] = [(); 3].map(|()| Queue::default());
        Aim { picture, open, rest, novel, seen: Vec::new(), least: u32::MAX, turns: 0 }
    }

    /// Puts a position into the queues from which so many moves are missing.
    fn enqueue(&mut self, moves: u32, facts: &Facts, index: u32) {
        let missing = moves as usize;
        self.open.push(missing, index);
        self.rest.push(missing, index);
        let number = missing.min(MISSING - 1);
        while self.seen.len() <= number {
            self.seen.push(Seen::new());
        }
        let novelty = self.seen[number].look(facts);
        self.novel.push(novelty as usize * 4 * MISSING + missing, index);
        if moves < self.least {
            self.least = moves;
            self.turns -= PROGRESS;
        }
    }

    /// The position to go on from, and whether with all its moves.
    fn pop(&mut self) -> (Option<u32>, bool) {
        self.turns += 1;
        match self.turns & 7 {
            0 => (self.rest.pop(), true),
            4 => (self.open.pop(), false),
            _ => (self.novel.pop(), false),
        }
    }
}

/// A search in progress, which may be gone on with later.
pub struct Planned {
    winner: Color,
    listed: Listed,
    aims: Vec<Aim>,
    regions: Regions,
    dice: Dice,
    relaxed: Relaxed,
}

/// The nearest promotions by a winner who has no queen.
fn promotions(p: &Position, winner: Color) -> Vec<Picture> {
    if p.of(winner, Role::Queen) != 0 {
        return Vec::new();
    }
    let relaxed = Relaxed::new(p);
    let weighed = |s| {
        let picture = pictures::promoted(winner, s);
        Some((relaxed.plan(&picture)?.moves, picture))
    };
    let mut found: Vec<(u32, Picture)> = squares(back_rank(!winner)).filter_map(weighed).collect();
    found.sort_by_key(|&(moves, _)| moves);
    found.into_iter().take(PROMOTIONS).map(|(_, picture)| picture).collect()
}

impl Planned {
    /// A fresh search.
    pub fn new(p: &Position, winner: Color) -> Planned {
        let mates = near(pictures::nearest, p, winner, AIMS).into_iter();
        let mut planned = Planned {
            winner,
            listed: Listed::new(p),
            aims: mates.chain(promotions(p, winner)).map(Aim::new).collect(),
            regions: Regions::new(winner),
            dice: Dice::new(5),
            relaxed: Relaxed::new(p),
        };
        planned.enqueue(p, 0);
        planned
    }

    /// How many positions are listed.
    pub fn len(&self) -> usize {
        self.listed.len()
    }

    fn enqueue(&mut self, p: &Position, index: u32) {
        self.relaxed.look(p);
        let facts = facts(p);
        for aim in &mut self.aims {
            if let Some(plan) = self.relaxed.plan(&aim.picture) {
                aim.enqueue(plan.moves, &facts, index);
            }
        }
    }

    /// Goes on until mate, `most` positions are listed, or the time is over.
    pub fn run(&mut self, limits: Limits, most: usize) -> Outcome {
        let mut steps: u32 = 0;
        while self.len() < most {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(LOOK) && limits.is_over() {
                return Outcome::Spent;
            }
            let Some((number, _)) = self.aims.iter().enumerate().min_by_key(|(_, aim)| aim.turns)
            else {
                return Outcome::Spent;
            };
            let aim = &mut self.aims[number];
            let (popped, all) = aim.pop();
            let Some(index) = popped else {
                if [&aim.open, &aim.rest, &aim.novel].into_iter().all(Queue::is_empty) {
                    self.aims.swap_remove(number);
                }
                continue;
            };
            if let Some(line) = self.go_on(index, number, all) {
                return Outcome::Mate(line);
            }
        }
        Outcome::Spent
    }

    /// Makes the moves of a position that are worth it, or all. A mate, if one was found.
    fn go_on(&mut self, index: u32, aim: usize, all: bool) -> Option<Vec<Move>> {
        let p = self.listed.position(index);
        let to_mate = p.turn() != self.winner;
        let moves = p.legal_moves();
        if moves.is_empty() {
            return (to_mate && p.checkers() != 0).then(|| self.listed.line(index, []));
        }
        if !to_mate && let Some(&m) = moves.iter().find(|m| p.play(**m).is_checkmate()) {
            return Some(self.listed.line(index, [m]));
        }
        if all {
            return moves.into_iter().find_map(|m| self.make(&p, index, m));
        }
        self.relaxed.look(&p);
        let plan = self.relaxed.plan(&self.aims[aim].picture)?;
        let begins = |m: &Move| plan.first[m.from.index()] & m.to.bit() != 0;
        let (first, mut others): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(begins);
        if !first.is_empty() {
            return first.into_iter().find_map(|m| self.make(&p, index, m));
        }
        others.retain(|&m| !p.is_critical(m));
        for _ in 0..WAITS.min(others.len()) {
            let choice = self.dice.throw() as usize % others.len();
            let m = others.swap_remove(choice);
            if let Some(line) = self.make(&p, index, m) {
                return Some(line);
            }
        }
        None
    }

    /// Makes a move and lists where it leads. A mate, if one was found.
    fn make(&mut self, p: &Position, index: u32, m: Move) -> Option<Vec<Move>> {
        let child = p.play(m);
        if p.is_critical(m) {
            let nodes = self.listed.len();
            if insufficient(&child, self.winner)
                || self.listed.contains(&child)
                || self.regions.settles(&child, nodes)
            {
                return None;
            }
            if let Some(line) = self.regions.rollout(&child, nodes) {
                return Some(self.listed.line(index, std::iter::once(m).chain(line)));
            }
        }
        let number = self.listed.insert(&child, index, m)?;
        self.enqueue(&child, number);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_kernel as kernel;

    /// Long unlocking manoeuvres that tens of millions of positions did not show: a king walks out,
    /// takes a pawn, and another pawn takes a man that offers itself, and promotes.
    #[test]
    fn long_manoeuvres_are_found_among_few_positions() {
        for (fen, winner) in [
            ("k1b1b1b1/1p1b1b1b/1P4b1/8/8/1p6/pP1B1B1B/K1B1B1B1 w - -", Color::Black),
            ("k1b5/1p1b4/1P2b2B/5bB1/5Bb1/1p2B2b/pP1B4/K1B5 w - -", Color::Black),
            ("k1b4B/1p1b4/1P2b2B/5bB1/6b1/1p2B2b/pP1B4/K1B5 w - -", Color::Black),
            ("8/8/1b3b2/4k2B/8/4p1p1/4P1P1/3B1BRK b - -", Color::Black),
            ("8/k7/8/7N/4b3/8/8/2KQRR2 b - -", Color::Black),
        ] {
            let root =
                kernel::Position::from_fen(fen, kernel::Castling::Standard).expect("a position");
            let p = Position::from_kernel(&root);
            let outcome = Planned::new(&p, winner).run(Limits::default(), 4_000);
            let Outcome::Mate(line) = outcome else { panic!("{fen}") };
            let end = line.iter().fold(p, |p, &m| p.play(m));
            assert!(end.is_checkmate() && end.turn() != winner, "{fen}");
        }
    }

    /// That none is found says nothing, and costs no more than was allowed.
    #[test]
    fn a_budget_is_kept() {
        let fen = "k1b1b1b1/1p1b1b1b/1P4b1/8/8/1p6/pP1B1B1B/K1B1B1B1 w - -";
        let root = kernel::Position::from_fen(fen, kernel::Castling::Standard).expect("a position");
        let p = Position::from_kernel(&root);
        let mut planned = Planned::new(&p, Color::White);
        let outcome = planned.run(Limits::default(), 100);
        assert!(matches!(outcome, Outcome::Spent) && planned.len() <= 300);
        let mut planned = Planned::new(&p, Color::White);
        assert!(matches!(planned.run(Limits::default(), 0), Outcome::Spent) && planned.len() == 1);
    }
}
