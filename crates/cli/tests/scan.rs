//! `zermelo scan`: rows, the table, resume, damage, memory.

#[path = "../../scan/examples/made/mod.rs"]
mod made;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use crate::common::games::{fools_mate, game};
use crate::common::{
    HARD, OPEN, START, WALL, first_line_then_leave, folder, interrupt, json, rows, start, zermelo,
    zermelo_fed,
};
use serde_json::Value;
use zermelo_answers::scan::{Format, Tally};
use zermelo_answers::unpack::Packing;
use zermelo_scan::{Place, ResumePoint};

/// Made games.
fn made_games(seed: u64, count: usize) -> Vec<u8> {
    let mut maker = made::Maker::new(seed);
    let mut text = Vec::new();
    for _ in 0..count {
        maker.game(&mut text);
    }
    text
}

#[test]
fn rows_and_the_table() {
    let folder = folder("scan_rows");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let on_time = |site: &str, fen: &str, result: &str| {
        let tags =
            format!("Event=e|Site={site}|Result={result}|Termination=Time forfeit|FEN={fen}");
        game(&tags, result)
    };
    let text = [
        fools_mate(),
        on_time("unfair", WALL, "0-1"),
        on_time("fair", START, "0-1"),
        on_time("drawn", WALL, "1/2-1/2"),
        game("Event=e|Variant=Atomic|Termination=Time forfeit", "1. e4 1-0"),
    ];
    fs::write(path("games.pgn.zst"), zstd::encode_all(text.concat().as_bytes(), 1).unwrap())
        .unwrap();
    fs::write(path("lines.txt"), format!("# two\n{WALL} one\n{START} two\n")).unwrap();
    let sources = [path("games.pgn.zst"), path("lines.txt")];
    let (csv, jsonl, svg) = (path("out.csv"), path("out.jsonl"), path("times.svg"));
    let options = ["--to", &csv, "--histogram", &svg, "--quick"];
    let ran = zermelo(&[&["scan", &sources[0], &sources[1]], &options[..]].concat());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let words = ran.words();
    for part in [
        "games 7 flag falls 5 71.429%",
        "winnable 2 40.000%",
        "unwinnable 3 60.000%; given as won 1, as drawn 1",
        "unwinnable positions identified 3 3 (100.000%)",
        "games of another kind of chess 1",
        "all unwinnable ones, and a share of 0.01 of the others",
        "rows written 3",
    ] {
        assert!(words.contains(part), "{part:?}: {words}");
    }
    let found: Vec<String> = rows(Path::new(&csv)).iter().map(|row| row[0].clone()).collect();
    assert_eq!(found, ["game", "unfair", "drawn", "one"]);
    assert!(fs::read_to_string(&svg).unwrap().contains("unwinnable"));
    assert!(!Path::new(&format!("{csv}.resume")).exists());
    let all = ["scan", &sources[0], &sources[1], "--to", &jsonl, "--all", "--check-sample", "1"];
    assert_eq!(zermelo(&all).status, 0);
    let lines = fs::read_to_string(&jsonl).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line["checked"] == true && line["time_us"].is_f64()));
    let wall = &lines[0];
    assert_eq!((&wall["flagged"], &wall["verdict"]), (&"white".into(), &"unwinnable".into()));
    assert_eq!((&wall["fen"], &wall["result"]), (&WALL.into(), &"0-1".into()));
    assert_eq!((&lines[3]["game"], &lines[3]["result"]), (&"one".into(), &Value::Null));
}

#[test]
fn the_same_as_winnable_and_in_order() {
    let folder = folder("scan_order");
    let (source, out) = (folder.join("games.pgn"), folder.join("out.csv"));
    fs::write(&source, made_games(5, 2_000)).unwrap();
    let out_name = out.to_str().unwrap();
    let args = ["scan", source.to_str().unwrap(), "--to", out_name, "--all", "--threads"];
    assert_eq!(zermelo(&[&args[..], &["4"]].concat()).status, 0);
    let four = rows(&out);
    assert_eq!(zermelo(&[&args[..], &["1"]].concat()).status, 0);
    assert_eq!(four, rows(&out));
    let query = |row: &Vec<String>| {
        let other = if row[1] == "white" { "black" } else { "white" };
        format!("{} {other}\n", row[3])
    };
    let queries: String = four[1..].iter().map(query).collect();
    let batch = ["winnable", "--batch", "-", "--json", "--check", "none"];
    let answers = zermelo_fed(&batch, queries.as_bytes());
    assert_eq!(answers.stdout.lines().count(), four.len() - 1);
    for (line, row) in answers.stdout.lines().zip(&four[1..]) {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&answer["verdict"], &answer["method"]),
            (&row[5].as_str().into(), &row[6].as_str().into())
        );
        assert_eq!(answer["nodes"].to_string(), row[7]);
    }
}

