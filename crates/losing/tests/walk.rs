//! Walking about in trees.

use crate::common::*;
use zermelo_kernel::TreeSummary;
use zermelo_losing::{Branch, Color, Tree, TreeError, Walk};

#[test]
fn walks() {
    for Example { start, opening, strategy, name } in examples() {
        let tree = Tree::of(&strategy, &start, &opening, Color::White, |_| false).unwrap();
        let walk = Walk::new(&tree, &start).unwrap();
        let root = walk.root();
        assert_eq!(root.position, after(&start, &opening));
        // The kernel counts the same.
        let told = verify(&tree, &start, Color::White, |_| false).unwrap();
        let summary = walk.summary(root, Color::White).unwrap();
        let expected = TreeSummary { opening: Vec::new(), table_leaves: 0, ..told.summary.clone() };
        assert_eq!(summary, expected, "{name}");
        // Every place: branches add up, positions at other nodes are the same.
        let mut places = vec![(root, told.nodes as usize)];
        let mut seen = 0;
        while let Some((place, nodes)) = places.pop() {
            seen += 1;
            let branches: Vec<Branch> = walk.branches(place).collect();
            assert_eq!(1 + branches.iter().map(|b| b.nodes as usize).sum::<usize>(), nodes);
            for branch in branches {
                assert_eq!(branch.after.position, place.position.play(branch.made));
                let direct = walk.find(place, &[branch.made]);
                assert_eq!(direct, Ok(branch.after));
                match branch.same {
                    Some(nodes) => assert!(nodes > 0 && branch.nodes == 0),
                    None => places.push((branch.after, branch.nodes as usize)),
                }
            }
        }
        assert_eq!(seen, told.nodes);
        // The main line ends where the game does.
        let line = walk.main_line(root);
        let moves: Vec<_> = line.iter().map(|branch| branch.made).collect();
        let end = walk.find(root, &moves).unwrap();
        assert!(end.position.legal_moves().is_empty());
        assert!(line.len() <= told.longest as usize);
        let longer = [&moves[..], &moves[..1]].concat();
        assert_eq!(walk.find(root, &longer), Err(moves.len()));
    }
}

#[test]
fn trees_in_disorder_are_named() {
    let Example { start, opening, strategy, .. } = &examples()[1];
    let tree = Tree::of(strategy, start, opening, Color::White, |_| false).unwrap();
    let mut whole = Vec::new();
    tree.write(&mut whole).unwrap();
    let mut dice = fastrand::Rng::with_seed(8);
    let mut refused = 0;
    for _ in 0..3000 {
        let mut bytes = whole.clone();
        bytes[dice.usize(18..whole.len())] = dice.u8(..);
        if bytes == whole {
            continue;
        }
        let Ok(tree) = Tree::from_bytes(&bytes) else { continue };
        match Walk::new(&tree, start) {
            Err(TreeError::At(..)) => refused += 1,
            Err(other) => panic!("{other}"),
            // A move is wrong, at worst.
            Ok(walk) => {
                let _ = walk.summary(walk.root(), Color::White);
                let line = walk.main_line(walk.root());
                assert!(line.len() < tree.len());
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}
