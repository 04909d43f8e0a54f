//! Proofs: the kernel checks a table entry by entry, with its own rules of play.
//!
//! What the kernel proves is what [`Claims::of`] says of folded positions, the ones it asks about.
//! A position may have several places in a table; that the others say the same is checked here, so
//! that whoever reads any place reads what was proved.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_board::split_mix;
use zermelo_kernel::{
    Budget, Color, GamePosition, Metric, Piece, Proved, Rules, Square, TableClass, TableEntry,
    TableFault, TableProof, Value, check_entry, folded,
};

use crate::error::TableError;
use crate::library::Library;
use crate::locate::{Key, Seen};
use crate::material::Material;
use crate::table::{Measure, Table};

/// What was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many entries the kernel accepted.
    pub entries: u64,
    /// The tables whose entries were taken as given.
    pub rests_on: Vec<Material>,
    /// What the kernel has proved; empty if only a sample was checked.
    pub proofs: Vec<Proved<TableProof>>,
}

/// Entries that are chosen by a seed, where not all are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Sample {
    pub entries: u64,
    pub seed: u64,
}

/// Why a table was not verified.
#[derive(thiserror::Error, Debug)]
pub enum NotVerified {
    /// A table cannot be had.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The kernel rejected an entry.
    #[error(transparent)]
    Rejected(#[from] TableFault),
    /// A position has two places in the table, and they do not say the same.
    #[error(
        "the table holds {fen} in two places, as {claimed} and as {}",
        proved.map_or("nothing".to_string(), |value| value.to_string())
    )]
    TwoPlaces {
        /// The position as it stands in the one place, as FEN.
        fen: String,
        /// What this place says.
        claimed: Value,
        /// What the other says.
        proved: Option<Value>,
    },
    /// The table of outcomes of the same men, on which others may rest, does not say the same.
    #[error("its table of outcomes says something else")]
    OtherOutcomes,
    /// Tables of outcomes tell no distance, and without one there is nothing to check.
    #[error(
        "only tables of distances (conversion or end) can be verified: \
         outcomes alone do not show that a win makes progress"
    )]
    NoDistance,
}

impl NotVerified {
    /// Whether the table is wrong, not just out of reach.
    pub fn is_objection(&self) -> bool {
        !matches!(self, NotVerified::Table(_) | NotVerified::NoDistance)
    }
}

/// The kernel's name for a distance.
fn metric(measure: Measure) -> Option<Metric> {
    match measure {
        Measure::Conversion => Some(Metric::Conversion),
        Measure::End => Some(Metric::End),
        Measure::Outcome | Measure::Zeroing => None,
    }
}

impl Library {
    /// Has the kernel compare the entry of a position with those one move later.
    ///
    /// # Errors
    ///
    /// The kernel's objection, or that the measure tells no distance.
    pub fn check<P: GamePosition>(
        &self,
        position: &P,
        measure: Measure,
    ) -> Result<Proved<TableEntry<P>>, NotVerified> {
        let metric = metric(measure).ok_or(NotVerified::NoDistance)?;
        let material = Material::of(position)?;
        let claim = |asked: &P| {
            let converted = measure == Measure::Conversion
                && Material::of(asked).is_ok_and(|other| other != material);
            self.value(asked, if converted { Measure::Outcome } else { measure }).ok()
        };
        Ok(check_entry(position, self.rules(), metric, claim)?)
    }

    /// Has the kernel check every entry of a table, or a sample of them. `done` counts them; once
    /// `stop` is set the fault is [`TableError::Stopped`].
    ///
    /// # Errors
    ///
    /// The first fault found.
    pub fn verify<P: GamePosition>(
        &self,
        material: &Material,
        measure: Measure,
        sample: Option<Sample>,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<Verified, NotVerified> {
        // What this one leads to may be in memory already; the rest goes.
        let exits = material.exits(self.rules());
        self.forget(|other, _| exits.contains(other));
        done.store(0, Relaxed);
        let claims = Claims::load(self, material, measure, stop)?;
        let Some(Sample { entries, seed }) = sample else {
            let verified = claims.verify::<P>(done, stop)?;
            let alone = measure != Measure::Conversion || !self.has(material, Measure::Outcome);
            let same = alone || claims.same_outcomes(self)?;
            return if same { Ok(verified) } else { Err(NotVerified::OtherOutcomes) };
        };
        claims.verify_sample::<P>(entries, seed, done, stop)
    }
}

/// A table and those it leads to, all in memory.
pub struct Claims {
    tables: HashMap<Key, Arc<Table>>,
    table: Arc<Table>,
    metric: Metric,
    rests_on: Vec<Material>,
}

impl Claims {
    /// Loads a table with distances, and what it leads to.
    ///
    /// # Errors
    ///
    /// If one of them is missing or damaged, the measure tells no distance, or `stop` is set.
    pub fn load(
        library: &Library,
        material: &Material,
        measure: Measure,
        stop: &AtomicBool,
    ) -> Result<Claims, NotVerified> {
        let metric = metric(measure).ok_or(NotVerified::NoDistance)?;
        let rests_on = material.exits(library.rules());
        let stopped = || stop.load(Relaxed);
        let table = Arc::new(library.map(material, measure)?.load_until(&stopped)?);
        let mut tables = HashMap::from([(material.key(), Arc::clone(&table))]);
        for exit in &rests_on {
            if stopped() {
                return Err(NotVerified::Table(TableError::Stopped));
            }
            tables.insert(exit.key(), library.load(exit, measure.of_exits())?);
        }
        Ok(Claims { tables, table, metric, rests_on })
    }

