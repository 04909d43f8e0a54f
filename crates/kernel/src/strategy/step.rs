//! The steps of a refutation, and how they are written as bytes.
//!
//! A number is written in base 128, lowest digits first, seven bits a byte, the eighth bit set in
//! all bytes but the last (LEB128), in the shortest way and below 2^64. A signed number `n` is
//! written as the number `2n`, or `-2n - 1` if negative. Clauses are numbered in the order in
//! which they come, those of the formula first; so are variables. Every step is
//!
//! | kind | then |
//! |---|---|
//! | 0, atom | how many parts; for each the variable (less the one before and 1, but for the first) and the signed coefficient; the signed bound |
//! | 1, linear | how many literals; for each the literal and its multiplier |
//! | 2, derived | how many literals; the literals; how many hints; for each the number that the new clause gets less that of the hint |
//! | 3, deletion | how many clauses; for the first the number that the next new clause gets less that of this one; for each other the number of the one before less that of this one |
//!
//! where a literal is twice its variable less the variable of the literal before it (0 before the
//! first), plus one if it is negated: the variables of a clause rise.
//!
//! Reading costs memory for one step and never more than a few times the bytes it has.

use std::io::{BufRead, BufReader, Read};

use super::formula::Inequality;
use super::refutation_fault::StepReason;

/// A step of a refutation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A new variable stands for an inequality.
    Atom(Inequality),
    /// A new clause of atoms: their negations, so many times each, add up to a contradiction.
    Linear(Vec<(i32, u64)>),
    /// A new clause that follows by unit propagation.
    Derived {
        /// The clause.
        clause: Vec<i32>,
        /// The numbers of the clauses that become unit one after the other; the last is false.
        hints: Vec<u64>,
    },
    /// Clauses that are no longer needed, by number.
    Delete(Vec<u64>),
}

impl Step {
    /// Writes the step; `next` is the number that the next new clause gets.
    ///
    /// Literals and deleted clauses are put in their order.
    pub fn write(&self, next: u64, into: &mut Vec<u8>) {
        match self {
            Step::Atom(inequality) => {
                write_number(0, into);
                write_number(inequality.parts.len() as u64, into);
                let mut least = 0;
                for &(variable, coefficient) in &inequality.parts {
                    write_number(u64::from(variable).wrapping_sub(least), into);
                    write_signed(coefficient, into);
                    least = u64::from(variable) + 1;
                }
                write_signed(inequality.bound, into);
            }
            Step::Linear(parts) => {
                write_number(1, into);
                write_number(parts.len() as u64, into);
                let mut parts = parts.clone();
                parts.sort_unstable_by_key(|part| part.0.unsigned_abs());
                let mut before = 0;
                for (literal, multiplier) in parts {
                    write_literal(literal, &mut before, into);
                    write_number(multiplier, into);
                }
            }
            Step::Derived { clause, hints } => {
                write_number(2, into);
                write_number(clause.len() as u64, into);
                let mut clause = clause.clone();
                clause.sort_unstable_by_key(|literal| literal.unsigned_abs());
                let mut before = 0;
                for literal in clause {
                    write_literal(literal, &mut before, into);
                }
                write_number(hints.len() as u64, into);
                for hint in hints {
                    write_number(next.wrapping_sub(*hint), into);
                }
            }
            Step::Delete(ids) => {
                write_number(3, into);
                write_number(ids.len() as u64, into);
                let mut ids = ids.clone();
                ids.sort_unstable_by(|a, b| b.cmp(a));
                let mut before = next;
                for id in ids {
                    write_number(before.wrapping_sub(id), into);
                    before = id;
                }
            }
        }
    }

    /// Whether the step adds a clause.
    #[must_use]
    pub fn adds_clause(&self) -> bool {
        matches!(self, Step::Linear(_) | Step::Derived { .. })
    }
}

fn write_number(mut number: u64, into: &mut Vec<u8>) {
    while number >= 128 {
        into.push(number as u8 | 128);
        number >>= 7;
    }
    into.push(number as u8);
}

fn write_signed(number: i64, into: &mut Vec<u8>) {
    write_number((number << 1 ^ number >> 63) as u64, into);
}

fn write_literal(literal: i32, before: &mut u32, into: &mut Vec<u8>) {
    let variable = literal.unsigned_abs();
    let gap = u64::from(variable.wrapping_sub(*before));
    write_number(gap << 1 | u64::from(literal < 0), into);
    *before = variable;
}

