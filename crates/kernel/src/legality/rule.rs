//! The rules that exclude a position by a look at it alone.

use std::collections::HashMap;

use super::assignment::captures_needed;
use super::checks::impossible_check;
use super::columns;
use super::home;
use super::ledger::Ledger;
use crate::{Color, Position};

/// A rule that excludes positions. Its lemma is in docs/illegality.md.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Rule {
    /// No move can have given the check.
    Check,
    /// Too many men of some kind.
    Men,
    /// A man stands where it can neither have come from home nor from a promotion.
    Cage,
    /// The pawns have made more captures than men are missing.
    PawnCaptures,
    /// The sixteen pawns have no way to where they are, or to their promotions.
    PawnColumns,
}

impl Rule {
    /// All rules, the cheapest first.
    pub const ALL: [Rule; 5] =
        [Rule::Check, Rule::Men, Rule::Cage, Rule::PawnCaptures, Rule::PawnColumns];

    /// The name in certificates.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Check => "check",
            Rule::Men => "men",
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

/// Applies rules, and remembers the accounts of pawns that it has examined.
#[derive(Default)]
pub struct Examiner {
    columns: HashMap<Ledger, bool>,
}

impl Examiner {
    /// Whether the rule excludes the position: the reason, in words.
    pub fn excludes(&mut self, rule: Rule, position: &Position) -> Option<String> {
        match rule {
            Rule::Check => impossible_check(position),
            Rule::Men => Ledger::of(position).err(),
            Rule::Cage => cage(position),
            Rule::PawnCaptures => pawn_captures(&Ledger::of(position).ok()?),
            Rule::PawnColumns => self.pawn_columns(Ledger::of(position).ok()?),
        }
    }

    /// The first rule that excludes the position, with its reason.
    pub fn any(&mut self, position: &Position) -> Option<(Rule, String)> {
        let found = |rule: Rule| move |reason: String| (rule, reason);
        if let Some(reason) = impossible_check(position) {
            return Some((Rule::Check, reason));
        }
        let ledger = match Ledger::of(position) {
            Ok(ledger) => ledger,
            Err(reason) => return Some((Rule::Men, reason)),
        };
        cage(position)
            .map(found(Rule::Cage))
            .or_else(|| pawn_captures(&ledger).map(found(Rule::PawnCaptures)))
            .or_else(|| self.pawn_columns(ledger).map(found(Rule::PawnColumns)))
    }

    fn pawn_columns(&mut self, ledger: Ledger) -> Option<String> {
        let possible = match self.columns.get(&ledger) {
            Some(&known) => known,
            None => {
                let possible = columns::can_come_about(&ledger);
                self.columns.insert(ledger.clone(), possible);
                possible
            }
        };
        (!possible).then(|| {
            let [white, black] = ledger.captures;
            let [whites, blacks] = ledger.promoted;
            format!(
                "pawns pass each other only by captures: with at most {white} by White and {black} \
                 by Black that pawns had a part in, the pawns cannot have come to where they are \
                 and promoted at least {whites} times for White and {blacks} for Black"
            )
        })
    }
}

fn cage(position: &Position) -> Option<String> {
    let fixed = home::fixed_men(position);
    let homes = Color::ALL.map(|color| home::homes(position, color, fixed));
    let (at, man) = homes.into_iter().find_map(|homes| homes.stranger)?;
    Some(
        format!(
            "men that have never moved bar every way to {at}: the {} {:?} cannot have come there",
            if man.color == Color::White { "white" } else { "black" },
            man.role
        )
        .to_lowercase(),
    )
}

fn pawn_captures(ledger: &Ledger) -> Option<String> {
    Color::ALL.into_iter().find_map(|color| {
        let available = ledger.captures[color.index()];
        match captures_needed(color, &ledger.pawns[color.index()]) {
            None => Some(format!(
                "{color}'s pawns cannot have come to where they are from eight different files"
            )),
            Some(needed) if needed > available => Some(format!(
                "{color}'s pawns need at least {needed} captures to stand where they are; only \
                 {available} men of {}'s can have been captured by pawns",
                !color
            )),
            Some(_) => None,
        }
    })
}
