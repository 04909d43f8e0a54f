//! What is in tables.

use std::io;

use zermelo_answers::Fault;
use zermelo_answers::table::{Figures, Histogram, Longest, Words, distance};
use zermelo_kernel::{Color, GamePosition};
use zermelo_tables::Material;

use super::{Page, thousands};

/// The figures of some tables, or why they cannot be told.
type All<P> = [(Material, Result<Figures<P>, Fault>)];

/// How many of the longest positions are shown.
const SHOWN: usize = 3;

impl Page<'_> {
    /// Everything about each table.
    pub fn all_figures<P: GamePosition>(&mut self, words: Words, all: &All<P>) -> io::Result<()> {
        for (material, figures) in all {
            match figures {
                Ok(figures) => self.figures(figures)?,
                Err(fault) => {
                    self.gap()?;
                    self.headline(&words.name(material))?;
                    self.gap()?;
                    self.say(2, &fault.to_string())?;
                }
            }
        }
        Ok(())
    }

    fn figures<P: GamePosition>(&mut self, figures: &Figures<P>) -> io::Result<()> {
        self.gap()?;
        self.headline(&figures.words.name(&figures.material))?;
        self.gap()?;
        let title = |side: Color| format!("{side} ({}) to move", figures.men(side));
        self.line(&format!("  {:<24}{:>22}{:>22}", "", title(Color::White), title(Color::Black)))?;
        self.line("  positions:")?;
        let [white, black] = figures.totals();
        for (index, name) in ["wins", "draws", "losses"].into_iter().enumerate() {
            let [white, black] = [white, black].map(|counts| thousands(counts[index]));
            self.line(&format!("    {name:<22}{white:>22}{black:>22}"))?;
        }
        let Some(zugzwangs) = figures.zugzwangs_in_words() else { return Ok(()) };
        self.histogram(figures)?;
        self.longest(figures)?;
        self.gap()?;
        self.say(2, &zugzwangs)
    }

    fn histogram<P: GamePosition>(&mut self, figures: &Figures<P>) -> io::Result<()> {
        let grouped = Histogram::new(&figures.counts).grouped();
        if grouped.is_empty() {
            return Ok(());
        }
        self.gap()?;
        let goal = figures.words.goal();
        self.say(2, &format!("Positions by moves to the {goal} (those of the side that wins):"))?;
        let cell = |count| if count == 0 { "-".to_string() } else { thousands(count) };
        let rows: Vec<(String, [String; 4])> =
            grouped.into_iter().map(|(name, counts)| (name, counts.map(cell))).collect();
        let widest = rows.iter().flat_map(|(_, cells)| cells).map(String::len).max();
        let width = widest.map_or(0, |widest| widest + 2).max(14);
        let line = |name: &str, cells: &[String]| {
            let cells: String = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
            format!("  {name:>10}{cells}")
        };
        self.line(&line("moves", &Histogram::COLUMNS.map(str::to_string)))?;
        for (name, cells) in &rows {
            self.line(&line(name, cells))?;
        }
        Ok(())
    }

    fn longest<P: GamePosition>(&mut self, figures: &Figures<P>) -> io::Result<()> {
        for (side, longest) in figures.longest.iter().enumerate() {
            let Some(first) = longest.positions.first() else { continue };
            if side == 1 && figures.material.is_even() {
                self.gap()?;
                return self.say(2, "The same for Black to move, with colours exchanged.");
            }
            self.gap()?;
            let turn = Color::ALL[side];
            let how = format!(
                "The longest losses of {turn} to move: {} {}",
                figures.words.goal(),
                distance(longest.plies / 2, longest.plies)
            );
            if longest.plies < 2 {
                self.say(2, &format!("{how}."))?;
                continue;
            }
            let many = longest.count_in_words();
            let such = if longest.positions.len() > SHOWN { ", such as" } else { ":" };
            self.say(2, &format!("{how}, {many}{such}"))?;
            for position in longest.positions.iter().take(SHOWN) {
                self.line(&format!("    {position}"))?;
            }
            if let Some(line) = &longest.line {
                self.say(2, "How the first one goes:")?;
                let (line, remark) = line.numbered(first, 1);
                self.main_line(&line, remark.as_deref())?;
            }
        }
        Ok(())
    }

    /// A line for each table, and the sums.
    pub fn overview<P: GamePosition>(&mut self, all: &All<P>) -> io::Result<()> {
        let mut rows = vec![Row::titles()];
        let mut sum = Sum::default();
        for (material, figures) in all {
            let name = material.to_string();
            rows.push(match figures {
                Ok(figures) => {
                    let one = Sum::of(figures);
                    sum.add(&one);
                    one.row(name)
                }
                Err(_) => Row::empty(name),
            });
        }
        rows.push(sum.row("all".to_string()));
        let width = |column: usize| {
            let cells = rows.iter().map(|row| row.cells[column].len());
            cells.max().unwrap_or(0).max([10, 10, 10, 10, 10, 10, 8, 8, 9][column])
        };
        let widths: Vec<usize> = (0..COLUMNS).map(width).collect();
        let over = |columns: std::ops::Range<usize>| {
            widths[columns.clone()].iter().sum::<usize>() + 2 * (columns.len() - 1)
        };
        self.gap()?;
        self.line(&format!(
            "  {:<9}{:>white$}  |{:>black$}  |{:>ends$}",
            "",
            "White to move",
            "Black to move",
            "longest loss of",
            white = over(0..3) + 2,
            black = over(3..6) + 2,
            ends = over(6..8) + 2,
        ))?;
        for (index, row) in rows.iter().enumerate() {
            // The first row are the titles, the last one the sums.
            if let Some((_, Err(fault))) = index.checked_sub(1).and_then(|i| all.get(i)) {
                self.line(&format!("  {:<9}  {fault}", row.name))?;
                continue;
            }
            let mut text = format!("  {:<9}", row.name);
            for (column, cell) in row.cells.iter().enumerate() {
                let bar = if matches!(column, 3 | 6) { "  |" } else { "" };
                text += &format!("{bar}  {cell:>0$}", widths[column]);
            }
            self.line(&text)?;
        }
        self.gap()?;
        self.say(
            2,
            "Positions on the whole board; the longest losses, in moves of the side that wins; \
             full-point zugzwangs up to symmetry.",
        )
    }
}

