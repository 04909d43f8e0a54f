//! A search with a moment at which it gives up.

use std::time::{Duration, Instant};

use zermelo_board as board;
use zermelo_kernel::{Castling, Color, Position};
use zermelo_winnable::{Limits, Solver, Verdict};

/// Open after more than a million positions.
const HARD: &str = "B2b4/8/8/4k3/1p6/1Pp1p1pB/K1P1P1Pb/NB1B4 b - -";

#[test]
fn a_late_search_is_open_and_an_early_answer_stays() {
    let decide = |fen: &str, deadline: Instant| {
        let root = Position::from_fen(fen, Castling::Standard).unwrap();
        let mut solver = Solver::new(Limits { deadline: Some(deadline), ..Limits::default() });
        let answer = solver.decide(&board::Position::from_kernel(&root), Color::Black);
        (answer.verdict, answer.nodes)
    };
    let now = Instant::now();
    let (verdict, nodes) = decide(HARD, now + Duration::from_millis(50));
    assert!(nodes < 1_000_000, "{nodes} positions");
    assert!(matches!(verdict, Verdict::Open));
    // What is found without a search needs no time.
    let (verdict, _) = decide("8/8/4k3/8/8/3NK3/8/8 w - -", now);
    assert!(matches!(verdict, Verdict::Unwinnable(_)));
}
