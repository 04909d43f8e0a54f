//! Helpmate problems: solution sets and exact distances of the corpora, and a slow exhaustive twin
//! on small cases, which knows nothing of pictures.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;
use zermelo_board::{Limits, Move, Position, Role, Square};
use zermelo_kernel::{self as kernel, Castling, Color};
use zermelo_winnable::problem::{
    Goal, Options, Problem, Progress, Shortest, briefly, shortest, solve,
};
use zermelo_winnable::{Verdict, decide};

static PROGRESS: Progress = Progress::new();

const LIMITS: Limits = Limits::new(u64::MAX, 1 << 30);

const OPTIONS: Options<'static> =
    Options { limits: LIMITS, solutions: usize::MAX, progress: &PROGRESS };

fn board(fen: &str) -> (kernel::Position, Position) {
    let root = kernel::Position::from_fen(fen, Castling::Standard)
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    let board = Position::from_kernel(&root);
    (root, board)
}

fn ucis(root: &Position, line: &[Move]) -> String {
    let mut position = *root;
    let mut words = Vec::new();
    for &m in line {
        words.push(m.to_uci(&position));
        position = position.play(m);
    }
    words.join(" ")
}

/// Solves, and has the kernel check every mate.
fn solved(fen: &str, goal: Goal, winner: Color, plies: u32) -> BTreeSet<String> {
    let (root, start) = board(fen);
    let solutions = solve(&start, &Problem { goal, winner, plies }, &OPTIONS);
    assert!(solutions.complete, "{fen}");
    let lines: BTreeSet<String> = solutions.lines.iter().map(|l| ucis(&start, l)).collect();
    assert_eq!(lines.len(), solutions.lines.len(), "{fen}: a line twice");
    for line in &solutions.lines {
        let line: Vec<kernel::Move> = line.iter().map(|m| m.to_kernel()).collect();
        assert_eq!(line.len() as u32, plies);
        if goal == Goal::Mate {
            certificate(&root, winner, line).check().unwrap_or_else(|why| panic!("{fen}: {why}"));
        }
    }
    lines
}

/// The same by trying everything.
fn exhausted(start: &Position, goal: Goal, winner: Color, plies: u32) -> BTreeSet<String> {
    fn go(p: &Position, left: u32, goal: Goal, line: &mut Vec<Move>, all: &mut Vec<Vec<Move>>) {
        if left == 0 {
            let stuck = !p.has_legal_move();
            if stuck && (p.checkers() != 0) == (goal == Goal::Mate) {
                all.push(line.clone());
            }
            return;
        }
        for m in p.legal_moves() {
            line.push(m);
            go(&p.play(m), left - 1, goal, line, all);
            line.pop();
        }
    }
    let begins = start.turn() == winner;
    let mut all = Vec::new();
    if begins == (plies % 2 == 1) {
        go(start, plies, goal, &mut Vec::new(), &mut all);
    }
    all.iter().map(|line| ucis(start, line)).collect()
}

#[test]
fn solution_sets() {
    let Some(text) = zermelo_testing::text("helpmates/problems.tsv") else { return };
    let mut rows = 0;
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [fen, stipulation, count, lines] = fields[..] else { panic!("{row}") };
        let moves: u32 = stipulation.strip_prefix("h#").and_then(|n| n.parse().ok()).expect(row);
        // By the convention castling is allowed if king and rook are at home; one row needs it.
        let fen = fen.replacen("R3K3 b - -", "R3K3 b Q -", 1);
        let expected: BTreeSet<String> = lines.split('|').map(|l| l.trim().to_string()).collect();
        assert_eq!(expected.len().to_string(), count, "{row}");
        assert_eq!(solved(&fen, Goal::Mate, Color::White, 2 * moves), expected, "{row}");
        rows += 1;
    }
    assert_eq!(rows, 23);
    println!("{rows} solution sets are complete and equal");
}

#[test]
fn exact_distances() {
    let Some(text) = zermelo_testing::text("helpmates/exact-distance.epd") else { return };
    let mut rows = 0;
    for row in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut fields = row.split(';').map(str::trim);
        let fen = fields.next().expect(row);
        let plies: u32 =
            fields.find_map(|f| f.strip_prefix("hm ")).and_then(|n| n.parse().ok()).expect(row);
        let (root, start) = board(fen);
        let options = Options { solutions: 1, ..OPTIONS };
        let winner = if plies.is_multiple_of(2) { !root.turn() } else { root.turn() };
        match shortest(&start, winner, Goal::Mate, plies + 2, &options, |_| {}) {
            Shortest::Found { plies: found, solutions } => {
                assert_eq!(found, plies, "{row}");
                let line: Vec<_> = solutions.lines[0].iter().map(|m| m.to_kernel()).collect();
                certificate(&root, winner, line)
                    .check()
                    .unwrap_or_else(|why| panic!("{row}: {why}"));
            }
            other => panic!("{row}: {other:?}"),
        }
        rows += 1;
    }
    assert_eq!(rows, 465);
    println!("{rows} distances are exact");
}

