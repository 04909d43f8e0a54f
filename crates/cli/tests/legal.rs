//! `zermelo legal`.

use crate::common;
use std::io::{BufRead, BufReader, Write};

use crate::common::{START, interrupt, json, start, start_and_work, zermelo, zermelo_fed};

const PAWNS: &str = "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -";
const NESTED: &str = "4B2n/Bqp2Nbr/r1r2p1B/5b2/n3bN2/1Q1Rq1b1/3kr2B/QKb2B1R b - -";
const NO_PAST: &str = "8/8/8/8/8/8/P1k5/K7 b - -";
/// The pawn on d7 gives check; it came by a capture, before which Black had seventeen men.
const LAST_MOVES: &str = "rnbqkbnr/pppPpppp/3B4/2p5/8/8/PPP1PPPP/R2QKBNR b KQkq -";

#[track_caller]
fn says(fen: &str, parts: &[&str]) {
    common::says(&["legal", fen], parts);
}

#[test]
fn verdicts_and_reasons() {
    says(START, &["Legal: it is the initial array."]);
    says(
        PAWNS,
        &[
            "Illegal: no game leads to this position.",
            "White's pawns need at least 1 capture to stand where they are",
        ],
    );
    says(NO_PAST, &["No last move of White's is possible.", "Pawn a2: still on its first square."]);
    says(LAST_MOVES, &["Illegal", "none can have been played", "Black has 17 men"]);
    // What goes on further back is said further in.
    says(NESTED, &["before 30 of them", "has only impossible last moves itself: Bg2xe4"]);
    says(
        "8/8/8/R2k3R/8/8/8/K7 b - -",
        &["The men on a5 and h5 give check from both sides of one line."],
    );
    says(
        "4k3/8/8/8/8/8/1P6/B3K3 w - -",
        &[
            "Men that have never moved (b2) bar every way to a1: the white bishop cannot have come there.",
        ],
    );
}

#[test]
fn like_reasons_are_said_once() {
    let fen = "Rk3Br1/R2R2p1/Pnn2pb1/1NR5/r2n1r2/q2r1QnP/N1qn4/6K1 b - -";
    says(
        fen,
        &[
            "White has 4 last moves to choose from, and none can have been played: b7xa8=R (N, B, R \
             or Q): at least 7 of Black's men must be promoted pawns, but only 6 of the eight pawns \
             are missing.",
        ],
    );
}

#[test]
fn en_passant_names_the_last_move() {
    // Before the step the rook gave check, with White to move.
    says("8/8/8/8/k2P3R/8/8/4K3 b - d3", &["Illegal", "The en-passant square d3 says"]);
    says("8/8/8/8/k2P3R/8/8/4K3 b - -", &["Legal"]);
}

#[test]
fn open_is_an_answer_too() {
    let ran = zermelo(&["legal", "4k3/8/8/8/8/8/8/QQQQK2Q w - -", "--nodes", "1"]);
    assert_eq!(ran.status, 1);
    assert!(ran.words().contains("Open: neither a game nor a reason"), "{}", ran.words());
}

