//! `zermelo strategy krk play`: a person has the black king.
//!
//! Works on a terminal and with moves from a pipe alike: a line in, some lines out.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, AtomicU64};

use zermelo_answers::explain::Paragraph;
use zermelo_answers::strategy::{
    End, GameReport, Reply, Round, board_text, game_over, hint, how_to_play, men_text, read_men,
    watched, welcome, white_plays,
};
use zermelo_kernel_strategy::{Board, Men, Rules, Strategy};
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
/// A line longer than this is nobody's move.
const LONGEST_LINE: u64 = 1000;

/// Plays.
pub fn run(args: &PlayArgs) -> Result<Exit, Fault> {
    let board = one_board(
        args.board.board,
        "a game is played on one board: say which with --board, such as 8 or 4x7",
    )?;
    if args.output.json && !args.auto {
        return bad_input("--json is for --auto: a person reads words");
    }
    let start = match args.start.as_str() {
        "random" => random(&board, args.seed)?,
        _ if args.seed.is_some() => {
            return bad_input("--seed is for random starts");
        }
        text => read_men(text, &board).map_err(|why| Fault::BadInput(format!("--start: {why}")))?,
    };
    let strategy = Strategy::new(board);
    if args.auto { watch(args, &strategy, start) } else { play(args, &strategy, start) }
}

/// A position drawn by lot.
fn random(board: &Board<i32>, seed: Option<u64>) -> Result<Men<i32>, Fault> {
    random_start(board, seed.unwrap_or_else(clock_seed)).ok_or_else(|| {
        let board = board_text(board);
        Fault::BadInput(format!("--board {board}: there is no position to start from"))
    })
}

/// The whole board walked, for Black's best replies.
fn walked(strategy: &Strategy<i32>) -> Result<Walk<'_>, Fault> {
    let bad =
        |why: String| Fault::BadInput(format!("--board {}: {why}", board_text(&strategy.board)));
    match memory(&strategy.board, Choice::Function) {
        Err(why) => return Err(bad(why.to_string())),
        Ok(needed) if needed > MOST_MEMORY => {
            return Err(bad("the board is too large to know Black's best replies".to_string()));
        }
        Ok(_) => {}
    }
    let line = Line::new(|time| format!("walking the board, {} s", time.as_secs()));
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let walk = Walk::new(strategy, Choice::Function, &done, &stop);
    drop(line);
    walk.map_err(|why: Unverified| bad(why.to_string()))
}

/// A game that is only watched.
fn watch(args: &PlayArgs, strategy: &Strategy<i32>, start: Men<i32>) -> Result<Exit, Fault> {
    let walk = walked(strategy)?;
    let Some(plies) = walk.plies(start) else {
        let men = men_text(start);
        return bad_input(format!("the strategy does not mate from {men} on this board"));
    };
    let board = &strategy.board;
    let game = Round::all(board, start, walk.longest_game(start));
    let report = GameReport { board: board_text(board), start: men_text(start), plies, game };
    print(args.output, &report, || watched(board, start, plies, &report.game))
}

/// A game against a person.
fn play(args: &PlayArgs, strategy: &Strategy<i32>, start: Men<i32>) -> Result<Exit, Fault> {
    let board = &strategy.board;
    let mut input = io::stdin().lock();
    let mut out = io::stdout().lock();
    let mut page = Page::new(&mut out, Style::new(args.output.color));
    let mut walk: Option<Walk<'_>> = None;
    // Positions with White to move, the last one being that before White's last move.
    let mut game = vec![start];
    page.explain(&welcome(board, start))?;
    let end = 'white: loop {
        let men = game[game.len() - 1];
        let Some((kind, to)) = chosen(strategy, men) else { break End::NoMove };
        page.explain(&white_plays(board, game.len(), kind, men, to))?;
        if board.black_is_stuck(to) {
            break if board.mate(to) { End::Mate } else { End::Stalemate };
        }
        loop {
            page.ask()?;
            let mut line = Vec::new();
            let read = io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line)?;
            if read == 0 {
                break 'white End::Quit;
            }
            match Reply::read(String::from_utf8_lossy(&line).trim(), board, to) {
                Reply::Move(men) => {
                    game.push(men);
                    continue 'white;
                }
                Reply::Takes => break 'white End::RookTaken,
                Reply::Undo if game.len() > 1 => {
                    game.pop();
                    continue 'white;
                }
                Reply::Undo => page.line("There is nothing to take back.")?,
                Reply::Hint => {
                    if walk.is_none() {
                        match walked(strategy) {
                            Ok(found) => walk = Some(found),
                            Err(Fault::BadInput(why)) => page.line(&why)?,
                            Err(fault) => return Err(fault),
                        }
                    }
                    if let Some(walk) = &walk {
                        let (reply, plies) = (walk.longest_defence(to), walk.plies_after(to));
                        page.line(&hint(board, to, reply, plies))?;
                    }
                }
                Reply::Board => page.explain(&[Paragraph::Diagram(*board, to)])?,
                Reply::Help => page.explain(&[how_to_play()])?,
                Reply::Wrong(why) => page.line(&why)?,
                Reply::Quit => break 'white End::Quit,
            }
        }
    };
    page.explain(&game_over(&end, game.len()))?;
    Ok(Exit::Answered)
}
