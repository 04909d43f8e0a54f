//! Conditions of lemmas, one by one, that whole regions seldom need: each case is a region, often one that
//! leaks elsewhere, of which the *first* step that leads out (or another fault) shows whether the kernel asks
//! for the condition. `tools/mutants/run --broken` drops them one at a time; these notice.

use zermelo_kernel::{Castling, Color, RegionFault};

use crate::endings::{check, check_by, escapes, square};

const WHITE: Color = Color::White;

/// Asserts that this step is not what the kernel complains of.
#[track_caller]
fn passes(winner: Color, fen: &str, items: &str, step: [&str; 3]) {
    let found = check(winner, fen, &[items]);
    if let Err(RegionFault::Escape { phase: 0, man, from, to, .. }) = found {
        assert_ne!([man, from, to], step.map(square), "{fen}, {items}");
    }
}

/// Two kings, each on its side of a wall of pawns.
const WALL: &str = "4k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - -";
const KINGS: &str = "e1: a1-h2; e8: a6-h8";

#[test]
fn facing_pawns_are_pawns_of_one_file_that_stay_there() {
    let faulty = |fen: &str, items: &str| {
        let fault = Err(RegionFault::Facing { phase: 0 });
        assert_eq!(check(WHITE, fen, &[items]), fault, "{fen}, {items}");
    };
    // A king and a pawn, a pawn and a king, two of one colour.
    faulty("4k3/4p3/8/8/8/8/8/4K3 w - -", "facing e1 e7");
    faulty("4k3/8/8/8/8/8/4P3/4K3 w - -", "facing e2 e8");
    faulty("4k3/8/8/8/8/4P3/4P3/4K3 w - -", "facing e2 e3");
    // Either may leave the file.
    let fen = "4k3/4p3/8/8/8/8/4P3/4K3 w - -";
    faulty(fen, "facing e2 e7; e7: e7 d6");
    faulty(fen, "facing e2 e7; e2: e2 d3");
    // In a later phase a pawn of another file may seem to stand on this one.
    let later = format!("{KINGS}; b5: a6; facing a3 b5");
    let fault = Err(RegionFault::Facing { phase: 1 });
    assert_eq!(check(WHITE, WALL, &[KINGS, &later]), fault);
}

#[test]
fn facing_pawns_hold_each_other_only_from_before_them() {
    let fen = "KBk5/P1Pp1p1p/1p1P4/1P6/8/8/5P1P/8 w - -";
    let others = "h2: h2-h6; h7: h3-h7; facing f2 f7; facing h2 h7";
    // White's pawn may be far: Black's steps on.
    let low = format!("f2: f2-f6; f7: f6-f7; {others}");
    escapes(WHITE, fen, &[&low], ["f7", "f6", "f5"]);
    let high = format!("f2: f2-f3; f7: f3-f7; {others}");
    escapes(WHITE, fen, &[&high], ["f2", "f2", "f4"]);
}

#[test]
fn nobody_is_in_its_own_way() {
    // A rook of two squares goes from the one over the other.
    let fen = "4k3/8/8/8/8/8/1N6/RN2K3 w - -";
    escapes(WHITE, fen, &["a1: a1-a2"], ["a1", "a1", "a3"]);
    // Another man of two squares is, wherever on the way it stands.
    let fen = "4k3/8/8/8/8/8/PPPP4/R1N4K w - -";
    escapes(WHITE, fen, &["a1: a1-d1; c1: c1-d1"], ["a1", "d1", "e1"]);
}

#[test]
fn a_square_that_is_held_is_held_by_the_man_that_never_leaves_it() {
    // The knight may seem to be on a2, where a pawn is for certain.
    let fen = "4k3/8/8/8/8/8/P7/RBn4K w - -";
    escapes(WHITE, fen, &["c1: c1 a2"], ["b1", "b1", "c2"]);
}

