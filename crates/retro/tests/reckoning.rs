//! Dead reckoning against the definition, and queries against trying every move by the kernel.

use std::collections::BTreeSet;

use zermelo_kernel::{Castling, Color, Piece, Position, Retraction, Role};
use zermelo_retro::dead_reckoning::{Count, DeadReckoning, ReckoningError};
use zermelo_retro::partial_fen::{FenPosition, PartialFen};
use zermelo_retro::query::{Flag, Line, Query, Runner};
use zermelo_winnable::{Limits, Verdict, decide};

fn standing(fen: &str) -> FenPosition {
    let partial: PartialFen = fen.parse().unwrap();
    partial.readings(Castling::Standard).unwrap().swap_remove(0)
}

fn reckoning(count: Count) -> DeadReckoning {
    DeadReckoning::new(Limits::default(), count)
}

fn lines(text: &str) -> Vec<Line> {
    let query: Query = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut lines = Vec::new();
    let tally = Runner::new(Limits::default()).run(&query, &mut |line| lines.push(line.clone()));
    assert_eq!(tally.unwrap().lines, lines.len() as u64);
    lines
}

/// A few men at random; mostly White has more, and often Black's king is in a corner.
fn random_position(dice: &mut fastrand::Rng, men: usize) -> Position {
    let cramped = Piece { color: Color::Black, role: Role::King };
    loop {
        let cornered = dice.bool();
        let mut board = [None; 64];
        let mut put = |piece: Piece, dice: &mut fastrand::Rng| {
            let free: Vec<usize> = (0..64)
                .filter(|&at| board[at].is_none())
                .filter(|at| piece.role != Role::Pawn || (8..56).contains(at))
                .filter(|&at| !cornered || piece != cramped || [0, 7, 56, 63].contains(&at))
                .filter(|&at| !cornered || piece.role != Role::King || at / 8 % 5 < 3)
                .collect();
            board[free[dice.usize(..free.len())]] = Some(piece);
        };
        for color in Color::ALL {
            put(Piece { color, role: Role::King }, dice);
        }
        for _ in 0..men {
            let color = if dice.u8(..3) == 0 { Color::Black } else { Color::White };
            put(Piece { color, role: Role::ALL[dice.usize(..5)] }, dice);
        }
        let turn = Color::ALL[dice.usize(..2)];
        if let Some(position) = Position::from_men(board, turn, None) {
            return position;
        }
    }
}

#[test]
fn zombies() {
    let mut reckoning = reckoning(Count::Promotions);
    let mut zombie = |fen: &str| reckoning.is_zombie(&standing(fen), 2);
    // White to move: Black's king came out of a dead position. Black to move: White took a pawn.
    assert_eq!(zombie("k7/8/2K5/8/8/8/8/8 w - -"), Ok(true));
    assert_eq!(zombie("k7/8/2K5/8/8/8/8/8 b - -"), Ok(false));
    // With the right to castle, the position before was not dead.
    let problem = "8/7Q/8/4BB2/2PP1P2/3NkN2/PP2P1P1/4K2R w";
    assert_eq!(zombie(&format!("{problem} - -")), Ok(true));
    assert_eq!(zombie(&format!("{problem} K -")), Ok(false));
    // No last move at all: illegal, and no zombie.
    assert_eq!(zombie("8/8/8/8/8/8/P1k5/K7 b - -"), Ok(false));
}

#[test]
fn the_past_and_the_count_of_men() {
    let none = standing("8/8/8/8/8/8/P1k5/K7 b - -");
    assert!(!reckoning(Count::Men).has_past(&none, 1));
    // The only last move took something, and before it nobody can have moved.
    let one = standing("8/8/8/8/8/1K6/b7/kB6 w - -");
    assert!(!reckoning(Count::Men).has_past(&one, 2));
    // A third rook beside eight pawns.
    let rooks = standing("8/1kPN4/PPRPB3/K3B3/NPP5/2RP4/1P2R3/8 b - -");
    assert!(reckoning(Count::Men).has_past(&rooks, 2));
    assert!(!reckoning(Count::Promotions).has_past(&rooks, 2));
    let nine = standing("4k3/8/8/8/8/P7/PPPPPPPP/4K3 b - -");
    assert!(!reckoning(Count::Men).has_past(&nine, 1));
}

