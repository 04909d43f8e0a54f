//! Help problems of a query: all lines to mate, stalemate, or a dead position.
//!
//! Long mates and stalemates are for the problem solver of `zermelo_winnable`; a few plies are
//! sooner tried than thought about, and dead positions have no pictures to steer by. A line that
//! comes to the aim earlier, by the same side's move, is listed too: it spoils a problem.
//!
//! A search for dead positions asks of nearly every position whether it is dead, and nearly always
//! it is not. Where both sides can take their last moves back, that is plain: two plies ago it was
//! not dead either. Otherwise the mates that show it are kept, the useful ones in front: most of them can still
//! be played move by move a few moves later or elsewhere, which is seen in a microsecond.
//!
//! What is found is replayed, and dead positions are checked, by the kernel; that nothing else is
//! there is the search's word.

use std::collections::{HashMap, HashSet};

use zermelo_board::{FastHash, Key, Move, Position};
use zermelo_kernel as kernel;
use zermelo_winnable::Limits;
use zermelo_winnable::problem::{self, Goal, Options, Problem, Progress};

use super::{Aim, Stipulation, order, why};
use crate::dead_reckoning::{DeadReckoning, ReckoningError, Unsettled};

/// Mates and stalemates in fewer plies are found by trying.
const THINK_FROM: u32 = 4;

/// So many mates are kept, and only such as have at most so many plies.
const MATES: usize = 16;
const MATE_PLIES: usize = 16;
/// So many positions are remembered; then all are forgotten.
const MEMORY: usize = 8 << 20;

/// What stands at the end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// A dead position that is not stalemate.
    Dead,
}

/// A line that brings the aim about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Help {
    /// The moves.
    pub moves: Vec<Move>,
    /// What stands at the end.
    pub end: End,
    /// Whether it has fewer moves than asked for.
    pub short: bool,
}

/// All lines from here, in order.
pub fn solve(
    root: &kernel::Position,
    stipulation: &Stipulation,
    reckoning: &mut DeadReckoning,
) -> Result<Vec<Help>, ReckoningError> {
    let own = Position::from_kernel(root);
    let (aim, plies) = (stipulation.aim, stipulation.plies);
    let goal = match aim {
        Aim::Mate | Aim::HelpMate => Some(Goal::Mate),
        Aim::HelpStalemate => Some(Goal::Stalemate),
        Aim::HelpDead | Aim::HelpDraw => None,
    };
    if let Some(goal) = goal.filter(|_| plies >= THINK_FROM) {
        return Ok(by_thinking(&own, goal, plies));
    }
    let mut search = Search {
        aim,
        reckoning,
        line: Vec::new(),
        way: Vec::new(),
        found: Vec::new(),
        refuted: HashSet::default(),
        dead: HashMap::default(),
        mates: [Vec::new(), Vec::new()],
        doubt: None,
    };
    search.walk(&own, plies);
    let Search { found, doubt, .. } = search;
    doubt.map_or(Ok(found), Err)
}

/// By the problem solver, for this length and those that are shorter by whole moves.
fn by_thinking(root: &Position, goal: Goal, plies: u32) -> Vec<Help> {
    let last = if plies % 2 == 1 { root.turn() } else { !root.turn() };
    let winner = last;
    let progress = Progress::new();
    let limits = Limits::new(u64::MAX, 1 << 30);
    let options = Options { limits, solutions: usize::MAX, progress: &progress };
    let end = if goal == Goal::Mate { End::Mate } else { End::Stalemate };
    let mut list = Vec::new();
    if plies.is_multiple_of(2) && is_reached(root, end) {
        list.push(Help { moves: Vec::new(), end, short: true });
    }
    for length in (1..=plies).filter(|length| length % 2 == plies % 2) {
        let lines = problem::solve(root, &Problem { goal, winner, plies: length }, &options).lines;
        list.extend(lines.into_iter().map(|moves| Help { moves, end, short: length < plies }));
    }
    match goal {
        Goal::Mate => list.sort_by_cached_key(|help| why::ranks(root, &help.moves)),
        Goal::Stalemate => list.sort_by_cached_key(|help| places(root, &help.moves)),
    }
    list
}

/// Which move of the list each one is.
fn places(root: &Position, line: &[Move]) -> Vec<usize> {
    let mut at = *root;
    let mut places = Vec::with_capacity(line.len());
    for &made in line {
        let moves = order::moves_on_board(&at);
        places.push(moves.iter().position(|&one| one == made).unwrap_or(moves.len()));
        at = at.play(made);
    }
    places
}

struct Search<'a> {
    aim: Aim,
    reckoning: &'a mut DeadReckoning,
    line: Vec<Move>,
    /// The positions in which its moves were made.
    way: Vec<Position>,
    found: Vec<Help>,
    /// Positions from which nothing was found, with the plies that were left.
    refuted: HashSet<(Key, u32), FastHash>,
    dead: HashMap<Key, bool, FastHash>,
    /// Mates found, by the side to move, the useful ones in front.
    mates: [Vec<Vec<Move>>; 2],
    doubt: Option<ReckoningError>,
}

