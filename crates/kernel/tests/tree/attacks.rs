//! Trees made to deceive: each looks right where most checkers look.

use super::*;

/// A tree written move by move, in preorder.
struct Forger {
    at: Vec<LosingPosition>,
    nodes: Vec<Node>,
}

impl Forger {
    fn new(fen: &str) -> Forger {
        Forger { at: vec![position(fen)], nodes: vec![(0, 0)] }
    }

    fn here(&self) -> &LosingPosition {
        self.at.last().unwrap()
    }

    /// Adds a node and stands there.
    fn down(&mut self, uci: &str, data: u32) {
        let m = self.here().parse_uci(uci).unwrap();
        self.nodes.push((data, tree_move(self.here(), m)));
        self.nodes[0].0 += 1;
        self.at.push(self.here().play(m));
    }

    fn up(&mut self) {
        self.at.pop();
    }

    /// Adds a leaf for every move; the number of the one with this move.
    fn leaves(&mut self, uci: &str) -> u32 {
        let mut found = 0;
        let moves: Vec<String> =
            self.here().legal_moves().iter().map(ToString::to_string).collect();
        for (index, m) in moves.iter().enumerate() {
            let number = self.nodes.len() as u32;
            found = if m == uci { number } else { found };
            self.down(m, if index + 1 < moves.len() { number + 1 } else { 0 });
            self.up();
        }
        found
    }

    /// The tree, with its size.
    fn bytes(&self) -> Vec<u8> {
        let mut nodes = self.nodes.clone();
        nodes[0].0 = nodes.len() as u32;
        bytes(&nodes)
    }
}

#[test]
fn the_same_men_but_not_the_same_rights() {
    // Either pawn makes its double step last, and only that one can be taken en passant.
    let fen = "8/3p1p2/8/4P3/8/1p6/8/N7 b - -";
    let claim = claim(fen, Color::White);
    let mut forger = Forger::new(fen);
    forger.down("f7f5", INNER);
    forger.down("a1b3", INNER);
    let target = forger.leaves("d7d5");
    forger.nodes[1].0 |= forger.nodes.len() as u32;
    forger.up();
    forger.up();
    forger.down("d7d5", INNER);
    forger.down("a1b3", INNER);
    forger.down("f7f5", SAME_THEN_SIBLING | target);
    let (node, reason) = check(&claim, &forger.bytes(), |_| true).unwrap_err();
    assert_eq!(reason, TreeReason::OtherPosition(target));
    assert_eq!(node as usize, forger.nodes.len() - 1);
    // The very same position: the walk goes on to what is missing.
    let fen = "8/3p1p2/8/8/8/8/8/N7 b - -";
    let claim = TreeClaim { position: position(fen), ..claim };
    let mut forger = Forger::new(fen);
    forger.down("f7f5", INNER);
    forger.down("a1b3", INNER);
    let target = forger.leaves("d7d5");
    forger.nodes[1].0 |= forger.nodes.len() as u32;
    forger.up();
    forger.up();
    forger.down("d7d5", INNER);
    forger.down("a1b3", INNER);
    forger.down("f7f5", SAME_THEN_SIBLING | target);
    assert_eq!(check(&claim, &forger.bytes(), |_| true).unwrap_err().1, TreeReason::Ended);
}

#[test]
fn men_that_go_to_and_fro() {
    let fen = "k7/8/8/8/8/8/8/7K w - -";
    let mut forger = Forger::new(fen);
    for uci in ["h1g1", "a8b8", "g1h1", "b8a8"] {
        forger.down(uci, INNER);
    }
    let round = forger.nodes[1..].to_vec();
    while forger.nodes.len() < 150_000 {
        forger.nodes.extend_from_slice(&round);
    }
    let said = check(&claim(fen, Color::White), &forger.bytes(), none);
    assert_eq!(said, Err((100_000, TreeReason::TooDeep)));
    // An opening line is no part of the tree.
    forger.nodes.truncate(60_001);
    forger.nodes[0].1 = 59_999;
    let said = check(&claim(fen, Color::White), &forger.bytes(), none);
    assert_eq!(said, Err((60_000, TreeReason::Ended)));
}

#[test]
fn a_game_that_goes_on_after_its_end() {
    // White is stalemated after the first move.
    let mut forger = Forger::new("8/8/8/8/p7/8/P7/8 b - -");
    forger.down("a4a3", INNER);
    for code in [8 << 6 | 16, 16 << 6 | 8, 0] {
        let nodes = [(3, 2), forger.nodes[1], (0, code)];
        let said = fault(&claim("8/8/8/8/p7/8/P7/8 b - -", Color::Black), &nodes);
        assert!(matches!(said, (2, TreeReason::IllegalMove(_))), "{said:?}");
    }
}

#[test]
fn sizes_that_lie() {
    let claim = claim("8/8/8/8/p7/8/P7/8 b - -", Color::White);
    let a4a3 = 24 << 6 | 16;
    for size in [1, 3, 1 << 16, LOW] {
        assert!(verdict(&claim, &[(size, 0), (0, a4a3)]).is_err());
    }
    for size in [LOW + 1, SAME, u32::MAX] {
        let reason = fault(&claim, &[(size, 0), (0, a4a3)]).1;
        assert_eq!(reason, TreeReason::Size { size, line: 0 });
    }
    for line in [2, 3, u16::MAX] {
        let reason = fault(&claim, &[(2, line), (0, a4a3)]).1;
        assert_eq!(reason, TreeReason::Size { size: 2, line: u32::from(line) });
    }
}

#[test]
fn promotions_are_told_apart() {
    // Two captures, five men to become with each.
    let fen = "8/8/8/8/8/8/1p6/R1R5 b - -";
    let claim = claim(fen, Color::White);
    let mut forger = Forger::new(fen);
    forger.leaves("");
    let good = forger.nodes.clone();
    assert_eq!(good.len(), 11);
    assert!(check(&claim, &forger.bytes(), |_| true).is_ok());
    for one in 1..good.len() {
        for bits in 0..16 {
            let code = good[one].1 & 0xFFF | bits << 12;
            if code != good[one].1 {
                let mut bad = good.clone();
                bad[one].1 = code;
                assert!(verdict(&claim, &bad).is_err());
                assert!(check(&claim, &bytes(&bad), |_| true).is_err());
            }
        }
    }
}

/// What the second reading finds need not be what the first has found.
#[test]
fn files_that_change_between_the_readings() {
    let (claim, good) = ending();
    let mut dice = Dice(11);
    let (mut kept, mut accepted) = (0, 0);
    for _ in 0..3_000 {
        let [mut first, mut second] = [good.clone(), good.clone()];
        for nodes in [&mut first, &mut second] {
            for _ in 0..dice.below(3) {
                damaged::damage(nodes, &mut dice);
            }
        }
        let (first, second) = (bytes(&first), bytes(&second));
        let said = claim.check(&first[..], &second[..], none, &Budget::default());
        let said = said.ok().map(|proved| proved.summary.clone());
        let twin = twin::accepts(&claim, &second, &none);
        assert!(said.is_none() || said == twin);
        kept += usize::from(twin.is_some());
        accepted += usize::from(said.is_some());
    }
    println!("{accepted} accepted of {kept} whose second reading is a proof");
    assert!(accepted > 100 && kept > 500);
}
