//! The order of battle: cheap and likely first, complete last.

use std::ops::Range;

use zermelo_board::{
    Attempt, Color, Key, Limits, Move, Position, Role, Square, attacks, set_of, squares,
};
use zermelo_kernel::{self as kernel, Proved, WinnableCertificate};

use crate::corner;
use crate::evidence::{Cover, Sampled, Verdict, accept, rejected};
use crate::explore::{self, Explorer, Outcome};
use crate::imminent::{self, Imminent};
use crate::material::insufficient;
use crate::mobility::{Men, Saturated};
use crate::pictures::{self, Picture};
use crate::planned::{self, Planned};
use crate::regions::{self, Regions};
use crate::rollout::{self, Dice};

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

impl Method {
    /// All of them.
    pub const ALL: [Method; 5] =
        [Method::Material, Method::Imminent, Method::Rollout, Method::Region, Method::Search];

    /// As programs read it.
    pub fn name(self) -> &'static str {
        match self {
            Method::Material => "material",
            Method::Imminent => "imminent",
            Method::Rollout => "rollout",
            Method::Region => "region",
            Method::Search => "search",
        }
    }
}

/// A claim with its evidence and its cost.
pub struct Decision {
    /// The claim.
    pub verdict: Verdict,
    /// What found it.
    pub method: Method,
    /// Positions visited.
    pub nodes: u64,
}

impl Decision {
    /// The certificate of the claim, not checked yet; `None` when the answer is open.
    pub fn certificate(
        &self,
        root: &kernel::Position,
        winner: kernel::Color,
    ) -> Option<WinnableCertificate> {
        let evidence = self.verdict.evidence(root)?;
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
        match (self.certificate(root, winner), &self.verdict) {
            (Some(certificate), _) => accept(certificate).map(Some),
            (None, Verdict::Open) => Ok(None),
            (None, _) => Err(rejected(root, "a position of the cover is none")),
        }
    }

    /// The verdict for a bulk scan. Nothing is called unwinnable that the kernel has not accepted;
    /// of the winnable ones it is asked about those of the sample.
    ///
    /// # Errors
    ///
    /// Why the kernel does not accept it: a bug of the engine's, and no answer.
    pub fn sampled(
        &self,
        position: &Position,
        winner: Color,
        in_sample: bool,
    ) -> Result<Sampled, String> {
        if !in_sample && !matches!(self.verdict, Verdict::Unwinnable(_)) {
            return Ok(self.unchecked());
        }
        let root = position.to_kernel();
        let root = root.ok_or_else(|| format!("{} is no position", position.to_fen()))?;
        Ok(self.checked(&root, winner)?.into())
    }

    /// The claim for a bulk scan that does not ask the kernel about it.
    pub fn unchecked(&self) -> Sampled {
        match self.verdict {
            Verdict::Winnable(_) => Sampled::Unchecked { winnable: true },
            Verdict::Unwinnable(_) => Sampled::Unchecked { winnable: false },
            Verdict::Open => Sampled::Open,
        }
    }
}

/// Decides one query. [`Solver`] is for many.
pub fn decide(root: &kernel::Position, winner: kernel::Color, limits: &Limits) -> Decision {
    Solver::new(*limits).decide(&Position::from_kernel(root), winner)
}

/// The fast test: a cover if the position is quickly seen to be unwinnable, else `None`, which
/// says nothing. Never wrong.
pub fn unwinnable_fast(root: &kernel::Position, winner: kernel::Color) -> Option<Cover> {
    Solver::new(Limits::default()).unwinnable_fast(&Position::from_kernel(root), winner)
}

/// An engine that keeps its memory between queries.
pub struct Solver {
    /// What each query may cost.
    pub limits: Limits,
    line: Vec<Move>,
}

