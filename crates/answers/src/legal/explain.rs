//! Whether a position can arise, and why not, in sentences.

use std::cmp::Reverse;

use serde::Serialize;
use zermelo_kernel::{Closed, Color, Examiner, Position, Retraction, Role, Rule, Square};

use super::{Answer, Question, verdict_of_all};
use crate::explain::Paragraph::{self, Headline, Item, Moves, Sentence};
use crate::names::{counted, duration, listed, plies};
use crate::{retract, san};

/// So many last moves are listed one by one.
const LISTED: usize = 6;

/// The answer, and what it rests on.
pub fn answer(answer: &Answer) -> Vec<Paragraph> {
    let mut text = vec![Headline(headline(answer))];
    if let Some(game) = answer.game() {
        let moves = san::san(&Position::initial(), game);
        text.push(Moves(san::numbered(&moves, 1, Color::White)));
    } else if let Some(closed) = answer.closed() {
        text.extend(sentences(&answer.question, closed).into_iter().map(Item));
        if !closed.members.is_empty() {
            text.push(Item(format!(
                "The proof looks at the last moves of {} besides, and rules exclude {}.",
                counted(closed.members.len(), "earlier position"),
                counted(closed.excluded.len(), "position")
            )));
        }
    } else {
        let more = "More effort may help, though not always: --nodes or --seconds for the game, \
                    --retractions for the reason.";
        text.push(Item(more.to_string()));
    }
    let (engine, check) = (duration(answer.engine), duration(answer.check));
    text.push(Sentence(match answer.certificate {
        Some(_) => format!("Found in {engine}, checked in {check}."),
        None => format!("After {engine}."),
    }));
    text
}

/// The verdict in a sentence; its first word is the verdict itself.
fn headline(answer: &Answer) -> String {
    match (answer.game(), answer.closed()) {
        (Some([]), _) => "Legal: it is the initial array.".to_string(),
        (Some(game), _) => format!("Legal: a game of {} leads to it.", plies(game.len() as u64)),
        (_, Some(_)) => "Illegal: no game leads to this position.".to_string(),
        _ => "Open: neither a game nor a reason against one was found.".to_string(),
    }
}

/// What an answer says, with the squares that each reason is about.
#[derive(Serialize)]
pub struct Explanation {
    /// The verdict.
    headline: String,
    /// Why there is no game.
    pub reasons: Vec<Drawn>,
    /// What is to be said beside the list of last moves, if the position is illegal all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_moves: Option<&'static str>,
}

/// A sentence, and the squares to point at.
#[derive(Serialize)]
pub struct Drawn {
    /// The sentence.
    pub text: String,
    squares: Vec<String>,
}

impl Explanation {
    /// What there is to say of an answer.
    pub fn new(answer: &Answer) -> Explanation {
        let question = &answer.question;
        let drawn = |closed: &Closed| {
            let rule = own_rule(question, closed);
            let all = sentences(question, closed).into_iter();
            all.map(|text| Drawn { squares: pointed_at(&question.position, rule, &text), text })
                .collect()
        };
        let last_moves = answer.closed().map(|closed| match own_rule(question, closed) {
            Some(_) => {
                "These moves fit the ways and the number of the men, but no game leads \
                        here, so none of them was ever played."
            }
            None => {
                "These moves fit the ways and the number of the men, but the proof goes \
                     through all of them: no game leads to any position before."
            }
        });
        Explanation {
            headline: headline(answer),
            reasons: answer.closed().map(drawn).unwrap_or_default(),
            last_moves,
        }
    }
}

