//! What there is to say about a proof, and the reports.

use serde::Serialize;
use zermelo_kernel_strategy::{
    Boards, FailedLemma, Place, ProvedLemma, StrategyClaim, StrategyEnding,
};
use zermelo_strategy::proving::Theorem;

use super::explain::{boards_words, ending_words, within};
use super::notation::place_text;
use super::verify::left_out;
use crate::explain::Paragraph::{self, Entry, Gap, Headline, Line, Remark, Sentence};
use crate::names::{duration, thousands};

/// A theorem that the kernel has accepted, and what is trusted. The conditions that were left out are
/// given as they are typed.
pub fn proved(theorem: &Theorem, without: &[String]) -> Vec<Paragraph> {
    let Theorem { proved, found, checked } = theorem;
    let (claim, lemmas) = (proved.claim, proved.lemmas());
    let StrategyClaim { ending, boards, .. } = claim;
    if !proved.without.is_empty() {
        let (all, without) = (lemmas.len(), left_out(without));
        let text = format!("All {all} lemmas hold{without}: the strategy mates there too.");
        return vec![Headline(text)];
    }
    let (men, on) = (ending_words(ending), boards_words(boards));
    let steps: u64 = lemmas.iter().map(|lemma| lemma.checked.steps).sum();
    let sums = match lemmas.iter().map(|lemma| lemma.checked.lemmas).sum() {
        0 => String::new(),
        sums => format!(", {} sums of inequalities", thousands(sums)),
    };
    let origin = match found {
        Some(time) => format!("found in {}", duration(*time)),
        None => "kept with the program (--regenerate finds it anew)".to_string(),
    };
    let bytes = thousands(proved.bytes().len() as u64);
    let (steps, time) = (thousands(steps), duration(*checked));
    let mut parts = vec![
        Headline(format!(
            "On {on}, White, to move with {men} against king, mates by the strategy, whatever \
             Black plays{}.",
            within(claim)
        )),
        Gap,
        Paragraph::figure("lemmas", format!("{}, no symmetry assumed", lemmas.len())),
        Paragraph::figure("proof", format!("{bytes} bytes, {origin}")),
        Paragraph::figure(
            "checked",
            format!("the kernel accepts every lemma: {steps} steps{sums}; {time}"),
        ),
        Gap,
    ];
    for ProvedLemma { name, says, checked, .. } in lemmas {
        let steps = format!(" ({} steps)", thousands(checked.steps));
        parts.extend([
            Line("  ".to_string(), name.clone(), steps),
            Entry(4, String::new(), says.clone()),
        ]);
    }
    parts.push(Gap);
    if claim.bounded {
        parts.extend(bound());
    }
    parts.extend(questions(ending, boards));
    parts
}

/// How the bound follows from its lemmas.
fn bound() -> [Paragraph; 2] {
    [
        Headline("Why so many plies?".to_string()),
        Sentence(
            "At most three moves come before the first basic one (4.4). After it the measure is at \
             most 2 (files + ranks) - 4, and every three basic moves lower it by 2 while the room is \
             above 3, so that it is at least 8: at most files + ranks - 6 rounds of three, and the last \
             one. From a room of 3 or less three more basic moves are played at most (4.6), and two \
             that mate: 3 (files + ranks) - 6 moves in all."
                .to_string(),
        ),
    ]
}

/// The four questions of Janičić, Marić and Maliković, section 1.
fn questions(ending: StrategyEnding, boards: Boards) -> Vec<Paragraph> {
    let arithmetic = match boards {
        Boards::All => {
            "with the board's sides as variables; multiplied inequalities add up to a \
             contradiction, and clauses follow from clauses"
        }
        Boards::One(..) => "on bits, for this board; clauses follow from clauses",
    };
    let measure = match ending {
        StrategyEnding::Krk => {
            "RookHome and RookSafe are played in the first three moves only (4.4, and the \
             kernel tries all orders of kinds); then every three moves lower the room, or keep \
             it and lower the white king's way to the critical square (4.5), so at last the \
             room is 3 or less and within three moves ReadyToMate is possible (4.6), which \
             mates (4.3)"
        }
        StrategyEnding::Kqk => {
            "after the first moves the game is on track, every few moves lower the rectangle, \
             its width, or the white king's way, and at last Mate is possible (the kernel \
             tries all orders of kinds)"
        }
        StrategyEnding::Krr => {
            "after the first moves there is a wall, and every few moves it comes a line forward, \
             or the white king comes nearer behind it, or its rooks go to its ends, and at last \
             Mate is possible (the kernel checks every circle of kinds)"
        }
    };
    let induction = match ending {
        StrategyEnding::Krk | StrategyEnding::Kqk => {
            "From lemmas to theorem, induction and all, it is proved in Rocq (proofs/)."
        }
        StrategyEnding::Krr => "Only the principle of induction is left to the reader.",
    };
    let answers = [
        (
            "What is really proved?",
            format!(
                "Every lemma above, about the definition that is also played and walked. From them \
                 the theorem: a move is always there, it never loses the piece or stalemates; \
                 {measure}. {induction}"
            ),
        ),
        (
            "Is it a mathematical proof?",
            format!(
                "Yes, step by step: each lemma's denial is a formula of linear integer arithmetic, \
                 {arithmetic}, until nothing is left."
            ),
        ),
        (
            "How reliable is it?",
            "Trusted are the definition (the rules of this ending and the strategy), the words \
             above, and the kernel that builds the formulas and checks the steps. On 8x8 the rules \
             are compared with those of chess in every position. No solver is trusted."
                .to_string(),
        ),
        (
            "How much was done by hand?",
            "The definition, the candidates and the lemmas were written by hand; every proof was \
             found by machine."
                .to_string(),
        ),
    ];
    let part =
        |(question, answer): (&str, String)| [Headline(question.to_string()), Sentence(answer)];
    answers.into_iter().flat_map(part).collect()
}

