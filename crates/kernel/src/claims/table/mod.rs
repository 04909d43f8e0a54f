pub(crate) mod class;
pub(crate) mod entry;
