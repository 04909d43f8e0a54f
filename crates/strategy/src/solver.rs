//! CaDiCaL, asked for refutations of clauses over yes-or-no variables: what a strategy's lemmas are
//! on one board. What it says is not believed: the kernel checks the steps.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};
use zermelo_refute::Clauses;

use crate::trace::{Origin, Trace};
use crate::trim::{Given, Unproved, trim};

/// What the solver says of clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// They cannot all be true: steps for the kernel's checker.
    Refuted(Vec<u8>),
    /// They can: the values of the variables, the first one's at place 0.
    Model(Vec<bool>),
    /// It was stopped.
    Stopped,
}

/// Refutes clauses over yes-or-no variables, or finds values for which they are true. What
/// inequalities mean is not looked at. Gives up when `stop` says so, which is asked often.
///
/// # Errors
///
/// If the solver's own proof is wrong.
pub fn refute(clauses: &Clauses, stop: impl FnMut() -> bool + 'static) -> Result<Answer, Unproved> {
    let mut cadical = CaDiCal::new();
    // Definitions of new variables are the one thing that steps cannot say.
    cadical.set("factor", 0);
    let tracer = Rc::new(RefCell::new(Tracer::default()));
    cadical.connect_proof_tracer1(Rc::clone(&tracer), true, false);
    for (place, clause) in clauses.iter().enumerate() {
        if tracer.borrow().trace.empty.is_some() {
            break;
        }
        tracer.borrow_mut().coming = Some(Origin::Formula(place + 1));
        clause.iter().for_each(|&literal| cadical.add(literal));
        cadical.add(0);
    }
    cadical.connect_terminator(Stop(stop));
    let refuted = tracer.borrow().trace.empty.is_some();
    let status = if refuted { Status::UNSATISFIABLE } else { cadical.solve() };
    Ok(match status {
        Status::UNKNOWN => Answer::Stopped,
        Status::SATISFIABLE => {
            let last = i32::try_from(clauses.variables()).expect("few enough");
            Answer::Model((1..=last).map(|variable| cadical.val(variable) > 0).collect())
        }
        Status::UNSATISFIABLE => {
            let (variables, clauses) = (clauses.variables(), clauses.len());
            let given = Given { variables, clauses, atoms: &[], lemmas: &[] };
            Answer::Refuted(trim(&tracer.borrow().trace, &given)?)
        }
    })
}

struct Stop<F>(F);

impl<F: FnMut() -> bool> Terminator for Stop<F> {
    fn terminated(&mut self) -> bool {
        self.0()
    }
}

/// Writes down what the solver says.
#[derive(Default)]
struct Tracer {
    trace: Trace,
    /// The place of each of the solver's own numbers.
    places: Vec<u32>,
    /// What the next original clause is.
    coming: Option<Origin>,
}

impl Tracer {
    fn push(&mut self, id: i64, origin: Origin, clause: &[i32], hints: &[i64]) {
        let place = |hint: &i64| {
            let place = usize::try_from(*hint).ok().and_then(|hint| self.places.get(hint));
            place.copied().unwrap_or(u32::MAX)
        };
        let hints: Vec<u32> = hints.iter().map(place).collect();
        let id = usize::try_from(id).expect("clauses are numbered from 1");
        if self.places.len() <= id {
            self.places.resize(id + 1, u32::MAX);
        }
        self.places[id] = self.trace.push(origin, clause, &hints);
    }
}

impl ProofTracer for Tracer {
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
