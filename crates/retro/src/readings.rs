//! Can this position arise, of chess or of Chess960, in all games or in those that end when they are
//! dead? The evidence for the kernel.
//!
//! By *dead reckoning* no move is made from a dead position. What comes after a dead position is
//! dead, so if the position before the last move was not dead, none before it was: one mate from
//! there shows that of the whole game. And a position can arise exactly if it is an array, or some
//! last move was made from a position that is not dead and can arise.

use std::cmp::Reverse;
use std::collections::HashSet;

use zermelo_board as board;
use zermelo_kernel::{
    ByColor, Castling, Closed, Color, Cover, Evidence, Examiner, LegalityEvidence, Move, Position,
    ProofGame, Retraction, Square,
};
use zermelo_winnable::{Limits, Solver};

use crate::arrays;
use crate::dead_reckoning::strength;
use crate::illegal;
use crate::legal::{Options, Verdict, decide};

/// What the question whether a position is dead may cost: positions, and bytes.
const DEAD_NODES: u64 = 300_000;
const DEAD_MEMORY: u64 = 128 << 20;

/// So many positions before are asked for a game.
const TRIED: usize = 40;

/// Evidence that the position can arise, or that it cannot; `None` if neither is found. With
/// `dead_reckoning` only those games count in which no move is made from a dead position. The
/// position knows whether it is one of chess, or of Chess960: then a game may begin with any array.
///
/// # Errors
///
/// The kernel refused what the engine said of a position: a bug of the engine's.
pub fn find(
    position: &Position,
    passed: Option<Square>,
    dead_reckoning: bool,
    options: &Options,
) -> Result<Option<LegalityEvidence>, String> {
    let found = of_all_games(position, passed, options);
    if !dead_reckoning {
        return Ok(found);
    }
    let Options { limits: Limits { deadline, interrupt, .. }, .. } = *options;
    let limits = Limits { deadline, interrupt, ..Limits::new(DEAD_NODES, DEAD_MEMORY) };
    let mut reckoning = Reckoning { solver: Solver::new(limits), options };
    match found {
        // No game at all leads there.
        Some(LegalityEvidence::Closed(closed)) => Ok(Some(LegalityEvidence::Closed(closed))),
        Some(LegalityEvidence::Game(game)) => match reckoning.alive_before_the_end(game)? {
            Some(game) => Ok(Some(LegalityEvidence::Game(game))),
            None => reckoning.last_moves(position, passed),
        },
        None => reckoning.last_moves(position, passed),
    }
}

/// The evidence about all games.
fn of_all_games(
    position: &Position,
    passed: Option<Square>,
    options: &Options,
) -> Option<LegalityEvidence> {
    if position.castling() == Castling::Standard {
        return match decide(position, passed, options) {
            Verdict::Legal(moves) => Some(LegalityEvidence::Game(ProofGame::of_chess(moves))),
            Verdict::Illegal(closed) => Some(LegalityEvidence::Closed(closed)),
            Verdict::Open => None,
        };
    }
    let closed = illegal::find(position, passed, options.retractions, &options.limits);
    match closed {
        Some(closed) => Some(LegalityEvidence::Closed(closed)),
        None => arrays::game(position, passed, options).map(LegalityEvidence::Game),
    }
}

/// What is known of a position's future.
enum Life {
    /// Moves that lead to a mate.
    Alive(Vec<Move>),
    /// Nobody can mate.
    Dead(ByColor<Cover>),
    /// The limits did not suffice.
    Open,
}

struct Reckoning<'a> {
    solver: Solver,
    options: &'a Options,
}

impl Reckoning<'_> {
    /// The game with a mate from before its last move, if there is one.
    fn alive_before_the_end(&mut self, game: ProofGame) -> Result<Option<ProofGame>, String> {
        let Some((_, others)) = game.moves.split_last() else { return Ok(Some(game)) };
        let before = others.iter().fold(game.start.clone(), |at, &made| at.play(made));
        match self.life(&before)? {
            Life::Alive(mate) => Ok(Some(ProofGame { mate, ..game })),
            Life::Dead(_) | Life::Open => Ok(None),
        }
    }

    /// Asks of all last moves where they come from: a dead position, one that cannot arise, or one
    /// that can.
    fn last_moves(
        &mut self,
        position: &Position,
        passed: Option<Square>,
    ) -> Result<Option<LegalityEvidence>, String> {
        let mut closed = Closed::default();
        let mut examiner = Examiner::default();
        let mut alive: Vec<(Retraction, Vec<Move>)> = Vec::new();
        let mut open = false;
        for found in position.retractions() {
            if passed.is_some_and(|square| !found.passes(square)) {
                continue;
            }
            if self.options.limits.is_over() {
                return Ok(None);
            }
            if let Some((rule, _)) = examiner.any(&found.before) {
                closed.excluded.push((rule, found.before));
                continue;
            }
            match self.life(&found.before)? {
                Life::Alive(mate) => alive.push((found, mate)),
                Life::Dead(covers) => add_dead(&mut closed, found.before, covers),
                Life::Open => open = true,
            }
        }
        open |= alive.len() > TRIED;
        for (found, mate) in alive.into_iter().take(TRIED) {
            match of_all_games(&found.before, None, self.options) {
                Some(LegalityEvidence::Game(mut game)) => {
                    game.moves.push(found.made);
                    return Ok(Some(LegalityEvidence::Game(ProofGame { mate, ..game })));
                }
                Some(LegalityEvidence::Closed(more)) => add_closed(&mut closed, found.before, more),
                None => open = true,
            }
        }
        Ok((!open).then_some(LegalityEvidence::Closed(closed)))
    }

    /// Whether somebody can still mate, checked by the kernel.
    fn life(&mut self, position: &Position) -> Result<Life, String> {
        let own = board::Position::from_kernel(position);
        let mut covers = ByColor::default();
        let mut open = false;
        let mut sides = Color::ALL;
        sides.sort_by_key(|side| Reverse(strength(&own, *side)));
        for side in sides {
            match self.solver.decide(&own, side).checked(position, side)? {
                None => open = true,
                Some(proved) => match &proved.evidence {
                    Evidence::Helpmate(line) => return Ok(Life::Alive(line.clone())),
                    Evidence::Cover(cover) => covers[side] = cover.clone(),
                },
            }
        }
        Ok(if open { Life::Open } else { Life::Dead(covers) })
    }
}

/// Adds a dead position. What one cover has another need not say again.
fn add_dead(closed: &mut Closed, position: Position, covers: ByColor<Cover>) {
    for (side, cover) in covers.iter() {
        let all = &mut closed.covers[side];
        let known: HashSet<_> = all.positions.iter().copied().collect();
        all.positions.extend(cover.positions.iter().filter(|one| !known.contains(one)));
        let new = cover.regions.iter().filter(|one| !all.regions.contains(one));
        let new: Vec<_> = new.cloned().collect();
        all.regions.extend(new);
    }
    closed.dead.push(position);
}

/// Adds a position that no game enters, with the set that shows it.
fn add_closed(closed: &mut Closed, position: Position, more: Closed) {
    let own = more.excluded.iter().any(|(_, other)| *other == position);
    let members = more.members.into_iter().chain((!own).then_some(position));
    for member in members {
        if !closed.members.contains(&member) {
            closed.members.push(member);
        }
    }
    for named in more.excluded {
        if !closed.excluded.contains(&named) {
            closed.excluded.push(named);
        }
    }
}
