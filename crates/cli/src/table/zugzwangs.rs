//! `zermelo table zugzwangs`: positions in which whoever is to move loses, though not by a capture
//! or promotion that must be made at once.

use std::cmp::Reverse;
use std::env;
use std::ffi::OsString;
use std::io::{self, Write};

use serde::Serialize;
use zermelo_tables::{Material, Zugzwang};

use super::shelf::Shelf;
use super::{print_json, which};
use crate::args::ZugzwangsArgs;
use crate::exit::{Exit, Fault};
use crate::words::thousands;
use zermelo_kernel::GamePosition;

/// The zugzwangs of one table.
struct Found<P> {
    material: Material,
    all: Vec<Zugzwang<P>>,
}

impl<P: GamePosition> Found<P> {
    fn new(shelf: &Shelf, material: &Material) -> Result<Found<P>, Fault> {
        let table = shelf.library.map(material, shelf.measure).and_then(|mapped| mapped.load());
        let all = table.map_err(|error| shelf.fault(&error, material))?.zugzwangs::<P>();
        Ok(Found { material: material.clone(), all })
    }

    /// How many there are if positions that differ by the exchange of colours are one.
    fn without_colours(&self) -> usize {
        self.all.iter().filter(|one| one.counts_without_colours).count()
    }

    /// How many there are on the whole board.
    fn on_board(&self) -> usize {
        self.all.iter().map(|one| one.images).sum()
    }

    /// Whether there is no knight and no pawn.
    fn is_plain(&self) -> bool {
        !self.material.to_string().contains(['N', 'P'])
    }
}

/// How many are left with colours exchanged, if that is fewer.
fn fewer(all: usize, without_colours: usize) -> String {
    match all - without_colours {
        0 => String::new(),
        _ => format!(" ({} if colours are exchanged too)", thousands(without_colours as u64)),
    }
}

/// The number that somebody wrote after `--list` with a space. It has been read as a number of men,
/// which may not be what was meant.
fn number_after_list() -> Option<String> {
    let words: Vec<OsString> = env::args_os().collect();
    let after = words.windows(2).find(|pair| pair[0] == "--list").map(|pair| &pair[1]);
    let number = after?.to_str()?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.to_string())
}

/// Counts and lists.
pub fn run<P: GamePosition>(args: &ZugzwangsArgs, shelf: &Shelf) -> Result<Exit, Fault> {
    if !shelf.words().has_distance() {
        let why = "zugzwangs: outcomes alone do not show how a loss comes about; ask for --metric \
                   conversion or end";
        return Err(Fault::BadInput(why.to_string()));
    }
    if let Some(number) = number_after_list() {
        return Err(Fault::BadInput(format!(
            "--list {number}: write --list={number} to list so many, or {number} before --list to \
             list all zugzwangs with {number} men"
        )));
    }
    let chosen = which::on_shelf(&args.which, shelf)?;
    let mut found: Vec<Found<P>> = Vec::new();
    for material in &chosen.materials {
        found.push(Found::new(shelf, material)?);
    }
    let mut list: Vec<(&Material, &Zugzwang<P>)> = found
        .iter()
        .flat_map(|one| one.all.iter().map(|zugzwang| (&one.material, zugzwang)))
        .collect();
    list.sort_by_key(|(_, zugzwang)| {
        let [white, black] = zugzwang.plies;
        (Reverse(white.max(black)), Reverse(white.min(black)))
    });
    let sum = |plain: bool, count: fn(&Found<P>) -> usize| -> usize {
        found.iter().filter(|one| !plain || one.is_plain()).map(count).sum()
    };
    let all = |plain| sum(plain, |one| one.all.len());
    let without_colours = |plain| sum(plain, Found::without_colours);
    let on_board = |plain| sum(plain, Found::on_board);
    list.truncate(usize::try_from(args.list.unwrap_or(0)).unwrap_or(usize::MAX));
    if args.options.json {
        let tables = found.iter().map(TableReport::new).collect();
        print_json(&ZugzwangsReport {
            rules: shelf.library.rules().to_string(),
            metric: shelf.measure.to_string(),
            absent: chosen.absent,
            zugzwangs: all(false),
            without_colours: without_colours(false),
            on_board: on_board(false),
            without_knights_and_pawns: all(true),
            tables,
            list: args.list.map(|_| list.iter().map(One::new).collect()),
        })?;
        return Ok(Exit::Answered);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for one in found.iter().filter(|one| found.len() == 1 || !one.all.is_empty()) {
        let (name, all) = (one.material.to_string(), one.all.len());
        let fewer = fewer(all, one.without_colours());
        writeln!(out, "{name:<10}{:>10}{fewer}", thousands(all as u64))?;
    }
    if found.len() > 1 {
        for (name, plain) in [("in all", false), ("without knights and pawns", true)] {
            let (all, board) = (all(plain), thousands(on_board(plain) as u64));
            let fewer = fewer(all, without_colours(plain));
            writeln!(out, "{name}: {}{fewer}; {board} on the whole board", thousands(all as u64))?;
        }
    }
    if !list.is_empty() {
        writeln!(out)?;
    }
    for (material, zugzwang) in &list {
        let [white, black] = zugzwang.plies.map(|plies| plies / 2);
        let moves = format!("{white}/{black}");
        writeln!(out, "{:<10}{moves:<9}{}", material.to_string(), zugzwang.position)?;
    }
    if let Some(remark) = chosen.remark() {
        writeln!(out, "{remark}")?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// The zugzwangs for programs. The keys are documented in docs/guide/tables.md.
#[derive(Serialize)]
struct ZugzwangsReport {
    rules: String,
    metric: String,
    absent: usize,
    zugzwangs: usize,
    without_colours: usize,
    on_board: usize,
    without_knights_and_pawns: usize,
    tables: Vec<TableReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<One>>,
}

#[derive(Serialize)]
struct TableReport {
    material: String,
    zugzwangs: usize,
    without_colours: usize,
    on_board: usize,
}

impl TableReport {
    fn new<P: GamePosition>(found: &Found<P>) -> TableReport {
        TableReport {
            material: found.material.to_string(),
            zugzwangs: found.all.len(),
            without_colours: found.without_colours(),
            on_board: found.on_board(),
        }
    }
}

/// One position, with White to move.
#[derive(Serialize)]
struct One {
    material: String,
    fen: String,
    /// To the loss of White if White is to move, of Black if Black is.
    plies: [u16; 2],
}

impl One {
    fn new<P: GamePosition>(&(material, zugzwang): &(&Material, &Zugzwang<P>)) -> One {
        One {
            material: material.to_string(),
            fen: zugzwang.position.to_string(),
            plies: zugzwang.plies,
        }
    }
}
