//! Any bytes read as a certificate: no panic in reading nor in checking, and what was read is
//! written and read back the same. Run with `cargo +nightly fuzz run certificate`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_kernel::Proof;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(certificate) = Proof::read(&bytes) {
        let text = certificate.to_text();
        if certificate.clone().check().is_ok() {
            assert_eq!(Proof::read(&text), Ok(certificate));
        }
    }
});
