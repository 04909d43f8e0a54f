//! `zermelo judge`: every ruling in words, as JSON and as PGN.

use crate::common::games::{KNIGHTS, all_kinds, dead, flag_fall, fools_mate, game, json, judge};
use crate::common::{HARD, WALL, zermelo, zermelo_fed};
use serde_json::Value;

/// The one line for one game, after `game 1: `.
fn line(args: &[&str], pgn: &str) -> String {
    let ran = judge(args, pgn);
    assert_eq!(ran.stdout.lines().count(), 1, "{ran:?}");
    ran.stdout.trim_end().strip_prefix("game 1: ").unwrap().to_string()
}

#[test]
fn games_that_a_rule_ended() {
    let ran = judge(&[], &dead());
    assert_eq!(
        ran.stdout,
        "game 1 (Anna - Boris, 2024.05.01): dead position after 56. Kxd3 (ply 1, article 5.2.2): \
         draw; 3 moves were played after the end; CONTRADICTED: the record says 1-0\n"
    );
    assert_eq!(ran.status, 0, "a contradicted result is an answer");
    assert_eq!(
        line(&[], &fools_mate()),
        "checkmate with 2... Qh4# (ply 4, article 5.1.1): Black won; the record agrees"
    );
    let stalemate = game("FEN=7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "1. Qf7 1/2-1/2");
    assert_eq!(
        line(&[], &stalemate),
        "stalemate after 1. Qf7 (ply 1, article 5.2.1): draw; the record agrees"
    );
    let fivefold = line(&[], &game("", &format!("{} 1-0", KNIGHTS.repeat(4))));
    assert_eq!(
        fivefold,
        "five-fold repetition after 8... Ng8 (ply 16, article 9.6.1): draw; CONTRADICTED: the \
         record says 1-0; could be claimed: threefold repetition by announcing 4... Ng8 (9.2.1), \
         threefold repetition from 4... Ng8 (9.2.2)"
    );
    let still = game("FEN=7k/8/8/8/8/8/8/K4Q2 w - - 149 200", "200. Qf2 Kg8 *");
    assert_eq!(
        line(&[], &still),
        "75 moves without capture and pawn move after 200. Qf2 (ply 1, article 9.6.2): draw; 1 \
         move was played after the end; the record gives no result; could be claimed: 50 moves \
         from the start (9.3.2)"
    );
    let from_the_start = game("FEN=8/8/4k3/8/8/4K3/8/8 b - - 0 1", "*");
    assert!(line(&[], &from_the_start).starts_with("dead position at the start (ply 0, article"));
}

#[test]
fn games_that_a_player_gave_up() {
    assert_eq!(
        line(&[], &flag_fall()),
        "White ran out of time, Black cannot mate (article 6.9): draw; CONTRADICTED: the record \
         says 0-1"
    );
    let black = game(&format!("Termination=Anna won on time|FEN={WALL}"), "1-0");
    assert_eq!(
        line(&[], &black),
        "Black ran out of time, White can mate (article 6.9): White won; the record agrees"
    );
    let taken = "no mate on the board and a decisive result is taken as a resignation";
    assert_eq!(
        line(&[], &game("Termination=Normal", "1. e4 e5 1-0")),
        format!("Black resigned (article 5.1.2; {taken}): White won; the record agrees")
    );
    assert_eq!(
        line(&[], &game("Termination=Anna won by resignation", "1. e4 e5 1-0")),
        "Black resigned (article 5.1.2): White won; the record agrees"
    );
    assert_eq!(
        line(&[], &game(&format!("FEN={WALL}"), "0-1")),
        format!(
            "White resigned, but Black cannot mate (article 5.1.2; {taken}): draw; CONTRADICTED: \
             the record says 0-1"
        )
    );
    // The user knows more than the record.
    let agreed = game(&format!("FEN={WALL}"), "1/2-1/2");
    assert!(
        line(&["--flag", "white"], &agreed).ends_with("(article 6.9): draw; the record agrees")
    );
    // That somebody can mate is shown by a mate, from the position on the board.
    let ran = judge(&["--flag", "black"], &agreed);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].contains("White won; CONTRADICTED"), "{ran:?}");
    assert!(lines[1].starts_with("  White mates, for example: 61. "), "{ran:?}");
    assert!(lines[1].ends_with('#') && lines[1].contains(" 62. "), "{ran:?}");
    assert_eq!(lines[2..], ["  from 5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -"]);
    let black = game("FEN=7k/8/8/8/8/8/8/q6K w - - 0 40", "40. Kg2 *");
    let ran = judge(&["--flag", "white"], &black);
    assert!(ran.stdout.contains("\n  Black mates, for example: 40... "), "{ran:?}");
    assert!(ran.stdout.contains("#\n  from 7k/8"), "{ran:?}");
    // Programs have the same line.
    let report = &json(&["--flag", "white"], &black)[0];
    let last = |key: &str| report[key].as_array().and_then(|line| line.last()?.as_str()).unwrap();
    assert!(last("helpmate_san").ends_with('#') && last("helpmate_uci").len() == 4, "{report}");
    assert!(json(&["--flag", "black"], &black)[0].get("helpmate_san").is_none());
    assert!(line(&["--flag", "black"], &fools_mate()).starts_with("checkmate"));
}

