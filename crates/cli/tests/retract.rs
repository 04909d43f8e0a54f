//! `zermelo retract`.

use crate::common;
use crate::common::{START, json, zermelo};

/// The pawn has not moved, and the kings would have stood side by side.
const NO_PAST: &str = "8/8/8/8/8/8/P1k5/K7 b - -";
/// A double check that only a capture en passant gives.
const EN_PASSANT: &str = "8/8/2kP4/8/8/8/6BK/2R5 b - -";

#[track_caller]
fn says(args: &[&str], parts: &[&str]) {
    common::says(&[&["retract"], args].concat(), parts);
}

#[test]
fn no_last_move() {
    says(
        &[NO_PAST],
        &[
            "No last move of White's is possible: the position cannot arise.",
            "King a1: wherever it came from, Black's king would have stood in check already",
            "Pawn a2: still on its first square.",
        ],
    );
    says(
        &["r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"],
        &["Rook a8, King e8 and Rook h8: not moved, as the castling rights say."],
    );
    // Two checks at once that no move gives.
    says(
        &["k6R/8/8/8/8/8/8/R6K b - -"],
        &["Rook a1, King h1 and Rook h8: wherever one of them came from"],
    );
    // Everything is blocked, and king and rook cannot have castled.
    says(
        &["4k3/8/8/8/8/8/5PPP/4nRKn b - -"],
        &[
            "Rook f1 and King g1: no free square to come from.",
            "Pawn f2, Pawn g2 and Pawn h2: still on their first squares.",
            "White cannot have castled with the last move either.",
        ],
    );
    // A double step is the only way, but the FEN has no capture en passant; with it, it has been.
    let double = "8/8/8/8/3pPk2/3n1n2/PP6/Kn6 b -";
    says(&[&format!("{double} -")], &["Pawn e4: only a double step is left, and then Black could"]);
    says(&[&format!("{double} e3")], &["If the position can arise, the last move was e2-e4."]);
}

#[test]
fn an_en_passant_square_names_the_last_move() {
    // Nobody can capture, but the square is a claim about the last move all the same.
    let e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq";
    let only = "If the position can arise, the last move was e7-e5.";
    says(&[&format!("{e5} e6 0 2")], &[only, "before e7-e5"]);
    assert!(!common::words(&["retract", &format!("{e5} -")]).contains(only));
    assert!(
        common::words(&["retract", &format!("{e5} -")])
            .contains("Pawn e5 from e6 or e7, without capture")
    );
    says(
        &["4k3/8/8/8/4P3/8/8/B3K1n1 b - e3"],
        &["If the position can arise, the last move was e2-e4."],
    );
    // The pawn on e2 would have opened the line of the bishop to the king.
    says(
        &["8/8/k7/8/4P3/8/6B1/4K3 b - e3"],
        &["If the position can arise, the last move was e2-e4."],
    );
    says(
        &["8/1k6/8/8/4P3/8/6B1/4K3 b - e3"],
        &["The en-passant square e3 says that a pawn of White's has just passed it"],
    );
}

#[test]
fn the_only_last_move() {
    says(
        &[EN_PASSANT],
        &[
            "If the position can arise, the last move was c5xd6 e.p. c5xd6 e.p. 8/8/2k5/2Pp4/",
            "before c5xd6 e.p.",
        ],
    );
    let (status, answer) = json(&["retract", EN_PASSANT, "--json"]);
    assert_eq!(status, 0);
    let list = answer["retractions"].as_array().unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!(list[0]["uci"], "c5d6");
    assert_eq!(list[0]["san"], "cxd6+");
    assert_eq!(list[0]["kind"], "en_passant");
    assert_eq!(list[0]["taken"], "pawn");
    assert_eq!(list[0]["possible_by_count"], true);
    assert_eq!(list[0]["fen_before"], "8/8/2k5/2Pp4/8/8/6BK/2R5 w - d6");
}

