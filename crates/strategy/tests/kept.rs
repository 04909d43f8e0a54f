//! The proofs that are kept with the program are those that it finds.

use std::path::Path;
use std::sync::atomic::AtomicU64;

use zermelo_kernel_strategy::{Boards, StrategyClaim, StrategyEnding};
use zermelo_strategy::proving::{Outcome, Task, kept};

/// Finds the proof of a claim about all boards anew and compares it with the kept one. With
/// ZERMELO_BLESS set it is kept, in these files: the last one has what comes after so many lemmas.
fn found_anew(ending: StrategyEnding, bounded: bool, files: &[&str]) {
    let claim = StrategyClaim { ending, boards: Boards::All, bounded };
    let task = Task { claim, without: Vec::new(), anew: true };
    let Outcome::Proved(theorem) = task.prove(&AtomicU64::new(0), || false).unwrap() else {
        panic!("it is proved");
    };
    let found = theorem.proved.bytes();
    if std::env::var_os("ZERMELO_BLESS").is_none() {
        let known = kept(claim).unwrap() == found;
        assert!(known, "ZERMELO_BLESS=1 cargo test -p zermelo-strategy kept");
        return;
    }
    let (lemmas, rest) = found[claim.head().len()..].split_at(length(found, claim));
    let mates = StrategyClaim { bounded: false, ..claim }.head().into_bytes();
    let parts = [[&mates, lemmas, b"end\n"].concat(), rest.to_vec()];
    for (file, part) in files.iter().zip(parts) {
        let at = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs").join(file);
        std::fs::write(at, zstd::stream::encode_all(&part[..], 19).unwrap()).unwrap();
    }
}

/// How many bytes of a certificate the lemmas take by which the strategy mates.
fn length(found: &[u8], claim: StrategyClaim) -> usize {
    let start = claim.head().len();
    let lemmas = claim.ending.lemmas().len();
    let end = (0..lemmas).fold(start, |at, _| {
        let line = found[at..].split(|&byte| byte == b'\n').next().unwrap();
        let words = std::str::from_utf8(line).unwrap();
        let steps: usize = words.split(' ').nth(1).unwrap().parse().unwrap();
        at + line.len() + 1 + steps + 1
    });
    end - start
}

#[test]
fn the_proof_of_king_and_rook_and_the_bound_is_found_anew() {
    found_anew(StrategyEnding::Krk, true, &["krk.cert.zst", "krk-bound.zst"]);
}

#[test]
fn the_proof_of_king_and_queen_is_found_anew() {
    found_anew(StrategyEnding::Kqk, false, &["kqk.cert.zst"]);
}

#[test]
fn the_proof_of_king_and_two_rooks_is_found_anew() {
    found_anew(StrategyEnding::Krr, false, &["krr.cert.zst"]);
}
