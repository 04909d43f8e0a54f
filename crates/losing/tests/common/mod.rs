//! A plain solver for small positions, and what tests of strategies share.
#![allow(dead_code, reason = "each test uses some of it")]

use std::collections::HashMap;

use zermelo_kernel::{LosingPosition, Outcome};
use zermelo_losing::{Choice, Color, Link, Move, Position, Rules, Strategy, Tree};

pub const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

pub fn position(fen: &str) -> Position {
    Position::from_kernel(&LosingPosition::from_fen(fen).unwrap())
}

/// The moves of a line.
pub fn moves(start: &Position, line: &str) -> Vec<Move> {
    let mut at = start.to_kernel();
    let play = |text: &str| {
        let made = at.parse_uci(text).unwrap();
        at = at.play(made);
        Move::from_kernel(made)
    };
    line.split_whitespace().map(play).collect()
}

pub fn after(start: &Position, line: &[Move]) -> Position {
    line.iter().fold(*start, |position, &made| position.play(made))
}

/// A position in the tree of a proof-number search.
struct Leaf {
    position: Position,
    parent: usize,
    made: u16,
    children: std::ops::Range<usize>,
    /// What is needed at least to prove the win, and to refute it.
    numbers: [u64; 2],
}

const NEVER: u64 = 1 << 40;

/// A plain proof-number search: a strategy by which the prover wins, if `most` nodes are enough.
/// `table` tells the value of positions in tables: whether the prover wins.
pub fn solve(
    rules: Rules,
    root: &Position,
    prover: Color,
    most: usize,
    table: &dyn Fn(&Position) -> Option<bool>,
) -> Option<Strategy> {
    let leaf = |position: Position, parent: usize, made: u16| {
        let over = position.to_kernel().outcome(rules).map(|over| over == Outcome::Won(prover));
        let count = u64::from(position.mobility().0);
        let numbers = match over.or_else(|| table(&position)) {
            Some(true) => [0, NEVER],
            Some(false) => [NEVER, 0],
            None if position.turn_index() == prover.index() => [1, count],
            None => [count, 1],
        };
        Leaf { position, parent, made, children: 0..0, numbers }
    };
    let mut tree = vec![leaf(*root, 0, 0)];
    while tree[0].numbers[0] != 0 {
        if tree[0].numbers[1] == 0 || tree.len() > most {
            return None;
        }
        let mut at = 0;
        let proving = |leaf: &Leaf| usize::from(leaf.position.turn_index() != prover.index());
        while !tree[at].children.is_empty() {
            let kind = proving(&tree[at]);
            at = tree[at].children.clone().min_by_key(|&child| tree[child].numbers[kind]).unwrap();
        }
        let position = tree[at].position;
        let first = tree.len();
        for made in position.legal_moves() {
            tree.push(leaf(position.play(made), at, made.packed()));
        }
        tree[at].children = first..tree.len();
        loop {
            let kind = proving(&tree[at]);
            let children = &tree[tree[at].children.clone()];
            let least = children.iter().map(|child| child.numbers[kind]).min().unwrap();
            let sum: u64 = children.iter().map(|child| child.numbers[1 - kind]).sum();
            tree[at].numbers[kind] = least;
            tree[at].numbers[1 - kind] = if least == 0 { NEVER } else { sum.min(NEVER) };
            if at == 0 {
                break;
            }
            at = tree[at].parent;
        }
    }
    let mut strategy = Strategy::default();
    height(&tree, 0, prover, &mut strategy);
    Some(strategy)
}

/// The height of a won subtree, whose choices are added.
fn height(tree: &[Leaf], at: usize, prover: Color, strategy: &mut Strategy) -> u32 {
    let Leaf { position, children, .. } = &tree[at];
    if position.turn_index() != prover.index() {
        return children.clone().map(|c| 1 + height(tree, c, prover, strategy)).max().unwrap_or(0);
    }
    let Some(child) = children.clone().find(|&child| tree[child].numbers[0] == 0) else { return 0 };
    let plies = 1 + height(tree, child, prover, strategy);
    strategy.add(position.key(), Choice { made: tree[child].made, plies });
    plies
}

