//! `zermelo strategy krk play` and the same of other endings: a person has the black king.
//!
//! Works on a terminal and with moves from a pipe alike: a line in, some lines out.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, AtomicU64};

use zermelo_answers::strategy::{
    End, GameReport, MenOf, Reply, Round, Told, board_text, game_over, hint, how_to_play,
    read_men_of, watched, welcome, white_plays,
};
use zermelo_kernel_strategy::{Board, Numbering, Played, Rules, Strategy, Unwalkable};
use zermelo_strategy::game::Walked;
use zermelo_strategy::games::{Games, games};
use zermelo_strategy::play::{chosen, random_start};
use zermelo_strategy::retrograde::{Choice, Unverified, Walk, memory};

use super::{one_board, print};
use crate::args::strategy::PlayArgs;
use crate::exit::{Exit, Fault, bad_input};
use crate::progress::{Line, clock_seed};
use crate::style::Style;
use crate::words::Page;

/// Black's help is found by walking the board, which must not take more than this.
const MOST_MEMORY: u64 = 1 << 30;
/// Where every game is played to find it, the board must not have more positions.
const MOST_POSITIONS: u64 = 10_000_000;
/// A line longer than this is nobody's move.
const LONGEST_LINE: u64 = 1000;

/// Plays king and rook.
pub fn run(args: &PlayArgs) -> Result<Exit, Fault> {
    let strategy = Strategy::new(board(args)?);
    let (walk, chosen) = (|| walked(&strategy), |men| chosen(&strategy, men));
    begin(args, &Table { strategy: &strategy, chosen: &chosen, walk: &walk })
}

/// Plays another ending.
pub fn run_other<S: Told>(args: &PlayArgs) -> Result<Exit, Fault> {
    let strategy = S::on(board(args)?);
    let chosen = |men| {
        let (kind, moves) = strategy.played(Choice::Function, men)?;
        Some((kind, *moves.first()?))
    };
    let walk = || every_game(&strategy);
    begin(args, &Table { strategy: &strategy, chosen: &chosen, walk: &walk })
}

fn board(args: &PlayArgs) -> Result<Board<i32>, Fault> {
    one_board(
        args.board.board,
        "a game is played on one board: say which with --board, such as 8 or 4x7",
    )
}

/// A move of White's, with its kind.
type Move<S> = (<S as Played>::Kind, MenOf<S>);

/// What a game is played with: the strategy, the move that it plays, and the whole board walked, for
/// Black's best replies.
struct Table<'t, S: Told, W> {
    strategy: &'t S,
    chosen: &'t dyn Fn(MenOf<S>) -> Option<Move<S>>,
    walk: &'t dyn Fn() -> Result<W, Fault>,
}

fn begin<S: Told, W: Walked<Strategy = S>>(
    args: &PlayArgs,
    table: &Table<'_, S, W>,
) -> Result<Exit, Fault> {
    if args.output.json && !args.auto {
        return bad_input("--json is for --auto: a person reads words");
    }
    let strategy = table.strategy;
    let start = match args.start.as_str() {
        "random" => random(strategy, args.seed)?,
        _ if args.seed.is_some() => {
            return bad_input("--seed is for random starts");
        }
        text => {
            read_men_of(strategy, text).map_err(|why| Fault::BadInput(format!("--start: {why}")))?
        }
    };
    if args.auto { watch(args, table, start) } else { play(args, table, start) }
}

/// A position drawn by lot.
fn random<S: Told>(strategy: &S, seed: Option<u64>) -> Result<MenOf<S>, Fault> {
    random_start(strategy.rules(), seed.unwrap_or_else(clock_seed))
        .ok_or_else(|| bad(&strategy.rules().board(), "there is no position to start from"))
}

fn bad(board: &Board<i32>, why: &str) -> Fault {
    Fault::BadInput(format!("--board {}: {why}", board_text(board)))
}

const TOO_LARGE: &str = "the board is too large to know Black's best replies";

