//! The verdict for one side, and what it cost.

use std::io;

use zermelo_kernel::{Color, Evidence};
use zermelo_winnable::Method;

use super::{Page, duration};
use crate::claim::Checked;
use crate::query::Query;
use crate::reason::Reason;
use crate::san;

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
                let length = in_moves(moves.len());
                self.say(2, &format!("If both players help, {winner} mates {length}:"))?;
                let root = &query.position;
                let line = san::san(root, moves);
                let words = san::numbered(&line, query.move_number, root.turn());
                self.paragraph(4, words.iter().map(String::as_str))?;
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
