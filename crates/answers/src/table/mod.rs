//! Endgame tables: one position, looked up and compared by the kernel.

mod game;
mod probe;
mod words;

pub use game::{Ended, over, read};
pub use probe::{Answer, Known, Line, ProbeFault, ProbeReport, ValueReport, material_of};
pub use words::{Words, distance, moves_of};
