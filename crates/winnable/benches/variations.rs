//! Positions that nobody has seen: hard ones varied by a man moved, added or taken away, put to us and
//! to the best peer (chasolver 3.0.0):
//! `cargo bench -p zermelo-winnable --bench variations [-- --seed N] [--queries N] [--alone] [--fast]`.
//!
//! With `--alone` the peer is asked only where we have no answer: what is proved needs no second opinion,
//! and most of the time is the peer's. What was found so far is said once in 10,000 queries.
//!
//! With `--fast` games that ended unfairly are varied, and the fast tests compared: what the peer's finds
//! and ours does not is printed.
//!
//! Every answer of ours is checked by the kernel. Where the two contradict each other the kernel has
//! accepted our line or our cover; a line is also replayed by shakmaty. What stays open on either side
//! and every contradiction is printed, to become a case.

use std::str::FromStr;
use std::time::{Duration, Instant};

use shakmaty::{
    CastlingMode, Chess, FromSetup, Position as _, PositionError, fen::Fen, uci::UciMove,
};
use zermelo_board::Position;
use zermelo_kernel::{self as kernel, Color, Piece, Role, Square};
use zermelo_testing::Dice;
use zermelo_winnable::{Limits, Solver, Verdict};

/// The number after an option.
fn number(option: &str, usual: u64) -> u64 {
    let args: Vec<String> = std::env::args().collect();
    let place = args.iter().position(|arg| arg == option);
    place.map_or(usual, |place| args[place + 1].parse().expect("a number"))
}

/// The positions that are varied.
fn originals(fast: bool) -> Option<Vec<kernel::Position>> {
    let names: &[&str] = if fast { &["unfair", "timeouts"] } else { &["hard", "frontier"] };
    let mut found = Vec::new();
    for name in names {
        for line in zermelo_testing::text(&format!("winnable/{name}.txt"))?.lines() {
            let text = match *name {
                "hard" => &line[2..],
                "frontier" => line.split_once('\t')?.1,
                _ => line,
            };
            let fen: Vec<&str> = text.split_whitespace().take(4).collect();
            found.extend(kernel::Position::from_fen(&fen.join(" "), kernel::Castling::Standard));
        }
    }
    Some(found)
}

/// The position with a man moved, added or taken away, perhaps with the other side to move.
fn varied(from: &kernel::Position, dice: &mut Dice) -> Option<kernel::Position> {
    let mut board = [None; 64];
    for (square, man) in from.pieces() {
        board[square.index()] = Some(man);
    }
    let men: Vec<Square> = from.pieces().map(|(square, _)| square).collect();
    let free: Vec<Square> = Square::all().filter(|&at| board[at.index()].is_none()).collect();
    let (man, to) = (dice.pick(&men)?.index(), dice.pick(&free)?.index());
    match dice.below(3) {
        0 => board.swap(man, to),
        1 => {
            let role = Role::ALL[dice.below(5)];
            board[to] = Some(Piece { color: Color::ALL[dice.below(2)], role });
        }
        _ => board[man] = None,
    }
    let turn = if dice.below(4) == 0 { !from.turn() } else { from.turn() };
    kernel::Position::from_men(board, turn, None)
}

/// Whether the line is a mate by the winner by shakmaty's rules.
fn replays(root: &kernel::Position, winner: Color, line: &[kernel::Move]) -> bool {
    let setup = root.to_fen().parse::<Fen>().expect("a FEN").into_setup();
    let mut chess = Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a position");
    for m in line {
        let uci: UciMove = m.to_string().parse().expect("a move");
        let Ok(played) = uci.to_move(&chess) else { return false };
        chess.play_unchecked(played);
    }
    chess.is_checkmate() && (chess.turn() == shakmaty::Color::Black) == (winner == Color::White)
}

/// What came of all queries.
#[derive(Default)]
struct Tally {
    /// Whether the peer is asked only where we have no answer.
    alone: bool,
    queries: u64,
    agree: u64,
    open: u64,
    peer_open: u64,
    contradict: u64,
    ours: Duration,
    checks: Duration,
    theirs: Duration,
}