#[test]
fn what_is_not_settled_is_said() {
    let limits = Limits::new(1, 1 << 20);
    let mut short = DeadReckoning::new(limits, Count::Men);
    let hard = "B2b4/8/4k3/8/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - -";
    match short.is_dead(&standing(hard).position) {
        Err(doubt @ ReckoningError::Open(_)) => assert!(doubt.to_string().contains("not settled")),
        Ok(_) => {} // It may be settled without any search.
        Err(other) => panic!("{other}"),
    }
}

fn is_dead(position: &Position) -> bool {
    Color::ALL.into_iter().all(|side| {
        let answer = decide(position, side, &Limits::default());
        answer.certificate(position, side).unwrap().check().unwrap();
        matches!(answer.verdict, Verdict::Unwinnable(_))
    })
}

/// The definition, word for word.
fn is_zombie(position: &Position) -> bool {
    let possible = |p: &Position| p.oddities().is_empty();
    let last: Vec<Retraction> = position
        .retractions()
        .into_iter()
        .filter(|one| possible(&one.before) && !one.before.retractions().is_empty())
        .collect();
    possible(position) && !last.is_empty() && last.iter().all(|one| is_dead(&one.before))
}

#[test]
fn zombies_by_definition() {
    let mut dice = fastrand::Rng::with_seed(7);
    let mut reckoning = reckoning(Count::Promotions);
    let mut found = 0;
    for round in 0..200 {
        let position = random_position(&mut dice, round % 3);
        let by_definition = is_zombie(&position);
        let ours = reckoning.is_zombie(&standing(&position.to_fen()), 2);
        assert_eq!(ours, Ok(by_definition), "{position}");
        found += u32::from(by_definition);
    }
    assert!(found > 0);
}

