//! Endings: Lippold's tables, and the truth between his two definitions.

use std::convert::Infallible;
use std::ops::ControlFlow;

use zermelo_kernel::{
    Arising, Budget, Castling, Census, Color, ILLEGAL, LegalityCertificate, LegalityEvidence,
    Piece, Position, ProofGame, Role,
};
use zermelo_retro::endings::{self, Decided, Definitions, Ending, EndingError, Men, Promotions};
use zermelo_retro::legal::{self, Verdict};
use zermelo_retro::proof_game;

pub fn men(text: &str) -> Vec<Piece> {
    let (white, black) = text.split_once('v').unwrap();
    let side = |color, letters: &str| {
        letters
            .chars()
            .map(move |letter| Piece { color, role: Role::from_letter(letter).unwrap() })
            .collect::<Vec<Piece>>()
    };
    [side(Color::White, white), side(Color::Black, black)].concat()
}

fn ending(text: &str) -> Ending {
    Ending::new(&men(text)).unwrap()
}

pub fn definitions(text: &str) -> Definitions {
    Definitions::new(&Men::new(&men(text)).unwrap())
}

fn decide(ending: &Ending) -> Decided {
    let limits = zermelo_board::Limits { nodes: 200_000, ..Default::default() };
    let game = |home: &Position| proof_game::find(home, &limits);
    Decided::new(ending, game, |_, _| ControlFlow::Continue(())).unwrap()
}

/// Correct with White and with Black to move, then complete.
fn rows(promotions: Promotions, rows: &[(&str, [u64; 4])]) {
    for &(text, [cor_white, com_white, cor_black, com_black]) in rows {
        let definitions = definitions(text);
        let expected = [[cor_white, cor_black], [com_white, com_black]];
        assert_eq!(definitions.counts(promotions), expected, "{text}, {promotions:?}");
    }
}

#[test]
fn lippolds_table_1() {
    rows(
        Promotions::Once,
        &[
            ("KQvK", [148120, 148120, 223944, 223944]),
            ("KRvK", [178780, 178780, 223896, 223944]),
            ("KRRvK", [4337296, 4337760, 6510920, 6830292]),
            ("KBBvK", [5273596, 5275312, 6630400, 6830292]),
            ("KBNvK", [11271724, 11274284, 13466524, 13660584]),
            ("KQvKQ", [9325900, 9400496, 9325900, 9400496]),
            ("KQvKR", [9343816, 9400496, 11153868, 11228616]),
            ("KQvKB", [9311188, 9400496, 12205128, 12280352]),
            ("KQvKN", [9381472, 9400496, 12908468, 12983144]),
            ("KRvKR", [11169880, 11228616, 11169880, 11228616]),
            ("KRvKB", [11127536, 11228616, 12218848, 12280352]),
            ("KRvKN", [11209448, 11228616, 12922776, 12983144]),
        ],
    );
}

#[test]
fn lippolds_table_2() {
    rows(
        Promotions::Once,
        &[
            ("KPvK", [165988, 166004, 193426, 195984]),
            ("KQvKP", [8055204, 8211280, 10241776, 10296944]),
            ("KRvKP", [9622576, 9804392, 10249518, 10296944]),
            ("KBvKP", [10528086, 10725920, 10209380, 10296944]),
            ("KNvKP", [11129972, 11335902, 10282148, 10296944]),
        ],
    );
}

#[test]
fn lippolds_table_3() {
    rows(
        Promotions::FourTimes,
        &[
            ("KPvK", [165988, 166004, 272182, 279864]),
            ("KQvKP", [11200584, 11611168, 10241776, 10296944]),
            ("KRvKP", [13418572, 13909304, 10249518, 10296944]),
            ("KBvKP", [14683476, 15221456, 10209380, 10296944]),
            ("KNvKP", [15543548, 16109868, 10282148, 10296944]),
        ],
    );
}

#[test]
fn three_men_none_open() {
    // Legal with White and Black to move, illegal. KRvK is known; the others are what the kernel
    // accepted.
    let known = [
        ("KvK", [3612, 3612], [0, 0]),
        ("KQvK", [144508, 223944], [0, 0]),
        ("KRvK", [175168, 223938], [0, 6]),
        ("KBvK", [193262, 223220], [22, 724]),
        ("KNvK", [205480, 223944], [16, 0]),
        ("KPvK", [163320, 167244], [8, 780]),
    ];
    for (text, legal, illegal) in known {
        let decided = decide(&ending(text));
        assert_eq!(decided.open, []);
        let found = decided.check(|| ControlFlow::Continue(())).unwrap().unwrap();
        assert_eq!(found.arising, Arising { legal, illegal, ..Arising::default() }, "{text}");
        let listed = endings::illegal(&decided.census, &decided.open);
        assert_eq!(listed.len() as u64, illegal[0] + illegal[1], "{text}");
        assert!(listed.iter().all(|position| decided.census.level(position).is_none()));
        lies_between(text, &decided);
    }
}

