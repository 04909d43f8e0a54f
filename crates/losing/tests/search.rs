//! The search against what is known otherwise: tables, the kernel, and itself.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::common::{ARRAY, Folder, after, moves, position};
use zermelo_board::Limits;
use zermelo_kernel::{Budget, LosingPosition, Piece, Proved, TreeClaim, TreeProof, Value};
use zermelo_losing::search::{
    Later, Numbers, Options, Progress, Question, Scale, Search, Setting, Won, solve, solve_with,
};
use zermelo_losing::{Color, Position, Rules, Strategy, Tree};
use zermelo_tables::{Library, Material, Quick};

const LOSING: [Rules; 3] = [Rules::Losing, Rules::LosingFics, Rules::LosingJoint];

fn question(rules: Rules, prover: Color, tables: Option<Quick>) -> Question {
    Question { rules, prover, tables }
}

/// What a search says: its numbers, the proof, and the nodes and sweeps that it took.
fn search(
    question: &Question,
    root: &Position,
    options: Options,
) -> (Numbers, Option<(Strategy, u32)>, [u64; 2]) {
    let progress = <[Progress; 2]>::default();
    let found = solve(question, *root, options, None, &progress).unwrap();
    let (numbers, proof) = (found.numbers, found.proofs.into_iter().next());
    assert_eq!(numbers.pn == 0, proof.is_some(), "{root}");
    let sum = |count: fn(&Progress) -> u64| progress.iter().map(count).sum();
    (numbers, proof, [sum(|p| p.nodes.load(Relaxed)), sum(|p| p.sweeps.load(Relaxed))])
}

/// The bytes of a proof, which the kernel accepts.
fn accepted(
    question: &Question,
    (strategy, plies): &(Strategy, u32),
    root: &Position,
    table: impl Fn(&Position) -> bool,
) -> (Vec<u8>, Proved<TreeProof>) {
    let prover = question.prover;
    let tree = Tree::of(strategy, root, &[], prover, &table).unwrap();
    let mut bytes = Vec::new();
    tree.write(&mut bytes).unwrap();
    let claim = TreeClaim { rules: question.rules, position: root.to_kernel(), prover };
    let vouched = |p: &LosingPosition| table(&Position::from_kernel(p));
    let summary = claim
        .check(&bytes[..], &bytes[..], vouched, &Budget::default())
        .unwrap_or_else(|f| panic!("{f}"));
    assert!(summary.longest <= *plies, "{root}: {} > {plies}", summary.longest);
    (bytes, summary)
}

/// These men anywhere, either side to move, perhaps after some moves, so that pawns have passed.
fn place(letters: &[char], dice: &mut fastrand::Rng) -> Position {
    loop {
        let mut board = [None; 64];
        for &letter in letters {
            board[dice.usize(..64)] = Piece::from_letter(letter);
        }
        let turn = Color::ALL[dice.usize(..2)];
        let Some(mut position) = LosingPosition::from_men(board, turn, None) else { continue };
        for _ in 0..dice.usize(..3) {
            let Some(made) = dice.choice(position.legal_moves()) else { break };
            position = position.play(made);
        }
        let count = |color| position.pieces().filter(|(_, man)| man.color == color).count();
        if position.pieces().count() == letters.len()
            && Color::ALL.map(count).iter().all(|&n| n > 0)
        {
            return Position::from_kernel(&position);
        }
    }
}

