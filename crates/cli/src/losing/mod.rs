//! `zermelo losing`: openings of losing chess, solved and proved.
//!
//! The crate `answers` searches, proves and says what is said. Here is one file a command, and a
//! folder for campaigns; `files.rs` reads and writes proofs, `tables.rs` sees to the tables, and
//! `progress.rs` to what is said meanwhile. What people read is laid out in `words/losing.rs`.

mod campaign;
mod export;
mod files;
mod progress;
mod solve;
mod tables;
mod tree;
mod verify;

use crate::args::losing::LosingCommand;
use crate::exit::{Exit, Fault};

/// Does what is asked.
pub fn run(command: &LosingCommand) -> Result<Exit, Fault> {
    match command {
        LosingCommand::Solve(args) => solve::run(args),
        LosingCommand::Verify(args) => verify::run(args),
        LosingCommand::Tree(args) => tree::run(args),
        LosingCommand::Export(args) => export::run(args),
        LosingCommand::Campaign(command) => campaign::run(command),
    }
}
