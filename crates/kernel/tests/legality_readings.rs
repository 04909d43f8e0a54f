//! Legality by other readings: dead reckoning, and games from the arrays of Chess960. What must be
//! accepted, and what must be rejected.

use crate::dice::Dice;
use zermelo_kernel::{
    Castling, Closed, Color, Cover, Examiner, LegalityCertificate, LegalityEvidence, LegalityFault,
    Move, Position, Proof, ProofGame, insufficient,
};

fn position(fen: &str, castling: Castling) -> Position {
    Position::from_fen(fen, castling).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Moves from a position.
fn moves(start: &Position, uci: &str) -> (Vec<Move>, Position) {
    let (mut at, mut list) = (start.clone(), Vec::new());
    for uci in uci.split_whitespace() {
        let made = at.parse_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}"));
        at = at.play(made);
        list.push(made);
    }
    (list, at)
}

/// A game, and with dead reckoning a mate from before its last move.
fn game(start: &str, castling: Castling, played: &str, mate: Option<&str>) -> LegalityCertificate {
    let start = position(start, castling);
    let (list, end) = moves(&start, played);
    let before = list.split_last().map_or(start.clone(), |(_, others)| {
        others.iter().fold(start.clone(), |at, &made| at.play(made))
    });
    let line = mate.map(|mate| moves(&before, mate).0).unwrap_or_default();
    LegalityCertificate {
        position: end,
        passed: None,
        dead_reckoning: mate.is_some(),
        evidence: LegalityEvidence::Game(ProofGame { start, moves: list, mate: line }),
    }
}

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const OTHER: &str = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq -";
const FOOLS_MATE: &str = "g2g4 e7e5 f2f3 d8h4";

#[test]
fn games_from_any_array() {
    let good = game(OTHER, Castling::Chess960, "e1f3 d8e6", None);
    assert_eq!(good.clone().check().map(drop), Ok(()));
    let standard = game(ARRAY, Castling::Chess960, "e2e4", None);
    assert_eq!(standard.check().map(drop), Ok(()));
    // What is no array: a right is missing, a man has moved, the kings face each other.
    for start in [
        OTHER.replace("KQkq", "Kkq"),
        OTHER.replace("BBQNNRKR", "BBNQNRKR"),
        "krbqnnrb/pppppppp/8/8/8/8/PPPPPPPP/KRBQNNRB w - -".to_string(),
    ] {
        let bad = game(&start, Castling::Chess960, "a2a3", None);
        assert!(matches!(bad.check().map(drop), Err(LegalityFault::NoArray(_))), "{start}");
    }
    // A game of Chess960 says nothing about standard chess.
    let LegalityCertificate { evidence, .. } = game(ARRAY, Castling::Chess960, "e2e4", None);
    let after =
        position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", Castling::Standard);
    let crossed = LegalityCertificate::new(after, None, evidence);
    assert!(matches!(crossed.check().map(drop), Err(LegalityFault::OtherPosition(_))));
    let text = good.to_text();
    assert!(text.contains("\nstart bbqnnrkr/"), "{text}");
    assert_eq!(Proof::read(&text).unwrap(), Proof::Legality(good));
}

#[test]
fn a_game_of_the_living() {
    let good = game(ARRAY, Castling::Standard, "g2g4 e7e5", Some("e7e5 f2f3 d8h4"));
    assert_eq!(good.clone().check().map(drop), Ok(()));
    assert_eq!(Proof::read(&good.to_text()).unwrap(), Proof::Legality(good));
    // No mate, or one from elsewhere.
    for mate in ["", "e7e5", FOOLS_MATE] {
        let mut bad = game(ARRAY, Castling::Standard, "g2g4 e7e5", Some(""));
        let LegalityEvidence::Game(found) = &mut bad.evidence else { unreachable!() };
        found.mate = moves(&Position::initial(), if mate == FOOLS_MATE { mate } else { "" }).0;
        assert_eq!(bad.check().map(drop), Err(LegalityFault::NotShownAlive), "{mate}");
    }
    // A game that has not begun needs none.
    assert_eq!(game(ARRAY, Castling::Standard, "", Some("")).check().map(drop), Ok(()));
}

/// By dead reckoning Black's king cannot have come to a8: every position before was dead.
const ZOMBIE: &str = "k7/8/2K5/8/8/8/8/8 w - -";

/// All positions before are said to be dead; each is covered with all that comes of it.
fn zombie() -> LegalityCertificate {
    let asked = position(ZOMBIE, Castling::Standard);
    let mut closed = Closed::default();
    for found in asked.retractions() {
        closed.dead.push(found.before.clone());
        // From each only the capture of what White has left is possible, or material is too little.
        let mut next = vec![found.before];
        while let Some(here) = next.pop() {
            if Color::ALL.into_iter().all(|side| insufficient(&here, side).is_some()) {
                continue;
            }
            next.extend(here.legal_moves().into_iter().map(|made| here.play(made)));
            assert!(next.len() < 1000);
            for color in Color::ALL {
                closed.covers[color].positions.push(here.packed());
            }
        }
    }
    let evidence = LegalityEvidence::Closed(closed);
    LegalityCertificate { position: asked, passed: None, dead_reckoning: true, evidence }
}

