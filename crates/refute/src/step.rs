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
//! | 2, derived | how many literals; the literals; how many hints; for each twice the number of its clause, plus one if the clause is needed no more |
//! | 3, deletion | how many clauses; for each its number, less the one before it (0 before the first) |
//!
//! where a literal is twice its variable less the variable of the literal before it (0 before the
//! first), plus one if it is negated: the variables of a clause rise, and so do the numbers of
//! deleted clauses.
//!
//! Numbers of clauses are not relative: steps near each other use the same clauses, which a
//! compressor then sees. Reading costs memory for one step and never more than a few times the
//! bytes it has.

use std::io::{BufRead, BufReader, Read};

use crate::fault::StepReason;
use crate::formula::Inequality;

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
        /// The clauses that become unit one after the other; the last is false.
        hints: Vec<Hint>,
    },
    /// Clauses that are no longer needed, by number.
    Delete(Vec<u64>),
}

/// A clause that a derived one rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hint {
    /// The number of the clause.
    pub clause: u64,
    /// Whether the clause is needed no more and deleted.
    pub last: bool,
}

impl Step {
    /// Writes the step. Literals and deleted clauses are put in their order.
    pub fn write(&self, into: &mut Vec<u8>) {
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
                    write_number(hint.clause << 1 | u64::from(hint.last), into);
                }
            }
            Step::Delete(ids) => {
                write_number(3, into);
                write_number(ids.len() as u64, into);
                let mut ids = ids.clone();
                ids.sort_unstable();
                let mut before = 0;
                for id in ids {
                    write_number(id - before, into);
                    before = id;
                }
            }
        }
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
}

impl<R: Read> StepReader<R> {
    /// A reader of the steps in the bytes.
    pub fn new(bytes: R) -> StepReader<R> {
        StepReader { bytes: BufReader::with_capacity(1 << 16, bytes) }
    }

    /// The next step, or `None` where the bytes end.
    ///
    /// # Errors
    ///
    /// If the bytes are no step. Whether the step is right is not looked at.
    pub fn step(&mut self) -> Result<Option<Step>, StepReason> {
        Ok(Some(match self.byte()? {
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
                let hints = self.list(|own| {
                    let number = own.number()?;
                    Ok(Hint { clause: number >> 1, last: number & 1 == 1 })
                })?;
                Step::Derived { clause, hints }
            }
            Some(3) => {
                let mut before = 0_u64;
                Step::Delete(self.list(|own| {
                    let gap = own.number()?;
                    before = before.checked_add(gap).ok_or(StepReason::Number)?;
                    if gap == 0 { Err(StepReason::Unknown(before)) } else { Ok(before) }
                })?)
            }
            Some(kind) => return Err(StepReason::Kind(kind)),
        }))
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
}
