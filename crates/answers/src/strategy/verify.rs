//! A board that was walked: the answer, what there is to say, and the report.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use serde::Serialize;
use zermelo_board::clock::Instant;
use zermelo_kernel::{Budget, Exhausted, Proved};
use zermelo_kernel_strategy::{
    Choice, Counterexample, Distances, Failure, Men, PlayFault, Rules, Strategy, Unwalkable,
};
use zermelo_strategy::game::Walked;
use zermelo_strategy::games::{Found, games};
use zermelo_strategy::retrograde::{Checked, Unverified, Verification, Walk};

use super::explain::{moves, rounds};
use super::kinds::Term;
use super::notation::{board_text, men_text};
use super::report::Round;
use super::told::{MenOf, Told};
use crate::explain::Paragraph::{self, Diagram, Gap, Headline, Sentence};
use crate::names::{duration, thousands};

/// What came of a walk.
pub struct Verified {
    /// The strategy.
    strategy: Strategy<i32>,
    /// Which of its moves White plays.
    choice: Choice,
    /// The conditions that were left out, as they are typed.
    without: Vec<String>,
    /// What was found.
    found: Verification,
    /// What the kernel says, and how long it took; `None` if it was not asked.
    checked: Option<(Checked, Duration)>,
    /// The longest game, if it is to be told.
    game: Option<Vec<Round>>,
    /// How long the walk took.
    time: Duration,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum NotVerified {
    /// It was stopped.
    Stopped,
    /// The board cannot be walked.
    Board(Unwalkable),
    /// The kernel rejects what was found: a bug.
    Rejected(String),
}

impl fmt::Display for NotVerified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotVerified::Stopped => f.write_str("stopped"),
            NotVerified::Board(why) => why.fmt(f),
            NotVerified::Rejected(why) => write!(f, "the kernel rejects the walk: {why}"),
        }
    }
}

impl std::error::Error for NotVerified {}

/// How a board is walked.
pub struct Walking<'a> {
    /// The strategy.
    pub strategy: Strategy<i32>,
    /// Which of its moves White plays.
    pub choice: Choice,
    /// The conditions that are left out, as they are typed.
    pub without: Vec<String>,
    /// The kernel checks one position in so many; none if `None`.
    pub check: Option<NonZeroUsize>,
    /// Whether the longest game is to be told.
    pub longest: bool,
    /// Counts what is done, from zero again when the kernel begins.
    pub done: &'a AtomicU64,
    /// Ends it.
    pub stop: &'a AtomicBool,
}

impl Walking<'_> {
    /// Walks, and has the kernel check what comes of it, which is told when it begins.
    ///
    /// # Errors
    ///
    /// If it was stopped, the board cannot be walked, or the kernel rejects what was found.
    pub fn verify(self, kernel_begins: impl FnOnce()) -> Result<Verified, NotVerified> {
        let Walking { strategy, choice, without, check, longest, done, stop } = self;
        let begun = Instant::now();
        let walk = Walk::new(&strategy, choice, done, stop).map_err(|why| match why {
            Unverified::Stopped => NotVerified::Stopped,
            Unverified::Board(why) => NotVerified::Board(why),
        })?;
        let time = begun.elapsed();
        let start = walk.found.start.filter(|_| longest);
        let game = start.map(|start| Round::all(&strategy, start, walk.longest_game(start)));
        let found = walk.found.clone();
        let mut checked = None;
        if let Some(one_in) = check {
            done.store(0, Relaxed);
            kernel_begins();
            let begun = Instant::now();
            // A meter asks after so many positions. The walk is our own: it may cost what it costs.
            let stopped = || {
                done.fetch_add(64, Relaxed);
                stop.load(Relaxed)
            };
            let budget = Budget::default().steps(u64::MAX, 0).until(stopped);
            let answer = walk.check(one_in, &budget).map_err(|fault| match fault {
                PlayFault::Exhausted(Exhausted::Interrupted) => NotVerified::Stopped,
                fault => NotVerified::Rejected(fault.to_string()),
            })?;
            checked = Some((answer, begun.elapsed()));
        }
        Ok(Verified { strategy, choice, without, found, checked, game, time })
    }
}

