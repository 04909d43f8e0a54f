//! Proof trees from nothing: all positions that can be reached are solved backwards, and a winning
//! move is written for the prover. Slow, for few men only.

use std::collections::{HashMap, VecDeque};

use zermelo_kernel::{Color, LosingPosition, Outcome, Rules, tree_move};

/// A node as it is written: flags and number, move.
pub type Node = (u32, u16);

pub const INNER: u32 = 1 << 30;
pub const SAME: u32 = 2 << 30;
pub const SAME_THEN_SIBLING: u32 = 3 << 30;
pub const LOW: u32 = (1 << 30) - 1;

/// The nodes as bytes.
pub fn bytes(nodes: &[Node]) -> Vec<u8> {
    let bytes = |&(data, code): &Node| {
        let [a, b, c, d] = data.to_le_bytes();
        let [e, f] = code.to_le_bytes();
        [a, b, c, d, e, f]
    };
    nodes.iter().flat_map(bytes).collect()
}

/// The positions that the prover wins, with the longest line from each, if no more than so many
/// positions can be reached.
pub fn solve(
    root: &LosingPosition,
    prover: Color,
    rules: Rules,
    most: usize,
) -> Option<HashMap<LosingPosition, u32>> {
    let mut numbers = HashMap::from([(root.clone(), 0)]);
    let mut positions = vec![root.clone()];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut replies = Vec::new();
    let mut at = 0;
    while at < positions.len() {
        let moves = positions[at].legal_moves();
        replies.push(moves.len());
        for m in moves {
            let next = positions[at].play(m);
            let number = *numbers.entry(next.clone()).or_insert(positions.len());
            if number == positions.len() {
                positions.push(next);
                before.push(Vec::new());
            }
            before[number].push(at);
        }
        at += 1;
        if positions.len() > most {
            return None;
        }
    }
    let mut levels: Vec<Option<u32>> = vec![None; positions.len()];
    let mut queue = VecDeque::new();
    for (number, position) in positions.iter().enumerate() {
        if position.outcome(rules) == Some(Outcome::Won(prover)) {
            levels[number] = Some(0);
            queue.push_back(number);
        }
    }
    while let Some(number) = queue.pop_front() {
        let level = levels[number].unwrap() + 1;
        for &earlier in &before[number] {
            replies[earlier] -= 1;
            let won = positions[earlier].turn() == prover || replies[earlier] == 0;
            if levels[earlier].is_none() && won {
                levels[earlier] = Some(level);
                queue.push_back(earlier);
            }
        }
    }
    let won = positions.into_iter().zip(levels);
    Some(won.filter_map(|(position, level)| Some((position, level?))).collect())
}

/// Writes trees.
pub struct Grower<'a> {
    pub prover: Color,
    /// What [`solve`] gave.
    pub levels: &'a HashMap<LosingPosition, u32>,
    /// Positions that are not looked into, if they have few men.
    pub leaves: &'a dyn Fn(&LosingPosition) -> bool,
    nodes: Vec<Node>,
    written: HashMap<LosingPosition, u32>,
}

impl<'a> Grower<'a> {
    pub fn new(
        prover: Color,
        levels: &'a HashMap<LosingPosition, u32>,
        leaves: &'a dyn Fn(&LosingPosition) -> bool,
    ) -> Grower<'a> {
        Grower { prover, levels, leaves, nodes: Vec::new(), written: HashMap::new() }
    }

    /// The tree from this position after a line, which leads to a won one.
    pub fn tree(mut self, position: &LosingPosition, line: &[&str]) -> Vec<Node> {
        let mut position = position.clone();
        self.nodes.push((0, line.len() as u16));
        for (index, uci) in line.iter().enumerate() {
            let m = position.parse_uci(uci).unwrap();
            let inner = if index + 1 < line.len() { INNER } else { 0 };
            self.nodes.push((inner, tree_move(&position, m)));
            position = position.play(m);
        }
        if self.children(&position) && !line.is_empty() {
            self.nodes[line.len()].0 |= INNER;
        }
        self.nodes[0].0 = self.nodes.len() as u32;
        self.nodes
    }

    /// Writes what comes after a position; says whether there is anything.
    fn children(&mut self, position: &LosingPosition) -> bool {
        let mut moves = position.legal_moves();
        let few = position.pieces().count() <= 4;
        if moves.is_empty() || few && (self.leaves)(position) {
            return false;
        }
        if position.turn() == self.prover {
            let level = |m| self.levels.get(&position.play(m)).copied().unwrap_or(u32::MAX);
            moves = vec![moves.into_iter().min_by_key(|&m| level(m)).unwrap()];
        }
        let last = moves.len() - 1;
        for (index, m) in moves.into_iter().enumerate() {
            let next = position.play(m);
            let code = tree_move(position, m);
            if let Some(target) = self.written.get(&next) {
                let flags = if index < last { SAME_THEN_SIBLING } else { SAME };
                self.nodes.push((flags | target, code));
                continue;
            }
            let number = self.nodes.len();
            self.nodes.push((0, code));
            let inner = self.children(&next);
            self.written.insert(next, number as u32);
            let sibling = if index < last { self.nodes.len() as u32 } else { 0 };
            self.nodes[number].0 = sibling | if inner { INNER } else { 0 };
        }
        true
    }
}
