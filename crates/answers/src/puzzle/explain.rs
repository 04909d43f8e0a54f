//! What was found, in sentences, as problemists print it.

use std::time::Duration;

use zermelo_winnable::problem::{Goal, Stipulation};

use super::answer::{Answer, Searched, Shorter, Solved};
use super::question::{Diagram, Kind};
use crate::explain::Paragraph::{self, Gap, Headline, Moves, Remark, Sentence};
use crate::names::{counted, duration, many};
use crate::san;

/// What the reader should know of a diagram.
pub fn notes(diagram: &Diagram) -> Vec<Paragraph> {
    let notes = diagram.notes.iter().map(|note| Remark(format!("Note: {note}.")));
    (!diagram.notes.is_empty()).then_some(Gap).into_iter().chain(notes).collect()
}

/// The answers to all parts of a diagram.
pub fn solutions(answer: &Answer<'_>, diagram: &Diagram, solved: &[Solved<'_>]) -> Vec<Paragraph> {
    let mut text = Vec::new();
    for solved in solved {
        part(solved, answer.interrupted, &mut text);
    }
    if solved.len() < diagram.parts.len() {
        let stopped = "Incomplete: stopped by Ctrl-C before everything was searched.";
        text.extend([Gap, Headline(stopped.to_string())]);
    }
    text
}

fn part(solved: &Solved<'_>, interrupted: bool, text: &mut Vec<Paragraph>) {
    for search in &solved.searches {
        let title = title(solved, search.stipulation);
        text.extend([Gap, Headline(format!("{title}: {}", count(search)))]);
        lines(solved, search, text);
    }
    if solved.searches.is_empty() {
        let title = title(solved, solved.part.stipulation);
        let stopped = "incomplete, stopped by Ctrl-C before it was searched";
        text.extend([Gap, Headline(format!("{title}: {stopped}"))]);
        return shorter(solved, text);
    }
    shorter(solved, text);
    text.extend([Gap, Sentence(found(&solved.searches, interrupted))]);
}

/// How many solutions there are, as far as is known.
pub fn count(search: &Searched) -> String {
    let count = search.solutions.len();
    match (count, search.complete) {
        (0, true) => "no solution".to_string(),
        (0, false) => "no solution so far, incomplete".to_string(),
        (_, true) => {
            let duals = search.solutions.iter().filter(|solution| solution.dual.is_some()).count();
            let duals = match duals {
                0 => String::new(),
                1 => ", one of them a dual".to_string(),
                more => format!(", {more} of them duals"),
            };
            counted(count, "solution") + &duals
        }
        _ if search.cut => {
            format!("more than {}; so many are kept (--limit)", counted(count, "solution"))
        }
        _ => format!("{} so far, incomplete", counted(count, "solution")),
    }
}

/// The lines, those with the same first move together.
fn lines(solved: &Solved<'_>, search: &Searched, text: &mut Vec<Paragraph>) {
    let grouped = search.solutions.iter().any(|solution| solution.dual.is_some());
    let begins = search.stipulation.winner_begins();
    for (index, solution) in search.solutions.iter().enumerate() {
        if grouped && index > 0 && solution.dual.is_none() {
            text.push(Gap);
        }
        let mut words = line(search.stipulation, &solution.san);
        if let Some(ply) = solution.dual {
            let turn = solved.part.position.turn();
            let mover = if ply % 2 == 0 { turn } else { !turn };
            let number = (ply + usize::from(begins)) / 2 + 1;
            words.push(format!("  (dual at move {number} of {mover})"));
        }
        text.push(Moves(words));
    }
}

/// A line as problemists print it: `#` is part of a move, and of a stalemate `=` is.
fn line(stipulation: Stipulation, san: &[String]) -> Vec<String> {
    let mut words = san::numbered_as_problem(san, stipulation.winner_begins());
    if let (Goal::Stalemate, Some(last)) = (stipulation.goal, words.last_mut()) {
        last.push('=');
    }
    words
}

fn shorter(solved: &Solved<'_>, text: &mut Vec<Paragraph>) {
    let Some(shorter) = &solved.shorter else { return };
    let mut example = None;
    text.push(Sentence(match shorter {
        Shorter::None => "There is no shorter solution (engine-checked).".to_string(),
        Shorter::Open(stipulation) => format!(
            "Whether there is a shorter solution is not known: the search stopped at {stipulation}."
        ),
        Shorter::Exists(stipulation, _) if stipulation.plies == 0 => {
            let what = if stipulation.goal == Goal::Mate { "mate" } else { "stalemate" };
            format!("The diagram is {what} already.")
        }
        Shorter::Exists(stipulation, line) => {
            example = Some(Moves(self::line(*stipulation, &line.san)));
            format!("A shorter one exists: {stipulation}, for example")
        }
    }));
    text.extend(example);
}

/// How it was found, and who vouches for what.
fn found(searches: &[Searched], interrupted: bool) -> String {
    let nodes = searches.iter().map(|search| search.nodes).sum::<u64>();
    let positions = many(nodes, "position");
    let engine = duration(searches.iter().map(|search| search.engine).sum::<Duration>());
    let complete = searches.iter().all(|search| search.complete);
    let some = searches.iter().any(|search| !search.solutions.is_empty());
    let open = searches.iter().any(|search| !search.complete && !search.cut);
    let others = match (complete, some) {
        (true, true) => {
            "each solution was checked by the kernel; that there are no others was established by \
             the search (engine-checked, not kernel-checked)"
        }
        (true, false) => {
            "that there is no solution was established by the search (engine-checked, not \
             kernel-checked)"
        }
        (false, true) if !open => "each solution was checked by the kernel; there are more",
        (false, true) => {
            "each solution was checked by the kernel; whether there are others is not known"
        }
        (false, false) => "whether there is a solution is not known",
    };
    let limit = match open {
        true if interrupted => "; the search was stopped by Ctrl-C",
        true => "; the search stopped at its limit",
        false => "",
    };
    format!("Searched {positions} in {engine}; {others}{limit}.")
}

/// `h#3 (Black begins, White mates)`.
fn title(solved: &Solved<'_>, stipulation: Stipulation) -> String {
    let part = solved.part;
    let kind = match part.kind {
        Kind::Play => "",
        Kind::SetPlay => "Set play, ",
        Kind::Duplex => "Duplex, ",
        Kind::DuplexSetPlay => "Duplex set play, ",
    };
    let does = if stipulation.goal == Goal::Mate { "mates" } else { "stalemates" };
    format!("{kind}{stipulation} ({} begins, {} {does})", part.position.turn(), part.winner)
}
