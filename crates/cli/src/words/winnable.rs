//! The layout of an answer about chances to mate.

use std::io;

use zermelo_answers::query::Query;
use zermelo_answers::winnable::{Answer, Explanation, Reason, RegionView};
use zermelo_kernel::Color;

use super::Page;
use crate::diagram;

impl Page<'_> {
    /// The verdict for one side, why, and how it was found.
    pub fn answer(
        &mut self,
        query: &Query,
        answer: &Answer,
        more: impl Fn(u64) -> String,
    ) -> io::Result<()> {
        let (told, lines) = (Explanation::new(query, answer), Explanation::lines(query, answer));
        self.verdict(&told.headline)?;
        let last = told.sentences.len().saturating_sub(1);
        for (index, sentence) in told.sentences.iter().enumerate() {
            match sentence.strip_suffix('.') {
                Some(text) if index == last && !lines.is_empty() => {
                    self.say(2, &format!("{text}:"))?;
                }
                _ => self.say(2, sentence)?,
            }
        }
        for line in &lines {
            self.paragraph(4, line)?;
        }
        match told.reason {
            Some(Reason::Locked(view)) => self.region(view)?,
            Some(Reason::Searched { example: Some(view), .. }) => {
                self.rows(diagram::board(&view.anchor, self.style))?;
                self.region(view)?;
            }
            _ => {}
        }
        if let Some(caption) = &told.caption {
            self.say(2, caption)?;
        }
        answer.cost(more).iter().try_for_each(|sentence| self.say(2, sentence))
    }

    /// A sentence that stands out, after a gap.
    pub fn verdict(&mut self, text: &str) -> io::Result<()> {
        self.gap()?;
        self.headline(text)
    }

    /// The picture of a region, unless the one above shows the same.
    fn region(&mut self, view: RegionView) -> io::Result<()> {
        if self.drawn.as_ref().is_some_and(|drawn| drawn.looks_like(&view)) {
            return self.say(2, "The picture above holds here too.");
        }
        let (reach, checked) = if self.style.colour { ("●", "×") } else { ("o", "x") };
        let locked =
            if view.locked_pawns.is_empty() { "" } else { "the pawns that never move, and " };
        let checked = match view.checked_on.is_empty() {
            true => String::new(),
            false => format!("; {checked}: where it could be checked"),
        };
        self.say(
            2,
            &format!(
                "Below: {locked}the squares that each king can ever reach while the game lasts \
                 ({reach}{checked})."
            ),
        )?;
        let [white, black] = Color::ALL.map(|color| diagram::reach(&view, color, self.style));
        self.drawn = Some(view);
        self.rows(diagram::beside(("White's king", white), ("Black's king", black)))
    }
}
