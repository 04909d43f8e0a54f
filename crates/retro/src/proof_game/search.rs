//! Best-first search backwards from the goal to the initial array, along one plan.
//!
//! Greedy: the position that seems nearest to the array is taken next, the newest of equal ones.
//! Both sides help each other, so it is rare that a step must be regretted.

use std::collections::{BinaryHeap, HashSet};

use zermelo_board::{Position, Prehashed, Role, Square, attacks, is_double_step, passed};
use zermelo_kernel::Move;

use super::distance::Fields;
use super::men::Men;
use super::plan::Plan;
use super::retro::Retro;

struct Node {
    men: Men,
    parent: u32,
    made: Move,
    height: u32,
    /// How many of its moves back have been looked at.
    looked: u16,
}

/// Follows the plan to a game, if it finds one before `stop` says so, which is asked at every node
/// and told how many came since the last that was nearer to the array than all before. `noise` decides between equals.
pub(super) fn follow(
    plan: &Plan,
    goal: &Position,
    noise: u64,
    fields: &mut Fields,
    mut stop: impl FnMut(u64) -> bool,
) -> Option<Vec<Move>> {
    let root = Men::goal(plan, goal.turn());
    let height = root.height(plan, fields)?;
    // Nobody asks for the move that leads to the goal's own node.
    let nowhere = Square::wrapping(0);
    let made = Move { from: nowhere, to: nowhere, promotion: None };
    let mut nodes = vec![Node { men: root, parent: 0, made, height, looked: 0 }];
    let mut seen = HashSet::<u64, Prehashed>::default();
    let mut open = BinaryHeap::new();
    seen.insert(root.key());
    open.push((u32::MAX - height * 4, 0u32));
    let mut children = Vec::new();
    let (mut best, mut calm) = (u32::MAX, 0u64);
    while let Some((_, index)) = open.pop() {
        let men = nodes[index as usize].men;
        if men.is_array() {
            return Some(game(&nodes, index));
        }
        calm = if nodes[index as usize].height < best { 0 } else { calm + 1 };
        best = best.min(nodes[index as usize].height);
        if stop(calm) {
            return None;
        }
        children.clear();
        Retro::new(plan, men).unmoves(&mut children);
        if index == 0 {
            children.retain(|(made, _)| agrees(goal, made));
        }
        let first = (men.key() ^ noise) as usize;
        let (from, height) = (nodes[index as usize].looked as usize, nodes[index as usize].height);
        for look in from..children.len() {
            let (made, men) = children[(first.wrapping_add(look)) % children.len()];
            let key = men.key();
            if !seen.insert(key) {
                continue;
            }
            let Some(new) = men.height(plan, fields) else { continue };
            let luck =
                if noise == 0 { 0 } else { ((key ^ noise).wrapping_mul(noise) >> 61) as u32 };
            open.push((u32::MAX - new * 4 - luck, nodes.len() as u32));
            nodes.push(Node { men, parent: index, made, height: new, looked: 0 });
            // Something better: go there first, and come back for the others if need be.
            if new < height && look + 1 < children.len() {
                nodes[index as usize].looked = look as u16 + 1;
                open.push((u32::MAX - height * 4, index));
                break;
            }
        }
    }
    None
}

/// Whether no move can be taken back at the goal in the plan's way.
pub(super) fn is_stuck(plan: &Plan, goal: &Position) -> bool {
    let mut last = Vec::new();
    Retro::new(plan, Men::goal(plan, goal.turn())).unmoves(&mut last);
    !last.iter().any(|(made, _)| agrees(goal, made))
}

/// Whether the last move left the goal's en-passant square: a double step if there is one, and
/// none past a pawn that could capture if there is none.
fn agrees(goal: &Position, made: &Move) -> bool {
    let us = goal.turn();
    let pawn = goal.role(Role::Pawn) & made.to.bit() != 0;
    let double = pawn && is_double_step(made.from, made.to);
    let over = passed(made.to);
    match goal.en_passant() {
        Some(square) => double && square == over,
        None => !double || attacks::pawn(!us, over) & goal.of(us, Role::Pawn) == 0,
    }
}

/// The moves from the array to the goal.
fn game(nodes: &[Node], mut index: u32) -> Vec<Move> {
    let mut moves = Vec::new();
    while index != 0 {
        let Node { parent, made, .. } = &nodes[index as usize];
        moves.push(*made);
        index = *parent;
    }
    moves
}