/// Three counts for each side to move, how long the losses of each take, zugzwangs.
const COLUMNS: usize = 9;

/// A row of the overview.
struct Row {
    name: String,
    cells: [String; COLUMNS],
}

/// What is added up in the overview.
#[derive(Default)]
struct Sum {
    totals: [[u64; 3]; 2],
    longest: [Option<u16>; 2],
    zugzwangs: Option<usize>,
}

impl Row {
    fn titles() -> Row {
        let three = ["wins", "draws", "losses"];
        let cells = [&three[..], &three, &["White", "Black", "zugzwangs"]].concat();
        Row { name: "material".to_string(), cells: std::array::from_fn(|i| cells[i].to_string()) }
    }

    fn empty(name: String) -> Row {
        Row { name, cells: Default::default() }
    }
}

impl Sum {
    fn of<P: GamePosition>(figures: &Figures<P>) -> Sum {
        Sum {
            totals: figures.totals(),
            longest: figures.longest.each_ref().map(Longest::moves),
            zugzwangs: figures.zugzwangs,
        }
    }

    fn add(&mut self, other: &Sum) {
        for side in 0..2 {
            for (sum, count) in self.totals[side].iter_mut().zip(other.totals[side]) {
                *sum += count;
            }
            self.longest[side] = self.longest[side].max(other.longest[side]);
        }
        self.zugzwangs = match (self.zugzwangs, other.zugzwangs) {
            (Some(a), Some(b)) => Some(a + b),
            (a, b) => a.or(b),
        };
    }

    fn row(&self, name: String) -> Row {
        let known = |number: Option<u64>| number.map_or("-".to_string(), thousands);
        let [[a, b, c], [d, e, f]] = self.totals.map(|counts| counts.map(thousands));
        let [white, black] = self.longest.map(|moves| known(moves.map(u64::from)));
        let zugzwangs = known(self.zugzwangs.map(|number| number as u64));
        Row { name, cells: [a, b, c, d, e, f, white, black, zugzwangs] }
    }
}
