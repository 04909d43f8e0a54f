//! How the pawns passed each other: which captured where, which promoted, which were taken.
//!
//! Ranks are left out: a file is a stack of pawns, and what can happen is a capture (a pawn goes to
//! any place of a neighbouring stack, taking an officer, or takes the place of an enemy pawn), a
//! promotion from the end of a stack, and a pawn taken by an officer. Captures are searched, fewest
//! first, in an order of luck; what follows them, promotions and losses, is counted file by file.

use std::collections::{HashMap, HashSet};

use zermelo_board::{Color, Position, Prehashed, Role, Square, squares};
use zermelo_kernel::ByColor;

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
    pub(super) from_file: u8,
    pub(super) index: u8,
    pub(super) to_file: u8,
    pub(super) to_index: u8,
    pub(super) pawn: bool,
}

/// How a stack becomes the goal's: which pawns stay, and from where on White's promote (Black's do
/// below it). The others are taken: so many of each colour.
#[derive(Clone, Copy)]
pub(super) struct Finish {
    taken: ByColor<u8>,
    pub(super) stay: u8,
    pub(super) cut: u8,
    pub(super) promote: ByColor<bool>,
}

/// What the goal asks of the pawns.
struct Goal {
    stacks: [Stack; 8],
    /// The files of the pawns of each colour, in order, but of those that have not moved; and the
    /// files of these.
    wanted: ByColor<Vec<u8>>,
    unmoved: ByColor<u8>,
    /// Men missing of each colour, and promoted men on the board.
    missing: ByColor<u8>,
    promoted: ByColor<u8>,
    /// The files on which no pawn of this colour promotes.
    shut: ByColor<u8>,
}

/// The files on which no pawn of colour `c` can have promoted: a man that never moved stands there, or
/// it would have given check to a king that never moved, which only its capture answers.
fn shut_files(goal: &Position, c: Color) -> u8 {
    let back = if c == Color::White { 56 } else { 0 };
    let rights = (goal.castling_rights() >> back) as u8;
    let mut shut = rights;
    if rights != 0 {
        shut |= 0b11_1000;
    }
    let pawns = goal.of(!c, Role::Pawn) >> if c == Color::White { 48 } else { 8 };
    let bishops = goal.of(!c, Role::Bishop) >> back;
    for (file, locks) in [(2, 0b1010), (5, 0b101_0000)] {
        if bishops & 1 << file != 0 && pawns & locks == locks {
            shut |= 1 << file;
        }
    }
    shut
}

impl Goal {
    /// `None` if there are too many pawns on a file, or too many promoted men, which are `left` when
    /// the officers of the array have their places.
    fn new(goal: &Position, left: &[(Color, Role, Square)]) -> Option<Goal> {
        let mut stacks = [1; 8];
        let mut wanted = ByColor::<Vec<u8>>::default();
        let mut unmoved = ByColor::<u8>::default();
        for (file, stack) in stacks.iter_mut().enumerate() {
            for at in squares(goal.role(Role::Pawn) & 0x0101_0101_0101_0101 << file) {
                let c = goal.color_at(at);
                if length(*stack) == 6 {
                    return None;
                }
                *stack = insert(*stack, length(*stack), c);
                if at.rank() == c.pawn_rank() {
                    unmoved[c] |= 1 << file;
                } else {
                    wanted[c].push(file as u8);
                }
            }
        }
        let promoted = ByColor::new_with(|c| left.iter().filter(|man| man.0 == c).count() as u8);
        let missing = ByColor::new_with(|c| 16 - goal.men(c).count_ones() as u8);
        let pawns = |c| goal.of(c, Role::Pawn).count_ones() as u8;
        let fits = Color::ALL.into_iter().all(|c| pawns(c) + promoted[c] <= 8);
        let shut = ByColor::new_with(|c| shut_files(goal, c));
        fits.then_some(Goal { stacks, wanted, unmoved, missing, promoted, shut })
    }

    /// The pawns of this colour.
    fn staying(&self, c: Color) -> u8 {
        self.wanted[c].len() as u8 + self.unmoved[c].count_ones() as u8
    }
}

