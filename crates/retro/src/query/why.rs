//! Why a position is dead, in moves, where that is short; and how one that is not can be won.
//!
//! The proof is the kernel's business. This is for the reader of a line: `(Kc2xb1= (f4-f5
//! Ka3-a2=))` says that one move stalemates, and after the other the answer does.

use zermelo_board as board;
use zermelo_kernel::{Color, Evidence, Move, Piece, Position, Role, Square};
use zermelo_winnable::problem::{self, Goal, Options, Problem, Progress, Shortest};
use zermelo_winnable::{Limits, decide};

use super::{order, text};

const TOO_LONG: &str = "explanation interrupted for being too long";
/// Lines deeper, trees wider and texts longer than this are not shown.
const DEPTH: u32 = 10;
const BRANCHES: u32 = 30;
const LETTERS: usize = 100;

/// All moves from a dead position, variations in brackets, down to stalemates (`=`) and to
/// positions without mating material.
pub fn why_dead(position: &Position) -> String {
    explain(position, DEPTH, &mut 0)
}

fn explain(position: &Position, depth: u32, branches: &mut u32) -> String {
    if position.is_stalemate() {
        return "=".to_string();
    }
    if lacks_material(position) {
        return " insufficient material".to_string();
    }
    let moves = order::moves(position);
    let Some((&main, others)) = moves.split_first().filter(|_| depth > 0 && *branches <= BRANCHES)
    else {
        return format!(" {TOO_LONG}");
    };
    // As in a game record: the move, the variations instead of it, and how it goes on.
    let mut words = text::made(position, main);
    let goes_on = explain(&position.play(main), depth - 1, branches);
    if goes_on == "=" {
        words.push('=');
    }
    for &other in others {
        *branches += 1;
        let then = explain(&position.play(other), depth - 1, branches);
        let space = if then == "=" { "" } else { " " };
        words.push_str(&format!(" ({}{space}{then})", text::made(position, other)));
    }
    if goes_on != "=" {
        if !goes_on.starts_with(' ') {
            words.push(' ');
        }
        words.push_str(&goes_on);
    }
    if words.chars().count() > LETTERS { TOO_LONG.to_string() } else { words }
}

/// Kings with one knight, or with bishops on one colour of squares.
fn lacks_material(position: &Position) -> bool {
    let men: Vec<(Square, Piece)> =
        position.pieces().filter(|(_, man)| man.role != Role::King).collect();
    let light = men.iter().filter(|(at, _)| at.is_light()).count();
    let all = |role| men.iter().all(|(_, man)| man.role == role);
    men.is_empty()
        || men.len() == 1 && all(Role::Knight)
        || all(Role::Bishop) && (light == 0 || light == men.len())
}

/// A mate that could still be given here: `living alternative f4-f5 Rb1-c1#`. The shorter of the
/// sides' shortest if that is soon found, and what the kernel accepts in any case.
pub fn why_alive(position: &Position) -> Option<String> {
    let lines = Color::ALL.map(|side| helpmate(position, side));
    let [white, black] = lines;
    let line = match (white, black) {
        (Some(white), Some(black)) if white.len() < black.len() => white,
        (white, None) => white?,
        (_, Some(black)) => black,
    };
    let mut at = position.clone();
    let mut words = vec!["living".to_string(), "alternative".to_string()];
    for made in line {
        words.push(text::made(&at, made));
        at = at.play(made);
    }
    let text = words.join(" ");
    if text.chars().count() <= LETTERS / 2 {
        return Some(text);
    }
    words.truncate(6);
    Some(format!("{}...", words.join(" ")))
}

/// A mate by this side, as short as is soon found, if there is one.
fn helpmate(position: &Position, winner: Color) -> Option<Vec<Move>> {
    const PLIES: u32 = 8;
    const NODES: u64 = 100_000;
    let own = board::Position::from_kernel(position);
    let progress = Progress::new();
    let limits = Limits::new(NODES, 64 << 20);
    let options = Options { limits, solutions: 64, progress: &progress };
    let shortest = problem::shortest(&own, winner, Goal::Mate, PLIES, &options, |_| {});
    let proved = match shortest {
        Shortest::Found { plies, solutions } => {
            let line = solutions.lines.into_iter().min_by_key(|line| ranks(&own, line))?;
            problem::check(position, &Problem { goal: Goal::Mate, winner, plies }, &line).ok()?
        }
        _ => decide(position, winner, &Limits::default()).checked(position, winner).ok()?,
    };
    match proved?.into_inner().evidence {
        Evidence::Helpmate(line) => Some(line),
        Evidence::Cover(_) => None,
    }
}

/// By which lines are sorted: the order of their moves.
pub fn ranks(root: &board::Position, line: &[board::Move]) -> Vec<impl Ord + use<>> {
    let mut at = *root;
    let mut ranks = Vec::with_capacity(line.len());
    for &made in line {
        ranks.push(order::mating_rank(&at, made));
        at = at.play(made);
    }
    ranks
}
