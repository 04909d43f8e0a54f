//! Mobility analysis: the squares each man may ever stand on.
//!
//! The paper's Figures 6 and 7, sharpened: lines through men that stay for ever, squares that an
//! enemy attacks for ever from wherever it may stand, pawns that face each other, castling and en
//! passant. The result is a *phase* of a kernel region: this module says where a man may step within
//! one, `saturate.rs` finds the sets, the kernel checks that they are closed. Every condition mirrors
//! a lemma of `zermelo_kernel::Region`; docs/theory/unwinnability.md states them.

use arrayvec::ArrayVec;
use zermelo_board::{
    ByColor, Color, Position, Role, Square, attacks, back_rank, castled, highest, lowest, set_of,
    squares,
};

/// Men that one region can follow.
pub const MAX_MEN: usize = 40;

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// A man of the anchor, as a region follows it.
#[derive(Clone, Copy, Debug)]
pub struct Man {
    /// Whose it is.
    pub color: Color,
    /// Its role in the anchor.
    pub role: Role,
    /// Its square in the anchor.
    pub home: Square,
}

/// What a phase says of one man; compare `zermelo_kernel::ManState`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
    /// Whether it is a pawn that may have left its file, and so faces nobody.
    pub strayed: bool,
}

impl State {
    /// The square, as a set, on which the man stands in every position; empty if there is none.
    #[inline(always)]
    pub fn permanent(&self) -> u64 {
        if is_single(self.squares) && !self.gone { self.squares } else { 0 }
    }

    /// Squares that the man attacks from `s`, whatever it may have become (for all but pawns: may
    /// step to), lines ending at `blockers`.
    #[inline(always)]
    pub fn attacks(&self, color: Color, role: Role, s: Square, blockers: u64) -> u64 {
        if self.promoted {
            attacks::knight(s) | attacks::queen(s, blockers)
        } else {
            attacks::man(color, role, s, blockers)
        }
    }
}

/// Whether the set has at most one square.
#[inline(always)]
pub fn is_single(set: u64) -> bool {
    set & set.wrapping_sub(1) == 0
}

/// The men of an anchor, and what is needed to saturate phases of it.
#[derive(Clone, Debug)]
pub struct Men {
    /// The men, a1 first.
    pub men: ArrayVec<Man, MAX_MEN>,
    /// The intended winner.
    pub winner: Color,
    /// The numbers of the kings among the men.
    pub kings: ByColor<usize>,
    /// Rooks that may still castle.
    pub rights: u64,
    ep: Option<Square>,
    /// Pawns of one file, the white one below.
    opposed: Facing,
}

/// The states of all men in one phase.
pub type States = ArrayVec<State, MAX_MEN>;

/// Facing pawns by their numbers, white then black.
pub type Facing = ArrayVec<(u8, u8), 32>;

/// Men that are there for certain, on a few squares of a line: they may be in the way for good.
pub type Confined = ArrayVec<u8, MAX_MEN>;

/// A saturated phase.
#[derive(Clone, Debug)]
pub struct Saturated {
    /// The states.
    pub states: States,
    /// Squares that hold the same man in every covered position.
    pub permanent: u64,
    /// Squares each colour attacks in every covered position.
    pub attacked: ByColor<u64>,
    /// Facing pawns.
    pub facing: Facing,
    /// Men that may be taken where they stood all along, in the order they were found: worth a
    /// case of their own.
    pub events: ArrayVec<u8, 8>,
    /// Steps out of the phase.
    pub exits: Vec<Exit>,
}

/// A step of a frozen man, or a capture of a spared one, by the numbers of the men.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    /// Who steps.
    pub man: usize,
    /// Where to.
    pub to: Square,
    /// Who is taken.
    pub victim: Option<usize>,
}

/// Pairs of pawns on one file, the white one below.
fn opposed(men: &[Man]) -> Facing {
    let mut pairs = Facing::new();
    let pawns = |color| {
        let of = move |(_, man): &(usize, &Man)| man.role == Role::Pawn && man.color == color;
        men.iter().enumerate().filter(of)
    };
    for (i, white) in pawns(Color::White) {
        for (j, black) in pawns(Color::Black) {
            if white.home.file() == black.home.file() && white.home < black.home {
                let _ = pairs.try_push((i as u8, j as u8));
            }
        }
    }
    pairs
}

