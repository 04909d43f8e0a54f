//! Whether a position can arise, and why not, in sentences.

use serde::Serialize;
use zermelo_kernel::{Castling, Closed, Color, Examiner, Position, Rule, Square, Squares};

use super::before::{self, Before, LISTED};
use super::reason::{Captures, say};
use super::{Answer, Question, verdict_of_all};
use crate::explain::Paragraph::{self, Entry, Headline, Item, Moves, Sentence};
use crate::names::{self, counted, duration, listed, plies};
use crate::{retract, san};

/// The answer, and what it rests on.
pub fn answer(answer: &Answer) -> Vec<Paragraph> {
    let mut text = vec![Headline(headline(answer))];
    if let Some(game) = answer.proof_game() {
        let moves = san::san(&game.start, &game.moves);
        text.push(Moves(san::numbered(&moves, 1, Color::White)));
        if !game.mate.is_empty() {
            let line = game.moves.split_last().map_or(&[][..], |(_, others)| others);
            let before = line.iter().fold(game.start.clone(), |at, &made| at.play(made));
            let mate = san::san(&before, &game.mate);
            let (number, turn) = (line.len() as u32 / 2 + 1, before.turn());
            text.push(Sentence(
                "Before the last move the position was not dead, and so none before it:"
                    .to_string(),
            ));
            text.push(Moves(san::numbered(&mate, number, turn)));
        }
    } else if let Some(closed) = answer.closed() {
        text.extend(paragraphs(&answer.question, closed));
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
    text.extend(notes(&answer.question).into_iter().map(Sentence));
    let (engine, check) = (duration(answer.engine), duration(answer.check));
    text.push(Sentence(match answer.certificate {
        Some(_) => format!("Found in {engine}, checked in {check}."),
        None => format!("After {engine}."),
    }));
    text
}

/// The verdict in a sentence; its first word is the verdict itself.
fn headline(answer: &Answer) -> String {
    let chess960 = answer.question.position.castling() == Castling::Chess960;
    match (answer.proof_game(), answer.closed()) {
        (Some(game), _) if game.moves.is_empty() => match chess960 {
            true => "Legal: it is an initial array.".to_string(),
            false => "Legal: it is the initial array.".to_string(),
        },
        (Some(game), _) => {
            let count = plies(game.moves.len() as u64);
            match chess960 {
                true => {
                    format!("Legal: a game of {count} leads to it from {}.", array(&game.start))
                }
                false => format!("Legal: a game of {count} leads to it."),
            }
        }
        (_, Some(closed)) if !closed.dead.is_empty() => {
            "Illegal: no game leads to this position that ends when it is dead.".to_string()
        }
        (_, Some(_)) if chess960 => {
            "Illegal: no game of Chess960 leads to this position.".to_string()
        }
        (_, Some(_)) => "Illegal: no game leads to this position.".to_string(),
        _ => "Open: neither a game nor a reason against one was found.".to_string(),
    }
}

/// The first rank of an array, from the a-file.
pub fn array(start: &Position) -> String {
    let rank = (0..8).filter_map(|file| Square::from_coords(file, 0));
    let men = rank.filter_map(|at| start.piece_at(at));
    men.map(|man| man.letter()).collect()
}

/// The rules that say nothing of positions of this kind.
pub fn rules_left_out(position: &Position) -> Vec<&'static str> {
    // Rights of other arrays there are in Chess960 alone: standard chess lacks nothing.
    let left = Rule::ALL.into_iter().filter(|rule| !rule.holds_for(position.castling()));
    match position.castling() {
        Castling::Standard => Vec::new(),
        Castling::Chess960 => left.map(Rule::name).collect(),
    }
}

/// The premises, if they are not the usual ones.
pub fn notes(question: &Question) -> Vec<String> {
    let mut notes = Vec::new();
    let left: Vec<String> =
        rules_left_out(&question.position).into_iter().map(str::to_string).collect();
    if !left.is_empty() {
        notes.push(format!(
            "Chess960: a game may begin with any of the 960 arrays. The rules {} are left out, for \
             they rest on the array of standard chess.",
            listed(&left, "and")
        ));
    }
    if question.dead_reckoning {
        notes.push(
            "Dead reckoning: only games count in which no move is made from a dead position."
                .to_string(),
        );
    }
    notes
}