impl Search<'_> {
    /// Tries every move; says whether something was found.
    fn walk(&mut self, p: &Position, left: u32) -> bool {
        if left.is_multiple_of(2) {
            if let Some(end) = self.reached(p) {
                self.found.push(Help { moves: self.line.clone(), end, short: left > 0 });
                return true;
            }
        } else if left == 1 && self.aim == Aim::HelpMate && !p.any_legal(|m| mates(p, m)) {
            return false;
        }
        if left == 0 {
            return false;
        }
        // With one ply left a position is searched as fast as it is looked up.
        let key = (left > 1).then(|| (Key::new(p), left));
        if key.as_ref().is_some_and(|key| self.refuted.contains(key)) {
            return false;
        }
        let moves = match self.aim {
            Aim::HelpMate | Aim::Mate => order::mating_moves(p),
            _ => order::moves_on_board(p),
        };
        let before = self.found.len();
        for made in moves {
            self.line.push(made);
            self.way.push(*p);
            self.walk(&p.play(made), left - 1);
            self.way.pop();
            self.line.pop();
        }
        // From a dead position every line leads to dead ones, and no move is made from it.
        let seeks_dead = matches!(self.aim, Aim::HelpDead | Aim::HelpDraw);
        if self.found.len() > before && seeks_dead && left % 2 == 1 && self.is_dead(p) {
            self.found.truncate(before);
        }
        if self.found.len() == before {
            if self.refuted.len() >= MEMORY {
                self.refuted.clear();
            }
            self.refuted.extend(key);
        }
        self.found.len() > before
    }

    /// Whether the aim is reached here.
    fn reached(&mut self, p: &Position) -> Option<End> {
        let ends = |end| is_reached(p, end).then_some(end);
        match self.aim {
            Aim::Mate | Aim::HelpMate => ends(End::Mate),
            Aim::HelpStalemate => ends(End::Stalemate),
            Aim::HelpDraw if is_reached(p, End::Stalemate) => Some(End::Stalemate),
            _ if !p.has_legal_move() => None,
            Aim::HelpDead | Aim::HelpDraw => {
                (!self.can_return(p) && self.is_dead(p)).then_some(End::Dead)
            }
        }
    }

    /// Whether both sides can take their last move back: then the position is no more dead than
    /// the one two plies ago, which was not.
    fn can_return(&self, p: &Position) -> bool {
        let ([.., theirs, ours], [.., earlier, _]) = (&self.line[..], &self.way[..]) else {
            return false;
        };
        let mut at = *p;
        for made in [theirs, ours] {
            let back = Move::plain(made.to, made.from);
            if !at.any_legal(|legal| legal == back) {
                return false;
            }
            at = at.play(back);
        }
        Key::new(&at) == Key::new(earlier)
    }

    fn is_dead(&mut self, p: &Position) -> bool {
        let key = Key::new(p);
        if let Some(&known) = self.dead.get(&key) {
            return known;
        }
        let dead = !self.still_mates(p) && self.seems_dead(p);
        if self.dead.len() >= MEMORY {
            self.dead.clear();
        }
        self.dead.insert(key, dead);
        dead
    }

    /// Whether the engine finds no mate.
    fn seems_dead(&mut self, p: &Position) -> bool {
        match self.reckoning.helpmate(p) {
            Ok(None) => true,
            Ok(Some(mate)) => {
                if mate.len() <= MATE_PLIES {
                    let list = &mut self.mates[p.turn().index()];
                    list.truncate(MATES - 1);
                    list.insert(list.len() / 2, mate);
                }
                false
            }
            Err(Unsettled) => {
                let open = || p.to_kernel().map(|p| ReckoningError::Open(Box::new(p)));
                self.doubt = self.doubt.take().or_else(open);
                false
            }
        }
    }

    /// Whether one of the mates at hand can be played here.
    fn still_mates(&mut self, p: &Position) -> bool {
        let list = &mut self.mates[p.turn().index()];
        let Some(index) = list.iter().position(|mate| is_mate(p, mate)) else { return false };
        // One place forward each time it helps.
        list.swap(index, index.saturating_sub(1));
        true
    }
}

/// Whether these moves can be played here, and mate.
fn is_mate(p: &Position, moves: &[Move]) -> bool {
    let mut at = *p;
    for &made in moves {
        // Most are seen to be impossible at a glance.
        let (from, to) = (made.from.bit(), made.to.bit());
        let ours = at.men(at.turn());
        let possible = ours & from != 0 && (ours & to == 0 || made.is_castling());
        if !possible || !at.any_legal(|legal| legal == made) {
            return false;
        }
        at = at.play(made);
    }
    at.is_checkmate()
}

/// Whether this is mate, or stalemate.
fn is_reached(p: &Position, end: End) -> bool {
    (p.checkers() != 0) == (end == End::Mate) && !p.has_legal_move()
}

fn mates(p: &Position, m: Move) -> bool {
    let after = p.play(m);
    after.checkers() != 0 && !after.has_legal_move()
}
