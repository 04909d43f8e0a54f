//! `zermelo strategy krk prove`: the lemmas, and the theorem that they give.
//!
//! For all boards the proof is kept with the program; the kernel checks it, or it is found anew.
//! For one board a SAT solver finds it every time. Nothing is printed that the kernel has not
//! accepted: a lemma's refutation, or the position in which a lemma fails.

use std::fs;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use serde::Serialize;
use zermelo_kernel_strategy::{
    Boards, Condition, Lemma, ProvedLemma, StrategyClaim, StrategyEnding, krk_lemmas,
};
use zermelo_refute::Arena;
use zermelo_strategy::proving::{Decision, Model, decide, kept, write_certificate};
use zermelo_strategy::smtlib;

use crate::args::{BoardSize, ProveArgs};
use crate::exit::{Exit, Fault, tell};
use crate::progress::Progress;
use crate::proof;
use crate::style::Style;
use crate::table::print_json;
use crate::words::Page;

/// A proof that the kernel has accepted.
pub struct Proved {
    /// What it proves.
    pub claim: StrategyClaim,
    /// Its lemmas.
    pub lemmas: Vec<ProvedLemma>,
    /// How large the proof is, in bytes.
    pub bytes: usize,
    /// How long it took to find, if it was not kept.
    pub found: Option<Duration>,
    /// How long the kernel took.
    pub checked: Duration,
}

/// A lemma that is false.
pub struct Failed {
    /// Its name.
    pub name: String,
    /// What it says.
    pub says: String,
    /// Where it is false.
    pub model: Model,
}

/// The longest side for which lemmas are put on bits.
const MOST_SIDE: i32 = 64;

/// Proves.
pub fn run(args: &ProveArgs, ending: StrategyEnding) -> Result<Exit, Fault> {
    let boards = boards(args.board)?;
    if let Some(file) = &args.proof {
        proof::can_be_written(file, "--proof").map_err(Fault::BadInput)?;
    }
    if let Some(threads) = args.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
        let fault = |error| Fault::BadInput(format!("--threads {threads}: {error}"));
        pool.build_global().map_err(fault)?;
    }
    if ending != StrategyEnding::Krk && !args.without.is_empty() {
        let only = "--without is for king and rook: the other strategy has no such conditions";
        return Err(Fault::BadInput(only.to_string()));
    }
    let without: Vec<Condition> = args.without.iter().map(|name| name.condition()).collect();
    let lemmas = match ending {
        StrategyEnding::Krk => krk_lemmas(&without),
        StrategyEnding::Kqk => ending.lemmas(),
    };
    if let Some(folder) = &args.smt_lib {
        write_smt_lib(ending, &lemmas, boards, folder)?;
    }
    let claim = StrategyClaim { ending, boards };
    let style = Style::new(args.output.color);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let look_up = boards == Boards::All && without.is_empty() && !args.regenerate;
    let (certificate, found) = if look_up {
        let kept = zstd::stream::decode_all(kept(ending))
            .map_err(|error| Fault::Bug(format!("the kept proof cannot be read: {error}")))?;
        (kept, None)
    } else {
        let begun = Instant::now();
        let decisions = search(&lemmas, boards)?;
        let time = begun.elapsed();
        let mut refutations = Vec::new();
        let mut failed = Vec::new();
        for (lemma, decision) in lemmas.iter().zip(decisions) {
            match decision {
                Decision::Holds(steps) if without.is_empty() => refutations.push(steps),
                Decision::Holds(steps) => {
                    let rejects =
                        |fault| Fault::Bug(format!("the kernel rejects: {}: {fault}", lemma.name));
                    lemma.check(boards, &steps[..]).map_err(rejects)?;
                }
                Decision::Stopped => return Err(stopped()),
                Decision::Fails(model) if lemma.fails_at(boards, &model.values) => {
                    let (name, says) = (lemma.name.clone(), lemma.says.clone());
                    failed.push(Failed { name, says, model });
                }
                Decision::Fails(_) => {
                    return Err(Fault::Bug(format!("the lemma does not fail: {}", lemma.name)));
                }
            }
        }
        if !failed.is_empty() || !without.is_empty() {
            let names: Vec<String> = args.without.iter().map(|name| name.name()).collect();
            if args.output.json {
                print_json(&FailedReport::new(claim, &names, &failed, lemmas.len()))?;
            } else {
                Page::new(&mut out, style).not_proved(claim, &names, &failed, lemmas.len())?;
            }
            out.flush()?;
            return Ok(if failed.is_empty() { Exit::Answered } else { Exit::Open });
        }
        let mut certificate = Vec::new();
        write_certificate(claim, &refutations, &mut certificate)?;
        (certificate, Some(time))
    };
    let proved = check(claim, &certificate, found)?;
    if let Some(file) = &args.proof {
        proof::write(&certificate, file, "--proof").map_err(Fault::BadInput)?;
    }
    if args.output.json {
        print_json(&ProveReport::new(&proved))?;
    } else {
        Page::new(&mut out, style).proved(&proved)?;
        out.flush()?;
    }
    Ok(Exit::Answered)
}

