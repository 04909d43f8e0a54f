//! What two men alone rule out: before a long search every two men of a plan play by themselves.
//!
//! Each man goes its own way through its *states* (stage, square, and the moves it has lost on the way). Two men in
//! every order of their moves may not stand on or cross each other's squares, a king may not go
//! where the other man attacks it without anything in between, and must answer such a check at once. A step that no play of some two men
//! contains is not made in any game, and two states that no play joins do not stand on the board
//! together. Steps that go away make other pairs narrower, so this is repeated until nothing changes.
//!
//! It costs some milliseconds to some hundred, and where a plan is tight leaves few games to try.

use std::collections::VecDeque;

use zermelo_board::{Color, Role, Square};

use super::duel::Duel;
use super::routes::{End, FAR, Man, Table};
use super::ways::{MOST_LOST, Ways};

/// Pairs with more states than this are left out.
const MOST_STATES: usize = 40_000;

/// What is left of a plan.
pub(super) struct Pairs {
    /// For each man, by layer: the least moves to go from each square, and where it may go.
    pub ways: Vec<Option<Vec<Fields>>>,
    /// States of each man by layer and square.
    number: Vec<Vec<[u8; 64]>>,
    /// For each pair: what states of the second go with a state of the first.
    joins: Vec<Rows>,
}

/// The ways of one man in one stage.
#[derive(Clone)]
pub(super) struct Fields {
    pub moves: [u8; 64],
    pub steps: [u64; 64],
}

/// For each state of one man those of another that go with it; `None` if all do.
pub(super) type Rows = Option<Vec<[u64; 4]>>;

/// No number.
const NONE: u8 = 255;

impl Pairs {
    /// The number of a man's state.
    #[inline]
    pub fn number(&self, man: usize, layer: usize, at: Square) -> u8 {
        self.number[man][layer][at.index()]
    }

    /// Whether these two men may be in these states together.
    #[inline]
    pub fn join(&self, (i, a): (usize, u8), (j, b): (usize, u8)) -> bool {
        let ((i, a), (j, b)) = if i < j { ((i, a), (j, b)) } else { ((j, b), (i, a)) };
        let Some(rows) = &self.joins[i * 32 + j] else { return true };
        a == NONE || b == NONE || rows[usize::from(a)][usize::from(b / 64)] >> (b % 64) & 1 == 1
    }
}

/// Plays all pairs, until so many joint steps were looked at; `None` if that rules the plan out. `tables` are those of the start, with what
/// is closed to each man then.
pub(super) fn play(
    men: &[Man],
    tables: &[(&Table, u64)],
    slack: [u32; 2],
    work: usize,
) -> Option<Pairs> {
    let mut game = Game { men, slack, ways: Vec::new(), work: 0 };
    for (i, man) in men.iter().enumerate() {
        let spare = slack[man.color.index()];
        let named = man.end != End::Lost && spare <= MOST_LOST;
        game.ways.push(named.then(|| Ways::new(man, tables[i], spare)));
    }
    let mut joins: Vec<Rows> = vec![None; 32 * 32];
    let number: Vec<Vec<[u8; 64]>> = (0..men.len()).map(|i| game.numbers(i)).collect();
    let all = || (0..men.len()).flat_map(|i| (i + 1..men.len()).map(move |j| (i, j)));
    let mut queue: VecDeque<(usize, usize)> = all().collect();
    // The small ones first: they are cheap and make others small.
    let size = |game: &Game<'_>, (i, j): (usize, usize)| match (&game.ways[i], &game.ways[j]) {
        (Some(a), Some(b)) => a.states.len() * b.states.len(),
        _ => 0,
    };
    queue.make_contiguous().sort_by_key(|&pair| size(&game, pair));
    let mut waits = vec![true; 32 * 32];
    while let Some((i, j)) = queue.pop_front() {
        waits[i * 32 + j] = false;
        let states = size(&game, (i, j));
        if states == 0 || states > MOST_STATES || game.work > work || !game.meet(i, j) {
            continue;
        }
        let (changed, rows) = game.pair(i, j, &number)?;
        joins[i * 32 + j] = rows;
        for (k, changed) in [(i, changed[0]), (j, changed[1])] {
            if !changed {
                continue;
            }
            if !game.ways[k].as_mut().is_none_or(Ways::clean) {
                return None;
            }
            for pair in all().filter(|&(a, b)| a == k || b == k) {
                if !std::mem::replace(&mut waits[pair.0 * 32 + pair.1], true) {
                    queue.push_back(pair);
                }
            }
        }
        if queue.is_empty() {
            for pair in game.tighten(all())? {
                waits[pair.0 * 32 + pair.1] = true;
                queue.push_back(pair);
            }
        }
    }
    let ways = (0..men.len()).map(|i| game.fields(i)).collect();
    Some(Pairs { ways, number, joins })
}

/// The plan that is played.
pub(super) struct Game<'a> {
    pub men: &'a [Man],
    pub slack: [u32; 2],
    ways: Vec<Option<Ways>>,
    work: usize,
}

