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

use std::collections::HashSet;

use zermelo_board::{Board, Color, FastHash, Key, Limits, Move, Position, Role};
use zermelo_kernel as kernel;

use bound::Bound;

/// So many positions are remembered; then all are forgotten.
const MEMORY: usize = 4 << 20;

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
    let mut search = Search {
        bound: Bound::new(&goal),
        goal,
        most,
        limits,
        nodes: 0,
        stopped: false,
        line: Vec::new(),
        failed: HashSet::default(),
        games: Vec::new(),
    };
    let needs = Color::ALL.map(|c| search.bound.moves(&start, c));
    if needs.iter().zip(Color::ALL).all(|(&n, c)| n <= moves_left(Color::White, c, plies)) {
        search.walk(&start, plies, needs);
    }
    Games { games: search.games, complete: !search.stopped, nodes: search.nodes }
}

/// The moves of a colour in so many plies, of which `turn` makes the first.
fn moves_left(turn: Color, c: Color, plies: u32) -> u32 {
    if c == turn { plies.div_ceil(2) } else { plies / 2 }
}

struct Search<'a> {
    bound: Bound,
    goal: Position,
    most: usize,
    limits: &'a Limits,
    nodes: u64,
    stopped: bool,
    line: Vec<Move>,
    /// Positions from which there is no game, with the plies left.
    failed: HashSet<(Key, u32), FastHash>,
    games: Vec<Vec<kernel::Move>>,
}

impl Search<'_> {
    /// Tries every move. `needs` is what each side needs at least.
    fn walk(&mut self, p: &Position, left: u32, needs: [u32; 2]) {
        if left == 0 {
            if same_men(p, &self.goal) {
                self.games.push(self.line.iter().map(|m| m.to_kernel()).collect());
                self.stopped |= self.games.len() >= self.most;
            }
            return;
        }
        self.nodes += 1;
        self.stopped |= self.nodes > self.limits.nodes
            || self.nodes.is_multiple_of(256) && self.limits.is_over();
        if self.stopped {
            return;
        }
        let key = (left > 1).then(|| (Key::new(p), left));
        if key.as_ref().is_some_and(|key| self.failed.contains(key)) {
            return;
        }
        let before = self.games.len();
        for made in p.legal_moves() {
            let after = p.play(made);
            let Some(needs) = self.still(p, made, &after, left - 1, needs) else { continue };
            self.line.push(made);
            self.walk(&after, left - 1, needs);
            self.line.pop();
            if self.stopped {
                return;
            }
        }
        if self.games.len() == before {
            if self.failed.len() >= MEMORY {
                self.failed.clear();
            }
            self.failed.extend(key);
        }
    }

    /// What each side needs after this move; `None` if one needs too much.
    fn still(
        &self,
        p: &Position,
        made: Move,
        after: &Position,
        left: u32,
        mut needs: [u32; 2],
    ) -> Option<[u32; 2]> {
        let us = p.turn();
        let captures = p.is_capture(made);
        if self.bound.breaks(after) {
            return None;
        }
        for c in Color::ALL {
            if c == us || captures {
                needs[c.index()] = self.bound.moves(after, c);
            }
            if needs[c.index()] > moves_left(!us, c, left) {
                return None;
            }
        }
        Some(needs)
    }
}

/// Whether the same men stand on the same squares.
fn same_men(a: &Board, b: &Board) -> bool {
    Color::ALL.into_iter().all(|c| a.men(c) == b.men(c))
        && Role::ALL.into_iter().all(|role| a.role(role) == b.role(role))
}
