//! Leads the men to the end of a segment: a beam search of quiet moves.
//!
//! Both sides help. What is kept are the positions in which the men have the least way left to a
//! placing; without a placing, those in which the side to be forced has the fewest quiet moves.

use std::collections::HashSet;

use zermelo_board::{Color, Move, Position, Prehashed, Square};

use super::super::dice::Dice;
use super::men::{Man, NEVER, distances};
use super::segment::{End, quiet_moves};

/// Where the men are to go: for each, the moves left from each square.
pub struct Target {
    moves: Vec<[u8; 64]>,
    colors: Vec<Color>,
}

impl Target {
    /// That of a placing.
    pub fn new(position: &Position, men: &[Man], at: &[Square]) -> Target {
        let moves =
            men.iter().zip(at).map(|(man, &s)| distances(position, man.color, man.at, s)).collect();
        Target { moves, colors: men.iter().map(|man| man.color).collect() }
    }
}

/// A position on the way.
#[derive(Clone)]
struct Node {
    position: Position,
    parent: u32,
    last: Option<Move>,
    /// The man on each square.
    who: [u8; 64],
    /// The moves White's and Black's men have left.
    left: [u16; 2],
    price: i32,
}

/// How wide to search, and how far.
#[derive(Clone, Copy)]
pub struct Beam {
    pub width: usize,
    pub plies: u32,
    /// Gives up if nothing has become better for so many plies.
    pub patience: u32,
}

/// Leads the men to an end; returns the quiet moves, and the move that closes the segment. The number
/// of plies is right but for a multiple of four.
pub fn lead(
    start: &Position,
    men: &[Man],
    target: Option<&Target>,
    end: &End,
    beam: Beam,
    rng: &mut Dice,
) -> Option<(Vec<Move>, Move)> {
    let mut who = [NEVER; 64];
    men.iter().enumerate().for_each(|(i, man)| who[man.at.index()] = i as u8);
    let mut left = [0; 2];
    if let Some(target) = target {
        for (i, man) in men.iter().enumerate() {
            left[man.color.index()] += u16::from(target.moves[i][man.at.index()]);
        }
    }
    let root = Node { position: *start, parent: 0, last: None, who, left, price: i32::MAX };
    let mut nodes = vec![root];
    let mut layer = 0..1;
    let mut seen: HashSet<u64, Prehashed> = HashSet::default();
    seen.insert(start.hash());
    let (mut best, mut since) = (i32::MAX, 0);
    let mut next: Vec<(i32, u32, Move, u64)> = Vec::new();
    for ply in 0..=beam.plies {
        if ply % 4 == end.quiet % 4 {
            for i in layer.clone() {
                if let Some(close) = end.close(&nodes[i].position, rng) {
                    return Some((way(&nodes, i), close));
                }
            }
        }
        next.clear();
        for i in layer.clone() {
            let node = &nodes[i];
            for m in quiet_moves(&node.position) {
                let after = node.position.play(m);
                // A position may come back two plies out of step.
                let key = after.hash() ^ u64::from(ply & 2) << 40;
                if seen.contains(&key) {
                    continue;
                }
                let price = match target {
                    Some(target) => {
                        let left = moved(node, target, m);
                        let (white, black) = (i32::from(left[0]), i32::from(left[1]));
                        8 * white.max(black) + 2 * (white + black)
                    }
                    None if after.turn() == end.mover => {
                        let mut quiet = 0;
                        after.any_legal(|m| {
                            quiet += i32::from(!after.is_critical(m));
                            false
                        });
                        8 * quiet
                    }
                    None => node.price.min(1 << 20),
                };
                next.push((price + rng.below(6) as i32, i as u32, m, key));
            }
        }
        if next.len() > beam.width {
            next.select_nth_unstable_by_key(beam.width, |&(price, i, ..)| (price, i));
        }
        let first = nodes.len();
        for &(price, i, m, key) in &next {
            if nodes.len() - first == beam.width {
                break;
            }
            if !seen.insert(key) {
                continue;
            }
            let parent = &nodes[i as usize];
            let mut node = parent.clone();
            (node.position, node.parent, node.last, node.price) =
                (parent.position.play(m), i, Some(m), price);
            if let Some(target) = target {
                node.left = moved(parent, target, m);
            }
            node.who[m.to.index()] = node.who[m.from.index()];
            node.who[m.from.index()] = NEVER;
            nodes.push(node);
        }
        layer = first..nodes.len();
        let least = nodes[layer.clone()].iter().map(|node| node.price / 8).min()?;
        since = if least < best { 0 } else { since + 1 };
        best = best.min(least);
        if since > beam.patience {
            return None;
        }
    }
    None
}

/// The moves left after one.
fn moved(node: &Node, target: &Target, m: Move) -> [u16; 2] {
    let i = usize::from(node.who[m.from.index()]);
    let mut left = node.left;
    let side = &mut left[target.colors[i].index()];
    let moves = &target.moves[i];
    *side = *side + u16::from(moves[m.to.index()]) - u16::from(moves[m.from.index()]);
    left
}

/// The moves to a node.
fn way(nodes: &[Node], mut i: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(m) = nodes[i].last {
        moves.push(m);
        i = nodes[i].parent as usize;
    }
    moves.reverse();
    moves
}
