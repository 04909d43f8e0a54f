//! The checker of refutations: what it accepts, and for every reason what it rejects.

use std::io::{self, Read};

use crate::dice::Dice;
use zermelo_refute::{
    Arena, Checked, Clauses, Hint, Inequality, Step, StepFault, StepReader, StepReason, Term,
    Truth, check_refutation, check_refutation_while,
};

/// "a or b", "a or not b", "not a or c", "not a or not c": four conjunctions and their clauses, 16
/// in all; the switches are variables 1, 2 and 5.
fn switches() -> Clauses {
    let arena = Arena::new();
    let (a, b) = (arena.switch(0), arena.switch(1));
    let mut roots = vec![a.or(|| b), a.or(|| !b)];
    let c = arena.switch(2);
    roots.extend([(!a).or(|| c), (!a).or(|| !c)]);
    let roots: Vec<_> = roots.iter().map(|root| root.literal()).collect();
    Clauses::of(&arena, &roots)
}

/// A derived clause; hints that are negative here are used for the last time.
fn derived(clause: &[i32], hints: &[i64]) -> Step {
    let hint = |&hint: &i64| Hint { clause: hint.unsigned_abs(), last: hint < 0 };
    Step::Derived { clause: clause.to_vec(), hints: hints.iter().map(hint).collect() }
}

fn switch_steps() -> Vec<Step> {
    vec![
        Step::Delete(vec![1, 2, 4]),
        derived(&[1], &[-13, -14, -3, -6]),
        Step::Delete(vec![5, 7, 8, 10, 11]),
        derived(&[], &[-17, -15, -16, -9, -12]),
    ]
}

/// `x + y = 3` and `x = y`, which only integers cannot do. Four atoms, four clauses of one literal.
fn halves() -> Clauses {
    let arena = Arena::new();
    let (x, y) = (arena.variable(0), arena.variable(1));
    let roots = [(x + y).at_most(3), (x + y).at_least(3), (x - y).at_most(0), (x - y).at_least(0)];
    Clauses::of(&arena, &roots.map(|root| root.literal()))
}

fn inequality(parts: &[(u16, i64)], bound: i64) -> Inequality {
    Inequality { parts: parts.to_vec(), bound }
}

/// Twice x is at most 3, so x is at most 1; twice x is at least 3.
fn half_steps() -> Vec<Step> {
    vec![
        Step::Atom(inequality(&[(0, 1)], 1)),
        Step::Linear(vec![(-1, 1), (-3, 1), (5, 2)]),
        Step::Linear(vec![(2, 1), (4, 1), (-5, 2)]),
        derived(&[], &[-1, -3, -5, -2, -4, -6]),
    ]
}

fn bytes(steps: &[Step]) -> Vec<u8> {
    let mut bytes = Vec::new();
    steps.iter().for_each(|step| step.write(&mut bytes));
    bytes
}

fn check(clauses: &Clauses, steps: &[Step]) -> Result<Checked, StepFault> {
    check_refutation(clauses, bytes(steps).as_slice())
}

#[test]
fn the_clauses_are_as_they_are_numbered_here() {
    let expected: [&[i32]; 16] = [
        &[-3, -1],
        &[-3, -2],
        &[3, 1, 2],
        &[-4, -1],
        &[-4, 2],
        &[4, 1, -2],
        &[-6, 1],
        &[-6, -5],
        &[6, -1, 5],
        &[-7, 1],
        &[-7, 5],
        &[7, -1, -5],
        &[-3],
        &[-4],
        &[-6],
        &[-7],
    ];
    assert_eq!(switches().iter().collect::<Vec<_>>(), expected);
    let expected = [
        (1, inequality(&[(0, 1), (1, 1)], 3)),
        (2, inequality(&[(0, 1), (1, 1)], 2)),
        (3, inequality(&[(0, 1), (1, -1)], 0)),
        (4, inequality(&[(0, 1), (1, -1)], -1)),
    ];
    assert_eq!(halves().atoms(), expected);
    let units: [&[i32]; 4] = [&[1], &[-2], &[3], &[-4]];
    assert_eq!(halves().iter().collect::<Vec<_>>(), units);
}

#[test]
fn right_refutations_are_accepted() {
    let checked = check(&switches(), &switch_steps()).unwrap();
    let counts = Checked { steps: 4, derived: 2, unused: 8, literals: 1, hints: 9, ..checked };
    assert_eq!((checked, checked.lemmas, checked.atoms), (counts, 0, 0));
    let checked = check(&halves(), &half_steps()).unwrap();
    assert_eq!((checked.steps, checked.atoms, checked.lemmas), (4, 1, 2));
    assert_eq!((checked.derived, checked.literals, checked.hints), (1, 6, 6));
}

