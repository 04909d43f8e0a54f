//! A lemma as a formula: it holds if its negation has no solution.
//!
//! Its text is written once for every [`Reading`]: with an [`Arena`] it is the formula that is
//! refuted; another reading may write it down for another program.

use std::io::Read;

use zermelo_refute::{
    Arena, Checked, Clauses, Linear, Literal, OnBits, StepFault, Term, check_refutation_while,
    limits, on_bits,
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

/// What assumes on a scene of any arena that a lemma is false.
pub type Denial = dyn Fn(&mut Scene<&Arena>) + Send + Sync;

/// The same in one reading.
pub type DenialIn<'r, R> = dyn Fn(&mut Scene<R>) + 'r;

/// A statement about an ending, for one board or for all.
pub struct Lemma {
    /// A short name.
    pub name: String,
    /// What it says.
    pub says: String,
    /// Assumes on the scene what would make the lemma false.
    pub denial: Box<Denial>,
}

/// Where the terms of a lemma come from.
pub trait Reading: Copy {
    /// The terms.
    type Term: Term;

    /// A new integer variable.
    fn fresh(self) -> Self::Term;
}

impl<'a> Reading for &'a Arena {
    type Term = Linear<'a>;

    fn fresh(self) -> Linear<'a> {
        Arena::fresh(self)
    }
}

/// What is true or false of the terms of a reading.
pub(crate) type TruthOf<R> = <<R as Reading>::Term as Term>::Truth;

/// The text of a lemma in one reading.
pub struct LemmaText<'r, R: Reading> {
    /// A short name.
    pub name: String,
    /// What it says.
    pub says: String,
    /// Assumes on the scene what would make the lemma false.
    pub denial: Box<DenialIn<'r, R>>,
}

impl std::fmt::Debug for Lemma {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.name, self.says)
    }
}

impl Lemma {
    /// A lemma with the name of this text and the denial that the text has in every arena.
    pub(crate) fn new(
        text: LemmaText<'_, &'static Arena>,
        denial: impl Fn(&mut Scene<&Arena>) + Send + Sync + 'static,
    ) -> Lemma {
        Lemma { name: text.name, says: text.says, denial: Box::new(denial) }
    }

    /// The lemma's denial on the boards, which has no solution if the lemma holds there.
    pub fn deny<'a>(&self, arena: &'a Arena, boards: Boards) -> Scene<&'a Arena> {
        let mut scene = Scene::on(arena, boards);
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
pub struct Scene<R: Reading> {
    reading: R,
    boards: Boards,
    /// Files.
    pub width: R::Term,
    /// Ranks.
    pub height: R::Term,
    /// What is assumed, in its order.
    pub assumed: Vec<TruthOf<R>>,
    /// The squares of the men in each position of the lemma, as they were brought in.
    pub shown: Vec<Vec<Place<R::Term>>>,
}

impl<R: Reading> Scene<R> {
    /// All boards with at least four files and four ranks, and nothing on them.
    pub fn new(reading: R) -> Scene<R> {
        let (width, height) = (reading.fresh(), reading.fresh());
        let assumed = vec![width.at_least(4), height.at_least(4)];
        Scene { reading, boards: Boards::All, width, height, assumed, shown: Vec::new() }
    }

    /// A new square, anywhere on the board.
    pub fn place(&mut self) -> Place<R::Term> {
        let place = Place::new(self.reading.fresh(), self.reading.fresh());
        self.assume(Board::new(self.width, self.height).has(place));
        place
    }

    /// A new variable that is equal to the term, so that its cases are written down once.
    pub fn named(&mut self, value: R::Term) -> R::Term {
        let name = self.reading.fresh();
        self.assume(name.is(value));
        name
    }

    /// Assumes something.
    pub fn assume(&mut self, formula: TruthOf<R>) {
        self.assumed.push(formula);
    }
}

impl<'a> Scene<&'a Arena> {
    /// The boards, and nothing on them.
    #[must_use]
    pub fn on(arena: &'a Arena, boards: Boards) -> Self {
        let Boards::One(width, height) = boards else { return Scene::new(arena) };
        let (width, height) = (arena.number(i64::from(width)), arena.number(i64::from(height)));
        Scene { reading: arena, boards, width, height, assumed: Vec::new(), shown: Vec::new() }
    }

    /// Everything that is assumed: what must have no solution.
    #[must_use]
    pub fn assumptions(&self) -> Vec<Literal> {
        let assumed = self.assumed.iter().map(|formula| formula.literal());
        assumed.chain(self.reading.definitions()).collect()
    }

    /// The assumptions as clauses: over inequalities for all boards, over bits for one board.
    #[must_use]
    pub fn clauses(&self) -> Clauses {
        let bits = Arena::new();
        match self.on_bits(&bits) {
            None => Clauses::of(self.reading, &self.assumptions()),
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
        let limits = limits(self.reading, &roots).expect("all men stand on the board");
        Some(on_bits(self.reading, &roots, &limits, into))
    }
}