/// Both provers, with tables of so many men: what is settled is what the tables say. Counts
/// what was proved, refuted and left open.
fn agrees(root: &Position, truth: &Quick, men: usize, nodes: u64, counts: &mut [usize; 3]) {
    let rules = truth.library().rules();
    let value = truth.outcome(root).expect("a table");
    for prover in Color::ALL {
        let mine = root.turn() == prover;
        let wins = matches!((value, mine), (Value::Win(_), true) | (Value::Loss(_), false));
        let few = || Quick::new(Library::new(truth.library().folder(), rules), men);
        let question = question(rules, prover, (men > 0).then(few));
        let scale = if nodes.is_multiple_of(2) { Scale::Even } else { Scale::Steep };
        let limits = Limits::new(nodes, 1 << 22);
        let options = Options { limits, scale, ..Options::default() };
        let (numbers, proof, _) = search(&question, root, options);
        let place = if numbers.pn == 0 { 0 } else { 2 - usize::from(numbers.dn == 0) };
        counts[place] += 1;
        if numbers.settled() {
            assert_eq!(numbers.pn == 0, wins, "{root} {rules} {prover}, tables of {men}");
        }
        if let Some(proof) = proof {
            accepted(&question, &proof, root, |p| question.won_by_tables(p));
            let Some(tables) = &question.tables else { continue };
            // Played out to the end, the proof needs no table.
            let expanded = proof.0.expanded(root, prover, tables).unwrap();
            let (_, summary) = accepted(&question, &(expanded, u32::MAX), root, |_| false);
            assert_eq!(summary.table_leaves, 0);
        }
    }
}

#[test]
fn tables_say_the_same() {
    let folder = Folder::new("search");
    let mut dice = fastrand::Rng::with_seed(7);
    for rules in LOSING {
        let materials = |men| Material::all(men, rules);
        folder.add(&materials(3), rules);
        folder.add(&materials(2), rules);
        let four = ["PvNNN", "RNvBK", "BvKNN"].map(|name| Material::parse(name, rules).unwrap());
        folder.add(&four, rules);
        let truth = Quick::new(Library::new(&folder.0, rules), 4);
        let [mut bare, mut few, mut four] = [[0; 3]; 3];
        for turn in 0..150 {
            let mut men: Vec<char> = dice.choose_multiple("KQRBNPPkqrbnpp".chars(), 3);
            men[0].make_ascii_uppercase();
            men[1].make_ascii_lowercase();
            let root = place(&men, &mut dice);
            agrees(&root, &truth, 0, 20_000 + turn % 2, &mut bare);
            agrees(&root, &truth, 2, 20_000 + turn % 2, &mut few);
            let men = dice.choice(["Pnnn", "RNbk", "Bknn", "pNNN", "rnBK", "bKNN"]).unwrap();
            let root = place(&men.chars().collect::<Vec<_>>(), &mut dice);
            agrees(&root, &truth, 3, 20_000 + turn % 2, &mut four);
        }
        println!("{rules}: proved, refuted, open: {bare:?} bare, {few:?} few, {four:?} four men");
        for [proved, refuted, open] in [bare, few, four] {
            assert!(proved > 30 && refuted > 30 && open < 100, "{proved} {refuted} {open}");
        }
        assert_eq!(truth.missing().count(), 0);
    }
}

/// The position after 1. e3 and a reply.
fn opening(reply: &str) -> Position {
    let start = position(ARRAY);
    after(&start, &moves(&start, &format!("e2e3 {reply}")))
}

#[test]
fn one_worker_always_does_the_same() {
    let root = opening("b8a6");
    let question = question(Rules::Losing, Color::White, None);
    let run = || {
        let limits = Limits::new(u64::MAX, 1 << 28);
        let options = Options { limits, ..Options::default() };
        let (_, proof, counts) = search(&question, &root, options);
        (accepted(&question, &proof.unwrap(), &root, |_| false).0, counts)
    };
    let (bytes, counts) = run();
    assert!(run() == (bytes.clone(), counts));
    // A refactoring that changes these numbers is none.
    assert_eq!((counts, bytes.len()), ([614_892, 0], 22_368));
}

#[test]
fn little_memory_is_enough() {
    let root = opening("g7g6");
    let question = question(Rules::Losing, Color::White, None);
    for workers in [1, 2] {
        let limits = Limits::new(u64::MAX, 1);
        let options = Options { limits, workers, ..Options::default() };
        let (_, proof, [nodes, sweeps]) = search(&question, &root, options);
        let (_, summary) = accepted(&question, &proof.unwrap(), &root, |_| false);
        println!("{workers} workers: {nodes} nodes, {sweeps} sweeps, {} in proof", summary.nodes);
        assert!(workers > 1 || sweeps > 0);
    }
}

