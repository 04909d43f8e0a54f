//! Smaller proofs: of all moves that are known to win, those that need the fewest nodes together.
//!
//! A strategy often knows more than a proof needs, and there is often another move after which
//! everything that can come is known as well. Such moves are exchanged one at a time, as long as
//! that makes the whole tree smaller. References are counted, so what an exchange saves and costs
//! is known exactly, and takes time only for the nodes that come and go.
//!
//! Circles are avoided by an order of all positions: a move is allowed if all that can come next is
//! earlier. Every order will do that the present moves agree with. The first one is that of the
//! bounds; each round then takes another one, drawn by lot, and so allows other exchanges.

mod graph;

use zermelo_board::losing::Position;

use crate::game::Game;
use crate::strategy::Strategy;
use crate::tree::TreeError;
use graph::{Graph, OVER};

impl Strategy {
    /// What the prover plays from `root` in a tree that is no larger than this strategy's, and as
    /// small as so many rounds of exchanges make it. It has only positions that can arise, and
    /// exact heights. Leaves are as in [`Tree::of`](crate::Tree::of).
    ///
    /// # Errors
    ///
    /// If this strategy makes no tree.
    pub fn shrunk(
        &self,
        root: &Position,
        game: Game,
        rounds: usize,
        table: impl Fn(&Position) -> bool,
    ) -> Result<Strategy, TreeError> {
        // That there is a tree at all is found out here.
        let plain = self.reachable(root, game.prover, &table)?;
        let graph = Graph::new(self, game, &table);
        let Some(tops) = graph.tops(root, game).filter(|_| !plain.is_empty()) else {
            return Ok(plain);
        };
        let mut exchange = Exchange::new(&graph, tops);
        exchange.round();
        for lot in 1..rounds {
            exchange.reorder(lot as u64);
            exchange.round();
        }
        let mut chosen = Strategy::default();
        for (place, key) in graph.keys.iter().enumerate() {
            let made = graph.options[place][exchange.chosen[place] as usize].made;
            chosen.add(*key, crate::Choice { made, plies: 0 });
        }
        chosen.reachable(root, game.prover, &table)
    }
}

/// Moves that are being exchanged.
struct Exchange<'a> {
    graph: &'a Graph,
    /// The positions with the prover to move that must be in the tree.
    tops: Vec<u32>,
    /// Which option each position takes.
    chosen: Vec<u32>,
    /// How many nodes of the tree lead to a position with the prover to move, and the defender.
    refs: [Vec<u32>; 2],
    /// The order: what comes next is smaller.
    order: Vec<u32>,
    /// Nodes of the tree, but for what is the same in all.
    total: u64,
    /// How large the subtree of a position would be if nothing were written once only.
    guess: Vec<u32>,
}

