//! How many positions can arise? An estimate from positions by lot, each verdict proved.
//!
//! In two steps: cheap rules say of most members of the set that they cannot arise; what they leave,
//! the *candidates*, is decided as for a single question. Whatever is counted was accepted by the
//! kernel; what stays open counts as both.

mod keeper;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use keeper::Keeper;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use zermelo_kernel::{
    Closed, Examiner, LegalityCertificate, LegalityEvidence, Proof, Rule, Theorem,
};
use zermelo_retro::legal::Options;
use zermelo_retro::superset::{Member, Superset};

use super::{Answer, Question};
use crate::Fault;
use crate::names::{self, thousands};

/// Rules that take microseconds.
const CHEAP: [Rule; 5] = [Rule::Check, Rule::Parity, Rule::Men, Rule::Cage, Rule::PawnCaptures];

/// What the cheap rules say of a member of the set.
pub enum FirstLook {
    /// It is no position: a king could be taken, or the capture en passant is not legal.
    NoPosition,
    /// The kernel has accepted that the rule excludes it.
    Excluded(Rule),
    /// It remains to be decided.
    Candidate(Box<Question>),
}

impl FirstLook {
    /// Looks at a member.
    ///
    /// # Errors
    ///
    /// A bug, if the kernel does not accept what its own rule said.
    pub fn new(member: &Member, examiner: &mut Examiner) -> Result<FirstLook, Fault> {
        let Ok(question) = Question::read(&member.fen) else { return Ok(FirstLook::NoPosition) };
        let position = &question.position;
        if member.en_passant && position.en_passant().is_none() {
            return Ok(FirstLook::NoPosition);
        }
        let excludes = |rule: &Rule| examiner.excludes(*rule, position).is_some();
        let Some(rule) = CHEAP.into_iter().find(excludes) else {
            return Ok(FirstLook::Candidate(Box::new(question)));
        };
        let closed = Closed { excluded: vec![(rule, position.clone())], ..Closed::default() };
        let evidence = LegalityEvidence::Closed(closed);
        let claim = LegalityCertificate::new(position.clone(), None, evidence);
        match claim.check() {
            Ok(_) => Ok(FirstLook::Excluded(rule)),
            Err(fault) => Err(Fault::Bug(format!("the kernel rejected {}: {fault}", member.fen))),
        }
    }
}

/// A decided candidate as it is kept: one line of a file.
#[derive(Clone, Serialize, Deserialize)]
pub struct Kept {
    /// Its number in the series.
    pub number: u64,
    /// The position.
    pub fen: String,
    /// `legal`, `illegal` or `open`.
    pub verdict: String,
    /// The certificate; none if it is open.
    pub certificate: Option<String>,
    /// Time by the clock of engine and kernel.
    pub seconds: f64,
}

impl Kept {
    /// Decides a candidate.
    ///
    /// # Errors
    ///
    /// A bug, if the kernel does not accept what the engine claims.
    pub fn decide(number: u64, question: Question, options: &Options) -> Result<Kept, Fault> {
        let fen = question.fen.clone();
        let answer = Answer::ask(question, options)?;
        let certificate = answer.certificate.as_ref().map(|proved| proved.to_text());
        let seconds = (answer.engine + answer.check).as_secs_f64();
        Ok(Kept { number, fen, verdict: answer.verdict().to_string(), certificate, seconds })
    }

    /// Puts what was read from a file to the kernel again: it must be about this position.
    pub fn is_proved(&self, question: &Question) -> bool {
        let Some(text) = &self.certificate else { return self.verdict == "open" };
        let Ok(Theorem::Legality(proved)) =
            Proof::read(text).map_err(drop).and_then(|proof| proof.check().map_err(drop))
        else {
            return false;
        };
        proved.position == question.position && proved.claim() == self.verdict
    }
}

