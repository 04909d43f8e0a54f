//! Trees: written, read, brought into order, damaged.

use std::collections::HashMap;

use crate::common::*;
use zermelo_kernel::TreeReason;
use zermelo_losing::{Choice, Color, Key, Link, Position, Rules, Strategy, Tree, TreeError};

fn tree_of(example: &Example) -> Tree {
    let Example { start, opening, strategy, .. } = example;
    Tree::of(strategy, start, opening, Color::White, |_| false).unwrap()
}

/// Has the kernel check a tree that needs no table.
fn check(tree: &Tree, start: &Position) {
    verify(tree, start, Color::White, |_| false).unwrap();
}

fn bytes(tree: &Tree) -> Vec<u8> {
    let mut bytes = Vec::new();
    tree.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn trees_are_written_and_read_back() {
    for example in examples() {
        let tree = tree_of(&example);
        eprintln!("{}: {} nodes, {} choices", example.name, tree.len(), example.strategy.len());
        check(&tree, &example.start);
        assert_eq!(tree.line().collect::<Vec<_>>(), example.opening);
        assert_eq!(bytes(&tree).len(), 6 * tree.len());
        assert_eq!(Tree::from_bytes(&bytes(&tree)).unwrap(), tree);
        assert_eq!(tree.canonical(&example.start, Color::White).as_ref(), Ok(&tree));
        // The same from the root, without an opening line.
        let root = example.root();
        let short = Tree::of(&example.strategy, &root, &[], Color::White, |_| false).unwrap();
        assert_eq!(short.len() + example.opening.len(), tree.len());
        check(&short, &root);
        assert_eq!(Tree::from_bytes(&bytes(&short)).unwrap(), short);
        // What is read is what was written, and no bound is greater.
        let taken = tree.strategy(&example.start, Color::White).unwrap();
        assert!(taken.tables.is_empty());
        for (key, choice) in taken.strategy.iter() {
            let known = example.strategy.get(key).unwrap();
            assert!(choice.made == known.made && choice.plies <= known.plies);
        }
    }
}

#[test]
fn the_layout_byte_by_byte() {
    // White must take in passing; then Black has no men.
    let start = position("8/p7/8/1P6/8/8/8/8 b - -");
    let opening = moves(&start, "a7a5");
    let root = after(&start, &opening);
    let mut strategy = Strategy::default();
    strategy.add(root.key(), Choice { made: root.legal_moves()[0].packed(), plies: 1 });
    let tree = Tree::of(&strategy, &start, &opening, Color::White, |_| false).unwrap();
    let made = |from: u16, to: u16| (to | from << 6).to_le_bytes();
    let [a, b] = made(48, 32);
    let [c, d] = (u16::from_le_bytes(made(33, 40)) | 1 << 15).to_le_bytes();
    let expected = [3, 0, 0, 0, 1, 0, 0, 0, 0, 0x40, a, b, 0, 0, 0, 0, c, d];
    assert_eq!(bytes(&tree), expected);
    // Black is the one who wins.
    verify(&tree, &start, Color::Black, |_| false).unwrap();
    let mut certificate = Vec::new();
    tree.write_certificate(&mut certificate, Rules::LosingFics, Color::Black, &start).unwrap();
    let text = "zermelo-certificate 1\nrules losing-fics\nclaim losing-win black\n\
                position 8/p7/8/1P6/8/8/8/8 b - -\ntree 3\n";
    assert_eq!(certificate, [text.as_bytes(), &expected, b"\nend\n"].concat());
}

#[test]
fn leaves_at_once() {
    let start = position(ARRAY);
    let none = Strategy::default();
    let opening = moves(&start, "e2e3");
    for opening in [&[][..], &opening] {
        let tree = Tree::of(&none, &start, opening, Color::White, |_| true).unwrap();
        assert_eq!(tree.len(), 1 + opening.len());
        assert_eq!(tree.node(tree.opening()).link, Link::Leaf);
        assert_eq!(Tree::from_bytes(&bytes(&tree)).unwrap(), tree);
        assert_eq!(tree.canonical(&start, Color::White).unwrap(), tree);
        let leaf = after(&start, opening).key();
        assert!(tree.strategy(&start, Color::White).unwrap().tables.contains(&leaf));
    }
}

#[test]
fn strategies_that_make_no_tree() {
    let example = &examples()[0];
    let Example { start, opening, strategy, .. } = example;
    let of = |strategy: &Strategy| Tree::of(strategy, start, opening, Color::White, |_| false);
    for (left_out, _) in strategy.iter() {
        let mut less = Strategy::default();
        strategy.iter().filter(|(key, _)| *key != left_out).for_each(|(k, c)| less.add(*k, *c));
        assert_eq!(of(&less), Err(TreeError::NoMove(Box::new(left_out.position()))));
        less.add(*left_out, Choice { made: 0, plies: 9 });
        assert!(matches!(of(&less), Err(TreeError::Illegal(..))));
    }
    assert!(matches!(
        Tree::of(strategy, start, &[opening[0], opening[0]], Color::White, |_| false),
        Err(TreeError::Illegal(..))
    ));
    // Two kings walk to and fro.
    let start = position("7k/8/8/8/8/8/8/K7 w - -");
    let mut circle = Strategy::default();
    let mut known = vec![start];
    while let Some(here) = known.pop() {
        for reply in here.play(here.legal_moves()[0]).legal_moves() {
            let next = here.play(here.legal_moves()[0]).play(reply);
            if circle.get(&next.key()).is_none() && !next.legal_moves().is_empty() {
                let made = next.legal_moves()[0].packed();
                circle.add(next.key(), Choice { made, plies: 1 });
                known.push(next);
            }
        }
        circle.add(here.key(), Choice { made: here.legal_moves()[0].packed(), plies: 1 });
    }
    let fault = Tree::of(&circle, &start, &[], Color::White, |_| false);
    assert!(matches!(fault, Err(TreeError::Circle(_))));
}

/// The same tree in another order: siblings far away, targets that come later, equal positions
/// written out twice.
fn scrambled(tree: &Tree, start: &Position, dice: &mut fastrand::Rng) -> Tree {
    struct Scramble<'a> {
        tree: &'a Tree,
        nodes: Vec<(u32, u16)>,
        /// For each position: how many nodes are still to come, who has its children, who waits.
        left: HashMap<Key, usize>,
        owner: HashMap<Key, u32>,
        waiting: Vec<(usize, Key)>,
        /// Children to be written: the node before, and what is left of them.
        later: Vec<(usize, Vec<usize>, Position)>,
    }
    fn count(tree: &Tree, at: usize, p: &Position, left: &mut HashMap<Key, usize>) {
        *left.entry(p.key()).or_default() += 1;
        if tree.node(at).link == Link::Inner {
            for child in tree.children(at) {
                count(tree, child, &p.play(tree.node(child).made), left);
            }
        }
    }
    impl Scramble<'_> {
        fn write(&mut self, mut rest: Vec<usize>, above: &Position, dice: &mut fastrand::Rng) {
            let child = rest.swap_remove(dice.usize(..rest.len()));
            let node = self.tree.node(child);
            let position = above.play(node.made);
            let key = position.key();
            let at = self.nodes.len();
            let passing = above.is_capture(node.made) && above.occupied() & node.made.to.bit() == 0;
            let bits = node.made.packed() | u16::from(passing) << 15;
            let children: Vec<usize> = self.tree.children(child).collect();
            let left = self.left.get_mut(&key).unwrap();
            *left -= 1;
            let owned = self.owner.contains_key(&key);
            if children.is_empty() {
                self.nodes.push((0, bits));
                self.later.push((at, rest, *above));
            } else if owned || *left > 0 && dice.bool() {
                self.waiting.push((at, key));
                self.nodes.push((if rest.is_empty() { 2 << 30 } else { 3 << 30 }, bits));
                if !rest.is_empty() {
                    self.write(rest, above, dice);
                }
            } else {
                self.owner.insert(key, at as u32);
                self.nodes.push((1 << 30, bits));
                self.later.push((at, rest, *above));
                self.write(children, &position, dice);
            }
        }
    }
    let (waiting, later, nodes, owner) = Default::default();
    let mut left = HashMap::new();
    let root = after(start, &tree.line().collect::<Vec<_>>());
    count(tree, tree.opening(), &root, &mut left);
    let mut all = Scramble { tree, nodes, left, owner, waiting, later };
    let head = bytes(tree);
    for node in head.chunks(6).take(1 + tree.opening()) {
        let data = u32::from_le_bytes(node[..4].try_into().unwrap());
        all.nodes.push((data, u16::from_le_bytes(node[4..].try_into().unwrap())));
    }
    all.write(tree.children(tree.opening()).collect(), &root, dice);
    while !all.later.is_empty() {
        let (before, rest, above) = all.later.swap_remove(dice.usize(..all.later.len()));
        if !rest.is_empty() {
            all.nodes[before].0 |= all.nodes.len() as u32;
            all.write(rest, &above, dice);
        }
    }
    for (at, key) in all.waiting {
        all.nodes[at].0 |= all.owner[&key];
    }
    all.nodes[0].0 = all.nodes.len() as u32;
    let pack = |(data, made): &(u32, u16)| [&data.to_le_bytes()[..], &made.to_le_bytes()].concat();
    Tree::from_bytes(&all.nodes.iter().flat_map(pack).collect::<Vec<u8>>()).unwrap()
}