#[test]
fn who_may_have_promoted_is_no_pawn_again() {
    let fen = "4k3/7P/8/8/8/8/8/K7 w - -";
    let later = "a1: a1-h8; h7: h7-h8";
    escapes(WHITE, fen, &["h7: h7-h8 promoted", later], ["a1", "a1", "a2"]);
    let later = format!("{later} promoted");
    passes_in(WHITE, fen, &["h7: h7-h8 promoted", &later], ["a1", "a1", "a2"]);
}

#[test]
fn the_phase_entered_takes_over_all_men() {
    // Every other phase is tried, wherever the step goes.
    let fen = "4k3/8/8/8/8/8/8/1K6 w - -";
    passes_in(WHITE, fen, &["", "", "b1: a1-h8; e8: a1-h8"], ["b1", "b1", "a1"]);
    // After castling king and rook are on their new squares, and all others where they were.
    let castling = ["e1", "e1", "g1"];
    passes_in(WHITE, CASTLES, &["", "e1: g1; h1: f1"], castling);
    escapes(WHITE, CASTLES, &["", "e1: g1"], castling);
    escapes(WHITE, CASTLES, &["", "e1: g1; h1: f1; c2: c3"], castling);
}

/// The same for several phases.
#[track_caller]
fn passes_in(winner: Color, fen: &str, phases: &[&str], step: [&str; 3]) {
    let found = check(winner, fen, phases);
    if let Err(RegionFault::Escape { phase: 0, man, from, to, .. }) = found {
        assert_ne!([man, from, to], step.map(square), "{fen}, {phases:?}");
    }
}

#[test]
fn a_double_step_in_the_phase_may_be_taken_in_passing() {
    let fen = "7K/3p4/4p1k1/4P3/8/8/8/8 w - -";
    escapes(WHITE, fen, &["d7: d7 d5"], ["e5", "e5", "d6"]);
    passes(WHITE, fen, "d7: d7 d4", ["e5", "e5", "d6"]);
}

/// In Chess960 a king may castle without a step: f1 is attacked, so it does not walk there.
#[test]
fn a_king_and_its_rook_do_not_stand_in_the_way_of_castling() {
    let fen = "4k3/8/b7/8/8/5ppp/5PPP/6KR w H -";
    let found = check_by(Castling::Chess960, WHITE, fen, &[""]);
    let Err(RegionFault::Escape { man, from, to, .. }) = found else { panic!("{found:?}") };
    assert_eq!([man, from, to], [square("g1"); 3]);
}

/// A step of the queen from a1 that is no mate, and after which she must be taken by the king.
const OFFER: &str = "6nk/7p/8/8/8/8/8/Q3K3 b - -";
const ELSEWHERE: &str = "a1: a1-h8 !g7";

#[test]
fn last_man_offered_to_the_king() {
    let offer = ["a1", "a1", "g7"];
    passes(WHITE, OFFER, ELSEWHERE, offer);
    // The winner has another man.
    let second = OFFER.replace("8/Q3K3", "7P/Q3K3");
    escapes(WHITE, &second, &[ELSEWHERE], offer);
    // The king may go elsewhere, or stand elsewhere, or the winner's king guards the queen.
    escapes(WHITE, "6nk/8/8/8/8/8/8/Q3K3 b - -", &[ELSEWHERE], offer);
    escapes(WHITE, OFFER, &[&format!("{ELSEWHERE}; h8: h8 a8")], offer);
    escapes(WHITE, OFFER, &[&format!("{ELSEWHERE}; e1: e1 f7")], offer);
    // A pawn that checks is offered; one that may have promoted checks perhaps otherwise.
    let pawn = "K5nk/7p/6P1/8/8/8/8/8 w - -";
    passes(WHITE, pawn, "", ["g6", "g6", "g7"]);
    escapes(WHITE, pawn, &["g6: g6 promoted"], ["g6", "g6", "g7"]);
}

#[test]
fn last_man_offered_from_afar() {
    // A rook between makes it no check, though the knight takes on a8.
    let afar = "6rk/2n3pp/8/8/8/8/8/Q3K3 w - -";
    escapes(WHITE, afar, &["a1: a1-h8 !a8"], ["a1", "a1", "a8"]);
}

