//! All games that follow a plan, depth first.
//!
//! Every man has its own way to go, so a side's moves to go are a sum. What is settled is closed
//! to the others: a man that is where it has to be and cannot afford to leave. The more is settled, the longer are the
//! ways of the others, and the less can they afford; this goes on until nothing changes or some side
//! needs more moves than it has. Tables of ways are kept by what is closed for a man, so a position costs about a microsecond.

use std::collections::HashMap;

use zermelo_board::{Color, FastHash, Move, Position, Role, Square, attacks, passed, squares};

use super::failed::Exact;
use super::moves_left;
use super::pairs::{self, Pairs};
use super::routes::{End, FAR, Forms, Man, Stage, Table};
use super::shared::Shared;

/// Nobody stands there.
const NOBODY: u8 = 255;
/// So many tables are kept for one plan.
const MOST_TABLES: usize = 200_000;

/// When a plan's pairs of men are played, in units of patience, and how many joint steps that may take:
/// little at first, for much is ruled out soon or not at all.
const STAGES: [(u64, usize); 2] = [(1, 1_000_000), (100, 40_000_000)];

/// A position under way.
#[derive(Clone)]
struct Node {
    p: Position,
    /// Where each man is.
    at: [Square; 32],
    /// Who stands on each square.
    on: [u8; 64],
    stage: [Stage; 32],
    /// Men that were taken.
    gone: u32,
    /// Moves to go, and their sums.
    moves: [u8; 32],
    sum: [u32; 2],
    /// Squares of men that stay.
    closed: u64,
    table: [u32; 32],
    /// Men of each colour that fall somewhere.
    lost: [u8; 2],
    /// The numbers of the states, if pairs were played.
    number: [u8; 32],
}

/// A step that a man may make by the plan.
struct Step {
    man: usize,
    stage: Stage,
    moves: u8,
    victim: Option<usize>,
}

/// The search for the games of a plan.
pub(super) struct Play<'a, 'b> {
    number: u64,
    men: &'a [Man],
    forms: Vec<Forms>,
    /// Where each man may come at all.
    region: Vec<u64>,
    tables: Vec<(u64, Table)>,
    known: HashMap<(usize, u64), u32, FastHash>,
    /// Whether pawns may be taken in passing.
    passing: bool,
    line: Vec<Move>,
    /// What pairs of men rule out; only looked for when a plan takes long.
    pairs: Option<Pairs>,
    /// From so many positions on it takes long.
    patience: u64,
    shared: &'a mut Shared<'b>,
}

impl<'a, 'b> Play<'a, 'b> {
    /// The number is one that no other plan has.
    pub fn new(number: u64, men: &'a [Man], shared: &'a mut Shared<'b>) -> Play<'a, 'b> {
        let passing = |man: &Man| matches!(man.end, End::Lost | End::Falls { passing: true, .. });
        Play {
            number,
            men,
            forms: men.iter().map(Man::forms).collect(),
            region: Vec::new(),
            tables: Vec::new(),
            known: HashMap::default(),
            passing: men.iter().any(passing),
            line: Vec::new(),
            pairs: None,
            patience: u64::MAX,
            shared,
        }
    }

    /// Finds the games of so many plies from the array.
    pub fn run(mut self, start: &Position, plies: u32) {
        let mut node = Node {
            p: *start,
            at: [Square::wrapping(0); 32],
            on: [NOBODY; 64],
            stage: [Stage::default(); 32],
            gone: 0,
            moves: [0; 32],
            sum: [0; 2],
            closed: 0,
            table: [0; 32],
            lost: [0; 2],
            number: [0; 32],
        };
        for (i, man) in self.men.iter().enumerate() {
            let table = man.table(0);
            let layer = man.layer(&self.forms[i], Stage::default(), man.open);
            node.moves[i] = table.moves(layer, man.start);
            node.at[i] = man.start;
            node.on[man.start.index()] = i as u8;
            node.lost[man.color.index()] += u8::from(man.end == End::Lost);
            node.sum[man.color.index()] += u32::from(node.moves[i]);
            node.table[i] = i as u32;
            self.tables.push((0, table));
        }
        for (i, man) in self.men.iter().enumerate() {
            let all = moves_left(Color::White, man.color, plies);
            let Some(slack) = all.checked_sub(node.sum[man.color.index()]) else { return };
            let most = (u32::from(node.moves[i]) + slack).min(u32::from(FAR) - 1) as u8;
            self.region.push(man.region(&self.tables[i].1, 0, most));
        }
        if !self.settle(&mut node, plies) {
            return;
        }
        let before = self.shared.games.len();
        let named = self.men.iter().all(|man| man.end != End::Lost);
        let root = node.clone();
        for (patience, work) in STAGES.into_iter().filter(|_| named) {
            let patience = patience.saturating_mul(self.shared.patience);
            self.patience = self.shared.nodes.saturating_add(patience);
            self.walk(&node, plies);
            if !self.is_long() || self.shared.stopped {
                return;
            }
            // From the beginning, knowing more.
            let found = self.shared.games.split_off(before);
            self.pairs = None;
            node = root.clone();
            if !self.play_pairs(&mut node, plies, work) {
                debug_assert!(found.is_empty(), "pairs rule out {found:?}");
                return;
            }
        }
        self.patience = u64::MAX;
        self.walk(&node, plies);
    }

