//! A folder of tables: find them, load them, build what is missing.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zermelo_board::Limits;
use zermelo_kernel::{GamePosition, Rules, Value, folded};

use crate::error::TableError;
use crate::file::Mapped;
use crate::layout::Layout;
use crate::locate::{Key, Seen};
use crate::material::Material;
use crate::solve::{Ply, solve, solve_memory};
use crate::table::{Measure, Table};

/// The tables of one game in a folder.
pub struct Library {
    folder: PathBuf,
    rules: Rules,
    loaded: Mutex<HashMap<(Material, Measure), Arc<Table>>>,
    mapped: Mutex<HashMap<(Key, Measure), Arc<Mapped>>>,
}

/// A table that must be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The men.
    pub material: Material,
    /// What it will tell.
    pub measure: Measure,
    /// Places it has, both sides to move together.
    pub places: u64,
    /// Bytes of memory it takes to build it, with the tables it leads to.
    pub memory: u64,
}

/// What happens while tables are built.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The next table is begun.
    Begin(&'a Step),
    /// The positions of a distance were found.
    Ply(&'a Step, Ply),
    /// The table is on disk, in a file of so many bytes.
    Done(&'a Step, u64),
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Library {
    /// The tables of a game in a folder, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>, rules: Rules) -> Library {
        Library { folder: folder.into(), rules, loaded: Mutex::default(), mapped: Mutex::default() }
    }

    /// The rules of play.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Where all this is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a table.
    pub fn path(&self, material: &Material, measure: Measure) -> PathBuf {
        self.folder.join(self.rules.to_string()).join(format!("{material}.{measure}"))
    }

    /// Whether the file of a table is there.
    pub fn has(&self, material: &Material, measure: Measure) -> bool {
        self.path(material, measure).is_file()
    }

    /// Opens a table for single questions.
    ///
    /// # Errors
    ///
    /// If it is missing or damaged.
    pub fn map(&self, material: &Material, measure: Measure) -> Result<Arc<Mapped>, TableError> {
        let key = (material.key(), measure);
        if let Some(mapped) = locked(&self.mapped).get(&key) {
            return Ok(Arc::clone(mapped));
        }
        let path = self.path(material, measure);
        if !path.is_file() {
            return Err(TableError::Missing { material: material.clone(), measure, path });
        }
        let mapped = Arc::new(Mapped::open(&path)?);
        let right = (mapped.rules(), mapped.measure(), mapped.material())
            == (self.rules, measure, material);
        if !right {
            let what = format!(
                "it holds {} ({}, {})",
                mapped.material(),
                mapped.rules(),
                mapped.measure()
            );
            return Err(TableError::Damaged { path, what });
        }
        locked(&self.mapped).insert(key, Arc::clone(&mapped));
        Ok(mapped)
    }

    /// Loads a table into memory, where it stays until [`Library::forget`]. Positions in which an
    /// en-passant capture is possible are left out: no capture or promotion leads to one.
    ///
    /// # Errors
    ///
    /// If it is missing or damaged.
    pub fn load(&self, material: &Material, measure: Measure) -> Result<Arc<Table>, TableError> {
        let key = (material.clone(), measure);
        if let Some(table) = locked(&self.loaded).get(&key) {
            return Ok(Arc::clone(table));
        }
        let table = Arc::new(self.map(material, measure)?.load()?.without_en_passant());
        locked(&self.loaded).insert(key, Arc::clone(&table));
        Ok(table)
    }

    /// Lets go of all loaded tables but these.
    pub fn forget(&self, except: impl Fn(&Material, Measure) -> bool) {
        locked(&self.loaded).retain(|(material, measure), _| except(material, *measure));
    }

    /// What the tables say of a position; distances are 0 in tables of outcomes.
    ///
    /// # Errors
    ///
    /// If the table is missing or damaged, or there are more men than tables have.
    pub fn value<P: GamePosition>(
        &self,
        position: &P,
        measure: Measure,
    ) -> Result<Value, TableError> {
        // A position may stand in several places. This is the one that the kernel would ask for.
        let position = &*folded(position);
        let seen = Seen::new(position).ok_or(TableError::TooManyMen)?;
        if seen.counts[seen.turn.index()] == 0 {
            return Ok(Value::Win(0));
        }
        let known = locked(&self.mapped).get(&(seen.key, measure)).map(Arc::clone);
        let mapped = match known {
            Some(mapped) => mapped,
            None => self.map(&Material::of(position)?, measure)?,
        };
        let (word, last) = seen.place(mapped.layout());
        mapped.at(seen.turn, word, last)
    }

    /// The tables still to be built before all these are there, in order. What is damaged counts
    /// as missing.
    pub fn plan(&self, wanted: &[Material], measure: Measure) -> Vec<Step> {
        let all = Material::closure(wanted, self.rules);
        let wanted: HashSet<&Material> = wanted.iter().collect();
        let step = |material: &Material| {
            let asked = if wanted.contains(material) { measure } else { measure.of_exits() };
            let exits = material.exits(self.rules);
            let exits: u64 = exits.iter().map(|exit| size(exit, measure.of_exits())).sum();
            Step {
                material: material.clone(),
                measure: asked,
                places: places(material),
                memory: solve_memory(material, asked) + exits,
            }
        };
        let is_there = |material: &Material, measure: Measure| {
            self.map(material, measure).and_then(|table| table.check()).is_ok()
        };
        // Tables that lead to a table want its outcomes, whatever was asked of it.
        let missing = |step: &Step| {
            let of_exits = step.measure.of_exits();
            !is_there(&step.material, step.measure)
                || of_exits != step.measure && !is_there(&step.material, of_exits)
        };
        all.iter().map(step).filter(missing).collect()
    }

    /// Builds the tables of a plan, one after the other. What was built stays, should a later one
    /// fail: call again to go on.
    ///
    /// # Errors
    ///
    /// If one needs more memory than the limits allow, a file cannot be read or written, `progress`
    /// breaks, or the limits' interrupt comes.
    pub fn build(
        &self,
        plan: &[Step],
        limits: Limits,
        progress: &mut dyn FnMut(Event) -> ControlFlow<()>,
    ) -> Result<(), TableError> {
        let memory = limits.memory;
        if let Some(step) = plan.iter().find(|step| step.memory > memory) {
            let (material, needed) = (step.material.clone(), step.memory);
            return Err(TableError::Memory { material, needed, allowed: memory });
        }
        for step in plan {
            let Step { material, measure, .. } = step;
            let of_exits = measure.of_exits();
            let exits = material.exits(self.rules);
            let held: u64 = locked(&self.loaded)
                .keys()
                .map(|(material, measure)| size(material, *measure))
                .sum();
            if held + step.memory > memory {
                self.forget(|material, measure| exits.contains(material) && measure == of_exits);
            }
            if progress(Event::Begin(step)).is_break() {
                return Err(TableError::Stopped);
            }
            let mut loaded = HashMap::new();
            for exit in exits {
                if limits.is_over() {
                    return Err(TableError::Stopped);
                }
                let table = self.load(&exit, of_exits)?;
                loaded.insert(exit, table);
            }
            let loaded = |exit: &Material| Arc::clone(&loaded[exit]);
            let mut found_ply = |ply| progress(Event::Ply(step, ply));
            let table = solve(material, self.rules, *measure, limits, &loaded, &mut found_ply)?;
            let size = table.write(&self.path(material, *measure), limits)?;
            locked(&self.mapped).remove(&(material.key(), *measure));
            let done = progress(Event::Done(step, size));
            let kept = match measure {
                Measure::End | Measure::Outcome => table,
                Measure::Conversion | Measure::Zeroing => {
                    let outcomes = table.outcomes();
                    outcomes.write(&self.path(material, Measure::Outcome), limits)?;
                    locked(&self.mapped).remove(&(material.key(), Measure::Outcome));
                    outcomes
                }
            };
            let kept = kept.without_en_passant();
            locked(&self.loaded).insert((material.clone(), kept.measure()), Arc::new(kept));
            if done.is_break() {
                return Err(TableError::Stopped);
            }
        }
        Ok(())
    }
}

/// How many places a table has, both sides to move together.
pub fn places(material: &Material) -> u64 {
    2 * 64 * Layout::new(material).words() as u64
}

/// How many bytes a loaded table takes.
fn size(material: &Material, measure: Measure) -> u64 {
    let bits = if measure == Measure::Outcome { 2 } else { 18 };
    2 * 64 * Layout::new(material).configs as u64 * bits / 8
}
