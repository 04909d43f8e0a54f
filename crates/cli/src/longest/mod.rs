//! `zermelo longest`: a longest possible game, its audit, and the proof that none is longer.
//!
//! Nothing is printed of a generated game that the kernel has not gone through: every move legal,
//! no rule ending it before its last move (the crate `answers`). `account.rs` tells what the kernel's
//! replay shows, `counting.rs` the bound; a file of games can be audited instead (`files.rs`).

mod account;
mod counting;
mod files;

use std::io::{self, Write};

use zermelo_answers::longest;
use zermelo_board::Move;
use zermelo_kernel::{Castling, Ending, Game, Position};
use zermelo_record::Audit;
use zermelo_record::longest::{Options, generate, generate_under_claims};
use zermelo_record::pgn::{Marker, roster, write_game};

use crate::args::LongestArgs;
use crate::exit::{Exit, Fault, tell};
use crate::proof;
use account::Account;

/// The initial array.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/// Answers what was asked.
pub fn run(args: &LongestArgs) -> Result<Exit, Fault> {
    if args.bound {
        return counting::run(args);
    }
    if let Some(file) = &args.audit {
        return files::run(file, args);
    }
    for (file, option) in [(&args.output, "--output"), (&args.proof, "--proof")] {
        if let Some(file) = file {
            proof::can_be_written(file, option).map_err(Fault::BadInput)?;
        }
    }
    let bug = |why: String| Fault::Bug(format!("no game for seed {}: {why}", args.seed));
    let moves = moves(args).map_err(bug)?;
    let start = Position::from_fen(START, Castling::Standard)
        .map_err(|error| Fault::Bug(error.to_string()))?;
    let kernel_moves = moves.iter().map(|m| m.to_kernel()).collect();
    let game = Game { start, clock: 0, moves: kernel_moves };
    let audit = Audit::of(&game).map_err(|ply| bug(format!("ply {ply} is not legal")))?;
    let bound = counting::bound(args)?.plies;
    accept(args, &audit, bound).map_err(bug)?;
    let certificate = longest::certificate(&game, &audit)?;

    let mut pgn = Vec::new();
    let marker = match audit.ending {
        // The player to move at the end is mated.
        Some((_, Ending::Checkmate)) if audit.plies % 2 == 1 => Marker::WhiteWins,
        Some((_, Ending::Checkmate)) => Marker::BlackWins,
        _ => Marker::Draw,
    };
    write_game(&tags(args, marker), &game.start, &moves, marker, &mut pgn)?;
    if let Some(file) = &args.output {
        proof::write(&pgn, file, "--output").map_err(Fault::BadInput)?;
    }
    if let Some(file) = &args.proof {
        let text = certificate.to_text();
        proof::write(text.as_bytes(), file, "--proof").map_err(Fault::BadInput)?;
    }

    let mut account = Account::new(&audit, args, Some(bound));
    account.alive = Some(true);
    let mut out = io::stdout().lock();
    if args.json {
        account.print_json(&mut out)?;
        return Ok(Exit::Answered);
    }
    if args.output.is_none() {
        out.write_all(&pgn)?;
        out.flush()?;
    }
    // Nobody to read it is no fault.
    let _ = account.print(&mut io::stderr().lock());
    for file in [&args.output, &args.proof].into_iter().flatten() {
        tell(format_args!("Written to {}.", file.display()));
    }
    Ok(Exit::Answered)
}

fn moves(args: &LongestArgs) -> Result<Vec<Move>, String> {
    let moves = if args.claims {
        generate_under_claims(args.seed, args.effort)
    } else {
        generate(&Options { rule: args.move_rule.rule(), seed: args.seed })
    };
    moves.map_err(|failure| failure.to_string())
}

/// Whether the game is what it should be.
fn accept(args: &LongestArgs, audit: &Audit, bound: u64) -> Result<(), String> {
    if audit.plies as u64 > bound {
        return Err(format!("{} plies, and the bound is {bound}", audit.plies));
    }
    if args.claims {
        return match (audit.ending, audit.first_claim()) {
            (Some((ply, ending)), _) if ply < audit.plies => {
                Err(format!("over after ply {ply} by article {}", ending.article()))
            }
            (_, Some(ply)) if ply < audit.plies => {
                Err(format!("a draw can be claimed after ply {ply}"))
            }
            _ => Ok(()),
        };
    }
    longest::accept(args.move_rule.rule(), audit, bound)
}

fn tags(args: &LongestArgs, marker: Marker) -> Vec<(String, String)> {
    let event = match (args.claims, args.move_rule.rule().plies() / 2) {
        (true, _) => "A long game in which every claim of a draw is made".to_string(),
        (false, moves) => format!("The longest game, {moves}-move rule"),
    };
    roster(&event, "Zermelo", marker)
}
