//! A game to one position of an ending, without settling all the others.
//!
//! The way back of the count: to men at home, perhaps with a man or two more on the board, and a
//! proof game from there. Milliseconds as a rule; where the ways do not meet a home soon, the limits
//! on time are asked at every home that is tried.

use std::collections::HashMap;

use zermelo_board::Limits;
use zermelo_kernel::{Move, Position};

use super::home::is_home;
use super::men::MOST_MEN;
use super::packed::Packed;
use super::past;
use crate::proof_game;

/// Nodes for a game to men at home; some have none, and then the next ones are tried.
const HOME: u64 = 10_000;
/// Positions of the slow search, which knows castling and captures en passant.
const SLOW: usize = 2_000;

/// A game to a position of an ending, if one is found.
pub(crate) fn game_to(position: &Position, limits: &Limits) -> Option<Vec<Move>> {
    if position.pieces().count() > MOST_MEN {
        return None;
    }
    let mut homes = Homes { limits: *limits, games: HashMap::new() };
    homes.limits.nodes = HOME;
    let packed = Packed::of(position);
    let mut run = |captures| packed?.way_home(captures, &mut |before| homes.has_packed(before));
    let fast = run(0).or_else(|| run(1));
    let fast = fast.and_then(|way| way.iter().map(Packed::position).collect::<Option<Vec<_>>>());
    let way = fast.or_else(|| past::way_home(position, SLOW, |before| homes.has(before)))?;
    let mut game = homes.games.remove(way.first()?)??;
    for (before, after) in way.iter().zip(&way[1..]) {
        game.push(before.legal_moves().into_iter().find(|&m| before.play(m) == *after)?);
    }
    Some(game)
}

/// Games to men at home, `None` where none was found.
struct Homes {
    limits: Limits,
    games: HashMap<Position, Option<Vec<Move>>>,
}

impl Homes {
    fn has(&mut self, position: &Position) -> bool {
        if !is_home(position) {
            return false;
        }
        let search = || proof_game::find(position, &self.limits);
        self.games.entry(position.clone()).or_insert_with(search).is_some()
    }

    fn has_packed(&mut self, packed: &Packed) -> bool {
        packed.is_home() && packed.position().is_some_and(|position| self.has(&position))
    }
}
