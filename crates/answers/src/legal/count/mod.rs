//! Which positions of an ending can arise, all of them: decided by the engine, counted by the kernel.

mod definitions;
mod kept;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use definitions::DefinitionsReport;
pub use definitions::Lippold;
pub use kept::Kept;
use serde::{Serialize, Serializer};
use zermelo_board::clock::Instant;
use zermelo_kernel::{Census, Color, Counted, Line, Piece, Position, Proved, Role, Rules};
use zermelo_retro::endings::{Decided, Ending, MOST_BY_DEFINITIONS, MOST_MEN, Men, illegal};
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
    /// Lippold's counts, if they were asked for.
    pub definitions: Option<Lippold>,
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
    /// How long the engine took; `None` if what was kept from an earlier count was enough.
    #[serde(rename = "engine_seconds", serialize_with = "seconds")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Duration>,
    /// How long the kernel took.
    #[serde(rename = "kernel_seconds", serialize_with = "report::seconds")]
    pub check: Duration,
}

/// What the kernel has accepted, and how long that took.
pub struct Checked {
    counted: Proved<Counted>,
    time: Duration,
}

/// How far the count is.
#[derive(Clone, Copy, Debug)]
pub enum Stage {
    /// What follows from home is found.
    FromHome,
    /// So many of so many positions are decided.
    Deciding(u64, u64),
    /// The kernel has checked so many of [`zermelo_kernel::Census::SLICES`] parts.
    Checking(u64),
}

impl fmt::Display for Stage {
    /// A sentence, for it may be read alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Stage::FromHome => f.write_str("finding out which positions follow from home"),
            Stage::Deciding(done, of) => {
                let left = thousands(of - done);
                write!(f, "{left} of {} positions are not decided yet", thousands(of))
            }
            Stage::Checking(done) => {
                write!(f, "the kernel has checked {done} of {} parts", Census::SLICES)
            }
        }
    }
}

/// Reads the name of an ending, such as `KRvK`. `KvKR` is another: White begins.
pub fn men(text: &str) -> Result<Men, String> {
    material(text, Rules::Chess)?;
    let sides = Color::ALL.into_iter().zip(text.split('v'));
    let men = sides.flat_map(|(color, side)| {
        side.chars().filter_map(Role::from_letter).map(move |role| Piece { color, role })
    });
    Men::new(&men.collect::<Vec<_>>()).map_err(|error| format!("{text}: {error}"))
}

/// The ending of which every position can be decided.
pub fn ending(men: &Men) -> Result<Ending, String> {
    Ending::new(men.list()).map_err(|error| format!("{men}: {error}"))
}

/// All endings with up to so many men, kings included, if that is a number; those with five are without
/// pawns, and for definitions alone. Of two that are the same with the colours exchanged only one is
/// there: the one in which White has more men, or the better ones.
pub fn all_endings(text: &str, definitions: bool) -> Option<Result<Vec<Men>, String>> {
    let most: usize = text.parse().ok()?;
    let limit = if definitions { MOST_BY_DEFINITIONS } else { MOST_MEN };
    if !(2..=limit).contains(&most) {
        let alone = format!(", and with {MOST_BY_DEFINITIONS} by definitions alone");
        let alone = if most == MOST_BY_DEFINITIONS { &alone } else { "" };
        return Some(Err(format!("{text}: endings are counted with 2 to {limit} men{alone}")));
    }
    let names = (2..=most).flat_map(|count| {
        let men = if count > MOST_MEN { "QRBN" } else { "QRBNP" };
        (0..=(count - 2) / 2).flat_map(move |black| endings_of(men, count - 2 - black, black))
    });
    Some(names.map(|name| self::men(&name)).collect())
}

/// The names of the endings in which the sides have so many of these men beside their kings.
fn endings_of(men: &str, white: usize, black: usize) -> Vec<String> {
    let sides = [white, black].map(|count| choices(men, count));
    let mut names = Vec::new();
    for (number, one) in sides[0].iter().enumerate() {
        // With as many men on either side each pair of choices comes once.
        let first = if white == black { number } else { 0 };
        names.extend(sides[1][first..].iter().map(|other| format!("K{one}vK{other}")));
    }
    names
}

/// The ways to choose so many of these men, like ones included, in order.
fn choices(men: &str, count: usize) -> Vec<String> {
    if count == 0 {
        return vec![String::new()];
    }
    let each = men.char_indices().flat_map(|(at, man)| {
        choices(&men[at..], count - 1).into_iter().map(move |rest| format!("{man}{rest}"))
    });
    each.collect()
}

