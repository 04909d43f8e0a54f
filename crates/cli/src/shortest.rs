//! `zermelo winnable --shortest`: the shortest helpmate, and that none is shorter.
//!
//! The ordinary engine comes first: it says quickly that there is a mate, and its line bounds the
//! search for the shortest. Lines are checked by the kernel; that nothing is shorter is the
//! search's word.

use std::time::{Duration, Instant};

use zermelo_board as board;
use zermelo_kernel::{Color, Evidence, Move, Position, WinnableCertificate};
use zermelo_winnable::Limits;
use zermelo_winnable::problem::{self, Goal, Options, Solutions};

pub use zermelo_answers::shortest::Shortest;

use crate::args::WinnableArgs;
use crate::claim::Checked;
use crate::exit::Fault;
use crate::progress::SearchProgress;
use crate::san;

/// With `--all`, so many lines are kept.
const LINES: usize = 1000;

/// Replaces the helpmate of an answer by a shortest one, and says what is known of it. Answers of
/// another kind stay as they are.
pub fn shorten(
    answer: &mut Checked,
    root: &Position,
    winner: Color,
    args: &WinnableArgs,
    watch: &SearchProgress,
) -> Result<(), Fault> {
    let found = match answer.certificate.as_ref().map(|certificate| &certificate.evidence) {
        Some(Evidence::Helpmate(moves)) => moves.clone(),
        _ => return Ok(()),
    };
    let start = Instant::now();
    let mut shortest = search(root, winner, &found, args, watch)?;
    shortest.engine = start.elapsed();
    let prove = |line: &[Move]| {
        let evidence = Evidence::Helpmate(line.to_vec());
        WinnableCertificate { position: root.clone(), winner, evidence }.check().map_err(|fault| {
            Fault::Bug(format!("the kernel rejected a shortest line on {root}: {fault}"))
        })
    };
    for line in &shortest.lines {
        prove(line)?;
        if line.len() != shortest.plies {
            return Err(Fault::Bug(format!("a shortest line on {root} has a wrong length")));
        }
    }
    shortest.lines.sort_by_cached_key(|line| san::uci(root, line));
    if let Some(line) = shortest.lines.first() {
        answer.certificate = Some(prove(line)?);
    }
    answer.shortest = Some(shortest);
    Ok(())
}

fn search(
    root: &Position,
    winner: Color,
    found: &[Move],
    args: &WinnableArgs,
    watch: &SearchProgress,
) -> Result<Shortest, Fault> {
    let all = args.question.all;
    let length = found.len() as u32;
    let known = |proved, at_least| Shortest {
        plies: found.len(),
        proved,
        lines: vec![found.to_vec()],
        complete: length == 0,
        cut: false,
        all,
        at_least,
        engine: Duration::ZERO,
    };
    if length == 0 {
        return Ok(known(true, 0));
    }
    // The line at hand is as good as any unless all are wanted.
    let needed = if all { length } else { length.saturating_sub(2) };
    let most = needed.min(args.question.plies);
    let limits = Limits { interrupt: Some(watch.stop()), ..args.engine.limits() };
    let solutions = if all { LINES + 1 } else { 1 };
    let options = Options { limits, solutions, progress: watch.progress() };
    let board = board::Position::from_kernel(root);
    let tell = |plies| watch.doing(format!("searching for a mate by {winner} in {plies} plies"));
    match problem::shortest(&board, winner, Goal::Mate, most, &options, tell) {
        problem::Shortest::Found { plies, solutions } => Ok(of_lines(plies, solutions, all)),
        problem::Shortest::Open { plies } => Ok(known(plies >= length, plies)),
        problem::Shortest::NoneUpTo(_) if most == length => Err(Fault::Bug(format!(
            "the search on {root} found no mate by {winner} in {length} plies, but there is one"
        ))),
        problem::Shortest::NoneUpTo(_) => {
            // Lengths of the other parity are no lengths.
            let at_least = most + 1 + u32::from((most + 1) % 2 != length % 2);
            Ok(known(at_least >= length, at_least))
        }
    }
}

fn of_lines(plies: u32, solutions: Solutions, all: bool) -> Shortest {
    let limit = if all { LINES } else { 1 };
    let mut lines = solutions.lines;
    let cut = all && lines.len() > limit;
    lines.truncate(limit);
    let to_kernel = |line: Vec<board::Move>| line.iter().map(|m| m.to_kernel()).collect();
    Shortest {
        plies: plies as usize,
        proved: true,
        lines: lines.into_iter().map(to_kernel).collect(),
        complete: solutions.complete && !cut,
        cut,
        all,
        at_least: plies,
        engine: Duration::ZERO,
    }
}
