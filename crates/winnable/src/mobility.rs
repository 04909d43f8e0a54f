//! Mobility analysis: the squares each man may ever stand on, as a least fixpoint on bitboards.
//!
//! The paper's Figures 6 and 7, sharpened: lines through men that stay for ever, squares that an
//! enemy attacks for ever from wherever it may stand, pawns that face each other, castling and en
//! passant. The result is a *phase* of a kernel region: this module *finds* the sets, the kernel
//! checks that they are closed. Every condition here mirrors a lemma of
//! `zermelo_kernel::Region`; docs/theory/unwinnability.md states them. A phase takes a microsecond or
//! two in a locked position.

use arrayvec::ArrayVec;
use zermelo_board::{
    Color, Position, Role, Square, attacks, back_rank, castled, highest, lowest, squares,
};

/// Men that one region can follow.
pub const MAX_MEN: usize = 40;

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// A man of the anchor, as a region follows it.
#[derive(Clone, Copy, Debug)]
pub struct Man {
    /// 0 White, 1 Black.
    pub color: Color,
    /// Its role in the anchor.
    pub role: Role,
    /// Its square in the anchor.
    pub home: Square,
}

/// What a phase says of one man; compare `zermelo_kernel::ManState`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Where it may stand; empty when gone for certain.
    pub squares: u64,
    /// Whether it may be gone.
    pub gone: bool,
    /// Whether it may have promoted.
    pub promoted: bool,
    /// Assumed not to move in this phase; its moves are exits.
    pub frozen: bool,
    /// Assumed not to be taken in this phase; its captures are exits.
    pub spared: bool,
}

/// The men of an anchor, and what is needed to saturate phases of it.
#[derive(Clone, Debug)]
pub struct Men {
    /// The men, a1 first.
    pub men: ArrayVec<Man, MAX_MEN>,
    /// The intended winner.
    pub winner: Color,
    pub(crate) kings: [usize; 2],
    rights: u64,
    ep: Option<Square>,
}

/// The states of all men in one phase.
pub type States = ArrayVec<State, MAX_MEN>;

/// A saturated phase.
#[derive(Clone, Debug)]
pub struct Saturated {
    /// The states.
    pub states: States,
    /// Squares that hold the same man in every covered position.
    pub permanent: u64,
    /// Squares each colour attacks in every covered position.
    pub attacked: [u64; 2],
    /// Facing pawns, white then black.
    pub facing: ArrayVec<(u8, u8), 32>,
    /// Men that may be taken where they stood all along, in the order they were found: worth a
    /// case of their own.
    pub events: ArrayVec<u8, 8>,
    /// Steps out of frozen men, and captures of spared ones: (mover, to, victim).
    pub exits: Vec<(u8, Square, Option<u8>)>,
}

impl Men {
    /// The men of a position; `None` when there are more than a region follows.
    pub fn new(p: &Position, winner: Color) -> Option<Men> {
        let mut men = ArrayVec::new();
        let mut kings = [0; 2];
        for s in squares(p.occupied()) {
            let color = p.color_at(s);
            let role = p.role_at(s)?;
            if role == Role::King {
                kings[color.index()] = men.len();
            }
            men.try_push(Man { color, role, home: s }).ok()?;
        }
        Some(Men { men, winner, kings, rights: p.castling_rights(), ep: p.en_passant() })
    }

    /// The number of a king among the men.
    pub fn king(&self, c: Color) -> usize {
        self.kings[c.index()]
    }

    /// Every man at home, the anchor alone.
    pub fn at_home(&self) -> States {
        self.men
            .iter()
            .map(|man| State {
                squares: man.home.bit(),
                gone: false,
                promoted: false,
                frozen: false,
                spared: false,
            })
            .collect()
    }

    /// Grows the states to a closed phase. Stops early, with nothing, when a pawn of the winner
    /// may promote: no phase with such a pawn was ever free of mate pictures.
    pub fn saturate(&self, states: States) -> Option<Saturated> {
        self.grow(states, true)
    }

