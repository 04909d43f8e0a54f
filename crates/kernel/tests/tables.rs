//! Endgame tables, true ones and damaged ones.
//!
//! The true tables are made here, slowly: all placements of the men are folded, every position
//! starts as a draw unless the game is over, and values flow back until nothing changes. What the
//! checker must accept are these; what it must reject is every one of them with a single entry
//! changed, and a few tables that lie consistently.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use zermelo_kernel::{
    Budget, Color, Exhausted, GamePosition, LosingPosition, Metric, Outcome, Piece, Position,
    Rules, Square, TableClass, TableFault, Value, check_entry, folded,
};

fn men(letters: &str) -> Vec<Piece> {
    letters.chars().map(|letter| Piece::from_letter(letter).unwrap()).collect()
}

fn class(rules: Rules, letters: &str) -> TableClass {
    TableClass::new(rules, &men(letters)).unwrap()
}

/// The class and all to which it leads.
fn with_reached(class: &TableClass) -> BTreeSet<TableClass> {
    let mut all = BTreeSet::from([class.clone()]);
    for next in class.reached() {
        all.extend(with_reached(&next));
    }
    all
}

/// All positions with these men, in every orientation, without thought of symmetry.
fn all_positions<P: GamePosition>(men: &[Piece]) -> Vec<P> {
    fn put<P: GamePosition>(men: &[Piece], board: &mut [Option<Piece>; 64], all: &mut Vec<P>) {
        let Some((&man, rest)) = men.split_first() else {
            let pawns = board.iter().flatten().any(|man| man.letter().eq_ignore_ascii_case(&'p'));
            let passed = Square::all().filter(|_| pawns).map(Some);
            for en_passant in std::iter::once(None).chain(passed) {
                for turn in Color::ALL {
                    let other_has_men = board.iter().flatten().any(|man| man.color != turn);
                    let position = P::from_men(*board, turn, en_passant);
                    all.extend(position.filter(|_| other_has_men));
                }
            }
            return;
        };
        for square in Square::all() {
            if board[square.index()].is_none() {
                board[square.index()] = Some(man);
                put(rest, board, all);
                board[square.index()] = None;
            }
        }
    }
    let mut all = Vec::new();
    put(men, &mut [None; 64], &mut all);
    all
}

type Table<P> = HashMap<P, Value>;

fn legal_moves<P: GamePosition>(position: &P) -> Vec<zermelo_kernel::Move> {
    let mut moves = Vec::new();
    position.push_moves(&mut moves);
    moves
}

/// The true table of a class and all to which it leads.
fn truth<P: GamePosition + Eq + Hash>(class: &TableClass, metric: Metric) -> Table<P> {
    let rules = class.rules();
    let mut numbers: HashMap<P, usize> = HashMap::new();
    for class in with_reached(class) {
        for position in all_positions::<P>(class.men()) {
            let number = numbers.len();
            numbers.entry(folded(&position).into_owned()).or_insert(number);
        }
    }
    let count = |position: &P| position.board().men().count();
    let mut values = vec![Value::Draw; numbers.len()];
    let mut replies = vec![Vec::new(); numbers.len()];
    for (position, &number) in &numbers {
        for m in legal_moves(position) {
            let next = position.play(m);
            let converts = m.promotion.is_some() || count(&next) < count(position);
            replies[number].push((numbers[&*folded(&next)], converts));
        }
        if replies[number].is_empty() {
            values[number] = match position.verdict(rules) {
                Outcome::Drawn => Value::Draw,
                Outcome::Won(color) if color == position.turn() => Value::Win(0),
                Outcome::Won(_) => Value::Loss(0),
            };
        }
    }
    loop {
        let mut changed = false;
        let before = values.clone();
        for (value, replies) in values.iter_mut().zip(&replies) {
            if replies.is_empty() {
                continue;
            }
            let plies = |plies: u16, converts: bool| {
                if converts && metric == Metric::Conversion { 1 } else { plies + 1 }
            };
            let wins = replies.iter().filter_map(|&(next, converts)| match before[next] {
                Value::Loss(distance) => Some(plies(distance, converts)),
                _ => None,
            });
            let losses: Option<Vec<u16>> = replies
                .iter()
                .map(|&(next, converts)| match before[next] {
                    Value::Win(distance) => Some(plies(distance, converts)),
                    _ => None,
                })
                .collect();
            let new = match (wins.min(), losses) {
                (Some(quickest), _) => Value::Win(quickest),
                (None, Some(all)) => Value::Loss(all.into_iter().max().unwrap()),
                (None, None) => Value::Draw,
            };
            changed |= new != *value;
            *value = new;
        }
        if !changed {
            break;
        }
    }
    numbers.into_iter().map(|(position, number)| (position, values[number])).collect()
}

