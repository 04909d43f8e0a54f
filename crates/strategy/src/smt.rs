//! Formulas of linear integer arithmetic, refuted or satisfied.
//!
//! The search (`cdcl.rs`) decides which inequalities hold; after each decision and what follows from
//! it the simplex method answers whether they can hold together, and if not, which few of them
//! cannot: that is a lemma, from which the search learns (DPLL(T)). Three things make it quick. An
//! inequality is tried as the values of the simplex method have it, so that a decision about it
//! breaks nothing. A conjunction that nobody needs to be true is tried as false, and of a conjunction
//! only the direction that the formula needs becomes clauses, so that nothing follows from it. And of
//! two bounds on one form the clauses say from the start which implies the other.
//! Where rationals satisfy what integers may not, the next question cuts
//! between two integers by one more inequality. Where nothing bounds the integers this need not
//! end (2x = 2y + 1); the lemmas of strategies have needed no such cut.

use zermelo_refute::{Arena, Clauses, Inequality, Literal, Node};

use crate::cdcl::{Cdcl, Lit};
use crate::simplex::{Bound, Conflict, Simplex};
use crate::trace::Origin;
use crate::trim::{Given, Unproved, trim};

/// What was found about a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// It has no solution: steps for the kernel's checker.
    Refutation(Vec<u8>),
    /// The values of its integer variables; and of the clauses' variables, which say nothing where
    /// they stand for a conjunction.
    Solution(Vec<i64>, Vec<bool>),
    /// It was stopped.
    Stopped,
}

/// How much work it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Dead ends of the search.
    pub conflicts: u64,
    /// Lemmas about inequalities that were learned.
    pub lemmas: u64,
    /// Pivots of the simplex method.
    pub pivots: u64,
}

struct Search {
    cdcl: Cdcl,
    simplex: Simplex,
    /// How many variables the clauses have; those of cuts come after them.
    given: usize,
    /// The form and bound of every variable that is an inequality.
    atoms: Vec<Option<(usize, i64)>>,
    /// Inequalities that were made to cut between two integers.
    cuts: Vec<Inequality>,
    /// Lemmas with the multipliers that prove them.
    lemmas: Vec<Vec<(i32, u64)>>,
    /// For each decision how many bounds the simplex method had before, and how much of the trail.
    marks: Vec<(usize, usize)>,
    /// How much of the trail the simplex method knows.
    known: usize,
}

/// Refutes that the roots can hold together, or finds values for which they do.
///
/// # Errors
/// If the search's own proof is wrong.
pub fn decide(
    arena: &Arena,
    roots: &[Literal],
    stop: impl Fn() -> bool,
) -> Result<(Found, Effort), Unproved> {
    let clauses = Clauses::of(arena, roots);
    let mut search = Search::new(arena, roots, &clauses);
    let found = match search.run(stop) {
        Some(found) => found,
        None => Found::Refutation(trim(
            &search.cdcl.trace,
            &Given {
                variables: clauses.variables(),
                clauses: clauses.len(),
                atoms: &search.cuts,
                lemmas: &search.lemmas,
            },
        )?),
    };
    let effort = Effort {
        conflicts: search.cdcl.conflicts,
        lemmas: search.lemmas.len() as u64,
        pivots: search.simplex.pivots,
    };
    Ok((found, effort))
}

/// Which nodes must be true for some root, and which false.
fn directions(nodes: &[Node], roots: &[Literal]) -> Vec<[bool; 2]> {
    let mut needed = vec![[false; 2]; nodes.len()];
    for root in roots {
        needed[root.node()][usize::from(root.negated())] = true;
    }
    // A node comes after those it is made of.
    for place in (0..nodes.len()).rev() {
        if let Node::All(parts) = &nodes[place] {
            let [yes, no] = needed[place];
            for part in parts {
                let of_part = &mut needed[part.node()];
                let negated = usize::from(part.negated());
                of_part[negated] |= yes;
                of_part[1 - negated] |= no;
            }
        }
    }
    needed
}