/// The size of a step is told before it is taken: what its literals, hints and inequalities come to.
#[test]
fn steps_have_sizes_and_may_be_stopped() {
    let sizes = |clauses: &Clauses, steps: &[Step]| {
        let mut sizes = Vec::new();
        let checked = check_refutation_while(clauses, bytes(steps).as_slice(), |size| {
            sizes.push(size);
            true
        });
        assert!(checked.is_ok());
        sizes
    };
    assert_eq!(sizes(&switches(), &switch_steps()), [3, 13, 5, 14]);
    assert_eq!(sizes(&halves(), &half_steps()), [1, 8, 8, 16]);
    for stop in 1..=4 {
        let mut left = stop;
        let stopped = check_refutation_while(&halves(), bytes(&half_steps()).as_slice(), |_| {
            left -= 1;
            left > 0
        });
        assert_eq!(stopped, Err(StepFault { step: stop, reason: StepReason::GivenUp }));
    }
}

/// So many literals are deleted that the others are moved together: they are still what they were.
#[test]
fn what_is_alive_survives_what_is_deleted() {
    const LONG: i32 = 700;
    let arena = Arena::new();
    let roots = (0..LONG as u32).map(|number| arena.switch(number).literal());
    let clauses =
        Clauses::of(&arena, &roots.chain([!arena.switch(0).literal()]).collect::<Vec<_>>());
    // A clause for each switch, and one for the negation of the first.
    let (units, no) = (LONG as u64, LONG as u64 + 1);
    assert_eq!((clauses.len() as u64, clauses.variables()), (no, LONG as usize));
    let long: Vec<i32> = [1].into_iter().chain((2..=LONG).map(|variable| -variable)).collect();
    let mut steps: Vec<Step> = (0..200).map(|_| derived(&long, &[1])).collect();
    let (middle, short) = (no + 61, no + 201);
    steps.push(derived(&[1, -5], &[1]));
    steps.push(Step::Delete((no + 1..no + 201).filter(|&id| id != middle).collect()));
    // The long one that is left still says all that it said, and so does the short one after it.
    let hints: Vec<i64> = (2..=units as i64).collect();
    steps.push(derived(&[1, 2], &[&hints[1..], &[middle as i64]].concat()));
    let fault = StepFault { step: 203, reason: StepReason::NotUnit(middle) };
    assert_eq!(check(&clauses, &steps), Err(fault));
    steps.pop();
    steps.push(derived(&[1], &[&hints[..], &[-(middle as i64)]].concat()));
    let others = (2..=units).filter(|&id| id != 5).chain([short + 1]);
    steps.push(Step::Delete([1].into_iter().chain(others).collect()));
    steps.push(derived(&[], &[-(no as i64), -5, -(short as i64)]));
    let checked = check(&clauses, &steps).unwrap();
    assert_eq!((checked.steps, checked.derived, checked.unused), (205, 203, 199 + 700));
}

/// Every reason is a sentence of its own.
#[test]
fn reasons_are_sentences() {
    let reasons = [
        (StepReason::Unreadable("no disk".into()), "the bytes cannot be read: no disk"),
        (StepReason::Cut, "the bytes end within the step"),
        (StepReason::Number, "a number is too large or not written in the shortest way"),
        (StepReason::Kind(7), "there is no step of kind 7"),
        (StepReason::Repeated(7), "variable 7 comes twice in the clause"),
        (StepReason::Variable(-7), "literal -7: there is no such variable"),
        (
            StepReason::Terms,
            "the inequality is not in lowest terms with its first coefficient positive",
        ),
        (StepReason::Known(7), "the inequality has a variable already, 7"),
        (StepReason::NotAnAtom(-7), "literal -7 is not an inequality"),
        (StepReason::Multiplier(7), "the multiplier of literal 7 is zero"),
        (StepReason::Overflow, "the inequalities add up to too large numbers"),
        (StepReason::Remains(7), "integer variable 7 does not cancel out"),
        (StepReason::Consistent, "the inequalities do not add up to a contradiction"),
        (StepReason::Unknown(7), "there is no clause 7"),
        (StepReason::NotUnit(7), "clause 7 is neither unit nor false"),
        (StepReason::Surplus(7), "clause 7 is a hint after the false clause"),
        (StepReason::NoConflict, "no hint is false"),
        (StepReason::Nothing, "nothing is deleted"),
        (StepReason::Size, "too much is alive at once"),
        (StepReason::GivenUp, "the check was given up"),
        (StepReason::Unfinished, "the steps end before the empty clause"),
        (StepReason::Left(7), "7 clauses are neither used up nor deleted at the end"),
        (StepReason::Rest, "there are bytes after the empty clause"),
    ];
    for (reason, text) in reasons {
        assert_eq!(reason.to_string(), text);
        assert_eq!(StepFault { step: 3, reason }.to_string(), format!("step 3: {text}"));
    }
}

