//! Proof games: a game of legal moves from the initial array that ends in a given position.
//!
//! Played backwards. A plan says what became of each of the 32 men: which man of the goal it is,
//! where a pawn captured, promoted or was taken (`plan.rs`, found by `pawns.rs` and `fates.rs`). A
//! greedy search takes moves back from the goal along that plan until all men stand at home
//! (`men.rs`, `retro.rs`, `height.rs`, `search.rs`). Then comes the next plan, with other luck.
//! docs/theory/proof-games.md says more.
//!
//! Nothing here is trusted: who asks lets the kernel replay the game.

pub(crate) mod distance;
mod fates;
mod height;
mod men;
mod pawns;
mod plan;
mod ranks;
mod retro;
mod search;
mod victims;

use zermelo_board::{Limits, Position};
use zermelo_kernel as kernel;

use distance::Fields;
use pawns::Pawns;
use plan::{Dice, Plan};

/// A game that ends in this position, if one is found: the same one for the same number of nodes,
/// which are positions to take moves back from, over all plans. A node takes some microseconds.
///
/// ```
/// use zermelo_board::Limits;
/// use zermelo_kernel::{Castling, Position};
/// use zermelo_retro::proof_game::find;
///
/// let goal = Position::from_fen("4k3/p7/8/8/8/8/8/R3K3 w - -", Castling::Standard)?;
/// let game = find(&goal, &Limits { nodes: 100_000, ..Limits::default() }).expect("a game");
/// let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
/// let mut at = Position::from_fen(array, Castling::Standard)?;
/// for m in game {
///     assert!(at.is_legal(m));
///     at = at.play(m);
/// }
/// assert_eq!(at, goal);
/// # Ok::<(), zermelo_kernel::FenError>(())
/// ```
pub fn find(goal: &kernel::Position, limits: &Limits) -> Option<Vec<kernel::Move>> {
    if !goal.oddities().is_empty() || goal.castling() != kernel::Castling::Standard {
        return None;
    }
    let mut fields = Fields::take();
    let mut spending = Spending { limits, nodes: 0, most: limits.nodes };
    let found = search_or_step(goal, &mut spending, &mut fields);
    fields.leave();
    found
}

/// A game; where every plan is stuck at once, a game to a position before, and the last move as the
/// kernel knows it: a pawn's capture that no plan foresaw, castling, a capture en passant.
fn search_or_step(
    goal: &kernel::Position,
    spending: &mut Spending<'_>,
    fields: &mut Fields,
) -> Option<Vec<kernel::Move>> {
    match search(&Position::from_kernel(goal), spending, fields) {
        Outcome::Found(game) => return Some(game),
        Outcome::NotFound | Outcome::Hopeless => return None,
        Outcome::Stuck => {}
    }
    let mut last = goal.retractions();
    last.retain(|retraction| retraction.is_possible_by_count());
    let mut share = FIRST_SHARE;
    while !last.is_empty() {
        let mut open = Vec::new();
        for retraction in last {
            spending.most = spending.limits.nodes.min(spending.nodes + share);
            match search(&Position::from_kernel(&retraction.before), spending, fields) {
                Outcome::Found(mut game) => {
                    game.push(retraction.made);
                    return Some(game);
                }
                Outcome::NotFound => open.push(retraction),
                Outcome::Stuck | Outcome::Hopeless => {}
            }
            spending.most = spending.limits.nodes;
            if spending.is_spent() {
                return None;
            }
        }
        last = open;
        share *= 2;
    }
    None
}

/// Nodes for each last move in the first round.
const FIRST_SHARE: u64 = 2000;

/// How a search ended.
enum Outcome {
    /// With a game.
    Found(Vec<kernel::Move>),
    /// Without.
    NotFound,
    /// Without a last move, so far as plans go.
    Stuck,
    /// Without a plan, and there is none.
    Hopeless,
}

/// What is spent of the limits.
struct Spending<'a> {
    limits: &'a Limits,
    nodes: u64,
    /// The nodes that may be spent for now.
    most: u64,
}

impl Spending<'_> {
    fn is_spent(&self) -> bool {
        self.nodes >= self.most || self.limits.is_over()
    }
}

/// Nodes of the search for a plan that are as dear as one of the search for a game.
const CHEAPER: u64 = 8;

/// Tries in vain to let officers be promoted pawns after which no plan is expected.
const REPLACEMENTS: u32 = 30;

/// Plans without a last move after which none is expected.
const PATIENCE: u32 = 6;

/// Plan after plan, until one leads to a game.
fn search(goal: &Position, spending: &mut Spending<'_>, fields: &mut Fields) -> Outcome {
    let start = Position::from_kernel(&kernel::Position::initial());
    let mut pawns = Pawns::new();
    let (mut stuck, mut moved, mut vain) = (0, false, 0);
    let mut promoted = true;
    for attempt in 0u64.. {
        if pawns.is_hopeless() && vain >= REPLACEMENTS {
            return Outcome::Hopeless;
        }
        if spending.is_spent() {
            break;
        }
        let wild = match attempt {
            0 => 0,
            _ if attempt % 4 == 3 => 3,
            _ => 1,
        };
        let mut dice = Dice::new(attempt, wild);
        if pawns.is_hopeless() || attempt % 16 == 10 && promoted {
            dice.replaced = 1 + (attempt / 4 % 3) as u32;
        }
        let left = (spending.most - spending.nodes).saturating_mul(CHEAPER);
        let most = left.min(20_000 * (attempt + 1).min(20)) as u32;
        let mut unused = most;
        let plan = pawns.plan(goal, &mut dice, &mut unused, fields);
        spending.nodes += 1 + u64::from(most - unused) / CHEAPER;
        let Some(plan) = plan else {
            vain += 1;
            continue;
        };
        vain = 0;
        promoted = plan.promotions != kernel::ByColor::default();
        if search::is_stuck(&plan, goal) && goal != &start {
            stuck += 1;
            if stuck >= PATIENCE && !moved {
                return Outcome::Stuck;
            }
            continue;
        }
        moved = true;
        let patience = patience(&plan, attempt);
        let noise = if attempt == 0 { 0 } else { dice.next() | 1 };
        let game = search::follow(&plan, goal, noise, fields, |calm| {
            spending.nodes += 1;
            calm > patience
                || spending.nodes >= spending.most
                || spending.nodes.is_multiple_of(64) && spending.is_spent()
        });
        if let Some(game) = game
            && replays(goal, &game)
        {
            return Outcome::Found(game);
        }
    }
    Outcome::NotFound
}

/// The nodes that a plan is given to come nearer to the array once more. A game is found at once, or
/// seldom, so other luck is better than more nodes; but plans with promoted men are harder to come by.
fn patience(plan: &Plan, attempt: u64) -> u64 {
    match plan.promotions == kernel::ByColor::default() {
        true => 50 + attempt / 2,
        false => 1000 + 100 * attempt,
    }
}

/// Whether the moves are legal from the array and end in the goal, by the fast rules.
fn replays(goal: &Position, game: &[kernel::Move]) -> bool {
    let mut at = Position::from_kernel(&kernel::Position::initial());
    for &wanted in game {
        let mut found = None;
        at.any_legal(|m| {
            found = (m.to_kernel() == wanted).then_some(m);
            found.is_some()
        });
        let Some(m) = found else { return false };
        at = at.play(m);
    }
    at == *goal
}
