//! The men of one side, without their squares.

use std::collections::BTreeMap;
use std::sync::Arc;

use fastrand::Rng;
use zermelo_kernel::Role;

/// How many queens, rooks, bishops and knights, and in how many orders those that are free, and the
/// king if it is, can be told off to squares.
#[derive(Clone, Copy, Debug)]
struct Makeup {
    counts: [usize; 4],
    orders: u64,
}

/// The men of each kind that a side begins with.
const FIRST: [usize; 4] = [1, 2, 2, 2];

/// What the men of a side say about captures and promotions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    /// Pawns.
    pub pawns: usize,
    /// All men.
    pub men: usize,
    /// Men that must have been promoted.
    pub promoted: usize,
}

impl Strength {
    /// The strength of so many pawns, queens, rooks, bishops and knights.
    pub fn new(pawns: usize, counts: [usize; 4]) -> Strength {
        let promoted = (0..4).map(|kind| counts[kind].saturating_sub(FIRST[kind])).sum();
        Strength { pawns, men: 1 + pawns + counts.iter().sum::<usize>(), promoted }
    }

    /// Whether the promoted men and the pawns were eight pawns. Then there are at most 16 men.
    pub fn is_possible(&self) -> bool {
        self.pawns + self.promoted <= 8
    }

    /// Men that were taken.
    fn missing(&self) -> usize {
        16 - self.men
    }

    /// Pawns that can have been taken as pawns.
    fn pawns_taken_at_most(&self) -> usize {
        self.missing().min(8 - self.pawns - self.promoted)
    }

    /// Whether two sides, each possible by itself, can have come from one array: pawns that neither
    /// took nor were taken still face each other. See docs/theory/how-many.md.
    pub fn fits(&self, other: &Strength) -> bool {
        let both = |count: fn(&Strength) -> usize| count(self) + count(other);
        2 * both(Strength::missing)
            + 2 * both(Strength::pawns_taken_at_most)
            + both(|one| one.pawns)
            >= 16
    }
}

/// All armies with so many pawns, promoted men and pieces.
#[derive(Clone, Debug)]
pub(super) struct Army {
    /// How strong they are.
    pub strength: Strength,
    /// Pieces that are not fixed by a frame; the king counts.
    pub free: usize,
    /// The sum of the orders of all makeups.
    pub orders: u64,
    fixed: Fixed,
    makeups: Arc<Vec<Makeup>>,
}

/// Pieces that castling rights keep at home: the king and so many rooks, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fixed {
    pub rooks: usize,
}

impl Fixed {
    /// The fixed pieces, the king too.
    pub fn pieces(self) -> usize {
        self.rooks + usize::from(self.rooks > 0)
    }
}

impl Army {
    /// All armies that have these pieces at home.
    pub fn all(fixed: Fixed) -> Vec<Army> {
        let mut kinds: BTreeMap<(usize, usize), Vec<Makeup>> = BTreeMap::new();
        for counts in makeups(fixed) {
            let Strength { promoted, .. } = Strength::new(0, counts);
            if promoted <= 8 {
                let free = 1 + counts.iter().sum::<usize>() - fixed.pieces();
                let mut alike = counts;
                alike[1] -= fixed.rooks;
                let orders = factorial(free) / alike.map(factorial).iter().product::<u64>();
                kinds.entry((promoted, free)).or_default().push(Makeup { counts, orders });
            }
        }
        let armies = |((promoted, free), makeups): ((usize, usize), Vec<Makeup>)| {
            let orders = makeups.iter().map(|makeup| makeup.orders).sum();
            let makeups = Arc::new(makeups);
            (0..=8 - promoted).map(move |pawns| {
                let makeups = Arc::clone(&makeups);
                let men = pawns + free + fixed.pieces();
                Army { strength: Strength { pawns, men, promoted }, free, orders, fixed, makeups }
            })
        };
        kinds.into_iter().flat_map(armies).collect()
    }

    /// The free pieces of an army by lot, each order as likely as any other once they are put on
    /// squares by lot.
    pub fn pieces(&self, dice: &mut Rng) -> impl Iterator<Item = Role> + use<> {
        let mut number = dice.u64(..self.orders);
        let makeup = self.makeups.iter().find(|makeup| {
            let here = number < makeup.orders;
            number = number.wrapping_sub(makeup.orders);
            here
        });
        let mut counts = makeup.expect("a number below the sum").counts;
        counts[1] -= self.fixed.rooks;
        let king = (self.fixed.rooks == 0).then_some(Role::King);
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let others = roles.into_iter().zip(counts);
        king.into_iter().chain(others.flat_map(|(role, count)| std::iter::repeat_n(role, count)))
    }
}

fn makeups(fixed: Fixed) -> impl Iterator<Item = [usize; 4]> {
    (0..=9).flat_map(move |queens| {
        (fixed.rooks..=10).flat_map(move |rooks| {
            (0..=10).flat_map(move |bishops| {
                (0..=10).map(move |knights| [queens, rooks, bishops, knights])
            })
        })
    })
}

fn factorial(n: usize) -> u64 {
    (1..=n as u64).product()
}
