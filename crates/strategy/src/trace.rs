//! What a solver says while it works: every clause, and which clauses it follows from.
//!
//! Clauses are kept in the order in which they came, for good: a proof is cut out of them
//! backwards afterwards (`trim.rs`). Costs four bytes for each literal and each hint.

/// Where a clause comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The formula's clause of this number, from 1.
    Formula(usize),
    /// The lemma of this number, from 0, in the order in which they were added.
    Lemma(usize),
    /// The solver derived it.
    Derived,
    /// The solver made it up so that something else stays satisfiable. No refutation can use it.
    #[cfg(feature = "prove")]
    Invented,
}

struct Entry {
    origin: Origin,
    literals_end: usize,
    hints_end: usize,
}

/// All clauses the solver ever had, each at a place that counts from 0.
#[derive(Default)]
pub(crate) struct Trace {
    literals: Vec<i32>,
    hints: Vec<u32>,
    entries: Vec<Entry>,
    /// The place of the empty clause.
    pub(crate) empty: Option<usize>,
}

impl Trace {
    pub(crate) fn origin(&self, place: usize) -> Origin {
        self.entries[place].origin
    }

    pub(crate) fn clause(&self, place: usize) -> &[i32] {
        let start = place.checked_sub(1).map_or(0, |before| self.entries[before].literals_end);
        &self.literals[start..self.entries[place].literals_end]
    }

    pub(crate) fn hints(&self, place: usize) -> &[u32] {
        let start = place.checked_sub(1).map_or(0, |before| self.entries[before].hints_end);
        &self.hints[start..self.entries[place].hints_end]
    }

    /// One clause more, with the places of those that it follows from. Returns its place.
    pub(crate) fn push(&mut self, origin: Origin, clause: &[i32], hints: &[u32]) -> u32 {
        self.literals.extend(clause);
        self.hints.extend(hints);
        if clause.is_empty() && self.empty.is_none() {
            self.empty = Some(self.entries.len());
        }
        self.entries.push(Entry {
            origin,
            literals_end: self.literals.len(),
            hints_end: self.hints.len(),
        });
        u32::try_from(self.entries.len() - 1).expect("few enough clauses")
    }
}
