//! `zermelo table`: small tables with known figures, and what goes wrong.

use crate::common;
use std::fs;
use std::path::Path;

use crate::common::{Ran, fails, folder, json, start, zermelo};
use serde_json::{Value, json as value};

/// Runs `zermelo table` in a folder of tables.
fn table(at: &Path, args: &[&str]) -> Ran {
    zermelo(&[&["table"], args, &["--folder", at.to_str().unwrap()]].concat())
}

fn table_json(at: &Path, args: &[&str]) -> Value {
    let (status, report) =
        json(&[&["table"], args, &["--json", "--folder", at.to_str().unwrap()]].concat());
    assert_eq!(status, 0, "{report}");
    report
}

/// An empty folder with these tables in it.
fn built(name: &str, args: &[&str]) -> std::path::PathBuf {
    let at = folder(name);
    let ran = table(&at, &[&["build"], args].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    at
}

fn files(at: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for rules in fs::read_dir(at).unwrap() {
        for file in fs::read_dir(rules.unwrap().path()).unwrap() {
            names.push(file.unwrap().file_name().into_string().unwrap());
        }
    }
    names.sort();
    names
}

#[test]
fn building_says_what_it_does_and_goes_on() {
    let at = folder("table-build");
    let ran = table(&at, &["build", "KPvK"]);
    assert_eq!(ran.status, 0);
    let words = ran.words();
    assert!(words.contains("6 tables to build in"), "{words}");
    assert!(words.contains("(chess, end): KvK, KQvK, KRvK, KBvK, KNvK, KPvK. 525,568 places;"));
    assert!(words.contains("of memory for the largest, KPvK; never more than 6,144 MiB."));
    assert!(words.contains("Built 6 tables in "));
    assert_eq!(ran.stderr.lines().count(), 6);
    assert!(ran.stderr.starts_with("table 1 of 6: KvK (end), "), "{}", ran.stderr);

    let again = table(&at, &["build", "KPvK", "KQvK"]);
    assert_eq!((again.status, again.stderr.as_str()), (0, ""));
    assert!(again.stdout.starts_with("Nothing to build: All 2 tables (chess, end) are in"));

    fs::remove_file(at.join("chess/KNvK.end")).unwrap();
    let report = table_json(&at, &["build", "3"]);
    assert_eq!(report["wanted"], value!(["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]));
    let made = report["built"].as_array().unwrap();
    assert_eq!(made.len(), 1);
    assert_eq!((&made[0]["material"], &made[0]["metric"]), (&value!("KNvK"), &value!("end")));
    assert_eq!((&report["left"], &report["interrupted"]), (&value!(0), &value!(false)));
    assert_eq!(files(&at).len(), 6);
}

#[test]
fn metrics_and_what_they_need() {
    // A distance to conversion needs only the outcomes of what comes after, and leaves its own.
    let at = built("table-metrics", &["KBvK", "--rules", "losing"]);
    let expected = ["KBvK.conversion", "KBvK.outcome", "KvB.outcome", "KvK.outcome"];
    assert_eq!(files(&at), expected);
    // With a number, everything gets the metric; one build serves both.
    let report = table_json(&at, &["build", "2", "--rules", "losing"]);
    assert_eq!(report["built"].as_array().unwrap().len(), 21);
    assert_eq!(table_json(&at, &["build", "2", "--rules", "losing"])["places"], 0);
    let inherited = common::command()
        .args(["table", "stats", "KvK", "--rules", "losing"])
        .env("ZERMELO_TABLES", &at)
        .output()
        .unwrap();
    assert!(inherited.status.success());
    // An empty variable says nothing.
    let nothing = common::command()
        .args(["table", "stats", "KvK", "--rules", "losing-joint"])
        .env("ZERMELO_TABLES", "")
        .output()
        .unwrap();
    let said = String::from_utf8(nothing.stderr).unwrap();
    assert!(said.contains("there is no table of KvK (conversion) in tables; "), "{said}");
    let ran = table(&at, &["build", "KvK", "--rules", "losing", "--metric", "outcome"]);
    assert!(ran.stdout.contains("KvK (losing, outcome) is in"), "{}", ran.stdout);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    use std::io::{BufRead, BufReader};

    let at = folder("table-interrupt");
    let args = ["table", "build", "4", "--rules", "losing", "--folder", at.to_str().unwrap()];
    let mut child = start(&args);
    let mut first = String::new();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    stderr.read_line(&mut first).unwrap();
    assert!(first.starts_with("table 1 of "), "{first}");
    // The rest must be read, or the command waits for that.
    let rest = std::thread::spawn(move || stderr.lines().map(Result::unwrap).collect::<Vec<_>>());
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let rest = rest.join().unwrap();
    let heard = rest.iter().filter(|line| line.as_str() == common::HEARD.trim_end()).count();
    assert_eq!(heard, 1, "{rest:?}");
    let finished = 1 + rest.len() - heard;
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&format!("Stopped: {finished} of ")), "{text}");
    assert!(text.contains("the same command goes on from there"), "{text}");
    let there = files(&at);
    assert_eq!(there.iter().filter(|name| name.ends_with(".conversion")).count(), finished);
    assert!(there.iter().all(|name| !name.ends_with(".new")), "{there:?}");
}

#[test]
fn a_position_with_its_moves_and_line() {
    let at = built("table-probe", &["KQvK"]);
    let fen = "8/8/8/3k4/8/8/8/KQ6_w_-_-_3_17";
    let ran = table(&at, &["probe", fen, "--line"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("White wins: mate in 9 moves (17 plies).\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n  Kb2      win         9      17\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n  Qb2      win        11      21\n  Qe4+     draw\n"));
    assert!(ran.stdout.contains("\n  17. Kb2 Kd6 18. "), "{}", ran.stdout);
    assert!(ran.words().contains("The kernel agrees that the entry follows"));
    assert!(ran.stdout.contains("  5  . . . k . . . .     White to move\n"));
    let proof = format!(
        "zermelo table verify KQvK --all --rules chess --metric end --folder {}",
        at.display()
    );
    assert!(ran.words().ends_with(&proof), "{}", ran.stdout);
    let ran = table(&at, &["probe", "8/8/8/3k4/8/8/8/KQ6_w_-_-_100_170"]);
    assert!(
        ran.words()
            .ends_with("Note: the clock of the FEN is at 100; tables know no fifty-move rule.")
    );

    let report = table_json(&at, &["probe", "8/8/8/3k4/8/8/8/KQ6", "w", "--line"]);
    assert_eq!(report["fen"], "8/8/8/3k4/8/8/8/KQ6 w - -");
    assert_eq!((&report["value"], &report["plies"]), (&value!("win"), &value!(17)));
    assert_eq!((&report["winner"], &report["material"]), (&value!("white"), &value!("KQvK")));
    assert_eq!((&report["kernel_checked"], &report["source"]), (&value!(true), &value!("zermelo")));
    assert_eq!(report["line_san"].as_array().unwrap().len(), 17);
    assert_eq!(report["line_uci"][0], "a1b2");
    assert_eq!(report["line_cut"], false);
    assert!(report["line_san"][16].as_str().unwrap().ends_with('#'));
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 22);
    let last = &moves[21];
    assert_eq!(
        (&last["uci"], &last["value"], &last["plies"]),
        (&value!("b1e4"), &value!("draw"), &Value::Null)
    );
    // Black takes the queen: a conversion, into another table.
    let report = table_json(&at, &["probe", "8/8/8/8/4Q3/3k4/8/K7 b - -"]);
    assert_eq!((&report["value"], &report["winner"]), (&value!("draw"), &Value::Null));
    assert_eq!(
        (&report["moves"][0]["san"], &report["moves"][0]["converts"]),
        (&value!("Kxe4"), &value!(true))
    );
}

#[test]
fn losing_chess_ignores_castling_and_knows_its_rules() {
    let at = built("table-losing", &["KBvK", "--rules", "losing"]);
    let fen = "8/8/7k/8/8/8/1K6/B7 w KQkq -";
    let ran = table(&at, &["probe", fen, "--rules", "losing", "--line"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("Black wins: conversion in 5 moves (11 plies).\n"));
    assert!(ran.words().contains("5. Bc1 Kf4 6. Bxf4 The kernel"), "{}", ran.stdout);
    let report = table_json(&at, &["probe", fen, "--rules", "losing", "--line"]);
    assert_eq!((&report["value"], &report["plies"]), (&value!("loss"), &value!(11)));
    assert_eq!(report["line_cut"], false);
    // Only outcomes are there for what comes after this conversion.
    let fen = "8/8/8/8/B7/8/8/k2K4 b - -";
    let ran = table(&at, &["probe", fen, "--rules", "losing", "--line"]);
    let words = ran.words();
    assert!(
        words.contains("2. Bb3 Kxb3 (Here the line ends: there is no table of KvK.)"),
        "{words}"
    );
    assert_eq!(table_json(&at, &["probe", fen, "--rules", "losing", "--line"])["line_cut"], true);

    let fen = "8/8/8/8/p7/P7/P7/8 w - -";
    let results = [
        ("losing", "White has won", value!("white")),
        ("losing-fics", "Black has won", value!("black")),
        ("losing-joint", "it is a draw", Value::Null),
    ];
    for (rules, words, winner) in results {
        let ran = table(&at, &["probe", fen, "--rules", rules]);
        let text = format!("The game is over: White has no move (2 against 1 men), {words}.");
        assert!(ran.words().ends_with(&text), "{}", ran.stdout);
        let report = table_json(&at, &["probe", fen, "--rules", rules]);
        assert_eq!((&report["over"], &report["winner"]), (&value!("stalemate"), &winner));
    }
    let ran = table(&at, &["probe", "8/8/8/8/8/8/8/7r w - -", "--rules", "losing"]);
    assert!(ran.stdout.contains("The game is over: White has no men left, White has won."));
    let ran = table(&at, &["probe", "k7/2Q5/1K6/8/8/8/8/8 b - -"]);
    assert!(ran.stdout.contains("The game is over by stalemate: a draw.\n"), "{}", ran.stdout);
    let report = table_json(&at, &["probe", "k7/2Q5/1K6/8/8/8/8/8 b - -", "--line"]);
    assert_eq!((&report["over"], &report["material"]), (&value!("stalemate"), &value!("KQvK")));
    let line = ["line_uci", "line_san", "line_cut"].map(|key| report.get(key).unwrap());
    assert_eq!(line, [&value!([]), &value!([]), &value!(false)]);
    let ran = table(&at, &["probe", "7k/6Q1/6K1/8/8/8/8/8 b - -"]);
    assert!(ran.stdout.contains("The game is over: Black is mated, White has won."));
}

#[test]
fn what_is_missing_can_be_built_at_once() {
    let at = folder("table-probe-build");
    let fen = "8/8/8/3k4/8/8/8/KR6 w - -";
    let command = format!(
        "error: there is no table of KRvK (end) in {0}; build it with: zermelo table build KRvK \
         --rules chess --metric end --folder {0}\n",
        at.display()
    );
    fails(&table(&at, &["probe", fen]), 1, &command);
    let ran = table(&at, &["probe", fen, "--build"]);
    assert_eq!(ran.status, 0);
    assert!(ran.stdout.contains("White wins: mate in 15 moves (29 plies)"), "{}", ran.stdout);
    assert_eq!(files(&at), ["KRvK.end", "KvK.end"]);
    let outcome = ["probe", fen, "--metric", "outcome", "--build"];
    let ran = table(&at, &outcome);
    assert!(ran.stdout.contains("White wins.\n") && !ran.stdout.contains("plies"));
    assert_eq!(table_json(&at, &outcome)["kernel_checked"], false);
    fails(&table(&at, &[&outcome[..], &["--line"]].concat()), 2, "outcomes alone show no way");
}

#[test]
fn known_figures() {
    let at = built("table-stats", &["KPvK"]);
    // The longest mates: ten moves with a queen, sixteen with a rook, 28 with a pawn.
    for (material, moves) in [("KQvK", 10), ("KRvK", 16), ("KPvK", 28)] {
        let ran = table(&at, &["stats", material]);
        let text = format!("Black to move: mate in {moves} moves ({} plies), ", 2 * moves);
        assert!(ran.words().contains(&text), "{}", ran.stdout);
    }
    let ran = table(&at, &["stats", "KQvK"]);
    assert!(ran.stdout.contains("    wins                                 144,508"));
    assert!(
        ran.stdout
            .contains("    draws                                      0                23,048")
    );
    assert!(
        ran.stdout
            .contains("          10             8             -             -            56\n")
    );
    assert!(ran.words().contains("56 positions on the board, 8 up to symmetry, such as"));
    assert!(ran.words().contains("How the first one goes: 1... "));
    assert!(ran.stdout.contains("No full-point zugzwang."));
    assert!(!table(&at, &["stats", "KQvK", "--no-line"]).stdout.contains("How the first one goes"));

    let report = table_json(&at, &["stats", "KRvK"]);
    let sides = &report["tables"][0]["sides"];
    assert_eq!(sides[0]["positions"], value!({"wins": 175_168, "draws": 0, "losses": 0}));
    assert_eq!(sides[1]["positions"], value!({"wins": 0, "draws": 22_244, "losses": 201_700}));
    assert_eq!((&sides[1]["turn"], &sides[1]["men"]), (&value!("black"), &value!("K")));
    assert_eq!(sides[1]["longest_loss"]["plies"], 32);
    assert_eq!(sides[1]["longest_loss"]["line_san"].as_array().unwrap().len(), 32);
    assert_eq!(sides[0]["longest_loss"], Value::Null);
    let lost = sides[1]["losses_by_plies"].as_array().unwrap();
    assert_eq!(lost.iter().map(|pair| pair[1].as_u64().unwrap()).sum::<u64>(), 201_700);
    let slowest = lost.last().unwrap();
    assert_eq!((&slowest[0], &slowest[1]), (&value!(32), &sides[1]["longest_loss"]["positions"]));
    // The known count of king and rook against king, Black to move: 28,056 with 2,796 draws.
    let report = table_json(&at, &["stats", "KRvK", "--up-to-symmetry"]);
    let counts = &report["tables"][0]["sides"][1]["positions"];
    assert_eq!((&counts["losses"], &counts["draws"]), (&25_260.into(), &2_796.into()), "{report}");
    let ran = table(&at, &["stats", "KRvK", "--up-to-symmetry"]);
    assert!(ran.stdout.contains("up to symmetry, all men told apart"), "{ran:?}");
    let report = table_json(&at, &["stats", "KRvK", "--no-line"]);
    let longest = &report["tables"][0]["sides"][1]["longest_loss"];
    assert_eq!(longest.get("line_san"), Some(&Value::Null));
    let longest = sides[0]["wins_by_plies"].as_array().unwrap().last().unwrap();
    assert_eq!(longest[0], 31);

    fs::remove_file(at.join("chess/KNvK.end")).unwrap();
    fs::remove_file(at.join("chess/KvK.end")).unwrap();
    let ran = table(&at, &["stats", "KPvK"]);
    assert_eq!(ran.status, 0, "only the line needs other tables");
    let words = ran.words();
    assert!(words.contains("(Here the line ends: there is no table of KNvK.)"), "{words}");
    let ran = table(&at, &["stats", "3"]);
    let row = |name: &str| {
        let line = ran.stdout.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row("KBvK"), "KBvK 0 193,284 0 | 0 223,944 0 | - - 0");
    assert_eq!(row("KRvK"), "KRvK 175,168 0 0 | 0 22,244 201,700 | - 16 0");
    assert!(
        ran.stdout.contains("\n  all  ") && ran.stdout.contains("1 table is not in the folder")
    );
}

/// The names of the elements that are open must match those that close.
fn well_formed(svg: &str) {
    let mut open = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').unwrap();
        let name = tag.split_whitespace().next().unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty() && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn plots() {
    let at = built("table-plot", &["2", "--rules", "losing"]);
    for material in ["KvR", "KvK", "NvN"] {
        let file = at.join(format!("{material}.svg"));
        let ran =
            table(&at, &["stats", material, "--rules", "losing", "--svg", file.to_str().unwrap()]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let svg = fs::read_to_string(&file).unwrap();
        well_formed(&svg);
        assert!(svg.contains(&format!("{material} (losing, conversion)")));
        assert!(svg.contains("White to move") && svg.contains("moves to the conversion"));
    }
    let several = table(&at, &["stats", "2", "--rules", "losing", "--svg", "x.svg"]);
    fails(&several, 2, "--svg draws the distances of one table; name one");
    let nowhere = at.join("nowhere/x.svg");
    let args = ["stats", "KvR", "--rules", "losing", "--svg", nowhere.to_str().unwrap()];
    fails(&table(&at, &args), 2, "there is no such directory");
}

#[test]
fn zugzwangs_of_two_men() {
    let at = built("table-zugzwangs", &["2", "--rules", "losing"]);
    let args = ["zugzwangs", "2", "--rules", "losing", "--list=3"];
    let ran = table(&at, &args);
    assert_eq!(ran.status, 0);
    assert!(
        ran.stdout.starts_with("BvN                1\nNvN              214 (115 if colours are")
    );
    assert!(
        ran.stdout.contains(
            "\nin all: 353 (248 if colours are exchanged too); 1,996 on the whole board\n"
        )
    );
    assert!(ran.stdout.contains("\nwithout knights and pawns: 0; 0 on the whole board\n"));
    assert!(
        ran.stdout
            .contains("\nNvN       3/6      8/8/8/8/8/8/8/N2n4 w - -\nThis is the tables' word; ")
    );
    let report = table_json(&at, &args);
    assert_eq!((&report["zugzwangs"], &report["without_colours"]), (&value!(353), &value!(248)));
    assert_eq!(report["without_knights_and_pawns"], 0);
    assert_eq!(report["tables"].as_array().unwrap().len(), 21);
    let list = report["list"].as_array().unwrap();
    assert_eq!(list.len(), 3);
    assert_eq!(list[0]["material"], "NvN");
    let moves =
        list[0]["plies"].as_array().unwrap().iter().map(|plies| plies.as_u64().unwrap() / 2);
    assert_eq!(moves.collect::<Vec<_>>(), [5, 6]);
    // Every one of them is lost for either side to move.
    for fen in
        [list[0]["fen"].as_str().unwrap(), &list[0]["fen"].as_str().unwrap().replace(" w ", " b ")]
    {
        assert_eq!(table_json(&at, &["probe", fen, "--rules", "losing"])["value"], "loss");
    }
    let spaced = table(&at, &["zugzwangs", "2", "--rules", "losing", "--list", "3"]);
    fails(&spaced, 2, "--list 3: write --list=3 to list so many, or 3 before --list");
    let all = table(&at, &["zugzwangs", "2", "--rules", "losing", "--list"]);
    let listed = |text: &str| text.lines().take_while(|line| !line.starts_with("This is")).count();
    assert_eq!(listed(&all.stdout), 4 + 2 + 1 + 353);
    let one = table(&at, &["zugzwangs", "PvP", "--rules", "losing", "--list"]);
    assert_eq!(listed(&one.stdout), 1 + 1 + 23);
    let args = ["zugzwangs", "PvP", "--rules", "losing", "--metric", "outcome"];
    fails(&table(&at, &args), 2, "outcomes alone do not show how a loss comes about");
}

#[test]
fn tables_are_proved() {
    let at = built("table-verify", &["KQvK"]);
    let ran = table(&at, &["verify", "KQvK"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.words().starts_with("KQvK (chess, mate): 57,435 entries checked in "));
    assert!(ran.words().contains("all follow; rests on KvK Relied on, but not verified"));
    let report = table_json(&at, &["verify", "KQvK", "--all"]);
    let tables = report["tables"].as_array().unwrap();
    assert_eq!((&tables[0]["material"], &tables[0]["entries"]), (&value!("KvK"), &value!(1128)));
    assert_eq!(tables[1]["rests_on"], value!(["KvK"]));
    assert_eq!((&report["complete"], &report["not_verified"]), (&value!(true), &value!([])));

    let sample = ["verify", "KQvK", "--sample", "500", "--seed", "7"];
    let ran = table(&at, &sample);
    assert!(ran.words().contains("500 entries at random checked"), "{}", ran.stdout);
    assert!(ran.words().ends_with("Samples prove nothing; they were chosen with --seed 7."));
    let report = table_json(&at, &sample);
    assert_eq!((&report["seed"], &report["complete"]), (&value!(7), &value!(false)));
    assert_eq!(report["tables"][0]["status"], "sampled");
    assert_eq!(report["not_verified"], value!(["KvK", "KQvK"]));
    let report = table_json(&at, &["verify", "KQvK", "--sample", "5"]);
    assert!(report["seed"].as_u64().unwrap() < 1 << 53);
    // A sample of more than everything is everything.
    let huge = ["verify", "KQvK", "--all", "--sample", "18446744073709551615"];
    let ran = table(&at, &huge);
    assert!(ran.words().contains("57,435 entries (all of them: "), "{}", ran.stdout);
    assert!(ran.words().ends_with("verified in this run: the tables are proved."));
    let report = table_json(&at, &huge);
    assert_eq!(report["tables"][1]["status"], "verified");
    assert_eq!((&report["complete"], &report["not_verified"]), (&value!(true), &value!([])));
    fails(&table(&at, &["verify", "KQvK", "--metric", "outcome"]), 2, "only tables of distances");
    fails(&table(&at, &["verify", "KRvK"]), 1, "there is no table of KRvK (end)");
}

#[test]
fn outcomes_are_held_to_verified_distances() {
    let at = built("table-verify-losing", &["KvB", "KvK", "--rules", "losing"]);
    let all = ["verify", "KvB", "KvK", "--all", "--rules", "losing"];
    let ran = table(&at, &all);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.words().ends_with("verified in this run: the tables are proved."));
    // A table that is sound as a file but made for other rules must not pass.
    let fics = built("table-verify-fics", &["PvP", "--rules", "losing-fics"]);
    let other = built("table-verify-pawns", &["PvP", "--rules", "losing"]);
    fs::copy(fics.join("losing-fics/PvP.outcome"), other.join("losing/PvP.outcome")).unwrap();
    let ran = table(&other, &["verify", "PvP", "--rules", "losing"]);
    fails(&ran, 2, "it holds PvP (losing-fics, outcome)");
    // What others need is missing, and all of it is named.
    let lone = built("table-verify-lone", &["KBvK", "--rules", "losing"]);
    let ran = table(&lone, &["verify", "KBvK", "--all", "--rules", "losing"]);
    fails(&ran, 1, "zermelo table build KvK KvB --rules losing --metric conversion");
}

#[test]
fn bad_input_gets_one_sentence() {
    let at = folder("table-bad");
    let cases: [(&[&str], i32, &str); 33] = [
        (&["build", "KXvK"], 2, "material \"KXvK\": 'X' is none of the men K, Q, R, B, N, P"),
        (&["build", "KvKv"], 2, "material \"KvKv\": 'v' is none of the men"),
        (&["build", "K"], 2, "write both sides with a v between them, such as KQvK"),
        (&["build", "Kv"], 2, "each side needs a man"),
        (&["build", "QvK"], 2, "in chess each side has one king"),
        (&["build", "KQQQvKQQ"], 2, "7 men are too many; tables go to 6"),
        (&["build", "7"], 2, "tables have 2 to 6 men, not 7"),
        (&["build", "1"], 2, "tables have 2 to 6 men, not 1"),
        (&["build", "KQvK", "--rules", "draughts"], 2, "invalid value 'draughts' for '--rules"),
        (&["build", "KQvK", "--metric", "dtz"], 2, "[possible values: outcome, conversion, end]"),
        (
            &["build", "KQvK", "--memory", "100K"],
            2,
            "needs 283 KiB of memory, and --memory allows 100 KiB",
        ),
        (&["build"], 2, "<MATERIAL>"),
        (&["stats", "KQvK"], 1, "there is no table of KQvK (end)"),
        (&["stats", "4"], 1, "there is no table of 4 men (chess, end)"),
        (&["zugzwangs", "KQvK"], 1, "there is no table of KQvK (end)"),
        (&["verify", "KQvK", "--seed", "1"], 2, "--sample"),
        (&["probe", "8/8/8/8/8/8/8/9 w - -"], 2, "placement: "),
        (&["probe", "r3k3/8/8/8/8/8/8/4K3 w q -"], 2, "castling: tables know no castling"),
        (&["probe", "4k3/ppp5/8/8/8/8/PPP5/4K3 w - -"], 2, "tables go to 6 men, and here are more"),
        (
            &["probe", "8/8/8/8/8/8/8/Q7 w - -", "--rules", "losing"],
            2,
            "Black has no men left and has already won; there is no move of White",
        ),
        (&[], 2, "try 'zermelo table --help'"),
        (&["build", "99999999999999999999"], 2, "tables have 2 to 6 men, not 99999999999999999999"),
        (&["build", "2.5"], 2, "tables have 2 to 6 men, not 2.5"),
        (&["stats", "-3"], 2, "tables have 2 to 6 men, not -3"),
        (&["build", "kqvk"], 2, "material \"kqvk\": use capitals for the men: KQvK"),
        (&["build", "3", "--threads", "1025"], 2, "a whole number from 1 to 1024 is needed"),
        (&["build", "3", "--threads", "-1"], 2, "a whole number from 1 to 1024 is needed"),
        (&["build", "3", "--memory", "1.5G"], 2, "a size is a whole number"),
        (&["build", "3", "--memory", "-1G"], 2, "a size is a whole number"),
        (&["verify", "3", "--sample", "0"], 2, "a whole number from 1 on is needed"),
        (&["verify", "3", "--sample", "-5"], 2, "a whole number from 1 on is needed"),
        (&["verify", "3", "--sample", "5", "--seed", "x"], 2, "a whole number from 0 to"),
        (&["zugzwangs", "3", "--list=abc"], 2, "a whole number from 0 to"),
    ];
    for (args, status, sentence) in cases {
        let ran = if args.is_empty() { zermelo(&["table"]) } else { table(&at, args) };
        fails(&ran, status, sentence);
    }
    assert_eq!(fs::read_dir(&at).unwrap().count(), 0, "nothing was written");
}

#[test]
fn damaged_files_and_folders_that_cannot_be() {
    let at = built("table-damaged", &["KPvK"]);
    let path = |name: &str| at.join("chess").join(name);
    let queen = fs::read(path("KQvK.end")).unwrap();
    fs::write(path("KQvK.end"), &queen[..queen.len() - 10]).unwrap();
    let mut rook = fs::read(path("KRvK.end")).unwrap();
    let middle = rook.len() / 2;
    rook[middle] ^= 1;
    fs::write(path("KRvK.end"), rook).unwrap();
    fs::write(path("KBvK.end"), "hello").unwrap();
    fs::copy(path("KNvK.end"), path("KvK.end")).unwrap();
    let cases = [
        (["stats", "KQvK"], "KQvK.end: it is cut short; delete the file and build the table again"),
        (["verify", "KQvK"], "KQvK.end: it is cut short; delete the file"),
        (["probe", "8/8/8/3k4/8/8/8/KQ6_w"], "KQvK.end: it is cut short; delete the file"),
        (["stats", "KRvK"], "is damaged; delete the file"),
        (["zugzwangs", "KBvK"], "delete the file"),
        (["stats", "KvK"], "it holds KNvK (chess, end)"),
    ];
    for (args, sentence) in cases {
        fails(&table(&at, &args), 2, sentence);
    }
    let file = at.join("chess/KPvK.end");
    let ran = table(&file, &["build", "KQvK"]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("KPvK.end: "), "{}", ran.stderr);
    fails(&table(&file, &["stats", "KQvK"]), 2, "KPvK.end: Not a directory");
    let within = folder("table-not-a-folder");
    fs::write(within.join("chess"), "hello").unwrap();
    fails(&table(&within, &["probe", "8/8/8/3k4/8/8/8/KQ6_w"]), 2, "chess: Not a directory");
}

#[test]
fn a_damaged_table_does_not_hide_the_others() {
    let at = built("table-one-damaged", &["KQvK", "KRvK", "KNvK"]);
    let path = at.join("chess/KQvK.end");
    let queen = fs::read(&path).unwrap();
    fs::write(&path, &queen[..queen.len() - 10]).unwrap();
    let ran = table(&at, &["stats", "3"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (2, ""));
    let words = ran.words();
    assert!(words.contains("KQvK.end: it is cut short; delete the file"), "{words}");
    assert!(words.contains("KRvK 175,168 0 0 | 0 22,244 201,700 | - 16 0"), "{words}");
    let at_folder = ["--json", "--folder", at.to_str().unwrap()];
    let (status, report) = json(&[&["table", "stats", "3"], &at_folder[..]].concat());
    assert_eq!((status, report["tables"].as_array().unwrap().len()), (2, 2));
    assert_eq!(report["unreadable"][0]["material"], "KQvK");

    let ran = table(&at, &["verify", "3"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (2, ""));
    let words = ran.words();
    assert!(words.contains("KQvK (chess, mate): not verified: "), "{words}");
    assert!(words.contains("KRvK (chess, mate): 62,362 entries checked"), "{words}");
    assert!(words.contains("nothing that rests on those is proved."), "{words}");
    let (status, report) = json(&[&["table", "verify", "3"], &at_folder[..]].concat());
    assert_eq!((status, &report["complete"]), (2, &value!(false)));
    let tables = report["tables"].as_array().unwrap();
    let states: Vec<_> = tables.iter().map(|one| &one["status"]).collect();
    assert_eq!(states, ["unreadable", "verified", "verified"]);
}

/// Nobody to read what is said on standard error must not matter.
#[cfg(target_os = "linux")]
#[test]
fn standard_error_may_be_full() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let at = folder("table-full");
    let run = |args: &[&str]| {
        let mut command = common::command();
        command.arg("table").args(args).arg("--folder").arg(&at);
        command.stderr(full()).output().unwrap().status.code()
    };
    assert_eq!(run(&["build", "3"]), Some(0));
    assert_eq!(files(&at).len(), 6);
    assert_eq!(run(&["build", "9"]), Some(2));
    assert_eq!(run(&["stats", "4"]), Some(1));
    assert_eq!(run(&["stats", "KQvK", "--svg", at.join("x.svg").to_str().unwrap()]), Some(0));
    assert_eq!(run(&["stats", "--no-such-option"]), Some(2));
}

/// Runs `zermelo table probe --syzygy`.
fn syzygy(at: &Path, args: &[&str]) -> Ran {
    zermelo(&[&["table", "probe"], args, &["--syzygy", at.to_str().unwrap()]].concat())
}

#[test]
fn syzygy_files_that_cannot_be_asked() {
    let fen = "8/8/8/3k4/8/8/8/KQ6 w - -";
    let at = folder("table-syzygy");
    let cases: [(&[&str], i32, &str); 11] = [
        (&[fen], 1, "there are no Syzygy tables in "),
        (
            &[fen, "--rules", "losing-fics"],
            2,
            "--syzygy with --rules losing-fics: Syzygy files are",
        ),
        (&[fen, "--rules", "losing-joint"], 2, "--syzygy with --rules losing-joint: "),
        (&[fen, "--line"], 2, "--syzygy with --line: Syzygy files are asked for one position"),
        (&[fen, "--build"], 2, "--syzygy with --build: Syzygy files are read, never built"),
        (&[fen, "--metric", "end"], 2, "--syzygy with --metric: Syzygy files tell the plies to"),
        (&[fen, "--syzygy", "/no/such/folder"], 2, "/no/such/folder: "),
        (&[fen, "--syzygy"], 2, "a value is required for '--syzygy <DIR>'"),
        (&["8/8/8/8/8/8/8/9 w - -"], 2, "placement: "),
        (&["r3k3/8/8/8/8/8/8/4K3 w q -"], 2, "castling: tables know no castling"),
        (&["4k3/ppp5/8/8/8/8/PPP5/4K3 w - -"], 2, "Syzygy tables go to 7 men, and here are 8"),
    ];
    for (args, status, sentence) in cases {
        let ran = syzygy(&at, args);
        fails(&ran, status, sentence);
        assert_eq!(ran.stdout, "");
    }
    // Other files may lie there; a table must look like one, first by its size, then inside.
    fs::write(at.join("README"), "hello").unwrap();
    fails(&syzygy(&at, &[fen]), 1, "there are no Syzygy tables in ");
    let losing = [fen, "--rules", "losing"];
    fails(&syzygy(&at, &losing), 1, "there are no Syzygy tables in ");
    let files = ["KvK.gtbw", "QvK.gtbw", "KQvK.gtbw"];
    for file in files {
        fs::write(at.join(file), [0u8; 80]).unwrap();
    }
    fails(&syzygy(&at, &losing), 2, "K.gtbw: the file is damaged or no Syzygy table");
    fails(&syzygy(&at, &[fen]), 1, "there are no Syzygy tables in ");
    for file in files {
        fs::remove_file(at.join(file)).unwrap();
    }
    fs::write(at.join("KQvK.rtbw"), "hello").unwrap();
    fails(&syzygy(&at, &[fen]), 2, "KQvK.rtbw: ");
    fs::write(at.join("KQvK.rtbw"), [0; 80]).unwrap();
    fails(&syzygy(&at, &[fen]), 2, "KQvK.rtbw: the file is damaged or no Syzygy table");
    fails(&syzygy(&at, &["8/8/8/3k4/8/8/8/KR6 w"]), 1, "there is no Syzygy table of KRvK, or of");
    let ran = syzygy(&at, &["8/8/8/3kq3/8/8/8/KQ6 w"]);
    fails(&ran, 1, "there is no Syzygy table of KQvKQ in ");
    fails(&ran, 1, "; those there have at most 3 men");
    let file = at.join("README");
    fails(&syzygy(&file, &[fen]), 2, "README: ");

    // That a game is over needs no file.
    let mated = "k7/1Q6/1K6/8/8/8/8/8 b - -";
    let ran = syzygy(&at, &[mated]);
    assert!(ran.stdout.contains("The game is over: Black is mated, White has won.\n"));
    let (status, report) =
        json(&["table", "probe", mated, "--json", "--syzygy", at.to_str().unwrap()]);
    assert_eq!((status, &report["over"]), (0, &value!("checkmate")));
    assert_eq!((&report["value"], &report["dtz"]), (&value!("loss"), &value!(0)));
    assert_eq!((&report["winner"], &report["kernel_checked"]), (&value!("white"), &value!(true)));
}

/// Needs the tables of three men in a folder of which the variable tells.
#[test]
fn syzygy_files_are_believed_and_that_is_said() {
    let Some(at) = std::env::var_os("ZERMELO_SYZYGY") else {
        println!("skipped: no syzygy tables");
        return;
    };
    let at = Path::new(&at);
    let ran = syzygy(at, &["8/8/8/3k4/8/8/8/KQ6 w - - 3 17"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let words = ran.words();
    assert!(words.contains(
        "White wins; next capture or pawn move, or mate, in at most 18 plies (the files round: 17 \
         or 18)."
    ));
    assert!(ran.stdout.contains("\n  Kb2      win             17-18\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n  Qe4+     draw\n"), "{}", ran.stdout);
    assert!(words.contains("the clock of the FEN, 3, is not looked at."), "{words}");
    assert!(words.ends_with("From Syzygy files, which the kernel has not checked."), "{words}");

    let probe = |fen: &str| {
        let (status, report) =
            json(&["table", "probe", fen, "--json", "--syzygy", at.to_str().unwrap()]);
        assert_eq!(status, 0, "{report}");
        report
    };
    // The king keeps in front of its pawn, or it is a draw.
    let report = probe("4k3/8/4K3/4P3/8/8/8/8 w - -");
    assert_eq!((&report["source"], &report["metric"]), (&value!("syzygy"), &value!("zeroing")));
    assert_eq!((&report["material"], &report["turn"]), (&value!("KPvK"), &value!("white")));
    assert_eq!((&report["value"], &report["winner"]), (&value!("win"), &value!("white")));
    assert_eq!((&report["kernel_checked"], &report["over"]), (&value!(false), &Value::Null));
    assert!(report["dtz"].is_u64() && report["dtz_rounded"].is_boolean(), "{report}");
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 4);
    let values: Vec<_> = moves.iter().map(|made| &made["value"]).collect();
    assert_eq!(values, ["win", "win", "draw", "draw"]);
    assert_eq!(moves[2]["dtz"], Value::Null);
    assert_eq!(moves[0]["converts"], false);
    // The queen is taken.
    let report = probe("8/8/8/8/4Q3/3k4/8/K7 b - -");
    assert_eq!((&report["value"], &report["winner"]), (&value!("draw"), &Value::Null));
    assert_eq!(report["dtz"], Value::Null);
    let first = &report["moves"][0];
    assert_eq!((&first["san"], &first["converts"]), (&value!("Kxe4"), &value!(true)));
    assert_eq!(first["fen"], "8/8/8/8/4k3/8/8/K7 w - -");
}
