//! Strategies: one definition, read as a program and as a formula, and the checker of its proofs.

mod bits;
mod clauses;
mod formula;
pub mod kqk;
mod kqk_lemmas;
mod kqk_order;
mod krk;
mod krk_lemmas;
mod limits;
mod logic;
mod playing;
mod refutation;
mod refutation_fault;
mod scene;
mod step;
mod theorem;

pub use bits::{OnBits, on_bits};
pub use clauses::Clauses;
pub use formula::{Arena, Form, Formula, Inequality, Linear, Literal, Node};
pub use kqk_lemmas::kqk_lemmas;
pub use krk::{Board, Condition, Kind, Men, Place, STEPS, Strategy};
pub use krk_lemmas::{After, follow_ups, krk_lemmas};
pub use limits::limits;
pub use logic::{Term, Truth};
pub use playing::{Choice, Counterexample, Failure, PlayFault};
pub use refutation::{Checked, check_refutation};
pub use refutation_fault::{StepFault, StepReason};
pub use scene::{Boards, Lemma, Scene};
pub use step::{Hint, Step, StepReader};
pub use theorem::{ProvedLemma, StrategyClaim, StrategyEnding, StrategyFault};
