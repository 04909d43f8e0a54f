//! `zermelo strategy krk`: shown, played, walked.

use crate::common;
use crate::common::{json, refused, says, words, zermelo, zermelo_fed};
use serde_json::json as value;

fn krk<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["strategy", "krk"], more].concat()
}

#[track_caller]
fn fails(more: &[&str], part: &str) {
    refused(&krk(more), part);
}

/// Plays, with these lines as Black's.
#[track_caller]
fn played(more: &[&str], lines: &str) -> String {
    let ran = zermelo_fed(&krk(&[&["play"], more].concat()), lines.as_bytes());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{more:?}");
    ran.words()
}

#[test]
fn the_strategy_in_words() {
    let parts = ["1. ImmediateMate", "3. Squeeze", "10. RookSafeSmallBoards", "critical square:"];
    says(&krk(&["show"]), &parts);
    says(&krk(&["show", "--board", "all"]), &["every board with at least four files"]);
    says(&krk(&["show", "--board", "3"]), &["On 3x3 nothing is promised"]);
    let (status, report) = json(&krk(&["show", "--json"]));
    assert_eq!((status, report["kinds"].as_array().unwrap().len()), (0, 10));
    assert_eq!(report["kinds"][2]["name"], "Squeeze");
}

#[test]
fn what_is_played_in_a_position() {
    for position in ["Kc3 Ra1 kd5", "wKc3 wRa1 bKd5", "8/8/8/3k4/8/2K5/8/R7 w - - 0 1"] {
        says(
            &krk(&["show", "--position", position]),
            &[
                "5 . o o k o o o o 4",
                "2 . * o o o o o o 1 R . .",
                "room 14 (o) critical b2 (*) kind Squeeze.",
                "moves Ra4 (1 in all)",
                "White plays Ra4: the room of the black king shrinks from 14 to 11.",
            ],
        );
    }
    let (status, report) =
        json(&krk(&["show", "--board", "5x4", "--position", "Ka1 Rb1 kd3", "--json"]));
    assert_eq!(status, 0);
    assert_eq!(
        report,
        value!({
            "board": "5x4",
            "position": "Ka1 Rb1 kd3",
            "room": 6,
            "critical_square": "c2",
            "kind": "Squeeze",
            "moves": ["Rc1", "Rb2"],
            "played": "Rc1",
            "why": "the room of the black king shrinks from 6 to 5",
        })
    );
    says(&krk(&["show", "--position", "Kb3 Rh2 ka1"]), &["White plays Rh1#: mate."]);
    let colours = zermelo(&krk(&["show", "--position", "Kc3 Ra1 kd5", "--color", "always"]));
    assert!(colours.stdout.contains("\x1b[48;5;"));
    // No move fits on a board that is too narrow.
    let narrow = ["show", "--board", "2x5", "--position", "Ka3 Ra1 ka5"];
    says(&krk(&narrow), &["No kind of move fits"]);
}

#[test]
fn positions_that_are_none() {
    for (board, position, part) in [
        ("8", "Kc3 Ra1", "--position: the black king is missing"),
        ("8", "Kc3 Ra1 kd9", "d9 is not on the board 8x8, whose last square is h8"),
        ("8", "Kc3 Ra1 kd4", "the kings on c3 and d4 stand next to each other"),
        ("8", "Kc3 Ra1 ka8", "the rook on a1 gives check already"),
        ("8", "Kc3 Ra1 ka1", "two men stand on a1"),
        ("8", "hello", "'hello' is no man"),
        ("8", "", "the white king is missing"),
        ("8", "8/8/8/3k4/8/2K5/8/Q7 w - -", "a white king, a white rook and a black king"),
        ("8", "8/8/8/3k4/8/2K5/8/R7 b - -", "who must be to move"),
        ("8", "8/8/8/3k4/8/2K5/8 w - -", "placement"),
        ("5", "8/8/8/3k4/8/2K5/8/R7 w - -", "a FEN is for 8x8"),
        ("all", "Kc3 Ra1 kd5", "a position is on one board"),
    ] {
        fails(&["show", "--board", board, "--position", position], part);
    }
    let long = "K".repeat(100_000);
    fails(&["show", "--position", &long], "no position");
}

