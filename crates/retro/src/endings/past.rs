//! Directed searches backwards, best first by how far the men are from home.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::Hash;

use zermelo_kernel::Position;

use super::home::moves_of_all;

/// A way to this position from a known one: that one first, the position last. The past is searched
/// over the kernel's retractions, which are complete and slow, through at most so many positions.
pub(crate) fn way_home(
    position: &Position,
    limit: usize,
    known: impl FnMut(&Position) -> bool,
) -> Option<Vec<Position>> {
    let before = |position: &Position, found: &mut Vec<Position>| {
        let possible = position.retractions().into_iter().filter(|r| r.is_possible_by_count());
        found.extend(possible.map(|retraction| retraction.before));
    };
    best_first(position, limit, before, moves_of_all, known)
}

/// The same over the positions that `before` adds to a list, nearest by `distance` first.
pub(crate) fn best_first<P: Clone + Eq + Hash>(
    start: &P,
    limit: usize,
    before: impl Fn(&P, &mut Vec<P>),
    distance: impl Fn(&P) -> u32,
    mut known: impl FnMut(&P) -> bool,
) -> Option<Vec<P>> {
    // The number of the position after each.
    let mut after: HashMap<P, usize> = HashMap::new();
    let mut list = vec![start.clone()];
    let mut queue = BinaryHeap::from([Reverse((0, 0))]);
    let mut found = Vec::new();
    while let Some(Reverse((_, at))) = queue.pop() {
        before(&list[at], &mut found);
        for earlier in found.drain(..) {
            if earlier == *start || after.contains_key(&earlier) {
                continue;
            }
            if known(&earlier) {
                let mut way = vec![earlier, list[at].clone()];
                while let Some(&next) = way.last().and_then(|last| after.get(last)) {
                    way.push(list[next].clone());
                }
                return Some(way);
            }
            after.insert(earlier.clone(), at);
            queue.push(Reverse((distance(&earlier), list.len())));
            list.push(earlier);
        }
        if list.len() > limit {
            return None;
        }
    }
    None
}
