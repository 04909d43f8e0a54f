//! Helpmate problems on one core: `cargo bench -p zermelo-winnable --bench problems`.
//!
//! First the four problems that docs/numbers.md compares with Popeye (which is in none of the
//! package registries, so its times cannot be taken in the same run), best of five; then the
//! corpora, if they are there: all solution sets, and all exact distances.

use std::time::Instant;

use zermelo_board::{Limits, Position};
use zermelo_kernel::{self as kernel, Castling, Color};
use zermelo_winnable::problem::{Goal, Options, Problem, Progress, shortest, solve};

fn main() {
    let progress = Progress::new();
    let limits = Limits::new(u64::MAX, 1 << 30);
    let options = Options { limits, solutions: usize::MAX, progress: &progress };
    let solve_it = |fen: &str, plies: u32| {
        let problem = Problem { goal: Goal::Mate, winner: Color::White, plies };
        solve(&board(fen), &problem, &options)
    };
    for (fen, moves) in [
        ("8/7B/4br2/4kpp1/8/3P3K/8/8 b - -", 4),
        ("1b4b1/N5K1/8/4p3/r7/k3nq2/3p4/8 b - -", 5),
        ("6k1/6p1/8/8/K6p/4N3/2p1p3/8 b - -", 6),
        ("8/8/N7/8/8/6q1/3K2k1/3b4 b - -", 8),
    ] {
        let mut best = f64::INFINITY;
        let mut found = 0;
        for _ in 0..5 {
            let start = Instant::now();
            found = solve_it(fen, 2 * moves).lines.len();
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("h#{moves} {fen}: {found} solution in {:.1} ms", 1e3 * best);
    }
    let start = Instant::now();
    let root = board("8/4K2k/4P2p/8/3b1q2/8/8/8 b - -");
    let found = shortest(&root, Color::White, Goal::Mate, 60, &options, |_| {});
    let seconds = start.elapsed().as_secs_f64();
    drop(found);
    println!("shortest mate by White from {}: {:.1} ms", root.to_fen(), 1e3 * seconds);

    let Some(problems) = zermelo_testing::text("helpmates/problems.tsv") else { return };
    let Some(distances) = zermelo_testing::text("helpmates/exact-distance.epd") else { return };
    let start = Instant::now();
    let (mut rows, mut slowest) = (0, 0.0f64);
    for row in problems.lines().filter(|row| !row.starts_with('#')) {
        let mut fields = row.split('\t');
        let fen = fields.next().expect("a position").replacen("R3K3 b - -", "R3K3 b Q -", 1);
        let moves = fields.next().and_then(|text| text.strip_prefix("h#")).expect("h#n");
        let one = Instant::now();
        solve_it(&fen, 2 * moves.parse::<u32>().expect("a number"));
        slowest = slowest.max(one.elapsed().as_secs_f64());
        rows += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("problems.tsv: {rows} in {seconds:.2} s, slowest {slowest:.2} s");
    let start = Instant::now();
    let (mut rows, mut slowest) = (0, 0.0f64);
    let first = Options { solutions: 1, ..options };
    for row in distances.lines() {
        if row.starts_with('#') || row.is_empty() {
            continue;
        }
        let root = board(row.split(';').next().expect("a position").trim());
        let one = Instant::now();
        let winner = if root.turn() == Color::Black { Color::White } else { Color::Black };
        drop(shortest(&root, winner, Goal::Mate, 60, &first, |_| {}));
        slowest = slowest.max(one.elapsed().as_secs_f64());
        rows += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("exact-distance.epd: {rows} in {seconds:.2} s, slowest {slowest:.2} s");
}

fn board(fen: &str) -> Position {
    let root = kernel::Position::from_fen(fen, Castling::Standard).expect("a position");
    Position::from_kernel(&root)
}
