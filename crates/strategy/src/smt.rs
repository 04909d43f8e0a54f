//! Formulas of linear integer arithmetic, refuted or satisfied.
//!
//! CaDiCaL proposes which inequalities hold; the simplex method answers whether they can hold
//! together, and if not, which few of them cannot: that is a lemma, which the solver learns, until
//! it finds nothing more to propose (DPLL(T), the lazy way). Two things make it quick: only the
//! inequalities that make the formula true are asked about, and every answer gives as many lemmas
//! as are found on the way. Where rationals satisfy what integers may not, the next question cuts
//! between two integers by one more inequality. Where nothing bounds the integers this need not
//! end (2x = 2y + 1); the lemmas of strategies have needed no such cut.

use std::collections::{HashMap, HashSet};

use zermelo_refute::{Arena, Clauses, Inequality, Literal, Node};

use crate::simplex::{Bound, Simplex};
use crate::solver::Solver;
use crate::trim::Unproved;

/// What was found about a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// It has no solution: steps for the kernel's checker.
    Refutation(Vec<u8>),
    /// The values of its integer variables.
    Solution(Vec<i64>),
    /// It was stopped.
    Stopped,
}

/// How much work it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// How often values were proposed.
    pub rounds: u64,
    /// Lemmas that were learned.
    pub lemmas: u64,
    /// Pivots of the simplex method.
    pub pivots: u64,
}

/// Lemmas with the multipliers that prove them.
type Lemma = Vec<(i32, u64)>;

/// How many lemmas one proposal is asked for.
const LEMMAS_A_ROUND: usize = 24;

struct Search<'a> {
    nodes: Vec<Node>,
    roots: &'a [Literal],
    clauses: &'a Clauses,
    solver: Solver,
    simplex: Simplex,
    /// The form and bound of every atom's variable.
    atoms: HashMap<i32, (usize, i64)>,
    /// Atoms that were made to cut between two integers; they always count.
    cuts: Vec<i32>,
    known: HashSet<Vec<i32>>,
    effort: Effort,
}

/// Refutes that the roots can hold together, or finds values for which they do.
///
/// # Errors
/// If the solver's own proof is wrong.
pub fn decide(
    arena: &Arena,
    roots: &[Literal],
    stop: impl Fn() -> bool + Clone + 'static,
) -> Result<(Found, Effort), Unproved> {
    let clauses = Clauses::of(arena, roots);
    let mut search = Search::new(arena, roots, &clauses);
    search.solver.stop_when(stop.clone());
    search.order();
    let found = loop {
        search.effort.rounds += 1;
        match search.solver.solve() {
            None => break Found::Stopped,
            Some(false) => break Found::Refutation(search.solver.refutation()?),
            Some(true) => {
                if let Some(values) = search.learn() {
                    break Found::Solution(values);
                }
            }
        }
        if stop() {
            break Found::Stopped;
        }
    };
    search.effort.pivots = search.simplex.pivots;
    Ok((found, search.effort))
}

