//! A lemma as a formula: it holds if its negation has no solution.

use std::io::Read;

use zermelo_refute::{
    Arena, Checked, Clauses, Formula, Linear, Literal, OnBits, StepFault, Term,
    check_refutation_while, limits, on_bits,
};

use crate::rules::{Board, Place};

/// On which boards a lemma is stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Boards {
    /// All boards with at least four files and four ranks.
    All,
    /// One board: so many files and ranks.
    One(u8, u8),
}

/// A statement about an ending, for one board or for all.
pub struct Lemma {
    /// A short name.
    pub name: String,
    /// What it says.
    pub says: String,
    /// Assumes on the scene what would make the lemma false.
    pub denial: Box<dyn Fn(&mut Scene<'_>) + Send + Sync>,
}

impl std::fmt::Debug for Lemma {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.name, self.says)
    }
}

impl Lemma {
    /// The lemma's denial on the boards, which has no solution if the lemma holds there.
    pub fn deny<'a>(&self, arena: &'a Arena, boards: Boards) -> Scene<'a> {
        let mut scene = Scene::new(arena, boards);
        (self.denial)(&mut scene);
        scene
    }

    /// Checks that the steps refute the lemma's denial. Gives the number of its clauses, and what
    /// was checked.
    ///
    /// # Errors
    ///
    /// At the first step that is wrong.
    pub fn check(&self, boards: Boards, steps: impl Read) -> Result<(usize, Checked), StepFault> {
        self.check_while(boards, steps, |_| true)
    }

    /// The same, as long as `may_go_on` says so, which is told how large each step is.
    pub(crate) fn check_while(
        &self,
        boards: Boards,
        steps: impl Read,
        may_go_on: impl FnMut(u64) -> bool,
    ) -> Result<(usize, Checked), StepFault> {
        let arena = Arena::new();
        let clauses = self.deny(&arena, boards).clauses();
        Ok((clauses.len(), check_refutation_while(&clauses, steps, may_go_on)?))
    }

    /// Where the lemma is false, if these values of the integer variables, all small enough to be
    /// added up, show that it is.
    #[must_use]
    pub fn fails_at(&self, boards: Boards, values: &[i64]) -> Option<FailedLemma> {
        let arena = Arena::new();
        let scene = self.deny(&arena, boards);
        let small = values.iter().all(|value| value.unsigned_abs() < 1 << 46);
        let fails = small
            && values.len() == usize::from(arena.variables())
            && arena.hold(&scene.assumptions(), values);
        let value = |term: Linear<'_>| term.value(|variable| values[usize::from(variable)]);
        let square = |man: &Place<Linear<'_>>| (value(man.x), value(man.y));
        fails.then(|| FailedLemma {
            name: self.name.clone(),
            says: self.says.clone(),
            board: (value(scene.width), value(scene.height)),
            positions: scene.shown.iter().map(|men| men.iter().map(square).collect()).collect(),
        })
    }
}

/// A lemma that is false, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedLemma {
    /// Its name.
    pub name: String,
    /// What it says.
    pub says: String,
    /// Files and ranks of a board on which it is false.
    pub board: (i64, i64),
    /// The squares (file and rank from zero) of the men in each position that it speaks of.
    pub positions: Vec<Vec<(i64, i64)>>,
}

/// The board, the men and what is assumed of them.
#[derive(Debug)]
pub struct Scene<'a> {
    arena: &'a Arena,
    boards: Boards,
    /// Files.
    pub width: Linear<'a>,
    /// Ranks.
    pub height: Linear<'a>,
    assumed: Vec<Formula<'a>>,
    /// The squares of the men in each position of the lemma, as they were brought in.
    pub shown: Vec<Vec<Place<Linear<'a>>>>,
}

impl<'a> Scene<'a> {
    /// The boards, and nothing on them.
    pub fn new(arena: &'a Arena, boards: Boards) -> Scene<'a> {
        let (width, height, assumed) = match boards {
            Boards::One(width, height) => {
                (arena.number(i64::from(width)), arena.number(i64::from(height)), Vec::new())
            }
            Boards::All => {
                let (width, height) = (arena.fresh(), arena.fresh());
                (width, height, vec![width.at_least(4), height.at_least(4)])
            }
        };
        Scene { arena, boards, width, height, assumed, shown: Vec::new() }
    }

    /// A new square, anywhere on the board.
    pub fn place(&mut self) -> Place<Linear<'a>> {
        let place = Place::new(self.arena.fresh(), self.arena.fresh());
        self.assume(Board::new(self.width, self.height).has(place));
        place
    }

    /// Assumes something.
    pub fn assume(&mut self, formula: Formula<'a>) {
        self.assumed.push(formula);
    }

    /// Everything that is assumed: what must have no solution.
    #[must_use]
    pub fn assumptions(&self) -> Vec<Literal> {
        let assumed = self.assumed.iter().map(|formula| formula.literal());
        assumed.chain(self.arena.definitions()).collect()
    }

    /// The assumptions as clauses: over inequalities for all boards, over bits for one board.
    #[must_use]
    pub fn clauses(&self) -> Clauses {
        let bits = Arena::new();
        match self.on_bits(&bits) {
            None => Clauses::of(self.arena, &self.assumptions()),
            Some(formula) => Clauses::of(&bits, &formula.roots),
        }
    }

    /// The assumptions over bits, for one board.
    #[must_use]
    pub fn on_bits(&self, into: &Arena) -> Option<OnBits> {
        if self.boards == Boards::All {
            return None;
        }
        let roots = self.assumptions();
        let limits = limits(self.arena, &roots).expect("all men stand on the board");
        Some(on_bits(self.arena, &roots, &limits, into))
    }
}
