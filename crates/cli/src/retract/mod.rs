//! `zermelo retract FEN`: what was the last move?
//!
//! The kernel lists the retractions. Here the list is split by the count of men, and with
//! `--dead-reckoning` by whether the position before was dead, and put into words (`words.rs`,
//! `reason.rs`) or JSON (`report.rs`). A FEN with unknown fields has several readings
//! (`readings.rs`). Costs milliseconds.

mod readings;
mod reason;
mod report;
mod words;

use std::io::{self, Write};

use zermelo_kernel::{Color, Position, Retraction, Square};
use zermelo_retro::reckoning::{Count, Doubt, Reckoning};
use zermelo_retro::sketch::{Sketch, Standing};
use zermelo_winnable::Limits;

use crate::args::RetractArgs;
use crate::exit::{Exit, Fault};
use crate::query;
use crate::style::Style;

pub use words::{listed, long};

/// What is known of the last move.
pub struct LastMoves {
    /// The position asked about.
    position: Position,
    /// The square over which a pawn has just passed, as the FEN says: a claim about the last move,
    /// also where nobody can capture.
    passed: Option<Square>,
    /// Whether a game may begin here.
    initial: bool,
    /// The last moves that movement and the count of men allow, and dead reckoning if it was asked.
    possible: Vec<Retraction>,
    /// Those that only the count of men excludes.
    excluded: Vec<Retraction>,
    /// What dead reckoning says, if it was asked.
    reckoned: Option<Reckoned>,
}

/// What dead reckoning excludes.
#[derive(Default)]
struct Reckoned {
    /// Last moves made from dead positions.
    from_dead: Vec<Retraction>,
    /// Last moves that lead back to a position without a last move.
    no_past: Vec<Retraction>,
    /// Last moves of which it was not settled whether they were made from dead positions.
    unsettled: Vec<Retraction>,
}

/// Answers the question.
pub fn run(args: &RetractArgs) -> Result<Exit, Fault> {
    let text = args.fen.join(" ");
    query::refuse_long(&text).map_err(Fault::BadInput)?;
    let bad = |error: zermelo_kernel::FenError| Fault::BadInput(error.to_string());
    let sketch: Sketch = text.replace('_', " ").parse().map_err(bad)?;
    let mut reckoning =
        args.dead_reckoning.then(|| Reckoning::new(Limits::default(), Count::Promotions));
    let mut found = Vec::new();
    for reading in sketch.readings(args.castling()).map_err(bad)? {
        let mut moves = LastMoves::of(&reading);
        if let Some(reckoning) = &mut reckoning {
            moves.reckon(&reading, reckoning).map_err(|doubt| Fault::Bug(doubt.to_string()))?;
        }
        found.push(moves);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let style = Style::new(args.color);
    match (&found[..], args.json) {
        ([one], true) => {
            serde_json::to_writer_pretty(&mut out, &report::Report::new(one))
                .map_err(io::Error::from)?;
            writeln!(out)?;
        }
        ([one], false) => words::print(&mut out, style, one, args.all)?,
        (several, true) => {
            serde_json::to_writer_pretty(&mut out, &readings::Report::new(several))
                .map_err(io::Error::from)?;
            writeln!(out)?;
        }
        (several, false) => readings::print(&mut out, style, several, args.all)?,
    }
    out.flush()?;
    let open = found.iter().any(|moves| !moves.unsettled().is_empty());
    Ok(if open { Exit::Open } else { Exit::Answered })
}

/// Sentences saying why no last move leads to the position, if none does.
pub fn why_no_last_move(position: &Position, passed: Option<Square>) -> Vec<String> {
    let standing = Standing { position: position.clone(), passed, clock: None, number: 1 };
    let found = LastMoves::of(&standing);
    if found.cannot_arise() { reason::why_none(&found) } else { Vec::new() }
}

impl LastMoves {
    /// Asks the kernel.
    fn of(reading: &Standing) -> LastMoves {
        // The clocks of a FEN are not looked at.
        let reading = Standing { clock: None, ..reading.clone() };
        let mut list = reading.retractions();
        list.sort_by_cached_key(|found| (found.made, found.taken, found.before.to_fen()));
        let (possible, excluded) = list.into_iter().partition(Retraction::is_possible_by_count);
        let Standing { position, passed, .. } = reading;
        let initial = position.is_initial_array();
        LastMoves { position, passed, initial, possible, excluded, reckoned: None }
    }

    /// Takes out what dead reckoning excludes.
    fn reckon(&mut self, reading: &Standing, reckoning: &mut Reckoning) -> Result<(), Doubt> {
        let mut reckoned = Reckoned::default();
        let reading = Standing { clock: None, ..reading.clone() };
        for found in std::mem::take(&mut self.possible) {
            let before = reading.before(&found);
            if !found.before.is_initial_array() && !reckoning.has_past(&before, 1) {
                reckoned.no_past.push(found);
                continue;
            }
            match reckoning.is_dead(&found.before) {
                Ok(true) => reckoned.from_dead.push(found),
                Ok(false) => self.possible.push(found),
                Err(Doubt::Open(_)) => reckoned.unsettled.push(found),
                Err(refused) => return Err(refused),
            }
        }
        self.reckoned = Some(reckoned);
        Ok(())
    }

    /// Last moves of which it was not settled whether they were made from dead positions.
    fn unsettled(&self) -> &[Retraction] {
        self.reckoned.as_ref().map_or(&[], |reckoned| &reckoned.unsettled)
    }

    /// Whether there are last moves, but dead reckoning excludes them all.
    fn is_zombie(&self) -> bool {
        self.is_excluded() && self.reckoned.as_ref().is_some_and(|one| !one.from_dead.is_empty())
    }

    /// Whether there are last moves, but none is left: they were made from dead positions, or lead
    /// back to positions without a last move.
    fn is_excluded(&self) -> bool {
        let none = |one: &Reckoned| one.unsettled.is_empty();
        self.possible.is_empty()
            && !self.initial
            && !self.cannot_arise()
            && self.reckoned.as_ref().is_some_and(none)
    }

    /// The side that has moved last.
    fn mover(&self) -> Color {
        !self.position.turn()
    }

    /// Whether there is neither a last move nor a beginning, one move back and dead reckoning
    /// apart.
    fn cannot_arise(&self) -> bool {
        let reckoned = |reckoned: &Reckoned| {
            reckoned.from_dead.is_empty()
                && reckoned.no_past.is_empty()
                && reckoned.unsettled.is_empty()
        };
        self.possible.is_empty() && !self.initial && self.reckoned.as_ref().is_none_or(reckoned)
    }

    /// Whether something speaks for the reading: a last move, a beginning, or a doubt.
    fn stands(&self) -> bool {
        !self.cannot_arise() && !self.is_excluded()
    }
}
