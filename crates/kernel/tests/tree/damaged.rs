//! Trees with something wrong.

use super::*;

#[test]
fn one_thing_wrong() {
    let (claim, good) = ending();
    let size = good.len() as u32;
    assert!(verdict(&claim, &good).is_ok());
    let with = |node: usize, changed: Node| {
        let mut bad = good.clone();
        bad[node] = changed;
        fault(&claim, &bad)
    };
    // The size, and what follows or is missing.
    assert_eq!(with(0, (size + 1, 0)), (size, TreeReason::Cut));
    assert!(matches!(with(0, (size - 1, 0)), (_, TreeReason::Ended | TreeReason::Rest)));
    assert_eq!(with(0, (0, 0)).1, TreeReason::Size { size: 0, line: 0 });
    assert_eq!(with(0, (size | INNER, 0)).1, TreeReason::Size { size: size | INNER, line: 0 });
    let line = size as u16;
    assert_eq!(with(0, (size, line)).1, TreeReason::Size { size, line: size });
    let mut longer = good.clone();
    longer.push((0, 0));
    assert_eq!(fault(&claim, &longer).1, TreeReason::Rest);
    longer[0].0 += 1;
    assert_eq!(fault(&claim, &longer).1, TreeReason::Rest);
    for cut in 0..good.len() {
        assert_eq!(fault(&claim, &good[..cut]).1, TreeReason::Cut);
    }
    let whole = bytes(&good);
    for cut in 0..whole.len() {
        assert!(check(&claim, &whole[..cut], none).is_err());
    }
    // A second reading that is shorter than the first, or longer.
    longer[0].0 = size + 1;
    let (long, short) = (bytes(&longer), bytes(&good));
    let headed = [&long[..6], &short[6..]].concat();
    assert_eq!(
        claim.check(&long[..], &headed[..], none, &Budget::default()).unwrap_err().reason,
        TreeReason::Rest
    );
    assert!(claim.check(&short[..], &short[..], none, &Budget::default()).is_ok());
    assert!(claim.check(&short[..], &long[..], none, &Budget::default()).is_err());
    // Another prover, another side to move, another place for a man.
    assert!(verdict(&TreeClaim { prover: !claim.prover, ..claim.clone() }, &good).is_err());
    let moved = position("8/8/R7/8/8/8/6k1/8 w - -");
    assert!(verdict(&TreeClaim { position: moved, ..claim.clone() }, &good).is_err());
    // Links, node by node.
    for (number, &(data, code)) in good.iter().enumerate().skip(1) {
        let (at, next) = (number as u32, number as u32 + 1);
        if data < SAME {
            for given in [data & LOW ^ 1, (data & LOW) + 1, LOW] {
                let reason = with(number, (data & !LOW | given, code)).1;
                assert!(
                    matches!(reason, TreeReason::Sibling { given: found, .. } if found == given)
                        || given == 0,
                    "{reason:?}"
                );
            }
            // The node itself, as the place to look.
            let (node, reason) = with(number, (SAME | at, code));
            let pointed_to = reason == TreeReason::TargetPoints;
            assert!(node == at && (pointed_to || reason == TreeReason::PointsAhead(at)));
        } else {
            let target = data & LOW;
            for ahead in [at, next, size, LOW] {
                let changed = with(number, (data & !LOW | ahead, code));
                assert_eq!(changed, (at, TreeReason::PointsAhead(ahead)));
            }
            assert_eq!(with(number, (data & !LOW, code)), (at, TreeReason::PointsOutside(0)));
            for other in (1..at).filter(|&other| other % 16 == at % 16 && other != target) {
                let (node, reason) = with(number, (data & !LOW | other, code));
                if good[other as usize].0 >= SAME {
                    assert_eq!((node, reason), (other, TreeReason::TargetPoints));
                } else {
                    let above = reason == TreeReason::PointsAbove(other);
                    assert!(above || reason == TreeReason::OtherPosition(other), "{reason:?}");
                    assert_eq!(node, at);
                }
            }
            // The last of them said to have a sibling, and the other way round.
            assert!(matches!(
                with(number, (data ^ INNER, code)).1,
                TreeReason::MissingReply(_)
                    | TreeReason::IllegalMove(_)
                    | TreeReason::Repeated(_)
                    | TreeReason::SecondMove
                    | TreeReason::Ended
            ));
        }
        // Leaves for internal nodes, and the other way round.
        if data < INNER {
            with(number, (data | INNER, code));
        } else if data < SAME {
            let (node, reason) = with(number, (data & LOW, code));
            assert!(node == at && matches!(reason, TreeReason::Table(_)), "{node} {reason:?}");
        }
    }
}

