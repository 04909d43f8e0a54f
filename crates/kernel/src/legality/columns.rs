//! Can the pawns have come to where they are, and can the missing ones have promoted?
//!
//! Only the order of the pawns on each file is looked at: which pawn stands behind which, not on
//! what rank. A push does not change it, for pawns do not jump. Only captures and promotions do,
//! and captures are few. So all ways to reach the files of a position are tried; if there is none,
//! the position cannot arise. The lemma is in docs/illegality.md ("Pawn columns").
//!
//! Microseconds to milliseconds; where captures are many there are too many ways, and the search
//! gives up without an answer.

use std::collections::HashSet;

use super::assignment::advance;
use super::ledger::Ledger;
use crate::{Color, Square};

/// A pawn on its file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Pawn {
    /// It will promote or be captured.
    Goes(Color),
    /// It is one of the pawns of the position, with this number, and captures so often at most.
    Stays(Color, usize, usize),
}

impl Pawn {
    fn color(self) -> Color {
        match self {
            Pawn::Goes(color) | Pawn::Stays(color, _, _) => color,
        }
    }
}

/// The pawns of each file, from the first rank up, and the captures that are left.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    files: [Vec<Pawn>; 8],
    captures: [usize; 2],
    lost_pawns: [usize; 2],
}

/// How many states are looked at before the search gives up.
pub const MAX_STATES: usize = 20_000;

/// Whether the pawns' files can be reached with these captures, as far as their order shows it.
/// True also if there are too many ways to try.
pub fn can_come_about(ledger: &Ledger) -> bool {
    let goal = |file: usize| {
        let mut pawns: Vec<(Color, usize)> = Vec::new();
        for color in Color::ALL {
            let on_file = |&(_, at): &(usize, &Square)| at.file() as usize == file;
            let own = ledger.pawns[color.index()].iter().enumerate().filter(on_file);
            pawns.extend(own.map(|(number, _)| (color, number)));
        }
        pawns.sort_by_key(|&(color, number)| ledger.pawns[color.index()][number].rank());
        pawns
    };
    let goal = std::array::from_fn(goal);
    let mut search = Search { ledger, goal, seen: HashSet::new() };
    let start = State {
        files: Default::default(),
        captures: ledger.captures,
        lost_pawns: ledger.lost_pawns,
    };
    search.assign(&start, 0, [0; 2])
}

struct Search<'a> {
    ledger: &'a Ledger,
    goal: [Vec<(Color, usize)>; 8],
    /// States from which the goal was not reached.
    seen: HashSet<State>,
}

