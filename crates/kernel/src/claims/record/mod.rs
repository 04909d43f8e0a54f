//! `record`: how and when a game was over, or that it was not.

pub(crate) mod check;
pub(crate) mod claim;
pub(crate) mod fault;
mod text;
