//! The language of strategies read as formulas of linear integer arithmetic.
//!
//! An [`Arena`] holds terms and formulas, equal ones once. A term is a list of cases: a guard and
//! a linear form over the variables, so that `pick` needs no new variable. A formula is built from
//! linear inequalities and yes-or-no variables by *and* and *not*.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::ops::{Add, Not, Sub};
use std::rc::Rc;

use crate::logic::{Term, Truth};

/// A linear form: a sum of variables with coefficients, and a constant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form {
    /// Variables with their coefficients, by rising number, no coefficient zero.
    pub parts: Vec<(u16, i64)>,
    /// What is added.
    pub constant: i64,
}

/// "A sum of variables with coefficients is at most a bound", in lowest terms: the coefficients
/// have no common divisor and the first one is positive.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Inequality {
    /// Variables with their coefficients, by rising number, no coefficient zero.
    pub parts: Vec<(u16, i64)>,
    /// The bound.
    pub bound: i64,
}

/// A node of the arena, or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    /// What always holds.
    pub const TRUE: Literal = Literal(0);
    /// What never holds.
    pub const FALSE: Literal = Literal(1);

    fn of(node: usize) -> Literal {
        let number = u32::try_from(node).ok().and_then(|node| node.checked_mul(2));
        Literal(number.expect("few enough nodes"))
    }

    /// The node.
    #[must_use]
    pub fn node(self) -> usize {
        (self.0 / 2) as usize
    }

    /// Whether it holds, given the truth of every node.
    #[must_use]
    pub fn holds(self, truths: &[bool]) -> bool {
        truths[self.node()] != self.negated()
    }

    /// Whether it is the node's negation.
    #[must_use]
    pub fn negated(self) -> bool {
        self.0 % 2 == 1
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// What a formula is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// What always holds; the first node of every arena and nowhere else.
    True,
    /// A yes-or-no variable.
    Switch(u32),
    /// A linear inequality.
    Inequality(Inequality),
    /// All of two or more literals, by rising number, each once.
    All(Vec<Literal>),
}

/// What a term is in which case. Terms share them: they are asked for at every step.
type Cases = Rc<[(Literal, Form)]>;

/// Where terms and formulas are kept.
#[derive(Debug)]
pub struct Arena {
    nodes: RefCell<Vec<Node>>,
    places: RefCell<HashMap<Node, usize>>,
    terms: RefCell<Vec<Cases>>,
    /// How many integer variables there are.
    variables: Cell<u16>,
    /// The variables that stand for the half of a form.
    halves: RefCell<BTreeMap<Form, u16>>,
}

/// A formula in an arena.
#[derive(Debug, Clone, Copy)]
pub struct Formula<'a> {
    arena: &'a Arena,
    literal: Literal,
}

/// A term in an arena.
#[derive(Debug, Clone, Copy)]
pub struct Linear<'a> {
    arena: &'a Arena,
    place: usize,
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

impl Arena {
    /// An empty one.
    #[must_use]
    pub fn new() -> Arena {
        Arena {
            nodes: RefCell::new(vec![Node::True]),
            places: RefCell::new(HashMap::new()),
            terms: RefCell::default(),
            variables: Cell::new(0),
            halves: RefCell::default(),
        }
    }

