//! `zermelo losing solve`: one search, and its proof.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use serde::Serialize;
use zermelo_kernel::{Rules, TABLE_MEN, TreeClaim};
use zermelo_losing::search::{self, Limits, Numbers, Progress, Question, solve};
use zermelo_losing::{
    Case, Color, Effort, Move, NotExpanded, NotProved, Proved, Strategy, TreeError, Walk,
};

use super::files;
use super::tables;
use super::work::{Searching, Work};
use crate::args::{LosingFiles, LosingTables, SolveArgs};
use crate::exit::{Exit, Fault};
use crate::names;
use crate::style::Style;
use crate::table::print_json;
use crate::words::Page;
use zermelo_answers::check::TreeReport;
use zermelo_answers::losing::{Opening, in_san, in_uci};

/// An answer.
pub struct Solved {
    /// What was asked about.
    pub opening: Opening,
    /// By which rules.
    pub rules: Rules,
    /// Who must win.
    pub prover: Color,
    /// How many men the tables know.
    pub men: u8,
    /// What the search did.
    pub effort: Searched,
    /// What came of it.
    pub verdict: Verdict,
}

/// What a search did. The keys are documented in docs/guide/losing.md.
#[derive(Clone, Copy, Serialize)]
#[allow(missing_docs)]
pub struct Searched {
    pub nodes: u64,
    pub expanded: u64,
    pub seconds: f64,
    pub nodes_per_second: u64,
    pub sweeps: u64,
    pub searched_again: u64,
    pub pn: Option<u32>,
    pub dn: Option<u32>,
}

/// What came of a search.
pub enum Verdict {
    /// The prover wins.
    Proved(Box<Proof>),
    /// The search found no win, and there is none it could find.
    Refuted,
    /// A limit was reached.
    Limit,
    /// Ctrl-C.
    Stopped,
}

/// A proof, and how it goes.
pub struct Proof {
    /// The proof.
    pub proved: Proved,
    /// How long it took to make it smaller, play it out, and check it.
    pub time: Duration,
    /// The line in which most of the proof is.
    pub main_line: Vec<Move>,
}

