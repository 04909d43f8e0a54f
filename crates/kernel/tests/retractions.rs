//! Retractions against moves: each must be the other read backwards.
//!
//! A list of last moves is evidence only if nothing is missing, so the tests ask in both
//! directions: every move played is among the retractions, on games thrown with dice and on all
//! positions with few men; and every retraction is a legal move that leads to the position.

use std::collections::HashSet;

use crate::dice::Dice;
use zermelo_kernel::{
    Castling, CastlingSide, Color, Move, Piece, Position, Retraction, Role, Square,
};

fn position(fen: &str, mode: Castling) -> Position {
    Position::from_fen(fen, mode).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn standard(fen: &str) -> Position {
    position(fen, Castling::Standard)
}

/// Where the games begin: the initial array, and positions that are rich in special moves.
const ROOTS: [(&str, Castling); 14] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Castling::Standard),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Castling::Chess960),
    ("bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq -", Castling::Chess960),
    ("rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w KQkq -", Castling::Chess960),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", Castling::Standard),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", Castling::Standard),
    ("1r1rk1r1/8/8/8/8/8/8/1R2KR1R w BHdg -", Castling::Chess960),
    ("r2kr3/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq -", Castling::Chess960),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", Castling::Standard),
    ("4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3 w - -", Castling::Standard),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", Castling::Standard),
    ("4k3/8/8/8/8/8/4P3/4K3 w - -", Castling::Standard),
    ("8/8/3k4/8/8/8/8/KQ5r b - -", Castling::Standard),
    ("kqrq4/ppp5/8/8/8/8/PPP2QQR/K1R3QQ w - -", Castling::Standard),
];

/// Positions of random games, the same in every run.
fn games(dice: &mut Dice, per_root: usize, plies: usize) -> Vec<Position> {
    let mut list = Vec::new();
    for (fen, mode) in ROOTS {
        for _ in 0..per_root {
            let mut at = position(fen, mode);
            for _ in 0..plies {
                let moves = at.legal_moves();
                if moves.is_empty() {
                    break;
                }
                // Castling, double steps and promotions are rare among all moves: look for one.
                let special = |m: &Move| {
                    m.is_castling(&at)
                        || m.promotion.is_some()
                        || at.play(*m).en_passant().is_some()
                };
                let wanted: Vec<Move> = moves.iter().copied().filter(special).collect();
                let from = if wanted.is_empty() || dice.below(3) > 0 { &moves } else { &wanted };
                let m = from[dice.below(from.len())];
                let next = at.play(m);
                list.push(std::mem::replace(&mut at, next));
            }
            list.push(at);
        }
    }
    list
}

/// Asserts that a list of retractions is right and has nothing twice.
fn check_retractions(at: &Position, list: &[Retraction]) {
    let mut seen = HashSet::new();
    for Retraction { before, made, taken } in list {
        let all = before.legal_moves();
        assert!(all.contains(made), "{made} in {before} is not legal");
        assert_eq!(before.play(*made), *at, "{made} in {before}");
        assert_eq!(Position::from_fen(&before.to_fen(), at.castling()).as_ref(), Ok(before));
        let count = |p: &Position| p.pieces().filter(|(_, man)| man.color == at.turn()).count();
        assert_eq!(count(before), count(at) + usize::from(taken.is_some()), "{made} in {before}");
        assert!(seen.insert((before.clone(), *made)), "{made} in {before} comes twice");
    }
}

fn has(list: &[Retraction], before: &Position, made: Move) -> bool {
    list.iter().any(|found| found.made == made && found.before == *before)
}

#[test]
fn every_move_played_is_a_retraction() {
    let mut dice = Dice(1);
    let (mut positions, mut asked, mut en_passant, mut castling, mut promotions) = (0, 0, 0, 0, 0);
    for before in games(&mut dice, 12, 30) {
        positions += 1;
        let moves = before.legal_moves();
        for &made in &moves {
            let special = made.is_castling(&before)
                || made.promotion.is_some()
                || before.en_passant() == Some(made.to);
            // Every special move, and of the many others one in so many.
            if !special && dice.below(moves.len()) > 2 {
                continue;
            }
            let at = before.play(made);
            assert!(has(&at.retractions(), &before, made), "{made} in {before}");
            asked += 1;
            castling += usize::from(made.is_castling(&before));
            promotions += usize::from(made.promotion.is_some());
            let pawn = before.piece_at(made.from).is_some_and(|man| man.role == Role::Pawn);
            en_passant += usize::from(pawn && before.en_passant() == Some(made.to));
        }
    }
    // The dice have thrown enough of everything.
    let thrown = (positions, asked, en_passant, castling, promotions);
    println!("{thrown:?}");
    assert!(positions > 4000 && asked > 10_000, "{thrown:?}");
    assert!(en_passant > 50 && castling > 100 && promotions > 500, "{thrown:?}");
}

