//! The least moves that a side needs until its men stand where the goal has them.
//!
//! Lemmas, all of them about every game that ends in the goal's men:
//!
//! - A pawn that the goal has on its second rank has never moved and is never taken, so its square
//!   is closed to everybody throughout, and those that it attacks to the enemy king.
//! - Every man of the goal is one of the side's men now, each another one. An officer is the same
//!   officer, or a pawn that promotes; so the least sum over all assignments of what each needs
//!   alone, past the closed squares, is at most what they need together. Castling moves two men at
//!   once and is counted as one move for both, as long as there is a right to it.
//! - A pawn changes files by captures only, and the enemy loses only as many men as it has too many.

use zermelo_board::{Color, Position, Role, Square, attacks, back_rank, squares};

use super::assignment::{MOST, NEVER, least};

/// No way.
const FAR: u8 = 99;

/// Moves from every square to one.
type Field = [u8; 64];

/// A man of the goal: what it is, and the moves of each man that may become it.
struct Target {
    square: Square,
    role: Role,
    /// Moves of such an officer from each square.
    officer: Field,
    /// For each number of captures, the moves of a pawn from each square.
    pawn: [Field; 7],
}

/// What the goal asks of each side.
pub(super) struct Bound {
    /// Pawns of the goal that have never moved.
    closed: [u64; 2],
    targets: [Vec<Target>; 2],
}

impl Bound {
    pub(super) fn new(goal: &Position) -> Bound {
        let home = |c: Color| if c == Color::White { 0xFF00 } else { 0xFF << 48 };
        let closed = Color::ALL.map(|c| goal.of(c, Role::Pawn) & home(c));
        let all = closed[0] | closed[1];
        let targets = Color::ALL.map(|c| {
            let men = squares(goal.men(c)).map(|at| {
                let role = goal.role_on(at);
                let watched = attacks::pawns(!c, closed[(!c).index()]);
                let barred = if role == Role::King { watched[0] | watched[1] } else { 0 };
                let officer = match role {
                    Role::Pawn => [FAR; 64],
                    _ => officer(role, at, all, barred),
                };
                let pawn = pawn(c, role, at, all, &officer);
                Target { square: at, role, officer, pawn }
            });
            men.collect()
        });
        Bound { closed, targets }
    }

    /// The squares of the pawns that never move.
    pub(super) fn closed(&self) -> u64 {
        self.closed[0] | self.closed[1]
    }

    /// How many men of this colour the goal has.
    pub(super) fn targets(&self, c: Color) -> usize {
        self.targets[c.index()].len()
    }

    /// Where one of them stands, and what it is.
    pub(super) fn target(&self, c: Color, target: usize) -> (Square, Role) {
        let Target { square, role, .. } = self.targets[c.index()][target];
        (square, role)
    }

    /// The least moves, and the least captures, in which such a man becomes that one of the goal.
    pub(super) fn cost(
        &self,
        c: Color,
        role: Role,
        from: Square,
        target: usize,
        captures: u32,
    ) -> (u32, u32) {
        let target = &self.targets[c.index()][target];
        if role != Role::Pawn {
            let moves = if role == target.role { target.officer[from.index()] } else { FAR };
            return (if moves < FAR { moves.into() } else { NEVER }, 0);
        }
        let ways = target.pawn.iter().take(captures as usize + 1).map(|field| field[from.index()]);
        match ways.clone().min().filter(|&moves| moves < FAR) {
            Some(moves) => (moves.into(), ways.take_while(|&moves| moves == FAR).count() as u32),
            None => (NEVER, NEVER),
        }
    }

    /// Whether a pawn that never moves has moved or been taken.
    pub(super) fn breaks(&self, p: &Position) -> bool {
        Color::ALL.into_iter().any(|c| self.closed[c.index()] & !p.of(c, Role::Pawn) != 0)
    }

