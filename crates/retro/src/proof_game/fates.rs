//! A pawn search's result written into a plan: names for the pawns of the stacks, and men for the
//! pawns that promoted.

use zermelo_board::{Color, Position, Role, Square, squares};
use zermelo_kernel::ByColor;

use super::distance::{self, FAR};
use super::men::turned;
use super::pawns::{Capture, Finish};
use super::plan::{Dice, OFFICER, Place, Plan, What, side};

/// Writes the captures and the end of every file into the plan; false if ranks or bishops forbid.
pub(super) fn build(
    plan: &mut Plan,
    path: &[Capture],
    finish: &[Finish; 8],
    goal: &Position,
    left: &[(Color, Role, Square)],
    dice: &mut Dice,
) -> bool {
    let mut stacks: [Vec<u8>; 8] = std::array::from_fn(|file| vec![file as u8, file as u8 + 8]);
    let mut captures = Vec::new();
    let mut count = [0u8; 16];
    let mut above = Vec::new();
    for m in path {
        let before = stacks[m.from_file as usize].clone();
        let pawn = stacks[m.from_file as usize].remove(m.index as usize);
        let to = &mut stacks[m.to_file as usize];
        let victim = if m.pawn { to.remove(m.to_index as usize) } else { OFFICER };
        // Enemy pawns that it is behind: they must leave room.
        let split = m.to_index as usize;
        let behind = if pawn < 8 { to[..split].to_vec() } else { to[split..].to_vec() };
        above.extend(behind.into_iter().filter(|&other| (other < 8) != (pawn < 8)));
        to.insert(split, pawn);
        count[pawn as usize] += 1;
        captures.push((pawn, What::Capture(m.from_file, m.to_file, victim), before));
    }
    let mut taken = Vec::new();
    let mut promotions = Vec::new();
    for (file, Finish { stay, cut, .. }) in finish.iter().enumerate() {
        let mut goals = squares(goal.role(Role::Pawn) & 0x0101_0101_0101_0101 << file);
        let (mut up, mut down) = (Vec::new(), Vec::new());
        for (i, &pawn) in stacks[file].iter().enumerate() {
            let white = pawn < 8;
            if stay & 1 << i != 0 {
                let Some(at) = goals.next() else { return false };
                let steps = turned(side(pawn), at).rank() as u8 - 1;
                if count[pawn as usize] > steps || steps == 0 && above.contains(&pawn) {
                    return false;
                }
                plan.men[pawn as usize + 8] = Place::on(at);
            } else if white && i >= *cut as usize && u32::from(*stay) >> i == 0 {
                up.push(pawn);
            } else if !white && i < *cut as usize && stay & ((1 << i) - 1) == 0 {
                down.push(pawn);
            } else {
                taken.push((pawn, file as u8));
            }
        }
        up.reverse();
        promotions.extend(up.into_iter().chain(down).map(|pawn| (pawn, file as u8)));
    }
    let Some(spare) = promote(plan, &promotions, left, dice) else { return false };
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
        plan.push(pawn, What::Taken(file), Vec::new());
    }
    for (pawn, what, stack) in captures {
        plan.push(pawn, what, stack);
    }
    for &(pawn, file) in &taken[early..] {
        plan.push(pawn, What::Taken(file), Vec::new());
    }
    for (pawn, file) in promotions {
        plan.push(pawn, What::Promotion(file), Vec::new());
    }
    true
}

/// How many captures this colour's pawns make.
fn path_of(captures: &[(u8, What, Vec<u8>)], c: Color) -> usize {
    captures.iter().filter(|capture| side(capture.0) == c).count()
}

/// Gives the promoted men of the goal to the pawns that promoted. Hands back the promotions that
/// are left over: those men became knights, perhaps, and were taken.
fn promote(
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