impl Tally {
    fn ask(&mut self, solver: &mut Solver, root: &kernel::Position, winner: Color) {
        let fen = root.to_fen();
        let Ok(board) = chess::Board::from_str(&format!("{fen} 0 1")) else { return };
        let color = if winner == Color::White { chess::Color::White } else { chess::Color::Black };
        self.queries += 1;
        if self.queries.is_multiple_of(10_000) {
            println!(
                "{} queries, {} open, {} contradicted",
                self.queries, self.open, self.contradict
            );
        }
        let position = Position::from_kernel(root);
        let start = Instant::now();
        let answer = solver.decide(&position, winner);
        self.ours += start.elapsed();
        let start = Instant::now();
        let checked = answer.checked(root, winner).expect("the kernel accepts our answers");
        self.checks += start.elapsed();
        if let (Verdict::Winnable(_), Some(proved)) = (&answer.verdict, &checked)
            && let kernel::Evidence::Helpmate(line) = &proved.evidence
        {
            assert!(replays(root, winner, line), "shakmaty does not replay the line from {fen}");
        }
        if self.alone && !matches!(answer.verdict, Verdict::Open) {
            return;
        }
        let start = Instant::now();
        let peer = chasolver::winnability(&board, color);
        self.theirs += start.elapsed();
        let ours = match answer.verdict {
            Verdict::Winnable(_) => Some(true),
            Verdict::Unwinnable(_) => Some(false),
            Verdict::Open => None,
        };
        let theirs = peer.map(|peer| matches!(peer, chasolver::Winnability::Winnable { .. }));
        self.open += u64::from(ours.is_none());
        self.peer_open += u64::from(theirs.is_none());
        match (ours, theirs) {
            (None, _) => println!("open: {fen} for {winner} (peer: {theirs:?})"),
            (Some(ours), Some(theirs)) if ours != theirs => {
                self.contradict += 1;
                println!("contradicted: {fen} for {winner}: winnable {ours}, the peer {theirs}");
            }
            (Some(_), Some(_)) => self.agree += 1,
            (Some(_), None) => {}
        }
    }
}

impl Tally {
    fn ask_fast(&mut self, solver: &mut Solver, root: &kernel::Position, winner: Color) {
        let fen = root.to_fen();
        let Ok(board) = chess::Board::from_str(&format!("{fen} 0 1")) else { return };
        let color = if winner == Color::White { chess::Color::White } else { chess::Color::Black };
        self.queries += 1;
        let position = Position::from_kernel(root);
        let start = Instant::now();
        let ours = solver.unwinnable_fast(&position, winner).is_some();
        self.ours += start.elapsed();
        let start = Instant::now();
        let theirs = chasolver::is_unwinnable_fast(&board, color);
        self.theirs += start.elapsed();
        self.agree += u64::from(ours == theirs);
        self.peer_open += u64::from(ours && !theirs);
        self.open += u64::from(theirs && !ours);
        if theirs && !ours {
            println!("not found: {fen} for {winner}");
        }
    }
}

fn main() {
    let fast = std::env::args().any(|arg| arg == "--fast");
    let Some(originals) = originals(fast) else { return };
    // Numbers of a seed and of the next one must not be the same ones a few throws later.
    let mut dice = Dice(Dice(number("--seed", 1)).roll());
    let queries = number("--queries", 2_000);
    let mut solver = Solver::new(Limits::default());
    let alone = std::env::args().any(|arg| arg == "--alone");
    let mut tally = Tally { alone, ..Tally::default() };
    while tally.queries < queries {
        let Some(original) = dice.pick(&originals) else { return };
        let Some(root) = varied(original, &mut dice) else { continue };
        for winner in Color::ALL {
            match fast {
                true => tally.ask_fast(&mut solver, &root, winner),
                false => tally.ask(&mut solver, &root, winner),
            }
        }
    }
    let Tally { queries, agree, open, peer_open, contradict, ours, checks, theirs, .. } = tally;
    println!(
        "{queries} queries: {agree} alike, {open} open, {peer_open} open to the peer, {contradict} \
         contradicted by it; engine {:.2} s, check {:.2} s, peer {:.2} s: ratios {:.3} and {:.3}",
        ours.as_secs_f64(),
        checks.as_secs_f64(),
        theirs.as_secs_f64(),
        ours.as_secs_f64() / theirs.as_secs_f64(),
        (ours + checks).as_secs_f64() / theirs.as_secs_f64(),
    );
}
