//! From question to answer: the engine searches, the kernel checks every game.

use std::time::Duration;

use zermelo_board::clock::Instant;
use zermelo_kernel::{
    Budget, LegalityCertificate, LegalityEvidence, Move, Position, ProofGame, Proved,
};
use zermelo_retro::shortest::{Asked, find, least};
use zermelo_winnable::Limits;
use zermelo_winnable::problem::Progress;

use super::question::{Length, Question};
use crate::{Fault, san};

/// What a search may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Whether there is a shorter game is asked, too.
    pub shorter: bool,
    /// So many games are kept.
    pub solutions: usize,
    /// What each search may cost, and who may stop it.
    pub limits: Limits,
}

/// A game that the kernel has accepted.
pub struct Solution {
    /// What the kernel has proved: that its end can arise.
    pub certificate: Proved<LegalityCertificate>,
    /// The moves.
    pub moves: Vec<Move>,
    /// As engines write them.
    pub uci: Vec<String>,
    /// As players write them.
    pub san: Vec<String>,
}

/// What became of one length.
pub struct Searched {
    /// The length.
    pub plies: u32,
    /// The games.
    pub games: Vec<Solution>,
    /// Whether these are all.
    pub complete: bool,
    /// Whether there are more than are kept.
    pub cut: bool,
    /// Positions looked at.
    pub nodes: u64,
    /// The engine's time.
    pub engine: Duration,
    /// The kernel's time.
    pub check: Duration,
}

/// What a number of games means for a composer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No game.
    None,
    /// One.
    Unique,
    /// Two.
    Two,
    /// More.
    Cooked,
    /// The search did not come to an end.
    Open,
}

/// Whether there is a shorter game.
pub enum Shorter {
    /// There is none.
    None,
    /// There is this one.
    Exists(Box<Searched>),
    /// It was not settled for this length.
    Open(u32),
}

/// The answer.
pub struct Answer<'q> {
    /// What was asked.
    pub question: &'q Question,
    /// The games of the length asked for, or of the least one that was searched last; `None` if it is
    /// plain without a search that there are none.
    pub searched: Option<Searched>,
    /// Whether there are shorter ones, if that was asked.
    pub shorter: Option<Shorter>,
    /// Whether Ctrl-C came first.
    pub interrupted: bool,
}

impl Verdict {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::None => "none",
            Verdict::Unique => "unique",
            Verdict::Two => "two",
            Verdict::Cooked => "cooked",
            Verdict::Open => "open",
        }
    }
}

impl Searched {
    /// What it means. Three games are too many whether there are more or not.
    pub fn verdict(&self) -> Verdict {
        match self.games.len() {
            3.. => Verdict::Cooked,
            _ if self.cut => Verdict::Cooked,
            _ if !self.complete => Verdict::Open,
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Two,
        }
    }
}

impl Answer<'_> {
    /// What the games mean.
    pub fn verdict(&self) -> Verdict {
        self.searched.as_ref().map_or(Verdict::None, Searched::verdict)
    }

    /// The position to draw: where the first game ends, or else one with the right side to move.
    pub fn position(&self) -> &Position {
        let games = self.searched.iter().flat_map(|found| &found.games);
        match (games.map(|game| &game.certificate.position).next(), self.question.length) {
            (Some(end), _) => end,
            (None, Length::Exactly(plies)) => self.question.after(plies),
            (None, Length::Shortest(_)) => self.question.position(),
        }
    }

    /// Whether something that was asked is not settled.
    pub fn is_open(&self) -> bool {
        let searched = self.searched.as_ref().is_some_and(|found| !found.complete && !found.cut);
        searched || matches!(self.shorter, Some(Shorter::Open(_)))
    }
}

