//! Trees that are accepted, and what is said of them.

use std::collections::HashMap;

use zermelo_kernel::TreeMove;

use super::*;

#[test]
fn grown_trees_are_accepted() {
    let mut dice = Dice(7);
    let (mut trees, mut same, mut forced, mut longest) = (0, 0, 0, 0);
    for turn in 0..75 {
        let rules = [Rules::Losing, Rules::LosingFics, Rules::LosingJoint][turn % 3];
        let Some(position) = random(&mut dice, 2 + turn % 2) else { continue };
        for prover in Color::ALL {
            let claim = TreeClaim { rules, position: position.clone(), prover };
            let Some(nodes) = grown(&claim, 12_000) else { continue };
            let summary = verdict(&claim, &nodes).unwrap_or_else(|fault| panic!("{fault:?}"));
            assert_eq!(summary.nodes + summary.transpositions, nodes.len() as u64);
            trees += 1;
            same += summary.transpositions;
            forced += summary.forced;
            longest = longest.max(summary.longest);
            // The other side does not win, by the same tree or any.
            let other = TreeClaim { prover: !prover, ..claim };
            assert!(verdict(&other, &nodes).is_err());
        }
    }
    println!("{trees} trees, {same} transpositions, {forced} forced, {longest} plies");
    assert!(trees > 20 && same > 20 && forced > 20 && longest > 10);
}

#[test]
fn an_opening_line_leads_to_the_root() {
    let start = position("8/8/8/8/p7/8/P7/8 b - -");
    let claim = TreeClaim { rules: Rules::Losing, position: start.clone(), prover: Color::White };
    let levels = HashMap::new();
    let grower = || Grower::new(Color::White, &levels, &none);
    let without = grower().tree(&start, &[]);
    let with = grower().tree(&start, &["a4a3"]);
    assert_eq!(without, [(2, 0), (0, with[1].1)]);
    assert_eq!(with, [(2, 1), (0, with[1].1)]);
    let summary = verdict(&claim, &without).unwrap();
    let wanted = TreeSummary {
        nodes: 2,
        internal: 1,
        terminal: 1,
        forced: 1,
        longest: 1,
        ..summary.clone()
    };
    assert_eq!((summary.opening.len(), &summary), (0, &wanted));
    assert_eq!(summary.without_men, 0);
    let summary = verdict(&claim, &with).unwrap();
    assert_eq!((summary.nodes, summary.terminal, summary.longest), (1, 1, 0));
    assert_eq!(summary.opening[0].to_string(), "a4a3");

    // A header alone, where the game is over.
    let over = TreeClaim { position: position("8/8/8/8/8/p7/P7/8 w - -"), ..claim.clone() };
    assert_eq!(verdict(&over, &[(1, 0)]).unwrap().nodes, 1);
    assert_eq!(fault(&claim, &[(1, 0)]).1, TreeReason::Table(start.to_fen()));
    // A longer line: each node but the last with one child.
    let start = position("8/p7/8/8/8/8/P7/8 w - -");
    let claim = TreeClaim { position: start.clone(), ..claim };
    let line = ["a2a3", "a7a5", "a3a4"];
    let good = grower().tree(&start, &line);
    assert_eq!(fault(&claim, &good).1, TreeReason::NotWon(Outcome::Won(Color::Black)));
    let claim = TreeClaim { prover: Color::Black, ..claim };
    assert_eq!(verdict(&claim, &good).unwrap().opening.len(), 3);
    for (node, data) in [(1, 0), (1, INNER | 2), (2, SAME | 1), (2, SAME_THEN_SIBLING | 1)] {
        let mut bad = good.clone();
        bad[node].0 = data;
        assert_eq!(fault(&claim, &bad), (node as u32, TreeReason::Opening));
    }
    let mut bad = good.clone();
    bad[2].1 = good[1].1;
    assert!(matches!(fault(&claim, &bad), (2, TreeReason::IllegalMove(_))));
    // The root may not point, nor have a sibling.
    for (data, reason) in [
        (SAME | 1, TreeReason::PointsOutside(1)),
        (SAME | 3, TreeReason::PointsAhead(3)),
        (4, TreeReason::RootSibling),
        (5, TreeReason::Sibling { given: 5, next: 4 }),
        (INNER, TreeReason::Ended),
    ] {
        let mut bad = good.clone();
        bad[3].0 = data;
        assert_eq!(fault(&claim, &bad), (3, reason));
    }
}

#[test]
fn the_rules_decide_who_has_won() {
    // White will be stalemated with as many men, or is with fewer.
    let a4a3 = 24 << 6 | 16;
    let equal = ("8/8/8/8/p7/8/P7/8 b - -", vec![(2, 0), (0, a4a3)], [true, false, false]);
    let fewer = ("8/8/8/8/8/p7/P7/n7 w - -", vec![(1, 0)], [true, true, true]);
    for (fen, nodes, wins) in [equal, fewer] {
        for (rules, wins) in Rules::ALL.into_iter().skip(1).zip(wins) {
            let claim = TreeClaim { rules, ..claim(fen, Color::White) };
            let said = verdict(&claim, &nodes);
            assert_eq!(said.is_ok(), wins, "{fen} by {rules}: {said:?}");
            if !wins {
                assert_eq!(said, Err((1, TreeReason::NotWon(Outcome::Drawn))));
            }
        }
    }
    let chess = TreeClaim { rules: Rules::Chess, ..claim("8/8/8/8/8/8/8/7r w - -", Color::White) };
    assert_eq!(fault(&chess, &[(1, 0)]), (0, TreeReason::Chess));
    // A side with more men and no move has lost by the FICS rules: Black wins here.
    let more = "8/8/8/8/p7/P7/P7/8 w - -";
    let claim = TreeClaim { rules: Rules::LosingFics, ..claim(more, Color::Black) };
    let summary = verdict(&claim, &[(1, 0)]).unwrap();
    assert_eq!((summary.terminal, summary.without_men), (1, 0));
}