/// What an answer says, with the squares that each reason is about.
#[derive(Serialize)]
pub struct Explanation {
    /// The verdict.
    headline: String,
    /// Why there is no game.
    pub reasons: Vec<Drawn>,
    /// What the squares are, if the reasons mark any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legend: Option<String>,
    /// What is to be said beside the list of last moves, if the position is illegal all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_moves: Option<&'static str>,
    /// Why each last move fails, if the position is illegal and there are last moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<Before>,
    /// Premises other than the usual ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// A sentence, and the squares to point at.
#[derive(Serialize)]
pub struct Drawn {
    /// The sentence.
    pub text: String,
    #[serde(serialize_with = "names_of")]
    squares: Squares,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captures: Vec<Captures>,
}

fn names_of<S: serde::Serializer>(squares: &Squares, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(names::squares(*squares))
}

impl Explanation {
    /// What there is to say of an answer.
    pub fn new(answer: &Answer) -> Explanation {
        let mut told = Explanation::in_short(answer);
        if let Some(closed) = answer.closed() {
            told.before = before::all(&answer.question, closed);
        }
        told
    }

    /// The same without going through the last moves, for many positions.
    pub fn in_short(answer: &Answer) -> Explanation {
        let question = &answer.question;
        let reasons = answer.closed().map(|closed| reasons(question, closed));
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
        let (reasons, legend) = reasons.unwrap_or_default();
        let notes = notes(question);
        Explanation {
            headline: headline(answer),
            reasons,
            legend,
            last_moves,
            before: Vec::new(),
            notes,
        }
    }

    /// All squares that the reasons are about.
    pub fn squares(&self) -> Squares {
        Squares(self.reasons.iter().fold(0, |all, reason| all | reason.squares.0))
    }
}

/// The squares that a sentence names.
fn pointed_at(text: &str) -> Squares {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    // A move such as Qe5xe6 is two squares.
    let parts = words.flat_map(|word| word.split('x'));
    let parts = parts.map(|part| part.trim_start_matches(['K', 'Q', 'R', 'B', 'N']));
    Squares(parts.filter_map(|part| part.parse::<Square>().ok()).fold(0, |all, at| all | at.bit()))
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

/// The readings with this verdict: `readings 1 and 3 to 5`.
fn those(answers: &[Answer], verdict: &str) -> Option<String> {
    let with = (1..).zip(answers).filter(|(_, answer)| answer.verdict() == verdict);
    let numbers: Vec<u32> = with.map(|(number, _)| number).collect();
    let runs = numbers.chunk_by(|one, next| one + 1 == *next).flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        short => short.iter().map(u32::to_string).collect(),
    });
    let s = if numbers.len() == 1 { "" } else { "s" };
    let named = || format!("reading{s} {}", listed(&runs.collect::<Vec<_>>(), "and"));
    (!numbers.is_empty()).then(named)
}

/// The rule that excludes the position itself; `no_last_move` or `last_moves` if its last moves do.
pub fn rule_name(question: &Question, closed: &Closed) -> &'static str {
    match own_rule(question, closed) {
        Some(rule) => rule.name(),
        None if is_without_last_move(closed) => "no-last-move",
        None => "last-moves",
    }
}

fn is_without_last_move(closed: &Closed) -> bool {
    closed.members.is_empty() && closed.excluded.is_empty() && closed.dead.is_empty()
}

/// Half a sentence, without a capital and a full stop.
pub fn in_short(question: &Question, closed: &Closed) -> String {
    let mover = !question.position.turn();
    match own_rule(question, closed) {
        Some(rule) => {
            let reason = Examiner::default().excludes(rule, &question.position);
            reason.map(|reason| say(&question.position, &reason).text).unwrap_or_default()
        }
        None if is_without_last_move(closed) => format!("no last move of {mover}'s is possible"),
        None => format!("none of {mover}'s last moves can have been played"),
    }
}

/// The reasons one by one, with what they mark, and a legend to that.
fn reasons(question: &Question, closed: &Closed) -> (Vec<Drawn>, Option<String>) {
    if let Some(rule) = own_rule(question, closed) {
        let reason = Examiner::default().excludes(rule, &question.position);
        let Some(reason) = reason else { return Default::default() };
        let said = say(&question.position, &reason);
        let (squares, captures) = (said.squares, said.captures);
        let drawn = Drawn { text: sentence(&said.text), squares, captures };
        return (vec![drawn], Some(said.legend));
    }
    let mover = !question.position.turn();
    let drawn = |text: String| Drawn { squares: pointed_at(&text), text, captures: Vec::new() };
    let none = retract::why_no_last_move(&question.position, question.passed);
    if is_without_last_move(closed) {
        let mut list = vec![drawn(format!("No last move of {mover}'s is possible."))];
        list.extend(none.into_iter().map(drawn));
        return (list, Some("the men that cannot have moved last".to_string()));
    }
    let list = failing(question, closed).into_iter().filter(|(level, _)| *level == 0);
    let list = list.map(|(_, text)| drawn(text)).collect();
    (list, Some("the men that can have moved last, and where from".to_string()))
}

