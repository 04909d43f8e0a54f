//! Made databases, whole, damaged and taken up in the middle; and the corpora.

#[path = "../examples/made/mod.rs"]
mod made;

use std::io::Cursor;

use made::Maker;
use zermelo_answers::scan::{Format, Tally};
use zermelo_answers::unpack::Packing;
use zermelo_kernel::Color;
use zermelo_record::Termination;
use zermelo_record::pgn::{Splitter, read};
use zermelo_scan::{Block, Examiner, Kind, Options, Place, Unpacked, cut};

/// Made games.
fn games(seed: u64, count: usize) -> Vec<u8> {
    let mut maker = Maker::new(seed);
    let mut text = Vec::new();
    for _ in 0..count {
        maker.game(&mut text);
    }
    text
}

/// The blocks of a file from a place on.
fn blocks(file: &[u8], from: Place) -> Vec<Block> {
    let rest = file[from.frame as usize..].to_vec();
    let source = Unpacked::new(Box::new(Cursor::new(rest))).unwrap();
    let mut blocks = Vec::new();
    cut(source, from, |block| {
        blocks.push(block);
        Ok(())
    })
    .unwrap();
    blocks
}

#[derive(Default)]
struct Scanned {
    rows: Vec<serde_json::Value>,
    tally: Tally,
    notes: Vec<String>,
}

/// Everything that is found in a file from a place on, the times aside.
fn scan(file: &[u8], from: Place, check_sample: f64) -> Scanned {
    let all = true;
    let options = Options { all, check_sample, format: Format::JsonLines, ..Options::default() };
    let mut examiner = Examiner::new(options);
    let mut scanned = Scanned::default();
    for block in blocks(file, from) {
        let report = examiner.examine(&block);
        for line in report.rows.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            let mut row: serde_json::Value = serde_json::from_slice(line).unwrap();
            assert!(row.as_object_mut().unwrap().remove("time_us").unwrap().is_f64());
            scanned.rows.push(row);
        }
        scanned.tally.merge(&report.tally);
        scanned.notes.extend(report.notes);
    }
    scanned
}

/// A file of several frames, with where each begins.
fn frames(text: &[u8], size: usize) -> (Vec<u8>, Vec<usize>) {
    let (mut file, mut begins) = (Vec::new(), Vec::new());
    for part in text.chunks(size) {
        begins.push(file.len());
        file.extend(zstd::encode_all(part, 1).unwrap());
    }
    (file, begins)
}

/// What the slow twin says of every game, and what the corpora say of the set-up ones.
#[test]
fn the_same_as_reading_every_game() {
    let mut maker = Maker::new(1).with_hard(40);
    let mut text = Vec::new();
    let made: Vec<made::Made> = (0..3_000).map(|_| maker.game(&mut text)).collect();
    let scanned = scan(&frames(&text, 1 << 20).0, Place::default(), 0.1);
    let mut splitter = Splitter::new(&text[..]);
    let twin = made::twin::Twin::new();
    let (mut found, mut answers) = (scanned.rows.iter(), 0);
    for made in &made {
        let raw = splitter.next_game().unwrap().unwrap();
        let expected = twin.expect(&raw);
        assert_eq!(expected.is_some(), made.flag_fall);
        let Some(expected) = expected else { continue };
        let row = found.next().unwrap();
        assert_eq!(row["game"], expected.game);
        assert_eq!(row["verdict"], expected.verdict, "{row}");
        assert_eq!(row["flagged"], expected.flagged);
        assert_eq!((&row["ply"], made.plies), (&expected.ply.into(), expected.ply));
        assert!(row["fen"].as_str().unwrap().starts_with(&expected.fen), "{row}");
        assert!(row["checked"] == true || expected.verdict != "unwinnable", "{row}");
        if let Some(winnable) = made.known.as_ref().and_then(|known| known.winnable) {
            let said = if winnable { "winnable" } else { "unwinnable" };
            assert_eq!((&row["verdict"], expected.known), (&said.into(), Some(said)), "{row}");
            answers += 1;
        }
    }
    assert!(splitter.next_game().unwrap().is_none() && found.next().is_none());
    let tally = &scanned.tally;
    assert_eq!((tally.games, scanned.notes.len()), (3_000, 0), "{:?}", scanned.notes);
    assert_eq!(tally.flag_falls, tally.winnable + tally.unwinnable + tally.open);
    assert_eq!(tally.unfair, tally.unwinnable);
    let sampled = tally.checked - tally.unwinnable;
    assert!(sampled > tally.winnable / 20 && sampled < tally.winnable / 5, "{sampled}");
    assert!(answers > 60 || zermelo_testing::folder().is_none(), "{answers}");
}