fn boards(size: BoardSize) -> Result<Boards, Fault> {
    let (width, height) = match size {
        BoardSize::All => return Ok(Boards::All),
        BoardSize::One(width, height) => (width, height),
    };
    if width.min(height) < 4 {
        return Err(Fault::BadInput(
            "the theorem is about boards with at least four files and four ranks; verify walks \
             smaller ones"
                .to_string(),
        ));
    }
    if width.max(height) > MOST_SIDE {
        return Err(Fault::BadInput(format!(
            "one board is proved on bits up to {MOST_SIDE}x{MOST_SIDE}; --board all proves every \
             board at once"
        )));
    }
    let side = |side: i32| u8::try_from(side).expect("checked above");
    Ok(Boards::One(side(width), side(height)))
}

fn stopped() -> Fault {
    Fault::Stopped("nothing is kept of a proof that is not complete".to_string())
}

/// Decides all lemmas, the last ones first: they take longest.
fn search(lemmas: &[Lemma], boards: Boards) -> Result<Vec<Decision>, Fault> {
    let all = lemmas.len();
    let progress = Progress::saying(move |doing, done| format!("{doing}: {done} of {all} lemmas"));
    progress.doing("proving".to_string());
    let (count, interrupt) = (progress.count(), progress.stop());
    let stop = || interrupt.load(Relaxed);
    let decided: Result<Vec<Decision>, _> = lemmas
        .par_iter()
        .rev()
        .with_max_len(1)
        .map(|lemma| {
            if stop() {
                return Ok(Decision::Stopped);
            }
            let decision = decide(lemma, boards, stop).map(|(decision, _)| decision);
            count.fetch_add(1, Relaxed);
            decision
        })
        .collect();
    let mut decided = decided.map_err(|error| Fault::Bug(error.to_string()))?;
    decided.reverse();
    Ok(decided)
}

/// Puts the proof to the kernel.
fn check(
    claim: StrategyClaim,
    certificate: &[u8],
    found: Option<Duration>,
) -> Result<Proved, Fault> {
    let bug = |error: &dyn std::fmt::Display| Fault::Bug(format!("the kernel rejects: {error}"));
    let begun = Instant::now();
    let mut reader = BufReader::new(certificate);
    let said = StrategyClaim::read(&mut reader).map_err(|error| bug(&error))?;
    if said != Some(claim) {
        return Err(bug(&"this is another claim"));
    }
    let lemmas = claim.check(&mut reader, |_| {}).map_err(|error| bug(&error))?;
    Ok(Proved { claim, lemmas, bytes: certificate.len(), found, checked: begun.elapsed() })
}

