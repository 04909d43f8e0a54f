//! Can a side still win, by any moves of both sides? Dead positions of losing chess.
//!
//! Both sides help. The search goes on where the side has the fewest men and, among those, the
//! fewest moves: whoever is to win must get rid of all men, or be without a move. What it has gone
//! through is kept, so that where nothing is left to go on with, the whole set of positions is the
//! evidence that no win is among them. Some hundred bytes a position.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};

use zermelo_board::Limits;
use zermelo_board::losing::{Key, Position};
use zermelo_kernel::{Color, LosingChances, LosingEvidence, Move, Outcome, Rules};

/// Bytes that a position takes in the search.
const BYTES: u64 = 200;

/// What a search for a win by both sides' help has found.
pub struct Chances {
    /// The claim with its evidence; `None` if a limit was reached before.
    pub found: Option<LosingChances>,
    /// Positions that were looked at.
    pub positions: u64,
}

/// Whether a side can still win a position by these rules.
pub fn chances(root: &Position, rules: Rules, winner: Color, limits: Limits) -> Chances {
    let most = limits.nodes.min(limits.memory / BYTES);
    let mut from: HashMap<Key, Option<(Key, u16)>> = HashMap::from([(root.key(), None)]);
    let mut open = BinaryHeap::from([(Reverse((0u32, 0u32, 0u32)), 0u64, root.key())]);
    let mut looked_at = 0;
    let claim = |evidence| LosingChances { rules, position: root.to_kernel(), winner, evidence };
    while let Some((Reverse((.., depth)), _, key)) = open.pop() {
        let position = key.position();
        looked_at += 1;
        let moves = position.legal_moves();
        if moves.is_empty() && position.to_kernel().outcome(rules) == Some(Outcome::Won(winner)) {
            let found = Some(claim(LosingEvidence::Line(line(root, &from, key))));
            return Chances { found, positions: looked_at };
        }
        if looked_at >= most || limits.is_over() {
            return Chances { found: None, positions: looked_at };
        }
        for made in moves {
            let next = position.play(made);
            if let Entry::Vacant(place) = from.entry(next.key()) {
                place.insert(Some((key, made.packed())));
                let men = next.men(winner).count_ones();
                let own = if next.turn() == winner { next.mobility().0 } else { 0 };
                open.push((Reverse((men, own, depth + 1)), looked_at, next.key()));
            }
        }
    }
    let mut set: Vec<Key> = from.into_keys().collect();
    // In one order, whatever the order in which they were met.
    set.sort_by_cached_key(|key| key.position().to_fen());
    let set = set.iter().map(|key| key.position().to_kernel()).collect();
    Chances { found: Some(claim(LosingEvidence::Closed(set))), positions: looked_at }
}

/// The moves from the root to a position that was met.
fn line(root: &Position, from: &HashMap<Key, Option<(Key, u16)>>, last: Key) -> Vec<Move> {
    let mut packed = Vec::new();
    let mut key = last;
    while let Some(Some((before, made))) = from.get(&key) {
        packed.push(*made);
        key = *before;
    }
    debug_assert_eq!(key, root.key());
    let mut position = *root;
    let mut moves = Vec::new();
    for made in packed.into_iter().rev().map(zermelo_board::losing::Move::unpacked) {
        let uci = made.to_string();
        moves.extend(position.to_kernel().parse_uci(&uci));
        position = position.play(made);
    }
    moves
}