#[test]
fn constants_as_roots() {
    let arena = Arena::new();
    let (yes, no) = (arena.constant(true).literal(), arena.constant(false).literal());
    let clauses = Clauses::of(&arena, &[yes, no]);
    assert_eq!((clauses.len(), clauses.variables()), (1, 0));
    assert!(check(&clauses, &[derived(&[], &[-1])]).is_ok());
    let nothing = Clauses::of(&arena, &[yes]);
    assert!(nothing.is_empty());
    let fault = check(&nothing, &[derived(&[], &[])]).unwrap_err();
    assert_eq!(fault, StepFault { step: 1, reason: StepReason::NoConflict });
}

/// One step put in the place of another, and what is then wrong where.
#[test]
fn wrong_steps_about_switches_are_rejected() {
    let reject = |place: usize, step: Step, at: u64, reason: StepReason| {
        let mut steps = switch_steps();
        steps[place] = step;
        assert_eq!(check(&switches(), &steps), Err(StepFault { step: at, reason }));
    };
    // The clause.
    reject(1, derived(&[8], &[13, 14, 3, 6]), 2, StepReason::Variable(8));
    reject(1, derived(&[i32::MAX], &[]), 2, StepReason::Variable(i32::MAX));
    reject(1, derived(&[1, 1], &[13, 14, 3, 6]), 2, StepReason::Repeated(1));
    reject(1, derived(&[1, -1], &[13, 14, 3, 6]), 2, StepReason::Repeated(1));
    reject(1, derived(&[2], &[13, 14, 3, 6]), 2, StepReason::NotUnit(6));
    reject(1, derived(&[-1], &[13, 14, 3, 6]), 2, StepReason::NotUnit(3));
    // The hints.
    reject(1, derived(&[1], &[]), 2, StepReason::NoConflict);
    reject(1, derived(&[1], &[13, 14, 3]), 2, StepReason::NoConflict);
    reject(1, derived(&[1], &[13, 3, 14, 6, 5]), 2, StepReason::Surplus(5));
    reject(1, derived(&[1], &[13, 3, 6]), 2, StepReason::NoConflict);
    reject(1, derived(&[1], &[13, 13, 14, 3, 6]), 2, StepReason::NotUnit(13));
    reject(1, derived(&[1], &[3, 13, 14, 6]), 2, StepReason::NotUnit(3));
    reject(1, derived(&[1], &[13, 14, 2, 6]), 2, StepReason::Unknown(2));
    reject(1, derived(&[1], &[13, 14, 17, 6]), 2, StepReason::Unknown(17));
    reject(1, derived(&[1], &[13, 14, 0, 6]), 2, StepReason::Unknown(0));
    reject(1, derived(&[1], &[13, 14, 1 << 62, 6]), 2, StepReason::Unknown(1 << 62));
    reject(3, derived(&[], &[-17, -15, -16, -9, -13]), 4, StepReason::Unknown(13));
    // Deletions, and what is left.
    reject(0, Step::Delete(vec![1, 2, 3]), 2, StepReason::Unknown(3));
    reject(0, Step::Delete(vec![1, 2, 0]), 1, StepReason::Unknown(0));
    reject(0, Step::Delete(vec![1, 2, 2]), 1, StepReason::Unknown(2));
    reject(0, Step::Delete(vec![1, 17]), 1, StepReason::Unknown(17));
    reject(0, Step::Delete(vec![]), 1, StepReason::Nothing);
    reject(0, Step::Delete(vec![1, 2]), 4, StepReason::Left(1));
    reject(2, Step::Delete(vec![1, 5]), 3, StepReason::Unknown(1));
    reject(2, Step::Delete(vec![5, 7, 8, 10, 11, 17]), 4, StepReason::Unknown(17));
    reject(1, derived(&[1], &[-13, -14, 3, 6]), 4, StepReason::Left(2));
    reject(3, derived(&[], &[-17, -15, -16, -9, 12]), 4, StepReason::Left(1));
    // The end.
    reject(3, derived(&[5], &[17, 15, 9]), 5, StepReason::Unfinished);
    reject(1, derived(&[], &[13, 14, 3, 6]), 2, StepReason::NotUnit(3));
    // What a switch does not mean.
    reject(1, Step::Linear(vec![(1, 1)]), 2, StepReason::NotAnAtom(1));
    reject(1, Step::Linear(vec![]), 2, StepReason::Consistent);
}

