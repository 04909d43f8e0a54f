//! What Syzygy files say of a position.

use std::io;

use zermelo_kernel::{Color, Rules};
use zermelo_tables::{Fifty, SyzygyProbe, Told};

use super::Page;
use crate::san;
use crate::table::{Hearsay, Rumour, converts};

impl Page<'_> {
    /// The board, the value, every move, and how far to trust them.
    pub fn syzygy(&mut self, answer: &Hearsay) -> io::Result<()> {
        self.table_board(&answer.position, Rules::Chess)?;
        match &answer.known {
            Rumour::Over(ended, outcome) => {
                self.over(&answer.position, Rules::Chess, *ended, *outcome)
            }
            Rumour::Told(probe) => self.told(answer, probe),
        }
    }

    fn told(&mut self, answer: &Hearsay, probe: &SyzygyProbe) -> io::Result<()> {
        let position = &answer.position;
        self.headline(&verdict(position.turn(), probe.told))?;
        self.gap()?;
        self.line(&format!("  {:<9}{:<13}{:>8}", "move", "value", "plies"))?;
        for &(made, told) in &probe.moves {
            let (value, plies) = match told {
                Some(told) => (name(told.value), plies(told)),
                None => ("unknown", String::new()),
            };
            let mut text = format!("  {:<9}{value:<13}{plies:>8}", san::one(position, made));
            if converts(position, made) {
                text += "   converts";
            }
            self.line(text.trim_end())?;
        }
        self.gap()?;
        if probe.moves.iter().any(|(_, told)| told.is_none()) {
            self.say(2, "There is no file of what an unknown move leads to.")?;
        }
        if answer.clock > 0 {
            let clock = format!(
                "The fifty moves are counted from this position; the clock of the FEN, {}, is not \
                 looked at.",
                answer.clock
            );
            self.say(2, &clock)?;
        }
        self.say(2, "From Syzygy files, which the kernel has not checked.")
    }
}

fn name(value: Fifty) -> &'static str {
    match value {
        Fifty::Win => "win",
        Fifty::CursedWin => "cursed win",
        Fifty::Draw => "draw",
        Fifty::BlessedLoss => "blessed loss",
        Fifty::Loss => "loss",
    }
}

/// `17`, or `17-18` where the files round; nothing where they do not tell.
fn plies(told: Told) -> String {
    match told.plies {
        Some(plies) if told.rounded => format!("{plies}-{}", plies + 1),
        Some(plies) => plies.to_string(),
        None => String::new(),
    }
}

/// The value in a sentence.
fn verdict(turn: Color, told: Told) -> String {
    let value = match told.value {
        Fifty::Draw => return "The position is drawn.".to_string(),
        Fifty::Win => format!("{turn} wins"),
        Fifty::Loss => format!("{} wins", !turn),
        Fifty::CursedWin => format!(
            "The position is drawn, by the fifty-move rule only: a cursed win of {turn}, who wins \
             without that rule"
        ),
        Fifty::BlessedLoss => format!(
            "The position is drawn, by the fifty-move rule only: a blessed loss of {turn}, who \
             loses without that rule"
        ),
    };
    let Some(plies) = told.plies else { return format!("{value}; no file tells how soon.") };
    let most = plies + u32::from(told.rounded);
    let word = if most == 1 { "ply" } else { "plies" };
    let rounded =
        if told.rounded { format!(" (the files round: {plies} or {most})") } else { String::new() };
    format!("{value}; next capture or pawn move, or mate, in at most {most} {word}{rounded}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_in_words() {
        let say = |value, plies, rounded| verdict(Color::White, Told { value, plies, rounded });
        assert_eq!(say(Fifty::Draw, None, false), "The position is drawn.");
        assert_eq!(
            say(Fifty::Win, Some(1), false),
            "White wins; next capture or pawn move, or mate, in at most 1 ply."
        );
        assert_eq!(
            say(Fifty::Loss, Some(17), true),
            "Black wins; next capture or pawn move, or mate, in at most 18 plies (the files round: \
             17 or 18)."
        );
        assert_eq!(say(Fifty::Win, None, false), "White wins; no file tells how soon.");
        assert_eq!(
            say(Fifty::CursedWin, Some(103), false),
            "The position is drawn, by the fifty-move rule only: a cursed win of White, who wins \
             without that rule; next capture or pawn move, or mate, in at most 103 plies."
        );
        assert!(say(Fifty::BlessedLoss, Some(120), false).contains("a blessed loss of White, who"));
        let range = |plies, rounded| super::plies(Told { value: Fifty::Win, plies, rounded });
        assert_eq!(range(Some(9), false), "9");
        assert_eq!(range(Some(9), true), "9-10");
        assert_eq!(range(None, false), "");
    }
}