    fn rules(&self) -> Rules {
        self.table.rules
    }

    /// What the tables claim of a position.
    pub fn of<P: GamePosition>(&self, position: &P) -> Option<Value> {
        let seen = Seen::new(position)?;
        if seen.counts[seen.turn.index()] == 0 {
            return Some(Value::Win(0));
        }
        let table = self.tables.get(&seen.key)?;
        let (word, last) = seen.place(&table.layout);
        table.at(seen.turn, word, last)
    }

    /// Checks that a place says what was claimed of its position when the kernel asked.
    fn agrees<P: GamePosition>(
        &self,
        side: Color,
        word: usize,
        last: Square,
    ) -> Result<(), NotVerified> {
        let Some(claimed) = self.table.at(side, word, last) else { return Ok(()) };
        let Some(position) = self.table.position::<P>(side, word, last) else { return Ok(()) };
        match self.of(&*folded(&position)) {
            proved if proved == Some(claimed) => Ok(()),
            proved => Err(NotVerified::TwoPlaces { fen: position.to_string(), claimed, proved }),
        }
    }

    /// Whether the table of outcomes of the same men, on which others may rest, says the same.
    ///
    /// # Errors
    ///
    /// If it is missing or damaged.
    pub fn same_outcomes(&self, library: &Library) -> Result<bool, TableError> {
        let outcomes = library.map(self.table.material(), Measure::Outcome)?.load()?;
        Ok(self.table.has_outcomes_of(&outcomes))
    }

    /// Has the kernel check every entry, all cores at work.
    ///
    /// # Errors
    ///
    /// The first fault found.
    pub fn verify<P: GamePosition>(
        &self,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<Verified, NotVerified> {
        let class = |men: &[Piece]| TableClass::new(self.rules(), men).expect("tables have men");
        let men: Vec<Piece> = self.table.material().pieces().collect();
        let mut classes = vec![class(&men)];
        // Where the last man is taken the game is over; no table holds those, the kernel checks.
        classes.extend(classes[0].reached().into_iter().filter(|reached| {
            Color::ALL.into_iter().any(|color| reached.men().iter().all(|man| man.color == color))
        }));
        let budget = Budget::default().steps(u64::MAX, 0).until(|| stop.load(Relaxed));
        let check = |class: &TableClass| {
            let claim = |position: &P| self.of(position);
            let threads = rayon::current_num_threads();
            let count = |checked| {
                done.fetch_add(checked, Relaxed);
            };
            class.check(self.metric, claim, threads, &budget, count).map_err(|fault| match fault {
                TableFault::Exhausted(_) => NotVerified::Table(TableError::Stopped),
                fault => NotVerified::Rejected(fault),
            })
        };
        let proofs = classes.iter().map(check).collect::<Result<_, _>>()?;
        (0..2 * self.table.layout.words()).into_par_iter().try_for_each(|word| {
            if stop.load(Relaxed) {
                return Err(NotVerified::Table(TableError::Stopped));
            }
            let agrees = |last| self.agrees::<P>(Color::ALL[word % 2], word / 2, last);
            Square::all().try_for_each(agrees)
        })?;
        let (entries, rests_on) = (done.load(Relaxed), self.rests_on.clone());
        Ok(Verified { entries, rests_on, proofs })
    }

    /// Has the kernel check this many entries, chosen by the seed.
    ///
    /// # Errors
    ///
    /// The first fault found.
    pub fn verify_sample<P: GamePosition>(
        &self,
        entries: u64,
        seed: u64,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Result<Verified, NotVerified> {
        const SHARE: u64 = 4096;
        let words = self.table.layout.words() as u64;
        (0..entries.div_ceil(SHARE)).into_par_iter().try_for_each(|share| {
            if stop.load(Relaxed) {
                return Err(NotVerified::Table(TableError::Stopped));
            }
            // Each share has dice of its own, so that the choice depends on the seed alone.
            let mut dice = seed ^ share.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut roll = || split_mix(&mut dice);
            let wanted = SHARE.min(entries - share * SHARE);
            let mut found = 0;
            while found < wanted {
                let side = Color::ALL[(roll() & 1) as usize];
                let word = (roll() % words) as usize;
                let last = Square::wrapping(roll() as u8);
                if let Some(position) = self.table.position::<P>(side, word, last) {
                    let claim = |position: &P| self.of(position);
                    check_entry(&position, self.rules(), self.metric, claim)?;
                    self.agrees::<P>(side, word, last)?;
                    found += 1;
                }
            }
            done.fetch_add(found, Relaxed);
            Ok(())
        })?;
        let (entries, rests_on) = (done.load(Relaxed), self.rests_on.clone());
        Ok(Verified { entries, rests_on, proofs: Vec::new() })
    }
}
