//! Regions, lemma by lemma: certificates that must be accepted, and near misses that must not.
//!
//! Every case goes through the text form, so the reader is tried too. A phase is written here as
//! items `square: squares flags`, `a1-h2` being a rectangle and `!b2` leaving a square out; a man
//! that is not named stays at home.

use zermelo_kernel::{
    Castling, Color, CoverFault, Position, Proof, RegionFault, Rejection, Square, WinnableFault,
};

fn square(name: &str) -> Square {
    name.parse().unwrap_or_else(|_| panic!("{name} is no square"))
}

/// The squares of a list such as `a1-h2 e4 !b2`.
fn squares(list: &str) -> u64 {
    let mut set = 0_u64;
    for item in list.split_whitespace() {
        if let Some(out) = item.strip_prefix('!') {
            set &= !(1 << square(out).index());
            continue;
        }
        let (low, high) = item.split_once('-').unwrap_or((item, item));
        let (low, high) = (square(low), square(high));
        for s in Square::all() {
            let inside = (low.file()..=high.file()).contains(&s.file())
                && (low.rank()..=high.rank()).contains(&s.rank());
            set |= u64::from(inside) << s.index();
        }
    }
    set
}

/// All squares of one colour, as a list.
fn of_one_colour(light: bool) -> String {
    let names = Square::all().filter(|s| s.is_light() == light).map(|s| s.to_string());
    names.collect::<Vec<_>>().join(" ")
}

/// The text of a region's body.
fn phases_text(anchor: &Position, phases: &[&str]) -> String {
    let mut text = String::new();
    for phase in phases {
        text.push_str("phase\n");
        let items: Vec<&str> = phase.split(';').map(str::trim).collect();
        for (home, piece) in anchor.pieces() {
            let name = format!("{home}: ");
            let at_home = home.to_string();
            let words = items.iter().rev().find_map(|item| item.strip_prefix(&name));
            let (mut list, mut flags) = (String::new(), String::new());
            for word in words.unwrap_or(&at_home).split_whitespace() {
                match word {
                    "gone" | "promoted" => flags.push_str(&format!(" {word}")),
                    "nowhere" => {}
                    _ => list.push_str(&format!(" {word}")),
                }
            }
            let set = squares(&list);
            text.push_str(&format!("man {}{home} {set:016x}{flags}\n", piece.letter()));
        }
        for pair in items.iter().filter(|item| item.starts_with("facing ")) {
            text.push_str(&format!("{pair}\n"));
        }
    }
    text
}

