//! Why a refutation was rejected, and at which step.

use std::fmt;

/// Why a refutation was rejected, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepFault {
    /// The step, from 1; if steps are missing, the first one that is.
    pub step: u64,
    /// What is wrong.
    pub reason: StepReason,
}

/// What is wrong with a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepReason {
    /// The bytes cannot be read.
    Unreadable(String),
    /// The bytes end within the step.
    Cut,
    /// A number is too large, or not written in the shortest way.
    Number,
    /// There is no such kind of step.
    Kind(u8),
    /// A variable comes twice in a clause.
    Repeated(i32),
    /// A literal's variable does not exist.
    Variable(i32),
    /// A new atom's inequality is not in lowest terms with its first coefficient positive.
    Terms,
    /// A new atom's inequality has a variable already.
    Known(i32),
    /// A literal of a linear clause is not an inequality.
    NotAnAtom(i32),
    /// A multiplier is zero.
    Multiplier(i32),
    /// The inequalities add up to numbers too large for 128 bits.
    Overflow,
    /// An integer variable does not cancel out.
    Remains(u16),
    /// The inequalities add up to something true.
    Consistent,
    /// A clause does not exist, or no longer.
    Unknown(u64),
    /// A hint is neither unit nor false when its turn comes.
    NotUnit(u64),
    /// There are hints after the false clause.
    Surplus(u64),
    /// No hint is false.
    NoConflict,
    /// A deletion of nothing.
    Nothing,
    /// More is alive than 32 bits can count.
    Size,
    /// The steps end and the empty clause is not derived.
    Unfinished,
    /// It may not go on.
    GivenUp,
    /// There are bytes after the empty clause.
    Rest,
    /// So many clauses are neither used up nor deleted when the empty clause is derived.
    Left(usize),
}

impl std::error::Error for StepFault {}

impl std::error::Error for StepReason {}

impl fmt::Display for StepFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.reason)
    }
}

impl fmt::Display for StepReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepReason::Unreadable(why) => write!(f, "the bytes cannot be read: {why}"),
            StepReason::Cut => f.write_str("the bytes end within the step"),
            StepReason::Number => {
                f.write_str("a number is too large or not written in the shortest way")
            }
            StepReason::Kind(kind) => write!(f, "there is no step of kind {kind}"),
            StepReason::Repeated(variable) => {
                write!(f, "variable {variable} comes twice in the clause")
            }
            StepReason::Variable(literal) => {
                write!(f, "literal {literal}: there is no such variable")
            }
            StepReason::Terms => f.write_str(
                "the inequality is not in lowest terms with its first coefficient positive",
            ),
            StepReason::Known(variable) => {
                write!(f, "the inequality has a variable already, {variable}")
            }
            StepReason::NotAnAtom(literal) => write!(f, "literal {literal} is not an inequality"),
            StepReason::Multiplier(literal) => {
                write!(f, "the multiplier of literal {literal} is zero")
            }
            StepReason::Overflow => f.write_str("the inequalities add up to too large numbers"),
            StepReason::Remains(variable) => {
                write!(f, "integer variable {variable} does not cancel out")
            }
            StepReason::Consistent => {
                f.write_str("the inequalities do not add up to a contradiction")
            }
            StepReason::Unknown(id) => write!(f, "there is no clause {id}"),
            StepReason::NotUnit(id) => write!(f, "clause {id} is neither unit nor false"),
            StepReason::Surplus(id) => write!(f, "clause {id} is a hint after the false clause"),
            StepReason::NoConflict => f.write_str("no hint is false"),
            StepReason::Nothing => f.write_str("nothing is deleted"),
            StepReason::Size => f.write_str("too much is alive at once"),
            StepReason::GivenUp => f.write_str("the check was given up"),
            StepReason::Unfinished => f.write_str("the steps end before the empty clause"),
            StepReason::Left(count) => {
                write!(f, "{count} clauses are neither used up nor deleted at the end")
            }
            StepReason::Rest => f.write_str("there are bytes after the empty clause"),
        }
    }
}
