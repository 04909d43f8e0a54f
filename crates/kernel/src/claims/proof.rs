//! Any claim of this crate with its evidence: one reader, one check. (`zermelo-kernel-strategy` adds
//! its own.)

use std::io::{self, BufRead};

use crate::budget::Budget;
use crate::claims::text::{MAGIC, Reader, Unreadable};
use crate::proved::Proved;
use crate::{
    Castling, Census, CensusFault, Counted, Exhausted, LegalityCertificate, LegalityFault,
    LongestCertificate, LongestFault, LosingChances, LosingChancesFault, RecordCertificate,
    RecordFault, Rules, SavedTree, TreeFault, TreeProof, TreeReason, WinnableCertificate,
    WinnableFault,
};

/// Where the bytes of a certificate come from, again and again.
pub trait Source {
    /// The bytes from the first one on, unpacked.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>>;
}

impl<B: AsRef<[u8]>> Source for B {
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        Ok(Box::new(self.as_ref()))
    }
}

/// A certificate of any kind that was read, and of which nothing is believed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof<'s> {
    /// About one side's chances in one position.
    Winnable(WinnableCertificate),
    /// About the end of a game.
    Record(RecordCertificate),
    /// About whether a position can arise.
    Legality(LegalityCertificate),
    /// About all positions of some men.
    Census(Census),
    /// About how long a game can be.
    Longest(LongestCertificate),
    /// About one side's chances in a position of losing chess.
    LosingChances(LosingChances),
    /// About who wins a position of losing chess.
    LosingWin(SavedTree<'s>),
}

/// What was proved, of any kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Theorem {
    /// One side's chances in one position.
    Winnable(Proved<WinnableCertificate>),
    /// The end of a game.
    Record(Proved<RecordCertificate>),
    /// Whether a position can arise.
    Legality(Proved<LegalityCertificate>),
    /// Which positions of some men can arise.
    Census(Proved<Counted>),
    /// How long a game can be.
    Longest(Proved<LongestCertificate>),
    /// One side's chances in a position of losing chess.
    LosingChances(Proved<LosingChances>),
    /// Who wins a position of losing chess.
    LosingWin(Proved<TreeProof>),
}

impl<'s> Proof<'s> {
    /// Reads a certificate of any kind within the usual budget.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] if it is none.
    pub fn read(source: &'s dyn Source) -> Result<Self, Unreadable> {
        Proof::read_within(source, &Budget::default())
    }

    /// The same within a budget.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] if it is none.
    pub fn read_within(source: &'s dyn Source, budget: &Budget) -> Result<Self, Unreadable> {
        let meter = &budget.meter();
        let mut reader = Reader::new(open(source)?, meter);
        if reader.next()? != MAGIC {
            return reader.fault(format!("not a certificate: expected `{MAGIC}`"));
        }
        let rules = match reader.expect("rules")?.as_str() {
            "chess" => Castling::Standard,
            "chess960" => Castling::Chess960,
            rules => match rules.parse::<Rules>() {
                Ok(rules) => {
                    let claim = reader.expect("claim")?;
                    if !claim.starts_with("losing-win ") {
                        return Ok(Proof::LosingChances(reader.losing_chances(&claim, rules)?));
                    }
                    reader.put_back(format!("claim {claim}"));
                    let head = reader.losing_win(rules)?;
                    return Ok(Proof::LosingWin(SavedTree { head, source }));
                }
                Err(_) => return reader.fault(format!("unknown rules `{rules}`")),
            },
        };
        let claim = reader.expect("claim")?;
        Ok(if let Some(claim) = claim.strip_prefix("record ") {
            Proof::Record(reader.record(claim, rules)?)
        } else if let Some(men) = claim.strip_prefix("census ") {
            Proof::Census(reader.census(men, rules)?)
        } else if let Some(claim) = claim.strip_prefix("longest ") {
            if rules != Castling::Standard {
                return reader.fault("the claim `longest` is about `rules chess`");
            }
            Proof::Longest(reader.longest(claim)?)
        } else if claim == "legal" || claim == "illegal" {
            Proof::Legality(reader.legality(claim == "legal", rules)?)
        } else {
            Proof::Winnable(reader.winnable(&claim, rules)?)
        })
    }

    /// The text, up to the nodes if it is a tree.
    pub fn to_text(&self) -> String {
        match self {
            Proof::Winnable(certificate) => certificate.to_text(),
            Proof::Record(record) => record.to_text(),
            Proof::Legality(legality) => legality.to_text(),
            Proof::Census(census) => census.to_text(),
            Proof::Longest(longest) => longest.to_text(),
            Proof::LosingChances(chances) => chances.to_text(),
            Proof::LosingWin(tree) => tree.head.to_text(),
        }
    }

