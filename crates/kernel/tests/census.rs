//! A census of an ending: the true one is accepted, and nothing that is damaged.

use std::collections::HashSet;

use crate::dice::Dice;
use zermelo_kernel::{
    Arising, Budget, Castling, Census, CensusFault, Color, ILLEGAL, Line, Material, Piece,
    Position, Proof, Role, Square,
};

fn count(census: Census) -> Result<Arising, CensusFault> {
    census.check(&Budget::default()).map(|counted| counted.arising)
}

/// A game to two kings at home.
const GAME: &str = "\
    b1a3 g8h6 a3b5 h6g8 b5d4 f7f5 d4f5 b8c6 f5e3 c6b8 e3d5 g7g6 d5f4 b8c6 f4g6 c6b8 g6f4 \
    b8c6 f4d5 c6b8 g2g3 b8c6 h2h4 c6e5 f2f4 e5g6 d2d4 g6f4 c2c4 f4g6 e2e4 g6h4 b2b3 h4f5 \
    a2a3 f5d6 c1e3 d6c4 d5c3 d7d5 c3d5 c4d2 d5b4 d2e4 b4c6 e4c5 f1b5 c5b3 a1c1 h7h6 b5a4 \
    e7e5 c6b4 c7c6 b4d3 b7b6 c1c5 b6b5 d3e5 a7a5 e5c4 g8f6 e3h6 e8f7 h6c1 c8b7 c5c6 h8h2 \
    c6c8 f6e8 c1b2 f8g7 d1d3 h2c2 c4a5 b3c5 a5b3 g7h8 g1e2 b7c6 a4b5 a8a4 b3c5 d8f6 c5e4 \
    a4a3 b5a4 f6f2 e1d1 f2g3 e2c3 c2c3 h1e1 h8d4 d3d4 c6e4 b2c3 g3e1 d1e1 a3c3 d4e4 c3c8 \
    e4e8 c8e8 a4e8 f7e8 \
    ";

fn bare_kings() -> Material {
    Material::new(&Color::ALL.map(|color| Piece { color, role: Role::King })).unwrap()
}

/// The census of two kings: what follows from the game, level by level.
fn true_census() -> Census {
    let mut position = Position::initial();
    let mut moves = Vec::new();
    for uci in GAME.split_ascii_whitespace() {
        let made = position.parse_uci(uci).unwrap();
        position = position.play(made);
        moves.push(made);
    }
    let material = bare_kings();
    let mut levels = [0, 1].map(|_| vec![ILLEGAL; material.places()]);
    let mut here = vec![position];
    let mut level = 0;
    while !here.is_empty() {
        let mut next = Vec::new();
        for position in here {
            let place = material.place_of(&position).unwrap();
            let mark = &mut levels[position.turn().index()][place];
            if *mark == ILLEGAL {
                *mark = level;
                next.extend(position.legal_moves().into_iter().map(|m| position.play(m)));
            }
        }
        here = next;
        level += 1;
    }
    Census { material, lines: vec![Line { after: None, moves }], levels }
}

const ALL_LEGAL: Arising = Arising {
    legal: [3612, 3612],
    illegal: [0; 2],
    legal_en_passant: [0; 2],
    illegal_en_passant: [0; 2],
};

#[test]
fn two_kings_may_stand_anywhere() {
    let census = true_census();
    assert_eq!(count(census.clone()), Ok(ALL_LEGAL));
    // Cut in two, the game proves the same.
    let mut cut = census.clone();
    let rest = cut.lines[0].moves.split_off(40);
    cut.lines.push(Line { after: Some(0), moves: rest });
    assert_eq!(count(cut.clone()), Ok(ALL_LEGAL));
    let text = Proof::Census(cut.clone()).to_text();
    assert_eq!(Proof::read(&text), Ok(Proof::Census(cut)));
}

#[test]
fn damage_is_seen() {
    let census = true_census();
    let position = Position::from_fen("8/8/3k4/8/8/8/1K6/8 b - -", Castling::Standard).unwrap();
    let place = census.material.place_of(&position).unwrap();
    let with = |level: u8| {
        let mut damaged = census.clone();
        damaged.levels[1][place] = level;
        count(damaged.clone())
    };
    let here = Box::new(position.clone());
    assert_eq!(with(0), Err(CensusFault::NoGame(here.clone())));
    assert_eq!(with(1), Err(CensusFault::NoBefore(here.clone())));
    assert!(matches!(with(ILLEGAL), Err(CensusFault::NotClosed(_) | CensusFault::NoBefore(_))));

    // A level that rests on itself: everything of level 3 that follows from level 4 and back.
    let mut circle = census.clone();
    for level in circle.levels.iter_mut().flatten().filter(|level| (1..ILLEGAL).contains(*level)) {
        *level = 7;
    }
    assert!(matches!(count(circle.clone()), Err(CensusFault::NoBefore(_))));

    let mut short = census.clone();
    short.lines[0].moves.pop();
    assert!(matches!(count(short.clone()), Err(CensusFault::NoGame(_))));
    let mut illegal = census.clone();
    illegal.lines[0].moves.remove(0);
    assert_eq!(count(illegal.clone()), Err(CensusFault::NoLine(0)));
    let mut itself = census.clone();
    itself.lines[0].after = Some(0);
    assert_eq!(count(itself.clone()), Err(CensusFault::NoLine(0)));
    let mut absent = census.clone();
    absent.levels = [Vec::new(), Vec::new()];
    assert!(matches!(count(absent.clone()), Err(CensusFault::NotClosed(_))));
}

