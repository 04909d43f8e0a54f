//! The order of battle: cheap and likely first, complete last.

use zermelo_board::{Attempt, Color, Key, Limits, Position, Role};
use zermelo_kernel::{self as kernel, Proved, WinnableCertificate};

use crate::evidence::{Cover, Helpmate};
use crate::explore::{self, Explorer, Outcome};
use crate::imminent::{self, Imminent};
use crate::material::insufficient;
use crate::mobility::Men;
use crate::pictures::{self, Picture};
use crate::regions::Regions;
use crate::rollout::{self, Dice, Game};

/// What the engine claims.
pub enum Verdict {
    /// The side can still mate.
    Winnable(Helpmate),
    /// It never can.
    Unwinnable(Cover),
    /// The budget was spent first.
    Open,
}

/// Which part of the engine found the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Too little on the board.
    Material,
    /// The end was near.
    Imminent,
    /// A guided game.
    Rollout,
    /// A region: nobody gets anywhere.
    Region,
    /// The search with exact keys.
    Search,
}

/// A claim with its evidence and its cost.
pub struct Answer {
    /// The claim.
    pub verdict: Verdict,
    /// What found it.
    pub method: Method,
    /// Positions visited.
    pub nodes: u64,
}

impl Answer {
    /// The certificate of the claim, not checked yet; nothing when the answer is open.
    pub fn certificate(
        &self,
        root: &kernel::Position,
        winner: kernel::Color,
    ) -> Option<WinnableCertificate> {
        let evidence = match &self.verdict {
            Verdict::Winnable(helpmate) => helpmate.to_kernel(),
            Verdict::Unwinnable(cover) => cover.to_kernel(root)?,
            Verdict::Open => return None,
        };
        Some(WinnableCertificate { position: root.clone(), winner, evidence })
    }

    /// What the kernel has proved of it; `None` when the answer is open.
    ///
    /// # Errors
    ///
    /// Why the kernel does not accept it, in one sentence: a bug of the engine's, and no answer.
    pub fn checked(
        &self,
        root: &kernel::Position,
        winner: kernel::Color,
    ) -> Result<Option<Proved<WinnableCertificate>>, String> {
        let bug = |why: &str| format!("the kernel rejected the engine's claim on {root}: {why}");
        match (self.certificate(root, winner), &self.verdict) {
            (Some(certificate), _) => {
                certificate.check().map(Some).map_err(|fault| bug(&fault.to_string()))
            }
            (None, Verdict::Open) => Ok(None),
            (None, _) => Err(bug("a position of the cover is none")),
        }
    }
}

/// Decides one query. [`Solver`] is for many.
pub fn decide(root: &kernel::Position, winner: kernel::Color, limits: &Limits) -> Answer {
    Solver::new(*limits).decide(&Position::from_kernel(root), winner)
}

/// The fast test: a cover if the position is quickly seen to be unwinnable, else nothing, which
/// says nothing. Never wrong.
pub fn unwinnable_fast(root: &kernel::Position, winner: kernel::Color) -> Option<Cover> {
    Solver::new(Limits::default()).unwinnable_fast(&Position::from_kernel(root), winner)
}

/// An engine that keeps its memory between queries.
pub struct Solver {
    /// What each query may cost.
    pub limits: Limits,
    line: Vec<zermelo_board::Move>,
}

/// Whether the pawns look locked, so that a region is worth a try before anything else.
fn looks_locked(p: &Position) -> bool {
    let rough = p.role(Role::Queen) | p.role(Role::Rook) | p.role(Role::Knight);
    let white = p.of(Color::White, Role::Pawn);
    let black = p.of(Color::Black, Role::Pawn);
    let pairs = (white << 8 & black).count_ones();
    rough == 0 && pairs > 0 && 2 * pairs + 4 >= (white | black).count_ones()
}

/// Pictures of a mate near to the position.
fn near_pictures(p: &Position, winner: Color, want: usize) -> Vec<Picture> {
    Men::new(p, winner)
        .and_then(|men| {
            let phase = men.grow(men.at_home(), false)?;
            Some(pictures::nearest(p, &men, &phase, want))
        })
        .unwrap_or_default()
}

/// Events that may unlock the position.
fn near_events(p: &Position, winner: Color, want: usize) -> Vec<Picture> {
    Men::new(p, winner)
        .and_then(|men| {
            let phase = men.grow(men.at_home(), false)?;
            Some(pictures::unlocking(p, &men, &phase, want))
        })
        .unwrap_or_default()
}

impl Solver {
    /// A solver with these limits for each query.
    pub fn new(limits: Limits) -> Solver {
        Solver { limits, line: Vec::with_capacity(128) }
    }

