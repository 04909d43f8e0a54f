//! `zermelo strategy krk prove` and `kqk prove`, and `zermelo check` of what they write.

use std::fs;

use crate::common::{folder, json, says, zermelo};

fn prove<'a>(ending: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["strategy", ending, "prove"], more].concat()
}

#[test]
fn the_kept_proofs() {
    let every = "On every board with at least four files and four ranks, White, to move with";
    let parts = [every, "27, no symmetry assumed", "kept with the program", "4.5: three basic"];
    says(&prove("krk", &[]), &parts);
    says(&prove("kqk", &[]), &[every, "king and queen", "kept with the program", "Mate mates"]);
    let (status, report) = json(&prove("krk", &["--json"]));
    assert_eq!((status, &report["found_seconds"]), (0, &serde_json::Value::Null));
    let told = [&report["ending"], &report["board"], &report["result"], &report["proof"]];
    assert_eq!(told, ["krk", "all", "mates", "kept"]);
    assert!(report["bytes"].as_u64() > Some(0) && report["check_seconds"].as_f64() > Some(0.0));
    for lemma in report["lemmas"].as_array().unwrap() {
        assert!(lemma["name"].is_string() && lemma["says"].is_string(), "{lemma}");
        assert!(
            lemma["clauses"].as_u64() > Some(0) && lemma["steps"].as_u64() > Some(0),
            "{lemma}"
        );
        assert!(lemma["sums"].is_u64(), "{lemma}");
    }
}

#[test]
fn the_bound() {
    let bound = "6 (files + ranks) - 13 plies";
    let parts = [bound, "31, no symmetry assumed", "kept with", "bound: three basic moves"];
    says(&prove("krk", &["--bound"]), &parts);
    let file = folder("strategy-bound").join("krk.cert.zst");
    let file = file.to_str().unwrap();
    let (status, report) = json(&prove("krk", &["--bound", "--json", "--proof", file]));
    assert_eq!((status, &report["plies_within"]), (0, &bound.into()));
    says(&["check", file], &["accepted: the strategy of king and rook", bound, "31 lemmas"]);
    let wrong = [
        prove("kqk", &["--bound"]),
        prove("krk", &["--bound", "--board", "8"]),
        prove("krk", &["--bound", "--without", "divides"]),
    ];
    for args in wrong {
        assert_eq!(zermelo(&args).status, 2, "{args:?}");
    }
}

#[test]
fn found_anew() {
    let (status, report) = json(&prove("kqk", &["--regenerate", "--json"]));
    assert_eq!((status, &report["proof"], &report["board"]), (0, &"found".into(), &"all".into()));
    assert!(report["found_seconds"].as_f64() > Some(0.0));
}

#[test]
fn one_board() {
    for (board, size) in [("4", "4x4"), ("4x5", "4x5")] {
        let (status, report) = json(&prove("krk", &["--board", board, "--json"]));
        assert_eq!(status, 0, "{report}");
        assert_eq!(
            [&report["board"], &report["result"], &report["proof"]],
            [size, "mates", "found"]
        );
        // On bits there is nothing to add up.
        let lemmas = report["lemmas"].as_array().unwrap();
        assert!(lemmas.iter().all(|lemma| lemma["sums"] == 0), "{report}");
    }
    for (board, part) in [("3", "at least four files"), ("65", "up to 64x64"), ("4x3", "at least")]
    {
        let ran = zermelo(&prove("krk", &["--board", board]));
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{board}");
        assert!(ran.stderr.contains(part), "{}", ran.stderr);
    }
    assert_eq!(zermelo(&prove("kqk", &["--without", "divides"])).status, 2);
}

#[test]
fn proofs_are_written_and_checked() {
    let at = folder("strategy-prove");
    let path = |name: &str| at.join(name).to_str().unwrap().to_string();
    let (plain, packed) = (path("kqk.cert"), path("krk.cert.zst"));
    assert_eq!(zermelo(&prove("kqk", &["--proof", &plain])).status, 0);
    assert_eq!(zermelo(&prove("krk", &["--proof", &packed])).status, 0);
    for (file, men) in [(&plain, "king and queen"), (&packed, "king and rook")] {
        says(&["check", file], &["accepted: the strategy of", men, "every board", "27 lemmas"]);
    }
    // The first literal of the first step, and the name of the first lemma.
    let right = fs::read(&plain).unwrap();
    let line = right.windows(7).position(|bytes| bytes == b"\nlemma ").unwrap() + 1;
    let first = line + right[line..].iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for (place, parts) in [
        (first + 2, ["lemma \"the black king is never in the queen's way\", step ", "not proved"]),
        (first - 2, ["expected the line", "lemma BYTES the black king"]),
    ] {
        let mut damaged = right.clone();
        damaged[place] ^= 1;
        let file = path("damaged.cert");
        fs::write(&file, damaged).unwrap();
        let ran = zermelo(&["check", &file]);
        assert_eq!(ran.status, 3, "{ran:?}");
        for part in ["REJECTED"].into_iter().chain(parts) {
            assert!(ran.words().contains(part), "{part}: {}", ran.stdout);
        }
    }
}

#[test]
fn without_a_condition_lemmas_fail() {
    let args = prove("krk", &["--without", "divides", "--board", "4", "--json"]);
    let (status, report) = json(&args);
    assert_eq!((status, &report["result"]), (1, &"not_proved".into()));
    let failed = report["failed"].as_array().unwrap();
    assert!(!failed.is_empty() && failed[0]["board"] == "4x4", "{report}");
    let position = failed[0]["positions"][0].as_str().unwrap();
    assert!(position.starts_with('K') && position.contains(" R"), "{position}");
}

#[test]
fn formulas_for_other_solvers() {
    let at = folder("strategy-smt-lib");
    let ran = zermelo(&prove("krk", &["--smt-lib", at.to_str().unwrap()]));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stderr.contains("27 lemmas written"), "{}", ran.stderr);
    let files: Vec<_> = fs::read_dir(&at).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 27);
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.contains("(check-sat)") && text.contains("(assert "));
    }
}

#[test]
fn statements_for_rocq() {
    let at = folder("strategy-rocq");
    let file = at.join("Krk.v");
    let ran = zermelo(&prove("krk", &["--rocq", file.to_str().unwrap()]));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stderr.contains("27 lemmas written"), "{}", ran.stderr);
    let text = fs::read_to_string(file).unwrap();
    assert_eq!(text, include_str!("../../../proofs/rook/Krk.v"));
    let one_board = prove("krk", &["--rocq", "x.v", "--board", "8"]);
    assert_eq!(zermelo(&one_board).status, 2);
}
