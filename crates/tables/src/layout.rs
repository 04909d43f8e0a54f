//! Where each position of a material stands in its table.
//!
//! Sixty-four positions share a word: they differ only in the square of one man, the *last*, and
//! the bit says which. All other men make the *config*, a number. One of them, the *lead*, stands
//! for the symmetry: the board is turned so that it stands in the triangle a1-d1-d4 (without
//! pawns, eight symmetries) or on the files a to d (with pawns, two). The others are grouped by
//! kind, and identical men count once. Which man leads and which is last is chosen so that the
//! table becomes smallest.
//!
//! A position may stand in more than one place: with the lead on the diagonal both mirror images
//! are there, and where identical men share in the lead, the last place or a group, each of them
//! has its turn. The engine treats all places alike, so they always agree.
//!
//! A position with a possible en-passant capture has a place of its own: the *plane* says which
//! pawn has just advanced two squares; plane 0 is all other positions.

use zermelo_board::{Color, Role};
use zermelo_kernel::Piece;

use crate::geometry::{Turn, turn_square};
use crate::locate::{Kind, kind};
use crate::material::{MAX_MEN, Material};

/// The squares of all men in the order of the slots.
pub(crate) type Squares = [u8; MAX_MEN];

/// A man of the table: its side and role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Man {
    pub side: Color,
    pub role: Role,
}

impl Man {
    /// The same man in the kernel's words.
    pub fn piece(self) -> Piece {
        Piece { color: self.side, role: self.role }
    }

    fn places(self) -> usize {
        if self.role == Role::Pawn { 48 } else { 64 }
    }
}

/// Identical men that are counted once, in neighbouring slots.
#[derive(Debug)]
struct Group {
    start: usize,
    len: usize,
    stride: usize,
    /// Subtracted from a square: 8 for pawns, which have 48 places.
    base: u8,
    /// The squares of each number.
    sets: Vec<[u8; MAX_MEN]>,
}