/// What people are shown: the line first found, made shorter by a brief look.
#[test]
fn lines_for_people_are_short() {
    let Some(text) = zermelo_testing::text("helpmates/exact-distance.epd") else { return };
    let (mut first, mut brief, mut exact) = (0, 0, 0);
    let (mut worst, mut looking, mut over) = (0.0_f64, std::time::Duration::ZERO, 0);
    for row in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut fields = row.split(';').map(str::trim);
        let (root, start) = board(fields.next().expect(row));
        let plies: u32 =
            fields.find_map(|f| f.strip_prefix("hm ")).and_then(|n| n.parse().ok()).expect(row);
        let winner = if plies.is_multiple_of(2) { !root.turn() } else { root.turn() };
        let found = decide(&root, winner, &LIMITS);
        let Verdict::Winnable(line) = found.verdict else { panic!("{row}") };
        let before = std::time::Instant::now();
        let shorter = briefly(&start, winner, line.len() as u32);
        looking += before.elapsed();
        let shown = shorter.as_ref().unwrap_or(&line);
        let kernels = shown.iter().map(|m| m.to_kernel()).collect();
        certificate(&root, winner, kernels).check().unwrap_or_else(|why| panic!("{row}: {why}"));
        first += line.len();
        brief += shown.len();
        exact += plies as usize;
        over += usize::from(shown.len() > 2 * plies as usize);
        worst = worst.max(shown.len() as f64 / f64::from(plies.max(1)));
    }
    println!(
        "plies: {first} first found, {brief} shown, {exact} at least; {over} over twice, at worst {worst:.1}; {looking:?}"
    );
    assert_eq!(over, 0, "lines over twice the shortest");
    // What people try first.
    let (_, start) = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
    let line = briefly(&start, Color::White, 60).expect("a mate in two moves");
    assert_eq!(line.len(), 4);
}

#[test]
fn known_counts() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(solved(start, Goal::Mate, Color::White, 3).len(), 0);
    assert_eq!(solved(start, Goal::Mate, Color::Black, 4).len(), 8);
    assert_eq!(solved(start, Goal::Mate, Color::White, 5).len(), 347);
    // What the issue names, each with a single solution.
    for (fen, moves) in [
        ("8/7B/4br2/4kpp1/8/3P3K/8/8 b - -", 4),
        ("1b4b1/N5K1/8/4p3/r7/k3nq2/3p4/8 b - -", 5),
        ("6k1/6p1/8/8/K6p/4N3/2p1p3/8 b - -", 6),
        ("8/8/N7/8/8/6q1/3K2k1/3b4 b - -", 8),
    ] {
        assert_eq!(solved(fen, Goal::Mate, Color::White, 2 * moves).len(), 1, "{fen}");
        for shorter in 1..moves {
            assert!(solved(fen, Goal::Mate, Color::White, 2 * shorter).is_empty(), "{fen}");
        }
    }
    let (_, start) = board("8/4K2k/4P2p/8/3b1q2/8/8/8 b - -");
    let found = shortest(&start, Color::White, Goal::Mate, 60, &OPTIONS, |_| {});
    assert!(matches!(found, Shortest::Found { plies: 6, .. }), "{found:?}");
}

/// Small boards by lot: few men, near each other, so that mates and stalemates are near.
fn by_lot(rng: &mut Rng) -> Option<Position> {
    let mut men: Vec<(Color, Role, Square)> = Vec::new();
    let mut free: Vec<Square> = Square::all().collect();
    rng.shuffle(&mut free);
    let edge = [0, 1, 6, 7, 8, 15, 48, 55, 56, 57, 62, 63];
    let king = Square::wrapping(*rng.choice(edge.iter())?);
    free.retain(|&square| square != king);
    let loser = Color::ALL[rng.usize(..2)];
    men.push((loser, Role::King, king));
    men.push((!loser, Role::King, free.pop()?));
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for _ in 0..rng.usize(1..5) {
        let square = free.pop()?;
        let role = *rng.choice(roles.iter())?;
        if role == Role::Pawn && !(1..7).contains(&square.rank()) {
            continue;
        }
        men.push((Color::ALL[rng.usize(..2)], role, square));
    }
    let position = Position::from_men(&men, Color::ALL[rng.usize(..2)]);
    let (us, them) = (position.turn(), !position.turn());
    let open = position.attackers(position.king(them), us, position.occupied()) != 0;
    (!open).then_some(position)
}

