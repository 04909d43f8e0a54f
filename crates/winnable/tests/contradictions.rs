//! Positions about which the best other solver is mistaken: what certificates are for.
//!
//! The peer is chasolver 3.0.0. Each position was met by `benches/variations.rs`. The kernel accepts our
//! line, shakmaty replays it to mate; if a later version of the peer agrees, the last assertion says so.

use std::str::FromStr;

use shakmaty::Position as _;
use zermelo_kernel::{Castling, Color, Evidence, Position};
use zermelo_winnable::{Limits, decide};

use crate::twin::shakmaty_of;

/// Positions that can be won by a side which the peer says has no chance.
const WINNABLE: [(&str, Color); 2] = [
    ("b4B2/8/4k2B/1p6/1Pp1p1p1/ppP1P1P1/1p6/1K6 w - -", Color::White),
    ("7B/1b6/3k4/1p1p4/1P1Pp1p1/1pp1P1P1/2p5/2K2b2 b - -", Color::White),
];

/// Positions that either side can win, and neither by the peer's fast test.
const WINNABLE_FAST: [&str; 2] =
    ["1K6/7p/k1p2p1P/p1P2P2/P7/8/8/8 w - -", "8/8/8/p2p1p2/P1pP1Pp1/2P1K1P1/8/4k3 b - -"];

/// The position and the side as the peer reads them.
fn for_peer(fen: &str, winner: Color) -> (chess::Board, chess::Color) {
    let board = chess::Board::from_str(&format!("{fen} 0 1")).unwrap();
    (board, if winner == Color::White { chess::Color::White } else { chess::Color::Black })
}

/// The kernel accepts a line of ours, and shakmaty replays it to mate.
fn is_winnable(fen: &str, winner: Color) -> bool {
    let root = Position::from_fen(fen, Castling::Standard).unwrap();
    let proved = decide(&root, winner, &Limits::default()).checked(&root, winner);
    let proved = proved.unwrap().expect("decided");
    let Evidence::Helpmate(line) = &proved.evidence else { return false };
    let (mut here, mut theirs) = (root.clone(), shakmaty_of(&root));
    for &m in line {
        let uci: shakmaty::uci::UciMove = m.to_uci(&here).parse().unwrap();
        theirs.play_unchecked(uci.to_move(&theirs).expect("legal by shakmaty's rules"));
        here = here.play(m);
    }
    theirs.is_checkmate() && here.turn() != winner
}

#[test]
fn a_line_that_anybody_can_replay_settles_it() {
    for (fen, winner) in WINNABLE {
        assert!(is_winnable(fen, winner), "{fen}");
        let (board, color) = for_peer(fen, winner);
        let peer = chasolver::winnability(&board, color);
        assert!(matches!(peer, Some(chasolver::Winnability::Unwinnable)), "{fen}: it agrees now");
    }
    for (fen, winner) in WINNABLE_FAST.into_iter().flat_map(|fen| Color::ALL.map(|c| (fen, c))) {
        assert!(is_winnable(fen, winner), "{fen}");
        let (board, color) = for_peer(fen, winner);
        assert!(chasolver::is_unwinnable_fast(&board, color), "{fen}: it agrees now");
    }
}
