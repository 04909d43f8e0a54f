//! The theorem about a strategy, and the certificate that proves it.
//!
//! A certificate holds a refutation of each lemma's denial, in the order of the kernel's own list.
//! The kernel builds every formula itself from the definition; what it reads is only the steps.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::str::FromStr;
use std::sync::OnceLock;

use crate::kqk_lemmas::{kqk_lemmas, kqk_texts};
use crate::kqk_order::kqk_order;
use crate::krk::Condition;
use crate::krk_bound::{PLIES, bound_lemmas, plies_within};
use crate::krk_lemmas::{krk_lemmas, krk_order, krk_texts};
use crate::krr_lemmas::{krr_lemmas, krr_texts};
use crate::krr_order::krr_order;
use crate::scene::{Boards, Lemma, LemmaText, Reading};
use zermelo_kernel::{Certificate, Exhausted, MAGIC, Meter, Source};
use zermelo_refute::{Checked, StepFault};

/// An ending for which there is a strategy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StrategyEnding {
    /// King and rook against king.
    Krk,
    /// King and queen against king.
    Kqk,
    /// King and two rooks against king.
    Krr,
}

/// "White, to move, mates by the strategy, whatever Black plays, from every position of the ending
/// on these boards"; and, if that is claimed too, "after so many plies at most".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StrategyClaim {
    /// The ending.
    pub ending: StrategyEnding,
    /// The boards.
    pub boards: Boards,
    /// Whether it is also claimed that no game is longer than [`StrategyEnding::plies_within`]
    /// says: of king and rook on all boards only.
    pub bounded: bool,
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
    /// The check was given up, which says nothing about the claim.
    Exhausted(Exhausted),
}

impl From<Exhausted> for StrategyFault {
    fn from(why: Exhausted) -> StrategyFault {
        StrategyFault::Exhausted(why)
    }
}

impl fmt::Display for StrategyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrategyFault::Unreadable(error) => write!(f, "it cannot be read: {error}"),
            StrategyFault::Line(expected, found) => {
                write!(f, "expected the line \"{expected}\", found \"{found}\"")
            }
            StrategyFault::Lemma(lemma, fault) => write!(f, "lemma \"{lemma}\", {fault}"),
            StrategyFault::Exhausted(why) => why.fmt(f),
            StrategyFault::Order(what) => write!(f, "the lemmas do not add up: {what}"),
        }
    }
}

impl std::error::Error for StrategyFault {}

impl StrategyEnding {
    /// All of them.
    pub const ALL: [StrategyEnding; 3] =
        [StrategyEnding::Krk, StrategyEnding::Kqk, StrategyEnding::Krr];