    /// Whether this plan takes long and nothing was done about it yet.
    fn is_long(&self) -> bool {
        self.shared.nodes > self.patience
    }

    /// Plays all pairs of men; false if that rules the plan out.
    fn play_pairs(&mut self, node: &mut Node, plies: u32, work: usize) -> bool {
        let tables: Vec<(&Table, u64)> = (0..self.men.len())
            .map(|i| {
                let (closed, table) = &self.tables[node.table[i] as usize];
                (table, *closed)
            })
            .collect();
        let slack = Color::ALL.map(|c| moves_left(Color::White, c, plies) - node.sum[c.index()]);
        let Some(pairs) = pairs::play(self.men, &tables, slack, work) else { return false };
        for (i, man) in self.men.iter().enumerate() {
            let layer = man.layer(&self.forms[i], node.stage[i], 0);
            node.number[i] = pairs.number(i, layer, man.start);
        }
        self.pairs = Some(pairs);
        (0..self.men.len()).for_each(|i| self.put(node, i));
        self.settle(node, plies)
    }

    fn walk(&mut self, node: &Node, left: u32) {
        if left == 0 {
            if node.sum == [0; 2] && node.lost == [0; 2] {
                self.shared.keep(&self.line);
            }
            return;
        }
        if !self.shared.spend() {
            return;
        }
        let key = (left > 2).then(|| self.key(node, left));
        if key.as_ref().is_some_and(|key| self.shared.failed.contains(key)) {
            return;
        }
        let before = self.shared.met;
        let us = node.p.turn();
        let slack = moves_left(us, us, left) - node.sum[us.index()];
        let moves = node.p.legal_moves();
        for (index, &made) in moves.iter().enumerate() {
            self.shared.at(self.line.len(), index, moves.len());
            let Some(step) = self.step(node, made) else { continue };
            let now = u32::from(step.moves) + 1;
            if now > u32::from(node.moves[step.man]) + slack || !self.joins(node, made, &step) {
                continue;
            }
            let mut after = node.clone();
            self.play(&mut after, made, &step);
            if !self.settle(&mut after, left - 1) {
                continue;
            }
            self.line.push(made);
            self.walk(&after, left - 1);
            self.line.pop();
            if self.shared.stopped || self.is_long() {
                return;
            }
        }
        if let (Some(key), true) = (key, self.shared.met == before) {
            let number = self.number;
            self.shared.failed.insert(key, |other| other[4] >> 44 == number);
        }
    }

