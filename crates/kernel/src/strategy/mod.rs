//! Strategies: one definition, read as a program and as a formula, and the checker of its proofs.

mod bits;
mod clauses;
mod formula;
mod krk;
mod logic;
mod refutation;
mod refutation_fault;
mod step;

pub use bits::{OnBits, on_bits};
pub use clauses::Clauses;
pub use formula::{Arena, Form, Formula, Inequality, Linear, Literal, Node};
pub use krk::{Board, Condition, Kind, Men, Place, STEPS, Strategy};
pub use logic::{Term, Truth};
pub use refutation::{Checked, check_refutation};
pub use refutation_fault::{StepFault, StepReason};
pub use step::{Step, StepReader};
