//! What other searches have proved: wins wherever they are met.
//!
//! A campaign makes thousands of searches, and what one has proved the next need not prove again.
//! A search gets the positions, with the prover to move, by their hashes; the moves are joined to
//! its proof when that is read. It costs one look into a table a node.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zermelo_board::losing::{Key, Position};

use crate::game::Game;
use crate::strategy::{Choice, Strategy};
use crate::traverse::traverse;
use crate::tree::{TreeError, legal};

/// Hashes are hashed already.
#[derive(Default)]
pub(super) struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole words are hashed");
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// Positions by their hashes, and the plies that their proofs take at most.
type Plies = HashMap<u64, u32, BuildHasherDefault<Same>>;

/// What a search knows of others: what was known long ago, and what has come since. While searches
/// hold it, a part to which something is added must be copied; so what comes goes into a small one.
#[derive(Clone, Default)]
pub(super) struct Wins {
    old: Arc<Plies>,
    new: Arc<Plies>,
}

impl Wins {
    /// New ones are at least so many before they are taken to the old ones.
    const FEW: usize = 1 << 12;

    pub(super) fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty()
    }

    /// The plies of a position.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<u32> {
        self.new.get(&hash).or_else(|| self.old.get(&hash)).copied()
    }

    fn add(&mut self, wins: impl Iterator<Item = (u64, u32)>) {
        let new = Arc::make_mut(&mut self.new);
        for (hash, plies) in wins {
            let before = new.get(&hash).or_else(|| self.old.get(&hash));
            if before.is_none_or(|&before| plies < before) {
                new.insert(hash, plies);
            }
        }
        if new.len() >= Wins::FEW.max(self.old.len() / 8) {
            Arc::make_mut(&mut self.old).extend(new.drain());
        }
    }
}

/// What the searches of a campaign have proved.
#[derive(Default)]
pub struct Won(Mutex<(Strategy, Wins)>);

impl Won {
    fn lock(&self) -> MutexGuard<'_, (Strategy, Wins)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known now.
    pub(super) fn wins(&self) -> Wins {
        self.lock().1.clone()
    }

    /// Whether a position, with the prover to move, is won.
    pub(crate) fn has(&self, key: &Key) -> bool {
        self.lock().0.get(key).is_some()
    }

    /// Does something with all moves that win. Whoever follows them comes to an end, for in each
    /// position that of the fewest plies is kept.
    pub(crate) fn all<T>(&self, work: impl FnOnce(&Strategy) -> T) -> T {
        work(&self.lock().0)
    }

    /// Takes in a proof, which may rest on what was taken in before.
    pub fn add(&self, proof: &Strategy) {
        let (strategy, wins) = &mut *self.lock();
        strategy.join(proof);
        wins.add(proof.iter().map(|(key, choice)| (key.position().hash(), choice.plies)));
    }

    /// The proof of a position that was read off a search which knew these wins, made whole.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn whole(
        &self,
        game: Game,
        root: &Position,
        proof: &Strategy,
        known: impl Fn(&Position) -> bool,
    ) -> Result<Strategy, TreeError> {
        let (strategy, _) = &*self.lock();
        let walked = traverse(root, game.prover, |position, _| {
            let moves = position.legal_moves();
            if moves.is_empty() || !game.proves(position) {
                return Ok(moves);
            }
            let key = position.key();
            let both = [proof.get(&key), strategy.get(&key)].into_iter().flatten();
            match both.min_by_key(|choice| choice.plies).map(Choice::made) {
                Some(made) => Ok(vec![legal(position, made)?]),
                None if known(position) => Ok(Vec::new()),
                None => Err(TreeError::NoMove(Box::new(*position))),
            }
        });
        Ok(walked?.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fewest plies count, whoever came first and wherever they are; who holds the wins of
    /// before keeps them.
    #[test]
    fn wins_of_old_and_of_new() {
        let mut wins = Wins::default();
        assert!(wins.is_empty());
        let before = wins.clone();
        let count = 3 * Wins::FEW as u64 + 1;
        for hash in 0..count {
            wins.add([(hash, 9)].into_iter());
        }
        assert!(wins.old.len() >= Wins::FEW && !wins.new.is_empty());
        wins.add((0..count).map(|hash| (hash, if hash % 2 == 0 { 4 } else { 12 })));
        let right = |hash| wins.get(hash) == Some(if hash % 2 == 0 { 4 } else { 9 });
        assert!((0..count).all(right) && wins.get(count).is_none());
        assert!(before.is_empty());
    }
}
