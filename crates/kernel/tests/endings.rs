//! Steps that end the game, lemma by lemma: regions that must be accepted because some step is
//! stalemate or mate, and near misses that must not.
//!
//! A phase is written as items `square: squares flags`, `a1-h2` being a rectangle and `!b2` leaving
//! a square out; `#` is followed by a set in hexadecimal. A man that is not named stays at home.

use zermelo_kernel::{
    Castling, Color, Cover, CoverFault, Evidence, ManState, Phase, Position, Region, RegionFault,
    Square, Squares, WinnableCertificate, WinnableFault,
};

pub fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|_| panic!("{name} is no square"))
}

/// A phase from its items, those that come later counting more.
fn phase(anchor: &Position, items: &str) -> Phase {
    let items: Vec<&str> =
        items.split(';').map(str::trim).filter(|item| !item.is_empty()).collect();
    let men: Vec<Square> = anchor.pieces().map(|(home, _)| home).collect();
    let state = |&home: &Square| {
        let mut state =
            ManState { squares: Squares::EMPTY, may_be_gone: false, may_be_promoted: false };
        let at_home = format!("{home}: {home}");
        let name = format!("{home}: ");
        let mine = items.iter().rev().find_map(|item| item.strip_prefix(&name));
        for word in mine.unwrap_or(&at_home[name.len()..]).split_whitespace() {
            let mut add = |set: u64| state.squares.0 |= set;
            match word.split_once('-') {
                Some((low, high)) => {
                    let (low, high) = (square(low), square(high));
                    let inside = |s: &Square| {
                        (low.file()..=high.file()).contains(&s.file())
                            && (low.rank()..=high.rank()).contains(&s.rank())
                    };
                    Square::all().filter(inside).for_each(|s| add(Squares::only(s).0));
                }
                None => match word {
                    "gone" => state.may_be_gone = true,
                    "promoted" => state.may_be_promoted = true,
                    _ => match (word.strip_prefix('#'), word.strip_prefix('!')) {
                        (Some(set), _) => add(u64::from_str_radix(set, 16).expect("a set")),
                        (_, Some(out)) => state.squares.0 &= !Squares::only(square(out)).0,
                        _ => add(Squares::only(square(word)).0),
                    },
                },
            }
        }
        state
    };
    let index = |name: &str| men.iter().position(|&home| home == square(name)).expect("a man");
    let pairs = items.iter().filter_map(|item| item.strip_prefix("facing ")?.split_once(' '));
    Phase {
        men: men.iter().map(state).collect(),
        facing: pairs.map(|(white, black)| (index(white), index(black))).collect(),
    }
}

pub fn check(winner: Color, fen: &str, phases: &[&str]) -> Result<(), RegionFault> {
    check_by(Castling::Standard, winner, fen, phases)
}

pub fn check_by(
    castling: Castling,
    winner: Color,
    fen: &str,
    phases: &[&str],
) -> Result<(), RegionFault> {
    let anchor = Position::from_fen(fen, castling).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let phases = phases.iter().map(|items| phase(&anchor, items)).collect();
    let regions = vec![Region { anchor: anchor.clone(), phases }];
    let evidence = Evidence::Cover(Cover { positions: Vec::new(), regions });
    match (WinnableCertificate { position: anchor, winner, evidence }).check() {
        Ok(_) => Ok(()),
        Err(WinnableFault::Cover(CoverFault::Region { number: 1, fault })) => Err(fault),
        Err(other) => panic!("{fen}: {other}"),
    }
}

#[track_caller]
fn accepted(winner: Color, fen: &str, items: &str) {
    let found = check(winner, fen, &[items]);
    assert_eq!(found, Ok(()), "{winner}, {fen}, {items}");
}

/// Asserts that the region is not closed, and that this step (man, from, to) of phase 0 shows it.
#[track_caller]
pub fn escapes(winner: Color, fen: &str, phases: &[&str], step: [&str; 3]) {
    let found = check(winner, fen, phases);
    let Err(RegionFault::Escape { phase: 0, man, from, to, .. }) = found else {
        panic!("{winner}, {fen}, {phases:?}: {found:?}")
    };
    assert_eq!([man, from, to], step.map(square), "{winner}, {fen}, {phases:?}");
}

/// Black cannot move, and every step of White's king leaves it so.
const SHUT: &str = "kb6/p1p5/P1P5/8/8/8/8/K7 w - -";

#[test]
fn stalemating_king_step() {
    for winner in Color::ALL {
        accepted(winner, SHUT, "");
        // Other men do not matter, as long as they cannot move either.
        accepted(winner, "kb6/p1p4p/P1P4P/8/8/8/8/K7 w - -", "");
        // The same for Black's king.
        accepted(winner, "k7/8/8/8/8/p1p5/P1P5/KB6 b - -", "");
    }
}