    /// A new integer variable.
    #[must_use]
    pub fn fresh(&self) -> Linear<'_> {
        self.variable(self.variables.get())
    }

    /// How many integer variables there are; they are numbered from zero.
    #[must_use]
    pub fn variables(&self) -> u16 {
        self.variables.get()
    }

    /// What defines the variables that stand for halves. Every form has a half, so assuming this
    /// takes nothing away.
    #[must_use]
    pub fn definitions(&self) -> Vec<Literal> {
        let halves = self.halves.borrow().clone();
        let define = |(form, number): (&Form, &u16)| {
            let half = Form { parts: vec![(*number, 2)], constant: 0 };
            let above = form.plus(&half, -1);
            // 0 <= form - 2 half <= 1
            let below = Form { parts: Vec::new(), constant: 0 }.plus(&above, -1);
            let above = above.shifted(-1);
            [self.at_most_zero(&below), self.at_most_zero(&above)]
        };
        halves.iter().flat_map(define).collect()
    }

    /// An integer variable by its number.
    #[must_use]
    pub fn variable(&self, number: u16) -> Linear<'_> {
        let count = number.checked_add(1).expect("few enough variables");
        self.variables.set(self.variables.get().max(count));
        self.term(vec![(Literal::TRUE, Form { parts: vec![(number, 1)], constant: 0 })])
    }

    /// A number.
    #[must_use]
    pub fn number(&self, value: i64) -> Linear<'_> {
        self.term(vec![(Literal::TRUE, Form { parts: Vec::new(), constant: value })])
    }

    /// A yes-or-no variable.
    #[must_use]
    pub fn switch(&self, number: u32) -> Formula<'_> {
        self.formula(Literal::of(self.node(Node::Switch(number))))
    }

    /// True or false.
    #[must_use]
    pub fn constant(&self, value: bool) -> Formula<'_> {
        self.formula(if value { Literal::TRUE } else { Literal::FALSE })
    }

    /// The formula of a literal of this arena.
    #[must_use]
    pub fn formula(&self, literal: Literal) -> Formula<'_> {
        Formula { arena: self, literal }
    }

    /// The truth of every node where the integer variables have these values, those that are
    /// missing zero. Yes-or-no variables count as no.
    ///
    /// # Panics
    ///
    /// If an inequality's sum takes more than 128 bits; no sum of values below 2^46 does.
    #[must_use]
    pub fn truths(&self, values: &[i64]) -> Vec<bool> {
        let value = |variable: u16| values.get(usize::from(variable)).copied().unwrap_or(0);
        let mut truths: Vec<bool> = Vec::new();
        for node in self.nodes.borrow().iter() {
            let holds = match node {
                Node::True => true,
                Node::Switch(_) => false,
                Node::Inequality(Inequality { parts, bound }) => {
                    let mut parts = parts.iter();
                    let sum = parts.try_fold(0_i128, |sum, &(v, times)| {
                        sum.checked_add(i128::from(value(v)) * i128::from(times))
                    });
                    sum.expect("values small enough to be added") <= i128::from(*bound)
                }
                Node::All(parts) => parts.iter().all(|part| part.holds(&truths)),
            };
            truths.push(holds);
        }
        truths
    }

    /// Whether all literals hold where the integer variables have these values.
    ///
    /// # Panics
    ///
    /// As [`Arena::truths`].
    #[must_use]
    pub fn hold(&self, literals: &[Literal], values: &[i64]) -> bool {
        let truths = self.truths(values);
        literals.iter().all(|literal| literal.holds(&truths))
    }

    /// All nodes, each after those it is made of.
    #[must_use]
    pub fn nodes(&self) -> Vec<Node> {
        self.nodes.borrow().clone()
    }

    fn term(&self, cases: Vec<(Literal, Form)>) -> Linear<'_> {
        let mut terms = self.terms.borrow_mut();
        terms.push(cases.into());
        Linear { arena: self, place: terms.len() - 1 }
    }

    fn cases(&self, term: Linear<'_>) -> Cases {
        Rc::clone(&self.terms.borrow()[term.place])
    }

    fn node(&self, node: Node) -> usize {
        let mut places = self.places.borrow_mut();
        if let Some(&place) = places.get(&node) {
            return place;
        }
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node.clone());
        places.insert(node, nodes.len() - 1);
        nodes.len() - 1
    }

    fn all(&self, parts: impl IntoIterator<Item = Literal>) -> Literal {
        let mut parts: Vec<Literal> = parts.into_iter().filter(|&l| l != Literal::TRUE).collect();
        parts.sort_unstable();
        parts.dedup();
        let clash = parts.windows(2).any(|pair| pair[0] == !pair[1]);
        if clash || parts.contains(&Literal::FALSE) {
            return Literal::FALSE;
        }
        match parts.len() {
            0 => Literal::TRUE,
            1 => parts[0],
            _ => Literal::of(self.node(Node::All(parts))),
        }
    }

    /// Both guards, as one list of literals, so that cases which exclude each other are seen to.
    fn both_guards(&self, first: Literal, second: Literal) -> Literal {
        let spread = |guard: Literal| match &self.nodes.borrow()[guard.node()] {
            Node::All(parts) if !guard.negated() => parts.clone(),
            _ => vec![guard],
        };
        let (first, second) = (spread(first), spread(second));
        self.all(first.into_iter().chain(second))
    }

    /// "The form is at most zero", in lowest terms.
    fn at_most_zero(&self, form: &Form) -> Literal {
        let divisor = form.parts.iter().fold(0, |all, part| gcd(all, part.1.unsigned_abs()));
        let divisor = i64::try_from(divisor).expect(FITS);
        if divisor == 0 {
            return if form.constant <= 0 { Literal::TRUE } else { Literal::FALSE };
        }
        let flip = form.parts[0].1 < 0;
        let divisor = if flip { -divisor } else { divisor };
        let parts = form.parts.iter().map(|&(v, c)| (v, c / divisor)).collect();
        // Sum + constant <= 0. Over the integers the bound may be rounded down to a multiple of
        // the divisor; and "the negated sum is at most b" is "not: the sum is at most -b - 1".
        let bound = form.constant.checked_neg().expect(FITS).div_euclid(divisor.abs());
        if flip {
            // In two's complement `!b` is `-b - 1`, of every integer.
            !Literal::of(self.node(Node::Inequality(Inequality { parts, bound: !bound })))
        } else {
            Literal::of(self.node(Node::Inequality(Inequality { parts, bound })))
        }
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A formula with larger numbers is not built: it would say something else.
const FITS: &str = "coefficients and constants of 64 bits";

/// `a + b * times`.
fn add(a: i64, b: i64, times: i64) -> i64 {
    b.checked_mul(times).and_then(|product| a.checked_add(product)).expect(FITS)
}

impl Form {
    fn plus(&self, other: &Form, times: i64) -> Form {
        let mut sum: Vec<(u16, i64)> = Vec::with_capacity(self.parts.len() + other.parts.len());
        sum.extend(&self.parts);
        sum.extend(other.parts.iter().map(|&(v, c)| (v, add(0, c, times))));
        sum.sort_unstable_by_key(|part| part.0);
        let mut parts: Vec<(u16, i64)> = Vec::with_capacity(sum.len());
        for (v, c) in sum {
            match parts.last_mut() {
                Some(last) if last.0 == v => last.1 = add(last.1, c, 1),
                _ => parts.push((v, c)),
            }
        }
        parts.retain(|part| part.1 != 0);
        Form { parts, constant: add(self.constant, other.constant, times) }
    }

    fn shifted(self, by: i64) -> Form {
        Form { constant: add(self.constant, by, 1), ..self }
    }
}

impl<'a> Formula<'a> {
    /// Its literal.
    #[must_use]
    pub fn literal(self) -> Literal {
        self.literal
    }
}

impl Not for Formula<'_> {
    type Output = Self;

    fn not(self) -> Self {
        self.arena.formula(!self.literal)
    }
}

