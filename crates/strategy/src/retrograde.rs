//! Every position of one board, walked backwards from mate.
//!
//! First White's moves are found in every position, on all cores; that is most of the work. Then
//! the positions are taken up level by level: a position of Black is lost when all his replies are
//! won for White, a position of White is won when all his moves lead to such. What is never taken
//! up is not won: the rook can be lost, or there is stalemate, or no move, or a circle.
//! Memory: about 14 bytes for each way to put three men on the board, and 8 for each move.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
pub use zermelo_kernel_strategy::Choice;
use zermelo_kernel_strategy::{
    Board, Kind, Men, Numbering, Place, Rules, STEPS, Strategy, Unwalkable,
};

use crate::counterexample::counterexample;
use crate::graph::{Graph, HELPLESS, Part};
use crate::play::{black_moves, chosen, fitting};
pub use crate::verification::{Checked, Unverified, Verification};

/// About how many bytes a walk takes.
///
/// # Errors
/// The board cannot be walked.
pub fn memory(board: &Board<i32>, choice: Choice) -> Result<u64, Unwalkable> {
    let count = u64::from(Numbering::<Place<i32>>::new(board)?.count());
    // About a seventh of files and ranks together fit in a position, by measure.
    let moves = match choice {
        Choice::Function => 1,
        Choice::Relation => 1 + (board.width + board.height) as u64 / 6,
    };
    Ok(count * (14 + 8 * moves))
}

/// Walks all positions of the strategy's board.
///
/// # Errors
/// The board cannot be walked.
pub fn verify(strategy: &Strategy<i32>, choice: Choice) -> Result<Verification, Unwalkable> {
    match Walk::new(strategy, choice, &AtomicU64::new(0), &AtomicBool::new(false)) {
        Ok(walk) => Ok(walk.found),
        Err(Unverified::Board(why)) => Err(why),
        Err(Unverified::Stopped) => unreachable!("nobody stops it"),
    }
}

/// A board that was walked: what it showed, and how far every position is from mate.
#[derive(Debug)]
pub struct Walk<'s> {
    /// The strategy.
    pub strategy: &'s Strategy<i32>,
    /// Which of its moves White plays.
    pub choice: Choice,
    /// What was found.
    pub found: Verification,
    numbering: Numbering,
    pub(crate) plies: Vec<u16>,
}

/// How many positions are taken at a time.
const PART: u32 = 1 << 14;
/// For positions of Black that White never moves to, or that are never lost for Black.
const NEVER: u8 = u8::MAX;
/// Levels shorter than this are not worth another thread.
const SHORT: usize = 512;

impl<'s> Walk<'s> {
    /// Walks all positions of the strategy's board. It counts the numbers that are done in `done`,
    /// twice [`Numbering::count`] of them, and looks at `stop` from time to time.
    ///
    /// # Errors
    /// The board cannot be walked, or it was stopped.
    pub fn new(
        strategy: &'s Strategy<i32>,
        choice: Choice,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<Walk<'s>, Unverified> {
        let numbering = Numbering::new(&strategy.board).map_err(Unverified::Board)?;
        let found = Verification::none();
        let mut walk = Walk { strategy, choice, found, numbering, plies: Vec::new() };
        let parts: Option<Vec<Part>> = (0..numbering.count().div_ceil(PART))
            .into_par_iter()
            .map(|part| {
                let end = numbering.count().min((part + 1) * PART);
                let moves = walk.moves(part * PART..end);
                done.fetch_add(u64::from(PART), Relaxed);
                (!stop.load(Relaxed)).then_some(moves)
            })
            .collect();
        let parts = parts.ok_or(Unverified::Stopped)?;
        for part in &parts {
            walk.found.add(&part.found);
        }
        // Moves are numbered like positions.
        if parts.iter().map(|part| part.to.len() as u64).sum::<u64>() > u64::from(u32::MAX) {
            return Err(Unverified::Board(Unwalkable::TooLarge));
        }
        let graph = Graph::new(&parts, numbering.count() as usize);
        drop(parts);
        walk.backwards(&graph, done, stop)?;
        walk.found.counterexample = counterexample(&walk);
        Ok(walk)
    }

    /// The moves of a run of positions.
    fn moves(&self, numbers: std::ops::Range<u32>) -> Part {
        let board = &self.strategy.board;
        let mut part = Part {
            open: vec![0; numbers.len()],
            to: Vec::with_capacity(numbers.len()),
            found: Verification::none(),
        };
        let first = numbers.start;
        for number in numbers {
            let men = self.numbering.men(number);
            if !board.white_to_move(men) {
                continue;
            }
            part.found.positions += 1;
            let before = part.to.len();
            let kind = self.for_moves(men, |to| {
                let legal = board.king_moves(men, to) || board.rook_moves(men, to);
                part.found.illegal += u64::from(!legal);
                part.to.push(self.numbering.number(to));
            });
            part.open[(number - first) as usize] = match kind {
                Some(kind) => {
                    part.found.kinds[kind as usize] += 1;
                    (part.to.len() - before) as u16
                }
                None => {
                    part.found.helpless += 1;
                    HELPLESS
                }
            };
        }
        part
    }

