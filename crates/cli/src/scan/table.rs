//! What was found, as a table (Ambrona 2022, Table 1).

use std::io::{self, Write};

use zermelo_scan::{Tally, Timing};

use super::sink::Sink;
use crate::args::scan::{Output, ScanArgs};
use crate::exit::Fault;
use crate::words::thousands;

/// Seconds as people read them.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.2} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.2} s"),
        s if s < 7200.0 => format!("{:.0} min {:.0} s", (s / 60.0).floor(), s % 60.0),
        s => format!("{:.0} h {:.0} min", (s / 3600.0).floor(), s % 3600.0 / 60.0),
    }
}

fn share(count: u64, of: u64) -> String {
    format!("{:.3}%", 100.0 * count as f64 / of.max(1) as f64)
}

/// Says one thing about times.
type Words = fn(&Timing) -> String;

/// What is said of the times; one core's, of the engine alone.
const ROWS: [(&str, Words); 5] = [
    ("average positions per second", |timing| {
        let rate = if timing.count == 0 { 0.0 } else { 1.0 / timing.average().max(1e-9) };
        thousands(rate as u64)
    }),
    ("average time per position", |timing| time(timing.average())),
    ("standard deviation", |timing| time(timing.deviation())),
    ("maximum time per position", |timing| time(timing.longest)),
    ("total execution time", |timing| time(timing.sum)),
];

/// Prints the table on standard output.
pub fn print(sink: &Sink, args: &ScanArgs, to: &Output, threads: usize) -> Result<(), Fault> {
    let tally = &sink.point.tally;
    let mut out = io::stdout().lock();
    let mut row = |name: &str, value: String, note: String| {
        let gap = if note.is_empty() { "" } else { "  " };
        writeln!(out, "{name:<34} {value:>14}{gap}{note}")
    };
    verdicts(tally, args.quick, &mut row)?;
    let (none, count) = (String::new, thousands);
    let names = ["material", "imminent", "rollout", "region", "search"];
    for (name, &number) in names.iter().zip(&tally.methods).filter(|(_, number)| **number > 0) {
        row(&format!("found by {name}"), count(number), share(number, tally.queries()))?;
    }
    let checks =
        format!("all unwinnable ones, and a share of {} of the others", args.search.check_sample);
    row("verdicts checked by the kernel", count(tally.checked), checks)?;
    let unchecked = (tally.winnable + tally.unwinnable).saturating_sub(tally.checked);
    row("verdicts on the engine's word", count(unchecked), none())?;
    let rare = [
        ("tried again with more memory", tally.retried),
        ("games of another kind of chess", tally.variants),
        ("flag falls that cannot be read", tally.broken),
        ("damaged places, passed over", tally.damages),
        ("bugs", tally.bugs),
    ];
    for (name, number) in rare.into_iter().filter(|(_, number)| *number > 0) {
        row(name, count(number), none())?;
    }
    let (this_run, all_runs) = sink.elapsed();
    let seconds = this_run.as_secs_f64();
    let speed = sink.games() as f64 / seconds.max(1e-6);
    let note = format!("{} games/s, threads: {threads}", count(speed as u64));
    row("time", time(seconds), note)?;
    if all_runs > seconds + 1e-3 {
        row("time of all runs", time(all_runs), none())?;
    }
    row("rows written", count(tally.rows), to.path.display().to_string())?;
    out.flush()?;
    Ok(())
}

/// One row: its name, a value and a note.
type Row<'a> = dyn FnMut(&str, String, String) -> io::Result<()> + 'a;

/// The rows about verdicts, and how long they took.
fn verdicts(tally: &Tally, quick: bool, row: &mut Row<'_>) -> io::Result<()> {
    let (none, count) = (String::new, thousands);
    row("games", count(tally.games), none())?;
    row("flag falls", count(tally.flag_falls), share(tally.flag_falls, tally.games))?;
    let queries = tally.queries();
    row("  winnable", count(tally.winnable), share(tally.winnable, queries))?;
    let given = match (tally.unfair, tally.drawn) {
        (0, 0) => none(),
        (won, drawn) => format!("; given as won {}, as drawn {}", count(won), count(drawn)),
    };
    let note = share(tally.unwinnable, queries) + &given;
    row("  unwinnable", count(tally.unwinnable), note)?;
    row("  open", count(tally.open), share(tally.open, queries))?;
    if quick {
        row("", "exact".to_string(), "fast test".to_string())?;
        let unwinnable = tally.quickly_unwinnable;
        let note = format!("{} ({})", count(unwinnable), share(unwinnable, tally.unwinnable));
        row("unwinnable positions identified", count(tally.unwinnable), note)?;
    }
    for (name, words) in ROWS {
        row(name, words(&tally.exact), if quick { words(&tally.quick) } else { none() })?;
    }
    Ok(())
}
