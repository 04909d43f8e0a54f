//! A pawn search's result written into a plan: names for the pawns of the stacks, and men for the
//! pawns that promoted.

use zermelo_board::{Color, Position, Role};

use super::distance::{self, FAR};
use super::pawns::{Capture, Finish};
use super::plan::{Dice, NOWHERE, OFFICER, Plan, What};

/// Writes the captures and the end of every file into the plan; false if ranks or bishops forbid.
pub(super) fn build(
    plan: &mut Plan,
    path: &[Capture],
    finish: &[Finish; 8],
    goal: &Position,
    left: &[(Color, Role, u8)],
    dice: &mut Dice,
) -> bool {
    let mut stacks: [Vec<u8>; 8] = std::array::from_fn(|file| vec![file as u8, file as u8 + 8]);
    let mut captures = Vec::new();
    let mut count = [0u8; 16];
    let mut above = Vec::new();
    for m in path {
        let before = stacks[m.from as usize].clone();
        let pawn = stacks[m.from as usize].remove(m.index as usize);
        let to = &mut stacks[m.to as usize];
        let victim = if m.pawn { to.remove(m.place as usize) } else { OFFICER };
        // Enemy pawns that it is behind: they must leave room.
        let split = m.place as usize;
        let behind = if pawn < 8 { to[..split].to_vec() } else { to[split..].to_vec() };
        above.extend(behind.into_iter().filter(|&other| (other < 8) != (pawn < 8)));
        to.insert(split, pawn);
        count[pawn as usize] += 1;
        captures.push((pawn, What::Capture(m.from, m.to, victim), before));
    }
    let mut taken = Vec::new();
    let mut promotions = Vec::new();
    for (file, Finish { stay, cut, .. }) in finish.iter().enumerate() {
        let goals = (1..7).map(|rank| rank * 8 + file as u8);
        let mut goals = goals.filter(|&at| goal.role(Role::Pawn) & 1 << at != 0);
        let (mut up, mut down) = (Vec::new(), Vec::new());
        for (i, &pawn) in stacks[file].iter().enumerate() {
            let white = pawn < 8;
            if stay & 1 << i != 0 {
                let Some(at) = goals.next() else { return false };
                let steps = if white { at >> 3 } else { 7 - (at >> 3) } - 1;
                if count[pawn as usize] > steps || steps == 0 && above.contains(&pawn) {
                    return false;
                }
                plan.men[pawn as usize + 8] = at;
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
    let mut losses = Color::ALL.map(|c| {
        let lost = 16 - goal.men(c).count_ones() as usize;
        let by_pawns = path_of(&captures, !c) + taken.iter().filter(|t| side(t.0) == c).count();
        lost - by_pawns
    });
    for (pawn, file) in spare {
        let c = side(pawn);
        if losses[c.index()] > 0 {
            losses[c.index()] -= 1;
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

/// The colour of a pawn.
fn side(pawn: u8) -> Color {
    if pawn < 8 { Color::White } else { Color::Black }
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
    left: &[(Color, Role, u8)],
    dice: &mut Dice,
) -> Option<Vec<(u8, u8)>> {
    let mut free: Vec<(u8, u8)> = promotions.to_vec();
    let mut men = left.to_vec();
    // Bishops first: they need a square of their colour.
    men.sort_by_cached_key(|man| (man.1 != Role::Bishop, dice.next()));
    for (c, role, at) in men {
        let last = |file: u8| if c == Color::White { 56 + file } else { file };
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
        plan.men[pawn as usize + 8] = at;
        plan.promoted[pawn as usize] = role;
    }
    for &(pawn, _) in &free {
        plan.men[pawn as usize + 8] = NOWHERE;
        plan.promoted[pawn as usize] = Role::Knight;
    }
    Some(free)
}
