//! The least fixpoint on bitboards: sets of squares grow until no man can step out of its own.
//!
//! Each round surveys what the sets say of every position in them, and then lets each man go
//! wherever that allows. A phase takes a microsecond or two in a locked position.

use arrayvec::ArrayVec;
use zermelo_board::{ByColor, Color, Role, Square, attacks, back_rank, lowest, set_of, squares};

use crate::mobility::{Confined, Facing, MAX_MEN, Man, Men, Saturated, State, States, is_single};

/// A phase that is still growing.
struct Growth<'a> {
    men: &'a Men,
    states: States,
    /// Whether some man but the king may ever move.
    mobile: ByColor<bool>,
    events: ArrayVec<u8, 8>,
    /// The winner's last man, if there is just one besides the king.
    last: Option<usize>,
}

/// What the states at the beginning of a round say of every position in them.
struct Round {
    /// Squares that hold the same man in every position.
    permanent: u64,
    /// Those of them that a colour's men never enter: its own men's, and the other king's.
    barred: ByColor<u64>,
    /// Where men other than the king may stand.
    region: ByColor<u64>,
    /// Where some man other than that colour's king may stand.
    once: ByColor<u64>,
    /// Squares that a colour's pawns might have just passed by a double step.
    passed: ByColor<u64>,
    /// Squares held for ever by a colour's spared men: not to be entered within the phase.
    spared: ByColor<u64>,
    attacked: Attacked,
    facing: Facing,
    confined: Confined,
    cage: Option<Cage>,
}

/// Squares attacked for ever, as the king of the other colour meets them.
struct Attacked {
    by_any: ByColor<u64>,
    /// By others than the king.
    by_men: ByColor<u64>,
    /// By two men, each for ever.
    twice: ByColor<u64>,
    /// By each man.
    by: [u64; MAX_MEN],
}

/// The king of the intended winner, if it stands still.
struct Cage {
    king: Square,
    /// What shuts it in.
    walls: u64,
    /// Squares that its pawns could step to.
    pushes: u64,
}

/// Squares a pawn of each colour enters by a double step: there it might be taken in passing; and
/// the last rank, where it is no pawn any more.
const PAWN_EDGES: ByColor<u64> =
    ByColor { white: 0xFF00_0000 | 0xFF << 56, black: 0xFF << 32 | 0xFF };

impl Men {
    /// Grows the states to a closed phase. With `hopeless_stops` it stops early, with `None`, when a
    /// pawn of the winner may promote: no phase with such a pawn was ever free of mate pictures.
    pub fn saturate(&self, states: States, hopeless_stops: bool) -> Option<Saturated> {
        let last = self.last_man(&states);
        let (mobile, events) = (ByColor::default(), ArrayVec::new());
        let mut growth = Growth { men: self, states, mobile, events, last };
        loop {
            let round = growth.survey();
            let mut changed = false;
            for i in 0..self.men.len() {
                changed |= growth.step(i, &round, hopeless_stops)?;
            }
            if !changed {
                let ended = growth.endings(&round);
                let Growth { states, events, .. } = growth;
                let Round {
                    permanent, facing, attacked: Attacked { by_any: attacked, .. }, ..
                } = round;
                let exits = self.exits(&states, permanent, attacked, &facing, &ended);
                return Some(Saturated { states, permanent, attacked, facing, events, exits });
            }
        }
    }
}