/// A position with the prover to move, its winning strategy, and a name.
pub struct Example {
    pub name: &'static str,
    pub start: Position,
    pub opening: Vec<Move>,
    pub strategy: Strategy,
}

impl Example {
    pub fn new(fen: &str, line: &str, name: &'static str) -> Example {
        let start = position(fen);
        let opening = moves(&start, line);
        let root = after(&start, &opening);
        let found = solve(Rules::Losing, &root, Color::White, 2_000_000, &|_| None);
        let strategy = found.unwrap_or_else(|| panic!("{name} is won"));
        Example { name, start, opening, strategy }
    }

    pub fn root(&self) -> Position {
        after(&self.start, &self.opening)
    }
}

/// The examples, from 35 nodes to some hundreds.
pub fn examples() -> Vec<Example> {
    let of = |line, name| Example::new(ARRAY, line, name);
    vec![
        of("e2e3 d7d6", "e3 d6"),
        of("h2h4 d7d6", "h4 d6"),
        of("b1a3 g8f6 a3b5 e7e6 b5a7 a8a7 e2e4 f6e4", "knights out"),
        of("a2a3 g7g5 g2g4 b7b6 f2f4 g5f4 f1h3 c7c6 d2d4 e7e5", "bishop out"),
    ]
}

/// Checks a tree in strict order with the kernel's rules alone, slowly: every reply, one move of
/// the prover's, targets finished before and equal in position, every byte used, leaves won.
/// Gives the number of leaves that only `table` knows.
pub fn verify(
    tree: &Tree,
    start: &Position,
    prover: Color,
    rules: Rules,
    table: &dyn Fn(&LosingPosition) -> bool,
) -> Result<usize, String> {
    let mut position = start.to_kernel();
    for at in 1..=tree.opening() {
        let made = tree.node(at).made.to_kernel();
        if !position.legal_moves().contains(&made) {
            return Err(format!("node {at}: {made} in {position}"));
        }
        position = position.play(made);
    }
    let mut walk = Walk { tree, prover, rules, table, finished: HashMap::new(), tables: 0 };
    let end = walk.below(tree.opening(), &position)?;
    if end == tree.len() { Ok(walk.tables) } else { Err(format!("ends at {end}")) }
}

struct Walk<'a> {
    tree: &'a Tree,
    prover: Color,
    rules: Rules,
    table: &'a dyn Fn(&LosingPosition) -> bool,
    finished: HashMap<usize, LosingPosition>,
    tables: usize,
}

impl Walk<'_> {
    /// Checks the subtree of a node; the next node after it.
    fn below(&mut self, at: usize, position: &LosingPosition) -> Result<usize, String> {
        match self.tree.node(at).link {
            Link::Same(target) => {
                let same = self.finished.get(&target) == Some(position);
                return if same { Ok(at + 1) } else { Err(format!("node {at}: target {target}")) };
            }
            Link::Leaf => {
                let won = match position.outcome(self.rules) {
                    Some(outcome) => outcome == Outcome::Won(self.prover),
                    None => {
                        self.tables += 1;
                        (self.table)(position)
                    }
                };
                return if won { Ok(at + 1) } else { Err(format!("node {at}: not won")) };
            }
            Link::Inner => {}
        }
        let mut legal = position.legal_moves();
        let mut next = at + 1;
        loop {
            let node = self.tree.node(next);
            let made = node.made.to_kernel();
            let known = legal.iter().position(|&other| other == made);
            legal.swap_remove(known.ok_or_else(|| format!("node {next}: {made}, {position}"))?);
            let end = self.below(next, &position.play(made))?;
            next = match node.sibling {
                None if position.turn() != self.prover && !legal.is_empty() => {
                    return Err(format!("node {at}: {} is missing", legal[0]));
                }
                None => {
                    self.finished.insert(at, position.clone());
                    return Ok(end);
                }
                Some(_) if position.turn() == self.prover => {
                    return Err(format!("node {next}: second"));
                }
                Some(sibling) if sibling == end => end,
                Some(sibling) => return Err(format!("node {next}: sibling {sibling}, not {end}")),
            }
        }
    }
}
