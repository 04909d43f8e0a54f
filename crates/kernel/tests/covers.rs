//! Covers of listed positions, and helpmates: what must be accepted, and near misses that must not.

use zermelo_kernel::{CoverFault, Proof, Rejection, WinnableFault};

/// White's king shuffles before a locked corner, and each of its moves is stalemate.
const SHUFFLE: [&str; 4] = [
    "kb6/p1p5/P1P5/8/8/8/8/K7 w - -",
    "kb6/p1p5/P1P5/8/8/8/8/1K6 b - -",
    "kb6/p1p5/P1P5/8/8/8/K7/8 b - -",
    "kb6/p1p5/P1P5/8/8/8/1K6/8 b - -",
];
const MATED_BY_WHITE: &str = "k1R5/8/1K6/8/8/8/8/8 b - -";
const MATED_BY_BLACK: &str = "K1r5/8/1k6/8/8/8/8/8 w - -";

fn check(side: &str, root: &str, lines: &[&str]) -> Result<(), WinnableFault> {
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let text = format!(
        "zermelo-certificate 1\nrules chess\nclaim unwinnable {side}\nposition {root}\n{lines}end\n"
    );
    match Proof::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).check() {
        Ok(_) => Ok(()),
        Err(Rejection::Winnable(fault)) => Err(fault),
        Err(other) => panic!("{other}"),
    }
}

fn covered(positions: &[&str]) -> Vec<String> {
    positions.iter().map(|fen| format!("covered {fen}")).collect()
}