#[test]
fn workers_find_proofs() {
    let root = opening("b8a6");
    let question = question(Rules::Losing, Color::White, None);
    for workers in [2, 3, 4] {
        let limits = Limits::new(u64::MAX, 1 << 28);
        let options = Options { limits, workers, ..Options::default() };
        let (_, proof, [nodes, _]) = search(&question, &root, options);
        let (_, summary) = accepted(&question, &proof.unwrap(), &root, |_| false);
        println!("{workers} workers: {nodes} nodes, {} in proof", summary.nodes);
    }
}

#[test]
fn limits_hold() {
    // This one takes much longer.
    let root = opening("c7c5");
    let question = question(Rules::Losing, Color::White, None);
    for (workers, nodes) in [(1, 1), (1, 50_000), (2, 100_000), (4, 100_000)] {
        let limits = Limits::new(nodes, 1 << 26);
        let options = Options { limits, workers, ..Options::default() };
        let (numbers, proof, [made, _]) = search(&question, &root, options);
        assert!(!numbers.settled() && proof.is_none());
        let over = workers as u64 * 5_000;
        assert!((nodes..nodes + over).contains(&made), "{made} of {nodes}, {workers} workers");
    }
    for workers in [1, 2] {
        let stop: &AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        let limits = Limits { interrupt: Some(stop), ..Limits::new(u64::MAX, 1 << 26) };
        let options = Options { limits, workers, ..Options::default() };
        let progress = <[Progress; 2]>::default();
        let late = std::thread::scope(|scope| {
            let work = scope.spawn(|| solve(&question, root, options, None, &progress));
            std::thread::sleep(Duration::from_millis(300));
            let begin = Instant::now();
            stop.store(true, Relaxed);
            assert!(work.join().unwrap().unwrap().proofs.is_empty());
            begin.elapsed()
        });
        assert!(late < Duration::from_secs(60), "{late:?}");
    }
}

/// Tables that are brought on the way: once, and the search goes on with them.
#[test]
fn tables_may_come_later() {
    let folder = Folder::new("later");
    for workers in [1, 2] {
        let question = question(Rules::Losing, Color::White, Some(folder.quick())).closed();
        let brought = AtomicU64::new(0);
        let bring = || {
            brought.fetch_add(1, Relaxed);
            question.tables.iter().for_each(Quick::open);
        };
        let start = position(ARRAY);
        let root = after(&start, &moves(&start, "e2e3 b8a6"));
        let options = Options { workers, ..Options::default() };
        let solve = |nodes| {
            let later = Some(Later { nodes, bring: &bring });
            let progress = <[Progress; 2]>::default();
            let setting = Setting { later, ..Setting::default() };
            solve_with(&question, root, options, setting, &progress).unwrap()
        };
        assert!(solve(10_000_000).numbers.pn == 0);
        assert_eq!(brought.load(Relaxed), 0, "it ends before");
        let proof = solve(100_000).proofs.remove(0);
        assert_eq!(brought.load(Relaxed), 1);
        accepted(&question, &proof, &root, |position| question.won_by_tables(position));
    }
}

