//! Decides every position of an ending, and lets the kernel check it.
//!
//! Positions with all men at home have proof games; what follows from them in the ending is legal.
//! Each position that is left is looked at by itself, and what follows from it if it is legal. It is
//! illegal if its past ends soon, and legal if a way back leads to a game that is known. Most are
//! decided by a look at a few positions before them; only what is left then costs an effort.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use zermelo_kernel::{
    Budget, Census, CensusFault, Color, Counted, ILLEGAL, MOST_PAST, Move, Piece, Position, Proved,
    Role,
};

use super::games::Node;
use super::men::Ending;
use super::ways::Ways;

/// So many positions are looked at together.
const PART: usize = 1024;
/// After so many positions that stay open, no more effort is made for each of the others.
const PATIENCE: usize = 50;
/// How many positions the past of an illegal one has as a rule.
const FEW_PAST: usize = 8;

/// An ending with what is known of its positions.
pub struct Decided {
    /// Which positions are legal, with the evidence. Open ones are called illegal here, which the
    /// kernel will not accept.
    pub census: Census,
    /// Positions that were proven neither legal nor illegal.
    pub open: Vec<Position>,
}

impl Decided {
    /// Decides every position of an ending.
    ///
    /// `game` finds a proof game for a position with all men at home. `progress` is told how many
    /// positions of how many are decided, none of none while that is not known, and may break off;
    /// then there is no answer.
    pub fn new(
        ending: &Ending,
        game: impl FnMut(&Position) -> Option<Vec<Move>>,
        mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Option<Decided> {
        let mut work = Work { ways: Ways::new(game), seeds: Vec::new(), open: Vec::new() };
        work.seeds = work.ways.follow_from_home(ending);
        for before in before_promotions(ending) {
            progress(0, 0).is_continue().then_some(())?;
            work.ways.follow_from_home(&before);
        }
        let positions = work.ways.ending().positions();
        for effort in [false, true] {
            for turn in Color::ALL {
                let mut next = Some(0);
                while let Some(from) = next {
                    let done = work.ways.ending().marked();
                    progress(done, positions).is_continue().then_some(())?;
                    let part;
                    (part, next) = work.ways.ending().open(turn, from, PART);
                    work.decide(&part, effort);
                }
            }
        }
        let Work { ways, seeds, mut open } = work;
        let (closure, lines) = ways.into_closure(&seeds);
        open.retain(|position| closure.is_open(position));
        let material = ending.material().clone();
        let census = Census { material, lines, levels: closure.into_levels() };
        Some(Decided { census, open })
    }

    /// Lets the kernel check everything; what it proved and counted. `progress` is told when one of the
    /// [`Census::SLICES`] parts is done, and may break off; then there is no answer.
    ///
    /// # Errors
    ///
    /// What the kernel rejected.
    pub fn check(
        &self,
        progress: impl Fn() -> ControlFlow<()> + Sync,
    ) -> Option<Result<Proved<Counted>, CensusFault>> {
        let stopped = AtomicBool::new(false);
        let budget = Budget::default().steps(u64::MAX, 0).until(|| stopped.load(Ordering::Relaxed));
        let threads = rayon::current_num_threads();
        let checked = self.census.clone().check_on(threads, &budget, || {
            if progress().is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
        });
        (!stopped.load(Ordering::Relaxed)).then_some(checked)
    }
}

/// The positions that a census calls illegal, without those that have a capture en passant and those
/// that are open.
pub fn illegal(census: &Census, open: &[Position]) -> Vec<Position> {
    let material = &census.material;
    let Ok(ending) = Ending::new(material.men()) else { return Vec::new() };
    let mut found = Vec::new();
    for (turn, levels) in Color::ALL.into_iter().zip(&census.levels) {
        let none = (0..material.places()).filter(|&place| levels[place] == ILLEGAL);
        let none = none.filter(|&place| ending.is_number(place));
        found.extend(none.filter_map(|n| ending.position(&ending.places(n), turn, None)));
    }
    found.retain(|position| !open.contains(position));
    found
}

/// The endings from which a promotion leads to this one without capture.
fn before_promotions(ending: &Ending) -> Vec<Ending> {
    let men = ending.men();
    let officers = (2..men.len()).filter(|&m| men[m].role != Role::Pawn);
    let before = officers.map(|officer| {
        let mut men = men.to_vec();
        men[officer] = Piece { role: Role::Pawn, ..men[officer] };
        men
    });
    let mut endings: Vec<Ending> = before.filter_map(|men| Ending::new(&men).ok()).collect();
    endings.dedup();
    endings
}

/// An ending that is being decided.
struct Work<G> {
    ways: Ways<G>,
    /// Games to positions of the ending that do not follow from others.
    seeds: Vec<Node>,
    open: Vec<Position>,
}

impl<G: FnMut(&Position) -> Option<Vec<Move>>> Work<G> {
    /// Decides positions of the ending with no great effort, or with one.
    fn decide(&mut self, part: &[Position], effort: bool) {
        let most = if effort { MOST_PAST } else { FEW_PAST };
        let pasts = part.par_iter().map(|position| position.closed_past(most));
        let pasts: Vec<Option<Vec<Position>>> = pasts.collect();
        for (position, past) in part.iter().zip(pasts) {
            if let Some(past) = past {
                past.iter().for_each(|member| self.ways.ending().set_illegal(member));
            } else if self.ways.ending().is_open(position) {
                let found = match effort {
                    false => self.ways.find_soon(position),
                    true => self.ways.find(position, self.open.len() < PATIENCE),
                };
                match found {
                    Some(game) => {
                        self.seeds.push(game);
                        self.ways.ending().add([position]);
                    }
                    None if effort => self.open.push(position.clone()),
                    None => {}
                }
            }
        }
    }
}
