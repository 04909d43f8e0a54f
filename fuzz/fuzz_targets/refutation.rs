//! Any bytes read as the steps of a refutation: no panic, every step is written as it was read, and
//! what can be true is never refuted. Run with `cargo +nightly fuzz run refutation`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use zermelo_refute::{Arena, Clauses, StepReader, Term, Truth, check_refutation};

fuzz_target!(|bytes: &[u8]| {
    let arena = Arena::new();
    let (x, y) = (arena.variable(0), arena.variable(1));
    let at_most = [(x + y).at_most(3), (x - y).at_most(0)];
    let at_least = [(x + y).at_least(3), (x - y).at_least(0)];
    let switches = [arena.switch(0).or(|| x.at_least(3)), arena.switch(0).or(|| y.at_least(3))];
    let clauses = |roots: &[[zermelo_refute::Formula<'_>; 2]]| {
        let roots: Vec<_> = roots.iter().flatten().map(|root| root.literal()).collect();
        Clauses::of(&arena, &roots)
    };
    let _ = check_refutation(&clauses(&[at_most, at_least]), bytes);
    assert!(check_refutation(&clauses(&[at_most, switches]), bytes).is_err());
    assert!(check_refutation(&clauses(&[at_least, switches]), bytes).is_err());

    let (mut reader, mut written) = (StepReader::new(bytes), Vec::new());
    while let Ok(Some(step)) = reader.step() {
        step.write(&mut written);
        assert!(bytes.starts_with(&written));
    }
});
