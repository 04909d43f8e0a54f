//! A long game in which every claim of a draw is made at once.
//!
//! By FIDE Laws 9.2 and 9.3 a player may claim on the move he announces. So nobody gets to play
//! with 99 plies on the clock if any legal move of his is quiet, and a segment is
//!
//! * 99 plies when the colour of the capture or pawn move changes,
//! * 100 plies when it stays and the side to move had nothing but captures and pawn moves: it was
//!   *forced*.
//!
//! So the game is made of few blocks of one colour, and in a block every move is forced but the first.
//! `skeleton.rs` says which captures and pawn moves may be made at all; for each segment `placing.rs`
//! finds how the men must stand, `lead.rs` leads them there, `loops.rs` fills it up. Most segments
//! take a millisecond. Where one cannot be found, some are taken back and played otherwise.

mod lead;
mod loops;
mod men;
mod placing;
mod segment;
mod skeleton;

use zermelo_board::{Color, Move, Position, Role};

use super::dice::Dice;
use super::{Failure, attempts, initial};
use lead::{Beam, Target, lead};
use segment::End;
use skeleton::{Aim, Skeleton, Step};

/// How often segments are taken back before the game is begun again.
const BACKS: usize = 60;
/// The most segments that are taken back at once.
const BACK: usize = 13;
/// Placings tried for aims that are preferred, before others are looked at.
const PREFERRED: u32 = 6;

/// The blocks: who makes the captures and pawn moves, one block after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Block {
    /// White makes way for Black's pawns: f3, c3, bxa3, gxh3.
    Opening,
    /// Black's pawns make some steps, so that his pieces get out.
    Out,
    /// White lets his bishops out and takes these pieces.
    Clearing,
    /// Black's pawns pass White's and promote, as far as it goes.
    Passing,
    /// White's pawns promote, and take what Black's have become.
    Promoting,
    /// Black's other pawns promote, and take all but one man.
    Taking,
    /// This man takes the rest.
    Last,
}

/// The steps of [`Block::Out`].
const STEPS_OUT: u32 = 12;

impl Block {
    fn color(self) -> Color {
        match self {
            Block::Out | Block::Passing | Block::Taking => Color::Black,
            _ => Color::White,
        }
    }

    fn next(self) -> Option<Block> {
        Some(match self {
            Block::Opening => Block::Out,
            Block::Out => Block::Clearing,
            Block::Clearing => Block::Passing,
            Block::Passing => Block::Promoting,
            Block::Promoting => Block::Taking,
            Block::Taking => Block::Last,
            Block::Last => return None,
        })
    }
}

/// Generates a long game from the initial array that no claim cuts short.
///
/// It ends with the first claim that can be made. `effort` is how many placings are tried for a
/// segment before some are taken back; 30 is enough.
pub fn generate_under_claims(seed: u64, effort: u32) -> Result<Vec<Move>, Failure> {
    attempts(seed, |rng| {
        let mut game = Game { moves: Vec::new(), states: vec![State::initial()], effort };
        let mut backs = 0;
        while !game.is_over() {
            if !game.advance(rng) {
                backs += 1;
                game.take_back(1 + rng.below((backs / 2 + 1).min(BACK)));
                if backs > BACKS {
                    return Err(Failure::Stuck { segment: game.states.len() - 1 });
                }
            }
        }
        game.finish(rng)
    })
}

/// How the game stands after a segment.
#[derive(Clone)]
struct State {
    position: Position,
    skeleton: Skeleton,
    /// Who made the last capture or pawn move.
    last: Color,
    block: Block,
    /// Pawn moves made in this block.
    steps: u32,
    /// Moves made in the game.
    plies: usize,
}

impl State {
    fn initial() -> State {
        // As if Black had made a capture or pawn move just before the game.
        State {
            position: initial(),
            skeleton: Skeleton::initial(),
            last: Color::Black,
            block: Block::Opening,
            steps: 0,
            plies: 0,
        }
    }

