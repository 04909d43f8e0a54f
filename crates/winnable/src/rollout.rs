//! Helpmates in ordinary positions: play one guided game and see whether it ends in mate.
//!
//! Both sides cooperate towards a *plan*: the losing king in a corner, the winning king beside
//! it, a heavy man (or two light ones) alive. Before every move of the winner, moves that give
//! check are tried for mate, so most games end long before the plan is complete. A game costs
//! about 100 ns a ply and keeps no table; a handful of games with different plans and tie-breaks
//! settle almost every position that players reach. Nothing here proves that a position is not
//! winnable.

use zermelo_board::{
    Color, LIGHT, Move, Position, Role, Square, ahead, attacks, back_rank, highest, lowest, set_of,
    squares,
};

use crate::attack::Attack;
use crate::material::insufficient;
use crate::mobility::is_single;

/// What both sides steer for in one game.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Where the losing king is to stand.
    pub loser_king: Square,
    /// Where the winning king is to stand.
    pub winner_king: Square,
}

/// King distance.
#[inline(always)]
pub fn distance(a: Square, b: Square) -> i32 {
    let files = i32::from(a.file()) - i32::from(b.file());
    let ranks = i32::from(a.rank()) - i32::from(b.rank());
    files.abs().max(ranks.abs())
}

/// A small, fast, repeatable source of tie-breaks.
pub struct Dice(u64);

impl Dice {
    /// Seeded dice.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    /// The next throw.
    #[inline(always)]
    pub fn throw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// Plans in the order they are worth trying: near corners first; where the winner has only
/// bishops of one square colour, corners of that colour.
pub fn plans(p: &Position, winner: Color) -> [Plan; 8] {
    const BESIDE: [(u8, [u8; 2]); 4] = [
        (63, [46, 47]), // h8: g6, h6
        (56, [41, 40]), // a8: b6, a6
        (0, [17, 16]),  // a1: b3, a3
        (7, [22, 23]),  // h1: g3, h3
    ];
    let bishops = p.of(winner, Role::Bishop);
    let strong = p.of(winner, Role::Queen) | p.of(winner, Role::Rook) | p.of(winner, Role::Pawn);
    let wrong_corner = |corner: Square| {
        let shade = if LIGHT & corner.bit() != 0 { LIGHT } else { !LIGHT };
        strong == 0 && bishops != 0 && bishops & shade == 0
    };
    let (lk, wk) = (p.king(!winner), p.king(winner));
    let mut plans = [(0, Plan { loser_king: lk, winner_king: wk }); 8];
    for (i, (corner, beside)) in BESIDE.into_iter().enumerate() {
        let corner = Square::wrapping(corner);
        for (j, king) in beside.map(Square::wrapping).into_iter().enumerate() {
            let cost = 3 * distance(lk, corner)
                + 2 * distance(wk, king)
                + if wrong_corner(corner) { 100 } else { 0 }
                + j as i32;
            plans[i * 2 + j] = (cost, Plan { loser_king: corner, winner_king: king });
        }
    }
    plans.sort_unstable_by_key(|&(cost, _)| cost);
    plans.map(|(_, plan)| plan)
}

/// Plays one game from `start`. Whether it ended in mate; if so, `line` holds the moves.
pub fn play(
    start: &Position,
    winner: Color,
    plan: Plan,
    dice: &mut Dice,
    max_plies: usize,
    line: &mut Vec<Move>,
    nodes: &mut u64,
) -> bool {
    let mut p = *start;
    let mut attack = Attack::new(&p, winner, 0);
    let mut plans = 3;
    line.clear();
    for _ in 0..max_plies {
        *nodes += 1;
        let choice = if p.turn() == winner {
            let mut quick = None;
            while let Some(current) = &mut attack
                && quick.is_none()
                && p.checkers() == 0
            {
                quick = current.winner_move(&p, dice);
                if quick.is_none() {
                    plans -= 1;
                    let tried = current.guard.bit();
                    attack = if plans == 0 { None } else { Attack::new(&p, winner, tried) };
                }
            }
            let quick = quick.or_else(|| quick_winner_move(&p, plan, dice));
            quick.or_else(|| winner_move(&p, plan, dice, false))
        } else {
            let quick = attack.as_mut().and_then(|attack| attack.loser_move(&p, dice));
            let quick = quick.or_else(|| quick_loser_move(&p, plan, dice));
            quick.or_else(|| loser_move(&p, plan, dice)).map(Choice::Move)
        };
        let chosen = match choice {
            Some(Choice::Move(m)) => m,
            Some(Choice::Mate(m)) => {
                line.push(m);
                return true;
            }
            None => return p.turn() != winner && p.checkers() != 0,
        };
        line.push(chosen);
        let capture = p.is_capture(chosen);
        p = p.play(chosen);
        if capture && insufficient(&p, winner) {
            return false;
        }
    }
    false
}

/// What the winner is to do.
pub enum Choice {
    Mate(Move),
    Move(Move),
}

/// Squares from which pieces attack a king.
pub struct Checks {
    straight: u64,
    diagonal: u64,
    jump: u64,
}

impl Checks {
    #[inline(always)]
    pub fn on(king: Square, occupied: u64) -> Checks {
        Checks {
            straight: attacks::rook(king, occupied),
            diagonal: attacks::bishop(king, occupied),
            jump: attacks::knight(king),
        }
    }