/// The same positions as lines and as a table, which is known by its name or by its first line.
#[test]
fn tables() {
    let folder = folder("scan_tables");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (lines, table, out) = (path("lines.txt"), path("table.csv.zst"), path("out.csv"));
    fs::write(&lines, format!("{WALL} one\n{START} two\n")).unwrap();
    let text = format!("id,fen\none,{WALL}\n\"two\",\"{START}\"\n");
    fs::write(&table, zstd::encode_all(text.as_bytes(), 1).unwrap()).unwrap();
    let scan = |source: &str| zermelo(&["scan", source, "--to", &out, "--all"]);
    assert_eq!(scan(&lines).status, 0);
    let expected = rows(Path::new(&out));
    assert_eq!(scan(&table).status, 0);
    assert_eq!(rows(Path::new(&out)), expected);
    assert_eq!(zermelo_fed(&["scan", "-", "--to", &out, "--all"], text.as_bytes()).status, 0);
    assert_eq!(rows(Path::new(&out)), expected);
    // A bad line is told with its number and its byte, and the rest is done.
    let bad = path("bad.csv");
    fs::write(&bad, format!("{text}three,\"{WALL}\nfour,{WALL}\n")).unwrap();
    let ran = scan(&bad);
    let told = format!("bad.csv: byte {} (line 4): a quote is not closed", text.len());
    assert!(ran.status == 2 && ran.stderr.contains(&told), "{ran:?}");
    assert!(ran.words().contains("flag falls that cannot be read 1"), "{ran:?}");
    assert_eq!(rows(Path::new(&out)).last().unwrap()[0], "four");
    fs::write(&bad, format!("{WALL},white\n")).unwrap();
    let ran = scan(&bad);
    assert!(ran.status == 2 && ran.stderr.contains("there is no fen"), "{ran:?}");
}

#[test]
#[cfg(unix)]
fn stopped_and_taken_up_again() {
    let folder = folder("scan_resume");
    let text = made_games(6, 2_500);
    let (whole, parts) = (folder.join("whole.csv"), folder.join("parts.csv"));
    let args = ["scan", "-", "--all", "--to", whole.to_str().unwrap()];
    let once = zermelo_fed(&args, &text);
    assert_eq!(once.status, 0);
    let args = ["scan", "-", "--all", "--to", parts.to_str().unwrap()];
    let mut child = start(&args);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&text[..text.len() / 2]).unwrap();
    stdin.flush().unwrap();
    sleep(Duration::from_millis(1500));
    let said = interrupt(child);
    assert!(said.contains("--resume goes on from there"), "{said}");
    drop(stdin);
    let resume = folder.join("parts.csv.resume");
    let point: Value = serde_json::from_slice(&fs::read(&resume).unwrap()).unwrap();
    assert_eq!(point["written"], fs::metadata(&parts).unwrap().len());
    let partial = rows(&parts);
    assert_eq!(partial, rows(&whole)[..partial.len()]);
    // Nothing is overwritten by mistake, nor gone on with by other rules.
    assert_eq!(zermelo_fed(&args, &text).status, 2);
    assert_eq!(zermelo_fed(&["scan", "-", "--resume", "--to", args[4]], &text).status, 2);
    // What was written after the resume point is written anew.
    let mut longer = fs::OpenOptions::new().append(true).open(&parts).unwrap();
    longer.write_all(b"half a ro").unwrap();
    let ran = zermelo_fed(&[&args[..], &["--resume"]].concat(), &text);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(rows(&parts), rows(&whole));
    assert!(!resume.exists() && ran.words().contains("time of all runs"));
    let counts = |words: String| words.split("average").next().unwrap().to_string();
    assert_eq!(counts(ran.words()), counts(once.words()));
    // It was finished, and is left as it is.
    let again = zermelo_fed(&[&args[..], &["--resume"]].concat(), &text);
    assert_eq!((again.status, again.stdout.as_str()), (0, ""), "{again:?}");
    assert!(again.stderr.contains("was finished; nothing is left to do"), "{again:?}");
    assert_eq!(rows(&parts), rows(&whole));
}

