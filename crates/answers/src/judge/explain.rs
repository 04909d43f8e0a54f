//! Rulings for people: in one line, under headings, and as comments in the game itself.

use serde::Serialize;
use zermelo_kernel::{Color, Concession, DrawClaim, Ending, Reading};
use zermelo_record::pgn::{self, Marker, Record};
use zermelo_record::{Agreement, Judgement, Reason, Ruling};

use super::answer::Judged;
use super::occasions;
use super::played::Played;
use crate::san::numbered;

/// The longest name that is printed whole.
const NAME: usize = 60;

/// A ruling in one line.
pub struct Line {
    /// The game, its players and the date.
    pub heading: String,
    /// The ruling, how the record's result compares, and what could be claimed.
    pub parts: Vec<String>,
}

impl Line {
    /// The line for a judged game, without the file.
    pub fn new(judged: &Judged) -> Line {
        let Judged { record, judgement, .. } = judged;
        let mut played = Played::new(record);
        let mut parts = vec![ruling(record, judgement, &mut played)];
        parts.extend(after_the_end(judgement));
        parts.extend(agreement(judgement));
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
        Line { heading: format!("game {}{}", record.number, heading(record)), parts }
    }
}

/// How the side with time left mates after a flag fall that it wins: a line of legal moves, and the
/// position from which it is played.
pub fn example_of_mate(judged: &Judged) -> Option<[String; 2]> {
    let Judged { record, judgement, .. } = judged;
    let (winner, _, sans) = helpmate(judged)?;
    let number = Played::new(record).number(judgement.plies + 1);
    let line = numbered(&sans, number, judgement.last.turn()).join(" ");
    let fen = judgement.last.to_fen();
    Some([format!("{winner} mates, for example: {line}"), format!("from {fen}")])
}

/// Who mates after a flag fall, and a line of moves from the last position, in UCI and SAN.
pub fn helpmate(judged: &Judged) -> Option<(Color, Vec<String>, Vec<String>)> {
    let judgement = &judged.judgement;
    let Ruling::Conceded { how: Concession::FlagFell, winner: Some(winner), .. } = judgement.ruling
    else {
        return None;
    };
    let line = judgement.mate_by(winner).filter(|_| judged.is_proved())?;
    let mut position = judgement.last;
    let (mut ucis, mut sans) = (Vec::with_capacity(line.len()), Vec::with_capacity(line.len()));
    for &m in line {
        ucis.push(m.to_uci(&position));
        sans.push(pgn::san(&position, m));
        position = position.play(m);
    }
    Some((winner, ucis, sans))
}

fn after_the_end(judgement: &Judgement) -> Option<String> {
    match judgement.plies_after_the_end() {
        0 => None,
        1 => Some("1 move was played after the end".to_string()),
        more => Some(format!("{more} moves were played after the end")),
    }
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
fn plain(text: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let mut plain: String = text.chars().take(NAME).map(shown).collect();
    if text.chars().nth(NAME).is_some() {
        plain.push('…');
    }
    plain
}

/// What a rule is called under a reading.
fn ending_read(rule: Ending, reading: Reading) -> &'static str {
    match (rule, reading) {
        (Ending::DeadPosition, Reading::History) => "dead position with its history",
        _ => ending_in_words(rule),
    }
}

