//! The nodes of a proof tree, as bytes; the layout is that of docs/formats/certificates.md, section 16.

use std::io::{BufReader, ErrorKind, Read};

use crate::budget::Meter;
use crate::claims::losing_win::fault::{TreeFault, TreeReason};
use crate::{Exhausted, LosingPosition, Move, Piece, Role};

/// The bytes of a node.
pub const TREE_NODE_BYTES: usize = 6;

/// What is kept in memory for a node that another one points to, with room for growing lists.
const TARGET_BYTES: u64 = 56;

/// The largest number that fits beside the two flags of a node.
const LOW: u32 = (1 << 30) - 1;

/// The 16 bits of a legal move in a tree: to, from, promotion, and whether it is en passant.
pub fn tree_move(position: &LosingPosition, m: Move) -> u16 {
    let promotion = match m.promotion {
        Some(Role::Knight) => 2,
        Some(Role::Bishop) => 3,
        Some(Role::Rook) => 4,
        Some(Role::Queen) => 5,
        Some(Role::King) => 6,
        Some(Role::Pawn) | None => 0,
    };
    let en_passant = position.is_capture(m) && position.piece_at(m.to).is_none();
    let squares = m.to.index() | m.from.index() << 6;
    squares as u16 | promotion << 12 | u16::from(en_passant) << 15
}

/// What six bytes say.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// The move that leads here; in the header, the length of the opening line.
    pub(crate) code: u16,
}

/// The meaning of the first four bytes of a node.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// A leaf, with the number of its next sibling, or 0.
    Leaf(u32),
    /// An internal node, whose first child comes next, with the number of its next sibling, or 0.
    Inner(u32),
    /// The same position as another node's; perhaps the next node is a sibling.
    Same { target: u32, sibling_next: bool },
}

impl Node {
    fn of(bytes: [u8; TREE_NODE_BYTES]) -> Node {
        let [a, b, c, d, e, f] = bytes;
        let data = u32::from_le_bytes([a, b, c, d]);
        let number = data & LOW;
        let kind = match data >> 30 {
            0 => Kind::Leaf(number),
            1 => Kind::Inner(number),
            flags => Kind::Same { target: number, sibling_next: flags == 3 },
        };
        Node { kind, code: u16::from_le_bytes([e, f]) }
    }
}

/// Counts the bytes that are read, block by block.
struct Counting<'a, R> {
    input: R,
    meter: &'a Meter<'a>,
    exhausted: Option<Exhausted>,
}

impl<R: Read> Read for Counting<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let count = self.input.read(into)?;
        self.meter.read(count as u64).map_err(|why| {
            self.exhausted = Some(why);
            std::io::Error::other(why)
        })?;
        Ok(count)
    }
}

/// The nodes of a file one after another, the header first.
pub(crate) struct Nodes<'a, R> {
    reader: BufReader<Counting<'a, R>>,
    /// How many nodes there are, the header among them.
    pub(crate) size: u32,
    /// The number of the next one.
    pub(crate) next: u32,
}

impl<'a, R: Read> Nodes<'a, R> {
    /// Reads the header; returns the length of the opening line too.
    pub(crate) fn open(input: R, meter: &'a Meter) -> Result<(Nodes<'a, R>, u32), TreeReason> {
        let counting = Counting { input, meter, exhausted: None };
        let reader = BufReader::with_capacity(1 << 16, counting);
        let mut nodes = Nodes { reader, size: 1, next: 0 };
        let [a, b, c, d, e, f] = nodes.bytes()?;
        nodes.size = u32::from_le_bytes([a, b, c, d]);
        let line = u32::from(u16::from_le_bytes([e, f]));
        if nodes.size > LOW || nodes.size <= line {
            return Err(TreeReason::Size { size: nodes.size, line });
        }
        Ok((nodes, line))
    }

