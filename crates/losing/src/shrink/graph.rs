//! All moves that are known to win.

use std::collections::{HashMap, HashSet};

use zermelo_board::losing::{Key, Position};

use crate::game::Game;
use crate::strategy::Strategy;

/// The number of every position with the defender to move that is a leaf.
pub(super) const OVER: u32 = 0;
const UNKNOWN: u32 = u32::MAX;

/// A move of the prover's, packed, and the position after it.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub made: u16,
    pub after: u32,
}

/// Positions by number: those with the prover to move, of which the strategy has a choice, and those
/// with the defender to move after which everything is known.
#[derive(Default)]
pub(super) struct Graph {
    pub keys: Vec<Key>,
    /// The moves that win, of each position with the prover to move; the bound and the move of the
    /// strategy.
    pub options: Vec<Vec<Move>>,
    pub plies: Vec<u32>,
    pub given: Vec<u32>,
    /// The positions after each reply that are not leaves, of each position with the defender to
    /// move; the number of all replies.
    pub replies: Vec<Box<[u32]>>,
    pub weights: Vec<u32>,
}

impl Graph {
    pub fn new(strategy: &Strategy, game: Game, table: &impl Fn(&Position) -> bool) -> Graph {
        let sound = sound(strategy, game, table);
        let mut keys: Vec<Key> = sound.into_iter().collect();
        keys.sort_unstable();
        let numbers: HashMap<Key, u32> = keys.iter().copied().zip(0..).collect();
        let mut graph = Graph::default();
        graph.replies.push(Box::default());
        graph.weights.push(0);
        let mut known: HashMap<Key, u32> = HashMap::new();
        let won = |position: &Position| game.won_at(position, table);
        let mut next = Vec::new();
        let mut number = |graph: &mut Graph, after: &Position| {
            if won(after) {
                return OVER;
            }
            next.clear();
            let unknown = after.any_legal(|reply| {
                let position = after.play(reply);
                match numbers.get(&position.key()) {
                    Some(&number) => next.push(number),
                    None if won(&position) => {}
                    None => return true,
                }
                false
            });
            let (count, _) = after.mobility();
            if unknown || count == 0 {
                return UNKNOWN;
            }
            graph.replies.push(next.as_slice().into());
            graph.weights.push(count);
            graph.replies.len() as u32 - 1
        };
        for key in &keys {
            let position = key.position();
            let choice = strategy.get(key).expect("a key of the strategy");
            let mut options = Vec::new();
            let mut given = 0;
            for made in position.legal_moves() {
                let after = position.play(made);
                let number = match known.get(&after.key()) {
                    Some(&number) => number,
                    None => number(&mut graph, &after),
                };
                known.insert(after.key(), number);
                if number != UNKNOWN {
                    if made.packed() == choice.made {
                        given = options.len() as u32;
                    }
                    options.push(Move { made: made.packed(), after: number });
                }
            }
            graph.options.push(options);
            graph.plies.push(choice.plies);
            graph.given.push(given);
        }
        graph.keys = keys;
        graph
    }

    /// The positions with the prover to move with which a tree from this root begins; `None` if it
    /// ends there.
    pub fn tops(&self, root: &Position, game: Game) -> Option<Vec<u32>> {
        let number = |position: &Position| {
            self.keys.binary_search(&position.key()).ok().map(|place| place as u32)
        };
        if game.proves(root) {
            return number(root).map(|top| vec![top]);
        }
        let replies = root.legal_moves();
        let tops: Vec<u32> = replies.iter().filter_map(|&m| number(&root.play(m))).collect();
        (!tops.is_empty()).then_some(tops)
    }
}

/// The positions from which the strategy's own moves lead to the end; not those in the tables.
fn sound(strategy: &Strategy, game: Game, table: &impl Fn(&Position) -> bool) -> HashSet<Key> {
    let mut all: Vec<(u32, Key)> = strategy.iter().map(|(key, c)| (c.plies, *key)).collect();
    all.sort_unstable();
    let mut sound = HashSet::new();
    for (plies, key) in all {
        let position = key.position();
        let Ok(made) = strategy.legal(&position) else { continue };
        let after = position.play(made);
        let earlier = |key: &Key| {
            sound.contains(key) && strategy.get(key).is_some_and(|choice| choice.plies < plies)
        };
        let known = |next: &Position| earlier(&next.key()) || game.won_at(next, table);
        let proved = game.won_at(&after, table)
            || after.has_legal_move() && !after.any_legal(|reply| !known(&after.play(reply)));
        if proved && !table(&position) {
            sound.insert(key);
        }
    }
    sound
}
