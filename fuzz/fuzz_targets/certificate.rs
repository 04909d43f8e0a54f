//! Any bytes read as a certificate: no panic in reading nor in checking, and what was read is
//! written and read back the same. Run with `cargo +nightly fuzz run certificate`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_kernel::{Budget, Proof};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(certificate) = Proof::read(&bytes) {
        let text = certificate.to_text();
        // A small budget: what holds the checker for seconds finds nothing else meanwhile.
        let budget = Budget::default().steps(2_000_000, 1_000).memory(64 << 20);
        if certificate.clone().check_within(&budget).is_ok() {
            assert_eq!(Proof::read(&text), Ok(certificate));
        }
    }
});