#[test]
fn proofs_are_saved_and_checked() {
    let folder = std::env::temp_dir().join(format!("zermelo-legal-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, fen, claim) in [
        ("start.cert", START, "can arise"),
        ("pawns.cert", PAWNS, "cannot arise"),
        ("last.cert.zst", LAST_MOVES, "cannot arise"),
    ] {
        let file = folder.join(name);
        let file = file.to_str().unwrap();
        let ran = zermelo(&["legal", fen, "--proof", file]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let ran = zermelo(&["check", file]);
        assert_eq!(ran.status, 0, "{}", ran.words());
        assert!(ran.words().contains(claim), "{}", ran.words());
    }
    // Another position in the place of the claimed one: rejected.
    let file = folder.join("pawns.cert");
    let text = std::fs::read_to_string(&file).unwrap();
    let damaged = text.replacen(PAWNS, "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq -", 1);
    std::fs::write(&file, damaged).unwrap();
    let ran = zermelo(&["check", file.to_str().unwrap()]);
    assert_eq!(ran.status, 3, "{}", ran.words());
    assert!(ran.words().contains("REJECTED"), "{}", ran.words());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn programs_read_json() {
    let (_, report) = json(&["legal", PAWNS, "--json"]);
    assert_eq!(report["verdict"], "illegal");
    assert_eq!(report["rule"], "pawn-captures");
    assert_eq!(report["excluded"], 1);
    let (_, report) = json(&["legal", NO_PAST, "--json"]);
    assert_eq!(report["rule"], "no-last-move");
    let (_, report) = json(&["legal", LAST_MOVES, "--json"]);
    assert_eq!(report["rule"], "last-moves");
    let (_, report) = json(&["legal", START, "--json"]);
    assert_eq!((&report["verdict"], &report["plies"]), (&"legal".into(), &0.into()));
}

#[test]
fn games_as_pgn() {
    let ran = zermelo(&["legal", START, "--pgn"]);
    assert!(ran.stdout.contains("[Result \"*\"]"), "{}", ran.stdout);
    let ran = zermelo(&["legal", PAWNS, "--pgn"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, ""));
    assert!(ran.stderr.contains("no game: the position is illegal"), "{}", ran.stderr);
}

#[test]
fn many_positions() {
    let file = std::env::temp_dir().join(format!("zermelo-legal-{}.txt", std::process::id()));
    let lines = format!("{PAWNS} 0 1\tillegal\nWB {START}\n# no position\n{START}\tillegal\n");
    std::fs::write(&file, lines).unwrap();
    let ran = zermelo(&["legal", "--batch", file.to_str().unwrap()]);
    let expected = format!(
        "illegal\tpawn-captures\t{PAWNS}\nlegal\t-\t{0}\nlegal\t-\t{0}\n",
        START.trim_end_matches(" 0 1")
    );
    assert_eq!((ran.status, ran.stdout.as_str()), (0, expected.as_str()));
    assert!(ran.stderr.contains("line 4: legal, but illegal was expected"), "{}", ran.stderr);
    assert!(ran.stderr.contains("3 positions: 2 legal, 1 illegal, 0 open"), "{}", ran.stderr);
    assert!(ran.stderr.contains("; 0 bad lines; 1 of 2 expected verdicts contradicted"));
    assert!(ran.stderr.contains("time by the clock: ") && ran.stderr.contains("engine: mean "));
    std::fs::write(&file, zstd_of(PAWNS)).unwrap();
    let ran = zermelo(&["legal", "--batch", file.to_str().unwrap()]);
    assert_eq!(ran.stdout, format!("illegal\tpawn-captures\t{PAWNS}\n"));
    assert!(ran.stderr.starts_with("1 position: 0 legal, 1 illegal"), "{}", ran.stderr);
    std::fs::remove_file(&file).unwrap();
}

/// A frame of zstd with this text, uncompressed (RFC 8878, section 3.1.1).
fn zstd_of(text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len()).unwrap();
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0x20, u8::try_from(length).unwrap()];
    frame.extend_from_slice(&(length << 3 | 1).to_le_bytes()[..3]);
    frame.extend_from_slice(text.as_bytes());
    frame
}

#[test]
fn every_line_of_a_batch_has_its_answer() {
    let mut input = format!("{PAWNS}\nrubbish w\n\n{START}\tfoo\n").into_bytes();
    input.extend_from_slice(b"\xff\xfe\n");
    input.extend_from_slice(format!("{NO_PAST}\n").as_bytes());
    let ran = zermelo_fed(&["legal", "--batch", "-"], &input);
    assert_eq!(ran.status, 2, "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{}", ran.stdout);
    assert!(lines[0].starts_with("illegal\t") && lines[4].starts_with("illegal\tno-last-move\t"));
    assert_eq!(lines[1], "error line 2: placement: there must be 8 ranks, not 1");
    assert_eq!(lines[2], "error line 4: after the tab, legal or illegal is expected");
    assert_eq!(lines[3], "error line 5: the line is not text (UTF-8)");
    assert!(ran.stderr.starts_with("2 positions: 0 legal, 2 illegal, 0 open; 3 bad lines; 0 of 0"));
    let ran = zermelo_fed(&["legal", "--batch", "-", "--json"], &input);
    let numbers = [1, 2, 4, 5, 6];
    assert_eq!(ran.stdout.lines().count(), numbers.len());
    for (text, number) in ran.stdout.lines().zip(numbers) {
        let line: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(line["line"], number);
        assert_eq!(line["error"].is_string(), [2, 4, 5].contains(&number), "{line}");
        assert_eq!(line["verdict"] == "illegal", [1, 6].contains(&number), "{line}");
    }
}

#[test]
fn a_batch_answers_while_the_pipe_stays_open() {
    let mut child = start(&["legal", "--batch", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "{PAWNS}").unwrap();
        let mut answer = String::new();
        // If this waited for more input, the test would never end.
        stdout.read_line(&mut answer).unwrap();
        assert_eq!(answer, format!("illegal\tpawn-captures\t{PAWNS}\n"));
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// With Black to move there is no last move.
const SKETCH: &str = "8/8/8/8/8/8/P1k5/K7 ?";

#[test]
fn unknown_fields_have_readings() {
    // With White to move, Black's king has just moved.
    let words = zermelo(&["legal", SKETCH, "--nodes", "20000", "--games"]).words();
    assert!(
        words.starts_with("Legal: a game leads to reading 1, of 2. To move: White; not Black.")
    );
    assert!(words.contains("legal w - - a game of "), "{words}");
    assert!(words.contains("illegal b - - no last move of White's is possible"), "{words}");
    assert!(words.contains("Reading 1 of 2: 8/8/8/8/8/8/P1k5/K7 w - - Legal"), "{words}");
    assert!(words.contains("Reading 2 of 2: 8/8/8/8/8/8/P1k5/K7 b - - Illegal"), "{words}");
    assert!(!zermelo(&["legal", SKETCH]).words().contains("Reading 1 of 2:"));
    let (status, report) = json(&["legal", SKETCH, "--nodes", "20000", "--json"]);
    assert_eq!((status, &report["verdict"]), (0, &"legal".into()));
    assert_eq!(report["readings"][1]["rule"], "no-last-move");
    let turn = &report["fields"][0];
    assert_eq!(
        (&turn["field"], &turn["legal"][0], &turn["illegal"][0]),
        (&"turn".into(), &"w".into(), &"b".into())
    );
    // Illegal whoever may castle.
    let pawns = PAWNS.replace(" KQkq -", "");
    says(
        &pawns,
        &["Illegal: no game leads to any of the 16 readings.", "Castling rights: not KQkq,"],
    );
    let ran = zermelo(&["legal", &pawns, "--pgn"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, ""));
    assert_eq!(ran.stderr, "no game: the position is illegal\n");
    // Only one reading: as if it were given.
    says(&PAWNS.replace(" -", ""), &["Illegal: no game leads to this position."]);
    let ran = zermelo(&["legal", "4k3/8/8/8/8/8/8/QQQQK2Q w ? ? ? -3", "--nodes", "1"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    let ran = zermelo(&["legal", "4k3/8/8/8/8/8/8/QQQQK2R w", "--nodes", "1"]);
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    let end = "Open: neither a game nor a reason against one was found for readings 1 and 2, of 2.";
    assert!(ran.words().starts_with(end), "{}", ran.words());
    assert!(ran.words().contains("Castling rights: perhaps K or none."), "{}", ran.words());
    // One line, one position; one proof, one position.
    let ran = zermelo_fed(&["legal", "--batch", "-"], SKETCH.as_bytes());
    assert!(ran.stdout.starts_with("error line 1: the FEN has 2 readings"), "{}", ran.stdout);
    assert_eq!(zermelo(&["legal", SKETCH, "--proof", "p.cert"]).status, 2);
}

#[test]
fn what_is_no_position_has_no_game() {
    for (fen, sentence) in [
        ("8/8/8/8/8/8/1k6/K7 b - -", "White is in check although it is Black's move"),
        ("P3k3/8/8/8/8/8/8/4K3 w - -", "a pawn cannot stand on a8"),
        ("4k3/8/8/8/8/8/8/8 w - -", "White must have one king, not 0"),
    ] {
        let ran = zermelo(&["legal", fen]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.ends_with(&format!("{sentence}, so no game leads here\n")), "{ran:?}");
    }
    let ran = zermelo(&["legal", "rubbish w - -"]);
    assert!(!ran.stderr.contains("no game"), "{}", ran.stderr);
}

#[test]
fn bad_input() {
    assert_eq!(zermelo(&["legal"]).status, 2);
    assert_eq!(zermelo(&["legal", "8/8/8/8/8/8/8/8 w - -"]).status, 2);
    assert_eq!(zermelo(&["legal", PAWNS, "--proof", "/nowhere/at/all"]).status, 2);
    assert_eq!(zermelo(&["legal", "--batch", "/nowhere/at/all"]).status, 2);
}

#[test]
fn counting_an_ending() {
    let ran = zermelo(&["legal", "--count", "KRvK", "--list"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let words = ran.words();
    for part in [
        "legal 175,168 223,938 399,106",
        "illegal 0 6 6",
        "8/8/8/8/8/8/K7/R1k5 b - -",
        "correct 178,780 223,896 402,676",
        "complete 178,780 223,944 402,724",
    ] {
        assert!(words.contains(part), "{part:?} is missing: {words}");
    }
    // White begins, so the colours are not exchanged.
    let (_, other) = json(&["legal", "--count", "KvKR", "--json"]);
    assert_eq!(other["material"], "KvKR");
    assert_eq!(other["legal"]["white_to_move"], 223_938);
    assert_eq!(other["open"], serde_json::json!([]));
    let (_, paper) = json(&["legal", "--count", "KPvK", "--definitions", "--json"]);
    assert_eq!(paper["correct_promotions_four_times"]["black_to_move"], 272_182);
    assert!(paper.get("legal").is_none());
}

#[test]
fn the_proof_of_a_count() {
    let file = std::env::temp_dir().join(format!("zermelo-census-{}.cert.zst", std::process::id()));
    let name = file.display().to_string();
    let ran = zermelo(&["legal", "--count", "KvK", "--proof", &name]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let checked = zermelo(&["check", &name]);
    assert_eq!(checked.status, 0, "{}", checked.stdout);
    let words = checked.words();
    assert!(words.contains("which positions of KvK can arise"), "{words}");
    assert!(words.contains("(7,224 can and 0 cannot; "), "{words}");
    std::fs::remove_file(file).unwrap();
}

/// Ctrl-C is heard in the middle of a count, also while the engine or the kernel looks at nothing
/// else.
#[cfg(unix)]
#[test]
fn a_count_can_be_stopped() {
    for milliseconds in [700, 2000] {
        let child = start_and_work(&["legal", "--count", "KQvKP"], milliseconds);
        assert_eq!(interrupt(child), "stopped: nothing is kept of a count that is not complete\n");
    }
}

#[test]
fn bad_counts() {
    for (men, part) in [
        ("KRK", "with a v between them"),
        ("KXvK", "'X' is none of the men"),
        ("krvk", "material \"krvk\": use capitals for the men: KRvK"),
        ("RvK", "one king"),
        ("KQRNvK", "up to 4 men"),
    ] {
        let ran = zermelo(&["legal", "--count", men]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{men}");
        assert!(ran.stderr.contains(part), "{men}: {}", ran.stderr);
    }
    let both = zermelo(&["legal", "--count", "KvK", "KRvK", "--proof", "x.cert"]);
    assert_eq!(both.status, 2);
    assert!(both.stderr.contains("one ending at a time"), "{}", both.stderr);
}

/// All endings with three men, kept one by one: a count that is killed goes on with what is there, and
/// the kernel looks at that again.
#[test]
fn a_count_of_all_endings_goes_on_where_it_was() {
    let at = common::folder("census");
    let folder = at.display().to_string();
    // Killed while it is busy with four men.
    let mut child = common::start(&["legal", "--count", "4", "--to", &folder]);
    common::wait_until("three men are settled", || at.join("KPvK.cert.zst").exists());
    child.kill().unwrap();
    child.wait().unwrap();

    // Two files are damaged: one is cut off, the other is about another ending.
    let file = |name: &str| at.join(format!("{name}.cert.zst"));
    let kept = std::fs::read(file("KRvK")).unwrap();
    std::fs::write(file("KRvK"), &kept[..kept.len() / 2]).unwrap();
    std::fs::copy(file("KQvK"), file("KNvK")).unwrap();
    let ran = zermelo(&["legal", "--count", "3", "--to", &folder, "--color", "never"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let damaged: Vec<&str> = ran.stderr.lines().collect();
    let told = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!damaged.is_empty(), "{ran:?}");
    for part in [
        "KRvK.cert.zst does not prove the count: ",
        "KNvK.cert.zst does not prove the count: it is about something else; it is counted again",
    ] {
        assert!(told.contains(part), "{part:?} is missing: {told}");
    }
    let words = ran.words();
    for part in [
        "KvK 3,612 3,612 0 0 kept",
        "KBvK 193,262 223,220 22 724 kept",
        "6 endings; those with the colours exchanged are the same. 1,951,252 legal and 1,556 illegal \
         positions. Every position is settled, and the kernel has checked each.",
    ] {
        assert!(words.contains(part), "{part:?} is missing: {words}");
    }
    for name in ["KRvK", "KNvK"] {
        let row = ran.stdout.lines().find(|line| line.contains(name)).unwrap();
        assert!(!row.contains("kept"), "{row}");
    }
    // Both are mended, and say so to programs.
    let ran = zermelo(&["legal", "--count", "KRvK", "KNvK", "--to", &folder, "--json"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    for line in ran.stdout.lines() {
        let said: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(said.get("engine_seconds").is_none(), "{said}");
        assert!(said["proof"].as_str().unwrap().ends_with(".cert.zst"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_count_that_keeps_can_be_stopped() {
    let folder = common::folder("census-stopped").display().to_string();
    let child = start_and_work(&["legal", "--count", "KQvKP", "--to", &folder], 700);
    assert_eq!(
        interrupt(child),
        "stopped: every settled ending is kept, and the same command goes on with the others\n"
    );
}

#[test]
fn bad_counts_of_all_endings() {
    for (args, part) in [
        (&["--count", "5"][..], "5: endings are counted with 2 to 4 men"),
        (
            &["--count", "5"],
            "5: endings are counted with 2 to 4 men, and with 5 by definitions alone",
        ),
        (&["--count", "6", "--definitions"], "6: endings are counted with 2 to 5 men"),
        (&["--count", "KQQPvK", "--definitions"], "with 5 if none is a pawn"),
        (&["--count", "KQQQvK"], "by definitions alone with 5"),
        (&["--count", "3", "KRvK"], "a number of men stands alone"),
        (&["--count", "3", "--list"], "name the ending"),
        (&["--count", "3", "--proof", "x.cert"], "--to FOLDER keeps the proofs of many"),
        (&["--to", "x"], "--to belongs to --count or --estimate"),
        (&["--count", "3", "--to", "/dev/null"], "--to /dev/null: "),
    ] {
        common::refused(&[&["legal"][..], args].concat(), part);
    }
}

/// An option that would do nothing is refused, also where what it needs cannot stand.
#[test]
fn options_of_other_questions() {
    for option in [&["--list"][..], &["--definitions"], &["--samples", "9"], &["--seed", "2"]] {
        for question in [&["legal", PAWNS][..], &["legal", "--batch", "x"]] {
            common::refused(&[question, option].concat(), "cannot be used with");
        }
    }
    common::refused(&["legal", "--estimate", "--list"], "--list");
    common::refused(&["legal", "--count", "KvK", "--candidates", "3"], "--candidates");
}

/// Nothing is said of what was not done.
#[test]
fn an_estimate_of_nothing() {
    common::refused(
        &["legal", "--estimate", "--samples", "0"],
        "a whole number from 1 on is needed",
    );
    #[cfg(target_os = "linux")]
    common::refused(
        &["legal", "--estimate", "--samples", "1", "--to", "/dev/full"],
        "this is no plain file",
    );
    let ran = zermelo(&["legal", "--estimate", "--samples", "1", "--candidates", "0"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.words().contains("No candidate was decided"), "{ran:?}");
    assert!(!ran.stdout.contains("()") && !ran.stdout.contains("Every verdict"), "{ran:?}");
}

#[test]
fn an_estimate_goes_on_where_it_was() {
    let at = common::folder("estimate");
    let file = at.join("kept.jsonl").display().to_string();
    let estimate = |more: &[&str]| {
        let args =
            ["legal", "--estimate", "--samples", "2000", "--seed", "3", "--nodes", "200", "--json"];
        zermelo(&[&args[..], more].concat())
    };
    let read = |ran: &common::Ran| serde_json::from_str::<serde_json::Value>(&ran.stdout).unwrap();
    let whole = read(&estimate(&["--candidates", "12"]));
    assert_eq!((&whole["samples"], &whole["decided"]), (&2000.into(), &12.into()));
    let parts = ["no_positions", "candidates"].map(|key| whole[key].as_u64().unwrap());
    let excluded: u64 =
        whole["excluded"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(parts[0] + parts[1] + excluded, 2000);

    let half = estimate(&["--candidates", "5", "--to", &file]);
    assert!(half.status < 2, "{half:?}");
    // Cut off in the middle of a line, as by a power cut.
    let kept = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &kept[..kept.len() - 10]).unwrap();
    let ran = estimate(&["--candidates", "12", "--to", &file]);
    assert!(ran.stderr.contains("4 candidates decided before, and checked again"), "{ran:?}");
    let again = read(&ran);
    for key in ["legal", "illegal", "open", "decided", "estimate", "low", "high"] {
        assert_eq!(again[key], whole[key], "{key}");
    }

    // What was kept is not believed.
    let kept = std::fs::read_to_string(&file).unwrap();
    let damaged = kept.replacen("\"verdict\":\"illegal\"", "\"verdict\":\"legal\"", 1);
    assert_ne!(damaged, kept);
    std::fs::write(&file, damaged).unwrap();
    let ran = estimate(&["--candidates", "12", "--to", &file]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("does not prove its verdict"), "{ran:?}");
    std::fs::write(&file, "1. e4\n").unwrap();
    let ran = estimate(&["--to", &file]);
    assert!(ran.status == 2 && ran.stderr.contains("no file of an estimate"), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "1. e4\n");
    let other = at.join("other.jsonl").display().to_string();
    estimate(&["--candidates", "1", "--to", &other]);
    let ran = zermelo(&["legal", "--estimate", "--samples", "10", "--seed", "4", "--to", &other]);
    assert!(ran.status == 2 && ran.stderr.contains("begun with --seed 3"), "{ran:?}");
    // A disk that was full before the first line was whole: it is begun again.
    let begun = std::fs::read_to_string(&other).unwrap();
    let head = begun.split_inclusive('\n').next().unwrap();
    for length in [0, 1, head.len() / 2, head.len() - 1] {
        std::fs::write(&other, &head[..length]).unwrap();
        let ran = estimate(&["--candidates", "1", "--to", &other]);
        assert!(ran.status < 2, "{length}: {ran:?}");
        assert_eq!(std::fs::read_to_string(&other).unwrap().lines().next(), Some(head.trim_end()));
    }
}
