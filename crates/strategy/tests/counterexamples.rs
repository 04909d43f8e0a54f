//! What each condition of the strategy is good for: left out, it gives a position and a line, and
//! the kernel confirms them.

use zermelo_kernel_strategy::{Board, Condition, Failure, Strategy};
use zermelo_strategy::play::chosen;
use zermelo_strategy::retrograde::{Choice, Verification, verify};

const BOTH: [Choice; 2] = [Choice::Function, Choice::Relation];

fn without(n: i32, conditions: &[Condition], choice: Choice) -> Verification {
    let strategy = strategy(n, conditions);
    let found = verify(&strategy, choice).unwrap();
    assert_eq!(found.always_mate(), found.counterexample.is_none());
    if let Some(example) = &found.counterexample {
        assert_eq!(strategy.check_counterexample(choice, example), Ok(()));
    }
    found
}

fn strategy(n: i32, conditions: &[Condition]) -> Strategy<i32> {
    let mut strategy = Strategy::new(Board::new(n, n));
    strategy.without.extend(conditions);
    strategy
}

#[test]
fn conditions_that_matter_alone() {
    let kind = |found: &Verification| match found.counterexample.as_ref().unwrap().end {
        Failure::RookTaken(..) => "rook",
        Failure::Stalemate(..) => "stalemate",
        Failure::Repetition => "circle",
        Failure::NoMove => "something else",
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