fn write_smt_lib(
    ending: StrategyEnding,
    lemmas: &[Lemma],
    boards: Boards,
    folder: &Path,
) -> Result<(), Fault> {
    let fault =
        |error: io::Error| Fault::BadInput(format!("--smt-lib {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(fault)?;
    for (number, lemma) in (1..).zip(lemmas) {
        let arena = Arena::new();
        let scene = lemma.deny(&arena, boards);
        let title = format!("{}: {}. {}", ending.name(), lemma.name, lemma.says);
        let mut text = Vec::new();
        smtlib::write(&arena, &scene.assumptions(), &title, &mut text).map_err(fault)?;
        fs::write(folder.join(format!("{number:02}.smt2")), text).map_err(fault)?;
    }
    tell(format_args!("{} lemmas written to {}", lemmas.len(), folder.display()));
    Ok(())
}

/// A proof, for programs. The keys are documented in docs/guide/strategy.md.
#[derive(Serialize)]
struct ProveReport {
    ending: &'static str,
    board: String,
    result: &'static str,
    lemmas: Vec<LemmaReport>,
    /// `kept` or `found`.
    proof: &'static str,
    bytes: usize,
    found_seconds: Option<f64>,
    check_seconds: f64,
}

#[derive(Serialize)]
struct LemmaReport {
    name: String,
    says: String,
    clauses: usize,
    steps: u64,
    sums: u64,
}

impl ProveReport {
    fn new(proved: &Proved) -> ProveReport {
        let lemma = |lemma: &ProvedLemma| LemmaReport {
            name: lemma.name.clone(),
            says: lemma.says.clone(),
            clauses: lemma.clauses,
            steps: lemma.checked.steps,
            sums: lemma.checked.lemmas,
        };
        ProveReport {
            ending: proved.claim.ending.name(),
            board: proved.claim.boards.to_string(),
            result: "mates",
            lemmas: proved.lemmas.iter().map(lemma).collect(),
            proof: if proved.found.is_some() { "found" } else { "kept" },
            bytes: proved.bytes,
            found_seconds: proved.found.map(|time| time.as_secs_f64()),
            check_seconds: proved.checked.as_secs_f64(),
        }
    }
}

/// What fails, for programs. The keys are documented in docs/guide/strategy.md.
#[derive(Serialize)]
struct FailedReport<'a> {
    ending: &'static str,
    board: String,
    result: &'static str,
    without: &'a [String],
    failed: Vec<FailedLemma<'a>>,
    held: usize,
}

#[derive(Serialize)]
struct FailedLemma<'a> {
    name: &'a str,
    says: &'a str,
    board: String,
    positions: Vec<String>,
}

impl<'a> FailedReport<'a> {
    fn new(
        claim: StrategyClaim,
        without: &'a [String],
        failed: &'a [Failed],
        all: usize,
    ) -> FailedReport<'a> {
        let lemma = |failed: &'a Failed| FailedLemma {
            name: &failed.name,
            says: &failed.says,
            board: format!("{}x{}", failed.model.width, failed.model.height),
            positions: failed.positions(claim.ending),
        };
        FailedReport {
            ending: claim.ending.name(),
            board: claim.boards.to_string(),
            result: if failed.is_empty() { "mates" } else { "not_proved" },
            without,
            failed: failed.iter().map(lemma).collect(),
            held: all - failed.len(),
        }
    }
}

impl Failed {
    /// The positions that the lemma speaks of, as text.
    pub fn positions(&self, ending: StrategyEnding) -> Vec<String> {
        let letters = match ending {
            StrategyEnding::Krk => ["K", "R", "k"],
            StrategyEnding::Kqk => ["K", "Q", "k"],
        };
        let square = |&(x, y): &(i64, i64)| match (i32::try_from(x), i32::try_from(y)) {
            (Ok(x), Ok(y)) => super::place_text(zermelo_kernel_strategy::Place::new(x, y)),
            _ => format!("({x}, {y})"),
        };
        let text = |men: &Vec<(i64, i64)>| {
            let men =
                letters.iter().zip(men).map(|(letter, man)| format!("{letter}{}", square(man)));
            men.collect::<Vec<_>>().join(" ")
        };
        self.model.positions.iter().map(text).collect()
    }
}