/// What was counted.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Members of the set that were looked at.
    pub samples: u64,
    /// Of these no positions.
    pub no_positions: u64,
    /// Excluded by each of the cheap rules.
    pub excluded: BTreeMap<Rule, u64>,
    /// Left by them.
    pub candidates: u64,
    /// Candidates that were decided: legal, illegal, open.
    pub legal: u64,
    /// Illegal ones.
    pub illegal: u64,
    /// Open ones.
    pub open: u64,
    /// Time by the clock that the candidates took, added up.
    pub time: Duration,
}

impl Tally {
    /// Adds what the first look at a member has said.
    pub fn note(&mut self, look: &FirstLook) {
        self.samples += 1;
        match look {
            FirstLook::NoPosition => self.no_positions += 1,
            FirstLook::Excluded(rule) => *self.excluded.entry(*rule).or_default() += 1,
            FirstLook::Candidate(_) => self.candidates += 1,
        }
    }

    /// The sum of two.
    #[must_use]
    pub fn with(mut self, other: Tally) -> Tally {
        self.samples += other.samples;
        self.no_positions += other.no_positions;
        self.candidates += other.candidates;
        for (rule, count) in other.excluded {
            *self.excluded.entry(rule).or_default() += count;
        }
        self
    }

    /// Adds a decided candidate.
    pub fn decided(&mut self, kept: &Kept) {
        match kept.verdict.as_str() {
            "legal" => self.legal += 1,
            "illegal" => self.illegal += 1,
            _ => self.open += 1,
        }
        self.time += Duration::try_from_secs_f64(kept.seconds).unwrap_or_default();
    }

    /// How many candidates were decided, or tried.
    pub fn tried(&self) -> u64 {
        self.legal + self.illegal + self.open
    }
}

/// What was counted, and the candidates with their numbers, in order.
pub type Looked = (Tally, Vec<(u64, Question)>);

/// Samples that a thread looks at in one go.
const PART: u64 = 1000;

/// Looks at so many members, all cores at work; `done` counts them. Returns `None` if somebody asks
/// to stop.
///
/// # Errors
///
/// A bug, if the kernel does not accept what its own rule said.
pub fn look_at(
    set: &Superset,
    seed: u64,
    samples: u64,
    (done, stop): (&AtomicU64, &AtomicBool),
) -> Result<Option<Looked>, Fault> {
    let look = |part: u64| {
        let (mut looked, mut examiner) = (Looked::default(), Examiner::default());
        for number in part * PART..((part + 1) * PART).min(samples) {
            if stop.load(Relaxed) {
                return Ok(None);
            }
            let look = FirstLook::new(&set.member(seed, number), &mut examiner)?;
            looked.0.note(&look);
            if let FirstLook::Candidate(question) = look {
                looked.1.push((number, *question));
            }
            done.fetch_add(1, Relaxed);
        }
        Ok(Some(looked))
    };
    let parts: Vec<u64> = (0..samples.div_ceil(PART)).collect();
    let parts = parts.into_par_iter().map(look).collect::<Result<Option<Vec<_>>, Fault>>()?;
    Ok(parts.map(|parts| {
        parts.into_iter().fold(Looked::default(), |(tally, mut all), (part, found)| {
            all.extend(found);
            (tally.with(part), all)
        })
    }))
}