    /// Checks the claim against the evidence within the usual budget.
    ///
    /// # Errors
    ///
    /// The [`Rejection`], if it is not proved.
    pub fn check(self) -> Result<Theorem, Rejection> {
        self.check_within(&Budget::default())
    }

    /// The same within a budget.
    ///
    /// # Errors
    ///
    /// The [`Rejection`], if it is not proved.
    pub fn check_within(self, budget: &Budget) -> Result<Theorem, Rejection> {
        Ok(match self {
            Proof::Winnable(certificate) => Theorem::Winnable(Proved::new(certificate, budget)?),
            Proof::Record(record) => Theorem::Record(Proved::new(record, budget)?),
            Proof::Legality(legality) => Theorem::Legality(Proved::new(legality, budget)?),
            Proof::Census(census) => Theorem::Census(census.check(budget)?),
            Proof::Longest(longest) => Theorem::Longest(Proved::new(longest, budget)?),
            Proof::LosingChances(chances) => Theorem::LosingChances(Proved::new(chances, budget)?),
            Proof::LosingWin(tree) => Theorem::LosingWin(tree.check(|_| true, budget)?),
        })
    }
}

/// The bytes of a certificate.
pub(crate) fn open(source: &dyn Source) -> Result<Box<dyn BufRead + '_>, Unreadable> {
    source.open().map_err(Unreadable::bytes)
}

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// This is no certificate.
    Unreadable(Unreadable),
    /// The check was given up.
    Exhausted(Exhausted),
    /// One side's chances are not what is claimed.
    Winnable(WinnableFault),
    /// What is claimed of a game does not hold.
    Record(Box<RecordFault>),
    /// What is claimed of a position's past does not hold.
    Legality(Box<LegalityFault>),
    /// What is claimed of the positions of some men does not hold.
    Census(CensusFault),
    /// The counting does not prove how long a game can be.
    Longest(LongestFault),
    /// One side's chances in losing chess are not what is claimed.
    LosingChances(LosingChancesFault),
    /// The tree does not prove what is claimed.
    LosingWin(Box<TreeFault>),
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Rejection::Unreadable(why) => why.fmt(f),
            Rejection::Exhausted(why) => why.fmt(f),
            Rejection::Winnable(fault) => fault.fmt(f),
            Rejection::Record(fault) => fault.fmt(f),
            Rejection::Legality(fault) => fault.fmt(f),
            Rejection::Census(fault) => fault.fmt(f),
            Rejection::Longest(fault) => fault.fmt(f),
            Rejection::LosingChances(fault) => fault.fmt(f),
            Rejection::LosingWin(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for Rejection {}

impl From<Unreadable> for Rejection {
    fn from(why: Unreadable) -> Rejection {
        match why.exhausted {
            Some(why) => Rejection::Exhausted(why),
            None => Rejection::Unreadable(why),
        }
    }
}

impl From<WinnableFault> for Rejection {
    fn from(fault: WinnableFault) -> Rejection {
        match fault {
            WinnableFault::Exhausted(why) => Rejection::Exhausted(why),
            fault => Rejection::Winnable(fault),
        }
    }
}

impl From<RecordFault> for Rejection {
    fn from(fault: RecordFault) -> Rejection {
        match fault {
            RecordFault::Exhausted(why) => Rejection::Exhausted(why),
            fault => Rejection::Record(Box::new(fault)),
        }
    }
}

impl From<LegalityFault> for Rejection {
    fn from(fault: LegalityFault) -> Rejection {
        match fault {
            LegalityFault::Exhausted(why) => Rejection::Exhausted(why),
            fault => Rejection::Legality(Box::new(fault)),
        }
    }
}

impl From<CensusFault> for Rejection {
    fn from(fault: CensusFault) -> Rejection {
        match fault {
            CensusFault::Exhausted(why) => Rejection::Exhausted(why),
            fault => Rejection::Census(fault),
        }
    }
}

impl From<LongestFault> for Rejection {
    fn from(fault: LongestFault) -> Rejection {
        match fault {
            LongestFault::Exhausted(why) => Rejection::Exhausted(why),
            fault => Rejection::Longest(fault),
        }
    }
}

impl From<LosingChancesFault> for Rejection {
    fn from(fault: LosingChancesFault) -> Rejection {
        match fault {
            LosingChancesFault::Exhausted(why) => Rejection::Exhausted(why),
            fault => Rejection::LosingChances(fault),
        }
    }
}

impl From<TreeFault> for Rejection {
    fn from(fault: TreeFault) -> Rejection {
        match fault.reason {
            TreeReason::Exhausted(why) => Rejection::Exhausted(why),
            TreeReason::Unreadable(error) => Rejection::Unreadable(Unreadable::bytes(error)),
            _ => Rejection::LosingWin(Box::new(fault)),
        }
    }
}
