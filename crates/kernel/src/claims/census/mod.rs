pub(crate) mod claim;
mod text;