#[test]
fn groups_and_lists() {
    let castled = "4k3/8/8/8/8/8/5PPP/R4RK1 b - -";
    says(
        &[castled],
        &[
            "66 last moves are possible for White, from 67 positions before:",
            "Rook f1 from b1, c1 or d1, without capture or taking Q R B N",
            "O-O, king from e1, rook from h1",
        ],
    );
    assert!(!common::words(&["retract", castled]).contains("R3K2R w K -"));
    says(&[castled, "--all"], &["O-O 4k3/8/8/8/8/8/5PPP/R3K2R w K -", "R3K2R w KQ -"]);
    let (_, answer) = json(&["retract", castled, "--json"]);
    assert_eq!(answer["possible"], 67);
    let list = answer["retractions"].as_array().unwrap();
    assert_eq!(list.len(), 67);
    let castling: Vec<_> = list.iter().filter(|one| one["kind"] == "castling").collect();
    assert_eq!(castling.len(), 2);
    assert!(castling.iter().all(|one| one["uci"] == "e1g1" && one["san"] == "O-O"));
    // Chess960 is asked for by name; then kings castle from anywhere.
    let (_, answer) = json(&["retract", castled, "--json", "--chess960"]);
    let list = answer["retractions"].as_array().unwrap();
    assert!(list.iter().any(|one| one["uci"] == "b1h1" && one["kind"] == "castling"));
    assert_eq!(answer["chess960"], true);
    // Promotions, with and without capture.
    says(
        &["Q3k3/8/8/8/8/8/8/K7 b - -"],
        &[
            "Queen a8 promoted by a pawn from a7, without capture",
            "Queen a8 promoted by a pawn from b7, taking Q R B N",
        ],
    );
}

#[test]
fn the_initial_array() {
    says(
        &[START],
        &[
            "The initial array: a game may begin here, and no last move is needed.",
            "Knight b8 from a6 or c6, without capture",
            "16 moves are possible by the men's ways, but not by their count:",
        ],
    );
    let (_, answer) = json(&["retract", START, "--json"]);
    assert_eq!((&answer["initial_array"], &answer["possible"]), (&true.into(), &4.into()));
    assert_eq!(answer["excluded_by_count"], 16);
    // Without the rights it is another position.
    let lost = START.replace("KQkq", "-");
    assert_eq!(json(&["retract", &lost, "--json"]).1["initial_array"], false);
    let frc = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq -";
    for (fen, initial) in [
        (frc, true),
        (START, true),
        ("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/QBNBNRKR w KQkq -", false), // not alike
        ("bqbnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQBNNRKR w KQkq -", false), // bishops alike
    ] {
        let (_, answer) = json(&["retract", fen, "--json", "--chess960"]);
        assert_eq!(answer["initial_array"], initial, "{fen}");
    }
}

#[test]
fn the_count_of_men() {
    // Black has all his men, so White's king has taken nothing.
    let (_, answer) = json(&["retract", "rnbqkbnr/pppppppp/8/8/8/8/8/K7 b kq -", "--json"]);
    assert_eq!((&answer["possible"], &answer["excluded_by_count"]), (&3.into(), &12.into()));
    let nine = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 b - -";
    says(
        &[nine],
        &["cannot arise", "The count of men excludes it: White has 9 pawns, more than 8."],
    );
    let (_, answer) = json(&["retract", nine, "--json"]);
    assert_eq!((&answer["possible"], &answer["cannot_arise"]), (&0.into(), &true.into()));
    assert_eq!(answer["notes"][0], "White has 9 pawns, more than 8");
}

#[test]
fn json_of_a_position_without_past() {
    let (status, answer) = json(&["retract", NO_PAST, "--json"]);
    assert_eq!((status, &answer["cannot_arise"]), (0, &true.into()));
    assert_eq!(answer["reasons"].as_array().unwrap().len(), 2);
    assert_eq!(answer["retractions"].as_array().unwrap().len(), 0);
    assert_eq!(answer["turn"], "black");
    assert!(answer["passed_square"].is_null());
}

#[test]
fn bad_input() {
    for (fen, sentence) in [
        ("", "error: placement: the position is empty\n"),
        ("4k3/8/8/8/8/8/8/4K3", "error: turn: the side to move is missing\n"),
        (
            "4k3/4R3/8/8/8/8/8/4K3 w - -",
            "error: turn: Black is in check although it is White's move\n",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 b - e3",
            "error: en passant: no pawn stands on e4 that could have just passed e3\n",
        ),
    ] {
        let ran = zermelo(&["retract", fen]);
        assert_eq!((ran.status, ran.stderr.as_str(), ran.stdout.as_str()), (2, sentence, ""));
    }
    assert_eq!(zermelo(&["retract", "4k3/8/8/8/8/8/8/4K3 w - - -1 1"]).status, 2);
    assert_eq!(zermelo(&["retract"]).status, 2);
    assert_eq!(zermelo(&["retract", START, "--depth", "2"]).status, 2);
}