/// On a full disk, say, the first resume point cannot be saved: then nothing has begun, and nothing is finished.
#[test]
fn a_run_that_could_not_begin_is_not_finished() {
    let folder = folder("scan_begin");
    let text = made_games(1, 50);
    let (whole, out) = (folder.join("whole.csv"), folder.join("out.csv"));
    let run = |to: &Path| {
        zermelo_fed(&["scan", "-", "--all", "--resume", "--to", to.to_str().unwrap()], &text)
    };
    assert_eq!(run(&whole).status, 0);
    let in_the_way = folder.join("out.csv.resume.new");
    fs::create_dir(&in_the_way).unwrap();
    let ran = run(&out);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(
        fs::metadata(&out).map_or(0, |about| about.len()) == 0,
        "no rows without a resume point"
    );
    fs::remove_dir(&in_the_way).unwrap();
    assert_eq!(run(&out).status, 0);
    assert_eq!(rows(&out), rows(&whole));
}

/// What is there already makes room for rows only when there is something to write.
#[test]
fn a_source_without_games_costs_no_rows() {
    let folder = folder("scan_keeps");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (out, other) = (path("keep.csv"), path("new.csv"));
    let kept = "game,flagged\nlast month's,white\n";
    fs::write(&out, kept).unwrap();
    let docx = b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0";
    for input in [&b""[..], docx, b"neither games\nnor positions\n", b"8/8/8/8/8/8/8/8 w - -\n"] {
        for to in [&out, &other] {
            let ran = zermelo_fed(&["scan", "-", "--to", to], input);
            assert_eq!(ran.status, 2, "{ran:?}");
        }
        assert_eq!(fs::read_to_string(&out).unwrap(), kept);
        assert!(!Path::new(&other).exists());
    }
    assert_eq!(zermelo_fed(&["scan", "-", "--to", &out], WALL.as_bytes()).status, 0);
    assert_eq!(rows(Path::new(&out)).len(), 2);
}

/// Two runs would each write over the other's rows.
#[test]
#[cfg(unix)]
fn one_run_at_a_time_writes_to_a_file() {
    let folder = folder("scan_two");
    let out = folder.join("out.csv");
    let args = ["scan", "-", "--all", "--to", out.to_str().unwrap()];
    let mut first = start(&args);
    let mut stdin = first.stdin.take().unwrap();
    while !out.exists() {
        sleep(Duration::from_millis(10));
    }
    // Between the file and its lock there is a moment.
    sleep(Duration::from_millis(200));
    for args in [&args[..], &[&args[..], &["--resume"]].concat()] {
        let second = zermelo_fed(args, START.as_bytes());
        assert_eq!((second.status, second.stderr.lines().count()), (2, 1), "{second:?}");
        assert!(second.stderr.contains("another scan writes to it"), "{second:?}");
    }
    stdin.write_all(WALL.as_bytes()).unwrap();
    drop(stdin);
    assert_eq!(first.wait_with_output().unwrap().status.code(), Some(0));
    assert_eq!(rows(&out).len(), 2);
}

/// A script may always say --resume.
#[test]
fn resume_where_nothing_was_stopped() {
    let folder = folder("scan_resume_anew");
    let out = folder.join("out.csv");
    let args = ["scan", "-", "--resume", "--to", out.to_str().unwrap()];
    assert_eq!(zermelo_fed(&args, WALL.as_bytes()).status, 0);
    assert_eq!(rows(&out).len(), 2);
    fs::write(folder.join("out.csv.resume"), "half a po").unwrap();
    let ran = zermelo_fed(&args, WALL.as_bytes());
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{ran:?}");
    assert!(ran.stderr.contains("out.csv.resume: this is damaged"), "{ran:?}");
}

