//! Last moves for people: grouped by the man that moved, since a rook in the open has hundreds.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use zermelo_kernel::{CastlingSide, Retraction, Role, Square};

use zermelo_answers::retract::{LastMoves, Way, listed, long, man_name, why_none};

use crate::diagram;
use crate::style::Style;
use crate::words::Page;

const WIDTH: usize = 78;
/// So many positions before are drawn.
const DRAWN: usize = 4;

/// What a move may have taken; none stands for no capture.
type Takings = BTreeSet<Option<Role>>;

/// Prints the answer.
pub fn print(out: &mut dyn Write, style: Style, found: &LastMoves, all: bool) -> io::Result<()> {
    Page::new(out, style).position(&found.position)?;
    writeln!(out)?;
    print_moves(out, style, found, all)
}

/// The same without the board.
pub fn print_moves(
    out: &mut dyn Write,
    style: Style,
    found: &LastMoves,
    all: bool,
) -> io::Result<()> {
    let mover = found.mover();
    if found.initial {
        say(out, 0, "The initial array: a game may begin here, and no last move is needed.")?;
    }
    let moves = distinct(&found.possible);
    match moves.len() {
        0 if found.initial => say(out, 0, "No last move leads back to it.")?,
        0 if found.is_zombie() => {
            let verdict = format!(
                "By dead reckoning no last move of {mover}'s is possible: the position is a zombie."
            );
            say(out, 0, &style.bold(&verdict))?;
        }
        0 if found.is_excluded() => {
            let verdict = format!(
                "No last move of {mover}'s is possible that could itself follow on another: the \
                 position cannot arise."
            );
            say(out, 0, &style.bold(&verdict))?;
        }
        0 if !found.cannot_arise() => {
            say(out, 0, "Whether a last move is possible is not settled.")?;
        }
        0 => {
            let verdict =
                format!("No last move of {mover}'s is possible: the position cannot arise.");
            say(out, 0, &style.bold(&verdict))?;
            for sentence in why_none(found) {
                say(out, 2, &sentence)?;
            }
        }
        1 if !found.initial => {
            let made = found.possible.first().map(long).unwrap_or_default();
            let made = made.trim_end_matches('.');
            let verdict = format!("If the position can arise, the last move was {made}.");
            say(out, 0, &style.bold(&verdict))?;
        }
        n => {
            let moves = counted(n, "last move is", "last moves are");
            let before = counted(found.possible.len(), "position", "positions");
            let verdict = format!("{moves} possible for {mover}, from {before} before:");
            say(out, 0, &style.bold(&verdict))?;
        }
    }
    if moves.len() > 1 {
        groups(out, &found.possible)?;
    }
    if all {
        list(out, &found.possible)?;
    } else if (1..=DRAWN).contains(&found.possible.len()) {
        list(out, &found.possible)?;
        boards(out, style, &found.possible)?;
    }
    let mut apart = Vec::new();
    if let Some(reckoned) = &found.reckoned {
        let says = [
            (&reckoned.from_dead, "excluded by dead reckoning, for the position before is dead"),
            (&reckoned.no_past, "excluded, for the position before has no last move"),
            (
                &reckoned.unsettled,
                "in doubt, for it is not settled whether the position before is dead",
            ),
        ];
        apart.extend(says);
    }
    let by_count = "possible by the men's ways, but not by their count";
    apart.push((&found.excluded, by_count));
    for (moves, says) in apart.into_iter().filter(|apart| !apart.0.is_empty()) {
        writeln!(out)?;
        let count = counted(distinct(moves).len(), "move is", "moves are");
        say(out, 0, &format!("{count} {says}:"))?;
        groups(out, moves)?;
        if all {
            list(out, moves)?;
        }
    }
    Ok(())
}

/// The moves, whatever rights and en-passant captures there were before.
fn distinct(list: &[Retraction]) -> BTreeSet<String> {
    list.iter().map(long).collect()
}

/// One line for each man that may have moved and each way it may have come.
fn groups(out: &mut dyn Write, list: &[Retraction]) -> io::Result<()> {
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
    for (to, way, taken, origins) in groups {
        let origins = listed(&origins, "or");
        let line = match way {
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
        };
        say(out, 2, &line)?;
    }
    Ok(())
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

/// Every position before, with its move.
fn list(out: &mut dyn Write, list: &[Retraction]) -> io::Result<()> {
    writeln!(out)?;
    for found in list {
        writeln!(out, "  {:<16} {}", long(found), found.before.to_fen())?;
    }
    Ok(())
}

/// The positions before, two boards in a row.
fn boards(out: &mut dyn Write, style: Style, list: &[Retraction]) -> io::Result<()> {
    let titled = |found: &Retraction| {
        (format!("before {}", long(found)), diagram::board(&found.before, style))
    };
    for pair in list.chunks(2) {
        writeln!(out)?;
        let rows = match pair {
            [left, right] => {
                let (left, right) = (titled(left), titled(right));
                diagram::beside((&left.0, left.1), (&right.0, right.1))
            }
            _ => {
                let (title, rows) = pair.first().map(titled).unwrap_or_default();
                std::iter::once(format!("     {title}")).chain(rows).collect()
            }
        };
        for row in rows {
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}

pub fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A wrapped paragraph; its further lines are indented by four more.
pub fn say(out: &mut dyn Write, indent: usize, text: &str) -> io::Result<()> {
    let mut line = " ".repeat(indent);
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{line}")?;
            line = " ".repeat(if indent == 0 { 0 } else { indent + 4 });
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    writeln!(out, "{line}")
}
