//! `census`: which positions of some men can arise, all of them.

mod check;
pub(crate) mod claim;
pub(crate) mod fault;
pub(crate) mod material;
mod text;
