pub(crate) mod check;
pub(crate) mod claim;
pub(crate) mod class;
pub(crate) mod fault;
