//! What refutes one reply may refute the next: a proof is played again after another move.
//!
//! When a reply of the defender's is answered, the same moves are tried after every other reply
//! that is still open (Kawano's simulation, 1996). Captures are compulsory, so a long line goes
//! the same way whatever else stands on the board. It costs at most as many positions as the
//! proof has, and those took hundreds of times as many to find.

use std::collections::HashSet;

use zermelo_board::losing::{Move, Position};

use super::Search;
use super::arena::{Below, Cursor, Numbers};

/// A simulation goes through so many positions at most.
const MOST: u32 = 1 << 18;

/// A proof being played again.
pub(super) struct Simulation<'a> {
    search: &'a Search<'a>,
    /// Positions whose proof holds here, too.
    held: HashSet<u64>,
    /// Positions that may still be looked at.
    left: u32,
    /// Nodes written.
    pub(super) made: u64,
}

/// A position that was proved somewhere: its node, which must have children or need none.
fn proved(search: &Search, position: &Position) -> Option<u32> {
    let node = search.known.get(position.hash())?;
    (search.arena.at(node).numbers().pn == 0).then_some(node)
}

impl<'a> Simulation<'a> {
    pub(super) fn new(search: &'a Search<'a>) -> Simulation<'a> {
        Simulation { search, held: HashSet::new(), left: MOST, made: 0 }
    }

    /// The children of a node that is proved, and of the node that it is the same as.
    fn proof(&self, index: u32) -> Option<(u32, u32)> {
        let mut node = self.search.arena.at(index);
        if let Below::Link(target) = node.below() {
            node = self.search.arena.at(target);
        }
        match node.below() {
            Below::Children(first, count) if node.numbers().pn == 0 => Some((first, count)),
            _ => None,
        }
    }

    /// The child of a proof that has this move.
    fn child(&self, (first, count): (u32, u32), made: Move) -> Option<u32> {
        let packed = made.packed();
        (first..first + count).find(|&child| self.search.arena.at(child).made() == packed)
    }

    /// Whether the proof at a node also proves this position.
    pub(super) fn holds(&mut self, index: u32, position: &Position) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let hash = position.hash();
        let search = self.search;
        let known =
            || proved(search, position).is_some() || search.won_elsewhere(position, hash).is_some();
        if self.held.contains(&hash) || known() {
            return true;
        }
        if let Some(won) = search.question.settled(position) {
            return won;
        }
        let Some(proof) = self.proof(index) else { return false };
        let holds = if search.question.to_move(position) {
            let made = Move::unpacked(search.arena.at(proof.0).made());
            let legal = position.any_legal(|other| other == made);
            legal && self.holds(proof.0, &position.play(made))
        } else {
            let replies = position.legal_moves();
            let same = |&made: &Move| {
                self.child(proof, made).is_some() || {
                    let after = position.play(made);
                    proved(search, &after).is_some()
                        || search.won_elsewhere(&after, after.hash()).is_some()
                        || search.question.settled(&after) == Some(true)
                }
            };
            replies.iter().all(same)
                && replies.into_iter().all(|made| {
                    let child = self.child(proof, made);
                    child.is_none_or(|child| self.holds(child, &position.play(made)))
                })
        };
        if holds {
            self.held.insert(hash);
        }
        holds
    }

    /// Writes the proof below a node for a position for which it [`holds`](Simulation::holds);
    /// `None` if there is no room.
    pub(super) fn write(
        &mut self,
        cursor: &mut Cursor,
        proof: u32,
        index: u32,
        position: &Position,
    ) -> Option<()> {
        let search = self.search;
        let node = search.arena.at(index);
        if node.numbers().settled() {
            return Some(());
        }
        if let Some(same) = proved(search, position).filter(|&same| same != index) {
            node.set_below(Below::Link(same));
        } else if search.question.settled(position) == Some(true)
            || search.won_elsewhere(position, position.hash()).is_some()
        {
            node.set_below(Below::Nothing);
        } else {
            let (first, count) = self.proof(proof)?;
            let moves = match search.question.to_move(position) {
                true => vec![Move::unpacked(search.arena.at(first).made())],
                false => position.legal_moves(),
            };
            let block = search.arena.take(cursor, moves.len() as u32)?;
            self.made += moves.len() as u64;
            for (child, &made) in (block..).zip(&moves) {
                let open = Numbers { pn: 1, dn: 1 };
                search.arena.at(child).begin(made.packed(), open, Below::Nothing);
                let proof = self.child((first, count), made).unwrap_or(0);
                self.write(cursor, proof, child, &position.play(made))?;
            }
            node.set_below(Below::Children(block, moves.len() as u32));
            node.set_numbers(Numbers::PROVED);
            search.known.put(position.hash(), index);
        }
        node.set_numbers(Numbers::PROVED);
        Some(())
    }
}
