//! The formulas of the lemmas. A saved refutation names their clauses by number, so it is one of these
//! clauses and no others: a change here makes every saved proof void.

use std::fmt::Write as _;

use crate::dice::Dice;
use zermelo_kernel_strategy::{
    Board, Boards, Choice, Condition, Lemma, Men, Numbering, Place, Rules, Strategy, StrategyClaim,
    StrategyEnding,
};
use zermelo_refute::Arena;

/// FNV-1a.
fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}

/// A number for the clauses of a lemma's denial and what their variables mean.
fn signature(lemma: &Lemma, boards: Boards) -> u64 {
    let arena = Arena::new();
    let scene = lemma.deny(&arena, boards);
    let clauses = scene.clauses();
    let literals = clauses.iter().flat_map(|clause| clause.iter().copied().chain([0]));
    let atoms = clauses.atoms().iter().flat_map(|(variable, inequality)| {
        let parts = inequality.parts.iter().flat_map(|&(of, times)| [i64::from(of), times]);
        [i64::from(*variable)].into_iter().chain(parts).chain([inequality.bound])
    });
    let numbers = literals.map(i64::from).chain(atoms);
    let shown = format!("{} {} {:?}", lemma.name, lemma.says, scene.shown.len());
    hash(numbers.flat_map(i64::to_le_bytes).chain(shown.into_bytes()))
}

/// Each lemma by its ending, its signature and its name; those of the bound last.
fn lines() -> String {
    let mut lines = String::new();
    for ending in StrategyEnding::ALL {
        let bounded = ending == StrategyEnding::Krk;
        let claim = StrategyClaim { ending, boards: Boards::All, bounded };
        for lemma in claim.lemmas(&[]).unwrap() {
            let signature = signature(&lemma, Boards::All);
            writeln!(lines, "{} {signature:016x} {}", ending.name(), lemma.name).unwrap();
        }
    }
    lines
}

#[test]
fn lemma_signature() {
    let known = include_str!("lemmas.txt");
    let found = lines();
    if std::env::var_os("ZERMELO_BLESS").is_some() {
        let at = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lemmas.txt");
        return std::fs::write(at, found).unwrap();
    }
    for (found, known) in found.lines().zip(known.lines()) {
        assert_eq!(found, known, "ZERMELO_BLESS=1 cargo test -p zermelo-kernel-strategy lemma");
    }
    assert_eq!(found.lines().count(), known.lines().count());
}

/// On one board the same formulas are on bits.
#[test]
fn lemmas_of_one_board_signature() {
    let all = |ending: StrategyEnding, boards: Boards| {
        let claim = StrategyClaim { ending, boards, bounded: false };
        let lemmas = claim.lemmas(&[]).unwrap();
        let short = lemmas.iter().filter(|lemma| !lemma.name.starts_with("4."));
        hash(short.flat_map(|lemma| signature(lemma, boards).to_le_bytes()))
    };
    let known = [
        (StrategyEnding::Krk, 0x2880_338D_C2A8_64E9),
        (StrategyEnding::Kqk, 0x5DA1_EBAA_1955_4125),
        (StrategyEnding::Krr, 0x2D02_3B8A_F84E_E28B),
    ];
    for (ending, signature) in known {
        assert_eq!(all(ending, Boards::One(4, 5)), signature, "{ending:?}");
    }
}

/// What the refuted denials say, by trying: no position of some boards is where a lemma fails.
#[test]
fn no_lemma_fails_where_it_is_tried() {
    let mut dice = Dice(25);
    let mut held = 0;
    for ending in StrategyEnding::ALL {
        for lemma in ending.lemmas() {
            let arena = Arena::new();
            let scene = lemma.deny(&arena, Boards::All);
            let assumed = scene.assumptions();
            for _ in 0..50 {
                let side = 4 + dice.below(4) as i64;
                let mut values: Vec<i64> =
                    (0..arena.variables()).map(|_| dice.below(side as usize) as i64).collect();
                values[..2].fill(side);
                let truths = arena.truths(&values);
                let holds = assumed.iter().filter(|one| one.holds(&truths)).count();
                assert!(holds < assumed.len(), "{lemma:?} fails at {values:?}");
                held += holds;
            }
        }
    }
    assert_eq!(held, 45_043);
}

/// Without a condition a lemma is false, and a position shows it.
#[test]
fn a_false_lemma_fails_where_it_is_false() {
    let claim = StrategyClaim { ending: StrategyEnding::Krk, boards: Boards::All, bounded: false };
    let without = [Condition::NoStalemate];
    let named = |lemmas: Vec<Lemma>| lemmas.into_iter().find(|l| l.name == "no stalemate").unwrap();
    let (right, wrong) =
        (named(claim.lemmas(&[]).unwrap()), named(claim.lemmas(&without).unwrap()));
    let board = Board::new(4, 5);
    let strategy = Strategy { without: without.to_vec(), ..Strategy::new(board) };
    let numbering = Numbering::<Place<i32>>::new(&board).unwrap();
    let mut failed = 0;
    for from in (0..numbering.count()).step_by(7).map(|number| numbering.men(number)) {
        if failed > 2 || !board.white_to_move(from) {
            continue;
        }
        let Some((_, moves)) = strategy.played(Choice::Relation, from) else { continue };
        let tried = |&to: &Men<i32>| {
            failed < 3 && (board.stalemate(to) || to.piece.x == 0 && to.king.y == 4)
        };
        for to in moves.into_iter().filter(tried).collect::<Vec<_>>().into_iter().take(2) {
            let places = [from.king, from.piece, from.black, to.king, to.piece];
            let squares = places.map(|at| (i64::from(at.x), i64::from(at.y)));
            let values: Vec<i64> =
                [(4, 5)].into_iter().chain(squares).flat_map(|(x, y)| [x, y]).collect();
            let found = wrong.fails_at(Boards::All, &values);
            assert_eq!(found.is_some(), board.stalemate(to), "{from}");
            let Some(found) = found else { continue };
            failed += 1;
            let [king, rook, black, king_after, rook_after] = squares;
            assert_eq!((found.name.as_str(), found.board), ("no stalemate", (4, 5)));
            assert_eq!(found.says, "After a strategy move Black is not stalemated.");
            let shown = [vec![king, rook, black], vec![king_after, rook_after, black]];
            assert_eq!(found.positions, shown);
            // The lemma that is right, another number of values, and values that cannot be added.
            assert_eq!(right.fails_at(Boards::All, &values), None);
            assert_eq!(wrong.fails_at(Boards::All, &values[..11]), None);
            assert_eq!(wrong.fails_at(Boards::All, &[&values[..], &[0]].concat()), None);
            let large = [&[1 << 46, 1 << 46], &values[2..]].concat();
            assert_eq!(wrong.fails_at(Boards::All, &large), None);
        }
    }
    assert!(failed > 2);
}
