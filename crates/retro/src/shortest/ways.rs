//! The ways of one man of a plan, as a graph: what pairs of men are played on.

use zermelo_board::{Role, Square, attacks};

use super::routes::{End, FAR, Man, Stage, Table};

/// A man with more moves to lose than this is left out.
pub(super) const MOST_LOST: u32 = 6;

/// A man's state: how far it is, where, and the moves lost so far.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub stage: Stage,
    pub at: Square,
    pub lost: u8,
    /// Taken already.
    pub gone: bool,
    /// Done, if nothing more happens to it.
    pub end: bool,
}

/// A step from one state to another.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub to: u16,
    /// What has to be empty, the end of the step not counted.
    pub line: u64,
    /// Whom it takes.
    pub takes: Option<u8>,
    pub castles: bool,
}

/// The ways of one man.
pub(super) struct Ways {
    pub states: Vec<State>,
    pub steps: Vec<Vec<Step>>,
    /// All squares that it may come to or cross.
    pub region: u64,
}

impl Ways {
    /// All ways of a man that costs so much and may lose so many moves more; the first state is the start.
    pub fn new(man: &Man, (table, closed): (&Table, u64), slack: u32) -> Ways {
        let forms = man.forms();
        let mut ways = Ways { states: Vec::new(), steps: Vec::new(), region: man.start.bit() };
        let mut known = vec![[[u16::MAX; 64]; MOST_LOST as usize + 1]; man.layers()];
        let mut add = |ways: &mut Ways, stage: Stage, at: Square, lost: u8| {
            let layer = man.layer(&forms, stage, 0);
            let place = &mut known[layer][usize::from(lost)][at.index()];
            if *place == u16::MAX {
                *place = ways.states.len() as u16;
                let role = forms.get()[usize::from(stage.form)];
                let there = match man.end {
                    End::Stands(goal, wanted) => goal == at && wanted == role,
                    End::Falls { square, .. } => square == at,
                    End::Lost => false,
                };
                let castled = man.castles.is_none() || stage.form > 0;
                let end = there && castled && stage.taken == man.all_taken();
                ways.states.push(State { stage, at, lost, gone: false, end });
                ways.steps.push(Vec::new());
            }
            *place
        };
        add(&mut ways, Stage::default(), man.start, 0);
        let mut next = 0;
        while next < ways.states.len() {
            let State { stage, at, lost, .. } = ways.states[next];
            let before = table.moves(man.layer(&forms, stage, 0), at);
            let castles = man.castles.is_some() && stage.form == 0;
            let made = u8::from(!(castles && man.role == Role::Rook));
            let mut steps = Vec::new();
            man.steps(&forms, stage, 0, at, closed, |after, _, to| {
                let moves = table.moves(man.layer(&forms, after, 0), to);
                if moves >= FAR || made + moves < before {
                    return;
                }
                let lost = lost + made + moves - before;
                if u32::from(lost) > slack {
                    return;
                }
                let bit = after.taken ^ stage.taken;
                let takes = (bit != 0).then(|| man.takes[bit.trailing_zeros() as usize].victim);
                let line = match castles {
                    true => castling_line(man.start, to),
                    false => attacks::between(at, to),
                };
                ways.region |= line | to.bit();
                let to = add(&mut ways, after, to, lost);
                steps.push(Step { to, line, takes, castles });
            });
            ways.steps[next] = steps;
            next += 1;
        }
        if let End::Falls { .. } = man.end {
            let last = *ways.states.last().unwrap_or(&State {
                stage: Stage::default(),
                at: man.start,
                lost: 0,
                gone: true,
                end: false,
            });
            ways.states.push(State { gone: true, end: false, ..last });
            ways.steps.push(Vec::new());
        }
        ways.clean();
        ways
    }

    /// Drops the steps of states that lead nowhere or that nothing leads to; false if none is left.
    pub fn clean(&mut self) -> bool {
        let count = self.states.len();
        let mut from_start = vec![false; count];
        let mut todo = vec![0usize];
        while let Some(state) = todo.pop() {
            if !std::mem::replace(&mut from_start[state], true) {
                todo.extend(self.steps[state].iter().map(|step| usize::from(step.to)));
            }
        }
        let mut to_end: Vec<bool> = self.states.iter().map(|state| state.end).collect();
        loop {
            let mut changed = false;
            for state in (0..count).filter(|&state| from_start[state]) {
                let leads = |step: &Step| to_end[usize::from(step.to)];
                if !to_end[state] && self.steps[state].iter().any(leads) {
                    to_end[state] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for (state, &alive) in from_start.iter().enumerate() {
            self.steps[state].retain(|step| alive && to_end[usize::from(step.to)]);
            self.states[state].end &= alive;
        }
        to_end[0]
    }

    /// The state of a man that was taken.
    pub fn gone(&self) -> Option<usize> {
        let last = self.states.len() - 1;
        self.states[last].gone.then_some(last)
    }
}

/// What has to be empty for king or rook to castle: everything between them.
fn castling_line(start: Square, to: Square) -> u64 {
    let back = start.number() & 56;
    let short = to.number() & 7 >= 5;
    let corner = Square::wrapping(back | if short { 7 } else { 0 });
    attacks::between(Square::wrapping(back | 4), corner)
}
