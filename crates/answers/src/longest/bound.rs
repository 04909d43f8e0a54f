//! Why no game is longer: the kernel's counting, step by step, in words.

use zermelo_kernel::{CountStep, GameLimit, LongestCertificate, Proved};

use crate::Fault;
use crate::names::thousands;

/// The bound with its steps.
pub struct Bound {
    /// What the kernel has accepted.
    pub certificate: Proved<LongestCertificate>,
    /// Why, in words.
    pub steps: Vec<BoundStep>,
}

/// One step of the counting.
pub struct BoundStep {
    /// What it says, in a sentence or two.
    pub says: String,
    /// The number it gives to the next steps.
    pub number: u64,
    /// How the kernel checked it.
    pub checked: &'static str,
}

impl Bound {
    /// Counts, and has the kernel check it.
    ///
    /// # Errors
    ///
    /// A bug: a step does not come out.
    pub fn new(limit: GameLimit) -> Result<Bound, Fault> {
        let counted = LongestCertificate::count(limit).and_then(LongestCertificate::check);
        let certificate = counted.map_err(|fault| Fault::Bug(fault.to_string()))?;
        let number = |wanted| {
            let found = certificate.steps.iter().find(|(step, _)| *step == wanted);
            found.map_or(0, |&(_, number)| number)
        };
        let steps = certificate.steps.iter().map(|&(step, found)| {
            let (says, checked) = in_words(limit, step, &number);
            BoundStep { says, number: found, checked }
        });
        let steps = steps.collect();
        Ok(Bound { certificate, steps })
    }

    /// No game has more plies.
    pub fn plies(&self) -> u64 {
        self.certificate.plies
    }
}

/// What a step says, and how it was checked.
fn in_words(
    limit: GameLimit,
    step: CountStep,
    number: &dyn Fn(CountStep) -> u64,
) -> (String, &'static str) {
    let found = number(step);
    let segment = number(CountStep::Segment);
    match step {
        CountStep::Segment => (
            format!(
                "A segment, up to a capture, a pawn move or the end, has at most {found} plies."
            ),
            match limit {
                GameLimit::SeventyFive => {
                    "article 9.6.2; mate on the last of them takes precedence"
                }
                GameLimit::Fifty => {
                    "as article 9.6.2, with fewer moves; mate on the last of them takes precedence"
                }
                GameLimit::Claims => "articles 9.3.1 and 9.3.2",
            },
        ),
        CountStep::Captures => {
            (format!("At most {found} men can be captured."), "counted on the initial array")
        }
        CountStep::Pair => (
            format!(
                "A white and a black pawn that start on one file make at most {found} moves more \
                 than captures: if they make no capture, they cannot pass each other."
            ),
            "every state of such a pair, either captured at any time",
        ),
        CountStep::Unpromoted => (
            format!("If not both of them promote, at most {found}."),
            "the same states, with these ends",
        ),
        CountStep::Critical => (
            format!(
                "A pawn's capture is one move and one capture; so there are at most {found} \
                 captures and pawn moves, and exactly {found} only if every man is captured."
            ),
            "arithmetic: eight pairs, and the captures",
        ),
        CountStep::Dead => (
            format!(
                "When every man has been captured the game is over; if one is left, a capture is \
                 missing, and one segment without is still possible. So there are at most {} \
                 segments.",
                number(CountStep::Critical)
            ),
            "all positions of two bare kings, each proved dead to the kernel",
        ),
        CountStep::Taken => (
            format!(
                "With so many segments all pawns promote, at most one man is left, and White takes \
                 at least {found} of Black's promoted pawns."
            ),
            "a pair in which one does not promote makes less",
        ),
        CountStep::Changes => (
            format!(
                "A white pawn moves before a black one promotes, and White takes a promoted pawn \
                 later. The first move is White's, as if Black had closed a segment before it; so \
                 the colour of the captures and pawn moves changes at least {found} times. A \
                 segment closed by the other colour than the one before has an odd number of \
                 plies: at most {}.",
                segment - 1
            ),
            "White's pawns fill the second rank; the order of the colours",
        ),
        CountStep::LastChange => (
            format!("If the last capture or pawn move is a change too, at least {found} times."),
            "the same order and one more change, for White takes more than one promoted pawn",
        ),
        CountStep::Plies => (most_plies(limit, number), "arithmetic"),
    }
}

fn most_plies(limit: GameLimit, number: &dyn Fn(CountStep) -> u64) -> String {
    let [segment, critical, changes] =
        [CountStep::Segment, CountStep::Critical, CountStep::Changes].map(number);
    let plies = thousands(number(CountStep::Plies));
    let fewer = thousands((critical - 1) * segment);
    let fewer = format!("with one segment less there are only {fewer}.");
    match limit {
        GameLimit::SeventyFive | GameLimit::Fifty => {
            format!("{critical} segments of {segment} less {changes} are {plies}; {fewer}")
        }
        GameLimit::Claims => format!(
            "With {} plies on the clock a quiet move could be announced; so a segment has \
             {segment} only if the player has nothing but captures and pawn moves then. The last \
             segment has less: if every move captured the last man, the position would be dead \
             before. So there are at most {plies} plies; {fewer}",
            segment - 1
        ),
    }
}
