//! The search for values of yes-or-no variables, and what is learned from each dead end.
//!
//! Clauses with two watched literals, the first point that a dead end hangs on, restarts, and the
//! forgetting of clauses as in MiniSat (Eén and Sörensson 2003). Every clause that is learned is
//! written down in the trace with the clauses that it follows from. A theory may look at the trail
//! between two decisions and add clauses that are false now.

use crate::heap::Heap;
use crate::trace::{Origin, Trace};

/// A literal: twice the variable, plus one if negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lit(u32);

impl Lit {
    /// From a variable's number from 1, negative for its negation.
    pub(crate) fn of(number: i32) -> Lit {
        Lit(2 * (number.unsigned_abs() - 1) + u32::from(number < 0))
    }

    pub(crate) fn number(self) -> i32 {
        let variable = (self.0 / 2 + 1) as i32;
        if self.0 % 2 == 1 { -variable } else { variable }
    }

    pub(crate) fn variable(self) -> usize {
        (self.0 / 2) as usize
    }

    fn index(self) -> usize {
        self.0 as usize
    }

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

struct Clause {
    literals: Vec<Lit>,
    /// Where it stands in the trace.
    place: u32,
    /// On how many levels its literals were when it was learned; 0 if it is never forgotten.
    levels: u32,
    activity: f32,
}

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// If this one is true the clause need not be looked at.
    other: Lit,
}

/// No clause: of decisions, and of what has no value.
const NONE: u32 = u32::MAX;

/// What is known of a variable.
#[derive(Clone, Copy)]
struct Variable {
    level: u32,
    /// The clause that gave it its value.
    reason: u32,
    /// Its place on the trail.
    position: u32,
    /// For one that has its value for good: the place in the trace of the clause that says so.
    unit: u32,
    /// The value it is tried with.
    phase: bool,
    seen: bool,
    /// When it was last asked whether it follows from a learned clause, and the answer.
    asked: u64,
    follows: bool,
}

/// The search.
pub(crate) struct Cdcl {
    clauses: Vec<Clause>,
    /// For each literal the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// For each literal 1 if it is true, -1 if false, 0 if neither.
    values: Vec<i8>,
    variables: Vec<Variable>,
    pub(crate) trail: Vec<Lit>,
    /// How long the trail was at each decision.
    limits: Vec<usize>,
    next: usize,
    heap: Heap,
    step: f32,
    /// How many learned clauses were shortened.
    asked: u64,
    learned: usize,
    /// Everything that was ever known.
    pub(crate) trace: Trace,
    pub(crate) conflicts: u64,
    restart_at: u64,
    restarts: u64,
    forget_at: usize,
}

/// After a multiple of so many dead ends the search begins anew (Luby, Sinclair and Zuckerman 1993).
const RESTART: u64 = 64;
/// How many learned clauses are too many, at first, and by how much more each time.
const MANY: usize = 10_000;
const MORE: usize = 1000;

impl Cdcl {
    pub(crate) fn new() -> Cdcl {
        Cdcl {
            clauses: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            variables: Vec::new(),
            trail: Vec::new(),
            limits: Vec::new(),
            next: 0,
            heap: Heap::default(),
            step: 1.0,
            asked: 0,
            learned: 0,
            trace: Trace::default(),
            conflicts: 0,
            restart_at: RESTART,
            restarts: 0,
            forget_at: MANY,
        }
    }

    /// A new variable, tried with this value first.
    pub(crate) fn variable(&mut self, phase: bool) {
        let new = Variable {
            level: 0,
            reason: NONE,
            position: 0,
            unit: NONE,
            phase,
            seen: false,
            asked: 0,
            follows: false,
        };
        self.variables.push(new);
        self.values.extend([0, 0]);
        self.watches.extend([Vec::new(), Vec::new()]);
        self.heap.add();
    }

    /// How many decisions stand.
    pub(crate) fn level(&self) -> usize {
        self.limits.len()
    }

    /// 1 if the literal is true, -1 if false, 0 if neither.
    pub(crate) fn value(&self, literal: Lit) -> i8 {
        self.values[literal.index()]
    }

    /// Whether everything is refuted.
    pub(crate) fn is_refuted(&self) -> bool {
        self.trace.empty.is_some()
    }