#[test]
fn draws_and_what_the_rules_leave_to_the_record() {
    assert_eq!(
        line(&[], &game("", "1. e4 e5 1/2-1/2")),
        "agreed (article 5.2.3; nothing could be claimed at the end): draw; the record agrees"
    );
    let claimed = line(&[], &game("", &format!("{} 1/2-1/2", KNIGHTS.repeat(2))));
    assert!(
        claimed.starts_with(
            "claimed or agreed, at the end could be claimed threefold repetition (article 9.2.2)"
        ),
        "{claimed}"
    );
    let announced = game("FEN=7k/8/6K1/8/8/8/P7/8 w - - 99 80", "1/2-1/2");
    let announced = line(&[], &announced);
    assert!(announced.contains("50 moves by announcing 80. K"), "{announced}");
    assert_eq!(
        line(&[], &game("Termination=Anna won by checkmate", "1. e4 e5 1-0")),
        "unfounded: the record gives checkmate as the reason, which does not show on the board; \
         the record's 1-0 stands"
    );
    assert_eq!(
        line(&[], &game("Termination=Abandoned", "1. e4 e5 1-0")),
        "decided otherwise than by the moves: \"Abandoned\"; the record's 1-0 stands"
    );
    assert_eq!(line(&[], &game("", "1. e4 e5 *")), "not over, and nobody gave up");
}

#[test]
fn an_open_ruling_is_status_1() {
    let hard = game(&format!("FEN={HARD} 0 1"), "*");
    let ran = judge(&["--memory", "4K", "--reserve", "5K"], &hard);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stdout.starts_with("game 1: OPEN: "), "{ran:?}");
    assert!(ran.stderr.contains("kernel: there is no ruling to check"), "{ran:?}");
    assert!(!ran.stderr.contains("retried alone with more memory: 0"), "{ran:?}");
    // The reserve is what it needs.
    let ran = judge(&["--memory", "4K"], &hard);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stderr.contains("retried alone with more memory: 1 position"), "{ran:?}");
}

#[test]
fn the_summary_of_one_game_is_one_line() {
    let ran = judge(&[], &fools_mate());
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    assert!(ran.stderr.starts_with("1 game in "), "{ran:?}");
    assert!(ran.stderr.contains("; kernel: 1 of 1 ruling checked and accepted"), "{ran:?}");
    // Nobody need see it, nor a longer one; what went wrong is said all the same.
    for pgn in [fools_mate(), all_kinds()] {
        assert_eq!(judge(&["--quiet"], &pgn).stderr, "");
    }
    let ran = zermelo(&["judge", "-q", "/nowhere"]);
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{ran:?}");
}

