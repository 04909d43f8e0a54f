//! One side's chances in losing chess: what must be accepted, and what must be rejected.

use std::collections::HashSet;

use zermelo_kernel::{
    Budget, Color, Exhausted, LosingChances, LosingChancesFault as Fault, LosingEvidence,
    LosingPosition, Move, Proof, Proved, Rejection, Rules, Theorem,
};

/// Bishops that never meet and pawns that block each other: it looks drawn, and whatever Black
/// plays, White has no move and has won.
const BLOCKED: &str = "2b5/8/8/8/8/1p1p4/1P1P4/2B5 b - -";
/// Bishops that never meet, and nothing else.
const BISHOPS: &str = "b7/8/8/8/8/8/8/B7 w - -";

fn position(fen: &str) -> LosingPosition {
    LosingPosition::from_fen(fen).unwrap()
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|uci| Move::from_uci(uci).unwrap()).collect()
}

fn line(fen: &str, winner: Color, text: &str) -> LosingChances {
    let evidence = LosingEvidence::Line(moves(text));
    LosingChances { rules: Rules::Losing, position: position(fen), winner, evidence }
}

/// Everything that can be reached.
fn reachable(root: &LosingPosition) -> Vec<LosingPosition> {
    let mut all = vec![root.clone()];
    let mut seen = HashSet::from([root.clone()]);
    let mut next = 0;
    while next < all.len() {
        let here = all[next].clone();
        next += 1;
        for after in here.legal_moves().into_iter().map(|m| here.play(m)) {
            if seen.insert(after.clone()) {
                all.push(after);
            }
        }
    }
    all
}

fn closed(fen: &str, winner: Color, rules: Rules) -> LosingChances {
    let position = position(fen);
    let evidence = LosingEvidence::Closed(reachable(&position));
    LosingChances { rules, position, winner, evidence }
}

fn check(chances: LosingChances) -> Result<Proved<LosingChances>, Fault> {
    Proved::new(chances, &Budget::default())
}

#[test]
fn lines_are_played_to_the_win() {
    // Every black move leaves White without one.
    for m in position(BLOCKED).legal_moves() {
        assert!(check(line(BLOCKED, Color::White, &m.to_string())).is_ok(), "{m}");
    }
    assert_eq!(check(line(BLOCKED, Color::White, "")).unwrap_err(), Fault::NotWon);
    assert_eq!(check(line(BLOCKED, Color::Black, "c8b7")).unwrap_err(), Fault::NotWon);
    assert_eq!(check(line(BLOCKED, Color::White, "c8c7")).unwrap_err(), Fault::IllegalMove(1));
    // Nothing is played after the end.
    assert_eq!(check(line(BLOCKED, Color::White, "c8b7 c1a3")).unwrap_err(), Fault::IllegalMove(2));
    // A capture must be made: another move is not legal.
    let taken = "7k/8/8/8/8/8/1p6/R7 b - -";
    assert!(check(line(taken, Color::White, "b2a1q")).is_ok());
    assert_eq!(check(line(taken, Color::White, "h8g8")).unwrap_err(), Fault::IllegalMove(1));
    // By the rules of FICS equal numbers are a draw.
    let fics = LosingChances { rules: Rules::LosingFics, ..line(BLOCKED, Color::White, "c8b7") };
    assert_eq!(check(fics).unwrap_err(), Fault::NotWon);
}

#[test]
fn sets_must_be_closed_and_without_a_win() {
    for winner in Color::ALL {
        assert!(check(closed(BISHOPS, winner, Rules::Losing)).is_ok());
    }
    // By FICS rules nobody wins the blocked position, and White does by the others.
    let fault = check(closed(BLOCKED, Color::White, Rules::Losing)).unwrap_err();
    assert!(matches!(fault, Fault::Won(_)), "{fault}");
    assert!(check(closed(BLOCKED, Color::White, Rules::LosingFics)).is_ok());
    assert!(check(closed(BLOCKED, Color::Black, Rules::Losing)).is_ok());
    // Chess is another game, in which nobody would ever win here.
    let fault = check(closed(BISHOPS, Color::White, Rules::Chess)).unwrap_err();
    assert_eq!(fault, Fault::Rules);
    let whole = closed(BISHOPS, Color::White, Rules::Losing);
    let LosingEvidence::Closed(set) = &whole.evidence else { unreachable!() };
    // Each member is needed: without it a move leads out, or the root is not there.
    for gone in [0, 1, set.len() / 2, set.len() - 1] {
        let mut fewer = set.clone();
        let root = fewer.remove(gone) == whole.position;
        let evidence = LosingEvidence::Closed(fewer);
        let fault = check(LosingChances { evidence, ..whole.clone() }).unwrap_err();
        assert!(if root { fault == Fault::Root } else { matches!(fault, Fault::Leaves { .. }) });
    }
    let other = LosingChances { position: position(BLOCKED), ..whole };
    assert_eq!(check(other).unwrap_err(), Fault::Root);
}

#[test]
fn text_is_read_as_it_is_written() {
    let certificates = [
        line(BLOCKED, Color::White, "c8b7"),
        closed(BISHOPS, Color::Black, Rules::LosingJoint),
        closed(BLOCKED, Color::White, Rules::LosingFics),
    ];
    for certificate in certificates {
        let text = certificate.to_text();
        let Ok(Proof::LosingChances(read)) = Proof::read(&text) else { panic!("{text}") };
        assert_eq!(read, certificate);
        assert!(matches!(Proof::read(&text).unwrap().check(), Ok(Theorem::LosingChances(_))));
        // Every line is needed, and no line may be another.
        let last = text.lines().count() - 1;
        let some = |&(at, _): &(usize, &str)| at < 8 || at + 2 > last;
        for (number, gone) in text.lines().enumerate().filter(some) {
            let fewer: String = text
                .lines()
                .enumerate()
                .filter(|&(at, _)| at != number)
                .map(|(_, line)| format!("{line}\n"))
                .collect();
            let accepted = Proof::read(&fewer).is_ok_and(|proof| proof.check().is_ok());
            assert!(!accepted, "without {gone}");
        }
    }
    let text = line(BLOCKED, Color::White, "c8b7").to_text();
    for (part, other) in [
        ("winnable white", "winnable green"),
        ("winnable white", "loseable white"),
        ("winnable white", "unwinnable white"),
        ("winnable white", "winnable black"),
        ("rules losing", "rules losing-fics"),
        ("rules losing", "rules chess"),
        ("c8b7", "c8b8"),
        ("c8b7", "x"),
        ("1P1P4", "1P1PP3"),
    ] {
        let damaged = text.replace(part, other);
        let accepted = Proof::read(&damaged).is_ok_and(|proof| proof.check().is_ok());
        assert!(!accepted, "{part} -> {other}");
    }
}

#[test]
fn no_certificate_takes_more_than_its_budget() {
    let text = closed(BISHOPS, Color::White, Rules::Losing).to_text();
    let proof = Proof::read(&text).unwrap();
    let few = Budget::default().steps(10_000, 0);
    let given_up = proof.check_within(&few);
    assert!(matches!(given_up, Err(Rejection::Exhausted(Exhausted::Steps(..)))), "{given_up:?}");
    let small = Budget::default().memory(10_000);
    assert!(Proof::read_within(&text, &small).is_err_and(|why| why.exhausted.is_some()));
    let short = Budget::default().bytes(500);
    assert!(Proof::read_within(&text, &short).is_err_and(|why| why.exhausted.is_some()));
}
