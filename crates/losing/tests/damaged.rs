//! A real proof, damaged at random: the kernel rejects it, or a twin that shares nothing with the
//! kernel finds that it still proves what it claims.
//!
//! The twin plays with the bitboards of `zermelo_board`, holds the whole tree, follows pointers
//! wherever they lead, and does not care about the order of the nodes.

use std::collections::HashMap;

use zermelo_kernel::{Budget, LosingPosition, TreeClaim};
use zermelo_losing::search::{Options, Progress, Question, solve};
use zermelo_losing::{Color, Move, Position, Rules, Tree};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

struct Twin {
    nodes: Vec<(u32, u16)>,
    /// The positions of nodes that were seen to be won; none while a node is being looked at.
    seen: HashMap<usize, Option<Position>>,
}

impl Twin {
    fn accepts(bytes: &[u8], start: Position) -> bool {
        let node = |node: &[u8]| {
            let data = u32::from_le_bytes([node[0], node[1], node[2], node[3]]);
            (data, u16::from_le_bytes([node[4], node[5]]))
        };
        let nodes: Vec<(u32, u16)> = bytes.chunks_exact(6).map(node).collect();
        let opening = usize::from(nodes[0].1);
        if !bytes.len().is_multiple_of(6)
            || nodes.len() != nodes[0].0 as usize
            || opening >= nodes.len()
        {
            return false;
        }
        let mut twin = Twin { nodes, seen: HashMap::new() };
        let mut position = start;
        for at in 1..=opening {
            let Some(next) = twin.step(&position, at) else { return false };
            position = next;
        }
        twin.won(opening, position)
    }

    /// The position after the move of a node, if it is legal and says rightly whether it is en
    /// passant.
    fn step(&self, position: &Position, at: usize) -> Option<Position> {
        let bits = self.nodes[at].1;
        let made = position.legal_moves().into_iter().find(|m| m.packed() == bits & 0x7fff)?;
        let pawn = position.role(zermelo_board::Role::Pawn) & made.from.bit() != 0;
        let passing =
            pawn && position.en_passant() == Some(made.to) && made.from.file() != made.to.file();
        (passing == (bits >> 15 != 0)).then(|| position.play(made))
    }

    fn won(&mut self, at: usize, position: Position) -> bool {
        let Some(&(data, _)) = self.nodes.get(at) else { return false };
        let low = (data & 0x3fff_ffff) as usize;
        if data >> 31 != 0 {
            // A transposition: of a node with a subtree of its own, and the same position.
            return match self.seen.get(&low) {
                Some(Some(other)) => *other == position,
                Some(None) => false,
                None => {
                    let plain = self.nodes.get(low).is_some_and(|node| node.0 >> 31 == 0);
                    plain && low > 0 && self.won(low, position)
                }
            };
        }
        if self.seen.insert(at, None).is_some() {
            return false;
        }
        let mut moves: Vec<Move> = position.legal_moves();
        let mine = position.turn() == zermelo_board::Color::White;
        let won = if data >> 30 == 0 {
            moves.is_empty() && mine
        } else {
            let mut child = at + 1;
            let mut made = 0;
            loop {
                let Some(next) = self.step(&position, child) else { break false };
                let bits = self.nodes[child].1 & 0x7fff;
                let Some(place) = moves.iter().position(|m| m.packed() == bits) else {
                    break false;
                };
                moves.swap_remove(place);
                made += 1;
                if !self.won(child, next) {
                    break false;
                }
                let data = self.nodes[child].0;
                child = match data >> 30 {
                    3 => child + 1,
                    2 => 0,
                    _ => (data & 0x3fff_ffff) as usize,
                };
                if child == 0 {
                    break if mine { made == 1 } else { moves.is_empty() };
                }
                if child >= self.nodes.len() {
                    break false;
                }
            }
        };
        if won {
            self.seen.insert(at, Some(position));
        }
        won
    }
}

#[test]
fn damage_is_seen() {
    let start = LosingPosition::from_fen(START).unwrap();
    let mut line = start.clone();
    let opening = ["e2e3", "b8a6"].map(|text| {
        let made = line.parse_uci(text).unwrap();
        line = line.play(made);
        Move::from_kernel(made)
    });
    let (start, root) = (Position::from_kernel(&start), Position::from_kernel(&line));
    let white = zermelo_board::Color::White;
    let question = Question { rules: Rules::Losing, prover: white, tables: None };
    let progress = <[Progress; 2]>::default();
    let found = solve(&question, root, Options::default(), None, &progress).unwrap();
    let (strategy, _) = found.proofs.into_iter().next().expect("a proof of e3 Na6");
    let tree = Tree::of(&strategy, &start, &opening, Color::White, |_| false).unwrap();
    let mut bytes = Vec::new();
    tree.write(&mut bytes).unwrap();
    let claim = TreeClaim::of_initial_array(Rules::Losing);
    claim
        .check(&bytes[..], &bytes[..], |_| false, &Budget::default())
        .expect("the proof is accepted");
    assert!(Twin::accepts(&bytes, start));

    let mut dice = fastrand::Rng::with_seed(7);
    let (mut tried, mut accepted) = (0, 0);
    while tried < 2_000 {
        let mut damaged = bytes.clone();
        for _ in 0..dice.usize(1..4) {
            let at = dice.usize(..damaged.len());
            // A byte, or a bit.
            damaged[at] = if dice.bool() { dice.u8(..) } else { damaged[at] ^ 1 << dice.u8(..8) };
        }
        if damaged == bytes {
            continue;
        }
        tried += 1;
        match claim.check(&damaged[..], &damaged[..], |_| false, &Budget::default()) {
            Ok(_) => {
                accepted += 1;
                assert!(Twin::accepts(&damaged, start), "a damaged proof that proves nothing");
            }
            Err(fault) => assert!(!fault.to_string().is_empty()),
        }
    }
    println!("{tried} damaged proofs of e3 Na6: {accepted} accepted, by the twin, too");
    assert!(accepted * 20 <= tried);
}
