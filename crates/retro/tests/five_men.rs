//! Endings without pawns by Lippold's definitions, and what follows from games, against slow twins.

use std::collections::HashSet;
use std::convert::Infallible;

use zermelo_kernel::{
    Color, LegalityCertificate, LegalityEvidence, Material, Move, Piece, Position, ProofGame, Role,
};
use zermelo_retro::endings::{Definitions, EndingError, Men, Promotions, Settled};
use zermelo_retro::legal::{self, Verdict};

use super::endings::{definitions, men};

fn search(position: &Position) -> Option<Vec<Move>> {
    match legal::decide(position, None, &legal::Options::default()) {
        Verdict::Legal(game) => Some(game),
        _ => None,
    }
}

fn settled(definitions: &Definitions) -> Settled {
    let settled = definitions.settled(search).unwrap();
    for (position, game) in &settled.games {
        let evidence = LegalityEvidence::Game(ProofGame::of_chess(game.clone()));
        LegalityCertificate::new(position.clone(), None, evidence).check().unwrap();
    }
    settled
}

/// The positions of play of up to four men, by the kernel.
fn of_play(men: &[Piece]) -> [u64; 2] {
    let material = Material::new(men).unwrap();
    let mut count = [0; 2];
    for slice in 0..64 {
        let visit = &mut |position: &Position| {
            count[position.turn().index()] += u64::from(position.en_passant().is_none());
            Ok::<(), Infallible>(())
        };
        material.visit(slice, visit).unwrap();
    }
    count
}

/// The complete positions: those of play, and for each man that may just have been captured those of the
/// others, times the men that may have captured it.
fn complete(positions: [u64; 2], men: &[Piece]) -> [u64; 2] {
    let mut sum = positions;
    let mut kinds: Vec<Piece> = men.iter().copied().filter(|man| man.role != Role::King).collect();
    kinds.sort();
    kinds.dedup();
    for lost in kinds {
        let mut rest = men.to_vec();
        rest.remove(rest.iter().position(|&man| man == lost).unwrap());
        let captors = men.iter().filter(|man| man.color != lost.color).count() as u64;
        sum[lost.color.index()] += of_play(&rest)[lost.color.index()] * captors;
    }
    sum
}

#[test]
fn all_without_pawns_are_settled_as_the_kernel_counts_them() {
    // What follows without captures from games, by moves of the kernel's.
    for text in ["KQvK", "KRvK", "KBvK", "KNvK"] {
        let definitions = definitions(text);
        let settled = settled(&definitions);
        assert_eq!(settled.positions, of_play(&men(text)), "{text}");
        let [_, counted] = definitions.counts(Promotions::Once);
        assert_eq!(counted, complete(settled.positions, &men(text)), "{text}");
        let material = Material::new(&men(text)).unwrap();
        let mut list: Vec<Position> = settled.games.iter().map(|(end, _)| end.clone()).collect();
        let mut reached: HashSet<Position> = list.iter().cloned().collect();
        while let Some(here) = list.pop() {
            for made in here.legal_moves() {
                let after = here.play(made);
                if material.place_of(&after).is_some() && reached.insert(after.clone()) {
                    list.push(after);
                }
            }
        }
        let by_turn =
            Color::ALL.map(|turn| reached.iter().filter(|p| p.turn() == turn).count() as u64);
        assert_eq!(settled.legal, by_turn, "{text}");
    }
}

