//! The answer for people.

use std::io::{self, Write};

use zermelo_kernel::{Color, Position};

use zermelo_answers::legal::{Answer, reason};

use crate::san;
use crate::style::Style;
use crate::words::{Page, counted, duration, write_wrapped};

/// Prints the answer.
pub fn print(out: &mut impl Write, style: Style, answer: &Answer) -> io::Result<()> {
    Page::new(out, style).position(&answer.question.position)?;
    writeln!(out)?;
    print_verdict(out, style, answer)
}

/// The same without the board.
pub fn print_verdict(out: &mut impl Write, style: Style, answer: &Answer) -> io::Result<()> {
    if let Some(game) = answer.game() {
        let start = Position::initial();
        let length = counted(game.len(), "single move");
        let verdict = match game.len() {
            0 => "Legal: it is the initial array.".to_string(),
            _ => format!("Legal: a game of {length} leads to it."),
        };
        writeln!(out, "{}", style.bold(&verdict))?;
        let moves = san::numbered(&san::san(&start, game), 1, Color::White).join(" ");
        write_wrapped(out, 2, &format!("  {moves}"))?;
    } else if let Some(closed) = answer.closed() {
        writeln!(out, "{}", style.bold("Illegal: no game leads to this position."))?;
        for sentence in reason::sentences(&answer.question, closed) {
            write_wrapped(out, 6, &format!("  {sentence}"))?;
        }
        if !closed.members.is_empty() {
            let members = counted(closed.members.len(), "earlier position");
            let sentence = format!(
                "The proof looks at the last moves of {members} besides, and rules exclude {}.",
                counted(closed.excluded.len(), "position")
            );
            write_wrapped(out, 6, &format!("  {sentence}"))?;
        }
    } else {
        writeln!(
            out,
            "{}",
            style.bold("Open: neither a game nor a reason against one was found.")
        )?;
        let sentence = "More positions may help, though not always: --nodes for the game, --retractions for \
             the reason.";
        write_wrapped(out, 6, &format!("  {sentence}"))?;
    }
    let time = duration(answer.engine);
    match answer.certificate {
        Some(_) => writeln!(out, "  Found in {time}, checked in {}.", duration(answer.check)),
        None => writeln!(out, "  After {time}."),
    }
}