    /// What may close the next segment, what is preferred first.
    fn aims(&self) -> Vec<Vec<Aim>> {
        let (position, us) = (&self.position, self.block.color());
        let steps = match self.block {
            Block::Opening => self.skeleton.opening(position),
            Block::Out if self.steps >= STEPS_OUT => Vec::new(),
            Block::Clearing => self.skeleton.clearing(position),
            _ => self.skeleton.steps(position, us),
        };
        let captures = match self.block {
            Block::Opening | Block::Out => false,
            Block::Clearing => true,
            Block::Passing => !self.skeleton.owes(position, us),
            _ => steps.is_empty(),
        };
        let mut groups = vec![Vec::new(); 3];
        for step in steps {
            let file = step.from.file() as u8;
            let group = match self.block {
                // Where White's pawns are to go, c4 and f4, they must not be in the way.
                Block::Out if matches!(file, 2 | 5) && step.to.rank() < 4 => continue,
                Block::Out => usize::from(step.takes()),
                // While White has men to be taken there; and then those that take behind his pawns.
                Block::Passing if step.takes() && !matches!(file, 3 | 4) => 0,
                Block::Passing if step.takes() || matches!(file, 3 | 4) => 1,
                Block::Passing => 2,
                // No check can force a step on the edge: these while White has few men.
                Block::Promoting => usize::from(!matches!(file, 0 | 7)),
                _ => 0,
            };
            groups[group].push(Aim::Step(step));
        }
        if captures {
            groups.push(vec![Aim::Capture]);
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    /// Whether the block may end here.
    fn may_change(&self) -> bool {
        let position = &self.position;
        self.last == self.block.color()
            && match self.block {
                Block::Opening => self.skeleton.opening(position).is_empty(),
                Block::Out => self.steps > 0,
                Block::Clearing => self.skeleton.clearing(position).is_empty(),
                Block::Passing => !self.skeleton.owes(position, Color::Black),
                Block::Promoting => position.of(Color::White, Role::Pawn) == 0,
                Block::Taking => position.role(Role::Pawn) == 0,
                Block::Last => false,
            }
    }
}

/// A game in progress.
struct Game {
    moves: Vec<Move>,
    /// Before the first segment, and after each.
    states: Vec<State>,
    effort: u32,
}

impl Game {
    fn state(&self) -> &State {
        self.states.last().expect("the first is never taken back")
    }

    /// Whether one man is left that can mate, and no pawn.
    fn is_over(&self) -> bool {
        let position = &self.state().position;
        position.occupied().count_ones() == 3 && position.role(Role::Pawn) == 0
    }

    /// The last segment: the clock runs up to the claim.
    fn finish(mut self, rng: &mut Dice) -> Result<Vec<Move>, Failure> {
        let stuck = Failure::Stuck { segment: self.states.len() - 1 };
        let last = loops::wander(&self.state().position, 99, rng).ok_or(stuck)?;
        self.moves.extend(last);
        Ok(self.moves)
    }

    fn take_back(&mut self, segments: usize) {
        self.states.truncate(self.states.len().saturating_sub(segments).max(1));
        self.moves.truncate(self.state().plies);
    }

    /// Plays one more segment, in this block or in the next.
    fn advance(&mut self, rng: &mut Dice) -> bool {
        let mut state = self.state().clone();
        loop {
            let groups = state.aims();
            let count = groups.len();
            for (i, aims) in groups.into_iter().enumerate() {
                let tries = if i + 1 < count { PREFERRED } else { self.effort };
                if let Some((moves, close)) = close(&state, aims, tries, rng) {
                    self.push(state, moves, close);
                    return true;
                }
            }
            let Some(next) = state.block.next().filter(|_| state.may_change()) else {
                return false;
            };
            (state.block, state.steps) = (next, 0);
        }
    }

    fn push(&mut self, mut state: State, moves: Vec<Move>, close: Move) {
        let before = moves.iter().fold(state.position, |position, &m| position.play(m));
        if before.is_pawn_move(close) {
            state.skeleton.note(Step { from: close.from, to: close.to });
            state.steps += 1;
        }
        state.position = before.play(close);
        state.last = state.block.color();
        self.moves.extend(moves);
        self.moves.push(close);
        state.plies = self.moves.len();
        self.states.push(state);
    }
}

/// Closes a segment: its quiet moves, and the capture or pawn move.
fn close(state: &State, aims: Vec<Aim>, tries: u32, rng: &mut Dice) -> Option<(Vec<Move>, Move)> {
    let (start, mover) = (&state.position, state.block.color());
    let forced = mover == state.last;
    let quiet = if forced { 99 } else { 98 };
    let end = End { mover, forced, quiet, aims, skeleton: &state.skeleton };
    let men = men::men(start);
    // Often it is near, for the men stand as the last end has left them.
    for width in [20, 100] {
        let beam = Beam { width, plies: 24, patience: 24 };
        let found = lead(start, &men, None, &end, beam, rng);
        if let Some(filled) = loops::filled(start, found, quiet, rng) {
            return Some(filled);
        }
    }
    for attempt in 0..tries {
        let aim = *rng.choice(&end.aims)?;
        let harder = attempt / 4;
        let rounds = 4000 << harder.min(4);
        let Some(at) = placing::find(start, &men, &end, aim, rounds, rng) else { continue };
        let target = Target::new(start, &men, &at);
        let beam = Beam { width: 60 << harder.min(3), plies: 60, patience: 12 };
        let found = lead(start, &men, Some(&target), &end, beam, rng);
        if let Some(filled) = loops::filled(start, found, quiet, rng) {
            return Some(filled);
        }
    }
    None
}
