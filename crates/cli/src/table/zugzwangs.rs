//! `zermelo table zugzwangs`: positions in which whoever is to move loses, though not by a capture
//! or promotion that must be made at once.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};

use zermelo_answers::table::{Tables, ZugzwangCount, Zugzwangs, ZugzwangsReport, slowest_first};
use zermelo_kernel::GamePosition;

use crate::args::table::ZugzwangsArgs;
use crate::exit::{Exit, Fault, bad_input};
use crate::progress::ends_at_once;
use crate::words::{print_json, thousands, write_wrapped};

/// How many there are in so many columns, and how many are left with colours exchanged if that is
/// fewer.
fn counted(count: &ZugzwangCount, width: usize) -> String {
    let all = format!("{:>width$}", thousands(count.all as u64));
    match count.all - count.without_colours {
        0 => all,
        _ => format!(
            "{all} ({} if colours are exchanged too)",
            thousands(count.without_colours as u64)
        ),
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
pub fn run<P: GamePosition>(args: &ZugzwangsArgs, tables: &Tables) -> Result<Exit, Fault> {
    if !tables.words().has_distance() {
        return bad_input(
            "zugzwangs: outcomes alone do not show how a loss comes about; ask for --metric \
                   conversion or end",
        );
    }
    if let Some(number) = number_after_list() {
        return bad_input(format!(
            "--list {number}: write --list={number} to list so many, or {number} before --list to \
             list all zugzwangs with {number} men"
        ));
    }
    let chosen = tables.chosen(&args.which)?;
    ends_at_once("nothing is kept of a count that is not complete");
    let mut found: Vec<Zugzwangs<P>> = Vec::new();
    for material in &chosen.materials {
        found.push(Zugzwangs::new(tables, material)?);
    }
    let mut list = slowest_first(&found);
    list.truncate(usize::try_from(args.list.unwrap_or(0)).unwrap_or(usize::MAX));
    if args.options.output.json {
        let list = args.list.map(|_| &list[..]);
        return print_json(&ZugzwangsReport::new(tables, &chosen, &found, list));
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for one in found.iter().filter(|one| found.len() == 1 || !one.all.is_empty()) {
        let name = one.material.to_string();
        writeln!(out, "{name:<10}{}", counted(&ZugzwangCount::of([one]), 10))?;
    }
    if found.len() > 1 {
        for (name, plain) in [("in all", false), ("without knights and pawns", true)] {
            let count = ZugzwangCount::of(found.iter().filter(|one| !plain || one.is_plain()));
            let board = thousands(count.on_board as u64);
            writeln!(out, "{name}: {}; {board} on the whole board", counted(&count, 0))?;
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
    for remark in chosen.remarks(tables, &args.which) {
        write_wrapped(&mut out, 0, &remark)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}
