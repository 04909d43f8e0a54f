//! `zermelo legal --count`: which positions of an ending can arise, all of them.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use zermelo_kernel::{Arising, Census, Color, Piece, Position, Role, Rules};
use zermelo_retro::endings::{Decided, Definitions, Ending, Promotions};
use zermelo_retro::proof_game;
use zermelo_tables::Material;
use zermelo_winnable::Limits;

use super::census;
use crate::args::LegalArgs;
use crate::exit::{Exit, Fault};
use crate::progress::Progress;
use crate::proof;

/// How long to search for a game to some men at home.
const GAME: Limits = Limits::new(1_000_000, u64::MAX);

/// What was found out about an ending.
pub struct Counted {
    /// Its name.
    pub material: String,
    /// Lippold's counts, with promotions once and four times: first by the correct, then by the
    /// complete definition, each with White and with Black to move.
    pub definitions: [[[u64; 2]; 2]; 2],
    /// Whether there are pawns, so that these differ.
    pub pawns: bool,
    /// The truth, unless only definitions were asked for.
    pub truth: Option<Truth>,
}

/// Which positions can arise.
pub struct Truth {
    /// What the kernel counted; none if positions are open.
    pub counts: Option<Arising>,
    /// Positions neither proven legal nor illegal.
    pub open: Vec<Position>,
    /// The illegal positions, if they are to be listed.
    pub illegal: Option<Vec<Position>>,
    /// How many games from the initial array, and how many moves that continue them.
    pub lines: [usize; 2],
    /// How long the engine and the kernel took.
    pub times: [Duration; 2],
    /// Where the proof is.
    pub written: Option<String>,
}

/// Counts.
pub fn run(args: &LegalArgs) -> Result<Exit, Fault> {
    let bad = |fault: String| Fault::BadInput(fault);
    let mut endings = Vec::new();
    for text in &args.count {
        // Checked here, but not put in order: KvKR is not KRvK, for White begins.
        Material::parse(text, Rules::Chess).map_err(|error| bad(error.to_string()))?;
        let sides = Color::ALL.into_iter().zip(text.split('v'));
        let men: Vec<Piece> = sides
            .flat_map(|(color, side)| {
                side.chars().filter_map(Role::from_letter).map(move |role| Piece { color, role })
            })
            .collect();
        endings.push(Ending::new(&men).map_err(|error| bad(format!("{text}: {error}")))?);
    }
    if let Some(file) = &args.output.proof {
        if endings.len() > 1 {
            return Err(bad("--proof: one ending at a time".to_string()));
        }
        proof::can_be_written(file, "--proof").map_err(Fault::BadInput)?;
    }
    let progress = Progress::new("positions");
    let mut exit = Exit::Answered;
    for ending in &endings {
        let definitions = Definitions::new(ending);
        let truth = if args.definitions { None } else { Some(decide(ending, args, &progress)?) };
        if progress.interrupted() {
            return Ok(Exit::Interrupted);
        }
        if truth.as_ref().is_some_and(|truth| !truth.open.is_empty()) {
            exit = Exit::Open;
        }
        let counted = Counted {
            material: ending.population().to_string(),
            definitions: [Promotions::Once, Promotions::FourTimes]
                .map(|promotions| definitions.counts(promotions)),
            pawns: ending.has_pawns(),
            truth,
        };
        census::print(args, &counted)?;
    }
    Ok(exit)
}

/// Decides every position, and lets the kernel check that.
fn decide(ending: &Ending, args: &LegalArgs, progress: &Progress) -> Result<Truth, Fault> {
    let name = ending.population().to_string();
    let going_on = || match progress.interrupted() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let mut truth = Truth {
        counts: None,
        open: Vec::new(),
        illegal: None,
        lines: [0; 2],
        times: [Duration::ZERO; 2],
        written: None,
    };
    let start = Instant::now();
    progress.doing(format!("{name}: what follows from home, and what does not"));
    let report = |done: u64, of: u64| {
        progress.doing(format!("{name}: of {of} that do not follow from home"));
        progress.count().store(done, Relaxed);
        going_on()
    };
    let found = Decided::new(ending, |home| proof_game::find(home, &GAME), report);
    let Some(decided) = found else { return Ok(truth) };
    truth.times[0] = start.elapsed();
    let games = decided.census.lines.iter().filter(|line| line.after.is_none()).count();
    truth.lines = [games, decided.census.lines.len() - games];
    truth.illegal = args.list.then(|| decided.illegal());
    let mut proved = None;
    if decided.open.is_empty() {
        let start = Instant::now();
        progress.begin(format!("{name}: the kernel checks, part of {}", Census::SLICES));
        let checked = decided.check(|| {
            progress.count().fetch_add(1, Relaxed);
            going_on()
        });
        let Some(checked) = checked else { return Ok(truth) };
        let refused = |fault| Fault::Bug(format!("the kernel does not accept {name}: {fault}"));
        proved = Some(checked.map_err(refused)?);
        truth.counts = proved.as_ref().map(|proved| proved.arising);
        truth.times[1] = start.elapsed();
    }
    truth.open = decided.open;
    if let Some(file) = &args.output.proof
        && let Some(proved) = proved
    {
        let text = proved.census.to_text();
        proof::write(text.as_bytes(), file, "--proof").map_err(Fault::BadInput)?;
        truth.written = Some(file.display().to_string());
    }
    Ok(truth)
}
