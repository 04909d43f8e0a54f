//! What CaDiCaL says while it works: every clause, and which clauses it follows from.
//!
//! Clauses are kept in the order in which they came, for good: a proof is cut out of them
//! backwards afterwards (`trim.rs`). Costs four bytes for each literal and each hint.

use cadical_sys::ProofTracer;

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
    /// The place of each of the solver's own numbers.
    places: Vec<u32>,
    /// What the next original clause is.
    pub(crate) coming: Option<Origin>,
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

    fn push(&mut self, id: i64, origin: Origin, clause: &[i32], hints: &[i64]) {
        self.literals.extend(clause);
        for &hint in hints {
            let place = usize::try_from(hint).ok().and_then(|hint| self.places.get(hint));
            self.hints.push(place.copied().unwrap_or(u32::MAX));
        }
        if clause.is_empty() && self.empty.is_none() {
            self.empty = Some(self.entries.len());
        }
        let id = usize::try_from(id).expect("clauses are numbered from 1");
        if self.places.len() <= id {
            self.places.resize(id + 1, u32::MAX);
        }
        self.places[id] = u32::try_from(self.entries.len()).expect("few enough clauses");
        self.entries.push(Entry {
            origin,
            literals_end: self.literals.len(),
            hints_end: self.hints.len(),
        });
    }
}

impl ProofTracer for Trace {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, clause: &[i32], restored: bool) {
        if !restored {
            let origin = self.coming.take().unwrap_or(Origin::Invented);
            self.push(id, origin, clause, &[]);
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _redundant: bool,
        witness: i32,
        clause: &[i32],
        antecedents: &[i64],
    ) {
        let origin = if witness == 0 { Origin::Derived } else { Origin::Invented };
        self.push(id, origin, clause, antecedents);
    }

    fn delete_clause(&mut self, _: i64, _: bool, _: &[i32]) {}
    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}
