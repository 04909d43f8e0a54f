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

use zermelo_board::{Color, Role, Square};
use zermelo_kernel::Piece;

use crate::geometry::{Turn, turn_square};
use crate::locate::{Kind, kind};
use crate::material::{MAX_MEN, Material};

/// The squares of all men in the order of the slots.
pub(crate) type Placement = [Square; MAX_MEN];

/// A placement before anything is known of it.
pub(crate) const NOBODY: Placement = [Square::wrapping(0); MAX_MEN];

/// How many squares such a man may stand on.
fn squares_of(man: Piece) -> usize {
    if man.role == Role::Pawn { 48 } else { 64 }
}

/// Identical men that are counted once, in neighbouring slots.
#[derive(Debug)]
struct Group {
    start: usize,
    len: usize,
    stride: usize,
    /// Subtracted from a square: 8 for pawns, which have 48 places.
    base: usize,
    /// The squares of each number.
    sets: Vec<Placement>,
}

/// The man that stands for the symmetry.
#[derive(Debug)]
struct Lead {
    stride: usize,
    squares: Vec<Square>,
    /// For each square: how to turn the board, and its number after that.
    turn: [Turn; 64],
    number: [usize; 64],
}

#[derive(Debug)]
pub(crate) struct Layout {
    pub material: Material,
    /// The men: lead, groups, last.
    pub men: Vec<Piece>,
    /// The same as positions are searched for them.
    pub kinds: Vec<Kind>,
    groups: Vec<Group>,
    /// For each man that is alone in its group, how much a square counts.
    strides: [Option<usize>; MAX_MEN],
    lead: Lead,
    /// How many configs there are.
    pub configs: usize,
    /// The pawns that may be taken en passant; pawn `pushed[p - 1]` belongs to plane `p`.
    pub pushed: Vec<usize>,
    pub pawns: bool,
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// The men of a material, like ones together, from which lead and last are chosen.
struct Kinds {
    counts: Vec<(Piece, usize)>,
    pawns: bool,
    /// Whether both sides have pawns. One that has just advanced must be told from the others then:
    /// pawns are not grouped.
    apart: bool,
}

impl Kinds {
    fn of(material: &Material) -> Kinds {
        let mut counts: Vec<(Piece, usize)> = Vec::new();
        for man in material.pieces() {
            match counts.iter_mut().find(|(kind, _)| *kind == man) {
                Some((_, count)) => *count += 1,
                None => counts.push((man, 1)),
            }
        }
        let pawn = |color| counts.iter().any(|kind| kind.0 == Piece { color, role: Role::Pawn });
        let apart = Color::ALL.into_iter().all(pawn);
        Kinds { counts, pawns: material.has_pawns(), apart }
    }

    fn is_apart(&self, man: Piece) -> bool {
        self.apart && man.role == Role::Pawn
    }

    /// What is left of each kind when lead and last are taken away.
    fn rest(&self, lead: usize, last: usize) -> impl Iterator<Item = (Piece, usize)> {
        self.counts.iter().enumerate().map(move |(i, &(man, count))| {
            (man, count - usize::from(i == lead) - usize::from(i == last))
        })
    }

    /// How many configs there are with this lead and last.
    fn size(&self, lead: usize, last: usize) -> usize {
        let region = match (self.pawns, self.counts[lead].0.role) {
            (false, _) => 10,
            (true, Role::Pawn) => 24,
            (true, _) => 32,
        };
        let sets = |(man, count): (Piece, usize)| {
            if self.is_apart(man) {
                squares_of(man).pow(count as u32)
            } else {
                binomial(squares_of(man), count)
            }
        };
        region * self.rest(lead, last).map(sets).product::<usize>()
    }

