//! The figures of one table.

use zermelo_kernel::GamePosition;
use zermelo_tables::{Counts, MOST_LONGEST, Material, Table, TableError};

use zermelo_answers::table::{Line, ProbeFault, Words};

use super::probe;
use super::shelf::Shelf;
use crate::exit::Fault;
use crate::words::thousands;

/// What can be counted in a table.
pub struct Figures<P> {
    /// The men.
    pub material: Material,
    /// How to speak of them.
    pub words: Words,
    /// Positions on the whole board, for White and for Black to move.
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
    /// One for each up to symmetry, but at most [`MOST_LONGEST`].
    pub positions: Vec<P>,
    /// How the first one goes.
    pub line: Option<Line<P>>,
}

impl<P> Longest<P> {
    /// How many there are, in words.
    pub fn count_in_words(&self) -> String {
        let s = if self.count == 1 { "" } else { "s" };
        let all = format!("{} position{s} on the board", thousands(self.count));
        match self.positions.len() {
            MOST_LONGEST.. => all,
            listed => format!("{all}, {listed} up to symmetry"),
        }
    }

    /// How many moves the side that wins makes; nothing if there are no losses, or no distances.
    pub fn moves(&self) -> Option<u16> {
        (!self.positions.is_empty()).then_some(self.plies / 2)
    }
}

impl<P: GamePosition> Figures<P> {
    /// Counts; the longest are shown with how they go if `lines` is set.
    pub fn new(shelf: &Shelf, material: &Material, lines: bool) -> Result<Figures<P>, Fault> {
        let fault = |error| shelf.fault(&error, material);
        let table: Table = shelf
            .library
            .map(material, shelf.measure)
            .and_then(|mapped| mapped.load())
            .map_err(fault)?;
        let words = shelf.words();
        let counts = [0, 1].map(|side| table.counts(side));
        let longest = |side: usize| -> Result<Longest<P>, Fault> {
            if !words.has_distance() {
                return Ok(Longest { plies: 0, count: 0, positions: Vec::new(), line: None });
            }
            let (plies, positions) = table.longest::<P>(side);
            let first = positions.first().filter(|_| lines && plies > 1);
            let line =
                match first.map(|first| Line::of(&shelf.library, shelf.measure, first)).transpose()
                {
                    // The figures do not depend on the tables that the line would need.
                    Err(ProbeFault::Table(TableError::Missing { .. })) => None,
                    line => line.map_err(|why| probe::fault(shelf, why, material))?,
                };
            let count = counts[side].losses.get(usize::from(plies)).copied().unwrap_or(0);
            Ok(Longest { plies, count, positions, line })
        };
        let longest = [longest(0)?, longest(1)?];
        Ok(Figures {
            material: material.clone(),
            words,
            counts,
            longest,
            zugzwangs: words.has_distance().then(|| table.zugzwangs::<P>().len()),
        })
    }

    /// Wins, draws and losses, for White and for Black to move.
    pub fn totals(&self) -> [[u64; 3]; 2] {
        self.counts.each_ref().map(|counts| [counts.won(), counts.draws, counts.lost()])
    }

    /// The men of a side: `KQ`.
    pub fn men(&self, side: usize) -> String {
        let name = self.material.to_string();
        name.split('v').nth(side).unwrap_or_default().to_string()
    }
}
