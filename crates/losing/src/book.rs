//! A book: the upper part of a proof as a small text, from which the whole is rebuilt.
//!
//! For every position of a proof that takes at least so many positions to prove, the book has the
//! move that wins. What follows is small and is searched again, one small search a position, as
//! many at once as there are threads; so minutes bring back what took hours, on any machine. A
//! book is not believed: what it leads to is proved, or the answer is open.
//!
//! ```text
//! zermelo-book 1
//! rules losing
//! prover white
//! start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -
//! opening e2e3 b8a6
//! 0 - f1a6 2884
//! 1 b7a6 d1e2 2882
//! ```
//!
//! A line is a position with the prover to move: how deep it stands below an earlier line, the
//! reply that leads to it from there (`-` at the root), the move that wins, and what that cost:
//! positions of the proof. A position that was written before is not written again.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use zermelo_board::Limits;
use zermelo_board::losing::{Key, Move, Position};
use zermelo_kernel::{Color, LosingPosition, Rules};

use crate::campaign::{Setup, read_line, to_text};
use crate::search::{Options, Progress, Question, Scale, Search, Won, deep};
use crate::strategy::{Choice, Strategy};
use crate::traverse::traverse;
use crate::tree::{Tree, TreeError, legal};
use crate::walk::{Place, Walk};

/// Nodes of a first search at a position to which a book leads.
const FIRST: u64 = 100_000;

/// The first line.
const TITLE: &str = "zermelo-book 1";

/// A book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// The rules.
    pub rules: Rules,
    /// Who wins.
    pub prover: Color,
    /// Where the opening line begins.
    pub start: Position,
    /// The moves to the root.
    pub opening: Vec<Move>,
    moves: HashMap<Key, Move>,
}

/// Why a text is no book.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("line {line}: {what}")]
pub struct BookError {
    /// The line of the text.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

/// Why a book was not rebuilt.
#[derive(thiserror::Error, Debug)]
pub enum NotRebuilt {
    /// A small search found no win.
    #[error("no win was found in {0}, to which the book leads")]
    Open(Box<Position>),
    /// It was stopped.
    #[error("stopped")]
    Stopped,
    /// The book goes in a circle, or leads to the end of a game that is not won.
    #[error(transparent)]
    Tree(#[from] TreeError),
}

impl Book {
    /// Writes the book of a proof in strict order: all positions with the prover to move below
    /// whose move at least so many nodes are written.
    ///
    /// # Errors
    ///
    /// If the tree is not what the kernel has accepted.
    pub fn of(
        tree: &Tree,
        start: &Position,
        (rules, prover): (Rules, Color),
        least: u32,
    ) -> Result<String, TreeError> {
        let walk = Walk::new(tree, start)?;
        let side = if prover == Color::White { "white" } else { "black" };
        let opening = to_text(&tree.line().collect::<Vec<_>>());
        let fen = start.to_fen();
        let mut text =
            format!("{TITLE}\nrules {rules}\nprover {side}\nstart {fen}\nopening {opening}\n");
        let mut seen = HashSet::new();
        let root = walk.root();
        let mut waiting: Vec<(usize, Option<Move>, Place)> = Vec::new();
        let replies = |depth: usize, place: Place, waiting: &mut Vec<_>| {
            let first = waiting.len();
            waiting.extend(walk.branches(place).map(|b| (depth, Some(b.made), b.after)));
            waiting[first..].reverse();
        };
        match root.position.turn() == prover {
            true => waiting.push((0, None, root)),
            false => replies(0, root, &mut waiting),
        }
        while let Some((depth, reply, place)) = waiting.pop() {
            let Some(best) = walk.branches(place).next() else { continue };
            let size = best.same.unwrap_or(best.nodes);
            if size < least || !seen.insert(place.position.key()) {
                continue;
            }
            let reply = reply.map_or("-".to_string(), |made| made.to_string());
            let _ = writeln!(text, "{depth} {reply} {} {size}", best.made);
            replies(depth + 1, best.after, &mut waiting);
        }
        Ok(text)
    }

