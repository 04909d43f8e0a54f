//! Whether the pawns of a plan find ranks: on which ranks each capture of the plan can arrive.
//!
//! A plan says in which order the pawns of a file stand, not where. Each pawn goes forward only,
//! stands ahead of those behind it, goes one rank ahead with each capture, and ends where the goal
//! has it. All that are differences between two ranks, so the lowest and the highest rank of
//! each pawn at each event show whether all can hold at once. Some microseconds.

use super::plan::{OFFICER, Plan, What};

/// The lowest and the highest rank, counted from 0 on White's side.
pub(super) type Ranks = (i8, i8);

/// What is asked of the ranks.
#[derive(Default)]
struct Room {
    ranks: Vec<Ranks>,
    /// The second is so much higher than the first, at least.
    above: Vec<(usize, usize, i8)>,
    /// The rank that each pawn had last.
    now: [usize; 16],
}

impl Room {
    fn rank(&mut self, ranks: Ranks) -> usize {
        self.ranks.push(ranks);
        self.ranks.len() - 1
    }

    /// The pawn has gone so many ranks, or more, since it was looked at last.
    fn forward(&mut self, pawn: u8, steps: i8, exactly: bool, ranks: Ranks) {
        let (before, after) = (self.now[pawn as usize], self.rank(ranks));
        let (low, high) = if pawn < 8 { (before, after) } else { (after, before) };
        self.above.push((low, high, steps));
        if exactly {
            self.above.push((high, low, -steps));
        }
        self.now[pawn as usize] = after;
    }

    /// These pawns stand one ahead of the other.
    fn in_order(&mut self, stack: &[u8]) {
        for pair in stack.windows(2) {
            let [low, high] = [0, 1].map(|place| self.now[pair[place] as usize]);
            self.above.push((low, high, 1));
        }
    }

    /// Narrows all ranks; false if some rank is left with none.
    fn narrow(&mut self) -> bool {
        loop {
            let mut done = true;
            for &(low, high, steps) in &self.above {
                let (least, most) = (self.ranks[low].0 + steps, self.ranks[high].1 - steps);
                if self.ranks[high].0 < least {
                    self.ranks[high].0 = least;
                    done = false;
                }
                if self.ranks[low].1 > most {
                    self.ranks[low].1 = most;
                    done = false;
                }
                if self.ranks[high].0 > self.ranks[high].1 || self.ranks[low].0 > self.ranks[low].1
                {
                    return false;
                }
            }
            if done {
                return true;
            }
        }
    }
}

/// Where the pawns of a plan can have been.
pub(super) struct Arrivals {
    room: Room,
    /// The rank on which each event leaves its pawn.
    arrived: Vec<usize>,
    /// The ranks of the pawns that stand on the files of each event.
    touched: Vec<Vec<(u8, usize)>>,
}

impl Arrivals {
    /// The ranks on which a capture can arrive.
    pub(super) fn of(&self, event: usize) -> Ranks {
        self.room.ranks[self.arrived[event]]
    }

    /// Asks a capture to arrive on a square of one colour; false if none is left.
    pub(super) fn arrive(&mut self, event: usize, file: u8, light: bool) -> bool {
        let (low, high) = &mut self.room.ranks[self.arrived[event]];
        let other = |rank: i8| (rank + file as i8) % 2 != i8::from(light);
        *low += i8::from(other(*low));
        *high -= i8::from(other(*high));
        low <= high && self.room.narrow()
    }

    /// The least rank, seen from its own side, that each pawn must have gone as long as an event is
    /// not taken back, last event first.
    pub(super) fn limits(&self) -> [Vec<(u8, u8)>; 16] {
        let mut limits: [Vec<(u8, u8)>; 16] = Default::default();
        for (event, touched) in self.touched.iter().enumerate().rev() {
            for &(pawn, rank) in touched {
                let (low, high) = self.room.ranks[rank];
                let limit = if pawn < 8 { low } else { 7 - high };
                limits[pawn as usize].push((event as u8, limit as u8));
            }
        }
        limits
    }
}

/// The ranks on which the captures of the plan can arrive; `None` if the pawns do not find ranks.
pub(super) fn arrivals(plan: &Plan) -> Option<Arrivals> {
    const ANY: Ranks = (1, 6);
    let mut room = Room::default();
    let mut stacks: [Vec<u8>; 8] = std::array::from_fn(|file| vec![file as u8, file as u8 + 8]);
    for pawn in 0..16u8 {
        let home = if pawn < 8 { 1 } else { 6 };
        room.now[pawn as usize] = room.rank((home, home));
    }
    let mut arrived = Vec::with_capacity(plan.events.len());
    let mut touched = Vec::with_capacity(plan.events.len());
    for event in &plan.events {
        let pawn = event.pawn;
        let mut there = Vec::new();
        match event.what {
            What::Taken(file) => stacks[file as usize].retain(|&other| other != pawn),
            What::Promotion(file) => {
                let stack = &mut stacks[file as usize];
                let last = if pawn < 8 { 6 } else { 1 };
                for &other in stack.iter() {
                    let ranks = if other == pawn { (last, last) } else { ANY };
                    room.forward(other, 0, false, ranks);
                }
                room.in_order(stack);
                stack.retain(|&other| other != pawn);
                there.extend(stack.iter().map(|&other| (other, room.now[other as usize])));
            }
            What::Capture(from, to, victim) => {
                let [from, to] = [from, to].map(usize::from);
                for stack in [&stacks[from], &stacks[to]] {
                    for &other in stack {
                        room.forward(other, 0, false, ANY);
                    }
                    room.in_order(stack);
                }
                stacks[from].retain(|&other| other != pawn);
                room.forward(pawn, 1, true, ANY);
                if victim != OFFICER {
                    let [mine, its] = [pawn, victim].map(|pawn| room.now[pawn as usize]);
                    room.above.extend([(mine, its, 0), (its, mine, 0)]);
                    stacks[to].retain(|&other| other != victim);
                }
                let below = |other: &&u8| event.below & 1 << **other != 0;
                let place = stacks[to].iter().filter(below).count();
                stacks[to].insert(place, pawn);
                room.in_order(&stacks[to]);
                let both = stacks[from].iter().chain(&stacks[to]);
                there.extend(both.map(|&other| (other, room.now[other as usize])));
            }
        }
        arrived.push(room.now[pawn as usize]);
        touched.push(there);
    }
    for stack in &stacks {
        for &pawn in stack {
            let at = plan.men[pawn as usize + 8].square()?.rank();
            room.forward(pawn, 0, false, (at, at));
        }
    }
    room.narrow().then_some(Arrivals { room, arrived, touched })
}
