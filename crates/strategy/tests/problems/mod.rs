//! Formulas that cannot be true, and a theory that explains why inequalities clash.

use zermelo_refute::{Arena, Clauses, Formula, Inequality, Literal, Term, Truth};
use zermelo_strategy::solver::Solver;

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
pub fn schedule(jobs: u16, within: i32) -> Clauses {
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
    Clauses::of(&arena, &roots)
}

/// How long all jobs take.
pub fn whole(jobs: u16) -> i32 {
    (0..jobs).map(|job| 2 + i32::from(job % 3)).sum()
}

/// Solves again and again, with a lemma for every clash of differences; whether it can be true.
pub fn solve_differences(solver: &mut Solver, clauses: &Clauses) -> bool {
    while solver.solve().expect("nobody stops it") {
        // Literals with the inequality "to - from <= bound" that each of them says.
        let edges: Vec<(i32, usize, usize, i64)> = clauses
            .atoms()
            .iter()
            .map(|(variable, inequality)| {
                let (to, from, bound) = ends(inequality);
                if solver.value(*variable) {
                    (*variable, to, from, bound)
                } else {
                    (-variable, from, to, -bound - 1)
                }
            })
            .collect();
        match negative_cycle(&edges) {
            None => return true,
            Some(cycle) => {
                let parts: Vec<(i32, u64)> = cycle.iter().map(|&literal| (-literal, 1)).collect();
                solver.add_lemma(&parts);
            }
        }
    }
    false
}

/// The two variables of a difference, from 1; 0 is the number zero.
fn ends(inequality: &Inequality) -> (usize, usize, i64) {
    let place = |variable: u16| usize::from(variable) + 1;
    match inequality.parts[..] {
        [(x, 1)] => (place(x), 0, inequality.bound),
        [(x, 1), (y, -1)] => (place(x), place(y), inequality.bound),
        _ => panic!("not a difference"),
    }
}

/// Literals whose inequalities go round and add up to less than zero (Bellman and Ford).
fn negative_cycle(edges: &[(i32, usize, usize, i64)]) -> Option<Vec<i32>> {
    let places = 1 + edges.iter().map(|edge| edge.1.max(edge.2)).max()?;
    let mut lengths = vec![0; places];
    let mut last = vec![None; places];
    let mut changed = None;
    for _ in 0..places {
        changed = None;
        for (number, &(_, to, from, bound)) in edges.iter().enumerate() {
            if lengths[from] + bound < lengths[to] {
                lengths[to] = lengths[from] + bound;
                last[to] = Some(number);
                changed = Some(to);
            }
        }
        changed?;
    }
    let mut place = changed?;
    for _ in 0..places {
        place = edges[last[place]?].2;
    }
    let start = place;
    let mut cycle = Vec::new();
    loop {
        let edge = edges[last[place]?];
        cycle.push(edge.0);
        place = edge.2;
        if place == start {
            return Some(cycle);
        }
    }
}
