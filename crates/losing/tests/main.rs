//! Every test of this folder in one binary, which is built and linked once.

mod book;
mod campaign;
mod campaign_kill;
mod chances;
mod common;
mod damaged;
mod expand;
mod openings;
mod prove;
mod search;
mod shrink;
mod toy;
mod tree;
mod walk;