/// A query's last moves are the kernel's, each once.
#[test]
fn last_moves_are_the_kernels() {
    let mut dice = fastrand::Rng::with_seed(8);
    for _ in 0..40 {
        let position = random_position(&mut dice, 4);
        let kernel = position.retractions();
        let ours = lines(&format!("{position} >>= r"));
        assert_eq!(ours.len(), kernel.len());
        let before: BTreeSet<String> = kernel.iter().map(|one| one.before.to_fen()).collect();
        let shown = ours.iter().map(|line| {
            let fen = line.fen.as_ref().unwrap();
            fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(shown.collect::<BTreeSet<String>>(), before, "{position}");
        let texts: BTreeSet<&String> = ours.iter().map(|line| &line.text).collect();
        assert_eq!(texts.len(), ours.len(), "{position}");
    }
}

/// How many lines of so many plies there are, by trying every move.
fn by_trying(p: &Position, plies: u32, end: &dyn Fn(&Position) -> bool, mixed: bool) -> usize {
    if plies.is_multiple_of(2) && end(p) {
        return 1;
    }
    if plies == 0 {
        return 0;
    }
    let count = |m| by_trying(&p.play(m), plies - 1, end, mixed);
    let lines = p.legal_moves().into_iter().map(count).sum();
    // Whoever seeks a dead position stops at the first.
    if mixed && lines > 0 && plies % 2 == 1 && is_dead(p) { 0 } else { lines }
}

fn forces_mate(p: &Position, plies: u32) -> bool {
    p.legal_moves().into_iter().any(|m| is_mated(&p.play(m), plies - 1))
}

fn is_mated(p: &Position, plies: u32) -> bool {
    let defences = p.legal_moves();
    let all = |plies| defences.iter().all(|&m| forces_mate(&p.play(m), plies));
    if defences.is_empty() { p.is_check() } else { plies > 0 && all(plies - 1) }
}

#[test]
fn problems_by_trying_every_move() {
    let mut dice = fastrand::Rng::with_seed(9);
    let mut found = [0; 6];
    for round in 0..400 {
        let position = random_position(&mut dice, 1 + round % 4);
        let root = position.to_fen();
        let count = |step: &str| lines(&format!("{root} >>= {step} duplex")).len();
        let stalemate = |p: &Position| p.is_stalemate();
        let dead = |p: &Position| !p.is_stalemate() && is_dead(p);
        let few = position.legal_moves().len() < 12;
        let some = round % 2 == 1 && position.legal_moves().len() < 24;
        let keys = |plies| {
            let moves = position.legal_moves().into_iter();
            moves.filter(|&m| is_mated(&position.play(m), plies)).count()
        };
        let problems = [
            ("h#1", by_trying(&position, 2, &Position::is_checkmate, false), true),
            ("h#1.5", by_trying(&position, 3, &Position::is_checkmate, false), few),
            ("hdp0.5", by_trying(&position, 1, &dead, true), true),
            ("hdp1", if few { by_trying(&position, 2, &dead, true) } else { 0 }, few),
            ("#1", keys(0), true),
            ("#2", if some { keys(2) } else { 0 }, some),
        ];
        for (place, (step, expected, fits)) in problems.into_iter().enumerate() {
            if fits {
                assert_eq!(count(step), expected, "{root} {step}");
                found[place] += expected;
            }
        }
        // Lines through a dead position are marked, and shown once for all that follow there.
        let h1: Vec<Line> = lines(&format!("{root} >>= h=1 duplex"));
        let all = by_trying(&position, 2, &stalemate, false);
        assert!(h1.len() <= all && h1.is_empty() == (all == 0), "{root}");
        let straight = h1.iter().filter(|line| !line.flags.contains(&Flag::Dead)).count();
        let living = |p: &Position| p.is_stalemate();
        let expected: usize = position
            .legal_moves()
            .into_iter()
            .map(|m| position.play(m))
            .filter(|p| all > 0 && !is_dead(p))
            .map(|p| by_trying(&p, 1, &living, false))
            .sum();
        let at_once = usize::from(position.is_stalemate());
        assert_eq!(straight, expected + at_once, "{root}");
    }
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
}

#[test]
fn turning_the_board_over() {
    // After flip the other side is to move; in check that is impossible.
    assert_eq!(
        lines("4k3/8/8/8/8/8/8/4K2R w K - >>= flip")[0].text,
        "4k3/8/8/8/8/8/8/4K2R b K - ? 1"
    );
    assert!(lines("4k3/8/8/8/8/8/8/4K1r1 w - - >>= flip").is_empty());
    assert_eq!(lines("4k3/8/8/8/3pP3/8/8/4K3 w - - >>= flip >>= ep").len(), 2);
}

#[test]
fn moves_from_dead_positions_are_marked() {
    let list = lines("k7/8/2K5/8/8/8/8/8 b >>= m >>= legal");
    assert!(list.iter().all(|line| line.flags == [Flag::Dead] && line.text.starts_with("dead K")));
    assert_eq!(list.len(), 2);
    assert!(lines("4k3/8/8/8/8/8/8/R3K3 w - - >>= m").iter().all(|line| line.flags.is_empty()));
    let said = |query: &str| lines(query).into_iter().map(|line| line.text).collect::<Vec<_>>();
    assert!(said("4k3/8/8/8/8/8/8/R3K3 w - - >>= DP")[0].starts_with("alive "));
    assert!(
        said("4k3/8/8/8/8/8/8/N3K3 w - - >>= DP")[0].starts_with("DP ( insufficient material) ")
    );
}
