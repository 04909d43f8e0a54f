//! `longest`: no game has more plies than so many.

pub(crate) mod check;
pub(crate) mod claim;
mod count;
pub(crate) mod fault;
mod text;
