//! More moves to choose from: positions that a prover need not come to, but could.
//!
//! For every position of a proof, each move is tried: if after every reply the position is known,
//! or some move leads on to known positions only, then those moves are added. What is found is
//! of use to [`Strategy::shrunk`] alone: that chooses the smallest proof among them. It costs some
//! hundred positions for each one of the proof.

use std::collections::HashMap;

use zermelo_board::losing::{Key, Position};

use crate::game::Game;
use crate::strategy::{Choice, Strategy};

struct Alternatives<'a, T> {
    strategy: &'a Strategy,
    game: Game,
    table: &'a T,
    /// What was found of positions that the strategy does not have.
    found: HashMap<Key, Option<Choice>>,
}

impl Strategy {
    /// This strategy with more positions, each with a move after which all that can come is known
    /// to it. Its own choices stay.
    pub fn with_alternatives(&self, game: Game, table: impl Fn(&Position) -> bool) -> Strategy {
        let found = HashMap::new();
        let mut alternatives = Alternatives { strategy: self, game, table: &table, found };
        let mut wider = self.clone();
        let mut new = Vec::new();
        for (key, choice) in self.iter() {
            let position = key.position();
            for made in position.legal_moves() {
                new.clear();
                let after = position.play(made);
                let open = made.packed() == choice.made
                    || after.any_legal(|reply| !alternatives.reaches(&after.play(reply), &mut new));
                if !open {
                    new.drain(..).for_each(|(key, choice)| wider.add(key, choice));
                }
            }
        }
        wider
    }
}

impl<T: Fn(&Position) -> bool> Alternatives<'_, T> {
    /// The plies that are left, if the position is known.
    fn known(&self, position: &Position) -> Option<u32> {
        let choice = self.strategy.get(&position.key());
        let won = || self.game.won_at(position, self.table).then_some(0);
        choice.map(|choice| choice.plies).or_else(won)
    }

    /// Whether a position with the prover to move is known, or one move away from that.
    fn reaches(&mut self, position: &Position, new: &mut Vec<(Key, Choice)>) -> bool {
        if self.known(position).is_some() {
            return true;
        }
        let key = position.key();
        let choice = match self.found.get(&key) {
            Some(&found) => found,
            None => {
                let found = self.look(position);
                self.found.insert(key, found);
                found
            }
        };
        new.extend(choice.map(|choice| (key, choice)));
        choice.is_some()
    }

    /// The move after which all is known; of several the one with the fewest replies.
    fn look(&self, position: &Position) -> Option<Choice> {
        let mut best: Option<(u32, Choice)> = None;
        for made in position.legal_moves() {
            let after = position.play(made);
            let count = after.mobility().0;
            if best.is_some_and(|(least, _)| count >= least) {
                continue;
            }
            let mut most = 0;
            let plies = if self.game.won_at(&after, self.table) {
                1
            } else {
                let unknown = after.any_legal(|reply| match self.known(&after.play(reply)) {
                    Some(plies) => {
                        most = most.max(plies);
                        false
                    }
                    None => true,
                });
                if unknown || count == 0 {
                    continue;
                }
                most + 2
            };
            best = Some((count, Choice { made: made.packed(), plies }));
        }
        best.map(|(_, choice)| choice)
    }
}
