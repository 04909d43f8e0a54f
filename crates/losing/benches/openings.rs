//! Our search against a textbook one on the same openings, in the same run:
//! `cargo bench -p zermelo-losing`.
//!
//! No other program for losing chess could be had to compare with. The textbook one is best-first
//! proof-number search (Allis 1994) with the same move generator: first numbers from mobility as
//! in Watkins (2012), from the most proving leaf back up to the root each time, no transpositions.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use zermelo_board::Color;
use zermelo_kernel::LosingPosition;
use zermelo_losing::search::{Options, Progress, Question, Scale, solve};
use zermelo_losing::{Position, Rules};

const NEVER: u32 = u32::MAX;

struct Node {
    pn: u32,
    dn: u32,
    parent: usize,
    first: usize,
    count: usize,
    made: u16,
}

/// Numbers of a position that was not looked into: White proves.
fn first_numbers(position: &Position) -> (u32, u32) {
    let mine = position.turn() == Color::White;
    match (position.mobility().0, mine) {
        (0, true) => (0, NEVER),
        (0, false) => (NEVER, 0),
        (moves, true) => (1, moves),
        (moves, false) => (moves, 1),
    }
}

fn sum(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER { NEVER } else { a.saturating_add(b).min(NEVER - 1) }
}

/// The nodes a textbook search makes until it has a proof; none if there are too many.
fn textbook(root: &Position, most: usize) -> Option<usize> {
    let (pn, dn) = first_numbers(root);
    let mut nodes = vec![Node { pn, dn, parent: usize::MAX, first: 0, count: 0, made: 0 }];
    while nodes[0].pn != 0 && nodes[0].dn != 0 {
        if nodes.len() > most {
            return None;
        }
        let mut at = 0;
        let mut position = *root;
        let mut line = vec![position];
        while nodes[at].count > 0 {
            let mine = position.turn() == Color::White;
            let children = nodes[at].first..nodes[at].first + nodes[at].count;
            at = children.min_by_key(|&c| if mine { nodes[c].pn } else { nodes[c].dn })?;
            position = position.play(zermelo_losing::Move::unpacked(nodes[at].made));
            line.push(position);
        }
        let first = nodes.len();
        for made in position.legal_moves() {
            let next = position.play(made);
            let repeated = line.contains(&next);
            let (pn, dn) = if repeated { (NEVER, 0) } else { first_numbers(&next) };
            nodes.push(Node { pn, dn, parent: at, first: 0, count: 0, made: made.packed() });
        }
        nodes[at].first = first;
        nodes[at].count = nodes.len() - first;
        for position in line.iter().rev() {
            let children = &nodes[nodes[at].first..nodes[at].first + nodes[at].count];
            let least = |number: fn(&Node) -> u32| children.iter().map(number).min();
            let all = |number: fn(&Node) -> u32| children.iter().map(number).fold(0, sum);
            let (pn, dn) = if position.turn() == Color::White {
                (least(|c| c.pn)?, all(|c| c.dn))
            } else {
                (all(|c| c.pn), least(|c| c.dn)?)
            };
            (nodes[at].pn, nodes[at].dn) = (pn, dn);
            at = nodes[at].parent;
        }
    }
    (nodes[0].pn == 0).then_some(nodes.len())
}

fn main() {
    let question = Question { rules: Rules::Losing, prover: Color::White, tables: None };
    println!("one thread, no tables; nodes and seconds until there is a proof");
    for reply in ["d7d6", "b8a6", "g7g6", "g8f6"] {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";
        let mut position = LosingPosition::from_fen(start).expect("the array");
        for text in ["e2e3", reply] {
            position = position.play(position.parse_uci(text).expect("a move"));
        }
        let root = Position::from_kernel(&position);
        let begun = Instant::now();
        let most = 20_000_000;
        let theirs = textbook(&root, most);
        let slow = begun.elapsed().as_secs_f64();
        for scale in [Scale::Even, Scale::Steep] {
            let options = Options { scale, ..Options::default() };
            let progress = <[Progress; 2]>::default();
            let begun = Instant::now();
            let found = solve(&question, root, options, None, &progress);
            let quick = begun.elapsed().as_secs_f64();
            assert_eq!(found.expect("no files").numbers.pn, 0, "{reply}");
            let ours = progress[0].nodes.load(Relaxed);
            let (more, made) = match theirs {
                Some(nodes) => ("", nodes),
                None => ("more than ", most),
            };
            println!(
                "1. e3 {reply}, {scale:?}: ours {ours} in {quick:.2} s; textbook {more}{made} in \
                 {slow:.2} s; {more}{:.1} times the nodes, {more}{:.1} times the time",
                made as f64 / ours as f64,
                slow / quick
            );
        }
    }
}