    /// Decides whether `winner` can still mate.
    pub fn decide(&mut self, p: &Position, winner: kernel::Color) -> Answer {
        let mut nodes = 0;
        let answer = |verdict, method, nodes| Answer { verdict, method, nodes };
        let winnable = |line: Vec<_>| Verdict::Winnable(Helpmate(line));
        if p.turn() != winner && p.checkers() != 0 && !p.has_legal_move() {
            return answer(winnable(Vec::new()), Method::Imminent, 0);
        }
        if insufficient(p, winner) {
            return answer(Verdict::Unwinnable(Cover::default()), Method::Material, 0);
        }
        match imminent::look(p, winner, 3, 300, None) {
            Imminent::Mate(line) => return answer(winnable(line), Method::Imminent, 1),
            Imminent::Closed(seen) => {
                let positions: Vec<Key> = seen.iter().map(Key::new).collect();
                let n = positions.len() as u64;
                let cover = Cover { positions, regions: Vec::new() };
                return answer(Verdict::Unwinnable(cover), Method::Imminent, n);
            }
            Imminent::Alive => {}
        }
        let mut regions = Regions::new(winner);
        let locked = looks_locked(p);
        if locked && regions.prove(p) {
            return answer(regions.into_verdict(), Method::Region, 1);
        }
        let plans = rollout::plans(p, winner);
        let mut dice = Dice::new(1);
        for round in 0..8 {
            let plan = plans[round % plans.len()];
            let game = rollout::play(p, winner, plan, &mut dice, 80, &mut self.line, &mut nodes);
            if let Game::Mate = game {
                return answer(winnable(self.line.clone()), Method::Rollout, nodes);
            }
            if round == 3 && !locked && regions.prove(p) {
                return answer(regions.into_verdict(), Method::Region, nodes);
            }
        }
        let max = self.limits.nodes.min(self.limits.memory / explore::BYTES_PER_POSITION) as usize;
        let mut explorer = Explorer::new(p, winner, regions, self.limits);
        let mut outcome = Outcome::Spent;
        let (mut first, mut later) = (Vec::new(), Vec::new());
        for stage in 0.. {
            let allowed = [500, 4_000, 40_000, 300_000, usize::MAX][stage];
            match stage {
                0 => {}
                2 => {
                    if explorer.regions.prove_with(p, 2) {
                        let cover =
                            Cover { positions: Vec::new(), regions: explorer.regions.found };
                        return answer(Verdict::Unwinnable(cover), Method::Region, nodes);
                    }
                    // A region after every move, or after every answer to a chain of checks.
                    match imminent::look(p, winner, 1, 40, Some((&mut explorer.regions, 2))) {
                        Imminent::Mate(line) => {
                            return answer(winnable(line), Method::Imminent, nodes);
                        }
                        Imminent::Closed(seen) => {
                            let positions = seen.iter().map(Key::new).collect();
                            let cover = Cover { positions, regions: explorer.regions.found };
                            return answer(Verdict::Unwinnable(cover), Method::Region, nodes);
                        }
                        Imminent::Alive => {}
                    }
                    explorer.steer(std::mem::take(&mut first), true);
                }
                1 => {
                    later = near_pictures(p, winner, 16);
                    first = later.drain(..later.len().min(4)).collect();
                    explorer.steer(first.clone(), false);
                }
                _ => {
                    // Pictures farther off, and such as fit what the position has come to.
                    let mut mixed: Vec<Picture> = later.drain(..later.len().min(4)).collect();
                    mixed.extend(near_pictures(&explorer.latest(), winner, 4));
                    if stage == 4 {
                        mixed.extend(near_events(p, winner, 6));
                    }
                    explorer.steer(mixed, true);
                }
            }
            outcome = explorer.run(max.min(allowed));
            if !matches!(outcome, Outcome::Spent) || allowed >= max || self.limits.is_over() {
                break;
            }
        }
        nodes += explorer.len() as u64;
        match outcome {
            Outcome::Mate(line) => answer(winnable(line), Method::Search, nodes),
            Outcome::Closed => {
                answer(Verdict::Unwinnable(explorer.into_cover()), Method::Search, nodes)
            }
            Outcome::Spent => answer(Verdict::Open, Method::Search, nodes),
        }
    }

    /// Decides as [`Solver::decide`] does, or by the fast test alone, as one worker among many: what
    /// `memory` leaves open is tried again with the `reserve`.
    pub fn attempt(&mut self, p: &Position, winner: kernel::Color, fast: bool) -> Attempt<Answer> {
        let limits = self.limits;
        let work = |memory| {
            if fast {
                let cover = self.unwinnable_fast(p, winner);
                let verdict = cover.map_or(Verdict::Open, Verdict::Unwinnable);
                return Answer { verdict, method: Method::Region, nodes: 0 };
            }
            self.limits.memory = memory;
            self.decide(p, winner)
        };
        let attempt = limits.attempt(work, |found| !fast && matches!(found.verdict, Verdict::Open));
        self.limits = limits;
        attempt
    }

    /// See [`unwinnable_fast`].
    pub fn unwinnable_fast(&mut self, p: &Position, winner: kernel::Color) -> Option<Cover> {
        if p.turn() != winner && p.checkers() != 0 && !p.has_legal_move() {
            return None;
        }
        if insufficient(p, winner) {
            return Some(Cover::default());
        }
        if let Imminent::Closed(seen) = imminent::look(p, winner, 4, 300, None) {
            return Some(Cover {
                positions: seen.iter().map(Key::new).collect(),
                regions: Vec::new(),
            });
        }
        // Past moves that are forced.
        let mut forced: Vec<Key> = Vec::new();
        let mut last = *p;
        while forced.len() < 8
            && let Some(only) = last.only_move()
        {
            forced.push(Key::new(&last));
            last = last.play(only);
        }
        let p = &last;
        if !looks_locked(p) {
            return None;
        }
        // A region now, or after every move (and every answer to a chain of checks).
        let mut regions = Regions::new(winner);
        if regions.prove(p) {
            return Some(Cover { positions: forced, regions: regions.found });
        }
        if let Imminent::Closed(seen) = imminent::look(p, winner, 1, 40, Some((&mut regions, 0))) {
            forced.extend(seen.iter().map(Key::new));
            return Some(Cover { positions: forced, regions: regions.found });
        }
        None
    }
}
