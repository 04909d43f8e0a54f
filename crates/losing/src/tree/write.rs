//! From a strategy to a tree.

use zermelo_board::losing::{Move, Position};
use zermelo_kernel::Color;

use super::{LOW, MOST, Tree, TreeError, Written, legal, marked, packed};
use crate::strategy::Strategy;

const INNER: u32 = 1 << 30;
const SAME: u32 = 2 << 30;

/// A position whose moves are being written.
struct Open {
    position: Position,
    moves: Vec<Move>,
    next: usize,
    /// The node of the move before.
    last: Option<usize>,
}

impl Tree {
    /// Writes down how the prover wins: from `start` the opening line, then the prover's choices
    /// and all replies. A leaf is where the game is over, or where `table` says that the tables
    /// know the win. A position that comes again is written once.
    ///
    /// # Errors
    ///
    /// If the prover has no choice somewhere, or an illegal one, or they lead in a circle.
    pub fn of(
        strategy: &Strategy,
        start: &Position,
        opening: &[Move],
        prover: Color,
        table: impl Fn(&Position) -> bool,
    ) -> Result<Tree, TreeError> {
        let mut nodes = vec![packed(0, opening.len() as u16)];
        let mut written = Written::new();
        let mut root = *start;
        for &made in opening {
            nodes.push(packed(INNER, marked(&root, legal(&root, made)?)));
            root = root.play(made);
        }
        let moves = |position: &Position| strategy.moves(position, prover, &table);
        let mut stack = vec![Open { position: root, moves: moves(&root)?, next: 0, last: None }];
        if stack[0].moves.is_empty() {
            let at = opening.len();
            if at > 0 {
                nodes[at] = packed(0, u16::from_le_bytes([nodes[at][4], nodes[at][5]]));
            }
            stack.clear();
        } else {
            written.insert(root.key(), (opening.len() as u32, false));
        }
        while let Some(open) = stack.last_mut() {
            let Some(&made) = open.moves.get(open.next) else {
                written.entry(open.position.key()).and_modify(|(_, finished)| *finished = true);
                stack.pop();
                continue;
            };
            let at = nodes.len();
            if at == MOST {
                return Err(TreeError::TooLarge);
            }
            if let Some(last) = open.last.replace(at) {
                follow(&mut nodes[last], at);
            }
            open.next += 1;
            let bits = marked(&open.position, made);
            let position = open.position.play(made);
            match written.get(&position.key()) {
                Some((_, false)) => return Err(TreeError::Circle(Box::new(position))),
                Some(&(target, true)) => nodes.push(packed(SAME | target, bits)),
                None => {
                    let moves = moves(&position)?;
                    if moves.is_empty() {
                        nodes.push(packed(0, bits));
                    } else {
                        nodes.push(packed(INNER, bits));
                        written.insert(position.key(), (at as u32, false));
                        stack.push(Open { position, moves, next: 0, last: None });
                    }
                }
            }
        }
        nodes[0] = packed(nodes.len() as u32, opening.len() as u16);
        Ok(Tree { nodes })
    }
}

/// Makes `at` the sibling of a node; after one with a target nothing else can come next.
fn follow(node: &mut [u8; 6], at: usize) {
    let [a, b, c, d, ..] = *node;
    let data = u32::from_le_bytes([a, b, c, d]);
    let data = if data & SAME != 0 { data | INNER } else { data & !LOW | at as u32 };
    node[..4].copy_from_slice(&data.to_le_bytes());
}
