//! The first byte chooses a kind of certificate, the others are what follows its claim's line: so that every kind's
//! own lines are reached from the start. No panic in reading nor in checking within a small budget, and what was
//! read is written and read back the same. Run with `cargo +nightly fuzz run claims`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_kernel::{Budget, Proof};

const HEADS: [&str; 16] = [
    "rules chess\nclaim winnable white\n",
    "rules chess960\nclaim winnable black\n",
    "rules chess\nclaim unwinnable white\n",
    "rules chess\nclaim unwinnable black\n",
    "rules chess\nclaim record over 1 5.2.2\n",
    "rules chess\nclaim record flag white draw\n",
    "rules chess\nclaim record unfinished\n",
    "rules chess\nclaim legal\n",
    "rules chess\nclaim illegal\n",
    "rules chess\nclaim census KRvK\n",
    "rules chess\nclaim census KvK\n",
    "rules chess\nclaim longest 75 17697\n",
    "rules losing\nclaim losing-win white\n",
    "rules losing\nclaim winnable white\n",
    "rules losing-fics\nclaim unwinnable black\n",
    "",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let head = HEADS[usize::from(first) % HEADS.len()];
    let text = [b"zermelo-certificate 1\n", head.as_bytes(), rest].concat();
    let text = &text[..];
    let Ok(proof) = Proof::read(&text) else { return };
    let again = proof.to_text();
    let budget = Budget::default().steps(2_000_000, 1_000).memory(64 << 20);
    if proof.clone().check_within(&budget).is_ok() {
        assert_eq!(Proof::read(&again), Ok(proof));
    }
});
