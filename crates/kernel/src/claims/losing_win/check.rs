//! Proof trees of losing chess: one side wins, whatever the other does.
//!
//! A tree has one move for the prover and every move for the defender, down to games that are over
//! and won. It is an array of nodes of six bytes in preorder, the layout of Watkins's proofs
//! (docs/formats/certificates.md, section 16), where a node may point to an earlier one with the same
//! position. The check is one walk through the array: it plays every move by the rules of
//! `losing.rs` and believes nothing but the values of positions with few men, and those only where
//! the caller vouches for them.
//!
//! A tree may have a hundred million nodes, so the nodes are not kept. A first reading gathers
//! which nodes are pointed to; the second one walks, and remembers 44 bytes for each of those and
//! a frame for each node of the line that leads to where it stands.

use std::io::Read;

use crate::budget::{Budget, Meter};
use crate::claims::losing_win::fault::{TreeFault, TreeMove, TreeReason};
use crate::claims::losing_win::nodes::{Kind, Nodes, Packed, targets, tree_move};
use crate::proved::Proved;
use crate::rules::moves::MOVE_STEPS;
use crate::{Color, LosingPosition, Move, Outcome, Rules};

/// A leaf may be a game that is not over if it has at most so many men.
pub const TABLE_MEN: usize = 4;

/// No more internal nodes than this may lie one below the other, so that a tree in which the men
/// go to and fro for ever cannot fill the memory with frames.
const DEEPEST: usize = 100_000;

/// The men of the initial array.
const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

/// What a proof tree is claimed to prove: from this position, after the tree's opening line, the
/// prover wins under these rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeClaim {
    /// The rules; not those of chess.
    pub rules: Rules,
    /// The position before the opening line.
    pub position: LosingPosition,
    /// Who wins.
    pub prover: Color,
}

/// What an accepted tree holds. A node that points to another one counts as a transposition and as
/// nothing else; the nodes of the opening line before the root do not count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeSummary {
    /// The moves from the claim's position to the root.
    pub opening: Vec<Move>,
    /// Positions: the three kinds below.
    pub nodes: u64,
    /// Positions with a move in the tree.
    pub internal: u64,
    /// Games that are over.
    pub terminal: u64,
    /// Leaves that are not over; the tree proves the claim only if the prover wins them.
    pub table_leaves: u64,
    /// Nodes that point to another one.
    pub transpositions: u64,
    /// Internal positions in which the defender has a single move.
    pub forced: u64,
    /// Games that are over in which the prover has no men left; in the others somebody is
    /// stalemated.
    pub without_men: u64,
    /// The plies of the longest line from the root.
    pub longest: u32,
}

/// What was proved: the claim after the opening line of the summary. If there are table leaves, it
/// rests on the prover's winning each of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeProof {
    /// The claim.
    pub claim: TreeClaim,
    /// What the tree holds.
    pub summary: TreeSummary,
}

impl std::ops::Deref for TreeProof {
    type Target = TreeSummary;

    fn deref(&self) -> &TreeSummary {
        &self.summary
    }
}

/// A node that others point to.
struct Target {
    position: Packed,
    /// The plies of the longest line from here, once all below has been walked.
    height: Option<u32>,
}

/// An internal node above the place where the walk stands, or that place.
struct Frame {
    position: LosingPosition,
    number: u32,
    /// Its place among the nodes that others point to, if it is one.
    target: Option<usize>,
    /// The move that leads here, but for the root.
    played: Option<Move>,
    /// The number of the next sibling, or 0.
    sibling: u32,
    /// Where in the list of replies its own begin: the moves that must still come.
    replies: usize,
    /// The plies of the longest line from here, as far as it is known.
    height: u32,
}

/// The walk.
struct Walk<'a, R, T> {
    claim: &'a TreeClaim,
    meter: &'a Meter<'a>,
    nodes: Nodes<'a, R>,
    table: T,
    /// The numbers of the nodes that others point to.
    numbers: Vec<u32>,
    /// What is known of the first of these.
    targets: Vec<Target>,
    frames: Vec<Frame>,
    /// The moves that must still come, frame after frame.
    replies: Vec<Move>,
    /// A list for moves that is used again and again.
    moves: Vec<Move>,
    /// The node looked at, and the move that led to it from the last frame, for those who ask what
    /// is wrong there.
    here: (u32, Option<Move>),
    summary: TreeSummary,
}

impl TreeClaim {
    /// What a tree without a certificate around it claims: White wins, and the opening line begins
    /// in the initial array.
    pub fn of_initial_array(rules: Rules) -> TreeClaim {
        let position = LosingPosition::from_fen(INITIAL).expect("the initial array is a position");
        TreeClaim { rules, position, prover: Color::White }
    }