#[test]
fn other_orders_are_brought_into_this_one() {
    let mut dice = fastrand::Rng::with_seed(3);
    let mut forward = 0;
    for example in examples() {
        let tree = tree_of(&example);
        for _ in 0..20 {
            let other = scrambled(&tree, &example.start, &mut dice);
            assert_eq!(other.len(), tree.len());
            let later = |at: &usize| matches!(other.node(*at).link, Link::Same(to) if to > *at);
            forward += (0..other.len()).filter(later).count();
            assert_eq!(other.canonical(&example.start, Color::White).as_ref(), Ok(&tree));
        }
    }
    assert!(forward > 0);
}

#[test]
fn damaged_trees_are_refused_or_sound() {
    let mut dice = fastrand::Rng::with_seed(4);
    let (mut refused, mut sound) = (0, 0);
    for example in examples() {
        let tree = tree_of(&example);
        let whole = bytes(&tree);
        for cut in 0..whole.len().min(400) {
            assert!(Tree::from_bytes(&whole[..cut]).is_err());
        }
        assert!(Tree::from_bytes(&[&whole[..], &[0]].concat()).is_err());
        for _ in 0..2000 {
            let mut damaged = whole.clone();
            for _ in 0..dice.usize(1..3) {
                let at = dice.usize(..whole.len());
                damaged[at] = dice.u8(..);
            }
            if damaged == whole {
                continue;
            }
            let Ok(damaged) = Tree::from_bytes(&damaged) else {
                refused += 1;
                continue;
            };
            match damaged.canonical(&example.start, Color::White) {
                Err(_) => refused += 1,
                Ok(tree) => {
                    // It has leaves that are not won, at worst.
                    if let Err(fault) = verify(&tree, &example.start, Color::White, |_| true) {
                        let reason = fault.reason;
                        assert!(matches!(reason, TreeReason::NotOver | TreeReason::NotWon(_)));
                    }
                    sound += 1;
                }
            }
        }
    }
    eprintln!("{refused} refused, {sound} not");
    assert!(sound * 5 < refused);
}

