//! Each strategy on small boards: which kinds of move it plays, that every game ends, and that what
//! is claimed otherwise is rejected. The distances are made here, slowly: a position has one as soon
//! as all that can come after it have.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use zermelo_kernel::{Budget, Exhausted, Proved};
use zermelo_kernel_strategy::{
    Board, Choice, Condition, Counterexample, Distances, Failure, Kind, MOST_KINDS, Men, MenOf,
    Numbering, Pair, Place, PlayFault, Played, Rules, Strategy, Unwalkable, kqk, krr,
};

/// The distance to mate of every position, 0 where mate does not always follow, and the kinds played.
fn distances<S: Played>(strategy: &S, choice: Choice) -> (Vec<u16>, [u64; MOST_KINDS]) {
    let rules = strategy.rules();
    let numbering = Numbering::<S::Pieces>::new(&rules.board()).unwrap();
    let (mut kinds, mut open) = ([0; MOST_KINDS], Vec::new());
    for number in 0..numbering.count() {
        let men = numbering.men(number);
        if !rules.white_to_move(men) {
            continue;
        }
        let Some((kind, moves)) = strategy.played(choice, men) else { continue };
        kinds[S::place(kind)] += 1;
        let fails = |&to: &MenOf<S>| {
            rules.black_takes(to) || strategy.replies(to).is_empty() && !rules.mate(to)
        };
        if !moves.iter().any(fails) {
            let next = moves.iter().flat_map(|&to| strategy.replies(to));
            open.push((number, next.map(|men| numbering.number(men)).collect::<Vec<_>>()));
        }
    }
    let mut plies = vec![0; numbering.count() as usize];
    for now in (1..).step_by(2) {
        let known = plies.clone();
        let before = open.len();
        open.retain(|(number, next)| {
            let all = next.iter().all(|&next| known[next as usize] > 0);
            if all {
                plies[*number as usize] = now;
            }
            !all
        });
        if open.len() == before {
            break;
        }
    }
    (plies, kinds)
}

/// The true claim.
fn claim<S: Played + Clone>(strategy: &S, choice: Choice) -> Distances<'static, S> {
    let (plies, kinds) = distances(strategy, choice);
    let numbering = Numbering::<S::Pieces>::new(&strategy.rules().board()).unwrap();
    let not_won = (0..numbering.count()).filter(|&number| {
        plies[number as usize] == 0 && strategy.rules().white_to_move(numbering.men(number))
    });
    Distances {
        strategy: strategy.clone(),
        choice,
        kinds,
        longest: plies.iter().copied().max().unwrap_or(0).into(),
        not_won: not_won.count() as u64,
        plies: Cow::Owned(plies),
        threads: 1,
    }
}

fn check<S: Played>(claim: Distances<'_, S>) -> Result<(), PlayFault<S::Pieces>> {
    Proved::new(claim, &Budget::default()).map(|_| ())
}

/// What is claimed of a strategy on a board: kinds, longest game, positions not won.
fn found<S: Played + Clone>(strategy: &S, choice: Choice) -> (Vec<u64>, u32, u64) {
    let claim = claim(strategy, choice);
    let (mut kinds, longest, not_won) = (claim.kinds.to_vec(), claim.longest, claim.not_won);
    assert_eq!(check(claim.clone()), Ok(()));
    assert_eq!(check(Distances { threads: 3, ..claim }), Ok(()));
    while kinds.last() == Some(&0) {
        kinds.pop();
    }
    (kinds, longest, not_won)
}

#[test]
fn king_and_rook_signature() {
    let on = |files, ranks, choice| found(&Strategy::new(Board::new(files, ranks)), choice);
    // As the paper counts them.
    let smallest = vec![120, 404, 436, 72, 124, 24, 24, 60, 28, 20];
    assert_eq!(on(4, 4, Choice::Function), (smallest.clone(), 19, 0));
    assert_eq!(on(4, 4, Choice::Relation), (smallest, 19, 0));
    let wide = vec![188, 624, 1380, 224, 248, 52, 40, 262, 56, 16];
    assert_eq!(on(5, 4, Choice::Function), (wide, 25, 0));
    let long = vec![268, 856, 3060, 484, 416, 100, 48, 704, 96];
    assert_eq!(on(4, 6, Choice::Relation), (long, 33, 0));
    let narrow = vec![64, 126, 92, 8, 44, 12, 12, 16, 24, 4];
    assert_eq!(on(3, 4, Choice::Relation), (narrow, 15, 0));
}

