//! Our board and shakmaty on the same walk, in the same run, turn about:
//! `cargo bench -p zermelo-board --bench walk`. Each visits every position two moves deep from a
//! set of positions of real games and endings: as a search does (list the moves, play each), and
//! as the engines' tests for "is there a move at all" do. Prints the ratios ours / shakmaty.

use std::time::Instant;

use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};
use zermelo_board::Position;

const FENS: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "6rk/p4p1p/4p3/1ppp1p2/4BP2/KPP2b2/P2R4/7Q w - - 0 36",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1",
    "8/8/8/1K1k4/1p6/1r6/8/2q5 w - - 2 51",
    "k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 w - - 0 1",
];

fn ours(p: &Position, depth: u32, test: bool) -> u64 {
    if depth == 0 {
        return u64::from(if test { p.has_legal_move() } else { !p.legal_moves().is_empty() });
    }
    p.legal_moves().into_iter().map(|m| ours(&p.play(m), depth - 1, test)).sum()
}

fn theirs(p: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return u64::from(!p.legal_moves().is_empty());
    }
    let mut sum = 0;
    for m in p.legal_moves() {
        let mut child = p.clone();
        child.play_unchecked(m);
        sum += theirs(&child, depth - 1);
    }
    sum
}

fn main() {
    let chess: Vec<Chess> = FENS
        .iter()
        .map(|fen| {
            let fen: Fen = fen.parse().expect("a FEN");
            fen.into_position(CastlingMode::Standard).expect("a position")
        })
        .collect();
    let boards: Vec<Position> =
        chess.iter().map(|p| Position::from_shakmaty(p, CastlingMode::Standard)).collect();
    let (mut a, mut b, mut c) = (0.0, 0.0, 0.0);
    let mut leaves = 0;
    for _ in 0..40 {
        for (board, chess) in boards.iter().zip(&chess) {
            let start = Instant::now();
            let lists = ours(board, 2, false);
            a += start.elapsed().as_secs_f64();
            let start = Instant::now();
            let tests = ours(board, 2, true);
            b += start.elapsed().as_secs_f64();
            let start = Instant::now();
            let peer = theirs(chess, 2);
            c += start.elapsed().as_secs_f64();
            assert_eq!((lists, tests), (peer, peer));
            leaves += peer;
        }
    }
    let nanos = |seconds: f64| seconds / leaves as f64 * 1e9;
    println!(
        "walk: {leaves} leaves, ours {:.0} ns, ours with the test for any move {:.0} ns, shakmaty \
         {:.0} ns, ratios {:.3} and {:.3}",
        nanos(a),
        nanos(b),
        nanos(c),
        a / c,
        b / c
    );
}
