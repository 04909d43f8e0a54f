//! Finding the proof of a strategy: every lemma decided, the refutations put into a certificate,
//! and the certificate put to the kernel.
//!
//! For all boards the proof is kept with the program, and can be found anew. For one board it
//! is found every time.

use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
use std::{fmt, io};

use zermelo_kernel::{Budget, Proved};
use zermelo_kernel_strategy::{
    Boards, Condition, FailedLemma, Lemma, StrategyCertificate, StrategyClaim, StrategyEnding,
};

pub use crate::deciding::decide;
use crate::deciding::search;

/// What is to be proved, and how.
#[derive(Debug, Clone)]
pub struct Task {
    /// The theorem.
    pub claim: StrategyClaim,
    /// Conditions of the strategy that are left out, of king and rook only.
    pub without: Vec<Condition>,
    /// Whether the proof for all boards is found anew, though one is kept.
    pub anew: bool,
}

/// A theorem.
#[derive(Debug)]
pub struct Theorem {
    /// What the kernel has accepted.
    pub proved: Proved<StrategyCertificate<'static>>,
    /// How long it took to find, if it was not kept.
    pub found: Option<Duration>,
    /// How long the kernel took.
    pub checked: Duration,
}

/// What came of a task.
#[derive(Debug)]
pub enum Outcome {
    /// The strategy is proved to mate.
    Proved(Theorem),
    /// Some lemmas are false, where the kernel agrees that they are, of so many in all. It accepts the
    /// refutations of the others' denials.
    Fails(Vec<FailedLemma>, usize),
}

/// Why nothing came of a task.
#[derive(Debug)]
pub enum ProvingFault {
    /// It was stopped.
    Stopped,
    /// Something is wrong with a proof, kept or found: a bug.
    Bug(String),
}

impl fmt::Display for ProvingFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProvingFault::Stopped => f.write_str("stopped"),
            ProvingFault::Bug(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for ProvingFault {}

pub(crate) fn bug(what: impl fmt::Display) -> ProvingFault {
    ProvingFault::Bug(what.to_string())
}

fn rejected(what: impl fmt::Display) -> ProvingFault {
    bug(format_args!("the kernel rejects: {what}"))
}

impl Task {
    /// The lemmas of the strategy without its conditions.
    ///
    /// # Errors
    /// If nobody knows lemmas for such a claim.
    pub fn lemmas(&self) -> Result<Vec<Lemma>, ProvingFault> {
        self.claim.lemmas(&self.without).map_err(bug)
    }

    /// Whether the proof is kept with the program and need not be found.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.claim.boards == Boards::All && self.without.is_empty() && !self.anew
    }

    /// Proves, or shows which lemmas fail. Counts the lemmas that are decided.
    ///
    /// # Errors
    /// If it was stopped; or something is wrong with a proof, which must never happen.
    pub fn prove(
        &self,
        count: &AtomicU64,
        stop: impl Fn() -> bool + Clone + Send + Sync + 'static,
    ) -> Result<Outcome, ProvingFault> {
        let claim = self.claim;
        if self.is_kept() {
            let kept = kept(claim)
                .map_err(|why| bug(format_args!("the kept proof cannot be read: {why}")))?;
            let certificate = StrategyCertificate::read(kept).map_err(rejected)?;
            let certificate = certificate.filter(|certificate| certificate.claim == claim);
            let other = || rejected("this is another claim");
            return Theorem::check(certificate.ok_or_else(other)?, None).map(Outcome::Proved);
        }
        let (begun, lemmas) = (Instant::now(), self.lemmas()?);
        let decisions = search(&lemmas, claim.boards, count, stop)?;
        let time = begun.elapsed();
        let (mut refutations, mut failed) = (Vec::new(), Vec::new());
        for (lemma, decision) in lemmas.iter().zip(decisions) {
            match decision {
                Decision::Stopped => return Err(ProvingFault::Stopped),
                Decision::Holds(steps) => refutations.push((lemma, steps)),
                Decision::Fails(values) => {
                    let fails = lemma.fails_at(claim.boards, &values);
                    let not = || bug(format_args!("the lemma does not fail: {}", lemma.name));
                    failed.push(fails.ok_or_else(not)?);
                }
            }
        }
        if !failed.is_empty() {
            for (lemma, steps) in &refutations {
                let wrong = |fault| rejected(format_args!("{}: {fault}", lemma.name));
                lemma.check(claim.boards, &steps[..]).map_err(wrong)?;
            }
            return Ok(Outcome::Fails(failed, lemmas.len()));
        }
        let refutations: Vec<Vec<u8>> = refutations.into_iter().map(|(_, steps)| steps).collect();
        let certificate = StrategyCertificate::new(claim, self.without.clone(), &refutations);
        Theorem::check(certificate, Some(time)).map(Outcome::Proved)
    }
}

impl Theorem {
    /// Puts the certificate to the kernel. It is our own, so that it may cost what it costs.
    fn check(
        certificate: StrategyCertificate<'static>,
        found: Option<Duration>,
    ) -> Result<Theorem, ProvingFault> {
        let begun = Instant::now();
        let budget = Budget::default().bytes(u64::MAX).steps(u64::MAX, 0);
        let proved = Proved::new(certificate, &budget).map_err(rejected)?;
        Ok(Theorem { proved, found, checked: begun.elapsed() })
    }
}

/// What was found about one lemma.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It holds: steps that refute its denial.
    Holds(Vec<u8>),
    /// It does not: values of the integer variables, for [`Lemma::fails_at`].
    Fails(Vec<i64>),
    /// It was stopped.
    Stopped,
}

/// The certificate that is kept for a claim about all boards. That of the bound begins with the
/// lemmas of the theorem that the strategy mates; what it has after them is kept by itself.
///
/// # Errors
/// If what is kept is damaged.
pub fn kept(claim: StrategyClaim) -> io::Result<Vec<u8>> {
    let mates = zstd::stream::decode_all(match claim.ending {
        StrategyEnding::Krk => &include_bytes!("../proofs/krk.cert.zst")[..],
        StrategyEnding::Kqk => &include_bytes!("../proofs/kqk.cert.zst")[..],
        StrategyEnding::Krr => &include_bytes!("../proofs/krr.cert.zst")[..],
    })?;
    if !claim.bounded {
        return Ok(mates);
    }
    let head = StrategyClaim { bounded: false, ..claim }.head();
    let lemmas = mates.strip_prefix(head.as_bytes()).and_then(|rest| rest.strip_suffix(b"end\n"));
    let lemmas = lemmas.ok_or(io::ErrorKind::InvalidData)?;
    let more = zstd::stream::decode_all(&include_bytes!("../proofs/krk-bound.zst")[..])?;
    Ok([claim.head().as_bytes(), lemmas, &more].concat())
}