/// Checks the claim that `winner` never mates, by a region anchored there.
fn check(rules: Castling, winner: Color, fen: &str, phases: &[&str]) -> Result<(), RegionFault> {
    let anchor = Position::from_fen(fen, rules).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let rules = if rules == Castling::Standard { "chess" } else { "chess960" };
    let claim = if winner == Color::White { "white" } else { "black" };
    let body = phases_text(&anchor, phases);
    let text = format!(
        "zermelo-certificate 1\nrules {rules}\nclaim unwinnable {claim}\nposition {fen}\n\
         region {fen}\n{body}end\n"
    );
    let certificate = Proof::read(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let written = certificate.to_text();
    assert_eq!(Proof::read(&written).as_ref(), Ok(&certificate));
    match certificate.check() {
        Ok(_) => Ok(()),
        Err(Rejection::Winnable(WinnableFault::Cover(CoverFault::Region { number: 1, fault }))) => {
            assert!(!fault.to_string().is_empty());
            Err(fault)
        }
        Err(other) => panic!("{other}"),
    }
}

#[track_caller]
fn accepted(winner: Color, fen: &str, phases: &[&str]) {
    if let Err(fault) = check(Castling::Standard, winner, fen, phases) {
        panic!("{fen}: {fault}");
    }
}

#[track_caller]
fn rejected(winner: Color, fen: &str, phases: &[&str]) -> RegionFault {
    match check(Castling::Standard, winner, fen, phases) {
        Ok(()) => panic!("{fen} {phases:?} was accepted"),
        Err(fault) => fault,
    }
}

/// Rejected because of this very step: the man, from, to.
#[track_caller]
fn escapes(winner: Color, fen: &str, phases: &[&str], step: [&str; 3]) {
    let fault = rejected(winner, fen, phases);
    let RegionFault::Escape { man, from, to, .. } = fault else { panic!("{fault:?}") };
    assert_eq!([man, from, to], step.map(square));
}

/// A wall of sixteen pawns. Below it every way up is attacked by Black's pawns, above it every
/// way down by White's.
const WALL: &str = "4k3/8/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - -";
const KINGS: &str = "e1: a1-h2; e8: a6-h8";

/// Two kings caught in a corner, and two pairs of pawns that may still approach each other.
const CORNER: &str = "KBk5/P1Pp1p1p/1p1P4/1P6/8/8/5P1P/8 w - -";
const PAWNS: &str = "f2: f2-f6; h2: h2-h6; f7: f3-f7; h7: h3-h7";
const FACING: &str = "facing f2 f7; facing h2 h7";

#[test]
fn permanent() {
    for winner in Color::ALL {
        accepted(winner, WALL, &[KINGS]);
        // A king's squares must all be there.
        escapes(winner, WALL, &["e1: a1-h2 !h2; e8: a6-h8"], ["e1", "g1", "h2"]);
        escapes(winner, WALL, &["e1: a1-h2; e8: a7-h8"], ["e8", "a7", "b6"]);
        // A blocker that may be taken, or may stand elsewhere, blocks nothing.
        escapes(winner, WALL, &[&format!("{KINGS}; b5: b5 gone")], ["b4", "b4", "b5"]);
        escapes(winner, WALL, &[&format!("{KINGS}; b5: b5-b6")], ["b4", "b4", "b5"]);
        // The anchor must lie in the region.
        let gone = rejected(winner, WALL, &[&format!("{KINGS}; b5: nowhere")]);
        assert_eq!(gone, RegionFault::Anchor(square("b5")));
        let elsewhere = rejected(winner, WALL, &["e1: a1-h2 !e1; e8: a6-h8"]);
        assert_eq!(elsewhere, RegionFault::Anchor(square("e1")));
    }
}

#[test]
fn always_attacked() {
    // Without the pawns of the g-file nothing guards g3 and h3.
    let open = "4k3/8/8/1p1p1p1p/pPpPpP1P/P1P1P3/8/4K3 w - -";
    escapes(Color::White, open, &[KINGS], ["e1", "f2", "g3"]);
    // A square that is guarded need not be left out; but a man that goes there can be taken,
    // and a king is no such man.
    accepted(Color::White, WALL, &["e1: a1-h2 b3 d3; e8: a6-h8"]);
    // In the corner: c7 guards d8, d6 guards c7, the white king b7, the black one d7.
    for winner in Color::ALL {
        let region = format!("{PAWNS}; {FACING}");
        accepted(winner, CORNER, &[&region]);
        // An attacker that may be gone or may be elsewhere guards nothing.
        rejected(winner, CORNER, &[&format!("{region}; c7: c7 gone")]);
        rejected(winner, CORNER, &[&format!("{region}; d6: d6 gone")]);
        rejected(winner, CORNER, &[&format!("{region}; c8: c8 d8")]);
        rejected(winner, CORNER, &[&format!("{region}; c7: c7-c8 promoted")]);
    }
}

/// The first fault found tells whether the rook guards the second rank: the white king is tried
/// before the others, and its step to a2 before its step to c1.
#[test]
fn always_attacked_along_a_line() {
    let fen = "3nk3/8/8/8/8/8/7r/K7 w - -";
    let guarded = ["a1", "b1", "c1"];
    let open = ["a1", "a1", "a2"];
    for (men, step) in [
        ("e8: e8", guarded),
        ("e8: a8-h8", guarded),
        ("e8: e8; h2: g2-h2", guarded), // its own squares are no hindrance
        ("e8: e8; h2: h2-h3", open),    // from h3 it does not look along the rank
        ("e8: e8; h2: h2 gone", open),
        ("e8: e8; d8: d8 c2", open),    // the knight may come between
        ("e8: e8 c2", open),            // and so may the king
        ("e8: e8; d8: d8 a2", guarded), // but not on the square itself
        ("e8: e8; d8: d8 c3", guarded),
    ] {
        let region = format!("a1: a1-b1; {men}");
        escapes(Color::White, fen, &[&region], step);
    }
    // A king is no shelter for itself: it cannot go on along the line of a check.
    escapes(Color::White, fen, &["a1: a1-b1 b2"], ["a1", "b1", "c1"]);
}

/// Men of the attacker's own that look along the same line are no hindrance: the nearest one attacks.
#[test]
fn always_attacked_by_one_of_several() {
    let (guarded, open) = (["a1", "b1", "c1"], ["a1", "a1", "a2"]);
    for (man, step) in [
        ("r", guarded),
        ("q", guarded),
        ("b", open), // a bishop does not look along the rank
        ("n", open),
        ("R", open), // one of the other side's looks the other way
    ] {
        let fen = format!("4k3/8/8/8/3{man}4/8/7r/K7 w - -");
        if man != "q" {
            escapes(Color::White, &fen, &["a1: a1-b1; d4: d4 c2"], step);
        }
        let fen = fen.replace(&format!("3{man}4"), &format!("5{man}2"));
        escapes(Color::White, &fen, &["a1: a1-b1; f4: f4 c2 gone"], step);
    }
    // A promoted pawn may be anything, and so may hinder the rook.
    let pawn = "4k3/8/8/8/8/3p4/7r/K7 w - -";
    escapes(Color::White, pawn, &["a1: a1-b1; d3: d3 c2 promoted"], open);
    // The helper attacks from where it is, but need not be there: the first man must always see the square.
    let fen = "4k3/8/8/8/3r4/8/7r/K7 w - -";
    escapes(Color::White, fen, &["a1: a1-b1; h2: h2-h3; d4: d2 d4"], open);
}

/// Seven bishops on a zigzag of eight squares cannot pass each other.
const ZIGZAG: &str = "B1B1B1B1/pBpBpBp1/P1P1P1P1/4b3/5b2/8/8/k1K5 w - -";

#[test]
fn in_the_way() {
    let dark = "a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3 b4 d4 f4 h4 a5 c5 e5 g5 b6 d6 f6 h6 gone";
    let region = |bishops: &str| {
        format!("a1: a1-h5 b6 d6 f6 h6; c1: a1-h5; e5: {dark}; f4: {dark}; {bishops}")
    };
    let bishops = "a8: a8 b7; b7: b7 c8; c8: c8 d7; d7: d7 e8; e8: e8 f7; f7: f7 g8; g8: g8 h7";
    for winner in Color::ALL {
        accepted(winner, ZIGZAG, &[&region(bishops)]);
        // Where one of them may be gone the next one goes on.
        let gone = bishops.replace("g8: g8 h7", "g8: g8 h7 gone");
        escapes(winner, ZIGZAG, &[&region(&gone)], ["f7", "g8", "h7"]);
        // Or where it may stand elsewhere.
        let away = bishops.replace("g8: g8 h7", "g8: g8 h7 a8");
        escapes(winner, ZIGZAG, &[&region(&away)], ["f7", "g8", "h7"]);
        // A man that may stand on the last square is in the way if it is an own one only.
        let wide = bishops.replace("f7: f7 g8", "f7: f7 g8 h7");
        rejected(winner, ZIGZAG, &[&region(&wide)]);
    }
}

/// A side that is in check wherever its king may stand is to move. The king on a1 is tried first, and steps to a2.
#[test]
fn in_check() {
    let (moves, waits) = (["a1", "a1", "a2"], ["e4", "e4", "e5"]);
    for (men, step) in [
        ("", waits),
        ("e4: e4 c4", ["e4", "c4", "c5"]), // the pawn attacks both
        ("e4: e4-e5", moves),
        ("d5: d5 gone", moves),
        ("d5: d5-d6", moves),
        ("d5: d5 promoted", moves),
    ] {
        escapes(Color::White, "8/8/8/3p4/4K3/8/8/k7 w - -", &[men], step);
    }
    // A rook's check may be shut off, a pawn's not.
    let rook = "8/8/8/8/r3K3/8/8/k5B1 w - -";
    escapes(Color::White, rook, &["g1: g1 h2 a7"], ["g1", "g1", "f2"]);
    escapes(Color::White, rook, &["g1: g1 d4"], moves);
    // Captures by pawns stand for captures in passing, and are never left out.
    let pawns = "8/8/8/4k3/3P4/2n5/1P6/K7 b - -";
    escapes(Color::White, pawns, &[""], ["b2", "b2", "c3"]);
    escapes(Color::White, pawns, &["c3: c3 gone; b2: b2 c3"], ["c3", "c3", "d5"]);
}

#[test]
fn facing_pawns() {
    let with = |facing: &str| format!("{PAWNS}; {facing}");
    for winner in Color::ALL {
        accepted(winner, CORNER, &[&with(FACING)]);
        escapes(winner, CORNER, &[&with("facing h2 h7")], ["f2", "f6", "f7"]);
        escapes(winner, CORNER, &[&with("facing f2 f7")], ["h2", "h6", "h7"]);
        escapes(winner, CORNER, &[PAWNS], ["f2", "f6", "f7"]);
        // Not a white and a black pawn of one file, White's below.
        for wrong in ["f2 h7", "f7 f2", "h2 h2", "a8 c8", "f2 d7", "b5 b6; facing d7 d6"] {
            let facing = with(&format!("{FACING}; facing {wrong}"));
            assert_eq!(rejected(winner, CORNER, &[&facing]), RegionFault::Facing { phase: 0 });
        }
        // One of the two may leave the file, may promote, or may be gone.
        let leaves = with(&format!("f2: f2-f6 g3; {FACING}"));
        assert_eq!(rejected(winner, CORNER, &[&leaves]), RegionFault::Facing { phase: 0 });
        let promotes = with(&format!("f7: f3-f7 promoted; {FACING}"));
        assert_eq!(rejected(winner, CORNER, &[&promotes]), RegionFault::Facing { phase: 0 });
        let gone = with(&format!("f7: f3-f7 gone; {FACING}"));
        escapes(winner, CORNER, &[&gone], ["f2", "f6", "f7"]);
        // Sets that are too small: the pawns may step two squares, and up to each other.
        let small = with(&format!("f2: f2-f6 !f4; {FACING}"));
        escapes(winner, CORNER, &[&small], ["f2", "f2", "f4"]);
        let short = with(&format!("f2: f2-f5; {FACING}"));
        escapes(winner, CORNER, &[&short], ["f2", "f5", "f6"]);
    }
    // Pawns that have passed each other do not face.
    let passed = "4k3/8/8/5P2/5p2/8/8/4K3 w - -";
    let all = "e1: a1-h8; e8: a1-h8; f4: f1-f4; f5: f5-f8; facing f5 f4";
    assert_eq!(rejected(Color::White, passed, &[all]), RegionFault::Facing { phase: 0 });
}

#[test]
fn en_passant() {
    // White has just played d2-d4, and the wall can be opened; else it cannot.
    for winner in Color::ALL {
        accepted(winner, &WALL.replace(" w ", " b "), &[KINGS]);
        let just_played = WALL.replace(" w - -", " b - d3");
        escapes(winner, &just_played, &[KINGS], ["c4", "c4", "d3"]);
        // The wall one rank higher, and Black has just played e7-e5.
        let just_played = "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - e6";
        let kings = "e1: a1-h3; e8: a7-h8";
        escapes(winner, just_played, &[kings], ["d5", "d5", "e6"]);
        accepted(winner, &just_played.replace("e6", "-"), &[kings]);
    }
}

#[test]
fn castling() {
    // Everything is held but the rook on f1, and the king is tried before the rook.
    let sets = "e1: a1-h8; h1: a1-h8 !f1 gone; e8: a1-h8";
    escapes(Color::Black, "4k3/8/8/8/8/8/8/4K2R w K -", &[sets], ["e1", "e1", "g1"]);
    escapes(Color::Black, "4k3/8/8/8/8/8/8/4K2R w - -", &[sets], ["h1", "a1", "f1"]);
    let sets = "e1: a1-h8; h1: a1-h8 gone; e8: a1-h8";
    accepted(Color::Black, "4k3/8/8/8/8/8/8/4K2R w K -", &[sets]);
    // In Chess960 the king may stay where it is while the rook jumps.
    let sets = "g1: a1-h8; h1: a1-h8 !f1 gone; e8: a1-h8";
    for (rights, man) in [("K", "g1"), ("-", "h1")] {
        let fen = format!("4k3/8/8/8/8/8/8/6KR w {rights} -");
        let fault = check(Castling::Chess960, Color::Black, &fen, &[sets]);
        let Err(RegionFault::Escape { man: found, .. }) = fault else { panic!("{fault:?}") };
        assert_eq!(found, square(man), "{rights}");
    }
    // Permanent men between king and rook: the right is worth nothing.
    let caged = "2k5/8/8/8/3p1p1p/2pP1P1P/2P1BPBP/3BKBNR w K -";
    let king = "c8: a1-c1 a2-b2 a3-b3 a4-b4 a5-h8 c4";
    escapes(Color::White, caged, &[&format!("{king}; f1: f1 gone; g1: g1 gone")], {
        ["e1", "e1", "f1"]
    });
    let fault = check(Castling::Standard, Color::White, caged, &[king]);
    assert!(!matches!(fault, Err(RegionFault::Escape { man, .. }) if man == square("e1")));
}

#[test]
fn exits_into_another_phase() {
    // A pawn has one step left.
    let tempo = "4k3/7p/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - -";
    let before = KINGS;
    let after = "e1: a1-h2; e8: a6-h8; h7: h6";
    for winner in Color::ALL {
        accepted(winner, tempo, &[before, after]);
        accepted(winner, tempo, &["e1: a1-h2; e8: a6-h8; h7: h6-h7"]);
        escapes(winner, tempo, &[before], ["h7", "h7", "h6"]);
        escapes(winner, tempo, &[before, before], ["h7", "h7", "h6"]);
        // The other phase must take over all the other men, and what it knows must be known.
        escapes(winner, tempo, &[before, "e1: a1-h1; e8: a6-h8; h7: h6"], ["h7", "h7", "h6"]);
        escapes(winner, tempo, &[before, &format!("{after}; facing h4 h7")], ["h7", "h7", "h6"]);
        accepted(winner, tempo, &[&format!("{before}; facing h4 h7"), after]);
        // Every phase is checked, also one that nothing leads to.
        let stray = "e1: a1-h2; e8: a7-h8; h7: nowhere";
        escapes(winner, tempo, &[before, after, stray], ["e8", "a7", "b6"]);
        // The anchor is in the first phase.
        let fault = rejected(winner, tempo, &[after, before]);
        assert_eq!(fault, RegionFault::Anchor(square("h7")));
    }
    // A pawn may be taken, which frees another.
    let capture = "4k3/7p/7P/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - -";
    let before = "e1: a1-h2; e8: a6-h8 !g7 !h6 !h7";
    let after = "e1: a1-h2; e8: a6-h8; h6: nowhere; h7: h6-h7";
    for winner in Color::ALL {
        accepted(winner, capture, &[before, after]);
        escapes(winner, capture, &[before], ["e8", "g6", "h6"]);
        let still_there = "e1: a1-h2; e8: a6-h8; h7: h6-h7";
        rejected(winner, capture, &[before, still_there]);
        let stuck = "e1: a1-h2; e8: a6-h8; h6: nowhere; h7: h7";
        rejected(winner, capture, &[before, stuck]);
        // In one phase the pawn would have to be both there and gone.
        rejected(winner, capture, &["e1: a1-h2; e8: a6-h8; h6: h6; h7: h6-h7"]);
    }
}

/// Where phases are many, those that a step may enter are looked up by man and square.
#[test]
fn many_phases() {
    let tempo = "4k3/7p/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - -";
    let after = "e1: a1-h2; e8: a6-h8; h7: h6";
    let narrow = "e1: a1-h1; e8: a6-h8; h7: h6";
    for winner in Color::ALL {
        for others in [15, 16, 17, 40] {
            let same = vec![KINGS; others];
            accepted(winner, tempo, &[&same[..], &[after]].concat());
            escapes(winner, tempo, &same, ["h7", "h7", "h6"]);
            escapes(winner, tempo, &[&same[..], &[narrow]].concat(), ["h7", "h7", "h6"]);
            // The first that it may enter, and one among others.
            accepted(winner, tempo, &[&[KINGS, after], &same[..]].concat());
            accepted(winner, tempo, &[&same[..], &[after], &same[..]].concat());
        }
    }
}

/// The region of a certificate in text.
fn region(fen: &str, phases: &[&str]) -> zermelo_kernel::Region {
    let anchor = Position::from_fen(fen, Castling::Standard).expect(fen);
    let text = format!(
        "zermelo-certificate 1\nrules chess\nclaim unwinnable white\nposition {fen}\n\
         region {fen}\n{}end\n",
        phases_text(&anchor, phases)
    );
    let Ok(Proof::Winnable(certificate)) = Proof::read(&text) else { panic!("{text}") };
    let zermelo_kernel::Evidence::Cover(mut cover) = certificate.evidence else { panic!("{text}") };
    cover.regions.remove(0)
}

#[test]
fn what_a_region_holds() {
    let holds = |region: &zermelo_kernel::Region, fen: &str| {
        region.holds(&Position::from_fen(fen, Castling::Standard).expect(fen))
    };
    // Rights belong to men by name, and so does a capture en passant.
    let sets = "e1: a1-h8; h1: a1-h8 gone; e8: a1-h8";
    let rook = region("4k3/8/8/8/8/8/8/4K2R w - -", &[sets]);
    assert!(holds(&rook, "4k3/8/8/8/8/8/8/4K2R w - -"));
    assert!(holds(&rook, "4k3/8/8/8/8/8/8/4K2R b - -"), "either side may be to move");
    assert!(!holds(&rook, "4k3/8/8/8/8/8/8/4K2R w K -"));
    assert!(holds(&rook, "4k3/8/8/8/8/8/8/4K3 w - -"), "the rook may be gone");
    assert!(!holds(&rook, "4k3/8/8/8/8/8/8/R3K2R w - -"), "one rook too many");
    assert!(!holds(&rook, "4k3/8/8/8/8/8/8/4K2N w - -"), "another role");
    assert!(!holds(&rook, "4k2r/8/8/8/8/8/8/4K3 w - -"), "another colour");
    let wall = region(&WALL.replace(" w ", " b "), &[KINGS]);
    assert!(holds(&wall, &WALL.replace(" w ", " b ")));
    assert!(!holds(&wall, &WALL.replace(" w - -", " b - d3")));
    assert!(holds(&wall, "8/1k6/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/5K2/8 w - -"));
    assert!(!holds(&wall, "8/1k6/8/1p1p1p1p/pPpPpPpP/P1P1PKP1/8/8 w - -"), "beyond its squares");
    assert!(!holds(&wall, "8/1k6/8/1p1p1p2/pPpPpPpP/P1P1P1P1/5K2/8 w - -"), "no man is gone");
    // Two men that each fit the other's part, where only one fits both.
    let two = region("4k3/8/8/8/8/8/8/RR2K3 w - -", &["e1: a1-h8; a1: a1-h8; b1: b1; e8: a1-h8"]);
    assert!(holds(&two, "4k3/8/8/8/8/8/8/RR2K3 w - -"));
    assert!(holds(&two, "R3k3/8/8/8/8/8/8/1R2K3 b - -"));
    assert!(!holds(&two, "4k3/8/8/8/8/8/8/R1R1K3 w - -"));
    // Facing pawns that have passed each other.
    let facing = region(CORNER, &[&format!("{PAWNS}; facing f2 f7")]);
    assert!(holds(&facing, "KBk5/P1Pp3p/1p1P1p2/1P6/5P2/8/7P/8 w - -"));
    let loose = region(CORNER, &["f2: f2-f6; h2: h2-h6; f7: f2-f7; h7: h3-h7"]);
    let passed = "KBk5/P1Pp3p/1p1P1P2/1P6/5p2/8/7P/8 w - -";
    assert!(holds(&loose, passed) && !holds(&facing, passed));
}

#[test]
fn promotion() {
    let fen = "4k3/8/8/8/8/8/P7/4K3 w - -";
    let with = |pawn: &str| format!("e1: a1-h8; e8: a1-h8; a2: {pawn}");
    let black = Color::Black; // who has nothing but the king
    let queen = with("a1-h8 promoted gone");
    accepted(black, fen, &[&queen]);
    accepted(black, fen, &[&with("a2-a7 gone"), &queen]);
    escapes(black, fen, &[&with("a1-h8 gone")], ["a2", "a7", "a8"]);
    escapes(black, fen, &[&with("a2-a8 promoted gone")], ["a2", "a2", "b4"]);
    escapes(black, fen, &[&with("a2-a7 gone"), &with("nowhere")], ["a2", "a7", "a8"]);
    escapes(black, fen, &[&with("a2-a7 gone"), &with("a1-h8 gone")], ["a2", "a7", "a8"]);
    // A pawn that may be taken, and nothing says so.
    let fault = rejected(black, fen, &[&with("a1-h8 promoted")]);
    assert!(matches!(fault, RegionFault::Escape { takes: Some(_), .. }));
    // The white pawn becomes a queen, and a queen mates.
    let mate = rejected(Color::White, fen, &[&queen]);
    assert!(matches!(mate, RegionFault::Mate { phase: 0, .. }));
    let mate = rejected(Color::White, fen, &[&with("a2-a7 gone"), &queen]);
    assert!(matches!(mate, RegionFault::Mate { phase: 1, .. }), "{mate}");
    // Nothing but a pawn promotes, and kings are always there.
    let knight = "4k3/8/8/8/8/8/N7/4K3 w - -";
    let fault = rejected(black, knight, &[&queen]);
    assert_eq!(fault, RegionFault::Man { phase: 0, man: square("a2") });
    let fault = rejected(black, fen, &[&format!("{queen}; e1: a1-h8 gone")]);
    assert_eq!(fault, RegionFault::Man { phase: 0, man: square("e1") });
    let fault = rejected(black, fen, &[&queen, &format!("{queen}; e8: nowhere")]);
    assert_eq!(fault, RegionFault::Man { phase: 1, man: square("e8") });
}

#[test]
fn mate_pictures() {
    let (dark, light) = (of_one_colour(false), of_one_colour(true));
    let region = |men: &str| format!("e1: a1-h8; e8: a1-h8; {men}");
    let white = Color::White;
    // A bishop or a knight and a king close too few squares.
    let lone = region(&format!("c1: {dark} gone"));
    accepted(white, "4k3/8/8/8/8/8/8/2B1K3 w - -", &[&lone]);
    accepted(white, "4k3/8/8/8/8/8/8/1N2K3 w - -", &[&region("b1: a1-h8 gone")]);
    // One more man closes enough.
    let mates = [
        ("4k3/8/8/8/8/8/8/2B1KB2 w - -", format!("c1: {dark} gone; f1: {light} gone")),
        ("1n2k3/8/8/8/8/8/8/2B1K3 w - -", format!("c1: {dark} gone; b8: a1-h8 gone")),
        ("4k3/8/8/8/8/8/8/R3K3 w - -", "a1: a1-h8 gone".to_string()),
        ("4k3/8/8/8/8/8/8/3QK3 w - -", "d1: a1-h8 gone".to_string()),
        ("4k3/8/8/8/8/8/8/1N2K1N1 w - -", "b1: a1-h8 gone; g1: a1-h8 gone".to_string()),
    ];
    for (fen, men) in &mates {
        let fault = rejected(white, fen, &[&region(men)]);
        assert!(matches!(fault, RegionFault::Mate { phase: 0, .. }), "{fen}: {fault}");
        // A bare king mates nobody.
        if !fen.contains('n') {
            accepted(Color::Black, fen, &[&region(men)]);
        }
    }
    // The anchor itself may be a mate.
    let mated = "k1R5/8/1K6/8/8/8/8/8 b - -";
    let fault = rejected(white, mated, &["b6: a1-h8; c8: a1-h8 gone; a8: a1-h8"]);
    assert!(matches!(fault, RegionFault::Mate { .. }));
    // Above the wall a white bishop checks, and the king has too many squares; not so if it is
    // said to stand in the corner and White's king to be near.
    let bishop = "4k3/8/3B4/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/4K3 w - -";
    let fault = rejected(white, bishop, &[&format!("{KINGS}; d6: a6-h8 gone")]);
    assert!(matches!(fault, RegionFault::Escape { .. }), "{fault}");
}

#[test]
fn shapes_and_texts() {
    let head = format!(
        "zermelo-certificate 1\nrules chess\nclaim unwinnable white\nposition {WALL}\nregion {WALL}\n"
    );
    let anchor = Position::from_fen(WALL, Castling::Standard).expect("the wall");
    let body = phases_text(&anchor, &[KINGS]);
    let good = format!("{head}{body}end\n");
    assert!(Proof::read(&good).expect("a certificate").check().is_ok());
    // No phase, or a phase with men missing.
    let shape = |text: String| {
        let fault = Proof::read(&text).expect("readable").check();
        let expected = CoverFault::Region { number: 1, fault: RegionFault::Shape };
        assert_eq!(fault, Err(WinnableFault::Cover(expected).into()));
    };
    shape(format!("{head}end\n"));
    shape(format!("{head}phase\nend\n"));
    let (most, _) = body.trim_end().rsplit_once('\n').expect("many lines");
    shape(format!("{head}{most}\nend\n"));
    shape(format!("{head}{body}phase\nend\n"));
    // Lines that are none.
    let unreadable = [
        format!("{head}{body}"),
        format!("{head}{body}man Ke1 0000000000000010\nend\n"),
        format!("{head}{}end\n", body.replacen("man K", "man Q", 1)),
        format!("{head}{}end\n", body.replacen("man Ke1", "man Kd1", 1)),
        format!("{head}{}end\n", body.replacen("ffff", "fffg", 1)),
        format!("{head}{body}facing a1 a2\nend\n"),
        format!("{head}{body}facing a3\nend\n"),
        format!("{head}facing a3 a4\nend\n"),
        format!("{head}{body}man\nend\n"),
        format!("{head}{body}grace e1\nend\n"),
        head.replacen("region", "phase", 1) + "end\n",
        head.replacen("certificate 1", "certificate 7", 1) + &body + "end\n",
        head.replacen("rules chess", "rules draughts", 1) + &body + "end\n",
        head.replacen("white", "grey", 1) + &body + "end\n",
        head.replacen("unwinnable", "unwinable", 1) + &body + "end\n",
        head.replacen("4k3", "4k4", 1) + &body + "end\n",
        String::new(),
    ];
    for text in unreadable {
        let error = Proof::read(&text).expect_err(&text);
        assert!(error.line >= 1 && error.line <= text.lines().count() + 1, "{error}");
        assert!(error.to_string().starts_with(&format!("line {}: ", error.line)));
    }
}
