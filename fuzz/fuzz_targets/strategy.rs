//! Any bytes after the head of a certificate about a strategy: no panic in reading nor in checking within a small
//! budget. Run with `cargo +nightly fuzz run strategy`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_kernel::Budget;
use zermelo_kernel_strategy::Proof;

const HEADS: [&[u8]; 5] = [
    b"zermelo-certificate 1\nrules strategy kqk\nclaim mates on all\nlemma ",
    b"zermelo-certificate 1\nrules strategy krk\nclaim mates on all\nlemma ",
    b"zermelo-certificate 1\nrules strategy krk\nclaim mates on 4\nlemma ",
    b"zermelo-certificate 1\nrules strategy ",
    b"",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let text = [HEADS[usize::from(first) % HEADS.len()], rest].concat();
    let budget = Budget::default().steps(2_000_000, 1_000).memory(64 << 20);
    if let Ok(proof) = Proof::read(&&text[..], &budget) {
        let _ = proof.check(&budget);
    }
});