impl Game<'_> {
    /// Compact numbers of a man's states, whatever they have lost.
    fn numbers(&self, i: usize) -> Vec<[u8; 64]> {
        let man = &self.men[i];
        let forms = man.forms();
        let layers = man.layers();
        let mut number = vec![[NONE; 64]; layers];
        let mut next = 0u8;
        for state in self.ways[i].iter().flat_map(|ways| &ways.states) {
            let place = &mut number[man.layer(&forms, state.stage, 0)][state.at.index()];
            if *place == NONE && next < NONE && !state.gone {
                *place = next;
                next += 1;
            }
        }
        number
    }

    /// Whether these two can have anything to do with each other.
    fn meet(&self, i: usize, j: usize) -> bool {
        let (Some(a), Some(b)) = (&self.ways[i], &self.ways[j]) else { return false };
        let kings = |k: usize| self.men[k].role == Role::King;
        let enemies = self.men[i].color != self.men[j].color;
        a.region & b.region != 0 || enemies && (kings(i) || kings(j))
    }

    /// Plays these two, drops the steps that no play contains, and tells whose ways changed and
    /// which states go together; `None` if there is no play.
    fn pair(&mut self, i: usize, j: usize, number: &[Vec<[u8; 64]>]) -> Option<([bool; 2], Rows)> {
        let (Some(a), Some(b)) = (&self.ways[i], &self.ways[j]) else {
            return Some(([false; 2], None));
        };
        let duel = Duel::new(self, [i, j], [a, b]);
        let play = duel.play();
        let leads = duel.leads(&play)?;
        let used = duel.used(&play, &leads);
        let rows = duel.rows(&play, &leads, number);
        self.work += play.moves.len();
        let mut changed = [false; 2];
        for (k, id) in [i, j].into_iter().enumerate() {
            let Some(ways) = &mut self.ways[id] else { continue };
            for (steps, used) in ways.steps.iter_mut().zip(&used[k]) {
                let mut used = used.iter();
                let before = steps.len();
                steps.retain(|_| *used.next().unwrap_or(&true));
                changed[k] |= steps.len() < before;
            }
        }
        Some((changed, rows))
    }

    /// If some men lose moves anyway the others have fewer to lose: the pairs to be played again.
    fn tighten(
        &mut self,
        all: impl Iterator<Item = (usize, usize)>,
    ) -> Option<Vec<(usize, usize)>> {
        let mut least = vec![0u32; self.men.len()];
        for (i, ways) in self.ways.iter().enumerate() {
            let Some(ways) = ways else { continue };
            let ends = ways.states.iter().filter(|state| state.end);
            least[i] = ends.map(|state| state.lost.into()).min()?;
        }
        let mut again = vec![false; self.men.len()];
        for c in Color::ALL {
            let of = |i: &usize| self.men[*i].color == c;
            let sum: u32 = (0..self.men.len()).filter(of).map(|i| least[i]).sum();
            let free = self.slack[c.index()].checked_sub(sum)?;
            for i in (0..self.men.len()).filter(of) {
                let Some(ways) = &mut self.ways[i] else { continue };
                let most = least[i] + free;
                let before: usize = ways.steps.iter().map(Vec::len).sum();
                for state in &mut ways.states {
                    state.end &= u32::from(state.lost) <= most;
                }
                if !ways.clean() {
                    return None;
                }
                again[i] = ways.steps.iter().map(Vec::len).sum::<usize>() < before;
            }
        }
        Some(all.filter(|&(i, j)| again[i] || again[j]).collect())
    }

    /// What is left of a man's ways.
    fn fields(&self, i: usize) -> Option<Vec<Fields>> {
        let ways = self.ways[i].as_ref()?;
        let man = &self.men[i];
        let forms = man.forms();
        // Moves from each state to an end, round by round.
        let mut to_go: Vec<u8> = ways.states.iter().map(|s| if s.end { 0 } else { FAR }).collect();
        loop {
            let mut changed = false;
            for state in 0..to_go.len() {
                for step in &ways.steps[state] {
                    let free = step.castles && man.role == Role::Rook;
                    let moves = to_go[usize::from(step.to)].saturating_add(u8::from(!free));
                    if moves < to_go[state] {
                        to_go[state] = moves;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let empty = Fields { moves: [FAR; 64], steps: [0; 64] };
        let mut fields = vec![empty; man.layers()];
        for (state, &moves) in ways.states.iter().zip(&to_go).filter(|(s, _)| !s.gone) {
            let place = &mut fields[man.layer(&forms, state.stage, 0)].moves[state.at.index()];
            *place = moves.min(*place);
        }
        for (state, steps) in ways.states.iter().zip(&ways.steps) {
            let field = &mut fields[man.layer(&forms, state.stage, 0)];
            for step in steps {
                field.steps[state.at.index()] |= ways.states[usize::from(step.to)].at.bit();
            }
        }
        Some(fields)
    }
}
