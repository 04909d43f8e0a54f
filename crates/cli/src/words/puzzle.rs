//! Help problems as problemists print them.

use std::io;

use zermelo_winnable::problem::Goal;

use super::{Page, duration, thousands};
use crate::puzzle::{Diagram, Kind, Searched, Shorter, Solved, Stipulation};
use crate::san;

impl Page<'_> {
    /// One diagram with the answers to all questions about it.
    pub fn puzzle(
        &mut self,
        diagram: &Diagram,
        solved: &[Solved<'_>],
        interrupted: bool,
    ) -> io::Result<()> {
        if let Some(twin) = diagram.twin {
            self.gap()?;
            self.headline(&format!("{twin})"))?;
        }
        self.position(&diagram.parts[0].position)?;
        if !diagram.notes.is_empty() {
            self.gap()?;
        }
        for note in &diagram.notes {
            self.say(0, &format!("Note: {note}."))?;
        }
        for solved in solved {
            self.part(solved, interrupted)?;
        }
        if solved.len() < diagram.parts.len() {
            self.gap()?;
            self.headline("Incomplete: stopped by Ctrl-C before everything was searched.")?;
        }
        Ok(())
    }

    fn part(&mut self, solved: &Solved<'_>, interrupted: bool) -> io::Result<()> {
        for search in &solved.searches {
            self.gap()?;
            self.headline(&format!(
                "{}: {}",
                title(solved, search.stipulation),
                search.count_in_words()
            ))?;
            self.solutions(solved, search)?;
        }
        if solved.searches.is_empty() {
            self.gap()?;
            self.headline(&format!(
                "{}: incomplete, stopped by Ctrl-C before it was searched",
                title(solved, solved.part.stipulation)
            ))?;
            return self.shorter(solved);
        }
        self.shorter(solved)?;
        self.gap()?;
        self.found(solved, interrupted)
    }

    /// The lines, those with the same first move together.
    fn solutions(&mut self, solved: &Solved<'_>, search: &Searched) -> io::Result<()> {
        let lines = &search.solutions;
        let grouped = lines.iter().any(|solution| solution.dual.is_some());
        let begins = search.stipulation.winner_begins();
        for (index, solution) in lines.iter().enumerate() {
            if grouped && index > 0 && solution.dual.is_none() {
                self.gap()?;
            }
            let mut words = san::numbered_as_problem(&solution.san, begins);
            if let Some(ply) = solution.dual {
                let turn = solved.part.position.turn();
                let mover = if ply % 2 == 0 { turn } else { !turn };
                let number = (ply + usize::from(begins)) / 2 + 1;
                words.push(format!("  (dual at move {number} of {mover})"));
            }
            self.paragraph(2, words.iter().map(String::as_str))?;
        }
        Ok(())
    }

    fn shorter(&mut self, solved: &Solved<'_>) -> io::Result<()> {
        match &solved.shorter {
            None => Ok(()),
            Some(Shorter::None) => self.say(2, "There is no shorter solution (engine-checked)."),
            Some(Shorter::Open(stipulation)) => self.say(
                2,
                &format!(
                    "Whether there is a shorter solution is not known: the search stopped at \
                     {stipulation}."
                ),
            ),
            Some(Shorter::Exists(stipulation, _)) if stipulation.plies == 0 => {
                let what = if stipulation.goal == Goal::Mate { "mate" } else { "stalemate" };
                self.say(2, &format!("The diagram is {what} already."))
            }
            Some(Shorter::Exists(stipulation, line)) => {
                self.say(2, &format!("A shorter one exists: {stipulation}, for example"))?;
                let words = san::numbered_as_problem(&line.san, stipulation.winner_begins());
                self.paragraph(4, words.iter().map(String::as_str))
            }
        }
    }

    /// How it was found, and who vouches for what.
    fn found(&mut self, solved: &Solved<'_>, interrupted: bool) -> io::Result<()> {
        let searches = &solved.searches;
        let nodes = searches.iter().map(|search| search.nodes).sum();
        let engine = duration(searches.iter().map(|search| search.engine).sum());
        let complete = searches.iter().all(|search| search.complete);
        let some = searches.iter().any(|search| !search.solutions.is_empty());
        let others = match (complete, some) {
            (true, true) => {
                "each solution was checked by the kernel; that there are no others was \
                 established by the search (engine-checked, not kernel-checked)"
            }
            (true, false) => {
                "that there is no solution was established by the search (engine-checked, not \
                 kernel-checked)"
            }
            (false, true) if searches.iter().all(|search| search.complete || search.cut) => {
                "each solution was checked by the kernel; there are more"
            }
            (false, true) => {
                "each solution was checked by the kernel; whether there are others is not known"
            }
            (false, false) => "whether there is a solution is not known",
        };
        let limit = match searches.iter().any(|search| !search.complete && !search.cut) {
            true if interrupted => "; the search was stopped by Ctrl-C",
            true => "; the search stopped at its limit",
            false => "",
        };
        let positions = thousands(nodes);
        self.say(2, &format!("Searched {positions} positions in {engine}; {others}{limit}."))
    }
}

/// `h#3 (Black begins, White mates)`.
fn title(solved: &Solved<'_>, stipulation: Stipulation) -> String {
    let part = solved.part;
    let kind = match part.kind {
        Kind::Play => "",
        Kind::SetPlay => "Set play, ",
        Kind::Duplex => "Duplex, ",
        Kind::DuplexSetPlay => "Duplex set play, ",
    };
    let does = if stipulation.goal == Goal::Mate { "mates" } else { "stalemates" };
    format!("{kind}{stipulation} ({} begins, {} {does})", part.position.turn(), part.winner)
}
