//! Every test of this folder in one binary, which is built and linked once.

mod damaged;
mod pages;
mod service;