impl Verified {
    /// What there is to say.
    pub fn explain(&self) -> Vec<Paragraph> {
        let Verified { strategy, choice, found, game, time, .. } = self;
        let chosen = match choice {
            Choice::Function => {
                "the one that is played: the Squeeze that leaves the least room, otherwise the \
                 first that fits"
            }
            Choice::Relation => "any that fits",
        };
        let mut parts = counts(self.headline(), found.positions, chosen);
        parts.extend(found.start.map(|start| longest_game(found.longest, &men_text(start))));
        parts.extend(self.properties());
        parts.push(Paragraph::figure("walked", duration(*time)));
        parts.extend([Paragraph::figure("checked", self.checked_words()), Gap]);
        parts.extend(kind_lines::<Strategy<i32>>(&found.kinds));
        if let Some(example) = &found.counterexample {
            let start = men_text(example.start);
            parts.extend([
                Gap,
                Paragraph::line(format!("A position in which it goes wrong, {start}:")),
                Diagram(strategy.board, example.start),
            ]);
            parts.extend(rounds(&example_rounds(strategy, example)));
            let end = match example.end {
                Failure::NoMove => "No kind of move fits.",
                Failure::RookTaken(..) => "Black takes the rook.",
                Failure::Stalemate(..) => "Black is stalemated.",
                Failure::Repetition => {
                    "The first position is there again: this can go on for ever."
                }
            };
            parts.push(Sentence(end.to_string()));
        }
        parts.extend(game.iter().flat_map(|game| told_game(game)));
        parts
    }

    /// Whether White always mates.
    pub fn always_mates(&self) -> bool {
        self.found.always_mate()
    }

    fn headline(&self) -> String {
        let size = board_text(&self.strategy.board);
        let left_out = left_out(&self.without);
        match (self.found.positions, self.found.always_mate()) {
            (0, _) => format!("On {size} the three men have no position with White to move."),
            (_, true) => {
                let word = match &self.checked {
                    Some((Checked::Mates(_), _)) => "",
                    Some(_) => ", by the walk's word and the kernel's on a sample",
                    None => ", by the walk's word alone",
                };
                format!("On {size} the strategy{left_out} mates from every position{word}.")
            }
            _ => format!("On {size} the strategy{left_out} does not always mate."),
        }
    }

    /// What the kernel was asked.
    fn checked_words(&self) -> String {
        let Some((checked, time)) = &self.checked else {
            return "no: the kernel was not asked".to_string();
        };
        let (number, time) = (thousands(positions(checked, &self.found)), duration(*time));
        match checked {
            Checked::Fails(_, None) => format!("the kernel accepts the line below, {time}"),
            Checked::Fails(_, Some(_)) => format!(
                "the kernel accepts the line below, and of {number} positions by the definition \
                 alone whether mate follows, {time}"
            ),
            Checked::Sampled(_) => format!(
                "the kernel accepts {number} positions (a sample) by the definition alone, {time}"
            ),
            Checked::Mates(_) => {
                format!("the kernel accepts {number} positions by the definition alone, {time}")
            }
        }
    }

    /// What holds and what does not.
    fn properties(&self) -> Vec<Paragraph> {
        let found = &self.found;
        let faults = [
            (found.rook_lost, "positions in which Black takes the rook"),
            (found.stalemates, "stalemates"),
            (found.helpless, "positions without a move"),
            (found.unwon, "positions from which mate does not always follow"),
        ];
        let faults = faults.into_iter().filter(|fault| fault.0 > 0).enumerate();
        let mut parts: Vec<Paragraph> = faults
            .map(|(place, (number, what))| {
                let name = if place == 0 { "wrong" } else { "" };
                Paragraph::figure(name, format!("{} {what}", thousands(number)))
            })
            .collect();
        if parts.is_empty() {
            let text = "every move is legal, no move loses the rook or stalemates, there is always \
                        a move, and always mate";
            parts.push(Paragraph::figure("shown", text));
        }
        parts
    }
}

/// How many positions the kernel accepted, or one counterexample alone.
fn positions(checked: &Checked, found: &Verification) -> u64 {
    match checked {
        Checked::Mates(_) | Checked::Fails(_, Some(_)) => found.positions,
        Checked::Fails(_, None) => 1,
        Checked::Sampled(number) => *number,
    }
}

/// The conditions that are left out.
pub(super) fn left_out(without: &[String]) -> String {
    match without {
        [] => String::new(),
        names => format!(" without {}", names.join(", ")),
    }
}

