//! How the chances of a side in losing chess are checked: a line of moves, or a closed set
//! (docs/theory/unwinnability.md, Losing chess).

use std::collections::HashSet;

use crate::budget::Meter;
use crate::proved::Certificate;
use crate::rules::moves::MOVE_STEPS;
use crate::{
    Color, LosingChances, LosingChancesFault, LosingEvidence, LosingPosition, Move, Outcome, Rules,
};

impl Certificate for LosingChances {
    type Fault = LosingChancesFault;

    fn examine(&self, meter: &Meter) -> Result<(), LosingChancesFault> {
        let LosingChances { rules, position, winner, evidence } = self;
        if *rules == Rules::Chess {
            return Err(LosingChancesFault::Rules);
        }
        match evidence {
            LosingEvidence::Line(moves) => wins(position, moves, (*rules, *winner), meter),
            LosingEvidence::Closed(set) => closed(position, set, (*rules, *winner), meter),
        }
    }
}

/// Every move legal, and the side has won at the end.
fn wins(
    root: &LosingPosition,
    moves: &[Move],
    (rules, winner): (Rules, Color),
    meter: &Meter,
) -> Result<(), LosingChancesFault> {
    let mut position = root.clone();
    for (index, m) in moves.iter().enumerate() {
        meter.step(MOVE_STEPS)?;
        if !position.legal_moves().contains(m) {
            return Err(LosingChancesFault::IllegalMove(index + 1));
        }
        position = position.play(*m);
    }
    match position.outcome(rules) == Some(Outcome::Won(winner)) {
        true => Ok(()),
        false => Err(LosingChancesFault::NotWon),
    }
}

/// The root is in the set, the side has won nowhere in it, and every move stays in it.
fn closed(
    root: &LosingPosition,
    set: &[LosingPosition],
    (rules, winner): (Rules, Color),
    meter: &Meter,
) -> Result<(), LosingChancesFault> {
    meter.hold(4 * (set.len() * size_of::<&LosingPosition>()) as u64)?;
    let members: HashSet<&LosingPosition> = set.iter().collect();
    if !members.contains(root) {
        return Err(LosingChancesFault::Root);
    }
    for position in set {
        let moves = position.legal_moves();
        meter.step(MOVE_STEPS * (1 + moves.len() as u64))?;
        if moves.is_empty() && position.verdict(rules) == Outcome::Won(winner) {
            return Err(LosingChancesFault::Won(position.to_fen()));
        }
        for m in moves {
            if !members.contains(&position.play(m)) {
                let (position, uci) = (position.to_fen(), m.to_string());
                return Err(LosingChancesFault::Leaves { position, uci });
            }
        }
    }
    Ok(())
}
