//! `zermelo winnable FEN`: verdicts, rulings, words and JSON.

use crate::common::{DEAD, HARD, START, WALL, json, zermelo};

#[test]
fn says_who_can_still_win() {
    let ran = zermelo(&["winnable", WALL, "--for", "black"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.contains("Black cannot win"));
    assert!(ran.stdout.contains("No man of Black's can ever give check"));
    assert!(ran.stdout.contains("White to move"));
    assert!(!ran.stdout.contains("White can still win"));
    assert!(ran.words().contains("proof checked by the kernel"));
    assert!(ran.stderr.is_empty());
    assert!(!ran.stdout.contains('\x1b'), "no colour outside a terminal");
}

#[test]
fn a_helpmate_has_move_numbers_from_the_fen() {
    let ran = zermelo(&["winnable", "7k/8/5K2/6Q1/8/8/8/8 b - - 5 77", "--for", "white"]);
    assert_eq!(ran.status, 0);
    assert!(ran.stdout.contains("White can still win"));
    assert!(ran.stdout.contains("77... K"), "{}", ran.stdout);
    assert!(ran.stdout.contains('#'));
}

#[test]
fn a_fen_may_be_words_or_have_underscores() {
    let quoted = zermelo(&["winnable", "8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "--json"]);
    let words = "winnable 8/8/4k3/8/8/3NK3/8/8 w - - 0 1 --json";
    let words = zermelo(&words.split(' ').collect::<Vec<_>>());
    let underscores = zermelo(&["winnable", "8/8/4k3/8/8/3NK3/8/8_w_-_-_0_1", "--json"]);
    for ran in [&quoted, &words, &underscores] {
        let answer: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(ran.status, 0);
        assert_eq!(answer["fen"], "8/8/4k3/8/8/3NK3/8/8 w - -");
        assert_eq!(answer["standing"], "dead");
        assert_eq!(answer["white"]["material_rule"], "lone_knight");
        assert_eq!(answer["black"]["material_rule"], "bare_king");
    }
}

#[test]
fn dead_positions() {
    let ran = zermelo(&["winnable", DEAD]);
    assert_eq!(ran.status, 0);
    assert!(ran.words().contains("drawn (FIDE Laws, Article 5.2.2)"));
    assert!(ran.stdout.contains("The picture above holds here too"));
    let ran = zermelo(&["winnable", START]);
    assert_eq!(ran.status, 0);
    assert!(ran.stdout.contains("The position is not dead"));
    let stalemate = zermelo(&["winnable", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"]);
    assert!(stalemate.stdout.contains("Stalemate") && stalemate.stdout.contains("5.2.1"));
    let mate = zermelo(&["winnable", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"]);
    assert!(mate.stdout.contains("White has given mate") && mate.stdout.contains("5.1.1"));
    assert!(mate.stdout.contains("Black cannot win"));
}

#[test]
fn flag_fall() {
    let result = |fen: &str, fallen: &str| {
        let (status, answer) = json(&["winnable", fen, "--flag", fallen, "--json"]);
        assert_eq!(answer["flag"], fallen);
        (status, answer["result"].as_str().unwrap().to_string())
    };
    assert_eq!(result(WALL, "white"), (0, "1/2-1/2".to_string()));
    assert_eq!(result(WALL, "black"), (0, "1-0".to_string()));
    assert_eq!(result(START, "white"), (0, "0-1".to_string()));
    // The board comes first: a mate or a stalemate has ended the game before the clock.
    let mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    assert_eq!(result(mated, "white"), (0, "1-0".to_string()));
    assert_eq!(result("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "black"), (0, "1/2-1/2".to_string()));
    let ran = zermelo(&["winnable", WALL, "--flag", "white"]);
    assert!(ran.words().contains("the game is drawn, 1/2-1/2 (FIDE Laws, Article 6.9)"));
    assert!(!ran.stdout.contains("White can still win"), "only the opponent is asked about");
}

#[test]
fn open_answers() {
    let (status, answer) = json(&["winnable", HARD, "--nodes", "1", "--json"]);
    let open = [&answer["white"], &answer["black"]].iter().any(|side| side["verdict"] == "open");
    assert_eq!(status, i32::from(open), "{answer}");
    let (status, answer) = json(&["winnable", START, "--fast", "--flag", "white", "--json"]);
    assert_eq!(status, 1);
    assert_eq!(answer["black"]["verdict"], "open");
    assert!(answer["result"].is_null());
    let ran = zermelo(&["winnable", START, "--fast"]);
    assert_eq!(ran.status, 1);
    assert!(ran.stdout.contains("is not known"));
    let (status, answer) = json(&["winnable", DEAD, "--fast", "--json"]);
    assert_eq!((status, answer["standing"].as_str()), (0, Some("dead")));
}

#[test]
fn json_keys() {
    let (status, answer) = json(&["winnable", WALL, "--json"]);
    assert_eq!(status, 0);
    assert_eq!(answer["turn"], "white");
    assert_eq!(answer["chess960"], false);
    assert_eq!(answer["notes"], serde_json::json!([]));
    assert_eq!(answer["standing"], "alive");
    assert!(answer.get("flag").is_none() && answer.get("result").is_none());
    let white = &answer["white"];
    assert_eq!(white["verdict"], "winnable");
    let plies = white["plies"].as_u64().unwrap() as usize;
    assert_eq!(white["helpmate_uci"].as_array().unwrap().len(), plies);
    let san = white["helpmate_san"].as_array().unwrap();
    assert_eq!(san.len(), plies);
    assert!(san.last().unwrap().as_str().unwrap().ends_with('#'));
    assert!(white.get("reason").is_none());
    let black = &answer["black"];
    assert_eq!(black["verdict"], "unwinnable");
    assert_eq!(black["reason"], "locked");
    assert!(black.get("plies").is_none());
    let region = &black["region"];
    for key in ["anchor", "locked_pawns", "white_king", "black_king", "checkers", "checked_on"] {
        assert!(!region[key].is_null(), "{key}");
    }
    assert!(region["locked_pawns"].as_array().unwrap().contains(&"e4".into()));
    for side in [white, black] {
        assert!(side["method"].is_string() && side["nodes"].is_u64());
        assert!(side["engine_us"].is_number() && side["check_us"].is_number());
    }
}

#[test]
fn odd_positions_get_a_note_and_an_answer() {
    let nine = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1";
    let ran = zermelo(&["winnable", nine]);
    assert_eq!(ran.status, 0);
    assert!(ran.stdout.contains("Note: White has 9 pawns"));
    assert!(ran.stdout.contains("White can still win"));
    let (_, answer) = json(&["winnable", nine, "--json"]);
    assert_eq!(answer["notes"].as_array().unwrap().len(), 1);
}

#[test]
fn chess960_castling() {
    let fen = "4k3/8/8/8/8/8/8/RK5R w AH - 0 1";
    assert_eq!(zermelo(&["winnable", fen]).status, 2);
    let (status, answer) = json(&["winnable", fen, "--chess960", "--json"]);
    assert_eq!(status, 0);
    assert_eq!(answer["chess960"], true);
    assert_eq!(answer["white"]["verdict"], "winnable");
}

#[test]
fn colours_on_demand() {
    let ran = zermelo(&["winnable", DEAD, "--color", "always"]);
    assert!(ran.stdout.contains("\x1b[") && ran.stdout.contains('♚'));
}

#[test]
fn help_and_completions() {
    let help = zermelo(&["--help"]);
    assert_eq!(help.status, 0);
    assert!(help.stdout.contains("Examples:") && help.stdout.contains("winnable"));
    assert_eq!(zermelo(&["--version"]).status, 0);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = zermelo(&["completions", shell]);
        assert_eq!(ran.status, 0);
        assert!(ran.stdout.contains("winnable"), "{shell}");
    }
}

/// D3-Chess issues 3 and 15: the clock decides.
#[test]
fn with_the_history() {
    let verdicts = |fen: &str| {
        let (status, answer) = json(&["winnable", fen, "--with-history", "--json"]);
        assert_eq!((status, answer["reading"].as_str()), (0, Some("history")), "{fen}");
        ["white", "black"].map(|side| {
            assert_eq!(answer[side]["checked"], true);
            answer[side]["verdict"].as_str().unwrap().to_string()
        })
    };
    let (can, cannot) = ("winnable", "unwinnable");
    assert_eq!(verdicts("7k/8/2R3K1/8/8/8/8/8 b - - 148 100"), [can, cannot]);
    assert_eq!(verdicts("7k/8/2R3K1/8/8/8/8/8 b - - 149 100"), [cannot, cannot]);
    assert_eq!(verdicts("8/p4r2/4k3/8/K7/P7/8/8 w - - 148 100"), [can, can]);
    assert_eq!(verdicts("8/5r2/p3k3/P7/8/1K6/8/8 w - - 148 100"), [cannot, cannot]);
    assert_eq!(verdicts("4k3/8/8/8/8/8/8/Q3K3 w - - 150 99"), [cannot, cannot]);
    assert_eq!(verdicts("4k3/8/8/8/8/8/8/Q3K3 w - - 99999999999 99"), [cannot, cannot]);
    assert_eq!(verdicts("7k/6Q1/6K1/8/8/8/8/8 b - - 150 9"), [can, cannot]);
    // Without it the clock does not count.
    let rook = "7k/8/2R3K1/8/8/8/8/8 b - - 149 100";
    assert_eq!(json(&["winnable", rook, "--json"]).1["white"]["verdict"], can);
    let ran = zermelo(&["winnable", rook, "--with-history", "--flag", "black"]);
    let words = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Black's flag fell: the game is drawn, 1/2-1/2"), "{words}");
    assert_eq!(zermelo(&["winnable", rook, "--with-history", "--fast"]).status, 2);
}