/// A run that is taken up again after a thousand million games does not boast of them.
#[test]
fn speeds_count_what_was_done_since_the_resume() {
    let folder = folder("scan_speed");
    let (source, out) = (folder.join("lines.txt"), folder.join("out.jsonl"));
    let (source, out) = (source.to_str().unwrap(), out.to_str().unwrap());
    let (first, before) = (format!("{WALL} one\n"), 1_000_000_000);
    fs::write(source, format!("{first}{START} two\n")).unwrap();
    fs::write(out, "").unwrap();
    let offset = first.len() as u64;
    let place = Place { offset, frame: offset, frame_offset: offset, line: 1, ..Place::default() };
    let point = ResumePoint {
        version: ResumePoint::VERSION,
        sources: vec![(source.to_string(), Some(fs::metadata(source).unwrap().len()))],
        format: Format::JsonLines,
        columns: vec![],
        all: true,
        check_sample: 0.01,
        quick: false,
        place,
        written: 0,
        tally: Tally { games: before, ..Tally::default() },
        elapsed: 1e6,
    };
    point.save(Path::new(&format!("{out}.resume"))).unwrap();
    let (status, table) = json(&["scan", source, "--to", out, "--all", "--resume", "--json"]);
    let figure = |key: &str| table[key].as_f64().unwrap();
    assert_eq!((status, figure("games")), (0, before as f64 + 1.0), "{table}");
    assert!(figure("games_per_second") * figure("seconds") < 1.5, "{table}");
    assert!(figure("seconds_of_all_runs") > 1e6, "{table}");
}

/// "How many unfair flag falls a month?", from rows on standard output.
#[test]
fn columns_of_tags_on_standard_output() {
    let folder = folder("scan_columns");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let fall = |tags: &str| {
        let tags = format!("Event=e|Site=s|Result=0-1|Termination=Time forfeit|FEN={WALL}|{tags}");
        game(&tags, "0-1")
    };
    let text = fall("UTCDate=2022.01.31|White=Anand, V|WhiteElo=2786|TimeControl=180+2")
        + &fall("Date=2022.02.01|White=?|WhiteElo=?");
    let wanted = ["--columns", "date,white,white_elo,time_control"];
    let args = |to| [&["scan", "-", "--to", to], &wanted[..]].concat();
    let ran = zermelo_fed(&args("-"), text.as_bytes());
    assert_eq!(ran.status, 0, "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].ends_with(",checked,date,white,white_elo,time_control"), "{lines:?}");
    assert!(lines[1].ends_with(",true,2022.01.31,\"Anand, V\",2786,180+2"), "{lines:?}");
    assert!(lines[2].ends_with(",true,2022.02.01,,,"), "{lines:?}");
    let table = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(table.contains("rows written 2 standard output"), "{table}");
    assert!(!Path::new("-.resume").exists());
    // The same in a file.
    let (out, piped) = (path("out.csv"), folder.join("piped.csv"));
    assert_eq!(zermelo_fed(&args(&out), text.as_bytes()).status, 0);
    fs::write(&piped, &ran.stdout).unwrap();
    assert_eq!(rows(Path::new(&out)), rows(&piped));
    // As JSON: rows on one side, the table on the other.
    let ran = zermelo_fed(&[&args("-")[..], &["--json", "--quick"]].concat(), text.as_bytes());
    let rows: Vec<Value> = ran.stdout.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(
        (rows.len(), &rows[0]["white_elo"], &rows[1]["white"]),
        (2, &2786.into(), &Value::Null)
    );
    let table: Value = serde_json::from_str(&ran.stderr).unwrap();
    for key in ["games", "flag_falls", "unwinnable", "given_as_won", "checked", "rows"] {
        assert_eq!(table[key], 2, "{key}: {table}");
    }
    assert!(table["finished"] == true && table["fast_test"]["unwinnable"] == 2, "{table}");
    // Lines have no tags.
    let ran = zermelo_fed(&args("-"), format!("{WALL} one\n").as_bytes());
    assert!(ran.stdout.ends_with(",true,,,,\n"), "{ran:?}");
    // The table goes to standard output where the rows do not.
    let args = ["scan", "-", "--to", &path("out.jsonl"), "--json"];
    let ran = zermelo_fed(&args, text.as_bytes());
    let table: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&table["rows"], ran.stderr.as_str()), (&2.into(), ""));
    let text = fall("").repeat(5_000);
    fs::write(path("many.pgn"), text).unwrap();
    assert!(first_line_then_leave(&["scan", &path("many.pgn"), "--to", "-"]).starts_with("game,"));
}

