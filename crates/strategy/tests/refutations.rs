//! What the solver finds, the kernel accepts; what is changed in it, the kernel rejects.

use std::time::Instant;

use crate::problems::{pigeonhole, schedule, whole};
use zermelo_refute::{
    Arena, Clauses, Hint, Literal, Step, StepReader, Term, Truth, check_refutation,
};
use zermelo_strategy::smt::{Found, decide};
use zermelo_strategy::solver::{Answer, refute};

fn refuted(clauses: &Clauses) -> Vec<u8> {
    match refute(clauses, || false).unwrap() {
        Answer::Refuted(steps) => steps,
        other => panic!("{other:?}"),
    }
}

#[test]
fn pigeons() {
    for holes in 1..=8 {
        let clauses = pigeonhole(holes);
        let start = Instant::now();
        let steps = refuted(&clauses);
        let found = start.elapsed();
        let start = Instant::now();
        let checked = check_refutation(&clauses, steps.as_slice()).unwrap();
        println!(
            "{holes} holes: found in {found:.2?}, checked in {:.2?}, {} bytes, {checked:?}",
            start.elapsed(),
            steps.len()
        );
    }
}

#[test]
fn values_make_the_clauses_true() {
    let arena = Arena::new();
    let (a, b) = (arena.switch(0), arena.switch(1));
    let roots = [a.or(|| b).literal(), (!a.and(|| b)).literal()];
    let clauses = Clauses::of(&arena, &roots);
    let Answer::Model(model) = refute(&clauses, || false).unwrap() else { panic!() };
    let holds = |literal: &i32| model[literal.unsigned_abs() as usize - 1] == (*literal > 0);
    assert!(clauses.iter().all(|clause| clause.iter().any(holds)));
    let place = |switch: zermelo_refute::Formula<'_>| {
        clauses.literal(switch.literal()).unwrap() as usize - 1
    };
    assert_ne!(model[place(a)], model[place(b)]);
}

#[test]
fn a_false_root_is_refuted() {
    let arena = Arena::new();
    let no = arena.constant(false).literal();
    let clauses = Clauses::of(&arena, &[arena.switch(0).literal(), no]);
    assert_eq!(check_refutation(&clauses, refuted(&clauses).as_slice()).unwrap().derived, 1);
}

#[test]
fn it_can_be_stopped() {
    assert_eq!(refute(&pigeonhole(11), || true), Ok(Answer::Stopped));
}

/// The clauses of roots, and the steps that refute them, if they cannot hold together.
fn decided(arena: &Arena, roots: &[Literal]) -> (Clauses, Option<Vec<u8>>) {
    let steps = match decide(arena, roots, || false).unwrap().0 {
        Found::Refutation(steps) => Some(steps),
        Found::Solution(..) => None,
        Found::Stopped => panic!("nobody stopped it"),
    };
    (Clauses::of(arena, roots), steps)
}

fn scheduled(jobs: u16, within: i32) -> (Clauses, Option<Vec<u8>>) {
    let (arena, roots) = schedule(jobs, within);
    decided(&arena, &roots)
}

#[test]
fn schedules() {
    for jobs in 2..=6 {
        assert_eq!(scheduled(jobs, whole(jobs)).1, None);
        let (clauses, steps) = scheduled(jobs, whole(jobs) - 1);
        let steps = steps.unwrap();
        let checked = check_refutation(&clauses, steps.as_slice()).unwrap();
        println!("{jobs} jobs: {} bytes, {checked:?}", steps.len());
        assert!(checked.lemmas > 0);
    }
}

/// `x + y = 3` and `x = y`: no integers, and no lemma without a new atom.
fn halves() -> (Clauses, Vec<u8>) {
    let arena = Arena::new();
    let (x, y) = (arena.variable(0), arena.variable(1));
    let roots = [(x + y).at_most(3), (x + y).at_least(3), (x - y).at_most(0), (x - y).at_least(0)];
    let (clauses, steps) = decided(&arena, &roots.map(|root| root.literal()));
    let steps = steps.unwrap();
    let checked = check_refutation(&clauses, steps.as_slice()).unwrap();
    assert_eq!((checked.atoms, checked.lemmas), (1, 2));
    (clauses, steps)
}

#[test]
fn a_lemma_that_is_none_does_not_pass_the_kernel() {
    let (clauses, _) = halves();
    let steps = bytes_of(&[Step::Linear(vec![(-1, 1), (-3, 1)])]);
    let fault = check_refutation(&clauses, steps.as_slice()).unwrap_err();
    assert_eq!(fault.to_string(), "step 1: integer variable 0 does not cancel out");
}

fn steps_of(bytes: &[u8]) -> Vec<Step> {
    let mut reader = StepReader::new(bytes);
    std::iter::from_fn(|| reader.step().unwrap()).collect()
}