/// Whether the pawns look locked, so that a region is worth a try before anything else.
fn looks_locked(p: &Position) -> bool {
    // A knight behind two own pawns in a corner is as good as a pawn.
    let roams = |&s: &Square| attacks::knight(s) & !p.of(p.color_at(s), Role::Pawn) != 0;
    let knights = set_of(squares(p.role(Role::Knight)).filter(roams));
    let rough = p.role(Role::Queen) | p.role(Role::Rook) | knights;
    let white = p.of(Color::White, Role::Pawn);
    let black = p.of(Color::Black, Role::Pawn);
    let pairs = (white << 8 & black).count_ones();
    // Bishops have more to do among pawns that are not paired.
    let loose = 4 + u32::from(p.role(Role::Bishop) == 0);
    rough == 0 && pairs > 0 && 2 * pairs + loose >= (white | black).count_ones()
}

/// What may be steered for from a position: pictures of a mate, or events that may unlock it.
pub(crate) type Aims = fn(&Position, &Men, &Saturated, usize) -> Vec<Picture>;

pub(crate) fn near(aims: Aims, p: &Position, winner: Color, want: usize) -> Vec<Picture> {
    let found = Men::new(p, winner).and_then(|men| {
        let phase = men.saturate(men.at_home(), false)?;
        Some(aims(p, &men, &phase, want))
    });
    found.unwrap_or_default()
}

fn cover(seen: &[Position], regions: &mut Regions) -> Cover {
    let positions = seen.iter().map(Key::new).collect();
    Cover { positions, regions: std::mem::take(&mut regions.found) }
}

/// A region around a position with locked pawns, at first sight.
fn locked_cover(p: &Position, winner: Color) -> Option<Cover> {
    let found = regions::Found::locked(p, winner)?;
    Some(Cover { positions: Vec::new(), regions: vec![found] })
}

fn unwinnable(seen: &[Position], regions: &mut Regions) -> Verdict {
    Verdict::Unwinnable(cover(seen, regions))
}

/// A region after every move, or after every answer to a chain of checks, splitting `cases` deep.
fn regions_after_moves(p: &Position, winner: Color, regions: &mut Regions, cases: u32) -> Found {
    match imminent::look(p, winner, 1, 40, Some((&mut *regions, cases))) {
        Imminent::Mate(line) => Some((Verdict::Winnable(line), Method::Imminent)),
        Imminent::Closed(seen) => Some((unwinnable(&seen, regions), Method::Region)),
        Imminent::Alive => None,
    }
}

/// A question on its way through the stages.
struct Query<'a> {
    p: &'a Position,
    winner: Color,
    locked: bool,
    /// The winner has minor pieces alone.
    weak: bool,
    line: &'a mut Vec<Move>,
    dice: Dice,
    regions: Regions,
    /// Positions visited so far.
    nodes: u64,
    /// Positions that may be visited.
    limit: u64,
}

/// What a stage found.
type Found = Option<(Verdict, Method)>;

