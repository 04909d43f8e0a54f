//! The kernel accepts what a walk shows, and rejects it when it is damaged.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64};

use zermelo_kernel::{Budget, Exhausted, Proved};
use zermelo_kernel_strategy::{
    Board, Choice, Condition, Counterexample, Distances, Failure, Kind, MOST_KINDS, Men, Numbering,
    Place, PlayFault, Played, Strategy, Unwalkable,
};
use zermelo_strategy::retrograde::{Checked, Unverified, Walk, verify};

fn walk(strategy: &Strategy<i32>, choice: Choice) -> Walk<'_> {
    Walk::new(strategy, choice, &AtomicU64::new(0), &AtomicBool::new(false)).unwrap()
}

/// Whether the kernel accepts what the walk says of every position.
fn check(walk: &Walk<'_>) -> Result<u64, PlayFault> {
    let proved = Proved::new(walk.distances(), &Budget::default())?;
    Ok(proved.kinds.iter().sum())
}

#[test]
fn walks_are_accepted() {
    for (width, height) in [(3, 3), (4, 4), (4, 6), (6, 6)] {
        let strategy = Strategy::new(Board::new(width, height));
        for choice in [Choice::Function, Choice::Relation] {
            let walk = walk(&strategy, choice);
            assert_eq!(check(&walk), Ok(walk.found.positions));
            let (positions, budget) = (walk.found.positions, Budget::default());
            let Ok(Checked::Sampled(some)) = walk.check(NonZeroUsize::new(7).unwrap(), &budget)
            else {
                panic!("a sample")
            };
            assert!((1..positions).contains(&some));
        }
    }
}

#[test]
fn kinds_that_were_counted_wrong_are_rejected() {
    let strategy = Strategy::new(Board::new(4, 4));
    let mut walk = walk(&strategy, Choice::Function);
    walk.found.kinds.swap(0, 1);
    assert_eq!(check(&walk), Err(PlayFault::Kinds));
}

/// The attack that a saturating sum let pass: the farthest distance everywhere is "two plies more"
/// than itself. Without `divides` the strategy goes round in circles on 8x8.
#[test]
fn no_circle_is_accepted_however_far_mate_is_claimed_to_be() {
    let mut strategy = Strategy::new(Board::new(8, 8));
    strategy.without.push(Condition::Divides);
    for choice in [Choice::Function, Choice::Relation] {
        no_circle_is_accepted(&strategy, choice);
    }
}

fn no_circle_is_accepted(strategy: &Strategy<i32>, choice: Choice) {
    let example = verify(strategy, choice).unwrap().counterexample.unwrap();
    assert_eq!(example.end, Failure::Repetition);
    for &(.., reply) in &example.line {
        for far in [u32::MAX, u32::MAX - 1] {
            let answer = strategy.check_plies(choice, reply, |_| Some(far));
            assert!(matches!(answer, Err(PlayFault::TooFar(_))), "{answer:?}");
        }
        let answer = strategy.check_plies(choice, reply, |_| Some(u32::MAX - 2));
        assert_eq!(answer, Err(PlayFault::Plies(reply, u32::MAX - 2, u32::MAX)));
    }
    // The same of the whole board, whatever is said of its kinds and of the longest game.
    let numbering: Numbering = Numbering::new(&strategy.board).unwrap();
    let numbers = numbering.count() as usize;
    for far in [0, 1, 9, u16::MAX - 1, u16::MAX] {
        let plies = vec![far; numbers].into();
        let (strategy, kinds, longest) = (strategy.clone(), [0; MOST_KINDS], far.into());
        let not_won = 0;
        let claim = Distances { strategy, choice, kinds, longest, not_won, plies, threads: 2 };
        let answer = Proved::new(claim, &Budget::default()).map(drop);
        // Nothing is ever mated, it says: but a mate in one is.
        let won = far == 0 && matches!(answer, Err(PlayFault::Won(_)));
        assert!(won || matches!(answer, Err(PlayFault::Plies(..))), "{answer:?}");
    }
}

