//! Answers requests natively, a line of JSON each on standard input, a line for each answer on standard
//! output: what tools/compare-wasm sets beside the module's.

use std::cell::RefCell;
use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lines() {
        let told = RefCell::new(Vec::new());
        zermelo_wasm::ask(line?.as_bytes(), &[], &|_, bytes| {
            told.borrow_mut().extend_from_slice(bytes);
        });
        out.write_all(&told.take())?;
        out.write_all(b"\n")?;
    }
    out.flush()
}
