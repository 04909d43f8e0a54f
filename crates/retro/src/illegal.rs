//! Why a position cannot arise: a set of positions that no game can enter.
//!
//! The position is excluded by a rule of the kernel, or all its last moves come from positions that
//! are, or from positions all of whose last moves do, and so on. The set grows from the position
//! backwards until it is closed or too large. A position that is not in check has hundreds of last
//! moves, so most sets are closed at once or never: those are looked at first, for they end a
//! hopeless search soonest.
//!
//! A rule costs tens of microseconds, the last moves of a position a hundred; a search that gives
//! up costs some milliseconds.

use std::collections::HashSet;

use zermelo_board::Limits;
use zermelo_kernel::{Closed, Examiner, Position, Retraction, Role, Square};

/// A closed set that shows that the position cannot arise, if one is found with at most `nodes`
/// positions that no rule excludes and whose last moves must be looked at. A pawn has just passed
/// over the square `passed`, if there is one. Of the limits only deadline and interrupt count.
pub fn find(
    position: &Position,
    passed: Option<Square>,
    nodes: u64,
    limits: &Limits,
) -> Option<Closed> {
    let mut search = Search { examiner: Examiner::default(), closed: Closed::default() };
    if let Some((rule, _)) = search.examiner.any(position) {
        search.closed.excluded.push((rule, position.clone()));
        return Some(search.closed);
    }
    if position.is_initial_array() {
        return None;
    }
    let relevant = |found: &Retraction| passed.is_none_or(|square| found.passes(square));
    let first = position.retractions().into_iter().filter(relevant).collect();
    search.close(position, first, nodes, limits).then_some(search.closed)
}

struct Search {
    examiner: Examiner,
    closed: Closed,
}

impl Search {
    /// Adds what the retractions of the position need, until nothing is missing; false if that is
    /// too much. The position itself is not put into the set.
    fn close(
        &mut self,
        root: &Position,
        first: Vec<Retraction>,
        nodes: u64,
        limits: &Limits,
    ) -> bool {
        let mut seen = HashSet::from([root.clone()]);
        // Positions that no rule excludes, out of check and in check.
        let mut waiting: [Vec<Position>; 2] = [Vec::new(), Vec::new()];
        let mut count = 0;
        let mut retractions = first;
        // If the position itself comes up again, all its retractions count.
        let mut root_again = false;
        loop {
            // What leaves the pawns alone and takes nothing is cheap to look at.
            retractions.sort_by_cached_key(|found| {
                let man = found.before.piece_at(found.made.from);
                found.taken.is_some() || man.is_some_and(|man| man.role == Role::Pawn)
            });
            for found in retractions {
                let before = found.before;
                root_again |= before == *root;
                if !seen.insert(before.clone()) {
                    continue;
                }
                if limits.is_over() {
                    return false;
                }
                if let Some((rule, _)) = self.examiner.any(&before) {
                    self.closed.excluded.push((rule, before));
                    continue;
                }
                count += 1;
                if count > nodes || before.is_initial_array() {
                    return false;
                }
                waiting[usize::from(before.is_check())].push(before);
            }
            let next = waiting[0].pop().or_else(|| waiting[1].pop());
            let next = match next {
                Some(next) => next,
                None if root_again => {
                    root_again = false;
                    root.clone()
                }
                None => return true,
            };
            retractions = next.retractions();
            self.closed.members.push(next);
        }
    }
}