/// Four men, like ones and bishops on squares of either colour or both among them. The positions of play
/// are those that the census has counted (docs/numbers.md), and nearly all of the legal ones follow.
#[test]
fn four_men_are_settled_within_the_census() {
    for (text, legal, illegal) in [
        ("KRRvK", [4_162_592, 6_622_923], [0, 207_369]),
        ("KBBvK", [5_080_698, 6_706_698], [1_330, 123_594]),
        ("KQQvK", [2_827_964, 6_133_714], [596, 696_578]),
        ("KQRvK", [6_911_072, 12_918_155], [224, 742_429]),
        ("KRvKB", [10_742_454, 11_830_688], [38_274, 1_776]),
    ] {
        let definitions = definitions(text);
        let settled = settled(&definitions);
        let positions: Vec<u64> =
            legal.iter().zip(illegal).map(|(one, other)| one + other).collect();
        assert_eq!(settled.positions, *positions, "{text}");
        for (settled, legal) in settled.legal.into_iter().zip(legal) {
            assert!(settled <= legal && settled * 100 > legal * 90, "{text}: {settled} {legal}");
        }
        // Every correct position is legal, and those that follow are correct.
        let [correct, complete] = definitions.counts(Promotions::Once);
        for turn in [0, 1] {
            assert!(settled.legal[turn] <= correct[turn] && correct[turn] <= complete[turn]);
        }
        // The five positions that Lippold's paper names as correct and not derived, and their images.
        if text == "KRRvK" {
            assert_eq!(correct[1] - settled.legal[1], 5 * 8);
        }
    }
}

/// A position of these men by lot.
fn by_lot(men: &[Piece], dice: &mut fastrand::Rng) -> Option<Position> {
    let mut board = [None; 64];
    for &man in men {
        let square = &mut board[dice.usize(0..64)];
        if square.replace(man).is_some() {
            return None;
        }
    }
    Position::from_men(board, Color::ALL[dice.usize(0..2)], None)
}

/// The definitions of five men: what is complete against the kernel's positions and endings of four men,
/// what is correct against the kernel's moves taken back. Minutes: `docs/numbers.md`.
#[test]
#[ignore = "minutes; docs/numbers.md has the command"]
fn five_men() {
    let texts = std::env::var("ENDINGS").unwrap_or("KRBvKN KRRRvK".to_string());
    for text in texts.split(' ') {
        let all = men(text);
        let definitions = definitions(text);
        let [correct, counted] = definitions.counts(Promotions::Once);
        let settled = settled(&definitions);
        println!("{text} {correct:?} {counted:?} {:?} {:?}", settled.positions, settled.legal);
        assert_eq!(counted, complete(settled.positions, &all), "{text}");
        let mut dice = fastrand::Rng::with_seed(5);
        let (mut asked, mut plain) = (0, [0u64; 2]);
        const DRAWS: u64 = 1_000_000;
        for _ in 0..DRAWS {
            let Some(position) = by_lot(&all, &mut dice) else { continue };
            plain[position.turn().index()] += 1;
            let [is_correct, is_complete] = definitions.of(&position).unwrap();
            assert!(is_complete, "{position}");
            asked += 1;
            if asked % 10 == 0 {
                let mut before = position.retractions().into_iter().map(|found| found.before);
                let has = before.any(|p| definitions.of(&p).is_some_and(|[correct, _]| correct));
                assert_eq!(is_correct, has, "{position}");
            }
        }
        // Half of the draws have a side to move; like men can be told apart in them.
        let like: u64 = (0..all.len())
            .map(|m| (0..=m).filter(|&other| all[other] == all[m]).count() as u64)
            .product();
        for (plain, positions) in plain.into_iter().zip(settled.positions) {
            let share = plain as f64 / (DRAWS as f64 / 2.0);
            let expected = (positions * like) as f64 / 64f64.powi(all.len() as i32);
            assert!((share - expected).abs() < 0.005, "{text}: {share} {expected}");
        }
    }
}

#[test]
fn too_many_men() {
    assert!(Men::new(&men("KQRBvK")).is_ok());
    assert_eq!(Men::new(&men("KQRPvK")), Err(EndingError::TooManyMen));
    assert_eq!(Men::new(&men("KQRBNvK")), Err(EndingError::TooManyMen));
    assert_eq!(Men::new(&men("QvK")), Err(EndingError::Kings));
    assert_eq!(Men::new(&men("KKvK")), Err(EndingError::Kings));
    assert_eq!(Men::new(&men("NKvKQBQ")), Err(EndingError::TooManyMen));
    assert_eq!(Men::new(&men("NKvKQB")).unwrap().to_string(), "KNvKQB");
}
