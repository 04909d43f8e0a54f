//! The moves of a strategy, written down.
//!
//! A walk from a position over all replies meets the positions of a strategy in an order that
//! depends on nothing but the strategy. So it is enough to write the moves in that order, two bytes
//! each, compressed; the positions, and how many plies are left, come back by walking again. The
//! walk also finds what is wrong with a strategy: an illegal move, a circle, a gap.

use std::collections::HashMap;
use std::fmt;

use zermelo_kernel::{Outcome, Rules};

use crate::{Choice, Color, Key, Move, Position, Strategy};

/// Why a strategy proves nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// The move is not legal.
    Illegal(Position, Move),
    /// The position comes again.
    Circle(Position),
    /// There is no move here, and the position is not known to be won.
    Gap(Position),
    /// The bytes are not those of a strategy.
    Damaged,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Illegal(position, made) => write!(f, "{made} is not legal in {position}"),
            Flaw::Circle(position) => write!(f, "the strategy comes back to {position}"),
            Flaw::Gap(position) => write!(f, "the strategy has no move in {position}"),
            Flaw::Damaged => f.write_str("the stored strategy is damaged"),
        }
    }
}

impl std::error::Error for Flaw {}

/// Who plays for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// The rules.
    pub rules: Rules,
    /// Who must win.
    pub prover: Color,
}

impl Game {
    /// Whether it is the prover's move.
    pub fn proves(self, position: &Position) -> bool {
        position.turn() == self.prover
    }

    /// Whether the prover has won a game that is over.
    pub fn won(self, position: &Position) -> bool {
        position.to_kernel().outcome(self.rules) == Some(Outcome::Won(self.prover))
    }
}

/// A position on the way.
struct Step {
    position: Position,
    /// The prover's move, 0 where the defender moves or the strategy ends.
    made: u16,
    left: Vec<Move>,
    plies: u32,
}

/// Walks a strategy from a position. `choice` is asked once for each position with the prover to
/// move, and returns `None` where the strategy ends. Returns the strategy cut down to what was met,
/// with exact bounds, and the bound of the start.
///
/// # Errors
///
/// The [`Flaw`] that was found.
pub fn walk(
    game: Game,
    start: &Position,
    mut choice: impl FnMut(&Position) -> Result<Option<Move>, Flaw>,
) -> Result<(Strategy, u32), Flaw> {
    let mut strategy = Strategy::default();
    // The bound of each position that was met; none while the walk is below it.
    let mut met: HashMap<Key, Option<u32>> = HashMap::from([(start.key(), None)]);
    let mut path = vec![enter(game, *start, &mut choice)?];
    loop {
        let step = path.last_mut().expect("the start stays on the path until the end");
        if let Some(made) = step.left.pop() {
            let position = step.position.play(made);
            match met.get(&position.key()) {
                Some(&Some(plies)) => step.plies = step.plies.max(plies + 1),
                Some(None) => return Err(Flaw::Circle(position)),
                None => {
                    met.insert(position.key(), None);
                    path.push(enter(game, position, &mut choice)?);
                }
            }
            continue;
        }
        let Step { position, made, plies, .. } = path.pop().expect("it is there");
        met.insert(position.key(), Some(plies));
        if made != 0 {
            strategy.add(position.key(), Choice { made, plies });
        }
        match path.last_mut() {
            Some(above) => above.plies = above.plies.max(plies + 1),
            None => return Ok((strategy, plies)),
        }
    }
}

fn enter(
    game: Game,
    position: Position,
    choice: &mut impl FnMut(&Position) -> Result<Option<Move>, Flaw>,
) -> Result<Step, Flaw> {
    let mut left = position.legal_moves();
    let mut made = 0;
    if left.is_empty() {
        if !game.won(&position) {
            return Err(Flaw::Gap(position));
        }
    } else if game.proves(&position) {
        let chosen = choice(&position)?;
        if let Some(m) = chosen {
            if !left.contains(&m) {
                return Err(Flaw::Illegal(position, m));
            }
            made = m.packed();
        }
        left = chosen.into_iter().collect();
    }
    Ok(Step { position, made, left, plies: 0 })
}

/// A strategy as bytes, with its length and the bound of its start.
pub struct Packed {
    /// The moves in the order of the walk.
    pub bytes: Vec<u8>,
    /// How many moves.
    pub moves: u32,
    /// The game is over, or in the tables, after so many plies.
    pub plies: u32,
}

/// Writes a strategy from a position.
///
/// # Errors
///
/// The [`Flaw`] of a strategy that proves nothing.
pub fn pack(
    game: Game,
    start: &Position,
    strategy: &Strategy,
    known: &dyn Fn(&Position) -> bool,
) -> Result<Packed, Flaw> {
    let mut plain = Vec::new();
    let (kept, plies) = walk(game, start, |position| {
        let choice = strategy.get(&position.key());
        if choice.is_none() && !known(position) {
            return Err(Flaw::Gap(*position));
        }
        plain.extend(choice.map_or(0, |choice| choice.made).to_le_bytes());
        Ok(choice.map(Choice::made))
    })?;
    let bytes = zstd::encode_all(plain.as_slice(), 3).map_err(|_| Flaw::Damaged)?;
    Ok(Packed { bytes, moves: kept.len() as u32, plies })
}

/// Reads what [`pack`] wrote, and the bound of the start.
///
/// # Errors
///
/// A [`Flaw`] if the bytes are damaged.
pub fn unpack(game: Game, start: &Position, bytes: &[u8]) -> Result<(Strategy, u32), Flaw> {
    let plain = zstd::decode_all(bytes).map_err(|_| Flaw::Damaged)?;
    let mut moves = plain.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let read = walk(game, start, |_| {
        let made = moves.next().ok_or(Flaw::Damaged)?;
        Ok((made != 0).then(|| Move::unpacked(made)))
    })?;
    if moves.next().is_some() { Err(Flaw::Damaged) } else { Ok(read) }
}
