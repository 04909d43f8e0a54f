//! What is in tables, in words and rows: each table by itself, or one row for each.

use std::ops::{Add, Range};

use zermelo_kernel::{Color, GamePosition};
use zermelo_tables::Material;

use super::answer::{Figures, Longest};
use super::explain::{Words, distance};
use super::histogram::Histogram;
use crate::Fault;
use crate::explain::Paragraph::{self, Entry, Gap, Headline, Moves};
use crate::names::thousands;

/// The figures of some tables, or why they cannot be told.
type All<P> = [(Material, Result<Figures<P>, Fault>)];

/// How many of the longest positions are shown.
const SHOWN: usize = 3;

/// Everything about each table.
pub fn figures_of_each<P: GamePosition>(words: Words, all: &All<P>) -> Vec<Paragraph> {
    let mut text = Vec::new();
    for (material, figures) in all {
        text.extend([Gap, Headline(words.name(material)), Gap]);
        match figures {
            Ok(figures) => figures.explain(&mut text),
            Err(fault) => text.push(say(fault.to_string())),
        }
    }
    text
}

/// A sentence below the name of a table.
fn say(text: impl Into<String>) -> Paragraph {
    Entry(2, String::new(), text.into())
}

impl<P: GamePosition> Figures<P> {
    fn explain(&self, text: &mut Vec<Paragraph>) {
        let title = |side: Color| format!("{side} ({}) to move", self.men(side));
        let titles = Color::ALL.map(title);
        text.push(Paragraph::line(format!("  {:<24}{:>22}{:>22}", "", titles[0], titles[1])));
        text.push(Paragraph::line(format!("  {}", self.counted())));
        let [white, black] = self.totals();
        for (index, name) in ["wins", "draws", "losses"].into_iter().enumerate() {
            let [white, black] = [white, black].map(|counts| thousands(counts[index]));
            text.push(Paragraph::line(format!("    {name:<22}{white:>22}{black:>22}")));
        }
        let Some(zugzwangs) = self.zugzwangs_in_words() else { return };
        self.explain_distances(text);
        self.explain_longest(text);
        text.extend([Gap, say(zugzwangs)]);
    }

    fn explain_distances(&self, text: &mut Vec<Paragraph>) {
        let grouped = Histogram::new(&self.counts).grouped();
        if grouped.is_empty() {
            return;
        }
        let goal = self.words.goal();
        let title = format!("Positions by moves to the {goal} (those of the side that wins):");
        text.extend([Gap, say(title)]);
        let cell = |count| if count == 0 { "-".to_string() } else { thousands(count) };
        let mut rows = vec![("moves".to_string(), Histogram::COLUMNS.map(str::to_string))];
        rows.extend(grouped.into_iter().map(|(name, counts)| (name, counts.map(cell))));
        let widest = rows[1..].iter().flat_map(|(_, cells)| cells).map(String::len).max();
        let width = widest.map_or(0, |widest| widest + 2).max(14);
        text.extend(rows.iter().map(|(name, cells)| {
            let cells: String = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
            Paragraph::line(format!("  {name:>10}{cells}"))
        }));
    }

    fn explain_longest(&self, text: &mut Vec<Paragraph>) {
        for (side, longest) in self.longest.iter().enumerate() {
            let Some(first) = longest.positions.first() else { continue };
            text.push(Gap);
            if side == 1 && self.material.is_even() {
                text.push(say("The same for Black to move, with colours exchanged."));
                return;
            }
            let how = format!(
                "The longest losses of {} to move: {} {}",
                Color::ALL[side],
                self.words.goal(),
                distance(longest.plies / 2, longest.plies)
            );
            if longest.plies < 2 {
                text.push(say(format!("{how}.")));
                continue;
            }
            let many = longest.count_in_words();
            let such = if longest.positions.len() > SHOWN { ", such as" } else { ":" };
            text.push(say(format!("{how}, {many}{such}")));
            let shown = longest.positions.iter().take(SHOWN);
            text.extend(shown.map(|position| Paragraph::line(format!("    {position}"))));
            if let Some(line) = &longest.line {
                let (line, remark) = line.numbered(first, 1);
                text.extend([say("How the first one goes:"), Moves(line)]);
                text.extend(remark.map(say));
            }
        }
    }
}

/// A row for each table, and the sums.
pub fn overview<P: GamePosition>(all: &All<P>) -> Vec<Paragraph> {
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
    let groups = format!(
        "  {:<9}{:>white$}  |{:>black$}  |{:>ends$}",
        "", "White to move", "Black to move", "longest loss of",
    );
    let mut text = vec![Gap, Paragraph::line(groups)];
    text.extend(rows.iter().map(|(name, cells)| Paragraph::line(row(name, cells, &widths))));
    let counted = match all.iter().find_map(|(_, figures)| figures.as_ref().ok()) {
        Some(figures) if figures.up_to_symmetry => "up to symmetry",
        _ => "on the whole board",
    };
    let rest =
        "the longest losses, in moves of the side that wins; full-point zugzwangs up to symmetry.";
    text.extend([Gap, say(format!("Positions {counted}; {rest}"))]);
    text
}

/// One table's row, or why there is none.
fn row(name: &str, cells: &Result<Vec<String>, &Fault>, widths: &[usize; 9]) -> String {
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
    text
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
