//! How the pawns passed each other: which captured where, which promoted, which were taken.
//!
//! Ranks are left out: a file is a stack of pawns, and what can happen is a capture (a pawn goes to
//! any place of a neighbouring stack, taking an officer, or takes the place of an enemy pawn), a
//! promotion from the end of a stack, and a pawn taken by an officer. Captures are searched, fewest
//! first, in an order of luck; what follows them, promotions and losses, is counted file by file.

use std::collections::{HashMap, HashSet};

use zermelo_board::{Color, Position, Prehashed, Role};

use super::distance::Fields;
use super::fates::build;
use super::plan::{Dice, Plan};

/// The pawns of a file, lowest first: a bit for each, 1 for Black, below a leading 1.
type Stack = u8;

/// More captures than there can be.
const NEVER: u8 = 100;

fn length(stack: Stack) -> u32 {
    7 - stack.leading_zeros()
}

fn color(stack: Stack, index: u32) -> Color {
    if stack >> index & 1 == 0 { Color::White } else { Color::Black }
}

fn insert(stack: Stack, index: u32, c: Color) -> Stack {
    let low = (1 << index) - 1;
    stack & low | (c as u8) << index | (stack & !low) << 1
}

fn remove(stack: Stack, index: u32) -> Stack {
    let low = (1 << index) - 1;
    stack & low | stack >> 1 & !low
}

/// A capture: a pawn of one file goes to a place of another, taking an officer or the pawn there.
#[derive(Clone, Copy)]
pub(super) struct Capture {
    pub(super) from: u8,
    pub(super) index: u8,
    pub(super) to: u8,
    pub(super) place: u8,
    pub(super) pawn: bool,
}

/// How a stack becomes the goal's: which pawns stay, and from where on White's promote (Black's do
/// below it). The others are taken: so many of each colour.
#[derive(Clone, Copy)]
pub(super) struct Finish {
    taken: [u8; 2],
    pub(super) stay: u8,
    pub(super) cut: u8,
}

/// The search for captures.
struct Search<'a> {
    goal: [Stack; 8],
    /// The files of the goal's pawns of each colour, in order, but of those that have not moved; and
    /// the files of these.
    wanted: [Vec<u8>; 2],
    unmoved: [u8; 2],
    /// Men missing of each colour, and promoted men on the board.
    missing: [u8; 2],
    promoted: [u8; 2],
    finishes: &'a mut HashMap<(Stack, Stack), Vec<Finish>>,
    failed: HashSet<u64, Prehashed>,
    path: Vec<Capture>,
    nodes: u32,
    /// Whether to count on captures that spare one pawn only, as most do.
    boldly: bool,
}

/// Where the search stands: stacks, captures made by each colour, pawns lost by capture to pawns.
#[derive(Clone, Copy)]
struct State {
    stacks: [Stack; 8],
    made: [u8; 2],
    lost: [u8; 2],
}

impl State {
    /// A hash, with the number of captures left.
    fn key(&self, left: u8) -> u64 {
        let [white, black] = self.made;
        let counts = u64::from_le_bytes([white, black, self.lost[0], self.lost[1], left, 0, 0, 0]);
        let key = u64::from_le_bytes(self.stacks).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let key = (key ^ key >> 32 ^ counts).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        key ^ key >> 32
    }
}

/// The ways to finish a file that take no pawn for nothing.
fn finishes(stack: Stack, goal: Stack) -> Vec<Finish> {
    let n = length(stack);
    let mut best: Vec<Finish> = Vec::new();
    for stay in 0..1u8 << n {
        let mut kept = 1u8;
        for i in (0..n).filter(|&i| stay & 1 << i != 0) {
            kept = insert(kept, length(kept), color(stack, i));
        }
        if kept != goal {
            continue;
        }
        for cut in 0..=n {
            let mut taken = [0; 2];
            for i in (0..n).filter(|&i| stay & 1 << i == 0) {
                let c = color(stack, i);
                let free = if c == Color::White {
                    i >= cut && u32::from(stay) >> i == 0
                } else {
                    i < cut && stay & ((1 << i) - 1) == 0
                };
                taken[c.index()] += u8::from(!free);
            }
            let worse = |a: &Finish| a.taken[0] <= taken[0] && a.taken[1] <= taken[1];
            if !best.iter().any(worse) {
                best.retain(|a| !(taken[0] <= a.taken[0] && taken[1] <= a.taken[1]));
                best.push(Finish { taken, stay, cut: cut as u8 });
            }
        }
    }
    best
}

