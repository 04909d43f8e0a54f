//! One worker: goes down, makes nodes, comes back.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use zermelo_board::losing::{Move, Position};

use super::arena::{Below, Cursor, Node, Numbers};
use super::simulate::Simulation;
use super::survey::{Survey, disproof, plus};
use super::{Options, Progress, ROOT, Search, known};

/// A line longer than this is not followed further.
const LONGEST: usize = 2_000;

/// How often a worker looks up and tells how far it is.
const PERIOD: u64 = 1 << 12;

/// A move that has been made, and what it leads to.
#[derive(Clone, Copy)]
struct Fresh {
    made: Move,
    next: Position,
    hash: u64,
}

pub struct Worker<'a> {
    search: &'a Search<'a>,
    progress: &'a Progress,
    stop: &'a AtomicBool,
    full: &'a AtomicBool,
    pub cursor: Cursor,
    /// Hashes of the positions on the way, and where the last irreversible move was made.
    path: Vec<(u64, usize)>,
    /// Nodes on the way.
    nodes: Vec<u32>,
    /// Go back at least to this depth.
    back: usize,
    /// Children that are being made; those of nodes further down come after.
    fresh: Vec<Fresh>,
    made: u64,
    expanded: u64,
    /// When `made` is this, look up.
    next: u64,
}