/// The nodes without a child and all below it, links made right.
fn without(good: &[Node], child: usize, end: usize) -> Vec<Node> {
    let gone = (end - child) as u32;
    let is_last = !follows(good[child].0);
    let mut nodes = good.to_vec();
    for (number, node) in nodes.iter_mut().enumerate().skip(1) {
        let low = node.0 & LOW;
        if is_last && number < child && node.0 < SAME && low == child as u32 {
            node.0 &= !LOW;
        } else if is_last && number + 1 == child && node.0 >= SAME_THEN_SIBLING {
            node.0 &= !INNER;
        } else if low >= end as u32 {
            node.0 -= gone;
        }
    }
    nodes.drain(child..end);
    nodes[0].0 -= gone;
    nodes
}

/// Whether a node has a sibling.
fn follows(data: u32) -> bool {
    if data >= SAME { data >= SAME_THEN_SIBLING } else { data & LOW != 0 }
}

/// The node behind the last one of a subtree.
fn end(nodes: &[Node], node: usize) -> usize {
    let mut end_of_child = node + 1;
    if (INNER..SAME).contains(&nodes[node].0) {
        loop {
            let child = end_of_child;
            end_of_child = end(nodes, child);
            if !follows(nodes[child].0) {
                break;
            }
        }
    }
    end_of_child
}

#[test]
fn a_reply_left_out() {
    let (claim, good) = ending();
    let (mut missing, mut all) = (0, 0);
    for child in 1..good.len() {
        let end = end(&good, child);
        let pointed =
            |node: &Node| node.0 >= SAME && (child..end).contains(&((node.0 & LOW) as usize));
        if !good[end..].iter().any(pointed) {
            let (_, reason) = fault(&claim, &without(&good, child, end));
            missing += usize::from(matches!(reason, TreeReason::MissingReply(_)));
            all += 1;
        }
    }
    println!("{missing} of {all}");
    assert!(missing > 50, "{missing} of {all}");
}

#[test]
fn two_moves_for_the_prover_or_one_twice() {
    // Black to move has one move; White then has won. A second node for anything is too much.
    let claim = claim("8/8/8/8/p7/8/P7/8 b - -", Color::White);
    let a4a3 = 24 << 6 | 16;
    let twice = [(3, 0), (2, a4a3), (0, a4a3)];
    assert!(matches!(fault(&claim, &twice), (2, TreeReason::Repeated(_))));
    let elsewhere = [(3, 0), (2, a4a3), (0, a4a3 + 1)];
    assert!(matches!(fault(&claim, &elsewhere), (2, TreeReason::IllegalMove(_))));
    let same = [(3, 0), (2, a4a3), (SAME | 1, a4a3)];
    assert!(matches!(fault(&claim, &same), (2, TreeReason::Repeated(_))));
    // A game that is over has no child.
    let child = [(3, 0), (INNER, a4a3), (0, 8 << 6 | 16)];
    assert!(matches!(fault(&claim, &child), (2, TreeReason::IllegalMove(_))));
    // Black proves with either of two moves; with both it is no tree.
    let claim = TreeClaim {
        position: position("8/3p4/8/2P1P3/8/8/8/8 b - -"),
        prover: Color::Black,
        ..claim
    };
    let d7d5 = 51 << 6 | 35;
    let take = |from: u16, to: u16, passing: u16| passing << 15 | from << 6 | to;
    let (c, e) = (take(34, 43, 1), take(36, 43, 1));
    let nodes = [(4, 0), (INNER, d7d5), (3, c), (0, e)];
    assert!(verdict(&claim, &nodes).is_ok());
    let d7d6 = 51 << 6 | 43;
    let both =
        [(7, 0), (INNER | 4, d7d5), (3, c), (0, e), (INNER, d7d6), (6, c & 0xFFF), (0, e & 0xFFF)];
    assert!(matches!(fault(&claim, &both), (4, TreeReason::SecondMove)));
    let other = [(4, 0), (INNER, d7d6), (3, take(34, 43, 0)), (0, take(36, 43, 0))];
    assert!(verdict(&claim, &other).is_ok());
    let missing = [(3, 0), (INNER, d7d5), (0, c)];
    assert!(matches!(fault(&claim, &missing), (1, TreeReason::MissingReply(_))));
    let repeated = [(4, 0), (INNER, d7d5), (3, c), (0, c)];
    assert!(matches!(fault(&claim, &repeated), (3, TreeReason::Repeated(_))));
}

