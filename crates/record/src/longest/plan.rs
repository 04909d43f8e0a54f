//! The pawn plan of the longest game: how sixteen pawns pass one another with eight captures.
//!
//! Every pawn is to make all its six single steps, and a capture by a pawn is one critical move
//! where two could have been made. So the captures are the price, and eight are the least that
//! lets all pawns through (Murphy 2020, section 2.1). The order of the colours matters as well:
//! Black's pawns go first, then all of White's, then the rest of Black's. While White's pawns walk
//! Black's stand still, so a plan is a placing of Black's pawns past which White's can walk with
//! few captures; the placing is found by hill climbing, and another seed gives another.

use super::dice::Dice;
use zermelo_board::{Color, Square, ahead};

/// One step of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// Who moves.
    pub mover: Color,
    /// Where the pawn stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Step {
    /// Whether the step leaves its file.
    pub fn takes(self) -> bool {
        self.from.file() != self.to.file()
    }
}

/// The way of one pawn, from where it stands to where it stops.
pub(super) type Path = Vec<Square>;

/// What one black pawn does before White's pawns move.
#[derive(Clone, Copy)]
struct Advance {
    /// The rank it stops on, 2 to 6 counted from 0.
    rank: u8,
    /// The rank it lands on and the file it lands on, if it captures.
    capture: Option<(u8, u8)>,
}

/// The captures Black's pawns make, which leaves six to White's.
///
/// With one capture by Black, White would have to take all seven black pieces with pawns and leave
/// the black king alone behind his pawns; two is what White's two knights allow.
const BLACK_CAPTURES: u32 = 2;
/// The captures of all pawns together; fewer is impossible.
const CAPTURES: u32 = 8;
/// A square no white pawn gets through from.
const NEVER: u32 = 100;
/// Mutations tried from one random start, and starts.
const CLIMB: u32 = 4000;
const STARTS: u32 = 200;

/// The paths of all sixteen pawns, Black's cut in two where they wait for White's to pass.
#[derive(Clone, Debug)]
pub(super) struct PawnPaths {
    /// Black's pawns up to where they wait.
    pub stop: Vec<Path>,
    /// White's pawns, all the way.
    pub white: Vec<Path>,
    /// Black's pawns from there to the first rank.
    pub rest: Vec<Path>,
}

/// All 96 pawn steps in an order in which they can be made, or `None` if the search fails.
pub(super) fn search(rng: &mut Dice) -> Option<Vec<Step>> {
    let paths = pawn_paths(rng)?;
    (0..STARTS).find_map(|_| paths.order(rng))
}

/// Paths of all pawns that can be walked, or `None` if the search fails.
pub(super) fn pawn_paths(rng: &mut Dice) -> Option<PawnPaths> {
    for _ in 0..STARTS {
        let Some(advances) = climb(rng) else { continue };
        let stop: Vec<Path> =
            (0..8).map(|file| black_path(file, advances[usize::from(file)])).collect();
        let cost = captures_needed(ends(&stop));
        let white = (0..8).map(|file| white_path(file, &cost, rng)).collect();
        let rest = stop.iter().map(|path| straight_on(path)).collect();
        let paths = PawnPaths { stop, white, rest };
        if (0..5).any(|_| paths.order(rng).is_some()) {
            return Some(paths);
        }
    }
    None
}

impl PawnPaths {
    /// A random order of the steps: Black's up to where they wait, White's, the rest of Black's.
    pub fn order(&self, rng: &mut Dice) -> Option<Vec<Step>> {
        let mut steps = Vec::with_capacity(96);
        let starts = self.white.iter().fold(0, |set, path| set | path[0].bit());
        let done = order(Color::Black, &self.stop, starts & INNER, rng, &mut steps)
            && order(Color::White, &self.white, ends(&self.stop) & INNER, rng, &mut steps)
            && order(Color::Black, &self.rest, 0, rng, &mut steps);
        done.then_some(steps)
    }
}

/// The ranks pawns stand on.
const INNER: u64 = 0x00FF_FFFF_FFFF_FF00;

/// The squares paths end on.
fn ends(paths: &[Path]) -> u64 {
    paths.iter().filter_map(|path| path.last()).fold(0, |set, s| set | s.bit())
}

/// Looks for a placing of Black's pawns for which the pawn captures sum to eight.
fn climb(rng: &mut Dice) -> Option<[Advance; 8]> {
    let mut best = [Advance { rank: 6, capture: None }; 8];
    for _ in 0..BLACK_CAPTURES {
        mutate_capture(&mut best, rng);
    }
    for advance in &mut best {
        advance.rank = rng.u8(2..=6);
    }
    let mut best_price = price(&best);
    for _ in 0..CLIMB {
        if best_price == CAPTURES {
            return Some(best);
        }
        let mut next = best;
        if rng.u8(..4) == 0 {
            let taking: Vec<usize> = (0..8).filter(|&f| next[f].capture.is_some()).collect();
            if let Some(&file) = taking.get(rng.below(taking.len().max(1))) {
                next[file].capture = None;
                mutate_capture(&mut next, rng);
            }
        } else {
            next[rng.below(8)].rank = rng.u8(2..=6);
        }
        let next_price = price(&next);
        if next_price <= best_price {
            (best, best_price) = (next, next_price);
        }
    }
    None
}

/// Gives a capture to some pawn that has none.
fn mutate_capture(advances: &mut [Advance; 8], rng: &mut Dice) {
    let free: Vec<u8> = (0..8).filter(|&f| advances[usize::from(f)].capture.is_none()).collect();
    let Some(&file) = rng.choice(&free) else { return };
    let to = match file {
        0 => 1,
        7 => 6,
        _ if rng.bool() => file + 1,
        _ => file - 1,
    };
    advances[usize::from(file)].capture = Some((rng.u8(2..=5), to));
}

