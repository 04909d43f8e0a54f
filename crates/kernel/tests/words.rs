//! Small words of the rules that other tests come by without looking: sentences, articles, promotions.

use zermelo_kernel::{Castling, Color, DrawClaim, Move, Position, Role, Rules, Square};

fn at(name: &str) -> Square {
    name.parse().unwrap_or_else(|_| panic!("{name} is no square"))
}

#[test]
fn what_is_no_square_and_no_rules_is_told() {
    let error = "i9".parse::<Square>().expect_err("there is no file i");
    assert!(error.to_string().contains("letter from a to h"), "{error}");
    let error = "draughts".parse::<Rules>().expect_err("another game");
    assert!(error.to_string().contains("losing-fics"), "{error}");
}

#[test]
fn draws_are_claimed_by_their_articles() {
    let made = Move { from: at("e2"), to: at("e4"), promotion: None };
    let claims = [
        (DrawClaim::ThreefoldByMove(made), "9.2.1"),
        (DrawClaim::Threefold, "9.2.2"),
        (DrawClaim::FiftyMovesByMove(made), "9.3.1"),
        (DrawClaim::FiftyMoves, "9.3.2"),
    ];
    assert!(claims.iter().all(|(claim, article)| claim.article() == *article));
}

#[test]
fn only_pawns_on_the_last_rank_promote_and_not_to_anything() {
    let position = Position::from_fen("8/P6k/8/8/8/8/4P3/K7 w - -", Castling::Standard).unwrap();
    let legal = |from, to, promotion| {
        position.try_play(Move { from: at(from), to: at(to), promotion }).is_some()
    };
    for role in Role::ALL {
        let allowed = Role::PROMOTIONS.contains(&role);
        assert_eq!(legal("a7", "a8", Some(role)), allowed, "{role:?}");
        assert!(!legal("e2", "e4", Some(role)), "{role:?}");
        assert!(!legal("a1", "b1", Some(role)), "{role:?}");
    }
    assert!(!legal("a7", "a8", None) && legal("e2", "e4", None));
}

#[test]
fn captures_and_pawn_moves_are_critical_and_castling_is_not() {
    let fen = "r3k3/8/8/8/8/8/4P3/R3K2R w KQ -";
    let position = Position::from_fen(fen, Castling::Standard).unwrap();
    assert_eq!(position.turn(), Color::White);
    for (uci, critical) in
        [("a1a8", true), ("a1a7", false), ("e2e3", true), ("e1g1", false), ("e1c1", false)]
    {
        let made = position.parse_uci(uci).unwrap();
        assert_eq!(position.is_critical(made), critical, "{uci}");
    }
}
