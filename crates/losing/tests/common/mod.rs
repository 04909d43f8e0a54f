//! A plain solver for small positions, and what tests of strategies share.
#![allow(dead_code, reason = "each test uses some of it")]

use std::ops::ControlFlow;

use zermelo_kernel::{
    Budget, LosingPosition, Outcome, Piece, Proved, TreeClaim, TreeFault, TreeProof, Value,
};
use zermelo_losing::{Choice, Color, Move, Position, Rules, Strategy, Tree};
use zermelo_tables::{Library, Limits, Material, Measure, Quick};

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
            None if position.turn() == prover => [1, count],
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
        let proving = |leaf: &Leaf| usize::from(leaf.position.turn() != prover);
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
    if position.turn() != prover {
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

/// What the kernel says of a tree.
pub fn verify(
    tree: &Tree,
    start: &Position,
    prover: Color,
    table: impl FnMut(&LosingPosition) -> bool,
) -> Result<Proved<TreeProof>, TreeFault> {
    let claim = TreeClaim { rules: Rules::Losing, position: start.to_kernel(), prover };
    let mut bytes = Vec::new();
    tree.write(&mut bytes).unwrap();
    claim.check(&bytes[..], &bytes[..], table, &Budget::default())
}

/// A folder with all tables of losing chess of up to three men; gone in the end.
pub struct Folder(pub std::path::PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let folder =
            std::env::temp_dir().join(format!("zermelo-losing-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let folder = Folder(folder);
        folder.add(&Material::all(3, Rules::Losing), Rules::Losing);
        folder.add(&Material::all(2, Rules::Losing), Rules::Losing);
        folder
    }

    /// Builds more tables.
    pub fn add(&self, materials: &[Material], rules: Rules) {
        let library = Library::new(&self.0, rules);
        let plan = library.plan(materials, Measure::Conversion);
        library
            .build(&plan, Limits::new(u64::MAX, 1 << 30), &mut |_| ControlFlow::Continue(()))
            .unwrap();
    }

    pub fn quick(&self) -> Quick {
        Quick::new(Library::new(&self.0, Rules::Losing), 3)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether the tables know a win of White's.
pub fn white_wins(tables: &Quick, position: &Position) -> Option<bool> {
    let value = tables.outcome(position)?;
    let white = position.turn() == Color::White;
    Some(matches!((value, white), (Value::Win(_), true) | (Value::Loss(_), false)))
}

/// A random position with so many men and White to move.
pub fn random(men: usize, dice: &mut fastrand::Rng) -> Position {
    loop {
        let mut board = [None; 64];
        for _ in 0..men {
            let letter = dice.choice("KQRBNPkqrbnpPp".chars().collect::<Vec<_>>()).unwrap();
            board[dice.usize(..64)] = Piece::from_letter(letter);
        }
        let position = LosingPosition::from_men(board, Color::White, None);
        let full = |p: &LosingPosition| {
            let count = |color| p.pieces().filter(|(_, man)| man.color == color).count();
            count(Color::White) > 0 && count(Color::Black) > 0 && p.pieces().count() == men
        };
        if let Some(position) = position.filter(full) {
            return Position::from_kernel(&position);
        }
    }
}
