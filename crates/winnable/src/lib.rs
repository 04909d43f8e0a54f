//! winnable
pub mod material;
pub mod rollout;