/// The captures both sides need, with a surcharge for placings that are none.
fn price(advances: &[Advance; 8]) -> u32 {
    let mut standing = 0u64;
    let mut faults = 0;
    for (file, advance) in (0..8).zip(advances) {
        let stop = stop_square(file, *advance);
        faults += u32::from(standing & stop.bit() != 0);
        faults += u32::from(advance.capture.is_some_and(|(rank, _)| rank < advance.rank));
        standing |= stop.bit();
    }
    let cost = captures_needed(standing);
    let white: u32 = cost[1].iter().sum();
    BLACK_CAPTURES + white + 3 * faults
}

/// The square on this file and rank, both from 0.
fn square(file: u8, rank: u8) -> Square {
    Square::wrapping(rank * 8 + file)
}

/// Where a black pawn stops.
fn stop_square(file: u8, advance: Advance) -> Square {
    square(advance.capture.map_or(file, |(_, to)| to), advance.rank)
}

/// The squares a black pawn passes on its way to where it stops.
fn black_path(file: u8, advance: Advance) -> Path {
    let mut path = vec![square(file, 6)];
    for rank in (advance.rank..6).rev() {
        let file = match advance.capture {
            Some((at, to)) if rank <= at => to,
            _ => file,
        };
        path.push(square(file, rank));
    }
    path
}

/// The rest of a black pawn's way: straight down to the first rank.
fn straight_on(path: &[Square]) -> Path {
    let next = |&s: &Square| (s.rank() > 0).then(|| ahead(Color::Black, s));
    std::iter::successors(path.last().copied(), next).collect()
}

/// For each rank and file, the fewest captures that take a white pawn from there to the eighth
/// rank past the black pawns on `standing`.
fn captures_needed(standing: u64) -> [[u32; 8]; 8] {
    let mut cost = [[0; 8]; 8];
    for rank in (0..7).rev() {
        for file in 0..8 {
            cost[rank][file] = (file.saturating_sub(1)..=(file + 1).min(7))
                .filter(|&to| standing & (1 << ((rank + 1) * 8 + to)) == 0)
                .map(|to| cost[rank + 1][to] + u32::from(to != file))
                .min()
                .unwrap_or(NEVER)
                .min(NEVER);
        }
    }
    cost
}

/// A random cheapest way of one white pawn.
fn white_path(file: u8, cost: &[[u32; 8]; 8], rng: &mut Dice) -> Path {
    let mut path = vec![square(file, 1)];
    let mut file = file as usize;
    for rank in 1..7 {
        let ways: Vec<usize> = (file.saturating_sub(1)..=(file + 1).min(7))
            .filter(|&to| cost[rank + 1][to] + u32::from(to != file) == cost[rank][file])
            .collect();
        file = rng.choice(&ways).copied().unwrap_or(file);
        path.push(square(file as u8, rank as u8 + 1));
    }
    path
}

/// Puts the steps of one colour's paths in a random order in which no pawn steps on another.
///
/// `others` are the pawns that stand still. Fails when the pawns get stuck; the most advanced
/// white pawn never is, but Black's may be asked to overtake one another.
fn order(mover: Color, paths: &[Path], others: u64, rng: &mut Dice, steps: &mut Vec<Step>) -> bool {
    let mut at = vec![0; paths.len()];
    let starts = paths.iter().fold(0, |set, path| set | path[0].bit());
    let mut standing = others | starts & INNER;
    loop {
        let open: Vec<usize> = (0..paths.len())
            .filter(|&i| paths[i].get(at[i] + 1).is_some_and(|to| standing & to.bit() == 0))
            .collect();
        let Some(&i) = rng.choice(&open) else {
            return (0..paths.len()).all(|i| at[i] + 1 == paths[i].len());
        };
        let (from, to) = (paths[i][at[i]], paths[i][at[i] + 1]);
        at[i] += 1;
        standing = (standing & !from.bit() | to.bit()) & INNER;
        steps.push(Step { mover, from, to });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_has_96_steps_and_8_captures() {
        for seed in 0..300 {
            let steps = search(&mut Dice::with_seed(seed)).expect("a plan");
            assert_eq!(steps.len(), 96);
            let captures = |c| steps.iter().filter(|s| s.mover == c && s.takes()).count();
            assert_eq!((captures(Color::White), captures(Color::Black)), (6, 2));
            let switches = steps.windows(2).filter(|w| w[0].mover != w[1].mover).count();
            assert_eq!(switches, 2);
            let mut pawns = 0x00FF_0000_0000_FF00u64;
            for step in steps {
                assert_eq!(step.from.number().abs_diff(step.to.number()) / 7, 1, "a single step");
                assert!(pawns & step.from.bit() != 0 && pawns & step.to.bit() == 0);
                pawns ^= step.from.bit() | step.to.bit();
                pawns &= !0xFF00_0000_0000_00FF;
            }
            assert_eq!(pawns, 0);
        }
    }

    #[test]
    fn no_placing_beats_eight() {
        let mut rng = Dice::with_seed(1);
        for _ in 0..20_000 {
            let mut advances = [Advance { rank: 6, capture: None }; 8];
            for _ in 0..BLACK_CAPTURES {
                mutate_capture(&mut advances, &mut rng);
            }
            for advance in &mut advances {
                advance.rank = rng.u8(2..=6);
            }
            assert!(price(&advances) >= CAPTURES);
        }
    }
}
