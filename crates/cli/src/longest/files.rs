//! `zermelo longest --audit FILE`: every game of a file, replayed by the kernel.

use std::io::{self, BufReader, Write};
use std::path::Path;

use serde::Serialize;
use zermelo_kernel::Game;
use zermelo_record::Audit;
use zermelo_record::pgn::{self, Splitter};

use super::START;
use super::account::Account;
use super::counting;
use crate::args::LongestArgs;
use crate::exit::{Exit, Fault, tell};
use crate::input;

/// A game that cannot be read.
#[derive(Serialize)]
struct BrokenReport<'a> {
    file: &'a str,
    game: u64,
    line: u64,
    error: String,
}

/// Audits every game; one that cannot be read decides the exit status.
pub fn run(file: &Path, args: &LongestArgs) -> Result<Exit, Fault> {
    let name = file.display().to_string();
    let unread = |error: io::Error| Fault::BadInput(format!("{name}: cannot be read: {error}"));
    let bound = counting::bound(args)?.plies;
    let source = input::open(file).and_then(|opened| input::unpacked(opened.source));
    let mut splitter = Splitter::new(BufReader::new(source.map_err(unread)?));
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut exit = Exit::Answered;
    let mut games = 0;
    while let Some(raw) = splitter.next_game().map_err(unread)? {
        games += 1;
        let record = match pgn::read(&raw) {
            Ok(record) => record,
            Err(broken) => {
                exit = Exit::BadInput;
                if args.json {
                    let (game, line) = (broken.number, broken.line);
                    let error = broken.fault.to_string();
                    let report = BrokenReport { file: &name, game, line, error };
                    serde_json::to_writer(&mut out, &report).map_err(io::Error::from)?;
                    writeln!(out)?;
                } else {
                    out.flush()?;
                    tell(format_args!("error: {name}: {broken}"));
                }
                continue;
            }
        };
        let moves = record.moves.iter().map(|m| m.to_kernel()).collect();
        let game = Game { start: record.start, clock: record.clock, moves };
        // The bound is for games from the initial array in which claims are not made.
        let bound = (game.start.to_fen() == START && !args.claims).then_some(bound);
        let audit = Audit::of(&game).map_err(|ply| {
            Fault::Bug(format!("{name}: the kernel refuses ply {ply} of game {}", record.number))
        })?;
        let mut account = Account::new(&audit, args, bound);
        account.file = Some(name.clone());
        account.game = Some(record.number);
        if args.json {
            account.print_json(&mut out)?;
        } else {
            if games > 1 {
                writeln!(out)?;
            }
            account.print(&mut out)?;
        }
    }
    out.flush()?;
    if games == 0 {
        return Err(Fault::BadInput(format!("{name}: there is no game in it")));
    }
    Ok(exit)
}