#[test]
fn king_and_queen_signature() {
    let on = |files, ranks, choice| found(&kqk::Strategy::new(Board::new(files, ranks)), choice);
    let smallest = vec![144, 396, 104, 8, 132, 20, 8];
    assert_eq!(on(4, 4, Choice::Function), (smallest.clone(), 21, 0));
    assert_eq!(on(4, 4, Choice::Relation), (smallest, 23, 0));
    assert_eq!(on(5, 4, Choice::Function), (vec![204, 1232, 240, 16, 326, 48, 16], 31, 0));
    assert_eq!(on(4, 6, Choice::Relation), (vec![272, 2968, 444, 12, 512, 88, 28], 31, 0));
    // Too narrow: from some positions no mate is found.
    assert_eq!(on(3, 4, Choice::Relation), (vec![88, 44, 28, 0, 48, 14, 4], 11, 78));
}

#[test]
fn king_and_two_rooks_signature() {
    let on = |files, ranks, choice| found(&krr::Strategy::new(Board::new(files, ranks)), choice);
    let smallest = vec![152, 168, 192, 32, 32, 384, 1424, 1844, 244, 192, 72, 72, 80, 0, 8];
    assert_eq!(on(4, 4, Choice::Function), (smallest, 25, 0));
    let wide = vec![372, 440, 1076, 48, 68, 1232, 4944, 5738, 980, 516, 434, 222, 134, 8, 8];
    assert_eq!(on(5, 4, Choice::Relation), (wide, 35, 0));
    let narrow = vec![72, 24, 0, 26, 6, 40, 184, 272, 84, 48, 46, 28, 68, 2, 6];
    assert_eq!(on(3, 4, Choice::Relation), (narrow, 13, 536));
}

/// Without a condition the strategy for king and rook plays otherwise, and may not mate.
#[test]
fn conditions_left_out_signature() {
    let without = |condition| {
        let mut strategy = Strategy::new(Board::new(5, 4));
        strategy.without.push(condition);
        let (kinds, longest, not_won) = found(&strategy, Choice::Relation);
        (kinds.iter().zip(1..).map(|(count, place)| count * place).sum::<u64>(), longest, not_won)
    };
    let all = [
        (Condition::NotExposed, (9456, 9, 2160)),
        (Condition::Divides, (10_462, 27, 52)),
        (Condition::NotTowardsEdge, (11_064, 27, 0)),
        (Condition::NotOneEdge, (11_048, 27, 0)),
        (Condition::NoStalemate, (10_836, 17, 1900)),
        (Condition::FarFromBlack, (11_048, 27, 36)),
        (Condition::Guarded, (11_012, 25, 152)),
        (Condition::KingsLine, (11_064, 29, 0)),
    ];
    for (condition, signature) in all {
        assert_eq!(without(condition), signature, "{condition:?}");
    }
}

/// Told by their shapes, mate and stalemate are the same.
#[test]
fn shapes_play_alike() {
    for (files, ranks) in [(4, 4), (5, 4), (4, 6)] {
        let plain = Strategy::new(Board::new(files, ranks));
        let shapes = Strategy { by_shape: true, ..plain.clone() };
        assert_eq!(found(&plain, Choice::Relation), found(&shapes, Choice::Relation));
        // What the lemmas ask: a kind is possible exactly if some move fits it.
        let numbering = Numbering::<Place<i32>>::new(&plain.board).unwrap();
        for men in (0..numbering.count()).map(|number| numbering.men(number)) {
            if !plain.board.white_to_move(men) {
                continue;
            }
            assert_eq!(plain.mates(men), plain.board.mates_shape(men), "{men}");
            let first = Kind::ALL.into_iter().find(|&kind| plain.possible(kind, men));
            let by_shape = Kind::ALL.into_iter().find(|&kind| shapes.possible(kind, men));
            let played = plain.played(Choice::Relation, men).map(|(kind, _)| kind);
            assert_eq!((first, by_shape), (played, played), "{men}");
        }
    }
}