impl Search {
    fn new(arena: &Arena, roots: &[Literal], clauses: &Clauses) -> Search {
        let nodes = arena.nodes();
        let needed = directions(&nodes, roots);
        let mut search = Search {
            cdcl: Cdcl::new(),
            simplex: Simplex::new(usize::from(arena.variables())),
            given: clauses.variables(),
            atoms: vec![None; clauses.variables()],
            cuts: Vec::new(),
            lemmas: Vec::new(),
            marks: Vec::new(),
            known: 0,
        };
        let directions: Vec<[bool; 2]> = (1..=clauses.variables())
            .map(|variable| clauses.node(variable).map_or([true; 2], |node| needed[node]))
            .collect();
        for &[yes, _] in &directions {
            search.cdcl.variable(!yes);
        }
        for (variable, inequality) in clauses.atoms() {
            let form = search.simplex.form(&inequality.parts);
            search.atoms[Lit::of(*variable).variable()] = Some((form, inequality.bound));
        }
        let count = clauses.len() - roots.iter().filter(|&&root| root != Literal::TRUE).count();
        for (place, clause) in clauses.iter().enumerate() {
            // What a conjunction implies, or what implies it; its own variable comes first.
            let idle = place < count && {
                let [yes, no] = directions[Lit::of(clause[0]).variable()];
                if clause[0] < 0 { !yes } else { !no }
            };
            if !idle {
                search.cdcl.add(clause, Origin::Formula(place + 1));
            }
        }
        search.order();
        search
    }

    /// Of two bounds on one form the smaller implies the larger.
    fn order(&mut self) {
        let mut bounds: Vec<(usize, i64, i32)> = (1..)
            .zip(&self.atoms)
            .filter_map(|(number, atom)| atom.map(|(form, bound)| (form, bound, number)))
            .collect();
        bounds.sort_unstable();
        for pair in bounds.windows(2) {
            if pair[0].0 == pair[1].0 {
                let clause = [-pair[0].2, pair[1].2];
                self.lemmas.push(clause.map(|literal| (literal, 1)).to_vec());
                self.cdcl.add(&clause, Origin::Lemma(self.lemmas.len() - 1));
            }
        }
    }

    /// Searches. What is not given is refuted.
    fn run(&mut self, stop: impl Fn() -> bool) -> Option<Found> {
        let mut ask_at = 0;
        while !self.cdcl.is_refuted() {
            if let Some(clause) = self.cdcl.propagate() {
                self.cdcl.learn_from(clause);
                continue;
            }
            if let Err(conflict) = self.consult() {
                self.learn(&conflict);
                continue;
            }
            if self.cdcl.conflicts >= ask_at {
                ask_at = self.cdcl.conflicts + 64;
                if stop() {
                    return Some(Found::Stopped);
                }
            }
            self.cdcl.tidy();
            self.follow();
            match self.cdcl.next_open() {
                Some((variable, phase)) => {
                    let value = match self.atoms[variable] {
                        // Of two integers the smaller first: there are only so many of them.
                        Some(_) if variable >= self.given => true,
                        Some((form, bound)) => self.simplex.value(form) <= bound.into(),
                        None => phase,
                    };
                    self.marks.push((self.simplex.bounds(), self.known));
                    self.cdcl.decide(variable, value);
                }
                None => {
                    if let Some(values) = self.integers() {
                        let holds = |number| self.cdcl.value(Lit::of(number)) > 0;
                        let truths = (1..=self.given as i32).map(holds).collect();
                        return Some(Found::Solution(values, truths));
                    }
                }
            }
        }
        None
    }

    /// Takes back the bounds of decisions that were taken back.
    fn follow(&mut self) {
        if let Some(&(bounds, known)) = self.marks.get(self.cdcl.level()) {
            self.simplex.take_back(bounds);
            self.known = known;
            self.marks.truncate(self.cdcl.level());
        }
    }

    /// Asks the simplex method about what is new on the trail.
    fn consult(&mut self) -> Result<(), Conflict> {
        self.follow();
        while let Some(&literal) = self.cdcl.trail.get(self.known) {
            self.known += 1;
            let Some((form, bound)) = self.atoms[literal.variable()] else { continue };
            let name = literal.number();
            let at_most = name > 0;
            let value = if at_most { bound } else { bound + 1 };
            self.simplex.bound(Bound { form, value, at_most, name })?;
        }
        self.simplex.repair()
    }

    /// Learns that some inequalities cannot hold together.
    fn learn(&mut self, conflict: &Conflict) {
        let lemma: Vec<(i32, u64)> =
            conflict.iter().map(|&(name, times)| (-name, times.unsigned_abs())).collect();
        let numbers: Vec<i32> = lemma.iter().map(|part| part.0).collect();
        let literals: Vec<Lit> = numbers.iter().map(|&number| Lit::of(number)).collect();
        self.lemmas.push(lemma);
        let place = self.cdcl.trace.push(Origin::Lemma(self.lemmas.len() - 1), &numbers, &[]);
        self.cdcl.learn(&literals, place);
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
            let bound = value.floor();
            self.cuts.push(Inequality { parts: vec![(variable as u16, 1)], bound });
            self.atoms.push(Some((variable, bound)));
            self.cdcl.variable(true);
            return None;
        }
        Some(values)
    }
}
