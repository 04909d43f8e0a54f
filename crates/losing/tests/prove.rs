//! From a search to a proof.

use crate::common::*;
use std::sync::atomic::AtomicBool;
use zermelo_board::Limits;
use zermelo_losing::search::{Options, Progress, Question, solve as search};
use zermelo_losing::{Case, Effort, Move, NotProved, Rules, Stage, Strategy, TreeError};

fn line(start: &zermelo_losing::Position, moves: &[&str]) -> Vec<Move> {
    zermelo_losing::campaign::read_line(start, &moves.join(" ")).unwrap()
}

#[test]
fn a_search_becomes_a_proof() {
    let prover = zermelo_board::Color::White;
    let question = Question { rules: Rules::Losing, prover, tables: None };
    let start = position(ARRAY);
    let opening = line(&start, &["e2e3", "b8a6"]);
    let case = Case { question: &question, start, opening: &opening };
    let root = case.root().unwrap();
    let limits = Limits::new(u64::MAX, 1 << 26);
    let progress = <[Progress; 2]>::default();
    let stop = AtomicBool::new(false);
    let options = Options { limits, second: true, ..Options::default() };
    let found = search(&question, root, options, None, &progress).unwrap();
    let found: Vec<Strategy> = found.proofs.into_iter().map(|(strategy, _)| strategy).collect();
    assert_eq!(found.len(), 2, "a proof on either scale");

    let prove = |effort, stop: &AtomicBool| {
        let mut stages = Vec::new();
        let proved = case.prove(&found, effort, stop, &mut |stage| stages.push(stage));
        (proved.unwrap(), stages)
    };
    let effort = Some(Effort { rounds: 1, ..Effort::default() });
    let (quick, _) = prove(None, &stop);
    let (small, stages) = prove(effort, &stop);
    let (stopped, short) = prove(effort, &AtomicBool::new(true));
    assert_eq!(quick, stopped, "a stop leaves the proof as it was found");
    assert_eq!(quick.found, quick.full.summary.nodes);
    assert!(small.full.summary.nodes < quick.full.summary.nodes);
    assert!(stages.contains(&Stage::Replace) && !short.contains(&Stage::Replace));
    // Without tables there is nothing to play out.
    assert_eq!(small.compact, small.full);
    assert_eq!(small.full.summary.table_leaves, 0);

    let stop = AtomicBool::new(false);
    let none = case.prove(&[Strategy::default()], None, &stop, &mut |_| {});
    assert!(matches!(none, Err(NotProved::Tree(TreeError::NoMove(_)))));
    let illegal = Case { opening: &[opening[1]], ..case };
    assert!(matches!(illegal.root(), Err(TreeError::Illegal(..))));
}

#[test]
fn tables_are_played_out_and_the_kernel_has_the_last_word() {
    let folder = Folder::new("prove");
    let prover = zermelo_board::Color::White;
    let tables = Some(folder.quick());
    let question = Question { rules: Rules::Losing, prover, tables };
    let start = position("8/8/8/8/8/8/6q1/R7 w - -");
    let case = Case { question: &question, start, opening: &[] };
    let stop = AtomicBool::new(false);
    let proved = case.prove(&[Strategy::default()], None, &stop, &mut |_| {}).unwrap();
    assert_eq!(proved.compact.summary.table_leaves, 1);
    assert_eq!(proved.full.summary.table_leaves, 0);
    assert!(proved.full.summary.internal > 0);
    // A game that is over, and lost: only the kernel looks.
    let start = position("8/8/8/8/8/8/8/Q7 b - -");
    let case = Case { question: &question, start, opening: &[] };
    let lost = case.prove(&[Strategy::default()], None, &stop, &mut |_| {});
    assert!(matches!(lost, Err(NotProved::Rejected(_))));
}
