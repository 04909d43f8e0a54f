//! Can this position arise? The question put to both sides: a reason why not, or a game.
//!
//! First a short search for a game, for most positions that people ask about are legal; then the
//! rules of the kernel and a small set of retractions; then the way home of an ending, if there are
//! few men, and the whole search for a game.

use zermelo_board::Limits;
use zermelo_kernel::{Closed, Move, Position, Square};

use crate::{endings, illegal, proof_game};

/// What is claimed; the kernel has not seen it yet.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A game leads to the position.
    Legal(Vec<Move>),
    /// No game does.
    Illegal(Closed),
    /// Nobody knows yet.
    Open,
}

/// The nodes of the short search: two or three milliseconds.
const SHORT: u64 = 1000;

/// How hard to try.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What the search for a game may cost.
    pub limits: Limits,
    /// Positions of the search backwards, see [`illegal::find`].
    pub retractions: u64,
}

impl Default for Options {
    /// Some milliseconds for positions of games, up to a second where nothing is found.
    fn default() -> Options {
        let limits = Limits { nodes: 60_000, ..Limits::default() };
        Options { limits, retractions: 60 }
    }
}

/// Asks whether the position can arise, a pawn having just passed over the square `passed`, if
/// there is one.
///
/// ```
/// use zermelo_kernel::{Castling, Position};
/// use zermelo_retro::legal::{Options, Verdict, decide};
///
/// let position = Position::from_fen("8/8/8/8/8/8/P1k5/K7 b - -", Castling::Standard)?;
/// assert!(matches!(decide(&position, None, &Options::default()), Verdict::Illegal(_)));
/// # Ok::<(), zermelo_kernel::FenError>(())
/// ```
pub fn decide(position: &Position, passed: Option<Square>, options: &Options) -> Verdict {
    let limits = options.limits;
    let short = Limits { nodes: limits.nodes.min(SHORT), ..limits };
    if let Some(game) = game_to(position, passed, |goal| proof_game::find(goal, &short)) {
        return Verdict::Legal(game);
    }
    if let Some(closed) = illegal::find(position, passed, options.retractions, &limits) {
        return Verdict::Illegal(closed);
    }
    let long = |goal: &Position| {
        endings::game_to(goal, &limits).or_else(|| proof_game::find(goal, &limits))
    };
    match game_to(position, passed, long) {
        Some(game) => Verdict::Legal(game),
        None => Verdict::Open,
    }
}

/// A game to the position whose last move passes over the square, if there is one.
fn game_to(
    position: &Position,
    passed: Option<Square>,
    find: impl Fn(&Position) -> Option<Vec<Move>>,
) -> Option<Vec<Move>> {
    let Some(square) = passed.filter(|_| position.en_passant().is_none()) else {
        return find(position);
    };
    // The claim is not part of the position: go to a position before, and make the double step.
    position.retractions().into_iter().filter(|found| found.passes(square)).find_map(|found| {
        let mut game = find(&found.before)?;
        game.push(found.made);
        Some(game)
    })
}
