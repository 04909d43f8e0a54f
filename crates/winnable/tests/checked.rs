//! An engine that lies gets no answer through.

use zermelo_kernel::{Castling, Color, Evidence, Position};
use zermelo_winnable::{Cover, Decision, Limits, Method, Verdict, decide, unwinnable_fast};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const DEAD: &str = "8/8/4k3/8/8/3NK3/8/8 w - -";

fn position(fen: &str) -> Position {
    Position::from_fen(fen, Castling::Standard).unwrap()
}

#[test]
fn true_claims_are_accepted() {
    for (fen, claim) in [(START, "winnable"), (DEAD, "unwinnable")] {
        let root = position(fen);
        let answer = decide(&root, Color::White, &Limits::default());
        let certificate = answer.checked(&root, Color::White).unwrap().unwrap();
        assert_eq!(certificate.claim(), claim);
    }
}

/// White is mated, so that Black is not to move in any position of the phase; but Black's men are not
/// stuck once White's king has stepped out of the check that is none any more.
#[test]
fn men_that_wait_are_not_taken_to_be_stuck() {
    let root = position("8/8/1p2b1p1/1Pp3Pk/2P2p1P/2p2PpK/2P3P1/8 w - -");
    let answer = decide(&root, Color::White, &Limits::default());
    let certificate = answer.checked(&root, Color::White).unwrap().unwrap();
    assert_eq!(certificate.claim(), "unwinnable");
}

/// Kings beside locked pawns, one of them shut in, or many pawns that all face others: the fast test looks at
/// what little they come to. (The best peer's finds these, too.)
#[test]
fn the_fast_test_sees_through_kings_beside_locked_pawns() {
    for fen in [
        "8/6p1/4k1Pp/p2p1p1K/5P1P/8/P7/8 b - -",
        "k7/Pp6/1Pp2p2/5P1p/1K5P/8/2P5/8 w - -",
        "8/8/4k3/p2p1p1p/P2PpP2/2K1P1pP/6P1/8 b - -",
        "8/8/2p2pkp/p1p2p1p/P1P2P1P/2P2PK1/8/8 b - -",
    ] {
        for winner in Color::ALL {
            let root = position(fen);
            let cover = unwinnable_fast(&root, winner).unwrap_or_else(|| panic!("{fen}"));
            let decision =
                Decision { verdict: Verdict::Unwinnable(cover), method: Method::Region, nodes: 0 };
            assert!(decision.checked(&root, winner).unwrap().is_some(), "{fen}");
        }
    }
    let winnable = position("8/8/8/p2p1p2/P1pP1Pp1/2P1K1P1/8/4k3 b - -");
    assert!(unwinnable_fast(&winnable, Color::White).is_none(), "where the peer's is wrong");
}

/// Bishops roam behind walls of pawns. A single phase would let the kings be where they never are
/// together; half a million positions are otherwise listed for the first.
#[test]
fn regions_of_cells_are_accepted() {
    for (fen, winner) in [
        ("BbK1kb2/b1p1p1p1/1pP1P1P1/1P6/8/8/8/1B2b2B b - -", Color::Black),
        ("Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/8/p7/P7/4b2B b - -", Color::Black),
    ] {
        let root = position(fen);
        let answer = decide(&root, winner, &Limits::default());
        let certificate = answer.checked(&root, winner).unwrap().unwrap();
        let Evidence::Cover(cover) = &certificate.evidence else { panic!("{fen}") };
        assert!(cover.positions.is_empty(), "{fen}");
        assert!(cover.regions.iter().any(|region| region.phases.len() > 4), "{fen}");
    }
}

#[test]
fn an_open_answer_has_no_certificate() {
    let open = Decision { verdict: Verdict::Open, method: Method::Search, nodes: 1 };
    assert_eq!(open.checked(&position(START), Color::White), Ok(None));
}

#[test]
fn false_claims_are_bugs() {
    let root = position(START);
    let board = zermelo_board::Position::from_kernel(&root);
    let lie = |verdict| {
        let answer = Decision { verdict, method: Method::Search, nodes: 1 };
        assert!(answer.sampled(&board, Color::White, true).is_err());
        answer.checked(&root, Color::White).unwrap_err()
    };
    assert!(lie(Verdict::Unwinnable(Cover::default())).contains("rejected"));
    assert!(lie(Verdict::Winnable(Vec::new())).contains("does not end in mate"));
    let Verdict::Winnable(mut line) = decide(&root, Color::White, &Limits::default()).verdict
    else {
        panic!("White can mate")
    };
    line.remove(0);
    assert!(lie(Verdict::Winnable(line)).contains("rejected"));
    // A mate, but of the wrong side.
    let answer = decide(&root, Color::White, &Limits::default());
    assert!(answer.checked(&root, Color::Black).unwrap_err().contains("wrong side"));
}