    fn for_moves(&self, men: Men<i32>, mut each: impl FnMut(Men<i32>)) -> Option<Kind> {
        match self.choice {
            Choice::Function => chosen(self.strategy, men).map(|(kind, to)| {
                each(to);
                kind
            }),
            Choice::Relation => fitting(self.strategy, men).map(|(kind, all)| {
                all.into_iter().for_each(each);
                kind
            }),
        }
    }

    /// The moves that White may play in a position, with their kind.
    #[must_use]
    pub fn played(&self, men: Men<i32>) -> Option<(Kind, Vec<Men<i32>>)> {
        let mut moves = Vec::new();
        self.for_moves(men, |to| moves.push(to)).map(|kind| (kind, moves))
    }

    /// How many plies it is to mate from a position with White to move, if Black defends as long
    /// as he can; `None` where mate does not always follow, or where men cannot stand so.
    #[must_use]
    pub fn plies(&self, men: Men<i32>) -> Option<u32> {
        if !self.strategy.board.white_to_move(men) {
            return None;
        }
        let plies = self.plies[self.numbering.number(men) as usize];
        (plies > 0).then_some(u32::from(plies))
    }

    /// All positions with White to move, by number.
    pub fn positions(&self) -> impl Iterator<Item = Men<i32>> + '_ {
        let all = (0..self.numbering.count()).map(|number| self.numbering.men(number));
        all.filter(|&men| self.strategy.board.white_to_move(men))
    }

    /// For every position of Black that White moves to, how many replies lead to positions not
    /// yet known to be won; and the mates.
    fn replies(
        &mut self,
        graph: &Graph,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<(Vec<AtomicU8>, Vec<u32>), Unverified> {
        let (board, numbering) = (&self.strategy.board, self.numbering);
        let (lost, still) = (AtomicU64::new(0), AtomicU64::new(0));
        let reply = |number: u32| {
            if number.is_multiple_of(PART) {
                done.fetch_add(u64::from(PART), Relaxed);
            }
            if graph.sources(number).is_empty() || stop.load(Relaxed) {
                return NEVER;
            }
            let men = numbering.men(number);
            if men.black_takes() {
                lost.fetch_add(1, Relaxed);
                return NEVER;
            }
            match black_moves(board, men).count() as u8 {
                0 if !board.mate(men) => {
                    still.fetch_add(1, Relaxed);
                    NEVER
                }
                replies => replies,
            }
        };
        let replies: Vec<AtomicU8> =
            (0..numbering.count()).into_par_iter().map(|number| reply(number).into()).collect();
        if stop.load(Relaxed) {
            return Err(Unverified::Stopped);
        }
        let none = |&number: &u32| replies[number as usize].load(Relaxed) == 0;
        let mates = (0..numbering.count()).into_par_iter().filter(none).collect();
        (self.found.rook_lost, self.found.stalemates) = (lost.into_inner(), still.into_inner());
        Ok((replies, mates))
    }

    /// Takes the positions up, level by level.
    fn backwards(
        &mut self,
        graph: &Graph,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<(), Unverified> {
        let (replies, mut lost) = self.replies(graph, done, stop)?;
        self.plies = vec![0; self.numbering.count() as usize];
        let (board, numbering) = (&self.strategy.board, self.numbering);
        let mut won_in_all = 0;
        for plies in (1_u16..).step_by(2) {
            // White has no other moves than to positions that are lost for Black.
            let won: Vec<u32> = lost
                .par_iter()
                .with_min_len(SHORT)
                .flat_map_iter(|&number| graph.sources(number))
                .filter(|&&from| graph.open[from as usize].fetch_sub(1, Relaxed) == 1)
                .copied()
                .collect();
            let Some(&first) = won.iter().min() else { break };
            (self.found.longest, self.found.start) = (plies.into(), Some(numbering.men(first)));
            won_in_all += won.len() as u64;
            for &number in &won {
                self.plies[number as usize] = plies;
            }
            // Black has no other moves than to positions that are won for White.
            lost = won
                .par_iter()
                .with_min_len(SHORT)
                .flat_map_iter(|&number| {
                    let men = numbering.men(number);
                    let before = STEPS.map(|step| Men { black: men.black.step(step), ..men });
                    before.into_iter().filter(|&men| board.black_to_move(men))
                })
                .map(|before| numbering.number(before))
                .filter(|&before| {
                    let replies = &replies[before as usize];
                    replies.load(Relaxed) != NEVER && replies.fetch_sub(1, Relaxed) == 1
                })
                .collect();
            if stop.load(Relaxed) {
                return Err(Unverified::Stopped);
            }
        }
        self.found.unwon = self.found.positions - won_in_all;
        Ok(())
    }
}
