//! A directed search backwards over the kernel's retractions, which are complete and slow.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use zermelo_kernel::Position;

use super::home::moves_of_all;

/// A way to this position from a known one: that one first, the position last. The past is
/// searched best first, by how far the men are from home, through at most so many positions.
pub(crate) fn way_home(
    position: &Position,
    limit: usize,
    mut known: impl FnMut(&Position) -> bool,
) -> Option<Vec<Position>> {
    let mut after: HashMap<Position, usize> = HashMap::new();
    let mut list = vec![position.clone()];
    let mut queue = BinaryHeap::from([Reverse((moves_of_all(position), 0))]);
    while let Some(Reverse((_, at))) = queue.pop() {
        for retraction in list[at].retractions() {
            let before = retraction.before.clone();
            if !retraction.is_possible_by_count()
                || before == *position
                || after.contains_key(&before)
            {
                continue;
            }
            if known(&before) {
                let mut way = vec![before, list[at].clone()];
                while let Some(&next) = way.last().and_then(|last| after.get(last)) {
                    way.push(list[next].clone());
                }
                return Some(way);
            }
            after.insert(before.clone(), at);
            queue.push(Reverse((moves_of_all(&before), list.len())));
            list.push(before);
        }
        if list.len() > limit {
            return None;
        }
    }
    None
}
