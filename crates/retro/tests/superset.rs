//! The set that the number of legal positions is estimated from.

use std::collections::HashSet;

use zermelo_kernel::{Castling, Position};
use zermelo_retro::superset::Superset;
use zermelo_testing::Dice;

#[test]
fn the_size_is_what_another_program_counts() {
    // Counted by sums over all armies in Python, with its own integers (docs/theory/how-many.md).
    let size = "81841283442296962817023121172566580854533100666";
    assert_eq!(Superset::new().size().to_string(), size);
}

#[test]
fn every_position_of_a_game_is_a_member() {
    let mut dice = Dice(20);
    for _ in 0..300 {
        let mut position = Position::initial();
        for _ in 0..400 {
            assert!(Superset::contains(&position), "{position}");
            let moves = position.legal_moves();
            // Captures and promotions are what the set counts: they come first.
            let hot: Vec<_> = moves
                .iter()
                .filter(|made| made.promotion.is_some() || position.piece_at(made.to).is_some())
                .collect();
            let hot = if dice.below(3) > 0 { dice.pick(&hot).copied() } else { None };
            let Some(&made) = hot.or_else(|| dice.pick(&moves)) else { break };
            position = position.play(made);
        }
    }
}

#[test]
fn members_by_lot_are_members_and_depend_on_seed_and_number_alone() {
    let set = Superset::new();
    let (mut positions, mut en_passant, mut white, mut seen) = (0, 0, 0, HashSet::new());
    for number in 0..20_000 {
        let member = set.member(7, number);
        assert!(number > 100 || member == set.member(7, number));
        if let Ok(position) = Position::from_fen(&member.fen, Castling::Standard) {
            assert!(Superset::contains(&position), "{}", member.fen);
            positions += 1;
        }
        en_passant += u32::from(member.en_passant);
        white += u32::from(member.fen.contains(" w "));
        seen.insert(member.fen);
    }
    assert_eq!(seen.len(), 20_000);
    assert_ne!(set.member(7, 0), set.member(8, 0));
    // Five standard deviations. Of all members 1.45% have a capture en passant.
    assert!((9_650..10_350).contains(&white), "{white} with White to move");
    assert!((206..376).contains(&en_passant), "{en_passant} with a capture en passant");
    assert!((1_500..8_000).contains(&positions), "{positions} in which no king can be taken");
}