/// Decides every position and counts, with what was `kept` of this ending in an earlier count; `list`
/// asks for the illegal positions one by one. Returns `None` if `progress` breaks it off.
///
/// # Errors
///
/// A bug, if the kernel does not accept what the engine claims.
pub fn count(
    ending: &Ending,
    list: bool,
    kept: Option<Checked>,
    progress: &(dyn Fn(Stage) -> ControlFlow<()> + Sync),
) -> Result<Option<Truth>, Fault> {
    match kept {
        Some(checked) => Ok(Some(Truth::new(checked, None, list))),
        None => decide(ending, list, progress),
    }
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
    let others = |done, of| match of {
        0 => progress(Stage::FromHome),
        of => progress(Stage::Deciding(done, of)),
    };
    let found = Decided::new(ending, |home| proof_game::find(home, &GAME), others);
    let Some(decided) = found else { return Ok(None) };
    let engine = start.elapsed();
    if !decided.open.is_empty() {
        let illegal = list.then(|| texts(&illegal(&decided.census, &decided.open)));
        return Ok(Some(Truth {
            counted: None,
            illegal,
            games: 0,
            moves: 0,
            engine: Some(engine),
            check: Duration::ZERO,
            open: decided.open,
        }));
    }
    let start = Instant::now();
    let done = AtomicU64::new(0);
    let checked = decided.check(|| progress(Stage::Checking(1 + done.fetch_add(1, Relaxed))));
    let Some(checked) = checked else { return Ok(None) };
    let name = ending.material();
    let refused = |fault| Fault::Bug(format!("the kernel does not accept {name}: {fault}"));
    let counted = checked.map_err(refused)?;
    let checked = Checked { counted, time: start.elapsed() };
    Ok(Some(Truth::new(checked, Some(engine), list)))
}

fn texts(positions: &[Position]) -> Vec<String> {
    positions.iter().map(Position::to_fen).collect()
}

impl Truth {
    /// What was proved, in so much time of the engine's.
    fn new(checked: Checked, engine: Option<Duration>, list: bool) -> Truth {
        let Checked { counted, time } = checked;
        let (games, others): (Vec<&Line>, Vec<&Line>) =
            counted.census.lines.iter().partition(|line| line.after.is_none());
        let moves = others.iter().map(|line| line.moves.len()).sum();
        let illegal = list.then(|| texts(&illegal(&counted.census, &[])));
        let games = games.len();
        Truth {
            open: Vec::new(),
            illegal,
            games,
            moves,
            engine,
            check: time,
            counted: Some(counted),
        }
    }

    /// What the counts rest on.
    pub fn explain(&self) -> String {
        let found = self.engine.map(|engine| format!("Found in {}, checked", duration(engine)));
        format!(
            "Every position is settled, and the kernel has checked each. The evidence: {} from the \
             initial array, and {} more that lead on from them. {} in {}.",
            counted(self.games, "game"),
            plies(self.moves as u64),
            found.as_deref().unwrap_or("Kept from an earlier count, and checked again"),
            duration(self.check)
        )
    }
}

/// A time that may not be known.
fn seconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    match time {
        Some(time) => report::seconds(time, serializer),
        None => serializer.serialize_none(),
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
    #[serde(flatten)]
    definitions: Option<DefinitionsReport<'a>>,
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
            definitions: found.definitions.as_ref().map(DefinitionsReport::new),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_endings_are_named_once() {
        let names = |text, definitions| {
            let endings = all_endings(text, definitions).unwrap().unwrap();
            endings.iter().map(Men::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("3", false), ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
        assert_eq!(names("4", false).len(), 6 + 15 + 15);
        assert_eq!(names("4", true), names("4", false));
        let five = names("5", true);
        assert_eq!(five.len(), 6 + 15 + 15 + 20 + 40);
        assert_eq!((five[36].as_str(), five[56].as_str()), ("KQQQvK", "KQQvKQ"));
        assert_eq!(five[95], "KNNvKN");
        assert!(all_endings("5", false).unwrap().is_err());
        assert!(all_endings("6", true).unwrap().is_err());
        assert!(all_endings("KRvK", true).is_none());
    }

    #[test]
    fn progress_is_told_in_sentences() {
        let said = [Stage::FromHome, Stage::Deciding(55555, 56789), Stage::Checking(40)];
        let said = said.map(|stage| stage.to_string());
        assert_eq!(said[0], "finding out which positions follow from home");
        assert_eq!(said[1], "1,234 of 56,789 positions are not decided yet");
        assert_eq!(said[2], "the kernel has checked 40 of 64 parts");
    }
}