    /// What a legal move is by the plan; `None` if it is not part of it.
    fn step(&self, node: &Node, made: Move) -> Option<Step> {
        let man = usize::from(node.on[made.from.index()]);
        let fate = &self.men[man];
        let forms = &self.forms[man];
        let mut stage = node.stage[man];
        let waits = fate.castles.is_some() && stage.form == 0;
        if made.is_castling() {
            // The rook of the other side has no castling in this plan.
            self.men[usize::from(node.on[made.to.index()])].castles?;
            let to = fate.castles?;
            let moves = self.to_go(node, man, Stage { form: 1, ..stage }, to);
            stage.form = 1;
            return Some(Step { man, stage, moves, victim: None });
        }
        if waits {
            return None;
        }
        let on = if made.is_en_passant() { passed(made.to) } else { made.to };
        let victim = Some(usize::from(node.on[on.index()])).filter(|&v| v != usize::from(NOBODY));
        if let Some(victim) = victim {
            // It has to make its own captures first.
            if node.stage[victim].taken != self.men[victim].all_taken() {
                return None;
            }
            match self.men[victim].end {
                End::Stands(..) => return None,
                End::Lost => {}
                End::Falls { square, by, passing } => {
                    if usize::from(by) != man || square != on || passing != made.is_en_passant() {
                        return None;
                    }
                    let take = fate.takes.iter().position(|t| usize::from(t.victim) == victim)?;
                    stage.taken |= 1 << take;
                }
            }
        }
        if let Some(role) = made.promotion() {
            stage.form = forms.promoted(role)?;
        }
        let moves = self.to_go(node, man, stage, made.to);
        (moves < FAR).then_some(Step { man, stage, moves, victim })
    }

    fn to_go(&self, node: &Node, man: usize, stage: Stage, at: Square) -> u8 {
        let fate = &self.men[man];
        let layer = fate.layer(&self.forms[man], stage, node.lost[(!fate.color).index()]);
        let moves = self.tables[node.table[man] as usize].1.moves(layer, at);
        match self.pairs.as_ref().and_then(|pairs| pairs.ways[man].as_ref()) {
            Some(ways) => moves.max(ways[layer].moves[at.index()]),
            None => moves,
        }
    }

    /// Whether no pair of men rules the step out.
    fn joins(&self, node: &Node, made: Move, step: &Step) -> bool {
        let Some(pairs) = &self.pairs else { return true };
        let (man, fate) = (step.man, &self.men[step.man]);
        let layer = |stage| fate.layer(&self.forms[man], stage, 0);
        let castles = fate.castles.filter(|_| made.is_castling());
        let to = castles.unwrap_or(made.to);
        if let Some(ways) = &pairs.ways[man] {
            let steps = ways[layer(node.stage[man])].steps[made.from.index()];
            if steps & to.bit() == 0 {
                return false;
            }
        }
        let number = pairs.number(man, layer(step.stage), to);
        // The rook comes along, and is looked at when it moves.
        let rook = castles.map(|_| usize::from(node.on[made.to.index()]));
        let gone = |i: usize| node.gone & 1 << i != 0 || step.victim == Some(i) || rook == Some(i);
        let others = (0..self.men.len()).filter(|&i| i != man && !gone(i));
        others.into_iter().all(|i| pairs.join((man, number), (i, node.number[i])))
    }

    /// Makes the move.
    fn play(&self, node: &mut Node, made: Move, step: &Step) {
        let us = node.p.turn();
        node.p = node.p.play(made);
        if let Some(victim) = step.victim {
            node.gone |= 1 << victim;
            node.on[node.at[victim].index()] = NOBODY;
            node.sum[(!us).index()] -= u32::from(node.moves[victim]);
            node.moves[victim] = 0;
            if self.men[victim].end == End::Lost {
                node.lost[(!us).index()] -= 1;
                // Pawns have one capture fewer before them.
                for i in 0..self.men.len() {
                    if self.men[i].color == us && self.men[i].role == Role::Pawn {
                        self.put(node, i);
                    }
                }
            }
        }
        let man = step.man;
        node.on[made.from.index()] = NOBODY;
        let mut to = made.to;
        if made.is_castling() {
            let rook = usize::from(node.on[made.to.index()]);
            node.on[made.to.index()] = NOBODY;
            if let (Some(king_to), Some(rook_to)) = (self.men[man].castles, self.men[rook].castles)
            {
                to = king_to;
                node.at[rook] = rook_to;
                node.on[rook_to.index()] = rook as u8;
                node.stage[rook].form = 1;
                self.put(node, rook);
                self.renumber(node, rook);
            }
        }
        node.on[to.index()] = man as u8;
        node.at[man] = to;
        node.stage[man] = step.stage;
        self.put(node, man);
        self.renumber(node, man);
    }

    fn renumber(&self, node: &mut Node, man: usize) {
        if let Some(pairs) = &self.pairs {
            let layer = self.men[man].layer(&self.forms[man], node.stage[man], 0);
            node.number[man] = pairs.number(man, layer, node.at[man]);
        }
    }

