//! The answers of Deadpos to its own problems, line by line.

use std::time::Instant;

use zermelo_retro::query::{Query, Runner};
use zermelo_winnable::Limits;

/// A query of a transcript with its lines and the count below them.
struct Answered {
    query: String,
    lines: Vec<String>,
    solutions: u64,
}

fn transcript(name: &str) -> Option<Vec<Answered>> {
    let text = zermelo_corpus::text(name)?;
    let mut list: Vec<Answered> = Vec::new();
    let mut open = false;
    for line in text.lines().map(str::trim_end) {
        if let Some(query) = line.strip_prefix(">>> ") {
            list.push(Answered { query: query.to_string(), lines: Vec::new(), solutions: 0 });
            open = true;
        } else if let (true, Some(count)) = (open, line.strip_prefix("nsols ")) {
            list.last_mut().unwrap().solutions = count.parse().unwrap();
            open = false;
        } else if open {
            list.last_mut().unwrap().lines.push(line.to_string());
        }
    }
    Some(list)
}

fn answer(runner: &mut Runner, text: &str) -> (Vec<String>, u64) {
    let query: Query = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut lines = Vec::new();
    let tally = runner.run(&query, &mut |line| lines.push(line.text.clone()));
    (lines, tally.unwrap_or_else(|doubt| panic!("{text}: {doubt}")).solutions)
}

fn reproduce(name: &str, expected: usize) {
    let Some(list) = transcript(name) else { return };
    assert_eq!(list.len(), expected);
    let mut runner = Runner::new(Limits::default());
    let mut failed = 0;
    for Answered { query, lines, solutions } in &list {
        let begun = Instant::now();
        let (ours, count) = answer(&mut runner, query);
        println!("{:>9.1?} {query}", begun.elapsed());
        if (&ours, count) != (lines, *solutions) {
            failed += 1;
            println!("  nsols {count}, should be {solutions}");
            for line in lines.iter().filter(|line| !ours.contains(line)) {
                println!("  - {line}");
            }
            for line in ours.iter().filter(|line| !lines.contains(line)) {
                println!("  + {line}");
            }
        }
    }
    assert_eq!(failed, 0);
}

#[test]
fn problems_of_the_database() {
    reproduce("deadreckoning/pdb.out", 32);
}

#[test]
fn test_vectors() {
    reproduce("deadreckoning/vectors.out", 9);
}