#[test]
fn every_retraction_is_a_legal_move_that_leads_here() {
    let mut checked = 0;
    for (index, at) in games(&mut Dice(2), 1, 60).into_iter().enumerate() {
        if index % 4 == 0 {
            let list = at.retractions();
            check_retractions(&at, &list);
            checked += list.len();
            // Once more, from a position that perhaps never occurred.
            if let Some(further) = list.get(index % list.len().max(1)) {
                check_retractions(&further.before, &further.before.retractions());
            }
        }
    }
    println!("{checked}");
    assert!(checked > 20_000, "{checked}");
}

/// All positions with White's king, Black's king and perhaps one man of White's, castling rights
/// included, both sides to move.
fn few_men(extra: &[Option<Role>]) -> Vec<Position> {
    let mut list = Vec::new();
    let put = |color, role| Some(Piece { color, role });
    for white in Square::all() {
        for black in Square::all().filter(|&black| black != white) {
            for &role in extra {
                let free = Square::all().filter(|&at| at != white && at != black);
                for at in free.take(if role.is_some() { 64 } else { 1 }) {
                    let mut men = [None; 64];
                    men[white.index()] = put(Color::White, Role::King);
                    men[black.index()] = put(Color::Black, Role::King);
                    if let Some(role) = role {
                        men[at.index()] = put(Color::White, role);
                    }
                    for turn in Color::ALL {
                        let Some(bare) = Position::from_men(men, turn, None) else { continue };
                        let rights = match (role, white.to_string().as_str(), at.to_string()) {
                            (Some(Role::Rook), "e1", at) if at == "a1" => Some('Q'),
                            (Some(Role::Rook), "e1", at) if at == "h1" => Some('K'),
                            _ => None,
                        };
                        if let Some(letter) = rights {
                            let fen = bare.to_fen().replace(" - -", &format!(" {letter} -"));
                            list.push(standard(&fen));
                        }
                        list.push(bare);
                    }
                }
            }
        }
    }
    list
}

/// Asserts that among these positions the moves to the wanted ones and their retractions are the
/// same pairs; gives how many.
fn compare(class: &[Position], wanted: impl Fn(&Position) -> bool) -> usize {
    let inside: HashSet<&Position> = class.iter().collect();
    let mut by_moves = HashSet::new();
    for before in class {
        for made in before.legal_moves() {
            let at = before.play(made);
            if wanted(&at) && inside.contains(&at) {
                by_moves.insert((before.clone(), made));
            }
        }
    }
    let mut by_retractions = HashSet::new();
    for at in class.iter().filter(|at| wanted(at)) {
        for found in at.retractions() {
            if inside.contains(&found.before) {
                assert!(by_retractions.insert((found.before, found.made)));
            }
        }
    }
    println!("{} positions, {} moves", class.len(), by_moves.len());
    assert!(by_moves == by_retractions);
    by_moves.len()
}

#[test]
fn with_few_men_the_two_relations_are_one() {
    let class = few_men(&[None, Some(Role::Pawn), Some(Role::Rook)]);
    // Moves are followed from everywhere; to keep it short, only to these squares of White's king.
    let kings = ["c1", "e1", "g1", "d6"].map(|name| name.parse::<Square>().unwrap());
    let moves = compare(&class, |at| kings.contains(&at.king(Color::White)));
    assert!(moves > 100_000, "{moves}");
}

/// All positions with at most a pawn a side and the kings on a few squares, en passant included.
#[test]
fn with_two_pawns_the_two_relations_are_one() {
    let put = |color, role| Some(Piece { color, role });
    let squares = |names: [&str; 4]| names.map(|name| name.parse::<Square>().unwrap());
    let pawn_squares = || {
        std::iter::once(None).chain(Square::all().filter(|s| (1..7).contains(&s.rank())).map(Some))
    };
    let mut class = Vec::new();
    let mut en_passant = 0;
    for white in squares(["a5", "e1", "e4", "f4"]) {
        for black in squares(["c4", "c5", "e8", "h5"]) {
            for own in pawn_squares() {
                for other in pawn_squares() {
                    let mut men = [None; 64];
                    let all = [
                        (own, put(Color::White, Role::Pawn)),
                        (other, put(Color::Black, Role::Pawn)),
                        (Some(white), put(Color::White, Role::King)),
                        (Some(black), put(Color::Black, Role::King)),
                    ];
                    for (at, man) in all.into_iter().filter_map(|(at, man)| Some((at?, man))) {
                        men[at.index()] = man;
                    }
                    // Two men on a square leave one too few: the board is left out.
                    let count = 2 + usize::from(own.is_some()) + usize::from(other.is_some());
                    if men.iter().flatten().count() != count {
                        continue;
                    }
                    for turn in Color::ALL {
                        let passed = Square::all().map(Some);
                        let passed = passed.filter_map(|at| Position::from_men(men, turn, at));
                        let before = class.len();
                        class.extend(passed);
                        en_passant += class.len() - before;
                        class.extend(Position::from_men(men, turn, None));
                    }
                }
            }
        }
    }
    let moves = compare(&class, |_| true);
    assert!(moves > 50_000 && en_passant > 100, "{moves}, {en_passant}");
}