impl Truth for Formula<'_> {
    fn settled(self) -> Option<bool> {
        match self.literal {
            Literal::TRUE => Some(true),
            Literal::FALSE => Some(false),
            _ => None,
        }
    }

    fn and(self, more: impl FnOnce() -> Self) -> Self {
        match self.settled() {
            Some(false) => self,
            _ => self.arena.formula(self.arena.all([self.literal, more().literal])),
        }
    }

    fn every(parts: impl IntoIterator<Item = Self>) -> Self {
        let parts: Vec<Self> = parts.into_iter().collect();
        let arena = parts.first().expect("a conjunction of something").arena;
        arena.formula(arena.all(parts.into_iter().map(|part| part.literal)))
    }
}

impl<'a> Linear<'a> {
    fn combined(self, other: Self, times: i64) -> Self {
        let mut cases = Vec::new();
        let others = self.arena.cases(other);
        for (guard, form) in self.arena.cases(self).iter() {
            for (second, more) in others.iter() {
                let both = self.arena.both_guards(*guard, *second);
                if both != Literal::FALSE {
                    cases.push((both, form.plus(more, times)));
                }
            }
        }
        self.arena.term(cases)
    }

    /// Its value where every variable has one; for terms of one case.
    #[must_use]
    pub fn value(self, of: impl Fn(u16) -> i64) -> i64 {
        let cases = self.arena.cases(self);
        let [(_, form)] = &cases[..] else {
            panic!("the value of a term with cases");
        };
        let parts = form.parts.iter();
        parts.fold(form.constant, |sum, &(variable, times)| add(sum, of(variable), times))
    }

    fn shifted(self, by: i64) -> Self {
        let cases = self.arena.cases(self);
        let shifted = cases.iter().map(|(guard, form)| (*guard, form.clone().shifted(by)));
        self.arena.term(shifted.collect())
    }
}

impl Add for Linear<'_> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.combined(other, 1)
    }
}

impl Sub for Linear<'_> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.combined(other, -1)
    }
}

impl Add<i32> for Linear<'_> {
    type Output = Self;

    fn add(self, by: i32) -> Self {
        self.shifted(i64::from(by))
    }
}

impl Sub<i32> for Linear<'_> {
    type Output = Self;

    fn sub(self, by: i32) -> Self {
        self.shifted(-i64::from(by))
    }
}

impl<'a> Term for Linear<'a> {
    type Truth = Formula<'a>;

    fn number(self, value: i32) -> Self {
        self.arena.number(i64::from(value))
    }

    /// In every case of both terms, their difference is at most zero.
    fn le(self, other: Self) -> Formula<'a> {
        let arena = self.arena;
        let cases = arena.cases(self - other);
        arena.formula(
            arena.all(
                cases.iter().map(|(guard, form)| !arena.all([*guard, !arena.at_most_zero(form)])),
            ),
        )
    }

    /// A variable that [`Arena::definitions`] says the meaning of; for terms of one case.
    fn half(self) -> Self {
        let cases = self.arena.cases(self);
        let [(_, form)] = &cases[..] else {
            panic!("half of a term with cases");
        };
        let known = self.arena.halves.borrow().get(form).copied();
        match known {
            Some(number) => self.arena.variable(number),
            None => {
                let number = self.arena.variables.get();
                self.arena.halves.borrow_mut().insert(form.clone(), number);
                self.arena.variable(number)
            }
        }
    }

    fn pick(condition: Formula<'a>, then: Self, otherwise: Self) -> Self {
        let arena = then.arena;
        let mut cases = Vec::new();
        for (side, term) in [(condition, then), (!condition, otherwise)] {
            for (guard, form) in arena.cases(term).iter() {
                let both = arena.both_guards(side.literal, *guard);
                if both != Literal::FALSE {
                    cases.push((both, form.clone()));
                }
            }
        }
        arena.term(cases)
    }
}
