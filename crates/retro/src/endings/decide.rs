//! Decides every position of an ending, and lets the kernel check it.
//!
//! Positions with all men at home have proof games; what follows from them in the ending is legal.
//! Each position that is left is looked at by itself, and what follows from it if it is legal. It is
//! illegal if its past ends soon, and legal if a way back leads to men at home with a game, perhaps
//! in an ending with more men, or to where another way has been before.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use zermelo_kernel::{
    Budget, Census, CensusFault, Color, Counted, ILLEGAL, Line, MOST_PAST, Move, Position, Proved,
};

use super::closure::Closure;
use super::home::{homes, is_home};
use super::men::Ending;
use super::packed::Packed;
use super::past;

/// So many positions are looked at together.
const PART: usize = 1024;
/// After so many positions that stay open, no more effort is made for each of the others.
const PATIENCE: usize = 50;
/// How many positions the slow search for a way home looks at, which knows castling.
const SLOW: usize = 20_000;

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
    /// positions of how many have been looked at, and may break off; then there is no answer.
    pub fn new(
        ending: &Ending,
        game: impl FnMut(&Position) -> Option<Vec<Move>>,
        mut progress: impl FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Option<Decided> {
        let mut games = Games::new(game);
        let mut closure = Closure::new(ending);
        let mut seeds = homes(ending.material().men());
        seeds.retain(|home| games.has(home));
        closure.add(&seeds);
        let mut open = Vec::new();
        for turn in Color::ALL {
            let list: Vec<usize> = closure.open(turn).collect();
            for (done, part) in list.chunks(PART).enumerate() {
                if progress((done * PART) as u64, list.len() as u64).is_break() {
                    return None;
                }
                let here = |&number: &usize| ending.position(&ending.places(number), turn, None);
                let positions = part.par_iter().filter_map(here);
                let left: Vec<(Position, Option<Vec<Position>>)> = positions
                    .filter(|position| closure.is_open(position))
                    .map(|position| (position.clone(), position.closed_past(MOST_PAST)))
                    .collect();
                for (position, past) in left {
                    if let Some(past) = past {
                        past.iter().for_each(|member| closure.set_illegal(member));
                    } else if !closure.is_open(&position) {
                        continue;
                    } else if games.find_way(&position, open.len() < PATIENCE) {
                        closure.add([&position]);
                    } else {
                        open.push(position);
                    }
                }
            }
        }
        open.retain(|position| closure.is_open(position));
        let census = Census {
            material: ending.material().clone(),
            lines: games.lines,
            levels: closure.into_levels(),
        };
        Some(Decided { census, open })
    }

    /// The positions that were proven illegal, without those that have a capture en passant.
    pub fn illegal(&self) -> Vec<Position> {
        let material = &self.census.material;
        let Ok(ending) = Ending::new(material.men()) else { return Vec::new() };
        let mut found = Vec::new();
        for (turn, levels) in Color::ALL.into_iter().zip(&self.census.levels) {
            let none = (0..material.places()).filter(|&place| levels[place] == ILLEGAL);
            let none = none.filter(|&place| ending.is_number(place));
            found.extend(none.filter_map(|n| ending.position(&ending.places(n), turn, None)));
        }
        found.retain(|position| !self.open.contains(position));
        found
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

/// The games known so far, by the positions they end in.
struct Games<G> {
    /// Finds a game to a home position.
    search: G,
    lines: Vec<Line>,
    /// The line to each position; `None` for a home position without a game.
    known: HashMap<Position, Option<usize>>,
    /// The same positions again, where they are quickly found.
    packed: HashMap<Packed, bool>,
}

impl<G: FnMut(&Position) -> Option<Vec<Move>>> Games<G> {
    fn new(search: G) -> Games<G> {
        Games { search, lines: Vec::new(), known: HashMap::new(), packed: HashMap::new() }
    }

    /// Whether there is a game to this position, found before or, for men at home, now.
    fn has(&mut self, position: &Position) -> bool {
        if let Some(known) = self.known.get(position) {
            return known.is_some();
        }
        if !is_home(position) {
            return false;
        }
        let line = (self.search)(position).map(|moves| self.add_line(None, moves));
        self.known.insert(position.clone(), line);
        line.is_some()
    }

    fn add_line(&mut self, after: Option<usize>, moves: Vec<Move>) -> usize {
        self.lines.push(Line { after, moves });
        self.lines.len() - 1
    }

    /// The same for few men.
    fn has_packed(&mut self, packed: &Packed) -> bool {
        if let Some(&known) = self.packed.get(packed) {
            return known;
        }
        if !packed.is_home() {
            return false;
        }
        let known = packed.position().is_some_and(|position| self.has(&position));
        self.packed.insert(*packed, known);
        known
    }

    /// Finds a game to any position, perhaps with much effort; whether there is one now.
    fn find_way(&mut self, position: &Position, effort: bool) -> bool {
        let packed = Packed::of(position);
        let mut run = |captures| packed?.way_home(captures, &mut |before| self.has_packed(before));
        let fast = run(0).or_else(|| if effort { run(1) } else { None });
        let fast =
            fast.and_then(|way| way.iter().map(Packed::position).collect::<Option<Vec<_>>>());
        let slow = if effort { SLOW } else { SLOW / 20 };
        let way = fast.or_else(|| past::way_home(position, slow, |before| self.has(before)));
        way.is_some_and(|way| self.walk(&way).is_some())
    }

    /// Continues the game to the first of these positions through all others, one line for each
    /// move.
    fn walk(&mut self, way: &[Position]) -> Option<()> {
        let mut line = (*self.known.get(way.first()?)?)?;
        for (before, after) in way.iter().zip(&way[1..]) {
            let made = before.legal_moves().into_iter().find(|&m| before.play(m) == *after)?;
            line = self.add_line(Some(line), vec![made]);
            self.known.insert(after.clone(), Some(line));
            self.packed.extend(Packed::of(after).map(|packed| (packed, true)));
        }
        Some(())
    }
}