/// Checks every slice of the class; how many entries there are.
fn check<P: GamePosition + Eq + Hash>(
    class: &TableClass,
    metric: Metric,
    table: &Table<P>,
) -> Result<u64, TableFault> {
    (0..class.slices())
        .map(|slice| {
            class.check_slice(slice, metric, |position: &P| {
                assert!(matches!(folded(position), Cow::Borrowed(_)), "{position} is not folded");
                table.get(position).copied()
            })
        })
        .sum()
}

/// Checks the class and all to which it leads: every folded position is visited.
fn accept<P: GamePosition + Eq + Hash>(class: &TableClass, metric: Metric, table: &Table<P>) {
    let entries: Result<u64, TableFault> =
        with_reached(class).iter().map(|class| check(class, metric, table)).sum();
    assert_eq!(entries, Ok(table.len() as u64), "{class} by {metric}");
}

/// Changes single entries of the class in all ways, and wants each change rejected.
fn reject_damage<P: GamePosition + Eq + Hash>(
    class: &TableClass,
    metric: Metric,
    table: &Table<P>,
    every: usize,
) {
    let mut table = table.clone();
    let mut entries: Vec<(P, Value)> = table.clone().into_iter().collect();
    entries.retain(|(position, _)| TableClass::of(class.rules(), position).as_ref() == Some(class));
    entries.sort_by_key(|(position, _)| position.to_string());
    for (position, value) in entries.into_iter().step_by(every) {
        let damages = match value {
            Value::Win(d) => vec![Value::Draw, Value::Loss(d), Value::Win(d + 1)],
            Value::Loss(d) => vec![Value::Draw, Value::Win(d), Value::Loss(d + 1)],
            Value::Draw => {
                vec![Value::Win(1), Value::Loss(0), Value::Loss(2), Value::Win(u16::MAX)]
            }
        };
        let shorter = match value {
            Value::Win(d) => d.checked_sub(1).map(Value::Win),
            Value::Loss(d) => d.checked_sub(1).map(Value::Loss),
            Value::Draw => None,
        };
        for damage in damages.into_iter().chain(shorter) {
            table.insert(position.clone(), damage);
            let fault = check_entry(&position, class.rules(), metric, |position: &P| {
                table.get(position).copied()
            });
            assert!(
                matches!(&fault, Err(TableFault::Wrong { claimed, expected, .. })
                    if *claimed == damage && *expected == value),
                "{:?}",
                fault.err()
            );
        }
        // Also when found on the way through the class, where a neighbour may be blamed first.
        assert!(check(class, metric, &table).is_err(), "{position} is not {value}");
        table.remove(&position);
        let fault = check(class, metric, &table).unwrap_err();
        assert!(matches!(fault, TableFault::Missing { .. }), "{fault}");
        table.insert(position, value);
    }
}

fn longest<P>(table: &Table<P>, of: impl Fn(&P) -> bool) -> u16 {
    let plies = |(_, value): (&P, &Value)| match *value {
        Value::Win(plies) | Value::Loss(plies) => plies,
        Value::Draw => 0,
    };
    table.iter().filter(|(position, _)| of(position)).map(plies).max().unwrap()
}

#[test]
fn rook_against_king_in_losing_chess() {
    for rules in [Rules::Losing, Rules::LosingFics, Rules::LosingJoint] {
        for metric in Metric::ALL {
            let class = class(rules, "Rk");
            let table = truth::<LosingPosition>(&class, metric);
            accept(&class, metric, &table);
            reject_damage(&class, metric, &table, 19);
        }
    }
}

/// The true table of a pawn against a pawn, and each damage of some of its entries.
fn pawns(rules: Rules, metric: Metric) {
    let class = class(rules, "Pp");
    let table = truth::<LosingPosition>(&class, metric);
    accept(&class, metric, &table);
    reject_damage(&class, metric, &table, 97);
    // Every en-passant entry by itself: the capture is forced, and wins for the captured.
    let mut passed = 0;
    for (position, &value) in &table {
        if position.en_passant().is_some() {
            passed += 1;
            assert_eq!(value, Value::Loss(1), "{position}");
            for damage in [Value::Draw, Value::Win(1), Value::Loss(3)] {
                let claim = |asked: &LosingPosition| {
                    if asked == position { Some(damage) } else { table.get(asked).copied() }
                };
                let slices = 0..class.slices();
                let faults = slices.filter_map(|s| class.check_slice(s, metric, claim).err());
                assert!(faults.count() > 0, "{position}");
            }
        }
    }
    assert_eq!(passed, 14, "seven pairs of files, and either side to move");
}