/// The lemmas that do not hold, of so many in all.
pub fn not_proved(
    claim: StrategyClaim,
    without: &[String],
    failed: &[FailedLemma],
    all: usize,
) -> Vec<Paragraph> {
    let without = left_out(without);
    let mut parts = vec![Headline(format!(
        "The strategy{without} is not proved: {} of {all} lemmas fail.",
        failed.len()
    ))];
    for lemma in failed {
        let (width, height) = lemma.board;
        parts.extend([
            Gap,
            Line(String::new(), lemma.name.clone(), String::new()),
            Sentence(lemma.says.clone()),
            Sentence(format!("It fails on {width}x{height}; the kernel agrees:")),
        ]);
        let positions = positions(lemma, claim.ending).into_iter();
        parts.extend(positions.map(|position| Entry(4, String::new(), position)));
    }
    parts.extend([
        Gap,
        Remark(
            "Each line is a position after a move, the first with the side to move that the lemma \
             speaks of. 'verify' shows whether mate is missed, with a whole line of play."
                .to_string(),
        ),
    ]);
    parts
}

/// The positions in which a lemma is false, as text.
fn positions(failed: &FailedLemma, ending: StrategyEnding) -> Vec<String> {
    let letters: &[&str] = match ending {
        StrategyEnding::Krk => &["K", "R", "k"],
        StrategyEnding::Kqk => &["K", "Q", "k"],
        StrategyEnding::Krr => &["K", "R", "R", "k"],
    };
    let square = |&(x, y): &(i64, i64)| match (i32::try_from(x), i32::try_from(y)) {
        (Ok(x), Ok(y)) => place_text(Place::new(x, y)),
        _ => format!("({x}, {y})"),
    };
    let text = |men: &Vec<(i64, i64)>| {
        let men = letters.iter().zip(men).map(|(letter, man)| format!("{letter}{}", square(man)));
        men.collect::<Vec<_>>().join(" ")
    };
    failed.positions.iter().map(text).collect()
}

/// A proof, for programs. The keys are documented in docs/guide/strategy.md.
#[derive(Serialize)]
pub struct ProveReport {
    ending: &'static str,
    board: String,
    result: &'static str,
    /// How many plies a game has at most, in words, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies_within: Option<&'static str>,
    lemmas: Vec<LemmaReport>,
    /// `kept` or `found`.
    proof: &'static str,
    bytes: usize,
    found_seconds: Option<f64>,
    check_seconds: f64,
}

#[derive(Serialize)]
struct LemmaReport {
    name: String,
    says: String,
    clauses: usize,
    steps: u64,
    sums: u64,
}

impl ProveReport {
    /// The theorem.
    pub fn new(theorem: &Theorem) -> ProveReport {
        let Theorem { proved, found, checked } = theorem;
        let lemma = |lemma: &ProvedLemma| LemmaReport {
            name: lemma.name.clone(),
            says: lemma.says.clone(),
            clauses: lemma.clauses,
            steps: lemma.checked.steps,
            sums: lemma.checked.lemmas,
        };
        ProveReport {
            ending: proved.claim.ending.name(),
            board: proved.claim.boards.to_string(),
            result: "mates",
            plies_within: proved.claim.ending.plies_words().filter(|_| proved.claim.bounded),
            lemmas: proved.lemmas().iter().map(lemma).collect(),
            proof: if found.is_some() { "found" } else { "kept" },
            bytes: proved.bytes().len(),
            found_seconds: found.map(|time| time.as_secs_f64()),
            check_seconds: checked.as_secs_f64(),
        }
    }
}

/// What fails, for programs. The keys are documented in docs/guide/strategy.md.
#[derive(Serialize)]
pub struct FailedReport<'a> {
    ending: &'static str,
    board: String,
    result: &'static str,
    without: &'a [String],
    failed: Vec<FailedLemmaReport<'a>>,
    held: usize,
}

#[derive(Serialize)]
struct FailedLemmaReport<'a> {
    name: &'a str,
    says: &'a str,
    board: String,
    positions: Vec<String>,
}

impl<'a> FailedReport<'a> {
    /// The lemmas that fail, of so many in all.
    pub fn new(
        claim: StrategyClaim,
        without: &'a [String],
        failed: &'a [FailedLemma],
        all: usize,
    ) -> FailedReport<'a> {
        let lemma = |failed: &'a FailedLemma| FailedLemmaReport {
            name: &failed.name,
            says: &failed.says,
            board: format!("{}x{}", failed.board.0, failed.board.1),
            positions: positions(failed, claim.ending),
        };
        FailedReport {
            ending: claim.ending.name(),
            board: claim.boards.to_string(),
            result: if failed.is_empty() { "mates" } else { "not_proved" },
            without,
            failed: failed.iter().map(lemma).collect(),
            held: all - failed.len(),
        }
    }
}
