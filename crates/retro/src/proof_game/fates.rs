//! A pawn search's result written into a plan: names for the pawns of the stacks, and men for the
//! pawns that promoted.

use zermelo_board::{Color, Position, Role, Square, squares};
use zermelo_kernel::ByColor;

use super::distance::{self, FAR, Fields};
use super::men::turned;
use super::pawns::{Capture, Finish};
use super::plan::{Dice, OFFICER, Place, Plan, What, side};
use super::ranks::arrivals;
use super::victims;

/// Writes the captures and the end of every file into the plan; false if ranks or bishops forbid.
pub(super) fn build(
    plan: &mut Plan,
    path: &[Capture],
    finish: &[Finish; 8],
    goal: &Position,
    left: &[(Color, Role, Square)],
    dice: &mut Dice,
    fields: &mut Fields,
) -> bool {
    let mut stacks: [Vec<u8>; 8] = std::array::from_fn(|file| vec![file as u8, file as u8 + 8]);
    let mut captures = Vec::new();
    let mut count = [0u8; 16];
    for m in path {
        let before = stacks[m.from_file as usize].clone();
        let pawn = stacks[m.from_file as usize].remove(m.index as usize);
        let to = &mut stacks[m.to_file as usize];
        let victim = if m.pawn { to.remove(m.to_index as usize) } else { OFFICER };
        let below = to[..m.to_index as usize].iter().fold(0, |below, other| below | 1 << other);
        to.insert(m.to_index as usize, pawn);
        count[pawn as usize] += 1;
        captures.push((pawn, What::Capture(m.from_file, m.to_file, victim), before, below));
    }
    let mut taken = Vec::new();
    let mut promotions = Vec::new();
    for (file, Finish { stay, cut, promote, .. }) in finish.iter().enumerate() {
        let mut goals = squares(goal.role(Role::Pawn) & 0x0101_0101_0101_0101 << file);
        let (mut up, mut down) = (Vec::new(), Vec::new());
        for (i, &pawn) in stacks[file].iter().enumerate() {
            let white = pawn < 8;
            if stay & 1 << i != 0 {
                let Some(at) = goals.next() else { return false };
                plan.men[pawn as usize + 8] = Place::on(at);
            } else if white && promote.white && i >= *cut as usize && u32::from(*stay) >> i == 0 {
                up.push(pawn);
            } else if !white && promote.black && i < *cut as usize && stay & ((1 << i) - 1) == 0 {
                down.push(pawn);
            } else {
                taken.push((pawn, file as u8));
            }
        }
        up.reverse();
        promotions.extend(up.into_iter().chain(down).map(|pawn| (pawn, file as u8)));
    }
    let Some(spare) = give_roles(plan, &promotions, left, dice) else { return false };
    // Pawns that need not have promoted were taken as pawns, as far as there are losses left.
    let mut losses = ByColor::new_with(|c| {
        let lost = 16 - goal.men(c).count_ones() as usize;
        let by_pawns = path_of(&captures, !c) + taken.iter().filter(|t| side(t.0) == c).count();
        lost - by_pawns
    });
    for (pawn, file) in spare {
        let c = side(pawn);
        if losses[c] > 0 {
            losses[c] -= 1;
            plan.promoted[pawn as usize] = Role::Pawn;
            promotions.retain(|promotion| promotion.0 != pawn);
            taken.push((pawn, file));
        }
    }
    // A pawn that never captured can have been taken at once.
    taken.sort_by_key(|&(pawn, _)| count[pawn as usize]);
    let early = taken.iter().take_while(|&&(pawn, _)| count[pawn as usize] == 0).count();
    for &(pawn, file) in &taken[..early] {
        plan.push(pawn, What::Taken(file), Vec::new(), 0);
    }
    for (pawn, what, stack, below) in captures {
        plan.push(pawn, what, stack, below);
    }
    for &(pawn, file) in &taken[early..] {
        plan.push(pawn, What::Taken(file), Vec::new(), 0);
    }
    for (pawn, file) in promotions {
        plan.push(pawn, What::Promotion(file), Vec::new(), 0);
    }
    let Some(mut arrivals) = arrivals(plan) else { return false };
    if !victims::name(plan, goal, &mut arrivals, dice, fields) {
        return false;
    }
    plan.limits = arrivals.limits();
    true
}

/// How many captures this colour's pawns make.
fn path_of(captures: &[(u8, What, Vec<u8>, u16)], c: Color) -> usize {
    captures.iter().filter(|capture| side(capture.0) == c).count()
}

/// Gives the promoted men of the goal to the pawns that promoted. Hands back the promotions that
/// are left over: those men became knights, perhaps, and were taken.
fn give_roles(
    plan: &mut Plan,
    promotions: &[(u8, u8)],
    left: &[(Color, Role, Square)],
    dice: &mut Dice,
) -> Option<Vec<(u8, u8)>> {
    let mut free: Vec<(u8, u8)> = promotions.to_vec();
    let mut men = left.to_vec();
    // Bishops first: they need a square of their colour.
    men.sort_by_cached_key(|man| (man.1 != Role::Bishop, dice.next()));
    for (c, role, at) in men {
        let last = |file: u8| turned(c, Square::wrapping(56 + file));
        let cost = |file: u8| distance::on_empty_board(role, at, last(file));
        let mine = free
            .iter()
            .enumerate()
            .filter(|(_, (pawn, file))| side(*pawn) == c && cost(*file) != FAR);
        let best = mine
            .map(|(index, &(pawn, file))| {
                (u32::from(cost(file)) * 4 + dice.below(5 * dice.wild + 1), index, pawn)
            })
            .min();
        let (_, index, pawn) = best?;
        free.remove(index);
        plan.men[pawn as usize + 8] = Place::on(at);
        plan.promoted[pawn as usize] = role;
    }
    for &(pawn, _) in &free {
        plan.men[pawn as usize + 8] = Place::NOWHERE;
        plan.promoted[pawn as usize] = Role::Knight;
    }
    Some(free)
}
