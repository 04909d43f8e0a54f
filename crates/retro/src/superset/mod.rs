//! A set that holds every legal position, has an exactly known size, and gives members by lot.
//!
//! Nobody can list the legal positions. But one can draw from a larger set, each member as likely
//! as any other, and decide of each whether it can arise: the share of those that can, times the
//! size, estimates how many legal positions there are. What the set asks of a position, and why
//! every legal one is in it, is docs/theory/how-many.md.
//!
//! The set is cut into *frames*: side to move, castling rights and en-passant square, which fix some
//! men and empty squares; and a frame into pairs of *armies*, for which placements are counted by
//! binomial coefficients. To be made it takes some tenths of a second and 20 MB, a member some
//! microseconds.

mod army;
mod frame;

use fastrand::Rng;
use num_bigint::BigUint;
use zermelo_kernel::{Color, Piece, Position, Role, Square, write_fen};

use army::{Army, Strength};
use frame::{Frame, RIGHTS, STEPS};

/// The set.
pub struct Superset {
    frames: Vec<Frame>,
    /// How many draws there are: a position with two captures en passant is drawn in two ways.
    draws: BigUint,
    size: BigUint,
}

/// A member of the set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// The position, which need not be one by the rules: a king may stand in check that could be
    /// taken.
    pub fen: String,
    /// Whether its FEN claims a capture en passant.
    pub en_passant: bool,
}

impl Default for Superset {
    fn default() -> Superset {
        Superset::new()
    }
}

impl Superset {
    /// Counts.
    pub fn new() -> Superset {
        let frames = Frame::all();
        let draws: BigUint = frames.iter().map(|frame| &frame.draws).sum();
        // Drawn once with the capture from the one side, once with that from the other.
        let twice: BigUint = RIGHTS
            .iter()
            .flat_map(|white| {
                RIGHTS.iter().map(move |black| frame::captures_from_both(white, black))
            })
            .sum();
        Superset { frames, size: &draws - twice, draws }
    }

    /// How many members there are.
    pub fn size(&self) -> &BigUint {
        &self.size
    }

    /// Whether a position is a member. Castling rights and captures en passant of a position fit its
    /// men, so the men decide.
    pub fn contains(position: &Position) -> bool {
        let [white, black] = Color::ALL.map(|color| {
            let count = |role| {
                let man = Some(Piece { color, role });
                Square::all().filter(|&square| position.piece_at(square) == man).count()
            };
            let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(count);
            Strength::new(count(Role::Pawn), pieces)
        });
        white.is_possible() && black.is_possible() && white.fits(&black)
    }

    /// The member with this number in the series of a seed. Each is as likely as any other.
    pub fn member(&self, seed: u64, number: u64) -> Member {
        // Neighbouring numbers must not have neighbouring seeds.
        let mut dice =
            Rng::with_seed(Rng::with_seed(number).u64(..) ^ Rng::with_seed(!seed).u64(..));
        loop {
            if let Some(member) = self.draw(&mut dice) {
                return member;
            }
        }
    }

    /// A member; `None` if it is one that is drawn in another way, too, and this is the second.
    fn draw(&self, dice: &mut Rng) -> Option<Member> {
        let mut number = below(&self.draws, dice);
        let frame = self.frames.iter().find(|frame| {
            let here = number < frame.draws;
            if !here {
                number -= &frame.draws;
            }
            here
        })?;
        let (armies, mut which) = frame.pair(number);
        let mut choose = |count: u64| {
            let chosen = which % count;
            which /= count;
            chosen as usize
        };
        let turn = Color::ALL[choose(2)];
        let rights = frame.rights.map(|rights| &rights.sets[choose(rights.sets.len() as u64)]);
        let step = frame.step.then(|| STEPS[choose(STEPS.len() as u64)]);

        let mut board = [None; 64];
        let (mut empty, mut letters) = (Vec::new(), String::new());
        for (color, set) in Color::ALL.into_iter().zip(rights) {
            for &(file, role) in set.iter() {
                for (file, role) in [(4, Role::King), (file, Role::Rook)] {
                    board[at(file, color.back_rank())] = Some(Piece { color, role });
                }
                letters.push(Piece { color, role }.letter());
            }
        }
        let mut passed = None;
        if let Some((file, side)) = step {
            let (home, forward) = ((!turn).pawn_rank(), (!turn).forward());
            let pawn = |color| Some(Piece { color, role: Role::Pawn });
            board[at(file, home + 2 * forward)] = pawn(!turn);
            board[at(file + side, home + 2 * forward)] = pawn(turn);
            empty = vec![at(file, home), at(file, home + forward)];
            passed = Square::from_coords(file, home + forward);
        }
        place(&mut board, &empty, frame, armies, dice);
        if let Some((file, 1)) = step
            && let Some(other) =
                Square::from_coords(file - 1, (!turn).pawn_rank() + 2 * (!turn).forward())
            && board[other.index()] == Some(Piece { color: turn, role: Role::Pawn })
        {
            return None;
        }
        let letters = if letters.is_empty() { "-" } else { &letters };
        Some(Member { fen: write_fen(board, turn, letters, passed), en_passant: passed.is_some() })
    }
}

/// Puts the men of two armies that are not fixed on squares by lot.
fn place(
    board: &mut [Option<Piece>; 64],
    empty: &[usize],
    frame: &Frame,
    armies: [&Army; 2],
    dice: &mut Rng,
) {
    let fixed = frame.pawns();
    let mut free: Vec<usize> = (8..56).collect();
    free.retain(|square| board[*square].is_none() && !empty.contains(square));
    dice.shuffle(&mut free);
    let mut free = free.into_iter();
    for (color, army) in Color::ALL.into_iter().zip(armies) {
        for square in free.by_ref().take(army.strength.pawns - fixed) {
            board[square] = Some(Piece { color, role: Role::Pawn });
        }
    }
    let mut free: Vec<usize> = (0..64).collect();
    free.retain(|square| board[*square].is_none() && !empty.contains(square));
    dice.shuffle(&mut free);
    let mut free = free.into_iter();
    for (color, army) in Color::ALL.into_iter().zip(armies) {
        for role in army.pieces(dice) {
            let square = free.next().expect("64 squares suffice for 32 men");
            board[square] = Some(Piece { color, role });
        }
    }
}

fn at(file: i8, rank: i8) -> usize {
    Square::from_coords(file, rank).expect("on the board").index()
}

/// A number below this one, each as likely as any other.
fn below(bound: &BigUint, dice: &mut Rng) -> BigUint {
    let bits = bound.bits();
    let words = bits.div_ceil(32) as usize;
    loop {
        let mut digits: Vec<u32> = (0..words).map(|_| dice.u32(..)).collect();
        if let Some(last) = digits.last_mut() {
            *last >>= (32 - bits % 32) % 32;
        }
        let number = BigUint::new(digits);
        if number < *bound {
            return number;
        }
    }
}

/// n choose k for all numbers that are asked for.
fn choose(n: usize, k: usize) -> u128 {
    (0..k as u128).fold(1, |all, i| all * (n as u128 - i) / (i + 1))
}