#[test]
fn a_game_from_a_pipe() {
    let game =
        played(&["--start", "Kc3 Ra1 kd5"], "hint\ne4\nd5\nzz\n\ne5\nundo\nKd6\nboard\nquit\n");
    for part in [
        "You have the black king on 8x8. White begins: Kc3 Ra1 kd5.",
        "1. Ra4 Squeeze: the room of the black king shrinks from 14 to 11.",
        "With Kd6 you last longest, and are mated in 19 moves.",
        "The king cannot go to e4: the rook attacks it.",
        "The king cannot go to d5: that is not one step away.",
        "'zz' is no square",
        "Where does your king go?",
        "Left after 2 moves.",
    ] {
        assert!(game.contains(part), "{part:?} is missing: {game}");
    }
    // After taking back the first move is there a second time.
    assert_eq!(game.matches("1. Ra4 Squeeze").count(), 2);
    // No input, no newline at the end, no text at all.
    assert!(played(&["--start", "Kc3 Ra1 kd5"], "").contains("Left after 1 move."));
    assert!(played(&["--start", "Kc3 Ra1 kd5"], "d6").contains("Left after 2 moves."));
    let noise = zermelo_fed(&krk(&["play", "--seed", "1"]), &[0xff, 0xfe, b'\n', 0, b'\n']);
    assert_eq!((noise.status, noise.stderr.as_str()), (0, ""));
}

#[test]
fn a_game_to_the_end() {
    // Black's longest defence, fed back move by move, must end in mate after as many moves.
    let start = ["--board", "4", "--start", "Kd1 Ra4 kb3"];
    let (_, report) = json(&krk(&[&["play", "--auto", "--json"], &start[..]].concat()));
    assert_eq!(report["plies"], 19);
    let game = report["game"].as_array().unwrap();
    let replies: Vec<&str> = game.iter().filter_map(|round| round["black"].as_str()).collect();
    assert_eq!(replies.len(), 9);
    let text = played(&start, &(replies.join("\n") + "\n"));
    assert!(text.ends_with("Mated in 10 moves."), "{text}");
    for round in game {
        assert!(text.contains(round["white"].as_str().unwrap()));
        assert!(text.contains(round["kind"].as_str().unwrap()));
    }
    let words = words(&krk(&[&["play", "--auto"], &start[..]].concat()));
    assert!(
        words.contains("mate in 10 moves, 19 plies. 1. Rd4 Ka2 RookSafeSmallBoards"),
        "{words}"
    );
}

#[test]
fn games_that_cannot_be_played() {
    fails(&["play", "--board", "all"], "one board");
    fails(&["play", "--board", "2"], "there is no position to start from");
    fails(&["play", "--start", "Kc3"], "--start: the rook is missing");
    fails(&["play", "--start", "Kc3 Ra1 kd5", "--seed", "7"], "--seed is for random starts");
    fails(&["play", "--json"], "--json is for --auto");
    fails(&["play", "--auto", "--board", "500"], "too many positions");
    fails(&["play", "--auto", "--board", "2x5", "--start", "Ka3 Ra1 ka5"], "does not mate");
    // A board too large to be walked or drawn can still be played on.
    let game = played(&["--board", "500", "--seed", "3"], "hint\nquit\n");
    assert!(game.contains("on 500x500") && game.contains("too many positions"), "{game}");
    // The same seed draws the same position.
    let start = |seed: &str| played(&["--seed", seed], "").split('.').nth(1).unwrap().to_string();
    assert_eq!(start("5"), start("5"));
    assert_ne!(start("5"), start("6"));
}

#[test]
fn boards_are_walked() {
    says(
        &krk(&["verify", "--board", "6"]),
        &[
            "On 6x6 the strategy mates from every position.",
            "positions 25,440 with White to move",
            "longest 43 plies, 22 moves, from K",
            "the kernel accepts 25,440 positions by the definition alone",
            "RookSafeSmallBoards 0",
        ],
    );
    let (status, report) = json(&krk(&["verify", "--json"]));
    assert_eq!((status, &report["result"]), (0, &"mates".into()));
    assert_eq!((&report["positions"], &report["checked"]), (&175_168.into(), &175_168.into()));
    assert_eq!((&report["longest_plies"], &report["board"]), (&65.into(), &"8x8".into()));
    assert_eq!(report["kinds"][2], value!({ "kind": "Squeeze", "positions": 116_504 }));
    assert_eq!(report["kinds"][8], value!({ "kind": "RookSafe", "positions": 432 }));
    assert_eq!(report["counterexample"], value!(null));
    // A board on its side, any move that fits, and the game.
    let (_, report) =
        json(&krk(&["verify", "--board", "4x7", "--relation", "--longest", "--json"]));
    assert_eq!((&report["moves"], &report["longest_plies"]), (&"relation".into(), &39.into()));
    let game = report["longest_game"].as_array().unwrap();
    assert_eq!((game.len(), &game[19]["kind"]), (20, &"ImmediateMate".into()));
    assert!(game[19]["white"].as_str().unwrap().ends_with('#'));
    says(&krk(&["verify", "--board", "4", "--longest"]), &["A longest game: 1. Rd4 Ka2"]);
    for (check, part) in [
        ("none", "the kernel was not asked"),
        ("sample", "(a sample)"),
        ("all", "1,312 positions by"),
    ] {
        says(&krk(&["verify", "--board", "4", "--check", check, "--threads", "1"]), &[part]);
    }
}

