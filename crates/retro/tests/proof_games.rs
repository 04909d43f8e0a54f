//! Proof games: every game found is replayed by the kernel, and enough are found.

use std::time::{Duration, Instant};

use zermelo_board::Limits;
use zermelo_kernel::{Castling, Color, Move, Piece, Position, Role, Square};
use zermelo_retro::proof_game::find;

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn position(fen: &str) -> Position {
    Position::from_fen(fen, Castling::Standard).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes, ..Limits::default() }
}

/// Plays the game from the array with the kernel's rules, and compares the end.
fn replay(goal: &Position, game: &[Move]) {
    let mut at = position(ARRAY);
    for &m in game {
        assert!(at.is_legal(m), "{} in {}, goal {}", m.to_uci(&at), at.to_fen(), goal.to_fen());
        at = at.play(m);
    }
    assert_eq!(at, *goal, "{} is not {}", at.to_fen(), goal.to_fen());
}

/// How many of the goals are found, and the plies of all games; every game is replayed.
fn found(goals: impl IntoIterator<Item = Position>, limits: &Limits) -> (usize, usize, usize) {
    let (mut found, mut all, mut plies) = (0, 0, 0);
    for goal in goals {
        all += 1;
        match find(&goal, limits) {
            Some(game) => {
                replay(&goal, &game);
                found += 1;
                plies += game.len();
            }
            None => println!("not found: {}", goal.to_fen()),
        }
    }
    println!("{found} of {all}, {plies} plies");
    (found, all, plies)
}

/// The kings of the array and the men that the mask names, at home.
fn at_home(mask: u32, turn: Color) -> Position {
    let mut board = [None::<Piece>; 64];
    for (number, (square, piece)) in position(ARRAY).pieces().enumerate() {
        if mask & 1 << number != 0 || piece.role == Role::King {
            board[square.index()] = Some(piece);
        }
    }
    let mut fen = String::new();
    for rank in (0..8).rev() {
        for file in 0..8 {
            let man = board[Square::from_coords(file, rank).unwrap().index()];
            fen.push(man.map_or('1', Piece::letter));
        }
        fen.push(if rank > 0 { '/' } else { ' ' });
    }
    fen.push_str(if turn == Color::White { "w - -" } else { "b - -" });
    position(&fen)
}

#[test]
fn three_men_at_home_are_all_found() {
    let goals = (0..32).flat_map(|man| Color::ALL.map(|turn| at_home(1 << man, turn)));
    let (found, all, _) = found(goals, &nodes(100_000));
    assert_eq!(found, all);
}

#[test]
fn some_men_at_home_are_found() {
    let mut dice = fastrand::Rng::with_seed(6);
    let mut goals = Vec::new();
    for men in 2..=8 {
        for _ in 0..30 {
            let mask = (0..men).fold(0, |mask, _| mask | 1 << dice.u32(0..32));
            goals.push(at_home(mask, Color::ALL[dice.usize(0..2)]));
        }
    }
    let (found, all, plies) = found(goals, &nodes(100_000));
    assert_eq!(found, all);
    // A refactoring that changes the games is none.
    assert_eq!(plies, 22_240);
}

/// Positions of a corpus file, by lines.
fn corpus(name: &str, line: impl Fn(&str) -> Option<String>, every: usize) -> Vec<Position> {
    let text = zermelo_testing::text(name).unwrap_or_default();
    text.lines().filter_map(line).step_by(every).map(|fen| position(&fen)).collect()
}

#[test]
fn positions_of_games_are_found() {
    let fen = |line: &str| line.split_once(' ').map(|(_, fen)| fen.to_string());
    let goals = corpus("winnable/lichess.txt", fen, 400);
    let (found, all, _) = found(goals, &nodes(20_000));
    assert_eq!(found, all);
}

#[test]
fn random_positions_with_promoted_men_are_found() {
    let legal = |line: &str| line.strip_suffix("\tlegal").map(str::to_string);
    let goals = corpus("legality/random-923.tsv", legal, 23);
    let (found, all, _) = found(goals, &nodes(30_000));
    assert!(found * 100 >= all * 70);
}

#[test]
fn ends_of_random_games_are_found() {
    let mut dice = fastrand::Rng::with_seed(1913);
    let mut goals = Vec::new();
    for plies in 10..=60 {
        let mut at = position(ARRAY);
        for _ in 0..plies {
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            at = at.play(moves[dice.usize(0..moves.len())]);
        }
        goals.push(at);
    }
    let (found, all, plies) = found(goals, &nodes(20_000));
    assert_eq!((found, all, plies), (51, 51, 2059));
}

