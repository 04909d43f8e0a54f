//! A plain proof-number search without tables, and a slow check of strategies by the kernel.
#![allow(dead_code, missing_docs)]

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use zermelo_kernel::{LosingPosition, Outcome};
use zermelo_losing::campaign::{Child, Found, INFINITE, Setup, Solver, Task};
use zermelo_losing::{Choice, Color, Key, Move, Position, Rules, Strategy};

pub struct Toy {
    pub prover: Color,
    /// How long each search sleeps, so that it can be killed in between.
    pub sleep: Duration,
}

pub const QUICK: Toy = Toy { prover: Color::White, sleep: Duration::ZERO };

struct Node {
    position: Position,
    made: Option<Move>,
    parent: usize,
    children: Vec<usize>,
    pn: u32,
    dn: u32,
    size: u64,
}

struct Tree<'a> {
    prover: Color,
    history: &'a [Position],
    nodes: Vec<Node>,
}

impl Tree<'_> {
    fn add(&mut self, position: Position, made: Option<Move>, parent: usize) -> usize {
        let own = position.turn() == self.prover;
        let mut again = self.history.contains(&position);
        let mut at = parent;
        while at != usize::MAX && !again {
            again = self.nodes[at].position == position;
            at = self.nodes[at].parent;
        }
        let (moves, _) = position.mobility();
        let (pn, dn) = match (again, moves, own) {
            (true, ..) => (INFINITE, 0),
            (_, 0, true) => (0, INFINITE),
            (_, 0, false) => (INFINITE, 0),
            (_, _, true) => (1, moves),
            (_, _, false) => (moves, 1),
        };
        self.nodes.push(Node { position, made, parent, children: vec![], pn, dn, size: 1 });
        self.nodes.len() - 1
    }

    fn own(&self, id: usize) -> bool {
        self.nodes[id].position.turn() == self.prover
    }

    fn step(&mut self) {
        let mut id = 0;
        while !self.nodes[id].children.is_empty() {
            let own = self.own(id);
            let number = |&c: &usize| if own { self.nodes[c].pn } else { self.nodes[c].dn };
            id = self.nodes[id].children.iter().copied().min_by_key(number).unwrap();
        }
        let position = self.nodes[id].position;
        for made in position.legal_moves() {
            let child = self.add(position.play(made), Some(made), id);
            self.nodes[id].children.push(child);
        }
        while id != usize::MAX {
            let own = self.own(id);
            let (mut least, mut sum, mut size) = (INFINITE, 0u32, 1);
            for &c in &self.nodes[id].children {
                let child = &self.nodes[c];
                let (a, b) = if own { (child.pn, child.dn) } else { (child.dn, child.pn) };
                least = least.min(a);
                sum = sum.saturating_add(b);
                size += child.size;
            }
            let node = &mut self.nodes[id];
            (node.pn, node.dn) = if own { (least, sum) } else { (sum, least) };
            node.size = size;
            id = node.parent;
        }
    }

    fn strategy(&self, id: usize, strategy: &mut Strategy) -> u32 {
        let node = &self.nodes[id];
        if node.children.is_empty() {
            return 0;
        }
        if self.own(id) {
            let won = node.children.iter().copied().find(|&c| self.nodes[c].pn == 0).unwrap();
            let plies = 1 + self.strategy(won, strategy);
            let made = self.nodes[won].made.unwrap().packed();
            strategy.add(node.position.key(), Choice { made, plies });
            return plies;
        }
        1 + node.children.iter().map(|&c| self.strategy(c, strategy)).max().unwrap()
    }

    fn children(&self, id: usize, share: f64) -> Vec<Child> {
        let child = |&c: &usize| {
            let node = &self.nodes[c];
            let large = node.size as f64 >= share * self.nodes[id].size as f64;
            let strategy = (node.pn == 0).then(|| {
                let mut strategy = Strategy::default();
                self.strategy(c, &mut strategy);
                strategy
            });
            Child {
                made: node.made.unwrap(),
                pn: node.pn,
                dn: node.dn,
                nodes: node.size,
                children: if large { self.children(c, share) } else { vec![] },
                strategy,
            }
        };
        self.nodes[id].children.iter().map(child).collect()
    }
}

impl Solver for Toy {
    fn search(&self, task: &Task<'_>) -> Found {
        std::thread::sleep(self.sleep);
        let mut tree = Tree { prover: self.prover, history: task.history, nodes: vec![] };
        tree.add(*task.position, None, usize::MAX);
        let open = |tree: &Tree<'_>| tree.nodes[0].pn != 0 && tree.nodes[0].dn != 0;
        while open(&tree)
            && (tree.nodes.len() as u64) < task.nodes
            && !task.stop.load(Ordering::Relaxed)
        {
            tree.step();
        }
        let (pn, dn) = (tree.nodes[0].pn, tree.nodes[0].dn);
        let mut strategy = Strategy::default();
        if pn == 0 {
            tree.strategy(0, &mut strategy);
        }
        Found {
            pn,
            dn,
            nodes: tree.nodes.len() as u64,
            children: if open(&tree) { tree.children(0, task.share) } else { vec![] },
            strategy: (pn == 0).then_some(strategy),
        }
    }
}

pub fn position(fen: &str) -> Position {
    Position::from_kernel(&LosingPosition::from_fen(fen).unwrap())
}

pub fn setup(fen: &str, nodes: u64, seed: u64) -> Setup {
    Setup { nodes, seed, ..Setup::new(position(fen), vec![]) }
}

/// A new folder.
pub fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("zermelo-campaign-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// Checks with the kernel that White wins: every reply has an answer, bounds fall, and every game
/// ends won. Returns how many positions were met.
pub fn verify(strategy: &Strategy, root: &Position) -> usize {
    let mut met = HashMap::new();
    visit(strategy, &root.to_kernel(), u32::MAX, &mut met);
    met.len()
}

fn visit(strategy: &Strategy, p: &LosingPosition, bound: u32, met: &mut HashMap<Key, u32>) {
    let key = Position::from_kernel(p).key();
    if let Some(outcome) = p.outcome(Rules::Losing) {
        assert_eq!(outcome, Outcome::Won(Color::White), "{p}");
        return;
    }
    if p.turn() == Color::White {
        let choice = strategy.get(&key).unwrap_or_else(|| panic!("no move in {p}"));
        assert!(choice.plies < bound, "{p}: {} after {bound}", choice.plies);
        if met.insert(key, choice.plies).is_some() {
            return;
        }
        let made = choice.made().to_kernel();
        assert!(p.legal_moves().contains(&made), "{made} in {p}");
        visit(strategy, &p.play(made), choice.plies, met);
    } else {
        for made in p.legal_moves() {
            visit(strategy, &p.play(made), bound, met);
        }
    }
}