    /// Adds a clause, each literal once, before any decision.
    pub(crate) fn add(&mut self, numbers: &[i32], origin: Origin) {
        let place = self.trace.push(origin, numbers, &[]);
        let mut literals: Vec<Lit> = numbers.iter().map(|&number| Lit::of(number)).collect();
        // Literals that may still be true come first.
        literals.sort_by_key(|&literal| self.value(literal) < 0);
        self.keep(literals, place, 0);
    }

    /// Keeps a clause of which at most the first literal is true or open where it is false in all
    /// others; then the first is set.
    fn keep(&mut self, literals: Vec<Lit>, place: u32, levels: u32) {
        let first = literals.first().copied();
        let false_now = |literal: Option<&Lit>| literal.is_none_or(|&lit| self.value(lit) < 0);
        let (none, one) = (false_now(literals.first()), false_now(literals.get(1)));
        let number = self.clauses.len() as u32;
        if let [first, second, ..] = literals[..] {
            self.watches[first.index()].push(Watch { clause: number, other: second });
            self.watches[second.index()].push(Watch { clause: number, other: first });
        }
        self.learned += usize::from(levels > 0);
        self.clauses.push(Clause { literals, place, levels, activity: self.step });
        match first {
            _ if none => self.refute(number),
            Some(first) if one && self.value(first) == 0 => self.set(first, number),
            _ => {}
        }
    }

    fn set(&mut self, literal: Lit, reason: u32) {
        self.values[literal.index()] = 1;
        self.values[literal.not().index()] = -1;
        let (level, position) = (self.limits.len() as u32, self.trail.len() as u32);
        let variable = &mut self.variables[literal.variable()];
        (variable.level, variable.reason, variable.position) = (level, reason, position);
        self.trail.push(literal);
        if level == 0 {
            // What holds for good becomes a clause of its own, so that dead ends can name it.
            let Clause { literals, place, .. } = &self.clauses[reason as usize];
            let unit = if literals.len() == 1 {
                *place
            } else {
                let others = literals.iter().filter(|&&other| other != literal);
                let mut hints: Vec<u32> =
                    others.map(|other| self.variables[other.variable()].unit).collect();
                hints.push(*place);
                self.trace.push(Origin::Derived, &[literal.number()], &hints)
            };
            self.variables[literal.variable()].unit = unit;
        }
    }

    /// Derives the empty clause from one whose literals are false for good.
    fn refute(&mut self, clause: u32) {
        let Clause { literals, place, .. } = &self.clauses[clause as usize];
        let mut hints: Vec<u32> =
            literals.iter().map(|literal| self.variables[literal.variable()].unit).collect();
        hints.push(*place);
        self.trace.push(Origin::Derived, &[], &hints);
    }

