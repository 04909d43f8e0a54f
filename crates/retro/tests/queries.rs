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
    let text = zermelo_testing::text(name)?;
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

/// The problems that Deadpos leaves out of its test for being slow: the comment above a query, and
/// the query.
fn slow() -> Option<Vec<(String, String)>> {
    let text = zermelo_testing::text("deadreckoning/pdb.txt")?;
    let mut comment = String::new();
    let mut list = Vec::new();
    for line in text.lines() {
        match line.split_once("//") {
            Some(("", _)) => comment = line.to_string(),
            Some((query, "Slow" | " Slow")) => {
                list.push((comment.clone(), query.trim().to_string()));
            }
            _ => {}
        }
    }
    assert_eq!(list.len(), 23);
    Some(list)
}

/// As many solutions as the comment says; a problem has one where it says nothing.
fn intended(comment: &str) -> u64 {
    let words: Vec<&str> = comment.split([' ', '(', ')']).collect();
    let count = words.windows(2).find(|pair| pair[1] == "solutions").map(|pair| pair[0]);
    count.map_or(1, |count| count.parse().unwrap())
}

#[test]
fn slow_problems_that_are_not_slow() {
    let Some(list) = slow() else { return };
    let mut runner = Runner::new(Limits::default());
    let helpmates = list.iter().filter(|(_, query)| query.ends_with("h#1 >>= legal"));
    let mut sound = 0;
    for (comment, query) in helpmates {
        let (lines, count) = answer(&mut runner, query);
        assert_eq!(lines.len() as u64, count);
        println!("{count:>4} of {} {comment}", intended(comment));
        // One of them has hundreds of solutions, but one without queens, which a query cannot say.
        let without: Vec<&String> = lines.iter().filter(|line| !line.contains("xQ")).collect();
        if comment.contains("P1414378") {
            assert_eq!((count, without.len()), (309, 1));
        } else {
            assert_eq!(count, intended(comment), "{comment}");
            sound += 1;
        }
    }
    assert_eq!(sound, 9);
}

/// How many solutions the queries of this problem have.
fn counts(list: &[(String, String)], name: &str) -> Vec<u64> {
    let queries = list.iter().filter(|(comment, _)| comment.contains(name));
    queries.map(|(_, query)| answer(&mut Runner::new(Limits::default()), query).1).collect()
}

#[test]
fn two_ways_to_a_dead_position() {
    let Some(list) = slow() else { return };
    assert_eq!(counts(&list, "P1411205"), [2]);
}

/// What the composers say; of the four of P1404973 two are sound, one is cooked, one has no solution.
#[test]
#[ignore = "takes half a minute"]
fn help_to_dead_positions() {
    let Some(list) = slow() else { return };
    assert_eq!(counts(&list, "P1324768"), [1]);
    assert_eq!(counts(&list, "P1404973"), [1, 1, 7, 0]);
}

#[test]
#[ignore = "takes some minutes"]
fn help_to_a_dead_position_with_rooks() {
    let Some(list) = slow() else { return };
    assert_eq!(counts(&list, "P1368543"), [1]);
}