    /// Its short name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            StrategyEnding::Krk => "krk",
            StrategyEnding::Kqk => "kqk",
            StrategyEnding::Krr => "krr",
        }
    }

    /// The lemmas that make the theorem, in their order.
    #[must_use]
    pub fn lemmas(self) -> Vec<Lemma> {
        match self {
            StrategyEnding::Krk => krk_lemmas(&[]),
            StrategyEnding::Kqk => kqk_lemmas(),
            StrategyEnding::Krr => krr_lemmas(),
        }
    }

    /// The texts of the same lemmas in any reading.
    #[must_use]
    pub fn texts<'r, R: Reading + 'r>(self) -> Vec<LemmaText<'r, R>> {
        match self {
            StrategyEnding::Krk => krk_texts(&[]),
            StrategyEnding::Kqk => kqk_texts(),
            StrategyEnding::Krr => krr_texts(),
        }
    }

    /// How many plies a game by the strategy has at most on a board of at least four files and four
    /// ranks, if that is known.
    #[must_use]
    pub fn plies_within(self, files: u32, ranks: u32) -> Option<u64> {
        let known = self == StrategyEnding::Krk && files.min(ranks) >= 4;
        known.then(|| plies_within(files.into(), ranks.into()))
    }

    /// The same in words.
    #[must_use]
    pub fn plies_words(self) -> Option<&'static str> {
        (self == StrategyEnding::Krk).then_some(PLIES)
    }

    /// Checks that the lemmas about which kind of move follows which leave only those orders of
    /// kinds that the theorem speaks of.
    fn check_order(self) -> Result<(), String> {
        match self {
            StrategyEnding::Krk => krk_order(),
            StrategyEnding::Kqk => kqk_order(),
            StrategyEnding::Krr => krr_order(),
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
        let within = if self.bounded { format!("within {PLIES} ") } else { String::new() };
        format!("claim mates {within}on {}", self.boards)
    }

    /// The lemmas that make the theorem, in their order; with conditions of the strategy left out
    /// some may be false.
    ///
    /// # Errors
    ///
    /// If nobody knows lemmas for such a claim.
    pub fn lemmas(self, without: &[Condition]) -> Result<Vec<Lemma>, StrategyFault> {
        let none = |what: String| Err(StrategyFault::Order(what));
        let ending = self.ending.name();
        match (self.ending, self.boards, self.bounded) {
            (_, _, true) if !without.is_empty() => {
                none("the bound is for the whole strategy".into())
            }
            (StrategyEnding::Krk, Boards::All, true) => {
                Ok(self.ending.lemmas().into_iter().chain(bound_lemmas()).collect())
            }
            (_, boards, true) => none(format!("no bound is known for {ending} on {boards}")),
            (StrategyEnding::Krk, ..) => Ok(krk_lemmas(without)),
            _ if without.is_empty() => Ok(self.ending.lemmas()),
            _ => none(format!("{ending} has no conditions")),
        }
    }

    /// Reads the lines before the lemmas. None if this is no certificate of a strategy.
    ///
    /// # Errors
    ///
    /// If it is one, but does not say which claim it proves.
    pub fn read(reader: &mut impl BufRead) -> Result<Option<StrategyClaim>, StrategyFault> {
        // A line that is too long is not one of these either.
        let mut head = || match line(reader) {
            Err(StrategyFault::Line(..)) => Ok(String::new()),
            line => line,
        };
        if head()? != MAGIC {
            return Ok(None);
        }
        let rules = head()?;
        let Some(ending) = rules.strip_prefix("rules strategy ") else { return Ok(None) };
        let ending = StrategyEnding::ALL.into_iter().find(|known| known.name() == ending);
        let ending =
            ending.ok_or_else(|| StrategyFault::Line("rules strategy krk".into(), rules))?;
        let claim = line(reader)?;
        let rest = claim.strip_prefix("claim mates ");
        let within = rest.and_then(|rest| rest.strip_prefix("within ")?.strip_prefix(PLIES));
        let within = within.and_then(|rest| rest.strip_prefix(' '));
        let (on, bounded) = (within.or(rest), within.is_some());
        let boards = on.and_then(|on| on.strip_prefix("on ")).and_then(boards_of);
        let boards = boards.filter(|_| !bounded || ending.plies_words().is_some());
        let boards =
            boards.ok_or_else(|| StrategyFault::Line("claim mates on all".into(), claim))?;
        Ok(Some(StrategyClaim { ending, boards, bounded }))
    }

    /// The lines before the lemmas.
    #[must_use]
    pub fn head(self) -> String {
        format!("{MAGIC}\n{}\n{}\n", self.rules(), self.claim())
    }
}

/// A claim with its evidence: the refutations of its lemmas' denials, as they are saved.
#[derive(Debug)]
pub struct StrategyCertificate<'s> {
    /// What is claimed.
    pub claim: StrategyClaim,
    /// Conditions of the strategy that are left out, of king and rook only. Nothing is saved of such
    /// a claim.
    pub without: Vec<Condition>,
    bytes: Bytes<'s>,
    /// Filled by the check.
    lemmas: OnceLock<Vec<ProvedLemma>>,
}

/// Where the bytes of a certificate are.
enum Bytes<'s> {
    Here(Vec<u8>),
    Saved(&'s dyn Source),
}

impl fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }
}