impl<'a> Search<'a> {
    fn new(arena: &Arena, roots: &'a [Literal], clauses: &'a Clauses) -> Search<'a> {
        let mut simplex = Simplex::new(usize::from(arena.variables()));
        let atoms = clauses
            .atoms()
            .iter()
            .map(|(variable, inequality)| {
                (*variable, (simplex.form(&inequality.parts), inequality.bound))
            })
            .collect();
        Search {
            nodes: arena.nodes(),
            roots,
            clauses,
            solver: Solver::new(clauses),
            simplex,
            atoms,
            cuts: Vec::new(),
            known: HashSet::new(),
            effort: Effort::default(),
        }
    }

    /// Of two bounds on one form the smaller implies the larger.
    fn order(&mut self) {
        let mut bounds: Vec<(usize, i64, i32)> =
            self.atoms.iter().map(|(&variable, &(form, bound))| (form, bound, variable)).collect();
        bounds.sort_unstable();
        for pair in bounds.windows(2) {
            if pair[0].0 == pair[1].0 {
                self.add(vec![(-pair[0].2, 1), (pair[1].2, 1)]);
            }
        }
    }

    fn add(&mut self, lemma: Lemma) {
        let mut clause: Vec<i32> = lemma.iter().map(|part| part.0).collect();
        clause.sort_unstable();
        if self.known.insert(clause) {
            self.effort.lemmas += 1;
            self.solver.add_lemma(&lemma);
        }
    }

    /// Answers what the solver proposed with lemmas; or gives integers for which the roots hold.
    fn learn(&mut self) -> Option<Vec<i64>> {
        let mut bounds = self.proposed();
        let mut found = 0;
        loop {
            match self.simplex.ask(&bounds) {
                Err(conflict) => {
                    let lemma: Lemma = conflict
                        .iter()
                        .map(|&(name, times)| (-name, times.unsigned_abs()))
                        .collect();
                    self.add(lemma);
                    found += 1;
                    if found == LEMMAS_A_ROUND {
                        return None;
                    }
                    // Leave out one of them and look for another conflict.
                    let least = conflict.iter().map(|part| part.0).max_by_key(|n| n.abs());
                    bounds.retain(|bound| Some(bound.name) != least);
                }
                Ok(()) if found > 0 => return None,
                Ok(()) => return self.integers(),
            }
        }
    }

    /// The bounds that make the roots true as the solver proposed.
    fn proposed(&mut self) -> Vec<Bound> {
        let mut needed = vec![false; self.nodes.len()];
        let mut waiting: Vec<Literal> = Vec::new();
        let mut atoms: Vec<i32> = self.cuts.clone();
        let holds = |literal: Literal| {
            literal == Literal::TRUE
                || self.clauses.literal(literal).is_some_and(|l| self.solver.value(l))
        };
        let need = |literal: Literal, needed: &mut [bool], waiting: &mut Vec<Literal>| {
            if !std::mem::replace(&mut needed[literal.node()], true) {
                waiting.push(literal);
            }
        };
        for &root in self.roots {
            need(root, &mut needed, &mut waiting);
        }
        // What must be so comes first; then one reason for each disjunction, an old one if any.
        let mut choices = Vec::new();
        loop {
            while let Some(literal) = waiting.pop() {
                match &self.nodes[literal.node()] {
                    Node::All(parts) if !literal.negated() => {
                        parts.iter().for_each(|&part| need(part, &mut needed, &mut waiting));
                    }
                    Node::All(_) => choices.push(literal),
                    Node::Inequality(_) => {
                        let variable = self.clauses.literal(literal).expect("a needed node").abs();
                        atoms.push(variable);
                    }
                    Node::True | Node::Switch(_) => {}
                }
            }
            let Some(choice) = choices.pop() else { break };
            let Node::All(parts) = &self.nodes[choice.node()] else { continue };
            let rank = |part: Literal| match &self.nodes[part.node()] {
                _ if needed[part.node()] => 0,
                Node::Inequality(_) => 1,
                _ => 2,
            };
            let reasons = parts.iter().copied().filter(|&part| holds(!part));
            if let Some(part) = reasons.min_by_key(|&part| rank(part)) {
                need(!part, &mut needed, &mut waiting);
            }
        }
        atoms.sort_unstable();
        atoms.dedup();
        let bound = |variable: i32| {
            let (form, bound) = self.atoms[&variable];
            match self.solver.value(variable) {
                true => Bound { form, value: bound, at_most: true, name: variable },
                false => Bound { form, value: bound + 1, at_most: false, name: -variable },
            }
        };
        atoms.into_iter().map(bound).collect()
    }

    /// The values, if all are integers; otherwise a cut between the two next to one that is not.
    fn integers(&mut self) -> Option<Vec<i64>> {
        let mut values = Vec::new();
        for variable in 0..self.simplex.variables() {
            let value = self.simplex.value(variable);
            if value.denominator() == 1 {
                values.push(value.numerator());
                continue;
            }
            let cut = Inequality { parts: vec![(variable as u16, 1)], bound: value.floor() };
            let atom = self.solver.atom(&cut);
            self.atoms.insert(atom, (variable, cut.bound));
            self.cuts.push(atom);
            return None;
        }
        Some(values)
    }
}
