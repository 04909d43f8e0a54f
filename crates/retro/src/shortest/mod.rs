//! All games of exactly so many plies that end with given men on given squares: what composers of
//! shortest proof games ask for.
//!
//! As the programs of this field do, it plans first: which man of the array is which man of the goal, who is
//! taken where and by whom (`plan.rs`), under a bound that never says too much (`bound.rs`). Then each plan is played forwards,
//! depth first (`play.rs`): every man has its own way to go (`routes.rs`), so a side's moves to go are a sum, and what is
//! settled shuts the ways of others. A plan that takes long is looked at once more beforehand: what any two men
//! alone rule out (`pairs.rs`) is not tried. Positions from which nothing was found are remembered exactly (`failed.rs`).
//! Where plans are too many to be listed there is a search without them (`open.rs`).
//!
//! The cost grows with the moves to spare and with the men taken; a position costs about a microsecond.

mod assignment;
mod bound;
mod duel;
mod failed;
mod open;
mod pairs;
mod plan;
mod play;
mod routes;
mod shared;
mod ways;

use zermelo_board::{Board, Color, Limits, Position, Role};
use zermelo_kernel as kernel;
use zermelo_winnable::problem::Progress;

use bound::Bound;
use play::Play;
use shared::Shared;

/// Positions of one plan before its pairs of men are played.
const PATIENCE: u64 = 300;

/// What is asked for.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The men. Whose move it is, castling rights and en-passant squares are not looked at.
    pub goal: &'a kernel::Position,
    /// The length of the games.
    pub plies: u32,
    /// The search ends when it has so many games.
    pub most: usize,
    /// Which games count.
    pub wanted: &'a dyn Fn(&[kernel::Move]) -> bool,
    /// What the search may cost.
    pub limits: &'a Limits,
    /// Is told how far it is.
    pub progress: &'a Progress,
}

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
    find(&Asked { goal, plies, most, wanted: &|_| true, limits, progress: &Progress::new() })
}

/// All games that are asked for.
pub fn find(asked: &Asked<'_>) -> Games {
    games_by(&[usize::MAX, 3, 2, 1, 0], PATIENCE, asked)
}

/// No game with fewer plies leads to these men; `None` if it is plain that none does at all.
///
/// ```
/// use zermelo_kernel::{Castling, Position};
///
/// let goal = "rnbqkbnr/pppppppp/8/8/3P4/2N5/PPP1PPPP/R1BQKBNR b KQkq -";
/// let goal = Position::from_fen(goal, Castling::Standard)?;
/// assert_eq!(zermelo_retro::shortest::least(&goal), Some(3));
/// # Ok::<(), zermelo_kernel::FenError>(())
/// ```
pub fn least(goal: &kernel::Position) -> Option<u32> {
    let bound = Bound::new(&Position::from_kernel(goal));
    let start = Position::from_kernel(&kernel::Position::initial());
    let [white, black] = Color::ALL.map(|c| bound.moves(&start, c));
    (white.max(black) < assignment::NEVER).then(|| (2 * white).saturating_sub(1).max(2 * black))
}

/// `named` is how many captures plans may name; the first number that does not make too many plans is taken, else
/// there are none.
fn games_by(named: &[usize], patience: u64, asked: &Asked<'_>) -> Games {
    let goal = Position::from_kernel(asked.goal);
    let start = Position::from_kernel(&kernel::Position::initial());
    let bound = Bound::new(&goal);
    let mut shared = Shared::new(asked, patience);
    let plans =
        |&named: &usize| plan::plans(&goal, &bound, &start, asked.plies, named, asked.limits);
    match named.iter().find_map(plans) {
        Some(plans) => {
            for (number, men) in (1..).zip(&plans) {
                shared.begin(number, plans.len());
                Play::new(number, men, &mut shared).run(&start, asked.plies);
                if shared.stopped {
                    break;
                }
            }
        }
        None if asked.limits.is_over() => shared.stopped = true,
        None => open::search(&goal, &bound, &start, asked.plies, &mut shared),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The same games come out whatever the plans say, in positions with captures, castling and
    /// promotions.
    #[test]
    fn plans_lose_nothing() {
        let mut dice = fastrand::Rng::with_seed(27);
        for round in 0..120 {
            let mut at = kernel::Position::initial();
            let plies = 4 + round % 5;
            for _ in 0..plies {
                let moves = at.legal_moves();
                let sharp = moves.iter().filter(|m| at.piece_at(m.to).is_some());
                let sharp: Vec<_> = sharp.copied().collect();
                let from = if sharp.is_empty() || dice.u8(0..3) == 0 { &moves } else { &sharp };
                let Some(&made) = dice.choice(from) else { break };
                at = at.play(made);
            }
            let sorted = |(named, patience): (&[usize], u64)| {
                let limits = Limits { memory: 1 << 20, ..Limits::new(60_000, 0) };
                let found = games_by(
                    named,
                    patience,
                    &Asked {
                        goal: &at,
                        plies,
                        most: 2_000,
                        wanted: &|_| true,
                        limits: &limits,
                        progress: &Progress::new(),
                    },
                );
                let mut games: Vec<String> = found.games.iter().map(|g| format!("{g:?}")).collect();
                games.sort();
                found.complete.then_some(games)
            };
            let named = &[usize::MAX][..];
            let ways = [(named, u64::MAX), (named, 0), (&[1], 0), (&[0], 0), (&[], 0)].map(sorted);
            let known: Vec<_> = ways.iter().flatten().collect();
            assert!(known.windows(2).all(|pair| pair[0] == pair[1]), "{at} {ways:?}");
        }
    }
}
