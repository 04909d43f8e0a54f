//! Deciding lemmas, with CaDiCaL: the only part of the crate that needs a C++ compiler (feature
//! `prove`).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use zermelo_kernel_strategy::{Boards, Lemma};
use zermelo_refute::{Arena, Clauses, Literal};

use crate::Unproved;
use crate::proving::{Decision, ProvingFault, bug};
use crate::smt::{self, Effort, Found};
use crate::solver::{Answer, refute};

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
/// If the solver's own proof is wrong.
pub fn decide(
    lemma: &Lemma,
    boards: Boards,
    stop: impl Fn() -> bool + Clone + 'static,
) -> Result<(Decision, Effort), Unproved> {
    let arena = Arena::new();
    let scene = lemma.deny(&arena, boards);
    let bits = Arena::new();
    let Some(formula) = scene.on_bits(&bits) else {
        let (found, effort) = smt::decide(&arena, &scene.assumptions(), stop)?;
        let decision = match found {
            Found::Refutation(steps) => Decision::Holds(steps),
            Found::Solution(values) => Decision::Fails(values),
            Found::Stopped => Decision::Stopped,
        };
        return Ok((decision, effort));
    };
    let clauses = Clauses::of(&bits, &formula.roots);
    let decision = match refute(&clauses, stop)? {
        Answer::Refuted(steps) => Decision::Holds(steps),
        Answer::Stopped => Decision::Stopped,
        Answer::Model(values) => {
            // A bit that no clause knows may be anything.
            let bit = |bit: &Literal| match clauses.literal(*bit) {
                Some(literal) => values[literal.unsigned_abs() as usize - 1] == (literal > 0),
                None => false,
            };
            let value = |bits: &Vec<Literal>| -> i64 {
                bits.iter().enumerate().map(|(place, it)| i64::from(bit(it)) << place).sum()
            };
            Decision::Fails(formula.bits.iter().map(value).collect())
        }
    };
    Ok((decision, Effort::default()))
}