#[test]
#[cfg(unix)]
fn a_walk_can_be_stopped() {
    let args = krk(&["verify", "--board", "16", "--threads", "1"]);
    let child = common::start_and_work(&args, 700);
    assert!(common::interrupt(child).contains("stopped: nothing is kept"));
}

#[test]
fn conditions_left_out() {
    let ran = zermelo(&krk(&["verify", "--without", "divides"]));
    assert_eq!((ran.status, ran.stderr.as_str()), (1, ""), "{ran:?}");
    for part in [
        "On 8x8 the strategy without divides does not always mate.",
        "4,604 positions from which mate does not always follow",
        "the kernel accepts the line below, and of 175,168 positions",
        "1. Rd2 Ka3 RookHome 2. Rd4 Kb3 Squeeze The first position is there again",
    ] {
        assert!(ran.words().contains(part), "{part:?} is missing: {ran:?}");
    }
    let failure = |without: &str, end: &str| {
        let (status, report) =
            json(&krk(&["verify", "--board", "6", "--json", "--without", without]));
        assert_eq!((status, &report["result"]), (1, &"fails".into()));
        assert_eq!(
            (&report["counterexample"]["end"], &report["checked"]),
            (&end.into(), &report["positions"])
        );
        report
    };
    let report = failure("not-exposed", "rook_taken");
    let line = report["counterexample"]["line"].as_array().unwrap();
    assert!(line.last().unwrap()["black"].as_str().unwrap().starts_with("Kx"));
    failure("no-stalemate", "stalemate");
    failure("guarded", "rook_taken");
    failure("far-from-black", "rook_taken");
    failure("not-towards-edge,not-one-edge", "repetition");
    // The paper's figure for the smallest board.
    let four = ["verify", "--board", "4", "--without", "kings-line"];
    says(&krk(&four), &["the strategy without kings-line mates from every position", "21 plies"]);
}

