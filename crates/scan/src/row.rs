//! What is written for a flag fall.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

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
}

impl Format {
    /// What stands before the first row.
    pub fn head(self) -> &'static str {
        match self {
            Format::Csv => "game,flagged,ply,fen,result,verdict,method,nodes,time_us,checked\n",
            Format::JsonLines => "",
        }
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
        let game = row.game;
        if game.contains([',', '"', '\n', '\r']) {
            write!(out, "\"{}\"", game.replace('"', "\"\""))?;
        } else {
            out.write_all(game.as_bytes())?;
        }
        let Row { flagged, ply, fen, verdict, method, nodes, time_us, checked, .. } = row;
        let result = row.result.unwrap_or_default();
        writeln!(
            out,
            ",{flagged},{ply},{fen},{result},{verdict},{method},{nodes},{time_us},{checked}"
        )
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
        };
        let text = |format: Format| {
            let mut out = Vec::new();
            format.write(&row, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let csv = "\"a \"\"b\"\", c\",white,3,8/8 w - - 0 1,,open,search,7,1.5,false\n";
        assert_eq!(text(Format::Csv), csv);
        let json: serde_json::Value = serde_json::from_str(&text(Format::JsonLines)).unwrap();
        assert_eq!((&json["game"], &json["result"]), (&"a \"b\", c".into(), &().into()));
        assert_eq!(Format::Csv.head().split(',').count(), json.as_object().unwrap().len());
    }
}
