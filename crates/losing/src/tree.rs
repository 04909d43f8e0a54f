//! A proof written down: six bytes a node.
//!
//! This is the layout of the trees of Watkins, A status report on Losing Chess (2012), 2.5. A node
//! is four bytes of links and two of the move that leads to it, little-endian.
//!
//! | top two bits | low thirty bits | what |
//! |---|---|---|
//! | 00 | next sibling, 0 if none | a leaf |
//! | 01 | next sibling, 0 if none | the first child is the next node |
//! | 10 | target | goes on like the target, which has the same position; no sibling follows |
//! | 11 | target | the same, and the next node is the next sibling |
//!
//! A move has its goal in bits 0-5, its origin in 6-11, what a pawn becomes in 12-14 (2 to 6:
//! knight, bishop, rook, queen, king), and bit 15 set if it captures en passant. Node 0 holds the
//! number of all nodes, itself included, and in place of a move the length of the opening line,
//! which is what the next nodes are. The root is the last of these; without a line, node 0.
//!
//! Trees that are written here are in *strict order*: a node's whole subtree follows it, then comes
//! its sibling, and targets come before the nodes that name them, never as their ancestors. So they
//! can be checked in one pass. [`Tree::canonical`] brings other trees into this order.

mod read;
mod write;

use std::fmt;
use std::io::{self, Read, Write};

use zermelo_board::losing::{Key, Move, Position};
use zermelo_kernel::{
    Budget, Color, LosingPosition, Proved, Rules, TreeClaim, TreeFault, TreeHead, TreeProof,
};

pub use read::Taken;

/// The most nodes that thirty bits can number.
const MOST: usize = 1 << 30;
const LOW: u32 = MOST as u32 - 1;

/// A proof tree.
#[derive(Clone, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<[u8; 6]>,
}

/// How a node goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Link {
    /// It does not: the game is over, or the position is in the tables.
    Leaf,
    /// Its first child is the next node.
    Inner,
    /// As this node does, which has the same position.
    Same(usize),
}

/// A node, unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// The move that leads to it.
    pub made: Move,
    /// How it goes on.
    pub link: Link,
    /// The next move in the position before.
    pub sibling: Option<usize>,
}

/// Why there is no tree, or why it makes no sense.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// The prover has no move here.
    #[error("the prover has no move in {0}")]
    NoMove(Box<Position>),
    /// The moves of the prover lead back to this position.
    #[error("the prover goes in a circle at {0}")]
    Circle(Box<Position>),
    /// A move of the opening line, or of the prover, is not legal.
    #[error("{0} is not legal in {1}")]
    Illegal(Move, Box<Position>),
    /// There would be more nodes than can be numbered.
    #[error("the tree has more than {MOST} nodes")]
    TooLarge,
    /// What stands at this node makes no sense.
    #[error("node {0}: {1}")]
    At(usize, &'static str),
    /// The bytes are not those of a strategy.
    #[error("the stored strategy is damaged")]
    Damaged,
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|at| self.node(at))).finish()
    }
}

/// The move, if it is legal.
pub(crate) fn legal(position: &Position, made: Move) -> Result<Move, TreeError> {
    let allowed = position.legal_moves().contains(&made);
    allowed.then_some(made).ok_or_else(|| TreeError::Illegal(made, Box::new(*position)))
}

/// The position after a line of moves, if they are legal.
pub(crate) fn after(
    start: &Position,
    line: impl IntoIterator<Item = Move>,
) -> Result<Position, TreeError> {
    line.into_iter().try_fold(*start, |position, made| Ok(position.play(legal(&position, made)?)))
}

/// The move as trees have it: with a mark if it captures en passant.
pub(crate) fn marked(position: &Position, made: Move) -> u16 {
    let passing = position.is_capture(made) && position.occupied() & made.to.bit() == 0;
    made.packed() | u16::from(passing) << 15
}

fn packed(data: u32, made: u16) -> [u8; 6] {
    let ([a, b, c, d], [e, f]) = (data.to_le_bytes(), made.to_le_bytes());
    [a, b, c, d, e, f]
}

impl Tree {
    /// A tree that is all of these bytes.
    ///
    /// # Errors
    ///
    /// If they are cut short, or their number or the opening line makes no sense.
    pub fn from_bytes(mut bytes: &[u8]) -> io::Result<Tree> {
        let tree = Tree::read(&mut bytes)?;
        if bytes.is_empty() { Ok(tree) } else { Err(wrong("the tree goes on after its end")) }
    }

