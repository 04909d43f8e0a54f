//! What each condition of the strategy is good for: left out, it gives a position and a line, and
//! the definition alone confirms them.

use zermelo_kernel::strategy::{Board, Condition, Kind, Men, Strategy};
use zermelo_strategy::counterexample::{Counterexample, Failure};
use zermelo_strategy::play::{black_moves, chosen, fitting};
use zermelo_strategy::retrograde::{Choice, Verification, verify};

const BOTH: [Choice; 2] = [Choice::Function, Choice::Relation];

fn without(n: i32, conditions: &[Condition], choice: Choice) -> Verification {
    let strategy = strategy(n, conditions);
    let found = verify(&strategy, choice).unwrap();
    assert_eq!(found.always_mate(), found.counterexample.is_none());
    if let Some(example) = &found.counterexample {
        confirm(&strategy, choice, example);
    }
    found
}

fn strategy(n: i32, conditions: &[Condition]) -> Strategy<i32> {
    Strategy { board: Board::new(n, n), without: conditions.to_vec() }
}

/// Whether the strategy may play the move.
fn plays(s: &Strategy<i32>, choice: Choice, men: Men<i32>, kind: Kind, to: Men<i32>) -> bool {
    match choice {
        Choice::Function => chosen(s, men) == Some((kind, to)),
        Choice::Relation => {
            fitting(s, men).is_some_and(|(first, moves)| first == kind && moves.contains(&to))
        }
    }
}

fn confirm(s: &Strategy<i32>, choice: Choice, example: &Counterexample) {
    let mut men = example.start;
    assert!(s.board.white_to_move(men));
    for &(kind, to, reply) in &example.line {
        assert!(plays(s, choice, men, kind, to));
        assert!(black_moves(&s.board, to).any(|men| men == reply));
        men = reply;
    }
    match example.end {
        Failure::NoMove => assert!(fitting(s, men).is_none()),
        Failure::Illegal(..) => panic!("every move that is tried is legal"),
        Failure::RookTaken(kind, to) => {
            assert!(plays(s, choice, men, kind, to) && to.black_takes_rook());
        }
        Failure::Stalemate(kind, to) => {
            assert!(plays(s, choice, men, kind, to) && s.board.stalemate(to));
        }
        Failure::Repetition => assert!(!example.line.is_empty() && men == example.start),
    }
}

#[test]
fn conditions_that_matter_alone() {
    let kind = |found: &Verification| match found.counterexample.as_ref().unwrap().end {
        Failure::RookTaken(..) => "rook",
        Failure::Stalemate(..) => "stalemate",
        Failure::Repetition => "circle",
        Failure::NoMove | Failure::Illegal(..) => "something else",
    };
    for choice in BOTH {
        for (condition, failure) in [
            (Condition::NotExposed, "rook"),
            (Condition::Divides, "circle"),
            (Condition::NoStalemate, "stalemate"),
            (Condition::FarFromBlack, "rook"),
            (Condition::Guarded, "rook"),
        ] {
            let found = without(8, &[condition], choice);
            assert_eq!(kind(&found), failure, "{condition:?}");
            assert_eq!(found.closed(), failure == "circle");
        }
    }
}

/// Either of the two conditions about edges is enough; without both the white king walks about.
#[test]
fn conditions_that_matter_together() {
    let edges = [Condition::NotTowardsEdge, Condition::NotOneEdge];
    for choice in BOTH {
        for condition in edges {
            assert!(without(8, &[condition], choice).always_mate());
        }
        let found = without(8, &edges, choice);
        assert!(found.closed() && found.always_a_move() && !found.always_mate());
        assert_eq!(found.counterexample.unwrap().end, Failure::Repetition);
    }
}

/// It is there for the proof: without it the rook flees more often than the paper's Lemma 4.4 says.
#[test]
fn the_condition_that_does_not_matter() {
    for choice in BOTH {
        for n in 4..=8 {
            assert!(without(n, &[Condition::KingsLine], choice).always_mate());
        }
    }
}

#[test]
fn a_line_on_a_small_board() {
    let example = without(4, &[Condition::NoStalemate], Choice::Function).counterexample.unwrap();
    let Failure::Stalemate(kind, to) = example.end else { panic!("{example:?}") };
    assert!(example.line.is_empty());
    assert_eq!(chosen(&strategy(4, &[Condition::NoStalemate]), example.start), Some((kind, to)));
    assert_ne!(chosen(&strategy(4, &[]), example.start), Some((kind, to)));
}