#[test]
fn pawns_in_losing_chess() {
    pawns(Rules::Losing, Metric::Conversion);
}

#[test]
fn pawns_by_the_rules_of_fics() {
    pawns(Rules::LosingFics, Metric::End);
}

#[test]
fn pawns_by_the_joint_rules() {
    pawns(Rules::LosingJoint, Metric::Conversion);
}

#[test]
fn queen_against_king_in_chess() {
    let class = class(Rules::Chess, "KQk");
    let of_class = |position: &Position| position.pieces().count() == 3;
    let end = truth::<Position>(&class, Metric::End);
    accept(&class, Metric::End, &end);
    assert_eq!(longest(&end, of_class), 20, "mate in ten: a loss in twenty plies");
    let wins = end.values().filter_map(|value| match value {
        Value::Win(plies) => Some(*plies),
        _ => None,
    });
    assert_eq!(wins.max(), Some(19));
    let conversion = truth::<Position>(&class, Metric::Conversion);
    assert_eq!(conversion, end, "no conversion keeps the win");
    reject_damage(&class, Metric::End, &end, 29_989);
}

/// The queen's moves of a whole table forgotten, a win claimed everywhere, sides exchanged: lies
/// that are spread over the whole class.
#[test]
fn consistent_lies() {
    let class = class(Rules::Losing, "Rk");
    let table = truth::<LosingPosition>(&class, Metric::End);
    let of_class = |position: &LosingPosition| position.pieces().count() == 2;
    let lie = |told: &dyn Fn(&LosingPosition, Value) -> Value| {
        let lied = table.iter().map(|(position, &value)| {
            let value = if of_class(position) { told(position, value) } else { value };
            (position.clone(), value)
        });
        check(&class, Metric::End, &lied.collect())
    };
    assert!(lie(&|_, value| value).is_ok());
    assert!(lie(&|_, _| Value::Draw).is_err());
    assert!(lie(&|_, _| Value::Win(u16::MAX)).is_err());
    assert!(
        lie(&|position, _| match position.turn() {
            Color::White => Value::Win(u16::MAX),
            Color::Black => Value::Loss(u16::MAX),
        })
        .is_err()
    );
    assert!(
        lie(&|position, _| match position.turn() {
            Color::White => Value::Win(7),
            Color::Black => Value::Loss(6),
        })
        .is_err()
    );
    assert!(
        lie(&|_, value| match value {
            Value::Win(plies) => Value::Loss(plies),
            Value::Draw => Value::Draw,
            Value::Loss(plies) => Value::Win(plies),
        })
        .is_err()
    );
    // The table of the other metric, and of the other rules.
    let class = self::class(Rules::Losing, "Pp");
    let conversion = truth::<LosingPosition>(&class, Metric::Conversion);
    assert!(check(&class, Metric::End, &conversion).is_err());
    let fics = self::class(Rules::LosingFics, "Pp");
    assert!(check(&fics, Metric::Conversion, &conversion).is_err());
}

/// A distance that cannot be written is refused, rather than left where it is.
#[test]
fn distances_do_not_saturate() {
    let position = LosingPosition::from_fen("8/8/8/8/8/8/8/R3k3 b - -").unwrap();
    let fault = check_entry(&position, Rules::Losing, Metric::End, |_: &LosingPosition| {
        Some(Value::Win(u16::MAX))
    });
    assert!(matches!(fault, Err(TableFault::TooFar { .. })), "{fault:?}");
    // By conversion the same distance is never looked at.
    let position = LosingPosition::from_fen("8/8/8/8/8/8/8/R3k3 w - -").unwrap();
    let told = |after: &LosingPosition| {
        let men = after.pieces().count();
        Some(if men == 2 { Value::Loss(1) } else { Value::Win(u16::MAX) })
    };
    let entry = check_entry(&position, Rules::Losing, Metric::Conversion, told).unwrap();
    assert_eq!((&entry.position, entry.rules), (&position, Rules::Losing));
    assert_eq!((Some(entry.value), entry.metric), (told(&position), Metric::Conversion));
}

/// How many entries are visited: a table of draws passes where the game never ends.
fn entries<P: GamePosition + Eq + Hash>(rules: Rules, letters: &str) -> u64 {
    let class = class(rules, letters);
    let folds: HashSet<P> = all_positions::<P>(&men(letters))
        .iter()
        .map(|position| folded(position).into_owned())
        .collect();
    let claim = |position: &P| {
        let in_class = TableClass::of(rules, position).as_ref() == Some(&class);
        assert!(!in_class || folds.contains(position), "{position}");
        Some(Value::Draw)
    };
    let slices = 0..class.slices();
    let counted: Result<u64, TableFault> =
        slices.map(|slice| class.check_slice(slice, Metric::End, claim)).sum();
    assert_eq!(counted, Ok(folds.len() as u64), "{class}");
    folds.len() as u64
}