/// The squares that a sentence names; if it names none, the men that its rule is about.
fn pointed_at(position: &Position, rule: Option<Rule>, text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut named: Vec<String> = Vec::new();
    for word in words {
        // A move such as Qe5xe6 is two squares.
        let parts = word.split('x').map(|part| part.trim_start_matches(['K', 'Q', 'R', 'B', 'N']));
        for square in parts.filter_map(|part| part.parse::<Square>().ok()) {
            if !named.contains(&square.to_string()) {
                named.push(square.to_string());
            }
        }
    }
    if !named.is_empty() {
        return named;
    }
    // The side that is named first is the one it is about.
    let at = |color: &Color| text.find(&color.to_string()).unwrap_or(usize::MAX);
    let side = Color::ALL.into_iter().min_by_key(at).filter(|color| at(color) != usize::MAX);
    let about = |color: Color| side.is_none_or(|side| side == color);
    let men = position.pieces().filter(|(_, man)| match rule {
        Some(Rule::PawnCaptures | Rule::PawnColumns) => man.role == Role::Pawn && about(man.color),
        Some(Rule::Check) => man.role == Role::King && man.color == position.turn(),
        Some(Rule::Men) => about(man.color),
        _ => false,
    });
    men.map(|(square, _)| square.to_string()).collect()
}

/// The answer in one line: the verdict, the rule and the FEN.
pub fn line(answer: &Answer) -> String {
    let question = &answer.question;
    let rule = answer.closed().map_or("-", |closed| rule_name(question, closed));
    format!("{}\t{rule}\t{}", answer.verdict(), question.fen)
}

/// What follows from the answers for all readings of a FEN.
pub fn all_readings(answers: &[Answer]) -> String {
    let count = answers.len();
    let named = |verdict| those(answers, verdict).unwrap_or_default();
    match verdict_of_all(answers) {
        "legal" if answers.iter().all(|answer| answer.verdict() == "legal") => {
            format!("Legal: a game leads to each of the {count} readings.")
        }
        "legal" => {
            let open = those(answers, "open").map(|open| format!("; open: {open}"));
            let open = open.unwrap_or_default();
            format!("Legal: a game leads to {}, of {count}{open}.", named("legal"))
        }
        "open" => format!(
            "Open: neither a game nor a reason against one was found for {}, of {count}.",
            named("open")
        ),
        _ => format!("Illegal: no game leads to any of the {count} readings."),
    }
}

/// The readings with this verdict: `readings 1 and 3`.
fn those(answers: &[Answer], verdict: &str) -> Option<String> {
    let with = (1..).zip(answers).filter(|(_, answer)| answer.verdict() == verdict);
    let numbers: Vec<String> = with.map(|(number, _): (u32, _)| number.to_string()).collect();
    let s = if numbers.len() == 1 { "" } else { "s" };
    (!numbers.is_empty()).then(|| format!("reading{s} {}", listed(&numbers, "and")))
}

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
    let mut lines = vec![match last.len() {
        1 => format!("{mover} has 1 last move to choose from, which cannot have been played:"),
        many => {
            format!("{mover} has {many} last moves to choose from, and none can have been played:")
        }
    }];
    let listed = last.len() <= LISTED;
    let again = match listed {
        true => "the position before it has only impossible last moves itself",
        false => "there are only impossible last moves again",
    };
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for found in &last {
        let rule = closed.excluded.iter().find(|(_, position)| *position == found.before);
        let reason = rule.and_then(|(rule, position)| examiner.excludes(*rule, position));
        let reason = reason.unwrap_or_else(|| again.to_string());
        match groups.iter_mut().find(|(like, _)| *like == reason) {
            Some((_, moves)) => moves.push(retract::long(found)),
            None => groups.push((reason, vec![retract::long(found)])),
        }
    }
    if listed {
        lines.extend(groups.iter().map(|(reason, moves)| format!("{}: {reason}.", named(moves))));
        return lines;
    }
    groups.sort_by_cached_key(|(reason, moves)| (Reverse(moves.len()), reason.clone()));
    for (reason, moves) in groups.iter().take(LISTED) {
        lines.push(format!("before {} of them, {reason}.", moves.len()));
    }
    let rest: usize = groups.iter().skip(LISTED).map(|(_, moves)| moves.len()).sum();
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
