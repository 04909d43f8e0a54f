//! Any text read as a query: no panic in reading nor in what its position can mean, and the error
//! names a place. Run with `cargo +nightly fuzz run query`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_kernel::Castling;
use zermelo_retro::partial_fen::PartialFen;
use zermelo_retro::query::Query;

fuzz_target!(|text: &str| {
    if let Err(error) = text.parse::<Query>() {
        assert!(error.column >= 1 && !error.fault.is_empty());
    }
    if let Ok(partial) = text.parse::<PartialFen>() {
        let _ = partial.readings(Castling::Standard);
    }
});
