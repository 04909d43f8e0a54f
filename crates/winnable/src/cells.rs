//! Regions that follow some men exactly: one phase, a *cell*, for each placement of them.
//!
//! A single phase forgets how men depend on each other: it sees a king beside a man that is there
//! only while the other king is elsewhere. Here the men that matter, the kings above all, stand
//! still in a cell; each of their steps is an exit to the cell of the new placement, and what
//! the other men may do grows from cell to cell until nothing changes. So a few hundred cells take
//! the place of hundreds of thousands of positions in which bishops roam behind a wall.

use std::collections::HashMap;

use zermelo_board::{Role, back_rank};

use crate::mobility::{Exit, MAX_MEN, Men, Saturated, State, States};

/// Where each man that is followed stands; [`GONE`], or [`LOOSE`] if it is not followed.
type Place = [u8; MAX_MEN];

const GONE: u8 = 64;
const LOOSE: u8 = 65;

/// The cells met so far.
struct Cells<'a> {
    men: &'a Men,
    /// What is known to come into each cell.
    starts: Vec<States>,
    /// What grew from that.
    phases: Vec<Option<Saturated>>,
    numbers: HashMap<Place, usize>,
    /// Cells that have to grow again.
    queue: Vec<usize>,
}

/// The phases of a region in which the kings, and pawns that may move or be taken, are followed
/// exactly. `None` if some cell may hold a mate, or would have to grow after `budget` others.
pub fn grow(men: &Men, mut budget: u32) -> Option<Vec<Saturated>> {
    if men.rights != 0 {
        return None;
    }
    let coarse = men.saturate(men.at_home(), false)?;
    let mut start = men.at_home();
    for ((man, state), may) in men.men.iter().zip(&mut start).zip(&coarse.states) {
        let is_loose_pawn = man.role == Role::Pawn && may.permanent() == 0;
        let followed = man.role == Role::King || is_loose_pawn;
        *state = State { frozen: followed, spared: followed, ..*state };
    }
    let mut cells = Cells {
        men,
        starts: Vec::new(),
        phases: Vec::new(),
        numbers: HashMap::new(),
        queue: Vec::new(),
    };
    cells.enter(start);
    while let Some(number) = cells.queue.pop() {
        budget = budget.checked_sub(1)?;
        let phase = men.saturate(cells.starts[number].clone(), true)?;
        if men.may_be_mated(&phase) {
            return None;
        }
        cells.starts[number] = phase.states.clone();
        for exit in &phase.exits {
            cells.enter(cells.after(&phase, exit));
        }
        cells.phases[number] = Some(phase);
    }
    cells.phases.into_iter().collect()
}

impl Cells<'_> {
    /// The states after a step out of a cell.
    fn after(&self, phase: &Saturated, &Exit { man, to, victim }: &Exit) -> States {
        let mut next = phase.states.clone();
        let mover = self.men.men[man];
        let promotes = mover.role == Role::Pawn && to.bit() & back_rank(!mover.color) != 0;
        let state = &mut next[man];
        if state.frozen {
            state.squares = to.bit();
            state.strayed |= mover.role == Role::Pawn && to.file() != mover.home.file();
        } else {
            state.squares |= to.bit();
        }
        if promotes {
            *state = State { promoted: true, frozen: false, spared: false, ..*state };
        }
        if let Some(victim) = victim {
            let state = &mut next[victim];
            state.gone = true;
            if state.spared {
                *state = State { squares: 0, frozen: false, spared: false, ..*state };
            }
        }
        next
    }

    /// Adds what may come into a cell.
    fn enter(&mut self, states: States) {
        let mut place = [LOOSE; MAX_MEN];
        for (at, state) in place.iter_mut().zip(&states) {
            *at = match (state.frozen, state.squares) {
                (true, set) => set.trailing_zeros() as u8,
                (false, 0) => GONE,
                (false, _) => LOOSE,
            };
        }
        let next = self.starts.len();
        let number = *self.numbers.entry(place).or_insert(next);
        if number == next {
            self.starts.push(states);
            self.phases.push(None);
            self.queue.push(number);
            return;
        }
        let mut grown = false;
        for (old, new) in self.starts[number].iter_mut().zip(&states) {
            let joined = State {
                squares: old.squares | new.squares,
                gone: old.gone || new.gone,
                promoted: old.promoted || new.promoted,
                strayed: old.strayed || new.strayed,
                ..*old
            };
            grown |= joined != *old;
            *old = joined;
        }
        if grown && !self.queue.contains(&number) {
            self.queue.push(number);
        }
    }
}
