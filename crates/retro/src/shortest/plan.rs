//! Plans: for each of the 32 men what becomes of it, and for each capture which man makes it where.
//!
//! First every man of the goal is given to one of the array (men of a role may change places,
//! pawns may promote), castling tried and left out, as long as no side needs more moves than it has
//! and the pawns not more captures than there are. The men that are left over fall; second, each
//! gets a captor and a square, under the same bound. Every game follows exactly one plan, so the games of all
//! plans are all games, each once.
//!
//! If these are too many, plans may leave some or all captures open ([`End::Lost`]).

use std::collections::HashMap;

use zermelo_board::{Board, Color, FastHash, Limits, Role, Square, back_rank, lowest, squares};

use super::assignment::NEVER;
use super::bound::Bound;
use super::routes::{End, FAR, Man, Stage, Take};

/// More assignments of one side's men are not listed.
const MOST_ASSIGNMENTS: usize = 2_000;
/// Nor more plans.
const MOST_PLANS: usize = 20_000;
/// So many ways to name a capture are looked at, some microseconds each.
const MOST_TRIES: u32 = 100_000;
/// A man makes at most so many captures in a plan that names them.
const MOST_TAKES: usize = 6;

/// The men of the array with their fates; White's first.
pub(super) type Plan = Vec<Man>;

/// All plans by which `plies` may do, with so many captures named; `None` if they are too many to be
/// listed.
pub(super) fn plans(
    goal: &Board,
    bound: &Bound,
    start: &Board,
    plies: u32,
    named: usize,
    limits: &Limits,
) -> Option<Vec<Plan>> {
    let moves = [plies.div_ceil(2), plies / 2];
    let sides = Color::ALL.map(|c| assignments(goal, bound, start, c, moves[c.index()]));
    let [Some(white), Some(black)] = sides else { return None };
    if white.len().saturating_mul(black.len()) > MOST_PLANS {
        return None;
    }
    let mut draft = Draft {
        closed: bound.closed(),
        moves,
        named,
        tries: 0,
        limits,
        plans: Vec::new(),
        reach: HashMap::default(),
    };
    let mut both = white.iter().flat_map(|w| black.iter().map(move |b| [&w[..], b].concat()));
    both.all(|men| draft.add(men)).then_some(draft.plans)
}

/// All ways to give a side's men of the goal to men of the array.
fn assignments(
    goal: &Board,
    bound: &Bound,
    start: &Board,
    c: Color,
    moves: u32,
) -> Option<Vec<Vec<Man>>> {
    let captures = (start.men(!c).count_ones()).checked_sub(goal.men(!c).count_ones());
    let (Some(captures), true) = (captures, goal.men(c).count_ones() <= 16) else {
        return Some(Vec::new());
    };
    let back = lowest(back_rank(c)).number();
    let corner = |file: u8| Square::wrapping(back | file);
    let mut list = Vec::new();
    for castling in [None, Some((7, 6, 5)), Some((0, 2, 3))] {
        let after = |s: Square| {
            let (rook, king_to, rook_to) = castling?;
            let to =
                [(rook, rook_to), (4, king_to)].into_iter().find(|&(from, _)| s == corner(from));
            to.map(|(_, to)| corner(to))
        };
        let men: Vec<Man> = squares(start.men(c))
            .map(|s| Man {
                color: c,
                role: start.role_on(s),
                start: s,
                end: End::Lost,
                takes: Vec::new(),
                castles: after(s),
                open: captures as u8,
            })
            .collect();
        let mut search =
            Assign { bound, c, captures, men: &men, list: &mut list, order: vec![], least: vec![] };
        let targets = bound.targets(c);
        let mut order: Vec<(usize, usize, u32)> = (0..targets)
            .map(|target| {
                let costs = men.iter().map(|man| search.cost(man, target));
                let ways = costs.clone().filter(|&(moves, _)| moves < NEVER).count();
                (ways, target, costs.map(|(moves, _)| moves).min().unwrap_or(NEVER))
            })
            .collect();
        order.sort_unstable();
        let mut least = vec![0; targets + 1];
        for (index, &(_, _, cost)) in order.iter().enumerate().rev() {
            least[index] = least[index + 1] + cost;
        }
        search.least = least;
        search.order = order.into_iter().map(|(_, target, _)| target).collect();
        // Castling itself is a move.
        let moves = moves.checked_sub(u32::from(castling.is_some()));
        let complete =
            moves.is_none_or(|moves| search.walk(0, 0, moves, captures, &mut men.clone()));
        if !complete {
            return None;
        }
    }
    Some(list)
}

/// The search for assignments of one side.
struct Assign<'a> {
    bound: &'a Bound,
    c: Color,
    captures: u32,
    men: &'a [Man],
    list: &'a mut Vec<Vec<Man>>,
    /// The men of the goal, those with the fewest candidates first.
    order: Vec<usize>,
    /// What those from each place on cost at least.
    least: Vec<u32>,
}

impl Assign<'_> {
    /// Moves and captures that a man needs to become one of the goal; castling itself not counted.
    fn cost(&self, man: &Man, target: usize) -> (u32, u32) {
        let from = man.castles.unwrap_or(man.start);
        self.bound.cost(self.c, man.role, from, target, self.captures)
    }

    /// Whether all were listed.
    fn walk(
        &mut self,
        depth: usize,
        used: u32,
        moves: u32,
        captures: u32,
        men: &mut Vec<Man>,
    ) -> bool {
        if self.least[depth] > moves {
            return true;
        }
        let Some(&target) = self.order.get(depth) else {
            // What castles stands on the board in the end or is taken later; both are in the plan.
            self.list.push(men.clone());
            return self.list.len() <= MOST_ASSIGNMENTS;
        };
        for index in 0..men.len() {
            if used & 1 << index != 0 {
                continue;
            }
            let (needs, takes) = self.cost(&self.men[index], target);
            if needs > moves || takes > captures {
                continue;
            }
            let (square, role) = self.bound.target(self.c, target);
            men[index].end = End::Stands(square, role);
            let complete =
                self.walk(depth + 1, used | 1 << index, moves - needs, captures - takes, men);
            men[index].end = End::Lost;
            if !complete {
                return false;
            }
        }
        true
    }
}