/// The candidates of a kind are enough where the lemmas say so.
#[test]
fn candidates_are_enough() {
    let board = Board::new(6, 5);
    let queen = kqk::Strategy::new(board);
    let numbering = Numbering::<Place<i32>>::new(&board).unwrap();
    for men in (0..numbering.count()).step_by(3).map(|number| numbering.men(number)) {
        if queen.white_to_move(men) {
            let first = kqk::Kind::ALL.into_iter().find(|&kind| queen.possible(kind, men));
            assert_eq!(first, queen.played(Choice::Relation, men).map(|(kind, _)| kind), "{men}");
        }
    }
    // Those of the rooks are not all: where one of them fits, the kind is played or an earlier one.
    let rooks = krr::Strategy::new(Board::new(4, 5));
    let numbering = Numbering::<Pair<i32>>::new(&rooks.board).unwrap();
    let mut by_candidate = 0;
    for men in (0..numbering.count()).step_by(7).map(|number| numbering.men(number)) {
        if rooks.white_to_move(men) {
            let first = krr::Kind::ALL.into_iter().find(|&kind| rooks.possible(kind, men));
            let played = rooks.played(Choice::Relation, men).map(|(kind, _)| kind);
            assert!(
                first.is_none_or(|first| played.is_some_and(|played| played <= first)),
                "{men}"
            );
            by_candidate += u64::from(first == played);
        }
    }
    assert_eq!(by_candidate, 2251);
}

/// Each part of a claim changed by itself.
#[test]
fn other_claims_are_rejected() {
    let right = claim(&Strategy::new(Board::new(4, 4)), Choice::Function);
    let numbering = Numbering::<Place<i32>>::new(&right.strategy.board).unwrap();
    let reject = |claim: Distances<'_>, fault: PlayFault| assert_eq!(check(claim), Err(fault));
    for kind in 0..MOST_KINDS {
        let mut kinds = right.kinds;
        kinds[kind] += 1;
        reject(Distances { kinds, ..right.clone() }, PlayFault::Kinds);
    }
    for longest in [18, 20, 21] {
        reject(Distances { longest, ..right.clone() }, PlayFault::Longest(longest, 19));
    }
    reject(Distances { not_won: 1, ..right.clone() }, PlayFault::NotWon(1, 0));
    let count = right.plies.len();
    for wrong in [0, 1, count - 1, count + 1] {
        let mut plies = right.plies.to_vec();
        plies.resize(wrong, 1);
        reject(Distances { plies: plies.into(), ..right.clone() }, PlayFault::Count(wrong));
    }
    for files in [0, -1, 1025] {
        let fault = if files > 0 { Unwalkable::TooLarge } else { Unwalkable::NoBoard };
        for board in [Board::new(files, 4), Board::new(4, files)] {
            let strategy = Strategy { board, ..right.strategy.clone() };
            reject(Distances { strategy, ..right.clone() }, PlayFault::Board(fault));
        }
    }
    let numbers = (0..numbering.count()).filter(|&number| right.plies[number as usize] > 0);
    let mut seen = [false; 4];
    for number in numbers.step_by(127) {
        let (men, at) = (numbering.men(number), number as usize);
        for other in [0, right.plies[at] + 2, right.plies[at] - 1, u16::MAX] {
            let mut plies = right.plies.to_vec();
            plies[at] = other;
            let fault = check(Distances { plies: plies.into(), ..right.clone() }).unwrap_err();
            match fault {
                PlayFault::Won(of) => assert!(other == 0 && of == men),
                PlayFault::Unknown(of) => assert!(other == 0 && of == men),
                PlayFault::Plies(of, claimed, plies) => {
                    let own = of == men && claimed == other.into();
                    assert!(own && plies == right.plies[at].into() || of != men && other > 0);
                }
                fault => panic!("{fault}"),
            }
            seen[match fault {
                PlayFault::Won(_) => 0,
                PlayFault::Unknown(_) => 1,
                PlayFault::Plies(of, ..) => 2 + usize::from(of != men),
                _ => unreachable!(),
            }] = true;
        }
    }
    assert_eq!(seen, [true; 4]);
    // Claimed not to be won, all together: each position says so of the others, but for those where
    // White mates.
    let plies = vec![0; count];
    let fault = check(Distances { plies: plies.into(), ..right.clone() }).unwrap_err();
    assert!(matches!(fault, PlayFault::Won(_)), "{fault}");
    // Another choice of moves has another count of plies, somewhere.
    let queen = claim(&kqk::Strategy::new(Board::new(4, 4)), Choice::Function);
    let fault = check(Distances { choice: Choice::Relation, ..queen }).unwrap_err();
    assert!(matches!(fault, PlayFault::Plies(..)), "{fault}");
}

