//! `zermelo table probe`: one position, in our tables or in Syzygy files.

use std::io::{self, IsTerminal};

use zermelo_answers::query::Query;
use zermelo_answers::table::{ProbeReport, Question, SyzygyAnswer, Tables};
use zermelo_kernel::{Castling, GamePosition, LosingPosition, Position};
use zermelo_tables::{Rules, Syzygy, SyzygyGame};

use super::build;
use crate::args::table::ProbeArgs;
use crate::exit::{Exit, Fault, bad_input};
use crate::words;

/// Looks up a position.
pub fn run<P: GamePosition>(args: &ProbeArgs, tables: &Tables) -> Result<Exit, Fault> {
    if args.line && !tables.words().has_distance() {
        return bad_input("--line: outcomes alone show no way; ask for --metric conversion or end");
    }
    let rules = tables.library.rules();
    let question = Question::<P>::read(&args.fen.join(" "), rules, args.line);
    let question = question.map_err(Fault::BadInput)?;
    if let (true, Some(material)) = (args.build, &question.material) {
        let plan = tables.library.plan(std::slice::from_ref(material), tables.measure);
        build::within(&plan, args.memory)?;
        let lines = !io::stderr().is_terminal();
        let (_, interrupted) = build::make(tables, &plan, args.memory, &build::progress(), lines)?;
        if interrupted {
            return Ok(Exit::Interrupted);
        }
    }
    let answer = question.answer(&tables.library, tables.measure).map_err(|error| {
        let wanted = question.material.as_ref();
        wanted.map_or(Fault::Bug(error.to_string()), |wanted| {
            tables.not_verified(&error, wanted).into()
        })
    })?;
    words::answer(args.options.output, &ProbeReport::new(&answer), |page| {
        page.table_board(&question.position, rules)?;
        page.explain(&answer.explain(tables))
    })
}

/// Looks up a position in the files of others. Nobody here has checked them, and that is said.
pub fn syzygy(args: &ProbeArgs) -> Result<Exit, Fault> {
    refuse(args).map_err(Fault::BadInput)?;
    match args.options.rules {
        Rules::Chess => {
            let fen = args.fen.join(" ");
            let clock = Query::read(&fen, Castling::Standard).map_err(Fault::BadInput)?.clock;
            in_files::<Position>(args, clock)
        }
        _ => in_files::<LosingPosition>(args, 0),
    }
}

fn in_files<P: SyzygyGame>(args: &ProbeArgs, clock: u32) -> Result<Exit, Fault> {
    let rules = args.options.rules;
    let position = Question::<P>::position(&args.fen.join(" "), rules).map_err(Fault::BadInput)?;
    let files = Syzygy::open(&args.syzygy).map_err(|error| Fault::BadInput(error.to_string()))?;
    let folders: Vec<_> = args.syzygy.iter().map(|at| at.display().to_string()).collect();
    let answer = SyzygyAnswer::new(&files, &folders.join(", "), position, clock)?;
    words::answer(args.options.output, &ProbeReport::syzygy(&answer), |page| {
        page.table_board(&answer.position, rules)?;
        page.explain(&answer.explain())
    })
}

/// Refuses what Syzygy files cannot do.
fn refuse(args: &ProbeArgs) -> Result<(), String> {
    let rules = args.options.rules;
    if !matches!(rules, Rules::Chess | Rules::Losing) {
        return Err(format!(
            "--syzygy with --rules {rules}: Syzygy files are read for chess and losing chess only"
        ));
    }
    let why = if args.line {
        "--line: Syzygy files are asked for one position, not for a line"
    } else if args.build {
        "--build: Syzygy files are read, never built"
    } else if args.options.metric.is_some() {
        "--metric: Syzygy files tell the plies to the next capture or pawn move, nothing else"
    } else {
        return Ok(());
    };
    Err(format!("--syzygy with {why}"))
}