#[test]
fn zombies() {
    let good = zombie();
    assert_eq!(good.clone().check().map(drop), Ok(()));
    let text = good.to_text();
    assert_eq!(Proof::read(&text).unwrap(), Proof::Legality(good.clone()));
    // It is no claim about all games.
    let plain = LegalityCertificate { dead_reckoning: false, ..good.clone() };
    assert!(matches!(plain.check().map(drop), Err(LegalityFault::NotClosed(..))));
    // Every dead position is needed, and shown to be dead.
    let LegalityEvidence::Closed(closed) = &good.evidence else { unreachable!() };
    for index in 0..closed.dead.len() {
        let mut damaged = closed.clone();
        damaged.dead.remove(index);
        let bad =
            LegalityCertificate { evidence: LegalityEvidence::Closed(damaged), ..good.clone() };
        assert!(matches!(bad.check().map(drop), Err(LegalityFault::NotClosed(..))));
    }
    let mut damaged = closed.clone();
    damaged.covers.white = Cover::default();
    let bad = LegalityCertificate { evidence: LegalityEvidence::Closed(damaged), ..good.clone() };
    assert!(matches!(bad.check().map(drop), Err(LegalityFault::NotShownDead(Color::White, _))));
    // That a position is dead does not keep it from arising.
    let closed = Closed { dead: vec![good.position.clone()], ..Closed::default() };
    let evidence = LegalityEvidence::Closed(closed);
    let bad = LegalityCertificate { evidence, ..good };
    assert!(matches!(bad.check().map(drop), Err(LegalityFault::NotClosed(..))));
}

#[test]
fn a_position_in_which_someone_can_mate_is_not_dead() {
    let alive = position("7k/5Q2/6K1/8/8/8/8/8 w - -", Castling::Standard);
    let closed = Closed { dead: vec![alive], ..Closed::default() };
    let certificate = LegalityCertificate {
        position: position(ZOMBIE, Castling::Standard),
        passed: None,
        dead_reckoning: true,
        evidence: LegalityEvidence::Closed(closed),
    };
    assert!(matches!(
        certificate.check().map(drop),
        Err(LegalityFault::NotShownDead(Color::White, _))
    ));
}

#[test]
fn what_no_array_leads_to() {
    // The pawn has not moved, and wherever the king came from, the kings stood side by side.
    let none = position("8/8/8/8/8/8/P1k5/K7 b - -", Castling::Chess960);
    let evidence = LegalityEvidence::Closed(Closed::default());
    let good = LegalityCertificate::new(none, None, evidence.clone());
    assert_eq!(good.clone().check().map(drop), Ok(()));
    assert_eq!(Proof::read(&good.to_text()).unwrap(), Proof::Legality(good));
    // An array needs no last move.
    for fen in [OTHER, ARRAY] {
        let start =
            LegalityCertificate::new(position(fen, Castling::Chess960), None, evidence.clone());
        assert_eq!(start.check().map(drop), Err(LegalityFault::InitialArray));
    }
    let members =
        Closed { members: vec![position(OTHER, Castling::Chess960)], ..Closed::default() };
    let own = LegalityCertificate::new(
        position(OTHER, Castling::Chess960),
        None,
        LegalityEvidence::Closed(members),
    );
    assert_eq!(own.check().map(drop), Err(LegalityFault::InitialArray));
}

/// One of the 960 arrays.
fn array_by_lot(dice: &mut Dice) -> Position {
    let mut rank = ['.'; 8];
    rank[2 * dice.below(4)] = 'B';
    rank[2 * dice.below(4) + 1] = 'B';
    for man in ['Q', 'N', 'N'] {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file] == '.').collect();
        rank[free[dice.below(free.len())]] = man;
    }
    let free: Vec<usize> = (0..8).filter(|&file| rank[file] == '.').collect();
    for (file, man) in free.into_iter().zip(['R', 'K', 'R']) {
        rank[file] = man;
    }
    let rank: String = rank.into_iter().collect();
    let men = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank}", rank.to_lowercase());
    position(&format!("{men} w KQkq -"), Castling::Chess960)
}

#[test]
fn no_rule_excludes_what_is_played_in_chess960() {
    let mut dice = Dice(960);
    let (mut looked, mut castled) = (0, 0);
    for _ in 0..150 {
        let mut at = array_by_lot(&mut dice);
        assert!(at.is_initial_array());
        let mut examiner = Examiner::default();
        for _ in 0..200 {
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Castling is rare: it is made where it can be.
            let castling = moves.iter().find(|made| made.is_castling(&at));
            let made = *castling.unwrap_or(&moves[dice.below(moves.len())]);
            castled += usize::from(castling.is_some());
            let next = at.play(made);
            assert_eq!(examiner.any(&next), None, "{at} {made}");
            looked += 1;
            if looked % 50 == 0 || castling.is_some() {
                let found = next.retractions();
                assert!(
                    found.iter().any(|one| one.before == at && one.made == made),
                    "{at} {made}"
                );
            }
            at = next;
        }
    }
    println!("{looked} positions, castled {castled} times");
    assert!(looked > 20_000 && castled > 100);
}
