//! A placing of the men in which a side has nothing but captures and pawn moves, by annealing.
//!
//! The pawns stay where they are, every other man may go where it can get to. What is to become less
//! is the number of quiet moves; a wanted move that is not legal costs as much as a few of them, and
//! so does a position that cannot be. One evaluation is a list of legal moves, some 0.2 µs.

use zermelo_board::{Position, Square};

use super::super::dice::Dice;
use super::men::{Man, NEVER};
use super::segment::{End, freedom};
use super::skeleton::Aim;

/// What a quiet move costs; a move on the way to the placing costs 1.
const QUIET: i32 = 16;
const NOT_WANTED: i32 = 3 * QUIET;
const IMPOSSIBLE: i32 = 4 * QUIET;

/// Looks for a placing, from how the men stand, with the player to move who is to be forced.
///
/// Returns the squares of the men.
pub fn find(
    start: &Position,
    men: &[Man],
    end: &End,
    aim: Aim,
    rounds: u32,
    rng: &mut Dice,
) -> Option<Vec<Square>> {
    let all: Vec<_> = zermelo_board::squares(start.occupied())
        .map(|s| (start.color_at(s), start.role_on(s), s))
        .collect();
    let mut position = Position::from_men(&all, end.mover);
    let mut at: Vec<Square> = men.iter().map(|man| man.at).collect();
    let movable: Vec<usize> = (0..men.len()).filter(|&i| men[i].reach.len() > 1).collect();
    if movable.is_empty() {
        return None;
    }
    let mut far = 0;
    let mut price = hard(&position, end, aim);
    let mut polished = 0;
    for round in 0..rounds {
        let i = *rng.choice(&movable)?;
        let to = *rng.choice(&men[i].reach)?;
        if position.occupied() & to.bit() != 0 {
            continue;
        }
        let next = position.with_man_moved(at[i], to);
        let moves = |s: Square| i32::from(men[i].moves[s.index()]);
        let (next_far, next_price) = (far + moves(to) - moves(at[i]), hard(&next, end, aim));
        let worse = next_price + next_far - price - far;
        // Threshold by lot: half as likely for each step, and the step gets smaller.
        let step = 1 + (rounds - round) as i32 * 12 / rounds as i32;
        let lot = rng.halvings() as i32 * step;
        let found = price == 0;
        if if found { next_price == 0 && worse <= 0 } else { worse <= lot } {
            (position, far, price) = (next, next_far, next_price);
            at[i] = to;
        }
        if price == 0 {
            polished += 1;
            if polished > 600 {
                break;
            }
        }
    }
    debug_assert!(men.iter().zip(&at).all(|(man, s)| man.moves[s.index()] != NEVER));
    (price == 0).then_some(at)
}

/// What is wrong with a placing.
fn hard(position: &Position, end: &End, aim: Aim) -> i32 {
    let us = position.turn();
    let (quiet, wanted) = freedom(position, end, aim);
    let mut price = if wanted { 0 } else { NOT_WANTED };
    if end.forced {
        price += quiet * QUIET;
    }
    if position.attackers(position.king(!us), us, position.occupied()) != 0 {
        price += IMPOSSIBLE;
    }
    if position.checkers().count_ones() > 1 {
        price += IMPOSSIBLE;
    }
    price
}

#[cfg(test)]
mod tests {
    use super::super::super::initial;
    use super::super::{Skeleton, men::men};
    use super::*;
    use zermelo_board::Color;

    #[test]
    fn after_f3_white_can_be_locked_up_for_c3() {
        let mut rng = Dice::with_seed(1);
        let mut start = initial();
        let skeleton = Skeleton::initial();
        let step = skeleton.opening(&start)[0];
        start = start.play(zermelo_board::Move::plain(step.from, step.to));
        let aim = Aim::Step(skeleton.opening(&start)[0]);
        let aims = vec![aim];
        let end = End { mover: Color::White, forced: true, quiet: 99, aims, skeleton: &skeleton };
        let men = men(&start);
        let find = |rng: &mut Dice| find(&start, &men, &end, aim, 64_000, rng);
        let at = (0..20).find_map(|_| find(&mut rng)).expect("a placing");
        // Everybody where he can get to, no two on one square, and nothing quiet to do.
        assert!(men.iter().zip(&at).all(|(man, s)| man.reach.contains(s)));
        let pawns = zermelo_board::squares(start.role(zermelo_board::Role::Pawn))
            .map(|s| (start.color_at(s), zermelo_board::Role::Pawn, s));
        let placed = men.iter().zip(&at).map(|(man, &s)| (man.color, start.role_on(man.at), s));
        let all: Vec<_> = pawns.chain(placed).collect();
        let position = Position::from_men(&all, Color::White);
        assert_eq!(position.occupied().count_ones(), 32);
        assert_eq!(freedom(&position, &end, aim), (0, true));
    }
}