impl<'a> Worker<'a> {
    pub fn new(
        search: &'a Search<'a>,
        cursor: Cursor,
        progress: &'a Progress,
        stop: &'a AtomicBool,
        full: &'a AtomicBool,
    ) -> Worker<'a> {
        let path = search.history.iter().map(|&hash| (hash, 0)).collect();
        Worker {
            search,
            progress,
            stop,
            full,
            cursor,
            path,
            nodes: Vec::new(),
            back: usize::MAX,
            fresh: Vec::new(),
            made: 0,
            expanded: 0,
            next: 0,
        }
    }

    /// Works until the goal is settled or somebody says stop.
    pub fn run(&mut self) {
        let search = self.search;
        let mut position = search.root;
        self.path.push((position.hash(), 0));
        let mut index = ROOT;
        for &made in &search.goal {
            self.nodes.push(index);
            match self.step(index, &position, made) {
                Some(next) => index = next,
                None => return self.tell(),
            }
            let last = self.last_irreversible(&position, made);
            position = position.play(made);
            self.path.push((position.hash(), last));
        }
        let goal = search.arena.at(index);
        while !goal.numbers().settled() && !self.ended() {
            self.back = usize::MAX;
            self.visit(index, &position, Numbers { pn: Numbers::NEVER, dn: Numbers::NEVER });
        }
        self.tell();
    }

    /// The node after a move from a node, which is expanded if need be; `None` if it is settled.
    fn step(&mut self, index: u32, position: &Position, made: Move) -> Option<u32> {
        let arena = &self.search.arena;
        let node = arena.at(index);
        if node.below() == Below::Nothing && !node.numbers().settled() {
            self.expand(index, position);
        }
        let Below::Children(first, count) = node.below() else { return None };
        let packed = made.packed();
        let child = (first..first + count).find(|&at| arena.at(at).made() == packed)?;
        match arena.at(child).below() {
            Below::Link(target) => Some(target),
            _ => Some(child),
        }
    }

    fn ended(&self) -> bool {
        self.stop.load(Relaxed)
            || self.search.options.limits.is_over()
            || self.full.load(Relaxed)
            || self.progress.nodes.load(Relaxed) >= self.search.options.limits.nodes
    }

    fn tell(&mut self) {
        self.progress.nodes.fetch_add(self.made, Relaxed);
        self.progress.expanded.fetch_add(self.expanded, Relaxed);
        self.progress.set_root(self.search.first_choice());
        (self.made, self.expanded) = (0, 0);
    }

    /// Now and then: counts, and whether work here is still wanted.
    #[cold]
    fn look_up(&mut self) {
        self.tell();
        // A small limit is looked at often enough not to be overrun by much.
        let Options { limits, workers, .. } = self.search.options;
        self.next = PERIOD.min(limits.nodes / (8 * workers.max(1) as u64));
        if self.ended() {
            self.back = 0;
        }
        if self.search.options.workers > 1 {
            let settled = |&node: &u32| self.search.arena.at(node).numbers().settled();
            if let Some(depth) = self.nodes.iter().position(settled) {
                self.back = self.back.min(depth);
            }
        }
    }

    /// Works below a node until its numbers reach the limits.
    fn visit(&mut self, index: u32, position: &Position, limits: Numbers) {
        let search = self.search;
        let node = search.arena.at(index);
        let mine = search.question.to_move(position);
        let depth = self.nodes.len();
        self.nodes.push(index);
        if node.below() == Below::Nothing && !node.numbers().settled() {
            self.expand(index, position);
        }
        loop {
            if self.made >= self.next {
                self.look_up();
            }
            if node.numbers().settled() {
                break;
            }
            let Below::Children(first, count) = node.below() else { break };
            let children = search.arena.block(first, count);
            let survey = self.survey(children, mine);
            if survey.numbers.settled() {
                self.settle(node, position, survey.numbers, (first, survey.best));
                break;
            }
            node.set_numbers(survey.numbers);
            let Numbers { pn, dn } = survey.numbers;
            // Whoever is called back still brings along what was found below.
            if self.back <= depth || pn >= limits.pn || dn >= limits.dn {
                break;
            }
            let below = survey.limits(limits, mine, search.options.scale.slack());
            let child = &children[survey.best as usize];
            let made = Move::unpacked(child.made());
            let last = self.last_irreversible(position, made);
            let next = position.play(made);
            let target = match child.below() {
                Below::Link(target) => target,
                _ => first + survey.best,
            };
            self.path.push((next.hash(), last));
            child.enter();
            self.visit(target, &next, below);
            child.leave();
            self.path.pop();
            if self.back > depth {
                self.back = usize::MAX;
            }
            if target != first + survey.best {
                child.set_numbers(search.arena.at(target).numbers());
            }
            if !mine && search.arena.at(target).numbers().pn == 0 {
                self.simulate(position, (first, count), target);
            }
        }
        self.nodes.pop();
    }

    /// A reply is answered: tries the same proof after the others.
    fn simulate(&mut self, position: &Position, (first, count): (u32, u32), proof: u32) {
        let search = self.search;
        for index in first..first + count {
            let child = search.arena.at(index);
            if child.numbers().settled() {
                continue;
            }
            let target = match child.below() {
                Below::Link(target) => target,
                _ => index,
            };
            let next = position.play(Move::unpacked(child.made()));
            let mut simulation = Simulation::new(search);
            if simulation.holds(proof, &next) {
                if simulation.write(&mut self.cursor, proof, target, &next).is_none() {
                    self.full.store(true, Relaxed);
                    self.back = 0;
                }
                self.made += simulation.made;
                child.set_numbers(search.arena.at(target).numbers());
            }
        }
    }

    /// Where in the path the last irreversible move was made, after this one.
    #[inline]
    fn last_irreversible(&self, position: &Position, made: Move) -> usize {
        if position.is_irreversible(made) {
            self.path.len()
        } else {
            self.path.last().map_or(0, |&(_, last)| last)
        }
    }

    /// Looks at the children.
    #[inline]
    fn survey(&self, children: &[Node], mine: bool) -> Survey {
        let never = Numbers { pn: Numbers::NEVER, dn: Numbers::NEVER };
        let (mut least, mut sum, mut largest) = (Numbers::NEVER, 0, 0);
        let mut survey = Survey { numbers: never, best: 0, first: never, second: Numbers::NEVER };
        let mut chosen = u64::MAX;
        let mut next = Numbers::NEVER;
        for (place, child) in children.iter().enumerate() {
            let mut numbers = child.numbers();
            if let Below::Link(target) = child.below()
                && !numbers.settled()
            {
                numbers = self.search.arena.at(target).numbers();
                child.set_numbers(numbers);
            }
            let own = own_number(numbers, mine);
            let other = own_number(numbers, !mine);
            least = least.min(own);
            sum = plus(sum, other);
            largest = largest.max(other);
            // Children at which others work look worse than they are, unless they are won.
            let busy = if own == 0 { 0 } else { u64::from(child.busy()) };
            let looks = u64::from(own) + busy * (1 + u64::from(own) / 2);
            if looks < chosen {
                if chosen != u64::MAX {
                    next = next.min(own_number(survey.first, mine));
                }
                chosen = looks;
                survey.best = place as u32;
                survey.first = numbers;
            } else {
                next = next.min(own);
            }
        }
        survey.second = next;
        survey.numbers = if mine {
            Numbers { pn: least, dn: disproof(sum, largest, self.search.exact) }
        } else {
            Numbers { pn: sum, dn: least }
        };
        survey
    }

    /// A node is proved or refuted. A prover's node keeps only the move that wins.
    fn settle(&mut self, node: &Node, position: &Position, numbers: Numbers, best: (u32, u32)) {
        if numbers.pn == 0 && self.search.question.to_move(position) {
            node.set_below(Below::Children(best.0 + best.1, 1));
        }
        node.set_numbers(numbers);
        if numbers.pn == 0 {
            self.keep(position, self.nodes[self.nodes.len() - 1]);
        }
    }

    /// A proved position is a win everywhere.
    fn keep(&self, position: &Position, node: u32) {
        let hash = position.hash();
        let proved = |node| self.search.arena.at(node).numbers().pn == 0;
        if !self.search.known.get(hash).is_some_and(proved) {
            self.search.known.put(hash, node);
        }
    }

    /// Makes the children of a node; where there is only one move, theirs too.
    fn expand(&mut self, index: u32, position: &Position) {
        self.expanded += 1;
        let base = self.fresh.len();
        let fresh = &mut self.fresh;
        position.any_legal(|made| {
            let next = position.play(made);
            fresh.push(Fresh { made, next, hash: next.hash() });
            false
        });
        self.make_children(index, position, base);
        self.fresh.truncate(base);
    }

    /// Makes nodes of the moves from `base` on.
    #[inline]
    fn make_children(&mut self, index: u32, position: &Position, base: usize) {
        let search = self.search;
        let node = search.arena.at(index);
        let mine = search.question.to_move(position);
        let count = self.fresh.len() - base;
        if count >= 1 << 10 || self.path.len() > LONGEST {
            // Nobody needs this; it counts as no win.
            node.set_numbers(Numbers::REFUTED);
            return;
        }
        let captures = position.is_capture(self.fresh[base].made);
        if let Some(&(hash, last)) = self.path.last() {
            let plies = if captures { 0 } else { self.path.len() - 1 - last };
            if search.merges(plies) {
                search.known.put(known::after(hash, plies), index);
            }
        }
        let Some(first) = search.arena.take(&mut self.cursor, count as u32) else {
            self.full.store(true, Relaxed);
            self.back = 0;
            return;
        };
        self.made += count as u64;
        // Memory is slow: ask for all that will be needed, then go on.
        search.known.touch(self.fresh[base..].iter().map(|fresh| fresh.hash));
        let children = search.arena.block(first, count as u32);
        for (place, child) in children.iter().enumerate() {
            let fresh = self.fresh[base + place];
            if self.begin(child, position, &fresh) {
                self.expand_only_move(first + place as u32, position, &fresh);
            }
            let numbers = child.numbers();
            if mine && numbers.pn == 0 || !mine && numbers.dn == 0 {
                // The rest does not matter.
                let below =
                    if mine { Below::Children(first + place as u32, 1) } else { Below::Nothing };
                node.set_below(below);
                node.set_numbers(if mine { Numbers::PROVED } else { Numbers::REFUTED });
                if mine {
                    self.keep(position, index);
                }
                return;
            }
        }
        node.set_below(Below::Children(first, count as u32));
    }

    /// Expands a child that has only one move, and makes its numbers.
    fn expand_only_move(&mut self, index: u32, before: &Position, fresh: &Fresh) {
        let Fresh { made, next, hash } = fresh;
        let last = self.last_irreversible(before, *made);
        self.path.push((*hash, last));
        self.nodes.push(index);
        self.expand(index, next);
        let child = self.search.arena.at(index);
        if let Below::Children(only, count) = child.below()
            && !child.numbers().settled()
        {
            let mine = self.search.question.to_move(next);
            let survey = self.survey(self.search.arena.block(only, count), mine);
            if survey.numbers.settled() {
                self.settle(child, next, survey.numbers, (only, survey.best));
            } else {
                child.set_numbers(survey.numbers);
            }
        }
        self.nodes.pop();
        self.path.pop();
    }

    /// Makes a child; says whether it has only one move and should be expanded at once.
    #[inline]
    fn begin(&mut self, child: &Node, before: &Position, fresh: &Fresh) -> bool {
        let Fresh { made, ref next, hash } = *fresh;
        let search = self.search;
        let guess = search.question.guess(next, search.options.scale);
        let packed = made.packed();
        if guess.numbers.settled() {
            child.begin(packed, guess.numbers, Below::Nothing);
            return false;
        }
        let irreversible = before.is_irreversible(made);
        let last = self.path.last().map_or(0, |&(_, last)| last);
        let plies = if irreversible || guess.captures { 0 } else { self.path.len() - last };
        if let Some(met) = search.known.get(hash) {
            let numbers = search.arena.at(met).numbers();
            if numbers.pn == 0 || plies == 0 {
                child.begin(packed, numbers, Below::Link(met));
                return false;
            }
        }
        if search.won_elsewhere(next, hash).is_some() {
            child.begin(packed, Numbers::PROVED, Below::Nothing);
            return false;
        }
        if !irreversible
            && self.path[last..].iter().rev().skip(1).step_by(2).any(|&(seen, _)| seen == hash)
        {
            search.repeated.store(true, Relaxed);
            child.begin(packed, Numbers::REFUTED, Below::Nothing);
            return false;
        }
        if plies > 0
            && search.merges(plies)
            && let Some(met) = search.known.get(known::after(hash, plies))
        {
            child.begin(packed, search.arena.at(met).numbers(), Below::Link(met));
            return false;
        }
        child.begin(packed, guess.numbers, Below::Nothing);
        guess.moves == 1
    }
}

/// The number that the side to move wants to be small.
#[inline]
fn own_number(numbers: Numbers, mine: bool) -> u32 {
    if mine { numbers.pn } else { numbers.dn }
}