#[test]
fn every_single_wrong_level_is_seen() {
    let census = true_census();
    let mut dice = Dice(6);
    let mut tried = 0;
    while tried < 300 {
        let (turn, place) = (dice.below(2), dice.below(census.material.places()));
        let old = census.levels[turn][place];
        // A greater level may still be true; a smaller one is not, nor is illegality.
        let wrong = if dice.below(2) == 0 { ILLEGAL } else { dice.below(usize::from(old)) as u8 };
        if old == ILLEGAL || wrong == old {
            continue;
        }
        tried += 1;
        let mut damaged = census.clone();
        damaged.levels[turn][place] = wrong;
        // The position itself is at fault: White's king stands on the square of this number.
        let faults = damaged.check_part(place & 63, &Budget::default()).is_err();
        assert!(faults, "level {wrong} instead of {old} at {place} was accepted");
    }
}

#[test]
fn damaged_text_is_no_proof_of_anything_false() {
    let text = Proof::Census(true_census()).to_text();
    let mut dice = Dice(7);
    for _ in 0..300 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=dice.below(2) {
            let at = dice.below(bytes.len());
            match dice.below(3) {
                0 => bytes[at] = b"0123456789abcdefghk- \n"[dice.below(22)],
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
        }
        if let Ok(Proof::Census(census)) = Proof::read(&bytes)
            && let Ok(found) = count(census.clone())
        {
            assert_eq!(found, ALL_LEGAL);
        }
    }
}

#[test]
fn men_that_are_no_population() {
    let king = |color| Piece { color, role: Role::King };
    let rook = Piece { color: Color::White, role: Role::Rook };
    assert_eq!(Material::new(&[king(Color::White)]), None);
    assert_eq!(Material::new(&[king(Color::White), king(Color::White)]), None);
    let [white, black] = Color::ALL.map(king);
    assert_eq!(Material::new(&[white, black, black]), None);
    assert_eq!(Material::new(&[white, black, rook, rook, rook]), None);
    assert_eq!(Material::new(&[rook, black, white]).unwrap().to_string(), "KRvK");
    for text in
        ["", "KvK", "claim census", "claim census KRK", "claim census KkvK", "claim census KRRRvK"]
    {
        let text = format!("zermelo-certificate 1\nrules chess\n{text}\nend\n");
        assert!(Proof::read(&text).is_err(), "{text}");
    }
}

fn material(letters: &str) -> Material {
    let men: Vec<Piece> = letters.chars().filter_map(Piece::from_letter).collect();
    Material::new(&men).unwrap()
}

/// Every position of some men is visited once, those with a capture in passing too, and has a place
/// of its own: compared with all placements of the men, one by one.
#[test]
fn every_position_is_visited_once() {
    for letters in ["KkR", "KkPp", "KkNN", "Kkpp"] {
        let material = material(letters);
        let men = material.men().to_vec();
        assert_eq!(material.places(), 1 << (6 * men.len()));
        for (king, count) in [(27, None), (64, Some(0))] {
            let mut visited = HashSet::new();
            let mut places = HashSet::new();
            let all: Result<(), ()> = material.visit(king, &mut |position| {
                assert!(visited.insert(position.clone()), "{position} is visited twice");
                let place = material.place_of(position).unwrap();
                let passed = position.en_passant().is_some();
                assert!(passed || places.insert((position.turn(), place)), "{position}");
                Ok(())
            });
            assert_eq!(all, Ok(()));
            if let Some(count) = count {
                assert_eq!(visited.len(), count);
                continue;
            }
            let mut placed = HashSet::new();
            let mut squares = vec![king; men.len()];
            for number in 0..1_usize << (6 * (men.len() - 1)) {
                for (man, square) in squares.iter_mut().enumerate().skip(1) {
                    *square = number >> (6 * (man - 1)) & 63;
                }
                let mut board = [None; 64];
                let apart =
                    squares.iter().zip(&men).all(|(&at, &man)| board[at].replace(man).is_none());
                if !apart {
                    continue;
                }
                // Behind a pawn that may just have gone two squares.
                let passed = (24..40).filter_map(|at: usize| match board[at]?.letter() {
                    'P' if at < 32 => Square::all().nth(at - 8),
                    'p' if at >= 32 => Square::all().nth(at + 8),
                    _ => None,
                });
                for passed in std::iter::once(None).chain(passed.map(Some)) {
                    for turn in Color::ALL {
                        placed.extend(Position::from_men(board, turn, passed));
                    }
                }
            }
            assert!(visited == placed, "{letters}: {} of {}", visited.len(), placed.len());
        }
    }
    // The first fault ends the visit.
    let mut seen = 0;
    let ended = material("Kk").visit(0, &mut |_| {
        seen += 1;
        if seen == 3 { Err("enough") } else { Ok(()) }
    });
    assert_eq!((ended, seen), (Err("enough"), 3));
}

