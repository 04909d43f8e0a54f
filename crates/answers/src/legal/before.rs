//! Why each last move fails: for every one the reason why the position before it cannot arise.
//!
//! Some of those are excluded by a rule; of others the proof goes through the last moves again, so
//! the list is nested. What is nested is cut to a few levels and lines, and the rest counted. The
//! reasons come from the certificate that the kernel accepted, or from a rule of the kernel's.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use serde::Serialize;
use zermelo_kernel::{Closed, Examiner, Position, Retraction, Rule, Square, Squares};

use super::Question;
use super::reason::say;
use crate::names;
use crate::retract;

/// So many last moves are listed one by one, and so many nested ones.
pub const LISTED: usize = 6;
/// So deep.
const LEVELS: usize = 3;
/// So many positions in all are looked behind.
const BEHIND: usize = 12;

/// Last moves that fail for one reason.
#[derive(Serialize)]
pub struct Before {
    /// The rule that excludes the positions before; `last-moves` or `no-last-move` if their own last
    /// moves do, `dead` if nobody could mate there any more; null if only that they lead here.
    pub rule: Option<&'static str>,
    /// The same in words, without a capital and a full stop.
    pub text: String,
    /// The squares that the reason is about, in the position before the first of the moves.
    #[serde(serialize_with = "squares")]
    pub squares: Squares,
    /// The moves.
    pub moves: Vec<Tried>,
    /// How many more there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
}

/// A last move that was not played.
#[derive(Serialize)]
pub struct Tried {
    uci: String,
    /// With the square it came from, and what it took.
    pub long: String,
    fen_before: String,
    /// Why the last moves before it fail, if that is why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Before>,
}

fn squares<S: serde::Serializer>(squares: &Squares, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(names::squares(*squares))
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The last moves of a position that no game leads to, grouped by why each fails; none if there is
/// no last move. If a rule excludes the position itself, those that the count of men excludes are
/// left out.
pub fn all(question: &Question, closed: &Closed) -> Vec<Before> {
    let own = closed.excluded.iter().any(|(_, position)| *position == question.position);
    let reasons = Reasons {
        excluded: closed.excluded.iter().map(|(rule, position)| (position, *rule)).collect(),
        members: closed.members.iter().collect(),
        dead: closed.dead.iter().collect(),
        root: &question.position,
        examiner: Examiner::default(),
        left: Cell::new(BEHIND),
    };
    let mut reasons = reasons;
    let mut last = last_moves(&question.position, question.passed);
    if own {
        last.retain(Retraction::is_possible_by_count);
    }
    reasons.grouped(&last, LEVELS, usize::MAX)
}

/// The last moves, in an order that stays.
fn last_moves(position: &Position, passed: Option<Square>) -> Vec<Retraction> {
    let mut list = position.retractions();
    list.retain(|found| passed.is_none_or(|square| found.passes(square)));
    list.sort_by_cached_key(|found| (found.made, found.taken, found.before.to_fen()));
    list
}

struct Reasons<'a> {
    excluded: HashMap<&'a Position, Rule>,
    members: HashSet<&'a Position>,
    dead: HashSet<&'a Position>,
    root: &'a Position,
    examiner: Examiner,
    /// Positions that may still be looked behind.
    left: Cell<usize>,
}

impl Reasons<'_> {
    /// The moves grouped by their reasons, the most frequent first; `most` of each group.
    fn grouped(&mut self, last: &[Retraction], levels: usize, most: usize) -> Vec<Before> {
        let mut groups: Vec<Before> = Vec::new();
        for found in last {
            let (rule, text, squares) = self.why(&found.before);
            let at = groups.iter().position(|group| group.text == text).unwrap_or_else(|| {
                groups.push(Before { rule, text, squares, moves: Vec::new(), more: 0 });
                groups.len() - 1
            });
            if groups[at].moves.len() >= most {
                groups[at].more += 1;
                continue;
            }
            let before = match rule {
                Some("last-moves") => self.behind(&found.before, levels),
                _ => Vec::new(),
            };
            groups[at].moves.push(Tried {
                uci: found.made.to_uci(&found.before),
                long: retract::long(found),
                fen_before: found.before.to_fen(),
                before,
            });
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.moves.len() + group.more));
        groups
    }

    /// Why the last moves of a position before fail, if there is room to say it.
    fn behind(&mut self, position: &Position, levels: usize) -> Vec<Before> {
        if levels == 0 || self.left.get() == 0 {
            return Vec::new();
        }
        self.left.set(self.left.get() - 1);
        let last = last_moves(position, None);
        let mut groups = self.grouped(&last, levels - 1, LISTED);
        let more = groups.iter().skip(LISTED).map(|group| group.moves.len() + group.more).sum();
        groups.truncate(LISTED);
        if more > 0 {
            groups.push(Before {
                rule: None,
                text: "reasons of the same kinds".to_string(),
                squares: Squares::EMPTY,
                moves: Vec::new(),
                more,
            });
        }
        groups
    }

    /// Why a position before cannot arise.
    fn why(&mut self, before: &Position) -> (Option<&'static str>, String, Squares) {
        if let Some(&rule) = self.excluded.get(before)
            && let Some(reason) = self.examiner.excludes(rule, before)
        {
            let said = say(before, &reason);
            return (Some(rule.name()), said.text, said.squares);
        }
        if self.dead.contains(before) {
            let text = "neither side can mate any more, so the game was over".to_string();
            return (Some("dead"), text, Squares::EMPTY);
        }
        if before == self.root {
            let text = "the position asked about stands already".to_string();
            return (None, text, Squares::EMPTY);
        }
        if self.members.contains(before) {
            return match before.retractions().is_empty() {
                true => {
                    let text = "no last move leads to the position before it".to_string();
                    (Some("no-last-move"), text, Squares::EMPTY)
                }
                false => {
                    let text = "the position before it has only impossible last moves itself";
                    (Some("last-moves"), text.to_string(), Squares::EMPTY)
                }
            };
        }
        match self.examiner.any(before) {
            Some((rule, reason)) => {
                let said = say(before, &reason);
                (Some(rule.name()), said.text, said.squares)
            }
            None => {
                let text = "it leads here, where no game leads".to_string();
                (None, text, Squares::EMPTY)
            }
        }
    }
}