    /// Checks a tree, which is read twice, from its header to its end. Leaves with few men that
    /// are not over are put to `table`, which says whether the prover is known to win them.
    ///
    /// # Errors
    ///
    /// A [`TreeFault`] if the tree does not prove the claim.
    pub fn check(
        &self,
        first: impl Read,
        second: impl Read,
        table: impl FnMut(&LosingPosition) -> bool,
        budget: &Budget,
    ) -> Result<Proved<TreeProof>, TreeFault> {
        let meter = &budget.meter();
        let at_start = |reason| TreeFault { node: 0, line: Vec::new(), reason };
        if self.rules == Rules::Chess {
            return Err(at_start(TreeReason::Chess));
        }
        let numbers = targets(first, meter)?;
        let (nodes, line) = Nodes::open(second, meter).map_err(at_start)?;
        let mut walk = Walk {
            claim: self,
            meter,
            nodes,
            table,
            numbers,
            targets: Vec::new(),
            frames: Vec::new(),
            replies: Vec::new(),
            moves: Vec::new(),
            here: (0, None),
            summary: TreeSummary::default(),
        };
        // Lists that grow take more than they need; where there is no room, growing will tell.
        let _ = walk.targets.try_reserve_exact(walk.numbers.len());
        match walk.run(line) {
            Ok(()) => {
                let proof = TreeProof { claim: self.clone(), summary: walk.summary };
                Ok(Proved::accepted(proof))
            }
            Err(reason) => Err(walk.fault(reason)),
        }
    }
}