impl<'a> Exchange<'a> {
    fn new(graph: &'a Graph, tops: Vec<u32>) -> Exchange<'a> {
        let places = graph.keys.len();
        let mut all = Exchange {
            graph,
            tops: tops.clone(),
            chosen: graph.given.clone(),
            refs: [vec![0; places], vec![0; graph.replies.len()]],
            order: graph.plies.clone(),
            total: 0,
            guess: vec![0; places],
        };
        for place in tops {
            all.refs[0][place as usize] += 1;
            if all.refs[0][place as usize] == 1 {
                all.total += 1;
                all.take(all.after(place), None);
            }
        }
        all
    }

    /// The position after the chosen move.
    fn after(&self, place: u32) -> u32 {
        let place = place as usize;
        self.graph.options[place][self.chosen[place] as usize].after
    }

    /// One more node leads to a position with the defender to move. What was not in the tree may
    /// choose its moves anew; what it chose before is put into the log.
    fn take(&mut self, after: u32, mut log: Option<&mut Vec<(u32, u32)>>) {
        let mut stack = vec![after];
        while let Some(after) = stack.pop() {
            self.refs[1][after as usize] += 1;
            if self.refs[1][after as usize] > 1 {
                continue;
            }
            self.total += u64::from(self.graph.weights[after as usize]);
            for &place in &self.graph.replies[after as usize] {
                self.refs[0][place as usize] += 1;
                if self.refs[0][place as usize] == 1 {
                    self.total += 1;
                    if let Some(log) = &mut log {
                        let best = self.cheapest(place);
                        if best != self.chosen[place as usize] {
                            log.push((place, self.chosen[place as usize]));
                            self.chosen[place as usize] = best;
                        }
                    }
                    stack.push(self.after(place));
                }
            }
        }
    }

    /// One node fewer leads there.
    fn release(&mut self, after: u32) {
        let mut stack = vec![after];
        while let Some(after) = stack.pop() {
            self.refs[1][after as usize] -= 1;
            if self.refs[1][after as usize] > 0 {
                continue;
            }
            self.total -= u64::from(self.graph.weights[after as usize]);
            for &place in &self.graph.replies[after as usize] {
                self.refs[0][place as usize] -= 1;
                if self.refs[0][place as usize] == 0 {
                    self.total -= 1;
                    stack.push(self.after(place));
                }
            }
        }
    }

    fn allowed(&self, place: u32, option: usize) -> bool {
        let after = self.graph.options[place as usize][option].after;
        let here = self.order[place as usize];
        self.graph.replies[after as usize].iter().all(|&next| self.order[next as usize] < here)
    }

    /// The option of a position that seems to need the fewest new nodes.
    fn cheapest(&self, place: u32) -> u32 {
        let cost = |option: usize| {
            let after = self.graph.options[place as usize][option].after as usize;
            if after == OVER as usize || self.refs[1][after] > 0 {
                return 0;
            }
            let new = |next: &&u32| self.refs[0][**next as usize] == 0;
            let replies = self.graph.replies[after].iter().filter(new);
            let guesses = replies.map(|&next| u64::from(self.guess[next as usize]));
            u64::from(self.graph.weights[after]) + guesses.sum::<u64>()
        };
        let mut best = self.chosen[place as usize];
        let mut least = cost(best as usize);
        for option in 0..self.graph.options[place as usize].len() {
            if least > 0 && self.allowed(place, option) && cost(option) < least {
                (best, least) = (option as u32, cost(option));
            }
        }
        best
    }

    /// Tries every exchange once, those far from the root first.
    fn round(&mut self) {
        let mut places: Vec<u32> = (0..self.graph.keys.len() as u32).collect();
        places.sort_by_key(|&place| (self.order[place as usize], place));
        for &place in &places {
            let after = self.after(place) as usize;
            let next = &self.graph.replies[after];
            let sum = next.iter().fold(0_u32, |sum, &n| sum.saturating_add(self.guess[n as usize]));
            self.guess[place as usize] = sum.saturating_add(1 + self.graph.weights[after]);
        }
        let mut log = Vec::new();
        for place in places {
            for option in 0..self.graph.options[place as usize].len() {
                let old = self.chosen[place as usize];
                let here = self.refs[0][place as usize] > 0;
                if !here || option as u32 == old || !self.allowed(place, option) {
                    continue;
                }
                let before = self.total;
                self.release(self.after(place));
                self.chosen[place as usize] = option as u32;
                self.take(self.after(place), Some(&mut log));
                if self.total >= before {
                    self.release(self.after(place));
                    for (other, was) in log.drain(..).rev() {
                        self.chosen[other as usize] = was;
                    }
                    self.chosen[place as usize] = old;
                    self.take(self.after(place), None);
                    debug_assert_eq!(self.total, before);
                }
                log.clear();
            }
        }
    }

    /// Another order that the present moves agree with: that in which a walk leaves the positions.
    /// What is not in the tree comes first, to be allowed in more places.
    fn reorder(&mut self, lot: u64) {
        let mixed = |n: u32| {
            let x = (u64::from(n) + lot * 0x1_0000_0001).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32
        };
        let mut roots: Vec<u32> = (0..self.graph.keys.len() as u32).collect();
        roots.sort_by_key(|&place| (self.refs[0][place as usize] > 0, mixed(place)));
        const NONE: u32 = u32::MAX;
        self.order.fill(NONE);
        let mut left = 0;
        let mut stack: Vec<(u32, usize)> = Vec::new();
        for root in roots {
            if self.order[root as usize] == NONE {
                stack.push((root, 0));
            }
            while let Some((place, next)) = stack.last_mut() {
                let place = *place;
                let replies = &self.graph.replies[self.after(place) as usize];
                match replies.get(*next) {
                    Some(&reply) => {
                        *next += 1;
                        if self.order[reply as usize] == NONE {
                            stack.push((reply, 0));
                        }
                    }
                    None => {
                        stack.pop();
                        if self.order[place as usize] == NONE {
                            self.order[place as usize] = left;
                            left += 1;
                        }
                    }
                }
            }
        }
        debug_assert!(self.tops.iter().all(|&top| self.refs[0][top as usize] > 0));
    }
}
