//! Any text read as a position: no panic, and what was read is written and read back the same.
//! Run with `cargo +nightly fuzz run fen`; crates/kernel/tests/never_panics.rs is the same on a
//! stable toolchain.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_kernel::{Castling, LosingPosition, Position};

fuzz_target!(|text: &str| {
    for castling in [Castling::Standard, Castling::Chess960] {
        match Position::from_fen(text, castling) {
            Ok(position) => {
                let again = Position::from_fen(&position.to_fen(), castling);
                assert_eq!(again.as_ref(), Ok(&position));
                for m in position.legal_moves() {
                    let next = position.play(m);
                    assert_eq!(Position::from_fen(&next.to_fen(), castling), Ok(next));
                }
            }
            Err(error) => assert!(error.to_string().starts_with(&error.field().to_string())),
        }
    }
    if let Ok(position) = LosingPosition::from_fen(text) {
        assert_eq!(LosingPosition::from_fen(&position.to_fen()).as_ref(), Ok(&position));
        for m in position.legal_moves() {
            let next = position.play(m);
            assert_eq!(LosingPosition::from_fen(&next.to_fen()), Ok(next));
        }
    }
});
