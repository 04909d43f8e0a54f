//! Formulas as clauses: what a refutation starts from.
//!
//! Every node of an arena that some root needs becomes a variable, and a conjunction
//! `v = l1 & .. & lk` the clauses that say so (Tseitin 1968, in both directions): `(-v l1)` ..
//! `(-v lk)` and `(v -l1 .. -lk)`. Every root becomes a clause of one literal. The clauses can all
//! be true together exactly if the roots can, so refuting them refutes the roots. The order of
//! everything follows the arena, so the same formula always gives the same clauses: a certificate
//! need not hold them. Costs one pass over the arena.

use crate::formula::{Arena, Inequality, Literal, Node};

/// Clauses over numbered variables, some of which stand for inequalities between integers.
///
/// Variables are numbered from 1; a literal is a variable's number, negative for its negation.
/// Clauses are numbered from 1 too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clauses {
    literals: Vec<i32>,
    /// Where each clause ends in `literals`.
    ends: Vec<usize>,
    /// The node of each variable, by rising number.
    nodes: Vec<usize>,
    /// The variables that stand for inequalities, by rising number.
    atoms: Vec<(i32, Inequality)>,
}

impl Clauses {
    /// The clauses that say that all roots hold.
    #[must_use]
    pub fn of(arena: &Arena, roots: &[Literal]) -> Clauses {
        let nodes = arena.nodes();
        let needed = needed(&nodes, roots);
        let mut clauses = Clauses::default();
        let mut variables = vec![0; nodes.len()];
        for place in (1..nodes.len()).filter(|&place| needed[place]) {
            clauses.nodes.push(place);
            variables[place] = i32::try_from(clauses.nodes.len()).expect("few enough nodes");
        }
        let literal = |of: Literal| {
            let variable = variables[of.node()];
            if of.negated() { -variable } else { variable }
        };
        for place in (1..nodes.len()).filter(|&place| needed[place]) {
            let variable = variables[place];
            match &nodes[place] {
                Node::All(parts) => {
                    for part in parts {
                        clauses.push([-variable, literal(*part)]);
                    }
                    clauses.push([variable].into_iter().chain(parts.iter().map(|p| -literal(*p))));
                }
                Node::Inequality(inequality) => {
                    clauses.atoms.push((variable, inequality.clone()));
                }
                Node::Switch(_) | Node::True => {}
            }
        }
        for root in roots {
            match *root {
                Literal::TRUE => {}
                Literal::FALSE => clauses.push([]),
                root => clauses.push([literal(root)]),
            }
        }
        clauses
    }

    fn push(&mut self, clause: impl IntoIterator<Item = i32>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    /// How many variables there are.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.nodes.len()
    }

    /// How many clauses there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &[i32]> {
        self.ends.iter().scan(0, |start, &end| {
            let clause = &self.literals[*start..end];
            *start = end;
            Some(clause)
        })
    }

    /// The variables that stand for inequalities, by rising number.
    #[must_use]
    pub fn atoms(&self) -> &[(i32, Inequality)] {
        &self.atoms
    }

    /// The literal that stands for a literal of the arena, if the roots need it.
    #[must_use]
    pub fn literal(&self, of: Literal) -> Option<i32> {
        let place = self.nodes.binary_search(&of.node()).ok()?;
        let variable = i32::try_from(place + 1).expect("few enough nodes");
        Some(if of.negated() { -variable } else { variable })
    }

    /// The arena's node that a variable stands for.
    #[must_use]
    pub fn node(&self, variable: usize) -> Option<usize> {
        self.nodes.get(variable.checked_sub(1)?).copied()
    }
}

/// Which nodes the roots need. The node that always holds is part of no other.
pub(crate) fn needed(nodes: &[Node], roots: &[Literal]) -> Vec<bool> {
    let mut needed = vec![false; nodes.len()];
    for root in roots {
        needed[root.node()] = true;
    }
    // A node comes after those it is made of.
    for place in (1..nodes.len()).rev() {
        if let (true, Node::All(parts)) = (needed[place], &nodes[place]) {
            parts.iter().for_each(|part| needed[part.node()] = true);
        }
    }
    needed
}
