//! The language of strategies read as text: a definition or a lemma as the tree that its author
//! wrote, with the definitions it is made of found again in it by their shape.
//!
//! Nothing is simplified, so what a definition gives for some arguments is its tree for variables
//! with the arguments put in their places. That is how a part of a tree is seen to be a call.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{Add, Not, Sub};

use zermelo_kernel_strategy::Reading;
use zermelo_refute::{Term, Truth};

/// A place in the book.
pub type Id = usize;

/// What a tree is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// A variable.
    Variable(usize),
    /// A number.
    Number(i32),
    /// A sum.
    Add(Id, Id),
    /// A difference.
    Sub(Id, Id),
    /// Half, rounded down.
    Half(Id),
    /// The distance from zero.
    Abs(Id),
    /// The second if the first holds, otherwise the third.
    Pick(Id, Id, Id),
    /// At most.
    Le(Id, Id),
    /// Less.
    Lt(Id, Id),
    /// Equal.
    Eq(Id, Id),
    /// Not.
    Not(Id),
    /// Both.
    And(Id, Id),
    /// One of the two.
    Or(Id, Id),
    /// If, then.
    Implies(Id, Id),
    /// A definition, by its number, of some arguments.
    Call(usize, Vec<Id>),
}

impl Node {
    /// The trees below it.
    #[must_use]
    pub fn parts(&self) -> Vec<Id> {
        match self {
            Node::Variable(_) | Node::Number(_) => Vec::new(),
            Node::Half(a) | Node::Abs(a) | Node::Not(a) => vec![*a],
            Node::Add(a, b) | Node::Sub(a, b) | Node::Le(a, b) | Node::Lt(a, b) => vec![*a, *b],
            Node::Eq(a, b) | Node::And(a, b) | Node::Or(a, b) | Node::Implies(a, b) => vec![*a, *b],
            Node::Pick(a, b, c) => vec![*a, *b, *c],
            Node::Call(_, parts) => parts.clone(),
        }
    }

    /// The same with other trees below it.
    fn with(&self, parts: Vec<Id>) -> Node {
        let at = |place: usize| parts[place];
        match self {
            Node::Variable(_) | Node::Number(_) => self.clone(),
            Node::Half(_) => Node::Half(at(0)),
            Node::Abs(_) => Node::Abs(at(0)),
            Node::Not(_) => Node::Not(at(0)),
            Node::Add(..) => Node::Add(at(0), at(1)),
            Node::Sub(..) => Node::Sub(at(0), at(1)),
            Node::Le(..) => Node::Le(at(0), at(1)),
            Node::Lt(..) => Node::Lt(at(0), at(1)),
            Node::Eq(..) => Node::Eq(at(0), at(1)),
            Node::And(..) => Node::And(at(0), at(1)),
            Node::Or(..) => Node::Or(at(0), at(1)),
            Node::Implies(..) => Node::Implies(at(0), at(1)),
            Node::Pick(..) => Node::Pick(at(0), at(1), at(2)),
            Node::Call(name, _) => Node::Call(*name, parts),
        }
    }
}

/// A definition that was written down.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its variables.
    pub variables: Vec<usize>,
    /// What it is.
    pub body: Id,
    /// Whether it is true or false, and no number.
    pub truth: bool,
}

/// Where trees are kept, equal ones once.
#[derive(Debug, Default)]
pub struct Sketchbook {
    nodes: RefCell<Vec<Node>>,
    places: RefCell<HashMap<Node, Id>>,
    names: RefCell<Vec<String>>,
    definitions: RefCell<Vec<Definition>>,
    /// What trees are with the definitions found in them.
    folded: RefCell<HashMap<Id, Id>>,
}

/// A number in the book.
#[derive(Debug, Clone, Copy)]
pub struct Sketch<'a> {
    book: &'a Sketchbook,
    /// Its place.
    pub id: Id,
}

/// What is true or false, in the book.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    book: &'a Sketchbook,
    /// Its place.
    pub id: Id,
}