impl Search<'_> {
    /// Tries all ways to say which of the original pawns are those of the position: the pawns of
    /// `file` and the files after it, `taken` being the pawns of the position already assigned.
    fn assign(&mut self, state: &State, number: usize, taken: [u8; 2]) -> bool {
        let (file, color) = (number / 2, Color::ALL[number % 2]);
        let own = color.index();
        if number == 16 {
            let all = (0..2).all(|c| taken[c].count_ones() as usize == self.ledger.pawns[c].len());
            return all && self.reach(state.clone());
        }
        if self.seen.len() > MAX_STATES {
            return true;
        }
        let left = self.ledger.pawns[own].len() - taken[own].count_ones() as usize;
        if left > 8 - file || !self.affordable(state) {
            return false;
        }
        for index in 0..self.ledger.pawns[own].len() {
            let at = self.ledger.pawns[own][index];
            let far = (at.file() - file as i8).unsigned_abs() as usize;
            if taken[own] & 1 << index == 0 && far <= advance(color, at) {
                let mut next = state.clone();
                next.files[file].push(Pawn::Stays(color, index, advance(color, at)));
                let mut taken = taken;
                taken[own] |= 1 << index;
                if self.assign(&next, number + 1, taken) {
                    return true;
                }
            }
        }
        let mut next = state.clone();
        next.files[file].push(Pawn::Goes(color));
        self.assign(&next, number + 1, taken)
    }

    /// Whether the captures that the staying pawns still need are there.
    fn affordable(&self, state: &State) -> bool {
        let mut needed = [0; 2];
        for (file, pawns) in state.files.iter().enumerate() {
            for &pawn in pawns {
                if let Pawn::Stays(color, index, steps) = pawn {
                    let at = self.ledger.pawns[color.index()][index];
                    let far = (at.file() - file as i8).unsigned_abs() as usize;
                    if far > steps {
                        return false;
                    }
                    needed[color.index()] += far;
                }
            }
        }
        (0..2).all(|color| needed[color] <= state.captures[color])
    }

    /// Whether some series of captures leads from the state to the position's files.
    fn reach(&mut self, mut state: State) -> bool {
        promote(&mut state);
        if self.is_goal(&state) || self.seen.len() > MAX_STATES {
            return true;
        }
        let stuck = state.files.iter().filter(|pawns| is_stuck(pawns)).count();
        let both = |color: usize| state.captures[color].min(state.lost_pawns[1 - color]);
        let reach = state.captures[0] + state.captures[1] + both(0) + both(1);
        if stuck > reach || !self.affordable(&state) || !self.seen.insert(state.clone()) {
            return false;
        }
        self.successors(&state).into_iter().any(|next| self.reach(next))
    }

    fn is_goal(&self, state: &State) -> bool {
        state.files.iter().zip(&self.goal).all(|(pawns, goal)| {
            pawns.len() == goal.len()
                && pawns.iter().zip(goal).all(|(&pawn, &(color, number))| {
                    matches!(pawn, Pawn::Stays(c, n, _) if (c, n) == (color, number))
                })
        })
    }

    /// All states after one capture that changes the files.
    fn successors(&self, state: &State) -> Vec<State> {
        let mut list = Vec::new();
        for file in 0..8 {
            let Some(ranks) = self.ranks(file, &state.files[file]) else { return Vec::new() };
            for place in 0..state.files[file].len() {
                let pawn = state.files[file][place];
                let (us, them) = (pawn.color().index(), (!pawn.color()).index());
                let mut gone = state.clone();
                gone.files[file].remove(place);
                // It is captured by a piece.
                let goes = matches!(pawn, Pawn::Goes(_));
                if goes && state.captures[them] > 0 && state.lost_pawns[us] > 0 {
                    let mut next = gone.clone();
                    next.captures[them] -= 1;
                    next.lost_pawns[us] -= 1;
                    list.push(next);
                }
                if state.captures[us] == 0 {
                    continue;
                }
                gone.captures[us] -= 1;
                let after = match pawn {
                    Pawn::Goes(_) => pawn,
                    Pawn::Stays(_, _, 0) => continue,
                    Pawn::Stays(color, index, steps) => Pawn::Stays(color, index, steps - 1),
                };
                let forward = pawn.color().forward();
                let (low, high) = ranks[place];
                // The ranks on which it can arrive.
                let arrival = (low + forward, high + forward);
                for to in [file.wrapping_sub(1), file + 1] {
                    if to >= 8 {
                        continue;
                    }
                    // It captures a pawn and takes its place.
                    let Some(there) = self.ranks(to, &state.files[to]) else { return Vec::new() };
                    for (place, &other) in state.files[to].iter().enumerate() {
                        if other == Pawn::Goes(!pawn.color()) && state.lost_pawns[them] > 0 {
                            let mut next = gone.clone();
                            next.files[to][place] = after;
                            next.lost_pawns[them] -= 1;
                            // En passant it arrives one rank further on.
                            let (low, high) = there[place];
                            let place_of = (low.min(low + forward), high.max(high + forward));
                            if self.fits(&next, to, place, &[arrival, place_of]) {
                                list.push(next);
                            }
                        }
                    }
                    // It captures a piece. If it can promote then, other places need no look.
                    let mut places: Vec<usize> = (0..=state.files[to].len()).collect();
                    if pawn.color() == Color::White {
                        places.reverse();
                    }
                    for (count, &place) in places.iter().enumerate() {
                        let mut next = gone.clone();
                        next.files[to].insert(place, after);
                        if self.fits(&next, to, place, &[arrival]) {
                            list.push(next);
                            if goes && count == 0 {
                                break;
                            }
                        }
                    }
                }
            }
        }
        list
    }

    /// Whether the pawns of this file have room, the one at this place on a rank of all ranges.
    fn fits(&self, state: &State, file: usize, place: usize, ranges: &[(i8, i8)]) -> bool {
        let Some(ranks) = self.ranks(file, &state.files[file]) else { return false };
        let (mut low, mut high) = ranks[place];
        for range in ranges {
            (low, high) = (low.max(range.0), high.min(range.1));
        }
        low <= high
    }

    /// The lowest and the highest rank on which each pawn of a file can stand; none if they have
    /// no room.
    fn ranks(&self, file: usize, pawns: &[Pawn]) -> Option<Vec<(i8, i8)>> {
        let mut ranks: Vec<(i8, i8)> = pawns.iter().map(|&pawn| self.range(file, pawn)).collect();
        for place in 1..ranks.len() {
            ranks[place].0 = ranks[place].0.max(ranks[place - 1].0 + 1);
        }
        for place in (1..ranks.len()).rev() {
            ranks[place - 1].1 = ranks[place - 1].1.min(ranks[place].1 - 1);
        }
        ranks.iter().all(|(low, high)| low <= high).then_some(ranks)
    }

    /// The ranks on which a pawn can stand: behind where it will stay, and as far on as its
    /// captures have led it.
    fn range(&self, file: usize, pawn: Pawn) -> (i8, i8) {
        let Pawn::Stays(color, index, steps) = pawn else { return (1, 6) };
        let at = self.ledger.pawns[color.index()][index];
        let made = (advance(color, at) - steps) as i8;
        let to_make = (at.file() - file as i8).abs();
        let first = color.pawn_rank() + made * color.forward();
        let last = at.rank() - to_make * color.forward();
        if color == Color::White { (first, last) } else { (last, first) }
    }
}

/// Takes all pawns off that can promote now and will not stay.
fn promote(state: &mut State) {
    for pawns in &mut state.files {
        while pawns.last() == Some(&Pawn::Goes(Color::White)) {
            pawns.pop();
        }
        while pawns.first() == Some(&Pawn::Goes(Color::Black)) {
            pawns.remove(0);
        }
    }
}

/// Whether a pawn that will not stay is on this file.
fn is_stuck(pawns: &[Pawn]) -> bool {
    pawns.iter().any(|pawn| matches!(pawn, Pawn::Goes(_)))
}
