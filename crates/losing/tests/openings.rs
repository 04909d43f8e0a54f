//! Openings from nothing: searched without tables, written down, and checked by the kernel.

use zermelo_board::Limits;
use zermelo_kernel::{Budget, TreeClaim};
use zermelo_losing::search::{Options, Progress, Question, solve};
use zermelo_losing::{Color, Rules, Tree};

use crate::common::{ARRAY, after, moves, position};

/// Solves a reply to 1. e3; the positions in a proof that needs no table.
fn solved(reply: &str, workers: usize) -> u64 {
    let start = position(ARRAY);
    let opening = moves(&start, &format!("e2e3 {reply}"));
    let root = after(&start, &opening);
    let question =
        Question { rules: Rules::Losing, prover: zermelo_board::Color::White, tables: None };
    let limits = Limits::new(u64::MAX, 1 << 29);
    let options = Options { limits, workers, ..Options::default() };
    let progress = <[Progress; 2]>::default();
    let found = solve(&question, root, options, None, &progress).unwrap();
    assert_eq!(found.numbers.pn, 0, "{reply}");
    let (strategy, plies) = found.proofs.into_iter().next().expect("a proof");
    let tree = Tree::of(&strategy, &start, &opening, Color::White, |_| false).unwrap();
    let mut bytes = Vec::new();
    tree.write(&mut bytes).unwrap();
    let claim = TreeClaim::of_initial_array(Rules::Losing);
    let summary = claim.check(&bytes[..], &bytes[..], |_| false, &Budget::default()).unwrap();
    assert!(summary.longest <= plies, "{reply}: {} > {plies}", summary.longest);
    assert_eq!((summary.table_leaves, summary.opening.len()), (0, 2));
    summary.nodes
}

/// The replies with the sizes of the proofs in Watkins, A status report on Losing Chess (2012).
/// His stop at tables, so they are smaller than a proof that goes on to the end may be.
fn compared(replies: &[(&str, u64)]) {
    let [mut ours, mut theirs] = [0, 0];
    for &(reply, paper) in replies {
        let nodes = solved(reply, 1);
        println!("1. e3 {reply}: {nodes} positions, the paper has {paper}");
        ours += nodes;
        theirs += paper;
    }
    println!("together {ours}, the paper has {theirs}");
    // Not a goal but a fence: searches change, proofs should not get much larger.
    assert!(ours < 2 * theirs);
}

#[test]
fn five_replies_from_nothing() {
    compared(&[("d7d5", 33), ("d7d6", 33), ("b8a6", 3_271), ("g7g6", 4_489), ("g8f6", 23_388)]);
}

#[test]
fn two_larger_replies_from_nothing() {
    compared(&[("e7e5", 43_271), ("h7h6", 43_130)]);
}

#[test]
fn two_workers() {
    for reply in ["d7d5", "d7d6", "b8a6"] {
        let nodes = solved(reply, 2);
        println!("1. e3 {reply}: {nodes} positions with two workers");
    }
}
