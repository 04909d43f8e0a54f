//! Deciding formulas against trying all values, and refutations against the kernel.

use zermelo_refute::{Arena, Clauses, Formula, Linear, Literal, Term, Truth, check_refutation};
use zermelo_strategy::smt::{Effort, Found, decide};

/// Numbers by chance, the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % below
    }
}

const MOST: i64 = 4;

fn comparison<'a>(dice: &mut Dice, variables: &[Linear<'a>]) -> Formula<'a> {
    let mut sum = variables[0].number(dice.roll(9) as i32 - 4);
    for &variable in variables {
        for _ in 0..dice.roll(4) {
            sum = if dice.roll(2) == 0 { sum + variable } else { sum - variable };
        }
    }
    sum.at_most(0)
}

fn formula<'a>(dice: &mut Dice, variables: &[Linear<'a>], depth: u32) -> Formula<'a> {
    if depth == 0 {
        return comparison(dice, variables);
    }
    let parts: Vec<Formula<'a>> =
        (0..2 + dice.roll(2)).map(|_| formula(dice, variables, depth - 1)).collect();
    match dice.roll(3) {
        0 => Formula::every(parts),
        1 => Formula::some(parts),
        _ => !Formula::every(parts),
    }
}

fn settle(arena: &Arena, roots: &[Literal]) -> (Option<Vec<i64>>, Effort) {
    let (found, effort) = decide(arena, roots, || false).unwrap();
    match found {
        Found::Solution(values, _) => (Some(values), effort),
        Found::Refutation(steps) => {
            check_refutation(&Clauses::of(arena, roots), &steps[..]).unwrap();
            (None, effort)
        }
        Found::Stopped => panic!("nobody stopped it"),
    }
}

#[test]
fn signature_of_every_answer_is_that_of_trying_all_values() {
    let mut dice = Dice(8);
    let (mut solved, mut refuted) = (0, 0);
    let mut signature = [0; 3];
    for _ in 0..1500 {
        let arena = Arena::new();
        let variables = [arena.fresh(), arena.fresh(), arena.fresh()];
        let mut roots = Vec::new();
        for variable in variables {
            roots.push(variable.at_least(0).and(|| variable.at_most(MOST as i32)).literal());
        }
        for _ in 0..2 + dice.roll(4) {
            let depth = dice.roll(3) as u32;
            roots.push(formula(&mut dice, &variables, depth).literal());
        }
        let all = |x| (0..=MOST).flat_map(move |y| (0..=MOST).map(move |z| vec![x, y, z]));
        let exists = (0..=MOST).flat_map(all).any(|values| arena.hold(&roots, &values));
        let (found, Effort { conflicts, lemmas, pivots }) = settle(&arena, &roots);
        signature = [signature[0] + conflicts, signature[1] + lemmas, signature[2] + pivots];
        match found {
            Some(values) => {
                assert!(arena.hold(&roots, &values), "{values:?}");
                solved += 1;
            }
            None => {
                assert!(!exists);
                refuted += 1;
            }
        }
    }
    println!("{solved} solved, {refuted} refuted");
    assert!(solved > 300 && refuted > 300);
    // A refactoring that changes the search is none.
    assert_eq!((solved, refuted, signature), (752, 748, [1161, 9602, 1891]));
}

#[test]
fn integers_are_told_from_rationals() {
    // x + y + z = 3, x = y, y + z = 2x + 1 over the rationals x = 2/3.
    let arena = Arena::new();
    let [x, y, z] = [arena.fresh(), arena.fresh(), arena.fresh()];
    let mut roots: Vec<Literal> = [x, y, z].iter().map(|v| v.within(9).literal()).collect();
    roots.push((x + y + z).equals(3).literal());
    roots.push(x.is(y).literal());
    roots.push((y + z).is(x + x + 1).literal());
    let (solution, effort) = settle(&arena, &roots);
    assert_eq!(solution, None);
    assert!(effort.conflicts > 1, "a cut is needed");
}

#[test]
fn halves() {
    let arena = Arena::new();
    let x = arena.fresh();
    let mut roots = vec![x.half().equals(-3).literal(), x.is(x.half() + x.half() + 1).literal()];
    roots.extend(arena.definitions());
    let (solution, _) = settle(&arena, &roots);
    assert_eq!(solution.map(|values| values[0]), Some(-5));
    let mut roots = vec![x.half().equals(-3).literal(), x.equals(-4).literal()];
    roots.extend(arena.definitions());
    assert_eq!(settle(&arena, &roots).0, None);
}