impl<R: Read, T: FnMut(&LosingPosition) -> bool> Walk<'_, R, T> {
    /// Where the walk stands, with what is wrong there.
    fn fault(self, reason: TreeReason) -> TreeFault {
        let (node, last) = self.here;
        let played = self.frames.iter().filter_map(|frame| frame.played).chain(last);
        let line = self.summary.opening.iter().copied().chain(played).collect();
        TreeFault { node, line, reason }
    }

    fn run(&mut self, line: u32) -> Result<(), TreeReason> {
        let (root, kind) = self.opening(line)?;
        self.enter(line, root, None, kind)?;
        while !self.frames.is_empty() {
            self.step()?;
        }
        if self.nodes.next < self.nodes.size || !self.nodes.is_at_end() {
            return Err(TreeReason::Rest);
        }
        let TreeSummary { internal, terminal, table_leaves, .. } = self.summary;
        self.summary.nodes = internal + terminal + table_leaves;
        Ok(())
    }

    /// Plays the opening line; gives the root.
    fn opening(&mut self, line: u32) -> Result<(LosingPosition, Kind), TreeReason> {
        let mut position = self.claim.position.clone();
        let mut kind = if self.nodes.size == 1 { Kind::Leaf(0) } else { Kind::Inner(0) };
        for number in 1..=line {
            let node = self.nodes.read()?;
            self.here = (number, None);
            let mut moves = position.legal_moves().into_iter();
            let found = moves.find(|&m| tree_move(&position, m) == node.code);
            let m = found.ok_or_else(|| wrong_move(&position, node.code))?;
            position = position.play(m);
            self.summary.opening.push(m);
            kind = node.kind;
            if number < line && !matches!(kind, Kind::Inner(0)) {
                return Err(TreeReason::Opening);
            }
        }
        Ok((position, kind))
    }

    /// Reads a node, which is a child of the last frame's.
    fn step(&mut self) -> Result<(), TreeReason> {
        let number = self.nodes.next;
        self.meter.step(MOVE_STEPS)?;
        let node = self.nodes.read()?;
        self.here = (number, None);
        let parent = self.frames.last().expect("the walk is not over");
        let position = &parent.position;
        let proving = position.turn() == self.claim.prover;
        let left = &self.replies[parent.replies..];
        let Some(found) = left.iter().position(|&m| tree_move(position, m) == node.code) else {
            // A line from here is known once the first move is done.
            let second = proving && parent.height > 0;
            let wrong = || wrong_move(position, node.code);
            return Err(if second { TreeReason::SecondMove } else { wrong() });
        };
        let m = self.replies.swap_remove(parent.replies + found);
        if proving {
            // One move is enough, and all there may be.
            self.replies.truncate(parent.replies);
        }
        let position = position.play(m);
        self.here.1 = Some(m);
        self.enter(number, position, Some(m), node.kind)
    }

    /// A node with its position.
    fn enter(
        &mut self,
        number: u32,
        position: LosingPosition,
        played: Option<Move>,
        kind: Kind,
    ) -> Result<(), TreeReason> {
        let place = self.targets.len();
        let target = (self.numbers.get(place) == Some(&number)).then_some(place);
        if target.is_some() {
            self.targets.push(Target { position: Packed::of(&position), height: None });
        }
        match kind {
            Kind::Same { .. } if target.is_some() => Err(TreeReason::TargetPoints),
            Kind::Same { target, sibling_next } => {
                self.summary.transpositions += 1;
                let height = self.same(number, target, &position)?;
                self.leave(height, sibling_next)
            }
            Kind::Leaf(sibling) => {
                self.leaf(&position)?;
                self.finish(target, 0);
                let more = self.has_sibling(sibling)?;
                self.leave(0, more)
            }
            Kind::Inner(_) if self.frames.len() == DEEPEST => Err(TreeReason::TooDeep),
            Kind::Inner(sibling) => {
                self.moves.clear();
                position.push_moves(&mut self.moves);
                self.summary.internal += 1;
                let forced = self.moves.len() == 1 && position.turn() != self.claim.prover;
                self.summary.forced += u64::from(forced);
                let replies = self.replies.len();
                self.replies.append(&mut self.moves);
                let height = 0;
                let frame = Frame { position, number, target, played, sibling, replies, height };
                self.frames.push(frame);
                self.here.1 = None;
                Ok(())
            }
        }
    }

    /// All below a node that others may point to has been walked.
    fn finish(&mut self, target: Option<usize>, height: u32) {
        if let Some(place) = target {
            self.targets[place].height = Some(height);
        }
    }

    /// A node is done, and the longest line from it known. So is its parent if it has no more
    /// children, and so on.
    fn leave(&mut self, mut height: u32, mut more: bool) -> Result<(), TreeReason> {
        while let Some(frame) = self.frames.last_mut() {
            frame.height = frame.height.max(height + 1);
            if more {
                return Ok(());
            }
            self.here = (frame.number, None);
            if let Some(&reply) = self.replies.get(frame.replies) {
                return Err(TreeReason::MissingReply(reply));
            }
            let Frame { target, sibling, .. } = *frame;
            height = frame.height;
            self.finish(target, height);
            more = self.has_sibling(sibling)?;
            self.frames.pop();
        }
        self.summary.longest = height;
        if more { Err(TreeReason::RootSibling) } else { Ok(()) }
    }

    /// Whether a node that is done has a sibling; it must be the next node.
    fn has_sibling(&self, sibling: u32) -> Result<bool, TreeReason> {
        if sibling != 0 && sibling != self.nodes.next {
            return Err(TreeReason::Sibling { given: sibling, next: self.nodes.next });
        }
        Ok(sibling != 0)
    }

    /// A leaf: a game that the prover has won, or one that a table knows to be won.
    fn leaf(&mut self, position: &LosingPosition) -> Result<(), TreeReason> {
        self.moves.clear();
        position.push_moves(&mut self.moves);
        let prover = self.claim.prover;
        if self.moves.is_empty() {
            let outcome = position.verdict(self.claim.rules);
            if outcome != Outcome::Won(prover) {
                return Err(TreeReason::NotWon(outcome));
            }
            let bare = position.pieces().all(|(_, man)| man.color != prover);
            self.summary.terminal += 1;
            self.summary.without_men += u64::from(bare);
            return Ok(());
        }
        if position.pieces().count() > TABLE_MEN {
            return Err(TreeReason::NotOver);
        }
        self.summary.table_leaves += 1;
        let won = (self.table)(position);
        if won { Ok(()) } else { Err(TreeReason::Table(position.to_fen())) }
    }

    /// The longest line from the node that another one points to.
    fn same(&self, number: u32, target: u32, position: &LosingPosition) -> Result<u32, TreeReason> {
        if target >= number {
            return Err(TreeReason::PointsAhead(target));
        }
        let known = self.numbers.binary_search(&target).ok().and_then(|at| self.targets.get(at));
        let known = known.ok_or(TreeReason::PointsOutside(target))?;
        let height = known.height.ok_or(TreeReason::PointsAbove(target))?;
        let same = known.position == Packed::of(position);
        if same { Ok(height) } else { Err(TreeReason::OtherPosition(target)) }
    }
}

/// Why no move that must still come has this code.
fn wrong_move(position: &LosingPosition, code: u16) -> TreeReason {
    let moves = position.legal_moves();
    let is_legal = |code| moves.iter().any(|&m| tree_move(position, m) == code);
    let m = TreeMove(code);
    if is_legal(code) {
        TreeReason::Repeated(m)
    } else if is_legal(code ^ 1 << 15) {
        TreeReason::EnPassantBit(m)
    } else {
        TreeReason::IllegalMove(m)
    }
}