/// Names the captures.
struct Draft<'a> {
    closed: u64,
    moves: [u32; 2],
    /// So many captures are named.
    named: usize,
    /// Ways to name a capture that were looked at.
    tries: u32,
    limits: &'a Limits,
    plans: Vec<Plan>,
    /// Where a man may come, by its first square, its castling, the moves and the captures.
    reach: HashMap<(Square, bool, u32, u8), u64, FastHash>,
}

impl Draft<'_> {
    /// Adds all plans with this assignment; false if they are too many.
    fn add(&mut self, mut men: Plan) -> bool {
        let costs: Vec<u32> = men.iter().map(|man| self.cost(man)).collect();
        let Some(slack) = self.slack(&costs, &men) else { return true };
        let lost = (0..men.len() as u8).filter(|&v| men[usize::from(v)].end == End::Lost);
        let lost = lost.take(self.named).collect();
        self.name(&mut men, lost, &costs, slack)
    }

    /// The moves that a man needs.
    fn cost(&self, man: &Man) -> u32 {
        let layer = man.layer(&man.forms(), Stage::default(), man.open);
        let moves = man.table(self.closed & !man.start.bit()).moves(layer, man.start);
        if moves < FAR { moves.into() } else { NEVER }
    }

    /// Moves to spare, by side.
    fn slack(&self, costs: &[u32], men: &[Man]) -> Option<[u32; 2]> {
        let mut slack = self.moves;
        for (man, &cost) in men.iter().zip(costs) {
            slack[man.color.index()] = slack[man.color.index()].checked_sub(cost)?;
        }
        Some(slack)
    }

    /// Gives the next man that falls a captor and a square, in every way.
    fn name(&mut self, men: &mut Plan, mut lost: Vec<u8>, costs: &[u32], slack: [u32; 2]) -> bool {
        let Some(victim) = lost.pop() else {
            self.plans.push(men.clone());
            return self.plans.len() <= MOST_PLANS;
        };
        let v = usize::from(victim);
        let color = men[v].color;
        let reach = self.reach(&men[v], costs[v] + slack[color.index()]);
        let mut ways: Vec<(Square, Square)> = squares(reach).map(|s| (s, s)).collect();
        let step = men[v].start.number();
        if men[v].role == Role::Pawn && men[v].takes.is_empty() {
            // In passing: where it arrives, and where its captor does.
            let (two, one) =
                if color == Color::White { (step + 16, step + 8) } else { (step - 16, step - 8) };
            ways.push((Square::wrapping(two), Square::wrapping(one)));
        }
        // One capture fewer is open now.
        let mut rest = men.clone();
        for man in rest.iter_mut().filter(|man| man.color != color) {
            man.open -= 1;
        }
        for captor in (0..men.len()).filter(|&c| men[c].color != color) {
            if men[captor].takes.len() >= MOST_TAKES {
                return false;
            }
            let within = costs[captor] + slack[(!color).index()];
            let near = self.reach(&men[captor], within);
            for &(square, to) in ways.iter().filter(|(_, to)| near & to.bit() != 0) {
                let passing = square != to;
                if passing && men[captor].role != Role::Pawn {
                    continue;
                }
                let mut next = rest.clone();
                next[v].end = End::Falls { square, by: captor as u8, passing };
                next[captor].takes.push(Take { to, victim });
                self.tries += 1;
                if self.tries > MOST_TRIES || self.tries.is_multiple_of(64) && self.limits.is_over()
                {
                    return false;
                }
                let Some((costs, slack)) = self.priced(men, &next, costs) else { continue };
                if !self.name(&mut next, lost.clone(), &costs, slack) {
                    return false;
                }
            }
        }
        true
    }

    /// What everybody needs now, where something has changed, and what that leaves.
    fn priced(&self, before: &[Man], men: &[Man], costs: &[u32]) -> Option<(Vec<u32>, [u32; 2])> {
        let mut now = costs.to_vec();
        // The two that are concerned first, for most ways end there.
        let changed =
            |i: &usize| men[*i].end != before[*i].end || men[*i].takes != before[*i].takes;
        for i in (0..men.len()).filter(changed) {
            now[i] = self.cost(&men[i]);
        }
        self.slack(&now, men)?;
        let pawns = |i: &usize| men[*i].role == Role::Pawn && men[*i].open != before[*i].open;
        for i in (0..men.len()).filter(pawns) {
            now[i] = self.cost(&men[i]);
        }
        let slack = self.slack(&now, men)?;
        Some((now, slack))
    }

    /// Squares where a man may come in so many moves, whatever becomes of it.
    fn reach(&mut self, man: &Man, most: u32) -> u64 {
        let open = man.open + man.takes.len() as u8;
        let key = (man.start, man.castles.is_some(), most, open);
        if let Some(&known) = self.reach.get(&key) {
            return known;
        }
        let closed = self.closed & !man.start.bit();
        let free = Man { end: End::Lost, takes: Vec::new(), open, ..man.clone() };
        let mut stops = 0;
        free.walk(&free.table(closed), closed, most as u8, |_, to| stops |= to.bit());
        self.reach.insert(key, stops);
        stops
    }
}
