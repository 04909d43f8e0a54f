//! What DataFusion costs: the same verdicts on the same Parquet file, by SQL and by a bare loop, in
//! turn and in the same run.
//!
//!     zermelo scan --sql "select game, fen from source" timeouts.txt unfair.txt --to positions.parquet
//!     cargo run --release -p zermelo-query --example overhead -- positions.parquet [THREADS] [ROUNDS]

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use zermelo_kernel::Castling;
use zermelo_query::{Budget, Job, open, run};
use zermelo_winnable::{Limits, Solver};

/// Rows that a thread takes at a time, as in SQL.
const CHUNK: usize = 1024;

/// Unwinnable verdicts by the bare loop.
fn bare(path: &Path, threads: usize) -> usize {
    let mut text = String::new();
    open(path, 0).unwrap().0.read_to_string(&mut text).unwrap();
    // The first cell of each line is the position, in quotes.
    let position = |line| str::split(line, '"').nth(1).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).map(position).collect();
    let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let Budget { memory, reserve, .. } = Budget::default();
    let limits = Limits { reserve, ..Limits::new(u64::MAX, memory) };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut solver = Solver::new(limits);
                loop {
                    let from = next.fetch_add(CHUNK, Relaxed);
                    if from >= lines.len() {
                        return;
                    }
                    for line in &lines[from..lines.len().min(from + CHUNK)] {
                        let fields: Vec<&str> = line.split_ascii_whitespace().take(4).collect();
                        let root = zermelo_kernel::Position::from_fen(
                            &fields.join(" "),
                            Castling::Standard,
                        );
                        let root = root.unwrap();
                        let position = zermelo_board::Position::from_kernel(&root);
                        let attempt = solver.attempt(&position, !root.turn(), false);
                        let verdict =
                            attempt.found.sampled(&position, !root.turn(), false).unwrap();
                        if verdict.winnable() == Some(false) {
                            found.fetch_add(1, Relaxed);
                        }
                    }
                }
            });
        }
    });
    found.into_inner()
}

/// The same by SQL; nothing of the winnable verdicts is checked, as in the bare loop.
fn sql(path: &Path, threads: usize) -> usize {
    let job = Job {
        sources: vec![path.to_path_buf()],
        sql: Some("select fen from source where not winnable(fen, other(turn(fen)))".to_string()),
        all: false,
        budget: Budget { check_per_million: 0, ..Budget::default() },
        threads,
        cluster: None,
    };
    let mut found = 0;
    run(&job, &AtomicBool::new(false), &mut |batch| {
        found += batch.num_rows();
        Ok(())
    })
    .unwrap();
    found
}

fn main() {
    let mut args = std::env::args().skip(1);
    let path = PathBuf::from(args.next().expect("a Parquet file with a column fen"));
    let mut number = |usual| args.next().map_or(usual, |text| text.parse().unwrap());
    let (threads, rounds) = (number(1), number(3));
    let mut best = [f64::INFINITY; 2];
    for round in 1..=rounds {
        let mut counts = [0; 2];
        for (way, work) in [bare as fn(&Path, usize) -> usize, sql].into_iter().enumerate() {
            let start = Instant::now();
            counts[way] = work(&path, threads);
            best[way] = best[way].min(start.elapsed().as_secs_f64());
        }
        assert_eq!(counts[0], counts[1], "the verdicts differ");
        println!(
            "round {round}: {} unwinnable; best: bare {:.3} s, SQL {:.3} s",
            counts[0], best[0], best[1]
        );
    }
    println!("threads {threads}: SQL takes {:.3} of the bare loop's time", best[1] / best[0]);
}