    /// Counts anew what a man has to go.
    fn put(&self, node: &mut Node, man: usize) {
        if node.gone & 1 << man != 0 {
            return;
        }
        let moves = self.to_go(node, man, node.stage[man], node.at[man]);
        let sum = &mut node.sum[self.men[man].color.index()];
        *sum = *sum + u32::from(moves) - u32::from(node.moves[man]);
        node.moves[man] = moves;
    }

    /// Closes the squares of men that stay, as long as that changes anything; false if some side
    /// needs more moves than it has.
    fn settle(&mut self, node: &mut Node, left: u32) -> bool {
        let turn = node.p.turn();
        loop {
            let mut slack = [0; 2];
            for c in Color::ALL {
                let all = moves_left(turn, c, left);
                let needs = node.sum[c.index()].max(node.lost[(!c).index()].into());
                if needs > all {
                    return false;
                }
                slack[c.index()] = all - node.sum[c.index()];
            }
            let mut closed = node.closed;
            for (i, man) in self.men.iter().enumerate() {
                if node.moves[i] > 0 || node.gone & 1 << i != 0 {
                    continue;
                }
                let End::Stands(_, role) = man.end else { continue };
                // A rook that has to castle is nowhere yet.
                if man.castles.is_some() && node.stage[i].form == 0 {
                    continue;
                }
                if role == Role::Pawn || slack[man.color.index()] < 2 {
                    closed |= node.at[i].bit();
                }
            }
            if closed == node.closed {
                return true;
            }
            node.closed = closed;
            let barred = Color::ALL.map(|c| self.barred(node, c));
            for i in 0..self.men.len() {
                if node.gone & 1 << i == 0 && closed & node.at[i].bit() == 0 {
                    self.look_up(node, i, &barred);
                }
            }
        }
    }

    /// Squares that this side's king may not enter any more because of men that stay.
    fn barred(&self, node: &Node, c: Color) -> u64 {
        let them = node.closed & node.p.men(!c);
        let mut barred = 0;
        for s in squares(them) {
            barred |= match node.p.role_on(s) {
                Role::Pawn => attacks::pawn(!c, s),
                Role::Knight => attacks::knight(s),
                Role::King => attacks::king(s),
                // What stands next to it can not be shielded from it.
                role => attacks::piece(role, s, 0) & attacks::king(s),
            };
        }
        barred
    }

    /// The table for what is closed to a man now.
    fn look_up(&mut self, node: &mut Node, i: usize, barred: &[u64; 2]) {
        let man = &self.men[i];
        let mut closed = node.closed;
        if let (Role::King, End::Stands(goal, _)) = (man.role, man.end) {
            // A check on its last square may be the last move.
            closed |= barred[man.color.index()] & !goal.bit();
        }
        closed &= self.region[i] & !node.at[i].bit();
        if self.tables[node.table[i] as usize].0 == closed {
            return;
        }
        let known = self.known.get(&(i, closed)).copied();
        node.table[i] = known.unwrap_or_else(|| {
            if self.tables.len() >= MOST_TABLES {
                return node.table[i];
            }
            let number = self.tables.len() as u32;
            self.tables.push((closed, man.table(closed)));
            self.known.insert((i, closed), number);
            number
        });
        self.put(node, i);
    }

    /// What the games from here depend on.
    fn key(&self, node: &Node, left: u32) -> Exact {
        let mut bytes = [[0u8; 8]; 4];
        let mut forms = 0u64;
        for i in 0..self.men.len() {
            let form = node.stage[i].form;
            bytes[i / 8][i % 8] = match node.gone & 1 << i {
                0 => node.at[i].number() | u8::from(form > 0) << 6,
                _ => 0x80,
            };
            if self.men[i].role == Role::Pawn {
                forms |= u64::from(form.saturating_sub(1)) << (2 * (i % 8 + i / 16 * 8));
            }
        }
        let passing = node.p.en_passant().filter(|_| self.passing);
        let passing = passing.map_or(0, |s| 8 + u64::from(s.number() & 7));
        let [a, b, c, d] = bytes.map(u64::from_le_bytes);
        [a, b, c, d, self.number << 44 | forms << 12 | passing << 8 | u64::from(left)]
    }
}