/// One wrong distance anywhere, one too few, or another longest game, and the board is rejected.
#[test]
fn boards_with_one_wrong_distance_are_rejected() {
    let strategy = Strategy::new(Board::new(4, 5));
    let walk = walk(&strategy, Choice::Function);
    let right = walk.distances();
    let check = |claim: &Distances<'_>, threads| {
        let claim = Distances { threads, ..claim.clone() };
        Proved::new(claim, &Budget::default()).map(drop)
    };
    for threads in [0, 1, 2, 7, 100] {
        assert_eq!(check(&right, threads), Ok(()));
    }
    let numbering = Numbering::new(&strategy.board).unwrap();
    for men in walk.positions().step_by(29) {
        let mut plies = right.plies.to_vec();
        plies[numbering.number(men) as usize] += 2;
        let claim = Distances { plies: plies.into(), ..right.clone() };
        assert!(matches!(check(&claim, 2), Err(PlayFault::Plies(..))), "{men}");
    }
    let count = right.plies.len();
    let claim = Distances { plies: right.plies[1..].into(), ..right.clone() };
    assert_eq!(check(&claim, 2), Err(PlayFault::Count(count - 1)));
    let claim = Distances { longest: right.longest + 2, ..right.clone() };
    assert_eq!(check(&claim, 2), Err(PlayFault::Longest(right.longest + 2, right.longest)));
    let unlike = Strategy::new(Board::new(5, 4));
    let claim = Distances { strategy: unlike, ..right.clone() };
    assert!(check(&claim, 2).is_err());
    let budget = Budget::default().until(|| true);
    let stopped = Proved::new(right, &budget).unwrap_err();
    assert_eq!(stopped, PlayFault::Exhausted(Exhausted::Interrupted));
}

/// From how many positions mate does not always follow without a condition: proved, and rejected with
/// one position more, one less, or another number.
#[test]
fn positions_that_are_not_won_are_a_closed_set() {
    let check = |claim: Distances<'_>| Proved::new(claim, &Budget::default()).map(drop);
    let edges = [Condition::NotTowardsEdge, Condition::NotOneEdge];
    for (without, board) in [
        (&edges[..], Board::new(6, 6)),
        (&[Condition::NoStalemate], Board::new(4, 4)),
        (&[Condition::NotExposed], Board::new(4, 5)),
    ] {
        for choice in [Choice::Function, Choice::Relation] {
            let mut strategy = Strategy::new(board);
            strategy.without.extend(without);
            let walk = walk(&strategy, choice);
            let right = walk.distances();
            println!("{without:?} {choice:?}: {}", right.not_won);
            assert_eq!(check(right.clone()), Ok(()));
            assert!(right.not_won > 0 && right.not_won < walk.found.positions);
            for wrong in [right.not_won - 1, right.not_won + 1, 0] {
                let fault = Err(PlayFault::NotWon(wrong, right.not_won));
                assert_eq!(check(Distances { not_won: wrong, ..right.clone() }), fault);
            }
            let numbering = Numbering::new(&board).unwrap();
            for men in walk.positions().step_by(walk.found.positions as usize / 40) {
                let number = numbering.number(men) as usize;
                let mut plies = right.plies.to_vec();
                let won = plies[number] > 0;
                plies[number] = if won { 0 } else { 9 };
                let not_won = if won { right.not_won + 1 } else { right.not_won - 1 };
                let claim = Distances { plies: plies.into(), not_won, ..right.clone() };
                assert!(check(claim).is_err(), "{men}");
            }
        }
    }
}

/// Integers at their limits are no position and no board, and no reason to panic.
#[test]
fn men_far_from_the_board_are_rejected() {
    let strategy = Strategy::new(Board::new(8, 8));
    let ends = [i32::MIN, -1, 8, i32::MAX];
    for far in ends.into_iter().flat_map(|x| ends.map(|y| Place::new(x, y))) {
        let near = [Place::new(0, 0), Place::new(3, 1), Place::new(5, 5)];
        for man in 0..3 {
            let mut places = near;
            places[man] = far;
            let [king, rook, black] = places;
            let men = Men { king, piece: rook, black };
            let fault = Err(PlayFault::NotAPosition(men));
            assert_eq!(strategy.check_plies(Choice::Function, men, |_| Some(1)).map(drop), fault);
            let example = Counterexample { start: men, line: vec![], end: Failure::NoMove };
            assert_eq!(strategy.check_counterexample(Choice::Function, &example), fault);
            let endless = Strategy::new(Board::new(i32::MAX, i32::MAX));
            let answer = endless.check_counterexample(Choice::Function, &example);
            assert_eq!(answer, Err(PlayFault::Board(Unwalkable::TooLarge)));
        }
    }
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
    let men = Men { king: corner, piece: corner, black: corner };
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
    let budget = Budget::default().until(|| true);
    let fault = walk.check(NonZeroUsize::MIN, &budget).unwrap_err();
    assert_eq!(fault, PlayFault::Exhausted(Exhausted::Interrupted));
}
