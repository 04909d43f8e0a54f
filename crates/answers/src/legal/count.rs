//! Which positions of an ending can arise, all of them: decided by the engine, counted by the kernel.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use serde::Serialize;
use zermelo_board::clock::Instant;
use zermelo_kernel::{Census, Color, Counted, Piece, Position, Proved, Role, Rules};
use zermelo_retro::endings::{Decided, Definitions, Ending, Promotions};
use zermelo_retro::proof_game;
use zermelo_winnable::Limits;

use crate::names::{counted, duration, plies, thousands};
use crate::table::material;
use crate::{Fault, report};

/// How long to search for a game to some men at home.
const GAME: Limits = Limits::new(1_000_000, u64::MAX);

/// What is known of an ending.
pub struct EndingCount {
    /// Its name.
    pub material: String,
    /// Lippold's counts, with promotions once and four times: first by the correct, then by the
    /// complete definition, each with White and with Black to move.
    pub definitions: [[[u64; 2]; 2]; 2],
    /// Whether there are pawns, so that these differ.
    pub pawns: bool,
    /// Which positions can arise, unless only definitions were asked for.
    pub truth: Option<Truth>,
}

/// Which positions can arise.
#[derive(Serialize)]
pub struct Truth {
    /// What the kernel has proved and counted; `None` if positions are open.
    #[serde(skip)]
    pub counted: Option<Proved<Counted>>,
    /// Positions neither proven legal nor illegal.
    #[serde(serialize_with = "report::texts")]
    pub open: Vec<Position>,
    /// The illegal positions, if they are to be listed.
    #[serde(rename = "illegal_positions", skip_serializing_if = "Option::is_none")]
    pub illegal: Option<Vec<String>>,
    /// How many games from the initial array there are.
    pub games: usize,
    /// How many moves continue them.
    #[serde(skip)]
    pub moves: usize,
    /// How long the engine took.
    #[serde(rename = "engine_seconds", serialize_with = "report::seconds")]
    pub engine: Duration,
    /// How long the kernel took.
    #[serde(rename = "kernel_seconds", serialize_with = "report::seconds")]
    pub check: Duration,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Only what Lippold's definitions say.
    pub definitions: bool,
    /// The illegal positions one by one.
    pub list: bool,
}

/// How far the count is.
#[derive(Clone, Copy, Debug)]
pub enum Stage {
    /// What follows from home is found.
    FromHome,
    /// So many of so many positions that do not follow from home have been looked at.
    Others(u64, u64),
    /// The kernel has checked so many of [`zermelo_kernel::Census::SLICES`] parts.
    Checking(u64),
}

impl fmt::Display for Stage {
    /// A sentence, for it may be read alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Stage::FromHome => f.write_str("finding out which positions follow from home"),
            Stage::Others(done, of) => {
                let (done, of) = (thousands(done), thousands(of));
                write!(f, "{done} of {of} positions that do not follow from home are decided")
            }
            Stage::Checking(done) => {
                write!(f, "the kernel has checked {done} of {} parts", Census::SLICES)
            }
        }
    }
}

/// Reads the name of an ending, such as `KRvK`. `KvKR` is another: White begins.
pub fn ending(text: &str) -> Result<Ending, String> {
    material(text, Rules::Chess)?;
    let sides = Color::ALL.into_iter().zip(text.split('v'));
    let men = sides.flat_map(|(color, side)| {
        side.chars().filter_map(Role::from_letter).map(move |role| Piece { color, role })
    });
    Ending::new(&men.collect::<Vec<_>>()).map_err(|error| format!("{text}: {error}"))
}

/// Counts. Returns `None` if `progress` breaks it off.
///
/// # Errors
///
/// A bug, if the kernel does not accept what the engine claims.
pub fn count(
    ending: &Ending,
    asked: Asked,
    progress: &(dyn Fn(Stage) -> ControlFlow<()> + Sync),
) -> Result<Option<EndingCount>, Fault> {
    let definitions = Definitions::new(ending);
    let truth = match asked.definitions {
        true => None,
        false => match decide(ending, asked.list, progress)? {
            Some(truth) => Some(truth),
            None => return Ok(None),
        },
    };
    let by = |promotions| definitions.counts(promotions);
    Ok(Some(EndingCount {
        material: ending.material().to_string(),
        definitions: [Promotions::Once, Promotions::FourTimes].map(by),
        pawns: ending.has_pawns(),
        truth,
    }))
}