fn cover(side: &str, root: &str, positions: &[&str]) -> Result<(), WinnableFault> {
    let lines = covered(positions);
    check(side, root, &lines.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn closed_lists_are_accepted() {
    for side in ["white", "black"] {
        // In any order, and twice over.
        assert_eq!(cover(side, SHUFFLE[0], &SHUFFLE), Ok(()));
        let mut turned = SHUFFLE;
        turned.reverse();
        assert_eq!(cover(side, SHUFFLE[0], &turned), Ok(()));
        assert_eq!(cover(side, SHUFFLE[2], &[turned, SHUFFLE].concat()), Ok(()));
    }
}

#[test]
fn every_move_from_a_listed_position_is_covered() {
    let (position, moves) = (SHUFFLE[0], ["a1b1", "a1a2", "a1b2"]);
    for (missing, uci) in SHUFFLE[1..].iter().zip(moves) {
        let rest: Vec<&str> = SHUFFLE.into_iter().filter(|fen| fen != missing).collect();
        let (position, uci) = (position.to_string(), uci.to_string());
        let fault = CoverFault::Move { position, uci };
        assert_eq!(cover("white", SHUFFLE[0], &rest), Err(WinnableFault::Cover(fault)));
    }
    // One that differs in the side to move or in a right is another position.
    let turned = SHUFFLE[1].replace(" b ", " w ");
    let fault = cover("white", SHUFFLE[0], &[SHUFFLE[0], &turned, SHUFFLE[2], SHUFFLE[3]]);
    assert!(matches!(fault, Err(WinnableFault::Cover(CoverFault::Move { .. }))), "{fault:?}");
}

#[test]
fn the_root_is_covered() {
    let fault = Err(WinnableFault::Cover(CoverFault::Root));
    assert_eq!(cover("white", SHUFFLE[0], &SHUFFLE[1..]), fault);
    assert_eq!(cover("white", SHUFFLE[0], &[]), fault);
    // Too little material covers it without a word.
    assert_eq!(cover("white", "4k3/8/8/8/8/8/8/4K3 w - -", &[]), Ok(()));
}

#[test]
fn no_listed_position_is_a_mate_by_the_winner() {
    let with = |side: &str, mate| cover(side, SHUFFLE[0], &[&SHUFFLE[..], &[mate]].concat());
    let mate = |fen: &str| Err(WinnableFault::Cover(CoverFault::Mate(fen.to_string())));
    assert_eq!(with("white", MATED_BY_WHITE), mate(MATED_BY_WHITE));
    assert_eq!(with("black", MATED_BY_BLACK), mate(MATED_BY_BLACK));
    // Mated themselves they mate nobody; a stalemate is no mate; and in check is not mated.
    assert_eq!(with("black", MATED_BY_WHITE), Ok(()));
    assert_eq!(with("white", MATED_BY_BLACK), Ok(()));
    assert_eq!(with("white", "k7/2Q5/1K6/8/8/8/8/8 b - -"), Ok(()));
    let checked = "k1R5/8/8/8/8/8/8/K7 b - -"; // it goes to a7 or b7
    assert!(matches!(
        with("white", checked),
        Err(WinnableFault::Cover(CoverFault::Move { position, .. })) if position == checked
    ));
    assert_eq!(with("black", checked), Ok(()), "Black has nothing but the king afterwards");
}

#[test]
fn lists_lead_into_regions_and_to_too_little_material() {
    // A knight may take the bishop, which leaves White a king; its other moves lead out.
    let root = "7k/8/8/8/8/3n4/8/K1B5 b - -";
    let Err(WinnableFault::Cover(CoverFault::Move { uci, .. })) = cover("white", root, &[root])
    else {
        panic!("{root} was accepted")
    };
    assert_ne!(uci, "d3c1");
    // Kings on their sides of a wall: the region holds what the listed position leads to, which is not
    // its anchor. Listed, the anchor alone does not.
    let wall = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - -";
    let man = |name: &str, set: &str| format!("man {name} {set}");
    let mut region = vec![format!("region {wall}"), "phase".to_string()];
    region.push(man("Ke1", "0000000000ffffff"));
    for (file, bit) in [('a', 0), ('c', 2), ('e', 4), ('g', 6)] {
        region.push(man(&format!("P{file}4"), &format!("{:016x}", 1_u64 << (24 + bit))));
    }
    for (file, bit) in [('a', 0), ('c', 2), ('e', 4), ('g', 6)] {
        region.push(man(&format!("p{file}5"), &format!("{:016x}", 1_u64 << (32 + bit))));
    }
    region.push(man("ke8", "ffffff0000000000"));
    let listed = "8/3k4/8/p1p1p1p1/P1P1P1P1/8/8/6K1 b - -";
    let region: Vec<&str> = region.iter().map(String::as_str).collect();
    let line = format!("covered {listed}");
    for side in ["white", "black"] {
        assert_eq!(check(side, wall, &region), Ok(()));
        assert_eq!(check(side, listed, &region), Ok(()), "held");
        assert_eq!(check(side, listed, &[&[line.as_str()], &region[..]].concat()), Ok(()));
        // A region that fails is named by its number.
        let narrow: Vec<String> = region
            .iter()
            .map(|line| line.replace("0000000000ffffff", "00000000000000ff"))
            .collect();
        let narrow: Vec<&str> = narrow.iter().map(String::as_str).collect();
        let fault = check(side, wall, &[&region[..], &narrow[..]].concat());
        assert!(
            matches!(fault, Err(WinnableFault::Cover(CoverFault::Region { number: 2, .. }))),
            "{fault:?}"
        );
        let outside = "8/3k4/8/p1p1p1p1/P1P1P1P1/8/8/R5K1 b - -";
        assert_eq!(check(side, outside, &region), Err(WinnableFault::Cover(CoverFault::Root)));
    }
}

fn helpmate(side: &str, root: &str, line: &str) -> Result<(), Rejection> {
    let text = format!(
        "zermelo-certificate 1\nrules chess\nclaim winnable {side}\nposition {root}\nline{line}\nend\n"
    );
    Proof::read(&text).expect("a certificate").check().map(drop)
}

#[test]
fn helpmates() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let fault = |fault: WinnableFault| Err(Rejection::Winnable(fault));
    assert_eq!(helpmate("black", start, " f2f3 e7e5 g2g4 d8h4"), Ok(()));
    assert_eq!(helpmate("white", start, " f2f3 e7e5 g2g4 d8h4"), {
        fault(WinnableFault::WrongSideMated)
    });
    assert_eq!(helpmate("black", start, " f2f3 e7e5 g2g4"), fault(WinnableFault::NoMate));
    assert_eq!(helpmate("black", start, ""), fault(WinnableFault::NoMate));
    assert_eq!(helpmate("black", start, " f2f3 e7e5 g2g5 d8h4"), {
        fault(WinnableFault::IllegalMove(3))
    });
    assert_eq!(helpmate("black", start, " f2f3 e7e5 g2g4 d8h4 a2a3"), {
        fault(WinnableFault::IllegalMove(5))
    });
    assert_eq!(helpmate("white", MATED_BY_WHITE, ""), Ok(()), "the root may be the mate");
    assert_eq!(helpmate("black", MATED_BY_WHITE, ""), fault(WinnableFault::WrongSideMated));
    assert_eq!(helpmate("white", "k7/2Q5/1K6/8/8/8/8/8 b - -", ""), fault(WinnableFault::NoMate));
}