    #[inline(always)]
    pub fn by(&self, role: Role) -> u64 {
        match role {
            Role::Queen => self.straight | self.diagonal,
            Role::Rook => self.straight,
            Role::Bishop => self.diagonal,
            Role::Knight => self.jump,
            Role::Pawn | Role::King => 0,
        }
    }
}

/// A step of the king of the side to move that brings it nearer to `goal`, takes nothing and is
/// safe, so that it is legal in check too.
#[inline]
pub fn nearer(p: &Position, goal: Square, dice: &mut Dice) -> Option<Move> {
    let us = p.turn();
    let king = p.king(us);
    let here = distance(king, goal);
    if here == 0 {
        return None;
    }
    let occupied = p.occupied();
    let free = attacks::king(king) & !occupied;
    // Straight at the goal first, then the neighbours that are nearer too, in either order.
    let mut near = set_of(squares(free).filter(|&s| distance(s, goal) < here));
    let without = occupied & !king.bit();
    let low_first = dice.throw() & 64 != 0;
    while near != 0 {
        let s = if low_first { lowest(near) } else { highest(near) };
        if p.attackers(s, !us, without) == 0 {
            return Some(Move::plain(king, s));
        }
        near &= !s.bit();
    }
    None
}

/// Whether the side to move can surely or almost surely move: pieces are hardly ever all stuck. A
/// stalemate that slips through costs one game.
#[inline]
fn may_move(p: &Position) -> bool {
    !is_single(pieces(p)) || p.has_legal_move()
}

/// Whether a move that led here was legal and leaves the other side a move.
#[inline]
pub fn is_fine(after: &Position) -> bool {
    !exposed(after) && may_move(after)
}

/// Whether the side that has just moved left its king attacked.
#[inline]
pub fn exposed(after: &Position) -> bool {
    let them = !after.turn();
    after.attackers(after.king(them), !them, after.occupied()) != 0
}

/// Whether the winner needs a pawn to mate with: there is neither a heavy piece nor two light ones.
#[inline]
pub fn needs_pawn(p: &Position, winner: Color) -> bool {
    let heavy = (p.role(Role::Rook) | p.role(Role::Queen)) & p.men(winner);
    let light = (p.role(Role::Bishop) | p.role(Role::Knight)) & p.men(winner);
    heavy == 0 && light.count_ones() < 2
}

/// Pawns of the side to move that can step ahead: those that promote by it, and the others.
#[inline]
fn free_pawns(p: &Position) -> (u64, u64) {
    let us = p.turn();
    let free = p.of(us, Role::Pawn) & !attacks::forward(!us, p.occupied());
    let seventh = attacks::forward(!us, back_rank(!us));
    (free & seventh, free & !seventh)
}

/// A promotion to a queen that mates or leaves the other side a move.
#[inline]
fn promotion(p: &Position) -> Option<Choice> {
    squares(free_pawns(p).0).find_map(|from| {
        let m = Move::to_queen(from, ahead(p.turn(), from));
        let q = p.play(m);
        if exposed(&q) {
            None
        } else if q.has_legal_move() {
            Some(Choice::Move(m))
        } else {
            (q.checkers() != 0).then_some(Choice::Mate(m))
        }
    })
}

/// A mate by a direct check of a piece.
#[inline]
fn direct_mate(p: &Position, checks: &Checks) -> Option<Move> {
    let us = p.turn();
    let (ours, occupied, target) = (p.men(us), p.occupied(), p.king(!us));
    let without = occupied & !target.bit();
    let mut open = None;
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        for from in squares(ours & p.role(role)) {
            let hits = attacks::piece(role, from, occupied);
            for to in squares(hits & checks.by(role) & !ours) {
                let open = *open.get_or_insert_with(|| flights(p, us, target));
                let covers = attacks::piece(role, to, without & !from.bit() | to.bit());
                if open & !covers & !to.bit() == 0 {
                    let m = Move::plain(from, to);
                    let q = p.play(m);
                    if !q.has_legal_move() && !exposed(&q) {
                        return Some(m);
                    }
                }
            }
        }
    }
    None
}