fn walked(strategy: &Strategy<i32>) -> Result<Walk<'_>, Fault> {
    let board = &strategy.board;
    match memory(board, Choice::Function) {
        Err(why) => return Err(bad(board, &why.to_string())),
        Ok(needed) if needed > MOST_MEMORY => return Err(bad(board, TOO_LARGE)),
        Ok(_) => {}
    }
    let line = Line::new(|time| format!("walking the board, {} s", time.as_secs()));
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let walk = Walk::new(strategy, Choice::Function, &done, &stop);
    drop(line);
    walk.map_err(|why: Unverified| bad(board, &why.to_string()))
}

fn every_game<S: Told>(strategy: &S) -> Result<Games<'_, S>, Fault> {
    let board = strategy.rules().board();
    let unwalkable = |why: Unwalkable| bad(&board, &why.to_string());
    let numbering = Numbering::<S::Pieces>::new(&board);
    if u64::from(numbering.map_err(unwalkable)?.count()) > MOST_POSITIONS {
        return Err(bad(&board, TOO_LARGE));
    }
    let line = Line::new(|time| format!("playing every game, {} s", time.as_secs()));
    let games = games(strategy, Choice::Function);
    drop(line);
    games.map_err(unwalkable)
}

/// A game that is only watched.
fn watch<S: Told, W: Walked<Strategy = S>>(
    args: &PlayArgs,
    table: &Table<'_, S, W>,
    start: MenOf<S>,
) -> Result<Exit, Fault> {
    let (strategy, walk) = (table.strategy, (table.walk)()?);
    let start_text = strategy.text(start);
    let Some(plies) = walk.plies(start) else {
        return bad_input(format!("the strategy does not mate from {start_text} on this board"));
    };
    let game = Round::all(strategy, start, walk.longest_game(start));
    let board = board_text(&strategy.rules().board());
    let report = GameReport { board, start: start_text, plies, game };
    print(args.output, &report, || watched(strategy, start, plies, &report.game))
}

/// A game against a person.
fn play<S: Told, W: Walked<Strategy = S>>(
    args: &PlayArgs,
    table: &Table<'_, S, W>,
    start: MenOf<S>,
) -> Result<Exit, Fault> {
    let strategy = table.strategy;
    let (rules, board) = (strategy.rules(), strategy.rules().board());
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut page = Page::new(&mut out, Style::new(args.output.color));
    let mut walk: Option<W> = None;
    // Positions with White to move, the last one being that before White's last move.
    let mut game = vec![start];
    page.explain(&welcome(strategy, start))?;
    let end = 'white: loop {
        let men = game[game.len() - 1];
        let Some((kind, to)) = (table.chosen)(men) else { break End::NoMove };
        page.explain(&white_plays(strategy, game.len(), kind, men, to))?;
        if rules.black_is_stuck(to) {
            break if rules.mate(to) { End::Mate } else { End::Stalemate };
        }
        loop {
            page.ask()?;
            let mut line = Vec::new();
            let read = io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line)?;
            if read == 0 {
                break 'white End::Quit;
            }
            match Reply::read(String::from_utf8_lossy(&line).trim(), strategy, to) {
                Reply::Move(men) => {
                    game.push(men);
                    continue 'white;
                }
                Reply::Takes => break 'white End::Taken(S::PIECE),
                Reply::Undo if game.len() > 1 => {
                    game.pop();
                    continue 'white;
                }
                Reply::Undo => page.line("There is nothing to take back.")?,
                Reply::Hint => {
                    if walk.is_none() {
                        match (table.walk)() {
                            Ok(found) => walk = Some(found),
                            Err(Fault::BadInput(why)) => page.line(&why)?,
                            Err(fault) => return Err(fault),
                        }
                    }
                    if let Some(walk) = &walk {
                        let (reply, plies) = (walk.longest_defence(to), walk.plies_after(to));
                        page.line(&hint(strategy, to, reply, plies))?;
                    }
                }
                Reply::Board => page.explain(&[strategy.diagram(&board, to)])?,
                Reply::Help => page.explain(&[how_to_play()])?,
                Reply::Wrong(why) => page.line(&why)?,
                Reply::Quit => break 'white End::Quit,
            }
        }
    };
    page.explain(&game_over(&end, game.len()))?;
    Ok(Exit::Answered)
}