/// `draw`, or who won.
fn result(winner: Option<Color>) -> String {
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
        Ruling::Unfounded(Reason::Agreement) => format!("unfounded: {}", said(Reason::Agreement)),
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
fn agreement(judgement: &Judgement) -> Option<String> {
    let claimed = judgement.claimed;
    Some(match judgement.agreement() {
        Agreement::Agrees => "the record agrees".to_string(),
        Agreement::Missing => "the record gives no result".to_string(),
        Agreement::Contradicted => format!("CONTRADICTED: the record says {claimed}"),
        Agreement::Left => match (&judgement.ruling, claimed) {
            (Ruling::Unfinished | Ruling::Open { .. }, Marker::Unfinished) => return None,
            (Ruling::Unfinished | Ruling::Open { .. }, _) => format!("the record says {claimed}"),
            (_, Marker::Unfinished) => "the record gives no result".to_string(),
            _ => format!("the record's {claimed} stands"),
        },
    })
}

/// A ruling under headings.
#[derive(Serialize)]
pub struct Explanation {
    /// What the rules say.
    pub headline: String,
    /// By which article, and what else there is to say; may be empty.
    pub detail: String,
    /// How the record's result compares.
    pub agreement: String,
}

impl Explanation {
    /// What there is to say of a judged game.
    pub fn new(judged: &Judged, played: &mut Played<'_>) -> Explanation {
        let judgement = &judged.judgement;
        let (headline, detail) = headings(judgement, played);
        let claimed = judgement.claimed;
        let agreement = match (judgement.agreement(), judgement.ruling.result()) {
            (Agreement::Agrees, _) => format!("The record agrees: {claimed}."),
            (Agreement::Contradicted, Some(result)) => {
                format!("Contradicted: the record says {claimed}, the rules say {result}.")
            }
            _ if claimed == Marker::Unfinished => "The record gives no result.".to_string(),
            _ => format!("The record's {claimed} stands."),
        };
        Explanation { headline, detail, agreement }
    }
}

fn headings(judgement: &Judgement, played: &mut Played<'_>) -> (String, String) {
    let won = |winner: Option<Color>| {
        winner.map_or("a draw".to_string(), |winner| format!("{winner} won"))
    };
    let laws = |article: &str| format!("FIDE Laws, Article {article}.");
    match &judgement.ruling {
        Ruling::Over { ply, ending, winner } => {
            let name = ending_read(*ending, judgement.reading);
            let name = name[..1].to_uppercase() + &name[1..];
            let when = played.when(*ply).replacen("after", "with", 1);
            let after = after_the_end(judgement).map_or(String::new(), |text| format!(" {text}."));
            (format!("{name} {when}: {}.", won(*winner)), laws(ending.article()) + &after)
        }
        Ruling::Conceded { loser, how, winner } => {
            let other = !*loser;
            let (what, article) = conceding(*how);
            let headline = match winner {
                Some(_) => format!("{loser} {what}: {}.", won(*winner)),
                None => format!("{loser} {what}, but {other} cannot mate: a draw."),
            };
            let more = match (how, winner) {
                (Concession::FlagFell, Some(_)) => format!(" {other} could still mate."),
                (Concession::FlagFell, None) => {
                    " No series of legal moves ends in that mate.".to_string()
                }
                (Concession::Resigned, Some(_)) => {
                    " A decisive result without a mate is taken as a resignation.".to_string()
                }
                (Concession::Resigned, None) => String::new(),
            };
            (headline, laws(article) + &more)
        }
        Ruling::Drawn => {
            let agreed = judgement.claims.is_empty();
            let headline = if agreed { "Drawn by agreement." } else { "Drawn, claimed or agreed." };
            let claimable = occasions::at_the_end(judgement).next().is_some();
            (headline.to_string(), if claimable { String::new() } else { laws("5.2.3") })
        }
        Ruling::Unfounded(reason) => (
            "The reason given does not show on the board.".to_string(),
            format!("The record says: {}.", said(*reason)),
        ),
        Ruling::Decided(words) => (
            "Decided otherwise than by the moves.".to_string(),
            format!("The record says: {}.", plain(words)),
        ),
        Ruling::Unfinished => ("Not over, and nobody gave up.".to_string(), String::new()),
        Ruling::Open { ply } => (
            "Open.".to_string(),
            format!(
                "The search reached its limit before it was settled who can still mate {}.",
                played.when(*ply)
            ),
        ),
    }
}

/// What a player did, and by which article that ends the game.
pub(super) fn conceding(how: Concession) -> (&'static str, &'static str) {
    match how {
        Concession::FlagFell => ("ran out of time", "6.9"),
        Concession::Resigned => ("resigned", "5.1.2"),
    }
}

/// Who has won, in a sentence of its own.
pub(super) fn outcome(winner: Option<Color>) -> String {
    winner.map_or("the game is drawn".to_string(), |winner| format!("{winner} has won"))
}

/// The comments with their plies, in order.
pub fn notes(judged: &Judged) -> Vec<(u32, String)> {
    let Judged { record, judgement, .. } = judged;
    let mut played = Played::new(record);
    let mut notes: Vec<(usize, String)> = occasions::first(judgement)
        .into_iter()
        .map(|(ply, claim)| {
            let why = occasions::on_the_spot(&mut played, ply, claim);
            (ply, format!("a draw can be claimed, {why} (FIDE {}).", claim.article()))
        })
        .collect();
    if let Some(text) = comment(judgement) {
        let ply = match judgement.ruling {
            Ruling::Over { ply, .. } => ply,
            _ => judgement.plies,
        };
        notes.push((ply, text));
    }
    if judgement.agreement() == Agreement::Contradicted {
        notes.push((judgement.plies, format!("the record said {}.", judgement.claimed)));
    }
    notes.sort_by_key(|&(ply, _)| ply);
    let note = |(ply, text): (usize, String)| (ply as u32, format!("Zermelo: {text}"));
    notes.into_iter().map(note).collect()
}

fn comment(judgement: &Judgement) -> Option<String> {
    Some(match &judgement.ruling {
        Ruling::Over { ending, winner, .. } => {
            let name = ending_read(*ending, judgement.reading);
            let article = ending.article();
            let here = if winner.is_none() { " here" } else { "" };
            format!("{name} (FIDE {article}), {}{here}.", outcome(*winner))
        }
        Ruling::Conceded { loser, how, winner } => {
            let (what, article) = conceding(*how);
            let can = if winner.is_some() { "and" } else { "but" };
            let not = if winner.is_some() { "can" } else { "cannot" };
            format!(
                "{loser} {what}, {can} {} {not} mate (FIDE {article}): {}.",
                !*loser,
                outcome(*winner)
            )
        }
        Ruling::Unfounded(reason) => format!(
            "the record gives {} as the reason, which does not show on the board.",
            said(*reason)
        ),
        Ruling::Open { ply } => {
            format!("open, who can still mate after ply {ply} was not settled.")
        }
        Ruling::Drawn | Ruling::Decided(_) | Ruling::Unfinished => return None,
    })
}

/// What a rule is called.
pub fn ending_in_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Checkmate => "checkmate",
        Ending::Stalemate => "stalemate",
        Ending::DeadPosition => "dead position",
        Ending::FivefoldRepetition => "five-fold repetition",
        Ending::SeventyFiveMoves => "75 moves without capture and pawn move",
    }
}

/// What a record gives as the reason for its result.
pub(super) fn said(said: Reason) -> &'static str {
    match said {
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::DeadPosition => "a dead position",
        Reason::Repetition => "repetition",
        Reason::Fivefold => "five-fold repetition",
        Reason::FiftyMoves => "50 moves without capture and pawn move",
        Reason::SeventyFiveMoves => "75 moves without capture and pawn move",
        Reason::Agreement => "agreement before both players had moved (article 5.2.3)",
    }
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