impl Men {
    /// The men of a position; `None` when there are more than a region follows.
    pub fn new(p: &Position, winner: Color) -> Option<Men> {
        let mut men = ArrayVec::new();
        let mut kings = ByColor::default();
        for s in squares(p.occupied()) {
            let color = p.color_at(s);
            let role = p.role_at(s)?;
            if role == Role::King {
                kings[color] = men.len();
            }
            men.try_push(Man { color, role, home: s }).ok()?;
        }
        let opposed = opposed(&men);
        let (rights, ep) = (p.castling_rights(), p.en_passant());
        Some(Men { men, winner, kings, rights, ep, opposed })
    }

    /// Every man at home, the anchor alone.
    pub fn at_home(&self) -> States {
        let state = |man: &Man| State { squares: man.home.bit(), ..State::default() };
        self.men.iter().map(state).collect()
    }

    /// Every man at home but the kings, which go wherever pawns and own men let them. Where the pawns
    /// are locked this is closed, or nearly so; it may be more than what can come of the anchor.
    pub fn with_kings_abroad(&self, p: &Position) -> States {
        let mut states = self.at_home();
        for c in Color::ALL {
            let [west, east] = attacks::pawns(!c, p.of(!c, Role::Pawn));
            let open = !(p.occupied() | west | east);
            let king = &mut states[self.kings[c]].squares;
            loop {
                let more = attacks::kings(*king) & open & !*king;
                if more == 0 {
                    break;
                }
                *king |= more;
            }
        }
        states
    }

    /// The winner's last man, if there can be just one besides the king.
    pub fn last_man(&self, states: &States) -> Option<usize> {
        let mut men = (0..self.men.len()).filter(|&i| {
            let man = self.men[i];
            man.color == self.winner && man.role != Role::King && states[i].squares != 0
        });
        men.next().filter(|_| men.next().is_none())
    }

    /// Where man `i` may step as far as permanent men and facing pawns go, and, for an unpromoted
    /// pawn, the squares it may take on.
    pub fn geometry(
        &self,
        i: usize,
        states: &States,
        permanent: u64,
        facing: &Facing,
        confined: &Confined,
    ) -> (u64, u64) {
        let (Man { color, role, .. }, state) = (self.men[i], states[i]);
        if role == Role::King {
            return (attacks::kings(state.squares), 0);
        }
        if role != Role::Pawn || state.promoted {
            let steps = squares(state.squares).fold(0, |steps, s| {
                let reached = state.attacks(color, role, s, permanent);
                steps | self.unhindered(i, states, s, reached, confined)
            });
            return (steps, 0);
        }
        let mut stop = permanent;
        for &(white, black) in facing {
            let (own, other) = if color == Color::White { (white, black) } else { (black, white) };
            let other = &states[other as usize];
            if own as usize == i && !other.gone && other.squares != 0 {
                // At and beyond the other pawn's starting point.
                stop |= match color {
                    Color::White => !0 << (highest(other.squares).number() & 56),
                    Color::Black => !0 >> (63 - (lowest(other.squares).number() | 7)),
                };
            }
        }
        let [west, east] = attacks::pawns(color, state.squares);
        (attacks::pushes(color, state.squares, stop), west | east)
    }

    /// Whether a side is not to move for certain: the other king is attacked wherever it may stand.
    #[inline]
    pub fn waits(&self, states: &States, c: Color, attacked: ByColor<u64>) -> bool {
        states[self.kings[!c]].squares & !attacked[c] == 0
    }

    /// Men that may be in the way for good.
    pub fn confined(&self, states: &States) -> Confined {
        let few = |i: &u8| {
            let State { squares, gone, .. } = states[*i as usize];
            !gone && !is_single(squares) && squares.count_ones() <= 8
        };
        (0..self.men.len() as u8).filter(few).collect()
    }

