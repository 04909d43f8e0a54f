//! Dead reckoning: no move is made from a dead position (FIDE Laws, Article 5.2.2).
//!
//! A game is over as soon as nobody can mate any more. Read strictly, that says something about
//! the past: a last move that was made from a dead position was never made. A position all of
//! whose last moves are such cannot stand on a board, though it can arise by the moves of the men;
//! it is called a *zombie*. So a side to move, a right to castle or to capture en passant can be
//! deduced where movement alone leaves it open.
//!
//! What is dead is found by `zermelo_winnable` and believed after the kernel has checked it; which
//! moves can have been the last comes from the kernel itself. Answers are remembered: a query asks
//! about the same positions again and again.

use std::cmp::Reverse;
use std::collections::HashMap;

use zermelo_board as board;
use zermelo_kernel::{Color, Position, Role};
use zermelo_winnable::{Limits, Solver, Verdict};

use crate::partial_fen::FenPosition;

/// Which counts of men a game can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// At most sixteen men a side, eight of them pawns.
    Men,
    /// Also no more promoted men than missing pawns; see [`Position::oddities`].
    Promotions,
}

/// So many answers are remembered; then all are forgotten.
const MEMORY: usize = 1 << 19;

/// What could not be settled.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum ReckoningError {
    /// Whether this position is dead was not found out within the limits.
    #[error("whether {0} is dead was not settled within the limits")]
    Open(Box<Position>),
    /// Not all games to this position were found within the limits.
    #[error("the games to {0} were not all found within the limits")]
    Games(Box<Position>),
    /// The kernel refused what the engine said of this position: a bug of the engine's.
    #[error("the kernel refused what the engine says of {0}")]
    Refused(Box<Position>),
}

/// The limits did not suffice.
pub(crate) struct Unsettled;

/// Knows which positions are dead, which have a past, and which are zombies.
///
/// ```
/// use zermelo_kernel::Castling;
/// use zermelo_retro::dead_reckoning::{Count, DeadReckoning};
/// use zermelo_retro::partial_fen::PartialFen;
/// use zermelo_winnable::Limits;
///
/// // Who is to move? Black's king can only have moved in a dead position.
/// let kings: PartialFen = "k7/8/2K5/8/8/8/8/8 ?".parse().unwrap();
/// let mut reckoning = DeadReckoning::new(Limits::default(), Count::Promotions);
/// let readings = kings.readings(Castling::Standard).unwrap();
/// let zombies: Vec<bool> =
///     readings.iter().map(|reading| reckoning.is_zombie(reading, 2).unwrap()).collect();
/// assert_eq!(zombies, [true, false]); // White to move, Black to move
/// ```
pub struct DeadReckoning {
    solver: Solver,
    count: Count,
    dead: HashMap<Position, bool>,
    past: HashMap<(FenPosition, u32), bool>,
}

impl DeadReckoning {
    /// With these limits for each question whether a side can mate.
    pub fn new(limits: Limits, count: Count) -> DeadReckoning {
        let (dead, past) = (HashMap::new(), HashMap::new());
        DeadReckoning { solver: Solver::new(limits), count, dead, past }
    }

    /// Whether neither side can mate any more. The kernel has accepted the proof.
    ///
    /// # Errors
    ///
    /// If the limits do not suffice.
    pub fn is_dead(&mut self, position: &Position) -> Result<bool, ReckoningError> {
        if let Some(&dead) = self.dead.get(position) {
            return Ok(dead);
        }
        let own = board::Position::from_kernel(position);
        let mut open = false;
        let mut dead = true;
        for side in Color::ALL {
            let answer = self.solver.decide(&own, side);
            match answer.checked(position, side).map(|proved| proved.map(|one| one.claim())) {
                Err(_) => return Err(ReckoningError::Refused(Box::new(position.clone()))),
                Ok(None) => open = true,
                Ok(Some("winnable")) => {
                    dead = false;
                    break;
                }
                Ok(Some(_)) => {}
            }
        }
        if dead && open {
            return Err(ReckoningError::Open(Box::new(position.clone())));
        }
        if self.dead.len() >= MEMORY {
            self.dead.clear();
        }
        self.dead.insert(position.clone(), dead);
        Ok(dead)
    }

    /// A mate that the engine finds for either side; `None` if it takes the position for dead. That
    /// is neither remembered nor checked: for searches that ask of many positions and have what
    /// they find checked afterwards. The error is a position that it could not settle.
    pub(crate) fn helpmate(
        &mut self,
        position: &board::Position,
    ) -> Result<Option<Vec<board::Move>>, Unsettled> {
        let mut open = false;
        let mut sides = Color::ALL;
        sides.sort_by_key(|side| Reverse(strength(position, *side)));
        for side in sides {
            match self.solver.decide(position, side).verdict {
                Verdict::Winnable(found) => return Ok(Some(found)),
                Verdict::Unwinnable(_) => {}
                Verdict::Open => open = true,
            }
        }
        if open { Err(Unsettled) } else { Ok(None) }
    }

    /// Whether so many moves can be taken back, by the men's ways and their count. With two, that
    /// is the test of `legal` in a query. True proves nothing; false proves that the position is
    /// illegal.
    pub fn has_past(&mut self, standing: &FenPosition, depth: u32) -> bool {
        if depth == 0 {
            return true;
        }
        let key = (standing.clone(), depth);
        if let Some(&known) = self.past.get(&key) {
            return known;
        }
        let possible = self.is_possible_by_count(&standing.position);
        let before = |found| self.has_past(&standing.before(found), depth - 1);
        let has = possible && standing.retractions().iter().any(before);
        if self.past.len() >= MEMORY {
            self.past.clear();
        }
        self.past.insert(key, has);
        has
    }

    /// Whether the position has a past of this depth, but every last move that has one itself was
    /// made from a dead position.
    ///
    /// # Errors
    ///
    /// If it is not settled whether one of the positions before is dead.
    pub fn is_zombie(
        &mut self,
        standing: &FenPosition,
        depth: u32,
    ) -> Result<bool, ReckoningError> {
        if !self.has_past(standing, depth) {
            return Ok(false);
        }
        let mut doubt = None;
        for found in standing.retractions() {
            let before = standing.before(&found);
            if !self.has_past(&before, depth.saturating_sub(1)) {
                continue;
            }
            match self.is_dead(&before.position) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(error) => doubt = Some(error),
            }
        }
        doubt.map_or(Ok(true), Err)
    }

    /// Whether these men can be those of a game, as far as they are counted here.
    pub fn is_possible_by_count(&self, position: &Position) -> bool {
        match self.count {
            Count::Promotions => position.oddities().is_empty(),
            Count::Men => Color::ALL.into_iter().all(|color| {
                let men = || position.pieces().filter(|(_, man)| man.color == color);
                men().count() <= 16 && men().filter(|(_, man)| man.role == Role::Pawn).count() <= 8
            }),
        }
    }
}

/// What a side's men are worth: who has more will sooner be found to mate.
pub(crate) fn strength(position: &board::Position, side: Color) -> u32 {
    use board::Role::{Bishop, Knight, Pawn, Queen, Rook};
    let worth = [(Queen, 9), (Rook, 5), (Bishop, 3), (Knight, 3), (Pawn, 4)];
    worth.into_iter().map(|(role, worth)| worth * position.of(side, role).count_ones()).sum()
}
