//! `zermelo perft`: counting moves, to compare move generators.

use zermelo_answers::perft::{DEEPEST, Perft};
use zermelo_kernel::Position;

use crate::args::PerftArgs;
use crate::exit::{Exit, Fault, bad_input};
use crate::progress::ends_at_once;
use crate::words::{print_all, print_json};

/// Counts.
pub fn run(args: &PerftArgs) -> Result<Exit, Fault> {
    let (depth, fen) = args.words.split_last().expect("clap asks for one");
    let depth = match depth.parse() {
        Ok(depth @ 0..=DEEPEST) => depth,
        _ => {
            return bad_input(format!(
                "the last word is the depth, a number from 0 to {DEEPEST}, and not {depth}: perft [FEN] DEPTH"
            ));
        }
    };
    let fen = if fen.is_empty() { Position::initial().to_fen() } else { fen.join(" ") };
    ends_at_once("nothing is kept of a count that is not complete");
    let perft = Perft::new(&fen, args.rules, args.castling.read(), depth);
    let perft = perft.map_err(Fault::BadInput)?;
    if args.json {
        return print_json(&perft);
    }
    // As engines print it, so that the two can be compared line by line.
    print_all(|out| {
        for first in &perft.moves {
            writeln!(out, "{}: {}", first.uci, first.nodes)?;
        }
        writeln!(out, "\nNodes searched: {}", perft.nodes)
    })
}