/// The made games are as many plies and as many bytes long as the measurements say, which are made
/// where the corpora are at hand.
#[test]
fn made_games_are_of_lichess_size() {
    if zermelo_testing::folder().is_none() {
        return;
    }
    let mut maker = Maker::new(5);
    let mut text = Vec::new();
    let (mut plies, mut falls) = (0, 0);
    for _ in 0..20_000 {
        let made = maker.game(&mut text);
        plies += made.plies;
        falls += usize::from(made.flag_fall);
    }
    let average = |sum: usize| sum as f64 / 20_000.0;
    assert!((64.0..66.0).contains(&average(plies)), "{}", average(plies));
    assert!((1750.0..1850.0).contains(&average(text.len())), "{}", average(text.len()));
    assert!((0.32..0.35).contains(&average(falls)), "{}", average(falls));
    let mut again = Vec::new();
    Maker::new(5).game(&mut again);
    assert!(text.starts_with(&again));
}

#[test]
fn blocks_lose_nothing_and_stay_small() {
    let text = games(2, 4_000);
    let [gzip, bzip2] = [Packing::Gzip, Packing::Bzip2].map(|p| p.pack(&text).unwrap());
    for file in [text.clone(), frames(&text, 300_000).0, gzip, bzip2] {
        let blocks = blocks(&file, Place::default());
        assert!(blocks.len() > 8 && blocks.iter().all(|block| block.text.len() < 1 << 20));
        assert!(blocks.iter().all(|block| block.kind == Kind::Games));
        assert_eq!(blocks.iter().map(|block| block.packed).sum::<u64>(), file.len() as u64);
        let mut offset = 0;
        for block in &blocks {
            assert_eq!(block.place.offset, offset);
            assert!(block.text.is_empty() || block.text.starts_with(b"[Event \""));
            offset += block.text.len() as u64;
            assert_eq!(block.next.offset, offset);
        }
        let all: Vec<u8> = blocks.into_iter().flat_map(|block| block.text).collect();
        assert!(all == text);
    }
}

/// A byte-order mark costs no game and no line, whatever follows it.
#[test]
fn a_byte_order_mark_is_passed_over() {
    let fen = "8/8/8/6Qk/3K4/8/6p1/8 b - - 1 43";
    let game = "[Event \"e\"]\n[Termination \"Time forfeit\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n";
    for text in [game.to_string(), format!("{fen} a\n"), format!("fen,id\n{fen},a\n")] {
        let plain = scan(text.as_bytes(), Place::default(), 0.0);
        let marked = scan(format!("\u{feff}{text}").as_bytes(), Place::default(), 0.0);
        assert_eq!((marked.tally.games, marked.notes.len()), (1, 0), "{:?}", marked.notes);
        assert_eq!((plain.rows.len(), &plain.rows), (1, &marked.rows));
    }
}

#[test]
fn from_every_place_on_the_rest_is_the_same() {
    let text = games(3, 1_500);
    let [zstd, gzip, bzip2] =
        [Packing::Zstd, Packing::Gzip, Packing::Bzip2].map(|p| p.pack(&text).unwrap());
    for file in [text.clone(), frames(&text, 700_000).0, zstd, gzip, bzip2] {
        let whole = scan(&file, Place::default(), 0.5);
        let mut done = 0;
        for block in blocks(&file, Place::default()) {
            let rest = scan(&file, block.place, 0.5);
            assert_eq!(rest.rows, whole.rows[done..]);
            let text = block.text.windows(12).filter(|part| part == b"Time forfeit");
            done += text.count();
        }
        assert_eq!(done, whole.rows.len());
    }
}

/// Every row of a damaged file is a row of the whole one, in order, and most are there.
#[track_caller]
fn survived(file: &[u8], whole: &[serde_json::Value], least: f64) -> Scanned {
    let scanned = scan(file, Place::default(), 0.0);
    let mut rest = whole.iter();
    for row in &scanned.rows {
        assert!(rest.any(|other| other == row), "{row}");
    }
    let share = scanned.rows.len() as f64 / whole.len() as f64;
    assert!(share >= least, "{share}");
    assert!(scanned.notes.iter().all(|note| note.starts_with("byte ")), "{:?}", scanned.notes);
    scanned
}

/// Where the tags of the next flag fall end that has clocks, and so some length.
fn flag_fall_with_clocks(text: &[u8], from: usize) -> usize {
    let ends = |w: &[u8]| w.starts_with(b"Time forfeit\"]\n\n1. ") && w.ends_with(b"{ [%cl");
    let words = |length| text[from..].windows(length).position(ends);
    from + (28..30).filter_map(words).min().unwrap()
}

