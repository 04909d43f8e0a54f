//! Comma-separated values (RFC 4180): which columns count, and a line cut into cells.
//!
//! Every line is a record of its own. A quoted cell with a line break in it is an error of that
//! line, so that a quote that was forgotten costs one line and not the rest of the file.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use zermelo_kernel::Color;

/// A line with more bytes than this is not looked at.
const LONGEST: usize = 64 << 10;

/// Where in a line the cells stand that count, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Columns {
    /// The position.
    pub fen: usize,
    /// Who could perhaps still mate (`side`) or who ran out of time (`flagged`).
    pub side: Option<(usize, Who)>,
    /// The game (`id` or `game`).
    pub game: Option<usize>,
}

/// Whom a column of sides names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The side that is asked about: could it still mate?
    Asked,
    /// The player who ran out of time.
    Flagged,
}

impl Columns {
    /// The columns that a line names; `None` if there is no `fen` among them.
    pub fn of_head(line: &[u8]) -> Option<Columns> {
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        let cells = cells(line).ok()?;
        let find =
            |name: &str| cells.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
        let asked = find("side").map(|at| (at, Who::Asked));
        Some(Columns {
            fen: find("fen")?,
            side: asked.or_else(|| find("flagged").map(|at| (at, Who::Flagged))),
            game: find("id").or_else(|| find("game")),
        })
    }
}

/// What a line of a table holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cells<'a> {
    pub fen: Cow<'a, str>,
    /// Who ran out of time, if the line says so.
    pub flagged: Option<Color>,
    pub game: Cow<'a, str>,
}

impl Columns {
    /// The cells of a line that count. The error is a few words.
    pub(crate) fn pick(self, line: &[u8]) -> Result<Cells<'_>, String> {
        let mut cells = cells(line)?;
        let count = cells.len();
        let mut take = |at: usize| {
            let missing = || format!("cell {} is missing: there are {count}", at + 1);
            cells.get_mut(at).map(std::mem::take).ok_or_else(missing)
        };
        let fen = take(self.fen)?;
        let game = self.game.map_or(Ok(Cow::Borrowed("")), &mut take)?;
        let flagged = match self.side {
            None => None,
            Some((at, who)) => {
                let word = take(at)?;
                let side = match word.trim() {
                    "" => None,
                    word if is_one_of(word, ["white", "w"]) => Some(Color::White),
                    word if is_one_of(word, ["black", "b"]) => Some(Color::Black),
                    _ => return Err("the side is neither white nor black".to_string()),
                };
                side.map(|side| if who == Who::Asked { !side } else { side })
            }
        };
        Ok(Cells { fen, flagged, game })
    }
}

fn is_one_of(word: &str, names: [&str; 2]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// Cuts a line into cells. The error is a few words.
fn cells(line: &[u8]) -> Result<Vec<Cow<'_, str>>, String> {
    if line.len() > LONGEST {
        return Err("the line is too long".to_string());
    }
    let line = std::str::from_utf8(line).map_err(|_| "the line is not text (UTF-8)")?;
    let mut rest = line.trim_end_matches(['\r', '\n']);
    let mut cells = Vec::new();
    loop {
        let (cell, after) = match rest.strip_prefix('"') {
            Some(quoted) => unquote(quoted)?,
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (Cow::Borrowed(&rest[..end]), &rest[end..])
            }
        };
        cells.push(cell);
        match after.strip_prefix(',') {
            Some(more) => rest = more,
            None if after.is_empty() => return Ok(cells),
            None => return Err("something stands between a quote and the next comma".to_string()),
        }
    }
}

/// The cell that begins after a quote, and what stands after the quote that ends it.
fn unquote(text: &str) -> Result<(Cow<'_, str>, &str), String> {
    let mut cell = Cow::Borrowed("");
    let mut rest = text;
    loop {
        let end = rest.find('"').ok_or("a quote is not closed in its line")?;
        cell += &rest[..end];
        rest = &rest[end + 1..];
        // A quote twice stands for one.
        match rest.strip_prefix('"') {
            Some(more) => {
                cell += "\"";
                rest = more;
            }
            None => return Ok((cell, rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_into_cells() {
        let of = |line: &str| cells(line.as_bytes()).map(|cells| cells.join("|"));
        for (line, expected) in [
            ("a,b,c\r\n", "a|b|c"),
            ("", ""),
            (",,", "||"),
            ("\"a,b\",\"\"\"c\"\"\",d\"e", "a,b|\"c\"|d\"e"),
            ("\"\"", ""),
        ] {
            assert_eq!(of(line).as_deref(), Ok(expected), "{line}");
        }
        for line in ["\"a", "a,\"b\"c", "\"a\"\"", "\"a\nb,\"c"] {
            assert!(of(line).is_err(), "{line}");
        }
        assert!(cells(b"\xFF").is_err() && cells(&vec![b'a'; LONGEST + 1]).is_err());
    }

    /// What is written is read back, whatever it is.
    #[test]
    fn cells_go_there_and_back() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..5_000 {
            let word = |rng: &mut fastrand::Rng| -> String {
                (0..rng.usize(..6)).map(|_| ['a', ',', '"', ' ', 'é'][rng.usize(..5)]).collect()
            };
            let row: Vec<String> = (0..rng.usize(1..5)).map(|_| word(&mut rng)).collect();
            let quoted: Vec<String> =
                row.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
            let line = quoted.join(",") + "\n";
            assert_eq!(cells(line.as_bytes()).unwrap(), row);
        }
    }

    #[test]
    fn heads_and_lines() {
        assert_eq!(Columns::of_head(b"game,moves\n"), None);
        let columns = Columns::of_head(b"\xEF\xBB\xBF\"ID\", FEN ,rating,side\r\n").unwrap();
        let expected = Columns { fen: 1, side: Some((3, Who::Asked)), game: Some(0) };
        assert_eq!(columns, expected);
        let picked = columns.pick(b"x,\"8/8 w\",1500,White\n").unwrap();
        assert_eq!((&*picked.fen, &*picked.game), ("8/8 w", "x"));
        assert_eq!(picked.flagged, Some(Color::Black));
        assert_eq!(columns.pick(b"x,y,z,").unwrap().flagged, None);
        for line in [&b"x,y,z,grey"[..], b"x,y,z", b"x", b""] {
            assert!(columns.pick(line).is_err());
        }
        // What a scan writes can be scanned.
        let own =
            Columns::of_head(zermelo_answers::scan::Format::Csv.head(&[]).as_bytes()).unwrap();
        assert_eq!((own.fen, own.side, own.game), (3, Some((1, Who::Flagged)), Some(0)));
    }
}