impl Sketchbook {
    fn keep(&self, node: Node) -> Id {
        let mut places = self.places.borrow_mut();
        let mut nodes = self.nodes.borrow_mut();
        *places.entry(node).or_insert_with_key(|node| {
            nodes.push(node.clone());
            nodes.len() - 1
        })
    }

    /// The node at a place.
    #[must_use]
    pub fn node(&self, id: Id) -> Node {
        self.nodes.borrow()[id].clone()
    }

    fn term(&self, node: Node) -> Sketch<'_> {
        Sketch { book: self, id: self.keep(node) }
    }

    fn claim(&self, node: Node) -> Claim<'_> {
        Claim { book: self, id: self.keep(node) }
    }

    /// A new variable.
    pub fn variable(&self, name: &str) -> Sketch<'_> {
        let mut names = self.names.borrow_mut();
        names.push(name.to_string());
        self.term(Node::Variable(names.len() - 1))
    }

    /// Names a variable that has no name yet. Returns which one it is.
    pub fn name(&self, variable: Sketch<'_>, name: &str) -> usize {
        let Node::Variable(number) = self.node(variable.id) else {
            panic!("{name} is no variable");
        };
        let known = &mut self.names.borrow_mut()[number];
        if known.is_empty() {
            *known = name.to_string();
        }
        number
    }

    /// The name of a variable.
    #[must_use]
    pub fn name_of(&self, variable: usize) -> String {
        self.names.borrow()[variable].clone()
    }

    /// All definitions, each after those it is made of.
    #[must_use]
    pub fn definitions(&self) -> Vec<Definition> {
        self.definitions.borrow().clone()
    }

    /// Writes down a definition, unless it is only another name for one that is known.
    fn define(&self, name: &str, body: Id, truth: bool) {
        let body = self.fold(body);
        if matches!(self.node(body), Node::Call(..)) {
            return;
        }
        let mut variables = Vec::new();
        self.collect(body, &mut variables);
        variables.sort_unstable();
        let definition = Definition { name: name.to_string(), variables, body, truth };
        self.definitions.borrow_mut().push(definition);
        self.folded.borrow_mut().clear();
    }

    /// Writes down the definition of a number.
    pub fn define_number(&self, name: &str, body: Sketch<'_>) {
        self.define(name, body.id, false);
    }

    /// Writes down the definition of something that is true or false.
    pub fn define_truth(&self, name: &str, body: Claim<'_>) {
        self.define(name, body.id, true);
    }

    fn collect(&self, id: Id, found: &mut Vec<usize>) {
        match self.node(id) {
            Node::Variable(number) if !found.contains(&number) => found.push(number),
            node => node.parts().into_iter().for_each(|part| self.collect(part, found)),
        }
    }

    /// The tree with calls of the definitions wherever it has their shape.
    pub fn fold(&self, id: Id) -> Id {
        let known = self.folded.borrow().get(&id).copied();
        if let Some(known) = known {
            return known;
        }
        let node = self.node(id);
        let parts = node.parts().into_iter().map(|part| self.fold(part)).collect();
        let mut folded = self.keep(node.with(parts));
        // The later ones are the larger ones.
        for (number, definition) in self.definitions.borrow().iter().enumerate().rev() {
            let mut bound = HashMap::new();
            if self.has_shape(definition.body, folded, &mut bound) {
                let parts = definition.variables.iter().map(|variable| bound[variable]).collect();
                folded = self.keep(Node::Call(number, parts));
                break;
            }
        }
        self.folded.borrow_mut().insert(id, folded);
        folded
    }

    fn has_shape(&self, shape: Id, id: Id, bound: &mut HashMap<usize, Id>) -> bool {
        let (shape, node) = (self.node(shape), self.node(id));
        if let Node::Variable(number) = shape {
            return *bound.entry(number).or_insert(id) == id;
        }
        let (parts, others) = (shape.parts(), node.parts());
        parts.len() == others.len()
            && shape.with(others.clone()) == node
            && parts.into_iter().zip(others).all(|(shape, id)| self.has_shape(shape, id, bound))
    }

    /// The value of a tree, truth being one, where the variables have these values.
    pub fn value(&self, id: Id, of: &dyn Fn(usize) -> i64) -> i64 {
        let at = |id: Id| self.value(id, of);
        match self.node(id) {
            Node::Variable(number) => of(number),
            Node::Number(value) => i64::from(value),
            Node::Add(a, b) => at(a) + at(b),
            Node::Sub(a, b) => at(a) - at(b),
            Node::Half(a) => at(a).div_euclid(2),
            Node::Abs(a) => at(a).abs(),
            Node::Pick(a, b, c) => at(if at(a) == 1 { b } else { c }),
            Node::Le(a, b) => i64::from(at(a) <= at(b)),
            Node::Lt(a, b) => i64::from(at(a) < at(b)),
            Node::Eq(a, b) => i64::from(at(a) == at(b)),
            Node::Not(a) => 1 - at(a),
            Node::And(a, b) => i64::from(at(a) == 1 && at(b) == 1),
            Node::Or(a, b) => i64::from(at(a) == 1 || at(b) == 1),
            Node::Implies(a, b) => i64::from(at(a) == 0 || at(b) == 1),
            Node::Call(number, parts) => {
                let values: Vec<i64> = parts.into_iter().map(at).collect();
                let Definition { variables, body, .. } = self.definitions.borrow()[number].clone();
                let of = |variable: usize| {
                    let place = variables.iter().position(|known| *known == variable);
                    values[place.expect("a variable of the definition")]
                };
                self.value(body, &of)
            }
        }
    }
}

