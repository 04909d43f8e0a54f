//! Any bytes read as a PGN file: no panic in cutting, reading, judging nor writing, and a game that
//! was read is written and read back the same. Run with `cargo +nightly fuzz run pgn`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_record::pgn::{Splitter, annotate, read};
use zermelo_record::{Replay, pgn::RawGame};

fuzz_target!(|bytes: &[u8]| {
    let mut splitter = Splitter::new(bytes);
    while let Ok(Some(raw)) = splitter.next_game() {
        let mut written = Vec::new();
        let _ = annotate(&raw, &[(1, "a note".to_string())], None, &mut written);
        let Ok(record) = read(&raw) else { continue };
        let mut course = Replay::default();
        let start = zermelo_board::Position::from_kernel(&record.start);
        course.follow(start, record.clock, &record.moves);
        let _ = (course.first_ending(), course.claims(course.plies()));
        let again: Option<RawGame> = Splitter::new(written.as_slice()).next_game().ok().flatten();
        if let Some(Ok(again)) = again.as_ref().map(read) {
            assert_eq!(again.moves, record.moves);
        }
    }
});
