//! A long game in which every claim of a draw is made at once.
//!
//! By FIDE Laws 9.2 and 9.3 a player may claim on the move he announces. So nobody gets to play
//! with 99 plies on the clock if any legal move of his is reversible, and a segment is
//!
//! * 99 plies when the colour of the critical move changes,
//! * 100 plies when it stays and the side to move had nothing but critical moves: it was *forced*,
//! * 98 plies when it stays and was not forced.
//!
//! Alternating colours give 118 * 99 = 11,682 plies, and every forced move is one ply more. Which
//! moves can be forced is not planned: each segment looks for a forced move first, a few segments
//! are played several times over, and the longest is kept. That finds some 80 forced moves in a
//! second or two, and more with more effort. It is a long game and not a proof: docs/theory/longest.md proves an
//! upper bound of 11,796. Since no position occurs twice, no announced move can make a third occurrence.

use super::dice::Dice;
use zermelo_board::{Color, Move, Position, Role};

use super::goal::{Choice, Goal, shade};
use super::plan::{self, Path, PawnPaths, Step};
use super::walk::walk;
use super::{Failure, attempts, initial};

/// Plans looked at: the fewer steps Black's pawns make before White's may pass, the better.
const PLANS: u32 = 20;
/// How often a few segments are played, and how many segments that is.
const BRANCHES: u32 = 3;
const BRANCH: u32 = 8;
/// Walks tried for a forced move, times the effort; for a preferred move; and for any move.
const FORCED_TRIES: u32 = 20;
const PREFERRED_TRIES: u32 = 5;
const TRIES: u32 = 40;

/// Generates a long game from the initial array that no claim cuts short.
///
/// The game ends with a mate or, just as long, with the first claim that can be made. `effort` is
/// how hard forced moves are looked for: time grows with it, and so, slowly, does the game. With
/// an effort of 3 it takes a second or two.
pub fn generate_under_claims(seed: u64, effort: u32) -> Result<Vec<Move>, Failure> {
    attempts(seed, |rng| {
        let plans = (0..PLANS).filter_map(|_| plan::pawn_paths(rng));
        let paths = plans.min_by_key(|paths| steps_of(&paths.stop)).ok_or(Failure::NoPlan)?;
        let mut game = Game::new(paths, FORCED_TRIES.saturating_mul(effort.max(1)));
        while !game.over {
            game = game.best_branch(rng)?;
        }
        Ok(game.moves)
    })
}

/// A game in progress.
#[derive(Clone)]
struct Game {
    position: Position,
    /// What is left of the pawns' paths.
    paths: PawnPaths,
    last_mover: Color,
    forced_tries: u32,
    segment: usize,
    over: bool,
    moves: Vec<Move>,
}

impl Game {
    fn new(paths: PawnPaths, forced_tries: u32) -> Game {
        // As if Black had made a critical move just before the game.
        let (position, last_mover) = (initial(), Color::Black);
        let moves = Vec::new();
        Game { position, paths, last_mover, forced_tries, segment: 0, over: false, moves }
    }

    /// Plays a few segments several times over and keeps the longest.
    fn best_branch(&self, rng: &mut Dice) -> Result<Game, Failure> {
        let mut best: Result<Game, Failure> = Err(Failure::Stuck { segment: self.segment });
        for _ in 0..BRANCHES {
            let mut game = self.clone();
            match (game.advance_by(BRANCH, rng), &best) {
                (Err(failure), Err(_)) => best = Err(failure),
                (Ok(()), Ok(other)) if game.gain() <= other.gain() => {}
                (Ok(()), _) => best = Ok(game),
                (Err(_), Ok(_)) => {}
            }
        }
        best
    }

    /// The plies the game is ahead of alternating play.
    fn gain(&self) -> i64 {
        self.moves.len() as i64 - 99 * self.segment as i64
    }

    /// Plays a few segments, or fewer if the game ends.
    fn advance_by(&mut self, segments: u32, rng: &mut Dice) -> Result<(), Failure> {
        for _ in 0..segments {
            if !self.over {
                self.advance(rng)?;
            }
        }
        Ok(())
    }

    /// Plays one more segment, of 100 plies if possible.
    fn advance(&mut self, rng: &mut Dice) -> Result<(), Failure> {
        if self.left(Color::White) + self.left(Color::Black) == 0 {
            return self.finish(rng);
        }
        let stay = self.choice(self.last_mover, rng);
        let forced = Choice { forced: true, ..stay.clone() };
        let change = self.choice(!self.last_mover, rng);
        let preferred = self.preferred(&change);
        let done = self.play(&forced, 99, self.forced_tries, rng)
            || self.play(&preferred, 98, PREFERRED_TRIES, rng)
            || self.play(&change, 98, TRIES, rng)
            || self.play(&stay, 97, TRIES, rng);
        if done { Ok(()) } else { Err(Failure::Stuck { segment: self.segment }) }
    }

