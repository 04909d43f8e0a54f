//! What is asked about one diagram: the play itself, set play, duplex; and the searches for it.

use std::time::{Duration, Instant};

use zermelo_board as board;
use zermelo_kernel::{Color, Position};
use zermelo_winnable::Limits;
use zermelo_winnable::problem::{self, Options, Problem, Shortest};

use super::setup::{Conventions, Setup};
use super::solution::{self, Solution};
use super::stipulation::Stipulation;
use crate::args::PuzzleArgs;
use crate::exit::{Exit, Fault};
use crate::progress::SearchProgress;

/// Which of the questions about a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The problem as it is stated.
    Play,
    /// Without the first move.
    SetPlay,
    /// With the colours exchanged.
    Duplex,
    /// Both.
    DuplexSetPlay,
}

/// One question.
pub struct Part {
    /// Which.
    pub kind: Kind,
    /// The position, with the side that begins to move.
    pub position: Position,
    /// Who mates or stalemates.
    pub winner: Color,
    /// How.
    pub stipulation: Stipulation,
}

/// One diagram with all its questions.
pub struct Diagram {
    /// `a` to `z` if there are several.
    pub twin: Option<char>,
    /// What the reader should know.
    pub notes: Vec<String>,
    /// The questions, the play first.
    pub parts: Vec<Part>,
}

impl Diagram {
    /// The questions about a setup.
    pub fn new(
        setup: &Setup,
        twin: Option<char>,
        stipulation: Stipulation,
        args: &PuzzleArgs,
    ) -> Result<Diagram, String> {
        let question = &args.question;
        let conventions =
            Conventions { castling: question.castling, en_passant: question.en_passant };
        let (mut parts, mut notes) = (Vec::new(), Vec::new());
        let winner = question.winner.color();
        let kinds = [
            (Kind::Play, true),
            (Kind::SetPlay, question.set_play),
            (Kind::Duplex, question.duplex),
            (Kind::DuplexSetPlay, question.duplex && question.set_play),
        ];
        for (kind, _) in kinds.into_iter().filter(|(_, asked)| *asked) {
            let winner = match kind {
                Kind::Play | Kind::SetPlay => winner,
                Kind::Duplex | Kind::DuplexSetPlay => !winner,
            };
            let stipulation = match kind {
                Kind::Play | Kind::Duplex => stipulation,
                Kind::SetPlay | Kind::DuplexSetPlay => {
                    stipulation.with_plies(stipulation.plies - 1)
                }
            };
            let begins = if stipulation.winner_begins() { winner } else { !winner };
            let (position, rights) = match setup.position(begins, conventions) {
                Ok(found) => found,
                Err(why) if kind == Kind::Play => return Err(why),
                Err(why) => {
                    notes.push(format!("there is no {}: {why}.", kind.name()));
                    continue;
                }
            };
            if kind == Kind::Play {
                notes = setup.notes(begins, conventions, &rights);
            }
            parts.push(Part { kind, position, winner, stipulation });
        }
        Ok(Diagram { twin, notes, parts })
    }
}

impl Kind {
    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Play => "play",
            Kind::SetPlay => "set play",
            Kind::Duplex => "duplex",
            Kind::DuplexSetPlay => "duplex, set play",
        }
    }

    /// The name for programs and files.
    pub fn key(self) -> &'static str {
        match self {
            Kind::Play => "play",
            Kind::SetPlay => "set_play",
            Kind::Duplex => "duplex",
            Kind::DuplexSetPlay => "duplex_set_play",
        }
    }
}

/// What became of one length.
pub struct Searched {
    /// What was searched for.
    pub stipulation: Stipulation,
    /// What was found and checked, in order.
    pub solutions: Vec<Solution>,
    /// Whether these are all.
    pub complete: bool,
    /// Whether there are more, left out because of `--limit`.
    pub cut: bool,
    /// Positions visited.
    pub nodes: u64,
    /// The engine's time.
    pub engine: Duration,
    /// The kernel's time.
    pub check: Duration,
}

/// Whether there is a shorter solution.
pub enum Shorter {
    /// There is none.
    None,
    /// There is one of this length.
    Exists(Stipulation, Box<Solution>),
    /// There is none below this length; the search stopped there.
    Open(Stipulation),
}

