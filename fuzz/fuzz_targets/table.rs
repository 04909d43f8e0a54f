//! Any bytes read as a table, and any text as a material: no panic. Run with
//! `cargo +nightly fuzz run table`. The tests in crates/tables/src/file.rs damage every byte of a
//! table, and lie in its header with a right checksum, on a stable toolchain.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_kernel::Rules;
use zermelo_tables::{Mapped, Material};

fuzz_target!(|bytes: &[u8]| {
    let path = std::env::temp_dir().join(format!("zermelo-fuzz-{}", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    if let Ok(mapped) = Mapped::open(&path) {
        let _ = mapped.load();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        for rules in Rules::ALL {
            if let Ok(material) = Material::parse(text, rules) {
                assert_eq!(Material::parse(&material.to_string(), rules), Ok(material));
            }
        }
    }
});