#[test]
fn leaves_that_are_not_over() {
    let claim = claim(ENDING, Color::White);
    let levels = solve(&claim.position, claim.prover, claim.rules, 50_000).unwrap();
    let half = levels[&claim.position] / 2;
    let stop = |position: &LosingPosition| levels.get(position).is_some_and(|&level| level <= half);
    let nodes = Grower::new(claim.prover, &levels, &stop).tree(&claim.position, &[]);
    let bytes = bytes(&nodes);
    let won = |position: &LosingPosition| levels.contains_key(position);
    let summary = check(&claim, &bytes, won).unwrap();
    assert!(summary.table_leaves > 1);
    assert_eq!(Some(summary), twin::accepts(&claim, &bytes, &won));
    assert!(matches!(check(&claim, &bytes, none), Err((_, TreeReason::Table(_)))));
    // One that the table refuses is enough.
    let mut asked = 0;
    let but_one = |_: &LosingPosition| {
        asked += 1;
        asked != 2
    };
    assert!(matches!(check(&claim, &bytes, but_one), Err((_, TreeReason::Table(_)))));
    // Four men are few enough; five are too many for any table.
    let few = TreeClaim { position: position("8/8/3nn3/8/8/8/8/R3R3 w - -"), ..claim.clone() };
    assert_eq!(check(&few, &[1, 0, 0, 0, 0, 0], |_| true).unwrap().table_leaves, 1);
    let crowd = TreeClaim { position: position("8/8/3nn3/8/8/8/8/R3R2R w - -"), ..claim };
    assert_eq!(check(&crowd, &[1, 0, 0, 0, 0, 0], |_| true), Err((0, TreeReason::NotOver)));
}

#[test]
fn the_initial_array() {
    let claim = TreeClaim::of_initial_array(Rules::Losing);
    assert_eq!(claim.prover, Color::White);
    let alone = [1, 0, 0, 0, 0, 0];
    let said = claim.check(&alone[..], &alone[..], |_| true, &Budget::default());
    assert_eq!(
        said.unwrap_err().to_string(),
        "node 0: the tree ends here, but the game is not over"
    );
    let e2e3 = tree_move(&claim.position, claim.position.parse_uci("e2e3").unwrap());
    let bytes = bytes(&[(3, 1), (INNER, e2e3), (0, 0)]);
    let said = claim.check(&bytes[..], &bytes[..], |_| true, &Budget::default());
    assert_eq!(said.unwrap_err().to_string(), "node 2, after e2e3: the move a1a1 is not legal");
}

#[test]
fn en_passant_has_its_bit() {
    // Black gives the last pawn away, and White must take it.
    let claim = claim("8/3p4/8/4P3/8/8/8/N7 b - -", Color::Black);
    let nodes = [(3, 0), (INNER, 51 << 6 | 35), (0, 1 << 15 | 36 << 6 | 43)];
    let summary = verdict(&claim, &nodes).unwrap();
    assert_eq!((summary.without_men, summary.forced, summary.longest), (1, 1, 2));
    for node in [1, 2] {
        let mut bad = nodes;
        bad[node].1 ^= 1 << 15;
        assert!(
            matches!(fault(&claim, &bad), (n, TreeReason::EnPassantBit(_)) if n == node as u32)
        );
    }
    for promotion in 1..8 {
        let mut bad = nodes;
        bad[2].1 |= promotion << 12;
        assert!(matches!(fault(&claim, &bad), (2, TreeReason::IllegalMove(_))));
    }
}

#[test]
fn promotions_have_their_numbers() {
    let white = position("1r6/P7/8/8/8/8/8/8 w - -");
    assert_eq!(white.legal_moves().len(), 5);
    for (letter, number) in [("n", 2), ("b", 3), ("r", 4), ("q", 5), ("k", 6)] {
        let m = white.parse_uci(&format!("a7b8{letter}")).unwrap();
        assert_eq!(tree_move(&white, m), number << 12 | 48 << 6 | 57);
    }
    // The pawn takes all there is, and whatever it becomes, White has a man too many.
    let claim = TreeClaim { position: white, ..claim(ENDING, Color::Black) };
    let codes = [5, 4, 3, 2, 6].map(|number| number << 12 | 48 << 6 | 57);
    let nodes = [(6, 0), (2, codes[0]), (3, codes[1]), (4, codes[2]), (5, codes[3]), (0, codes[4])];
    assert_eq!(verdict(&claim, &nodes).unwrap().without_men, 5);
    let mut bad = nodes;
    bad[2].1 = 7 << 12 | 48 << 6 | 57;
    assert_eq!(fault(&claim, &bad), (2, TreeReason::IllegalMove(TreeMove(bad[2].1))));
    assert!(
        TreeMove(bad[2].1).to_string() == "a7b8=7" && TreeMove(codes[4]).to_string() == "a7b8k"
    );
}
