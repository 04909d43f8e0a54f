//! Going through everything that can happen when the prover plays by some rule.
//!
//! Positions are met depth first, each once. The rule may look at what is *finished*: positions all
//! of whose games have been gone through. To lead to one of these never makes a circle, so a rule
//! that wants few positions takes them where it can.

use std::collections::HashMap;

use zermelo_board::losing::{Key, Move, Position};
use zermelo_kernel::Color;

use crate::strategy::{Choice, Strategy};
use crate::tree::TreeError;

/// The finished positions with the plies that their games take at most; games that are over are
/// not among them.
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
    moves: Vec<Move>,
    next: usize,
    height: u32,
}

/// What happens in a position with the prover to move.
pub(crate) enum Play {
    /// The position is won, and that is all.
    Leaf,
    /// The prover plays on.
    Move(Move),
}

/// The strategy that `choose` returns, with exact heights. It is asked in every position that is met
/// and not over, and says for those with the defender to move whether they are leaves: any move
/// means that they are not.
pub(crate) fn traverse<E: From<TreeError>>(
    root: &Position,
    prover: Color,
    mut choose: impl FnMut(&Position, &Finished) -> Result<Play, E>,
) -> Result<Strategy, E> {
    let mut strategy = Strategy::default();
    let mut finished = Finished(HashMap::new());
    let mut stack: Vec<Open> = Vec::new();
    let mut next = Some(*root);
    loop {
        // How high the position is that was met last, if that is known.
        let mut height = None;
        if let Some(position) = next.take() {
            height = match finished.0.get(&position.key()) {
                Some(&Some(height)) => Some(height),
                Some(None) => return Err(TreeError::Circle(Box::new(position)).into()),
                None => {
                    let moves = position.legal_moves();
                    let play =
                        if moves.is_empty() { Play::Leaf } else { choose(&position, &finished)? };
                    match play {
                        Play::Leaf => Some(0),
                        Play::Move(made) => {
                            let mine = position.turn() == prover;
                            let moves = if mine { vec![made] } else { moves };
                            finished.0.insert(position.key(), None);
                            stack.push(Open { position, moves, next: 0, height: 0 });
                            None
                        }
                    }
                }
            };
        }
        let Some(open) = stack.last_mut() else { return Ok(strategy) };
        if let Some(height) = height {
            open.height = open.height.max(height + 1);
        }
        if let Some(&made) = open.moves.get(open.next) {
            open.next += 1;
            next = Some(open.position.play(made));
            continue;
        }
        let Open { position, moves, height, .. } = stack.pop().expect("the one just looked at");
        finished.0.insert(position.key(), Some(height));
        if position.turn() == prover {
            strategy.add(position.key(), Choice { made: moves[0].packed(), plies: height });
        }
        if let Some(above) = stack.last_mut() {
            above.height = above.height.max(height + 1);
        }
    }
}

/// What a strategy needs from `root`, with exact heights; leaves are as in
/// [`Tree::of`](crate::Tree::of).
pub(crate) fn reachable(
    strategy: &Strategy,
    root: &Position,
    prover: Color,
    table: &impl Fn(&Position) -> bool,
) -> Result<Strategy, TreeError> {
    traverse(root, prover, |position, _| {
        if table(position) {
            Ok(Play::Leaf)
        } else if position.turn() == prover {
            Ok(Play::Move(strategy.legal(position)?))
        } else {
            Ok(Play::Move(position.legal_moves()[0]))
        }
    })
}
