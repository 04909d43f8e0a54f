//! Strategies: one definition, read as a program and as a formula, and the checker of its proofs.

mod formula;
mod krk;
mod logic;
mod playing;

pub use formula::{Arena, Form, Formula, Inequality, Linear, Literal, Node};
pub use krk::{Board, Condition, Kind, Men, Place, STEPS, Strategy};
pub use logic::{Term, Truth};
pub use playing::{Choice, Counterexample, Failure, PlayFault};
