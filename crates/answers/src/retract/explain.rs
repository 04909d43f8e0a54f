//! Last moves in sentences: grouped by the man that moved, since a rook in the open has hundreds.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use zermelo_kernel::{CastlingSide, Retraction, Role, Square};

use super::{LastMoves, Way, long, man_name, why_none};
use crate::explain::Paragraph::{self, Headline, Item, Remark};
use crate::legal::reason::say;
use crate::names::listed;

/// The fields of a FEN, as a person names them.
const FIELDS: [&str; 4] = ["men", "side to move", "castling rights", "en-passant square"];

/// What a move may have taken; `None` stands for no capture.
type Takings = BTreeSet<Option<Role>>;

/// Some of the moves, with what is said of them.
pub struct Section<'a> {
    /// What is said.
    pub text: Vec<Paragraph>,
    /// The moves that it is about.
    pub moves: &'a [Retraction],
}

/// The moves that are possible, and then those that something excludes.
pub fn sections(found: &LastMoves) -> Vec<Section<'_>> {
    let mut list = vec![Section { text: possible(found), moves: &found.possible }];
    let mut apart: Vec<(&[Retraction], &str)> = Vec::new();
    if let Some(reckoned) = &found.reckoned {
        apart.extend([
            (
                &reckoned.from_dead[..],
                "excluded by dead reckoning, for the position before is dead",
            ),
            (&reckoned.no_past[..], "excluded, for the position before has no last move"),
            (
                &reckoned.unsettled[..],
                "in doubt, for it is not settled whether the position before is dead",
            ),
        ]);
    }
    apart.push((&found.excluded, "possible by the men's ways, but not by their count"));
    // The question is what these men can have moved; that no game leads here is said beside it.
    if let (Some((_, reason)), Some(first)) = (found.excluded_by(), list.first_mut()) {
        let why = say(&found.position, &reason).text;
        let all_the_same = format!("No game leads here all the same: {why}.");
        first.text.insert(0, Remark(all_the_same));
    }
    for (moves, says) in apart.into_iter().filter(|(moves, _)| !moves.is_empty()) {
        let count = counted(distinct(moves).len(), "move is", "moves are");
        let mut text = vec![Remark(format!("{count} {says}:"))];
        text.extend(groups(moves));
        list.push(Section { text, moves });
    }
    list
}

/// What is to be said over a list of the last moves.
#[derive(Serialize)]
pub struct Explanation {
    /// How many there are.
    headline: String,
    /// What more there is to know.
    notes: Vec<String>,
}

impl Explanation {
    /// What there is to say of the moves that the count of men allows, and of the others.
    pub fn new(found: &LastMoves) -> Explanation {
        let mover = found.mover();
        // Before castling, say, the other rook may or may not have moved: one move, two positions.
        let (moves, positions) = (distinct(&found.possible).len(), found.possible.len());
        let from = match positions {
            _ if positions == moves => String::new(),
            _ => format!(", from {positions} positions"),
        };
        let headline = match moves {
            0 if found.initial => "The game begins here.".to_string(),
            0 => format!("No last move of {mover}'s is possible."),
            1 => format!("One last move of {mover}'s is possible{from}."),
            _ => format!("{moves} last moves of {mover}'s are possible{from}."),
        };
        let mut notes = Vec::new();
        match found.excluded.len() {
            0 => {}
            1 => notes.push("1 more would fit the men's ways, but not their number.".to_string()),
            n => notes.push(format!("{n} more would fit the men's ways, but not their number.")),
        }
        Explanation { headline, notes }
    }
}

/// The verdict, and the moves that are possible if there are several.
fn possible(found: &LastMoves) -> Vec<Paragraph> {
    let mover = found.mover();
    let mut text = Vec::new();
    if found.initial {
        let begin = "The initial array: a game may begin here, and no last move is needed.";
        text.push(Remark(begin.to_string()));
    }
    let moves = distinct(&found.possible);
    text.push(match moves.len() {
        0 if found.initial => Remark("No last move leads back to it.".to_string()),
        0 if found.is_zombie() => Headline(format!(
            "By dead reckoning no last move of {mover}'s is possible: the position is a zombie."
        )),
        0 if found.is_excluded() => Headline(format!(
            "No last move of {mover}'s is possible that could itself follow on another: the \
             position cannot arise."
        )),
        0 if !found.cannot_arise() => {
            Remark("Whether a last move is possible is not settled.".to_string())
        }
        0 => Headline(format!("No last move of {mover}'s is possible: the position cannot arise.")),
        1 if !found.initial => {
            let made = found.possible.first().map(long).unwrap_or_default();
            let made = made.trim_end_matches('.');
            Headline(format!("If the position can arise, the last move was {made}."))
        }
        n => {
            let moves = counted(n, "last move is", "last moves are");
            let before = counted(found.possible.len(), "position", "positions");
            Headline(format!("{moves} possible for {mover}, from {before} before:"))
        }
    });
    if found.cannot_arise() {
        text.extend(why_none(found).into_iter().map(Item));
    }
    if moves.len() > 1 {
        text.extend(groups(&found.possible));
    }
    text
}