/// The answers to one question.
pub struct Solved<'p> {
    /// The question.
    pub part: &'p Part,
    /// Whether there is a shorter solution, if that was asked.
    pub shorter: Option<Shorter>,
    /// One for each length, the longest last; none if Ctrl-C came first.
    pub searches: Vec<Searched>,
}

impl Solved<'_> {
    /// Whether everything was answered. What `--limit` has cut was not asked for.
    pub fn exit(&self) -> Exit {
        let open = self.searches.is_empty()
            || self.searches.iter().any(|search| !search.complete && !search.cut)
            || matches!(self.shorter, Some(Shorter::Open(_)));
        if open { Exit::Open } else { Exit::Answered }
    }
}

/// Answers one question.
pub fn solve<'p>(
    part: &'p Part,
    args: &PuzzleArgs,
    watch: &SearchProgress,
) -> Result<Solved<'p>, Fault> {
    let root = board::Position::from_kernel(&part.position);
    let asked = matches!(part.kind, Kind::Play | Kind::Duplex);
    let mut shorter = None;
    if asked && !args.question.no_shorter && !args.question.up_to && part.stipulation.plies > 2 {
        shorter = Some(look_for_shorter(part, &root, args, watch)?);
    }
    let lengths: Vec<Stipulation> = match args.question.up_to {
        true => part.stipulation.up_to().collect(),
        false => vec![part.stipulation],
    };
    let mut searches = Vec::new();
    for stipulation in lengths {
        if watch.interrupted() {
            break;
        }
        watch.doing(format!("searching for {stipulation} ({})", part.kind.name()));
        searches.push(search(part, &root, stipulation, args, watch)?);
    }
    Ok(Solved { part, shorter, searches })
}

fn options<'a>(args: &PuzzleArgs, solutions: usize, watch: &'a SearchProgress) -> Options<'a> {
    let limits = Limits::new(args.effort.nodes.unwrap_or(u64::MAX), args.effort.memory);
    let limits = Limits { interrupt: Some(watch.stop()), ..limits };
    Options { limits, solutions, progress: watch.progress() }
}

fn search(
    part: &Part,
    root: &board::Position,
    stipulation: Stipulation,
    args: &PuzzleArgs,
    watch: &SearchProgress,
) -> Result<Searched, Fault> {
    let Stipulation { goal, plies } = stipulation;
    let limit = args.effort.limit as usize;
    let start = Instant::now();
    // One more than is kept tells whether there are more.
    let options = options(args, limit + 1, watch);
    let found = problem::solve(root, &Problem { goal, winner: part.winner, plies }, &options);
    let engine = start.elapsed();
    let mut lines = found.lines;
    let cut = lines.len() > limit;
    lines.truncate(limit);
    let start = Instant::now();
    let accept = |line| Solution::check(&part.position, part.winner, stipulation, line);
    let solutions = lines.into_iter().map(accept).collect::<Result<Vec<_>, _>>()?;
    let solutions = solution::in_order(solutions)?;
    let complete = found.complete && !cut;
    let check = start.elapsed();
    Ok(Searched { stipulation, solutions, complete, cut, nodes: found.nodes, engine, check })
}

fn look_for_shorter(
    part: &Part,
    root: &board::Position,
    args: &PuzzleArgs,
    watch: &SearchProgress,
) -> Result<Shorter, Fault> {
    let Stipulation { goal, plies } = part.stipulation;
    let of = |plies| part.stipulation.with_plies(plies);
    let tell = |plies| watch.doing(format!("looking for a shorter solution, {}", of(plies)));
    let options = options(args, 1, watch);
    match problem::shortest(root, part.winner, goal, plies - 2, &options, tell) {
        Shortest::NoneUpTo(_) => Ok(Shorter::None),
        Shortest::Open { plies } => Ok(Shorter::Open(of(plies))),
        Shortest::Found { plies, solutions } => {
            let line = solutions.lines.into_iter().next().unwrap_or_default();
            let line = Solution::check(&part.position, part.winner, of(plies), line)?;
            Ok(Shorter::Exists(of(plies), Box::new(line)))
        }
    }
}