/// Reads steps one after the other.
pub struct StepReader<R> {
    bytes: BufReader<R>,
    next: u64,
}

impl<R: Read> StepReader<R> {
    /// A reader of the steps for a formula of so many clauses.
    pub fn new(bytes: R, clauses: u64) -> StepReader<R> {
        StepReader { bytes: BufReader::with_capacity(1 << 16, bytes), next: clauses + 1 }
    }

    /// The next step, or nothing where the bytes end.
    ///
    /// # Errors
    ///
    /// If the bytes are no step. Whether the step is right is not looked at.
    pub fn step(&mut self) -> Result<Option<Step>, StepReason> {
        let step = match self.byte()? {
            None => return Ok(None),
            Some(0) => Step::Atom(self.inequality()?),
            Some(1) => {
                let mut before = 0;
                let literals = self.list(|own| Ok((own.literal(&mut before)?, own.number()?)))?;
                Step::Linear(literals)
            }
            Some(2) => {
                let mut before = 0;
                let clause = self.list(|own| own.literal(&mut before))?;
                let next = self.next;
                let hints = self.list(|own| own.earlier(next))?;
                Step::Derived { clause, hints }
            }
            Some(3) => {
                let mut before = self.next;
                Step::Delete(self.list(|own| {
                    before = own.earlier(before)?;
                    Ok(before)
                })?)
            }
            Some(kind) => return Err(StepReason::Kind(kind)),
        };
        self.next += u64::from(step.adds_clause());
        Ok(Some(step))
    }

    fn byte(&mut self) -> Result<Option<u8>, StepReason> {
        loop {
            match self.bytes.fill_buf() {
                Ok(bytes) => {
                    let byte = bytes.first().copied();
                    self.bytes.consume(usize::from(byte.is_some()));
                    return Ok(byte);
                }
                Err(fault) if fault.kind() == std::io::ErrorKind::Interrupted => {}
                Err(fault) => return Err(StepReason::Unreadable(fault.to_string())),
            }
        }
    }

    fn number(&mut self) -> Result<u64, StepReason> {
        let mut number = 0;
        for place in 0..10 {
            let byte = self.byte()?.ok_or(StepReason::Cut)?;
            let digits = u64::from(byte & 127);
            // The tenth byte has room for one bit, and a last byte of zero is one too many.
            if place == 9 && digits > 1 || place > 0 && byte == 0 {
                return Err(StepReason::Number);
            }
            number |= digits << (7 * place);
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(StepReason::Number)
    }

    fn signed(&mut self) -> Result<i64, StepReason> {
        let number = self.number()?;
        let half = (number >> 1) as i64;
        Ok(if number & 1 == 1 { -half - 1 } else { half })
    }

    /// A list grows with the bytes that are there, whatever its length claims to be.
    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, StepReason>,
    ) -> Result<Vec<T>, StepReason> {
        let length = self.number()?;
        let mut list = Vec::with_capacity(length.min(64) as usize);
        for _ in 0..length {
            list.push(item(self)?);
        }
        Ok(list)
    }

    fn inequality(&mut self) -> Result<Inequality, StepReason> {
        let mut least = 0;
        let parts = self.list(|own| {
            let variable = own.number()?.checked_add(least).and_then(|v| u16::try_from(v).ok());
            let variable = variable.ok_or(StepReason::Number)?;
            least = u64::from(variable) + 1;
            Ok((variable, own.signed()?))
        })?;
        Ok(Inequality { parts, bound: self.signed()? })
    }

    fn literal(&mut self, before: &mut u32) -> Result<i32, StepReason> {
        let number = self.number()?;
        let variable = u64::from(*before) + (number >> 1);
        let literal = i32::try_from(variable).map_err(|_| StepReason::Number)?;
        if number >> 1 == 0 {
            return Err(StepReason::Repeated(literal));
        }
        *before = literal.unsigned_abs();
        Ok(if number & 1 == 1 { -literal } else { literal })
    }

    /// The number of a clause that comes before another.
    fn earlier(&mut self, than: u64) -> Result<u64, StepReason> {
        let distance = self.number()?;
        match than.checked_sub(distance) {
            Some(id) if id > 0 && id < than => Ok(id),
            _ => Err(StepReason::Distance(distance)),
        }
    }
}
