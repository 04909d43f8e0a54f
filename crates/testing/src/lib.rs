//! What tests and benchmarks share: dice, and the corpora, public facts that are not part of the
//! project.
//!
//! `ZERMELO_DATA` names the folder of the corpora; else it is `shared/data` beside the checkout.
//! Where neither is there, a line says so and the test passes without it, so that a clone anywhere
//! passes. What is asked for by name must be there, and so must every file of a folder that is there.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod dice;

use std::path::PathBuf;

pub use dice::Dice;

/// The folder of the corpora; `None`, and a line that says so, where there is none.
pub fn folder() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("ZERMELO_DATA") {
        let named = PathBuf::from(named);
        assert!(named.is_dir(), "ZERMELO_DATA is not a folder: {}", named.display());
        return Some(named);
    }
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    if beside.is_dir() {
        return Some(beside);
    }
    println!("skipped: no corpus");
    None
}

/// A file of text, by its name in the folder; `None` where there is no corpus.
pub fn text(name: &str) -> Option<String> {
    let path = folder()?.join(name);
    let text = std::fs::read_to_string(&path);
    Some(text.unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}
