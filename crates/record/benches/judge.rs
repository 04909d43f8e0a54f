//! Our judge and python-chess on the same file, in the same run, on one core:
//! `cargo bench -p zermelo-record --bench judge [-- FILE.pgn...]`.
//!
//! Ours cuts, reads and judges each game, tests *every* position for being dead, exactly, and
//! makes the certificates; the second clock has the kernel check each of them. The peer reads the
//! games and asks `is_insufficient_material()` after every move, which looks at the material only.
//! Without a file it makes 2,000 games of its own; `-- --make 200M FILE.pgn` only writes such
//! games, up to that size. The peer needs `python3` with the package `chess` (`pip install chess`).

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use fastrand::Rng;
use zermelo_board::Position;
use zermelo_kernel::Castling;
use zermelo_record::pgn::{Marker, Splitter, read, write_game};
use zermelo_record::{Judge, Options};

const PEER: &str = "
import sys, time, chess, chess.pgn
start = time.perf_counter()
games = dead = 0
with open(sys.argv[1], encoding='utf-8', errors='replace') as file:
    while (game := chess.pgn.read_game(file)) is not None:
        games += 1
        board = game.board()
        over = False
        for move in game.mainline_moves():
            board.push(move)
            over = over or board.is_insufficient_material()
        dead += over
print(games, dead, time.perf_counter() - start)
";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let [make, size, path] = &args[..]
        && make == "--make"
    {
        let bytes = size.trim_end_matches('M').parse::<u64>().expect("a size such as 200M") << 20;
        let games = write_games(Path::new(path), u64::MAX, bytes);
        println!("{games} games written");
        return;
    }
    let mut files: Vec<PathBuf> = args.iter().map(PathBuf::from).collect();
    if files.is_empty() {
        let own = std::env::temp_dir().join(format!("zermelo-judge-{}.pgn", std::process::id()));
        write_games(&own, 2_000, u64::MAX);
        files.push(own);
    }
    for file in &files {
        compare(file);
    }
    if args.is_empty() {
        let _ = std::fs::remove_file(&files[0]);
    }
}

fn compare(file: &Path) {
    let (games, dead, judged) = ours(file, false);
    let (_, _, checked) = ours(file, true);
    let rate = |seconds: f64| games as f64 / seconds;
    println!("{}: {games} games", file.display());
    println!("  ours, judged exactly:           {:8.0} games/s, {dead} dead", rate(judged));
    println!("  ours, and every ruling checked: {:8.0} games/s", rate(checked));
    let output = Command::new("python3").arg("-c").arg(PEER).arg(file).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let numbers: Vec<f64> =
        text.unwrap_or_default().split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [peer_games, peer_dead, seconds] = numbers[..] else {
        println!("  python-chess did not run: it needs python3 with the package chess");
        return;
    };
    println!(
        "  python-chess, material only:    {:8.0} games/s, {peer_dead} dead",
        peer_games / seconds
    );
    println!(
        "  times as fast: {:.1} judged, {:.1} with every ruling checked",
        seconds / judged,
        seconds / checked
    );
}

/// Judges a file on one core. Games, dead ones among them, seconds.
fn ours(file: &Path, check: bool) -> (u64, u64, f64) {
    let start = Instant::now();
    let input = std::io::BufReader::new(std::fs::File::open(file).expect("a file"));
    let mut splitter = Splitter::new(input);
    let mut judge = Judge::new(Options::default());
    let (mut games, mut dead) = (0, 0);
    while let Some(raw) = splitter.next_game().expect("a readable file") {
        games += 1;
        let record = match read(&raw) {
            Ok(record) => record,
            Err(broken) => panic!("{broken}"),
        };
        let judgement = judge.judge(&record);
        dead += u64::from(matches!(
            judgement.ruling,
            zermelo_record::Ruling::Over { ending: zermelo_kernel::Ending::DeadPosition, .. }
        ));
        let certificate = judgement.certificate(&record).expect("no ruling is open");
        if check {
            certificate.check().expect("the kernel accepts the ruling");
        }
    }
    (games, dead, start.elapsed().as_secs_f64())
}

/// Writes games of random moves, captures preferred at times, closed in all the ways that servers
/// close games.
fn write_games(path: &Path, games: u64, bytes: u64) -> u64 {
    let file = std::fs::File::create(path).expect("a file to write");
    let mut out = BufWriter::new(file);
    let mut rng = Rng::with_seed(1);
    let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let start = zermelo_kernel::Position::from_fen(initial, Castling::Standard).expect("the array");
    let (mut written, mut number) = (0, 0);
    let mut text = Vec::new();
    while number < games && written < bytes {
        number += 1;
        let mut position = Position::from_kernel(&start);
        let mut moves = Vec::new();
        let length = rng.usize(10..200);
        while moves.len() < length {
            let legal = position.legal_moves();
            let captures: Vec<_> =
                legal.iter().copied().filter(|&m| position.is_capture(m)).collect();
            let from = if !captures.is_empty() && rng.u8(..4) == 0 { &captures } else { &legal };
            let Some(&m) = rng.choice(from) else { break };
            position = position.play(m);
            moves.push(m);
        }
        let ended = !position.has_legal_move();
        let mated = position.is_checkmate();
        let lost = match (ended, mated) {
            (true, true) => Some(position.turn().index()),
            (true, false) => None,
            (false, _) if rng.u8(..10) == 0 => None,
            (false, _) => Some(rng.usize(..2)),
        };
        let marker = match lost {
            Some(0) => Marker::BlackWins,
            Some(_) => Marker::WhiteWins,
            None => Marker::Draw,
        };
        let closed = if !ended && rng.u8(..3) == 0 { "Time forfeit" } else { "Normal" };
        let tags = [
            ("Event", "Rated Blitz game".to_string()),
            ("Site", format!("https://example.org/{number:08}")),
            ("Date", "2024.05.01".to_string()),
            ("Round", "-".to_string()),
            ("White", format!("player{}", rng.u32(..10_000))),
            ("Black", format!("player{}", rng.u32(..10_000))),
            ("Result", marker.as_str().to_string()),
            ("TimeControl", "180+0".to_string()),
            ("Termination", closed.to_string()),
        ];
        let tags = tags.map(|(name, value)| (name.to_string(), value));
        text.clear();
        write_game(&tags, &start, &moves, marker, &mut text).expect("writing to memory");
        out.write_all(&text).expect("writing the file");
        written += text.len() as u64;
    }
    out.flush().expect("writing the file");
    number
}
