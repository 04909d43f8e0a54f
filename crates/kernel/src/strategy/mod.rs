//! Strategies: one definition, read as a program and as a formula, and the checker of its proofs.

mod formula;
mod krk;
mod krk_lemmas;
mod logic;

pub use formula::{Arena, Form, Formula, Inequality, Linear, Literal, Node};
pub use krk::{Board, Condition, Kind, Men, Place, STEPS, Strategy};
pub use krk_lemmas::Scene;
pub use logic::{Term, Truth};
