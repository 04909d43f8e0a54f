//! Our engine and the best peer (chasolver 3.0.0) on the same queries, in the same run, on one
//! core, turn about: `cargo bench -p zermelo-winnable --bench peer [-- CORPUS...] [--check] [--best N] [--processor]`.
//!
//! Corpora: hard, lichess, timeouts, unfair, frontier (default: the first four). For each one it
//! prints totals, means, the slowest query and the ratio ours / theirs, for the full and the fast
//! test. Times are from a parsed position to claim and evidence; with `--check` every verdict is
//! then checked by the kernel, outside that clock, and the mean check time is printed too. With
//! `--best N` everything is done N times and the best time of each query counts: for machines that
//! have other work to do. With `--processor` the thread's time on a processor counts, as Linux tells it, a
//! few milliseconds exact: for totals of hard queries on such machines.

use std::str::FromStr;
use std::time::Instant;

use zermelo_board::Position;
use zermelo_kernel as kernel;
use zermelo_winnable::{Limits, Solver, Verdict};

struct Query {
    root: kernel::Position,
    winner: kernel::Color,
    peer: chess::Board,
    label: Option<bool>,
    fen: String,
}

/// Seconds that this thread has had a processor, as Linux tells them.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    let nanoseconds = text.split(' ').next().and_then(|text| text.parse::<f64>().ok());
    nanoseconds.expect("a number") / 1e9
}

/// One side's clock over a corpus.
struct Clock {
    /// Whether it counts the thread's time on a processor.
    processor: bool,
    /// How often each thing is done.
    rounds: u32,
    total: f64,
    worst: f64,
}

impl Clock {
    fn new(rounds: u32) -> Clock {
        let processor = std::env::args().any(|arg| arg == "--processor");
        Clock { processor, rounds, total: 0.0, worst: 0.0 }
    }

