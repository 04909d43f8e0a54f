//! `winnable` and `unwinnable` in losing chess: can a side still win, by any moves of both sides?
//!
//! Read `claim.rs` (what a certificate is), then `check.rs` (lines and closed sets).

pub(crate) mod check;
pub(crate) mod claim;
mod text;
