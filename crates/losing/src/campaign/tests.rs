//! The parts of a campaign, each alone.

use std::collections::HashSet;

use zermelo_board::lowest;
use zermelo_kernel::{LosingPosition, Rules, Square};

use super::expand::Expander;
use super::moves::{pack, unpack, walk};
use super::solver::{Child, Found, INFINITE, Solver, Task};
use super::upper::{Evidence, Id, Upper};
use super::{read_line, setup};
use crate::{Choice, Color, Game, Move, Position, Strategy, TreeError};

const GAME: Game = Game { rules: Rules::Losing, prover: Color::White };

/// Knows nothing.
struct Nobody;

impl Solver for Nobody {
    fn search(&self, _: &Task<'_>) -> Found {
        unreachable!("nobody asks")
    }
}

const EXPANDER: Expander<'static> = Expander { solver: &Nobody, share: 0.7 };

fn position(fen: &str) -> Position {
    Position::from_kernel(&LosingPosition::from_fen(fen).unwrap())
}

fn never(_: &Position) -> bool {
    false
}

/// Wins within a few plies, if that can be done.
fn win(position: &Position, depth: u32, strategy: &mut Strategy) -> Option<u32> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return GAME.won(position).then_some(0);
    }
    if depth == 0 {
        return None;
    }
    if GAME.proves(position) {
        let (made, plies) = moves
            .into_iter()
            .find_map(|made| Some((made, win(&position.play(made), depth - 1, strategy)? + 1)))?;
        strategy.add(position.key(), Choice { made: made.packed(), plies });
        return Some(plies);
    }
    let mut longest = 0;
    for made in moves {
        longest = longest.max(win(&position.play(made), depth - 1, strategy)? + 1);
    }
    Some(longest)
}

/// A win in several moves: one king after the other is given away.
fn a_win() -> (Position, Strategy) {
    let start = position("8/8/8/3k4/8/4K3/4K3/3KK3 w - -");
    let mut strategy = Strategy::default();
    win(&start, 8, &mut strategy).expect("a win soon");
    let choice = |p: &Position| Ok(strategy.get(&p.key()).map(Choice::made));
    let met = walk(GAME, &start, choice).unwrap().0;
    assert!(met.len() > 3);
    (start, met)
}

fn changed(
    strategy: &Strategy,
    mut change: impl FnMut(usize, Choice) -> Option<Choice>,
) -> Strategy {
    let mut rows: Vec<_> = strategy.iter().map(|(key, choice)| (*key, *choice)).collect();
    rows.sort_by_key(|(_, choice)| std::cmp::Reverse(choice.plies));
    let mut result = Strategy::default();
    for (n, (key, choice)) in rows.into_iter().enumerate() {
        change(n, choice).into_iter().for_each(|choice| result.add(key, choice));
    }
    result
}

#[test]
fn moves_there_and_back() {
    let (start, strategy) = a_win();
    let packed = pack(GAME, &start, &strategy, &never).unwrap();
    let (again, plies) = unpack(GAME, &start, &packed.bytes).unwrap();
    assert_eq!((packed.moves as usize, packed.plies), (again.len(), plies));
    for (key, choice) in again.iter() {
        assert_eq!(strategy.get(key).unwrap().made, choice.made);
        assert!(choice.plies <= plies);
    }
}

/// What is known needs no moves, whether or not the strategy has some.
#[test]
fn moves_end_where_all_is_known() {
    let (start, strategy) = a_win();
    let half = strategy.get(&start.key()).unwrap().plies / 2;
    let last = |position: &Position| strategy.get(&position.key()).is_some_and(|c| c.plies <= half);
    let packed = pack(GAME, &start, &strategy, &last).unwrap();
    let short = unpack(GAME, &start, &packed.bytes).unwrap().0;
    assert!(!short.is_empty() && short.len() < strategy.len());
    assert!(short.iter().all(|(key, _)| strategy.get(key).unwrap().plies > half));
    let all = pack(GAME, &start, &strategy, &|_| true).unwrap();
    assert_eq!((all.moves, all.plies), (0, 0));
}

#[test]
fn flaws_are_found() {
    let (start, strategy) = a_win();
    let packed = |strategy: &Strategy| pack(GAME, &start, strategy, &never).err();
    let gap = changed(&strategy, |n, choice| (n != 0).then_some(choice));
    assert_eq!(packed(&gap), Some(TreeError::NoMove(Box::new(start))));
    let wrong = changed(&strategy, |n, choice| {
        Some(if n == 0 { Choice { made: 0o1234, ..choice } } else { choice })
    });
    assert!(matches!(packed(&wrong), Some(TreeError::Illegal(..))));
    // Kings that go to and fro.
    let shuffle = |position: &Position| {
        let from = lowest(position.men(Color::White));
        let to = Square::wrapping(if from.number() == 0 { 8 } else { 0 });
        Ok(Some(Move { from, to, promotion: None })
            .filter(|made| position.legal_moves().contains(made)))
    };
    let circle = walk(GAME, &position("7k/8/8/8/8/8/8/K7 w - -"), shuffle);
    assert!(matches!(circle, Err(TreeError::Circle(_))), "{circle:?}");
    // The defender has no move and has won.
    let lost = walk(GAME, &position("8/8/8/8/8/8/8/K7 b - -"), |_| Ok(None));
    assert!(matches!(lost, Err(TreeError::NoMove(_))));
}