impl Search<'_> {
    /// The fewest captures by which this colour's pawns come to the files of the goal.
    fn fewest(&self, state: &State, c: Color) -> u8 {
        let wanted = &self.wanted[c.index()];
        let mut best = [NEVER; 9];
        best[0] = 0;
        for (file, &stack) in state.stacks.iter().enumerate() {
            let pawns = (0..length(stack)).filter(|&i| color(stack, i) == c).count() as u8;
            // One that has not moved is nobody else's.
            let Some(free) = pawns.checked_sub(self.unmoved[c.index()] >> file & 1) else {
                return NEVER;
            };
            for _ in 0..free {
                for (j, to) in wanted.iter().enumerate().rev() {
                    best[j + 1] = best[j + 1].min(best[j] + to.abs_diff(file as u8));
                }
            }
        }
        best[wanted.len()].min(NEVER)
    }

    /// The pawns of this colour in the goal.
    fn staying(&self, c: Color) -> u8 {
        self.wanted[c.index()].len() as u8 + self.unmoved[c.index()].count_ones() as u8
    }

    /// How many pawns of each colour officers may take.
    fn most(&self, state: &State) -> Option<[u8; 2]> {
        let most = |c: Color| {
            let spare = self.missing[c.index()].checked_sub(state.made[(!c).index()])?;
            let pawns = 8 - state.lost[c.index()];
            let free = pawns.checked_sub(self.staying(c) + self.promoted[c.index()])?;
            Some(spare.min(free))
        };
        Some([most(Color::White)?, most(Color::Black)?])
    }

    /// How many pawns too many must be taken as it is. A capture makes that two less at best, and
    /// one as a rule.
    fn excess(&mut self, state: &State) -> u8 {
        let Some(most) = self.most(state) else { return 100 };
        let mut row = [100u8; 17];
        row[0] = 0;
        for file in 0..8 {
            let key = (state.stacks[file], self.goal[file]);
            let options = self.finishes.entry(key).or_insert_with(|| finishes(key.0, key.1));
            if options.is_empty() {
                continue;
            }
            let mut next = [100u8; 17];
            for (white, &black) in row.iter().enumerate().filter(|entry| *entry.1 < 100) {
                for option in options.iter() {
                    if let Some(entry) = next.get_mut(white + option.taken[0] as usize) {
                        *entry = black.saturating_add(option.taken[1]).min(*entry);
                    }
                }
            }
            row = next;
        }
        let over = |(white, &black): (usize, &u8)| {
            (white as u8).saturating_sub(most[0]) + black.saturating_sub(most[1])
        };
        row.iter().enumerate().map(over).min().unwrap_or(100)
    }

    /// A way to finish every file within what may be taken.
    fn finish(&mut self, state: &State, dice: &mut Dice) -> Option<[Finish; 8]> {
        let most = self.most(state)?;
        // By files: for each number of White's pawns taken, the fewest of Black's.
        let mut rows: Vec<[Option<(u8, Finish)>; 9]> = Vec::with_capacity(8);
        let mut row = [None; 9];
        row[0] = Some(0);
        for file in 0..8 {
            let key = (state.stacks[file], self.goal[file]);
            let options = self.finishes.entry(key).or_insert_with(|| finishes(key.0, key.1));
            let mut next: [Option<(u8, Finish)>; 9] = [None; 9];
            for (white, black) in row.into_iter().enumerate() {
                let Some(black) = black else { continue };
                let first = dice.next() as usize;
                for k in 0..options.len() {
                    let option = options[(k + first) % options.len()];
                    let w = white + option.taken[0] as usize;
                    let b: u8 = black + option.taken[1];
                    if w <= most[0] as usize
                        && b <= most[1]
                        && next[w].is_none_or(|(other, _)| b < other)
                    {
                        next[w] = Some((b, option));
                    }
                }
            }
            row = next.map(|entry| entry.map(|(black, _)| black));
            rows.push(next);
        }
        let mut white = (0..9).find(|&white| row[white].is_some())?;
        let mut chosen = Vec::new();
        let mut black = row[white]?;
        for row in rows.iter().rev() {
            let (_, option) = row[white].filter(|entry| entry.0 == black)?;
            chosen.push(option);
            white -= option.taken[0] as usize;
            black -= option.taken[1];
        }
        chosen.reverse();
        chosen.try_into().ok()
    }

    fn captures(&self, state: &State) -> Vec<Capture> {
        let mut list = Vec::new();
        for from in 0..8u8 {
            let stack = state.stacks[from as usize];
            for index in 0..length(stack) {
                let c = color(stack, index);
                if state.made[c.index()] >= self.missing[(!c).index()] {
                    continue;
                }
                for to in [from.wrapping_sub(1), from + 1].into_iter().filter(|&to| to < 8) {
                    let other = state.stacks[to as usize];
                    for place in 0..=length(other) {
                        let base = Capture {
                            from,
                            index: index as u8,
                            to,
                            place: place as u8,
                            pawn: false,
                        };
                        if length(other) < 6 {
                            list.push(base);
                        }
                        if place < length(other) && color(other, place) != c {
                            list.push(Capture { pawn: true, ..base });
                        }
                    }
                }
            }
        }
        list
    }

    fn play(state: &State, m: Capture) -> State {
        let mut next = *state;
        let c = color(state.stacks[m.from as usize], u32::from(m.index));
        next.stacks[m.from as usize] = remove(next.stacks[m.from as usize], u32::from(m.index));
        let to = &mut next.stacks[m.to as usize];
        if m.pawn {
            *to = remove(*to, u32::from(m.place));
            next.lost[(!c).index()] += 1;
        }
        *to = insert(*to, u32::from(m.place), c);
        next.made[c.index()] += 1;
        next
    }

    fn descend(&mut self, state: &State, left: u8, dice: &mut Dice) -> Option<[Finish; 8]> {
        self.nodes = self.nodes.checked_sub(1)?;
        let lower = [self.fewest(state, Color::White), self.fewest(state, Color::Black)];
        if lower[0] + lower[1] > left
            || (0..2).any(|c| state.made[c] + lower[c] > self.missing[c ^ 1])
        {
            return None;
        }
        if left == 0 {
            return self.finish(state, dice);
        }
        let hope = if self.boldly { left } else { 2 * left };
        if self.excess(state) > hope {
            return None;
        }
        if !self.failed.insert(state.key(left)) {
            return None;
        }
        let mut list = self.captures(state);
        for i in (1..list.len()).rev() {
            list.swap(i, dice.below(i as u32 + 1) as usize);
        }
        for m in list {
            self.path.push(m);
            if let Some(finish) = self.descend(&Self::play(state, m), left - 1, dice) {
                return Some(finish);
            }
            self.path.pop();
        }
        None
    }
}

