//! `zermelo puzzle`: help problems with known solutions, conventions, and what goes wrong.

use crate::common;
use std::collections::BTreeSet;

use crate::common::{folder, json, refused, zermelo, zermelo_fed};
use serde_json::Value;
use zermelo_kernel::{Castling, Position};

/// An h#3 with two solutions.
const TWO: &str = "6K1/4rN2/2p5/2pRpp2/4k3/8/b1r5/8";
/// An h#3 with three solutions, in all of which White castles.
const CASTLES: &str = "5B2/2p1p3/1p2pp1b/5P1b/2p1k2q/6rp/p3B1P1/R3K3";
/// An h#4 with one solution.
const ONE: &str = "8/7B/4br2/4kpp1/8/3P3K/8/8";
/// King and rook against king: many solutions, and a shorter one.
const ROOK: &str = "7k/5K2/8/8/8/8/8/R7";

fn lines(search: &Value) -> BTreeSet<String> {
    let solutions = search["solutions"].as_array().unwrap();
    let text = |solution: &Value| {
        let moves = solution["uci"].as_array().unwrap();
        moves.iter().map(|m| m.as_str().unwrap()).collect::<Vec<_>>().join(" ")
    };
    let set: BTreeSet<String> = solutions.iter().map(text).collect();
    assert_eq!(set.len(), solutions.len(), "no solution twice");
    set
}

/// The solutions of the first question about the first position.
fn solutions(args: &[&str]) -> BTreeSet<String> {
    let (status, report) = json(&[&["puzzle", "--json"], args].concat());
    assert_eq!(status, 0, "{report}");
    let search = &report["positions"][0]["parts"][0]["searches"][0];
    assert_eq!(search["complete"], true);
    lines(search)
}

/// All lines by trying every move, by the kernel's rules.
fn by_trying(root: &Position, plies: u32, mate: bool) -> BTreeSet<String> {
    fn walk(
        p: &Position,
        plies: u32,
        mate: bool,
        line: &mut Vec<String>,
        all: &mut BTreeSet<String>,
    ) {
        if plies == 0 {
            if !p.has_legal_move() && p.is_check() == mate {
                all.insert(line.join(" "));
            }
            return;
        }
        for m in p.legal_moves() {
            line.push(m.to_uci(p));
            walk(&p.play(m), plies - 1, mate, line, all);
            line.pop();
        }
    }
    let mut all = BTreeSet::new();
    walk(root, plies, mate, &mut Vec::new(), &mut all);
    all
}

#[test]
fn known_problems() {
    let two = ["e7e6 d5d1 c2d2 f7d6 e4d5 d1d2", "c2c4 d5d8 e7d7 f7g5 e4d5 d8d7"];
    assert_eq!(solutions(&[TWO, "h#3"]), two.map(String::from).into());
    assert_eq!(solutions(&[ONE, "h#4"]).len(), 1);
    let castling = solutions(&[CASTLES, "h#3"]);
    assert_eq!(castling.len(), 3);
    assert!(castling.iter().all(|line| line.contains("e1c1")), "{castling:?}");
    assert_eq!(solutions(&[CASTLES, "h#3", "--castling", "fen"]).len(), 0);
}

#[test]
fn the_same_as_by_trying_every_move() {
    let cases = [
        (ROOK, "b - -", "h#2", 4, true),
        (ROOK, "w - -", "h#1.5", 3, true),
        ("8/8/8/8/8/4k3/8/R3K2R", "b KQ -", "h#2", 4, true),
        ("7k/8/5K2/6Q1/8/8/8/8", "b - -", "h=2", 4, false),
        ("7k/8/6K1/8/8/8/8/5Q2", "w - -", "h=1.5", 3, false),
        ("7R/8/5K2/8/1Pp5/8/2B5/k7", "b - b3", "h#2", 4, true),
        ("7R/8/5K2/8/1Pp5/8/2B5/k7", "b - b3", "h=2", 4, false),
        ("8/1K6/8/2B5/3Pp3/8/1R6/7k", "b - d3", "h=2", 4, false),
    ];
    for (placement, fields, stipulation, plies, mate) in cases {
        let fen = format!("{placement} {fields}");
        let root = Position::from_fen(&fen, Castling::Standard).unwrap();
        let expected = by_trying(&root, plies, mate);
        assert_eq!(solutions(&[&fen, stipulation]), expected, "{fen} {stipulation}");
        assert!(!expected.is_empty(), "{fen} {stipulation}");
    }
    // En passant was a part of every line.
    let none = ["7R/8/5K2/8/1Pp5/8/2B5/k7 b - b3", "h#2", "--en-passant", "none"];
    assert!(solutions(&none).is_empty());
}

