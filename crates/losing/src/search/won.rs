//! What other searches have proved: wins wherever they are met.
//!
//! A campaign makes thousands of searches, and what one has proved the next need not prove again.
//! A search gets the positions, with the prover to move, by their hashes; the moves are joined to
//! its proof when that is read. It costs one look into a table a node.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zermelo_board::losing::Position;

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
pub(super) type Wins = HashMap<u64, u32, BuildHasherDefault<Same>>;

/// What the searches of a campaign have proved.
#[derive(Default)]
pub struct Won(Mutex<(Strategy, Arc<Wins>)>);

impl Won {
    fn lock(&self) -> MutexGuard<'_, (Strategy, Arc<Wins>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known now.
    pub(super) fn wins(&self) -> Arc<Wins> {
        Arc::clone(&self.lock().1)
    }

    /// Takes in a proof that needs no other.
    pub fn add(&self, proof: &Strategy) {
        let (strategy, wins) = &mut *self.lock();
        // Searches under way keep what they have.
        let wins = Arc::make_mut(wins);
        for (key, &choice) in proof.iter() {
            strategy.add(*key, choice);
            let hash = key.position().hash();
            let plies = wins.entry(hash).or_insert(choice.plies);
            *plies = choice.plies.min(*plies);
        }
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
