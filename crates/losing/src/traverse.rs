//! Going through everything that can happen when the prover plays by some rule.
//!
//! Positions are met depth first, each once. The rule may look at what is *finished*: positions all
//! of whose games have been gone through. To lead to one of these never makes a circle, so a rule
//! that wants few positions takes them where it can.

use std::collections::HashMap;
use std::vec;

use zermelo_board::losing::{Key, Move, Position};
use zermelo_kernel::Color;

use crate::strategy::{Choice, Strategy};
use crate::tree::TreeError;

/// The plies that the games from a position take at most; `None` while they are being gone through.
#[derive(Default)]
pub(crate) struct Finished(HashMap<Key, Option<u32>>);

impl Finished {
    /// Whether all games from here have been gone through.
    pub fn has(&self, position: &Position) -> bool {
        matches!(self.0.get(&position.key()), Some(Some(_)))
    }
}

/// A position whose moves are being gone through.
struct Open {
    position: Position,
    chosen: Option<Move>,
    left: vec::IntoIter<Move>,
    height: u32,
}

/// The strategy by which the prover plays, with exact heights, and the height of the root. `moves`
/// is asked once for each position that is met, and returns what is played there, empty at a leaf.
pub(crate) fn traverse<E: From<TreeError>>(
    root: &Position,
    prover: Color,
    mut moves: impl FnMut(&Position, &Finished) -> Result<Vec<Move>, E>,
) -> Result<(Strategy, u32), E> {
    let mut strategy = Strategy::default();
    let mut finished = Finished::default();
    let mut enter = |position: Position, finished: &mut Finished| {
        let moves = moves(&position, finished)?;
        finished.0.insert(position.key(), None);
        let chosen = moves.first().copied();
        Ok::<Open, E>(Open { position, chosen, left: moves.into_iter(), height: 0 })
    };
    let mut path = vec![enter(*root, &mut finished)?];
    loop {
        let here = path.last_mut().expect("the root stays on the path until the end");
        if let Some(made) = here.left.next() {
            let position = here.position.play(made);
            match finished.0.get(&position.key()) {
                Some(Some(height)) => here.height = here.height.max(height + 1),
                Some(None) => return Err(TreeError::Circle(Box::new(position)).into()),
                None => path.push(enter(position, &mut finished)?),
            }
            continue;
        }
        let Open { position, chosen, height, .. } = path.pop().expect("the one just looked at");
        finished.0.insert(position.key(), Some(height));
        if let Some(made) = chosen.filter(|_| position.turn() == prover) {
            strategy.add(position.key(), Choice { made: made.packed(), plies: height });
        }
        match path.last_mut() {
            Some(above) => above.height = above.height.max(height + 1),
            None => return Ok((strategy, height)),
        }
    }
}

impl Strategy {
    /// What is played in a position: the prover's choice, or all replies; empty at a leaf, where the
    /// game is over or `table` knows the win.
    pub(crate) fn moves(
        &self,
        position: &Position,
        prover: Color,
        table: &impl Fn(&Position) -> bool,
    ) -> Result<Vec<Move>, TreeError> {
        let moves = position.legal_moves();
        if moves.is_empty() || table(position) {
            Ok(Vec::new())
        } else if position.turn() == prover {
            Ok(vec![self.legal(position)?])
        } else {
            Ok(moves)
        }
    }

    /// What this strategy needs from `root`, with exact heights; leaves are as in
    /// [`Tree::of`](crate::Tree::of).
    pub(crate) fn reachable(
        &self,
        root: &Position,
        prover: Color,
        table: &impl Fn(&Position) -> bool,
    ) -> Result<Strategy, TreeError> {
        Ok(traverse(root, prover, |position, _| self.moves(position, prover, table))?.0)
    }
}