/// The search for captures.
struct Search<'a> {
    goal: Goal,
    finishes: &'a mut Finishes,
    failed: HashSet<u64, Prehashed>,
    path: Vec<Capture>,
    nodes: u32,
    /// Whether to count on captures that spare one pawn only, as most do.
    boldly: bool,
    /// How many ways were not accepted.
    refused: u32,
}

/// Whether captures and what follows them are a plan.
type Accept<'a> = dyn FnMut(&[Capture], &[Finish; 8], &mut Dice) -> bool + 'a;

/// Where the search stands: stacks, captures made by each colour, pawns lost by capture to pawns.
#[derive(Clone, Copy)]
struct State {
    stacks: [Stack; 8],
    made: ByColor<u8>,
    lost: ByColor<u8>,
}

impl State {
    /// A hash, with the number of captures left.
    fn key(&self, left: u8) -> u64 {
        let State { made, lost, .. } = self;
        let counts = [made.white, made.black, lost.white, lost.black, left, 0, 0, 0];
        let counts = u64::from_le_bytes(counts);
        let key = u64::from_le_bytes(self.stacks).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let key = (key ^ key >> 32 ^ counts).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        key ^ key >> 32
    }
}

/// The ways to finish a file that are known: by its stack, the goal's, and who may promote there.
type Finishes = HashMap<(Stack, Stack, ByColor<bool>), Vec<Finish>>;

/// The ways to finish a file that take no pawn for nothing; some colours may `promote` there.
fn finishes(stack: Stack, goal: Stack, promote: ByColor<bool>) -> Vec<Finish> {
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
            let mut taken = ByColor::default();
            for i in (0..n).filter(|&i| stay & 1 << i == 0) {
                let c = color(stack, i);
                let free = if c == Color::White {
                    i >= cut && u32::from(stay) >> i == 0
                } else {
                    i < cut && stay & ((1 << i) - 1) == 0
                };
                taken[c] += u8::from(!free || !promote[c]);
            }
            let fewer = |a: ByColor<u8>, b: ByColor<u8>| a.white <= b.white && a.black <= b.black;
            if !best.iter().any(|a| fewer(a.taken, taken)) {
                best.retain(|a| !fewer(taken, a.taken));
                best.push(Finish { taken, stay, cut: cut as u8, promote });
            }
        }
    }
    best
}

