pub(crate) mod claim;
pub(crate) mod cover;
pub(crate) mod endings;
pub(crate) mod insufficient;
pub(crate) mod picture;
pub(crate) mod region;
pub(crate) mod steps;
