//! The kernel accepts what a walk shows, and rejects it when it is damaged.

use std::sync::atomic::{AtomicBool, AtomicU64};

use zermelo_kernel_strategy::{
    Board, Choice, Condition, Counterexample, Failure, Kind, Men, Place, PlayFault, Strategy,
};
use zermelo_strategy::retrograde::{Rejected, Unverified, Walk, verify};

fn walk(strategy: &Strategy<i32>, choice: Choice) -> Walk<'_> {
    Walk::new(strategy, choice, &AtomicU64::new(0), &AtomicBool::new(false)).unwrap()
}

fn check(walk: &Walk<'_>, one_in: u32) -> Result<u64, Rejected> {
    walk.check(one_in, &AtomicU64::new(0), &AtomicBool::new(false))
}

#[test]
fn walks_are_accepted() {
    for (width, height) in [(3, 3), (4, 4), (4, 6), (6, 6)] {
        let strategy = Strategy::new(Board::new(width, height));
        for choice in [Choice::Function, Choice::Relation] {
            let walk = walk(&strategy, choice);
            assert_eq!(check(&walk, 1), Ok(walk.found.positions));
            assert!((1..walk.found.positions).contains(&check(&walk, 7).unwrap()));
        }
    }
}

#[test]
fn kinds_that_were_counted_wrong_are_rejected() {
    let strategy = Strategy::new(Board::new(4, 4));
    let mut walk = walk(&strategy, Choice::Function);
    walk.found.kinds.swap(0, 1);
    assert_eq!(check(&walk, 1), Err(Rejected::Kinds));
}

/// Every distance of a small board, one too large, one too small, and left out.
#[test]
fn distances_that_are_wrong_are_rejected() {
    let strategy = Strategy::new(Board::new(4, 4));
    let walk = walk(&strategy, Choice::Function);
    for men in walk.positions() {
        let right = walk.plies(men).unwrap();
        let checked = |at: Men<i32>, plies: &dyn Fn(Men<i32>) -> Option<u32>| {
            strategy.check_plies(Choice::Function, at, plies)
        };
        assert!(checked(men, &|men| walk.plies(men)).is_ok());
        for wrong in [right - 1, right + 1, right + 2, 0, u32::MAX] {
            let damaged = |at| if at == men { Some(wrong) } else { walk.plies(at) };
            assert_eq!(checked(men, &damaged), Err(PlayFault::Plies(men, wrong, right)));
        }
        let damaged = |at| if at == men { None } else { walk.plies(at) };
        assert_eq!(checked(men, &damaged), Err(PlayFault::Unknown(men)));
    }
    // Nothing is accepted of men who cannot stand so, nor of the other choice's moves.
    let corner = Place::new(0, 0);
    let men = Men { king: corner, rook: corner, black: corner };
    let answer = strategy.check_plies(Choice::Relation, men, |_| Some(1));
    assert_eq!(answer, Err(PlayFault::NotAPosition(men)));
    // No circle is accepted, whatever is claimed.
    let mut broken = Strategy::new(Board::new(8, 8));
    broken.without.push(Condition::Divides);
    let found = verify(&broken, Choice::Function).unwrap().counterexample.unwrap();
    let same = |_| Some(9);
    assert!(broken.check_plies(Choice::Function, found.start, same).is_err());
}

#[test]
fn positions_that_are_not_closed_are_rejected() {
    for condition in [Condition::NotExposed, Condition::NoStalemate] {
        let mut strategy = Strategy::new(Board::new(4, 4));
        strategy.without.push(condition);
        let example = verify(&strategy, Choice::Function).unwrap().counterexample.unwrap();
        let (Failure::RookTaken(_, to) | Failure::Stalemate(_, to)) = example.end else {
            panic!("{example:?}")
        };
        let answer = strategy.check_plies(Choice::Function, example.start, |_| Some(1));
        assert_eq!(answer, Err(PlayFault::NotClosed(to)));
    }
    let narrow = Strategy::new(Board::new(1, 8));
    let example = verify(&narrow, Choice::Function).unwrap().counterexample.unwrap();
    let answer = narrow.check_plies(Choice::Function, example.start, |_| Some(1));
    assert_eq!(answer, Err(PlayFault::NoMove(example.start)));
}

#[test]
fn damaged_lines_are_rejected() {
    let mut strategy = Strategy::new(Board::new(8, 8));
    strategy.without.push(Condition::Divides);
    let choice = Choice::Function;
    let right = verify(&strategy, choice).unwrap().counterexample.unwrap();
    let verdict = |damage: &dyn Fn(&mut Counterexample)| {
        let mut example = right.clone();
        damage(&mut example);
        strategy.check_counterexample(choice, &example)
    };
    assert_eq!(verdict(&|_| ()), Ok(()));
    let rounds = right.line.len();
    assert!(rounds >= 2);
    for round in 0..rounds {
        let (kind, to, reply) = right.line[round];
        let other = if kind == Kind::Squeeze { Kind::RookHome } else { Kind::Squeeze };
        let not_played = Err(PlayFault::NotPlayed(round + 1));
        assert_eq!(verdict(&|example| example.line[round].0 = other), not_played);
        assert_eq!(verdict(&|example| example.line[round].1 = reply), not_played);
        let no_reply = Err(PlayFault::NoReply(round + 1));
        assert_eq!(verdict(&|example| example.line[round].2 = to), no_reply);
    }
    assert!(verdict(&|example| example.start.king = example.start.black).is_err());
    assert!(verdict(&|example| example.start = example.line[0].2).is_err());
    assert_eq!(verdict(&|example| example.line.truncate(rounds - 1)), Err(PlayFault::End));
    assert_eq!(verdict(&|example| example.line.clear()), Err(PlayFault::End));
    let (kind, to, _) = right.line[0];
    for end in [Failure::NoMove, Failure::RookTaken(kind, to), Failure::Stalemate(kind, to)] {
        assert_eq!(verdict(&|example| example.end = end), Err(PlayFault::End));
    }
    // The whole strategy does not play it.
    let whole = Strategy::new(Board::new(8, 8));
    assert!(whole.check_counterexample(choice, &right).is_err());
}

#[test]
fn walks_can_be_stopped() {
    let strategy = Strategy::new(Board::new(6, 6));
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(true));
    let stopped = Walk::new(&strategy, Choice::Function, &done, &stop).err();
    assert_eq!(stopped, Some(Unverified::Stopped));
    let walk = walk(&strategy, Choice::Function);
    assert_eq!(walk.check(1, &done, &stop), Err(Rejected::Stopped));
}