    fn time<T>(&mut self, mut f: impl FnMut() -> T) -> T {
        let mut once = || match self.processor {
            false => {
                let start = Instant::now();
                (f(), start.elapsed().as_secs_f64())
            }
            true => {
                let start = processor_time();
                (f(), processor_time() - start)
            }
        };
        let (mut value, mut seconds) = once();
        for _ in 1..self.rounds {
            let (again, more) = once();
            (value, seconds) = (again, seconds.min(more));
        }
        self.total += seconds;
        self.worst = self.worst.max(seconds);
        value
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let check = args.iter().any(|a| a == "--check");
    let best = args.iter().position(|a| a == "--best").and_then(|at| args.get(at + 1));
    let rounds = best.map_or(1, |n| n.parse().expect("a number"));
    let mut names: Vec<&str> = args
        .iter()
        .map(String::as_str)
        .filter(|&a| !a.starts_with('-') && best.is_none_or(|n| n != a))
        .collect();
    if names.is_empty() {
        names = vec!["hard", "lichess", "timeouts", "unfair"];
    }
    for name in names {
        let Some(text) = zermelo_testing::text(&format!("winnable/{name}.txt")) else { return };
        let queries: Vec<Query> = text.lines().flat_map(|line| parse(name, line)).collect();
        full(name, &queries, check, rounds);
        if matches!(name, "timeouts" | "unfair") {
            fast(name, &queries, rounds);
        }
    }
}

/// The queries of one line of a corpus.
fn parse(name: &str, line: &str) -> Vec<Query> {
    let query = |fen: &str, winner: Option<kernel::Color>, label| {
        let fields: Vec<&str> = fen.split_whitespace().take(4).collect();
        let fen = fields.join(" ");
        let root = kernel::Position::from_fen(&fen, kernel::Castling::Standard).expect("corpus");
        let peer = chess::Board::from_str(&format!("{fen} 0 1")).expect("corpus");
        let winner = winner.unwrap_or(!root.turn());
        Query { root, winner, peer, label, fen }
    };
    use kernel::Color::{Black, White};
    match name {
        "hard" | "lichess" => {
            let (label, fen) = line.split_at(2);
            let can = |index: usize| Some(label.as_bytes()[index] != b'-');
            vec![query(fen, Some(White), can(0)), query(fen, Some(Black), can(1))]
        }
        "frontier" => {
            let (label, rest) = line.split_once('\t').expect("corpus");
            let winner = if rest.ends_with("white") { White } else { Black };
            let label = match label {
                "winnable" => Some(true),
                "unwinnable" => Some(false),
                _ => None,
            };
            vec![query(rest, Some(winner), label)]
        }
        "unfair" => vec![query(line, None, Some(false))],
        _ => vec![query(line, None, None)],
    }
}

fn peer_color(color: kernel::Color) -> chess::Color {
    match color {
        kernel::Color::White => chess::Color::White,
        kernel::Color::Black => chess::Color::Black,
    }
}

fn full(name: &str, queries: &[Query], check: bool, rounds: u32) {
    let mut solver = Solver::new(Limits::default());
    let [mut ours, mut theirs, mut checks] = [(); 3].map(|()| Clock::new(rounds));
    let (mut open, mut wrong, mut rejected, mut peer_open) = (0, 0, 0, 0);
    let (mut nodes, mut lines, mut plies) = (0, 0, 0);
    for query in queries {
        let board = Position::from_kernel(&query.root);
        let answer = ours.time(|| solver.decide(&board, query.winner));
        let peer = theirs.time(|| chasolver::winnability(&query.peer, peer_color(query.winner)));
        peer_open += usize::from(peer.is_none());
        nodes += answer.nodes;
        if let Verdict::Winnable(line) = &answer.verdict {
            (lines, plies) = (lines + 1, plies + line.len());
        }
        let can = match answer.verdict {
            Verdict::Winnable(_) => Some(true),
            Verdict::Unwinnable(_) => Some(false),
            Verdict::Open => None,
        };
        open += usize::from(can.is_none());
        if let (Some(can), Some(label)) = (can, query.label)
            && can != label
        {
            wrong += 1;
            println!("wrong: {} {:?}", query.fen, query.winner);
        }
        if can.is_none() {
            println!("open: {} {:?}", query.fen, query.winner);
        }
        if check && can.is_some() {
            let accepted = checks.time(|| {
                let certificate = answer.certificate(&query.root, query.winner);
                certificate.is_some_and(|certificate| certificate.check().is_ok())
            });
            rejected += usize::from(!accepted);
        }
    }
    report(&format!("{name} full"), queries.len(), &ours, &theirs);
    println!(
        "    wrong {wrong}, open {open} (peer {peer_open}), slowest ratio {:.3}",
        ours.worst / theirs.worst
    );
    println!(
        "    {:.1} positions a query; {lines} helpmates of {:.1} plies",
        nodes as f64 / queries.len() as f64,
        plies as f64 / lines.max(1) as f64
    );
    if check {
        let mean = checks.total / queries.len() as f64 * 1e6;
        println!(
            "    kernel: rejected {rejected}, mean check {mean:.1} us, slowest {:.0} ms",
            checks.worst * 1e3
        );
    }
}

fn fast(name: &str, queries: &[Query], rounds: u32) {
    let mut solver = Solver::new(Limits::default());
    let [mut ours, mut theirs] = [(); 2].map(|()| Clock::new(rounds));
    let (mut found, mut peer_found) = (0, 0);
    for query in queries {
        let board = Position::from_kernel(&query.root);
        let cover = ours.time(|| solver.unwinnable_fast(&board, query.winner));
        let peer =
            theirs.time(|| chasolver::is_unwinnable_fast(&query.peer, peer_color(query.winner)));
        found += usize::from(cover.is_some());
        peer_found += usize::from(peer);
    }
    report(&format!("{name} fast"), queries.len(), &ours, &theirs);
    println!("    unwinnable found {found} (peer {peer_found})");
}

fn report(what: &str, queries: usize, ours: &Clock, theirs: &Clock) {
    let mean = |clock: &Clock| clock.total / queries as f64 * 1e6;
    println!(
        "{what}: {queries} queries, ours {:.3} s (mean {:.2} us, slowest {:.1} ms), peer {:.3} s \
         (mean {:.2} us, slowest {:.1} ms), ratio {:.3}",
        ours.total,
        mean(ours),
        ours.worst * 1e3,
        theirs.total,
        mean(theirs),
        theirs.worst * 1e3,
        ours.total / theirs.total,
    );
}
