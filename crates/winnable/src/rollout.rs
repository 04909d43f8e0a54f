//! Helpmates in ordinary positions: play one guided game and see whether it ends in mate.
//!
//! Both sides cooperate towards a *plan*: the losing king in a corner, the winning king beside
//! it, a heavy man (or two light ones) alive. Before every move of the winner, moves that give
//! check are tried for mate, so most games end long before the plan is complete. A game costs
//! about 100 ns a ply and keeps no table; a handful of games with different plans and tie-breaks
//! settle almost every position that players reach. Nothing here proves that a position is not
//! winnable.

use zermelo_board::{
    Color, Move, Position, Role, Square, ahead, attacks, highest, lowest, squares,
};

use crate::material::insufficient;

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
    let light = 0x55AA_55AA_55AA_55AA_u64;
    let wrong_corner = |corner: Square| {
        let strong =
            p.of(winner, Role::Queen) | p.of(winner, Role::Rook) | p.of(winner, Role::Pawn);
        if strong != 0 || bishops == 0 {
            return false;
        }
        let corner_is_light = light & corner.bit() != 0;
        (corner_is_light && bishops & light == 0) || (!corner_is_light && bishops & !light == 0)
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

/// What one game came to.
pub enum Game {
    /// Mate: the moves are in the line.
    Mate,
    /// Anything else.
    Nothing,
}

/// Plays one game from `start`; on mate `line` holds the moves.
pub fn play(
    start: &Position,
    winner: Color,
    plan: Plan,
    dice: &mut Dice,
    max_plies: usize,
    line: &mut Vec<Move>,
    nodes: &mut u64,
) -> Game {
    let mut p = *start;
    line.clear();
    for _ in 0..max_plies {
        *nodes += 1;
        let chosen = if p.turn() == winner {
            let quick = quick_winner_move(&p, plan, dice);
            match quick.unwrap_or_else(|| winner_move(&p, plan, dice, false)) {
                Choice::Mate(m) => {
                    line.push(m);
                    return Game::Mate;
                }
                Choice::Move(m) => m,
                Choice::None => return Game::Nothing,
            }
        } else {
            let quick = quick_loser_move(&p, plan, dice);
            match quick.or_else(|| loser_move(&p, plan, dice)) {
                Some(m) => m,
                None => {
                    return if p.checkers() != 0 { Game::Mate } else { Game::Nothing };
                }
            }
        };
        line.push(chosen);
        let capture = p.is_capture(chosen);
        p = p.play(chosen);
        if capture && insufficient(&p, winner) {
            return Game::Nothing;
        }
    }
    Game::Nothing
}

/// A step of the king of the side to move that brings it nearer to `goal`, takes nothing and is
/// safe, so that it is legal in check too.
#[inline]
fn nearer(p: &Position, goal: Square, dice: &mut Dice) -> Option<Move> {
    let us = p.turn();
    let king = p.king(us);
    let here = distance(king, goal);
    if here == 0 {
        return None;
    }
    let occupied = p.occupied();
    let free = attacks::king(king) & !occupied;
    // Straight at the goal first, then the neighbours that are nearer too, in either order.
    let mut near = 0u64;
    for s in squares(free) {
        if distance(s, goal) < here {
            near |= s.bit();
        }
    }
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
    let pieces = p.men(p.turn()) & !(p.role(Role::Pawn) | p.role(Role::King));
    pieces & pieces.wrapping_sub(1) != 0 || p.has_legal_move()
}

/// Whether the side that has just moved left its king attacked.
#[inline]
fn exposed(after: &Position) -> bool {
    let them = !after.turn();
    after.attackers(after.king(them), !them, after.occupied()) != 0
}

/// The winner's move without a look at every move: a mate by a direct check of a piece, else a
/// pawn towards its promotion if nothing else can mate, else the king. `None` when none of these
/// will do. In check or not: every move is tested for leaving the king attacked.
fn quick_winner_move(p: &Position, plan: Plan, dice: &mut Dice) -> Option<Choice> {
    let us = p.turn();
    let them = !us;
    let ours = p.men(us);
    let occupied = p.occupied();
    let pawns = p.of(us, Role::Pawn);
    let seventh = if us == Color::White { 0xFFu64 << 48 } else { 0xFFu64 << 8 };
    if pawns & seventh != 0 {
        let free = if us == Color::White { !(occupied >> 8) } else { !(occupied << 8) };
        for from in squares(pawns & seventh & free) {
            let m = Move::to_queen(from, ahead(us, from));
            let q = p.play(m);
            if !exposed(&q) {
                if q.has_legal_move() {
                    return Some(Choice::Move(m));
                }
                if q.checkers() != 0 {
                    return Some(Choice::Mate(m));
                }
            }
        }
    }
    let target = p.king(them);
    let straight = attacks::rook(target, occupied);
    let diagonal = attacks::bishop(target, occupied);
    let without = occupied & !target.bit();
    let mut open = None;
    for (role, mask) in [
        (Role::Queen, straight | diagonal),
        (Role::Rook, straight),
        (Role::Bishop, diagonal),
        (Role::Knight, attacks::knight(target)),
    ] {
        for from in squares(ours & p.role(role)) {
            let hits = crate::mobility::reach(role, us, from, occupied);
            for to in squares(hits & mask & !ours) {
                let open = *open.get_or_insert_with(|| {
                    attacks::king(target) & !p.men(them) & !attacked(p, us, without)
                });
                let after = without & !from.bit() | to.bit();
                let covers = crate::mobility::reach(role, us, to, after);
                if open & !covers & !to.bit() == 0 {
                    let m = Move::plain(from, to);
                    let q = p.play(m);
                    if !q.has_legal_move() && !exposed(&q) {
                        return Some(Choice::Mate(m));
                    }
                }
            }
        }
    }
    let heavy = (p.role(Role::Rook) | p.role(Role::Queen)) & ours;
    let light = (p.role(Role::Bishop) | p.role(Role::Knight)) & ours;
    if heavy == 0 && light.count_ones() < 2 {
        // The most advanced pawn that can be pushed.
        let steps =
            if us == Color::White { pawns & !(occupied >> 8) } else { pawns & !(occupied << 8) };
        let mut rest = steps & !seventh;
        while rest != 0 {
            let from = if us == Color::White { highest(rest) } else { lowest(rest) };
            rest &= !from.bit();
            let m = Move::plain(from, ahead(us, from));
            let q = p.play(m);
            if !exposed(&q) && may_move(&q) {
                return Some(Choice::Move(m));
            }
        }
        return None;
    }
    if let Some(m) = nearer(p, plan.winner_king, dice) {
        return may_move(&p.play(m)).then_some(Choice::Move(m));
    }
    // Now and then a look at all moves.
    if dice.throw() >> 8 & 7 == 0 {
        return None;
    }
    shuffle(p, straight, diagonal, true, dice).map(Choice::Move)
}

/// A move of some piece that takes nothing, gives no direct check, is legal, and leaves the other
/// side a move. A few tries only.
fn shuffle(
    p: &Position,
    straight: u64,
    diagonal: u64,
    greedy: bool,
    dice: &mut Dice,
) -> Option<Move> {
    let us = p.turn();
    let occupied = p.occupied();
    let pieces = p.men(us) & !p.role(Role::Pawn) & !p.role(Role::King);
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
            let pawns = p.of(us, Role::Pawn);
            let able = if us == Color::White {
                pawns & !(occupied >> 8) & !(0xFF << 48)
            } else {
                pawns & !(occupied << 8) & !(0xFF << 8)
            };
            if able != 0 {
                let from = pick(able, n);
                let m = Move::plain(from, ahead(us, from));
                let q = p.play(m);
                if !exposed(&q) && may_move(&q) {
                    return Some(m);
                }
            }
        }
        let from = pick(pieces, n);
        let role = p.role_at(from)?;
        let reach = crate::mobility::reach(role, us, from, occupied);
        let takes = reach & p.men(!us);
        let quiet = if greedy && takes != 0 { takes } else { reach & !occupied };
        let checks = match role {
            Role::Knight => attacks::knight(p.king(!us)),
            Role::Bishop => diagonal,
            Role::Rook => straight,
            _ => straight | diagonal,
        };
        if quiet & !checks != 0 {
            let m = Move::plain(from, pick(quiet & !checks, n >> 8));
            let q = p.play(m);
            if !exposed(&q) && may_move(&q) {
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
        let target = p.king(!p.turn());
        let occupied = p.occupied();
        let (straight, diagonal) =
            (attacks::rook(target, occupied), attacks::bishop(target, occupied));
        shuffle(p, straight, diagonal, false, dice)
    })
}

