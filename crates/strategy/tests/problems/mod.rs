//! Formulas that cannot be true.

use zermelo_refute::{Arena, Clauses, Formula, Literal, Term, Truth};

/// So many pigeons, one hole fewer, no two in one hole.
pub fn pigeonhole(holes: u32) -> Clauses {
    let arena = Arena::new();
    let sits = |pigeon: u32, hole: u32| arena.switch(pigeon * holes + hole);
    let mut roots: Vec<Literal> = Vec::new();
    for pigeon in 0..=holes {
        roots.push(Formula::some((0..holes).map(|hole| sits(pigeon, hole))).literal());
        for other in 0..pigeon {
            for hole in 0..holes {
                roots.push((!sits(pigeon, hole).and(|| sits(other, hole))).literal());
            }
        }
    }
    Clauses::of(&arena, &roots)
}

/// Jobs of length 2 to 4 on one machine, one after the other, to be done within some time.
pub fn schedule(jobs: u16, within: i32) -> (Arena, Vec<Literal>) {
    let arena = Arena::new();
    let length = |job: u16| 2 + i32::from(job % 3);
    let mut roots: Vec<Literal> = Vec::new();
    for job in 0..jobs {
        let start = arena.variable(job);
        roots.push(start.at_least(0).literal());
        roots.push(start.at_most(within - length(job)).literal());
        for other in 0..job {
            let second = arena.variable(other);
            let before = (start + length(job)).le(second);
            let after = (second + length(other)).le(start);
            roots.push(before.or(|| after).literal());
        }
    }
    (arena, roots)
}

/// How long all jobs take.
pub fn whole(jobs: u16) -> i32 {
    (0..jobs).map(|job| 2 + i32::from(job % 3)).sum()
}