    /// What a piece reaches from `s`, where no other man that is there for certain is always on the way.
    #[inline]
    fn unhindered(
        &self,
        i: usize,
        states: &States,
        s: Square,
        reached: u64,
        confined: &Confined,
    ) -> u64 {
        let mut reached = reached;
        for other in confined.iter().map(|&other| other as usize) {
            let set = states[other].squares;
            if other == i || set & !(reached | s.bit()) != 0 {
                continue;
            }
            let Man { color, role, .. } = self.men[other];
            let stays = color == self.men[i].color || role == Role::King;
            let stopped = |&to: &Square| {
                let end = if stays { to.bit() } else { 0 };
                set & !(s.bit() | attacks::between(s, to) | end) == 0
            };
            reached &= !set_of(squares(reached).filter(stopped));
        }
        reached
    }

    /// Squares that pawn `j` might have just passed by a double step.
    pub fn passed(&self, states: &States, j: usize) -> u64 {
        let (set, color) = (states[j].squares, self.men[j].color);
        let rank = if color == Color::White { 0xFF << 16 } else { 0xFF << 40 };
        let arrivals = attacks::forward(!color, set);
        let origins = attacks::forward(color, set) | self.ep.map_or(0, Square::bit);
        origins & arrivals & rank
    }

    /// Pairs of facing pawns: of one file for good, unpromoted, the white one below.
    pub fn facing(&self, states: &States) -> Facing {
        let stays = |i: u8| {
            let (man, state) = (self.men[i as usize], states[i as usize]);
            !state.promoted && !state.strayed && state.squares & !(FILE_A << man.home.file()) == 0
        };
        let both = |&&(white, black): &&(u8, u8)| stays(white) && stays(black);
        self.opposed.iter().filter(both).copied().collect()
    }

    /// Castlings of colour `c` that no permanent man bars: king's target, rook, rook's target.
    pub fn castlings(&self, c: Color, permanent: u64) -> ArrayVec<(Square, usize, Square), 2> {
        let king = self.men[self.kings[c]].home;
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

    /// The steps that leave the phase: those of frozen men, and captures of spared ones, but not
    /// those that end the game.
    pub fn exits(
        &self,
        states: &States,
        permanent: u64,
        attacked: ByColor<u64>,
        facing: &Facing,
        ended: &[u64; MAX_MEN],
    ) -> Vec<Exit> {
        let mut exits = Vec::new();
        if !states.iter().any(|state| state.frozen || state.spared) {
            return exits;
        }
        let (last, confined) = (self.last_man(states), self.confined(states));
        for (i, man) in self.men.iter().enumerate() {
            let state = states[i];
            let c = man.color;
            // Captures by pawns are looked at all the same: they stand for those in passing.
            let waits = self.waits(states, c, attacked);
            if waits && man.role != Role::Pawn {
                continue;
            }
            let own = self.men.iter().zip(states).fold(0, |own, (other, state)| {
                let closed = other.color == c || other.role == Role::King;
                own | if closed { state.permanent() } else { 0 }
            });
            let (mut quiet, takes) = self.geometry(i, states, permanent, facing, &confined);
            if man.role == Role::King {
                quiet &= !attacked[!c];
            }
            let (mut quiet, takes) = (quiet & !own & !ended[i], takes & !own & !ended[i]);
            quiet &= if waits { 0 } else { !0 };
            let mut leave = |to: u64, victim: Option<usize>| {
                exits.extend(squares(to).map(|to| Exit { man: i, to, victim }));
            };
            if state.frozen {
                leave(quiet & !permanent, None);
            }
            let is_pawn = man.role == Role::Pawn && !state.promoted;
            let capturing = if is_pawn { takes } else { quiet };
            for (j, victim) in self.men.iter().enumerate() {
                let meant = state.frozen || states[j].spared && !states[j].gone;
                // To take the last man ends the game.
                if victim.color == c || victim.role == Role::King || !meant || last == Some(j) {
                    continue;
                }
                leave(capturing & states[j].squares, Some(j));
                if is_pawn && victim.role == Role::Pawn {
                    leave(takes & self.passed(states, j), Some(j));
                }
            }
        }
        exits
    }
}
