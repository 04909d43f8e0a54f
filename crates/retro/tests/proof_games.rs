//! Proof games: every game found is replayed by the kernel.

use std::time::Instant;

use zermelo_kernel::{Castling, Color, Piece, Position, Role, Square};
use zermelo_retro::proof_game::{Limits, find};

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn position(fen: &str) -> Position {
    Position::from_fen(fen, Castling::Standard).unwrap()
}

/// Plays the game from the array with the kernel's rules, and compares the end.
fn replays(goal: &Position, game: &[zermelo_kernel::Move]) {
    let mut at = position(ARRAY);
    for &m in game {
        assert!(
            at.is_legal(m),
            "{} in {} on the way to {}",
            m.to_uci(&at),
            at.to_fen(),
            goal.to_fen()
        );
        at = at.play(m);
    }
    assert_eq!(at.to_fen(), goal.to_fen());
}

/// The men of the array at home that a mask of 32 bits names.
fn subset(mask: u32, turn: Color) -> Option<Position> {
    let array = position(ARRAY);
    let mut board = [None::<Piece>; 64];
    for (number, (square, piece)) in array.pieces().enumerate() {
        if mask & 1 << number != 0 || piece.role == Role::King {
            board[square.index()] = Some(piece);
        }
    }
    let mut fen = String::new();
    for rank in (0..8).rev() {
        for file in 0..8 {
            match board[Square::from_coords(file, rank).unwrap().index()] {
                Some(piece) => fen.push(piece.letter()),
                None => fen.push('1'),
            }
        }
        if rank > 0 {
            fen.push('/');
        }
    }
    fen.push_str(if turn == Color::White { " w - -" } else { " b - -" });
    Position::from_fen(&fen, Castling::Standard).ok()
}

fn family(masks: impl Iterator<Item = u32>, limits: &Limits) -> (u32, u32, f64) {
    let (mut found, mut all, mut worst, mut total) = (0, 0, 0f64, 0f64);
    let mut plies = 0;
    for mask in masks {
        for turn in Color::ALL {
            let Some(goal) = subset(mask, turn) else { continue };
            all += 1;
            let clock = Instant::now();
            let game = find(&goal, limits);
            let took = clock.elapsed().as_secs_f64();
            worst = worst.max(took);
            total += took;
            match game {
                Some(game) => {
                    found += 1;
                    plies += game.len();
                    replays(&goal, &game);
                }
                None => println!("not found in {took:.3} s: {}", goal.to_fen()),
            }
        }
    }
    println!(
        "{found} of {all}, the slowest {worst:.3} s, total {total:.3} s, {} plies",
        plies / found.max(1) as usize
    );
    (found, all, worst)
}

#[test]
fn three_men_at_home() {
    let (found, all, _) =
        family((0..32).map(|man| 1 << man), &Limits { nodes: 20_000, seconds: None });
    assert_eq!(found, all);
}
