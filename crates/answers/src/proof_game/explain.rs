//! What was found, in sentences.

use zermelo_kernel::Color;

use super::answer::{Answer, Searched, Shorter, Verdict, length, moves};
use super::question::Length;
use crate::explain::Paragraph::{self, Gap, Headline, Moves, Sentence};
use crate::names::{counted, duration, many};
use crate::san;

/// So many games are shown to people.
const SHOWN: usize = 10;

/// The answer, and who vouches for what.
pub fn answer(answer: &Answer<'_>) -> Vec<Paragraph> {
    let Some(searched) = &answer.searched else {
        return vec![Gap, Headline(nothing(answer))];
    };
    let mut text = vec![Gap, Headline(headline(answer, searched))];
    let lines = searched.games.iter().map(|game| san::numbered(&game.san, 1, Color::White));
    text.extend(lines.take(SHOWN).map(Moves));
    if searched.games.len() > SHOWN {
        let more = counted(searched.games.len() - SHOWN, "other");
        text.push(Sentence(format!("{more} are not shown; --pgn and --json have them.")));
    }
    match &answer.shorter {
        None => {}
        Some(Shorter::None) => {
            text.push(Sentence(
                "There is no shorter game with the same side to move (engine-checked).".to_string(),
            ));
        }
        Some(Shorter::Open(plies)) => text.push(Sentence(format!(
            "Whether there is a shorter game is not known: the search stopped at {}.",
            length(*plies)
        ))),
        Some(Shorter::Exists(found)) => {
            text.push(Sentence(format!("A shorter one exists, of {}:", length(found.plies))));
            let lines = found.games.iter().map(|game| san::numbered(&game.san, 1, Color::White));
            text.extend(lines.map(Moves));
        }
    }
    if let (Some(known), true) = (answer.question.known, answer.is_open()) {
        text.push(Sentence(format!(
            "A game of {} is known; there is none of fewer than {} (engine-checked).",
            length(known),
            length(searched.plies)
        )));
    }
    text.push(Sentence(found(answer, searched)));
    text
}

/// What there is to say without a search.
pub(super) fn nothing(answer: &Answer<'_>) -> String {
    match answer.question.length {
        Length::Exactly(plies) if !answer.question.fits(plies) => {
            format!("PG {}: none. After so many moves the other side is to move.", moves(plies))
        }
        Length::Exactly(plies) => {
            format!("PG {}: none. The men cannot come to where they stand.", moves(plies))
        }
        Length::Shortest(_) => "No game was found: the men cannot come to where they stand.".into(),
    }
}

/// The verdict and what it means.
pub fn headline(answer: &Answer<'_>, searched: &Searched) -> String {
    let title = match answer.question.length {
        Length::Exactly(_) => format!("PG {}", moves(searched.plies)),
        Length::Shortest(_) => format!("Shortest proof game, {}", length(searched.plies)),
    };
    format!("{title}: {}.", verdict(searched))
}

/// The verdict in words.
fn verdict(searched: &Searched) -> String {
    let count = searched.games.len();
    let more = if searched.cut { "more than " } else { "" };
    match searched.verdict() {
        Verdict::None => "none, no game leads here".to_string(),
        Verdict::Unique => "unique, one game and no other".to_string(),
        Verdict::Two => "two games".to_string(),
        Verdict::Cooked if searched.complete || searched.cut => {
            format!("cooked, {more}{}", counted(count, "game"))
        }
        Verdict::Cooked => format!("cooked, {} so far", counted(count, "game")),
        Verdict::Open if count == 0 => "open, no game so far".to_string(),
        Verdict::Open => format!("open, {} so far", counted(count, "game")),
    }
}

fn found(answer: &Answer<'_>, searched: &Searched) -> String {
    let positions = many(searched.nodes, "position");
    let engine = duration(searched.engine);
    let shortest = matches!(answer.question.length, Length::Shortest(_));
    let others = match (searched.complete, searched.games.len()) {
        (true, 0) if shortest => {
            "that there is no game up to this length was established by the search (engine-checked, \
             not kernel-checked)"
        }
        (true, 0) => {
            "that there is no game was established by the search (engine-checked, not \
             kernel-checked)"
        }
        (true, _) if shortest => {
            "each game was checked by the kernel; that there is no other, and no shorter one, was \
             established by the search (engine-checked, not kernel-checked)"
        }
        (true, _) => {
            "each game was checked by the kernel; that there is no other was established by the \
             search (engine-checked, not kernel-checked)"
        }
        (false, 0) => "whether there is a game is not known",
        _ if searched.cut => "each game was checked by the kernel; there are more",
        _ => "each game was checked by the kernel; whether there are others is not known",
    };
    let limit = match answer.is_open() {
        true if answer.interrupted => "; the search was stopped",
        true => "; the search stopped at its limit",
        false => "",
    };
    format!("Searched {positions} in {engine}; {others}{limit}.")
}
