//! `zermelo perft`.

use crate::common::{START, json, refused, zermelo};

#[test]
fn as_engines_print_it() {
    let ran = zermelo(&["perft", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", "3"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 16, "{ran:?}");
    assert!(lines[..14].is_sorted() && lines.contains(&"e2e4: 177"), "{ran:?}");
    assert_eq!(lines[14..], ["", "Nodes searched: 2812"]);
    // Without a position, and in words of their own.
    assert!(zermelo(&["perft", "4"]).stdout.ends_with("\n\nNodes searched: 197281\n"));
    let words: Vec<&str> = ["perft"].into_iter().chain(START.split(' ')).chain(["0"]).collect();
    assert_eq!(zermelo(&words).stdout, "\nNodes searched: 1\n");
}

#[test]
fn by_other_rules() {
    let losing = ["perft", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_-_-", "3", "--json"];
    for rules in ["losing", "losing-fics", "losing-joint"] {
        let (status, report) = json(&[&losing[..], &["--rules", rules]].concat());
        assert_eq!((status, &report["nodes"], &report["depth"]), (0, &8067.into(), &3.into()));
        assert_eq!(report["rules"], rules);
        let moves = report["moves"].as_array().unwrap();
        assert_eq!(moves.iter().map(|first| first["nodes"].as_u64().unwrap()).sum::<u64>(), 8067);
        assert!(moves.iter().all(|first| first["uci"].as_str().unwrap().len() == 4));
    }
    let castling = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let (_, report) = json(&["perft", castling, "3", "--chess960", "--json"]);
    assert_eq!(report["nodes"], 12_189);
}

#[test]
fn bad_depths_and_positions() {
    refused(&["perft", START], "the last word is the depth, a number from 0 to 12");
    refused(&["perft", START, "13"], "and not 13");
    refused(&["perft", "8/8", "3"], "8 ranks");
}