#[test]
fn wrong_steps_about_inequalities_are_rejected() {
    let reject = |place: usize, step: Step, at: u64, reason: StepReason| {
        let mut steps = half_steps();
        steps[place] = step;
        assert_eq!(check(&halves(), &steps), Err(StepFault { step: at, reason }));
    };
    let atom = |parts: &[(u16, i64)], bound| Step::Atom(inequality(parts, bound));
    // The atom.
    reject(0, atom(&[], 0), 1, StepReason::Terms);
    reject(0, atom(&[(0, 2)], 3), 1, StepReason::Terms);
    reject(0, atom(&[(0, -1)], 1), 1, StepReason::Terms);
    reject(0, atom(&[(0, 1), (1, 0)], 1), 1, StepReason::Terms);
    reject(0, atom(&[(0, 6), (1, 10), (2, 14)], 1), 1, StepReason::Terms);
    reject(0, atom(&[(0, i64::MIN), (1, i64::MIN)], 1), 1, StepReason::Terms);
    reject(0, atom(&[(0, 1), (1, 1)], 2), 1, StepReason::Known(2));
    reject(0, atom(&[(1, 1), (1, 1)], 2), 1, StepReason::Number);
    reject(1, atom(&[(0, 1)], 1), 2, StepReason::Known(5));
    reject(0, atom(&[(0, 1)], 2), 3, StepReason::Consistent);
    reject(0, atom(&[(0, 1)], 0), 2, StepReason::Consistent);
    reject(0, atom(&[(1, 1)], 1), 2, StepReason::Remains(0));
    // The lemma.
    let linear = |parts: &[(i32, u64)]| Step::Linear(parts.to_vec());
    reject(1, linear(&[(-1, 1), (-3, 1), (6, 2)]), 2, StepReason::Variable(6));
    reject(1, linear(&[(-1, 1), (-3, 1), (-3, 1), (5, 2)]), 2, StepReason::Repeated(3));
    reject(1, linear(&[(-1, 1), (-3, 0), (5, 2)]), 2, StepReason::Multiplier(-3));
    reject(1, linear(&[(-1, 1), (-3, 1), (5, 3)]), 2, StepReason::Remains(0));
    reject(1, linear(&[(-1, 2), (-3, 1), (5, 3)]), 2, StepReason::Remains(1));
    reject(1, linear(&[(-1, 1), (-3, 1), (-5, 2)]), 2, StepReason::Remains(0));
    reject(1, linear(&[(-1, 1), (3, 1), (5, 2)]), 2, StepReason::Remains(0));
    reject(1, linear(&[(-2, 1), (-3, 1), (5, 2)]), 4, StepReason::NotUnit(5));
    reject(1, linear(&[(-1, 1), (2, 1)]), 2, StepReason::Consistent);
    reject(2, linear(&[(1, 1), (4, 1), (-5, 2)]), 4, StepReason::NotUnit(6));
    // A lemma needs no other literal than those that add up.
    reject(1, linear(&[(-1, 1), (-3, 1)]), 2, StepReason::Remains(0));
}

#[test]
fn sums_too_large_are_rejected() {
    let large = i64::MAX;
    for (bound, parts) in [
        (0, [[(0, large), (1, 1)], [(0, large), (1, 2)], [(0, large), (1, 3)]]),
        (large, [[(0, 1), (1, 1)], [(0, 1), (1, 2)], [(0, 1), (1, 3)]]),
        (-large, [[(0, 1), (1, 1)], [(0, 1), (1, 2)], [(0, 1), (1, 3)]]),
    ] {
        for sign in [1, -1] {
            let mut steps: Vec<Step> =
                parts.iter().map(|parts| Step::Atom(inequality(parts, bound))).collect();
            steps.push(Step::Linear((5..8).map(|v| (v * sign, u64::MAX)).collect()));
            let fault = StepFault { step: 4, reason: StepReason::Overflow };
            assert_eq!(check(&halves(), &steps), Err(fault));
        }
    }
}

/// Large multipliers are no harm where the sums fit.
#[test]
fn wide_sums_are_accepted() {
    let mut steps = half_steps();
    let times = u64::MAX / 2;
    steps[1] = Step::Linear(vec![(-1, times), (-3, times), (5, 2 * times)]);
    assert!(check(&halves(), &steps).is_ok());
}

