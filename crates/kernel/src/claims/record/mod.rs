pub(crate) mod claim;
