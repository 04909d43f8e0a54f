//! The longest possible game of chess, generated afresh from a seed.
//!
//! By the 75-move rule (FIDE Laws 9.6.2) a game ends when 150 plies have passed without a
//! *critical* move, a pawn move or a capture; a mate on the last of them still counts. There are
//! at most 117 critical moves and then a mate, 118 segments, and the side that makes them must
//! change three times at the price of a ply each: 118 * 150 - 3 = 17,697 plies (Tom Murphy VII,
//! "Is this the longest Chess game?", 2020). With the 50-move rule in its place it is 11,797.
//!
//! Nothing of the game is stored. `plan.rs` finds an order of pawn moves, `goal.rs` says what the
//! end of a segment must look like, `walk.rs` walks a segment, `fill.rs` puts them together in some
//! ten milliseconds. `claims/` makes the shorter game in which every claim of a draw is made.

mod claims;
mod dice;
mod fill;
mod goal;
mod plan;
mod walk;

pub use claims::generate_under_claims;

use std::fmt;

use dice::Dice;
use zermelo_board::{Move, Position};

/// Which rule ends a game without critical moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveRule {
    /// FIDE Laws 9.6.2: the game is drawn after 75 moves by each side.
    SeventyFive,
    /// FIDE Laws 9.3 as if it needed no claim: the game is drawn after 50 moves by each side.
    Fifty,
}

impl MoveRule {
    /// The plies without a critical move that end the game.
    pub fn plies(self) -> u32 {
        match self {
            MoveRule::SeventyFive => 150,
            MoveRule::Fifty => 100,
        }
    }
}

/// What game to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The rule that limits a segment.
    pub rule: MoveRule,
    /// The same seed gives the same game.
    pub seed: u64,
}

/// Why no game was found. Another seed may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The search found no order of pawn moves.
    NoPlan,
    /// A plan was found, but every attempt got stuck, the last one in this segment.
    Stuck {
        /// The segment, counted from 0.
        segment: usize,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoPlan => f.write_str("no order of pawn moves was found"),
            Failure::Stuck { segment } => {
                write!(f, "no way was found to end segment {} of the game", segment + 1)
            }
        }
    }
}

impl std::error::Error for Failure {}

/// Plans tried before giving up.
const ATTEMPTS: u64 = 100;

/// Generates a longest game from the initial array.
///
/// ```
/// use zermelo_record::longest::{MoveRule, Options, generate};
/// let game = generate(&Options { rule: MoveRule::SeventyFive, seed: 1 })?;
/// assert_eq!(game.len(), 17_697);
/// # Ok::<(), zermelo_record::longest::Failure>(())
/// ```
pub fn generate(options: &Options) -> Result<Vec<Move>, Failure> {
    let start = initial();
    attempts(options.seed, |rng| {
        let steps = plan::search(rng).ok_or(Failure::NoPlan)?;
        fill::fill(&start, &steps, options.rule.plies(), rng)
            .map_err(|segment| Failure::Stuck { segment })
    })
}

/// Tries with one sub-seed after the other.
fn attempts(
    seed: u64,
    mut attempt: impl FnMut(&mut Dice) -> Result<Vec<Move>, Failure>,
) -> Result<Vec<Move>, Failure> {
    let mut seeds = Dice::with_seed(seed);
    let mut failure = Failure::NoPlan;
    for _ in 0..ATTEMPTS {
        match attempt(&mut seeds.fork()) {
            Ok(game) => return Ok(game),
            Err(why) => failure = why,
        }
    }
    Err(failure)
}

/// The initial array.
fn initial() -> Position {
    Position::from_shakmaty(&shakmaty::Chess::default(), shakmaty::CastlingMode::Standard)
}
