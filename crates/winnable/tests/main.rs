//! Every test of this folder in one binary, which is built and linked once.

mod checked;
mod contradictions;
mod corpora;
mod deadline;
mod lemmas;
mod mutants;
mod problems;
mod region_fuzz;
mod twin;