/// What is known of a goal's pawns over all tries.
pub(super) struct Pawns {
    finishes: HashMap<(Stack, Stack), Vec<Finish>>,
    /// The fewest captures that may do, as bold search says, and as careful search does.
    fewest: [u8; 2],
    /// Whether the search has run out of nodes; if so, what it found is used again.
    dear: bool,
    found: Vec<(Vec<Capture>, [Finish; 8])>,
}

/// How many results are kept for use again.
const KEPT: usize = 50;

impl Pawns {
    pub(super) fn new() -> Pawns {
        Pawns { finishes: HashMap::new(), fewest: [0; 2], dear: false, found: Vec::new() }
    }

    /// A plan, if one is found within so many nodes; of these, those not used are left.
    pub(super) fn plan(
        &mut self,
        goal: &Position,
        dice: &mut Dice,
        nodes: &mut u32,
        fields: &mut Fields,
    ) -> Option<Plan> {
        let (mut plan, left) = Plan::officers(goal, dice, fields);
        let mut stacks = [1; 8];
        let mut wanted = [Vec::new(), Vec::new()];
        let mut unmoved = [0u8; 2];
        for (file, stack) in stacks.iter_mut().enumerate() {
            for at in (1..7).map(|rank| rank * 8 + file as u8) {
                for (c, wanted) in Color::ALL.into_iter().zip(&mut wanted) {
                    if goal.of(c, Role::Pawn) & 1 << at != 0 {
                        *stack = insert(*stack, length(*stack), c);
                        if at >> 3 == if c == Color::White { 1 } else { 6 } {
                            unmoved[c.index()] |= 1 << file;
                        } else {
                            wanted.push(file as u8);
                        }
                    }
                }
            }
            if length(*stack) > 6 {
                return None;
            }
        }
        let count = |c: Color| left.iter().filter(|man| man.0 == c).count() as u8;
        let promoted = [count(Color::White), count(Color::Black)];
        let missing = Color::ALL.map(|c| 16 - goal.men(c).count_ones() as u8);
        if Color::ALL
            .into_iter()
            .any(|c| goal.of(c, Role::Pawn).count_ones() as u8 + promoted[c.index()] > 8)
        {
            return None;
        }
        let mut search = Search {
            goal: stacks,
            wanted,
            unmoved,
            missing,
            promoted,
            finishes: &mut self.finishes,
            failed: HashSet::default(),
            path: Vec::new(),
            nodes: *nodes,
            boldly: true,
        };
        let start = State { stacks: [0b110; 8], made: [0; 2], lost: [0; 2] };
        let boldly = dice.wild <= 1 && self.fewest[0] != NEVER;
        search.boldly = boldly;
        let known = &mut self.fewest[usize::from(!boldly)];
        // Where the search has run out of nodes before, it may as well look further on.
        let more = if boldly && !self.dear { 0 } else { dice.below(3) as u8 };
        for captures in *known + more..=missing[0] + missing[1] {
            search.failed.clear();
            let found = search.descend(&start, captures, dice);
            *nodes = search.nodes;
            if let Some(finish) = found {
                let path = search.path;
                let good = build(&mut plan, &path, &finish, goal, &left, dice);
                if good && self.dear && self.found.len() < KEPT {
                    self.found.push((path, finish));
                }
                return good.then_some(plan);
            }
            if search.nodes == 0 {
                self.dear = true;
                let one = dice.below(self.found.len() as u32) as usize;
                let (path, finish) = self.found.get(one)?;
                return build(&mut plan, path, finish, goal, &left, dice).then_some(plan);
            }
            if more == 0 {
                *known = captures + 1;
            }
        }
        if more == 0 {
            *known = NEVER;
        }
        None
    }

    /// Whether no plan exists at all.
    pub(super) fn is_hopeless(&self) -> bool {
        self.fewest[1] == NEVER
    }
}