#[test]
fn every_folded_position_is_visited() {
    // a1 sees 60 squares for the other king, b1, c1 and d1 58, the six others of the triangle 55.
    assert_eq!(entries::<Position>(Rules::Chess, "Kk"), 2 * (60 + 3 * 58 + 6 * 55));
    assert_eq!(entries::<LosingPosition>(Rules::Losing, "nK"), 2 * 10 * 63);
}

#[test]
fn every_folded_position_of_like_men_is_visited() {
    assert_eq!(entries::<LosingPosition>(Rules::Losing, "nnN"), 2 * 10 * (63 * 62 / 2));
}

/// Two anchors: of all pairs, those with at least one in the triangle.
#[test]
fn every_folded_position_with_two_anchors_is_visited() {
    let pairs = 64 * 63 / 2 - 54 * 53 / 2;
    let entries = |letters, value: Value| -> Result<u64, TableFault> {
        let class = class(Rules::Losing, letters);
        let claim = |_: &LosingPosition| Some(value);
        (0..class.slices()).map(|slice| class.check_slice(slice, Metric::End, claim)).sum()
    };
    // The side without men is to move, and has won.
    assert_eq!(entries("NN", Value::Win(0)), Ok(pairs));
    assert_eq!(entries("KKkk", Value::Draw), Ok(pairs * (62 * 61 / 2) * 2));
}

#[test]
fn what_is_proved_of_a_class() {
    let kings = class(Rules::Chess, "Kk");
    let draw = |_: &Position| Some(Value::Draw);
    for threads in [1, 3] {
        let done = AtomicU64::new(0);
        let count = |more| {
            done.fetch_add(more, Relaxed);
        };
        let proved = kings.check(Metric::End, draw, threads, &Budget::default(), count).unwrap();
        assert_eq!((proved.entries, &proved.class, proved.metric), (1128, &kings, Metric::End));
        assert_eq!(done.load(Relaxed), 1128);
        assert_eq!(proved.rests_on, []);
    }
    let wrong = |_: &Position| Some(Value::Win(1));
    assert!(kings.check(Metric::End, wrong, 2, &Budget::default(), |_| {}).is_err());
    let rooks = class(Rules::Chess, "KRk");
    assert_eq!(rooks.reached(), std::slice::from_ref(&kings));
    let stopped = Budget::default().until(|| true);
    let fault = kings.check(Metric::End, draw, 2, &stopped, |_| {}).unwrap_err();
    assert_eq!(fault, TableFault::Exhausted(Exhausted::Interrupted));
}

#[test]
fn classes() {
    assert_eq!(class(Rules::Losing, "kR"), class(Rules::Losing, "Kr"));
    assert_eq!(class(Rules::Losing, "kpqR").to_string(), "losing KQPvR");
    assert_eq!(class(Rules::Losing, "n").to_string(), "losing Nv");
    assert_ne!(class(Rules::Losing, "kR"), class(Rules::LosingFics, "kR"));
    assert_eq!(TableClass::new(Rules::Losing, &[]), None);
    assert_eq!(TableClass::new(Rules::Chess, &men("K")), None);
    assert_eq!(TableClass::new(Rules::Chess, &men("KKk")), None);
    assert_eq!(TableClass::new(Rules::Losing, &men(&"K".repeat(33))), None);
    let names = |rules, letters| -> BTreeSet<String> {
        with_reached(&class(rules, letters)).iter().map(TableClass::to_string).collect()
    };
    let rook_and_king = ["losing Kv", "losing Rv", "losing KvR"].map(String::from);
    assert_eq!(names(Rules::Losing, "Rk"), rook_and_king.into());
    assert_eq!(names(Rules::Chess, "KPk").len(), 6, "KPvK, four promoted men, KvK");
    assert_eq!(names(Rules::Losing, "Pk").len(), 12, "KvP, five promoted men, six alone");
}

