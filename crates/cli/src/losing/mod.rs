//! `zermelo losing`: openings of losing chess, solved and proved.
//!
//! The crate `answers` reads positions, lines and proofs; `tables.rs` sees to the tables, `work.rs`
//! to what is said during long work, `files.rs` to the files of proofs. Then one file a command, and a folder
//! for campaigns; what people read is in `words/losing.rs`, the keys of the JSON are documented in
//! docs/guide/losing.md.

mod campaign;
mod export;
mod files;
mod solve;
mod tables;
mod tree;
mod verify;
mod work;

use crate::args::{LosingArgs, LosingCommand};
use crate::exit::{Exit, Fault};

pub use campaign::Standing;
pub use solve::{Proof, Solved, Verdict};
pub use verify::Verified;
pub use zermelo_answers::losing::{End, Opening, Seen, View};

/// Does what is asked.
pub fn run(args: &LosingArgs) -> Result<Exit, Fault> {
    match &args.command {
        LosingCommand::Solve(args) => solve::run(args),
        LosingCommand::Verify(args) => verify::run(args),
        LosingCommand::Tree(args) => tree::run(args),
        LosingCommand::Export(args) => export::run(args),
        LosingCommand::Campaign(args) => campaign::run(&args.command),
    }
}
