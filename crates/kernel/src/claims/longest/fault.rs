//! Why a counting was rejected.

use super::claim::CountStep;
use crate::Exhausted;

/// Why a `longest` certificate was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LongestFault {
    /// Another step belongs here, counted from 1.
    Order(usize, CountStep),
    /// The counting ends too early or goes on too long.
    Length(usize),
    /// A step's number is not what the check finds.
    Number {
        /// The step.
        step: CountStep,
        /// Its number in the certificate.
        claimed: u64,
        /// What the check finds.
        found: u64,
    },
    /// The counting does not come to the claim.
    Claim {
        /// No game has more plies, it is claimed.
        claimed: u64,
        /// What was counted.
        counted: u64,
    },
    /// The case that a step rests on does not hold.
    Case(CountStep),
    /// The check was given up.
    Exhausted(Exhausted),
}

impl std::fmt::Display for LongestFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LongestFault::Order(number, step) => {
                write!(f, "step {number} of the counting must be `{}`", step.name())
            }
            LongestFault::Length(steps) => write!(f, "the counting has {steps} steps"),
            LongestFault::Number { step, claimed, found } => {
                write!(f, "step `{}` says {claimed}, and it is {found}", step.name())
            }
            LongestFault::Claim { claimed, counted } => {
                write!(f, "{claimed} plies are claimed, and {counted} are counted")
            }
            LongestFault::Case(step) => write!(f, "step `{}` does not hold", step.name()),
            LongestFault::Exhausted(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for LongestFault {}

impl From<Exhausted> for LongestFault {
    fn from(why: Exhausted) -> LongestFault {
        LongestFault::Exhausted(why)
    }
}
