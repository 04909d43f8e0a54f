//! From a FEN to its last moves: the kernel lists them, the count of men and dead reckoning part them.

use serde::Serialize;
use zermelo_kernel::{
    Castling, Color, Examiner, FenError, Position, Reason, Retraction, Rule, Square,
};
use zermelo_retro::dead_reckoning::{Count, DeadReckoning, ReckoningError};
use zermelo_retro::partial_fen::{FenPosition, PartialFen};
use zermelo_winnable::Limits;

use super::report::retractions;
use super::why_none;
use crate::{Fault, query};

/// What is known of the last move.
pub struct LastMoves {
    /// The position asked about.
    pub position: Position,
    /// The square over which a pawn has just passed, as the FEN says: a claim about the last move,
    /// also where nobody can capture.
    pub passed: Option<Square>,
    /// Whether a game may begin here.
    pub initial: bool,
    /// The last moves that movement and the count of men allow, and dead reckoning if it was asked.
    pub possible: Vec<Retraction>,
    /// Those that only the count of men excludes.
    pub excluded: Vec<Retraction>,
    /// What dead reckoning says, if it was asked.
    pub reckoned: Option<Reckoned>,
}

/// What dead reckoning excludes.
#[derive(Default, Serialize)]
pub struct Reckoned {
    /// Last moves made from dead positions.
    #[serde(serialize_with = "retractions")]
    pub from_dead: Vec<Retraction>,
    /// Last moves that lead back to a position without a last move.
    #[serde(serialize_with = "retractions")]
    pub no_past: Vec<Retraction>,
    /// Last moves of which it was not settled whether they were made from dead positions.
    #[serde(serialize_with = "retractions")]
    pub unsettled: Vec<Retraction>,
}

/// Lists the last moves for each reading of a FEN; underscores stand for spaces, unknown fields
/// give several readings.
///
/// # Errors
///
/// What is wrong with the FEN; or a bug, if the kernel refuses what dead reckoning claims.
pub fn ask(text: &str, castling: Castling, reckon: bool) -> Result<Vec<LastMoves>, Fault> {
    let bad = |error: FenError| Fault::BadInput(error.to_string());
    let partial: PartialFen = query::plain(text).map_err(Fault::BadInput)?.parse().map_err(bad)?;
    let mut reckoning = reckon.then(|| DeadReckoning::new(Limits::default(), Count::Promotions));
    let mut found = Vec::new();
    let readings = partial.readings(castling).map_err(|error| {
        let chess960 = partial.readings(Castling::Chess960).is_ok();
        if chess960 { Fault::BadInput(query::as_chess960(error)) } else { bad(error) }
    })?;
    for reading in readings {
        let mut moves = LastMoves::of(&reading);
        if let Some(reckoning) = &mut reckoning {
            moves.reckon(&reading, reckoning).map_err(|doubt| Fault::Bug(doubt.to_string()))?;
        }
        found.push(moves);
    }
    Ok(found)
}

/// Sentences saying why no last move leads to the position, if none does.
pub fn why_no_last_move(position: &Position, passed: Option<Square>) -> Vec<String> {
    let standing = FenPosition { position: position.clone(), passed, clock: None, number: 1 };
    let found = LastMoves::of(&standing);
    if found.cannot_arise() { why_none(&found) } else { Vec::new() }
}

impl LastMoves {
    /// Asks the kernel.
    fn of(reading: &FenPosition) -> LastMoves {
        // The clocks of a FEN are not looked at.
        let reading = FenPosition { clock: None, ..reading.clone() };
        let mut list = reading.retractions();
        list.sort_by_cached_key(|found| (found.made, found.taken, found.before.to_fen()));
        let (possible, excluded) = list.into_iter().partition(Retraction::is_possible_by_count);
        let FenPosition { position, passed, .. } = reading;
        let initial = position.is_initial_array();
        LastMoves { position, passed, initial, possible, excluded, reckoned: None }
    }

    /// Takes out what dead reckoning excludes.
    fn reckon(
        &mut self,
        reading: &FenPosition,
        reckoning: &mut DeadReckoning,
    ) -> Result<(), ReckoningError> {
        let mut reckoned = Reckoned::default();
        let reading = FenPosition { clock: None, ..reading.clone() };
        for found in std::mem::take(&mut self.possible) {
            let before = reading.before(&found);
            if !found.before.is_initial_array() && !reckoning.has_past(&before, 1) {
                reckoned.no_past.push(found);
                continue;
            }
            match reckoning.is_dead(&found.before) {
                Ok(true) => reckoned.from_dead.push(found),
                Ok(false) => self.possible.push(found),
                Err(ReckoningError::Open(_)) => reckoned.unsettled.push(found),
                Err(refused) => return Err(refused),
            }
        }
        self.reckoned = Some(reckoned);
        Ok(())
    }

    /// Last moves of which it was not settled whether they were made from dead positions.
    pub fn unsettled(&self) -> &[Retraction] {
        self.reckoned.as_ref().map_or(&[], |reckoned| &reckoned.unsettled)
    }

    /// Whether there are last moves, but dead reckoning excludes them all.
    pub fn is_zombie(&self) -> bool {
        self.is_excluded() && self.reckoned.as_ref().is_some_and(|one| !one.from_dead.is_empty())
    }

    /// Whether there are last moves, but none is left: they were made from dead positions, or lead
    /// back to positions without a last move.
    pub fn is_excluded(&self) -> bool {
        let none = |one: &Reckoned| one.unsettled.is_empty();
        self.possible.is_empty()
            && !self.initial
            && !self.cannot_arise()
            && self.reckoned.as_ref().is_some_and(none)
    }

    /// The rule of illegality that excludes the position although it has last moves.
    pub fn excluded_by(&self) -> Option<(Rule, Reason)> {
        if self.cannot_arise() { None } else { Examiner::default().any(&self.position) }
    }

    /// The side that has moved last.
    pub fn mover(&self) -> Color {
        !self.position.turn()
    }

    /// Whether there is neither a last move nor a beginning, one move back and dead reckoning
    /// apart.
    pub fn cannot_arise(&self) -> bool {
        let none = |Reckoned { from_dead, no_past, unsettled }: &Reckoned| {
            from_dead.is_empty() && no_past.is_empty() && unsettled.is_empty()
        };
        self.possible.is_empty() && !self.initial && self.reckoned.as_ref().is_none_or(none)
    }

    /// Whether something speaks for the reading: a last move, a beginning, or a doubt.
    pub fn stands(&self) -> bool {
        !self.cannot_arise() && !self.is_excluded()
    }
}