#[test]
fn damaged_files_are_survived_with_their_offsets() {
    let text = games(4, 3_000);
    let whole = scan(&text, Place::default(), 0.0).rows;
    let (file, begins) = frames(&text, 500_000);
    // Cut off at the end, in a frame and in a game.
    let cut_off = survived(&file[..file.len() - 50_000], &whole, 0.8);
    let place = format!("(byte {} of the file)", file.len() - 50_000);
    assert!(cut_off.notes.iter().any(|note| note.contains(&place)), "{:?}", cut_off.notes);
    let middle = text.len() - 50_000;
    let end = flag_fall_with_clocks(&text, middle);
    let plain = survived(&text[..end + 300], &whole, 0.9);
    assert_eq!((plain.tally.broken, plain.notes.len()), (1, 1));
    // Garbage within a frame, between frames, and in place of the beginning of one.
    let mut within = file.clone();
    within[begins[2] + 40_000..begins[2] + 60_000].fill(0xA5);
    let within = survived(&within, &whole, 0.8);
    assert!(within.tally.damages > 0 && within.tally.broken <= 1);
    let mut between = file.clone();
    between.splice(begins[3]..begins[3], *b"neither a frame nor a game");
    let between = survived(&between, &whole, 0.99);
    let place = format!("byte {} (byte {} of the file): a damaged", 3 * 500_000, begins[3]);
    assert!(between.notes[0].starts_with(&place), "{:?}", between.notes);
    let mut beginning = file.clone();
    beginning[begins[1]..begins[1] + 3].fill(0);
    survived(&beginning, &whole, 0.8);
    // Bytes in a plain file that nobody can read as moves: that game only.
    let mut broken = text.clone();
    let game = end;
    let moves =
        game + text[game..].windows(5).position(|w| w == b" 3. e" || w == b"] } 4").unwrap();
    broken[moves..moves + 40].fill(0xFF);
    let broken = survived(&broken, &whole, 0.99);
    assert_eq!((broken.tally.broken, broken.rows.len()), (1, whole.len() - 1));
    let start = text[..game].windows(8).rposition(|w| w == b"[Event \"").unwrap();
    assert!(broken.notes[0].starts_with(&format!("byte {start}: ")), "{:?}", broken.notes);
}

/// A table as others write it: columns in any order, quotes, notes before it, and bad lines.
#[test]
fn tables() {
    let wall = "8/8/8/1p1p4/pPpPp1k1/P1P1P1p1/6P1/6K1 w - - 0 1";
    let text = format!(
        "# positions\nrating,side,\"fen\",id\n1500,,{wall},one\n\n\
         \"1,500\",black,\"{wall}\",\"two, \"\"quoted\"\"\"\n1500,grey,{wall},three\n\
         1500,white,8/8,four\n1500,white\n1500,\"white,{wall},five\n1500,WHITE,{wall},#six"
    );
    let offset = |word: &str| {
        let at = text.find(word).unwrap();
        text[..at].rfind('\n').unwrap() + 1
    };
    let expected: Vec<String> = [(6, "three"), (7, "four"), (8, "1500,white\n"), (9, "five")]
        .map(|(line, word)| format!("byte {} (line {line}): ", offset(word)))
        .to_vec();
    for file in [text.clone().into_bytes(), frames(text.as_bytes(), 100).0] {
        let scanned = scan(&file, Place::default(), 1.0);
        let names: Vec<_> = scanned.rows.iter().map(|row| row["game"].as_str().unwrap()).collect();
        assert_eq!(names, ["one", "two, \"quoted\"", "#six"]);
        let flagged: Vec<_> = scanned.rows.iter().map(|row| &row["flagged"]).collect();
        assert_eq!(flagged, ["white", "white", "black"]);
        assert_eq!((scanned.tally.games, scanned.tally.broken), (7, 4));
        for (note, begins) in scanned.notes.iter().zip(&expected) {
            assert!(note.starts_with(begins), "{note}");
        }
        assert_eq!(scanned.notes.len(), 4);
    }
    // A name may say that it is a table: then nothing else is made of it.
    let source = Unpacked::new(Box::new(Cursor::new(format!("{wall},white\n"))));
    let mut blocks = Vec::new();
    let put = |block| {
        blocks.push(block);
        Ok(())
    };
    cut(source.unwrap().as_table(true), Place::default(), put).unwrap();
    assert_eq!((blocks.len(), blocks[0].text.len(), blocks[0].damages.len()), (1, 0, 1));
}