#[test]
fn what_makes_no_sense_is_named() {
    let example = &examples()[1];
    let tree = tree_of(example);
    let changed = |at: usize, data: u32| {
        let mut bytes = bytes(&tree);
        bytes[6 * at..6 * at + 4].copy_from_slice(&data.to_le_bytes());
        Tree::from_bytes(&bytes).unwrap().strategy(&example.start, Color::White).map(|_| ())
    };
    let inner = (3..tree.len()).find(|&at| tree.node(at).link == Link::Inner).unwrap();
    let size = tree.len() as u32;
    let cases = [
        (inner, 2 << 30 | inner as u32, "its target is no position"),
        (inner, 2 << 30 | size, "its target does not exist"),
        (inner, 2 << 30 | 1, "its target does not exist"),
        (inner, 2 << 30 | 2, "its target has another position"),
        (inner, 1 << 30 | inner as u32, "its sibling does not come later"),
        (inner, 1 << 30 | size, "its sibling does not come later"),
    ];
    for (at, data, what) in cases {
        assert_eq!(changed(at, data), Err(TreeError::At(at, what)), "{what}");
    }
    let last = tree.len() - 1;
    assert_eq!(changed(last, 1 << 30), Err(TreeError::At(last, "its child does not exist")));
    let sibling = (3..tree.len()).find(|&at| tree.node(at).sibling.is_some()).unwrap();
    let lonely = tree.node(sibling);
    let tag = if lonely.link == Link::Inner { 1 << 30 } else { 0 };
    assert!(matches!(changed(sibling, tag), Err(TreeError::At(_, "a reply is missing"))));
}