impl Growth<'_> {
    fn each(&self) -> impl Iterator<Item = (&Man, &State)> {
        self.men.men.iter().zip(&self.states)
    }

    fn survey(&self) -> Round {
        let mut permanent = 0;
        let [mut barred, mut region, mut once, mut passed, mut spared] = [ByColor::default(); 5];
        let mut hinders = [ByColor::default(); 2];
        for (i, (man, state)) in self.each().enumerate() {
            let (set, stays) = (state.squares, state.permanent());
            permanent |= stays;
            barred[man.color] |= stays;
            if state.spared {
                spared[man.color] |= stays;
            }
            if man.role == Role::Pawn {
                passed[man.color] |= self.men.passed(&self.states, i);
            }
            if man.role == Role::King {
                barred[!man.color] |= stays; // A king is never taken.
            } else {
                region[man.color] |= set;
            }
            for c in Color::ALL {
                if man.role == Role::King && man.color == c {
                    continue;
                }
                once[c] |= set;
                for (role, hinders) in [Role::Bishop, Role::Rook].into_iter().zip(&mut hinders) {
                    let helps = man.role == role || man.role == Role::Queen;
                    hinders[!c] |= if helps && man.color != c { 0 } else { set };
                }
            }
        }
        let attacked = self.attacked(hinders);
        let facing = self.men.facing(&self.states);
        let (confined, cage) = (self.men.confined(&self.states), self.cage());
        Round { permanent, barred, region, once, passed, spared, attacked, facing, confined, cage }
    }

    /// What is attacked, given where men may stand that hinder a colour's men on diagonals, and on
    /// ranks and files. Its own men that attack along the same line do not: the nearest one attacks.
    fn attacked(&self, [diagonal, straight]: [ByColor<u64>; 2]) -> Attacked {
        let none = ByColor::default();
        let mut attacked = Attacked { by_any: none, by_men: none, twice: none, by: [0; MAX_MEN] };
        for (i, (man, state)) in self.each().enumerate() {
            if state.gone || state.promoted || state.squares == 0 {
                continue;
            }
            let c = man.color;
            let others = match man.role {
                Role::Bishop => diagonal[c],
                Role::Rook => straight[c],
                _ => diagonal[c] | straight[c],
            };
            let mut all = !0;
            for s in squares(state.squares) {
                all &= attacks::man(c, man.role, s, others);
                if all == 0 {
                    break;
                }
            }
            attacked.by[i] = all;
            attacked.twice[c] |= attacked.by_any[c] & all;
            attacked.by_any[c] |= all;
            if man.role != Role::King {
                attacked.by_men[c] |= all;
            }
        }
        attacked
    }

    /// The winner's king, if it stands still.
    fn cage(&self) -> Option<Cage> {
        let winner = self.men.winner;
        let king = self.states[self.men.kings[winner]].squares;
        if !is_single(king) {
            return None;
        }
        let mut cage = Cage { king: lowest(king), walls: 0, pushes: 0 };
        for (man, state) in self.each().filter(|(man, _)| man.color == winner) {
            if man.role == Role::King {
                continue;
            }
            cage.walls |= state.permanent();
            if man.role == Role::Pawn {
                let one = attacks::forward(winner, state.squares);
                cage.pushes |= one | attacks::forward(winner, one);
            }
        }
        Some(cage)
    }

    /// Squares that the winner's men other than the king could take on, lines ending at `walls`.
    fn capturable(&self, walls: u64) -> u64 {
        let winner = self.men.winner;
        let men = self.each().filter(|(man, _)| man.color == winner && man.role != Role::King);
        men.fold(0, |all, (man, state)| {
            let attacked = |s| state.attacks(winner, man.role, s, walls);
            squares(state.squares).fold(all, |all, s| all | attacked(s))
        })
    }

    /// Lets man `i` go wherever it may. Returns whether a state has changed; `None` if there is no
    /// hope left.
    fn step(&mut self, i: usize, round: &Round, hopeless_stops: bool) -> Option<bool> {
        let man = self.men.men[i];
        let c = man.color;
        if self.states[i].squares == 0 {
            return Some(false);
        }
        if man.role != Role::Pawn && self.men.waits(&self.states, c, round.attacked.by_any) {
            return Some(false);
        }
        let walked = man.role == Role::King && self.walk(i, round);
        let state = self.states[i];
        if man.role == Role::Pawn && !state.promoted {
            // Most pawns are stuck, and seen to be at a glance.
            let [west, east] = attacks::pawns(c, state.squares);
            let takes = (west | east) & (round.region[!c] | round.passed[!c]);
            let pushes = attacks::forward(c, state.squares) & !round.permanent;
            if (pushes | takes) & !round.barred[c] == 0 {
                return Some(false);
            }
        }
        // Entered with or without a capture; entered by a capture only.
        let Round { permanent, facing, confined, .. } = round;
        let (quiet, diagonals) = self.men.geometry(i, &self.states, *permanent, facing, confined);
        let mut takes = diagonals & (round.region[!c] | round.passed[!c]);
        let mut entered = (quiet | takes) & !round.barred[c];
        let mut changed = walked;
        if man.role != Role::King && entered != 0 && !self.mobile[c] {
            self.mobile[c] = true;
            changed = true;
        }
        if let Some(last) = self.last
            && c != self.men.winner
        {
            // To take the last man ends the game.
            takes = 0;
            entered = quiet & !round.barred[c] & !self.states[last].permanent();
        }
        if man.role == Role::King {
            entered &= !round.attacked.by_any[!c];
            entered &= !self.stalemating(c, entered, round);
            changed |= self.castle(c, &mut entered, round);
        } else {
            entered &= !(self.mating(i, entered, takes, round) | self.thrown(i, entered, round));
        }
        if state.frozen {
            return Some(changed); // Every step of it is an exit.
        }
        let is_pawn = man.role == Role::Pawn && !state.promoted;
        changed |= self.take(c, is_pawn, if is_pawn { takes & !round.barred[c] } else { entered });
        let squares = state.squares | entered & !round.spared[!c];
        let promoted = state.promoted || is_pawn && squares & back_rank(!c) != 0;
        // A strong man of the winner's that goes everywhere will mate somewhere.
        let strong = matches!(man.role, Role::Queen | Role::Rook | Role::Knight);
        let hopeless = promoted || strong && squares.count_ones() > 24;
        if hopeless_stops && c == self.men.winner && hopeless {
            return None;
        }
        let grown = State { squares, promoted, ..state };
        self.states[i] = grown;
        Some(changed || grown != state)
    }

    /// Lets a king go on as far as it gets: others seldom change what it may do. Whether it went.
    fn walk(&mut self, i: usize, round: &Round) -> bool {
        let c = self.men.men[i].color;
        if self.states[i].frozen {
            return false;
        }
        let mut closed = round.barred[c] | round.attacked.by_any[!c] | round.spared[!c];
        if let Some(last) = self.last
            && c != self.men.winner
        {
            closed |= self.states[last].permanent();
        }
        let before = self.states[i].squares;
        loop {
            let here = self.states[i].squares;
            let entered = attacks::kings(here) & !here & !closed;
            let entered = entered & !self.stalemating(c, entered, round);
            if entered == 0 {
                return here != before;
            }
            self.states[i].squares |= entered;
        }
    }

    /// Marks as gone whom a man of colour `c` may take on these squares. Whether there is any.
    fn take(&mut self, c: Color, is_pawn: bool, on: u64) -> bool {
        if on == 0 {
            return false;
        }
        let mut changed = false;
        for (j, victim) in self.men.men.iter().enumerate() {
            let state = self.states[j];
            let spared = state.spared || self.last == Some(j);
            if victim.color == c || victim.role == Role::King || state.gone || spared {
                continue;
            }
            let in_passing = || {
                is_pawn && victim.role == Role::Pawn && self.men.passed(&self.states, j) & on != 0
            };
            if state.squares & on != 0 || in_passing() {
                self.states[j].gone = true;
                changed = true;
                if is_single(state.squares) {
                    let _ = self.events.try_push(j as u8);
                }
            }
        }
        changed
    }

    /// Adds where castling takes king and rook. Whether that is new for the rook.
    fn castle(&mut self, c: Color, entered: &mut u64, round: &Round) -> bool {
        let king = self.men.kings[c];
        if self.men.rights == 0 || self.states[king].squares & self.men.men[king].home.bit() == 0 {
            return false;
        }
        let mut changed = false;
        for (king_to, rook, rook_to) in self.men.castlings(c, round.permanent) {
            if round.attacked.by_any[!c] & king_to.bit() == 0 {
                *entered |= king_to.bit();
                changed |= self.states[rook].squares & rook_to.bit() == 0;
                self.states[rook].squares |= rook_to.bit();
            }
        }
        changed
    }

    /// For each man that is assumed not to move, the steps that end the game.
    fn endings(&self, round: &Round) -> [u64; MAX_MEN] {
        let mut ended = [0; MAX_MEN];
        for (i, (man, state)) in self.each().enumerate().filter(|(_, (_, state))| state.frozen) {
            let c = man.color;
            let (quiet, diagonals) =
                self.men.geometry(i, &self.states, round.permanent, &round.facing, &round.confined);
            let takes = diagonals & (round.region[!c] | round.passed[!c]);
            let entered = (quiet | takes) & !round.barred[c] & !state.squares;
            ended[i] = match man.role {
                Role::King => self.stalemating(c, entered & !round.attacked.by_any[!c], round),
                _ => self.mating(i, entered, takes, round) | self.thrown(i, entered, round),
            };
        }
        ended
    }

    /// The steps of a king that stalemate the other side, and so end the game.
    fn stalemating(&self, c: Color, entered: u64, round: &Round) -> u64 {
        let other = self.states[self.men.kings[!c]].squares;
        if entered == 0 || self.mobile[!c] || self.men.rights != 0 || other.count_ones() > 6 {
            return 0;
        }
        // Men that wait have not been asked whether they are stuck.
        if self.men.waits(&self.states, !c, round.attacked.by_any) {
            return 0;
        }
        let here = self.states[self.men.kings[c]].squares;
        let theirs = self.each().filter(|(man, _)| man.color != c);
        let walls = theirs.fold(0, |walls, (_, state)| walls | state.permanent());
        // A king that has a flight is shut in only from near.
        let has_flight =
            |&at: &Square| attacks::king(at) & !(round.attacked.by_men[c] | walls) != 0;
        let near = |at: Square| attacks::kings(attacks::king(at) | at.bit());
        let near_all = squares(other).filter(has_flight).fold(!0, |all, at| all & near(at));
        set_of(squares(entered & !here & near_all).filter(|&to| {
            let closed = round.attacked.by_men[c] | walls & !to.bit();
            squares(here & attacks::king(to))
                .all(|from| self.stalemates(c, from, to, other, closed, round.permanent))
        }))
    }

    /// Whether a step of the king of colour `c` leaves the other side without a move and not in
    /// check, wherever its king may stand; all its other men are stuck.
    fn stalemates(
        &self,
        c: Color,
        from: Square,
        to: Square,
        other: u64,
        closed: u64,
        permanent: u64,
    ) -> bool {
        let own = self.states[self.men.kings[c]].squares;
        // A king that has not moved may be what blocks the other side's men.
        let blocked = |(man, state): (&Man, &State)| {
            let attacked = |s| attacks::man(man.color, man.role, s, permanent);
            let pushes = attacks::forward(man.color, state.squares);
            man.color != c
                && man.role != Role::King
                && (state.promoted
                    || squares(state.squares).fold(pushes, |all, s| all | attacked(s)) & own != 0)
        };
        if is_single(own) && self.each().any(blocked) {
            return false;
        }
        let near = attacks::king(to);
        let apart = !(near | to.bit() | attacks::king(from) | from.bit());
        squares(other & apart).all(|at| {
            // A mate by the loser ends the game as well.
            attacks::king(at) & !(near | closed) == 0
                && (c != self.men.winner || !self.uncovers(c, from, at, permanent))
        })
    }

    /// Whether a man of colour `c` might attack `at` once its king has left `from`.
    fn uncovers(&self, c: Color, from: Square, at: Square, permanent: u64) -> bool {
        let lines = permanent & !from.bit();
        self.each().any(|(man, state)| {
            man.color == c
                && (man.role.slides() || state.promoted)
                && squares(state.squares).any(|s| {
                    attacks::between(s, at) & from.bit() != 0
                        && state.attacks(c, man.role, s, lines) & at.bit() != 0
                })
        })
    }

    /// The steps of a man that mate the intended winner, and so end the game.
    fn mating(&self, i: usize, entered: u64, takes: u64, round: &Round) -> u64 {
        let (Man { color: c, role, .. }, state) = (self.men.men[i], self.states[i]);
        let Some(cage) = &round.cage else { return 0 };
        let mut steps = entered & !state.squares;
        if steps == 0 || c == self.men.winner || state.promoted {
            return 0;
        }
        let anywhere = round.once.white | round.once.black;
        let checks = match role {
            // A capture in passing opens a line besides: not looked into.
            Role::Pawn if takes & !round.region[!c] != 0 => return 0,
            Role::Pawn => attacks::pawn(!c, cage.king),
            role => attacks::piece(role, cage.king, anywhere),
        };
        if role == Role::Pawn {
            steps &= !PAWN_EDGES[c];
        }
        let battery = self.battery(i, cage.king, anywhere);
        if steps & checks == 0 && battery.is_none() {
            return 0;
        }
        // A man that has just been taken, or has left its square, shields none of them.
        let capturable = self.capturable(round.permanent & !state.squares & !entered);
        let entered = capturable | cage.pushes;
        let Attacked { by_any, twice, by, .. } = &round.attacked;
        let guarded = twice[c] | by_any[c] & !by[i];
        let flights = attacks::king(cage.king);
        let uncovers = battery
            .is_some_and(|(square, gaps)| square.bit() & capturable == 0 && gaps & entered == 0);
        set_of(squares(steps).filter(|&to| {
            let checks = checks & !capturable & to.bit() != 0
                && attacks::between(to, cage.king) & entered == 0;
            let uncovers = uncovers && battery.is_some_and(|(_, gaps)| gaps & to.bit() == 0);
            (checks || uncovers)
                && flights & !(guarded | cage.walls & !to.bit()) == 0
                && self.guard_around(i, flights & !(cage.walls & !to.bit()), to, round)
        }))
    }

    /// A man that stands still and checks the winner's king once man `i`, which stands still as
    /// well, has gone out of its way; and the squares between.
    fn battery(&self, i: usize, king: Square, anywhere: u64) -> Option<(Square, u64)> {
        let (shield, c) = (self.states[i].squares, self.men.men[i].color);
        let lines = attacks::queen(king, 0);
        if !is_single(shield) || shield & lines == 0 {
            return None;
        }
        self.each().find_map(|(man, state)| {
            let still = state.permanent();
            if man.color != c || !man.role.slides() || still & lines == 0 || state.promoted {
                return None;
            }
            let square = lowest(still);
            let gaps = attacks::between(square, king);
            let opens = gaps & shield != 0
                && gaps & anywhere & !shield == 0
                && attacks::piece(man.role, square, 0) & king.bit() != 0;
            opens.then_some((square, gaps))
        })
    }

    /// The steps by which the winner's last man gives a check that is no mate, and that nothing
    /// answers but its capture.
    fn thrown(&self, i: usize, entered: u64, round: &Round) -> u64 {
        let (Man { color: c, role, .. }, state) = (self.men.men[i], self.states[i]);
        let king = self.states[self.men.kings[!c]].squares;
        if self.last != Some(i) || state.promoted || self.men.rights != 0 || !is_single(king) {
            return 0;
        }
        let k = lowest(king);
        let near = attacks::king(k);
        let checks = match role {
            Role::Pawn => attacks::pawn(!c, k) & !PAWN_EDGES[c] & round.region[!c],
            Role::Knight => attacks::knight(k),
            role => attacks::piece(role, k, 0) & near,
        };
        let own_king = self.men.kings[c];
        let guarded = attacks::kings(self.states[own_king].squares);
        let closed = round.barred[!c] | round.attacked.by[own_king];
        let takes = |to: Square| {
            (near & !guarded & to.bit() != 0)
                || self.each().any(|(man, state)| {
                    let from_next = |s| attacks::man(man.color, man.role, s, !0) & to.bit() != 0;
                    man.color != c
                        && man.role != Role::King
                        && !state.gone
                        && !state.promoted
                        && state.squares != 0
                        && squares(state.squares).all(from_next)
                })
        };
        set_of(
            squares(entered & checks & !state.squares)
                .filter(|&to| near & !to.bit() & !closed == 0 && takes(to)),
        )
    }

    /// Whether other men of this one's colour guard all of these flights for ever, and not only through
    /// the square that it enters.
    fn guard_around(&self, i: usize, flights: u64, entered: Square, round: &Round) -> bool {
        let c = self.men.men[i].color;
        let others = self.each().enumerate().filter(|&(j, (man, _))| j != i && man.color == c);
        let guarded = others.fold(0, |all, (j, (man, state))| {
            let by = round.attacked.by[j] & flights & !all;
            let through = |e: Square| {
                man.role.slides()
                    && squares(state.squares).any(|s| attacks::between(s, e) & entered.bit() != 0)
            };
            all | set_of(squares(by).filter(|&e| !through(e)))
        });
        flights & !guarded == 0
    }
}
