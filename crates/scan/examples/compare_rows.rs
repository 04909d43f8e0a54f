//! Compares all rows of a scan with the slow twin and with the answers of the corpora:
//! `zermelo scan made.pgn.zst --all --to all.jsonl`, then
//! `cargo run --release -p zermelo-scan --example compare_rows -- made.pgn.zst all.jsonl`.

#[allow(dead_code)] // It makes no games.
mod made;

use std::fs::File;
use std::io::{self, BufRead, BufReader};

use made::twin::Twin;
use zermelo_record::pgn::Splitter;

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, rows] = &args[..] else {
        return Err(io::Error::other("compare_rows GAMES.pgn.zst ROWS.jsonl"));
    };
    let mut splitter = Splitter::new(BufReader::new(zstd::Decoder::new(File::open(games)?)?));
    let mut rows = BufReader::new(File::open(rows)?).lines();
    let twin = Twin::new();
    let (mut falls, mut unwinnable, mut known, mut wrong) = (0, 0, 0, 0);
    while let Some(raw) = splitter.next_game()? {
        let Some(expected) = twin.expect(&raw) else { continue };
        falls += 1;
        unwinnable += u64::from(expected.verdict == "unwinnable");
        known += u64::from(expected.known.is_some());
        let line = rows.next().ok_or_else(|| io::Error::other("rows are missing"))??;
        let row: serde_json::Value = serde_json::from_str(&line)?;
        let same = row["game"] == expected.game
            && row["flagged"] == expected.flagged
            && row["ply"] == expected.ply
            && row["fen"].as_str().is_some_and(|fen| fen.starts_with(&expected.fen))
            && row["verdict"] == expected.verdict
            && expected.known.is_none_or(|known| row["verdict"] == known);
        if !same {
            wrong += 1;
            println!("{row}\n  should be {expected:?}");
        }
    }
    wrong += rows.count();
    println!("{falls} flag falls, {unwinnable} unwinnable, {known} known from the corpora");
    println!("{wrong} rows differ");
    if wrong == 0 { Ok(()) } else { Err(io::Error::other("the rows are wrong")) }
}
