//! The layout of an answer about chances to mate, and what it cost.

use std::io;

use zermelo_answers::query::Query;
use zermelo_answers::winnable::{Answer, Explanation, Reason, RegionView};
use zermelo_kernel::Color;
use zermelo_winnable::Method;

use super::{Page, duration};
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
        self.cost(answer, more)
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

    fn cost(&mut self, answer: &Answer, more: impl Fn(u64) -> String) -> io::Result<()> {
        let Some(effort) = answer.effort else { return Ok(()) };
        let found = match effort.method {
            None => "by the fast test",
            Some(Method::Material) => "by counting the men",
            Some(Method::Imminent) => "by looking a few moves ahead",
            Some(Method::Rollout) => "by playing guided games",
            Some(Method::Region) => "by working out where each man can ever go",
            Some(Method::Search) => "by searching",
        };
        let engine = duration(effort.engine);
        let positions = match effort.nodes {
            0 | 1 => String::new(),
            nodes => format!(" ({nodes} positions)"),
        };
        if answer.certificate.is_none() {
            let again = match effort.method {
                None => "without --fast".to_string(),
                Some(_) => format!("with a higher limit, such as {}", more(effort.nodes)),
            };
            self.say(2, &format!("Ask again {again}."))?;
            return self.say(2, &format!("Tried {found}{positions} in {engine}."));
        }
        if let Some(shortest) = &answer.shortest {
            let time = duration(shortest.engine);
            self.say(2, &format!("The shortest was looked for in {time}."))?;
        }
        let check = duration(effort.check);
        let checked = format!("proof checked by the kernel in {check}");
        self.say(2, &format!("Found {found}{positions} in {engine}; {checked}."))
    }
}
