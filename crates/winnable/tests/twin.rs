//! A slow twin: breadth-first search by shakmaty's rules.

use std::collections::HashSet;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position as _, PositionError};
use zermelo_kernel::{Castling, Color, Position};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Winnable,
    Unwinnable,
    Unknown,
}

pub fn shakmaty_of(position: &Position) -> Chess {
    let fen = position.to_fen();
    let setup = Fen::from_ascii(fen.as_bytes()).expect("a FEN").into_setup();
    let mode = match position.castling() {
        Castling::Standard => CastlingMode::Standard,
        Castling::Chess960 => CastlingMode::Chess960,
    };
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Looks at everything that can be reached, up to a bound.
pub fn truth(position: &Position, winner: Color, most: usize) -> Truth {
    let white = winner == Color::White;
    let start = shakmaty_of(position);
    let plain = |p: &Chess| {
        let setup = p.to_setup(EnPassantMode::Legal);
        (setup.board, setup.turn, setup.castling_rights, setup.ep_square)
    };
    let mut seen = HashSet::from([plain(&start)]);
    let mut layer = vec![start];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for p in layer {
            let moves = p.legal_moves();
            if moves.is_empty() && p.is_check() && (p.turn() == shakmaty::Color::Black) == white {
                return Truth::Winnable;
            }
            for m in moves {
                let mut after = p.clone();
                after.play_unchecked(m);
                if seen.insert(plain(&after)) {
                    next.push(after);
                }
            }
        }
        if seen.len() > most {
            return Truth::Unknown;
        }
        layer = next;
    }
    Truth::Unwinnable
}
