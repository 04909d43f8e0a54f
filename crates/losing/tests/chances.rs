//! Dead positions of losing chess: every answer is put to the kernel, and compared with tables.

use zermelo_board::Limits;
use zermelo_kernel::{Budget, LosingEvidence, LosingPosition, Outcome, Piece, Proved};
use zermelo_losing::{Color, Position, Rules, chances};

use crate::common::{ARRAY, position};

const LIMITS: fn() -> Limits = || Limits::new(200_000, 1 << 28);

/// Whether the side can win; `None` if it is open. The kernel has accepted it.
fn can_win(root: &Position, rules: Rules, winner: Color) -> Option<bool> {
    let found = chances(root, rules, winner, LIMITS()).found?;
    let proved = Proved::new(found, &Budget::default()).unwrap_or_else(|f| panic!("{root}: {f}"));
    Some(matches!(proved.evidence, LosingEvidence::Line(_)))
}

/// By going through everything: whether the side has won anywhere.
fn truth(root: &LosingPosition, rules: Rules, winner: Color) -> bool {
    let mut seen = std::collections::HashSet::from([root.clone()]);
    let mut waiting = vec![root.clone()];
    while let Some(here) = waiting.pop() {
        if here.outcome(rules) == Some(Outcome::Won(winner)) {
            return true;
        }
        let after = here.legal_moves().into_iter().map(|m| here.play(m));
        waiting.extend(after.filter(|next| seen.insert(next.clone())));
    }
    false
}

#[test]
fn what_simple_rules_get_wrong() {
    // Blocked pawns and bishops that never meet: White wins at once.
    let blocked = position("2b5/8/8/8/8/1p1p4/1P1P4/2B5 b - -");
    assert_eq!(can_win(&blocked, Rules::Losing, Color::White), Some(true));
    assert_eq!(can_win(&blocked, Rules::Losing, Color::Black), Some(false));
    assert_eq!(can_win(&blocked, Rules::LosingFics, Color::White), Some(false));
    let bishops = position("b7/8/8/8/8/8/8/B7 w - -");
    for winner in Color::ALL {
        assert_eq!(can_win(&bishops, Rules::Losing, winner), Some(false));
    }
    for winner in Color::ALL {
        assert_eq!(can_win(&position(ARRAY), Rules::Losing, winner), Some(true), "{winner}");
    }
    let few = chances(&position(ARRAY), Rules::Losing, Color::White, Limits::new(10, 1 << 20));
    assert!(few.found.is_none() && few.positions == 10, "a limit gives no answer");
}

/// Random men, many pawns among them: the same as going through everything.
#[test]
fn random_positions() {
    let mut dice = fastrand::Rng::with_seed(23);
    let mut counts = [0; 2];
    for _ in 0..30 {
        let mut board = [None; 64];
        for letter in ['B', 'b', 'N', 'b', 'n'].into_iter().take(dice.usize(1..4)) {
            board[dice.usize(..64)] = Piece::from_letter(letter);
        }
        // Pawns that block each other.
        for file in 0..dice.usize(..4) {
            let at = 8 * dice.usize(1..6) + 2 * file;
            (board[at], board[at + 8]) = (Piece::from_letter('P'), Piece::from_letter('p'));
        }
        let turn = Color::ALL[dice.usize(..2)];
        let Some(root) = LosingPosition::from_men(board, turn, None) else { continue };
        for rules in [Rules::Losing, Rules::LosingFics, Rules::LosingJoint] {
            for winner in Color::ALL {
                if let Some(won) = can_win(&Position::from_kernel(&root), rules, winner) {
                    counts[usize::from(won)] += 1;
                    assert!(won || !truth(&root, rules, winner), "{root} {rules} {winner}");
                }
            }
        }
    }
    println!("{} without a win, {} with one", counts[0], counts[1]);
    assert!(counts[0] > 10 && counts[1] > 10, "{counts:?}");
}