    /// Follows the clauses until nothing follows any more, or one of them is false.
    pub(crate) fn propagate(&mut self) -> Option<u32> {
        while let Some(&literal) = self.trail.get(self.next) {
            self.next += 1;
            let wrong = literal.not();
            let mut watches = std::mem::take(&mut self.watches[wrong.index()]);
            let (mut from, mut to) = (0, 0);
            let mut conflict = None;
            while from < watches.len() {
                let watch = watches[from];
                from += 1;
                if self.values[watch.other.index()] > 0 {
                    watches[to] = watch;
                    to += 1;
                    continue;
                }
                let literals = &mut self.clauses[watch.clause as usize].literals;
                if literals[0] == wrong {
                    literals.swap(0, 1);
                }
                let first = literals[0];
                let kept = Watch { clause: watch.clause, other: first };
                if first != watch.other && self.values[first.index()] > 0 {
                    watches[to] = kept;
                    to += 1;
                    continue;
                }
                let open = (2..literals.len()).find(|&at| self.values[literals[at].index()] >= 0);
                if let Some(at) = open {
                    literals.swap(1, at);
                    let now = literals[1];
                    self.watches[now.index()].push(kept);
                    continue;
                }
                watches[to] = kept;
                to += 1;
                if self.values[first.index()] < 0 {
                    conflict = Some(watch.clause);
                    break;
                }
                self.set(first, watch.clause);
            }
            watches.copy_within(from.., to);
            watches.truncate(to + watches.len() - from);
            self.watches[wrong.index()] = watches;
            if conflict.is_some() {
                self.next = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Learns from a clause of the search that is false now.
    pub(crate) fn learn_from(&mut self, clause: u32) {
        let Clause { literals, place, levels, activity } = &mut self.clauses[clause as usize];
        if *levels > 0 {
            *activity += self.step;
        }
        let (literals, place) = (literals.clone(), *place);
        self.learn(&literals, place);
    }

    /// Learns from literals that are false now, which stand together at a place of the trace.
    pub(crate) fn learn(&mut self, literals: &[Lit], place: u32) {
        self.conflicts += 1;
        let level_of = |cdcl: &Cdcl, literal: Lit| cdcl.variables[literal.variable()].level;
        let highest = literals.iter().map(|&lit| level_of(self, lit)).max().unwrap_or(0);
        if highest == 0 {
            let mut hints: Vec<u32> =
                literals.iter().map(|literal| self.variables[literal.variable()].unit).collect();
            hints.push(place);
            self.trace.push(Origin::Derived, &[], &hints);
            return;
        }
        self.back(highest as usize);
        let mut learned = self.first_point(literals, highest);
        self.shorten(&mut learned);
        let hints = self.hints(literals, place, &learned);
        let numbers: Vec<i32> = learned.iter().map(|literal| literal.number()).collect();
        let place = self.trace.push(Origin::Derived, &numbers, &hints);
        // The one that is set comes first, one of the highest other level second.
        let mut levels: Vec<u32> = learned.iter().map(|&lit| level_of(self, lit)).collect();
        let mut goal = 0;
        if let Some(second) = (1..learned.len()).max_by_key(|&at| levels[at]) {
            learned.swap(1, second);
            goal = level_of(self, learned[1]);
        }
        levels.sort_unstable();
        levels.dedup();
        self.back(goal as usize);
        self.keep(learned, place, levels.len() as u32);
        self.step *= 1.0 / 0.999;
        if self.step > 1e20 {
            self.clauses.iter_mut().for_each(|clause| clause.activity *= 1e-20);
            self.step *= 1e-20;
        }
        self.heap.forget_a_little();
    }

    /// The clause that the dead end comes to, with one literal of its level, which comes first.
    fn first_point(&mut self, literals: &[Lit], level: u32) -> Vec<Lit> {
        let mut learned = vec![Lit(0)];
        let mut open = 0;
        let mut at = self.trail.len();
        let mut reason: Vec<Lit> = literals.to_vec();
        loop {
            for &literal in &reason {
                let known = &mut self.variables[literal.variable()];
                if known.seen || known.level == 0 {
                    continue;
                }
                known.seen = true;
                self.heap.raise(literal.variable());
                if known.level == level {
                    open += 1;
                } else {
                    learned.push(literal);
                }
            }
            let point = loop {
                at -= 1;
                if self.variables[self.trail[at].variable()].seen {
                    break self.trail[at];
                }
            };
            self.variables[point.variable()].seen = false;
            open -= 1;
            if open == 0 {
                learned[0] = point.not();
                return learned;
            }
            let clause = &mut self.clauses[self.variables[point.variable()].reason as usize];
            if clause.levels > 0 {
                clause.activity += self.step;
            }
            reason.clear();
            reason.extend(clause.literals.iter().filter(|&&literal| literal != point));
        }
    }

    /// Leaves out literals that follow from the others, and forgets what was seen.
    fn shorten(&mut self, learned: &mut Vec<Lit>) {
        self.variables[learned[0].variable()].seen = true;
        let all = learned.clone();
        self.asked += 1;
        learned.retain(|&literal| literal == all[0] || !self.follows(literal, true));
        for literal in all {
            self.variables[literal.variable()].seen = false;
        }
    }

    /// Whether a literal's value follows from the clause's other literals.
    fn follows(&mut self, literal: Lit, of_clause: bool) -> bool {
        let Variable { level, reason, seen, asked, follows, .. } =
            self.variables[literal.variable()];
        if level == 0 || seen && !of_clause {
            return true;
        }
        if reason == NONE {
            return false;
        }
        if asked == self.asked {
            return follows;
        }
        let count = self.clauses[reason as usize].literals.len();
        let follows = (0..count).all(|at| {
            let other = self.clauses[reason as usize].literals[at];
            other.variable() == literal.variable() || self.follows(other, false)
        });
        let known = &mut self.variables[literal.variable()];
        (known.asked, known.follows) = (self.asked, follows);
        follows
    }

    /// What the learned clause follows from, in the order in which its negation makes them
    /// clauses of one literal.
    fn hints(&mut self, literals: &[Lit], place: u32, learned: &[Lit]) -> Vec<u32> {
        for literal in learned {
            self.variables[literal.variable()].seen = true;
        }
        let mut waiting: Vec<Lit> = literals.to_vec();
        let mut visited: Vec<usize> = Vec::new();
        let (mut units, mut reasons) = (Vec::new(), Vec::new());
        while let Some(literal) = waiting.pop() {
            let known = &mut self.variables[literal.variable()];
            if std::mem::replace(&mut known.seen, true) {
                continue;
            }
            visited.push(literal.variable());
            if known.level == 0 {
                units.push(known.unit);
                continue;
            }
            let clause = &self.clauses[known.reason as usize];
            reasons.push((known.position, clause.place));
            waiting.extend(&clause.literals);
        }
        for variable in visited.into_iter().chain(learned.iter().map(|lit| lit.variable())) {
            self.variables[variable].seen = false;
        }
        reasons.sort_unstable();
        units.extend(reasons.into_iter().map(|(_, place)| place));
        units.push(place);
        units
    }

    /// Takes back all decisions but the first so many.
    fn back(&mut self, level: usize) {
        let Some(&limit) = self.limits.get(level) else { return };
        for literal in self.trail.drain(limit..) {
            self.values[literal.index()] = 0;
            self.values[literal.not().index()] = 0;
            self.variables[literal.variable()].phase = literal.0 % 2 == 0;
            self.heap.put_back(literal.variable());
        }
        self.limits.truncate(level);
        self.next = limit;
    }

    /// Begins anew or forgets clauses, where that is due.
    pub(crate) fn tidy(&mut self) {
        if self.conflicts >= self.restart_at {
            self.restarts += 1;
            self.restart_at = self.conflicts + RESTART * luby(self.restarts);
            self.back(0);
            if self.learned > self.forget_at {
                self.forget_at += MORE;
                self.forget();
            }
        }
    }

    /// Forgets half of the learned clauses, where no decision stands.
    fn forget(&mut self) {
        let mut worst: Vec<u32> = (0..self.clauses.len() as u32)
            .filter(|&clause| self.clauses[clause as usize].levels > 2)
            .collect();
        let useful = |&number: &u32| {
            let clause = &self.clauses[number as usize];
            (clause.activity, std::cmp::Reverse(clause.levels))
        };
        worst.sort_by(|one, other| {
            useful(one).partial_cmp(&useful(other)).unwrap_or(std::cmp::Ordering::Equal)
        });
        worst.truncate(worst.len() / 2);
        for number in worst {
            self.learned -= 1;
            // An empty clause is nobody's: its watches go away below.
            self.clauses[number as usize].literals = Vec::new();
            self.clauses[number as usize].levels = 0;
        }
        let clauses = &self.clauses;
        for watches in &mut self.watches {
            watches.retain(|watch| !clauses[watch.clause as usize].literals.is_empty());
        }
    }

    /// The open variable that took part in most dead ends of late, and the value it is tried with.
    pub(crate) fn next_open(&mut self) -> Option<(usize, bool)> {
        while let Some(variable) = self.heap.take() {
            if self.values[2 * variable] == 0 {
                return Some((variable, self.variables[variable].phase));
            }
        }
        None
    }

    /// Decides that the variable has this value.
    pub(crate) fn decide(&mut self, variable: usize, value: bool) {
        self.limits.push(self.trail.len());
        self.set(Lit(2 * variable as u32 + u32::from(!value)), NONE);
    }
}

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8, and so on.
fn luby(number: u64) -> u64 {
    let (mut number, mut size) = (number - 1, 1);
    while size < number + 1 {
        size = 2 * size + 1;
    }
    while size - 1 != number {
        size = (size - 1) / 2;
        number %= size;
    }
    size.div_ceil(2)
}
