//! Strategies: one definition, read as a program and as a formula, and the checker of its proofs.

mod clauses;
mod formula;
pub mod kqk;
mod krk;
mod krk_lemmas;
mod logic;
mod refutation;
mod refutation_fault;
mod step;

pub use clauses::Clauses;
pub use formula::{Arena, Form, Formula, Inequality, Linear, Literal, Node};
pub use krk::{Board, Condition, Kind, Men, Place, STEPS, Strategy};
pub use krk_lemmas::Scene;
pub use logic::{Term, Truth};
pub use refutation::{Checked, check_refutation};
pub use refutation_fault::{StepFault, StepReason};
pub use step::{Step, StepReader};
