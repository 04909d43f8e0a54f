//! Writes a database in Lichess's form for measurements:
//! `cargo run --release -p zermelo-scan --example make_database -- 300000 made.pgn.zst [SEED]`.
//!
//! Compressed if the name ends in `.zst`, 20,000 games a frame, as pzstd does it.

mod made;

use std::fs::File;
use std::io::{self, BufWriter, Write};

use made::Maker;

const FRAME: u64 = 20_000;

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let usage = || io::Error::other("make_database GAMES OUT.pgn[.zst] [SEED]");
    let [games, path, seed @ ..] = &args[..] else { return Err(usage()) };
    let games: u64 = games.parse().map_err(|_| usage())?;
    let seed = seed.first().map_or(Ok(1), |seed| seed.parse()).map_err(|_| usage())?;
    let mut file = BufWriter::new(File::create(path)?);
    let mut maker = Maker::new(seed);
    let (mut written, mut bytes, mut falls) = (0, 0, 0);
    let mut text = Vec::new();
    while written < games {
        text.clear();
        let many = FRAME.min(games - written);
        for _ in 0..many {
            falls += u64::from(maker.game(&mut text));
        }
        written += many;
        bytes += text.len();
        match path.ends_with(".zst") {
            true => file.write_all(&zstd::encode_all(&text[..], 3)?)?,
            false => file.write_all(&text)?,
        }
    }
    file.flush()?;
    println!("{games} games, {falls} flag falls, {} bytes a game", bytes as u64 / games.max(1));
    Ok(())
}
