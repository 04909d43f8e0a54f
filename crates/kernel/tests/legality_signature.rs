//! What the rules of illegality say of positions that are nearly those of a game: a man has been put elsewhere.
//!
//! The numbers pin what the rules find, so that a rule that finds less, or more, is noticed where no hand-made
//! case looks. They prove nothing: that a rule may find no more is asked by positions of games, here and in
//! crates/retro. Who changes a rule on purpose puts the new numbers here.

use crate::dice::Dice;
use zermelo_kernel::{Castling, Examiner, Position, Role, Rule};

/// A game that likes captures, or pawn moves, or promotions.
fn played(dice: &mut Dice, plies: usize) -> Position {
    let mut position = Position::initial();
    let (captures, pawns) = ([0, 4, 20, 100][dice.below(4)], [0, 6, 30][dice.below(3)]);
    let mut captures_left = [1, 2, 3, 5, 30][dice.below(5)];
    for _ in 0..plies {
        let weigh = |&made: &zermelo_kernel::Move| {
            let pawn = position.piece_at(made.from).is_some_and(|man| man.role == Role::Pawn);
            let takes = pawn && made.from.file() != made.to.file()
                || !made.is_castling(&position) && position.piece_at(made.to).is_some();
            let weight = 2 + if pawn { pawns } else { 0 };
            match takes {
                true if captures_left == 0 => 0,
                true => {
                    if pawn {
                        4 * captures + 1
                    } else {
                        captures + 1
                    }
                }
                false => {
                    if made.promotion.is_some() {
                        200
                    } else {
                        weight
                    }
                }
            }
        };
        let moves = position.legal_moves();
        let weights: Vec<usize> = moves.iter().map(weigh).collect();
        let sum: usize = weights.iter().sum();
        if sum == 0 {
            break;
        }
        let mut ticket = dice.below(sum);
        let chosen = weights.iter().position(|&weight| {
            let found = ticket < weight;
            ticket = ticket.wrapping_sub(weight);
            found
        });
        let next = position.play(moves[chosen.expect("a move")]);
        captures_left -= usize::from(next.pieces().count() < position.pieces().count());
        position = next;
    }
    position
}

/// The position with a man elsewhere, or the other side to move; `None` if that is no position.
fn disturbed(position: &Position, dice: &mut Dice) -> Option<Position> {
    let fen = position.to_fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields[3] = "-";
    if dice.below(6) == 0 {
        fields[1] = if fields[1] == "w" { "b" } else { "w" };
        return Position::from_fen(&fields.join(" "), Castling::Standard).ok();
    }
    let mut men: Vec<char> = Vec::new();
    for letter in fields[0].chars().filter(|&letter| letter != '/') {
        match letter.to_digit(10) {
            Some(gap) => men.extend(std::iter::repeat_n('1', gap as usize)),
            None => men.push(letter),
        }
    }
    for _ in 0..1 + dice.below(3) {
        let (from, to) = (dice.below(64), dice.below(64));
        let pawn = men[from].eq_ignore_ascii_case(&'p');
        if men[from] == '1' || men[to] != '1' || pawn && !(8..56).contains(&to) {
            continue;
        }
        men.swap(from, to);
    }
    let rows: Vec<String> = men.chunks(8).map(|row| row.iter().collect()).collect();
    let placement = rows.join("/");
    let with = |rights: &str| {
        let text = format!("{placement} {} {rights} -", fields[1]);
        Position::from_fen(&text, Castling::Standard).ok()
    };
    with(fields[2]).or_else(|| with("-"))
}

#[test]
fn signature_of_the_rules_of_illegality() {
    let mut dice = Dice(25);
    let mut examiner = Examiner::default();
    let mut rules = Rule::ALL.to_vec();
    rules.retain(|rule| rule.holds_for(Castling::Standard));
    let (mut counts, mut hash) = ([0; 7], 0_u64);
    for game in 0..300 {
        let plies = 2 + dice.below([20, 60, 200][game % 3]);
        let position = played(&mut dice, plies);
        let excluded = examiner.any(&position);
        assert_eq!(excluded, None, "{position} was played");
        for _ in 0..12 {
            let Some(position) = disturbed(&position, &mut dice) else { continue };
            let found = examiner.any(&position).map(|(rule, _)| rule);
            let place = |rule: Rule| rules.iter().position(|&other| other == rule);
            let number = found.and_then(place).unwrap_or(rules.len());
            counts[number] += 1;
            hash = (hash.rotate_left(5) ^ number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
    }
    // In the order of the rules of standard chess, and the positions that no rule excludes.
    assert_eq!((counts, hash), ([3, 0, 69, 8, 340, 53, 2975], 15_417_548_255_704_829_687));
}
