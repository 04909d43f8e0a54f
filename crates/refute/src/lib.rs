//! A trusted checker of refutations: formulas of linear integer arithmetic that cannot hold.
//!
//! A formula is built in an [`Arena`] from linear inequalities over integers and yes-or-no
//! variables, by the same words that make a program when they are read over plain integers
//! ([`Term`], [`Truth`]). Its [`Clauses`] are what a refutation starts from, and
//! [`check_refutation`] follows it step by step. Whoever found the refutation is not believed;
//! this crate depends on nothing and knows nothing of what the formulas are about.
//!
//! Read in this order: the language (`logic.rs`), formulas (`formula.rs`), clauses (`clauses.rs`),
//! the steps of a refutation and how they are written (`step.rs`), the checker (`refutation.rs`,
//! `fault.rs`); at last formulas over bounded integers as formulas over bits (`limits.rs`,
//! `bits.rs`).

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod bits;
mod clauses;
mod fault;
mod formula;
mod limits;
mod logic;
mod refutation;
mod step;

pub use bits::{OnBits, on_bits};
pub use clauses::Clauses;
pub use fault::{StepFault, StepReason};
pub use formula::{Arena, Form, Formula, Inequality, Linear, Literal, Node};
pub use limits::limits;
pub use logic::{Term, Truth};
pub use refutation::{Checked, check_refutation, check_refutation_while};
pub use step::{Hint, Step, StepReader};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