    /// Grows the states to a closed phase; `hopeless_stops`: see [`Men::saturate`].
    pub fn grow(&self, mut states: States, hopeless_stops: bool) -> Option<Saturated> {
        let n = self.men.len();
        let mut attacked = [0u64; 2];
        let mut attacked_by_men = [0u64; 2]; // by others than the king
        let mut attacked_twice = [0u64; 2]; // by two men, each for ever
        let mut always = [0u64; MAX_MEN]; // by this man, for ever
        let mut mobile = [false; 2]; // whether some man but the king may ever move
        let mut events: ArrayVec<u8, 8> = ArrayVec::new();
        let mut facing: ArrayVec<(u8, u8), 32>;
        let mut permanent;
        loop {
            let mut changed = false;
            // What stays for ever, what each colour may occupy, and who can face whom.
            permanent = 0u64;
            let mut own_permanent = [0u64; 2];
            let mut region = [0u64; 2]; // non-kings
            let mut once = [0u64; 2]; // occupiable by some man but that king
            let mut twice = [0u64; 2];
            for (man, state) in self.men.iter().zip(&states) {
                let set = state.squares;
                if set != 0 && set & (set - 1) == 0 && !state.gone {
                    permanent |= set;
                    own_permanent[man.color.index()] |= set;
                    if man.role == Role::King {
                        own_permanent[(!man.color).index()] |= set; // A king is never taken.
                    }
                }
                if man.role != Role::King {
                    region[man.color.index()] |= set;
                }
                for c in Color::ALL {
                    if !(man.role == Role::King && man.color == c) {
                        twice[c.index()] |= once[c.index()] & set;
                        once[c.index()] |= set;
                    }
                }
            }
            // Squares attacked for ever, as the king of the other colour meets them.
            for c in Color::ALL {
                attacked[c.index()] = 0;
                attacked_by_men[c.index()] = 0;
                attacked_twice[c.index()] = 0;
                for (i, (man, state)) in self.men.iter().zip(&states).enumerate() {
                    always[i] = if man.color == c { 0 } else { always[i] };
                    if man.color != c || state.gone || state.promoted || state.squares == 0 {
                        continue;
                    }
                    let others = twice[(!c).index()] | once[(!c).index()] & !state.squares;
                    let mut all = !0u64;
                    for s in squares(state.squares) {
                        all &= reach(man.role, c, s, others);
                        if all == 0 {
                            break;
                        }
                    }
                    always[i] = all;
                    attacked_twice[c.index()] |= attacked[c.index()] & all;
                    attacked[c.index()] |= all;
                    if man.role != Role::King {
                        attacked_by_men[c.index()] |= all;
                    }
                }
            }
            facing = self.facing(&states);
            // Whether the intended winner's king stands still, what shuts it in, and which
            // squares its men could take on.
            let cage = states[self.kings[self.winner.index()]].squares;
            let caged = cage & (cage - 1) == 0;
            let cage = lowest(cage);
            let (mut cage_walls, mut capturable, mut pushes) = (0u64, 0u64, 0u64);
            if caged {
                for (man, state) in self.men.iter().zip(&states) {
                    if man.color != self.winner || man.role == Role::King {
                        continue;
                    }
                    let set = state.squares;
                    if set & set.wrapping_sub(1) == 0 && !state.gone {
                        cage_walls |= set;
                    }
                    // The mover, any man of the loser's, shields nothing: only own men do.
                    let lines = permanent & own_permanent[self.winner.index()];
                    for s in squares(set) {
                        if state.promoted {
                            capturable |= attacks::knight(s);
                            capturable |= reach(Role::Queen, man.color, s, lines);
                        } else {
                            capturable |= reach(man.role, man.color, s, lines);
                        }
                        if man.role == Role::Pawn {
                            let bit = s.bit();
                            pushes |= if man.color == Color::White {
                                bit << 8 | bit << 16
                            } else {
                                bit >> 8 | bit >> 16
                            };
                        }
                    }
                }
            }

            for i in 0..n {
                let man = self.men[i];
                let c = man.color;
                let state = states[i];
                if state.squares == 0 {
                    continue;
                }
                // Entered with or without a capture; entered by a capture only.
                let (quiet, diagonals) = self.geometry(i, &states, permanent, &facing);
                let mut takes = diagonals & region[(!c).index()];
                for t in squares(diagonals & !region[(!c).index()]) {
                    if self.passed(&states, t, !c) {
                        takes |= t.bit();
                    }
                }
                let mut entered = (quiet | takes) & !own_permanent[c.index()];
                if man.role == Role::King {
                    entered &= !attacked[(!c).index()];
                    // Steps that stalemate the other side end the game.
                    let other = states[self.kings[(!c).index()]].squares;
                    if !mobile[(!c).index()] && self.rights == 0 && other.count_ones() <= 6 {
                        let mut walls = 0;
                        for (man, state) in self.men.iter().zip(&states) {
                            let set = state.squares;
                            if man.color != c && set & set.wrapping_sub(1) == 0 && !state.gone {
                                walls |= set;
                            }
                        }
                        let mut ends = entered & !state.squares;
                        for t in squares(ends) {
                            let bit = t.bit();
                            let all = squares(state.squares & attacks::king(t)).all(|s| {
                                self.stalemates(
                                    &states,
                                    c,
                                    s,
                                    t,
                                    other,
                                    attacked_by_men[c.index()] | walls & !bit,
                                    permanent,
                                )
                            });
                            if !all {
                                ends &= !bit;
                            }
                        }
                        entered &= !ends;
                    }
                    if self.rights != 0 && state.squares & man.home.bit() != 0 {
                        for (king_to, rook, rook_to) in self.castlings(c, permanent) {
                            if attacked[(!c).index()] & king_to.bit() == 0 {
                                entered |= king_to.bit();
                                if states[rook].squares & rook_to.bit() == 0 {
                                    states[rook].squares |= rook_to.bit();
                                    changed = true;
                                }
                            }
                        }
                    }
                }
                // Steps that mate the intended winner end the game.
                if c != self.winner && man.role != Role::King && !state.promoted && caged {
                    let mut mates = entered & !state.squares & !capturable;
                    if mates != 0 {
                        mates &= match man.role {
                            // A capture in passing opens a line besides: not looked into.
                            Role::Pawn if takes & !region[(!c).index()] != 0 => 0,
                            Role::Pawn => attacks::pawn(!c, cage) & !PAWN_EDGES[c.index()],
                            Role::Knight => attacks::knight(cage),
                            role => reach(role, c, cage, once[0] | once[1]),
                        };
                        if mates != 0 {
                            let guarded =
                                attacked_twice[c.index()] | attacked[c.index()] & !always[i];
                            let flights = attacks::king(cage);
                            for t in squares(mates) {
                                let bit = t.bit();
                                if flights & !(guarded | cage_walls & !bit) != 0
                                    || attacks::between(t, cage) & (capturable | pushes) != 0
                                    || guards_through(
                                        &self.men, &states, &always, c, i, flights, bit,
                                    )
                                {
                                    mates &= !bit;
                                }
                            }
                            entered &= !mates;
                        }
                    }
                }
                if man.role != Role::King && entered != 0 && !mobile[c.index()] {
                    mobile[c.index()] = true;
                    changed = true;
                }
                if state.frozen {
                    continue; // Every step of it is an exit.
                }
                let capturing = if man.role == Role::Pawn && !state.promoted {
                    takes & !own_permanent[c.index()]
                } else {
                    entered
                };
                // A spared man is not taken in this phase: squares only it can hold stay shut.
                if capturing != 0 {
                    for j in 0..n {
                        let victim = self.men[j];
                        if victim.color == c || victim.role == Role::King {
                            continue;
                        }
                        let hit = states[j].squares & capturing != 0
                            || man.role == Role::Pawn
                                && !state.promoted
                                && victim.role == Role::Pawn
                                && self.passes_onto(&states, j, capturing);
                        if hit && !states[j].gone && !states[j].spared {
                            states[j].gone = true;
                            changed = true;
                            if states[j].squares & (states[j].squares - 1) == 0 {
                                let _ = events.try_push(j as u8);
                            }
                        }
                    }
                }
                // Squares held for ever by a spared enemy cannot be entered within the phase.
                let mut shut = 0u64;
                for j in 0..n {
                    let other = &states[j];
                    let set = other.squares;
                    if self.men[j].color != c
                        && other.spared
                        && !other.gone
                        && set != 0
                        && set & (set - 1) == 0
                    {
                        shut |= set;
                    }
                }
                let mut grown = state.squares | entered & !shut;
                let last = if c == Color::White { 0xFFu64 << 56 } else { 0xFF };
                let mut promoted = state.promoted;
                if man.role == Role::Pawn && !promoted && grown & last != 0 {
                    promoted = true;
                }
                // A strong man of the winner's that goes everywhere will mate somewhere.
                let strong = matches!(man.role, Role::Queen | Role::Rook | Role::Knight);
                if hopeless_stops
                    && c == self.winner
                    && (promoted || strong && grown.count_ones() > 24)
                {
                    return None;
                }
                if promoted {
                    grown |= state.squares;
                }
                if grown != state.squares || promoted != state.promoted {
                    states[i].squares = grown;
                    states[i].promoted = promoted;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let exits = self.exits(&states, permanent, attacked, &facing);
        Some(Saturated { states, permanent, attacked, facing, events, exits })
    }

    /// Whether a step of the king of colour `c` from `s` to `t` leaves the other side without a
    /// move and not in check, wherever its king may stand; all its other men are stuck.
    #[allow(clippy::too_many_arguments)]
    fn stalemates(
        &self,
        states: &States,
        c: Color,
        s: Square,
        t: Square,
        other: u64,
        closed: u64,
        permanent: u64,
    ) -> bool {
        let own = states[self.kings[c.index()]].squares;
        if own & (own - 1) == 0 {
            // A king that has not moved may be what blocks the other side's men.
            for (man, state) in self.men.iter().zip(states) {
                if man.color != c && man.role != Role::King {
                    let near = squares(state.squares).any(|x| {
                        let push =
                            if man.color == Color::White { x.bit() << 8 } else { x.bit() >> 8 };
                        (reach(man.role, man.color, x, permanent) | push) & own != 0
                    });
                    if near || state.promoted {
                        return false;
                    }
                }
            }
        }
        let near = attacks::king(t);
        let apart = !(near | t.bit() | attacks::king(s) | s.bit());
        squares(other & apart).all(|at| {
            if attacks::king(at) & !(near | closed) != 0 {
                return false;
            }
            c != self.winner
                || !self.men.iter().zip(states).any(|(man, state)| {
                    let slides = matches!(man.role, Role::Bishop | Role::Rook | Role::Queen);
                    man.color == c
                        && (slides || state.promoted)
                        && squares(state.squares).any(|x| {
                            let gaps = attacks::between(x, at);
                            let lines = permanent & !s.bit();
                            let hits = if state.promoted {
                                reach(Role::Queen, c, x, lines)
                            } else {
                                reach(man.role, c, x, lines)
                            };
                            gaps & s.bit() != 0 && hits & at.bit() != 0
                        })
                })
        })
    }

    /// Where man `i` may step as far as permanent men and facing pawns go, and, for an unpromoted
    /// pawn, the squares it may take on.
    fn geometry(
        &self,
        i: usize,
        states: &States,
        permanent: u64,
        facing: &[(u8, u8)],
    ) -> (u64, u64) {
        let (man, state) = (self.men[i], states[i]);
        let (mut steps, mut diagonals) = (0u64, 0u64);
        for s in squares(state.squares) {
            if state.promoted {
                steps |= attacks::knight(s) | reach(Role::Queen, man.color, s, permanent);
            } else if man.role == Role::Pawn {
                let (push, capture) = self.pawn_reach(i, s, permanent, facing, states);
                steps |= push;
                diagonals |= capture;
            } else {
                steps |= reach(man.role, man.color, s, permanent);
            }
        }
        (steps, diagonals)
    }

    /// Pushes and diagonal squares of an unpromoted pawn.
    #[inline]
    fn pawn_reach(
        &self,
        i: usize,
        s: Square,
        permanent: u64,
        facing: &[(u8, u8)],
        states: &States,
    ) -> (u64, u64) {
        let man = self.men[i];
        let bit = s.bit();
        let mut stop = permanent;
        for &(white, black) in facing {
            let (own, other) =
                if man.color == Color::White { (white, black) } else { (black, white) };
            let set = states[other as usize].squares;
            if own as usize == i && !states[other as usize].gone && set != 0 {
                // At and beyond the other pawn's starting point.
                stop |= if man.color == Color::White {
                    !0u64 << (highest(set).number() & 56)
                } else {
                    !0u64 >> (63 - (lowest(set).number() | 7))
                };
            }
        }
        let push = if man.color == Color::White {
            let one = bit << 8 & !stop;
            one | if s.number() < 16 { one << 8 & !stop } else { 0 }
        } else {
            let one = bit >> 8 & !stop;
            one | if s.number() >= 48 { one >> 8 & !stop } else { 0 }
        };
        (push, attacks::pawn(man.color, s))
    }

    /// Whether a pawn of colour `c` might have just passed square `t` by a double step.
    fn passed(&self, states: &States, t: Square, c: Color) -> bool {
        (0..self.men.len()).any(|j| {
            self.men[j].color == c
                && self.men[j].role == Role::Pawn
                && self.passes_onto(states, j, t.bit())
        })
    }

    /// Whether pawn `j` might pass one of `targets` by a double step.
    fn passes_onto(&self, states: &States, j: usize, targets: u64) -> bool {
        let set = states[j].squares;
        let (origins, arrivals, rank) = if self.men[j].color == Color::White {
            (set << 8, set >> 8, 0xFFu64 << 16)
        } else {
            (set >> 8, set << 8, 0xFFu64 << 40)
        };
        let mut passed = origins & arrivals & rank;
        if let Some(ep) = self.ep {
            passed |= arrivals & ep.bit() & rank;
        }
        passed & targets != 0
    }

    /// Pairs of facing pawns: of one file for good, unpromoted, the white one below.
    fn facing(&self, states: &States) -> ArrayVec<(u8, u8), 32> {
        let mut pairs = ArrayVec::new();
        for (i, white) in self.men.iter().enumerate() {
            let file = FILE_A << white.home.file();
            if white.color != Color::White
                || white.role != Role::Pawn
                || states[i].promoted
                || states[i].squares & !file != 0
            {
                continue;
            }
            for (j, black) in self.men.iter().enumerate() {
                if black.color == Color::Black
                    && black.role == Role::Pawn
                    && !states[j].promoted
                    && black.home.file() == white.home.file()
                    && black.home > white.home
                    && states[j].squares & !file == 0
                {
                    let _ = pairs.try_push((i as u8, j as u8));
                }
            }
        }
        pairs
    }

    /// Castlings of colour `c` that nothing permanent bars: king's target, rook, rook's target.
    fn castlings(&self, c: Color, permanent: u64) -> ArrayVec<(Square, usize, Square), 2> {
        let king = self.men[self.kings[c.index()]].home;
        let mut found = ArrayVec::new();
        for rook in squares(self.rights & back_rank(c)) {
            let (king_to, rook_to) = castled(king, rook);
            let low = king.min(rook).min(king_to).min(rook_to);
            let high = king.max(rook).max(king_to).max(rook_to);
            let span = (!0u64 << low.number()) & (!0u64 >> (63 - high.number()));
            let index = self.men.iter().position(|man| man.home == rook);
            if let Some(index) = index
                && permanent & span & !king.bit() & !rook.bit() == 0
            {
                found.push((king_to, index, rook_to));
            }
        }
        found
    }

    /// The steps that leave the phase: those of frozen men, and captures of spared ones.
    fn exits(
        &self,
        states: &States,
        permanent: u64,
        attacked: [u64; 2],
        facing: &[(u8, u8)],
    ) -> Vec<(u8, Square, Option<u8>)> {
        let mut exits = Vec::new();
        if !states.iter().any(|state| state.frozen || state.spared) {
            return exits;
        }
        for (i, man) in self.men.iter().enumerate() {
            let state = states[i];
            let c = man.color;
            let mut own = 0u64;
            for (other, s) in self.men.iter().zip(states) {
                let single = s.squares != 0 && s.squares & (s.squares - 1) == 0 && !s.gone;
                if single && (other.color == c || other.role == Role::King) {
                    own |= s.squares;
                }
            }
            let (mut quiet, mut takes) = self.geometry(i, states, permanent, facing);
            if man.role == Role::King {
                quiet &= !attacked[(!c).index()];
            }
            quiet &= !own;
            takes &= !own;
            if state.frozen {
                for t in squares(quiet & !permanent) {
                    exits.push((i as u8, t, None));
                }
            }
            let capturing = if man.role == Role::Pawn && !state.promoted { takes } else { quiet };
            for (j, victim) in self.men.iter().enumerate() {
                if victim.color == c || victim.role == Role::King {
                    continue;
                }
                if !(state.frozen || states[j].spared && !states[j].gone) {
                    continue;
                }
                for t in squares(capturing & states[j].squares) {
                    exits.push((i as u8, t, Some(j as u8)));
                }
                if man.role == Role::Pawn && !state.promoted && victim.role == Role::Pawn {
                    for t in squares(takes) {
                        if self.passes_onto(states, j, t.bit()) {
                            exits.push((i as u8, t, Some(j as u8)));
                        }
                    }
                }
            }
        }
        exits
    }
}

/// Whether a man of colour `c` other than `mover` guards one of the flights for ever only through
/// the square that the mover enters.
fn guards_through(
    men: &[Man],
    states: &States,
    always: &[u64; MAX_MEN],
    c: Color,
    mover: usize,
    flights: u64,
    entered: u64,
) -> bool {
    men.iter().zip(states).enumerate().any(|(j, (man, state))| {
        j != mover
            && man.color == c
            && always[j] & flights != 0
            && matches!(man.role, Role::Bishop | Role::Rook | Role::Queen)
            && squares(state.squares)
                .any(|s| squares(flights).any(|e| attacks::between(s, e) & entered != 0))
    })
}

/// Squares a pawn of each colour enters by a double step: there it might be taken in passing; and
/// the last rank, where it is no pawn any more.
const PAWN_EDGES: [u64; 2] = [0xFF00_0000 | 0xFF << 56, 0xFF << 32 | 0xFF];

/// Squares a man attacks (for all but pawns: may step to), lines ending at `blockers`.
#[inline]
pub fn reach(role: Role, color: Color, s: Square, blockers: u64) -> u64 {
    match role {
        Role::Pawn => attacks::pawn(color, s),
        _ => attacks::piece(role, s, blockers),
    }
}