impl Search<'_> {
    /// The fewest captures by which this colour's pawns come to the files of the goal.
    fn fewest(&self, state: &State, c: Color) -> u8 {
        let wanted = &self.goal.wanted[c];
        let mut best = [NEVER; 9];
        best[0] = 0;
        for (file, &stack) in state.stacks.iter().enumerate() {
            let pawns = (0..length(stack)).filter(|&i| color(stack, i) == c).count() as u8;
            // One that has not moved is nobody else's.
            let Some(free) = pawns.checked_sub(self.goal.unmoved[c] >> file & 1) else {
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

    /// How many pawns of each colour officers may take.
    fn most(&self, state: &State) -> Option<ByColor<u8>> {
        let most = |c: Color| {
            let spare = self.goal.missing[c].checked_sub(state.made[!c])?;
            let pawns = 8 - state.lost[c];
            let free = pawns.checked_sub(self.goal.staying(c) + self.goal.promoted[c])?;
            Some(spare.min(free))
        };
        Some(ByColor { white: most(Color::White)?, black: most(Color::Black)? })
    }

    /// The ways to finish a file that has come to this.
    fn options(&mut self, stack: Stack, file: usize) -> &[Finish] {
        let promote = ByColor::new_with(|c| self.goal.shut[c] >> file & 1 == 0);
        let key = (stack, self.goal.stacks[file], promote);
        self.finishes.entry(key).or_insert_with(|| finishes(key.0, key.1, key.2))
    }

    /// How many pawns too many must be taken as it is. A capture makes that two less at best, and
    /// one as a rule.
    fn excess(&mut self, state: &State) -> u8 {
        let Some(most) = self.most(state) else { return 100 };
        let mut row = [100u8; 17];
        row[0] = 0;
        for file in 0..8 {
            let options = self.options(state.stacks[file], file);
            if options.is_empty() {
                continue;
            }
            let mut next = [100u8; 17];
            for (white, &black) in row.iter().enumerate().filter(|entry| *entry.1 < 100) {
                for option in options.iter() {
                    if let Some(entry) = next.get_mut(white + option.taken.white as usize) {
                        *entry = black.saturating_add(option.taken.black).min(*entry);
                    }
                }
            }
            row = next;
        }
        let over = |(white, &black): (usize, &u8)| {
            (white as u8).saturating_sub(most.white) + black.saturating_sub(most.black)
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
            let options = self.options(state.stacks[file], file);
            let mut next: [Option<(u8, Finish)>; 9] = [None; 9];
            for (white, black) in row.into_iter().enumerate() {
                let Some(black) = black else { continue };
                let first = dice.next() as usize;
                for k in 0..options.len() {
                    let option = options[(k + first) % options.len()];
                    let w = white + option.taken.white as usize;
                    let b: u8 = black + option.taken.black;
                    if w <= most.white as usize
                        && b <= most.black
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
            white -= option.taken.white as usize;
            black -= option.taken.black;
        }
        chosen.reverse();
        chosen.try_into().ok()
    }

    /// The places of a file's pawns, but for one at either end that has never moved: the first, and the
    /// one behind the last.
    fn free(&self, stack: Stack, file: u8) -> (u32, u32) {
        let stays = |c: Color| u32::from(self.goal.unmoved[c] >> file & 1);
        (stays(Color::White), length(stack) - stays(Color::Black))
    }

    fn captures(&self, state: &State) -> Vec<Capture> {
        let mut list = Vec::new();
        for from in 0..8u8 {
            let stack = state.stacks[from as usize];
            let (low, high) = self.free(stack, from);
            for index in low..high {
                let c = color(stack, index);
                if state.made[c] >= self.goal.missing[!c] {
                    continue;
                }
                for to in [from.wrapping_sub(1), from + 1].into_iter().filter(|&to| to < 8) {
                    let other = state.stacks[to as usize];
                    let (low, high) = self.free(other, to);
                    for place in low..=high {
                        let base = Capture {
                            from_file: from,
                            index: index as u8,
                            to_file: to,
                            to_index: place as u8,
                            pawn: false,
                        };
                        if length(other) < 6 {
                            list.push(base);
                        }
                        if place < high && color(other, place) != c {
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
        let c = color(state.stacks[m.from_file as usize], u32::from(m.index));
        next.stacks[m.from_file as usize] =
            remove(next.stacks[m.from_file as usize], u32::from(m.index));
        let to = &mut next.stacks[m.to_file as usize];
        if m.pawn {
            *to = remove(*to, u32::from(m.to_index));
            next.lost[!c] += 1;
        }
        *to = insert(*to, u32::from(m.to_index), c);
        next.made[c] += 1;
        next
    }

    /// Looks for as many captures as are left, and for a way to finish after them that is accepted.
    fn descend(
        &mut self,
        state: &State,
        left: u8,
        dice: &mut Dice,
        accept: &mut Accept<'_>,
    ) -> Option<[Finish; 8]> {
        if self.refused >= REFUSED {
            return None;
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let lower = ByColor::new_with(|c| self.fewest(state, c));
        let too_many = |c: Color| state.made[c] + lower[c] > self.goal.missing[!c];
        if lower.white + lower.black > left || Color::ALL.into_iter().any(too_many) {
            return None;
        }
        if left == 0 {
            let finish = self.finish(state, dice)?;
            if accept(&self.path, &finish, dice) {
                return Some(finish);
            }
            self.refused += 1;
            return None;
        }
        let hope = if self.boldly { left } else { 2 * left };
        if self.excess(state) > hope {
            return None;
        }
        if !self.failed.insert(state.key(left)) {
            return None;
        }
        let refused = self.refused;
        let mut list = self.captures(state);
        for i in (1..list.len()).rev() {
            list.swap(i, dice.below(i as u32 + 1) as usize);
        }
        for m in list {
            self.path.push(m);
            let found = self.descend(&Self::play(state, m), left - 1, dice, accept);
            if found.is_some() {
                return found;
            }
            self.path.pop();
        }
        if self.refused > refused {
            // Other ways to come here may be accepted.
            self.failed.remove(&state.key(left));
        }
        None
    }
}

/// What is known of a goal's pawns over all tries.
pub(super) struct Pawns {
    finishes: Finishes,
    /// The fewest captures that may do, as bold search says, and as careful search does.
    fewest: [u8; 2],
    /// Whether the search has run out of nodes; if so, what it found is used again.
    dear: bool,
    /// How many in a row were no plans, for want of ranks or of men to take.
    refused: u8,
    found: Vec<(Vec<Capture>, [Finish; 8])>,
}

/// How many results are kept for use again.
const KEPT: usize = 50;

/// So many ways are refused, for want of ranks or of men to take, before the search gives up.
const REFUSED: u32 = 20;

impl Pawns {
    pub(super) fn new() -> Pawns {
        Pawns {
            finishes: HashMap::new(),
            fewest: [0; 2],
            dear: false,
            refused: 0,
            found: Vec::new(),
        }
    }

    /// A plan, if one is found within so many nodes; of these, those not used are left.
    pub(super) fn plan(
        &mut self,
        goal: &Position,
        dice: &mut Dice,
        nodes: &mut u32,
        fields: &mut Fields,
    ) -> Option<Plan> {
        let (mut plan, mut left) = Plan::officers(goal, dice, fields);
        let few = self.fewest;
        if dice.replaced > 0 {
            plan.replace(goal, dice, &mut left);
            self.fewest = [0; 2];
        }
        let found = self.plan_for(goal, (plan, &left), dice, nodes, fields);
        if dice.replaced > 0 {
            self.fewest = few;
        }
        found
    }

    /// The same, when it is said which officers are `left` for pawns that promoted.
    fn plan_for(
        &mut self,
        goal: &Position,
        (mut plan, left): (Plan, &[(Color, Role, Square)]),
        dice: &mut Dice,
        nodes: &mut u32,
        fields: &mut Fields,
    ) -> Option<Plan> {
        let boldly = dice.wild <= 1 && self.fewest[0] != NEVER;
        let mut search = Search {
            goal: Goal::new(goal, left)?,
            finishes: &mut self.finishes,
            failed: HashSet::default(),
            path: Vec::new(),
            nodes: *nodes,
            boldly,
            refused: 0,
        };
        let ByColor { white, black } = search.goal.missing;
        let start =
            State { stacks: [0b110; 8], made: ByColor::default(), lost: ByColor::default() };
        let known = &mut self.fewest[usize::from(!boldly)];
        // Where the search has run out of nodes before, it may as well look further on.
        let mut more = if boldly && !self.dear { 0 } else { dice.below(3) as u8 };
        more += self.refused / 3;
        for captures in *known + more..=white + black {
            search.failed.clear();
            let mut built = None;
            let mut accept = |path: &[Capture], finish: &[Finish; 8], dice: &mut Dice| {
                let mut plan = plan.clone();
                let good = build(&mut plan, path, finish, goal, left, dice, fields);
                built = good.then_some(plan);
                good
            };
            search.refused = 0;
            let found = search.descend(&start, captures, dice, &mut accept);
            *nodes = search.nodes;
            if let Some(finish) = found {
                if self.dear && self.found.len() < KEPT {
                    self.found.push((search.path, finish));
                }
                self.refused = 0;
                return built;
            }
            if search.refused > 0 {
                self.refused = self.refused.saturating_add(1);
            }
            if search.refused >= REFUSED {
                return None;
            }
            if search.nodes == 0 {
                self.dear = true;
                let one = dice.below(self.found.len() as u32) as usize;
                let (path, finish) = self.found.get(one)?;
                return build(&mut plan, path, finish, goal, left, dice, fields).then_some(plan);
            }
            if more == 0 && search.refused == 0 {
                *known = captures + 1;
            }
        }
        if more == 0 && *known == white + black + 1 {
            *known = NEVER;
        }
        None
    }

    /// Whether no plan exists at all.
    pub(super) fn is_hopeless(&self) -> bool {
        self.fewest[1] == NEVER
    }
}