    /// The least moves this side needs; [`NEVER`] or more if the goal is out of reach.
    pub(super) fn moves(&self, p: &Position, c: Color) -> u32 {
        let targets = &self.targets[c.index()];
        let men = p.men(c).count_ones() as usize;
        let theirs = p.men(!c).count_ones() as usize;
        // Captures that are left: what the enemy has too many.
        let Some(captures) = theirs.checked_sub(self.targets[(!c).index()].len()) else {
            return NEVER;
        };
        if men < targets.len() {
            return NEVER;
        }
        let mut cost = [[NEVER; MOST]; MOST];
        let mut change = [[NEVER; MOST]; MOST];
        for (column, from) in squares(p.men(c)).enumerate() {
            let role = p.role_on(from);
            for row in 0..targets.len() {
                let (moves, files) = self.cost(c, role, from, row, captures as u32);
                (cost[row][column], change[row][column]) = (moves, files);
            }
        }
        if least(&change, targets.len(), men) > captures as u32 {
            return NEVER;
        }
        let mut best = least(&cost, targets.len(), men);
        for corner in squares(p.castling_rights() & back_rank(c)) {
            let castled = self.castled(p, c, corner, cost, men);
            best = best.min(castled);
        }
        best.max(captures as u32)
    }

    /// The same if the king castles with the rook of this corner.
    fn castled(
        &self,
        p: &Position,
        c: Color,
        corner: Square,
        mut cost: [[u32; MOST]; MOST],
        men: usize,
    ) -> u32 {
        let king = p.king(c);
        let back = king.number() & 56;
        let (king_to, rook_to) = if corner > king { (6, 5) } else { (2, 3) };
        let [king_to, rook_to] = [king_to, rook_to].map(|file| Square::wrapping(back | file));
        let targets = &self.targets[c.index()];
        for (column, from) in squares(p.men(c)).enumerate() {
            let to = if from == king {
                king_to
            } else if from == corner {
                rook_to
            } else {
                continue;
            };
            let role = p.role_on(from);
            for (row, target) in targets.iter().enumerate().filter(|(_, t)| t.role == role) {
                let moves = target.officer[to.index()];
                cost[row][column] = if moves < FAR { moves.into() } else { NEVER };
            }
        }
        1 + least(&cost, targets.len(), men)
    }
}

/// Moves of an officer to a square from everywhere; it cannot cross what is closed, nor stand on
/// what is barred.
fn officer(role: Role, to: Square, closed: u64, barred: u64) -> Field {
    let mut field = [FAR; 64];
    let mut seen = closed | barred;
    let mut edge = to.bit();
    let mut moves = 0;
    while edge != 0 {
        let mut next = 0;
        for s in squares(edge) {
            field[s.index()] = moves;
            next |= attacks::piece(role, s, closed);
        }
        seen |= edge;
        edge = next & !seen;
        moves += 1;
    }
    field
}

/// For each number of captures, the least moves of a pawn from every square until it stands there as
/// the man that is wanted. A field for fewer captures is not part of one for more.
fn pawn(c: Color, role: Role, at: Square, closed: u64, officer: &Field) -> [Field; 7] {
    let mut fields = [[FAR; 64]; 7];
    let rank = |s: Square| if c == Color::White { s.rank() } else { 7 - s.rank() };
    // From the last rank down, so that what is ahead is known.
    let mut order: Vec<Square> = Square::all().collect();
    order.sort_by_key(|&s| std::cmp::Reverse(rank(s)));
    for captures in 0..7 {
        for &s in &order {
            let mut best = FAR;
            if rank(s) == 7 {
                if role != Role::Pawn && captures == 0 {
                    best = officer[s.index()];
                }
                fields[captures][s.index()] = best;
                continue;
            }
            if s == at && role == Role::Pawn && captures == 0 {
                fields[captures][s.index()] = 0;
                continue;
            }
            // One that never moves is that man, and no other pawn stands there.
            if closed & s.bit() != 0 {
                continue;
            }
            let one = zermelo_board::ahead(c, s);
            let step = |field: &Field, to: Square| field[to.index()].saturating_add(1).min(FAR);
            if closed & one.bit() == 0 {
                best = best.min(step(&fields[captures], one));
                let two = zermelo_board::ahead(c, one);
                if rank(s) == 1 && closed & two.bit() == 0 {
                    best = best.min(step(&fields[captures], two));
                }
            }
            if captures > 0 {
                for aside in squares(attacks::pawn(c, s) & !closed) {
                    best = best.min(step(&fields[captures - 1], aside));
                }
            }
            fields[captures][s.index()] = best;
        }
    }
    fields
}