enum Choice {
    Mate(Move),
    Move(Move),
    None,
}

/// Squares the men of `c` attack, lines seen through `occupied`.
#[inline]
pub fn attacked(p: &Position, c: Color, occupied: u64) -> u64 {
    let men = p.men(c);
    let pawns = men & p.role(Role::Pawn);
    const A: u64 = 0x0101_0101_0101_0101;
    let mut all = if c == Color::White {
        (pawns & !A) << 7 | (pawns & !(A << 7)) << 9
    } else {
        (pawns & !A) >> 9 | (pawns & !(A << 7)) >> 7
    };
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

/// The best-looking of all moves of the winner; `careful`: none that leaves the loser without one.
fn winner_move(p: &Position, plan: Plan, dice: &mut Dice, careful: bool) -> Choice {
    let us = p.turn();
    let them = !us;
    let occupied = p.occupied();
    let target = p.king(them);
    let king = p.king(us);
    let without_target = occupied & !target.bit();
    let mut open = None;
    let straight = attacks::rook(target, occupied);
    let diagonal = attacks::bishop(target, occupied);
    let jump = attacks::knight(target);
    let pawn_check = attacks::pawn(them, target);
    let queens = p.role(Role::Queen);
    let pawns = p.role(Role::Pawn);
    let ours = p.men(us);
    let heavy = (p.role(Role::Rook) | queens) & ours;
    let light = (p.role(Role::Bishop) | p.role(Role::Knight)) & ours;
    let needs_pawn = heavy == 0 && light.count_ones() < 2;
    let before = distance(king, plan.winner_king);

    let mut best = i32::MIN;
    let mut chosen = None;
    let mut mate = None;
    p.any_legal(|m| {
        let bit = m.from.bit();
        let to = m.to.bit();
        let mut score = (dice.throw() & 7) as i32;
        let mut direct = false;
        let mut covers = 0;
        if pawns & bit != 0 {
            let rank = if us == Color::White { m.to.rank() } else { 7 - m.to.rank() } as i32;
            match m.promotion() {
                Some(Role::Queen) => {
                    score += 40;
                    let after = without_target & !bit;
                    covers = attacks::rook(m.to, after) | attacks::bishop(m.to, after);
                    direct = covers & target.bit() != 0;
                }
                Some(Role::Knight) => {
                    score -= 40;
                    covers = attacks::knight(m.to);
                    direct = covers & target.bit() != 0;
                }
                Some(_) => score -= 60,
                None => {
                    direct = pawn_check & to != 0;
                    covers = attacks::pawn(us, m.to);
                    score += if needs_pawn { 10 + 2 * rank } else { 1 };
                }
            }
        } else if m.from == king {
            if m.is_castling() {
                score -= 5;
            } else {
                score += 10 * (before - distance(m.to, plan.winner_king));
            }
        } else {
            let after = without_target & !bit | to;
            if p.role(Role::Knight) & bit != 0 {
                direct = jump & to != 0;
                covers = if direct { attacks::knight(m.to) } else { 0 };
            } else {
                if (p.role(Role::Bishop) | queens) & bit != 0 && diagonal & to != 0 {
                    direct = true;
                }
                if (p.role(Role::Rook) | queens) & bit != 0 && straight & to != 0 {
                    direct = true;
                }
                if direct {
                    if p.role(Role::Rook) & bit == 0 {
                        covers |= attacks::bishop(m.to, after);
                    }
                    if p.role(Role::Bishop) & bit == 0 {
                        covers |= attacks::rook(m.to, after);
                    }
                }
            }
        }
        if direct {
            let open = *open.get_or_insert_with(|| {
                attacks::king(target) & !p.men(them) & !attacked(p, us, without_target)
            });
            if open & !covers & !to == 0 && p.play(m).is_checkmate() {
                mate = Some(m);
                return true;
            }
            score -= 12;
        }
        if p.men(them) & to != 0 {
            score += 4;
        }
        if score > best && (!careful || p.play(m).has_legal_move()) {
            best = score;
            chosen = Some(m);
        }
        false
    });
    // Never stalemate: the loser needs a move.
    if mate.is_none() && !careful && chosen.is_some_and(|m| !may_move(&p.play(m))) {
        return winner_move(p, plan, dice, true);
    }
    match (mate, chosen) {
        (Some(m), _) => Choice::Mate(m),
        (None, Some(m)) => Choice::Move(m),
        (None, None) => Choice::None,
    }
}

fn loser_move(p: &Position, plan: Plan, dice: &mut Dice) -> Option<Move> {
    let us = p.turn();
    let them = !us;
    let king = p.king(us);
    let before = distance(king, plan.loser_king);
    let target = p.king(them);
    let occupied = p.occupied();
    let queens = p.role(Role::Queen);
    let straight = attacks::rook(target, occupied);
    let diagonal = attacks::bishop(target, occupied);
    let jump = attacks::knight(target);
    let checks = |m: Move, bit: u64| {
        let to = m.to.bit();
        (p.role(Role::Knight) & bit != 0 && jump & to != 0)
            || ((p.role(Role::Bishop) | queens) & bit != 0 && diagonal & to != 0)
            || ((p.role(Role::Rook) | queens) & bit != 0 && straight & to != 0)
    };
    let mut best = i32::MIN;
    let mut chosen = None;
    p.any_legal(|m| {
        let bit = m.from.bit();
        let mut score = (dice.throw() & 7) as i32;
        if m.from == king {
            score +=
                if m.is_castling() { -5 } else { 10 * (before - distance(m.to, plan.loser_king)) };
        } else if p.role(Role::Pawn) & bit != 0 {
            score -= 3;
            if m.promotion().is_some_and(|role| matches!(role, Role::Queen | Role::Rook)) {
                score -= 20;
            }
        } else if checks(m, bit) {
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
