//! winnable
pub mod explore;
pub mod material;
pub mod mobility;
pub mod regions;
pub mod rollout;