/// The help of the plain build offers what is in it; what is not is told with the build that has it.
#[test]
#[cfg(not(feature = "sql"))]
fn the_plain_build_says_what_it_lacks() {
    let help = zermelo(&["scan", "--help"]).stdout;
    for absent in ["--sql", "--cluster", "arquet", "https://"] {
        assert!(!help.contains(absent), "{absent}: {help}");
    }
    assert!(!zermelo(&["--help"]).stdout.contains("cluster"));
    for args in [
        &["cluster"][..],
        &["cluster", "executor", "--scheduler", "10.0.0.1:50050"],
        &["scan", "x.pgn", "--to", "x.csv", "--cluster", "10.0.0.1:50050"],
        &["scan", "x.pgn", "--sql", "select 1"],
        &["scan", "https://example.org/x.pgn", "--to", "x.csv"],
    ] {
        let ran = zermelo(args);
        assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{ran:?}");
        assert!(ran.stderr.contains("clusters --features cluster"), "{ran:?}");
    }
}

#[test]
fn packed_by_gzip_or_bzip2() {
    let folder = folder("scan_packed");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (source, out) = (path("games.csv.gz"), path("out.csv"));
    let text = format!("id,fen\none,{WALL}\ntwo,{START}\n");
    let scan = || zermelo(&["scan", &source, "--to", &out, "--all"]);
    for packing in [Packing::Gzip, Packing::Bzip2] {
        let (one, two) = text.as_bytes().split_at(20);
        let mut packed = [one, two].map(|part| packing.pack(part).unwrap()).concat();
        fs::write(&source, &packed).unwrap();
        let ran = scan();
        assert_eq!((ran.status, rows(Path::new(&out)).len()), (0, 3), "{ran:?}");
        packed.truncate(packed.len() - 5);
        fs::write(&source, &packed).unwrap();
        let (ran, length) = (scan(), packed.len());
        let told = format!("(byte {length} of the file): damaged {} from", packing.name());
        assert!(ran.status == 2 && ran.stderr.contains(&told), "{ran:?}");
    }
}

#[test]
fn damage_is_told_and_the_rest_is_done() {
    let folder = folder("scan_damage");
    let (source, out) = (folder.join("games.pgn.zst"), folder.join("out.csv"));
    let text = made_games(7, 600);
    let mut file = zstd::encode_all(&text[..], 1).unwrap();
    let first = file.len();
    file.extend_from_slice(b"garbage");
    file.extend(zstd::encode_all(&text[..], 1).unwrap());
    fs::write(&source, &file).unwrap();
    let ran = zermelo(&["scan", source.to_str().unwrap(), "--to", out.to_str().unwrap()]);
    assert_eq!(ran.status, 2, "{ran:?}");
    let place = format!("byte {} (byte {first} of the file): a damaged zstd frame", text.len());
    assert!(ran.stderr.contains(&place), "{ran:?}");
    assert!(ran.words().contains("games 1,199 ") && ran.words().contains("damaged places"));
}

#[test]
fn bad_input() {
    let folder = folder("scan_bad");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    fs::write(path("garbage.pgn"), "neither games\nnor positions\n").unwrap();
    fs::write(path("games.pgn"), fools_mate()).unwrap();
    let (good, out) = (path("games.pgn"), path("out.csv"));
    let here = folder.to_str().unwrap();
    for args in [
        &["scan", &path("missing.pgn"), "--to", &out][..],
        &["scan", here, "--to", &out],
        &["scan", &good],
        &["scan", &good, "--to", &path("out.parquet")],
        &["scan", &good, "--to", &path("no/such/folder.csv")],
        &["scan", &good, "--to", &out, "--check-sample", "1.5"],
        &["scan", &good, "--to", "-", "--resume"],
        &["scan", &good, "--to", &out, "--columns", "weather"],
        &["scan", &good, "--to", &out, "--columns", "date,white,date"],
        &["scan", &path("garbage.pgn"), "--to", &out],
    ] {
        let ran = zermelo(args);
        assert_eq!(ran.status, 2, "{args:?}: {ran:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{args:?}: {ran:?}");
        assert!(ran.stderr.starts_with("error: "), "{args:?}: {ran:?}");
    }
    assert_eq!(zermelo(&["scan", &good, "--to", &out]).status, 0);
}