/// What was found, for programs. The keys are documented in docs/guide/strategy.md.
#[derive(Serialize)]
pub struct VerifyReport {
    board: String,
    moves: &'static str,
    /// Of king and rook only, which has conditions.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<Vec<String>>,
    /// `mates` or `fails`.
    result: &'static str,
    /// Whether the kernel has accepted that result, whole; else it is the walk's word.
    proved: bool,
    positions: u64,
    /// In the order in which they are tried.
    kinds: Vec<KindReport>,
    longest_plies: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_start: Option<String>,
    /// What holds and what does not, where that is told apart.
    #[serde(flatten)]
    properties: Option<Properties>,
    always_mate: bool,
    not_won: u64,
    /// A position from which mate does not always follow, where there is no line.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_won_start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<CounterexampleReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_game: Option<Vec<Round>>,
    /// Positions, or the counterexample, that the kernel checked and accepted.
    checked: u64,
    seconds: f64,
    check_seconds: f64,
}

#[derive(Serialize)]
struct Properties {
    closed: bool,
    always_a_move: bool,
    no_move: u64,
    rook_lost: u64,
    stalemates: u64,
}

/// In how many positions a kind of move is played.
#[derive(Serialize)]
pub struct KindReport {
    /// Its name.
    pub kind: &'static str,
    /// How many.
    pub positions: u64,
}

#[derive(Serialize)]
struct CounterexampleReport {
    start: String,
    line: Vec<Round>,
    end: &'static str,
}

impl VerifyReport {
    /// What was found.
    pub fn new(verified: &Verified) -> VerifyReport {
        let Verified { strategy, choice, without, found, checked, game, time } = verified;
        let example = found.counterexample.as_ref();
        let example = example.map(|example| CounterexampleReport {
            start: men_text(example.start),
            line: example_rounds(strategy, example),
            end: match example.end {
                Failure::NoMove => "no_move",
                Failure::RookTaken(..) => "rook_taken",
                Failure::Stalemate(..) => "stalemate",
                Failure::Repetition => "repetition",
            },
        });
        VerifyReport {
            board: board_text(&strategy.board),
            moves: choice_name(*choice),
            without: Some(without.clone()),
            result: result(found.always_mate()),
            proved: matches!(checked, Some((Checked::Mates(_) | Checked::Fails(..), _))),
            positions: found.positions,
            kinds: kinds_report::<Strategy<i32>>(&found.kinds),
            longest_plies: found.longest,
            longest_start: found.start.map(men_text),
            properties: Some(Properties {
                closed: found.closed(),
                always_a_move: found.always_a_move(),
                no_move: found.helpless,
                rook_lost: found.rook_lost,
                stalemates: found.stalemates,
            }),
            always_mate: found.always_mate(),
            not_won: found.unwon,
            not_won_start: None,
            counterexample: example,
            longest_game: game.clone(),
            checked: checked.as_ref().map_or(0, |(checked, _)| positions(checked, found)),
            seconds: time.as_secs_f64(),
            check_seconds: checked.as_ref().map_or(0.0, |(_, time)| time.as_secs_f64()),
        }
    }

    /// The same of a board on which every game was played.
    pub fn of_games<S: Told>(verified: &GamesVerified<S>) -> VerifyReport {
        let GamesVerified { found, proved, game, time, check_time } = verified;
        let text = |men| proved.strategy.text(men);
        VerifyReport {
            board: board_text(&proved.strategy.rules().board()),
            moves: choice_name(proved.choice),
            without: None,
            result: result(verified.always_mates()),
            proved: true,
            positions: found.positions,
            kinds: kinds_report::<S>(&proved.kinds),
            longest_plies: proved.longest,
            longest_start: found.start.map(text),
            properties: None,
            always_mate: verified.always_mates(),
            not_won: proved.not_won,
            not_won_start: found.not_won.map(text),
            counterexample: None,
            longest_game: game.clone(),
            checked: found.positions,
            seconds: time.as_secs_f64(),
            check_seconds: check_time.as_secs_f64(),
        }
    }
}

fn choice_name(choice: Choice) -> &'static str {
    match choice {
        Choice::Function => "function",
        Choice::Relation => "relation",
    }
}

fn result(mates: bool) -> &'static str {
    if mates { "mates" } else { "fails" }
}

fn kinds_report<S: Told>(counts: &[u64]) -> Vec<KindReport> {
    let kinds = S::kinds().into_iter().zip(counts);
    kinds.map(|(kind, &positions)| KindReport { kind: kind.name, positions }).collect()
}

/// Every game on a board, which the kernel has accepted.
pub struct GamesVerified<S: Told> {
    found: Found<MenOf<S>>,
    proved: Proved<Distances<'static, S>>,
    game: Option<Vec<Round>>,
    time: Duration,
    check_time: Duration,
}

