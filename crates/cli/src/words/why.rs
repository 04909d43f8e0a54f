//! Why a side cannot win: the material, the forced end, or the picture of a locked position.

use std::io;

use zermelo_kernel::{Color, Insufficient};

use super::{Page, counted};
use crate::reason::{Ends, Reason};
use crate::region_view::{Checker, RegionView};
use crate::{diagram, names};

impl Page<'_> {
    pub(super) fn why(&mut self, reason: Reason, winner: Color) -> io::Result<()> {
        match reason {
            Reason::Material(rule) => self.say(2, &material(rule, winner)),
            Reason::Forced { positions, ends } => self.say(2, &forced(positions, ends, winner)),
            Reason::Locked(view) => {
                self.say(2, "The position is locked: no series of moves ever opens it.")?;
                self.region(view)
            }
            Reason::Searched { positions, regions, example } => {
                self.say(2, &searched(positions, regions, winner))?;
                let Some(view) = example else { return Ok(()) };
                self.say(2, &format!("For example, with {} to move:", view.anchor.turn()))?;
                self.rows(diagram::board(&view.anchor, self.style))?;
                self.region(view)
            }
        }
    }

    /// The picture of a region, unless the one above shows the same, and what could give check.
    fn region(&mut self, view: RegionView) -> io::Result<()> {
        if self.drawn.as_ref().is_some_and(|drawn| drawn.looks_like(&view)) {
            self.say(2, "The picture above holds here too.")?;
        } else {
            self.picture(&view)?;
        }
        self.checks(&view)?;
        self.drawn = Some(view);
        Ok(())
    }

    fn picture(&mut self, view: &RegionView) -> io::Result<()> {
        let (reach, checked) = if self.style.colour { ("●", "×") } else { ("o", "x") };
        let locked =
            if view.locked_pawns.is_empty() { "" } else { "the pawns that never move, and " };
        let checked = if view.checked_on.is_empty() {
            String::new()
        } else {
            format!("; {checked}: where it could be checked")
        };
        self.say(
            2,
            &format!(
                "Below: {locked}the squares that each king can ever reach while the game lasts ({reach}{checked})."
            ),
        )?;
        let [white, black] = Color::ALL.map(|color| diagram::reach(view, color, self.style));
        self.rows(diagram::beside(("White's king", white), ("Black's king", black)))
    }

    /// What could ever give check, and where.
    fn checks(&mut self, view: &RegionView) -> io::Result<()> {
        let (winner, loser) = (view.winner, !view.winner);
        if view.checkers.is_empty() {
            let text = format!("No man of {winner}'s can ever give check, so there is no mate.");
            return self.say(2, &text);
        }
        let men: Vec<String> = view.checkers.iter().map(checker).collect();
        let squares = names::squares(view.checked_on).join(", ");
        self.say(
            2,
            &format!(
                "All that {winner} could ever give check with: {}. The king of {loser} could be in \
                 check on these squares only: {squares}. Every way to set up a mate there was \
                 tried, and none works.",
                men.join(", "),
            ),
        )
    }
}

/// The material lemmas in words.
fn material(rule: Insufficient, winner: Color) -> String {
    let loser = !winner;
    match rule {
        Insufficient::BareKing => format!("{winner} has nothing but the king."),
        Insufficient::LoneKnight => format!(
            "{winner} has only a king and a knight, there are no pawns, and {loser} has at most \
             queens, which cannot help to close in their own king."
        ),
        Insufficient::BishopsOfOneColour => format!(
            "{winner} has only a king and bishops on squares of one colour, and there is no pawn, \
             no knight and no bishop of the other colour on the board: nothing can take the \
             squares of the other colour from the king of {loser}."
        ),
    }
}

fn forced(positions: usize, ends: Option<Ends>, winner: Color) -> String {
    match (positions, &ends) {
        (1, Some(Ends { mate_by_other: true, .. })) => format!("{} has given mate.", !winner),
        (1, Some(Ends { stalemate: true, .. })) => "The game ends here in stalemate.".to_string(),
        (1, _) => format!("Every legal move leaves {winner} too little to mate with."),
        _ => format!(
            "The end is forced: {positions} positions cover all that can be reached, and none of \
             them is mate by {winner}. {}",
            ends.map(|ends| how_lines_end(&ends, winner)).unwrap_or_default()
        ),
    }
}

fn how_lines_end(ends: &Ends, winner: Color) -> String {
    let mut ways = Vec::new();
    if ends.stalemate {
        ways.push("in stalemate".to_string());
    }
    if ends.mate_by_other {
        ways.push(format!("in mate by {}", !winner));
    }
    if ends.material {
        ways.push(format!("with too little left for {winner} to mate with"));
    }
    match ways.split_last() {
        None => "Play can only go round among them.".to_string(),
        Some((last, [])) => format!("Every line ends {last}, or goes round for ever."),
        Some((last, others)) => {
            format!("Every line ends {} or {last}, or goes round for ever.", others.join(", "))
        }
    }
}

fn searched(positions: usize, regions: usize, winner: Color) -> String {
    let positions = counted(positions, "position");
    let locked = match regions {
        1 => "a locked position that never opens again".to_string(),
        _ => format!("one of {regions} kinds of locked positions that never open again"),
    };
    format!(
        "All lines were followed, through {positions}, none of them mate by {winner}. \
         Lines that do not end or go round before lead to {locked}, or leave {winner} too little \
         to mate with."
    )
}

fn checker(checker: &Checker) -> String {
    let role = names::role(checker.piece.role);
    let promoted = if checker.may_promote { ", perhaps promoted" } else { "" };
    format!("the {role} of {}{promoted}", checker.home)
}
