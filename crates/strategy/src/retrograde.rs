//! Every position of one board, walked backwards from mate.

use rayon::prelude::*;
use zermelo_kernel::strategy::{Board, Men, Place, Strategy};

use crate::play::{black_moves, chosen, fitting};

/// Which of its moves White plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The one move of the executable strategy.
    Function,
    /// Any move that fits.
    Relation,
}

/// What walking one board showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// Positions with White to move.
    pub positions: u64,
    /// How many of them have each kind of move, in the order of [`Kind::ALL`].
    pub kinds: [u64; 10],
    /// The longest game in plies.
    pub longest: u32,
    /// A position in which no kind of move fits, if there is one.
    pub helpless: Option<Men<i32>>,
    /// A position from which mate does not always follow, if there is one.
    pub unwon: Option<Men<i32>>,
    /// How many there are of those.
    pub unwon_count: u64,
    /// A position from which the longest game starts.
    pub start: Option<Men<i32>>,
}

struct Numbering {
    width: usize,
    squares: usize,
}

impl Numbering {
    fn new(board: &Board<i32>) -> Numbering {
        Numbering { width: board.width as usize, squares: (board.width * board.height) as usize }
    }

    fn square(&self, place: Place<i32>) -> usize {
        place.y as usize * self.width + place.x as usize
    }

    fn place(&self, square: usize) -> Place<i32> {
        Place::new((square % self.width) as i32, (square / self.width) as i32)
    }

    fn number(&self, men: Men<i32>) -> u32 {
        let all = (self.square(men.king) * self.squares + self.square(men.rook)) * self.squares
            + self.square(men.black);
        all as u32
    }

    fn men(&self, number: u32) -> Men<i32> {
        let number = number as usize;
        Men {
            king: self.place(number / self.squares / self.squares),
            rook: self.place(number / self.squares % self.squares),
            black: self.place(number % self.squares),
        }
    }

    fn count(&self) -> usize {
        self.squares * self.squares * self.squares
    }
}

/// Walks all positions of the strategy's board.
#[must_use]
pub fn verify(strategy: &Strategy<i32>, choice: Choice) -> Verification {
    let numbering = Numbering::new(&strategy.board);
    let count = numbering.count();
    // The moves of every position, by the position before and after: (kind, from, to).
    let parts: Vec<Vec<(u8, u32, u32)>> = (0..count.div_ceil(4096))
        .into_par_iter()
        .map(|part| {
            let mut moves = Vec::new();
            for number in part * 4096..count.min((part + 1) * 4096) {
                let number = number as u32;
                let men = numbering.men(number);
                if !strategy.board.white_to_move(men) {
                    continue;
                }
                let before = moves.len();
                match choice {
                    Choice::Function => moves.extend(
                        chosen(strategy, men)
                            .map(|(kind, to)| (kind as u8, number, numbering.number(to))),
                    ),
                    Choice::Relation => {
                        for (kind, all) in fitting(strategy, men) {
                            moves.extend(
                                all.into_iter()
                                    .map(|to| (kind as u8, number, numbering.number(to))),
                            );
                        }
                    }
                }
                if moves.len() == before {
                    moves.push((u8::MAX, number, u32::MAX));
                }
            }
            moves
        })
        .collect();
    let mut found = Verification {
        positions: 0,
        kinds: [0; 10],
        longest: 0,
        helpless: None,
        unwon: None,
        unwon_count: 0,
        start: None,
    };
    // For every position of Black the positions that White's move came from.
    let mut starts = vec![0_u32; count + 1];
    let mut open = vec![0_u16; count];
    for &(kind, from, to) in parts.iter().flatten() {
        if open[from as usize] == 0 {
            found.positions += 1;
            if let Some(kinds) = found.kinds.get_mut(kind as usize) {
                *kinds += 1;
            } else if found.helpless.is_none() {
                found.helpless = Some(numbering.men(from));
            }
        }
        open[from as usize] += 1;
        if to != u32::MAX {
            starts[to as usize + 1] += 1;
        }
    }
    for place in 0..count {
        starts[place + 1] += starts[place];
    }
    let mut sources = vec![0_u32; starts[count] as usize];
    let mut next = starts.clone();
    for &(_, from, to) in parts.iter().flatten() {
        if to != u32::MAX {
            sources[next[to as usize] as usize] = from;
            next[to as usize] += 1;
        }
    }
    drop(parts);
    drop(next);
    // How many replies of Black lead to positions that are not yet known to be won. A position
    // in which the rook can be taken, or of stalemate, never gets to none.
    let mated: Vec<u32> = (0..count as u32)
        .into_par_iter()
        .filter(|&number| {
            starts[number as usize] < starts[number as usize + 1]
                && strategy.board.mate(numbering.men(number))
        })
        .collect();
    let replies: Vec<u8> = (0..count as u32)
        .into_par_iter()
        .map(|number| {
            if starts[number as usize] == starts[number as usize + 1] {
                return u8::MAX;
            }
            let men = numbering.men(number);
            if men.black_takes_rook() {
                return u8::MAX;
            }
            black_moves(&strategy.board, men).count() as u8
        })
        .collect();
    let mut replies = replies;
    let mut won_now: Vec<u32> = Vec::new();
    let mut lost_now = mated;
    let mut won = 0;
    let mut plies = 0;
    loop {
        // White moves to a position that is lost for Black.
        plies += 1;
        won_now.clear();
        for &number in &lost_now {
            let range = starts[number as usize] as usize..starts[number as usize + 1] as usize;
            for &from in &sources[range] {
                open[from as usize] -= 1;
                if open[from as usize] == 0 {
                    won_now.push(from);
                }
            }
        }
        if won_now.is_empty() {
            break;
        }
        won += won_now.len() as u64;
        found.longest = plies;
        found.start = Some(numbering.men(won_now[0]));
        // Black moves only to positions that are won for White.
        plies += 1;
        lost_now.clear();
        for &number in &won_now {
            let men = numbering.men(number);
            for step in zermelo_kernel::strategy::STEPS {
                let before = Men { black: men.black.step(step), ..men };
                if !strategy.board.black_to_move(before) {
                    continue;
                }
                let before = numbering.number(before) as usize;
                if replies[before] == u8::MAX {
                    continue;
                }
                replies[before] -= 1;
                if replies[before] == 0 {
                    lost_now.push(before as u32);
                }
            }
        }
    }
    found.unwon_count = found.positions - won;
    if found.unwon_count > 0 {
        found.unwon =
            (0..count).find(|&number| open[number] > 0).map(|number| numbering.men(number as u32));
    }
    found
}
