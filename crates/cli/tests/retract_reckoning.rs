//! `zermelo retract` with unknown fields, and by dead reckoning.

use crate::common;
use crate::common::{json, zermelo};

#[track_caller]
fn says(args: &[&str], parts: &[&str]) {
    common::says(&[&["retract"], args].concat(), parts);
}

#[test]
fn who_is_to_move() {
    let kings = "k7/8/2K5/8/8/8/8/8 ?";
    says(&[kings], &["Reading 1 of 2: k7/8/2K5/8/8/8/8/8 w - -", "Every reading may stand."]);
    says(
        &["--dead-reckoning", kings],
        &[
            "By dead reckoning no last move of Black's is possible: the position is a zombie.",
            "10 moves are excluded by dead reckoning, for the position before is dead:",
            "21 last moves are possible for White",
            "1 reading may stand, of 2. The side to move: b.",
        ],
    );
}

#[test]
fn who_may_castle_or_capture() {
    let castles = "8/8/2Q1N3/3B4/2PP4/3Nk2P/2P5/B2RK2R w";
    says(
        &["--dead-reckoning", castles],
        &[
            "the last move was Kf3xe3 (R)",
            "excluded, for the position before has no last move",
            "1 reading may stand, of 2. The castling rights: K.",
        ],
    );
    let passes = "4k2r/8/2P1P1P1/2PpKpP1/8/8/8/8 w k ?";
    says(&[passes], &["2 readings may stand, of 3. The en-passant square: d6 or f6."]);
    says(&["8/8/8/8/8/8/P1k5/K7 b"], &["No last move of White's is possible"]);
    says(
        &["--chess960", "4k3/8/8/8/8/8/8/RR2K3 b ? -"],
        &["Reading 1 of 3: 4k3/8/8/8/8/8/8/RR2K3"],
    );
}

#[test]
fn two_moves_back() {
    // White's king came from somewhere, but then Black cannot have moved before that.
    let fen = "8/8/8/8/8/1q6/3r4/K1k5 b - -";
    says(&[fen], &["5 last moves are possible for White"]);
    says(
        &["--dead-reckoning", fen],
        &[
            "No last move of White's is possible that could itself follow on another: the position \
             cannot arise.",
            "5 moves are excluded, for the position before has no last move:",
        ],
    );
    let (_, report) = json(&["retract", "--json", "--dead-reckoning", fen]);
    assert_eq!(report["dead_reckoning"]["zombie"], false);
    assert_eq!(report["dead_reckoning"]["no_past"].as_array().unwrap().len(), 5);
}

#[test]
fn one_reading_is_answered_as_before() {
    let plain = "8/8/2kP4/8/8/8/6BK/2R5 b";
    assert_eq!(
        common::words(&["retract", plain]),
        common::words(&["retract", &format!("{plain} - -")])
    );
    // The initial array needs no last move, and one that leads back to it has a past.
    says(&["--dead-reckoning", common::START], &["The initial array: a game may begin here"]);
    // In a game nothing is excluded.
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    assert_eq!(
        common::words(&["retract", "--dead-reckoning", e4]),
        common::words(&["retract", e4])
    );
}

#[test]
fn for_programs() {
    let (status, report) = json(&["retract", "--json", "--dead-reckoning", "k7/8/2K5/8/8/8/8/8 ?"]);
    assert_eq!(status, 0);
    assert_eq!(report["standing"], serde_json::json!(["k7/8/2K5/8/8/8/8/8 b - -"]));
    let white = &report["readings"][0];
    assert_eq!((&white["possible"], &white["cannot_arise"]), (&0.into(), &false.into()));
    assert_eq!(white["dead_reckoning"]["zombie"], true);
    assert_eq!(white["dead_reckoning"]["from_dead"].as_array().unwrap().len(), 10);
    assert_eq!(report["readings"][1]["dead_reckoning"]["zombie"], false);
    // Without the option the report has no such key.
    let (_, report) = json(&["retract", "--json", "k7/8/2K5/8/8/8/8/8 b - -"]);
    assert!(report.get("dead_reckoning").is_none() && report.get("readings").is_none());
}

#[test]
fn bad_input() {
    for (fen, begin) in [
        ("k7/8/2K5/8/8/8/8/8", "error: turn: the side to move is missing"),
        ("k7/8/2K5/8/8/8/8/8 x", "error: turn:"),
        ("k7/8/2K5/8/8/8/8/8 ? K", "error: castling:"),
        ("k6R/8/8/8/8/8/8/r6K ?", "error: turn:"),
        ("k7/8/2K5/8/8/8/8/8 ? ? ? ? ? ?", "error: "),
    ] {
        let ran = zermelo(&["retract", fen]);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{fen}");
        assert!(ran.stderr.starts_with(begin), "{}", ran.stderr);
    }
}
