//! Ways back from a position of an ending to where a game is known, most of them found at once.
//!
//! A position that does not follow from home inside its ending came about by a promotion or a capture.
//! - Before the promotion there was a pawn. Of the endings with that pawn it is known, too, what
//!   follows from home, and a known position has a way home of smaller and smaller levels.
//! - Before the capture there was one man more. If the position without it is known, then the same
//!   moves as a rule lead home while that man stands by: nobody passes its square, and it gives no
//!   check at the wrong time. What is left at their end are men at home and the man standing by,
//!   and from there a search finds a way as if that man were alone. These ends are few, and each is
//!   searched once.
//!
//! So a step or two back meets what is known almost always: some dozen microseconds, where a run of
//! its own took milliseconds and often failed.

use std::collections::HashSet;

use zermelo_board::FastHash;
use zermelo_kernel::{Line, Move, Position, Role, Square};

use super::closure::Closure;
use super::games::{Games, Node};
use super::home::homes;
use super::men::Ending;
use super::packed::{Packed, RUN};
use super::past::{self, best_first};

/// Positions that a short search finds, and a long one.
const SHORT: usize = 300;
const LONG: usize = 10_000;
/// Positions that the slow search looks at, which knows castling and captures en passant.
const SLOW: usize = 20_000;

/// So many ways that lead nowhere are remembered.
const DEAD_ENDS: usize = 1 << 20;

/// What is known of an ending and of those from which a promotion leads to it, and the games.
pub(crate) struct Ways<G> {
    /// The ending itself first.
    known: Vec<Closure>,
    games: Games<G>,
    /// Positions from which the levels do not lead home while the man on this square stands by.
    dead_ends: HashSet<(Packed, Square), FastHash>,
}

impl<G: FnMut(&Position) -> Option<Vec<Move>>> Ways<G> {
    /// Nothing is known yet; `search` finds games to men at home.
    pub fn new(search: G) -> Ways<G> {
        Ways { known: Vec::new(), games: Games::new(search), dead_ends: HashSet::default() }
    }

    /// The ending itself.
    pub fn ending(&mut self) -> &mut Closure {
        &mut self.known[0]
    }

    /// Takes one ending more as known, the ending itself first, as far as it follows from home; the
    /// games to men at home.
    pub fn follow_from_home(&mut self, ending: &Ending) -> Vec<Node> {
        let mut closure = Closure::new(ending);
        let (mut games, mut at_home) = (Vec::new(), Vec::new());
        for home in homes(ending.men()) {
            if let Some(game) = self.games.get(&home) {
                games.push(game);
                at_home.push(home);
            }
        }
        closure.add(&at_home);
        self.known.push(closure);
        games
    }

    /// What is known of the ending, and lines to the ends of these games.
    pub fn into_closure(mut self, ends: &[Node]) -> (Closure, Vec<Line>) {
        (self.known.swap_remove(0), self.games.lines(ends))
    }

    /// The game to a position that a short search finds.
    pub fn find_soon(&mut self, position: &Position) -> Option<Node> {
        self.search(&Packed::of(position)?, SHORT)
    }

    fn search(&mut self, start: &Packed, limit: usize) -> Option<Node> {
        // One man more is enough; those with two are many.
        let most = start.men().count() + 1;
        let before = |packed: &Packed, found: &mut Vec<Packed>| {
            packed.all_before(found);
            found.retain(|before| before.men().count() <= most);
        };
        let known = |before: &Packed| self.reach(before).is_some();
        let way = best_first(start, limit, before, Packed::distance, known)?;
        let game = self.reach(way.first()?)?;
        self.games.grow(game, &way[1..])
    }

    /// The game to a position, perhaps with much effort.
    pub fn find(&mut self, position: &Position, effort: bool) -> Option<Node> {
        if let Some(start) = Packed::of(position) {
            if let Some(game) = self.search(&start, LONG) {
                return Some(game);
            }
            // Far back it costs too much to ask who might stand by.
            let mut run =
                |captures| start.way_home(captures, &mut |q| self.games.get_packed(q).is_some());
            if let Some(way) = run(0).or_else(|| if effort { run(1) } else { None }) {
                let game = self.games.get_packed(way.first()?)?;
                return self.games.grow(game, &way[1..]);
            }
        }
        let slow = if effort { SLOW } else { SLOW / 20 };
        let way = past::way_home(position, slow, |before| self.games.get(before).is_some())?;
        self.games.grow_slowly(&way)
    }