#[test]
fn faults_are_sentences() {
    let position = LosingPosition::from_fen("8/8/8/8/8/8/8/R3n3 w - -").unwrap();
    let ask = |claim: &dyn Fn(&LosingPosition) -> Option<Value>| {
        check_entry(&position, Rules::Losing, Metric::End, claim).unwrap_err().to_string()
    };
    let none = ask(&|_| None);
    assert_eq!(none, "no table holds 8/8/8/8/8/8/8/R3n3 w - -");
    let lone = |position: &LosingPosition| position.pieces().count() == 1;
    assert_eq!(
        ask(&|position| (!lone(position)).then_some(Value::Draw)),
        "no table holds 8/8/8/8/8/8/8/3R4 b - -, to which a1e1 leads from 8/8/8/8/8/8/8/R3n3 w - -"
    );
    assert_eq!(
        ask(&|position| Some(if lone(position) { Value::Win(0) } else { Value::Draw })),
        "the table claims a draw in 8/8/8/8/8/8/8/R3n3 w - -, but by its own claims it is \
         a loss in 1 ply: the best move is a1e1, which leads to 8/8/8/8/8/8/8/3R4 b - -"
    );
    let over = LosingPosition::from_fen("8/8/8/8/8/8/8/R7 b - -").unwrap();
    let fault = check_entry(&over, Rules::Losing, Metric::End, |_: &_| Some(Value::Draw));
    assert_eq!(
        fault.unwrap_err().to_string(),
        "the table claims a draw in 8/8/8/8/8/8/8/R7 b - -, but the game is over: \
         a win in 0 plies"
    );
    let fault = check_entry(&over, Rules::Chess, Metric::End, |_: &_| Some(Value::Draw));
    assert_eq!(
        fault.unwrap_err().to_string(),
        "8/8/8/8/8/8/8/R7 b - - is not a position of a table for chess"
    );
    let castling = "4k3/8/8/8/8/8/8/4K2R w K -";
    let castling = Position::from_fen(castling, zermelo_kernel::Castling::Standard).unwrap();
    let fault = check_entry(&castling, Rules::Chess, Metric::End, |_: &_| Some(Value::Draw));
    assert!(matches!(fault, Err(TableFault::OtherGame { .. })), "{fault:?}");
    assert_eq!(TableClass::of(Rules::Chess, &castling), None);
    let class = class(Rules::Losing, "Rn");
    let fault = class.check_slice(1, Metric::End, |_: &Position| Some(Value::Draw)).unwrap_err();
    assert_eq!(fault.to_string(), "losing RvN was to be checked with positions of another game");
    for metric in Metric::ALL {
        assert_eq!(metric.to_string().parse(), Ok(metric));
    }
    assert!("mate".parse::<Metric>().is_err());
}

/// Of moves that are worth the same the first one is named.
#[test]
fn the_best_move_is_named() {
    let position = LosingPosition::from_fen("8/8/8/8/8/8/7k/R7 w - -").unwrap();
    let position = folded(&position).into_owned();
    let first = legal_moves(&position)[0];
    assert!(legal_moves(&position).len() > 1, "{position}");
    for (later, expected) in [
        (Value::Draw, Value::Draw),
        (Value::Win(3), Value::Loss(4)),
        (Value::Loss(6), Value::Win(7)),
    ] {
        let claim =
            |asked: &LosingPosition| Some(if *asked == position { Value::Win(40) } else { later });
        let fault = check_entry(&position, Rules::Losing, Metric::End, claim).unwrap_err();
        let TableFault::Wrong { by: Some((made, _)), expected: found, .. } = fault else {
            panic!("{fault}")
        };
        assert_eq!((made, found), (first, expected));
    }
}

/// Colours are exchanged together with the ranks: pawns go the other way.
#[test]
fn pawns_are_folded_with_their_ranks() {
    let image = |fen: &str| {
        let position = Position::from_fen(fen, zermelo_kernel::Castling::Standard).unwrap();
        folded(&position).to_fen()
    };
    assert_eq!(image("4k3/4p3/8/8/8/8/8/2K5 b - -"), "5k2/8/8/8/8/8/3P4/3K4 w - -");
    assert_eq!(image("2k5/8/8/8/8/8/1P6/4K3 b - -"), "2k5/8/8/8/8/8/1P6/4K3 b - -");
    assert_eq!(image("2k5/8/8/8/8/8/6P1/4K3 b - -"), "5k2/8/8/8/8/8/1P6/3K4 b - -");
}

#[test]
fn slices_of_a_class() {
    assert_eq!(class(Rules::Losing, "n").slices(), 64);
    assert_eq!(class(Rules::Losing, "nk").slices(), 4096);
    assert_eq!(class(Rules::Chess, "KQk").slices(), 4096);
    // A number beyond the slices has no entries.
    let kings = class(Rules::Chess, "Kk");
    let none = kings.check_slice(4096, Metric::End, |_: &Position| None);
    assert_eq!(none, Ok(0));
}
