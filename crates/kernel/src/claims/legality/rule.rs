//! The rules that exclude a position by a look at it alone.

use std::collections::HashMap;

use super::assignment::captures_needed;
use super::checks::impossible_check;
use super::columns;
use super::home::{Homes, Reaches, fixed_men, homes};
use super::ledger::Ledger;
use super::parity::wrong_turn;
use super::reason::Reason;
use super::rights::impossible_rights;
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
    /// No array of Chess960 gives these castling rights.
    Rights,
}

impl Rule {
    /// All rules, the cheapest first.
    pub const ALL: [Rule; 7] = [
        Rule::Rights,
        Rule::Check,
        Rule::Parity,
        Rule::Men,
        Rule::Cage,
        Rule::PawnCaptures,
        Rule::PawnColumns,
    ];

    /// Whether the rule speaks of these positions. Parity and cages rest on where the pieces of
    /// standard chess begin; rights that no array gives, only Chess960 has.
    pub fn holds_for(self, castling: Castling) -> bool {
        match self {
            Rule::Parity | Rule::Cage => castling == Castling::Standard,
            Rule::Rights => castling == Castling::Chess960,
            _ => true,
        }
    }

    /// The name in certificates.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Check => "check",
            Rule::Men => "men",
            Rule::Parity => "parity",
            Rule::Cage => "cage",
            Rule::PawnCaptures => "pawn-captures",
            Rule::PawnColumns => "pawn-columns",
            Rule::Rights => "rights",
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
    /// Whether the rule excludes the position: the reason. A rule that does not hold for the
    /// position's kind of chess excludes nothing.
    pub fn excludes(&mut self, rule: Rule, position: &Position) -> Option<Reason> {
        self.excludes_within(rule, position, &Budget::default().meter()).ok().flatten()
    }

    /// The same within a budget.
    pub(crate) fn excludes_within(
        &mut self,
        rule: Rule,
        position: &Position,
        meter: &Meter,
    ) -> Result<Option<Reason>, Exhausted> {
        meter.step(RULE_STEPS)?;
        if !rule.holds_for(position.castling()) {
            return Ok(None);
        }
        match rule {
            Rule::Rights => return Ok(impossible_rights(position)),
            Rule::Check => return Ok(impossible_check(position)),
            Rule::Parity => return Ok(wrong_turn(position)),
            _ => {}
        }
        let homes = self.homes(position);
        let ledger = match (rule, Ledger::of(position, &homes)) {
            (Rule::Cage, _) => return Ok(cage(position, &homes)),
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
    pub fn any(&mut self, position: &Position) -> Option<(Rule, Reason)> {
        let found = |rule: Rule| move |reason: Reason| (rule, reason);
        let looks = [
            (Rule::Rights, impossible_rights as fn(&Position) -> Option<Reason>),
            (Rule::Check, impossible_check),
            (Rule::Parity, wrong_turn),
        ];
        for (rule, look) in looks {
            if rule.holds_for(position.castling())
                && let Some(reason) = look(position)
            {
                return Some((rule, reason));
            }
        }
        let homes = self.homes(position);
        let ledger = match Ledger::of(position, &homes) {
            Ok(ledger) => ledger,
            Err(reason) => return Some((Rule::Men, reason)),
        };
        cage(position, &homes)
            .map(found(Rule::Cage))
            .or_else(|| pawn_captures(&ledger).map(found(Rule::PawnCaptures)))
            .or_else(|| {
                let columns = self.pawn_columns(ledger, &Budget::default().meter());
                columns.ok().flatten().map(found(Rule::PawnColumns))
            })
    }

    fn homes(&mut self, position: &Position) -> [Homes; 2] {
        if position.castling() == Castling::Chess960 {
            return Color::ALL.map(|color| Homes::anywhere(position, color));
        }
        let fixed = fixed_men(position);
        let reaches = self.reaches.entry(fixed).or_insert_with(|| Reaches::of(fixed));
        Color::ALL.map(|color| homes(position, color, reaches))
    }

    fn pawn_columns(&mut self, ledger: Ledger, meter: &Meter) -> Result<Option<Reason>, Exhausted> {
        let possible = match self.columns.get(&ledger) {
            Some(&known) => known,
            None => {
                let possible = columns::can_come_about(&ledger, meter)?;
                self.columns.insert(ledger.clone(), possible);
                possible
            }
        };
        let Ledger { captures: most, promoted, .. } = ledger;
        Ok((!possible).then_some(Reason::PawnColumns { most, promoted }))
    }
}

fn cage(position: &Position, homes: &[Homes; 2]) -> Option<Reason> {
    let (at, man) = homes.iter().find_map(|homes| homes.stranger)?;
    Some(Reason::Cage { at, man, fixed: fixed_men(position) })
}

fn pawn_captures(ledger: &Ledger) -> Option<Reason> {
    Color::ALL.into_iter().find_map(|color| {
        let most = ledger.captures[color.index()];
        match captures_needed(color, &ledger.pawns[color.index()]) {
            None => Some(Reason::Files(color)),
            Some(needed) if needed > most => Some(Reason::PawnCaptures { color, needed, most }),
            Some(_) => None,
        }
    })
}
