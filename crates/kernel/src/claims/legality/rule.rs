//! The rules that exclude a position by a look at it alone.

use std::collections::HashMap;

use super::assignment::captures_needed;
use super::checks::impossible_check;
use super::columns;
use super::home::{Homes, Reaches, fixed_men, homes};
use super::ledger::Ledger;
use super::parity::wrong_turn;
use crate::budget::{Budget, Meter};
use crate::{Castling, Color, Exhausted, Position, Squares};

/// What a rule other than the one about columns counts for in a budget.
const RULE_STEPS: u64 = 20_000;

/// A rule that excludes positions. Its lemma is in docs/theory/illegality.md.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rule {
    /// No move can have given the check.
    Check,
    /// Too many men of some kind.
    Men,
    /// Nothing was captured, no pawn has moved, and the wrong side is to move.
    Parity,
    /// A man stands where it can neither have come from home nor from a promotion.
    Cage,
    /// The pawns have made more captures than men are missing.
    PawnCaptures,
    /// The sixteen pawns have no way to where they are, or to their promotions.
    PawnColumns,
}

impl Rule {
    /// All rules, the cheapest first.
    pub const ALL: [Rule; 6] =
        [Rule::Check, Rule::Parity, Rule::Men, Rule::Cage, Rule::PawnCaptures, Rule::PawnColumns];

    /// The name in certificates.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Check => "check",
            Rule::Men => "men",
            Rule::Parity => "parity",
            Rule::Cage => "cage",
            Rule::PawnCaptures => "pawn-captures",
            Rule::PawnColumns => "pawn-columns",
        }
    }

    /// The rule with this name.
    pub fn from_name(name: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// Applies rules. It remembers how far men come past the fixed ones, and which accounts of pawns it
/// has examined: the positions of one proof share them.
#[derive(Default)]
pub struct Examiner {
    reaches: HashMap<Squares, Reaches>,
    columns: HashMap<Ledger, bool>,
}

impl Examiner {
    /// Whether the rule excludes the position: the reason, in words. The rules are those of
    /// standard chess, and say nothing about Chess960.
    pub fn excludes(&mut self, rule: Rule, position: &Position) -> Option<String> {
        self.excludes_within(rule, position, &Budget::default().meter()).ok().flatten()
    }

    /// The same within a budget.
    pub(crate) fn excludes_within(
        &mut self,
        rule: Rule,
        position: &Position,
        meter: &Meter,
    ) -> Result<Option<String>, Exhausted> {
        meter.step(RULE_STEPS)?;
        if position.castling() != Castling::Standard {
            return Ok(None);
        }
        match rule {
            Rule::Check => return Ok(impossible_check(position)),
            Rule::Parity => return Ok(wrong_turn(position)),
            _ => {}
        }
        let homes = self.homes(position);
        let ledger = match (rule, Ledger::of(position, &homes)) {
            (Rule::Cage, _) => return Ok(cage(&homes)),
            (Rule::Men, ledger) => return Ok(ledger.err()),
            (_, Err(_)) => return Ok(None),
            (_, Ok(ledger)) => ledger,
        };
        match rule {
            Rule::PawnColumns => self.pawn_columns(ledger, meter),
            _ => Ok(pawn_captures(&ledger)),
        }
    }

    /// The first rule that excludes the position, with its reason.
    pub fn any(&mut self, position: &Position) -> Option<(Rule, String)> {
        if position.castling() != Castling::Standard {
            return None;
        }
        let found = |rule: Rule| move |reason: String| (rule, reason);
        if let Some(reason) = impossible_check(position) {
            return Some((Rule::Check, reason));
        }
        if let Some(reason) = wrong_turn(position) {
            return Some((Rule::Parity, reason));
        }
        let homes = self.homes(position);
        let ledger = match Ledger::of(position, &homes) {
            Ok(ledger) => ledger,
            Err(reason) => return Some((Rule::Men, reason)),
        };
        cage(&homes)
            .map(found(Rule::Cage))
            .or_else(|| pawn_captures(&ledger).map(found(Rule::PawnCaptures)))
            .or_else(|| {
                let columns = self.pawn_columns(ledger, &Budget::default().meter());
                columns.ok().flatten().map(found(Rule::PawnColumns))
            })
    }

    fn homes(&mut self, position: &Position) -> [Homes; 2] {
        let fixed = fixed_men(position);
        let reaches = self.reaches.entry(fixed).or_insert_with(|| Reaches::of(fixed));
        Color::ALL.map(|color| homes(position, color, reaches))
    }

    fn pawn_columns(&mut self, ledger: Ledger, meter: &Meter) -> Result<Option<String>, Exhausted> {
        let possible = match self.columns.get(&ledger) {
            Some(&known) => known,
            None => {
                let possible = columns::can_come_about(&ledger, meter)?;
                self.columns.insert(ledger.clone(), possible);
                possible
            }
        };
        Ok((!possible).then(|| {
            let [white, black] = ledger.captures;
            let [whites, blacks] = ledger.promoted;
            format!(
                "pawns pass each other only by captures: with at most {white} by White and {black} \
                 by Black that pawns had a part in, the pawns cannot have come to where they are \
                 and promoted at least {whites} times for White and {blacks} for Black"
            )
        }))
    }
}

fn cage(homes: &[Homes; 2]) -> Option<String> {
    let (at, man) = homes.iter().find_map(|homes| homes.stranger)?;
    let color = if man.color == Color::White { "white" } else { "black" };
    let role = format!("{:?}", man.role).to_lowercase();
    Some(format!(
        "men that have never moved bar every way to {at}: the {color} {role} cannot have come there"
    ))
}

fn pawn_captures(ledger: &Ledger) -> Option<String> {
    Color::ALL.into_iter().find_map(|color| {
        let available = ledger.captures[color.index()];
        match captures_needed(color, &ledger.pawns[color.index()]) {
            None => Some(format!(
                "{color}'s pawns cannot have come to where they are from eight different files"
            )),
            Some(needed) if needed > available => Some(format!(
                "{color}'s pawns need at least {needed} {} to stand where they are; only {available} \
                 of {}'s men can have been captured by pawns",
                if needed == 1 { "capture" } else { "captures" },
                !color
            )),
            Some(_) => None,
        }
    })
}