#[test]
fn no_stalemate_if_a_man_can_move() {
    for winner in Color::ALL {
        let first = ["a1", "a1", "a2"];
        escapes(winner, "kb6/p1p4p/P1P5/8/8/8/8/K7 w - -", &[""], first);
        // A pawn that can move only if a man that may be gone is gone.
        escapes(winner, "kb6/p1p4p/P1P4P/8/8/8/8/K7 w - -", &["h6: h6 gone"], first);
        // A bishop whose way is shut by a pawn that may be elsewhere.
        escapes(winner, SHUT, &["c7: c7 c5"], first);
        // A pawn that may have promoted is not stuck.
        escapes(winner, SHUT, &["c7: c7 promoted"], first);
        // A pawn that has something to take.
        escapes(winner, "kb6/p1p5/P1P5/7p/6PP/8/8/K7 w - -", &[""], first);
        // A pawn that only the king itself holds up.
        escapes(winner, "kb6/p1p5/P1P5/8/6p1/6Pp/7K/8 w - -", &[""], ["h2", "h2", "h1"]);
    }
}

#[test]
fn no_stalemate_if_the_king_has_a_flight() {
    for winner in Color::ALL {
        let first = ["a1", "a1", "a2"];
        escapes(winner, "k7/p1p5/P1P5/8/8/8/8/K7 w - -", &[""], first); // b8
        // The bishop that holds b8 may be gone.
        escapes(winner, SHUT, &["b8: b8 gone"], first);
        // The king may stand elsewhere.
        escapes(winner, SHUT, &["a8: a8 h8"], first);
    }
}

#[test]
fn no_stalemate_if_the_winner_uncovers_a_check() {
    // The king on h2 shuts the line of its rook to h8; Kg3 is mate.
    let battery = "5brk/4p1p1/4P1P1/8/8/5p2/5P1K/6BR w - -";
    accepted(Color::Black, battery, "");
    // (Tried first, and refused too: the king on h3 is seen as having left the line.)
    escapes(Color::White, battery, &[""], ["h2", "h2", "h3"]);
    // A second shield makes it stalemate; one that may be gone does not.
    let shield = "5brk/4p1p1/4P1P1/7p/7P/5p2/5P1K/6BR w - -";
    accepted(Color::Black, shield, "");
    accepted(Color::White, shield, "");
    escapes(Color::White, shield, &["h4: h4 gone; h5: h5 gone"], ["h2", "h2", "h3"]);
}

#[test]
fn no_stalemate_where_the_other_side_may_castle() {
    // Here castling is shut for good. The lemma does not look so far: any right is too much.
    let caged = "2brkrbr/1p1p1p1p/1P1P1P1P/8/8/8/8/K7 w - -";
    for winner in Color::ALL {
        accepted(winner, caged, "");
        let right = caged.replace("w -", "w k");
        escapes(winner, &right, &[""], ["a1", "a1", "a2"]);
    }
}

/// The black king may go anywhere but to the squares from which it would stalemate White.
#[test]
fn stalemate_as_a_fence() {
    let fen = "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 w - -";
    let king = "a1-h1 a2-f2 a3-e3 a4-d4 a5-e5 a6-f6 a7-h8";
    let sets = format!("f1: {king}; g1: #aa552a558a15aa55 gone; h4: h3-h4");
    for winner in Color::ALL {
        accepted(winner, fen, &sets);
        // A white pawn that can move: f1xg2 is no stalemate.
        let pawn = fen.replace("8/8/7p", "8/p7/7p").replace("5p1K", "P4p1K");
        let pawns = "a4: a4-a6; a7: a5-a7; facing a4 a7";
        escapes(winner, &pawn, &[&format!("{sets}; {pawns}")], ["f1", "f1", "g2"]);
        // Without f5 White's king has g4, without h6 it has g5.
        escapes(winner, &fen.replace("5p1P", "7P"), &[&sets], ["f1", "f1", "g2"]);
        escapes(winner, &fen.replace("7p/5p1P", "8/5p1P"), &[&sets], ["f1", "f1", "g2"]);
    }
}

/// The rook has one step, f2-e2, and it is mate: nothing else can move.
const MATES: &str = "6bk/3p1p1p/3PpP1P/3pKp2/3P1P2/5p2/pppp1rpp/rbbrbrbb b - -";
const ROOK: [&str; 3] = ["f2", "f2", "e2"];

#[test]
fn mating_step() {
    let white = Color::White;
    accepted(white, MATES, "");
    // It is no good if the winner makes it.
    escapes(Color::Black, MATES, &[""], ROOK);
    // The checking man can be taken.
    escapes(white, &MATES.replace("5p2", "2N2p2"), &[""], ROOK);
    escapes(white, &MATES.replace("3PpP1P", "B2PpP1P"), &[""], ROOK);
    accepted(white, &MATES.replace("5p2", "3P1p2"), "");
    // A man can come in between, whether or not it is said to.
    let knight = MATES.replace("3P1P2", "2NP1P2");
    escapes(white, &knight, &[""], ROOK);
    escapes(white, &knight, &["c4: c4 e3"], ROOK);
    // A man of either side may be in between already.
    escapes(white, MATES, &["h7: h7 e3"], ROOK);
    escapes(white, MATES, &["h6: h6 e4"], ROOK);
    // The king has a flight: e4, or d5 and f5, or the squares of own men that may be gone.
    escapes(white, MATES, &["d5: d5 gone; f5: f5 gone"], ROOK);
    escapes(white, MATES, &["e6: e6 gone"], ROOK);
    escapes(white, MATES, &["d4: d4 gone"], ROOK);
    escapes(white, MATES, &["f6: f6-f7"], ROOK);
    // The king may stand where the rook does not check it, or where it is not caught.
    escapes(white, MATES, &["e5: e5 a8"], ROOK);
    escapes(white, MATES, &["e5: e4-e5"], ROOK);
}

