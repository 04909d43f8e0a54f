//! The checker of refutations: clauses, unit propagation and sums of inequalities, nothing else.
//!
//! A refutation shows that the clauses of a formula cannot all be true, whatever integers its
//! variables are. It is read one step after the other:
//!
//! - *atom*: a new variable means a given inequality. That takes no freedom from the others.
//! - *linear*: a new clause of atoms. Were it false, the negations of its literals would hold,
//!   which are inequalities as well (over the integers "not sum <= b" is "-sum <= -b - 1"); taken
//!   as often as the multipliers say they add up to `0 <= b` with `b` negative (Farkas 1902).
//! - *derived*: a new clause. Were it false, the hints would force one literal after the other, and
//!   the last of them would be false (LRAT without RAT; Cruz-Filipe and others 2017). A hint can
//!   say that its clause is used for the last time.
//! - *deletion*: some clauses are not needed at all.
//!
//! The last step derives the empty clause and uses up what is left: nothing in a refutation may be
//! idle, so that hardly anything in it can be changed and still be right. Time is linear in the literals of the hints; memory in
//! the literals alive, and eight bytes for each clause there ever was.

use std::collections::HashMap;
use std::io::Read;

use crate::clauses::Clauses;
use crate::fault::{StepFault, StepReason};
use crate::formula::{Inequality, gcd};
use crate::step::{Hint, Step, StepReader};

/// What was checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checked {
    /// Steps of any kind.
    pub steps: u64,
    /// New variables for inequalities.
    pub atoms: u64,
    /// Clauses by linear arithmetic.
    pub lemmas: u64,
    /// Clauses by unit propagation.
    pub derived: u64,
    /// Clauses deleted without being needed.
    pub unused: u64,
    /// Literals in the new clauses.
    pub literals: u64,
    /// Hints.
    pub hints: u64,
}

/// Checks that the steps refute the clauses.
///
/// # Errors
///
/// At the first step that is wrong.
pub fn check_refutation(clauses: &Clauses, steps: impl Read) -> Result<Checked, StepFault> {
    check_refutation_while(clauses, steps, |_| true)
}

/// The same, as long as `may_go_on` says so. Before each step it is told the step's size, in which
/// the time that it takes is linear; what is kept in memory is linear in the bytes of the steps.
///
/// # Errors
///
/// At the first step that is wrong, or at which it may not go on.
pub fn check_refutation_while(
    clauses: &Clauses,
    steps: impl Read,
    mut may_go_on: impl FnMut(u64) -> bool,
) -> Result<Checked, StepFault> {
    let mut reader = StepReader::new(steps);
    let mut checked = Checked::default();
    let fault = |step, reason| StepFault { step, reason };
    let mut checker = Checker::of(clauses).map_err(|reason| fault(0, reason))?;
    loop {
        let number = checked.steps + 1;
        let step = reader.step().map_err(|reason| fault(number, reason))?;
        let Some(step) = step else { return Err(fault(number, StepReason::Unfinished)) };
        if !may_go_on(checker.size(&step)) {
            return Err(fault(number, StepReason::GivenUp));
        }
        checker.take(&step, &mut checked).map_err(|reason| fault(number, reason))?;
        checked.steps = number;
        if matches!(&step, Step::Derived { clause, .. } if clause.is_empty()) {
            if !matches!(reader.step(), Ok(None)) {
                return Err(fault(number + 1, StepReason::Rest));
            }
            // The empty clause itself is left.
            return match checker.alive - 1 {
                0 => Ok(checked),
                left => Err(fault(number, StepReason::Left(left))),
            };
        }
    }
}

/// Where a clause lies in the literals. A deleted one has a length that no clause has.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    length: u32,
}

const DELETED: u32 = u32::MAX;

struct Checker {
    literals: Vec<i32>,
    /// The clauses by number, from 1.
    spans: Vec<Span>,
    /// How many clauses are not deleted.
    alive: usize,
    /// How many of `literals` belong to deleted clauses.
    unused: usize,
    /// For each variable 1 if it is true, -1 if false, 0 if neither.
    values: Vec<i8>,
    /// The variables with a value.
    trail: Vec<usize>,
    /// The inequality of each variable that stands for one.
    meanings: Vec<Option<Inequality>>,
    atoms: HashMap<Inequality, i32>,
}