/// Answers a question. `doing` is told what is searched for next.
pub fn solve<'q>(
    question: &'q Question,
    effort: &Effort,
    progress: &Progress,
    doing: &dyn Fn(String),
) -> Result<Answer<'q>, Fault> {
    let mut answer = Answer { question, searched: None, shorter: None, interrupted: false };
    let search = Search { question, effort, progress, doing };
    if let Some(first) = least(question.position()) {
        match question.length {
            Length::Exactly(plies) => search.exactly(plies, first, &mut answer)?,
            Length::Shortest(most) => {
                for plies in (first..=most).filter(|&plies| question.fits(plies)) {
                    let found = search.length(plies, effort.solutions)?;
                    let goes_on = found.complete && found.games.is_empty();
                    answer.searched = Some(found);
                    if !goes_on {
                        break;
                    }
                }
            }
        }
    }
    answer.interrupted = effort.limits.is_stopped() && answer.is_open();
    Ok(answer)
}

struct Search<'a> {
    question: &'a Question,
    effort: &'a Effort,
    progress: &'a Progress,
    doing: &'a dyn Fn(String),
}

impl Search<'_> {
    fn exactly(&self, plies: u32, first: u32, answer: &mut Answer<'_>) -> Result<(), Fault> {
        if !self.question.fits(plies) {
            return Ok(());
        }
        answer.searched = Some(self.length(plies, self.effort.solutions)?);
        if !self.effort.shorter || self.effort.limits.is_over() {
            return Ok(());
        }
        // Other lengths have another side to move, which is another problem.
        let shorter =
            (first..plies).filter(|length| length.is_multiple_of(2) == plies.is_multiple_of(2));
        answer.shorter = Some(Shorter::None);
        for length in shorter {
            let found = self.length(length, 1)?;
            if !found.games.is_empty() {
                answer.shorter = Some(Shorter::Exists(Box::new(found)));
                break;
            }
            if !found.complete {
                answer.shorter = Some(Shorter::Open(length));
                break;
            }
        }
        Ok(())
    }

    /// All games of one length; so many are kept.
    fn length(&self, plies: u32, keep: usize) -> Result<Searched, Fault> {
        (self.doing)(format!("looking for games of {}", length(plies)));
        let start = Instant::now();
        let found = find(&Asked {
            goal: self.question.position(),
            plies,
            // One more tells whether there are more.
            most: keep.saturating_add(1),
            wanted: &|game| self.question.reading(game).is_some(),
            limits: &self.effort.limits,
            progress: self.progress,
        });
        let engine = start.elapsed();
        let start = Instant::now();
        let mut games = found.games;
        let cut = games.len() > keep;
        games.truncate(keep);
        games.sort_by_key(|game| san::uci(&Position::initial(), game));
        let games = games.into_iter().map(|game| Solution::check(self.question, game));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let complete = found.complete && !cut;
        let check = start.elapsed();
        Ok(Searched { plies, games, complete, cut, nodes: found.nodes, engine, check })
    }
}

impl Solution {
    /// Has the kernel play a game again. What it rejects is a bug, and no game.
    fn check(question: &Question, moves: Vec<Move>) -> Result<Solution, Fault> {
        let reading = question.reading(&moves);
        let reading = reading.ok_or_else(|| Fault::Bug("a game leads elsewhere".to_string()))?;
        let evidence = LegalityEvidence::Game(ProofGame::of_chess(moves.clone()));
        let certificate =
            LegalityCertificate::new(reading.position.clone(), reading.passed, evidence);
        let certificate = Proved::new(certificate, &Budget::unbounded())
            .map_err(|fault| Fault::Bug(format!("the kernel rejected a game: {fault}")))?;
        let (uci, san) = san::both(&Position::initial(), &moves);
        Ok(Solution { certificate, moves, uci, san })
    }
}

/// The same with its word: `1 move`.
pub(super) fn length(plies: u32) -> String {
    format!("{} move{}", moves(plies), if plies == 2 { "" } else { "s" })
}

/// A length as composers write it: 12.5 moves are 25 plies.
pub(super) fn moves(plies: u32) -> String {
    format!("{}{}", plies / 2, if plies.is_multiple_of(2) { "" } else { ".5" })
}