/// Decides candidates, all cores at work, keeps them if there is a file for it, and adds them to what
/// was counted; `done` counts them too. What is decided when somebody asks to stop is in it.
///
/// # Errors
///
/// If the file cannot be written; a bug, if the kernel does not accept what the engine claims.
pub fn decide_all(
    (tally, candidates): Looked,
    keeper: Option<Keeper>,
    options: impl Fn() -> Options + Sync,
    (done, stop): (&AtomicU64, &'static AtomicBool),
) -> Result<Tally, Fault> {
    let shared = Mutex::new((tally, keeper));
    let decide = |(number, question)| -> Result<(), Fault> {
        if stop.load(Relaxed) {
            return Ok(());
        }
        let mut options = options();
        options.limits.interrupt = Some(stop);
        let kept = Kept::decide(number, question, &options)?;
        if stop.load(Relaxed) && kept.verdict == "open" {
            return Ok(());
        }
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(keeper) = &mut shared.1 {
            keeper.keep(&kept)?;
        }
        shared.0.decided(&kept);
        done.fetch_add(1, Relaxed);
        Ok(())
    };
    // One by one: some take a minute, most a moment.
    candidates.into_par_iter().with_max_len(1).try_for_each(decide)?;
    Ok(shared.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

/// The estimate, for programs.
#[derive(Serialize)]
pub struct EstimateReport {
    seed: u64,
    size: String,
    samples: u64,
    no_positions: u64,
    excluded: BTreeMap<String, u64>,
    candidates: u64,
    decided: u64,
    legal: u64,
    illegal: u64,
    open: u64,
    seconds_a_candidate: Option<f64>,
    estimate: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl EstimateReport {
    /// The report.
    pub fn new(set: &Superset, seed: u64, tally: &Tally) -> EstimateReport {
        let bounds = bounds(set, tally);
        EstimateReport {
            seed,
            size: set.size().to_string(),
            samples: tally.samples,
            no_positions: tally.no_positions,
            excluded: tally
                .excluded
                .iter()
                .map(|(rule, &count)| (rule.name().replace('-', "_"), count))
                .collect(),
            candidates: tally.candidates,
            decided: tally.tried(),
            legal: tally.legal,
            illegal: tally.illegal,
            open: tally.open,
            seconds_a_candidate: (tally.tried() > 0)
                .then(|| tally.time.as_secs_f64() / tally.tried() as f64),
            estimate: bounds.map(|bounds| bounds[1]),
            low: bounds.map(|bounds| bounds[0]),
            high: bounds.map(|bounds| bounds[2]),
        }
    }

    /// The same in sentences.
    pub fn explain(&self) -> Vec<String> {
        let share = |count: u64| 100.0 * count as f64 / self.samples.max(1) as f64;
        let mut said = Vec::new();
        said.push(match (self.estimate, self.low, self.high) {
            (Some(0.0), _, Some(high)) => format!(
                "At most {} positions can arise, with 95% confidence: no candidate was found legal.",
                power(high)
            ),
            (Some(estimate), Some(low), Some(high)) => format!(
                "About {} positions can arise: between {} and {} with 95% confidence.",
                power(estimate),
                power(low),
                power(high)
            ),
            _ => "No candidate was decided, so nothing can be estimated.".to_string(),
        });
        said.push(format!(
            "Drawn by lot from a set of {} positions that holds every legal one (seed {}): {} samples.",
            power(self.size.parse().unwrap_or(f64::NAN)),
            self.seed,
            thousands(self.samples),
        ));
        let rules: Vec<String> = self
            .excluded
            .iter()
            .map(|(rule, count)| format!("{} {}", rule.replace('_', "-"), thousands(*count)))
            .collect();
        let rules = match &rules[..] {
            [] => String::new(),
            some => format!(" ({})", some.join(", ")),
        };
        said.push(format!(
            "In {:.2}% a king could be taken; {:.2}% are excluded by a rule at a look{rules}; {} candidates ({:.2}%) remain.",
            share(self.no_positions),
            share(self.excluded.values().sum()),
            thousands(self.candidates),
            share(self.candidates),
        ));
        said.push(format!(
            "Of these {} decided: {} legal with a game, {} illegal, {} open (counted as both). {}",
            match self.decided {
                1 => "1 was".to_string(),
                count => format!("{} were", thousands(count)),
            },
            thousands(self.legal),
            thousands(self.illegal),
            thousands(self.open),
            self.seconds_a_candidate.map_or(String::new(), |seconds| {
                let time =
                    names::duration(Duration::try_from_secs_f64(seconds).unwrap_or_default());
                format!("{time} for each.")
            }),
        ));
        if self.decided > 0 {
            said.push("Every verdict was accepted by the kernel.".to_string());
        }
        said
    }
}

/// A large number as people write it.
fn power(number: f64) -> String {
    if number == 0.0 {
        return "0".to_string();
    }
    let text = format!("{number:.3e}");
    match text.split_once('e') {
        Some((digits, exponent)) => format!("{digits} x 10^{exponent}"),
        None => text,
    }
}

/// Lower bound, estimate and upper bound with 95% confidence: the share of candidates times the
/// share of these that can arise, each with its own error; open ones as illegal for the first
/// two, as legal for the last.
fn bounds(set: &Superset, tally: &Tally) -> Option<[f64; 3]> {
    let tried = tally.tried() as f64;
    if tried == 0.0 {
        return None;
    }
    let (samples, size) = (tally.samples as f64, set.size().to_string().parse::<f64>().ok()?);
    let [least_share, share, most_share] = wilson(tally.candidates as f64, samples);
    let [least, legal, _] = wilson(tally.legal as f64, tried);
    let [_, perhaps, most] = wilson((tally.legal + tally.open) as f64, tried);
    // The bounds of a product from those of its factors (Donner and Zou, 2012).
    let below = (legal * (share - least_share)).hypot(share * (legal - least));
    let above = (perhaps * (most_share - share)).hypot(share * (most - perhaps));
    let found = [share * legal - below, share * legal, share * perhaps + above];
    Some(found.map(|part| (part * size).max(0.0)))
}

/// A share of so many, with its bounds of 95% (Wilson, 1927): they mean something for none of a few, too.
fn wilson(count: f64, of: f64) -> [f64; 3] {
    const Z: f64 = 1.96;
    let share = count / of;
    let width = Z * (share * (1.0 - share) / of + Z * Z / (4.0 * of * of)).sqrt();
    let bound = |way: f64| (share + Z * Z / (2.0 * of) + way * width) / (1.0 + Z * Z / of);
    [bound(-1.0).clamp(0.0, share), share, bound(1.0).clamp(share, 1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_of_a_share_if_all_candidates_are_decided() {
        let set = Superset::new();
        let size: f64 = set.size().to_string().parse().unwrap();
        let tally =
            Tally { samples: 10_000, candidates: 100, legal: 60, illegal: 40, ..Tally::default() };
        let [low, value, high] = bounds(&set, &tally).unwrap();
        let error = 1.96 * (0.006_f64 * 0.994 / 10_000.0).sqrt() * size;
        assert!((value / (0.006 * size) - 1.0).abs() < 1e-9);
        // Of so many samples the bounds are nearly those of the normal distribution.
        for found in [high - value, value - low] {
            assert!((found / error - 1.0).abs() < 0.2, "{} instead of {error}", found);
        }
        // What is open may be either.
        let open = Tally { legal: 50, open: 10, ..tally };
        let [lower, _, same] = bounds(&set, &open).unwrap();
        assert!(lower < low && (same / high - 1.0).abs() < 1e-9);
        // None of two says something, but not that there is none.
        let few = Tally { samples: 100, candidates: 14, illegal: 2, ..Tally::default() };
        let [low, value, high] = bounds(&set, &few).unwrap();
        assert!(low == 0.0 && value == 0.0 && high > 0.05 * size, "{high}");
        let report = EstimateReport::new(&set, 1, &few);
        assert!(report.explain()[0].starts_with("At most "), "{:?}", report.explain());
        assert!(bounds(&set, &Tally { samples: 10, candidates: 1, ..Tally::default() }).is_none());
    }

    #[test]
    fn a_kept_verdict_is_checked_again() {
        let question = |fen| Question::read(fen).unwrap();
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
        let kept = Kept::decide(1, question(fen), &Options::default()).unwrap();
        assert!(kept.verdict == "legal" && kept.is_proved(&question(fen)));
        let other = question("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -");
        assert!(!kept.is_proved(&other));
        assert!(!Kept { verdict: "illegal".into(), ..kept.clone() }.is_proved(&question(fen)));
        assert!(!Kept { certificate: None, ..kept.clone() }.is_proved(&question(fen)));
        let damaged = kept.certificate.as_ref().unwrap().replace("e2e4", "e2e5");
        assert!(!Kept { certificate: Some(damaged), ..kept }.is_proved(&question(fen)));
    }
}