#[test]
fn circles() {
    // Two kings that walk: every node is right but for the one that closes the circle.
    let start = position("k7/8/8/8/8/8/8/7K w - -");
    let mut nodes = vec![(0, 0)];
    let mut at = start.clone();
    for uci in ["h1g1", "a8b8", "g1h1", "b8a8"] {
        let m = at.parse_uci(uci).unwrap();
        nodes.push((INNER, tree_move(&at, m)));
        at = at.play(m);
    }
    assert_eq!(at, start);
    nodes.push((SAME | 1, nodes[1].1));
    nodes[0].0 = nodes.len() as u32;
    let claim = TreeClaim { rules: Rules::Losing, position: start, prover: Color::White };
    assert_eq!(fault(&claim, &nodes), (5, TreeReason::PointsAbove(1)));
    // The same with the root itself in the line's place.
    nodes[0].1 = 1;
    assert_eq!(fault(&claim, &nodes), (5, TreeReason::PointsAbove(1)));
    nodes[0].1 = 2;
    assert_eq!(fault(&claim, &nodes), (5, TreeReason::PointsOutside(1)));
}

/// One change of a tree: a byte, a field, a node.
pub fn damage(nodes: &mut Vec<Node>, dice: &mut Dice) {
    let size = nodes.len();
    let at = dice.below(size);
    match dice.below(8) {
        0 => nodes[at].0 ^= 1 << dice.below(32),
        1 => nodes[at].1 ^= 1 << dice.below(16),
        2 => nodes[at].0 = nodes[at].0 & !LOW | dice.below(size + 2) as u32,
        3 => nodes[at].1 = nodes[dice.below(size)].1,
        4 => nodes[at] = nodes[dice.below(size)],
        5 => {
            let other = dice.below(size);
            nodes.swap(at, other);
        }
        6 => {
            // A node more or less, with the size made right.
            let here = dice.below(size - 1) + 1;
            let node = nodes[here];
            if dice.below(2) == 0 {
                nodes.insert(here, node);
            } else {
                nodes.remove(here);
            }
            nodes[0].0 = nodes.len() as u32;
        }
        _ => {
            // A node that points to another one.
            let target = dice.below(size) as u32;
            nodes[at].0 = [SAME, SAME_THEN_SIBLING][dice.below(2)] | target;
        }
    }
}

#[test]
fn damaged_at_random() {
    let mut dice = Dice(1913);
    let mut trees = vec![ending()];
    while trees.len() < 12 {
        let Some(position) = random(&mut dice, 2 + trees.len() % 2) else { continue };
        let rules = Rules::ALL[1 + trees.len() % 3];
        let prover = Color::ALL[trees.len() % 2];
        let claim = TreeClaim { rules, position, prover };
        if let Some(nodes) = grown(&claim, 8_200).filter(|nodes| (5..150).contains(&nodes.len())) {
            trees.push((claim, nodes));
        }
    }
    let (mut changed, mut accepted) = (0, 0);
    for turn in 0..12_000 {
        let (claim, good) = &trees[turn % trees.len()];
        let mut nodes = good.clone();
        for _ in 0..=dice.below(3) {
            damage(&mut nodes, &mut dice);
        }
        if nodes == *good {
            continue;
        }
        let mut bytes = bytes(&nodes);
        if dice.below(4) == 0 {
            let at = dice.below(bytes.len());
            bytes[at] = dice.below(256) as u8;
        }
        changed += 1;
        let said = check(claim, &bytes, none);
        let twin = twin::accepts(claim, &bytes, &none);
        assert_eq!(said.clone().ok(), twin, "{said:?} {nodes:x?}");
        accepted += usize::from(said.is_ok());
    }
    println!("{accepted} of {changed} damaged trees accepted, by the twin too");
    assert!(changed > 10_000 && accepted * 20 < changed, "{accepted} of {changed}");
}
