//! An inequality on bits says the same as the inequality, for all values within the limits.

use std::collections::HashMap;

use crate::dice::Dice;
use zermelo_refute::{
    Arena, Clauses, Formula, Linear, Literal, Node, Term, Truth, limits, on_bits,
};

/// The truth of every node for given integers and switches.
fn truths(nodes: &[Node], integers: &[i64], switches: &HashMap<u32, bool>) -> Vec<bool> {
    let mut truths: Vec<bool> = Vec::new();
    for node in nodes {
        truths.push(match node {
            Node::True => true,
            Node::Switch(number) => switches[number],
            Node::Inequality(inequality) => {
                let parts = inequality.parts.iter();
                let sum: i64 = parts.map(|&(v, c)| c * integers[usize::from(v)]).sum();
                sum <= inequality.bound
            }
            Node::All(parts) => parts.iter().all(|part| truths[part.node()] != part.negated()),
        });
    }
    truths
}

/// A sum of variables with small coefficients is at most a small number.
fn inequality<'a>(arena: &'a Arena, variables: u16, dice: &mut Dice) -> Formula<'a> {
    let mut sum: Linear<'a> = arena.number(0);
    for variable in 0..variables {
        let coefficient = dice.below(11) as i32 - 5;
        for _ in 0..coefficient.abs() {
            let term = arena.variable(variable);
            sum = if coefficient < 0 { sum - term } else { sum + term };
        }
    }
    sum.at_most(dice.below(41) as i32 - 20)
}

#[test]
fn circuits_say_what_inequalities_say() {
    let mut dice = Dice(8);
    let mut compared = 0;
    for _ in 0..400 {
        let variables = 1 + dice.below(4) as u16;
        let limits: Vec<u32> = (0..variables).map(|_| dice.below(9) as u32).collect();
        let arena = Arena::new();
        let one = inequality(&arena, variables, &mut dice);
        let other = inequality(&arena, variables, &mut dice);
        let (first, second) = (arena.switch(0), arena.switch(5));
        let roots: Vec<Literal> = [one, one.and(|| !other).or(|| first), second.and(|| other)]
            .iter()
            .map(|formula| formula.literal())
            .collect();
        let into = Arena::new();
        let on = on_bits(&arena, &roots, &limits, &into);
        let (nodes, images) = (arena.nodes(), into.nodes());
        let widths: Vec<usize> = on.bits.iter().map(Vec::len).collect();
        for (width, limit) in widths.iter().zip(&limits) {
            assert!(1_u32 << width > *limit && (1 << width) / 2 <= (*limit).max(1));
        }
        let all_bits: usize = widths.iter().sum();
        for pattern in 0..1_u32 << all_bits {
            let mut switches = HashMap::from([(0, pattern % 3 == 0), (5, pattern % 5 < 2)]);
            let mut place = 0;
            let mut integers = Vec::new();
            for bits in &on.bits {
                let mut integer = 0;
                for (power, bit) in bits.iter().enumerate() {
                    let Node::Switch(number) = images[bit.node()] else { panic!() };
                    let set = pattern >> place & 1 == 1;
                    switches.insert(number, set);
                    integer |= i64::from(set) << power;
                    place += 1;
                }
                integers.push(integer);
            }
            let image = truths(&images, &[], &switches);
            let holds = |literal: Literal| image[literal.node()] != literal.negated();
            let inside = integers.iter().zip(&limits).all(|(&i, &limit)| i <= i64::from(limit));
            assert_eq!(on.roots[roots.len()..].iter().all(|&root| holds(root)), inside);
            if inside {
                let source = truths(&nodes, &integers, &switches);
                for (&root, &on_bits) in roots.iter().zip(&on.roots) {
                    assert_eq!(holds(on_bits), source[root.node()] != root.negated());
                    compared += 1;
                }
            }
            if all_bits > 10 && pattern > 4000 {
                break;
            }
        }
    }
    println!("{compared} values compared");
    assert!(compared > 100_000);
}

/// The clauses of a formula are true exactly if its nodes have the values that they have and the
/// roots hold.
#[test]
fn clauses_say_what_the_formula_says() {
    let mut dice = Dice(9);
    for _ in 0..200 {
        let arena = Arena::new();
        let mut pool: Vec<Formula<'_>> = (0..4).map(|number| arena.switch(number)).collect();
        for _ in 0..8 {
            let (a, b) = (pool[dice.below(pool.len())], pool[dice.below(pool.len())]);
            pool.push(if dice.below(2) == 0 { a.and(|| !b) } else { !a.or(|| b) });
        }
        let roots = [pool[pool.len() - 1].literal(), pool[dice.below(pool.len())].literal()];
        let (nodes, clauses) = (arena.nodes(), Clauses::of(&arena, &roots));
        assert_eq!(clauses, Clauses::of(&arena, &roots));
        assert_eq!(clauses.iter().count(), clauses.len());
        for pattern in 0..16 {
            let switches = (0..4).map(|number| (number, pattern >> number & 1 == 1)).collect();
            let truth = truths(&nodes, &[], &switches);
            let true_literal = |literal: i32| {
                let node = clauses.node(literal.unsigned_abs() as usize).unwrap();
                truth[node] == (literal > 0)
            };
            let all = clauses.iter().all(|clause| clause.iter().any(|&l| true_literal(l)));
            let hold = roots.iter().all(|root| truth[root.node()] != root.negated());
            assert_eq!(all, hold);
            // A conjunction with the other value breaks a clause.
            for variable in 1..=clauses.variables() {
                if let Node::All(_) = nodes[clauses.node(variable).unwrap()] {
                    let flipped = |literal: i32| {
                        true_literal(literal) != (literal.unsigned_abs() as usize == variable)
                    };
                    assert!(clauses.iter().any(|clause| !clause.iter().any(|&l| flipped(l))));
                }
            }
        }
        for root in roots.iter().filter(|root| root.node() > 0) {
            let literal = clauses.literal(*root).unwrap();
            assert!(clauses.iter().any(|clause| *clause == [literal]));
        }
    }
}