    /// The lead and the last with which the table becomes smallest.
    fn lead_and_last(&self) -> (usize, usize) {
        let kinds = 0..self.counts.len();
        let pairs = kinds.clone().flat_map(|lead| kinds.clone().map(move |last| (lead, last)));
        pairs
            .filter(|&(lead, last)| lead != last || self.counts[lead].1 > 1)
            .min_by_key(|&(lead, last)| self.size(lead, last))
            .expect("a table has two men")
    }
}

impl Lead {
    fn new(man: Piece, pawns: bool, stride: usize) -> Lead {
        let mut lead = Lead { stride, squares: Vec::new(), turn: [0; 64], number: [0; 64] };
        for square in Square::all() {
            let inside = square.file() < 4 && (pawns || square.rank() <= square.file());
            let possible = man.role != Role::Pawn || (1..7).contains(&square.rank());
            if inside && possible {
                lead.number[square.index()] = lead.squares.len();
                lead.squares.push(square);
            }
        }
        for square in Square::all() {
            let turns = if pawns { 2 } else { 8 };
            let home = |&turn: &Turn| lead.squares.contains(&turn_square(turn, square));
            lead.turn[square.index()] = (0..turns).find(home).unwrap_or(0);
        }
        lead
    }
}

impl Layout {
    pub fn new(material: &Material) -> Layout {
        let kinds = Kinds::of(material);
        let (lead, last) = kinds.lead_and_last();
        let mut men = vec![kinds.counts[lead].0];
        let mut groups = Vec::new();
        for (man, count) in kinds.rest(lead, last) {
            let base = if man.role == Role::Pawn { 8 } else { 0 };
            let len = if kinds.is_apart(man) { 1 } else { count };
            for _ in 0..count / len.max(1) {
                let sets = subsets(squares_of(man), len, base);
                groups.push(Group { start: men.len(), len, stride: 0, base, sets });
                men.extend(std::iter::repeat_n(man, len));
            }
        }
        men.push(kinds.counts[last].0);
        let mut stride = 1;
        let mut strides = [None; MAX_MEN];
        for group in groups.iter_mut().rev() {
            group.stride = stride;
            stride *= group.sets.len();
            if group.len == 1 {
                strides[group.start] = Some(group.stride);
            }
        }
        let lead = Lead::new(men[0], kinds.pawns, stride);
        Layout {
            material: material.clone(),
            configs: stride * lead.squares.len(),
            kinds: men.iter().map(|&man| kind(man)).collect(),
            pushed: (0..men.len()).filter(|&slot| kinds.is_apart(men[slot])).collect(),
            men,
            groups,
            strides,
            lead,
            pawns: kinds.pawns,
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
    pub fn turn_for(&self, lead: Square) -> Turn {
        self.lead.turn[lead.index()]
    }

    /// Whether the lead stands on the diagonal, where the position has two places.
    #[inline(always)]
    pub fn on_diagonal(&self, lead: Square) -> bool {
        !self.pawns && lead.file() == lead.rank()
    }

    /// The number of a config whose lead stands in its region.
    #[inline(always)]
    pub fn config(&self, squares: &Placement) -> usize {
        let mut number = self.lead.number[squares[0].index() & 63] * self.lead.stride;
        for group in &self.groups {
            number += group.stride * group.number(squares);
        }
        number
    }

    /// The number of a config after one of its men, not the lead, has moved.
    #[inline(always)]
    pub fn config_after(
        &self,
        number: usize,
        squares: &Placement,
        slot: usize,
        to: Square,
    ) -> usize {
        // A man that is alone in its group changes the number by its stride.
        if let Some(stride) = self.strides[slot] {
            return number + stride * to.index() - stride * squares[slot].index();
        }
        let mut after = *squares;
        after[slot] = to;
        self.config(&after)
    }

    /// The squares of a config; the last man's is left a1.
    pub fn squares(&self, config: usize) -> Placement {
        let mut squares = NOBODY;
        squares[0] = self.lead.squares[config / self.lead.stride];
        for group in &self.groups {
            let set = &group.sets[config / group.stride % group.sets.len()];
            squares[group.start..group.start + group.len].copy_from_slice(&set[..group.len]);
        }
        squares
    }

    /// Turns the board so that the lead stands in its region.
    #[inline(always)]
    pub fn place(&self, squares: &Placement) -> (usize, Square) {
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
    pub fn occupied(&self, squares: &Placement) -> Option<u64> {
        let mut occupied = 0;
        for &square in &squares[..self.last()] {
            if occupied & square.bit() != 0 {
                return None;
            }
            occupied |= square.bit();
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
    fn number(&self, squares: &Placement) -> usize {
        let at = |i: usize| squares[self.start + i].index() - self.base;
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
fn subsets(places: usize, len: usize, base: usize) -> Vec<Placement> {
    let mut sets = vec![NOBODY; binomial(places, len)];
    let mut set: [usize; MAX_MEN] = std::array::from_fn(|i| i);
    for slot in &mut sets {
        for i in 0..len {
            slot[i] = Square::wrapping((set[i] + base) as u8);
        }
        // The next set in colexicographic order: raise the first man that can be raised.
        let mut i = 0;
        while i + 1 < len && set[i] + 1 == set[i + 1] {
            set[i] = i;
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
