//! `zermelo table stats`: what is in the tables.

use std::io::{self, Write};

use serde::Serialize;
use zermelo_tables::{Counts, Material};

use super::figures::{Figures, Longest};
use super::histogram::Histogram;
use super::shelf::{Shelf, Unreadable};
use super::{plot, print_json, which};
use crate::args::StatsArgs;
use crate::exit::{Exit, Fault, tell};
use crate::style::Style;
use crate::words::Page;
use crate::{names, proof};
use zermelo_kernel::GamePosition;

/// What became of one table.
pub struct Read<T> {
    /// The men.
    pub material: Material,
    /// What is in it, or why that cannot be told.
    pub found: Result<T, Unreadable>,
}

/// Counts.
pub fn run<P: GamePosition>(args: &StatsArgs, shelf: &Shelf) -> Result<Exit, Fault> {
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
    let mut all: Vec<Read<Figures<P>>> = Vec::with_capacity(chosen.materials.len());
    for material in &chosen.materials {
        let found = match Figures::new(shelf, material, lines) {
            // The others are told of nevertheless.
            Err(fault) if chosen.materials.len() > 1 => Err(Unreadable::new(fault)?),
            found => Ok(found?),
        };
        all.push(Read { material: material.clone(), found });
    }
    let readable = || all.iter().filter_map(|read| read.found.as_ref().ok());
    let worst = all.iter().filter_map(|read| Some(read.found.as_ref().err()?.exit)).max();
    if args.options.json {
        print_json(&StatsReport {
            rules: words.rules.to_string(),
            metric: words.measure.to_string(),
            absent: chosen.absent,
            tables: readable().map(TableReport::new).collect(),
            unreadable: all.iter().filter_map(UnreadReport::new).collect(),
        })?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let mut page = Page::new(&mut out, Style::new(args.options.color));
        if brief {
            page.overview(&all)?;
        } else {
            for read in &all {
                match &read.found {
                    Ok(figures) => page.figures(figures)?,
                    Err(fault) => page.no_figures(&words.name(&read.material), &fault.why)?,
                }
            }
        }
        if let Some(remark) = chosen.remark() {
            page.line(&remark)?;
        }
        out.flush()?;
    }
    if let (Some(file), Some(figures)) = (&args.svg, readable().next()) {
        let unit = format!("moves to the {} (those of the side that wins)", words.goal());
        let picture =
            plot::svg(&words.name(&figures.material), &unit, &Histogram::new(&figures.counts));
        proof::write(picture.as_bytes(), file, "--svg").map_err(Fault::BadInput)?;
        tell(format_args!("The plot is in {}.", file.display()));
    }
    Ok(worst.unwrap_or(Exit::Answered))
}

/// The figures for programs. The keys are documented in docs/guide/tables.md.
#[derive(Serialize)]
struct StatsReport {
    rules: String,
    metric: String,
    /// How many tables of as many men are not in the folder.
    absent: usize,
    tables: Vec<TableReport>,
    /// Those that are damaged, or cannot be read.
    unreadable: Vec<UnreadReport>,
}

#[derive(Serialize)]
struct UnreadReport {
    material: String,
    fault: String,
}

impl UnreadReport {
    fn new<T>(read: &Read<T>) -> Option<UnreadReport> {
        let fault = read.found.as_ref().err()?.why.clone();
        Some(UnreadReport { material: read.material.to_string(), fault })
    }
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
    /// On the whole board, as all that is counted here.
    positions: CountReport,
    /// How many wins and losses there are of each number of plies.
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
    positions: u64,
    /// One for each up to symmetry, at most a hundred.
    fens: Vec<String>,
    line_san: Option<Vec<String>>,
}

impl TableReport {
    fn new<P: GamePosition>(figures: &Figures<P>) -> TableReport {
        let side = |side: usize| {
            let [wins, draws, losses] = figures.totals()[side];
            let Counts { wins: by_win, losses: by_loss, .. } = &figures.counts[side];
            let distances = figures.words.has_distance();
            let by_plies = |counts: &[u64]| {
                let pairs = counts.iter().copied().enumerate().filter(|&(_, count)| count > 0);
                if distances { pairs.collect() } else { Vec::new() }
            };
            SideReport {
                turn: names::side(zermelo_kernel::Color::ALL[side]),
                men: figures.men(side),
                positions: CountReport { wins, draws, losses },
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
    fn new<P: GamePosition>(longest: &Longest<P>) -> Option<LongestReport> {
        let first = longest.positions.first()?;
        Some(LongestReport {
            plies: longest.plies,
            positions: longest.count,
            fens: longest.positions.iter().map(P::to_string).collect(),
            line_san: longest.line.as_ref().map(|line| line.san(first)),
        })
    }
}