#[test]
fn damaged_bytes() {
    let (start, strategy) = a_win();
    let bytes = pack(GAME, &start, &strategy, &never).unwrap().bytes;
    let plain = zstd::decode_all(bytes.as_slice()).unwrap();
    let read = |plain: &[u8]| unpack(GAME, &start, &zstd::encode_all(plain, 1).unwrap());
    assert!(read(&plain).is_ok());
    assert_eq!(read(&plain[..plain.len() - 2]).err(), Some(TreeError::Damaged));
    assert_eq!(read(&[plain.as_slice(), &[1, 1]].concat()).err(), Some(TreeError::Damaged));
    assert_eq!(unpack(GAME, &start, &bytes[..bytes.len() / 2]).err(), Some(TreeError::Damaged));
}

fn grown(upper: &mut Upper, line: &str) -> Id {
    let line = read_line(&upper.position(0), line).unwrap();
    upper.extend_to(&line, &EXPANDER, &mut Vec::new()).unwrap()
}

#[test]
fn one_node_only_where_no_circle_can_be() {
    let mut upper = Upper::new(GAME, 2, &position("6k1/p6p/8/8/8/8/P6P/1K6 w - -"));
    // Pawns in another order meet; kings do not.
    let a = grown(&mut upper, "a2a3 a7a6 h2h3 h7h6");
    assert_eq!(grown(&mut upper, "h2h3 h7h6 a2a3 a7a6"), a);
    assert_eq!(upper.node(a).others.len(), 1);
    let quiet = grown(&mut upper, "b1c1 g8f8 c1c2");
    let other = grown(&mut upper, "b1c2 g8f8 c2c1");
    assert_ne!(quiet, other);
    assert!(!upper.node(quiet).anchor && upper.history(quiet).len() == 3);
    // Back to the start: a failure.
    let again = grown(&mut upper, "b1c1 g8f8 c1b1 f8g8");
    assert_eq!(upper.node(again).own, (INFINITE, 0));
    // After a pawn's move nothing before it counts.
    let fresh = grown(&mut upper, "b1c1 g8f8 c1b1 a7a6 b1c1");
    assert_eq!(upper.history(fresh).len(), 1);
}

#[test]
fn a_win_holds_everywhere() {
    let mut upper = Upper::new(GAME, 2, &position("6k1/p6p/8/8/8/8/P6P/1K6 w - -"));
    let one = grown(&mut upper, "b1c1 g8f8 c1d1");
    let two = grown(&mut upper, "b1c2 g8f8 c2d1");
    assert_ne!(one, two);
    upper.nodes[one as usize].evidence = Evidence::Known;
    upper.update(&[one]);
    assert!(upper.is_won(&upper.node(two).key) && upper.node(two).pn == 0);
    assert_eq!(upper.reason(two), one);
    let above = upper.node(two).parent;
    assert_eq!(upper.node(above).pn, 0, "the prover moves there");
    // Only what stands elsewhere is taken over when it is read again.
    upper.nodes[one as usize].evidence = Evidence::None;
    upper.update_all();
    assert!(!upper.is_won(&upper.node(two).key) && upper.node(two).pn != 0);
}

/// Numbers that are made step by step are those that are made at once.
#[test]
fn numbers_in_any_order() {
    let mut dice = fastrand::Rng::with_seed(9);
    let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -");
    let mut upper = Upper::new(GAME, 2, &start);
    for _ in 0..150 {
        let path = upper.choose(0, &mut dice, &HashSet::new()).unwrap();
        let id = *path.last().unwrap();
        let told: Vec<Child> = upper
            .position(id)
            .legal_moves()
            .into_iter()
            .map(|made| Child {
                made,
                pn: dice.u32(1..50),
                dn: dice.u32(1..50),
                nodes: 10,
                children: Vec::new(),
                strategy: None,
            })
            .collect();
        let found = Found { pn: 7, dn: 9, nodes: 100, children: told, strategy: None };
        upper.take_in(id, &found, &EXPANDER).unwrap();
    }
    let numbers = |upper: &Upper| -> Vec<_> {
        upper.nodes.iter().map(|node| (node.pn, node.dn, node.ratio)).collect()
    };
    let before = numbers(&upper);
    upper.update_all();
    assert_eq!(numbers(&upper), before);
    assert!(upper.nodes.len() > 1000);
}

#[test]
fn a_leaf_keeps_its_numbers_when_it_opens() {
    let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -");
    let mut upper = Upper::new(GAME, 2, &start);
    let found = Found { pn: 40, dn: 20_000, nodes: 1_000, ..Found::default() };
    upper.take_in(0, &found, &EXPANDER).unwrap();
    let root = upper.node(0);
    assert_eq!(root.pn, 40);
    assert!((19_900..=20_000).contains(&root.dn), "{}", root.dn);
}

#[test]
fn setups_as_text() {
    let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -");
    let opening = read_line(&start, "e2e3 f7f5").unwrap();
    let mut setup = setup::Setup::new(start, opening);
    setup.prover = Color::Black;
    setup.rules = Rules::LosingJoint;
    assert_eq!(setup.written().read().unwrap(), setup);
    setup.opening.swap(0, 1);
    assert!(setup.root().is_err());
    assert!(read_line(&start, "e2e5").is_err());
}