#[test]
fn the_summary_counts_everything() {
    let ran = judge(&[], &all_kinds());
    assert_eq!(ran.status, 0);
    let rows: Vec<String> = ran
        .stderr
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    for row in [
        "broken 0",
        "over by 5.1.1 checkmate 1",
        "over by 5.2.1 stalemate 1",
        "over by 5.2.2 dead position 1 1 with moves played after the end",
        "over by 9.6.1 five-fold repetition 1 1 with moves played after the end",
        "over by 9.6.2 75 moves 1 1 with moves played after the end",
        "drawn on time, no mate possible 1",
        "drawn on resigning, no mate 1",
        "drawn by agreement (5.2.3) 1",
        "drawn by agreement or claim (9) 1",
        "decided otherwise 1",
        "unfinished 1",
        "unfounded 1 the reason given does not show on the board",
        "results that agree 3",
        "results CONTRADICTED 6",
        "results left to the record 3",
        "reading: the position alone counts (FIDE's)",
        "retried alone with more memory: 0 positions",
    ] {
        assert!(rows.iter().any(|other| other == row), "{row}: {}", ran.stderr);
    }
    assert!(rows[0].starts_with("games 12 in ") && rows[0].ends_with(" a second"), "{}", rows[0]);
    assert!(ran.stderr.contains("kernel: 12 of 12 rulings checked and accepted"));
    let ran = judge(&["--contradicted"], &all_kinds());
    assert_eq!(ran.stdout.matches("CONTRADICTED").count(), 6);
    assert_eq!(ran.stdout.lines().count(), 6);
    assert!(ran.stderr.contains("12 of 12 rulings"));
    assert!(!ran.stderr.contains("no result is contradicted"));
    let right = fools_mate().repeat(2);
    for (more, told) in [(&["--contradicted"][..], true), (&["--contradicted", "--quiet"], false)] {
        let ran = judge(more, &right);
        assert_eq!((ran.status, ran.stdout.as_str()), (0, ""), "{ran:?}");
        assert_eq!(ran.stderr.contains("no result is contradicted"), told, "{ran:?}");
    }
}

#[test]
fn the_keys_of_json() {
    let reports = json(&[], &all_kinds());
    let rulings: Vec<&str> = reports.iter().map(|game| game["ruling"].as_str().unwrap()).collect();
    let expected = [
        "over",
        "over",
        "over",
        "over",
        "over",
        "flag",
        "resigned",
        "drawn",
        "drawn",
        "unfounded",
        "decided",
        "unfinished",
    ];
    assert_eq!(rulings, expected);
    let dead = &reports[2];
    for (key, value) in [
        ("file", "-"),
        ("white", "Anna"),
        ("black", "Boris"),
        ("article", "5.2.2"),
        ("ending", "dead_position"),
        ("move_san", "Kxd3"),
        ("result", "1/2-1/2"),
        ("claimed_result", "1-0"),
        ("agreement", "contradicted"),
        ("reading", "position"),
        ("fen", "8/8/4k3/8/8/3K4/8/8 b - -"),
    ] {
        assert_eq!(dead[key], value, "{key}: {dead}");
    }
    for (key, value) in
        [("game", 3), ("plies", 4), ("ply", 1), ("plies_after_end", 3), ("claims_total", 0)]
    {
        assert_eq!(dead[key], value, "{key}: {dead}");
    }
    assert_eq!((&dead["winner"], &dead["checked"]), (&Value::Null, &true.into()));
    assert!(dead["line"].as_u64().unwrap() > 3);
    let certificate = dead["certificate"].as_str().unwrap();
    assert_eq!(zermelo_fed(&["check", "-"], certificate.as_bytes()).status, 0);
    // No cover, no certificate.
    assert!(reports[0].get("certificate").is_none());
    assert_eq!(reports[0]["winner"], "black");
    assert_eq!((&reports[5]["loser"], &reports[5]["article"]), (&"white".into(), &"6.9".into()));
    assert_eq!((&reports[7]["article"], &reports[8]["article"]), (&"5.2.3".into(), &Value::Null));
    let claims = reports[8]["claims"].as_array().unwrap();
    assert_eq!(claims[0], serde_json::json!({"ply": 7, "article": "9.2.1", "move_san": "Ng8"}));
    assert_eq!(claims[1], serde_json::json!({"ply": 8, "article": "9.2.2"}));
    assert_eq!(reports[10]["said"], "Abandoned");
    // A long list of claims is cut, and its length told.
    let shuffle = "FEN=7k/8/8/8/8/8/8/K4Q2 w - - 100 1";
    let shuffle = game(shuffle, &format!("{} *", "Qf2 Kg8 Qf1 Kh8 ".repeat(12)));
    let many = &json(&[], &shuffle)[0];
    assert!(many["claims"].as_array().unwrap().len() <= 100);
    assert!(many["claims_total"].as_u64().unwrap() > 10);
}