#[derive(Debug)]
pub(crate) struct Layout {
    pub material: Material,
    /// The men: lead, groups, last.
    pub men: Vec<Man>,
    /// The same as positions are searched for them.
    pub kinds: Vec<Kind>,
    groups: Vec<Group>,
    /// For each man that is alone in its group, how much a square counts.
    strides: [Option<usize>; MAX_MEN],
    lead_stride: usize,
    lead_squares: Vec<u8>,
    /// For each square of the lead: how to turn the board, and its number after that.
    lead_turn: [Turn; 64],
    lead_number: [usize; 64],
    /// How many configs there are.
    pub configs: usize,
    /// The pawns that may be taken en passant; pawn `pushed[p - 1]` belongs to plane `p`.
    pub pushed: Vec<usize>,
    pub pawns: bool,
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

impl Layout {
    pub fn new(material: &Material) -> Layout {
        let pawns = material.has_pawns();
        let mut kinds: Vec<(Man, usize)> = Vec::new();
        for (side, role) in material.men() {
            let man = Man { side, role };
            match kinds.iter_mut().find(|(kind, _)| *kind == man) {
                Some((_, count)) => *count += 1,
                None => kinds.push((man, 1)),
            }
        }
        let region = |man: Man| match (pawns, man.role) {
            (false, _) => 10,
            (true, Role::Pawn) => 24,
            (true, _) => 32,
        };
        // What is left of a kind when lead and last are taken away.
        let rest = |lead: usize, last: usize| {
            let left = move |(i, &(man, count)): (usize, &(Man, usize))| {
                (man, count - usize::from(i == lead) - usize::from(i == last))
            };
            kinds.iter().enumerate().map(left)
        };
        // A pawn that has just advanced must be told from the others: no grouping then.
        let both = Color::ALL
            .into_iter()
            .all(|side| kinds.iter().any(|kind| kind.0 == Man { side, role: Role::Pawn }));
        let apart = |man: Man| both && man.role == Role::Pawn;
        let size = |&(lead, last): &(usize, usize)| {
            let sets = |(man, count): (Man, usize)| {
                if apart(man) {
                    man.places().pow(count as u32)
                } else {
                    binomial(man.places(), count)
                }
            };
            region(kinds[lead].0) * rest(lead, last).map(sets).product::<usize>()
        };
        let pairs =
            (0..kinds.len()).flat_map(|lead| (0..kinds.len()).map(move |last| (lead, last)));
        let (lead, last) = pairs
            .filter(|&(lead, last)| lead != last || kinds[lead].1 > 1)
            .min_by_key(size)
            .expect("a table has two men");

        let mut men = vec![kinds[lead].0];
        let mut groups = Vec::new();
        for (man, count) in rest(lead, last) {
            let base = if man.role == Role::Pawn { 8 } else { 0 };
            let len = if apart(man) { 1 } else { count };
            for _ in 0..count / len.max(1) {
                let sets = subsets(man.places() as u8, len, base);
                groups.push(Group { start: men.len(), len, stride: 0, base, sets });
                men.extend(std::iter::repeat_n(man, len));
            }
        }
        men.push(kinds[last].0);
        let mut stride = 1;
        for group in groups.iter_mut().rev() {
            group.stride = stride;
            stride *= group.sets.len();
        }

        let mut strides = [None; MAX_MEN];
        for group in groups.iter().filter(|group| group.len == 1) {
            strides[group.start] = Some(group.stride);
        }

        let mut lead_squares = Vec::new();
        let mut lead_turn = [0; 64];
        let mut lead_number = [0; 64];
        for square in 0..64_u8 {
            let (file, rank) = (square & 7, square >> 3);
            let inside = file < 4 && (pawns || rank <= file);
            let possible = men[0].role != Role::Pawn || (1..7).contains(&rank);
            if inside && possible {
                lead_number[usize::from(square)] = lead_squares.len();
                lead_squares.push(square);
            }
        }
        for square in 0..64 {
            let turns = if pawns { 2 } else { 8 };
            let home = |&turn: &Turn| lead_squares.contains(&turn_square(turn, square));
            lead_turn[usize::from(square)] = (0..turns).find(home).unwrap_or(0);
        }
        let pushed = (0..men.len()).filter(|&slot| both && men[slot].role == Role::Pawn).collect();
        Layout {
            material: material.clone(),
            configs: stride * lead_squares.len(),
            kinds: men.iter().map(|man| kind(man.side, man.piece().role)).collect(),
            men,
            groups,
            strides,
            lead_stride: stride,
            lead_squares,
            lead_turn,
            lead_number,
            pushed,
            pawns,
        }
    }

    /// The slot of the last man.
    pub fn last(&self) -> usize {
        self.men.len() - 1
    }

    /// Plane 0 and one for each pawn that may be taken en passant.
    pub fn planes(&self) -> usize {
        1 + self.pushed.len()
    }

    /// How many words there are for each side to move.
    pub fn words(&self) -> usize {
        self.configs * self.planes()
    }

    /// The plane of the pawn in this slot.
    pub fn plane_of(&self, slot: usize) -> Option<usize> {
        self.pushed.iter().position(|&pushed| pushed == slot).map(|i| i + 1)
    }

    /// How the board is turned when the lead stands here.
    #[inline(always)]
    pub fn turn_for(&self, lead: u8) -> Turn {
        self.lead_turn[usize::from(lead)]
    }

    /// Whether the lead stands on the diagonal, where the position has two places.
    #[inline(always)]
    pub fn on_diagonal(&self, lead: u8) -> bool {
        !self.pawns && lead & 7 == lead >> 3
    }

    /// The number of a config whose lead stands in its region.
    #[inline(always)]
    pub fn config(&self, squares: &Squares) -> usize {
        let mut number = self.lead_number[usize::from(squares[0] & 63)] * self.lead_stride;
        for group in &self.groups {
            number += group.stride * group.number(squares);
        }
        number
    }

