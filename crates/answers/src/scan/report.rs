//! What is written for a flag fall, and the closing table for programs. The keys are documented in
//! docs/guide/scale.md.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::answer::{Tally, Timing};
use super::explain::{METHODS, Run};
use super::question::{TagColumn, TagValues};

/// How rows are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Comma-separated, with a line of names.
    Csv,
    /// One JSON object a line.
    JsonLines,
}

/// A row.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row<'a> {
    /// The game.
    pub game: &'a str,
    /// Who ran out of time.
    pub flagged: &'static str,
    /// Plies played.
    pub ply: u32,
    /// The position.
    pub fen: String,
    /// The result that was given; `None` where only the position is known.
    pub result: Option<&'static str>,
    /// Whether the other side could still mate.
    pub verdict: &'static str,
    /// What found that.
    pub method: &'static str,
    /// Positions visited.
    pub nodes: u64,
    /// The engine's time in microseconds.
    pub time_us: f64,
    /// Whether the kernel has accepted the verdict; else it is the engine's word, in a sample.
    pub checked: bool,
    /// What was wanted of the tags of the game.
    #[serde(flatten)]
    pub tags: TagValues,
}

/// A text as a cell, quoted if it must be.
fn cell(text: &str) -> Cow<'_, str> {
    match text.contains([',', '"', '\n', '\r']) {
        true => Cow::Owned(format!("\"{}\"", text.replace('"', "\"\""))),
        false => Cow::Borrowed(text),
    }
}

impl Format {
    /// What stands before the first row.
    pub fn head(self, columns: &[TagColumn]) -> String {
        if self == Format::JsonLines {
            return String::new();
        }
        let names = "game,flagged,ply,fen,result,verdict,method,nodes,time_us,checked";
        let names = [names].into_iter().chain(columns.iter().map(|column| column.name()));
        names.collect::<Vec<_>>().join(",") + "\n"
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// Whatever `out` reports.
    pub fn write(self, row: &Row<'_>, out: &mut impl Write) -> io::Result<()> {
        if self == Format::JsonLines {
            serde_json::to_writer(&mut *out, row)?;
            return writeln!(out);
        }
        let game = cell(row.game);
        let Row { flagged, ply, fen, verdict, method, nodes, time_us, checked, .. } = row;
        let result = row.result.unwrap_or_default();
        write!(
            out,
            "{game},{flagged},{ply},{fen},{result},{verdict},{method},{nodes},{time_us},{checked}"
        )?;
        for (_, value) in &row.tags.0 {
            write!(out, ",{}", cell(value.as_deref().unwrap_or_default()))?;
        }
        writeln!(out)
    }
}

impl Timing {
    fn report(&self) -> Value {
        json!({
            "positions_per_second": self.rate(),
            "average_us": self.average() * 1e6,
            "deviation_us": self.deviation() * 1e6,
            "longest_us": self.longest * 1e6,
            "total_seconds": self.sum,
        })
    }
}

impl Tally {
    /// The closing table.
    pub fn report(&self, run: &Run) -> Value {
        let methods = METHODS.into_iter().zip(self.methods);
        let methods: Map<String, Value> =
            methods.map(|(name, count)| (name.to_string(), count.into())).collect();
        let mut report = json!({
            "games": self.games,
            "flag_falls": self.flag_falls,
            "winnable": self.winnable,
            "unwinnable": self.unwinnable,
            "open": self.open,
            "given_as_won": self.unfair,
            "given_as_drawn": self.drawn,
            "methods": methods,
            "checked": self.checked,
            "unchecked": self.unchecked(),
            "retried": self.retried,
            "variants": self.variants,
            "broken": self.broken,
            "damages": self.damages,
            "bugs": self.bugs,
            "rows": self.rows,
            "nodes": self.nodes,
            "exact": self.exact.report(),
            "seconds": run.seconds,
            "seconds_of_all_runs": run.seconds_of_all_runs,
            "games_per_second": run.speed(),
            "threads": run.threads,
            "check_sample": run.check_sample,
            "finished": run.finished,
            "to": run.to,
        });
        if run.quick {
            report["fast_test"] = self.quick.report();
            report["fast_test"]["unwinnable"] = self.quickly_unwinnable.into();
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms() {
        let row = Row {
            game: "a \"b\", c",
            flagged: "white",
            ply: 3,
            fen: "8/8 w - - 0 1".to_string(),
            result: None,
            verdict: "open",
            method: "search",
            nodes: 7,
            time_us: 1.5,
            checked: false,
            tags: TagValues(vec![
                (TagColumn::White, Some("Anand, V".to_string())),
                (TagColumn::BlackElo, None),
            ]),
        };
        let text = |format: Format| {
            let mut out = Vec::new();
            format.write(&row, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let csv =
            "\"a \"\"b\"\", c\",white,3,8/8 w - - 0 1,,open,search,7,1.5,false,\"Anand, V\",\n";
        assert_eq!(text(Format::Csv), csv);
        let json: serde_json::Value = serde_json::from_str(&text(Format::JsonLines)).unwrap();
        assert_eq!((&json["game"], &json["result"]), (&"a \"b\", c".into(), &().into()));
        assert_eq!((&json["white"], &json["black_elo"]), (&"Anand, V".into(), &().into()));
        let head = Format::Csv.head(&[TagColumn::White, TagColumn::BlackElo]);
        assert!(head.ends_with(",checked,white,black_elo\n"), "{head}");
        assert_eq!(head.split(',').count(), json.as_object().unwrap().len());
    }
}
