//! The theorem about a strategy, and the certificate that proves it.
//!
//! A certificate holds a refutation of each lemma's denial, in the order of the kernel's own list.
//! The kernel builds every formula itself from the definition; what it reads is only the steps.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::str::FromStr;

use crate::kqk_lemmas::kqk_lemmas;
use crate::kqk_order::kqk_order;
use crate::krk_lemmas::{krk_lemmas, krk_order};
use crate::scene::{Boards, Lemma};
use zermelo_kernel::MAGIC;
use zermelo_refute::{Checked, StepFault};

/// An ending for which there is a strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StrategyEnding {
    /// King and rook against king.
    Krk,
    /// King and queen against king.
    Kqk,
}

/// "White, to move, mates by the strategy, whatever Black plays, from every position of the ending
/// on these boards."
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StrategyClaim {
    /// The ending.
    pub ending: StrategyEnding,
    /// The boards.
    pub boards: Boards,
}

/// A lemma that was proved, and what its refutation consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvedLemma {
    /// Its name.
    pub name: String,
    /// What it says.
    pub says: String,
    /// How many clauses its denial has.
    pub clauses: usize,
    /// What was checked.
    pub checked: Checked,
}

/// Why a certificate of a strategy was rejected.
#[derive(Debug)]
pub enum StrategyFault {
    /// It cannot be read.
    Unreadable(io::Error),
    /// A line is not as it must be: what was expected, what is there.
    Line(String, String),
    /// A lemma's refutation is wrong.
    Lemma(String, StepFault),
    /// The lemmas do not add up to the theorem. This would be a bug of the kernel.
    Order(String),
}

impl fmt::Display for StrategyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategyFault::Unreadable(error) => write!(f, "it cannot be read: {error}"),
            StrategyFault::Line(expected, found) => {
                write!(f, "expected the line \"{expected}\", found \"{found}\"")
            }
            StrategyFault::Lemma(lemma, fault) => write!(f, "lemma \"{lemma}\", {fault}"),
            StrategyFault::Order(what) => write!(f, "the lemmas do not add up: {what}"),
        }
    }
}

impl std::error::Error for StrategyFault {}

impl StrategyEnding {
    /// All of them.
    pub const ALL: [StrategyEnding; 2] = [StrategyEnding::Krk, StrategyEnding::Kqk];

    /// Its short name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            StrategyEnding::Krk => "krk",
            StrategyEnding::Kqk => "kqk",
        }
    }

    /// The lemmas that make the theorem, in their order.
    #[must_use]
    pub fn lemmas(self) -> Vec<Lemma> {
        match self {
            StrategyEnding::Krk => krk_lemmas(&[]),
            StrategyEnding::Kqk => kqk_lemmas(),
        }
    }

    /// Checks that the lemmas about which kind of move follows which leave only those orders of
    /// kinds that the theorem speaks of.
    fn check_order(self) -> Result<(), String> {
        match self {
            StrategyEnding::Krk => krk_order(),
            StrategyEnding::Kqk => kqk_order(),
        }
    }
}

impl fmt::Display for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Boards::All => f.write_str("all"),
            Boards::One(width, height) => write!(f, "{width}x{height}"),
        }
    }
}

/// No line is longer.
const LONGEST_LINE: u64 = 1000;

fn line(reader: &mut impl BufRead) -> Result<String, StrategyFault> {
    let mut line = Vec::new();
    let mut limited = reader.take(LONGEST_LINE);
    limited.read_until(b'\n', &mut line).map_err(StrategyFault::Unreadable)?;
    let ended = line.pop_if(|byte| *byte == b'\n').is_some();
    if !ended && line.len() as u64 == LONGEST_LINE {
        let start = String::from_utf8_lossy(&line[..40]).into_owned();
        return Err(StrategyFault::Line("at most 1000 bytes".into(), start));
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

fn expect(reader: &mut impl BufRead, expected: &str) -> Result<(), StrategyFault> {
    let found = line(reader)?;
    if found == expected { Ok(()) } else { Err(StrategyFault::Line(expected.into(), found)) }
}

impl StrategyClaim {
    fn rules(self) -> String {
        format!("rules strategy {}", self.ending.name())
    }

    fn claim(self) -> String {
        format!("claim mates on {}", self.boards)
    }

    /// Reads the lines before the lemmas. None if this is no certificate of a strategy.
    ///
    /// # Errors
    ///
    /// If it is one, but does not say which claim it proves.
    pub fn read(reader: &mut impl BufRead) -> Result<Option<StrategyClaim>, StrategyFault> {
        if line(reader)? != MAGIC {
            return Ok(None);
        }
        let rules = line(reader)?;
        let Some(ending) = rules.strip_prefix("rules strategy ") else { return Ok(None) };
        let ending = StrategyEnding::ALL.into_iter().find(|known| known.name() == ending);
        let ending =
            ending.ok_or_else(|| StrategyFault::Line("rules strategy krk".into(), rules))?;
        let claim = line(reader)?;
        let boards = claim.strip_prefix("claim mates on ").and_then(boards_of);
        let boards =
            boards.ok_or_else(|| StrategyFault::Line("claim mates on all".into(), claim))?;
        Ok(Some(StrategyClaim { ending, boards }))
    }

    /// Checks the lemmas of a certificate whose first lines have been read. `each` is told of every
    /// lemma when it is proved.
    ///
    /// # Errors
    ///
    /// Why the certificate does not prove the claim.
    pub fn check(
        self,
        reader: &mut impl BufRead,
        mut each: impl FnMut(&ProvedLemma),
    ) -> Result<Vec<ProvedLemma>, StrategyFault> {
        self.ending.check_order().map_err(StrategyFault::Order)?;
        let mut proved = Vec::new();
        for lemma in self.ending.lemmas() {
            let found = line(reader)?;
            let length = found
                .strip_prefix("lemma ")
                .and_then(|rest| rest.strip_suffix(&lemma.name))
                .and_then(|rest| rest.strip_suffix(' '))
                .and_then(number::<u64>);
            let Some(length) = length else {
                return Err(StrategyFault::Line(format!("lemma BYTES {}", lemma.name), found));
            };
            let steps = (&mut *reader).take(length);
            let lemma = match lemma.check(self.boards, steps) {
                Ok((clauses, checked)) => {
                    ProvedLemma { name: lemma.name, says: lemma.says, clauses, checked }
                }
                Err(fault) => return Err(StrategyFault::Lemma(lemma.name, fault)),
            };
            each(&lemma);
            proved.push(lemma);
            expect(reader, "")?;
        }
        expect(reader, "end")?;
        Ok(proved)
    }

    /// The lines before the lemmas.
    #[must_use]
    pub fn head(self) -> String {
        format!("{MAGIC}\n{}\n{}\n", self.rules(), self.claim())
    }
}

fn boards_of(text: &str) -> Option<Boards> {
    if text == "all" {
        return Some(Boards::All);
    }
    let (width, height) = text.split_once('x')?;
    let side = |text: &str| number(text).filter(|side| (4..=64).contains(side));
    Some(Boards::One(side(width)?, side(height)?))
}

/// A number in the one way in which it is written: no sign, no zero before it, no blank.
fn number<N: FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}