#[test]
fn limits_are_those_that_the_formula_gives() {
    let arena = Arena::new();
    let (x, y, half) = (arena.variable(0), arena.variable(1), arena.variable(2));
    let on_board = Formula::every([x.at_least(0), x.at_most(4), y.at_least(0), y.lt(x + 3)]);
    let twice = half + half;
    let is_half = twice.le(x + y).and(|| (x + y).le(twice + 1));
    let roots = [on_board.literal(), is_half.literal()];
    assert_eq!(limits(&arena, &roots), Some(vec![4, 6, 5]));
    // What the roots do not need is not asked for.
    assert_eq!(limits(&arena, &roots[..1]), Some(vec![4, 6, 0]));
    // What holds only sometimes is no limit.
    let sometimes = arena.switch(0).or(|| x.at_most(2));
    let more = [roots[0], roots[1], sometimes.literal()];
    assert_eq!(limits(&arena, &more), Some(vec![4, 6, 5]));
    let open = [x.at_least(0).literal(), sometimes.literal()];
    assert_eq!(limits(&arena, &open), None);
    let negative = [x.at_least(-1).literal(), x.at_most(2).literal()];
    assert_eq!(limits(&arena, &negative), None);
    // What cannot hold has any limit.
    let never = [x.at_least(0).literal(), x.at_most(-3).literal()];
    assert_eq!(limits(&arena, &never), Some(vec![0, 0, 0]));
    assert_eq!(limits(&arena, &[]), Some(vec![0, 0, 0]));
}

/// No values that make the roots true lie outside the limits.
#[test]
fn limits_are_never_too_narrow() {
    let mut dice = Dice(10);
    let (mut known, mut narrow) = (0, 0);
    for _ in 0..2000 {
        let arena = Arena::new();
        let mut roots: Vec<Literal> = Vec::new();
        for variable in 0..3 {
            roots.push(arena.variable(variable).at_least(0).literal());
        }
        roots.push(arena.variable(0).at_most(dice.below(6) as i32).literal());
        for _ in 0..3 {
            roots.push(inequality(&arena, 3, &mut dice).literal());
        }
        let Some(limits) = limits(&arena, &roots) else { continue };
        known += 1;
        let (nodes, none) = (arena.nodes(), HashMap::new());
        for number in 0..12_i64.pow(3) {
            let integers = [number % 12, number / 12 % 12, number / 144];
            let truth = truths(&nodes, &integers, &none);
            if roots.iter().all(|root| truth[root.node()] != root.negated()) {
                for (&integer, &limit) in integers.iter().zip(&limits) {
                    assert!(integer <= i64::from(limit));
                }
            }
        }
        narrow += u32::from(limits[1] < 12 && limits[2] < 12);
    }
    println!("{known} of 2000 have limits, {narrow} narrow ones");
    assert!(narrow > 100);
}

/// The truth of formulas and the value of terms, for given integers.
#[test]
fn values_and_truths() {
    let arena = Arena::new();
    let (x, y, half) = (arena.fresh(), arena.fresh(), arena.fresh());
    assert_eq!(arena.variables(), 3);
    let values = [7, -3, 2];
    let value = |term: Linear<'_>| term.value(|variable| values[usize::from(variable)]);
    assert_eq!((value(x), value(x + y + 5), value(x - y - 1)), (7, 9, 9));
    assert_eq!((value(half + half), value(arena.number(4))), (4, 4));
    let holds = |formula: Formula<'_>| arena.hold(&[formula.literal()], &values);
    assert!(holds(x.at_most(7)) && !holds(x.at_most(6)) && holds(y.at_least(-3)));
    assert!(holds(y.lt(x)) && !holds(x.le(y)) && holds(half.equals(2)) && !holds(half.is(x)));
    assert!(holds(arena.constant(true)) && !holds(arena.constant(false)));
    assert!(!holds(arena.switch(4)) && holds(!arena.switch(4)));
    let both = x.at_least(7).and(|| y.at_most(-3));
    assert!(holds(both) && !holds(!both) && holds((!both).or(|| half.at_least(2))));
    let all = [x.at_most(7).literal(), y.at_least(-3).literal()];
    assert!(arena.hold(&all, &values) && !arena.hold(&all, &[8, -3, 2]));
    assert!(!arena.hold(&all, &[7, -4]) && arena.hold(&[], &[]));
    // What is missing is zero.
    assert!(arena.hold(&[half.equals(0).literal(), y.equals(1).literal()], &[0, 1]));
    let truths = arena.truths(&values);
    assert_eq!(truths.len(), arena.nodes().len());
    assert!(truths[0] && Literal::TRUE.holds(&truths) && !Literal::FALSE.holds(&truths));
    // Sums near the end of 64 bits do not wrap.
    let far = (x + x + y).at_most(0).literal();
    assert!(!arena.hold(&[far], &[i64::MAX, 0]) && arena.hold(&[far], &[i64::MIN, 0]));
    // Half of a form, rounded down, is a variable that is told what it is.
    let halved = (x + y).half();
    assert!(halved.value(i64::from) == 3 && arena.variables() == 4);
    assert_eq!((x + y).half().value(i64::from), 3);
    let told = arena.definitions();
    for (x, y, half) in [(7, -3, 2), (4, 3, 3), (-4, -3, -4), (0, -1, -1)] {
        for other in -5..5 {
            assert_eq!(arena.hold(&told, &[x, y, 0, other]), other == half, "{x} {y} {other}");
        }
    }
}