    fn bytes(&mut self) -> Result<[u8; TREE_NODE_BYTES], TreeReason> {
        if self.next == self.size {
            return Err(TreeReason::Ended);
        }
        let mut bytes = [0; TREE_NODE_BYTES];
        if let Err(error) = self.reader.read_exact(&mut bytes) {
            return Err(match (self.reader.get_ref().exhausted, error.kind()) {
                (Some(why), _) => TreeReason::Exhausted(why),
                (_, ErrorKind::UnexpectedEof) => TreeReason::Cut,
                _ => TreeReason::Unreadable(error.to_string()),
            });
        }
        self.next += 1;
        Ok(bytes)
    }

    pub(crate) fn read(&mut self) -> Result<Node, TreeReason> {
        self.bytes().map(Node::of)
    }

    /// Whether nothing follows.
    pub(crate) fn is_at_end(&mut self) -> bool {
        matches!(self.reader.read(&mut [0]), Ok(0))
    }
}

/// The nodes that others point back to, in order. What points elsewhere the walk will refuse.
pub(crate) fn targets(input: impl Read, meter: &Meter) -> Result<Vec<u32>, TreeFault> {
    let fault = |node, reason| TreeFault { node, line: Vec::new(), reason };
    let (mut nodes, line) = Nodes::open(input, meter).map_err(|reason| fault(0, reason))?;
    let mut targets = Vec::new();
    while nodes.next < nodes.size {
        let number = nodes.next;
        let node = nodes.read().map_err(|reason| fault(number, reason))?;
        if let Kind::Same { target, .. } = node.kind
            && (line.max(1)..number).contains(&target)
        {
            meter.hold(TARGET_BYTES).map_err(|why| fault(number, why.into()))?;
            targets.push(target);
        }
    }
    targets.sort_unstable();
    targets.dedup();
    Ok(targets)
}

/// A position in few bytes, and exactly: half a byte a square, the side to move, the en-passant
/// square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packed([u8; 34]);

impl Packed {
    pub(crate) fn of(position: &LosingPosition) -> Packed {
        let mut bytes = [0; 34];
        for (square, Piece { color, role }) in position.pieces() {
            let man = 1 + role as u8 + 8 * color as u8;
            bytes[square.index() / 2] |= man << (4 * (square.index() % 2));
        }
        bytes[32] = position.turn() as u8;
        bytes[33] = position.en_passant().map_or(64, |square| square.index() as u8);
        Packed(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_positions_are_the_same_only_if_the_positions_are() {
        let fens = [
            "8/8/8/3pP3/8/8/8/8 w - d6",
            "8/8/8/3pP3/8/8/8/8 w - -",
            "8/8/8/3pP3/8/8/8/8 b - -",
            "8/8/8/3pPp2/8/8/8/8 w - d6",
            "8/8/8/3pPp2/8/8/8/8 w - f6",
            "8/8/8/3Pp3/8/8/8/8 w - -",
            "8/8/8/4pP2/8/8/8/8 w - e6",
            "8/8/8/8/8/8/8/8 w - -",
            "8/8/8/8/8/8/8/8 b - -",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -",
            "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -",
            "7K/8/8/8/8/8/8/k7 w - -",
            "7k/8/8/8/8/8/8/K7 w - -",
            "6K1/8/8/8/8/8/8/k7 w - -",
        ];
        let positions = fens.map(|fen| LosingPosition::from_fen(fen).unwrap());
        for a in &positions {
            for b in &positions {
                assert_eq!(Packed::of(a) == Packed::of(b), a == b, "{a} {b}");
            }
        }
    }

    /// Every man on a square, and nobody there, is another position.
    #[test]
    fn every_man_is_packed_as_itself() {
        let mut packed: Vec<Packed> = Vec::new();
        for letter in "1pnbrqkPNBRQK".chars() {
            for side in ["w", "b"] {
                let fen = format!("8/8/8/8/3{letter}4/k7/8/7K {side} - -");
                packed.push(Packed::of(&LosingPosition::from_fen(&fen).unwrap()));
            }
        }
        for (number, one) in packed.iter().enumerate() {
            assert_eq!(packed.iter().position(|other| other == one), Some(number));
        }
    }
}