#[test]
fn places_are_squares_in_the_order_of_the_men() {
    let position = |fen: &str| Position::from_fen(fen, Castling::Standard).unwrap();
    let material = material("NKkn");
    assert_eq!(material.to_string(), "KNvKN");
    let place = |fen| material.place_of(&position(fen));
    // a1 0, b1 1, c1 2, d1 3.
    assert_eq!(place("8/8/8/8/8/7k/8/KNn5 w - -"), Some(23 << 6 | 1 << 12 | 2 << 18));
    assert_eq!(place("8/8/8/8/8/7k/8/KnN5 w - -"), Some(23 << 6 | 2 << 12 | 1 << 18));
    assert_eq!(place("8/8/8/8/8/7k/8/KN6 w - -"), None);
    assert_eq!(place("8/8/8/8/8/7k/8/KNnn4 w - -"), None);
    assert_eq!(place("8/8/8/8/8/7k/8/KNr5 w - -"), None);
    let rook = self::material("KkR");
    assert!(rook.place_of(&position("4k3/8/8/8/8/8/8/R3K3 w - -")).is_some());
    assert_eq!(rook.place_of(&position("4k3/8/8/8/8/8/8/R3K3 w Q -")), None);
    // Two like men: the lower square first.
    let knights = self::material("KkNN");
    let place = knights.place_of(&position("8/8/8/8/8/7k/8/KNN5 w - -"));
    assert_eq!(place, Some(23 << 6 | 1 << 12 | 2 << 18));
}

/// After a double step the level is one more than that of the position before.
#[test]
fn levels_of_positions_with_a_capture_in_passing() {
    let position = |fen: &str| Position::from_fen(fen, Castling::Standard).unwrap();
    let passed = position("7k/8/8/8/Pp6/8/8/K7 b - a3");
    let before = position("7k/8/8/8/1p6/8/P7/K7 w - -");
    let material = material("KkPp");
    let place = material.place_of(&before).unwrap();
    let mut census = Census {
        levels: [0, 1].map(|_| vec![ILLEGAL; material.places()]),
        lines: Vec::new(),
        material,
    };
    assert_eq!((census.level(&before), census.level(&passed)), (None, None));
    for (level, next) in
        [(0, Some(1)), (7, Some(8)), (ILLEGAL - 2, Some(ILLEGAL - 1)), (ILLEGAL - 1, None)]
    {
        census.levels[0][place] = level;
        assert_eq!((census.level(&before), census.level(&passed)), (Some(level), next));
    }
    // Without the capture it is another position, with a place of its own.
    assert_eq!(census.level(&position("7k/8/8/8/Pp6/8/8/K7 b - -")), None);
}

#[test]
fn counts_are_added_one_by_one() {
    let some = |n: u64| Arising {
        legal: [n, n + 1],
        illegal: [n + 2, n + 3],
        legal_en_passant: [n + 4, n + 5],
        illegal_en_passant: [n + 6, n + 7],
    };
    let mut sum = some(10);
    sum.add(&some(300));
    let expected = Arising {
        legal: [310, 312],
        illegal: [314, 316],
        legal_en_passant: [318, 320],
        illegal_en_passant: [322, 324],
    };
    assert_eq!(sum, expected);
}

/// Levels of three men as text: two digits for each square of the third.
#[test]
fn levels_are_read_as_written() {
    let material = material("KkR");
    let mut dice = Dice(11);
    let mut levels = [0, 1].map(|_| vec![ILLEGAL; material.places()]);
    for _ in 0..60 {
        let (turn, place) = (dice.below(2), dice.below(material.places()));
        levels[turn][place] = dice.below(255) as u8;
    }
    let census = Census { material, lines: Vec::new(), levels };
    let text = Proof::Census(census.clone()).to_text();
    assert_eq!(Proof::read(&text), Ok(Proof::Census(census)));
    let line = text.lines().find(|line| line.starts_with("levels ")).unwrap();
    assert_eq!(line.split(' ').nth(4).unwrap().len(), 128);
    for damaged in [
        line[..line.len() - 2].to_string(),
        line[..line.len() - 1].to_string(),
        format!("{line}00"),
        format!("{line}0"),
        format!("{line} 00"),
        line.replacen("levels ", "levels grey", 1),
        line.replacen("levels white", "levels grey", 1).replacen("levels black", "levels grey", 1),
        line.replacen("levels", "level", 1),
        format!("{}+1", &line[..line.len() - 2]),
        format!("{}FF", &line[..line.len() - 2]),
        format!("{}0g", &line[..line.len() - 2]),
        "end of it".to_string(),
        "line 0".to_string(),
        "line x".to_string(),
    ] {
        let text = text.replacen(line, &damaged, 1);
        assert!(Proof::read(&text).is_err(), "{damaged}");
    }
}