/// Decides every position, and lets the kernel check that.
fn decide(
    ending: &Ending,
    list: bool,
    progress: &(dyn Fn(Stage) -> ControlFlow<()> + Sync),
) -> Result<Option<Truth>, Fault> {
    let start = Instant::now();
    if progress(Stage::FromHome).is_break() {
        return Ok(None);
    }
    let others = |done, of| progress(Stage::Others(done, of));
    let found = Decided::new(ending, |home| proof_game::find(home, &GAME), others);
    let Some(decided) = found else { return Ok(None) };
    let engine = start.elapsed();
    let lines = &decided.census.lines;
    let games = lines.iter().filter(|line| line.after.is_none()).count();
    let moves = lines.len() - games;
    let illegal = list.then(|| decided.illegal().iter().map(Position::to_fen).collect());
    let (mut counted, mut check) = (None, Duration::ZERO);
    if decided.open.is_empty() {
        let start = Instant::now();
        let done = AtomicU64::new(0);
        let checked = decided.check(|| progress(Stage::Checking(1 + done.fetch_add(1, Relaxed))));
        let Some(checked) = checked else { return Ok(None) };
        let name = ending.material();
        let refused = |fault| Fault::Bug(format!("the kernel does not accept {name}: {fault}"));
        counted = Some(checked.map_err(refused)?);
        check = start.elapsed();
    }
    Ok(Some(Truth { counted, open: decided.open, illegal, games, moves, engine, check }))
}

impl Truth {
    /// What the counts rest on.
    pub fn explain(&self) -> String {
        format!(
            "Every position is settled, and the kernel has checked each. The evidence: {} from the \
             initial array, and {} more that lead on from them. Found in {}, checked in {}.",
            counted(self.games, "game"),
            plies(self.moves as u64),
            duration(self.engine),
            duration(self.check)
        )
    }
}

/// Two numbers: with White and with Black to move.
#[derive(Serialize)]
struct Sides {
    white_to_move: u64,
    black_to_move: u64,
}

impl From<[u64; 2]> for Sides {
    fn from([white_to_move, black_to_move]: [u64; 2]) -> Sides {
        Sides { white_to_move, black_to_move }
    }
}

/// The counts for programs. The keys are documented in docs/guide/legality.md.
#[derive(Serialize)]
pub struct CountReport<'a> {
    material: &'a str,
    #[serde(flatten)]
    counts: Option<ArisingReport>,
    #[serde(flatten)]
    truth: Option<&'a Truth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
    correct: Sides,
    complete: Sides,
    correct_promotions_four_times: Sides,
    complete_promotions_four_times: Sides,
}

#[derive(Serialize)]
struct ArisingReport {
    legal: Sides,
    illegal: Sides,
    legal_en_passant: Sides,
    illegal_en_passant: Sides,
}

impl CountReport<'_> {
    /// The report; the proof was written to this file.
    pub fn new(found: &EndingCount, proof: Option<String>) -> CountReport<'_> {
        let truth = found.truth.as_ref();
        let [[correct, complete], [correct_four, complete_four]] = found.definitions;
        CountReport {
            material: &found.material,
            counts: truth.and_then(|truth| truth.counted.as_ref()).map(|counted| ArisingReport {
                legal: counted.arising.legal.into(),
                illegal: counted.arising.illegal.into(),
                legal_en_passant: counted.arising.legal_en_passant.into(),
                illegal_en_passant: counted.arising.illegal_en_passant.into(),
            }),
            truth,
            proof,
            correct: correct.into(),
            complete: complete.into(),
            correct_promotions_four_times: correct_four.into(),
            complete_promotions_four_times: complete_four.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_sentences() {
        let said = [Stage::FromHome, Stage::Others(1234, 56789), Stage::Checking(40)];
        let said = said.map(|stage| stage.to_string());
        assert_eq!(said[0], "finding out which positions follow from home");
        assert_eq!(said[1], "1,234 of 56,789 positions that do not follow from home are decided");
        assert_eq!(said[2], "the kernel has checked 40 of 64 parts");
    }
}