impl<S: Told> GamesVerified<S> {
    /// Plays every game, any move that fits, tells the longest if that is asked for, and has the kernel
    /// check every position on so many threads.
    ///
    /// # Errors
    ///
    /// If the board cannot be walked, or the kernel rejects what was found.
    pub fn of(strategy: &S, longest: bool, threads: usize) -> Result<Self, NotVerified> {
        let begun = Instant::now();
        let games = games(strategy, Choice::Relation).map_err(NotVerified::Board)?;
        let time = begun.elapsed();
        let start = games.found.start.filter(|_| longest);
        let game = start.map(|start| Round::all(strategy, start, games.longest_game(start)));
        let (found, claim) = (games.found.clone(), games.distances(threads));
        drop(games);
        let begun = Instant::now();
        let budget = Budget::default().steps(u64::MAX, 0);
        let proved = Proved::new(claim, &budget);
        let proved = proved
            .map_err(|fault: PlayFault<S::Pieces>| NotVerified::Rejected(fault.to_string()))?;
        Ok(GamesVerified { found, proved, game, time, check_time: begun.elapsed() })
    }

    /// Whether White always mates.
    pub fn always_mates(&self) -> bool {
        self.proved.not_won == 0
    }

    /// What there is to say.
    pub fn explain(&self) -> Vec<Paragraph> {
        let GamesVerified { found, proved, game, time, check_time } = self;
        let strategy = &proved.strategy;
        let size = board_text(&strategy.rules().board());
        let headline = match (found.positions, proved.not_won) {
            (0, _) => format!("On {size} the men have no position with White to move."),
            (_, 0) => format!("On {size} the strategy mates from every position."),
            _ => format!("On {size} the strategy does not always mate."),
        };
        let mut parts = counts(headline, found.positions, "any that fits");
        parts.extend(found.start.map(|start| longest_game(proved.longest, &strategy.text(start))));
        if let Some(men) = found.not_won {
            let count = thousands(proved.not_won);
            let text = format!(
                "{count} positions from which mate does not always follow, such as {}",
                strategy.text(men)
            );
            parts.push(Paragraph::figure("wrong", text));
        }
        let checked = format!(
            "the kernel accepts {} positions by the definition alone, {}",
            thousands(found.positions),
            duration(*check_time)
        );
        parts.extend([
            Paragraph::figure("walked", duration(*time)),
            Paragraph::figure("checked", checked),
            Gap,
        ]);
        parts.extend(kind_lines::<S>(&proved.kinds));
        parts.extend(game.iter().flat_map(|game| told_game(game)));
        parts
    }
}

/// What every walk says first.
fn counts(headline: String, positions: u64, moves: &str) -> Vec<Paragraph> {
    let positions = format!("{} with White to move", thousands(positions));
    vec![
        Headline(headline),
        Gap,
        Paragraph::figure("positions", positions),
        Paragraph::figure("moves", moves),
    ]
}

fn longest_game(plies: u32, start: &str) -> Paragraph {
    let number = moves(plies.div_ceil(2));
    Paragraph::figure("longest", format!("{plies} plies, {number}, from {start}"))
}

/// In how many positions each kind is played.
fn kind_lines<S: Told>(counts: &[u64]) -> Vec<Paragraph> {
    let kinds = S::kinds().into_iter().zip(counts);
    let line = |(kind, &count): (Term, &u64)| {
        Paragraph::line(format!("  {:<20}{:>12}", kind.name, thousands(count)))
    };
    kinds.map(line).collect()
}

fn told_game(game: &[Round]) -> Vec<Paragraph> {
    let begin = [Gap, Paragraph::line("A longest game:"), Gap];
    begin.into_iter().chain(rounds(game)).collect()
}

/// The line of a counterexample, with the move at its end.
fn example_rounds(strategy: &Strategy<i32>, example: &Counterexample) -> Vec<Round> {
    let line = example.line.iter().map(|&(kind, to, reply)| (kind, to, Some(reply)));
    let last = match example.end {
        Failure::RookTaken(kind, to) => Some((kind, to, Some(Men { black: to.piece, ..to }))),
        Failure::Stalemate(kind, to) => Some((kind, to, None)),
        Failure::NoMove | Failure::Repetition => None,
    };
    let mut rounds = Round::all(strategy, example.start, line.chain(last));
    if let (Failure::RookTaken(..), Some(round)) = (example.end, rounds.last_mut()) {
        // Without the rook it is no position of this ending.
        round.position = None;
    }
    rounds
}
