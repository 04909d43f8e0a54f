//! Formulas over bounded integers as formulas over yes-or-no variables: integers in binary.
//!
//! Where every integer is bounded, an inequality becomes a small circuit:
//! what is subtracted goes to the other side, both sides are added up bit by bit with carries, and
//! compared from the lowest bit up. Equal sums are built once. Costs some ten conjunctions a bit.

use std::collections::HashMap;

use crate::clauses::needed;
use crate::formula::{Arena, Formula, Inequality, Literal, Node};
use crate::logic::Truth;

/// A formula over bits that says the same as one over bounded integers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnBits {
    /// The roots in the new arena; then one for each variable that has more values in its bits than
    /// it may have, which says that it has none of these.
    pub roots: Vec<Literal>,
    /// The bits of each variable, the lowest one first.
    pub bits: Vec<Vec<Literal>>,
}

/// The roots of one arena rebuilt in another with every inequality on bits, where variable `v` lies
/// in `0..=limits[v]`.
///
/// Switches keep their numbers; the bits are switches after them.
///
/// # Panics
///
/// If a variable has no limit.
#[must_use]
pub fn on_bits(arena: &Arena, roots: &[Literal], limits: &[u32], into: &Arena) -> OnBits {
    let nodes = arena.nodes();
    let needed = needed(&nodes, roots);
    let mut next = nodes.iter().fold(0, |next, node| match node {
        Node::Switch(number) => next.max(number + 1),
        _ => next,
    });
    let bits = limits.iter().map(|limit| {
        let width = u32::BITS - limit.leading_zeros();
        next += width;
        (next - width..next).map(|number| into.switch(number)).collect()
    });
    let bits: Vec<Bits<'_>> = bits.collect();
    let mut circuits = Circuits { arena: into, limits, bits, sums: HashMap::new() };
    let mut images = vec![into.constant(true); nodes.len()];
    for place in (1..nodes.len()).filter(|&place| needed[place]) {
        images[place] = match &nodes[place] {
            Node::True => into.constant(true),
            Node::Switch(number) => into.switch(*number),
            Node::Inequality(inequality) => circuits.holds(inequality),
            Node::All(parts) => Formula::every(parts.iter().map(|part| image(&images, *part))),
        };
    }
    let mut roots: Vec<Literal> =
        roots.iter().map(|root| image(&images, *root).literal()).collect();
    for (bits, &limit) in circuits.bits.iter().zip(limits) {
        if !limit.wrapping_add(1).is_power_of_two() && limit < u32::MAX {
            roots.push(circuits.at_most(bits, &circuits.number(u128::from(limit))).literal());
        }
    }
    let literals = |bits: &Bits<'_>| bits.iter().map(|bit| bit.literal()).collect();
    OnBits { roots, bits: circuits.bits.iter().map(literals).collect() }
}

fn image<'a>(images: &[Formula<'a>], of: Literal) -> Formula<'a> {
    if of.negated() { !images[of.node()] } else { images[of.node()] }
}

/// A number in binary, the lowest bit first.
type Bits<'a> = Vec<Formula<'a>>;

struct Circuits<'a> {
    arena: &'a Arena,
    limits: &'a [u32],
    bits: Vec<Bits<'a>>,
    sums: HashMap<Vec<(u16, u64)>, Bits<'a>>,
}

impl<'a> Circuits<'a> {
    fn holds(&mut self, inequality: &Inequality) -> Formula<'a> {
        let side = |positive: bool| -> Vec<(u16, u64)> {
            let parts = inequality.parts.iter().filter(|part| (part.1 > 0) == positive);
            parts.map(|&(variable, coefficient)| (variable, coefficient.unsigned_abs())).collect()
        };
        let (left, right) = (side(true), side(false));
        // What no values within the limits can change needs no circuit.
        let bound = i128::from(inequality.bound);
        if self.most(&left) <= bound {
            return self.arena.constant(true);
        }
        if self.most(&right) + bound < 0 {
            return self.arena.constant(false);
        }
        let (mut left, mut right) = (self.sum(&left), self.sum(&right));
        let shift = self.number(bound.unsigned_abs());
        let higher = if bound < 0 { &mut left } else { &mut right };
        *higher = self.plus(higher, &shift);
        self.at_most(&left, &right)
    }

    /// The largest value of a sum of variables.
    fn most(&self, parts: &[(u16, u64)]) -> i128 {
        let limit = |variable: u16| i128::from(self.limits[usize::from(variable)]);
        parts.iter().map(|&(variable, times)| limit(variable) * i128::from(times)).sum()
    }

    fn sum(&mut self, parts: &[(u16, u64)]) -> Bits<'a> {
        let Some((&(variable, times), others)) = parts.split_last() else { return Vec::new() };
        if let Some(known) = self.sums.get(parts) {
            return known.clone();
        }
        let mut sum = self.sum(others);
        for place in (0..u64::BITS).filter(|place| times >> place & 1 == 1) {
            let mut shifted = vec![self.arena.constant(false); place as usize];
            shifted.extend(&self.bits[usize::from(variable)]);
            sum = self.plus(&sum, &shifted);
        }
        self.sums.insert(parts.to_vec(), sum.clone());
        sum
    }

    fn number(&self, value: u128) -> Bits<'a> {
        let width = u128::BITS - value.leading_zeros();
        (0..width).map(|place| self.arena.constant(value >> place & 1 == 1)).collect()
    }

    fn plus(&self, one: &Bits<'a>, other: &Bits<'a>) -> Bits<'a> {
        let mut sum = Vec::new();
        let mut carry = self.arena.constant(false);
        for place in 0..one.len().max(other.len()) {
            let (a, b) = (self.bit(one, place), self.bit(other, place));
            sum.push(differ(differ(a, b), carry));
            carry = most_of_three(a, b, carry);
        }
        if carry.settled() != Some(false) {
            sum.push(carry);
        }
        sum
    }

    /// Whether one number is at most the other: of two bits that differ the higher pair decides.
    fn at_most(&self, one: &Bits<'a>, other: &Bits<'a>) -> Formula<'a> {
        let mut holds = self.arena.constant(true);
        for place in 0..one.len().max(other.len()) {
            holds = most_of_three(!self.bit(one, place), self.bit(other, place), holds);
        }
        holds
    }

    fn bit(&self, of: &Bits<'a>, place: usize) -> Formula<'a> {
        of.get(place).copied().unwrap_or(self.arena.constant(false))
    }
}

/// Whether one of the two holds and not the other.
fn differ<'a>(a: Formula<'a>, b: Formula<'a>) -> Formula<'a> {
    a.or(|| b).and(|| !a.and(|| b))
}

/// Whether at least two of the three hold.
fn most_of_three<'a>(a: Formula<'a>, b: Formula<'a>, c: Formula<'a>) -> Formula<'a> {
    for (known, one, other) in [(a, b, c), (b, c, a), (c, a, b)] {
        match known.settled() {
            Some(true) => return one.or(|| other),
            Some(false) => return one.and(|| other),
            None => {}
        }
    }
    Formula::some([a.and(|| b), b.and(|| c), c.and(|| a)])
}