#[test]
fn mating_step_of_a_knight() {
    let fen = "6b1/8/1k6/3p1p2/3PpP1B/3pKp2/3P1P1n/B7 w - -";
    let bishop = "#aa55aa5582458245 gone";
    let others = "h2: h2 gone; b6: #ffffff83c783c7ff; g8: #55aa5582458255aa";
    let sets = format!("a1: {bishop}; h4: {bishop}; {others}");
    accepted(Color::White, fen, &sets);
    // A bishop on h3 takes on f1, one on h5 takes on g4.
    let with = |more: &str| format!("{sets}; h4: {bishop} {more}");
    escapes(Color::White, fen, &[&with("h3")], ["h2", "h2", "f1"]);
    escapes(Color::White, fen, &[&with("h5")], ["h2", "h2", "g4"]);
    // A pawn that may be gone: d3 and f3 are no longer guarded.
    let loose = format!("{sets}; e4: e4 gone");
    escapes(Color::White, fen, &[&loose], ["h2", "h2", "f1"]);
}

/// A double step is no mating step: the pawn may be taken in passing, here by h5xg6.
#[test]
fn a_double_step_does_not_mate() {
    let fen = "4k3/6p1/7p/5p1P/5p1K/5P1P/8/8 b - -";
    let all = ["f3", "h3", "f4", "f5", "h5", "h6"].map(|man| format!("{man}: a1-h8 gone promoted"));
    let later = format!("{}; h4: a1-h8; e8: a1-h8; g7: g6", all.join("; "));
    escapes(Color::White, fen, &["", &later], ["g7", "g7", "g5"]);
}

/// White's king is shut in; each step of Black's knight uncovers the bishop, and is mate.
const UNCOVERS: &str = "8/8/8/7p/ppp4P/bkp5/pnp5/n1K5 b - -";

#[test]
fn mating_step_that_uncovers_a_check() {
    let (white, knight) = (Color::White, ["b2", "b2", "d1"]);
    accepted(white, UNCOVERS, "");
    // It is no good if the winner makes it.
    escapes(Color::Black, UNCOVERS, &[""], ["b2", "b2", "d3"]);
    // The man behind may be gone, elsewhere, or something else.
    escapes(white, UNCOVERS, &["a3: a3 gone"], knight);
    escapes(white, UNCOVERS, &["a3: a3 a8"], knight);
    escapes(white, &UNCOVERS.replace("bkp5", "rkp5"), &[""], knight);
    // Another man may stand in between.
    escapes(white, UNCOVERS, &["h5: h5 b2"], knight);
    // A man can take the bishop, from b5, or come in between, from d1. (White has two men.)
    let two = UNCOVERS.replace("7p/ppp4P", "P7/ppp4N");
    escapes(white, &two, &["h4: h4 b5"], knight);
    escapes(white, &two, &["h4: h4 d1"], knight);
    escapes(white, &two, &["h4: h4 e8"], ["h4", "h4", "g2"]);
}

/// White has one man besides the king, which is shut in. All around Black's king are Black's men.
const RING: &str = "8/8/8/8/ppp5/bkp4Q/qnp5/n1K5 b - -";
/// Where the queen may go without a check.
const QUEEN: &str = "h3: a1-h8 !a1 !b1 !c1 !a2 !b2 !c2 !a3 !b3 !c3 !a4 !b4 !c4";

#[test]
fn last_man_is_taken() {
    // Black's pawn on c2 may take on d1: nothing is left to White but the king.
    accepted(Color::White, RING, QUEEN);
    // Not so if White may have another man.
    let second = RING.replace("8/8/8/8", "8/8/8/P7");
    let sets = format!("{QUEEN}; a5: a5-a8 promoted gone");
    escapes(Color::White, &second, &[&sets], ["c2", "c2", "d1"]);
}

#[test]
fn last_man_gives_a_check_that_must_be_taken() {
    let with = |more: &str| format!("{QUEEN}; {more}");
    let white = Color::White;
    let queen = ["h3", "d1", "c2"];
    // Nobody is left to take on c2, where White's king guards the queen.
    escapes(white, &RING.replace("n1K5", "2K5"), &[QUEEN], queen);
    // The knight may be gone.
    escapes(white, RING, &[&with("a1: a1 gone")], queen);
    // A rook on c2 checks nobody.
    escapes(white, &RING.replace('Q', "R"), &[QUEEN], ["h3", "d2", "c2"]);
}