/// The reasons as paragraphs, with why each last move fails.
fn paragraphs(question: &Question, closed: &Closed) -> Vec<Paragraph> {
    let own = own_rule(question, closed).is_some();
    let mut text: Vec<Paragraph> = Vec::new();
    if own || is_without_last_move(closed) {
        text.extend(reasons(question, closed).0.into_iter().map(|reason| Item(reason.text)));
    }
    if !is_without_last_move(closed) {
        text.extend(failing(question, closed).into_iter().map(|(level, line)| match level {
            0 => Item(line),
            level => Entry(2 + 4 * level, String::new(), line),
        }));
    }
    text
}

/// Why each last move fails, a line each, with how deep it is nested.
fn failing(question: &Question, closed: &Closed) -> Vec<(usize, String)> {
    let mover = !question.position.turn();
    let own = own_rule(question, closed);
    let groups = before::all(question, closed);
    let total: usize = groups.iter().map(|group| group.moves.len()).sum();
    if total == 0 {
        return Vec::new();
    }
    let of_theirs = counted(total, "last move");
    let first = match (own, total) {
        (Some(_), 1) => {
            "1 last move fits the men's ways and number, but fails as well:".to_string()
        }
        (Some(_), _) => format!("{of_theirs} fit the men's ways and number, but fail as well:"),
        (None, 1) => {
            format!("{mover} has 1 last move to choose from, which cannot have been played:")
        }
        _ => format!("{mover} has {of_theirs} to choose from, and none can have been played:"),
    };
    let mut lines = vec![(0, first)];
    let own_text = own.map(|_| in_short(question, closed));
    let level = usize::from(own.is_some());
    let why = |group: &Before| match &own_text {
        Some(text) if *text == group.text => "the same is true before".to_string(),
        _ => group.text.clone(),
    };
    if total <= LISTED {
        for group in &groups {
            nested(group, &why(group), level, &mut lines);
        }
        return lines;
    }
    for group in groups.iter().take(LISTED) {
        let goes_on = group.moves.iter().any(|tried| !tried.before.is_empty());
        if goes_on && group.moves.len() <= LISTED {
            nested(group, &why(group), level, &mut lines);
            continue;
        }
        let why = match (group.rule, why(group)) {
            (Some("last-moves"), _) => "there are only impossible last moves again".to_string(),
            (_, why) => why,
        };
        let what = match (groups.len(), group.moves.len()) {
            (1, _) => "each of them".to_string(),
            (_, count) => format!("{count} of them"),
        };
        lines.push((
            level,
            match why.strip_suffix(" before") {
                Some(why) => format!("before {what} {why}."),
                None => format!("before {what}, {why}."),
            },
        ));
    }
    let rest: usize = groups.iter().skip(LISTED).map(|group| group.moves.len()).sum();
    if rest > 0 {
        lines.push((level, format!("before {rest} others, for reasons of the same kinds.")));
    }
    lines
}

/// A group of moves in a line; below it, why the moves before fail.
fn nested(group: &Before, why: &str, level: usize, lines: &mut Vec<(usize, String)>) {
    let moves: Vec<String> = group.moves.iter().map(|tried| tried.long.clone()).collect();
    let more = match (group.more, moves.is_empty()) {
        (0, _) => String::new(),
        (more, true) => format!("{more} more"),
        (more, false) => format!(" and {more} more"),
    };
    let deeper: Vec<&before::Tried> =
        group.moves.iter().filter(|tried| !tried.before.is_empty()).collect();
    if deeper.is_empty() {
        lines.push((level, format!("{}{more}: {why}.", named(&moves))));
        return;
    }
    // Each with its own reasons; what has none to show stays together.
    for tried in &deeper {
        lines.push((level, format!("{}: {why}:", tried.long)));
        for group in &tried.before {
            nested(group, &group.text, level + 1, lines);
        }
    }
    let others: Vec<String> = group
        .moves
        .iter()
        .filter(|tried| tried.before.is_empty())
        .map(|tried| tried.long.clone())
        .collect();
    if !others.is_empty() || group.more > 0 {
        lines.push((level, format!("{}{more}: {why}.", named(&others))));
    }
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