#[test]
fn samples_and_budgets() {
    let right = claim(&Strategy::new(Board::new(4, 4)), Choice::Function);
    let sample = |one_in| {
        let one_in = NonZeroUsize::new(one_in).unwrap();
        right.sample(one_in, &Budget::default())
    };
    let all = right.kinds.iter().sum::<u64>();
    assert_eq!((all, sample(1), sample(1 << 20)), (1312, Ok(1312), Ok(0)));
    let some: u64 = (0..right.plies.len()).step_by(3).map(|n| u64::from(right.plies[n] > 0)).sum();
    assert_eq!(sample(3), Ok(some));
    // What the sample comes by is checked, and nothing else.
    let mut plies = right.plies.to_vec();
    let wrong = (1..).find(|&n| plies[n] == 19 && n % 3 != 0).unwrap();
    plies[wrong] = 0;
    let damaged = Distances { plies: plies.into(), ..right.clone() };
    let sample = |one_in| damaged.sample(NonZeroUsize::new(one_in).unwrap(), &Budget::default());
    assert!(sample(1).is_err() && sample(wrong).is_err());
    let few = Budget::default().steps(1 << 16, 0);
    let fault = right.sample(NonZeroUsize::MIN, &few).unwrap_err();
    assert!(matches!(fault, PlayFault::Exhausted(Exhausted::Steps(..))), "{fault}");
}

/// One position by itself.
#[test]
fn single_positions() {
    let strategy = Strategy::new(Board::new(8, 8));
    let at = Place::new;
    let mate = Men { king: at(4, 5), piece: at(0, 0), black: at(4, 7) };
    let ask = |men, plies: Option<u32>| strategy.check_plies(Choice::Function, men, |_| plies);
    assert_eq!(ask(mate, Some(1)), Ok(Kind::ImmediateMate));
    assert_eq!(ask(mate, Some(3)), Err(PlayFault::Plies(mate, 3, 1)));
    assert_eq!(ask(mate, None), Err(PlayFault::Unknown(mate)));
    for men in [
        Men { king: at(4, 8), ..mate },
        Men { king: at(-1, 5), ..mate },
        Men { black: at(8, 0), ..mate },
        Men { black: at(0, -1), ..mate },
        Men { piece: at(9, 9), ..mate },
        Men { piece: at(4, 5), ..mate },
        Men { piece: at(4, 7), ..mate },
        Men { king: at(4, 6), ..mate },
        Men { piece: at(0, 7), ..mate },
    ] {
        assert_eq!(ask(men, Some(1)), Err(PlayFault::NotAPosition(men)), "{men:?}");
        let fault = strategy.check_not_won(Choice::Function, men, |_| true);
        assert_eq!(fault, Err(PlayFault::NotAPosition(men)));
    }
    let far = Men { king: at(0, 0), piece: at(1, 0), black: at(4, 4) };
    let reply = |men| strategy.played(Choice::Function, men).map(|(_, to)| strategy.replies(to[0]));
    let reply = reply(far).unwrap()[0];
    assert_eq!(ask(far, Some(u32::MAX)), Err(PlayFault::TooFar(reply)));
    let unknown = |men| (men != reply).then_some(5);
    let fault = strategy.check_plies(Choice::Function, far, unknown);
    assert_eq!(fault, Err(PlayFault::Unknown(reply)));
    let told = |men| {
        Some(if men == reply {
            9
        } else if men == far {
            11
        } else {
            7
        })
    };
    let (kind, _) = strategy.played(Choice::Function, far).unwrap();
    assert_eq!(strategy.check_plies(Choice::Function, far, told), Ok(kind));
    let not_won = |of: Men<i32>| strategy.check_not_won(Choice::Function, far, |men| men == of);
    assert_eq!((not_won(reply), not_won(far)), (Ok(Some(kind)), Err(PlayFault::Won(far))));
}

