//! What is said at the end of a run: the table (Ambrona 2022, Table 1), for people.

use super::answer::{Tally, Timing};
use crate::names::thousands;

/// What a run was told, and how it went.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// Whether the fast test was asked as well.
    pub quick: bool,
    /// The share of the verdicts that the kernel checks.
    pub check_sample: f64,
    /// Threads that decided.
    pub threads: usize,
    /// Games of this run; the tally counts those of earlier runs, too.
    pub games: u64,
    /// Seconds of this run.
    pub seconds: f64,
    /// Seconds of all runs.
    pub seconds_of_all_runs: f64,
    /// Where the rows are.
    pub to: String,
    /// Whether it came to its end.
    pub finished: bool,
}

impl Run {
    /// Games a second, in this run.
    pub(super) fn speed(&self) -> f64 {
        self.games as f64 / self.seconds.max(1e-6)
    }
}

/// The methods, in the order of their counts.
pub(super) const METHODS: [&str; 5] = ["material", "imminent", "rollout", "region", "search"];

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
const TIMES: [(&str, Words); 5] = [
    ("average positions per second", |timing| thousands(timing.rate() as u64)),
    ("average time per position", |timing| time(timing.average())),
    ("standard deviation", |timing| time(timing.deviation())),
    ("maximum time per position", |timing| time(timing.longest)),
    ("total execution time", |timing| time(timing.sum)),
];

impl Timing {
    /// Positions a second.
    pub(super) fn rate(&self) -> f64 {
        if self.count == 0 { 0.0 } else { 1.0 / self.average().max(1e-9) }
    }
}

impl Tally {
    /// Verdicts on the engine's word.
    pub(super) fn unchecked(&self) -> u64 {
        (self.winnable + self.unwinnable).saturating_sub(self.checked)
    }

    /// The table for people: names, values, notes.
    pub fn table(&self, run: &Run) -> Vec<[String; 3]> {
        let mut rows = Vec::new();
        let mut row = |name: &str, value: String, note: String| {
            rows.push([name.to_string(), value, note]);
        };
        self.verdicts(run.quick, &mut row);
        let (none, count) = (String::new, thousands);
        for (name, &number) in METHODS.iter().zip(&self.methods).filter(|(_, number)| **number > 0)
        {
            row(&format!("found by {name}"), count(number), share(number, self.queries()));
        }
        let checks =
            format!("all unwinnable ones, and a share of {} of the others", run.check_sample);
        row("verdicts checked by the kernel", count(self.checked), checks);
        row("verdicts on the engine's word", count(self.unchecked()), none());
        let rare = [
            ("tried again with more memory", self.retried),
            ("games of another kind of chess", self.variants),
            ("flag falls that cannot be read", self.broken),
            ("damaged places, passed over", self.damages),
            ("bugs", self.bugs),
        ];
        for (name, number) in rare.into_iter().filter(|(_, number)| *number > 0) {
            row(name, count(number), none());
        }
        let note = format!("{} games/s, threads: {}", count(run.speed() as u64), run.threads);
        row("time", time(run.seconds), note);
        if run.seconds_of_all_runs > run.seconds + 1e-3 {
            row("time of all runs", time(run.seconds_of_all_runs), none());
        }
        row("rows written", count(self.rows), run.to.clone());
        rows
    }

    /// The rows about verdicts, and how long they took.
    fn verdicts(&self, quick: bool, row: &mut dyn FnMut(&str, String, String)) {
        let (none, count) = (String::new, thousands);
        row("games", count(self.games), none());
        row("flag falls", count(self.flag_falls), share(self.flag_falls, self.games));
        let queries = self.queries();
        row("  winnable", count(self.winnable), share(self.winnable, queries));
        let given = match (self.unfair, self.drawn) {
            (0, 0) => none(),
            (won, drawn) => format!("; given as won {}, as drawn {}", count(won), count(drawn)),
        };
        row("  unwinnable", count(self.unwinnable), share(self.unwinnable, queries) + &given);
        row("  open", count(self.open), share(self.open, queries));
        if quick {
            row("", "exact".to_string(), "fast test".to_string());
            let unwinnable = self.quickly_unwinnable;
            let note = format!("{} ({})", count(unwinnable), share(unwinnable, self.unwinnable));
            row("unwinnable positions identified", count(self.unwinnable), note);
        }
        for (name, words) in TIMES {
            row(name, words(&self.exact), if quick { words(&self.quick) } else { none() });
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn for_people_and_for_programs() {
        let exact = Timing { count: 2, sum: 4.0, squares: 10.0, longest: 3.0 };
        let tally = Tally {
            games: 1_000_000,
            flag_falls: 2,
            winnable: 1,
            open: 1,
            methods: [0, 0, 0, 0, 2],
            exact,
            ..Tally::default()
        };
        let mut run = Run {
            quick: true,
            check_sample: 0.5,
            threads: 3,
            games: 8,
            seconds: 2.0,
            seconds_of_all_runs: 130.0,
            to: "out.csv".to_string(),
            finished: true,
        };
        let report = tally.report(&run);
        assert_eq!((&report["methods"]["search"], &report["unchecked"]), (&json!(2), &json!(1)));
        assert_eq!(
            (&report["exact"]["average_us"], &report["games_per_second"]),
            (&json!(2e6), &json!(4.0))
        );
        assert_eq!(report["fast_test"]["unwinnable"], 0);
        let row = |run: &Run, name: &str| {
            let found = tally.table(run).into_iter().find(|row| row[0] == name);
            found.map(|[_, value, note]| format!("{value}|{note}"))
        };
        assert_eq!(row(&run, "  open").unwrap(), "1|50.000%");
        assert_eq!(row(&run, "time").unwrap(), "2.00 s|4 games/s, threads: 3");
        assert_eq!(row(&run, "time of all runs").unwrap(), "2 min 10 s|");
        assert_eq!(row(&run, "standard deviation").unwrap(), "1.00 s|0.00 µs");
        assert_eq!(row(&run, "bugs"), None);
        run.quick = false;
        assert_eq!(row(&run, "standard deviation").unwrap(), "1.00 s|");
        assert!(tally.report(&run)["fast_test"].is_null());
    }
}
