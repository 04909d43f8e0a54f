//! The corpora of real and hard positions: every label right, every verdict accepted by the
//! kernel. Where the data is not there, each test says so in one line and passes.

use zermelo_board::Position;
use zermelo_kernel::{Castling, Color, Position as Root};
use zermelo_winnable::{Limits, Solver, Verdict};

/// Queries that the engine leaves open within the default memory, by name: an honest list of
/// misses (docs/numbers.md), not a licence for more.
const KNOWN_OPEN: &[(&str, Color)] = &[];

/// The lines of a corpus file, or nothing where there is no corpus.
fn corpus(name: &str) -> Option<Vec<String>> {
    let text = zermelo_testing::text(&format!("winnable/{name}"))?;
    Some(text.lines().map(str::to_string).collect())
}

/// The first four fields of the line as a position.
fn position(line: &str) -> Root {
    let fields: Vec<&str> = line.split_whitespace().take(4).collect();
    let fen = fields.join(" ");
    Root::from_fen(&fen, Castling::Standard).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// What came of a corpus.
#[derive(Default, Debug)]
struct Tally {
    winnable: usize,
    unwinnable: usize,
    open: Vec<String>,
}

/// Decides one query and has the kernel check it; panics on a wrong label or a rejection.
fn ask(solver: &mut Solver, root: &Root, winner: Color, label: Option<bool>, tally: &mut Tally) {
    let fen = root.to_fen();
    let answer = solver.decide(&Position::from_kernel(root), winner);
    let can = match answer.verdict {
        Verdict::Winnable(_) => true,
        Verdict::Unwinnable(_) => false,
        Verdict::Open => {
            tally.open.push(format!("{fen} {winner:?}"));
            return;
        }
    };
    if let Some(label) = label {
        assert_eq!(can, label, "the label of {fen} for {winner:?}");
    }
    let certificate = answer.certificate(root, winner).expect("evidence");
    if let Err(rejection) = certificate.check() {
        panic!("rejected for {winner:?} in {fen}: {rejection}");
    }
    if can {
        tally.winnable += 1;
    } else {
        tally.unwinnable += 1;
    }
}

fn labelled(name: &str) -> Option<Tally> {
    let lines = corpus(name)?;
    let mut solver = Solver::new(Limits::default());
    let mut tally = Tally::default();
    for line in &lines {
        let (label, fen) = line.split_at(2);
        let root = position(fen);
        for (index, winner) in Color::ALL.into_iter().enumerate() {
            let label = label.as_bytes()[index] != b'-';
            ask(&mut solver, &root, winner, Some(label), &mut tally);
        }
    }
    println!(
        "{name}: {} winnable, {} unwinnable, open {:?}",
        tally.winnable, tally.unwinnable, tally.open
    );
    Some(tally)
}

#[test]
fn hard_positions_have_the_right_labels() {
    let Some(tally) = labelled("hard.txt") else { return };
    let known: Vec<String> = KNOWN_OPEN.iter().map(|(fen, c)| format!("{fen} {c:?}")).collect();
    let new: Vec<&String> = tally.open.iter().filter(|open| !known.contains(open)).collect();
    assert!(new.is_empty(), "open: {new:?}");
}

#[test]
fn positions_of_real_games_have_the_right_labels() {
    let Some(tally) = labelled("lichess.txt") else { return };
    assert!(tally.open.is_empty(), "open: {:?}", tally.open);
}

#[test]
fn flag_falls_are_all_decided() {
    let Some(lines) = corpus("timeouts.txt") else { return };
    let mut solver = Solver::new(Limits::default());
    let mut tally = Tally::default();
    for line in &lines {
        let root = position(line);
        ask(&mut solver, &root, !root.turn(), None, &mut tally);
    }
    println!("timeouts.txt: {} winnable, {} unwinnable", tally.winnable, tally.unwinnable);
    assert!(tally.open.is_empty(), "open: {:?}", tally.open);
}

#[test]
fn unfair_flag_falls_are_unwinnable_in_full_and_fast() {
    let Some(lines) = corpus("unfair.txt") else { return };
    let mut solver = Solver::new(Limits::default());
    let mut tally = Tally::default();
    for line in &lines {
        let root = position(line);
        let winner = !root.turn();
        ask(&mut solver, &root, winner, Some(false), &mut tally);
        let board = Position::from_kernel(&root);
        let cover =
            solver.unwinnable_fast(&board, winner).unwrap_or_else(|| panic!("fast: {line}"));
        let evidence = cover.to_kernel(&root).expect("evidence");
        let certificate =
            zermelo_kernel::WinnableCertificate { position: root.clone(), winner, evidence };
        if let Err(rejection) = certificate.check() {
            panic!("fast rejected in {line}: {rejection}");
        }
    }
    assert!(tally.open.is_empty(), "open: {:?}", tally.open);
    assert_eq!(tally.unwinnable, lines.len());
}

#[test]
fn the_frontier_is_never_wrong() {
    let Some(lines) = corpus("frontier.txt") else { return };
    let mut solver = Solver::new(Limits::default());
    let mut tally = Tally::default();
    for line in &lines {
        let (label, fen) = line.split_once('\t').expect("a label");
        let winner = if fen.ends_with("white") { Color::White } else { Color::Black };
        let label = match label {
            "winnable" => Some(true),
            "unwinnable" => Some(false),
            _ => None,
        };
        ask(&mut solver, &position(fen), winner, label, &mut tally);
    }
    println!(
        "frontier.txt: {} winnable, {} unwinnable, {} open",
        tally.winnable,
        tally.unwinnable,
        tally.open.len()
    );
    // All within the default memory, on any machine: the limit counts positions and not time.
    assert!(tally.open.is_empty(), "open: {:?}", tally.open);
}

/// A handful of queries of each kind; the sum of nodes pins the engine's behaviour: a
/// refactoring that changes it is none.
#[test]
fn the_signature_is_unchanged() {
    const QUERIES: &[(&str, Color)] = &[
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", Color::White),
        ("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1 b kq -", Color::Black),
        ("8/8/8/4k3/8/8/4P3/4K3 w - -", Color::White),
        ("8/8/8/4k3/8/8/4P3/4K3 w - -", Color::Black),
        ("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -", Color::White),
        ("5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -", Color::Black),
        ("8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 w - -", Color::White),
        ("8/8/3b3p/2b2p1P/3b1p1K/2b2Pp1/6P1/5kb1 w - -", Color::Black),
        ("6b1/8/1k6/3p1p2/3PpP1B/3pKp2/3P1P1n/B7 w - -", Color::White),
        ("8/2k5/8/4K3/1n6/8/8/B7 w - -", Color::White),
        ("k7/8/p5p1/2p1p1Pp/PpP1Pp2/1P1K1P1P/8/8 w - -", Color::White),
        ("1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 w - -", Color::Black),
    ];
    let mut solver = Solver::new(Limits::default());
    let mut tally = Tally::default();
    let mut nodes = 0;
    for &(fen, winner) in QUERIES {
        let root = position(fen);
        nodes += solver.decide(&Position::from_kernel(&root), winner).nodes;
        ask(&mut solver, &root, winner, None, &mut tally);
    }
    assert!(tally.open.is_empty());
    assert_eq!((tally.winnable, tally.unwinnable, nodes), (6, 6, 7512));
}