#[test]
fn the_exhaustive_twin_agrees() {
    let mut rng = Rng::with_seed(11);
    let (mut cases, mut mates, mut stalemates) = (0, 0, 0);
    while cases < 700 {
        let Some(position) = by_lot(&mut rng) else { continue };
        let fen = position.to_fen();
        for winner in Color::ALL {
            for goal in [Goal::Mate, Goal::Stalemate] {
                // Few men have few moves; three plies by either side first, now and then four.
                let begins = position.turn() == winner;
                let most = if cases % 5 == 0 { 4 } else { 3 };
                let plies: u32 = if begins == (most % 2 == 1) { most } else { most - 1 };
                for plies in [plies, plies.saturating_sub(2)] {
                    let fast = solved(&fen, goal, winner, plies);
                    let slow = exhausted(&position, goal, winner, plies);
                    if plies > 0 {
                        assert_eq!(fast, slow, "{fen} {goal:?} {winner} {plies}");
                    }
                    let count = if goal == Goal::Mate { &mut mates } else { &mut stalemates };
                    *count += fast.len();
                }
            }
        }
        cases += 1;
    }
    assert!(mates > 100 && stalemates > 100, "{mates} {stalemates}");
    println!("{cases} positions: {mates} mating and {stalemates} stalemating lines, twice");
}

#[test]
fn the_twin_agrees_on_castling_promotion_and_en_passant() {
    let mut lines = 0;
    for (fen, most) in [
        ("4k3/8/8/8/8/8/4p2r/R3K3 w Q - 0 1", 4),
        ("5rkr/5p1p/8/8/8/8/8/4K2R w K - 0 1", 4),
        ("r3k3/8/8/8/8/8/8/R2QK2R b KQq - 0 1", 3),
        ("r3k2r/8/8/8/8/8/6q1/4K3 w kq - 0 1", 3),
        ("8/8/8/3pP2k/7p/6pP/6P1/6K1 w - d6 0 1", 5),
        ("k7/2P5/K7/8/8/8/5p2/8 w - - 0 1", 5),
        ("7k/5P1p/7K/8/8/8/2p5/8 b - - 0 1", 4),
        ("8/8/8/8/1pP4k/5K1p/7P/8 b - c3 0 1", 5),
    ] {
        let (_, position) = board(fen);
        for winner in Color::ALL {
            for goal in [Goal::Mate, Goal::Stalemate] {
                for plies in 1..=most {
                    let slow = exhausted(&position, goal, winner, plies);
                    assert_eq!(solved(fen, goal, winner, plies), slow, "{fen} {goal:?} {plies}");
                    lines += slow.len();
                }
            }
        }
    }
    assert!(lines > 100, "{lines}");
    println!("{lines} lines, twice");
}

#[test]
fn a_search_can_be_watched_and_stopped() {
    let (_, start) = board("8/8/8/8/8/kB5B/5n2/2K4b b - -");
    let progress = Progress::new();
    static STOP: AtomicBool = AtomicBool::new(false);
    let limits = Limits { interrupt: Some(&STOP), ..LIMITS };
    let options = Options { limits, progress: &progress, ..OPTIONS };
    let problem = Problem { goal: Goal::Mate, winner: Color::White, plies: 18 };
    let whole = solve(&start, &problem, &options);
    assert!(whole.complete && progress.nodes() > 100_000 && progress.done() > 0.5);
    STOP.store(true, Ordering::Relaxed);
    let stopped = solve(&start, &problem, &options);
    assert!(!stopped.complete && stopped.nodes <= 4096);
}

/// The nodes of two problems: a change that alters them is no refactoring.
#[test]
fn signature() {
    let nodes = ["8/7B/4br2/4kpp1/8/3P3K/8/8 b - -", "3K4/8/5k2/4b3/8/8/8/7B b - -"].map(|fen| {
        let (_, start) = board(fen);
        let plies = if fen.starts_with('8') { 8 } else { 12 };
        solve(&start, &Problem { goal: Goal::Mate, winner: Color::White, plies }, &OPTIONS).nodes
    });
    assert_eq!(nodes, [1082, 713]);
}

/// The claim that this line mates.
fn certificate(
    root: &kernel::Position,
    winner: Color,
    line: Vec<kernel::Move>,
) -> kernel::WinnableCertificate {
    let evidence = kernel::Evidence::Helpmate(line);
    kernel::WinnableCertificate { position: root.clone(), winner, evidence }
}
