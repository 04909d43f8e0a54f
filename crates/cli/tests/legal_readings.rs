//! `zermelo legal`: why each last move fails, and other readings of the question: Chess960, dead
//! reckoning.

use serde_json::Value;

use crate::common::{START, json, says, zermelo, zermelo_fed};

const PAWNS: &str = "rnbqkbnr/pppppppp/8/8/8/P7/P1PPPPPP/RNBQKBNR b KQkq -";
/// Of its last moves one comes from a position of which all last moves fail.
const NESTED: &str = "4B2n/Bqp2Nbr/r1r2p1B/5b2/n3bN2/1Q1Rq1b1/3kr2B/QKb2B1R b - -";

fn report(args: &[&str]) -> Value {
    json(args).1
}

#[test]
fn each_last_move_says_why_it_fails() {
    let found = report(&["legal", PAWNS, "--json"]);
    let told = &found["explanation"];
    assert_eq!(told["legend"], "White's pawns");
    let captures = &told["reasons"][0]["captures"][0];
    assert_eq!((&captures["needed"], &captures["at_most"]), (&1.into(), &0.into()));
    let came = captures["pawns"].as_array().unwrap().iter().find(|pawn| pawn["square"] == "a3");
    assert_eq!((&came.unwrap()["from_file"], &came.unwrap()["captures"]), (&"b".into(), &1.into()));
    // The four last moves that `retract` lists, each with its reason.
    let listed = report(&["retract", PAWNS, "--json"]);
    let possible = listed["retractions"].as_array().unwrap().iter();
    let possible: Vec<_> = possible.filter(|one| one["possible_by_count"] == true).collect();
    let groups = told["before"].as_array().unwrap();
    let moves: Vec<_> = groups.iter().flat_map(|one| one["moves"].as_array().unwrap()).collect();
    assert_eq!((possible.len(), moves.len()), (4, 4));
    for one in possible {
        let same = |tried: &&&Value| {
            tried["uci"] == one["uci"] && tried["fen_before"] == one["fen_before"]
        };
        assert!(moves.iter().find(same).is_some(), "{one}");
    }
    assert!(groups.iter().all(|group| group["rule"] == "pawn-captures"));
    assert_eq!(listed["excluded_by"]["rule"], "pawn-captures");
    // Nested, and cut with the rest counted.
    let nested = report(&["legal", NESTED, "--json"]).to_string();
    assert!(
        nested.matches("\"before\":[").count() > 1 && nested.contains("\"more\":8"),
        "{nested}"
    );
}

/// Of many readings the numbers are put together, and a long reason is said once.
#[test]
fn many_readings_are_told_in_short() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ?";
    let ran = zermelo(&["legal", array]);
    let words = ran.words();
    for part in [
        "Legal: a game leads to readings 1 to 16, of 32. To move: White; not Black.",
        "illegal b KQkq - nothing was captured and no pawn has moved",
        "illegal b KQk - as above illegal b KQq - as above",
        "--games shows the games, and the reasons in full.",
    ] {
        assert!(words.contains(part), "{part:?} is missing: {words}");
    }
    assert_eq!(words.matches("nothing was captured").count(), 1, "{words}");
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
    let all = zermelo(&["legal", array, "--games"]).words();
    assert!(all.contains("Reading 32 of 32") && !all.contains("--games"), "{all}");
}

/// Which games count, and which rules do not, is said once for all readings, and as data.
#[test]
fn readings_have_their_premises() {
    let rook = "4k3/8/8/8/8/8/8/4K2R ?";
    says(
        &["legal", rook, "--chess960", "--dead-reckoning"],
        &[
            "Castling rights: K or none.",
            "rules parity and cage are left out",
            "Dead reckoning: only",
        ],
    );
    let found = report(&["legal", rook, "--chess960", "--json"]);
    assert_eq!(found["notes"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found["fields"][0]["text"], "To move: White or Black.");
    assert_eq!(report(&["legal", rook, "--json"])["notes"], serde_json::json!([]));
}

#[test]
fn games_of_chess960() {
    let fen = "bb1qnrkr/pppppppp/2n5/8/8/8/PPPPPPPP/BBNQNRKR w KQkq -";
    let found = report(&["legal", "--chess960", fen, "--json"]);
    assert_eq!((&found["verdict"], &found["chess960"]), (&"legal".into(), &true.into()));
    assert_eq!(found["start"], "bbnqnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBNQNRKR w KQkq -");
    assert_eq!(found["rules_left_out"], serde_json::json!(["parity", "cage"]));
    says(
        &["legal", "--chess960", fen],
        &["from BBNQNRKR", "The rules parity and cage are left out"],
    );
    // An opening of standard chess is one of Chess960, and so is every array.
    let opening = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
    says(&["legal", "--chess960", opening], &["Legal", "from RNBQKBNR"]);
    says(&["legal", "--chess960", START], &["Legal: it is an initial array."]);
    // What counting excludes, and rights that no array gives.
    says(&["legal", "--chess960", PAWNS], &["Illegal: no game of Chess960", "at least 1 capture"]);
    says(
        &["legal", "--chess960", "4k1r1/8/8/8/8/8/8/4K2R w Kk -"],
        &["Illegal", "No array has kings and rooks so"],
    );
    // A wrong side to move is no fault where nobody knows where the men began.
    let tempo = START.replace(" w ", " b ");
    assert_eq!(report(&["legal", &tempo, "--json"])["verdict"], "illegal");
    assert_ne!(report(&["legal", "--chess960", &tempo, "--json"])["verdict"], "illegal");
}

#[test]
fn games_of_the_living() {
    let zombie = "k7/8/2K5/8/8/8/8/8 w - -";
    let found = report(&["legal", "--dead-reckoning", zombie, "--json"]);
    assert_eq!((&found["verdict"], &found["rule"]), (&"illegal".into(), &"last-moves".into()));
    assert_eq!(found["explanation"]["before"][0]["rule"], "dead");
    assert_eq!(report(&["legal", zombie, "--json"])["verdict"], "legal");
    // With Black to move White may have captured: from a position that was not dead.
    let found = report(&["legal", "--dead-reckoning", &zombie.replace(" w ", " b "), "--json"]);
    assert_eq!(found["verdict"], "legal");
    assert!(!found["mate"].as_array().unwrap().is_empty());
    // Illegal in all games is illegal in these.
    assert_eq!(report(&["legal", "--dead-reckoning", PAWNS, "--json"])["rule"], "pawn-captures");
    let batch = zermelo_fed(&["legal", "--batch", "-", "--dead-reckoning"], zombie.as_bytes());
    assert_eq!(batch.stdout, format!("illegal\tlast-moves\t{zombie}\n"));
    assert_eq!(zermelo(&["legal", "--dead-reckoning", "--shortest", START]).status, 2);
}
