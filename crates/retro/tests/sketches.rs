//! Partial FENs: the readings of a FEN with unknown fields, against a list made without thought, and
//! positions that go back and forth.

use std::collections::HashSet;

use zermelo_kernel::{Castling, Color, Position, Square};
use zermelo_retro::partial_fen::{FenPosition, PartialFen};

fn fens(text: &str, mode: Castling) -> Vec<String> {
    let partial: PartialFen = text.parse().unwrap();
    let readings = partial.readings(mode).unwrap();
    readings.iter().map(|reading| reading.position.to_fen()).collect()
}

fn standing(fen: &str) -> FenPosition {
    let partial: PartialFen = fen.parse().unwrap();
    partial.readings(Castling::Standard).unwrap().swap_remove(0)
}

#[test]
fn what_is_open_and_in_which_order() {
    let home = "r3k2r/8/8/8/8/8/8/R3K2R";
    let list = fens(&format!("{home} ?"), Castling::Standard);
    assert_eq!(list.len(), 32);
    assert_eq!(list[0], format!("{home} w KQkq -"));
    assert_eq!(list[15], format!("{home} w - -"));
    assert_eq!(list[31], format!("{home} b - -"));
    assert_eq!(fens(&format!("{home} b Kq ?"), Castling::Standard), [format!("{home} b Kq -")]);
    // The pawn on c5 may take one pawn, the one on g5 the other.
    let passed = "4k2r/8/2P1P1P1/2PpKpP1/8/8/8/8 w k";
    let squares = ["-", "d6", "f6"].map(|square| format!("{passed} {square}"));
    assert_eq!(fens(&format!("{passed} ?"), Castling::Standard), squares);
    assert_eq!(fens(passed, Castling::Standard), squares);
    // In check, only one side can be to move.
    let check = "k7/8/8/8/8/8/8/R6K";
    assert_eq!(fens(&format!("{check} ? - -"), Castling::Standard), [format!("{check} b - -")]);
    // Any rook beside the king may be the one with which to castle.
    let rooks = "4k3/8/8/8/8/8/8/RR2K2R w ? -";
    assert_eq!(fens(rooks, Castling::Chess960).len(), 6);
    assert_eq!(fens(rooks, Castling::Standard).len(), 4);
}

#[test]
fn rejects() {
    let refused = |text: &str| {
        let readings = text.parse::<PartialFen>().and_then(|one| one.readings(Castling::Standard));
        readings.unwrap_err().to_string()
    };
    assert_eq!(refused("4k3/8/8/8/8/8/8/4K3"), "turn: the side to move is missing");
    assert!(refused("4k3/8/8/8/8/8/8/4K3 ? ? ? x").starts_with("clock:"));
    assert!(refused("4k3/8/8/8/8/8/8/4K3 ? ? ? ? ? ?").contains('?'));
    assert!(refused("4k3/8/8/8/8/8/8/4K3 w K").starts_with("castling:"));
    assert!(refused("4k3/8/8/8/8/8/8/4K3 w ?K").starts_with("castling:"));
    assert!(refused("4k3/8/8/8/8/8/8/4K3 w - e5").starts_with("en passant:"));
    assert!(refused("4k3/8/8/8/8/8/8/4K3 y").starts_with("turn:"));
    assert!(refused("4k3/8/8/8/8/8/4R3/R3K3 w").starts_with("turn:"));
    // Both in check.
    assert!(refused("k6R/8/8/8/8/8/8/r6K ?").starts_with("turn:"));
    assert!(refused("").starts_with("placement:"));
}

/// Random play from the initial array.
fn random_standings(seed: u64, games: usize, mut look: impl FnMut(&FenPosition, &FenPosition)) {
    let mut dice = fastrand::Rng::with_seed(seed);
    for _ in 0..games {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let mut at = standing(start);
        for _ in 0..dice.usize(10..120) {
            let moves = at.position.legal_moves();
            let Some(&made) = dice.choice(&moves) else { break };
            let after = at.after(made);
            if dice.u8(..6) == 0 {
                look(&at, &after);
            }
            at = after;
        }
    }
}

#[test]
fn readings_are_all_positions_with_these_men() {
    random_standings(1, 6, |_, reached| {
        let fen = reached.position.to_fen();
        let men = fen.split(' ').next().unwrap();
        let mut all = HashSet::new();
        for turn in ["w", "b"] {
            for set in 0..16 {
                let rights: String = "KQkq"
                    .chars()
                    .enumerate()
                    .filter(|(i, _)| set >> i & 1 == 1)
                    .map(|x| x.1)
                    .collect();
                let rights = if rights.is_empty() { "-".to_string() } else { rights };
                let squares = Square::all().map(|square| square.to_string());
                for square in squares.chain(["-".to_string()]) {
                    let fen = format!("{men} {turn} {rights} {square}");
                    all.extend(Position::from_fen(&fen, Castling::Standard));
                }
            }
        }
        let partial: PartialFen = format!("{men} ?").parse().unwrap();
        let readings = partial.readings(Castling::Standard).unwrap();
        assert_eq!(readings.len(), all.len(), "{fen}");
        assert_eq!(readings.into_iter().map(|one| one.position).collect::<HashSet<_>>(), all);
    });
}

/// What was played can be taken back, with clock and number, and what is taken back can be played.
#[test]
fn back_and_forth() {
    let mut seen = [false; 2];
    random_standings(2, 40, |before, after| {
        let taken_back = after.retractions();
        assert!(taken_back.iter().any(|one| one.before == before.position));
        for found in taken_back {
            let earlier = after.before(&found);
            let again = earlier.after(found.made);
            assert_eq!(again.position, after.position);
            assert_eq!((again.passed, again.number), (after.passed, after.number));
            assert!(again.clock == after.clock || earlier.clock.is_none());
            seen[usize::from(found.taken.is_some())] = true;
        }
    });
    assert_eq!(seen, [true; 2]);
}

#[test]
fn clocks_and_squares_say_what_the_last_move_was() {
    let count = |fen: &str| standing(fen).retractions().len();
    let bare = "k7/8/2K5/8/8/8/8/8 b - -";
    let (any, reset, running) =
        (count(bare), count(&format!("{bare} 0 50")), count(&format!("{bare} 1 50")));
    assert_eq!(any, reset + running);
    assert_eq!(running, 7); // the king, from the squares that are not beside the other
    // The square that a pawn has passed, although nobody can capture there.
    let e4 = standing("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").retractions();
    assert_eq!(e4.len(), 1);
    assert_eq!(e4[0].before.turn(), Color::White);
    assert_eq!(standing("4k3/8/8/8/4P3/8/8/4K3 b - e3 1 1").retractions(), []);
    assert_eq!(standing("8/8/8/8/8/1k6/8/1K6 b - - ? 7").to_fen(), "8/8/8/8/8/1k6/8/1K6 b - - ? 7");
}