#[test]
fn what_needs_more_memory_is_tried_again() {
    let folder = folder("scan_reserve");
    let (source, out) = (folder.join("lines.txt"), folder.join("out.csv"));
    fs::write(&source, format!("{HARD}\n")).unwrap();
    let names = [source.to_str().unwrap(), "--to", out.to_str().unwrap()];
    let scan = |more: &[&str]| zermelo(&[&["scan"][..], &names, &["--all"], more].concat());
    let decided = scan(&[]);
    assert_eq!(decided.status, 0, "{decided:?}");
    let verdict = rows(&out)[1][5].clone();
    let again = scan(&["--memory", "1K"]);
    assert_eq!((again.status, &rows(&out)[1][5]), (0, &verdict));
    assert!(again.words().contains("tried again with more memory 1"), "{again:?}");
    // A row tells what is open, with --all or without.
    let names = [&["scan"][..], &names, &["--memory", "1K", "--reserve", "1K"]].concat();
    assert_eq!(zermelo(&names).status, 1);
    assert_eq!(rows(&out)[1][5], "open");
}

/// The most memory that a scan of 180 MB took.
#[test]
#[cfg(target_os = "linux")]
fn memory_stays_small() {
    let folder = folder("scan_memory");
    let out = folder.join("out.csv");
    let text = made_games(8, 5_000);
    let args = ["scan", "-", "--threads", "2", "--to", out.to_str().unwrap()];
    let kibibytes = peak(&args, 0, std::iter::repeat_n(text, 20));
    assert!(kibibytes < 300 << 10, "{kibibytes} KiB");
}

/// Two threads, each with a position that needs more than its share, again and again; each of the
/// searches ends only with the memory that it may use.
#[test]
#[cfg(target_os = "linux")]
fn memory_stays_small_with_the_reserve() {
    let folder = folder("scan_memory_reserve");
    let out = folder.join("out.csv");
    let mut text = "side,fen,padding\n".to_string();
    for _ in 0..4 {
        // Each in a block of its own.
        let padding = "x".repeat(60_000);
        text.push_str(&format!("black,{OPEN},{padding}\n"));
        text.push_str(&format!("white,{START},{padding}\n").repeat(9));
    }
    let memory = ["--memory", "4M", "--reserve", "12M"];
    let args = ["scan", "-", "--threads", "2", "--to", out.to_str().unwrap()];
    let kibibytes = peak(&[&args[..], &memory].concat(), 1, [text.into_bytes()]);
    // Twice 4, or 12 alone, each with 8 for what a search along plans has seen; and the blocks and the
    // program, which take less than 32.
    assert!(kibibytes < 56 << 10, "{kibibytes} KiB");
}

/// The most memory that a run took that ends with this status, in KiB.
#[cfg(target_os = "linux")]
fn peak(args: &[&str], status: i32, input: impl IntoIterator<Item = Vec<u8>>) -> u64 {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    for text in input {
        stdin.write_all(&text).unwrap();
    }
    let about = format!("/proc/{}/status", child.id());
    // What the system says of it, while there is something to say.
    let so_far = || {
        let about = fs::read_to_string(&about).unwrap_or_default();
        let peak = about.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        peak.trim().trim_end_matches(" kB").parse().ok()
    };
    // As long as there may be more to read it does not end.
    let mut kibibytes: u64 = so_far().unwrap_or(0);
    drop(stdin);
    loop {
        kibibytes = so_far().unwrap_or(0).max(kibibytes);
        if child.try_wait().unwrap().is_some() {
            break;
        }
        sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(status), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(kibibytes > 0);
    kibibytes
}
