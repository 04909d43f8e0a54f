//! What tables say: of one position, of what is in them, and whether the kernel agrees.
//!
//! The tables are believed only where the kernel agrees: it compares the entry, and each one
//! along the line, with the entries one move later.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use serde::Serialize;
use zermelo_board::clock::Instant;
use zermelo_kernel::{Color, GamePosition, Outcome, Position, Proved, Rules, TableEntry};
use zermelo_tables::{
    Choice, Counts, Library, MAX_SYZYGY_MEN, Material, Measure, NotVerified, Probe, Sample, Syzygy,
    SyzygyGame, SyzygyProbe, Table, TableError, Verified, Zugzwang,
};

use super::explain::Words;
use super::question::{Question, Tables};
use crate::Fault;

/// No line is longer; what is known of distances stays far below.
const LINE_LIMIT: usize = 10_000;

/// How a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The king is attacked and cannot escape.
    Checkmate,
    /// The side to move has men but no move.
    Stalemate,
    /// The side to move has no men.
    NoMen,
}

/// How the game is over; `None` while there is a move.
pub fn over<P: GamePosition>(position: &P, rules: Rules) -> Option<(Ended, Outcome)> {
    if !position.legal_moves().is_empty() {
        return None;
    }
    let has_men = !position.board().side(position.turn()).is_empty();
    let ended = match has_men {
        false => Ended::NoMen,
        true if position.is_check() => Ended::Checkmate,
        true => Ended::Stalemate,
    };
    Some((ended, position.verdict(rules)))
}

/// What the tables say of a position.
pub struct Answer<'q, P> {
    /// What was asked.
    pub question: &'q Question<P>,
    /// How to speak of it.
    pub words: Words,
    /// What is known.
    pub known: Known<Probe<P>>,
    /// The entry, as the kernel has accepted it; `None` where the game is over, and of outcomes
    /// without distances, which it cannot check.
    pub entry: Option<Proved<TableEntry<P>>>,
    /// The main line, if asked for.
    pub line: Option<Line<P>>,
}

/// What is known of a position.
pub enum Known<T> {
    /// The game is over, by the kernel's rules of play.
    Over(Ended, Outcome),
    /// This is in the tables.
    Found(T),
}

/// Best play.
pub struct Line<P> {
    /// The moves with the positions after them.
    pub moves: Vec<Choice<P>>,
    /// The table that is missing for the rest, if there is more to come.
    pub missing: Option<Material>,
}

impl<P: GamePosition> Line<P> {
    /// Best play from a position, each entry checked by the kernel.
    ///
    /// # Errors
    ///
    /// If a table is missing or damaged, or the kernel rejects an entry.
    pub fn of(library: &Library, measure: Measure, root: &P) -> Result<Line<P>, NotVerified> {
        let moves = library.line(root, measure, LINE_LIMIT)?;
        // Where the line ends, the tables may end too.
        let played = moves.iter().map(|choice| &choice.after).take(moves.len().saturating_sub(1));
        for position in std::iter::once(root).chain(played) {
            check(library, measure, position)?;
        }
        let last = moves.last().map(|choice| &choice.after);
        let goes_on = last.filter(|last| over(*last, library.rules()).is_none());
        let missing = match goes_on.map(|last| library.probe(last, measure)) {
            Some(Err(TableError::Missing { material, .. })) => Some(material),
            _ => None,
        };
        Ok(Line { moves, missing })
    }
}

/// Has the kernel compare the entry of a position with those one move later.
fn check<P: GamePosition>(
    library: &Library,
    measure: Measure,
    position: &P,
) -> Result<Option<Proved<TableEntry<P>>>, NotVerified> {
    match library.check(position, measure) {
        Err(NotVerified::NoDistance) => Ok(None),
        checked => checked.map(Some),
    }
}

impl<P: GamePosition> Question<P> {
    /// Looks up the position.
    ///
    /// # Errors
    ///
    /// If a table is missing or damaged, or the kernel rejects an entry.
    pub fn answer(
        &self,
        library: &Library,
        measure: Measure,
    ) -> Result<Answer<'_, P>, NotVerified> {
        let position = &self.position;
        let (known, entry, line) = match self.over {
            Some((ended, outcome)) => {
                let line = self.line.then(|| Line { moves: Vec::new(), missing: None });
                (Known::Over(ended, outcome), None, line)
            }
            None => {
                let probe = library.probe(position, measure)?;
                let entry = check(library, measure, position)?;
                let line = self.line.then(|| Line::of(library, measure, position)).transpose()?;
                (Known::Found(probe), entry, line)
            }
        };
        let words = Words { rules: self.rules, measure };
        Ok(Answer { question: self, words, known, entry, line })
    }
}

/// What Syzygy files say of a position; the kernel has not checked them.
pub struct SyzygyAnswer<P = Position> {
    /// The position.
    pub position: P,
    /// The rules of play.
    pub rules: Rules,
    /// Plies without capture and pawn move, by the FEN; the files do not look at them.
    pub clock: u32,
    /// The men.
    pub material: Material,
    /// What is known.
    pub known: Known<SyzygyProbe>,
}

