//! Any claim of the trusted crates with its evidence: one reader, one check.

use std::fmt;

use zermelo_kernel::{self as kernel, Budget, Proved, Source, Unreadable};

use crate::theorem::{StrategyCertificate, StrategyFault};

/// A certificate of any kind that was read, and of which nothing is believed yet.
#[derive(Debug)]
pub enum Proof<'s> {
    /// Of a kind that the kernel knows by itself.
    Kernel(kernel::Proof<'s>),
    /// About a strategy.
    Strategy(StrategyCertificate<'s>),
}

/// What was proved, of any kind.
#[derive(Debug)]
pub enum Theorem<'s> {
    /// Of a kind that the kernel knows by itself.
    Kernel(kernel::Theorem),
    /// A strategy always mates.
    Strategy(Proved<StrategyCertificate<'s>>),
}

/// Why there is no proof.
#[derive(Debug)]
pub enum Rejection {
    /// What the kernel says; also of a strategy that cannot be read, or whose check was given up.
    Kernel(kernel::Rejection),
    /// The lemmas do not prove what is claimed of a strategy.
    Strategy(StrategyFault),
}

impl<'s> Proof<'s> {
    /// Reads a certificate of any kind within a budget.
    ///
    /// # Errors
    ///
    /// [`Unreadable`] if it is none.
    pub fn read(source: &'s dyn Source, budget: &Budget) -> Result<Self, Unreadable> {
        match StrategyCertificate::saved(source) {
            Ok(Some(certificate)) => Ok(Proof::Strategy(certificate)),
            Ok(None) => kernel::Proof::read_within(source, budget).map(Proof::Kernel),
            Err(StrategyFault::Unreadable(error)) => Err(Unreadable::bytes(error)),
            Err(fault) => Err(Unreadable { line: 0, fault: fault.to_string(), exhausted: None }),
        }
    }

    /// Checks the claim against the evidence within a budget.
    ///
    /// # Errors
    ///
    /// The [`Rejection`], if it is not proved.
    pub fn check(self, budget: &Budget) -> Result<Theorem<'s>, Rejection> {
        match self {
            Proof::Kernel(proof) => {
                proof.check_within(budget).map(Theorem::Kernel).map_err(Rejection::Kernel)
            }
            Proof::Strategy(certificate) => {
                Ok(Theorem::Strategy(Proved::new(certificate, budget)?))
            }
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejection::Kernel(why) => why.fmt(f),
            Rejection::Strategy(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for Rejection {}

impl From<StrategyFault> for Rejection {
    fn from(fault: StrategyFault) -> Rejection {
        use kernel::Rejection::{Exhausted, Unreadable as NotRead};
        match fault {
            StrategyFault::Unreadable(error) => {
                Rejection::Kernel(NotRead(Unreadable::bytes(error)))
            }
            StrategyFault::Exhausted(why) => Rejection::Kernel(Exhausted(why)),
            fault => Rejection::Strategy(fault),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "zermelo-certificate 1\nrules chess\nclaim winnable black\n\
        position rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -\nline d8h4\nend\n";
    const WITHOUT_LEMMAS: &str =
        "zermelo-certificate 1\nrules strategy krk\nclaim mates on all\nend\n";

    fn check(text: &str, budget: &Budget) -> Result<(), Rejection> {
        let proof = Proof::read(&text, budget).map_err(|why| Rejection::Kernel(why.into()))?;
        proof.check(budget).map(|_| ())
    }

    #[test]
    fn every_kind_is_read_and_what_is_damaged_rejected() {
        let rejected = |text: &str| check(text, &Budget::default()).unwrap_err();
        assert!(check(MATE, &Budget::default()).is_ok());
        let lie = rejected(&MATE.replace("winnable black", "winnable white"));
        assert!(matches!(lie, Rejection::Kernel(kernel::Rejection::Winnable(_))), "{lie}");
        let lie = rejected(WITHOUT_LEMMAS);
        assert!(matches!(lie, Rejection::Strategy(StrategyFault::Line(..))), "{lie}");
        for text in ["", "hello", &WITHOUT_LEMMAS.replace("krk", "kbk"), &MATE[..60]] {
            let none = rejected(text);
            assert!(matches!(none, Rejection::Kernel(kernel::Rejection::Unreadable(_))), "{none}");
        }
    }

    #[test]
    fn a_budget_ends_every_kind() {
        let first = &crate::StrategyEnding::Krk.lemmas()[0].name;
        let long = WITHOUT_LEMMAS.replace("end", &format!("lemma 99999999 {first}\nend"));
        for text in [MATE, &long] {
            let ended = check(text, &Budget::default().bytes(20)).unwrap_err();
            assert!(matches!(ended, Rejection::Kernel(kernel::Rejection::Exhausted(_))), "{ended}");
        }
    }
}