#[test]
fn the_rules_of_the_end_are_kept() {
    let goals = [
        // Nothing has happened; a knight has been out; a pawn may be taken en passant.
        ARRAY,
        "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3",
        // The same men, but the double step was not the last move.
        "rnbqkb1r/pppp1ppp/5n2/8/3Pp3/5N2/PPP1PPPP/RNBQKB1R b KQkq -",
        // Rights that are lost though king and rooks stand at home.
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -",
        "r3k2r/8/8/8/8/8/8/R3K2R w - -",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq -",
        "r3k2r/7p/8/8/8/8/P7/RN2K2R b KQkq -",
        // Check, double check, mate.
        "4k3/8/8/8/8/8/8/K3R3 b - -",
        "4k3/8/5N2/8/8/8/8/K3R3 b - -",
        "R5k1/5ppp/8/8/8/8/8/K7 b - -",
    ];
    let (found, all, _) = found(goals.map(position), &nodes(100_000));
    assert_eq!(found, all);
}

#[test]
fn all_pawns_at_home_and_castled_kings_are_found() {
    let goals = [
        // Nobody but knights, and kings and rooks on their own rank, can have taken anything.
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qq -",
        "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - -",
        "r3k1nr/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq -",
        "3qk3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -",
        // The rook has no way out of its corner but castling.
        "rnbq1rk1/ppp1bppp/4pn2/6B1/8/2NP1N2/PPP1BPPP/R2Q1RK1 b - -",
        "r1bq1rk1/ppp1bpp1/2np1n1p/4p1N1/2B1P3/2NP4/PPP2PPP/R1BQ1RK1 w - -",
        "2kr1b1r/ppp1pppp/2nqbn2/8/8/2NP1N2/PPP1BPPP/R1BQ1RK1 w - -",
    ];
    let (found, all, _) = found(goals.map(position), &nodes(20_000));
    assert_eq!(found, all);
}

#[test]
fn what_cannot_be_is_given_up_soon() {
    let goals = [
        // Nine pawns; seventeen men; eleven knights; three checks.
        "4k3/pppppppp/p7/8/8/8/8/4K3 w - -",
        "rnbqkbnr/pppppppp/8/n7/8/8/8/4K3 w - -",
        "4k3/8/8/NNNNN3/NNNNNN2/8/8/4K3 w - -",
        "4k3/8/3N1N2/8/4R3/8/8/4K3 b - -",
        // No last move, twice: nobody but king and rooks could have moved, and they have not.
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
        "8/8/8/8/8/8/P1k5/K7 b - -",
        // Pawns that cannot have come there; an array with the wrong side to move.
        "rnbqkbnr/pppppppp/8/8/8/P7/P7/RNBQKBNR w - -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -",
    ];
    for fen in goals {
        let clock = Instant::now();
        assert_eq!(find(&position(fen), &nodes(4000)), None, "{fen}");
        assert!(clock.elapsed() < Duration::from_secs(60), "{fen}");
    }
}

#[test]
fn any_position_at_all_is_taken() {
    let mut dice = fastrand::Rng::with_seed(64);
    let (mut asked, mut proven) = (0, 0);
    while asked < 300 {
        // Men on any squares, mostly too many of something.
        let mut board = vec!['1'; 64];
        for man in "Kk".chars() {
            board[dice.usize(0..64)] = man;
        }
        for _ in 0..dice.usize(0..40) {
            let square = dice.usize(0..64);
            let man = char::from(b"PPpprRnNbBqQ"[dice.usize(0..12)]);
            let edge = !(8..56).contains(&square);
            if board[square] == '1' && !(edge && man.eq_ignore_ascii_case(&'p')) {
                board[square] = man;
            }
        }
        let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
        let fen = format!("{} {} - -", ranks.join("/"), if dice.bool() { "w" } else { "b" });
        let Ok(goal) = Position::from_fen(&fen, Castling::Standard) else { continue };
        asked += 1;
        if let Some(game) = find(&goal, &nodes(300)) {
            replay(&goal, &game);
            proven += 1;
        }
    }
    assert_eq!(proven, 115, "of {asked}");
}

#[test]
fn the_same_limits_give_the_same_game() {
    let goal = position("1RQ5/NR1b1qb1/b1Q1r2b/1BKR2q1/3r3k/NR1rr1b1/1Bn1N1B1/n3r3 b - -");
    let limits = nodes(5_000);
    assert_eq!(find(&goal, &limits), find(&goal, &limits));
    let easy = position("4k3/8/8/8/8/8/4P3/4K3 w - -");
    assert_eq!(find(&easy, &limits), find(&easy, &limits));
}
