//! All games of exactly so many plies that end with given men on given squares: what composers of
//! shortest proof games ask for.
//!
//! Forwards, depth first, with a bound that never says too much (`bound.rs`): the least moves that
//! each side's men need to come to where they must stand, every assignment of men to squares
//! allowed. A side that needs more moves than it has left ends the line. Positions from which
//! nothing was found are remembered with the plies left, exactly, so that nothing is lost.
//!
//! The cost grows with the moves to spare: where both sides have none or one, some thousand
//! positions do; a position costs some microseconds.

mod assignment;
mod bound;
mod failed;
mod open;
mod plan;
mod play;
mod routes;

use zermelo_board::{Board, Color, Limits, Position, Role};
use zermelo_kernel as kernel;

use bound::Bound;
use failed::Failed;
use play::{Play, Shared};

/// What a search found.
#[derive(Clone, Debug)]
pub struct Games {
    /// The games, in the order of the search.
    pub games: Vec<Vec<kernel::Move>>,
    /// Whether these are all.
    pub complete: bool,
    /// The positions looked at.
    pub nodes: u64,
}

/// All games of exactly so many plies after which the men stand as in `goal`; at most `most`.
/// Whose move it is then, castling rights and en-passant squares are not looked at.
///
/// ```
/// use zermelo_board::Limits;
/// use zermelo_kernel::{Castling, Position};
///
/// let goal = "rnbqkbn1/1ppppppr/8/8/p7/4P3/PPPP1PPP/RNBQK1NR w Q -";
/// let goal = Position::from_fen(goal, Castling::Standard)?;
/// let found = zermelo_retro::shortest::games(&goal, 6, 10, &Limits::default());
/// assert!(found.complete);
/// assert_eq!(found.games.len(), 1);
/// # Ok::<(), zermelo_kernel::FenError>(())
/// ```
pub fn games(goal: &kernel::Position, plies: u32, most: usize, limits: &Limits) -> Games {
    let goal = Position::from_kernel(goal);
    let start = Position::from_kernel(&kernel::Position::initial());
    let bound = Bound::new(&goal);
    let failed = Failed::new(limits.memory);
    let mut shared = Shared { limits, most, nodes: 0, stopped: false, failed, games: Vec::new() };
    match plan::plans(&goal, &bound, &start, plies) {
        Some(plans) => {
            for (number, men) in (1..).zip(&plans) {
                Play::new(number, men, &mut shared).run(&start, plies);
                if shared.stopped {
                    break;
                }
            }
        }
        None => open::search(&goal, &bound, &start, plies, &mut shared),
    }
    Games { games: shared.games, complete: !shared.stopped, nodes: shared.nodes }
}

/// The moves of a colour in so many plies, of which `turn` makes the first.
fn moves_left(turn: Color, c: Color, plies: u32) -> u32 {
    if c == turn { plies.div_ceil(2) } else { plies / 2 }
}

/// Whether the same men stand on the same squares.
fn same_men(a: &Board, b: &Board) -> bool {
    Color::ALL.into_iter().all(|c| a.men(c) == b.men(c))
        && Role::ALL.into_iter().all(|role| a.role(role) == b.role(role))
}