fn bytes_of(steps: &[Step]) -> Vec<u8> {
    let mut bytes = Vec::new();
    steps.iter().for_each(|step| step.write(&mut bytes));
    bytes
}

/// The step with one thing changed, in every way that is tried.
fn changes(step: &Step) -> Vec<Step> {
    let mut changed = Vec::new();
    let mut with = |change: &dyn Fn(&mut Step)| {
        let mut other = step.clone();
        change(&mut other);
        changed.push(other);
    };
    match step {
        Step::Atom(inequality) => {
            for by in [-1, 1] {
                for place in 0..inequality.parts.len() {
                    with(&|step| {
                        let Step::Atom(i) = step else { unreachable!() };
                        i.parts[place].1 += by;
                    });
                    with(&|step| {
                        let Step::Atom(i) = step else { unreachable!() };
                        i.parts[place].0 = i.parts[place].0.wrapping_add_signed(by as i16);
                    });
                }
                with(&|step| {
                    let Step::Atom(i) = step else { unreachable!() };
                    i.bound += by;
                });
            }
        }
        Step::Linear(parts) => {
            for place in 0..parts.len() {
                for change in [
                    |part: &mut (i32, u64)| part.0 = -part.0,
                    |part: &mut (i32, u64)| part.0 += part.0.signum(),
                    |part: &mut (i32, u64)| part.0 -= part.0.signum(),
                    |part: &mut (i32, u64)| part.1 += 1,
                    |part: &mut (i32, u64)| part.1 -= 1,
                ] {
                    with(&|step| {
                        let Step::Linear(parts) = step else { unreachable!() };
                        change(&mut parts[place]);
                    });
                }
                with(&|step| {
                    let Step::Linear(parts) = step else { unreachable!() };
                    parts.remove(place);
                });
            }
        }
        Step::Derived { clause, hints } => {
            for place in 0..clause.len() {
                for change in [
                    |literal: &mut i32| *literal = -*literal,
                    |literal: &mut i32| *literal += literal.signum(),
                    |literal: &mut i32| *literal -= literal.signum(),
                ] {
                    with(&|step| {
                        let Step::Derived { clause, .. } = step else { unreachable!() };
                        change(&mut clause[place]);
                    });
                }
                with(&|step| {
                    let Step::Derived { clause, .. } = step else { unreachable!() };
                    clause.remove(place);
                });
            }
            for place in 0..hints.len() {
                for change in [
                    |hint: &mut Hint| hint.clause += 1,
                    |hint: &mut Hint| hint.clause -= 1,
                    |hint: &mut Hint| hint.last = !hint.last,
                ] {
                    with(&|step| {
                        let Step::Derived { hints, .. } = step else { unreachable!() };
                        change(&mut hints[place]);
                    });
                }
                with(&|step| {
                    let Step::Derived { hints, .. } = step else { unreachable!() };
                    hints.remove(place);
                });
            }
        }
        Step::Delete(ids) => {
            for place in 0..ids.len() {
                for by in [-1, 1] {
                    with(&|step| {
                        let Step::Delete(ids) = step else { unreachable!() };
                        ids[place] = ids[place].wrapping_add_signed(by);
                    });
                }
            }
        }
    }
    changed
}

/// Every number, literal, multiplier and hint of right proofs is changed, one at a time.
#[test]
fn whatever_is_changed_is_rejected() {
    let mut proofs: Vec<(&str, Clauses, Vec<u8>)> = Vec::new();
    for holes in [3, 4] {
        let clauses = pigeonhole(holes);
        let steps = refuted(&clauses);
        proofs.push(("pigeons", clauses, steps));
    }
    let (clauses, steps) = scheduled(4, whole(4) - 1);
    proofs.push(("jobs", clauses, steps.unwrap()));
    let (clauses, steps) = halves();
    proofs.push(("halves", clauses, steps));
    for (name, clauses, right) in proofs {
        let steps = steps_of(&right);
        assert_eq!(bytes_of(&steps), right);
        let mut tried = 0;
        for place in 0..steps.len() {
            for change in changes(&steps[place]) {
                let mut other = steps.clone();
                other[place] = change;
                let bytes = bytes_of(&other);
                tried += 1;
                match check_refutation(&clauses, bytes.as_slice()) {
                    Ok(_) => panic!("{:?} may be {:?}", steps[place], other[place]),
                    Err(fault) => assert!(fault.step > place as u64, "{fault}"),
                }
            }
        }
        for place in 0..right.len() {
            for change in [1, 2, 3, 0x80] {
                let mut other = right.clone();
                other[place] ^= change;
                tried += 1;
                assert!(check_refutation(&clauses, other.as_slice()).is_err(), "byte {place}");
            }
        }
        println!("{name}: {} steps, {tried} changes, all rejected", steps.len());
    }
}
