//! Writes a database in Lichess's form for measurements, and says what it holds:
//! `cargo run --release -p zermelo-scan --example make_database -- 300000 made.pgn.zst [SEED [HARD]]`.
//!
//! Compressed if the name ends in `.zst`, 20,000 games a frame, as pzstd does it. With HARD, one
//! game in so many is a flag fall in a position that engines find hard.

mod made;

use std::fs::File;
use std::io::{self, BufWriter, Write};

use made::Maker;

const FRAME: u64 = 20_000;

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let usage = || io::Error::other("make_database GAMES OUT.pgn[.zst] [SEED [HARD]]");
    let [games, path, more @ ..] = &args[..] else { return Err(usage()) };
    let games: u64 = games.parse().map_err(|_| usage())?;
    let seed = more.first().map_or(Ok(1), |seed| seed.parse()).map_err(|_| usage())?;
    let mut maker = Maker::new(seed);
    if let Some(hard) = more.get(1) {
        let one_in = hard.parse().ok().filter(|&one_in| one_in > 0).ok_or_else(usage)?;
        maker = maker.with_hard(one_in);
    }
    let mut file = BufWriter::new(File::create(path)?);
    let (mut written, mut bytes, mut plies, mut falls, mut set_up) = (0, 0, 0, 0, 0);
    let mut text = Vec::new();
    while written < games {
        text.clear();
        let many = FRAME.min(games - written);
        for _ in 0..many {
            let made = maker.game(&mut text);
            plies += made.plies as u64;
            falls += u64::from(made.flag_fall);
            set_up += u64::from(made.known.is_some());
        }
        written += many;
        bytes += text.len();
        match path.ends_with(".zst") {
            true => file.write_all(&zstd::encode_all(&text[..], 3)?)?,
            false => file.write_all(&text)?,
        }
    }
    file.flush()?;
    let share = |count: u64| count as f64 / games.max(1) as f64;
    println!("{games} games, {falls} of them flag falls ({:.1}%)", 100.0 * share(falls));
    println!("{set_up} of them in positions of the corpora");
    println!("{:.2} plies and {:.0} bytes a game", share(plies), share(bytes as u64));
    Ok(())
}
