//! What the solver finds, the kernel accepts.

use std::time::Instant;

use zermelo_kernel::strategy::{Arena, Clauses, Formula, Literal, Truth, check_refutation};
use zermelo_strategy::solver::{Answer, refute};

fn any<'a>(parts: impl IntoIterator<Item = Formula<'a>>) -> Formula<'a> {
    !Formula::every(parts.into_iter().map(|part| !part))
}

/// So many pigeons, one hole fewer, no two in one hole.
fn pigeonhole(holes: u32) -> Clauses {
    let arena = Arena::new();
    let sits = |pigeon: u32, hole: u32| arena.switch(pigeon * holes + hole);
    let mut roots: Vec<Literal> = Vec::new();
    for pigeon in 0..=holes {
        roots.push(any((0..holes).map(|hole| sits(pigeon, hole))).literal());
        for other in 0..pigeon {
            for hole in 0..holes {
                roots.push((!sits(pigeon, hole).and(|| sits(other, hole))).literal());
            }
        }
    }
    Clauses::of(&arena, &roots)
}

#[test]
fn pigeons() {
    for holes in 2..=9 {
        let clauses = pigeonhole(holes);
        let start = Instant::now();
        let Answer::Refuted(steps) = refute(&clauses, || false).unwrap() else { panic!() };
        let found = start.elapsed();
        let start = Instant::now();
        let checked = check_refutation(&clauses, steps.as_slice()).unwrap();
        println!(
            "{holes} holes: found {found:.2?}, checked {:.2?}, {} bytes, {checked:?}",
            start.elapsed(),
            steps.len()
        );
    }
}
