//! Smaller proofs.

use crate::common::*;
use std::sync::atomic::AtomicBool;
use zermelo_losing::{Choice, Color, Effort, Game, Position, Rules, Strategy, Tree};

const GAME: Game = Game { rules: Rules::Losing, prover: Color::White };
static NEVER: AtomicBool = AtomicBool::new(false);

fn tree(strategy: &Strategy, root: &Position) -> Tree {
    Tree::of(strategy, root, &[], Color::White, |_| false).unwrap()
}

fn shrunk(strategy: &Strategy, root: &Position, rounds: usize) -> Strategy {
    strategy.shrunk(root, GAME, rounds, |_| false).unwrap()
}

#[test]
fn proofs_become_smaller_and_stay_proofs() {
    let mut saved = 0;
    for example in examples() {
        let root = example.root();
        let before = tree(&example.strategy, &root).len();
        let mut last = before;
        for rounds in [1, 2, 8] {
            let small = shrunk(&example.strategy, &root, rounds);
            let after = tree(&small, &root);
            let summary = verify(&after, &root, Color::White, |_| false).unwrap();
            assert_eq!(small.get(&root.key()).unwrap().plies, summary.longest);
            assert!(after.len() <= last, "{}", example.name);
            last = after.len();
            // Again, and with nothing to gain.
            assert!(tree(&shrunk(&small, &root, rounds), &root).len() <= last);
        }
        eprintln!("{}: {before} nodes, then {last}", example.name);
        saved += before - last;
    }
    assert!(saved > 0);
}

#[test]
fn more_moves_to_choose_from() {
    for example in examples() {
        let root = example.root();
        let small = shrunk(&example.strategy, &root, 8);
        let wide = small.with_alternatives(GAME, |_| false);
        assert!(small.iter().all(|(key, choice)| wide.get(key) == Some(*choice)));
        let smaller = tree(&shrunk(&wide, &root, 8), &root);
        verify(&smaller, &root, Color::White, |_| false).unwrap();
        let before = tree(&small, &root).len();
        assert!(smaller.len() <= before);
        let (known, all) = (small.len(), wide.len());
        eprintln!(
            "{}: {before} nodes, then {}; {known} choices, {all}",
            example.name,
            smaller.len()
        );
        // Every new choice is a proof of its own position.
        for (key, _) in wide.iter().filter(|(key, _)| small.get(key).is_none()).take(50) {
            let position = key.position();
            verify(&tree(&wide, &position), &position, Color::White, |_| false).unwrap();
        }
    }
}

#[test]
fn odd_strategies() {
    let example = &examples()[1];
    let root = example.root();
    let whole = &example.strategy;
    let size = tree(&shrunk(whole, &root, 4), &root).len();
    // Choices that lead nowhere are not used.
    let mut more = whole.clone();
    let mut dice = fastrand::Rng::with_seed(2);
    let mut position = root;
    for _ in 0..300 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            position = root;
            continue;
        }
        let made = moves[dice.usize(..moves.len())];
        if position.turn() == Color::White && more.get(&position.key()).is_none() {
            more.add(position.key(), Choice { made: made.packed(), plies: dice.u32(..40) });
        }
        position = position.play(made);
    }
    assert!(more.len() > whole.len() + 50);
    let small = tree(&shrunk(&more, &root, 4), &root);
    verify(&small, &root, Color::White, |_| false).unwrap();
    assert!(small.len() <= tree(whole, &root).len());
    eprintln!("{size}, with odd choices {}", small.len());
    // No tree, no smaller one.
    let none = Strategy::default();
    assert!(none.shrunk(&root, GAME, 2, |_| false).is_err());
    let leaf = whole.shrunk(&root, GAME, 2, |_| true).unwrap();
    assert!(leaf.is_empty());
}

#[test]
fn new_searches_make_proofs_smaller() {
    let effort = Effort { rounds: 2, factor: 10, most: 500 };
    let replacement = |strategy: &Strategy, root: &Position, effort| {
        strategy.replaced(root, GAME, effort, |_| false, &NEVER).unwrap()
    };
    let mut saved = 0;
    for example in examples() {
        let root = example.root();
        let small = shrunk(&example.strategy, &root, 8);
        let before = tree(&small, &root).len();
        let smaller = replacement(&small, &root, effort);
        let after = tree(&smaller, &root);
        let summary = verify(&after, &root, Color::White, |_| false).unwrap();
        assert_eq!(smaller.get(&root.key()).unwrap().plies, summary.longest);
        assert!(after.len() <= before);
        saved += before - after.len();
        eprintln!("{}: {before} nodes, then {}", example.name, after.len());
        // The same again, and the same without effort.
        assert_eq!(tree(&replacement(&small, &root, effort), &root), after);
        let none = Effort { rounds: 0, ..effort };
        assert_eq!(tree(&replacement(&small, &root, none), &root), tree(&small, &root));
        // From a position with the defender to move.
        let made = small.get(&root.key()).unwrap().made();
        let next = root.play(made);
        let other = tree(&replacement(&small, &next, effort), &next);
        verify(&other, &next, Color::White, |_| false).unwrap();
        assert!(other.len() <= tree(&small, &next).len());
        let other = tree(&shrunk(&small, &next, 2), &next);
        verify(&other, &next, Color::White, |_| false).unwrap();
    }
    assert!(saved > 0);
}

#[test]
fn leaves_in_tables_stay_leaves() {
    let folder = Folder::new("shrink");
    let tables = folder.quick();
    let known = |position: &Position| white_wins(&tables, position);
    let table = |position: &Position| known(position) == Some(true);
    let mut dice = fastrand::Rng::with_seed(6);
    let (mut leaves, mut nodes) = (0, [0; 4]);
    for _ in 0..400 {
        let root = random(dice.usize(4..8), &mut dice);
        let Some(first) = solve(Rules::Losing, &root, Color::White, 3000, &known) else { continue };
        let check = |strategy: &Strategy| {
            let tree = Tree::of(strategy, &root, &[], Color::White, table).unwrap();
            let vouched = |p: &_| table(&Position::from_kernel(p));
            let summary = verify(&tree, &root, Color::White, vouched).unwrap();
            (tree.len(), summary.table_leaves)
        };
        let small = first.shrunk(&root, GAME, 3, table).unwrap();
        let wide = small.with_alternatives(GAME, table);
        let wide = wide.shrunk(&root, GAME, 3, table).unwrap();
        let effort = Effort { rounds: 1, factor: 10, most: 300 };
        let other = wide.replaced(&root, GAME, effort, table, &NEVER).unwrap();
        let mut least = usize::MAX;
        for (sum, strategy) in nodes.iter_mut().zip([&first, &small, &wide, &other]) {
            let (size, met) = check(strategy);
            assert!(size <= least, "{root}");
            least = size;
            leaves += met;
            *sum += size;
        }
        // All this can be played out, and made smaller again.
        let whole = other.expanded(&root, Color::White, &tables).unwrap();
        let before = tree(&whole, &root).len();
        let whole = whole.shrunk(&root, GAME, 3, |_| false).unwrap();
        let whole = tree(&whole, &root);
        verify(&whole, &root, Color::White, |_| false).unwrap();
        assert!(whole.len() <= before);
    }
    eprintln!("{nodes:?} nodes, {leaves} table leaves");
    assert!(leaves > 50);
}