/// Sentences name the men, and what is wrong.
#[test]
fn faults_are_sentences() {
    let at = Place::new;
    let men = Men { king: at(0, 1), piece: at(2, 3), black: at(7, 6) };
    let says = |fault: PlayFault, text: &str| assert_eq!(fault.to_string(), text);
    says(PlayFault::NoMove(men), "no move fits in K(1, 2) R(3, 4) k(8, 7)");
    says(PlayFault::NotAPosition(men), "K(1, 2) R(3, 4) k(8, 7) is no position with White to move");
    says(PlayFault::Plies(men, 3, 5), "K(1, 2) R(3, 4) k(8, 7) is 5 plies from mate, not 3");
    says(PlayFault::Longest(3, 5), "the longest game has 5 plies, not 3");
    says(PlayFault::NotWon(3, 5), "5 positions are not won, not 3");
    says(PlayFault::NotPlayed(2), "the strategy does not play White's move in round 2");
    says(PlayFault::Board(Unwalkable::NoBoard), "a board has at least one file and one rank");
    says(
        PlayFault::Board(Unwalkable::TooLarge),
        "a board of more than 1024 squares has too many positions to walk",
    );
    says(
        PlayFault::Board(Unwalkable::TooLargeForTwo),
        "with two pieces the board has too many positions to walk",
    );
    says(PlayFault::Exhausted(Exhausted::Interrupted), &Exhausted::Interrupted.to_string());
}

/// How large a board may be, with one piece and with two.
#[test]
fn boards_that_can_be_walked() {
    let one = |files, ranks| Numbering::<Place<i32>>::new(&Board::new(files, ranks)).map(|_| ());
    let two = |files, ranks| Numbering::<Pair<i32>>::new(&Board::new(files, ranks)).map(|_| ());
    for (files, ranks) in [(1, 1), (32, 32), (1024, 1), (1, 1024)] {
        assert_eq!(one(files, ranks), Ok(()));
    }
    for (files, ranks) in [(33, 32), (1025, 1), (i32::MAX, i32::MAX), (i32::MAX, 1)] {
        assert_eq!(one(files, ranks), Err(Unwalkable::TooLarge));
        assert_eq!(two(files, ranks), Err(Unwalkable::TooLarge));
    }
    for (files, ranks) in [(0, 4), (4, 0), (-1, -1), (i32::MIN, 3)] {
        assert_eq!(one(files, ranks), Err(Unwalkable::NoBoard));
        assert_eq!(two(files, ranks), Err(Unwalkable::NoBoard));
    }
    // n^3 (n + 1) / 2 is at most 2^30 up to 215.
    assert_eq!((two(215, 1), two(216, 1)), (Ok(()), Err(Unwalkable::TooLargeForTwo)));
    assert_eq!((two(43, 5), two(27, 8)), (Ok(()), Err(Unwalkable::TooLargeForTwo)));
    let numbering = Numbering::<Pair<i32>>::new(&Board::new(3, 2)).unwrap();
    assert_eq!((numbering.squares(), numbering.each_king(), numbering.count()), (6, 126, 756));
}

/// A line that shows that a strategy without a condition does not always mate, and its damage.
#[test]
fn counterexamples() {
    let board = Board::new(5, 4);
    let numbering = Numbering::<Place<i32>>::new(&board).unwrap();
    let whole = Strategy::new(board);
    let check = |strategy: &Strategy<i32>, example: &Counterexample| {
        strategy.check_counterexample(Choice::Function, example)
    };
    // Without safety of the rook a move after which Black takes it, or is stalemated.
    let mut seen = [0; 2];
    for condition in
        [Condition::NotExposed, Condition::Guarded, Condition::NoStalemate, Condition::FarFromBlack]
    {
        let mut strategy = whole.clone();
        strategy.without.push(condition);
        for start in (0..numbering.count()).map(|number| numbering.men(number)) {
            if !board.white_to_move(start) {
                continue;
            }
            let Some((kind, moves)) = strategy.played(Choice::Function, start) else { continue };
            let to = moves[0];
            let (taken, stuck) = (to.black_takes(), board.stalemate(to));
            for (end, is_so) in
                [(Failure::RookTaken(kind, to), taken), (Failure::Stalemate(kind, to), stuck)]
            {
                let example = Counterexample { start, line: Vec::new(), end };
                let expected = if is_so { Ok(()) } else { Err(PlayFault::End) };
                assert_eq!(check(&strategy, &example), expected);
                if is_so {
                    assert_eq!(check(&whole, &example), Err(PlayFault::End));
                }
            }
            seen[0] += u32::from(taken);
            seen[1] += u32::from(stuck);
            let example = Counterexample { start, line: Vec::new(), end: Failure::NoMove };
            assert_eq!(check(&strategy, &example), Err(PlayFault::End));
            let example = Counterexample { start, line: Vec::new(), end: Failure::Repetition };
            assert_eq!(check(&strategy, &example), Err(PlayFault::End));
        }
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}