    /// Reads several books that stand in one text, as a campaign writes them.
    ///
    /// # Errors
    ///
    /// The first line that makes no sense.
    pub fn read_all(text: &str) -> Result<Vec<Book>, BookError> {
        let lines: Vec<&str> = text.lines().collect();
        let mut titles: Vec<usize> =
            (0..lines.len()).filter(|&at| lines[at].trim_end() == TITLE).collect();
        if titles.first() != Some(&0) {
            titles.insert(0, 0);
        }
        titles.push(lines.len());
        let read = |part: &[usize]| {
            let book = Book::read(&lines[part[0]..part[1]].join("\n"));
            book.map_err(|error| BookError { line: error.line + part[0], ..error })
        };
        titles.windows(2).map(read).collect()
    }

    /// Reads a book.
    ///
    /// # Errors
    ///
    /// The first line that makes no sense.
    pub fn read(text: &str) -> Result<Book, BookError> {
        let mut lines = (1..).zip(text.lines());
        let mut next = |name: &str| {
            let (line, text) = lines.next().unwrap_or((1, ""));
            let value = text.strip_prefix(name).map(str::trim);
            value.map(|value| (line, value)).ok_or_else(|| fault(line, format!("no {name:?} here")))
        };
        next(TITLE)?;
        let (line, rules) = next("rules")?;
        let rules = rules.parse().map_err(|_| fault(line, "unknown rules"))?;
        let prover = match next("prover")? {
            (_, "white") => Color::White,
            (_, "black") => Color::Black,
            (line, _) => return Err(fault(line, "the prover is white or black")),
        };
        let (line, fen) = next("start")?;
        let start = LosingPosition::from_fen(fen).map_err(|error| fault(line, error))?;
        let start = Position::from_kernel(&start);
        let (line, opening) = next("opening")?;
        let opening = read_line(&start, opening).map_err(|error| fault(line, error))?;
        let root = opening.iter().fold(start, |position, &made| position.play(made));
        let mut book = Book { rules, prover, start, opening, moves: HashMap::new() };
        // What the moves of the lines above lead to, by depth.
        let mut above: Vec<Position> = Vec::new();
        for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
            book.add(&root, &mut above, text).map_err(|what| fault(line, what))?;
        }
        Ok(book)
    }

    /// Takes in a line.
    fn add(
        &mut self,
        root: &Position,
        above: &mut Vec<Position>,
        line: &str,
    ) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [depth, reply, made, cost] = words[..] else {
            return Err("a line has a depth, a reply, a move and what it cost".to_string());
        };
        let depth: usize = depth.parse().map_err(|_| format!("{depth} is no depth"))?;
        let _: u64 = cost.parse().map_err(|_| format!("{cost} is no number"))?;
        if depth > above.len() {
            return Err(format!("nothing stands above depth {depth}"));
        }
        above.truncate(depth);
        let before = above.last().unwrap_or(root);
        let play = |from: &Position, word: &str| {
            let line = read_line(from, word).map_err(|error| error.to_string())?;
            line.first().copied().ok_or("a move is missing".to_string())
        };
        let here = match reply {
            "-" if depth == 0 => *before,
            _ => before.play(play(before, reply)?),
        };
        if here.turn() != self.prover {
            return Err("the prover is not to move here".to_string());
        }
        let made = play(&here, made)?;
        self.moves.insert(here.key(), made);
        above.push(here.play(made));
        Ok(())
    }