/// Every position that is legal by the correct definition is, and every one that is not by the
/// complete one is not.
fn lies_between(text: &str, decided: &Decided) {
    let definitions = definitions(text);
    for slice in 0..Census::SLICES {
        let visit = &mut |position: &Position| {
            let legal = decided.census.level(position).is_some();
            if let Some([correct, complete]) = definitions.of(position) {
                assert!(complete || !legal, "{position}");
                assert!(legal || !correct, "{position}");
            }
            Ok::<(), Infallible>(())
        };
        decided.census.material.visit(slice, visit).unwrap();
    }
}

/// What follows from the games, found once more by the kernel's moves and without levels: neither more
/// nor less than what is called legal.
#[test]
fn the_closure_is_what_moves_lead_to() {
    for text in ["KvK", "KPvK", "KBvK"] {
        let census = decide(&ending(text)).census;
        let mut list: Vec<Position> = Vec::new();
        for line in &census.lines {
            let start = match line.after {
                None => Position::initial(),
                Some(earlier) => list[earlier].clone(),
            };
            list.push(line.moves.iter().fold(start, |at, &made| at.play(made)));
        }
        list.retain(|end| census.material.place_of(end).is_some());
        let mut reached = [0, 1].map(|_| vec![false; census.material.places()]);
        let mut count = 0;
        while let Some(here) = list.pop() {
            let Some(place) = census.material.place_of(&here) else { continue };
            if !std::mem::replace(&mut reached[here.turn().index()][place], true) {
                count += 1;
                assert!(census.level(&here).is_some(), "{here}");
                list.extend(here.legal_moves().into_iter().map(|made| here.play(made)));
            }
        }
        let levels = census.levels.iter().flatten();
        assert_eq!(count, levels.filter(|&&level| level != ILLEGAL).count(), "{text}");
    }
}

#[test]
fn two_pawns_of_either_colour_none_open() {
    for text in ["KPPvK", "KPvKP"] {
        let decided = decide(&ending(text));
        assert_eq!(decided.open, []);
        // The kernel looks at one part in sixteen; docs/numbers.md has all.
        for slice in [4, 19, 34, 49] {
            let found = decided.census.check_part(slice, &Budget::default()).unwrap();
            assert!(found.legal.iter().all(|&count| count > 0), "{text} {slice}: {found:?}");
        }
    }
}

#[test]
fn breaking_off_and_bad_men() {
    let stop = Decided::new(&ending("KBvK"), |_| None, |_, _| ControlFlow::Break(()));
    assert!(stop.is_none());
    let checked = decide(&ending("KvK")).check(|| ControlFlow::Break(()));
    assert!(checked.is_none());
    assert_eq!(Ending::new(&men("KQQRvK")), Err(EndingError::TooManyMen));
    assert_eq!(Ending::new(&men("QvK")), Err(EndingError::Kings));
    assert_eq!(Ending::new(&men("KKvK")), Err(EndingError::Kings));
}

/// Whether `legal` decides this position at the default limits, and what it says; the kernel checks it.
fn alone(position: &Position) -> Option<bool> {
    let evidence = match legal::decide(position, None, &legal::Options::default()) {
        Verdict::Legal(game) => LegalityEvidence::Game(ProofGame::of_chess(game)),
        Verdict::Illegal(closed) => LegalityEvidence::Closed(closed),
        Verdict::Open => return None,
    };
    let position = position.clone();
    let proved = LegalityCertificate::new(position, None, evidence).check().unwrap();
    Some(proved.claim() == "legal")
}

#[test]
fn one_position_of_three_men_is_answered_as_the_count_does() {
    for text in ["KBvK", "KNvK", "KPvK", "KRvK"] {
        let decided = decide(&ending(text));
        for position in endings::illegal(&decided.census, &decided.open) {
            assert_eq!(alone(&position), Some(false), "{position}");
        }
        let mut number = 0;
        let visit = &mut |position: &Position| {
            number += 1;
            if number % 1009 == 0 {
                let legal = decided.census.level(position).is_some();
                assert_eq!(alone(position), Some(legal), "{position}");
            }
            Ok::<(), Infallible>(())
        };
        for slice in (0..Census::SLICES).step_by(5) {
            decided.census.material.visit(slice, visit).unwrap();
        }
    }
}

#[test]
fn few_men_in_a_corner_are_answered() {
    for fen in ["7k/7P/7K/8/8/8/8/8 w - -", "kB6/2K5/8/8/8/8/8/8 w - -"] {
        let position = Position::from_fen(fen, Castling::Standard).unwrap();
        assert_eq!(alone(&position), Some(true), "{fen}");
    }
    let mut dice = fastrand::Rng::with_seed(24);
    let mut asked = 0;
    while asked < 300 {
        let mut board = [None; 64];
        let mut put = |color, role| {
            let square = dice.usize(0..3) + 8 * dice.usize(0..3);
            board[square] = Some(Piece { color, role });
            (dice.usize(0..2), dice.usize(0..5))
        };
        let one = put(Color::White, Role::King);
        let two = put(Color::Black, Role::King);
        put(Color::ALL[one.0], Role::ALL[one.1]);
        put(Color::ALL[two.0], Role::ALL[two.1]);
        let turn = Color::ALL[dice.usize(0..2)];
        let Some(position) = Position::from_men(board, turn, None) else { continue };
        asked += 1;
        assert!(alone(&position).is_some(), "{position}");
    }
}