/// The stages before the search, cheap and likely ones first.
const STAGES: [fn(&mut Query<'_>) -> Found; 9] = [
    |query| query.already_mated(),
    |query| query.too_little_material(),
    |query| if query.locked { query.locked_region() } else { None },
    |query| query.end_is_near(),
    |query| if query.locked { query.region(1) } else { None },
    |query| if query.weak { query.corner_games() } else { query.guided_games(0..4) },
    |query| if query.locked { query.regions_after_moves() } else { query.region(query.nodes) },
    |query| if query.weak { None } else { query.corner_games() },
    |query| query.guided_games(4..8),
];

impl Query<'_> {
    fn already_mated(&mut self) -> Found {
        let mated = self.p.turn() != self.winner && self.p.is_checkmate();
        mated.then(|| (Verdict::Winnable(Vec::new()), Method::Imminent))
    }

    fn too_little_material(&mut self) -> Found {
        let cover = || Verdict::Unwinnable(Cover::default());
        insufficient(self.p, self.winner).then(|| (cover(), Method::Material))
    }

    fn locked_region(&mut self) -> Found {
        let cover = locked_cover(self.p, self.winner)?;
        self.nodes = 1;
        Some((Verdict::Unwinnable(cover), Method::Region))
    }

    /// A look ahead that ends at once where the game goes on.
    fn end_is_near(&mut self) -> Found {
        match imminent::look(self.p, self.winner, 3, 300, None) {
            Imminent::Mate(line) => {
                self.nodes = 1;
                Some((Verdict::Winnable(line), Method::Imminent))
            }
            Imminent::Closed(seen) => {
                self.nodes = seen.len() as u64;
                Some((unwinnable(&seen, &mut self.regions), Method::Imminent))
            }
            Imminent::Alive => None,
        }
    }

    /// A region of a single phase around the position.
    fn region(&mut self, nodes: u64) -> Found {
        if !self.regions.prove(self.p) {
            return None;
        }
        self.nodes = nodes;
        Some((unwinnable(&[], &mut self.regions), Method::Region))
    }

    /// A region after every move; those positions count as visited.
    fn regions_after_moves(&mut self) -> Found {
        let found = regions_after_moves(self.p, self.winner, &mut self.regions, 0);
        if let Some((Verdict::Unwinnable(cover), _)) = &found {
            self.nodes += cover.positions.len() as u64;
        }
        found
    }

    /// How long a game may last.
    fn plies(&self) -> usize {
        self.limit.saturating_sub(self.nodes).min(80) as usize
    }

    /// Games that both sides play towards a mate.
    fn guided_games(&mut self, rounds: Range<usize>) -> Found {
        let plans = rollout::plans(self.p, self.winner);
        for round in rounds {
            let plan = plans[round % plans.len()];
            let plies = self.plies();
            let Query { p, winner, dice, line, nodes, .. } = self;
            if rollout::play(p, *winner, plan, dice, plies, line, nodes) {
                return Some((Verdict::Winnable(self.line.clone()), Method::Rollout));
            }
        }
        None
    }

    /// Games towards a mate in a corner.
    fn corner_games(&mut self) -> Found {
        let models = corner::models(self.p, self.winner);
        for model in models.iter().chain(&models) {
            let plies = self.plies();
            let Query { p, winner, dice, line, nodes, .. } = self;
            if corner::play(p, *winner, model, dice, plies, line, nodes) {
                return Some((Verdict::Winnable(line.clone()), Method::Rollout));
            }
        }
        None
    }

    /// The search with exact keys, which is complete if its budget is large enough.
    fn search(self, limits: Limits) -> Decision {
        let Query { p, winner, regions, mut nodes, .. } = self;
        let left = limits.nodes.saturating_sub(nodes);
        let max = left.min(limits.memory / explore::BYTES_PER_POSITION) as usize;
        let explorer = Explorer::new(p, winner, regions, limits);
        let (first, later) = (Vec::new(), Vec::new());
        let mut search = Search { p, winner, explorer, planned: None, first, later };
        let mut outcome = Outcome::Spent;
        for Stage { allowed, planned, prepare } in SEARCHES {
            if let Some((verdict, method)) = prepare(&mut search) {
                return Decision { verdict, method, nodes };
            }
            if let Outcome::Mate(line) = search.along_plans(limits, max.min(planned)) {
                let (verdict, method) = (Verdict::Winnable(line), Method::Search);
                nodes += search.explorer.len() as u64 + search.along_plans_len();
                return Decision { verdict, method, nodes };
            }
            outcome = search.explorer.run(max.min(allowed));
            if !matches!(outcome, Outcome::Spent) || allowed >= max || limits.is_over() {
                break;
            }
        }
        let listed = search.explorer.len() as u64;
        if let Outcome::Spent = outcome {
            // What the explorer has listed is of no use any more, and the memory is wanted.
            search.explorer = Explorer::new(p, winner, Regions::new(winner), limits);
            let most = left.saturating_sub(listed).min(LAST_PLANNED as u64);
            outcome = search.along_plans(limits, most as usize);
        }
        nodes += listed + search.along_plans_len();
        let verdict = match outcome {
            Outcome::Mate(line) => Verdict::Winnable(line),
            Outcome::Closed => Verdict::Unwinnable(search.explorer.into_cover()),
            Outcome::Spent => Verdict::Open,
        };
        Decision { verdict, method: Method::Search, nodes }
    }
}

/// A search that is steered for other aims the longer it lasts.
struct Search<'a> {
    p: &'a Position,
    winner: Color,
    explorer: Explorer,
    planned: Option<Planned>,
    /// The nearest pictures of a mate, and those after them.
    first: Vec<Picture>,
    later: Vec<Picture>,
}

