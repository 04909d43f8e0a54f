//! Can a position arise? Games that lead to it, and reasons why none does.
//!
//! A position is *legal* if some game from the initial array leads to it: the game is the proof.
//! It is *illegal* if a set of positions contains it that no game can enter: the initial array is
//! not in it, and every last move that leads into it comes from inside, or from a position that a
//! named rule excludes (`check.rs`). The rules (`rule.rs`) look at one position: the men that
//! never left home (`home.rs`), the account of men (`ledger.rs`), the captures pawns need
//! (`assignment.rs`), the ways of all sixteen pawns (`columns.rs`), checks (`checks.rs`) and whose
//! move it is (`parity.rs`). Each
//! has its lemma, with proof, in docs/theory/illegality.md.

mod assignment;
mod check;
mod checks;
mod claim;
mod column;
mod columns;
mod fault;
mod home;
mod ledger;
mod parity;
mod past;
mod reason;
mod rights;
mod rule;
mod text;

pub use claim::{Closed, LegalityCertificate, LegalityEvidence, ProofGame};
pub use fault::LegalityFault;
pub use reason::Reason;
pub use rule::{Examiner, Rule};
