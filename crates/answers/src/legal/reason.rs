//! Why a position cannot arise, in sentences.

use std::collections::BTreeMap;

use zermelo_kernel::{Closed, Examiner, Retraction, Rule};

use super::answer::Question;
use crate::retract::{self, listed};

/// So many last moves are listed one by one.
const LISTED: usize = 6;

/// The rule that excludes the position itself; `no_last_move` or `last_moves` if its last moves do.
pub fn rule_name(question: &Question, closed: &Closed) -> &'static str {
    match own_rule(question, closed) {
        Some(rule) => rule.name(),
        None if closed.members.is_empty() && closed.excluded.is_empty() => "no-last-move",
        None => "last-moves",
    }
}

/// Half a sentence, without a capital and a full stop.
pub fn in_short(question: &Question, closed: &Closed) -> String {
    let mover = !question.position.turn();
    match own_rule(question, closed) {
        Some(rule) => Examiner::default().excludes(rule, &question.position).unwrap_or_default(),
        None if closed.members.is_empty() && closed.excluded.is_empty() => {
            format!("no last move of {mover}'s is possible")
        }
        None => format!("none of {mover}'s last moves can have been played"),
    }
}

/// The sentences.
pub fn sentences(question: &Question, closed: &Closed) -> Vec<String> {
    let mut examiner = Examiner::default();
    if let Some(rule) = own_rule(question, closed) {
        let reason = examiner.excludes(rule, &question.position).unwrap_or_default();
        return vec![sentence(&reason)];
    }
    let mover = !question.position.turn();
    let relevant = |found: &Retraction| question.passed.is_none_or(|square| found.passes(square));
    let last: Vec<Retraction> =
        question.position.retractions().into_iter().filter(relevant).collect();
    if last.is_empty() {
        let mut lines = vec![format!("No last move of {mover}'s is possible.")];
        lines.extend(retract::why_no_last_move(&question.position, question.passed));
        return lines;
    }
    let why = |found: &Retraction, examiner: &mut Examiner| {
        let rule = closed.excluded.iter().find(|(_, position)| *position == found.before);
        rule.and_then(|(rule, position)| examiner.excludes(*rule, position))
    };
    let mut lines = Vec::new();
    if last.len() <= LISTED {
        lines.push(match last.len() {
            1 => format!("{mover} has 1 last move to choose from, which cannot have been played:"),
            many => format!(
                "{mover} has {many} last moves to choose from, and none can have been played:"
            ),
        });
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for found in &last {
            let reason = why(found, &mut examiner).unwrap_or_else(|| {
                "the position before it has only impossible last moves itself".to_string()
            });
            match groups.iter_mut().find(|(like, _)| *like == reason) {
                Some((_, moves)) => moves.push(retract::long(found)),
                None => groups.push((reason, vec![retract::long(found)])),
            }
        }
        lines.extend(groups.iter().map(|(reason, moves)| format!("{}: {reason}.", named(moves))));
        return lines;
    }
    lines.push(format!(
        "{mover} has {} last moves to choose from, and none can have been played:",
        last.len()
    ));
    let mut groups: BTreeMap<String, usize> = BTreeMap::new();
    for found in &last {
        let reason = why(found, &mut examiner)
            .unwrap_or_else(|| "there are only impossible last moves again".to_string());
        *groups.entry(reason).or_default() += 1;
    }
    let mut groups: Vec<(String, usize)> = groups.into_iter().collect();
    groups.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let rest: usize = groups.iter().skip(LISTED).map(|(_, count)| count).sum();
    for (reason, count) in groups.into_iter().take(LISTED) {
        lines.push(format!("before {count} of them, {reason}."));
    }
    if rest > 0 {
        lines.push(format!("before {rest} others, for reasons of the same kinds."));
    }
    lines
}

/// The rule that excludes the position itself.
fn own_rule(question: &Question, closed: &Closed) -> Option<Rule> {
    let own = closed.excluded.iter().find(|(_, position)| *position == question.position);
    own.map(|(rule, _)| *rule)
}

/// The moves, each once, with all that it may have taken: `Qe5xe6 (P, N or B) and Qe5-d6`.
fn named(moves: &[String]) -> String {
    let mut merged: Vec<(&str, Vec<String>)> = Vec::new();
    for name in moves {
        let (stem, taken) = match name.split_once(" (") {
            Some((stem, taken)) => (stem, Some(taken.trim_end_matches(')').to_string())),
            None => (name.as_str(), None),
        };
        // Positions before may differ in rights alone: the move is the same.
        match merged.iter_mut().find(|(other, _)| *other == stem) {
            Some((_, all)) => all.extend(taken.filter(|one| !all.contains(one))),
            None => merged.push((stem, taken.into_iter().collect())),
        }
    }
    let written = merged.into_iter().map(|(stem, taken)| match &taken[..] {
        [] => stem.to_string(),
        _ => format!("{stem} ({})", listed(&taken, "or")),
    });
    listed(&written.collect::<Vec<_>>(), "and")
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn moves_are_named_once() {
        let name =
            |moves: &[&str]| named(&moves.iter().map(|name| name.to_string()).collect::<Vec<_>>());
        assert_eq!(name(&["Qe5xe6 (P)", "Qe5xe6 (N)", "Qe5xe6 (Q)"]), "Qe5xe6 (P, N or Q)");
        assert_eq!(name(&["Ke1-e2", "Ke1-e2", "c5xd6 e.p."]), "Ke1-e2 and c5xd6 e.p.");
        assert_eq!(name(&["O-O", "Kd1xe1 (R)", "Kd2-e1"]), "O-O, Kd1xe1 (R) and Kd2-e1");
    }
}