impl<'a> Reading for &'a Sketchbook {
    type Term = Sketch<'a>;

    fn fresh(self) -> Sketch<'a> {
        self.variable("")
    }
}

impl Not for Claim<'_> {
    type Output = Self;

    fn not(self) -> Self {
        self.book.claim(Node::Not(self.id))
    }
}

impl Truth for Claim<'_> {
    fn settled(self) -> Option<bool> {
        None
    }

    fn and(self, more: impl FnOnce() -> Self) -> Self {
        self.book.claim(Node::And(self.id, more().id))
    }

    fn or(self, more: impl FnOnce() -> Self) -> Self {
        self.book.claim(Node::Or(self.id, more().id))
    }

    fn some(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().reduce(|some, part| some.or(|| part)).expect("a choice of something")
    }

    fn implies(self, then: impl FnOnce() -> Self) -> Self {
        self.book.claim(Node::Implies(self.id, then().id))
    }
}

impl Add for Sketch<'_> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.book.term(Node::Add(self.id, other.id))
    }
}

impl Sub for Sketch<'_> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.book.term(Node::Sub(self.id, other.id))
    }
}

impl Add<i32> for Sketch<'_> {
    type Output = Self;

    fn add(self, by: i32) -> Self {
        self + self.number(by)
    }
}

impl Sub<i32> for Sketch<'_> {
    type Output = Self;

    fn sub(self, by: i32) -> Self {
        self - self.number(by)
    }
}

impl<'a> Term for Sketch<'a> {
    type Truth = Claim<'a>;

    fn number(self, value: i32) -> Self {
        self.book.term(Node::Number(value))
    }

    fn le(self, other: Self) -> Claim<'a> {
        self.book.claim(Node::Le(self.id, other.id))
    }

    fn lt(self, other: Self) -> Claim<'a> {
        self.book.claim(Node::Lt(self.id, other.id))
    }

    fn is(self, other: Self) -> Claim<'a> {
        self.book.claim(Node::Eq(self.id, other.id))
    }

    fn within(self, value: i32) -> Claim<'a> {
        self.distance().le(self.number(value))
    }

    fn distance(self) -> Self {
        self.book.term(Node::Abs(self.id))
    }

    fn pick(condition: Claim<'a>, then: Self, otherwise: Self) -> Self {
        then.book.term(Node::Pick(condition.id, then.id, otherwise.id))
    }

    fn half(self) -> Self {
        self.book.term(Node::Half(self.id))
    }
}
