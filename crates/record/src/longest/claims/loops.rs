//! Fills a segment up: from a position on its way both sides go out and come back.
//!
//! White out, Black out, White back, Black back: four plies, and from where both are out they can go
//! further out in the same way. So each position on the way out appears twice and none a third
//! time. Whether no announced move could make a third appearance is looked at for the whole segment.

use std::collections::HashMap;

use zermelo_board::{Move, Position, Prehashed};

use super::super::dice::Dice;
use super::segment::quiet_moves;

/// Makes a way of quiet moves, if one was found, `plies` long; what is missing must be a multiple of four.
pub fn filled(
    start: &Position,
    found: Option<(Vec<Move>, Move)>,
    plies: u32,
    rng: &mut Dice,
) -> Option<(Vec<Move>, Move)> {
    let ((way, close), plies) = (found?, plies as usize);
    let missing = plies.checked_sub(way.len())? / 4;
    let moves = (0..20).find_map(|_| {
        let moves = once(start, &way, missing, rng)?;
        (moves.len() == plies && nobody_can_claim(start, &moves)).then_some(moves)
    })?;
    Some((moves, close))
}

fn once(start: &Position, way: &[Move], mut missing: usize, rng: &mut Dice) -> Option<Vec<Move>> {
    let mut positions = vec![*start];
    for &m in way {
        positions.push(positions.last()?.play(m));
    }
    let mut seen: Vec<u64> = positions.iter().map(Position::hash).collect();
    let mut loops: Vec<Vec<Move>> = vec![Vec::new(); positions.len()];
    for _ in 0..3 * positions.len() + 20 {
        if missing == 0 {
            break;
        }
        let i = rng.below(positions.len());
        if !loops[i].is_empty() {
            continue;
        }
        let out = out_and_back(&positions[i], missing, &mut seen, rng);
        missing -= out.len() / 4;
        loops[i] = out;
    }
    if missing > 0 {
        return None;
    }
    let mut moves = Vec::new();
    for (i, out) in loops.into_iter().enumerate() {
        moves.extend(out);
        moves.extend(way.get(i));
    }
    Some(moves)
}

/// At most `depth` moves of both sides out, and back.
fn out_and_back(base: &Position, depth: usize, seen: &mut Vec<u64>, rng: &mut Dice) -> Vec<Move> {
    let mut position = *base;
    let mut out = Vec::new();
    let mut back = Vec::new();
    while out.len() < 2 * depth {
        let Some((pair, away, between)) = step_out(&position, seen, rng) else { break };
        out.extend(pair);
        back.push(pair.map(|m| Move::plain(m.to, m.from)));
        seen.extend(between);
        position = away;
    }
    out.extend(back.into_iter().rev().flatten());
    out
}

/// A move of each side that both can take back, the first one first.
fn step_out(
    base: &Position,
    seen: &[u64],
    rng: &mut Dice,
) -> Option<([Move; 2], Position, [u64; 3])> {
    let mut first = quiet_moves(base);
    rng.shuffle(&mut first);
    for a in first {
        let one = base.play(a);
        if one.castling_rights() != base.castling_rights() || seen.contains(&one.hash()) {
            continue;
        }
        let mut second = quiet_moves(&one);
        rng.shuffle(&mut second);
        for b in second {
            let two = one.play(b);
            if two.castling_rights() != base.castling_rights() || seen.contains(&two.hash()) {
                continue;
            }
            let home = Move::plain(a.to, a.from);
            let Some(home) = two.find_move(|m| m == home) else { continue };
            let three = two.play(home);
            if seen.contains(&three.hash()) {
                continue;
            }
            let home = Move::plain(b.to, b.from);
            if three.find_move(|m| m == home).is_some() {
                return Some(([a, b], two, [one.hash(), two.hash(), three.hash()]));
            }
        }
    }
    None
}

/// Whether no position appears three times, nor would after any quiet move that could be announced.
fn nobody_can_claim(start: &Position, moves: &[Move]) -> bool {
    let mut times: HashMap<u64, u32, Prehashed> = HashMap::default();
    let mut position = *start;
    times.insert(position.hash(), 1);
    for &m in moves {
        let third = |m: &Move| times.get(&position.play(*m).hash()).is_some_and(|&t| t > 1);
        if position.moves_where(|m| !position.is_critical(m)).iter().any(third) {
            return false;
        }
        position = position.play(m);
        *times.entry(position.hash()).or_insert(0) += 1;
    }
    let third = |m: &Move| times.get(&position.play(*m).hash()).is_some_and(|&t| t > 1);
    !position.moves_where(|m| !position.is_critical(m)).iter().any(third)
}

/// Quiet moves by lot, among which no position appears twice.
pub fn wander(start: &Position, plies: usize, rng: &mut Dice) -> Option<Vec<Move>> {
    (0..100).find_map(|_| {
        let (mut position, mut moves, mut seen) = (*start, Vec::new(), vec![start.hash()]);
        for _ in 0..plies {
            let mut next = quiet_moves(&position);
            next.retain(|&m| !seen.contains(&position.play(m).hash()));
            let m = *rng.choice(&next)?;
            position = position.play(m);
            seen.push(position.hash());
            moves.push(m);
        }
        Some(moves)
    })
}

#[cfg(test)]
mod tests {
    use zermelo_board::Square;

    use super::super::super::initial;
    use super::*;

    #[test]
    fn a_way_is_filled_up_and_nobody_can_claim() {
        let mut rng = Dice::with_seed(1);
        let start = initial();
        for plies in [3, 7, 51, 99] {
            let way = wander(&start, 3, &mut rng).expect("three moves");
            let close = Move::plain(way[0].to, way[0].from);
            let found = filled(&start, Some((way.clone(), close)), plies, &mut rng);
            let (moves, same) = found.expect("moves");
            assert_eq!((moves.len(), same), (plies as usize, close));
            let end = |moves: &[Move]| moves.iter().fold(start, |p, &m| p.play(m));
            assert_eq!(end(&moves), end(&way));
        }
        assert_eq!(filled(&start, None, 99, &mut rng), None);
    }

    #[test]
    fn a_third_appearance_is_seen_before_it_is_there() {
        let start = initial();
        let m = |from, to| Move::plain(Square::wrapping(from), Square::wrapping(to));
        // Knights out and back: the array twice, and before the last of these moves once more.
        let (out, back) = ([m(1, 16), m(57, 40)], [m(16, 1), m(40, 57)]);
        let once: Vec<Move> = out.into_iter().chain(back).collect();
        assert!(nobody_can_claim(&start, &once));
        let nearly: Vec<Move> = once.iter().copied().chain(out).chain([back[0]]).collect();
        assert!(!nobody_can_claim(&start, &nearly));
    }
}