    /// The number of a config after one of its men, not the lead, has moved.
    #[inline(always)]
    pub fn config_after(&self, number: usize, squares: &Squares, slot: usize, to: u8) -> usize {
        // A man that is alone in its group changes the number by its stride.
        if let Some(stride) = self.strides[slot] {
            return number + stride * usize::from(to) - stride * usize::from(squares[slot]);
        }
        let mut after = *squares;
        after[slot] = to;
        self.config(&after)
    }

    /// The squares of a config; the last man's is left 0.
    pub fn squares(&self, config: usize) -> Squares {
        let mut squares = [0; MAX_MEN];
        squares[0] = self.lead_squares[config / self.lead_stride];
        for group in &self.groups {
            let set = &group.sets[config / group.stride % group.sets.len()];
            squares[group.start..group.start + group.len].copy_from_slice(&set[..group.len]);
        }
        squares
    }

    /// Turns the board so that the lead stands in its region.
    #[inline(always)]
    pub fn place(&self, squares: &Squares) -> (usize, u8) {
        let turn = self.turn_for(squares[0]);
        let mut turned = *squares;
        if turn != 0 {
            for square in &mut turned[..self.men.len()] {
                *square = turn_square(turn, *square);
            }
        }
        (self.config(&turned), turned[self.last()])
    }

    /// The squares that the other men of a config stand on; `None` if two share one.
    pub fn occupied(&self, squares: &Squares) -> Option<u64> {
        let mut occupied = 0;
        for &square in &squares[..self.last()] {
            let bit = 1 << square;
            if occupied & bit != 0 {
                return None;
            }
            occupied |= bit;
        }
        Some(occupied)
    }

    /// How many ways there are to tell the men of the groups apart: a place stands for so many
    /// positions of distinguishable men.
    pub fn labellings(&self) -> u64 {
        self.groups.iter().map(|group| (1..=group.len as u64).product::<u64>()).product()
    }
}

impl Group {
    #[inline(always)]
    fn number(&self, squares: &Squares) -> usize {
        let at = |i: usize| usize::from(squares[self.start + i] - self.base);
        match self.len {
            1 => at(0),
            2 => {
                let (a, b) = (at(0).min(at(1)), at(0).max(at(1)));
                a + b * b.wrapping_sub(1) / 2
            }
            _ => {
                let mut sorted = [0; MAX_MEN];
                for (i, place) in sorted[..self.len].iter_mut().enumerate() {
                    *place = at(i);
                }
                sorted[..self.len].sort_unstable();
                (0..self.len)
                    .map(|i| if sorted[i] > i { binomial(sorted[i], i + 1) } else { 0 })
                    .sum()
            }
        }
    }
}

/// All sets of `len` of `places` squares, in the order of their numbers.
fn subsets(places: u8, len: usize, base: u8) -> Vec<[u8; MAX_MEN]> {
    let mut sets = vec![[0; MAX_MEN]; binomial(usize::from(places), len)];
    let mut set = [0; MAX_MEN];
    for (i, place) in set[..len].iter_mut().enumerate() {
        *place = i as u8;
    }
    for slot in &mut sets {
        for i in 0..len {
            slot[i] = set[i] + base;
        }
        // The next set in colexicographic order: raise the first man that can be raised.
        let mut i = 0;
        while i + 1 < len && set[i] + 1 == set[i + 1] {
            set[i] = i as u8;
            i += 1;
        }
        set[i] += 1;
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_kernel::Rules;

    #[test]
    fn configs_are_numbered_once() {
        for text in ["KvK", "KRvB", "NNNvP", "KKvKK", "PPPvP", "KPPvR", "QQQQvN"] {
            let layout = Layout::new(&Material::parse(text, Rules::Losing).unwrap());
            for config in 0..layout.configs {
                let squares = layout.squares(config);
                assert_eq!(layout.config(&squares), config, "{text} {squares:?}");
                assert_eq!(layout.turn_for(squares[0]), 0);
            }
        }
    }
}