/// What is done before a stage of the search.
type Preparation = fn(&mut Search<'_>) -> Found;

/// A stage of the search.
struct Stage {
    /// How many positions it may hold.
    allowed: usize,
    /// How many are searched along plans before.
    planned: usize,
    /// What else is done before.
    prepare: Preparation,
}

const SEARCHES: [Stage; 5] = [
    Stage { allowed: 500, planned: 0, prepare: |_| None },
    Stage { allowed: 4_000, planned: 0, prepare: |search| search.for_near_pictures() },
    Stage { allowed: 40_000, planned: 0, prepare: |search| search.with_deeper_regions() },
    Stage { allowed: 300_000, planned: 500, prepare: |search| search.for_mixed_pictures() },
    Stage {
        allowed: usize::MAX,
        planned: 30_000,
        prepare: |search| search.for_pictures_and_events(),
    },
];

/// How many cells a region may have, before the search and when that takes long.
const CELLS: [u32; 2] = [1_000, 30_000];

/// How many positions are searched along plans last of all.
const LAST_PLANNED: usize = 200_000;

/// How many positions the fast test looks at where kings are alone with locked pawns.
const FAST: usize = 1_000;

/// Whether the positions are few that kings and pawns, which look locked, come to: a king is shut in, or
/// the pawns are many and all face others.
fn is_soon_seen_through(p: &Position) -> bool {
    let pawns = |c| p.of(c, Role::Pawn);
    let shut_in = |c: Color| {
        let [west, east] = attacks::pawns(!c, pawns(!c));
        attacks::king(p.king(c)) & !(pawns(c) | west | east) == 0
    };
    let file = |s: Square| 0x0101_0101_0101_0101 << s.file();
    let faces = |s: Square| pawns(!p.color_at(s)) & file(s) != 0;
    let count = p.role(Role::Pawn).count_ones();
    p.occupied() == p.role(Role::King) | p.role(Role::Pawn)
        && (Color::ALL.into_iter().any(shut_in)
            || count >= 10 && squares(p.role(Role::Pawn)).all(faces))
}

impl Search<'_> {
    /// How many positions the search along plans has listed.
    fn along_plans_len(&self) -> u64 {
        self.planned.as_ref().map_or(0, Planned::len) as u64
    }

    /// Goes on along plans until so many positions are listed there.
    fn along_plans(&mut self, limits: Limits, most: usize) -> Outcome {
        let most = most.min((limits.memory / planned::BYTES_PER_POSITION) as usize);
        if most == 0 {
            return Outcome::Spent;
        }
        let planned = self.planned.get_or_insert_with(|| Planned::new(self.p, self.winner));
        planned.run(limits, most)
    }

    fn for_near_pictures(&mut self) -> Found {
        self.later = near(pictures::nearest, self.p, self.winner, 16);
        self.first = self.later.drain(..self.later.len().min(4)).collect();
        self.explorer.steer(self.first.clone(), false);
        None
    }

    /// A region with cases or cells, or one after every move, or after every answer to a chain of checks.
    fn with_deeper_regions(&mut self) -> Found {
        let regions = &mut self.explorer.regions;
        if regions.prove_with(self.p, 2) || regions.prove_by_cells(self.p, CELLS[0]) {
            return Some((unwinnable(&[], regions), Method::Region));
        }
        if let Some(found) = regions_after_moves(self.p, self.winner, regions, 2) {
            return Some(found);
        }
        self.explorer.steer(std::mem::take(&mut self.first), true);
        None
    }

    /// Pictures farther off, and such as fit what the position has come to.
    fn mixed_pictures(&mut self) -> Vec<Picture> {
        let mut mixed: Vec<Picture> = self.later.drain(..self.later.len().min(4)).collect();
        mixed.extend(near(pictures::nearest, &self.explorer.latest(), self.winner, 4));
        mixed
    }

    fn for_mixed_pictures(&mut self) -> Found {
        if self.explorer.regions.prove_by_cells(self.p, CELLS[1]) {
            return Some((unwinnable(&[], &mut self.explorer.regions), Method::Region));
        }
        let mixed = self.mixed_pictures();
        self.explorer.steer(mixed, true);
        None
    }

    fn for_pictures_and_events(&mut self) -> Found {
        let mut mixed = self.mixed_pictures();
        mixed.extend(near(pictures::unlocking, self.p, self.winner, 6));
        self.explorer.steer(mixed, true);
        None
    }
}