#[test]
fn last_man_offered_to_another_man() {
    let offer = ["a1", "a1", "e5"];
    let fen = "8/4ppp1/3pnkp1/3K1pp1/8/8/8/Q7 b - -";
    let elsewhere = "a1: a1-h8 !e5";
    passes(WHITE, fen, elsewhere, offer);
    // Who should take it may be gone, elsewhere, or no pawn any more.
    for taker in ["d6 gone", "d6 d5", "d6 promoted"] {
        escapes(WHITE, fen, &[&format!("{elsewhere}; d6: {taker}")], offer);
    }
}

#[test]
fn last_man_offered_along_a_line() {
    let offer = ["a1", "a1", "e5"];
    let fen = "8/4ppp1/4bkp1/1r3pn1/5K2/7p/8/Q7 b - -";
    let elsewhere = "a1: a1-h8 !e5";
    // The rook itself is no hindrance on its line; another man is.
    passes(WHITE, fen, &format!("{elsewhere}; b5: b5-c5"), offer);
    escapes(WHITE, fen, &[&format!("{elsewhere}; b5: b5-c5; h3: h3 d5")], offer);
}

/// Wherever the king steps, Black is stalemated.
const CASTLES: &str = "kb6/p1p5/P1P5/8/8/8/2PPPPPP/3BK2R w K -";

#[test]
fn castling_is_no_stalemating_step() {
    for winner in Color::ALL {
        escapes(winner, CASTLES, &[""], ["e1", "e1", "g1"]);
        // A man between, and an attack on g1, are in its way.
        passes(winner, &CASTLES.replace("3BK2R", "3BKB1R"), "", ["e1", "e1", "g1"]);
        passes(winner, &CASTLES.replace("2PPPPPP", "2PPPP1p"), "", ["e1", "e1", "g1"]);
    }
}

/// White's king on h2 is shut in, and a pawn on g3 checks it: but that may be another man by now.
#[test]
fn a_man_that_may_have_promoted_does_not_mate_by_standing_there() {
    let fen = "4k3/8/8/8/7p/6pP/6PK/n5BR w - -";
    let found = check(WHITE, fen, &["g3: g3 promoted"]);
    let Err(RegionFault::Escape { man, from, .. }) = found else { panic!("{found:?}") };
    assert_eq!([man, from], [square("a1"); 2]);
}

/// Black's knight, off the a-file, leaves White's king mated; on a3 it is between rook and king.
#[test]
fn a_man_that_steps_between_does_not_mate() {
    let fen = "r5b1/8/8/8/8/8/2k5/Kn6 w - -";
    escapes(WHITE, fen, &["b1: b1 a4"], ["b1", "b1", "a3"]);
    passes(WHITE, fen, "b1: b1 a4 a3", ["b1", "b1", "c3"]);
}

/// The rook on a8 attacks h8 through the king: the picture is a mate.
#[test]
fn a_mated_king_is_no_shelter() {
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - -";
    let men = ["a1", "e1", "f7", "g7", "h7", "g8"];
    let anywhere: String = men
        .iter()
        .map(|man| {
            format!("{man}: a1-h8{}; ", if man.ends_with(['1', '7']) { " gone" } else { "" })
        })
        .collect();
    let anywhere = anywhere.replace("e1: a1-h8 gone", "e1: a1-h8");
    let fault = Err(RegionFault::Mate { phase: 0, king: square("g8") });
    assert_eq!(check(WHITE, fen, &["a1: a1 a8", &anywhere]), fault);
    // So it is with a pawn that may be a rook or queen on a8.
    let pawn = fen.replace("5ppp", "P4ppp").replace("R3K3", "4K3");
    let anywhere = anywhere.replace("a1: a1-h8 gone", "a7: a1-h8 gone promoted");
    assert_eq!(check(WHITE, &pawn, &["a7: a7-a8 promoted", &anywhere]), fault);
}