#[test]
fn signature_of_other_rules_and_provers_in_the_middlegame() {
    // The men of White are given to Black and the other way round; then Black wins.
    let mirrored = "rnbqkbnr/pppp1ppp/4p3/8/8/3P4/PPP1PPPP/RNBQKBNR b - -";
    let mut signature = Vec::new();
    for (root, prover) in [(opening("d7d6"), Color::White), (position(mirrored), Color::Black)] {
        for rules in LOSING {
            let question = question(rules, prover, None);
            let limits = Limits::new(2_000_000, 1 << 27);
            let options = Options { limits, ..Options::default() };
            let (numbers, proof, [nodes, _]) = search(&question, &root, options);
            println!("{rules} {prover}: {numbers:?} after {nodes} nodes");
            if let Some(proof) = &proof {
                accepted(&question, proof, &root, |_| false);
            }
            assert!(numbers.dn != 0 && (proof.is_some() || rules != Rules::Losing));
            signature.push(nodes);
        }
    }
    assert_eq!(signature, [1397, 1397, 1397, 793, 793, 793]);
}

/// Along a line from its end: what comes first is settled first, and the whole is accepted.
#[test]
fn along_a_line_from_its_end() {
    let start = position(ARRAY);
    let root = after(&start, &moves(&start, "e2e3 b8a6"));
    let line = moves(&root, "f1a6 b7a6 d1e2 c8b7 e2a6 b7g2");
    let question = question(Rules::Losing, Color::White, None);
    let (progress, stop) = (Progress::default(), AtomicBool::new(false));
    let mut search = Search::new(&question, root, &[], Options::default());
    let numbers = search.run_to(&line, &progress, &stop, &mut |_| ());
    assert_eq!((numbers.pn, search.numbers().pn == 0), (0, false));
    let part = search.proof_after(&line, &progress, &stop).unwrap();
    accepted(&question, &part, &after(&root, &line), |_| false);
    let before = progress.nodes.load(Relaxed);
    let numbers = search.run_along(&line, &progress, &stop, &mut |_| ());
    assert_eq!(numbers.pn, 0);
    assert!(before < progress.nodes.load(Relaxed));
    accepted(&question, &search.proof(&progress, &stop).unwrap(), &root, |_| false);
}

/// A search that gives up brings what it has found to the root, also where moves are forced.
#[test]
fn numbers_of_a_search_that_gives_up() {
    let start = position(ARRAY);
    let root = after(&start, &moves(&start, "e2e3 c7c6 f1b5"));
    let question = question(Rules::Losing, Color::White, None);
    let options = Options { limits: Limits::new(300_000, 1 << 28), ..Options::default() };
    let mut search = Search::new(&question, root, &[], options);
    let numbers = search.run(&Progress::default(), &AtomicBool::new(false), &mut |_| ());
    let [only] = &search.branches()[..] else { panic!("one move is forced") };
    assert_eq!(only.numbers, numbers);
    assert_eq!(only.branches.iter().map(|branch| branch.numbers.pn).min(), Some(numbers.pn));
    assert!(numbers.pn > 100, "{numbers:?}");
}

/// What one search has proved is a win for the next, and its moves are joined to that one's proof.
#[test]
fn wins_of_other_searches() {
    let start = position(ARRAY);
    let root = after(&start, &moves(&start, "e2e3 b8a6"));
    let below = after(&root, &moves(&root, "f1a6 b7a6"));
    let question = question(Rules::Losing, Color::White, None);
    let (progress, stop) = (Progress::default(), AtomicBool::new(false));
    let mut first = Search::new(&question, below, &[], Options::default());
    assert_eq!(first.run(&progress, &stop, &mut |_| ()).pn, 0);
    let won = Won::default();
    won.add(&first.proof(&progress, &stop).unwrap().0);
    let again = Progress::default();
    let mut second = Search::new(&question, root, &[], Options::default()).with(&won);
    assert_eq!(second.run(&again, &stop, &mut |_| ()).pn, 0);
    assert!(again.nodes.load(Relaxed) < 100, "{again:?}");
    let (proof, plies) = second.proof(&again, &stop).unwrap();
    let game = question.game();
    let whole = won.whole(game, &root, &proof, |_| false).unwrap();
    assert!(whole.len() > proof.len());
    accepted(&question, &(whole, plies), &root, |_| false);
    // Without what the other has proved it is no proof.
    assert!(Won::default().whole(game, &root, &proof, |_| false).is_err());
}