impl Solver {
    /// A solver with these limits for each query.
    pub fn new(limits: Limits) -> Solver {
        Solver { limits, line: Vec::with_capacity(128) }
    }

    /// Decides whether `winner` can still mate.
    pub fn decide(&mut self, p: &Position, winner: kernel::Color) -> Decision {
        let mut query = Query {
            p,
            winner,
            locked: looks_locked(p),
            weak: corner::is_weak(p, winner),
            line: &mut self.line,
            dice: Dice::new(1),
            regions: Regions::new(winner),
            nodes: 0,
            limit: self.limits.nodes,
        };
        for stage in STAGES {
            if let Some((verdict, method)) = stage(&mut query) {
                return Decision { verdict, method, nodes: query.nodes };
            }
        }
        query.search(self.limits)
    }

    /// Decides as [`Solver::decide`] does, or by the fast test alone, as one worker among many: what
    /// `memory` leaves open is tried again with the `reserve`.
    pub fn attempt(
        &mut self,
        p: &Position,
        winner: kernel::Color,
        fast: bool,
    ) -> Attempt<Decision> {
        let limits = self.limits;
        let work = |memory| {
            if fast {
                let cover = self.unwinnable_fast(p, winner);
                let verdict = cover.map_or(Verdict::Open, Verdict::Unwinnable);
                return Decision { verdict, method: Method::Region, nodes: 0 };
            }
            self.limits.memory = memory;
            self.decide(p, winner)
        };
        let attempt = limits.attempt(work, |found| !fast && matches!(found.verdict, Verdict::Open));
        self.limits = limits;
        attempt
    }

    /// Whether a mate is found in the first guided games.
    fn wins_a_game(&mut self, p: &Position, winner: Color) -> bool {
        let (mut dice, mut nodes) = (Dice::new(1), 0);
        let plans = rollout::plans(p, winner);
        let mut plans = plans.iter().take(2);
        plans.any(|&plan| rollout::play(p, winner, plan, &mut dice, 80, &mut self.line, &mut nodes))
    }

    /// See [`unwinnable_fast`].
    pub fn unwinnable_fast(&mut self, p: &Position, winner: kernel::Color) -> Option<Cover> {
        if p.turn() != winner && p.is_checkmate() {
            return None;
        }
        if insufficient(p, winner) {
            return Some(Cover::default());
        }
        if looks_locked(p)
            && let Some(cover) = locked_cover(p, winner)
        {
            return Some(cover);
        }
        if let Imminent::Closed(seen) = imminent::look(p, winner, 4, 300, None) {
            return Some(cover(&seen, &mut Regions::new(winner)));
        }
        // Past moves that are forced.
        let mut seen = Vec::new();
        let mut last = *p;
        while seen.len() < 8
            && let Some(only) = last.only_move()
        {
            seen.push(last);
            last = last.play(only);
        }
        if !looks_locked(&last) {
            return None;
        }
        // A region now, or after every move (and every answer to a chain of checks).
        let mut regions = Regions::new(winner);
        if regions.prove(&last) {
            return Some(cover(&seen, &mut regions));
        }
        match imminent::look(&last, winner, 1, 40, Some((&mut regions, 0))) {
            Imminent::Closed(more) => seen.extend(more),
            Imminent::Mate(_) => return None,
            Imminent::Alive => {
                if !is_soon_seen_through(&last) || self.wins_a_game(&last, winner) {
                    return None;
                }
                let mut explorer = Explorer::new(&last, winner, regions, self.limits);
                if !matches!(explorer.run(FAST), Outcome::Closed) {
                    return None;
                }
                let mut cover = explorer.into_cover();
                cover.positions.extend(seen.iter().map(Key::new));
                return Some(cover);
            }
        }
        Some(cover(&seen, &mut regions))
    }
}
