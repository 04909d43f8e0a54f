//! Outcomes for a search of losing chess: many questions, each answered from memory.
//!
//! Tables are loaded when they are first needed, and stay. A question costs the counting of the
//! men, one look into a hash table that never changes, and one word of the table: no lock, no
//! memory asked for. All materials up to four men take about 1 GiB once every one was needed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use zermelo_board::losing::Position;
use zermelo_kernel::{ByColor, Rules, Value};

use crate::error::TableError;
use crate::layout::Layout;
use crate::library::Library;
use crate::locate::{Key, Seen};
use crate::material::{MAX_MEN, Material};
use crate::table::{Half, Measure, Table};

/// Outcomes of positions with few men. Many threads may ask at once.
pub struct Quick {
    library: Library,
    men: usize,
    /// Nobody is answered before this is set.
    open: AtomicBool,
    /// A hash table with open places, never more than half full; `[Quick::first(key)]`.
    slots: Vec<Option<Slot>>,
}

/// A material, and its table once somebody asked; `None` if it cannot be had.
struct Slot {
    key: Key,
    material: Material,
    table: OnceLock<Option<Outcomes>>,
}

/// A table of outcomes without en passant; wins beside losses, for words are far apart in memory.
struct Outcomes {
    layout: Layout,
    halves: ByColor<Box<[[u64; 2]]>>,
}

impl Quick {
    /// Answers for positions with up to so many men from the tables of this library.
    ///
    /// # Panics
    ///
    /// If the library is one of chess.
    pub fn new(library: Library, men: usize) -> Quick {
        assert!(library.rules() != Rules::Chess, "these are positions of losing chess");
        let men = men.min(MAX_MEN);
        let materials: Vec<Material> =
            (2..=men).flat_map(|men| Material::all(men, library.rules())).collect();
        let size = (2 * materials.len()).next_power_of_two();
        let slots = std::iter::repeat_with(|| None).take(size).collect();
        let mut quick = Quick { library, men, open: AtomicBool::new(true), slots };
        for material in materials {
            let key = material.key();
            let mut at = quick.first(key);
            while quick.slots[at].is_some() {
                at = quick.next(at);
            }
            quick.slots[at] = Some(Slot { key, material, table: OnceLock::new() });
        }
        quick
    }

    /// The same, with tables that are not there yet: knows nothing before [`Quick::open`].
    #[must_use]
    pub fn closed(self) -> Quick {
        self.open.store(false, Relaxed);
        self
    }

    /// The tables are there: answers from now on.
    pub fn open(&self) {
        self.open.store(true, Relaxed);
    }

    /// Whether it answers.
    pub fn is_open(&self) -> bool {
        self.open.load(Relaxed)
    }

    /// How many men positions may have.
    pub fn men(&self) -> usize {
        self.men
    }

    /// Where the tables are.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The tables that were needed and are missing or damaged.
    pub fn missing(&self) -> impl Iterator<Item = &Material> {
        let lacking = |slot: &&Slot| matches!(slot.table.get(), Some(None));
        self.slots.iter().flatten().filter(lacking).map(|slot| &slot.material)
    }

    /// What the position is worth to the side to move, the distance being 0; `None` if there are
    /// too many men, only the side to move has any, or the table cannot be had.
    #[inline]
    pub fn outcome(&self, position: &Position) -> Option<Value> {
        let men = position.occupied().count_ones() as usize;
        if men > self.men || !self.is_open() {
            return None;
        }
        if position.en_passant().is_some() {
            return self.after_captures(position);
        }
        let seen = Seen::on_bitboards(position);
        if seen.counts[1] == 0 {
            return (seen.counts[seen.turn.index()] == 0).then_some(Value::Win(0));
        }
        let table = self.table(seen.key)?;
        let (word, last) = seen.place(&table.layout);
        let [win, loss] = table.halves[seen.turn][word].map(|set| set & last.bit() != 0);
        match (win, loss) {
            (false, false) => Some(Value::Draw),
            (true, false) => Some(Value::Win(0)),
            (false, true) => Some(Value::Loss(0)),
            (true, true) => None,
        }
    }

    /// The value with the plies to the next capture or promotion, read from disk.
    ///
    /// # Errors
    ///
    /// If the table is missing or damaged, or has none of this position.
    pub fn distance(&self, position: &Position) -> Result<Value, TableError> {
        if position.occupied().count_ones() as usize > self.men {
            return Err(TableError::TooManyMen);
        }
        let seen = Seen::on_bitboards(position);
        if seen.counts[seen.turn.index()] == 0 {
            return Ok(Value::Win(0));
        }
        let material = &self.slot(seen.key).ok_or(TableError::NoMen)?.material;
        let mapped = self.library.map(material, Measure::Conversion)?;
        let (word, last) = seen.place(mapped.layout());
        mapped.at(seen.turn, word, last)
    }

    /// Where a pawn can be taken en passant something must be captured. Such positions are not in
    /// memory; those one move later are.
    #[cold]
    fn after_captures(&self, position: &Position) -> Option<Value> {
        let mut best = Some(Value::Loss(0));
        position.any_legal(|made| {
            match self.outcome(&position.play(made)) {
                None => best = None,
                Some(Value::Loss(_)) => best = Some(Value::Win(0)),
                Some(Value::Draw) => best = Some(Value::Draw),
                Some(Value::Win(_)) => {}
            }
            // It cannot change any more: a win is known, or the answer is not.
            matches!(best, None | Some(Value::Win(_)))
        });
        best
    }

    #[inline(always)]
    fn table(&self, key: Key) -> Option<&Outcomes> {
        let slot = self.slot(key)?;
        match slot.table.get() {
            Some(table) => table.as_ref(),
            None => self.load(slot),
        }
    }

    #[inline(always)]
    fn slot(&self, key: Key) -> Option<&Slot> {
        let mut at = self.first(key);
        loop {
            let slot = self.slots[at].as_ref()?;
            if slot.key == key {
                return Some(slot);
            }
            at = self.next(at);
        }
    }

    /// Two threads may do this at once for the same table, and one of them in vain: nobody waits
    /// inside, for loading is itself done in parallel.
    #[cold]
    fn load<'a>(&self, slot: &'a Slot) -> Option<&'a Outcomes> {
        let table = self.library.map(&slot.material, Measure::Outcome).and_then(|map| map.read());
        slot.table.get_or_init(|| table.ok().map(Outcomes::new)).as_ref()
    }

    #[inline(always)]
    fn first(&self, key: Key) -> usize {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }

    #[inline(always)]
    fn next(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }
}

impl Outcomes {
    fn new(table: Table) -> Outcomes {
        let Table { layout, halves, .. } = table.without_en_passant();
        let pairs = |half: Half| half.win.into_iter().zip(half.loss).map(|(w, l)| [w, l]).collect();
        Outcomes { layout, halves: halves.map(pairs) }
    }
}
