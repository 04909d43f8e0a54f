//! `winnable` and `unwinnable`: can a side still mate, by any legal moves?
//!
//! Read `claim.rs` (what a certificate is), `check.rs` (helpmates and covers), `insufficient.rs`
//! (too little on the board), then regions: `region.rs`, `steps.rs`, `endings.rs`, `picture.rs`.

pub(crate) mod check;
pub(crate) mod claim;
mod endings;
pub(crate) mod fault;
pub(crate) mod insufficient;
mod picture;
mod region;
mod steps;
mod text;
