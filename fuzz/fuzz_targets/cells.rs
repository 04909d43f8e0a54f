//! Any bytes read as a table of positions: no panic in cutting it into blocks nor in reading its
//! lines, and what was read is written and read back the same. Run with `cargo +nightly fuzz run cells`.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use zermelo_scan::{Columns, FlagFall, Kind, Place, Unpacked, cut};

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = Unpacked::new(Box::new(Cursor::new(bytes.to_vec()))) else { return };
    let back = Columns::of_head(b"side,id,fen").expect("there is a fen");
    let mut line_number = 0;
    let done = cut(source.as_table(true), Place::default(), |block| {
        assert!(block.place.line >= line_number && block.next.line >= block.place.line);
        line_number = block.next.line;
        let Kind::Table(columns) = block.kind else { return Ok(()) };
        for line in block.text.split(|&byte| byte == b'\n') {
            let Ok(fall) = FlagFall::of_cells(line, columns) else { continue };
            let side = if fall.flagged.index() == 0 { "black" } else { "white" };
            let game = fall.game.replace('"', "\"\"");
            let written = format!("{side},\"{game}\",{}", fall.fen());
            let again = FlagFall::of_cells(written.as_bytes(), back).expect("it was read before");
            assert_eq!((again.fen(), &again.game), (fall.fen(), &fall.game));
            assert_eq!(again.flagged, fall.flagged);
        }
        Ok(())
    });
    assert!(done.is_ok());
});