#[test]
fn king_and_queen_shown() {
    let queen = |more: &[&'static str]| [&["strategy", "kqk", "show"], more].concat();
    says(&queen(&[]), &["King and queen against king", "1. Mate", "7. KingStep", "on track:"]);
    let (status, report) = json(&queen(&["--json"]));
    assert_eq!(
        (status, &report["ending"], &report["kinds"][1]["name"]),
        (0, &"kqk".into(), &"Squeeze".into())
    );
    says(&queen(&["--position", "Kf6 Qa7 kh8"]), &["Mate", "White plays Qg7#."]);
    let (_, report) = json(&queen(&["--board", "6", "--position", "Ka1 Qb2 kd5", "--json"]));
    assert_eq!((&report["on_track"], &report["kind"]), (&true.into(), &"Squeeze".into()));
    refused(&queen(&["--position", "Kc3 Rb1 kd5"]), "K, Q and k");
}

#[test]
fn king_and_queen_walked() {
    let queen = |more: &[&'static str]| [&["strategy", "kqk", "verify"], more].concat();
    let parts = ["On 5x5 the strategy mates from every position.", "4,976", "35 plies, 18 moves"];
    says(&queen(&["--board", "5"]), &parts);
    let (status, report) = json(&queen(&["--board", "3x4", "--json"]));
    assert_eq!((status, &report["result"], &report["not_won"]), (1, &"fails".into(), &78.into()));
    assert_eq!((&report["checked"], &report["proved"]), (&226.into(), &true.into()));
    refused(&queen(&["--board", "13"]), "up to 144 squares");
    refused(&queen(&["--board", "all"]), "zermelo strategy kqk prove --board all");
}

#[test]
fn king_and_queen_played() {
    let queen = |more: &[&'static str]| [&["strategy", "kqk", "play"], more].concat();
    let start = ["--board", "5", "--start", "Ka1 Qd1 kc3"];
    let (_, report) = json(&queen(&[&["--auto", "--json"], &start[..]].concat()));
    let game = report["game"].as_array().unwrap();
    let replies: Vec<&str> = game.iter().filter_map(|round| round["black"].as_str()).collect();
    let ran =
        zermelo_fed(&queen(&start), ("hint\n".to_string() + &replies.join("\n") + "\n").as_bytes());
    assert_eq!(ran.status, 0, "{ran:?}");
    let text = ran.words();
    assert!(text.ends_with(&format!("Mated in {} moves.", game.len())), "{text}");
    assert!(text.contains("you last longest") && text.contains(" Q "), "{text}");
    refused(&queen(&["--start", "Kc3 Rb1 kd5"]), "K, Q and k");
}

#[test]
fn king_and_two_rooks() {
    let rooks = |more: &[&'static str]| [&["strategy", "krr"], more].concat();
    says(
        &rooks(&["show"]),
        &["King and two rooks against king", "7. Join", "15. AnyRook", "wall:"],
    );
    let position = ["--position", "Ka1 Rb3 Rg3 kd5"];
    says(
        &rooks(&[&["show"], &position[..]].concat()),
        &["3 . R . . . . R .", "wall yes", "posted no", "lines 5", "kind Spread."],
    );
    let (_, report) = json(&rooks(&[&["show", "--json"], &position[..]].concat()));
    assert_eq!((&report["wall"], &report["lines_before_wall"]), (&true.into(), &5.into()));
    refused(&rooks(&["show", "--position", "Ka1 Rb3 kd5"]), "the second rook is missing");
    let parts = ["On 4x4 the strategy mates from every position.", "4,896", "25 plies, 13 moves"];
    says(&rooks(&["verify", "--board", "4"]), &parts);
    says(&rooks(&["verify", "--board", "4", "--longest"]), &["A longest game: 1. R"]);
    refused(&rooks(&["verify", "--board", "10"]), "up to 81 squares");
    let auto = ["play", "--auto", "--board", "4", "--start", "Ka1 Rd2 Rd3 kc1"];
    says(&rooks(&auto), &["mate in 1", "plies.", "Mate"]);
    let taken = zermelo_fed(&rooks(&["play", "--start", "Ka1 Rb3 Rg3 kd5"]), b"d3\nd4\nquit\n");
    assert!(taken.words().contains("that is not one step away"), "{taken:?}");
    says(&rooks(&["prove"]), &["king and two rooks", "46, no symmetry assumed", "Mate mates"]);
}

#[test]
fn boards_tiny_and_huge() {
    says(&krk(&["verify", "--board", "1"]), &["the three men have no position"]);
    let ran = zermelo(&krk(&["verify", "--board", "2x5"]));
    assert_eq!(ran.status, 1, "{ran:?}");
    for part in ["does not always mate", "No kind of move fits."] {
        assert!(ran.words().contains(part), "{ran:?}");
    }
    says(&krk(&["verify", "--board", "3x8"]), &["On 3x8 the strategy mates from every position."]);
    fails(&["verify", "--board", "all"], "zermelo strategy krk prove --board all");
    fails(&["verify", "--board", "33"], "more than 1024 squares");
    fails(&["verify", "--board", "9999x9999"], "more than 1024 squares");
    fails(&["verify", "--board", "30"], "this needs 15 GiB of memory, and --memory allows");
    fails(&["verify", "--board", "8", "--memory", "1M"], "of memory");
    for bad in ["0", "-4", "4x", "x", "1e3", "99999999999999999999", "8x8x8", ""] {
        fails(&["verify", "--board", bad], "a board is N, NxM");
    }
    fails(&["verify", "--without", "everything"], "possible values: not-exposed");
    fails(&["verify", "--threads", "0"], "a whole number from 1");
    fails(&["verify", "--check", "some"], "possible values");
    let ran = zermelo(&["strategy"]);
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("zermelo strategy --help"), "{ran:?}");
    says(&krk(&["--help"]), &["show", "play", "verify", "prove", "Examples:"]);
    // What is for one board does not offer them all.
    for command in ["play", "verify"] {
        assert!(!zermelo(&krk(&[command, "--help"])).stdout.contains("|all"), "{command}");
    }
    let queen = zermelo(&["strategy", "kqk", "prove", "--help"]).stdout;
    assert!(!queen.contains("--bound") && !queen.contains("--without"), "{queen}");
}
