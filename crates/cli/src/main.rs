//! The `zermelo` command: parses, calls, prints.
//!
//! Nothing here decides anything. A query goes to an engine, the engine's claim goes to the
//! kernel, and only what the kernel accepted is printed (the crate `answers` is the one place where
//! that happens). The rest of the crate is about reading what people write and writing what people and
//! programs read: one file for each idea.

#![forbid(unsafe_code)]
#![allow(unnameable_types, reason = "a program has no types to name")]

mod args;
mod batch;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod diagram;
mod exit;
mod input;
mod judge;
mod legal;
mod longest;
mod losing;
mod losing_chances;
mod perft;
mod pipeline;
mod progress;
mod proof;
mod puzzle;
mod retract;
mod scan;
mod serve;
mod strategy;
mod style;
mod table;
mod winnable;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use exit::{Exit, Fault};
use zermelo_answers::{names, query, san};

fn main() -> ExitCode {
    // A panic is a bug whoever caused it; it says so in one line, and the status is 70.
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|at| format!(" ({at})")).unwrap_or_default();
        let what = info.payload_as_str().unwrap_or("no reason given");
        exit::tell(format_args!("bug: {what}{place}; {}", exit::PLEASE_REPORT));
    }));
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return exit::usage(&error).into(),
    };
    match std::panic::catch_unwind(|| run(cli)) {
        Ok(Ok(exit)) => exit,
        Ok(Err(fault)) => fault.report(),
        Err(_) => Exit::Bug,
    }
    .into()
}

fn run(cli: Cli) -> Result<Exit, Fault> {
    match cli.command {
        Command::Winnable(args) => match &args.batch.batch {
            Some(source) => batch::run(source, &args),
            None => winnable::run(&args),
        },
        Command::Judge(args) => judge::run(&args),
        Command::Scan(args) => scan::run(&args),
        #[cfg(feature = "cluster")]
        Command::Cluster(args) => cluster::run(&args),
        #[cfg(not(feature = "cluster"))]
        Command::Cluster { .. } => exit::bad_input(args::scan::WITHOUT_SQL),
        Command::Longest(args) => longest::run(&args),
        Command::Puzzle(args) => puzzle::run(&args),
        Command::Legal(args) => legal::run(&args),
        Command::Retract(args) => retract::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Losing(args) => losing::run(&args),
        Command::Strategy(args) => strategy::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Completions(args) => {
            // Through a buffer, for clap_complete panics on a closed pipe.
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "zermelo", &mut script);
            io::stdout().lock().write_all(&script)?;
            Ok(Exit::Answered)
        }
        Command::Manual { folder } => {
            let unwritten = |error| Fault::BadInput(format!("{}: {error}", folder.display()));
            clap_mangen::generate_to(Cli::command(), &folder).map_err(unwritten)?;
            Ok(Exit::Answered)
        }
    }
}