    /// The last segment: a mate if the other side has it, else the clock runs to the claim.
    fn finish(&mut self, rng: &mut Dice) -> Result<(), Failure> {
        for _ in 0..TRIES {
            let goal = Goal::mate(&self.position, !self.last_mover, rng).unwrap_or(Goal::Wait);
            if let Some((moves, end)) = walk(&self.position, 98, &goal, rng) {
                self.moves.extend(moves);
                self.position = end;
                self.segment += 1;
                self.over = true;
                return Ok(());
            }
        }
        Err(Failure::Stuck { segment: self.segment })
    }

    /// Critical moves a side still has to make.
    fn left(&self, mover: Color) -> u32 {
        let men = self.position.men(!mover).count_ones() - 1;
        let later: u32 = self.later(mover).iter().sum();
        // White keeps one man to mate with.
        let kept = u32::from(mover == Color::Black);
        self.steps_left(mover) + men.saturating_sub(later + kept)
    }

    /// Steps a side's pawns still have to make.
    fn steps_left(&self, mover: Color) -> u32 {
        match mover {
            Color::White => steps_of(&self.paths.white),
            _ => steps_of(&self.paths.stop) + steps_of(&self.paths.rest),
        }
    }

    /// Captures a side's pawns still have to make, on light and on dark squares.
    fn later(&self, mover: Color) -> [u32; 2] {
        let mut later = [0; 2];
        let paths = if mover == Color::White { &self.paths.white } else { &self.paths.stop };
        for pair in paths.iter().flat_map(|path| path.windows(2)) {
            later[shade(pair[1])] += u32::from(pair[0].file() != pair[1].file());
        }
        later
    }

    /// All critical moves of a side after which the plan can still be carried out.
    fn choice(&self, mover: Color, rng: &mut Dice) -> Choice {
        let pawns = self.position.role(Role::Pawn);
        let mut steps = Vec::new();
        for pawn in 0..8 {
            let mut paths = self.paths.clone();
            let Some(step) = take_step(&mut paths, mover, pawn) else { continue };
            if pawns & step.to.bit() == 0 && (0..4).any(|_| paths.order(rng).is_some()) {
                steps.push(step);
            }
        }
        Choice { mover, steps, later: self.later(mover), captures: true, forced: false }
    }

    /// The moves to make when the colour changes: pawn steps, for a side with pieces left can do
    /// more about the other's king; and first those of Black that White's pawns wait for.
    fn preferred(&self, change: &Choice) -> Choice {
        let mut preferred = Choice { captures: false, ..change.clone() };
        if change.mover == Color::Black && steps_of(&self.paths.stop) > 0 {
            let awaited = |from| self.paths.stop.iter().any(|p| p.len() > 1 && p[0] == from);
            preferred.steps.retain(|step| awaited(step.from));
        }
        preferred
    }

    /// Tries to play a segment of so many reversible plies and one of the choice's moves.
    fn play(&mut self, choice: &Choice, plies: u32, tries: u32, rng: &mut Dice) -> bool {
        if choice.steps.is_empty() && !choice.captures {
            return false;
        }
        for attempt in 0..tries {
            let goal = choice.goal(attempt, rng);
            let Some((moves, end)) = walk(&self.position, plies, &goal, rng) else { continue };
            if let Some(critical) = moves.last() {
                self.note(choice, *critical);
            }
            self.moves.extend(moves);
            self.position = end;
            self.last_mover = choice.mover;
            self.segment += 1;
            return true;
        }
        false
    }

    /// Takes the step off the paths if the critical move was a pawn's; pawns have not moved since
    /// the segment began.
    fn note(&mut self, choice: &Choice, critical: Move) {
        if !self.position.is_pawn_move(critical) {
            return;
        }
        for pawn in 0..8 {
            let mut paths = self.paths.clone();
            let step = take_step(&mut paths, choice.mover, pawn);
            if step.is_some_and(|step| step.from == critical.from) {
                self.paths = paths;
                return;
            }
        }
    }
}

/// The number of steps of some paths.
fn steps_of(paths: &[Path]) -> u32 {
    paths.iter().map(|path| path.len() as u32 - 1).sum()
}

/// Takes the first step of one pawn's way off the paths.
fn take_step(paths: &mut PawnPaths, mover: Color, pawn: usize) -> Option<Step> {
    let waits = paths.stop[pawn].len() == 1;
    let path = match mover {
        Color::White => &mut paths.white[pawn],
        _ if waits => &mut paths.rest[pawn],
        _ => &mut paths.stop[pawn],
    };
    if path.len() < 2 {
        return None;
    }
    let from = path.remove(0);
    let to = path[0];
    if mover == Color::Black && waits {
        paths.stop[pawn][0] = to;
    }
    Some(Step { mover, from, to })
}
