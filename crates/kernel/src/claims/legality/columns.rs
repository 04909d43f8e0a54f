//! Can the pawns have come to where they are, and can the missing ones have promoted?
//!
//! Only the order of the pawns on each file is looked at: which pawn stands behind which, and
//! whether there are ranks enough. A push does not change the order, for pawns do not jump. Only
//! captures and promotions do, and captures are few. So all ways to reach the files of a position
//! are tried; if there is none, the position cannot arise. The lemma is in docs/theory/illegality.md
//! ("Pawn columns").
//!
//! Microseconds to milliseconds; where captures are many there are too many ways, and the search
//! gives up without an answer.

use std::collections::HashSet;

use super::assignment::{advance, captures_needed};
use super::column::{Column, Pawn};
use super::ledger::Ledger;
use crate::budget::Meter;
use crate::{Color, Exhausted, Square};

/// What a look at a state counts for in a budget.
const STATE_STEPS: u64 = 100;

/// The pawns of each file, and the captures that are left.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    files: [Column; 8],
    captures: [u8; 2],
    lost_pawns: [u8; 2],
    /// Bishops of each colour that no pawn has become yet, on dark squares and on light ones.
    bishops: [[u8; 2]; 2],
    /// Captures of each colour that pieces have made here, but promoting pawns may have made.
    turns: [u8; 2],
}

/// Where there are more captures than this, there is hardly ever anything to find.
const FEW_CAPTURES: usize = 6;

/// How many states are looked at before the search gives up.
fn most_states(ledger: &Ledger) -> usize {
    if ledger.captures.iter().sum::<usize>() <= FEW_CAPTURES { 20_000 } else { 60 }
}

/// Ranks, from the lowest to the highest.
type Ranks = (i8, i8);

/// Whether the pawns' files can be reached with these captures, as far as their order shows it.
/// True also if there are too many ways to try.
///
/// Where some file is shut to promotions it is asked twice: first as if it were open, for then there are fewer
/// states, and fewer searches are given up.
///
/// # Errors
///
/// If the budget is spent first.
pub fn can_come_about(ledger: &Ledger, meter: &Meter) -> Result<bool, Exhausted> {
    let open = Ledger { straight: [[true; 8]; 2], aside: [[true; 8]; 2], ..ledger.clone() };
    let possible = can_reach(&open, meter)?;
    if !possible || open.straight == ledger.straight {
        return Ok(possible);
    }
    can_reach(ledger, meter)
}

fn can_reach(ledger: &Ledger, meter: &Meter) -> Result<bool, Exhausted> {
    let mut goal: [Vec<(Color, usize)>; 8] = Default::default();
    for color in Color::ALL {
        for (number, at) in ledger.pawns[color.index()].iter().enumerate() {
            goal[at.file() as usize].push((color, number));
        }
    }
    for pawns in &mut goal {
        pawns.sort_by_key(|&(color, number)| ledger.pawns[color.index()][number].rank());
    }
    if is_plenty(ledger) {
        return Ok(true);
    }
    let mut search = Search { ledger, goal, seen: HashSet::new(), meter };
    let start = State {
        files: Default::default(),
        captures: ledger.captures.map(|count| count as u8),
        lost_pawns: ledger.lost_pawns.map(|count| count as u8),
        bishops: ledger.bishops.map(|by_square| by_square.map(|count| count as u8)),
        turns: [0; 2],
    };
    search.assign(&start, 0, [0; 2])
}

/// Whether captures are so many that a search is not worth its time: one for each pawn that is gone,
/// and those that the others need besides.
fn is_plenty(ledger: &Ledger) -> bool {
    let enough = Color::ALL.into_iter().all(|color| {
        let (us, them) = (color.index(), (!color).index());
        let gone = 8 - ledger.pawns[them].len();
        let needed = captures_needed(color, &ledger.pawns[us]);
        ledger.lost_pawns[them] >= gone
            && needed.is_some_and(|needed| ledger.captures[us] >= gone + needed)
    });
    enough && ledger.captures.iter().sum::<usize>() > FEW_CAPTURES
}

struct Search<'a> {
    ledger: &'a Ledger,
    /// The pawns of the position on each file, from the first rank up.
    goal: [Vec<(Color, usize)>; 8],
    /// States from which the goal was not reached.
    seen: HashSet<State>,
    meter: &'a Meter<'a>,
}

