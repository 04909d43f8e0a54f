//! How large the integers of a formula can be, where the formula itself says so.
//!
//! Among what must hold for the roots to hold there are inequalities that bound single variables,
//! and others that then bound more variables. Nothing else is looked at. Costs a few passes over these inequalities.

use crate::clauses::needed;
use crate::formula::{Arena, Inequality, Literal, Node};

/// The least and the most that a variable can be, as far as known.
type Range = (Option<i128>, Option<i128>);

/// So many passes are made at most; each can only find narrower ranges.
const PASSES: usize = 16;

/// For each variable of the arena the most that it can be if all roots hold; `None` if it cannot
/// be seen that some variable of the roots is bounded and not negative.
#[must_use]
pub fn limits(arena: &Arena, roots: &[Literal]) -> Option<Vec<u32>> {
    let nodes = arena.nodes();
    let inequalities = certain(&nodes, roots);
    let mut ranges: Vec<Range> = vec![(None, None); usize::from(arena.variables())];
    for _ in 0..PASSES {
        let before = ranges.clone();
        for inequality in &inequalities {
            narrow(inequality, &mut ranges);
        }
        if ranges == before {
            break;
        }
    }
    let mut limits = vec![0; ranges.len()];
    let needed = needed(&nodes, roots);
    for (node, _) in nodes.iter().zip(needed).filter(|(_, needed)| *needed) {
        let Node::Inequality(inequality) = node else { continue };
        for &(variable, _) in &inequality.parts {
            let (least, most) = ranges[usize::from(variable)];
            if least? < 0 {
                return None;
            }
            // If the most is less than nothing, the roots cannot hold, and any limit is right.
            limits[usize::from(variable)] = u32::try_from(most?.max(0)).ok()?;
        }
    }
    Some(limits)
}

/// The inequalities that hold if all roots hold, as far as conjunctions say so.
fn certain(nodes: &[Node], roots: &[Literal]) -> Vec<Inequality> {
    let mut seen = vec![false; nodes.len()];
    let mut open = roots.to_vec();
    let mut certain = Vec::new();
    while let Some(literal) = open.pop() {
        if std::mem::replace(&mut seen[literal.node()], true) {
            continue;
        }
        match &nodes[literal.node()] {
            Node::All(parts) if !literal.negated() => open.extend(parts),
            Node::Inequality(inequality) if literal.negated() => {
                // Not "sum <= bound": "-sum <= -bound - 1", which is `!bound`. A coefficient that
                // cannot be negated gives no limit.
                let parts = inequality.parts.iter().map(|&(v, c)| Some((v, c.checked_neg()?)));
                let parts: Option<Vec<_>> = parts.collect();
                certain.extend(parts.map(|parts| Inequality { parts, bound: !inequality.bound }));
            }
            Node::Inequality(inequality) => certain.push(inequality.clone()),
            _ => {}
        }
    }
    certain
}

/// Narrows the range of each variable of an inequality by the ranges of the others.
fn narrow(inequality: &Inequality, ranges: &mut [Range]) {
    for (place, &(variable, coefficient)) in inequality.parts.iter().enumerate() {
        let others = inequality.parts.iter().enumerate().filter(|(other, _)| *other != place);
        let mut left = Some(i128::from(inequality.bound));
        for (_, &(other, times)) in others {
            let (least, most) = ranges[usize::from(other)];
            let extreme = if times > 0 { least } else { most };
            let smallest = extreme.and_then(|extreme| extreme.checked_mul(i128::from(times)));
            left = left.zip(smallest).and_then(|(left, smallest)| left.checked_sub(smallest));
        }
        let Some(left) = left else { continue };
        // Now coefficient * variable <= left.
        let (least, most) = &mut ranges[usize::from(variable)];
        let size = i128::from(coefficient.unsigned_abs());
        if coefficient > 0 {
            let bound = left.div_euclid(size);
            *most = Some(most.map_or(bound, |most| most.min(bound)));
        } else {
            let Some(bound) = left.div_euclid(size).checked_neg() else { continue };
            *least = Some(least.map_or(bound, |least| least.max(bound)));
        }
    }
}