impl Checker {
    fn of(clauses: &Clauses) -> Result<Checker, StepReason> {
        let variables = clauses.variables();
        let mut checker = Checker {
            literals: Vec::new(),
            spans: vec![Span { start: 0, length: DELETED }],
            alive: 0,
            unused: 0,
            values: vec![0; variables + 1],
            trail: Vec::new(),
            meanings: vec![None; variables + 1],
            atoms: HashMap::new(),
        };
        for (variable, inequality) in clauses.atoms() {
            checker.meanings[variable.unsigned_abs() as usize] = Some(inequality.clone());
            checker.atoms.insert(inequality.clone(), *variable);
        }
        for clause in clauses.iter() {
            checker.keep(clause.iter().copied())?;
        }
        Ok(checker)
    }

    /// How many literals and parts of inequalities a step looks at.
    fn size(&self, step: &Step) -> u64 {
        let parts = |literal: i32| {
            let meaning = self.meanings.get(literal.unsigned_abs() as usize);
            meaning.and_then(Option::as_ref).map_or(0, |inequality| inequality.parts.len())
        };
        let size = match step {
            Step::Atom(inequality) => inequality.parts.len(),
            Step::Linear(literals) => literals.iter().map(|&(literal, _)| 1 + parts(literal)).sum(),
            Step::Derived { clause, hints } => {
                let length = |hint: &Hint| self.clause(hint.clause).map_or(0, <[i32]>::len);
                clause.len() + hints.iter().map(|hint| 1 + length(hint)).sum::<usize>()
            }
            Step::Delete(ids) => ids.len(),
        };
        size as u64
    }

    fn take(&mut self, step: &Step, checked: &mut Checked) -> Result<(), StepReason> {
        match step {
            Step::Atom(inequality) => {
                self.atom(inequality)?;
                checked.atoms += 1;
            }
            Step::Linear(parts) => {
                self.linear(parts)?;
                self.keep(parts.iter().map(|part| part.0))?;
                checked.lemmas += 1;
                checked.literals += parts.len() as u64;
            }
            Step::Derived { clause, hints } => {
                self.derived(clause, hints)?;
                for hint in hints.iter().filter(|hint| hint.last) {
                    self.delete(hint.clause)?;
                }
                self.keep(clause.iter().copied())?;
                checked.derived += 1;
                checked.literals += clause.len() as u64;
                checked.hints += hints.len() as u64;
            }
            Step::Delete(ids) => {
                if ids.is_empty() {
                    return Err(StepReason::Nothing);
                }
                for &id in ids {
                    self.delete(id)?;
                }
                checked.unused += ids.len() as u64;
            }
        }
        Ok(())
    }

    fn atom(&mut self, inequality: &Inequality) -> Result<(), StepReason> {
        let parts = &inequality.parts;
        let rising = parts.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let nonzero = parts.iter().all(|part| part.1 != 0);
        let divisor = parts.iter().fold(0, |all, part| gcd(all, part.1.unsigned_abs()));
        if !rising || !nonzero || divisor != 1 || parts[0].1 < 0 {
            return Err(StepReason::Terms);
        }
        if let Some(&variable) = self.atoms.get(inequality) {
            return Err(StepReason::Known(variable));
        }
        let variable = i32::try_from(self.values.len()).map_err(|_| StepReason::Size)?;
        self.values.push(0);
        self.meanings.push(Some(inequality.clone()));
        self.atoms.insert(inequality.clone(), variable);
        Ok(())
    }

    fn linear(&self, parts: &[(i32, u64)]) -> Result<(), StepReason> {
        let mut sum: Vec<(u16, i128)> = Vec::new();
        let mut bound = 0_i128;
        for &(literal, multiplier) in parts {
            let meaning = &self.meanings[self.variable(literal)?];
            let inequality = meaning.as_ref().ok_or(StepReason::NotAnAtom(literal))?;
            if multiplier == 0 {
                return Err(StepReason::Multiplier(literal));
            }
            // The negation of `sum <= bound` is `-sum <= -bound - 1`; that of its negation is
            // itself.
            let times = if literal > 0 { -i128::from(multiplier) } else { i128::from(multiplier) };
            let limit = i128::from(inequality.bound) + i128::from(literal > 0);
            bound = times
                .checked_mul(limit)
                .and_then(|product| bound.checked_add(product))
                .ok_or(StepReason::Overflow)?;
            for &(variable, coefficient) in &inequality.parts {
                let product = times.checked_mul(i128::from(coefficient));
                sum.push((variable, product.ok_or(StepReason::Overflow)?));
            }
        }
        sum.sort_by_key(|part| part.0);
        for same in sum.chunk_by(|a, b| a.0 == b.0) {
            let total = same.iter().try_fold(0_i128, |total, part| total.checked_add(part.1));
            if total.ok_or(StepReason::Overflow)? != 0 {
                return Err(StepReason::Remains(same[0].0));
            }
        }
        if bound < 0 { Ok(()) } else { Err(StepReason::Consistent) }
    }