/// The last moves of a position that are possible by count, as `UCI:taken`, sorted, each once
/// whatever castling rights and en-passant captures there were before.
fn last_moves(at: &Position) -> Vec<String> {
    let list = at.retractions();
    check_retractions(at, &list);
    let mut names: Vec<String> = list
        .iter()
        .filter(|found| found.is_possible_by_count())
        .map(|found| {
            let taken = found.taken.map_or(String::new(), |role| format!(":{}", role.letter()));
            let passed = if found.is_en_passant() { " e.p." } else { "" };
            format!("{}{taken}{passed}", found.made.to_uci(&found.before))
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn positions_without_a_last_move() {
    for fen in [
        // The pawn has not moved, and the kings would have stood side by side.
        "8/8/8/8/8/8/P1k5/K7 b - -",
        "8/8/8/8/8/8/P7/K1k5 b - -",
        // King and rook have the right to castle, so neither has moved; nothing else is there.
        "4k3/8/8/8/8/8/8/4K2R b K -",
        // Check from two rooks, neither of which can have uncovered the other.
        "k6R/8/8/8/8/8/8/R6K b - -",
    ] {
        assert!(standard(fen).retractions().is_empty(), "{fen}");
    }
    // Without the right, the same men have a past.
    assert!(!standard("4k3/8/8/8/8/8/8/4K2R b - -").retractions().is_empty());
}

#[test]
fn the_initial_array_can_come_back() {
    let start = standard("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    assert_eq!(last_moves(&start), ["a6b8", "c6b8", "f6g8", "h6g8"]);
    // There are more if the count of men is not asked: each of these with a capture.
    let list = start.retractions();
    assert_eq!(list.iter().filter(|found| found.taken.is_none()).count(), 4);
    assert_eq!(list.len(), 4 * 5);
    assert!(list.iter().all(|found| found.is_possible_by_count() == found.taken.is_none()));
}

#[test]
fn en_passant_is_the_last_move_or_not_at_all() {
    // The square says which pawn has just moved, and how.
    let e4 = standard("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3");
    assert_eq!(last_moves(&e4), ["e2e4"]);
    // Without it, the double step is the one move that cannot have been.
    let at = standard("4k3/8/8/8/3pP3/8/8/K7 b - -");
    let names = last_moves(&at);
    assert!(names.contains(&"e3e4".to_string()) && !names.contains(&"e2e4".to_string()));
    assert!(names.contains(&"d3e4:n".to_string()));
    // A capture en passant, taken back; the pawn had just made its double step.
    let captured = standard("4k3/8/3P4/8/8/8/8/4K3 b - -");
    let passed: Vec<_> =
        captured.retractions().into_iter().filter(Retraction::is_en_passant).collect();
    let before: Vec<_> = passed.iter().map(|found| found.before.to_fen()).collect();
    assert_eq!(before, ["4k3/8/8/2Pp4/8/8/8/4K3 w - d6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6"]);
    assert!(passed.iter().all(|found| found.taken == Some(Role::Pawn)));
    // Not where the double step is not possible: something stands on its way.
    let blocked = standard("3nk3/3n4/3P4/8/8/8/8/4K3 b - -");
    assert!(!blocked.retractions().iter().any(Retraction::is_en_passant));
    // Double check from two lines that only a capture en passant opens at once.
    let opened = standard("8/8/2kP4/8/8/8/6BK/2R5 b - -");
    assert!(opened.is_check());
    assert_eq!(last_moves(&opened), ["c5d6:p e.p."].map(String::from));
}

#[test]
fn castling_taken_back() {
    let castled = "4k3/8/8/8/8/8/5PPP/5RK1 b - -";
    assert!(last_moves(&standard(castled)).contains(&"e1g1".to_string()));
    let list = standard(castled).retractions();
    let castling: Vec<_> =
        list.iter().filter(|found| found.made.is_castling(&found.before)).collect();
    assert_eq!(castling.len(), 1);
    assert_eq!(castling[0].before.to_fen(), "4k3/8/8/8/8/8/5PPP/4K2R w K -");
    // Not through or out of check, and not with a man between.
    for fen in [
        "2b1k3/8/b7/8/8/8/6PP/5RK1 b - -", // f1 was attacked
        "4k3/8/8/8/4r3/8/5PPP/5RK1 b - -", // e1 was attacked
        "4k3/8/8/8/8/8/5PPP/4NRK1 b - -",
        "4k3/8/8/8/8/8/5PPP/5RKN b - -",
    ] {
        let uncastles = |f: &Retraction| f.made.is_castling(&f.before);
        assert!(!standard(fen).retractions().iter().any(uncastles), "{fen}");
    }
    // With the other rook at home, both rights or one may have been there.
    let list = standard("4k3/8/8/8/8/8/5PPP/R4RK1 b - -").retractions();
    let mut before: Vec<String> = list
        .iter()
        .filter(|found| found.made.is_castling(&found.before))
        .map(|found| found.before.to_fen())
        .collect();
    before.sort();
    let rest = "4k3/8/8/8/8/8/5PPP/R3K2R w";
    assert_eq!(before, [format!("{rest} K -"), format!("{rest} KQ -")]);
    // Chess960: the king may have come from anywhere, or have stayed.
    let list = position("4k3/8/8/8/8/8/8/5RK1 b - -", Castling::Chess960).retractions();
    let castling = list.iter().filter(|found| found.made.is_castling(&found.before));
    let names: Vec<String> = castling.map(|found| found.made.to_string()).collect();
    for uci in ["a1b1", "e1h1", "g1h1", "f1g1", "b1c1", "f1h1"] {
        assert!(names.contains(&uci.to_string()), "{uci} in {names:?}");
    }
    assert!(!names.contains(&"h1g1".to_string()), "that would be the other side");
    // A right that is still there: the king and that rook have not moved.
    let kept = standard("4k3/8/8/8/8/8/8/R3K2R b Q -");
    for found in kept.retractions() {
        assert_eq!(
            found.before.castling_rook(Color::White, CastlingSide::QueenSide),
            Square::new(0)
        );
        assert_eq!(found.made.to.to_string(), "h1");
    }
}

#[test]
fn promotions_taken_back() {
    let names = last_moves(&standard("N1k5/8/8/8/8/8/8/K7 b - -"));
    for name in ["a7a8n", "c7a8", "c7a8:q"] {
        assert!(names.contains(&name.to_string()), "{name} in {names:?}");
    }
    assert!(!names.contains(&"b6a8".to_string()) && !names.contains(&"b7a8n:r".to_string()));
    // From b7 the pawn would have checked the king already; not so with the king elsewhere.
    let names = last_moves(&standard("N3k3/8/8/8/8/8/8/K7 b - -"));
    assert!(names.contains(&"b7a8n:r".to_string()) && !names.contains(&"b7a8n".to_string()));
    // No pawn is taken on the last rank, no king is promoted, and no pawn is.
    assert!(!names.iter().any(|name| name.ends_with(":p")));
    let king = last_moves(&standard("K7/8/8/8/4k3/8/8/8 b - -"));
    assert!(!king.iter().any(|name| name.ends_with('k')));
    // Eight pawns are there: nothing was promoted.
    let full = last_moves(&standard("4k2N/8/8/8/8/8/PPPPPPPP/4K3 b - -"));
    let to_h8: Vec<_> = full.iter().filter(|name| name[2..].starts_with("h8")).collect();
    assert_eq!(to_h8.len(), 2 * 5, "{to_h8:?}");
    assert!(to_h8.iter().all(|name| name.starts_with("f7") || name.starts_with("g6")));
}

#[test]
fn double_checks_have_few_last_moves() {
    // The knight came from e4 and uncovered the rook.
    let knight = standard("4k3/8/3N4/8/8/8/4R3/4K3 b - -");
    assert_eq!(last_moves(&knight), ["e4d6", "e4d6:b", "e4d6:n", "e4d6:p", "e4d6:q", "e4d6:r"]);
}

#[test]
fn counts_of_men_are_a_separate_question() {
    // Black has all sixteen men, so White has taken nothing.
    let full = standard("rnbqkbnr/pppppppp/8/8/8/8/8/K7 b kq -");
    let (possible, excluded): (Vec<_>, Vec<_>) =
        full.retractions().into_iter().partition(Retraction::is_possible_by_count);
    assert!(possible.iter().all(|found| found.taken.is_none()) && possible.len() == 3);
    assert!(excluded.iter().all(|found| found.taken.is_some()) && excluded.len() == 3 * 4);
}
