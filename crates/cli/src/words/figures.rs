//! What is in tables.

use std::io;
use std::ops::{Add, Range};

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
        self.line(&format!("  {}", figures.counted()))?;
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
        let mut sum = Sum::default();
        let three = ["wins", "draws", "losses"];
        let titles = [&three[..], &three, &["White", "Black", "zugzwangs"]].concat();
        let titles = titles.into_iter().map(String::from).collect();
        let mut rows = vec![("material".to_string(), Ok(titles))];
        for (material, figures) in all {
            let cells = figures.as_ref().map(|figures| {
                let one = Sum::of(figures);
                sum.add(&one);
                one.cells()
            });
            rows.push((material.to_string(), cells));
        }
        rows.push(("all".to_string(), Ok(sum.cells())));
        let mut widths = [10, 10, 10, 10, 10, 10, 8, 8, 9];
        for cells in rows.iter().filter_map(|(_, cells)| cells.as_ref().ok()) {
            for (width, cell) in widths.iter_mut().zip(cells) {
                *width = cell.len().max(*width);
            }
        }
        // Two columns apart, and one row of titles above groups of them.
        let over = |columns: Range<usize>| widths[columns].iter().map(|width| width + 2).sum();
        let (white, black, ends): (usize, usize, usize) = (over(0..3), over(3..6), over(6..8));
        self.gap()?;
        self.line(&format!(
            "  {:<9}{:>white$}  |{:>black$}  |{:>ends$}",
            "", "White to move", "Black to move", "longest loss of",
        ))?;
        for (name, cells) in &rows {
            let mut text = format!("  {name:<9}");
            match cells {
                Err(fault) => text += &format!("  {fault}"),
                Ok(cells) => {
                    for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
                        let bar = if matches!(column, 3 | 6) { "  |" } else { "" };
                        text += &format!("{bar}  {cell:>width$}");
                    }
                }
            }
            self.line(&text)?;
        }
        self.gap()?;
        let counted = match all.iter().find_map(|(_, figures)| figures.as_ref().ok()) {
            Some(figures) if figures.up_to_symmetry => "up to symmetry",
            _ => "on the whole board",
        };
        let rest = "the longest losses, in moves of the side that wins; full-point zugzwangs up to symmetry.";
        self.say(2, &format!("Positions {counted}; {rest}"))
    }
}

/// What is added up in the overview.
#[derive(Default)]
struct Sum {
    totals: [[u64; 3]; 2],
    longest: [Option<u16>; 2],
    zugzwangs: Option<usize>,
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
        self.zugzwangs = [self.zugzwangs, other.zugzwangs].into_iter().flatten().reduce(Add::add);
    }

    /// Three counts for each side to move, how long the losses of each take, zugzwangs.
    fn cells(&self) -> Vec<String> {
        let known = |number: Option<u64>| number.map_or("-".to_string(), thousands);
        let counts = self.totals.as_flattened().iter().map(|&count| thousands(count));
        let longest = self.longest.iter().map(|moves| known(moves.map(u64::from)));
        let zugzwangs = known(self.zugzwangs.map(|number| number as u64));
        counts.chain(longest).chain([zugzwangs]).collect()
    }
}