    /// Reads a tree, and nothing that comes after it.
    ///
    /// # Errors
    ///
    /// If reading fails, or the number of nodes or the opening line makes no sense.
    pub fn read(from: &mut impl Read) -> io::Result<Tree> {
        /// So much memory is asked for at a time: the number of nodes may be a lie.
        const STEP: usize = 1 << 20;
        let mut nodes = vec![[0; 6]];
        from.read_exact(&mut nodes[0])?;
        let tree = Tree { nodes: vec![nodes[0]] };
        let (size, line) = (tree.data(0) as usize, tree.opening());
        if !(1..=MOST).contains(&size) || line >= size {
            return Err(wrong("the tree has an impossible size or opening line"));
        }
        while nodes.len() < size {
            let old = nodes.len();
            nodes.resize(size.min(old + STEP), [0; 6]);
            from.read_exact(nodes[old..].as_flattened_mut())?;
        }
        let tree = Tree { nodes };
        let fits = |at: usize| {
            let Node { link, sibling, .. } = tree.node(at);
            link == Link::Inner && sibling.is_none() || link == Link::Leaf && at == line
        };
        if (1..=line).all(fits) { Ok(tree) } else { Err(wrong("the opening line is no line")) }
    }

    /// Writes the tree.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(self.nodes.as_flattened())
    }

    /// Writes the certificate that says that `winner` wins. The opening line begins at `start`.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn write_certificate(
        &self,
        to: &mut impl Write,
        rules: Rules,
        winner: Color,
        start: &Position,
    ) -> io::Result<()> {
        let claim = TreeClaim { rules, position: start.to_kernel(), prover: winner };
        to.write_all(TreeHead { claim, nodes: self.len() as u32 }.to_text().as_bytes())?;
        self.write(to)?;
        to.write_all(TreeHead::TAIL.as_bytes())
    }

    /// Has the kernel check that `winner` wins. The opening line begins at `start`; the kernel
    /// believes `table` of positions with few men.
    ///
    /// # Errors
    ///
    /// Why the kernel does not accept it.
    pub fn check(
        &self,
        rules: Rules,
        winner: Color,
        start: &Position,
        table: impl Fn(&Position) -> bool,
    ) -> Result<Proved<TreeProof>, TreeFault> {
        let claim = TreeClaim { rules, position: start.to_kernel(), prover: winner };
        check(&claim, None, [self.nodes.as_flattened(); 2], table)
    }

    /// How many nodes there are, node 0 included.
    #[expect(clippy::len_without_is_empty, reason = "there is always node 0")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many moves the opening line has; also the number of the root.
    pub fn opening(&self) -> usize {
        usize::from(self.bits(0))
    }

    /// The moves of the opening line.
    pub fn line(&self) -> impl Iterator<Item = Move> {
        (1..=self.opening()).map(|at| self.node(at).made)
    }

    /// A node; node 0 has no move.
    pub fn node(&self, at: usize) -> Node {
        let low = (self.data(at) & LOW) as usize;
        let made = Move::unpacked(self.bits(at));
        let (link, sibling) = match self.data(at) >> 30 {
            _ if at == 0 => (if self.len() == 1 { Link::Leaf } else { Link::Inner }, None),
            0 => (Link::Leaf, (low != 0).then_some(low)),
            1 => (Link::Inner, (low != 0).then_some(low)),
            2 => (Link::Same(low), None),
            _ => (Link::Same(low), Some(at + 1)),
        };
        Node { made, link, sibling }
    }

    /// The children of a node, those of its target if it has one.
    pub fn children(&self, at: usize) -> impl Iterator<Item = usize> {
        let first = match self.node(at).link {
            Link::Leaf => None,
            Link::Inner => Some(at + 1),
            Link::Same(target) => (self.node(target).link == Link::Inner).then_some(target + 1),
        };
        std::iter::successors(first, |&child| self.node(child).sibling)
    }

    /// The bits of a node's move.
    fn bits(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.nodes[at][4], self.nodes[at][5]])
    }

    fn data(&self, at: usize) -> u32 {
        let [a, b, c, d, ..] = self.nodes[at];
        u32::from_le_bytes([a, b, c, d])
    }
}

/// Has the kernel check a claim by the nodes of a tree, which it reads twice; if they are from a
/// certificate with this head, also how that ends. The kernel believes `table` of positions with few
/// men.
///
/// # Errors
///
/// Why the kernel does not accept it.
pub fn check(
    claim: &TreeClaim,
    head: Option<&TreeHead>,
    [first, second]: [impl Read; 2],
    table: impl Fn(&Position) -> bool,
) -> Result<Proved<TreeProof>, TreeFault> {
    let table = |position: &LosingPosition| table(&Position::from_kernel(position));
    let budget = Budget::default();
    match head {
        Some(head) => head.check(first, second, table, &budget),
        None => claim.check(first, second, table, &budget),
    }
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The node at which each position was first written, and whether its subtree is finished.
type Written = std::collections::HashMap<Key, (u32, bool)>;
