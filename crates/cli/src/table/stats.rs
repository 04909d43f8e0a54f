//! `zermelo table stats`: what is in the tables.

use std::io::{self, Write};

use serde::Serialize;
use zermelo_tables::Counts;

use super::figures::{Figures, Longest};
use super::game::Game;
use super::histogram::Histogram;
use super::shelf::Shelf;
use super::{plot, print_json, which};
use crate::args::StatsArgs;
use crate::exit::{Exit, Fault};
use crate::style::Style;
use crate::words::Page;
use crate::{names, proof};

/// Counts.
pub fn run<P: Game>(args: &StatsArgs, shelf: &Shelf) -> Result<Exit, Fault> {
    let words = shelf.words();
    let chosen = which::on_shelf(&args.which, shelf)?;
    if let Some(file) = &args.svg {
        let why = match &chosen.materials[..] {
            [_] if words.has_distance() => proof::can_be_written(file, "--svg").err(),
            [_] => Some("--svg: a table of outcomes has no distances to draw".to_string()),
            _ => Some("--svg draws the distances of one table; name one".to_string()),
        };
        if let Some(why) = why {
            return Err(Fault::BadInput(why));
        }
    }
    let brief = chosen.by_number;
    let lines = !args.no_line && !brief && words.has_distance();
    let mut all: Vec<Figures<P>> = Vec::with_capacity(chosen.materials.len());
    for material in &chosen.materials {
        all.push(Figures::new(shelf, material, lines)?);
    }
    if args.options.json {
        print_json(&StatsReport {
            rules: words.rules.to_string(),
            metric: words.measure.to_string(),
            absent: chosen.absent,
            tables: all.iter().map(TableReport::new).collect(),
        })?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let mut page = Page::new(&mut out, Style::new(args.options.color));
        if brief {
            page.overview(&all)?;
        } else {
            for figures in &all {
                page.figures(figures)?;
            }
        }
        if let Some(remark) = chosen.remark() {
            page.line(&remark)?;
        }
        out.flush()?;
    }
    if let (Some(file), [figures]) = (&args.svg, &all[..]) {
        let unit = format!("moves to the {} (those of the side that wins)", words.goal());
        let picture =
            plot::svg(&words.name(&figures.material), &unit, &Histogram::new(&figures.counts));
        proof::write(picture.as_bytes(), file, "--svg").map_err(Fault::BadInput)?;
        eprintln!("The plot is in {}.", file.display());
    }
    Ok(Exit::Answered)
}

/// The figures for programs. The keys are documented in docs/tables.md.
#[derive(Serialize)]
struct StatsReport {
    rules: String,
    metric: String,
    /// How many tables of as many men are not in the folder.
    absent: usize,
    tables: Vec<TableReport>,
}

#[derive(Serialize)]
struct TableReport {
    material: String,
    zugzwangs: Option<usize>,
    /// White to move, Black to move.
    sides: Vec<SideReport>,
}

#[derive(Serialize)]
struct SideReport {
    turn: &'static str,
    men: String,
    /// On the whole board.
    board: CountReport,
    /// Up to symmetry.
    symmetric: CountReport,
    /// How many wins and losses there are of each number of plies, up to symmetry.
    wins_by_plies: Vec<(usize, u64)>,
    losses_by_plies: Vec<(usize, u64)>,
    longest_loss: Option<LongestReport>,
}

#[derive(Serialize)]
struct CountReport {
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Serialize)]
struct LongestReport {
    plies: u16,
    /// One for each up to symmetry, at most a hundred.
    fens: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_san: Option<Vec<String>>,
}

impl TableReport {
    fn new<P: Game>(figures: &Figures<P>) -> TableReport {
        let side = |side: usize| {
            let (counts, [wins, draws, losses]) = (&figures.counts[side], figures.totals[side]);
            let Counts { wins: by_win, losses: by_loss, .. } = counts;
            let distances = figures.words.has_distance();
            let by_plies = |counts: &[u64]| {
                let pairs = counts.iter().copied().enumerate().filter(|&(_, count)| count > 0);
                if distances { pairs.collect() } else { Vec::new() }
            };
            SideReport {
                turn: names::side(zermelo_kernel::Color::ALL[side]),
                men: figures.men(side),
                board: CountReport { wins, draws, losses },
                symmetric: CountReport {
                    wins: counts.won(),
                    draws: counts.draws,
                    losses: counts.lost(),
                },
                wins_by_plies: by_plies(by_win),
                losses_by_plies: by_plies(by_loss),
                longest_loss: LongestReport::new(&figures.longest[side]),
            }
        };
        TableReport {
            material: figures.material.to_string(),
            zugzwangs: figures.zugzwangs,
            sides: vec![side(0), side(1)],
        }
    }
}

impl LongestReport {
    fn new<P: Game>(longest: &Longest<P>) -> Option<LongestReport> {
        let first = longest.positions.first()?;
        Some(LongestReport {
            plies: longest.plies,
            fens: longest.positions.iter().map(P::to_string).collect(),
            line_san: longest.line.as_ref().map(|line| line.san(first)),
        })
    }
}
