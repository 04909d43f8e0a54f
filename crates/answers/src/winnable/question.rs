//! The question: a position, whose chances, and whose flag has fallen.

use zermelo_kernel::{ByColor, Color};
use zermelo_winnable::Solver;

use super::{Answer, Answers, Claim};
use crate::Fault;
use crate::query::Query;

/// One side or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sides {
    /// One of them.
    One(Color),
    /// Both.
    Both,
}

impl Sides {
    /// The sides to ask about: those that are named, or both; a fallen flag always asks about the
    /// other player.
    pub fn asked(named: Option<Sides>, flag: Option<Color>) -> Sides {
        match (named, flag) {
            (None, Some(fallen)) => Sides::One(!fallen),
            (Some(Sides::One(color)), Some(fallen)) if color == fallen => Sides::Both,
            (named, _) => named.unwrap_or(Sides::Both),
        }
    }

    /// Whether this side is among them.
    pub fn has(self, color: Color) -> bool {
        self == Sides::Both || self == Sides::One(color)
    }

    /// The sides, White first.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.has(color))
    }
}

/// What is asked about one position.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub query: Query,
    /// Whose chances.
    pub sides: Sides,
    /// Who ran out of time.
    pub flag: Option<Color>,
    /// Only the fast test.
    pub fast: bool,
}

impl Question {
    /// Asks the engine about each side, and has the kernel check what it says.
    ///
    /// # Errors
    ///
    /// A bug: the kernel rejected the claim.
    pub fn ask(&self, solver: &mut Solver) -> Result<Answers, Fault> {
        let position = &self.query.position;
        self.each(|winner| Claim::ask(solver, position, winner, self.fast).check(position))
    }

    /// The answers with shorter helpmates, where a brief look finds some.
    ///
    /// # Errors
    ///
    /// A bug: the kernel rejected a line.
    pub fn briefer(&self, answers: Answers) -> Result<Answers, Fault> {
        let briefer = |answer: Answer| answer.briefer(&self.query.position);
        let ByColor { white, black } = answers.map(|answer| answer.map(briefer).transpose());
        Ok(ByColor { white: white?, black: black? })
    }

    /// The answer of `ask` for each side that is asked about.
    ///
    /// # Errors
    ///
    /// Those of `ask`.
    pub fn each(
        &self,
        mut ask: impl FnMut(Color) -> Result<Answer, Fault>,
    ) -> Result<Answers, Fault> {
        let mut answers = ByColor::default();
        for winner in self.sides.iter() {
            answers[winner] = Some(ask(winner)?);
        }
        Ok(answers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_asked() {
        let (white, black) = (Sides::One(Color::White), Sides::One(Color::Black));
        let fallen = Some(Color::Black);
        assert_eq!(Sides::asked(None, None), Sides::Both);
        assert_eq!(Sides::asked(Some(black), None), black);
        assert_eq!(Sides::asked(None, fallen), white);
        assert_eq!(Sides::asked(Some(white), fallen), white);
        assert_eq!(Sides::asked(Some(black), fallen), Sides::Both);
    }
}
