//! What is in tables.

use std::io;

use zermelo_kernel::Color;

use super::{Page, thousands};
use crate::table::{Figures, Game, Histogram, distance};

/// How many of the longest positions are shown.
const SHOWN: usize = 3;

impl Page<'_> {
    /// Everything about one table.
    pub fn figures<P: Game>(&mut self, figures: &Figures<P>) -> io::Result<()> {
        self.gap()?;
        self.headline(&figures.words.name(&figures.material))?;
        self.gap()?;
        let title = |side: usize| format!("{} ({}) to move", Color::ALL[side], figures.men(side));
        self.line(&format!("  {:<24}{:>22}{:>22}", "", title(0), title(1)))?;
        let [white, black] = figures.totals;
        self.three("on the whole board:", white, black)?;
        let [white, black] =
            figures.counts.each_ref().map(|counts| [counts.won(), counts.draws, counts.lost()]);
        self.three("up to symmetry:", white, black)?;
        let Some(zugzwangs) = figures.zugzwangs else { return Ok(()) };
        self.histogram(figures)?;
        self.longest(figures)?;
        self.gap()?;
        self.say(
            2,
            &match zugzwangs {
                0 => "No full-point zugzwang.".to_string(),
                1 => "1 full-point zugzwang: whoever is to move loses.".to_string(),
                many => format!(
                    "{} full-point zugzwangs: whoever is to move loses (up to symmetry).",
                    thousands(many as u64)
                ),
            },
        )
    }

    fn three(&mut self, title: &str, white: [u64; 3], black: [u64; 3]) -> io::Result<()> {
        self.line(&format!("  {title}"))?;
        for (index, name) in ["wins", "draws", "losses"].into_iter().enumerate() {
            let [white, black] = [white, black].map(|counts| thousands(counts[index]));
            self.line(&format!("    {name:<22}{white:>22}{black:>22}"))?;
        }
        Ok(())
    }

    fn histogram<P: Game>(&mut self, figures: &Figures<P>) -> io::Result<()> {
        self.gap()?;
        let goal = figures.words.goal();
        self.say(
            2,
            &format!("Moves to the {goal} (those of the side that wins), up to symmetry:"),
        )?;
        let columns = Histogram::COLUMNS.map(|name| format!("{name:>14}")).concat();
        self.line(&format!("  {:>10}{columns}", "moves"))?;
        for (name, counts) in Histogram::new(&figures.counts).grouped() {
            let cell = |count| if count == 0 { "-".to_string() } else { thousands(count) };
            let cells = counts.map(|count| format!("{:>14}", cell(count))).concat();
            self.line(&format!("  {name:>10}{cells}"))?;
        }
        Ok(())
    }

    fn longest<P: Game>(&mut self, figures: &Figures<P>) -> io::Result<()> {
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
            self.say(2, &format!("{how}, {many} up to symmetry{such}"))?;
            for position in longest.positions.iter().take(SHOWN) {
                self.line(&format!("    {position}"))?;
            }
            if let Some(line) = &longest.line {
                self.say(2, "How the first one goes:")?;
                self.main_line(first, 1, line)?;
            }
        }
        Ok(())
    }

    /// A line for each table, and the sums.
    pub fn overview<P: Game>(&mut self, all: &[Figures<P>]) -> io::Result<()> {
        self.gap()?;
        self.line(&format!("  {:<10}{:>42}{:>42}", "", "White to move", "Black to move"))?;
        let three = format!("{:>15}{:>15}{:>12}", "wins", "draws", "losses");
        let ends = format!("{:>10}{:>10}{:>11}", "longest W", "B", "zugzwangs");
        self.line(&format!("  {:<10}{three}{three}{ends}", "material"))?;
        let mut sums = [[0_u64; 3]; 2];
        let mut longest = [0; 2];
        let mut zugzwangs = 0;
        for figures in all {
            let moves = figures.longest.each_ref().map(|longest| longest.plies / 2);
            let known = figures.zugzwangs.unwrap_or(0);
            self.row(&figures.material.to_string(), figures.totals, moves, known)?;
            for side in 0..2 {
                for (sum, count) in sums[side].iter_mut().zip(figures.totals[side]) {
                    *sum += count;
                }
                longest[side] = longest[side].max(moves[side]);
            }
            zugzwangs += known;
        }
        self.row("all", sums, longest, zugzwangs)?;
        self.gap()?;
        self.say(
            2,
            "Positions on the whole board; the longest losses, in moves of the side that \
                     wins; full-point zugzwangs up to symmetry.",
        )
    }

    fn row(
        &mut self,
        name: &str,
        totals: [[u64; 3]; 2],
        moves: [u16; 2],
        zugzwangs: usize,
    ) -> io::Result<()> {
        let three = totals.map(|[wins, draws, losses]| {
            format!("{:>15}{:>15}{:>12}", thousands(wins), thousands(draws), thousands(losses))
        });
        let zugzwangs = thousands(zugzwangs as u64);
        let [white, black] = moves;
        self.line(&format!("  {name:<10}{}{white:>10}{black:>10}{zugzwangs:>11}", three.concat()))
    }
}
