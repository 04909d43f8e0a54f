//! Why a proof tree was rejected, in the language of chess.

use std::fmt;

use crate::{Exhausted, Move, Outcome, Square};

/// The 16 bits of a move as they stand in a tree, legal or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeMove(pub u16);

/// As in UCI; a promotion that there is not is written as its number.
impl fmt::Display for TreeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = |bits: u16| Square::new((bits & 63) as u8).expect("six bits are a square");
        write!(f, "{}{}", square(self.0 >> 6), square(self.0))?;
        match self.0 >> 12 & 7 {
            0 => Ok(()),
            1 => f.write_str("=1"),
            7 => f.write_str("=7"),
            promotion => write!(f, "{}", ["n", "b", "r", "q", "k"][usize::from(promotion - 2)]),
        }
    }
}

/// Why a tree was rejected, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeFault {
    /// The node; the header is node 0.
    pub node: u32,
    /// The moves from the claim's position to the node, or to the one above it if the move is what
    /// is wrong.
    pub line: Vec<Move>,
    /// What is wrong.
    pub reason: TreeReason,
}

/// What is wrong with a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeReason {
    /// The rules are those of chess.
    Chess,
    /// The bytes cannot be read.
    Unreadable(String),
    /// The bytes end before the number of nodes that the header gives.
    Cut,
    /// The header's number of nodes is too large, or the opening line does not fit into it.
    Size {
        /// The number of nodes.
        size: u32,
        /// The length of the opening line.
        line: u32,
    },
    /// More nodes are needed than the header says there are.
    Ended,
    /// There is more than the tree needs.
    Rest,
    /// The certificate does not close with its last line.
    Tail,
    /// A node of the opening line before the root has a sibling, or no child.
    Opening,
    /// The root has a sibling.
    RootSibling,
    /// The move is not legal.
    IllegalMove(TreeMove),
    /// The move is legal, but wrongly marked as en passant or not.
    EnPassantBit(TreeMove),
    /// The move was there before.
    Repeated(TreeMove),
    /// The prover has a second move.
    SecondMove,
    /// The defender has this move too.
    MissingReply(Move),
    /// The sibling is not the node that follows.
    Sibling {
        /// The number given.
        given: u32,
        /// The number of the node that follows.
        next: u32,
    },
    /// A leaf is over, but not won by the prover.
    NotWon(Outcome),
    /// A leaf is not over, and has too many men for a table.
    NotOver,
    /// Too many nodes lie above this one.
    TooDeep,
    /// No table vouches for this leaf.
    Table(String),
    /// The node points to itself or to a later one.
    PointsAhead(u32),
    /// The node points to one that is above it, which makes a circle.
    PointsAbove(u32),
    /// The node points to the header or into the opening line.
    PointsOutside(u32),
    /// A later node points to this one, which points elsewhere itself.
    TargetPoints,
    /// The node points to one with another position.
    OtherPosition(u32),
    /// The check was given up.
    Exhausted(Exhausted),
}

impl From<Exhausted> for TreeReason {
    fn from(why: Exhausted) -> TreeReason {
        TreeReason::Exhausted(why)
    }
}

impl fmt::Display for TreeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeReason::Chess => write!(f, "there are no trees for chess, only for losing chess"),
            TreeReason::Unreadable(error) => write!(f, "the tree cannot be read: {error}"),
            TreeReason::Cut => write!(f, "the bytes end here"),
            TreeReason::Size { size, line } => {
                write!(f, "there cannot be {size} nodes with an opening line of {line}")
            }
            TreeReason::Ended => write!(f, "another node is needed, but this is the last one"),
            TreeReason::Rest => write!(f, "the tree is complete, but something follows"),
            TreeReason::Tail => write!(f, "the line `end` does not follow the nodes"),
            TreeReason::Opening => {
                write!(f, "a node of the opening line must have one child and no sibling")
            }
            TreeReason::RootSibling => write!(f, "the root has a sibling"),
            TreeReason::IllegalMove(m) => {
                write!(f, "the move {m} is not legal")
            }
            TreeReason::EnPassantBit(m) => {
                write!(f, "the en-passant mark of the move {m} is wrong")
            }
            TreeReason::Repeated(m) => {
                write!(f, "the move {m} was there before")
            }
            TreeReason::SecondMove => write!(f, "this is a second move for the prover"),
            TreeReason::MissingReply(m) => write!(f, "the defender's move {m} is missing"),
            TreeReason::Sibling { given, next } => {
                write!(f, "the sibling is given as node {given}, but node {next} follows")
            }
            TreeReason::NotWon(Outcome::Won(color)) => write!(f, "{color} has won here"),
            TreeReason::NotWon(Outcome::Drawn) => write!(f, "the game is drawn here"),
            TreeReason::NotOver => write!(f, "the tree ends here, but the game is not over"),
            TreeReason::TooDeep => write!(f, "it is too deep in the tree"),
            TreeReason::Table(fen) => write!(f, "no table says that the prover wins {fen}"),
            TreeReason::PointsAhead(target) => {
                write!(f, "it points to node {target}, which is not before it")
            }
            TreeReason::PointsAbove(target) => {
                write!(f, "it points to node {target}, from which it comes: a circle")
            }
            TreeReason::PointsOutside(target) => {
                write!(f, "it points to node {target}, which is before the root")
            }
            TreeReason::TargetPoints => {
                write!(f, "another node points to it, but it points elsewhere itself")
            }
            TreeReason::OtherPosition(target) => {
                write!(f, "it points to node {target}, which has another position")
            }
            TreeReason::Exhausted(why) => why.fmt(f),
        }
    }
}

/// So many moves of a line are written.
const WRITTEN: usize = 60;

impl fmt::Display for TreeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TreeFault { node, line, reason } = self;
        write!(f, "node {node}")?;
        if !line.is_empty() {
            write!(f, ", after")?;
            line.iter().take(WRITTEN).try_for_each(|m| write!(f, " {m}"))?;
            if line.len() > WRITTEN {
                write!(f, " ... ({} plies)", line.len())?;
            }
        }
        write!(f, ": {reason}")
    }
}

impl std::error::Error for TreeFault {}
