//! The verdict for one side, and what it cost.

use std::io;

use zermelo_kernel::{Color, Evidence, Move};
use zermelo_winnable::Method;

use super::{Page, counted, duration};
use crate::claim::Checked;
use crate::query::Query;
use crate::reason::Reason;
use crate::san;
use crate::shortest::Shortest;

impl Page<'_> {
    /// The verdict for one side, why, and how it was found.
    pub fn answer(&mut self, query: &Query, winner: Color, answer: &Checked) -> io::Result<()> {
        self.gap()?;
        match answer.certificate.as_ref().map(|certificate| &certificate.evidence) {
            None => self.open(winner, answer)?,
            Some(Evidence::Helpmate(moves)) if moves.is_empty() => {
                self.headline(&format!("{winner} has given mate."))?;
            }
            Some(Evidence::Helpmate(moves)) => {
                self.headline(&format!("{winner} can still win."))?;
                if let Some(shortest) = &answer.shortest {
                    self.shortest(query, winner, shortest)?;
                } else {
                    let length = in_moves(moves.len());
                    self.say(2, &format!("If both players help, {winner} mates {length}:"))?;
                    self.helpmate(query, moves)?;
                }
            }
            Some(Evidence::Cover(cover)) => {
                self.headline(&format!(
                    "{winner} cannot win: no series of legal moves ends in mate by {winner}."
                ))?;
                self.why(Reason::new(&query.position, winner, cover), winner)?;
            }
        }
        self.cost(answer)
    }

    fn helpmate(&mut self, query: &Query, moves: &[Move]) -> io::Result<()> {
        let line = san::san(&query.position, moves);
        let words = san::numbered(&line, query.move_number, query.position.turn());
        self.paragraph(4, words.iter().map(String::as_str))
    }

    /// The shortest helpmates, or what is known of them.
    fn shortest(&mut self, query: &Query, winner: Color, found: &Shortest) -> io::Result<()> {
        let length = format!(
            "{} ({})",
            counted(found.plies.div_ceil(2), "move"),
            if found.plies == 1 { "1 ply".to_string() } else { format!("{} plies", found.plies) },
        );
        let known = if found.proved {
            "nothing shorter exists (engine-checked)".to_string()
        } else {
            format!(
                "it is not known to be the shortest: no line has fewer than {} plies \
                 (engine-checked), and there the search stopped",
                found.at_least
            )
        };
        self.say(2, &format!("If both players help, {winner} mates in {length}; {known}."))?;
        if found.all && found.proved {
            let lines = counted(found.lines.len(), "line");
            let which = match (found.complete, found.cut) {
                (true, _) => format!("{lines} of that length, and no other (engine-checked)"),
                (_, true) => format!("more than {lines} of that length; so many are kept"),
                _ => format!("{lines} of that length so far, incomplete"),
            };
            self.say(2, &format!("{which}:"))?;
        }
        for line in &found.lines {
            self.helpmate(query, line)?;
        }
        Ok(())
    }

    fn open(&mut self, winner: Color, answer: &Checked) -> io::Result<()> {
        self.headline(&format!("Whether {winner} can win is not known."))?;
        let why = match answer.method {
            None => {
                "The fast test only recognises simple cases of a side that cannot win. Ask again \
                 without --fast."
            }
            Some(_) => {
                "The search stopped at its limit before it found a mate or a proof that there is \
                 none. Ask again with a higher limit, such as --memory 8G."
            }
        };
        self.say(2, why)
    }

    fn cost(&mut self, answer: &Checked) -> io::Result<()> {
        let found = match answer.method {
            None => "by the fast test",
            Some(Method::Material) => "by counting the men",
            Some(Method::Imminent) => "by looking a few moves ahead",
            Some(Method::Rollout) => "by playing guided games",
            Some(Method::Region) => "by working out where each man can ever go",
            Some(Method::Search) => "by searching",
        };
        let engine = duration(answer.engine);
        let positions = match answer.nodes {
            0 | 1 => String::new(),
            nodes => format!(" ({nodes} positions)"),
        };
        if answer.certificate.is_none() {
            return self.say(2, &format!("Tried {found}{positions} in {engine}."));
        }
        if let Some(shortest) = &answer.shortest {
            let time = duration(shortest.engine);
            self.say(2, &format!("The shortest was looked for in {time}."))?;
        }
        let check = duration(answer.check);
        self.say(
            2,
            &format!(
                "Found {found}{positions} in {engine}; proof checked by the kernel in {check}."
            ),
        )
    }
}

/// The length of a helpmate: moves by the side that wins, which makes the last single move.
fn in_moves(plies: usize) -> String {
    let moves = plies.div_ceil(2);
    match (plies, moves) {
        (1, _) => "at once".to_string(),
        (_, 1) => format!("in 1 move ({plies} single moves)"),
        _ => format!("in {moves} moves ({plies} single moves; there may be shorter lines)"),
    }
}