    /// The game to a position that is known, or is known but for a man that stands by.
    fn reach(&mut self, packed: &Packed) -> Option<Node> {
        if let Some(game) = self.games.get_packed(packed) {
            return Some(game);
        }
        if self.games.was_in_vain(packed) {
            return None;
        }
        for which in 0..self.known.len() {
            if self.known[which].level(packed).is_some() {
                return self.go_back(which, packed, None);
            }
        }
        // Officers move more freely.
        for pawns in [false, true] {
            for (at, man) in packed.men() {
                if man.role == Role::King || (man.role == Role::Pawn) != pawns {
                    continue;
                }
                let rest = packed.without(at);
                for which in 0..self.known.len() {
                    if self.known[which].level(&rest).is_some()
                        && let Some(game) = self.go_back(which, packed, Some(at))
                    {
                        return Some(game);
                    }
                }
            }
        }
        None
    }

    /// The game to a position whose levels lead home, perhaps with a man that stands by on this
    /// square and has none.
    fn go_back(&mut self, which: usize, packed: &Packed, by: Option<Square>) -> Option<Node> {
        let mut way = vec![*packed];
        let Some(game) = self.find_back(which, &mut way, by) else {
            if let Some(at) = by {
                if self.dead_ends.len() > DEAD_ENDS {
                    self.dead_ends.clear();
                }
                self.dead_ends.extend(way.into_iter().map(|packed| (packed, at)));
            }
            return None;
        };
        self.games.grow(game, way[..way.len() - 1].iter().rev())
    }

    /// Goes on with a way back by the levels until a game is known.
    fn find_back(
        &mut self,
        which: usize,
        way: &mut Vec<Packed>,
        by: Option<Square>,
    ) -> Option<Node> {
        let of_ending = |packed: &Packed| by.map_or(*packed, |at| packed.without(at));
        let mut list = Vec::new();
        loop {
            let here = *way.last()?;
            if let Some(game) = self.games.get_packed(&here) {
                return Some(game);
            }
            if by.is_some_and(|at| self.dead_ends.contains(&(here, at))) {
                return None;
            }
            let level = self.known[which].level(&of_ending(&here))?;
            if level == 0 {
                let known = self.games.get_packed(&of_ending(&here))?;
                return self.retrace(known, by?, way);
            }
            list.clear();
            here.quiet_before(&mut list);
            let levels = list.iter().filter_map(|before| {
                let level = self.known[which].level(&of_ending(before))?;
                (by.is_none_or(|at| before.has_man(at))).then_some((level, *before))
            });
            let (lower, before) = levels.min()?;
            if lower >= level {
                return None;
            }
            way.push(before);
        }
    }

    /// Takes the moves of a game back while the man on this square stands by, adding to the way, until
    /// a position has a game with that man; that game.
    fn retrace(&mut self, mut known: Node, by: Square, way: &mut Vec<Packed>) -> Option<Node> {
        let man = way.last()?.men().find(|(at, _)| *at == by)?.1;
        loop {
            let here = *way.last()?;
            if let Some(game) = self.games.get_packed(&here) {
                return Some(game);
            }
            let (_, Some(before)) = self.games.end(known) else { return self.come_home(&here) };
            let end = self.games.end(before).0?.with(by, man)?;
            let made = end.move_to(&here)?;
            if end.position()?.try_play(made)? != here.position()? {
                return None;
            }
            way.push(end);
            known = before;
        }
    }

    /// The game to men at home but for one.
    fn come_home(&mut self, packed: &Packed) -> Option<Node> {
        if self.games.was_in_vain(packed) {
            return None;
        }
        let games = &mut self.games;
        let known = |before: &Packed| games.get_packed(before).is_some();
        let way = best_first(packed, RUN, Packed::all_before, Packed::distance, known);
        let Some(way) = way else {
            self.games.note_in_vain(packed);
            return None;
        };
        let game = self.games.get_packed(way.first()?)?;
        self.games.grow(game, &way[1..])
    }
}