/// What all readings of a FEN have in common.
pub fn all_readings(found: &[LastMoves]) -> String {
    let standing: Vec<&LastMoves> = found.iter().filter(|one| one.stands()).collect();
    match standing.len() {
        0 => "No reading can stand: the position cannot arise.".to_string(),
        n if n == found.len() => "Every reading may stand.".to_string(),
        n => {
            let can = counted(n, "reading may", "readings may");
            format!("{can} stand, of {}.{}", found.len(), deduced(found, &standing))
        }
    }
}

/// The fields that were open and are not any more.
fn deduced(found: &[LastMoves], standing: &[&LastMoves]) -> String {
    let values = |list: &mut dyn Iterator<Item = String>, field: usize| -> BTreeSet<String> {
        list.filter_map(|fen| fen.split(' ').nth(field).map(String::from)).collect()
    };
    let mut sentences = Vec::new();
    for (field, name) in FIELDS.iter().enumerate() {
        let before = values(&mut found.iter().map(|one| one.position.to_fen()), field);
        let after = values(&mut standing.iter().map(|one| one.position.to_fen()), field);
        if after.len() < before.len() {
            let after: Vec<String> = after.into_iter().collect();
            sentences.push(format!(" The {name}: {}.", listed(&after, "or")));
        }
    }
    sentences.concat()
}

/// The moves, whatever rights and en-passant captures there were before.
fn distinct(list: &[Retraction]) -> BTreeSet<String> {
    list.iter().map(long).collect()
}

/// One item for each man that may have moved and each way it may have come.
fn groups(list: &[Retraction]) -> Vec<Paragraph> {
    // What each move may have taken; then the origins for which that is the same.
    let mut moves: BTreeMap<(Square, Way, Square), Takings> = BTreeMap::new();
    for found in list {
        let way = Way::of(found);
        let taken = moves.entry((arrival(found), way, found.made.from)).or_default();
        taken.insert(found.taken);
    }
    let mut groups: Vec<(Square, Way, Takings, Vec<String>)> = Vec::new();
    for ((to, way, from), taken) in moves {
        match groups.iter_mut().find(|group| (group.0, group.1, &group.2) == (to, way, &taken)) {
            Some(group) => group.3.push(from.to_string()),
            None => groups.push((to, way, taken, vec![from.to_string()])),
        }
    }
    let line = |(to, way, taken, origins): (Square, Way, Takings, Vec<String>)| {
        let origins = listed(&origins, "or");
        Item(match way {
            Way::Castling(side, rook) => {
                let castles = if side == CastlingSide::KingSide { "O-O" } else { "O-O-O" };
                format!("{castles}, king from {origins}, rook from {rook}")
            }
            Way::EnPassant => format!("Pawn {to} from {origins}, taking a pawn en passant"),
            Way::Step(man) => format!("{} from {origins}, {}", man_name(man, to), takings(&taken)),
            Way::Promotion(man) => {
                let name = man_name(man, to);
                format!("{name} promoted by a pawn from {origins}, {}", takings(&taken))
            }
        })
    };
    groups.into_iter().map(line).collect()
}

/// Where the man that moved stands now; in castling, the king.
fn arrival(found: &Retraction) -> Square {
    match Way::of(found) {
        Way::Castling(side, _) => side.king_target(found.before.turn()),
        _ => found.made.to,
    }
}

/// What may have been taken: `without capture or taking Q R B N P`.
fn takings(taken: &Takings) -> String {
    let letters: Vec<String> =
        taken.iter().rev().flatten().map(|role| role.letter().to_uppercase().to_string()).collect();
    match (taken.contains(&None), letters.is_empty()) {
        (true, true) => "without capture".to_string(),
        (true, false) => format!("without capture or taking {}", letters.join(" ")),
        (false, _) => format!("taking {}", letters.join(" ")),
    }
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
