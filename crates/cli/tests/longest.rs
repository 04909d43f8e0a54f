//! `zermelo longest`: generated, audited, bounded, proved.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{folder, json, refused, zermelo, zermelo_fed};

#[test]
fn a_longest_game_is_printed_and_audited() {
    let ran = zermelo(&["longest"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let head = "[Event \"The longest game, 75-move rule\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n\
                [Round \"?\"]\n[White \"Zermelo\"]\n[Black \"Zermelo\"]\n[Result \"1-0\"]\n\n1. ";
    assert!(ran.stdout.starts_with(head));
    assert!(ran.stdout.ends_with("# 1-0\n\n"));
    for words in [
        "plies                17,697",
        "critical moves       117",
        "segments             118: 115 of 150, 3 of 149",
        "colour switches      3",
        "checkmate (article 5.1.1) with the last move, and no rule ends it before",
        "17,697 plies: no game is longer (zermelo longest --bound)",
    ] {
        assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
    }
    // Read back, it is the same game, and the judge agrees.
    let audit = zermelo_fed(&["longest", "--audit", "-"], ran.stdout.as_bytes());
    assert_eq!((audit.status, audit.stderr.as_str()), (0, ""));
    assert_eq!(audit.stdout.trim_end(), format!("-, game 1\n{}", ran.stderr.trim_end()));
    let judged = zermelo_fed(&["judge", "-"], ran.stdout.as_bytes());
    assert!(judged.stdout.contains("(ply 17697, article 5.1.1): White won; the record agrees"));
}

#[test]
fn seeds_and_the_other_rule() {
    let text = |seed: &str| zermelo(&["longest", "--seed", seed]).stdout;
    assert_eq!(text("1"), zermelo(&["longest"]).stdout);
    assert_ne!(text("1"), text("2"));
    let (status, audit) = json(&["longest", "--move-rule", "50", "--seed", "3", "--json"]);
    assert_eq!(status, 0);
    assert_eq!((&audit["plies"], &audit["bound"]), (&11_797.into(), &11_797.into()));
    assert_eq!(audit["segment_lengths"], serde_json::json!({"99": 3, "100": 115}));
    assert_eq!((&audit["seed"], &audit["move_rule"]), (&3.into(), &50.into()));
    assert_eq!(audit["keeps_the_fifty_move_rule"], true);
    assert_eq!((&audit["ending"], &audit["article"]), (&"checkmate".into(), &"5.1.1".into()));
}

#[test]
fn every_claim_is_made() {
    let folder = folder("longest_claims");
    let (game, proof) = (folder.join("claims.pgn"), folder.join("claims.cert"));
    let (game, proof) = (game.to_str().unwrap(), proof.to_str().unwrap());
    let args = ["longest", "--claims", "--json", "--output", game];
    let (status, audit) = json(&[&args[..], &["--proof", proof]].concat());
    assert_eq!(status, 0);
    assert_eq!(audit["alive_before_the_end"], true);
    let plies = audit["plies"].as_u64().unwrap();
    assert!((11_792..=11_796).contains(&plies), "{audit}");
    let first = audit["first_claim"].as_u64();
    assert!(first.is_none_or(|ply| ply == plies), "{audit}");
    assert_eq!(zermelo(&["check", proof]).status, 0);
    assert_eq!(json(&["longest", "--claims", "--audit", game, "--json"]).1["plies"], plies);
    python_chess_agrees(game, plies);
}

/// python-chess, where it is installed, finds no draw to claim before the last move.
fn python_chess_agrees(game: &str, plies: u64) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    // tools/check-python installs it here.
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| format!("{root}/target"));
    let venv = format!("{target}/python/venv/bin/python3");
    let python = if Path::new(&venv).exists() { venv } else { "python3".to_string() };
    let tool = format!("{root}/tools/claims_by_python_chess.py");
    let Ok(ran) = Command::new(python).args([tool.as_str(), game]).output() else {
        println!("skipped: there is no python3");
        return;
    };
    let said = String::from_utf8(ran.stdout).unwrap();
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
    if said.starts_with("skipped") {
        return print!("{said}");
    }
    let words =
        format!("{plies} plies, 117 captures and pawn moves; no draw can be claimed before");
    assert!(said.starts_with(&words), "{said}");
}