impl<P: SyzygyGame> SyzygyAnswer<P> {
    /// Looks up a position. `folders` is where the files were looked for.
    ///
    /// # Errors
    ///
    /// If there are too many men, or a file is missing or damaged.
    pub fn new(
        files: &Syzygy<P>,
        folders: &str,
        position: P,
        clock: u32,
    ) -> Result<SyzygyAnswer<P>, Fault> {
        let rules = if P::plays(Rules::Chess) { Rules::Chess } else { Rules::Losing };
        let men = position.board().men().count();
        if men > MAX_SYZYGY_MEN {
            let why = format!("Syzygy tables go to {MAX_SYZYGY_MEN} men, and here are {men}");
            return Err(Fault::BadInput(why));
        }
        let material = Material::of_men(position.board());
        let known = match over(&position, rules) {
            Some((ended, outcome)) => Known::Over(ended, outcome),
            None => match files.probe(&position) {
                Ok(Some(probe)) => Known::Found(probe),
                Ok(None) => return Err(Fault::Open(missing(files.men(), &material, folders))),
                Err(error) => return Err(Fault::BadInput(error.to_string())),
            },
        };
        Ok(SyzygyAnswer { position, rules, clock, material, known })
    }
}

/// What is not there.
fn missing(men: usize, material: &Material, folders: &str) -> String {
    match men {
        0 => format!("there are no Syzygy tables in {folders}"),
        men if men < material.size() => format!(
            "there is no Syzygy table of {material} in {folders}; those there have at most {men} \
             men"
        ),
        _ => format!(
            "there is no Syzygy table of {material}, or of what captures make of it, in {folders}"
        ),
    }
}

/// What can be counted in a table.
pub struct Figures<P> {
    /// The men.
    pub material: Material,
    /// How to speak of them.
    pub words: Words,
    /// Whether positions that are the same up to symmetry count once.
    pub up_to_symmetry: bool,
    /// Positions, for White and for Black to move.
    pub counts: [Counts; 2],
    /// The losses that take longest, for White and for Black to move.
    pub longest: [Longest<P>; 2],
    /// Positions in which whoever is to move loses, up to symmetry; unknown without distances.
    pub zugzwangs: Option<usize>,
}

/// The losses of one side that take longest.
pub struct Longest<P> {
    /// How long they take.
    pub plies: u16,
    /// How many there are on the whole board.
    pub count: u64,
    /// One for each up to symmetry, but at most [`zermelo_tables::MOST_LONGEST`].
    pub positions: Vec<P>,
    /// How the first one goes.
    pub line: Option<Line<P>>,
}

impl<P> Longest<P> {
    /// How many moves the side that wins makes; `None` if there are no losses, or no distances.
    pub fn moves(&self) -> Option<u16> {
        (!self.positions.is_empty()).then_some(self.plies / 2)
    }
}

/// The whole table.
fn load(tables: &Tables, material: &Material) -> Result<Table, Fault> {
    let mapped = tables.library.map(material, tables.measure);
    mapped.and_then(|mapped| mapped.load()).map_err(|error| tables.fault(&error, material))
}

impl<P: GamePosition> Figures<P> {
    /// Counts, perhaps up to symmetry and with all men told apart, as other generators do; the
    /// longest are shown with how they go if `lines` is set.
    ///
    /// # Errors
    ///
    /// If a table is missing or damaged.
    pub fn new(
        tables: &Tables,
        material: &Material,
        (lines, up_to_symmetry): (bool, bool),
    ) -> Result<Figures<P>, Fault> {
        let table = load(tables, material)?;
        let words = tables.words();
        let board = Color::ALL.map(|side| table.counts(side));
        let longest = |side: Color| -> Result<Longest<P>, Fault> {
            if !words.has_distance() {
                return Ok(Longest { plies: 0, count: 0, positions: Vec::new(), line: None });
            }
            let (plies, positions) = table.longest::<P>(side);
            let first = positions.first().filter(|_| lines && plies > 1);
            let line = first.map(|first| Line::of(&tables.library, tables.measure, first));
            let line = match line.transpose() {
                // The figures do not depend on the tables that the line would need.
                Err(NotVerified::Table(TableError::Missing { .. })) => None,
                line => line.map_err(|why| tables.not_verified(&why, material))?,
            };
            let count = board[side.index()].losses.get(usize::from(plies)).copied().unwrap_or(0);
            Ok(Longest { plies, count, positions, line })
        };
        let longest = [longest(Color::White)?, longest(Color::Black)?];
        let zugzwangs = words.has_distance().then(|| table.zugzwangs::<P>().len());
        let counts = match up_to_symmetry {
            true => Color::ALL.map(|side| table.counts_up_to_symmetry(side)),
            false => board,
        };
        let material = material.clone();
        Ok(Figures { material, words, up_to_symmetry, counts, longest, zugzwangs })
    }