impl Searched {
    fn new(progress: &[Progress; 2], numbers: Numbers, time: Duration) -> Searched {
        let sum = |figure: fn(&Progress) -> u64| progress.iter().map(figure).sum::<u64>();
        let nodes = sum(|one| one.nodes.load(Relaxed));
        let finite = |number: u32| (number != Numbers::NEVER).then_some(number);
        Searched {
            nodes,
            expanded: sum(|one| one.expanded.load(Relaxed)),
            seconds: time.as_secs_f64(),
            nodes_per_second: (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64,
            sweeps: sum(|one| one.sweeps.load(Relaxed)),
            searched_again: sum(|one| one.again.load(Relaxed)),
            pn: finite(numbers.pn),
            dn: finite(numbers.dn),
        }
    }
}

/// Makes a proof of what searches found, and has the kernel check it.
pub fn proof(
    question: &Question,
    opening: &Opening,
    strategies: &[Strategy],
    quick: bool,
    work: &Work,
) -> Result<Proof, Fault> {
    let case = Case { question, start: opening.start, opening: &opening.line };
    let begun = Instant::now();
    let effort = (!quick).then(Effort::default);
    let proved = case.prove(strategies, effort, work.stop(), &mut |stage| work.stage(stage));
    let proved = proved.map_err(|error| fault(&error, question))?;
    let walk = Walk::new(&proved.full.tree, &opening.start);
    let walk = walk.map_err(|error| Fault::Bug(format!("the proof cannot be walked: {error}")))?;
    let main_line = walk.main_line(walk.root()).iter().map(|branch| branch.made).collect();
    Ok(Proof { time: begun.elapsed(), proved, main_line })
}

/// Why there is no proof: the tables, or a bug.
pub fn fault(error: &NotProved, question: &Question) -> Fault {
    if let Err(missing) = tables::complete(question) {
        return missing;
    }
    match error {
        NotProved::Expand(NotExpanded::Table(error)) => Fault::BadInput(error.to_string()),
        // A campaign may have left it to tables that it had and this command has not.
        NotProved::Tree(TreeError::NoMove(position))
            if position.occupied().count_ones() as usize <= TABLE_MEN =>
        {
            Fault::BadInput(format!("--men: {position} was left to tables, and they are needed"))
        }
        _ => Fault::Bug(error.to_string()),
    }
}

/// Writes a proof where it is wanted.
pub fn write(
    files: &LosingFiles,
    opening: &Opening,
    question: (Rules, Color),
    proof: &Proof,
) -> Result<(), Fault> {
    let (rules, prover) = question;
    let claim = TreeClaim { rules, position: opening.start.to_kernel(), prover };
    if let Some(file) = &files.proof {
        files::write_certificate(&proof.proved.full.tree, &claim, file, "--proof")?;
    }
    if let Some(file) = &files.compact {
        files::write_bare(&proof.proved.compact.tree, file, "--compact")?;
    }
    Ok(())
}

/// Solves.
pub fn run(args: &SolveArgs) -> Result<Exit, Fault> {
    let SolveArgs { question: asked, effort, files, .. } = args;
    let opening = Opening::read(asked.fen.as_deref(), &asked.moves)?;
    files::can_be_written(files, &opening)?;
    let searching = Arc::new(Searching::default());
    let seen = Arc::clone(&searching);
    let work = Work::new(move || seen.so_far());
    let question = tables::question(&args.tables, asked.rules, asked.side, &work)?;
    let limits = Limits {
        nodes: args.nodes.unwrap_or(u64::MAX),
        memory: effort.memory,
        workers: effort.threads(),
        second: !effort.quick,
        ..Limits::default()
    };
    let begun = Instant::now();
    searching.begin();
    work.search();
    let progress = &searching.progress;
    let keep = args.keep.as_deref();
    let found = solve(&question, opening.root(), limits, keep, progress, work.stop());
    let search::Solved { numbers, proofs } = found.map_err(|error| {
        let folder = keep.unwrap_or(Path::new("")).display();
        Fault::BadInput(format!("--keep {folder}: {error}"))
    })?;
    let strategies: Vec<Strategy> = proofs.into_iter().map(|(strategy, _)| strategy).collect();
    let searched = Searched::new(progress, numbers, begun.elapsed());
    tables::complete(&question)?;
    let verdict = if !strategies.is_empty() {
        let proof = proof(&question, &opening, &strategies, effort.quick, &work)?;
        write(files, &opening, (asked.rules, asked.side.color()), &proof)?;
        Verdict::Proved(Box::new(proof))
    } else if work.interrupted() {
        Verdict::Stopped
    } else if numbers.dn == 0 {
        Verdict::Refuted
    } else {
        Verdict::Limit
    };
    drop(work);
    let exit = match &verdict {
        Verdict::Proved(_) => Exit::Answered,
        Verdict::Stopped => Exit::Interrupted,
        Verdict::Refuted | Verdict::Limit => Exit::Open,
    };
    let (rules, prover) = (asked.rules, asked.side.color());
    let men = args.tables.men;
    let solved = Solved { opening, rules, prover, men, effort: searched, verdict };
    if args.output.json {
        print_json(&SolveReport::new(&solved, files, &args.tables))?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        Page::new(&mut out, Style::new(args.output.color)).solved(&solved, files)?;
        io::Write::flush(&mut out)?;
    }
    Ok(exit)
}

/// The answer for programs.
#[derive(Serialize)]
struct SolveReport {
    rules: String,
    prover: &'static str,
    start: String,
    opening: Vec<String>,
    opening_san: Vec<String>,
    fen: String,
    result: &'static str,
    tables_men: u8,
    tables_folder: String,
    search: Searched,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<ProofReport>,
}

/// A proof for programs.
#[derive(Serialize)]
pub struct ProofReport {
    accepted: bool,
    positions_as_found: u64,
    compact: TreeReport,
    compact_bytes: u64,
    full: TreeReport,
    full_bytes: u64,
    seconds: f64,
    main_line: Vec<String>,
    main_line_san: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof_file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    compact_file: Option<String>,
}

impl ProofReport {
    /// The report of a proof that the kernel accepted.
    pub fn new(opening: &Opening, rules: Rules, proof: &Proof, files: &LosingFiles) -> ProofReport {
        let Proof { proved, time, main_line } = proof;
        let bytes = |tree: &zermelo_losing::Tree| 6 * tree.len() as u64;
        let name = |file: &std::path::PathBuf| file.display().to_string();
        ProofReport {
            accepted: true,
            positions_as_found: proved.found,
            compact: TreeReport::new(rules, &proved.compact.summary),
            compact_bytes: bytes(&proved.compact.tree),
            full: TreeReport::new(rules, &proved.full.summary),
            full_bytes: bytes(&proved.full.tree),
            seconds: time.as_secs_f64(),
            main_line: in_uci(main_line),
            main_line_san: in_san(&opening.root(), main_line),
            proof_file: files.proof.as_ref().map(name),
            compact_file: files.compact.as_ref().map(name),
        }
    }
}

impl SolveReport {
    fn new(solved: &Solved, files: &LosingFiles, tables: &LosingTables) -> SolveReport {
        let Solved { opening, rules, prover, men, effort, verdict } = solved;
        let proof = match verdict {
            Verdict::Proved(proof) => Some(ProofReport::new(opening, *rules, proof, files)),
            _ => None,
        };
        SolveReport {
            rules: rules.to_string(),
            prover: names::side(*prover),
            start: opening.start.to_fen(),
            opening: in_uci(&opening.line),
            opening_san: in_san(&opening.start, &opening.line),
            fen: opening.root().to_fen(),
            result: match verdict {
                Verdict::Proved(_) => "proved",
                Verdict::Refuted => "refuted",
                Verdict::Limit => "open",
                Verdict::Stopped => "stopped",
            },
            tables_men: *men,
            tables_folder: tables.folder().display().to_string(),
            search: *effort,
            proof,
        }
    }
}
