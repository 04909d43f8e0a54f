//! The trusted part about strategies: each is defined once, read as a program and as a formula, and
//! its lemmas, whose refuted denials prove the theorem that it always mates, are made from that
//! definition here.
//!
//! Read in this order: the rules of play (`rules.rs`), king and rook and its strategy (`krk.rs`),
//! what a game by it is (`playing.rs`) and how all games on one board end (`numbering.rs`,
//! `distances.rs`); what lemmas are made of (`scene.rs`, `script.rs`), and the lemmas
//! (`krk_lemmas.rs`), and those about how long a game lasts (`krk_bound.rs`); the same for king and queen (`kqk.rs`, `kqk_lemmas.rs`, `kqk_order.rs`)
//! and for king and two rooks (`krr.rs`, `krr_lemmas.rs`, `krr_order.rs`); the
//! theorem and its certificate (`theorem.rs`). Last, a certificate of any kind, the kernel's among them
//! (`proof.rs`).

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod distances;
pub mod kqk;
mod kqk_lemmas;
mod kqk_order;
mod krk;
mod krk_bound;
mod krk_lemmas;
pub mod krr;
mod krr_lemmas;
mod krr_order;
mod numbering;
mod playing;
mod proof;
mod rules;
mod scene;
mod script;
mod theorem;

pub use distances::Distances;
pub use kqk_lemmas::kqk_lemmas;
pub use krk::{Condition, Kind, Strategy};
pub use krk_lemmas::{After, follow_ups, krk_lemmas};
pub use krr_lemmas::krr_lemmas;
pub use numbering::{MOST_SQUARES, Numbered, Numbering, Unwalkable};
pub use playing::{
    Choice, Counterexample, DoesNotMate, Failure, Fitting, MOST_KINDS, MenOf, PlayFault, Played,
};
pub use proof::{Proof, Rejection, Theorem};
pub use rules::{Board, Men, Pair, Pieces, Place, Rules, STEPS};
pub use scene::{Boards, Denial, DenialIn, FailedLemma, Lemma, LemmaText, Reading, Scene};
pub use theorem::{ProvedLemma, StrategyCertificate, StrategyClaim, StrategyEnding, StrategyFault};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
