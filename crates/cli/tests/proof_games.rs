//! Shortest proof games: `zermelo puzzle PLACEMENT PG 5`, `zermelo legal FEN --shortest`.

use crate::common::{folder, json, refused, zermelo};

/// One game of five moves, a mate.
const MATE: &str = "rnb1kb1r/pp1ppppp/8/q1B5/8/3P1n2/PPP1PPPP/RN1QKBNR";
const GAME: &str = "1. d3 Nf6 2. Bf4 Ne4 3. Bxc7 Nd2 4. Bd6 Qa5 5. Bc5 Nf3#";
/// After 1. e4 Nc6 2. Nf3 e5 3. Bb5, by six orders of the moves.
const SPANISH: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R";

#[test]
fn the_only_game() {
    for length in ["PG 5", "PG5", "dia 5.0", "pg 5"] {
        let ran = zermelo(&["puzzle", MATE, length]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{length}");
        assert!(ran.words().contains("PG 5: unique, one game and no other."), "{}", ran.stdout);
        assert!(ran.words().contains(GAME), "{}", ran.stdout);
        let none = "There is no shorter game with the same side to move (engine-checked).";
        assert!(ran.words().contains(none), "{}", ran.stdout);
    }
    let ran = zermelo(&["puzzle", MATE, "PG 5", "--pgn"]);
    assert!(ran.stdout.contains("[FinalFEN \"") && ran.stdout.contains(GAME), "{}", ran.stdout);
    let folder = folder("proof-games");
    let ran = zermelo(&["puzzle", MATE, "PG 5", "--proof", folder.to_str().unwrap()]);
    assert_eq!(ran.status, 0);
    let proof = folder.join("game-1.cert");
    let checked = zermelo(&["check", proof.to_str().unwrap()]);
    assert_eq!(checked.status, 0, "{}", checked.stdout);
}

#[test]
fn none_two_and_cooked() {
    let verdict = |fen: &str, length: &str| {
        let (status, report) = json(&["puzzle", fen, length, "--json"]);
        (status, report["verdict"].as_str().unwrap().to_string(), report)
    };
    assert_eq!(verdict(MATE, "PG 4.5").1, "none");
    assert_eq!(verdict(MATE, "PG 4").1, "none");
    // White is to move after whole moves only.
    assert_eq!(verdict(&format!("{MATE} w - -"), "PG 5.5").1, "none");
    let (status, word, report) =
        verdict("rnbqk1nr/pppp1ppp/3B4/4p3/1P6/4b3/P1PPPPPP/RN1QKBNR", "PG 4");
    assert_eq!((status, word.as_str()), (0, "two"));
    assert_eq!(report["games"].as_array().unwrap().len(), 2);
    assert_eq!(report["shorter"]["verdict"], "none");
    let (status, word, report) = verdict(SPANISH, "PG 4.5");
    assert_eq!((status, word.as_str()), (0, "cooked"));
    assert_eq!((&report["cut"], &report["complete"]), (&true.into(), &false.into()));
    assert_eq!(
        (&report["shorter"]["plies"], &report["shorter"]["verdict"]),
        (&5.into(), &"exists".into())
    );
    // Castling rights that the FEN gives count: here White's king has been away.
    let lost = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w kq -";
    assert_eq!(verdict(lost, "PG 2").1, "none");
    let (_, word, report) = verdict(lost, "PG 3");
    assert_eq!(word, "cooked");
    for game in report["games"].as_array().unwrap() {
        assert_eq!(game["fen"], lost);
    }
}

/// Who is to move follows from the length, and a fault is where the text has it.
#[test]
fn as_composers_write() {
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    for args in [&["puzzle", after, "PG 0.5"], &["legal", after, "--shortest"]] {
        let ran = zermelo(args);
        assert!(ran.words().contains("Black to move"), "{}", ran.stdout);
        assert!(ran.words().contains("unique, one game and no other. 1. e4"), "{}", ran.stdout);
    }
    let ran = zermelo(&["puzzle", after, "PG 3.5"]);
    assert!(ran.words().contains("Black to move"), "{}", ran.stdout);
    let ran = zermelo(&["legal", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R", "--shortest"]);
    assert!(ran.words().contains("Shortest proof game, 1 move: unique"), "{}", ran.stdout);
    let column = after.len() + 2;
    for (length, fault) in [
        ("PG 12.7", "'12.7' is no number of moves, such as 2 or 2.5"),
        ("dia 61", "'61' moves are too many; at most 60 are taken"),
        ("Pg", "the number of moves is missing"),
        ("PG in 2", "'2' does not belong to a proof game"),
    ] {
        refused(&["puzzle", after, length], &format!("error: column {column}: {fault}"));
    }
    refused(&["puzzle", "8/8", "PG 3"], "error: column 1: the position: placement");
}

#[test]
fn what_the_limits_leave_open() {
    let (status, report) = json(&["puzzle", SPANISH, "PG 8.5", "--nodes", "5", "--json"]);
    assert_eq!((status, &report["verdict"]), (1, &"open".into()));
    let ran = zermelo(&["puzzle", MATE, "PG 5", "--duplex"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.starts_with("error: --duplex is for help problems"), "{}", ran.stderr);
}

/// Time that has run out is a limit like others, and nobody pressed Ctrl-C.
#[test]
fn what_the_time_leaves_open() {
    let castled = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - -";
    let args = ["legal", castled, "--shortest", "--seconds", "0.2"];
    let ran = zermelo(&args);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.words().contains("the search stopped at its limit."), "{}", ran.stdout);
    // What is known all the same.
    assert!(ran.words().contains("moves is known; there is none of fewer than"), "{}", ran.stdout);
    let (status, report) = json(&[&args[..], &["--json"]].concat());
    assert_eq!((status, &report["interrupted"]), (1, &false.into()));
    assert!(report["known_plies"].as_u64() > report["plies"].as_u64(), "{report}");
}

#[test]
fn the_shortest_games() {
    let fen = format!("{SPANISH} b KQkq -");
    let ran = zermelo(&["legal", &fen, "--shortest"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(
        ran.words().contains("Shortest proof game, 2.5 moves: cooked, 6 games."),
        "{}",
        ran.stdout
    );
    let (_, report) = json(&["legal", &format!("{MATE} ?"), "--shortest", "--json"]);
    assert_eq!((&report["verdict"], &report["plies"]), (&"unique".into(), &10.into()));
    // What no game leads to gets its reason.
    let ran =
        zermelo(&["legal", "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -", "--shortest"]);
    assert!(ran.stdout.contains("Illegal: no game leads to this position."), "{}", ran.stdout);
}

/// White cannot make an odd number of moves here, but that is long to find out.
#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_is_known() {
    use std::io::Read;

    use crate::common::{HEARD, interrupt, start_and_work};

    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let mut child = start_and_work(&["puzzle", array, "PG 19.5"], 0);
    let mut stdout = child.stdout.take().unwrap();
    let told = std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).unwrap();
        text
    });
    assert_eq!(interrupt(child), HEARD);
    let told = told.join().unwrap();
    assert!(told.contains("PG 19.5: open, no game so far."), "{told}");
}