#[test]
fn the_bound_is_printed_step_by_step() {
    let ran = zermelo(&["longest", "--bound"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.words().starts_with("No game is longer than 17,697 plies"));
    for words in [" 1. ", " 2. ", "Checked: ", "30", "118", "17,697"] {
        assert!(ran.stdout.contains(words), "{words}");
    }
    assert!(ran.stdout.lines().all(|line| line.len() <= 80));
    let (status, report) = json(&["longest", "--bound", "--json", "--move-rule", "50"]);
    assert_eq!((status, &report["plies"]), (0, &11_797.into()));
    let steps = report["steps"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["says"].is_string() && step["checked"].is_string()));
}

#[test]
fn the_bound_is_a_certificate() {
    let folder = folder("longest_bound");
    for (args, words) in [
        (&["--move-rule", "75"][..], "no game has more than 17697 plies if it ends after 75 moves"),
        (&["--move-rule", "50"], "no game has more than 11797 plies if it ends after 50 moves"),
        (&["--claims"], "no game has more than 11796 plies if every draw that can be claimed is"),
    ] {
        let proof = folder.join(format!("bound{}.cert", args.len()));
        let proof = proof.to_str().unwrap();
        let ran = zermelo(&[&["longest", "--bound", "--proof", proof], args].concat());
        assert_eq!((ran.status, ran.stderr), (0, format!("Written to {proof}.\n")));
        let ran = zermelo(&["check", proof]);
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.stdout.contains(words), "{ran:?}");
        let (_, report) = json(&["check", proof, "--json"]);
        assert_eq!((&report["claim"], &report["accepted"]), (&"longest".into(), &true.into()));
        let text = fs::read_to_string(proof).unwrap();
        for (old, new) in [("count pair 11", "count pair 12"), ("count changes 3\n", "")] {
            let damaged = text.replace(old, new);
            assert_ne!(damaged, text);
            assert_eq!(zermelo_fed(&["check", "-"], damaged.as_bytes()).status, 3);
        }
    }
}

#[test]
fn the_proof_is_the_game() {
    let folder = folder("longest_proof");
    let (game, proof) = (folder.join("game.pgn.zst"), folder.join("game.cert"));
    let (game, proof) = (game.to_str().unwrap(), proof.to_str().unwrap());
    let ran = zermelo(&["longest", "--seed", "5", "--output", game, "--proof", proof]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, ""));
    assert!(ran.stderr.contains(&format!("Written to {game}.")));
    assert_eq!(zermelo(&["longest", "--audit", game]).status, 0);
    let ran = zermelo(&["check", proof]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.contains("was over after 17697 by article 5.1.1"), "{ran:?}");
    let text = fs::read_to_string(proof).unwrap();
    let sooner = text.replace("record over 17697", "record over 17696");
    assert_ne!(sooner, text);
    assert_eq!(zermelo_fed(&["check", "-"], sooner.as_bytes()).status, 3);
}

#[test]
fn audits_of_other_games() {
    let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    let pgn = format!("{knights} *\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let ran = zermelo_fed(&["longest", "--audit", "-"], pgn.as_bytes());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let words = "five-fold repetition (article 9.6.1) after ply 16, 4 before the last move";
    assert!(ran.stdout.contains(words), "{}", ran.stdout);
    assert!(ran.stdout.contains("-, game 2\nplies                4\n"), "{}", ran.stdout);
    let ran = zermelo_fed(&["longest", "--audit", "-", "--json"], b"1. e4 e5 *\n1. e4 e9 *\n");
    assert_eq!(ran.status, 2);
    let lines: Vec<serde_json::Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["ending"], &lines[0]["plies"]), (&serde_json::Value::Null, &2.into()));
    assert!(lines[1]["error"].is_string() && lines[1]["game"] == 2);
}

#[test]
fn bad_input() {
    let folder = folder("longest_bad");
    let folder = folder.to_str().unwrap();
    let missing = &format!("{folder}/missing");
    for args in [
        &["--audit", missing][..],
        &["--audit", folder],
        &["--output", folder],
        &["--proof", &format!("{missing}/x")],
        &["--move-rule", "60"],
        &["--bound", "--seed", "3"],
        &["--bound", "--audit", missing],
        &["--claims", "--move-rule", "50"],
        &["--seed", "x"],
        &["--effort", "2"],
        &["--claims", "--effort", "0"],
    ] {
        refused(&[&["longest"], args].concat(), "");
    }
    let ran = zermelo_fed(&["longest", "--audit", "-"], b"");
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1));
}
