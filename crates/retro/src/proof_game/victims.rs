//! Which officer each pawn of a plan took.
//!
//! A pawn that captured an officer took one of those that are missing: one that could come to that
//! square, and if it was promoted, one that had promoted by then. All such captures are given their
//! victims before the game is looked for, so that nobody who is needed comes back elsewhere.

use zermelo_board::{Color, Position, Role, Square};

use super::distance::{FAR, Fields};
use super::men::{is_pawn, men_of, turned};
use super::plan::{Dice, OFFICER, Place, Plan, What, home_square, side};
use super::ranks::Arrivals;

/// Tries before the search for victims gives up.
const TRIES: u32 = 300;

/// Gives each capture of an officer by a pawn its victim; false if there are none that fit.
pub(super) fn name(
    plan: &mut Plan,
    goal: &Position,
    arrivals: &mut Arrivals,
    dice: &mut Dice,
    fields: &mut Fields,
) -> bool {
    // Pawns that have never moved.
    let walls = goal.of(Color::White, Role::Pawn) & 0xFF00
        | goal.of(Color::Black, Role::Pawn) & 0x00FF_0000_0000_0000;
    let mut open = Vec::new();
    for (number, event) in plan.events.iter().enumerate() {
        let What::Capture(_, file, OFFICER) = event.what else { continue };
        let c = !side(event.pawn);
        let (low, high) = arrivals.of(number);
        let squares = (low..=high).map(|rank| Square::wrapping(rank as u8 * 8 + file));
        let mut fitting: Vec<(u64, u8)> = Vec::new();
        for man in men_of(c) {
            if plan.men[man] != Place::NOWHERE {
                continue;
            }
            let fits = if is_pawn(man) {
                plan.promoted[man - 8] != Role::Pawn
            } else {
                let seen = if c == Color::White { walls } else { walls.swap_bytes() };
                squares.clone().any(|at| fields.home(seen, man & 7, turned(c, at)) != FAR)
            };
            if fits {
                fitting.push((dice.next(), man as u8));
            }
        }
        fitting.sort();
        open.push((number, fitting.into_iter().map(|(_, man)| man).collect::<Vec<u8>>()));
    }
    // Those with the fewest to choose from first.
    open.sort_by_key(|(_, fitting)| fitting.len());
    let later = plan.events.iter().map(|event| event.after).collect();
    choose(plan, &open, 0, later, &mut { TRIES })
        && open.iter().all(|&(number, _)| {
            let event = &plan.events[number];
            let What::Capture(_, file, _) = event.what else { return true };
            let home = home_square(event.victim as usize);
            !matches!(home.file(), 2 | 5)
                || is_pawn(event.victim as usize)
                || arrivals.arrive(number, file, home.is_light())
        })
}

/// Names the victims of the captures that are left; `later` are the events after each one.
fn choose(
    plan: &mut Plan,
    open: &[(usize, Vec<u8>)],
    taken: u32,
    later: Vec<u64>,
    tries: &mut u32,
) -> bool {
    let Some(((number, fitting), open)) = open.split_first() else {
        plan.reserved = taken;
        return true;
    };
    for &man in fitting.iter().filter(|&&man| taken & 1 << man == 0) {
        let Some(left) = tries.checked_sub(1) else { return false };
        *tries = left;
        let mut later = later.clone();
        if is_pawn(man as usize) {
            let promotion = plan.promotion[man as usize - 8].trailing_zeros() as usize;
            if all_later(&later, *number) & 1 << promotion != 0 {
                continue;
            }
            later[promotion] |= 1 << number;
        }
        plan.events[*number].victim = man;
        if choose(plan, open, taken | 1 << man, later, tries) {
            return true;
        }
    }
    false
}

/// The events that come after one, those after these, and so on.
fn all_later(later: &[u64], number: usize) -> u64 {
    let (mut found, mut edge) = (0, later[number]);
    while edge != 0 {
        let next = edge.trailing_zeros() as usize;
        found |= 1 << next;
        edge = (edge | later[next]) & !found;
    }
    found
}