#[test]
fn the_stricter_reading() {
    // 149 plies are gone, and no mate in one.
    let clock = game("FEN=7k/8/8/8/8/8/8/K4Q2 w - - 149 200", "*");
    assert!(line(&[], &clock).starts_with("not over"));
    let ran = judge(&["--with-history"], &clock);
    let sentence =
        "game 1: dead position with its history at the start (ply 0, article 5.2.2): draw";
    assert!(ran.stdout.starts_with(sentence), "{ran:?}");
    assert!(ran.stderr.contains("reading: a mate must come before the 75-move or five-fold end"));
    assert_eq!(json(&["--with-history"], &clock)[0]["reading"], "history");
    // A mate in one is in time.
    let mate = game("FEN=7k/8/6K1/8/8/8/8/5Q2 w - - 149 200", "*");
    assert!(line(&["--with-history"], &mate).starts_with("not over"));
}

#[test]
fn annotated_games_agree_with_the_rules() {
    let ran = judge(&["--pgn"], &all_kinds());
    assert_eq!(ran.status, 0);
    let words = ran.words();
    for comment in [
        "56. Kxd3 {Zermelo: dead position (FIDE 5.2.2), the game is drawn here.}",
        "2. g4 Qh4# {Zermelo: checkmate (FIDE 5.1.1), Black has won.}",
        "{Zermelo: White ran out of time, but Black cannot mate (FIDE 6.9): the game is drawn.}",
        "{Zermelo: White resigned, but Black cannot mate (FIDE 5.1.2): the game is drawn.}",
        "{Zermelo: the record said 1-0.} 1/2-1/2",
        "{Zermelo: a draw can be claimed, threefold repetition by announcing 4... Ng8 (FIDE 9.2.1).}",
        "{Zermelo: a draw can be claimed, this position for the third time (FIDE 9.2.2).}",
        "{Zermelo: the record gives checkmate as the reason, which does not show on the board.}",
    ] {
        let glued = comment.replace(' ', "");
        assert!(words.replace(' ', "").contains(&glued), "{comment}: {}", ran.stdout);
    }
    assert!(ran.stdout.contains("[Result \"1/2-1/2\"]"));
    let again = judge(&[], &ran.stdout);
    assert!(!again.stdout.contains("CONTRADICTED") && again.stdout.lines().count() == 12);
    // Written once more, the notes are not there twice.
    let twice = judge(&["--pgn"], &ran.stdout);
    assert_eq!(twice.stdout.matches("dead position (FIDE").count(), 1, "{}", twice.stdout);
    // A broken game is copied, and told about elsewhere.
    let broken = "1. e4 Qh9 1-0";
    let ran = judge(&["--pgn"], &format!("{}{broken}\n", dead()));
    assert!(ran.stdout.ends_with(&format!("{broken}\n\n")), "{ran:?}");
    assert!(ran.stderr.starts_with("game 2, line "), "{ran:?}");
    let refused = zermelo(&["judge", "-", "--pgn", "--json"]);
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
}

#[test]
fn a_broken_game_costs_only_itself() {
    let pgn = [fools_mate(), game("", "1. e4 Qh9 1-0"), fools_mate()].concat();
    let ran = judge(&[], &pgn);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(ran.status, 2);
    assert!(lines[0].starts_with("game 1: ") && lines[2].starts_with("game 3: checkmate"));
    assert!(lines[1].starts_with("game 2, line ") && lines[1].contains("Qh9"), "{}", lines[1]);
    let reports = json(&[], &pgn);
    let keys: Vec<&String> = reports[1].as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 4, "{keys:?}");
    assert_eq!((&reports[1]["game"], &reports[1]["file"]), (&2.into(), &"-".into()));
    assert!(reports[1]["error"].as_str().unwrap().contains("Qh9"));
    // A variant is no broken game.
    let ran = judge(&[], &[game("Variant=Atomic", "1. e4 e5 1-0"), fools_mate()].concat());
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stdout.contains("Atomic") && ran.stderr.contains("variants, refused"));
}