/// The most advanced pawn that can be pushed.
#[inline]
fn push(p: &Position) -> Option<Move> {
    let us = p.turn();
    let mut rest = free_pawns(p).1;
    while rest != 0 {
        let from = if us == Color::White { highest(rest) } else { lowest(rest) };
        rest &= !from.bit();
        let m = Move::plain(from, ahead(us, from));
        if is_fine(&p.play(m)) {
            return Some(m);
        }
    }
    None
}

/// A move of the king towards the nearest pawn that stands before one of ours, or one that takes it.
#[inline]
fn fetch(p: &Position, dice: &mut Dice) -> Option<Move> {
    let us = p.turn();
    let king = p.king(us);
    let before = attacks::forward(us, p.of(us, Role::Pawn)) & p.of(!us, Role::Pawn);
    let goal = squares(before).min_by_key(|&s| distance(king, s))?;
    if distance(king, goal) > 1 {
        return nearer(p, goal, dice).filter(|&m| may_move(&p.play(m)));
    }
    let m = Move::plain(king, goal);
    is_fine(&p.play(m)).then_some(m)
}

/// The winner's move without a look at every move: a mate by a direct check of a piece, else a
/// pawn towards its promotion if no other man can mate, else the king. `None` when none of these
/// will do. In check or not: every move is tested for leaving the king attacked.
fn quick_winner_move(p: &Position, plan: Plan, dice: &mut Dice) -> Option<Choice> {
    if let Some(choice) = promotion(p) {
        return Some(choice);
    }
    let checks = Checks::on(p.king(!p.turn()), p.occupied());
    if let Some(m) = direct_mate(p, &checks) {
        return Some(Choice::Mate(m));
    }
    if needs_pawn(p, p.turn()) {
        return push(p).or_else(|| fetch(p, dice)).map(Choice::Move);
    }
    if let Some(m) = nearer(p, plan.winner_king, dice) {
        return may_move(&p.play(m)).then_some(Choice::Move(m));
    }
    // Now and then a look at all moves.
    if dice.throw() >> 8 & 7 == 0 {
        return None;
    }
    shuffle(p, pieces(p), &checks, true, dice).map(Choice::Move)
}

/// Pieces of the side to move, other than the king.
#[inline]
pub fn pieces(p: &Position) -> u64 {
    p.men(p.turn()) & !p.role(Role::Pawn) & !p.role(Role::King)
}

/// A move of one of these pieces that takes no man, gives no direct check, is legal, and leaves the
/// other side a move. A few tries only.
pub fn shuffle(
    p: &Position,
    pieces: u64,
    checks: &Checks,
    greedy: bool,
    dice: &mut Dice,
) -> Option<Move> {
    let us = p.turn();
    if pieces == 0 {
        return None;
    }
    let pick = |set: u64, n: u64| {
        // The first square of the set at or after a random one.
        let turned = set.rotate_right(n as u32 & 63);
        Square::wrapping((turned.trailing_zeros() as u8).wrapping_add(n as u8))
    };
    for _ in 0..3 {
        let n = dice.throw();
        if greedy && n >> 40 & 7 == 0 {
            // Now and then a pawn.
            let able = free_pawns(p).1;
            if able != 0 {
                let from = pick(able, n);
                let m = Move::plain(from, ahead(us, from));
                if is_fine(&p.play(m)) {
                    return Some(m);
                }
            }
        }
        let from = pick(pieces, n);
        let role = p.role_at(from)?;
        let reach = attacks::piece(role, from, p.occupied());
        let takes = reach & p.men(!us);
        let to = if greedy && takes != 0 { takes } else { reach & !p.occupied() };
        let to = to & !checks.by(role);
        if to != 0 {
            let m = Move::plain(from, pick(to, n >> 8));
            if is_fine(&p.play(m)) {
                return Some(m);
            }
        }
    }
    None
}

/// The loser's move without a look at every move: the king on its way, else some piece.
fn quick_loser_move(p: &Position, plan: Plan, dice: &mut Dice) -> Option<Move> {
    nearer(p, plan.loser_king, dice).or_else(|| {
        let often = if p.king(p.turn()) == plan.loser_king { 14 } else { 8 };
        if dice.throw() >> 8 & 15 >= often {
            return None;
        }
        shuffle(p, pieces(p), &Checks::on(p.king(!p.turn()), p.occupied()), false, dice)
    })
}