#[test]
fn wrong_bytes_are_rejected() {
    let clauses = halves();
    let right = bytes(&half_steps());
    let reject = |bytes: &[u8], step: u64, reason: StepReason| {
        assert_eq!(check_refutation(&clauses, bytes), Err(StepFault { step, reason }));
    };
    reject(&[], 1, StepReason::Unfinished);
    reject(&[4], 1, StepReason::Kind(4));
    reject(&[255], 1, StepReason::Kind(255));
    // Three kinds of numbers that are none: one byte too many, more than 64 bits, eleven bytes.
    reject(&[2, 0x80, 0], 1, StepReason::Number);
    reject(&[[2].as_slice(), &[255; 9], &[2]].concat(), 1, StepReason::Number);
    reject(&[[2].as_slice(), &[255; 11]].concat(), 1, StepReason::Number);
    // A length that the bytes do not have.
    reject(&[[2].as_slice(), &[255; 9], &[1, 2, 2]].concat(), 1, StepReason::Cut);
    // Variables too large for a literal, and for an inequality.
    reject(&[2, 1, 0xFE, 0xFF, 0xFF, 0xFF, 0x7F], 1, StepReason::Number);
    reject(&[0, 1, 0x80, 0x80, 0x04, 2, 2], 1, StepReason::Number);
    for end in 0..right.len() {
        let fault = check_refutation(&clauses, &right[..end]).unwrap_err();
        assert!(matches!(fault.reason, StepReason::Cut | StepReason::Unfinished), "{fault}");
    }
    for more in 0..=255 {
        reject(&[right.as_slice(), &[more]].concat(), 5, StepReason::Rest);
    }
    reject(&[right.as_slice(), &right].concat(), 5, StepReason::Rest);
}

struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("no disk"))
    }
}

#[test]
fn what_cannot_be_read_is_rejected() {
    let fault = check_refutation(&halves(), Broken).unwrap_err();
    assert_eq!(fault.to_string(), "step 1: the bytes cannot be read: no disk");
}

#[test]
fn steps_are_read_as_written() {
    let mut dice = Dice(3);
    for _ in 0..2000 {
        let size = dice.below(9);
        let mut variable = 0;
        let mut literal = |dice: &mut Dice| {
            variable += 1 + dice.below(1 << (1 + dice.0 % 26)) as i32;
            if dice.below(2) == 0 { variable } else { -variable }
        };
        let step = match dice.below(4) {
            0 => {
                let extremes = [i64::MIN, i64::MAX, -1, 0, 1, 63, -64, 64];
                let mut parts: Vec<(u16, i64)> = (0..size)
                    .map(|_| (dice.below(1 << 16) as u16, extremes[dice.below(8)]))
                    .collect();
                parts.sort_unstable();
                parts.dedup_by_key(|part| part.0);
                Step::Atom(Inequality { parts, bound: extremes[dice.below(8)] })
            }
            1 => Step::Linear(
                (0..size).map(|_| (literal(&mut dice), u64::MAX >> dice.below(64))).collect(),
            ),
            2 => Step::Derived {
                clause: (0..size).map(|_| literal(&mut dice)).collect(),
                hints: (0..size)
                    .map(|_| Hint { clause: dice.below(1 << 40) as u64, last: dice.below(2) == 0 })
                    .collect(),
            },
            _ => {
                Step::Delete((0..size).map(|_| literal(&mut dice).unsigned_abs().into()).collect())
            }
        };
        let mut bytes = Vec::new();
        step.write(&mut bytes);
        let mut reader = StepReader::new(bytes.as_slice());
        assert_eq!(reader.step(), Ok(Some(step)));
        assert_eq!(reader.step(), Ok(None));
    }
}

/// Chance bytes, and right ones with chance changes: no panic, and nothing wrong accepted.
#[test]
fn chance_bytes_do_no_harm() {
    let mut dice = Dice(4);
    let mut accepted = 0;
    for clauses in [switches(), halves()] {
        for _ in 0..50_000 {
            let length = dice.below(40);
            let chance: Vec<u8> = (0..length).map(|_| dice.below(8) as u8).collect();
            accepted += u32::from(check_refutation(&clauses, chance.as_slice()).is_ok());
        }
    }
    assert_eq!(accepted, 0);
    // What can be true is never refuted.
    let arena = Arena::new();
    let (x, y) = (arena.variable(0), arena.variable(1));
    let roots = [(x + y).at_most(3), (x - y).at_least(0), arena.switch(0).or(|| x.at_least(3))];
    let true_ones = Clauses::of(&arena, &roots.map(|root| root.literal()));
    for _ in 0..200_000 {
        let chance: Vec<u8> = (0..dice.below(40)).map(|_| dice.below(8) as u8).collect();
        assert!(check_refutation(&true_ones, chance.as_slice()).is_err());
    }
}