impl<'s> StrategyCertificate<'s> {
    /// The certificate of a claim, from the refutations of its lemmas' denials in their order.
    #[must_use]
    pub fn new(claim: StrategyClaim, without: Vec<Condition>, refutations: &[Vec<u8>]) -> Self {
        let mut bytes = claim.head().into_bytes();
        let lemmas = claim.lemmas(&without).unwrap_or_default();
        for (lemma, steps) in lemmas.iter().zip(refutations) {
            bytes.extend(format!("lemma {} {}\n", steps.len(), lemma.name).as_bytes());
            bytes.extend(steps);
            bytes.push(b'\n');
        }
        bytes.extend(b"end\n");
        StrategyCertificate { claim, without, bytes: Bytes::Here(bytes), lemmas: OnceLock::new() }
    }

    /// The certificate that these bytes are, of which only the first lines are read. `None` if it is
    /// none of a strategy.
    ///
    /// # Errors
    ///
    /// If it is one, but does not say which claim it proves.
    pub fn read(bytes: Vec<u8>) -> Result<Option<Self>, StrategyFault> {
        StrategyCertificate::of(Bytes::Here(bytes))
    }

    /// The same of bytes that are saved elsewhere.
    ///
    /// # Errors
    ///
    /// If it cannot be read or does not say which claim it proves.
    pub fn saved(source: &'s dyn Source) -> Result<Option<Self>, StrategyFault> {
        StrategyCertificate::of(Bytes::Saved(source))
    }

    fn of(bytes: Bytes<'s>) -> Result<Option<Self>, StrategyFault> {
        let claim = StrategyClaim::read(&mut bytes.open()?)?;
        let lemmas = OnceLock::new();
        Ok(claim.map(|claim| StrategyCertificate { claim, without: vec![], bytes, lemmas }))
    }

    /// Its bytes, if they are not saved elsewhere.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Here(bytes) => bytes,
            Bytes::Saved(_) => &[],
        }
    }

    /// The lemmas, once they are proved.
    #[must_use]
    pub fn lemmas(&self) -> &[ProvedLemma] {
        self.lemmas.get().map_or(&[], Vec::as_slice)
    }
}

impl Bytes<'_> {
    fn open(&self) -> Result<Box<dyn BufRead + '_>, StrategyFault> {
        match self {
            Bytes::Here(bytes) => Ok(Box::new(&bytes[..])),
            Bytes::Saved(source) => source.open().map_err(StrategyFault::Unreadable),
        }
    }
}

impl Certificate for StrategyCertificate<'_> {
    type Fault = StrategyFault;

    /// Checks every lemma, and that the lemmas add up to the claim.
    fn examine(&self, meter: &Meter) -> Result<(), StrategyFault> {
        self.claim.ending.check_order().map_err(StrategyFault::Order)?;
        let mut reader = self.bytes.open()?;
        let reader = &mut reader;
        // The claim is what these bytes say now, not what they said when they were first read.
        if StrategyClaim::read(reader)? != Some(self.claim) {
            return Err(StrategyFault::Line(self.claim.claim(), "another claim".into()));
        }
        let mut proved = Vec::new();
        for lemma in self.claim.lemmas(&self.without)? {
            let found = line(reader)?;
            let length = found
                .strip_prefix("lemma ")
                .and_then(|rest| rest.strip_suffix(&lemma.name))
                .and_then(|rest| rest.strip_suffix(' '))
                .and_then(number::<u64>);
            let Some(length) = length else {
                return Err(StrategyFault::Line(format!("lemma BYTES {}", lemma.name), found));
            };
            meter.read(found.len() as u64).and_then(|()| meter.read(length))?;
            let mut exhausted = None;
            let may_go_on = |size| match meter.step(size) {
                Ok(()) => true,
                Err(why) => {
                    exhausted = Some(why);
                    false
                }
            };
            let steps = (&mut *reader).take(length);
            let checked = lemma.check_while(self.claim.boards, steps, may_go_on);
            match (checked, exhausted) {
                (Ok((clauses, checked)), _) => {
                    let Lemma { name, says, .. } = lemma;
                    proved.push(ProvedLemma { name, says, clauses, checked });
                }
                (Err(_), Some(why)) => return Err(why.into()),
                (Err(fault), None) => return Err(StrategyFault::Lemma(lemma.name, fault)),
            }
            expect(reader, "")?;
        }
        expect(reader, "end")?;
        // Whoever checks it again finds the same.
        let _ = self.lemmas.set(proved);
        Ok(())
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
