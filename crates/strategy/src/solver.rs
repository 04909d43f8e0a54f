//! CaDiCaL, asked for refutations. What it says is not believed: the kernel checks the steps.
//!
//! A [`Solver`] can be used again and again: it gives values to the variables, a theory answers
//! with a lemma why these inequalities cannot hold together, and so on until no values are left.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use cadical_sys::{CaDiCal, Status, Terminator};
use zermelo_refute::{Clauses, Inequality};

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
/// inequalities mean is not looked at. Gives up when `stop` says so.
///
/// # Errors
///
/// If the solver's own proof is wrong.
pub fn refute(clauses: &Clauses, stop: impl FnMut() -> bool + 'static) -> Result<Answer, Unproved> {
    let mut solver = Solver::new(clauses);
    solver.stop_when(stop);
    Ok(match solver.solve() {
        None => Answer::Stopped,
        Some(true) => Answer::Model(solver.model),
        Some(false) => Answer::Refuted(solver.refutation()?),
    })
}

/// A solver with the clauses of a formula, to which atoms and lemmas can be added.
pub struct Solver {
    cadical: CaDiCal,
    trace: Rc<RefCell<Trace>>,
    variables: usize,
    clauses: usize,
    /// The atoms that were added; they are numbered after the formula's variables.
    atoms: Vec<Inequality>,
    /// The variable of every atom.
    known: HashMap<Inequality, i32>,
    lemmas: Vec<Vec<(i32, u64)>>,
    model: Vec<bool>,
}

struct Stop<F>(F);

impl<F: FnMut() -> bool> Terminator for Stop<F> {
    fn terminated(&mut self) -> bool {
        self.0()
    }
}

impl Solver {
    /// A solver with the clauses of a formula.
    #[must_use]
    pub fn new(clauses: &Clauses) -> Solver {
        let mut cadical = CaDiCal::new();
        // Definitions of new variables are the one thing that steps cannot say.
        cadical.set("factor", 0);
        // Trying the simplest values first costs more than all else when it is done a thousand
        // times.
        cadical.set("lucky", 0);
        let trace = Rc::new(RefCell::new(Trace::default()));
        cadical.connect_proof_tracer1(Rc::clone(&trace), true, false);
        let mut solver = Solver {
            cadical,
            trace,
            variables: clauses.variables(),
            clauses: clauses.len(),
            atoms: Vec::new(),
            known: clauses.atoms().iter().map(|(v, i)| (i.clone(), *v)).collect(),
            lemmas: Vec::new(),
            model: Vec::new(),
        };
        for (place, clause) in clauses.iter().enumerate() {
            solver.add(clause.iter().copied(), Origin::Formula(place + 1));
        }
        // Lemmas will come back to the atoms, so none may be eliminated.
        for (variable, _) in clauses.atoms() {
            solver.cadical.freeze(*variable);
        }
        solver
    }

    fn add(&mut self, clause: impl Iterator<Item = i32>, origin: Origin) {
        if self.refuted() {
            return;
        }
        self.trace.borrow_mut().coming = Some(origin);
        clause.for_each(|literal| self.cadical.add(literal));
        self.cadical.add(0);
    }

    fn refuted(&self) -> bool {
        self.trace.borrow().empty.is_some()
    }

    /// The variable of an inequality in lowest terms; a new one if it has none yet.
    pub fn atom(&mut self, inequality: &Inequality) -> i32 {
        if let Some(&variable) = self.known.get(inequality) {
            return variable;
        }
        self.atoms.push(inequality.clone());
        let variable = i32::try_from(self.variables + self.atoms.len()).expect("few enough atoms");
        self.known.insert(inequality.clone(), variable);
        self.cadical.freeze(variable);
        variable
    }

    /// Adds a clause of atoms with the multipliers by which their negations add up to a
    /// contradiction.
    pub fn add_lemma(&mut self, parts: &[(i32, u64)]) {
        self.lemmas.push(parts.to_vec());
        self.add(parts.iter().map(|part| part.0), Origin::Lemma(self.lemmas.len() - 1));
    }

    /// Stops solving as soon as `stop` says so; it is asked often.
    pub fn stop_when(&mut self, stop: impl FnMut() -> bool + 'static) {
        self.cadical.connect_terminator(Stop(stop));
    }

    /// Whether all clauses and lemmas can be true; `None` if it was stopped.
    pub fn solve(&mut self) -> Option<bool> {
        if self.refuted() {
            return Some(false);
        }
        match self.cadical.solve() {
            Status::SATISFIABLE => {
                let last = i32::try_from(self.variables + self.atoms.len()).expect("few enough");
                self.model = (1..=last).map(|variable| self.cadical.val(variable) > 0).collect();
                Some(true)
            }
            Status::UNSATISFIABLE => Some(false),
            Status::UNKNOWN => None,
        }
    }

    /// Whether a literal was true when the solver last found values.
    ///
    /// # Panics
    ///
    /// If it never did, or the variable is newer.
    #[must_use]
    pub fn value(&self, literal: i32) -> bool {
        self.model[literal.unsigned_abs() as usize - 1] == (literal > 0)
    }

    /// The steps that refute the clauses, after the solver found that they cannot all be true.
    ///
    /// # Errors
    ///
    /// If the solver's own proof is wrong, or there is none.
    pub fn refutation(&self) -> Result<Vec<u8>, Unproved> {
        trim(
            &self.trace.borrow(),
            &Given {
                variables: self.variables,
                clauses: self.clauses,
                atoms: &self.atoms,
                lemmas: &self.lemmas,
            },
        )
    }
}