    fn derived(&mut self, clause: &[i32], hints: &[Hint]) -> Result<(), StepReason> {
        let found = self.conflict(clause, hints);
        for variable in self.trail.drain(..) {
            self.values[variable] = 0;
        }
        found
    }

    /// Makes the clause false and follows the hints to a clause that is false. Leaves the values
    /// as they are then.
    fn conflict(&mut self, clause: &[i32], hints: &[Hint]) -> Result<(), StepReason> {
        for &literal in clause {
            self.variable(literal)?;
            if self.value(literal) != 0 {
                return Err(StepReason::Repeated(literal));
            }
            self.set(-literal);
        }
        for (place, hint) in hints.iter().enumerate() {
            match self.unit(hint.clause)? {
                Some(literal) => self.set(literal),
                None => {
                    return match hints.get(place + 1) {
                        Some(more) => Err(StepReason::Surplus(more.clause)),
                        None => Ok(()),
                    };
                }
            }
        }
        Err(StepReason::NoConflict)
    }

    /// The one literal of a clause that is not false, if there is one; it has no value yet.
    fn unit(&self, hint: u64) -> Result<Option<i32>, StepReason> {
        let mut open = None;
        for &literal in self.clause(hint)? {
            let value = self.value(literal);
            if value > 0 || value == 0 && open.is_some() {
                return Err(StepReason::NotUnit(hint));
            }
            if value == 0 {
                open = Some(literal);
            }
        }
        Ok(open)
    }

    fn delete(&mut self, id: u64) -> Result<(), StepReason> {
        self.unused += self.clause(id)?.len();
        self.alive -= 1;
        self.spans[id as usize].length = DELETED;
        if self.unused > 1 << 16 && self.unused > self.literals.len() / 2 {
            self.close_gaps();
        }
        Ok(())
    }

    /// Moves the literals that are alive to the front, in the order in which they are.
    fn close_gaps(&mut self) {
        let mut end = 0;
        for span in self.spans.iter_mut().filter(|span| span.length != DELETED) {
            let start = span.start as usize;
            self.literals.copy_within(start..start + span.length as usize, end);
            span.start = end as u32;
            end += span.length as usize;
        }
        self.literals.truncate(end);
        self.unused = 0;
    }

    fn keep(&mut self, clause: impl Iterator<Item = i32>) -> Result<(), StepReason> {
        let start = self.literals.len();
        self.literals.extend(clause);
        let end = u32::try_from(self.literals.len()).map_err(|_| StepReason::Size)?;
        self.spans.push(Span { start: start as u32, length: end - start as u32 });
        self.alive += 1;
        Ok(())
    }

    fn clause(&self, id: u64) -> Result<&[i32], StepReason> {
        let span = usize::try_from(id).ok().and_then(|id| self.spans.get(id));
        match span {
            Some(span) if span.length != DELETED => {
                let start = span.start as usize;
                Ok(&self.literals[start..start + span.length as usize])
            }
            _ => Err(StepReason::Unknown(id)),
        }
    }

    fn variable(&self, literal: i32) -> Result<usize, StepReason> {
        let variable = literal.unsigned_abs() as usize;
        if variable == 0 || variable >= self.values.len() {
            return Err(StepReason::Variable(literal));
        }
        Ok(variable)
    }

    fn value(&self, literal: i32) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal > 0 { value } else { -value }
    }

    fn set(&mut self, literal: i32) {
        let variable = literal.unsigned_abs() as usize;
        self.values[variable] = if literal > 0 { 1 } else { -1 };
        self.trail.push(variable);
    }
}
