//! One line a game, for people.

use zermelo_kernel::{Color, Concession, DrawClaim, Ending, Reading};
use zermelo_record::pgn::{Marker, Record};
use zermelo_record::{Agreement, Judgement, Ruling, Said};

use zermelo_answers::judge::{Judged, Played, ending_in_words, occasions, said};

use crate::style::Style;

/// The longest name that is printed whole.
const NAME: usize = 60;

/// The line for a judged game, without the file.
pub fn line(judged: &Judged<'_>, style: Style) -> String {
    let Judged { record, judgement, .. } = judged;
    let mut played = Played::new(record);
    let mut parts = vec![ruling(record, judgement, &mut played)];
    match judgement.plies_after_the_end() {
        0 => {}
        1 => parts.push("1 move was played after the end".to_string()),
        more => parts.push(format!("{more} moves were played after the end")),
    }
    parts.extend(agreement(judgement, style));
    let occasions: Vec<String> = occasions::first(judgement)
        .into_iter()
        .map(|(ply, claim)| {
            let what = occasions::in_words(&mut played, ply, claim);
            let since = match (claim, played.san(ply)) {
                (DrawClaim::ThreefoldByMove(_) | DrawClaim::FiftyMovesByMove(_), _) => {
                    String::new()
                }
                (_, Some(san)) => format!(" from {}", played.numbered(ply, &san)),
                (_, None) => " from the start".to_string(),
            };
            format!("{what}{since} ({})", claim.article())
        })
        .collect();
    if !occasions.is_empty() {
        parts.push(format!("could be claimed: {}", occasions.join(", ")));
    }
    format!("game {}{}: {}", record.number, heading(record), parts.join("; "))
}

/// The players and the date, as far as they are known.
fn heading(record: &Record) -> String {
    let known = |name: &str| {
        let value = plain(record.tag(name)?.trim());
        Some(value).filter(|value| value.chars().any(|c| !matches!(c, '?' | '.' | '-' | ' ')))
    };
    let players = match (known("White"), known("Black")) {
        (None, None) => None,
        (white, black) => {
            let name = |name: Option<String>| name.unwrap_or_else(|| "?".to_string());
            Some(format!("{} - {}", name(white), name(black)))
        }
    };
    let date = known("Date").or_else(|| known("UTCDate"));
    let parts: Vec<String> = players.into_iter().chain(date).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// Text from a file, made fit for a terminal: no control characters, no endless names.
pub fn plain(text: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let mut plain: String = text.chars().take(NAME).map(shown).collect();
    if text.chars().nth(NAME).is_some() {
        plain.push('…');
    }
    plain
}

/// What a rule is called under a reading.
pub fn ending_read(rule: Ending, reading: Reading) -> &'static str {
    match (rule, reading) {
        (Ending::DeadPosition, Reading::History) => "dead position with its history",
        _ => ending_in_words(rule),
    }
}

/// `draw`, or who won.
pub fn result(winner: Option<Color>) -> String {
    winner.map_or("draw".to_string(), |winner| format!("{winner} won"))
}

/// Whether the record itself speaks of a resignation.
fn speaks_of_resigning(record: &Record) -> bool {
    record.tag("Termination").is_some_and(|words| words.to_lowercase().contains("resign"))
}

fn ruling(record: &Record, judgement: &Judgement, played: &mut Played<'_>) -> String {
    match &judgement.ruling {
        Ruling::Over { ply, ending: rule, winner } => {
            let with = *rule == Ending::Checkmate && *ply > 0;
            let when = played.when(*ply);
            let when = if with { when.replacen("after", "with", 1) } else { when };
            let (name, article) = (ending_read(*rule, judgement.reading), rule.article());
            format!("{name} {when} (ply {ply}, article {article}): {}", result(*winner))
        }
        Ruling::Conceded { loser, how, winner } => conceded(record, *loser, *how, *winner),
        Ruling::Drawn => {
            let claims: Vec<String> = occasions::at_the_end(judgement)
                .map(|claim| {
                    let what = occasions::in_words(played, judgement.plies, claim);
                    format!("{what} (article {})", claim.article())
                })
                .collect();
            if claims.is_empty() {
                let why = "nothing could be claimed at the end";
                return format!("agreed (article 5.2.3; {why}): draw");
            }
            format!("claimed or agreed, at the end could be claimed {}: draw", claims.join(", "))
        }
        Ruling::Unfounded(Said::Agreement) => format!("unfounded: {}", said(Said::Agreement)),
        Ruling::Unfounded(reason) => format!(
            "unfounded: the record gives {} as the reason, which does not show on the board",
            said(*reason)
        ),
        Ruling::Decided(words) => {
            format!("decided otherwise than by the moves: \"{}\"", plain(words))
        }
        Ruling::Unfinished => "not over, and nobody gave up".to_string(),
        Ruling::Open { ply } => format!(
            "OPEN: the search reached its limit before it was settled who can still mate {} (ply \
             {ply}); try a larger --reserve",
            played.when(*ply)
        ),
    }
}

fn conceded(record: &Record, loser: Color, how: Concession, winner: Option<Color>) -> String {
    let other = !loser;
    let can = if winner.is_some() { "can" } else { "cannot" };
    match how {
        Concession::FlagFell => {
            format!("{loser} ran out of time, {other} {can} mate (article 6.9): {}", result(winner))
        }
        Concession::Resigned => {
            let taken = if speaks_of_resigning(record) {
                ""
            } else {
                "; no mate on the board and a decisive result is taken as a resignation"
            };
            let cannot =
                if winner.is_none() { format!(", but {other} cannot mate") } else { String::new() };
            format!("{loser} resigned{cannot} (article 5.1.2{taken}): {}", result(winner))
        }
    }
}

/// How the record's result compares.
fn agreement(judgement: &Judgement, style: Style) -> Option<String> {
    let claimed = judgement.claimed;
    Some(match judgement.agreement() {
        Agreement::Agrees => "the record agrees".to_string(),
        Agreement::Missing => "the record gives no result".to_string(),
        Agreement::Contradicted => {
            format!("{} the record says {claimed}", style.bold("CONTRADICTED:"))
        }
        Agreement::Left => match (&judgement.ruling, claimed) {
            (Ruling::Unfinished | Ruling::Open { .. }, Marker::Unfinished) => return None,
            (Ruling::Unfinished | Ruling::Open { .. }, _) => format!("the record says {claimed}"),
            (_, Marker::Unfinished) => "the record gives no result".to_string(),
            _ => format!("the record's {claimed} stands"),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_play_with_the_terminal() {
        assert_eq!(plain("Anna\u{1b}[31m\nB"), "Anna [31m B");
        assert_eq!(plain(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
        assert_eq!(plain(&"é".repeat(60)), "é".repeat(60));
    }
}
