//! Deciding lemmas: by arithmetic for all boards, and on bits for one. The latter is CaDiCaL's work in
//! a build with the feature `prove`, which takes a C++ compiler; otherwise it is our own search's, which
//! is slower there.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_kernel_strategy::{Boards, Lemma};
use zermelo_refute::{Arena, Clauses, Literal, OnBits};

use crate::Unproved;
use crate::proving::{Decision, ProvingFault, bug};
use crate::smt::{self, Effort, Found};

/// Decides all lemmas, the last ones first: they take longest.
pub(crate) fn search(
    lemmas: &[Lemma],
    boards: Boards,
    count: &AtomicU64,
    stop: impl Fn() -> bool + Clone + Send + Sync + 'static,
) -> Result<Vec<Decision>, ProvingFault> {
    let decide = |lemma: &Lemma| {
        if stop() {
            return Ok(Decision::Stopped);
        }
        let decision = decide(lemma, boards, stop.clone()).map(|(decision, _)| decision);
        count.fetch_add(1, Relaxed);
        decision
    };
    let decided: Result<Vec<Decision>, _> =
        lemmas.par_iter().rev().with_max_len(1).map(decide).collect();
    let mut decided = decided.map_err(bug)?;
    decided.reverse();
    Ok(decided)
}

/// Decides a lemma for all boards, by arithmetic, or for one board, on bits.
///
/// # Errors
/// If the search's own proof is wrong.
pub fn decide(
    lemma: &Lemma,
    boards: Boards,
    stop: impl Fn() -> bool + Clone + 'static,
) -> Result<(Decision, Effort), Unproved> {
    let (arena, bits) = (Arena::new(), Arena::new());
    let scene = lemma.deny(&arena, boards);
    let formula = scene.on_bits(&bits);
    let (found, effort) = match &formula {
        None => smt::decide(&arena, &scene.assumptions(), stop)?,
        Some(formula) => on_bits(&bits, &formula.roots, stop)?,
    };
    let decision = match found {
        Found::Refutation(steps) => Decision::Holds(steps),
        Found::Stopped => Decision::Stopped,
        Found::Solution(values, truths) => Decision::Fails(match formula {
            None => values,
            Some(OnBits { roots, bits: all }) => {
                let clauses = Clauses::of(&bits, &roots);
                // A bit that no clause knows may be anything.
                let holds = |bit: Literal| match clauses.literal(bit) {
                    Some(literal) => truths[literal.unsigned_abs() as usize - 1] == (literal > 0),
                    None => false,
                };
                let value = |bits: &Vec<Literal>| -> i64 {
                    (0..).zip(bits).map(|(place, &bit)| i64::from(holds(bit)) << place).sum()
                };
                all.iter().map(value).collect()
            }
        }),
    };
    Ok((decision, effort))
}

/// Decides yes-or-no roots, by CaDiCaL.
#[cfg(feature = "prove")]
fn on_bits(
    arena: &Arena,
    roots: &[Literal],
    stop: impl Fn() -> bool + 'static,
) -> Result<(Found, Effort), Unproved> {
    use crate::solver::{Answer, refute};

    let found = match refute(&Clauses::of(arena, roots), stop)? {
        Answer::Refuted(steps) => Found::Refutation(steps),
        Answer::Model(truths) => Found::Solution(Vec::new(), truths),
        Answer::Stopped => Found::Stopped,
    };
    Ok((found, Effort::default()))
}

#[cfg(not(feature = "prove"))]
use smt::decide as on_bits;
