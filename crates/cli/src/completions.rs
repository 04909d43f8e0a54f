//! `zermelo completions SHELL`.

use std::io::{self, Write};

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::exit::{Exit, Fault};

/// Prints the completions. Through a buffer, for clap_complete panics on a closed pipe.
pub fn run(args: &CompletionsArgs) -> Result<Exit, Fault> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "zermelo", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(Exit::Answered)
}
