pub(crate) mod check;
pub(crate) mod fault;
pub(crate) mod nodes;
pub(crate) mod text;
