//! From everything the solver did to the steps that the kernel's checker reads.
//!
//! One pass backwards from the empty clause keeps what is needed: each clause is derived anew from
//! its hints, and only the hints that its derivation rests on are kept. The clause that uses
//! another one last is met first, so that is where the other is used up. One pass forwards writes
//! the steps, with new numbers. Costs about as much as checking the whole proof once.

use std::fmt;

use zermelo_refute::{Hint, Inequality, Step};

use crate::trace::{Origin, Trace};

/// A clause of the solver that does not follow from its hints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unproved(pub Vec<i32>);

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the solver's clause {:?} does not follow from its hints", self.0)
    }
}

impl std::error::Error for Unproved {}

/// What the solver was given.
pub(crate) struct Given<'a> {
    /// How many variables the formula has; atoms that were added follow them.
    pub variables: usize,
    /// How many clauses the formula has.
    pub clauses: usize,
    /// The atoms that were added.
    pub atoms: &'a [Inequality],
    /// The lemmas that were added.
    pub lemmas: &'a [Vec<(i32, u64)>],
}

/// A clause that is needed: where it is in the trace, and the places of its hints, with whether
/// nothing after it needs them.
struct Kept {
    place: usize,
    hints: Vec<(u32, bool)>,
}

/// The steps that refute what was given, as bytes.
pub(crate) fn trim(trace: &Trace, given: &Given<'_>) -> Result<Vec<u8>, Unproved> {
    let empty = trace.empty.ok_or_else(|| Unproved(Vec::new()))?;
    let mut needed = vec![false; empty + 1];
    needed[empty] = true;
    let mut kept = Vec::new();
    let mut values = Values::new(given.variables + given.atoms.len());
    let mut used = vec![false; given.clauses + 1];
    for place in (0..=empty).rev() {
        if !needed[place] {
            continue;
        }
        let hints = match trace.origin(place) {
            Origin::Formula(number) => {
                used[number] = true;
                // The last step derives the empty clause, even if the formula has it.
                if place < empty {
                    continue;
                }
                vec![place as u32]
            }
            Origin::Lemma(_) => Vec::new(),
            Origin::Derived => values.derive(trace, place)?,
            #[cfg(feature = "prove")]
            Origin::Invented => return Err(Unproved(trace.clause(place).to_vec())),
        };
        let last = |hint: u32| {
            let needed_later = std::mem::replace(&mut needed[hint as usize], true);
            (hint, !needed_later || place == empty)
        };
        let hints = hints.into_iter().map(last).collect();
        kept.push(Kept { place, hints });
    }
    let unused: Vec<u64> = (1..=given.clauses as u64).filter(|&id| !used[id as usize]).collect();
    Ok(written(trace, given, unused, kept))
}

/// The steps in the order of the proof; `kept` is in the opposite one.
fn written(trace: &Trace, given: &Given<'_>, unused: Vec<u64>, kept: Vec<Kept>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if !unused.is_empty() {
        Step::Delete(unused).write(&mut bytes);
    }
    let mut ids = vec![0; kept.first().map_or(0, |last| last.place + 1)];
    let mut atoms = Atoms { given, numbers: vec![0; given.atoms.len()], next: given.variables + 1 };
    let first = given.clauses as u64 + 1;
    for (next, Kept { place, hints }) in (first..).zip(kept.into_iter().rev()) {
        let step = match trace.origin(place) {
            Origin::Lemma(number) => Step::Linear(
                given.lemmas[number]
                    .iter()
                    .map(|&(literal, times)| (atoms.renamed(literal, &mut bytes), times))
                    .collect(),
            ),
            _ => Step::Derived {
                clause: trace
                    .clause(place)
                    .iter()
                    .map(|&literal| atoms.renamed(literal, &mut bytes))
                    .collect(),
                hints: hints
                    .iter()
                    .map(|&(hint, last)| {
                        let clause = match trace.origin(hint as usize) {
                            Origin::Formula(number) => number as u64,
                            _ => ids[hint as usize],
                        };
                        Hint { clause, last }
                    })
                    .collect(),
            },
        };
        step.write(&mut bytes);
        ids[place] = next;
    }
    bytes
}

/// The atoms that were added get new numbers in the order in which they are needed.
struct Atoms<'a> {
    given: &'a Given<'a>,
    numbers: Vec<i32>,
    next: usize,
}

impl Atoms<'_> {
    /// The literal's new name. If its atom is new, the step that says so is written.
    fn renamed(&mut self, literal: i32, bytes: &mut Vec<u8>) -> i32 {
        let variable = literal.unsigned_abs() as usize;
        let Some(added) = variable.checked_sub(self.given.variables + 1) else { return literal };
        if self.numbers[added] == 0 {
            Step::Atom(self.given.atoms[added].clone()).write(bytes);
            self.numbers[added] = self.next as i32;
            self.next += 1;
        }
        self.numbers[added] * literal.signum()
    }
}

/// Values of the variables, and which hint gave them.
struct Values {
    /// 1 if true, -1 if false, 0 if neither.
    values: Vec<i8>,
    /// The place of the hint in the list; `NO_HINT` for what the derivation starts from.
    reasons: Vec<u32>,
    trail: Vec<i32>,
}

const NO_HINT: u32 = u32::MAX;

impl Values {
    fn new(variables: usize) -> Values {
        Values {
            values: vec![0; variables + 1],
            reasons: vec![NO_HINT; variables + 1],
            trail: Vec::new(),
        }
    }

    fn set(&mut self, literal: i32, reason: u32) {
        let variable = literal.unsigned_abs() as usize;
        self.values[variable] = literal.signum() as i8;
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// The hints that deriving the clause at a place rests on.
    fn derive(&mut self, trace: &Trace, place: usize) -> Result<Vec<u32>, Unproved> {
        let hints = self.conflict(trace, place);
        for literal in self.trail.drain(..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        hints.ok_or_else(|| Unproved(trace.clause(place).to_vec()))
    }

    fn conflict(&mut self, trace: &Trace, place: usize) -> Option<Vec<u32>> {
        for &literal in trace.clause(place) {
            self.set(-literal, NO_HINT);
        }
        let hints = trace.hints(place);
        let mut found = None;
        for (at, &hint) in hints.iter().enumerate() {
            if hint as usize >= place {
                return None;
            }
            let mut open = trace.clause(hint as usize).iter().filter(|literal| {
                i32::from(self.values[literal.unsigned_abs() as usize]) != -literal.signum()
            });
            match (open.next(), open.next()) {
                (None, _) => {
                    found = Some(at);
                    break;
                }
                (Some(&literal), None) => {
                    // One that is true already adds nothing.
                    if self.values[literal.unsigned_abs() as usize] == 0 {
                        self.set(literal, at as u32);
                    }
                }
                _ => return None,
            }
        }
        let mut rests_on = vec![false; found? + 1];
        rests_on[found?] = true;
        for at in (0..rests_on.len()).rev() {
            if !rests_on[at] {
                continue;
            }
            for literal in trace.clause(hints[at] as usize) {
                let reason = self.reasons[literal.unsigned_abs() as usize];
                if (reason as usize) < at {
                    rests_on[reason as usize] = true;
                }
            }
        }
        Some(hints.iter().zip(rests_on).filter_map(|(&hint, yes)| yes.then_some(hint)).collect())
    }
}