    /// Wins, draws and losses, for White and for Black to move.
    pub fn totals(&self) -> [[u64; 3]; 2] {
        self.counts.each_ref().map(|counts| [counts.won(), counts.draws, counts.lost()])
    }

    /// The men of a side: `KQ`.
    pub fn men(&self, side: Color) -> String {
        let name = self.material.to_string();
        name.split('v').nth(side.index()).unwrap_or_default().to_string()
    }
}

/// The zugzwangs of one table: whoever is to move loses, though not by a capture or promotion that
/// must be made at once.
pub struct Zugzwangs<P> {
    /// The men.
    pub material: Material,
    /// One for each up to symmetry.
    pub all: Vec<Zugzwang<P>>,
}

impl<P: GamePosition> Zugzwangs<P> {
    /// Finds them.
    ///
    /// # Errors
    ///
    /// If the table is missing or damaged.
    pub fn new(tables: &Tables, material: &Material) -> Result<Zugzwangs<P>, Fault> {
        let all = load(tables, material)?.zugzwangs::<P>();
        Ok(Zugzwangs { material: material.clone(), all })
    }

    /// Whether there is no knight and no pawn.
    pub fn is_plain(&self) -> bool {
        !self.material.to_string().contains(['N', 'P'])
    }
}

/// How many zugzwangs there are.
#[derive(Serialize)]
pub struct ZugzwangCount {
    /// Up to symmetry.
    #[serde(rename = "zugzwangs")]
    pub all: usize,
    /// If positions that differ by the exchange of colours are one.
    pub without_colours: usize,
    /// On the whole board.
    pub on_board: usize,
}

impl ZugzwangCount {
    /// Counts those of some tables.
    pub fn of<'a, P: 'a>(tables: impl IntoIterator<Item = &'a Zugzwangs<P>>) -> ZugzwangCount {
        let mut count = ZugzwangCount { all: 0, without_colours: 0, on_board: 0 };
        for one in tables.into_iter().flat_map(|table| &table.all) {
            count.all += 1;
            count.without_colours += usize::from(one.counts_without_colours);
            count.on_board += one.images;
        }
        count
    }
}

/// All zugzwangs of some tables, the slowest first.
pub fn slowest_first<P>(found: &[Zugzwangs<P>]) -> Vec<(&Material, &Zugzwang<P>)> {
    let mut list: Vec<(&Material, &Zugzwang<P>)> = Vec::new();
    for Zugzwangs { material, all } in found {
        list.extend(all.iter().map(|zugzwang| (material, zugzwang)));
    }
    list.sort_by_key(|(_, zugzwang)| {
        let [white, black] = zugzwang.plies;
        (Reverse(white.max(black)), Reverse(white.min(black)))
    });
    list
}

/// What became of one table that was put to the kernel.
pub struct Checked {
    /// The men.
    pub material: Material,
    /// Whether only a sample was looked at.
    pub sampled: bool,
    /// What was checked; or the kernel's objection as [`Fault::Rejected`]; or why it, or one that it
    /// leads to, cannot be had.
    pub result: Result<Verified, Fault>,
    /// How long it took.
    pub time: Duration,
}

impl Tables {
    /// Has the kernel check a table, or a sample of it; `None` if that was stopped.
    pub fn verify<P: GamePosition>(
        &self,
        material: &Material,
        sample: Option<Sample>,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Option<Checked> {
        let begun = Instant::now();
        let result = match self.library.verify::<P>(material, self.measure, sample, done, stop) {
            Err(NotVerified::Table(TableError::Stopped)) => return None,
            Err(error) if error.is_objection() => Err(Fault::Rejected(error.to_string())),
            result => result.map_err(|error| self.not_verified(&error, material)),
        };
        let sampled = sample.is_some();
        Some(Checked { material: material.clone(), sampled, result, time: begun.elapsed() })
    }

    /// Why there is no answer from a table: a kernel that objects to what was looked up means a
    /// bug, or that somebody has changed the table.
    pub fn not_verified(&self, error: &NotVerified, wanted: &Material) -> Fault {
        match error {
            NotVerified::Table(error) => self.fault(error, wanted),
            NotVerified::NoDistance => Fault::BadInput(error.to_string()),
            objection => Fault::Bug(format!("the kernel rejects the table: {objection}")),
        }
    }
}

/// What was relied on, or looked at in part, but not verified.
pub fn not_verified(checked: &[Checked]) -> Vec<&Material> {
    let known = |material: &Material| {
        let verified = |one: &&Checked| one.result.is_ok() && !one.sampled;
        checked.iter().filter(verified).any(|one| one.material == *material)
    };
    let relied = checked.iter().flat_map(|one| one.result.iter().flat_map(|ok| &ok.rests_on));
    let looked_at = checked.iter().filter(|one| one.sampled).map(|one| &one.material);
    let open = relied.chain(looked_at).filter(|material| !known(material));
    let mut open: Vec<&Material> = open.collect();
    open.sort();
    open.dedup();
    open
}