#[test]
fn words_for_people() {
    let ran = zermelo(&["puzzle", TWO, "h#3"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("h#3 (Black begins, White mates): 2 solutions"));
    assert!(ran.stdout.contains("  1.Re6 Rd1 2.Rd2 Nd6+ 3.Kd5 Rxd2#\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("  4  . . . . k . . .") && ran.stdout.contains("Black to move"));
    assert!(ran.stdout.contains("no shorter solution"));
    assert!(!ran.stdout.contains("dual") && !ran.stdout.contains("Note"));
    let words = ran.words();
    assert!(words.contains(
        "each solution was checked by the kernel; that there are no others was established by \
         the search (engine-checked, not kernel-checked)"
    ));
    let none = zermelo(&["puzzle", TWO, "h#2"]);
    assert_eq!(none.status, 0);
    assert!(none.words().contains("that there is no solution was established by the search"));
    assert!(!none.stdout.contains("each solution"));
}

#[test]
fn duals_and_shorter_solutions() {
    let ran = zermelo(&["puzzle", ROOK, "h#2"]);
    assert!(ran.stdout.contains("  1.Kh7 Ra2 2.Kh8 Rh2#\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("1.Kh7 Ra3 2.Kh8 Rh3#   (dual at move 1 of White)"));
    let (all, duals) = (ran.stdout.matches("#").count(), ran.stdout.matches("(dual at").count());
    // Two hashes are in the headline and in the shorter solution's name, one ends that solution.
    let count = format!("White mates): {} solutions, {duals} of them duals\n", all - 3);
    assert!(duals > 1 && ran.stdout.contains(&count), "{count}: {}", ran.stdout);
    let drawn = zermelo(&["puzzle", "7k/8/5K2/6Q1/8/8/8/8", "h=2"]);
    assert!(drawn.stdout.contains("  1.Kh7 Qg6+ 2.Kh8 Qf7=   (dual at move 2"), "{drawn:?}");
    assert!(ran.words().contains("A shorter one exists: h#1, for example 1.Kh7 Rh1#"));
    let half = zermelo(&["puzzle", ROOK, "h#1.5"]);
    assert!(half.stdout.contains("  1...Ra2 2.Kh7 Rh2#\n"), "{}", half.stdout);
    assert!(half.words().contains("A shorter one exists: h#0.5, for example 1...Rh1#"));
    let (_, report) = json(&["puzzle", ROOK, "h#2", "--json"]);
    let part = &report["positions"][0]["parts"][0];
    assert_eq!(part["shorter"]["verdict"], "exists");
    assert_eq!(part["shorter"]["line_uci"], serde_json::json!(["h8h7", "a1h1"]));
    assert_eq!(part["searches"][0]["solutions"][0]["dual_ply"], Value::Null);
    assert_eq!(part["searches"][0]["solutions"][1]["dual_ply"], 2);
    let over = zermelo(&["puzzle", "R5k1/5ppp/8/8/8/8/8/K7", "h#2"]);
    assert_eq!(over.status, 0);
    assert!(over.stdout.contains("The diagram is mate already."), "{}", over.stdout);
    let quiet = zermelo(&["puzzle", ROOK, "h#2", "--no-shorter"]);
    assert!(!quiet.stdout.contains("shorter"));
}

#[test]
fn all_lengths() {
    let (status, report) = json(&["puzzle", ROOK, "h#2", "--up-to", "--json"]);
    assert_eq!(status, 0);
    let part = &report["positions"][0]["parts"][0];
    assert!(part["shorter"].is_null());
    let lengths: Vec<&Value> =
        part["searches"].as_array().unwrap().iter().map(|search| &search["plies"]).collect();
    assert_eq!(lengths, [2, 4]);
    assert_eq!(part["searches"][0]["solutions"].as_array().unwrap().len(), 1);
}

#[test]
fn set_play_and_duplex() {
    let args = ["puzzle", ROOK, "h#2", "--set-play", "--duplex", "--json"];
    let (status, report) = json(&args);
    assert_eq!(status, 0);
    let parts = report["positions"][0]["parts"].as_array().unwrap();
    let row = |part: &Value| {
        ["kind", "stipulation", "begins", "winner"]
            .map(|key| part[key].as_str().unwrap().to_owned())
    };
    let rows: Vec<String> = parts.iter().map(|part| row(part).join(" ")).collect();
    let expected = [
        "play h#2 black white",
        "set_play h#1.5 white white",
        "duplex h#2 white black",
        "duplex_set_play h#1.5 black black",
    ];
    assert_eq!(rows, expected);
    assert_eq!(lines(&parts[1]["searches"][0]), solutions(&[ROOK, "h#1.5"]));
    assert!(lines(&parts[2]["searches"][0]).is_empty(), "a bare king does not mate");
    // With the other colours the duplex is the play.
    let (_, black) = json(&["puzzle", TWO, "h#3", "--winner", "black", "--duplex", "--json"]);
    let parts = black["positions"][0]["parts"].as_array().unwrap();
    assert_eq!(row(&parts[0]).join(" "), "play h#3 white black");
    assert_eq!(lines(&parts[1]["searches"][0]), solutions(&[TWO, "h#3"]));
    let words = zermelo(&["puzzle", ROOK, "h#2", "--set-play"]);
    assert!(words.stdout.contains("Set play, h#1.5 (White begins, White mates): "));
}

#[test]
fn twins() {
    let (status, report) = json(&["puzzle", TWO, ROOK, ONE, "h#2", "--json"]);
    assert_eq!(status, 0);
    let positions = report["positions"].as_array().unwrap();
    let names: Vec<&Value> = positions.iter().map(|position| &position["twin"]).collect();
    assert_eq!(names, ["a", "b", "c"]);
    // FENs as words; underscores for spaces.
    let words = format!("puzzle {TWO} b - - 0 1 {ROOK}_b_-_- h#2");
    let ran = zermelo(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.contains("a)\n") && ran.stdout.contains("b)\n"));
    assert!(!ran.stdout.contains("Note"));
    let bad = zermelo(&["puzzle", TWO, "8/8", "h#2"]);
    assert_eq!((bad.status, bad.stdout.as_str()), (2, ""));
    assert_eq!(bad.stderr, "error: b) placement: there must be 8 ranks, not 2\n");
}

#[test]
fn the_stipulation_says_who_begins() {
    let ran = zermelo(&["puzzle", &format!("{TWO} w - - 0 1"), "h#3"]);
    assert_eq!(ran.status, 0);
    let note = "Note: the FEN has White to move, but by the stipulation Black begins.";
    assert!(ran.words().contains(note), "{}", ran.stdout);
    let (_, report) = json(&["puzzle", &format!("{CASTLES} w - -"), "h#3", "--json"]);
    let position = &report["positions"][0];
    assert_eq!(position["fen"], format!("{CASTLES} b Q -"));
    assert_eq!(position["notes"].as_array().unwrap().len(), 2);
    let ran = zermelo(&["puzzle", "4k3/8/8/8/8/8/8/4RK2 b - -", "h#1.5"]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.stderr, "error: turn: Black is in check although it is White's move\n");
}

#[test]
fn bad_input() {
    let table: [(&[&str], &str); 10] = [
        (&[TWO], "the stipulation is missing"),
        (&["h#3"], "a position is missing"),
        (&[TWO, "hs#3"], "stipulation: \"hs#3\" is none that is solved here"),
        (&[TWO, "#3"], "stipulation: \"#3\" is a direct mate: ask it as a query"),
        (&[TWO, "h#"], "the number of moves must be such as 3 or 2.5"),
        (&[TWO, "h#0"], "leaves no move"),
        (&[TWO, "h#21"], "too long; at most 20 moves"),
        (&[TWO, "h#2.5", "--set-play"], "in h#2.5 the other side begins"),
        (&[TWO, "h=2", "--proof", "x"], "certificates for mates only"),
        (&[TWO, "h#2", "--json", "--pgn"], "cannot be used with"),
    ];
    for (args, sentence) in table {
        refused(&[&["puzzle"], args].concat(), sentence);
    }
    assert_eq!(zermelo(&["puzzle"]).status, 2);
}

#[test]
fn limits() {
    let (status, report) = json(&["puzzle", ROOK, "h#2", "--limit", "2", "--json"]);
    let search = &report["positions"][0]["parts"][0]["searches"][0];
    assert_eq!(status, 0);
    assert_eq!((&search["cut"], &search["complete"]), (&true.into(), &false.into()));
    assert_eq!(search["solutions"].as_array().unwrap().len(), 2);
    let exact = solutions(&[TWO, "h#3", "--limit", "2"]);
    assert_eq!(exact.len(), 2, "a limit that is just met cuts nothing");
    let open = zermelo(&["puzzle", TWO, "h#3", "--nodes", "1"]);
    assert_eq!(open.status, 1);
    assert!(open.stdout.contains("incomplete"));
    assert!(open.words().contains("whether there is a solution is not known"));
}

/// Ctrl-C prints what there is.
#[cfg(unix)]
#[test]
fn stopped() {
    let long = "r1bqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R";
    let args = ["puzzle", long, "h=9", "--no-shorter", "--memory", "64M"];
    let child = common::start_and_work(&args, 1000);
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stdout}");
    assert!(stdout.contains("incomplete") && stdout.contains("stopped by Ctrl-C"), "{stdout}");
}

#[test]
fn json_keys() {
    let (_, report) = json(&["puzzle", TWO, "h#3", "--json"]);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&report), ["goal", "interrupted", "positions", "stipulation"]);
    let position = &report["positions"][0];
    assert_eq!(keys(position), ["fen", "notes", "parts", "twin"]);
    let part = &position["parts"][0];
    let part_keys =
        ["begins", "fen", "kind", "plies", "searches", "shorter", "stipulation", "winner"];
    assert_eq!(keys(part), part_keys);
    let shorter_keys = ["line_san", "line_uci", "plies", "stipulation", "verdict"];
    assert_eq!(keys(&part["shorter"]), shorter_keys);
    let search = &part["searches"][0];
    let search_keys =
        ["check_us", "complete", "cut", "engine_us", "nodes", "plies", "solutions", "stipulation"];
    assert_eq!(keys(search), search_keys);
    assert_eq!(keys(&search["solutions"][0]), ["dual_ply", "san", "uci"]);
    assert_eq!((&report["goal"], &report["interrupted"]), (&"mate".into(), &false.into()));
}

#[test]
fn games_that_the_judge_reads() {
    let ran = zermelo(&["puzzle", TWO, CASTLES, "h#3", "--pgn"]);
    assert_eq!(ran.status, 0);
    assert!(ran.stdout.contains(&format!("[SetUp \"1\"]\n[FEN \"{TWO} b - - 0 1\"]\n")));
    assert!(ran.stdout.contains("1... Re6 2. Rd1 Rd2 3. Nd6+ Kd5 4. Rxd2# 1-0"));
    assert!(ran.stderr.contains("b) note: castling (Q)"), "{}", ran.stderr);
    let judged = zermelo_fed(&["judge", "-", "--json"], ran.stdout.as_bytes());
    let games: Vec<Value> =
        judged.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 5);
    for game in games {
        assert_eq!((&game["ending"], &game["ply"]), (&"checkmate".into(), &6.into()), "{game}");
        assert_eq!((&game["agreement"], &game["winner"]), (&"agrees".into(), &"white".into()));
    }
    let drawn = zermelo(&["puzzle", "7k/8/6K1/8/8/8/8/5Q2", "h=0.5", "--pgn"]);
    assert!(drawn.stdout.contains("1. Qf7 1/2-1/2"), "{}", drawn.stdout);
}

#[test]
fn proofs() {
    let folder = folder("puzzle_proofs").join("new");
    let ran = zermelo(&["puzzle", TWO, "h#3", "--proof", folder.to_str().unwrap()]);
    assert_eq!(ran.status, 0, "{ran:?}");
    for name in ["play-h3-1.cert", "play-h3-2.cert"] {
        let file = folder.join(name);
        assert_eq!(zermelo(&["check", file.to_str().unwrap()]).status, 0);
    }
}
