//! Finding the proof of a strategy: every lemma decided, the refutations put into a certificate.

use std::io::{self, Write};

use zermelo_kernel_strategy::{Boards, Lemma, Place, StrategyClaim, StrategyEnding};
use zermelo_refute::{Arena, Clauses, Linear, Literal};

use crate::Unproved;
use crate::smt::{self, Effort, Found};
use crate::solver::{Answer, refute};

/// What was found about one lemma.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It holds: steps that refute its denial.
    Holds(Vec<u8>),
    /// It does not: a board and the men's squares in the positions that the lemma speaks of.
    Fails(Model),
    /// It was stopped.
    Stopped,
}

/// A board and positions on it for which a lemma is false.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    /// Files.
    pub width: i64,
    /// Ranks.
    pub height: i64,
    /// The squares (file and rank from zero) of the men in each position.
    pub positions: Vec<Vec<(i64, i64)>>,
    /// The values of the integer variables, for [`Lemma::fails_at`].
    pub values: Vec<i64>,
}

/// Decides a lemma for all boards, by arithmetic, or for one board, on bits.
///
/// # Errors
/// If the solver's own proof is wrong.
pub fn decide(
    lemma: &Lemma,
    boards: Boards,
    stop: impl Fn() -> bool + Clone + 'static,
) -> Result<(Decision, Effort), Unproved> {
    let arena = Arena::new();
    let scene = lemma.deny(&arena, boards);
    let model = |values: Vec<i64>| {
        let value = |variable: u16| values[usize::from(variable)];
        let squares = |men: &Vec<Place<Linear<'_>>>| {
            men.iter().map(|man| (man.x.value(value), man.y.value(value))).collect()
        };
        Model {
            width: scene.width.value(value),
            height: scene.height.value(value),
            positions: scene.shown.iter().map(squares).collect(),
            values,
        }
    };
    let bits = Arena::new();
    let Some(formula) = scene.on_bits(&bits) else {
        let (found, effort) = smt::decide(&arena, &scene.assumptions(), stop)?;
        let decision = match found {
            Found::Refutation(steps) => Decision::Holds(steps),
            Found::Solution(values) => Decision::Fails(model(values)),
            Found::Stopped => Decision::Stopped,
        };
        return Ok((decision, effort));
    };
    let clauses = Clauses::of(&bits, &formula.roots);
    let decision = match refute(&clauses, stop)? {
        Answer::Refuted(steps) => Decision::Holds(steps),
        Answer::Stopped => Decision::Stopped,
        Answer::Model(values) => {
            // A bit that no clause knows may be anything.
            let bit = |bit: &Literal| match clauses.literal(*bit) {
                Some(literal) => values[literal.unsigned_abs() as usize - 1] == (literal > 0),
                None => false,
            };
            let value = |bits: &Vec<Literal>| -> i64 {
                bits.iter().enumerate().map(|(place, it)| i64::from(bit(it)) << place).sum()
            };
            Decision::Fails(model(formula.bits.iter().map(value).collect()))
        }
    };
    Ok((decision, Effort::default()))
}

/// The proof for all boards that is kept with the program: a certificate, zstd-compressed.
#[must_use]
pub fn kept(ending: StrategyEnding) -> &'static [u8] {
    match ending {
        StrategyEnding::Krk => include_bytes!("../proofs/krk.cert.zst"),
        StrategyEnding::Kqk => include_bytes!("../proofs/kqk.cert.zst"),
    }
}

/// Writes a certificate from the refutations of the claim's lemmas, in their order.
///
/// # Errors
/// If it cannot be written.
pub fn write_certificate(
    claim: StrategyClaim,
    refutations: &[Vec<u8>],
    into: &mut impl Write,
) -> io::Result<()> {
    into.write_all(claim.head().as_bytes())?;
    for (lemma, steps) in claim.ending.lemmas().iter().zip(refutations) {
        writeln!(into, "lemma {} {}", steps.len(), lemma.name)?;
        into.write_all(steps)?;
        writeln!(into)?;
    }
    writeln!(into, "end")
}