/// Lines are counted over blocks, damage aside, and a later run knows the columns.
#[test]
fn a_long_table_from_every_place_on() {
    let bare = "8/8/4k3/8/8/3NK3/8/8 b - - 0 1";
    let mut text = "fen,id\n".to_string();
    for number in 2..30_000 {
        let fen = if number % 1000 == 0 { "bad" } else { bare };
        text.push_str(&format!("{fen},{number}\n"));
    }
    for file in [text.clone().into_bytes(), frames(text.as_bytes(), 400_000).0] {
        let (whole, mut done) = (scan(&file, Place::default(), 0.0), 0);
        assert_eq!((whole.rows.len(), whole.notes.len()), (29_998 - 29, 29));
        for (index, note) in whole.notes.iter().enumerate() {
            assert!(note.contains(&format!(" (line {}): ", 1000 * (index + 1))), "{note}");
        }
        let blocks = blocks(&file, Place::default());
        assert!(blocks.len() > 2);
        for block in blocks {
            let rest = scan(&file, block.place, 0.0);
            assert_eq!(
                (&rest.rows[..], rest.tally.broken),
                (&whole.rows[done..], rest.notes.len() as u64)
            );
            assert!(whole.notes.ends_with(&rest.notes));
            done += block
                .text
                .split(|&byte| byte == b'\n')
                .filter(|line| line.starts_with(b"8"))
                .count();
        }
        assert_eq!(done, whole.rows.len());
    }
}

/// What a scan wrote is read again, with the same verdicts.
#[test]
fn rows_are_a_source() {
    let text = games(11, 600);
    let (all, format) = (true, Format::Csv);
    let mut examiner = Examiner::new(Options { all, format, ..Options::default() });
    let mut table = format.head(&[]).as_bytes().to_vec();
    for block in blocks(&text, Place::default()) {
        table.extend(examiner.examine(&block).rows);
    }
    let (once, again) = (scan(&text, Place::default(), 0.0), scan(&table, Place::default(), 0.0));
    assert!(once.rows.len() > 150 && again.notes.is_empty());
    assert_eq!(once.rows.len(), again.rows.len());
    for (once, again) in once.rows.iter().zip(&again.rows) {
        for name in ["game", "flagged", "fen", "verdict"] {
            assert_eq!(once[name], again[name]);
        }
    }
}

#[test]
fn the_corpora_are_decided() {
    let Some(unfair) = zermelo_testing::text("winnable/unfair.txt") else { return };
    let scanned = scan(unfair.as_bytes(), Place::default(), 0.0);
    let tally = scanned.tally;
    assert_eq!((tally.games, tally.flag_falls), (20_000, 20_000));
    assert_eq!((tally.unwinnable, tally.checked, tally.bugs), (20_000, 20_000, 0));
    let last = unfair.trim_end().rsplit(' ').next().unwrap();
    assert_eq!(scanned.rows.last().unwrap()["game"], last);
    let timeouts = zermelo_testing::text("winnable/timeouts.txt").unwrap();
    let (file, _) = frames(timeouts.as_bytes(), 100_000);
    let scanned = scan(&file, Place::default(), 0.05);
    assert_eq!((scanned.tally.flag_falls, scanned.tally.open), (10_000, 0));
    assert_eq!(scanned.notes.len(), 0);
}

/// Whatever is done to a file, the scan ends, and its blocks lie one after the other.
#[test]
fn no_damage_stops_a_scan() {
    let text = games(9, 60);
    let mut rng = fastrand::Rng::with_seed(9);
    for round in 0..300 {
        let mut file = match round % 3 {
            0 => text.clone(),
            _ => frames(&text, rng.usize(5_000..60_000)).0,
        };
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..file.len());
            let end = (at + rng.usize(1..3_000)).min(file.len());
            match rng.u8(..4) {
                0 => file.truncate(at.max(1)),
                1 => file[at] ^= 1 << rng.u8(..8),
                2 => file[at..end].fill_with(|| rng.u8(..)),
                _ => drop(file.drain(at..end)),
            }
            if file.is_empty() {
                break;
            }
        }
        let mut offset = 0;
        for block in blocks(&file, Place::default()) {
            assert!(block.place.offset >= offset && block.next.offset >= block.place.offset);
            offset = block.next.offset;
        }
        let scanned = scan(&file, Place::default(), 0.0);
        assert_eq!(scanned.tally.bugs, 0, "{:?}", scanned.notes);
    }
}

/// Odd records, found and read as the splitter and the judge do it.
#[test]
fn the_audit_records() {
    let Some(folder) = zermelo_testing::folder() else { return };
    let mut text = Vec::new();
    let mut folders = vec![folder.join("games/pgn")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => text.extend([std::fs::read(path).unwrap(), b"\n\n".to_vec()].concat()),
            }
        }
    }
    let scanned = scan(&text, Place::default(), 1.0);
    let mut splitter = Splitter::new(&text[..]);
    let (mut count, mut falls) = (0, 0);
    while let Some(raw) = splitter.next_game().unwrap() {
        count += 1;
        let record = read(&raw).unwrap();
        let close = Termination::of(&record, Color::White, None);
        falls += u64::from(record.marker.is_some() && matches!(close, Termination::FlagFell(_)));
    }
    assert_eq!((scanned.tally.games, scanned.tally.flag_falls), (count, falls));
    assert!(count > 600 && falls > 100 && scanned.tally.bugs == 0);
    assert_eq!(scanned.tally.checked, falls);
}