    /// The moves from a campaign's root to that of the book; `None` if it is about something else.
    pub fn within(&self, setup: &Setup) -> Option<Vec<Move>> {
        let same =
            (self.rules, self.prover, self.start) == (setup.rules, setup.prover, setup.start);
        let rest = self.opening.strip_prefix(&setup.opening[..])?;
        same.then(|| rest.to_vec())
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The position after the opening.
    pub fn root(&self) -> Position {
        self.opening.iter().fold(self.start, |position, &made| position.play(made))
    }

    /// The strategy that plays by the book, and by another one where that has a move, up to what is
    /// settled. Where neither has a move, `leaf` is asked.
    fn play(
        &self,
        strategy: &Strategy,
        question: &Question,
        mut leaf: impl FnMut(&Position) -> Result<(), TreeError>,
    ) -> Result<Strategy, TreeError> {
        let walked = traverse(&self.root(), self.prover, |position, _| {
            if position.turn() != self.prover {
                return Ok(position.legal_moves());
            }
            if question.settled(position) == Some(true) {
                return Ok(Vec::new());
            }
            // A proof that was found is followed to its end, so that no circle arises.
            let found = strategy.get(&position.key()).map(Choice::made);
            match found.or_else(|| self.moves.get(&position.key()).copied()) {
                Some(made) => Ok(vec![legal(position, made)?]),
                None => leaf(position).map(|()| Vec::new()),
            }
        });
        Ok(walked?.0)
    }

    /// Rebuilds the proof: searches everything that the book leads to, several positions at once.
    /// What a search has proved, one of these or one before, is a win for all that come later.
    ///
    /// # Errors
    ///
    /// If a position is not won within the limits, it is stopped, or the book goes in a circle.
    pub fn rebuild(
        &self,
        won: &Won,
        question: &Question,
        options: Options,
        progress: &Progress,
        stop: &AtomicBool,
    ) -> Result<Strategy, NotRebuilt> {
        let mut leaves = Vec::new();
        self.play(&Strategy::default(), question, |position| {
            leaves.push(*position);
            Ok(())
        })?;
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
        let over = || stop.load(Relaxed) || options.limits.is_over();
        let mut limits = options.limits;
        limits.memory /= options.workers.max(1) as u64;
        let one = Options { limits, workers: 1, ..options };
        let work = || {
            while let Some(leaf) = leaves.get(next.fetch_add(1, Relaxed)) {
                if over() {
                    return;
                }
                if won.has(&leaf.key()) {
                    continue;
                }
                if !prove(won, question, leaf, one, progress, stop) {
                    let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    failed.get_or_insert(*leaf);
                    next.store(leaves.len(), Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..options.workers.max(1) {
                scope.spawn(|| deep(work));
            }
        });
        if over() {
            return Err(NotRebuilt::Stopped);
        }
        if let Some(leaf) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(NotRebuilt::Open(Box::new(leaf)));
        }
        let none = |position: &Position| Err(TreeError::NoMove(Box::new(*position)));
        Ok(won.all(|found| self.play(found, question, none))?)
    }
}

/// Proves a position to which a book leads. Which scale is good nobody knows beforehand, and one may
/// need a hundred times as many nodes as the other: both are tried, with more nodes each time. What
/// is found goes to what is won; says whether that is so.
fn prove(
    won: &Won,
    question: &Question,
    leaf: &Position,
    options: Options,
    progress: &Progress,
    stop: &AtomicBool,
) -> bool {
    let mut nodes = FIRST.min(options.limits.nodes);
    loop {
        for scale in [Scale::Even, Scale::Steep] {
            let limits = Limits { nodes, ..options.limits };
            let part = Progress::default();
            let search = Search::new(question, *leaf, &[], Options { limits, scale, ..options });
            let mut search = search.with(won);
            let numbers = search.run(&part, stop, &mut |_| ());
            let proof = (numbers.pn == 0).then(|| search.proof(&part, stop)).flatten();
            progress.add(&part);
            if numbers.settled() || stop.load(Relaxed) || limits.is_over() {
                if let Some((proof, _)) = &proof {
                    won.add(proof);
                }
                return proof.is_some();
            }
        }
        if nodes >= options.limits.nodes {
            return false;
        }
        nodes = nodes.saturating_mul(4).min(options.limits.nodes);
    }
}

fn fault(line: usize, what: impl std::fmt::Display) -> BookError {
    BookError { line, what: what.to_string() }
}
