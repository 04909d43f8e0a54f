//! All play of two men alone: what states they can be in together on a way that brings both to their
//! ends.

use zermelo_board::{Role, Square, attacks};

use super::pairs::{Game, Rows};
use super::routes::{End, Man};
use super::ways::{State, Step, Ways};

/// Two men.
pub(super) struct Duel<'a> {
    /// Their numbers in the plan.
    ids: [usize; 2],
    men: [&'a Man; 2],
    ways: [&'a Ways; 2],
    /// Whether they are of one colour, and the moves that this may lose.
    same: bool,
    most: u32,
    /// Who is a king that the other one may check.
    king: [bool; 2],
    /// Whether they castle with each other.
    castle: bool,
    /// Who is taken by a third man, so that it may go at any time.
    third: [bool; 2],
}

/// What was played: the joint states in the order in which they were met, and the steps between them.
pub(super) struct Play {
    order: Vec<u32>,
    all: usize,
    /// From where, whose step, which, to where; 2 for one that goes.
    pub moves: Vec<(u32, u8, u16, u32)>,
}

impl<'a> Duel<'a> {
    /// These two of the game.
    pub fn new(game: &'a Game<'_>, ids: [usize; 2], ways: [&'a Ways; 2]) -> Duel<'a> {
        let men = ids.map(|id| &game.men[id]);
        let same = men[0].color == men[1].color;
        let third = [0, 1].map(|k| match men[k].end {
            End::Falls { by, .. } => usize::from(by) != ids[1 - k],
            _ => false,
        });
        Duel {
            ids,
            men,
            ways,
            same,
            most: game.slack[men[0].color.index()],
            king: men.map(|man| man.role == Role::King && !same),
            castle: same && men.iter().all(|man| man.castles.is_some()),
            third,
        }
    }

    /// Whether the man in this state attacks the king on this square and nothing can come between.
    fn hits(&self, k: usize, state: &State, king: Square) -> bool {
        if state.gone {
            return false;
        }
        let fate = self.men[k];
        let reach = match fate.forms().get()[usize::from(state.stage.form)] {
            Role::Pawn => attacks::pawn(fate.color, state.at),
            Role::Knight => attacks::knight(state.at),
            Role::King => attacks::king(state.at),
            role => attacks::piece(role, state.at, 0) & attacks::king(state.at),
        };
        reach & king.bit() != 0
    }

    fn states(&self, joint: u32) -> [usize; 2] {
        let width = self.ways[1].states.len();
        [joint as usize / width, joint as usize % width]
    }

    fn joint(&self, states: [usize; 2]) -> u32 {
        (states[0] * self.ways[1].states.len() + states[1]) as u32
    }

    /// Goes everywhere from the start.
    pub fn play(&self) -> Play {
        let all = self.ways[0].states.len() * self.ways[1].states.len();
        let mut seen = vec![false; all];
        let mut play = Play { order: vec![0], all, moves: Vec::new() };
        seen[0] = true;
        let mut next = 0;
        while next < play.order.len() {
            let from = play.order[next];
            next += 1;
            let at = self.states(from);
            for k in [0, 1] {
                let mut go = |who: u8, step: usize, to: [usize; 2]| {
                    let to = self.joint(to);
                    play.moves.push((from, who, step as u16, to));
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        play.order.push(to);
                    }
                };
                if let Some(gone) = self.goes(k, at) {
                    go(2, 0, gone);
                }
                // The other one's king is in check and has to go first.
                let own = &self.ways[k].states[at[k]];
                let other = &self.ways[1 - k].states[at[1 - k]];
                if self.king[1 - k] && self.hits(k, own, other.at) {
                    continue;
                }
                for (index, step) in self.ways[k].steps[at[k]].iter().enumerate() {
                    if let Some(to) = self.after(k, at, step) {
                        go(k as u8, index, to);
                    }
                }
            }
        }
        play
    }

    /// After a third man has taken this one.
    fn goes(&self, k: usize, mut at: [usize; 2]) -> Option<[usize; 2]> {
        let own = &self.ways[k].states[at[k]];
        at[k] = self.ways[k].gone().filter(|_| self.third[k] && own.end && !own.gone)?;
        Some(at)
    }

    /// Where both are after a step of this one; `None` if the other one forbids it.
    fn after(&self, k: usize, at: [usize; 2], step: &Step) -> Option<[usize; 2]> {
        let other = &self.ways[1 - k].states[at[1 - k]];
        let mut to = at;
        to[k] = step.to.into();
        let after = &self.ways[k].states[to[k]];
        if step.takes == Some(self.ids[1 - k] as u8) {
            to[1 - k] = self.ways[1 - k].gone().filter(|_| other.end && !other.gone)?;
        } else if self.castle && step.castles {
            // Both at once, as the king's step.
            let partner = self.ways[1 - k].steps[at[1 - k]].iter().find(|s| s.castles);
            to[1 - k] = partner.filter(|_| self.men[k].role == Role::King)?.to.into();
        } else if !other.gone && (step.line | after.at.bit()) & other.at.bit() != 0 {
            return None;
        }
        let others = &self.ways[1 - k].states[to[1 - k]];
        let lost = u32::from(after.lost) + u32::from(others.lost);
        let too_much = self.same && lost > self.most;
        let in_check = self.king[k] && self.hits(1 - k, others, after.at);
        (!too_much && !in_check).then_some(to)
    }

    /// From which joint states both come to their ends; `None` if they do not from the start.
    pub fn leads(&self, play: &Play) -> Option<Vec<bool>> {
        let mut leads = vec![false; play.all];
        for &joint in &play.order {
            let at = self.states(joint);
            leads[joint as usize] = [0, 1].into_iter().all(|k| {
                let state = &self.ways[k].states[at[k]];
                state.end || state.gone
            });
        }
        loop {
            let mut changed = false;
            for &(from, _, _, to) in play.moves.iter().rev() {
                if leads[to as usize] && !leads[from as usize] {
                    leads[from as usize] = true;
                    changed = true;
                }
            }
            if !changed {
                return leads[0].then_some(leads);
            }
        }
    }

    /// For both, for each state, which of its steps some play contains.
    pub fn used(&self, play: &Play, leads: &[bool]) -> [Vec<Vec<bool>>; 2] {
        let none = |ways: &Ways| ways.steps.iter().map(|s| vec![false; s.len()]).collect();
        let mut used: [Vec<Vec<bool>>; 2] = self.ways.map(none);
        for &(from, who, step, to) in &play.moves {
            if who == 2 || !leads[to as usize] {
                continue;
            }
            let (at, k) = (self.states(from), usize::from(who));
            used[k][at[k]][usize::from(step)] = true;
            if self.castle && self.ways[k].steps[at[k]][usize::from(step)].castles {
                let partner = &self.ways[1 - k].steps[at[1 - k]];
                for (index, _) in partner.iter().enumerate().filter(|(_, s)| s.castles) {
                    used[1 - k][at[1 - k]][index] = true;
                }
            }
        }
        used
    }

    /// Which states go together, whatever was lost; `None` if all do.
    pub fn rows(&self, play: &Play, leads: &[bool], number: &[Vec<[u8; 64]>]) -> Rows {
        let forms = self.men.map(Man::forms);
        let place = |k: usize, state: &State| {
            let layer = self.men[k].layer(&forms[k], state.stage, 0);
            number[self.ids[k]][layer][state.at.index()]
        };
        let mut rows = vec![[0u64; 4]; 256];
        let mut full = play.order.len() == play.all;
        for &joint in &play.order {
            let at = self.states(joint);
            let [x, y] = [0, 1].map(|k| &self.ways[k].states[at[k]]);
            full &= leads[joint as usize];
            if leads[joint as usize] && !x.gone && !y.gone {
                let (x, y) = (place(0, x), place(1, y));
                rows[usize::from(x)][usize::from(y / 64)] |= 1 << (y % 64);
            }
        }
        (!full).then_some(rows)
    }
}
