//! A position in the first line, moves in the others: no panic, and a move that was read is
//! written back the same. Run with `cargo +nightly fuzz run uci`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_kernel::{Castling, Position};

fuzz_target!(|text: &str| {
    let (fen, moves) = text.split_once('\n').unwrap_or((text, ""));
    for castling in [Castling::Standard, Castling::Chess960] {
        let Ok(mut position) = Position::from_fen(fen, castling) else { continue };
        for uci in moves.lines() {
            match position.parse_uci(uci) {
                Ok(m) => {
                    assert_eq!(m.to_uci(&position), uci);
                    position = position.play(m);
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }
});