/// Squares the men of `c` attack, lines seen through `occupied`.
#[inline]
fn attacked(p: &Position, c: Color, occupied: u64) -> u64 {
    let men = p.men(c);
    let [west, east] = attacks::pawns(c, men & p.role(Role::Pawn));
    let mut all = west | east;
    for s in squares(men & p.role(Role::Knight)) {
        all |= attacks::knight(s);
    }
    for s in squares(men & (p.role(Role::Bishop) | p.role(Role::Queen))) {
        all |= attacks::bishop(s, occupied);
    }
    for s in squares(men & (p.role(Role::Rook) | p.role(Role::Queen))) {
        all |= attacks::rook(s, occupied);
    }
    all | attacks::king(p.king(c))
}

/// Squares next to the loser's king on which neither an own man nor an attack keeps it from going.
#[inline]
pub fn flights(p: &Position, winner: Color, king: Square) -> u64 {
    let without = p.occupied() & !king.bit();
    attacks::king(king) & !p.men(!winner) & !attacked(p, winner, without)
}

/// The best-looking of all moves of the winner; `careful`: none that leaves the loser without one.
fn winner_move(p: &Position, plan: Plan, dice: &mut Dice, careful: bool) -> Option<Choice> {
    let us = p.turn();
    let target = p.king(!us);
    let checks = Checks::on(target, p.occupied());
    let needs_pawn = needs_pawn(p, us);
    let mut open = None;
    let mut best = i32::MIN;
    let mut chosen = None;
    let mut mate = None;
    p.any_legal(|m| {
        let (worth, check) = weigh(p, plan, &checks, needs_pawn, m);
        let mut score = (dice.throw() & 7) as i32 + worth;
        if let Some(covers) = check {
            let open = *open.get_or_insert_with(|| flights(p, us, target));
            if open & !covers & !m.to.bit() == 0 && p.play(m).is_checkmate() {
                mate = Some(m);
                return true;
            }
            score -= 12;
        }
        if p.men(!us) & m.to.bit() != 0 {
            score += 4;
        }
        if score > best && (!careful || p.play(m).has_legal_move()) {
            best = score;
            chosen = Some(m);
        }
        false
    });
    if let Some(m) = mate {
        return Some(Choice::Mate(m));
    }
    // Never stalemate: the loser needs a move.
    if !careful && chosen.is_some_and(|m| !may_move(&p.play(m))) {
        return winner_move(p, plan, dice, true);
    }
    chosen.map(Choice::Move)
}

/// What a move of the winner is worth at a glance, and the squares it attacks if it gives check.
#[inline(always)]
fn weigh(
    p: &Position,
    plan: Plan,
    checks: &Checks,
    needs_pawn: bool,
    m: Move,
) -> (i32, Option<u64>) {
    let us = p.turn();
    let (king, target) = (p.king(us), p.king(!us));
    let after = p.occupied() & !target.bit() & !m.from.bit() | m.to.bit();
    let attacking = |role: Role| {
        let covers = attacks::man(us, role, m.to, after);
        (covers & target.bit() != 0).then_some(covers)
    };
    if p.is_pawn_move(m) {
        let rank = if us == Color::White { m.to.rank() } else { 7 - m.to.rank() };
        return match m.promotion() {
            Some(Role::Queen) => (40, attacking(Role::Queen)),
            Some(Role::Knight) => (-40, attacking(Role::Knight)),
            Some(_) => (-60, None),
            None => (if needs_pawn { 10 + 2 * i32::from(rank) } else { 1 }, attacking(Role::Pawn)),
        };
    }
    if m.from == king {
        let goal = plan.winner_king;
        let nearer = || 10 * (distance(king, goal) - distance(m.to, goal));
        return (if m.is_castling() { -5 } else { nearer() }, None);
    }
    let role = p.role_on(m.from);
    let direct = checks.by(role) & m.to.bit() != 0;
    (0, direct.then(|| attacks::piece(role, m.to, after)))
}

fn loser_move(p: &Position, plan: Plan, dice: &mut Dice) -> Option<Move> {
    let us = p.turn();
    let king = p.king(us);
    let before = distance(king, plan.loser_king);
    let checks = Checks::on(p.king(!us), p.occupied());
    let mut best = i32::MIN;
    let mut chosen = None;
    p.any_legal(|m| {
        let mut score = (dice.throw() & 7) as i32;
        if m.from == king {
            score +=
                if m.is_castling() { -5 } else { 10 * (before - distance(m.to, plan.loser_king)) };
        } else if p.is_pawn_move(m) {
            score -= 3;
            if m.promotion().is_some_and(|role| matches!(role, Role::Queen | Role::Rook)) {
                score -= 20;
            }
        } else if checks.by(p.role_on(m.from)) & m.to.bit() != 0 {
            score -= 15;
        }
        if p.is_capture(m) {
            score -= 40;
        }
        if score > best {
            best = score;
            chosen = Some(m);
        }
        false
    });
    chosen
}