impl Search<'_> {
    /// Tries all ways to say which of the original pawns are those of the position: White's and
    /// Black's pawn of the first file, then those of the second, and so on; `taken` are the pawns
    /// of the position that have their origin.
    fn assign(&mut self, state: &State, number: usize, taken: [u8; 2]) -> Result<bool, Exhausted> {
        self.meter.step(STATE_STEPS)?;
        if number == 16 {
            return self.reach(state.clone());
        }
        let (file, color) = (number / 2, Color::ALL[number % 2]);
        let own = color.index();
        let pawns = &self.ledger.pawns[own];
        let left = pawns.len() - taken[own].count_ones() as usize;
        if left > 8 - file || !self.is_affordable(state) {
            return Ok(false);
        }
        let place = state.files[file].pawns().len();
        let mut origins = Vec::new();
        for (index, &at) in pawns.iter().enumerate() {
            if taken[own] & 1 << index == 0 && far(at.file(), file) <= advance(color, at) {
                origins.push((Pawn::stays(color, index, advance(color, at)), 1 << index));
            }
        }
        if left < 8 - file {
            origins.push((Pawn::goes(color), 0));
        }
        // Most pawns are still on their files; the order decides how soon a way is found, no more.
        origins.sort_by_key(|&(pawn, _)| match pawn.staying() {
            Some((index, _)) => far(pawns[index].file(), file),
            None => 8,
        });
        for (pawn, index) in origins {
            let mut next = state.clone();
            let Some(column) = next.files[file].with(place, pawn) else { continue };
            next.files[file] = column;
            let mut taken = taken;
            taken[own] |= index;
            if self.assign(&next, number + 1, taken)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether there are captures enough, as far as counting shows it.
    ///
    /// A staying pawn needs as many as it has files to go. A stuck file needs one capture by which
    /// a pawn of that file leaves it or is captured; what the staying pawns need can serve for the
    /// files that they leave, and every capture can serve for the file of a captured pawn.
    fn is_affordable(&self, state: &State) -> bool {
        let mut left = state.captures.map(usize::from);
        let mut stuck = 0;
        for (file, column) in state.files.iter().enumerate() {
            let mut left_by_staying = false;
            for pawn in column.pawns() {
                let Some((number, captures)) = pawn.staying() else { continue };
                let own = pawn.color().index();
                let needed = far(self.ledger.pawns[own][number].file(), file);
                if needed > captures || needed > left[own] {
                    return false;
                }
                left[own] -= needed;
                left_by_staying |= needed > 0;
            }
            stuck += usize::from(self.promoted(file, column).is_stuck() && !left_by_staying);
        }
        let pairs = |color: usize| state.captures[color].min(state.lost_pawns[1 - color]);
        stuck <= left[0] + left[1] + usize::from(pairs(0) + pairs(1))
    }

    /// Whether some series of captures leads from the state to the position's files.
    fn reach(&mut self, mut state: State) -> Result<bool, Exhausted> {
        self.meter.step(STATE_STEPS)?;
        self.promote(&mut state);
        if self.is_goal(&state) {
            return Ok(has_bishops(&state));
        }
        if self.seen.len() >= most_states(self.ledger) {
            return Ok(true);
        }
        if !self.is_affordable(&state) || !self.seen.insert(state.clone()) {
            return Ok(false);
        }
        let mut next = self.successors(&state);
        self.meter.step(STATE_STEPS * next.len() as u64)?;
        next.sort_by_cached_key(|state| self.stuck(state));
        for next in next {
            if self.reach(next)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The column of a file without the pawns that can promote on it now.
    fn promoted(&self, file: usize, column: &Column) -> Column {
        column.promoted([0, 1].map(|color| self.ledger.straight[color][file]))
    }

    /// How many files hold a pawn that will not stay.
    fn stuck(&self, state: &State) -> usize {
        let files = state.files.iter().enumerate();
        files.filter(|(file, column)| self.promoted(*file, column).is_stuck()).count()
    }

    /// Takes off the pawns that can promote now and will not stay. On their own file they can become
    /// bishops on squares of one colour.
    fn promote(&self, state: &mut State) {
        for (file, column) in state.files.iter_mut().enumerate() {
            let after = self.promoted(file, column);
            if after == *column {
                continue;
            }
            for color in Color::ALL {
                let own = |column: &Column| {
                    column.pawns().iter().filter(|pawn| pawn.color() == color).count()
                };
                let count = (own(column) - own(&after)) as u8;
                let door = Square::on_board(file as i8, color.promotion_rank());
                if self.ledger.bishop_doors[color.index()][file] {
                    let needed = &mut state.bishops[color.index()][usize::from(door.is_light())];
                    *needed = needed.saturating_sub(count);
                }
            }
            *column = after;
        }
        for color in 0..2 {
            let needed: u8 = state.bishops[color].iter().sum();
            state.turns[color] = state.turns[color].min(needed);
        }
    }

    fn is_goal(&self, state: &State) -> bool {
        state.files.iter().zip(&self.goal).all(|(column, goal)| {
            let pawns = column.pawns();
            let same = |(pawn, &(color, number)): (&Pawn, &(Color, usize))| {
                pawn.color() == color && pawn.staying().is_some_and(|(own, _)| own == number)
            };
            pawns.len() == goal.len() && pawns.iter().zip(goal).all(same)
        })
    }

    /// All states after one capture that changes the files.
    fn successors(&self, state: &State) -> Vec<State> {
        let mut list = Vec::new();
        for file in 0..8 {
            let column = state.files[file];
            let Some(ranks) = self.ranks(file, &column) else { return Vec::new() };
            for (place, &pawn) in column.pawns().iter().enumerate() {
                let (us, them) = (pawn.color().index(), (!pawn.color()).index());
                let mut left = state.clone();
                left.files[file] = column.without(place);
                // A piece captures it.
                if pawn.staying().is_none() && state.captures[them] > 0 && state.lost_pawns[us] > 0
                {
                    let mut next = left.clone();
                    next.captures[them] -= 1;
                    next.lost_pawns[us] -= 1;
                    next.turns[them] += 1;
                    list.push(next);
                }
                if state.captures[us] == 0 {
                    continue;
                }
                left.captures[us] -= 1;
                // It promotes by a capture. Where it could go straight on it has been taken off before.
                if column.first(pawn.color()) == Some(place)
                    && pawn.staying().is_none()
                    && self.ledger.aside[us][file]
                {
                    let mut next = left.clone();
                    next.turns[us] += 1;
                    list.push(next);
                }
                let after = match pawn.staying() {
                    None => pawn,
                    Some((_, 0)) => continue,
                    Some((number, captures)) => Pawn::stays(pawn.color(), number, captures - 1),
                };
                let forward = pawn.color().forward();
                let arrival = (ranks[place].0 + forward, ranks[place].1 + forward);
                for to in [file.wrapping_sub(1), file + 1].into_iter().filter(|&to| to < 8) {
                    self.push_captures(&left, after, to, arrival, &mut list);
                }
            }
        }
        list
    }

    /// The states after the pawn, taken off its file, has captured something on file `to`.
    fn push_captures(
        &self,
        state: &State,
        pawn: Pawn,
        to: usize,
        arrival: Ranks,
        list: &mut Vec<State>,
    ) {
        let (us, column) = (pawn.color(), state.files[to]);
        let them = (!us).index();
        // A pawn: it takes its place. En passant it arrives one rank further on.
        let Some(ranks) = self.ranks(to, &column) else { return };
        for (place, &other) in column.pawns().iter().enumerate() {
            if other == Pawn::goes(!us) && state.lost_pawns[them] > 0 {
                let (low, high) = ranks[place];
                let there = (low.min(low + us.forward()), high.max(high + us.forward()));
                let column = column.replaced(place, pawn);
                if self.fits(to, &column, place, &[arrival, there]) {
                    let mut next = state.clone();
                    next.files[to] = column;
                    next.lost_pawns[them] -= 1;
                    list.push(next);
                }
            }
        }
        // A piece: it may arrive at any place. If it can promote on that file, and does not stay,
        // then no other place than the first needs a look.
        let length = column.pawns().len();
        for count in 0..=length {
            let place = if us == Color::White { length - count } else { count };
            let Some(column) = column.with(place, pawn) else { return };
            if self.fits(to, &column, place, &[arrival]) {
                let mut next = state.clone();
                next.files[to] = column;
                list.push(next);
                let promotes = self.ledger.straight[us.index()][to];
                if pawn.staying().is_none() && count == 0 && promotes {
                    return;
                }
            }
        }
    }

    /// Whether the pawns of this file have room, the one at this place on a rank of all ranges.
    fn fits(&self, file: usize, column: &Column, place: usize, ranges: &[Ranks]) -> bool {
        let Some(ranks) = self.ranks(file, column) else { return false };
        let (mut low, mut high) = ranks[place];
        for range in ranges {
            (low, high) = (low.max(range.0), high.min(range.1));
        }
        low <= high
    }

    /// The lowest and the highest rank on which each pawn of a file can stand; none if they have
    /// no room.
    fn ranks(&self, file: usize, column: &Column) -> Option<[Ranks; 6]> {
        let pawns = column.pawns();
        let mut ranks = [(1, 6); 6];
        for (place, &pawn) in pawns.iter().enumerate() {
            ranks[place] = self.range(file, pawn);
        }
        for place in 1..pawns.len() {
            ranks[place].0 = ranks[place].0.max(ranks[place - 1].0 + 1);
        }
        for place in (1..pawns.len()).rev() {
            ranks[place - 1].1 = ranks[place - 1].1.min(ranks[place].1 - 1);
        }
        ranks.iter().all(|(low, high)| low <= high).then_some(ranks)
    }

    /// The ranks on which a pawn can stand: between where its captures have led it at least, and
    /// where it must still be to make those that lead it to its square.
    fn range(&self, file: usize, pawn: Pawn) -> Ranks {
        let Some((number, captures)) = pawn.staying() else { return (1, 6) };
        let color = pawn.color();
        let at = self.ledger.pawns[color.index()][number];
        let made = (advance(color, at) - captures) as i8;
        let first = color.pawn_rank() + made * color.forward();
        let last = at.rank() - far(at.file(), file) as i8 * color.forward();
        if color == Color::White { (first, last) } else { (last, first) }
    }
}

/// Whether the bishops that are still wanted can come from pawns that captured on their way to
/// promotion, after they were taken off here.
fn has_bishops(state: &State) -> bool {
    (0..2).all(|color| {
        let wanted: u8 = state.bishops[color].iter().sum();
        wanted <= state.captures[color] + state.turns[color]
    })
}

/// How many files are between the two, and one.
fn far(one: i8, other: usize) -> usize {
    (one - other as i8).unsigned_abs() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    /// Chance that is the same in every run (Marsaglia's xorshift).
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, n: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as usize % n
        }
    }

    /// An account of pawns by chance: of the eight of each colour some are gone, the others a few
    /// ranks ahead, some of them on another file.
    fn ledger(dice: &mut Dice) -> Ledger {
        let mut taken = Vec::new();
        let pawns = Color::ALL.map(|color| {
            let mut pawns = Vec::new();
            for home in 0..8 {
                let file = home + [0, 0, 0, 0, 0, 0, 0, 0, 1, -1, 9, 9][dice.below(12)];
                let ahead = [0, 1, 2, 2, 3, 4][dice.below(6)];
                let rank = color.pawn_rank() + ahead * color.forward();
                if (0..8).contains(&file) && !taken.contains(&(file, rank)) {
                    taken.push((file, rank));
                    pawns.push(Square::on_board(file, rank));
                }
            }
            pawns.sort_unstable();
            pawns
        });
        let captures = [0; 2].map(|_| 1 + dice.below(4));
        let gone = [8 - pawns[0].len(), 8 - pawns[1].len()];
        let lost_pawns = [0, 1].map(|own: usize| dice.below(1 + captures[1 - own].min(gone[own])));
        let bishops = [0; 2].map(|_| [0; 2].map(|_| dice.below(4) / 3));
        let bishop_doors = [0; 2].map(|_| [0; 8].map(|_| dice.below(4) > 0));
        let (straight, aside) = ([[true; 8]; 2], [[true; 8]; 2]);
        Ledger {
            pawns,
            captures,
            lost_pawns,
            promoted: [0; 2],
            bishops,
            bishop_doors,
            straight,
            aside,
        }
    }

    /// How many cannot come about, can, and are given up, and in how many steps that is found: which
    /// ways are tried, and which are not.
    #[test]
    fn signature_of_pawn_columns() {
        let mut dice = Dice(1913);
        let (mut found, mut steps, mut sum) = ([0; 3], 0, 0_i64);
        for number in 1..=300 {
            let ledger = ledger(&mut dice);
            let budget = Budget::default().steps(400_000, 0);
            found[can_come_about(&ledger, &budget.meter()).map_or(2, usize::from)] += 1;
            steps += budget.taken();
            sum = sum.wrapping_add(budget.taken().wrapping_mul(number));
        }
        assert_eq!((found, steps, sum), ([63, 65, 172], 98_200_700, 14_553_286_800));
    }
}
