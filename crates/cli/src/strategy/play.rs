//! `zermelo strategy krk play`: a person has the black king.
//!
//! Works on a terminal and with moves from a pipe alike: a line in, some lines out.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use zermelo_kernel_strategy::{Board, Men, Place, Strategy};
use zermelo_strategy::play::chosen;
use zermelo_strategy::retrograde::{Choice, Unverified, Walk, memory};

use super::game::Round;
use super::{board_text, one_board};
use crate::args::PlayArgs;
use crate::exit::{Exit, Fault};
use crate::style::Style;
use crate::table::print_json;
use crate::words::{Page, Played};
use zermelo_answers::strategy::{men_text, read_men, read_place};

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
        return Err(Fault::BadInput("--json is for --auto: a person reads words".to_string()));
    }
    let start = match args.start.as_str() {
        "random" => random(&board, args.seed)?,
        _ if args.seed.is_some() => {
            return Err(Fault::BadInput("--seed is for random starts".to_string()));
        }
        text => read_men(text, &board).map_err(|why| Fault::BadInput(format!("--start: {why}")))?,
    };
    let strategy = Strategy::new(board);
    if args.auto { watch(args, &strategy, start) } else { play(args, &strategy, start) }
}

/// A position drawn by lot.
fn random(board: &Board<i32>, seed: Option<u64>) -> Result<Men<i32>, Fault> {
    let now =
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64);
    let mut state = seed.unwrap_or_else(now);
    // SplitMix64.
    let mut draw = |below: i32| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((word ^ (word >> 31)) % below as u64) as i32
    };
    let mut place = || Place::new(draw(board.width), draw(board.height));
    for _ in 0..10_000 {
        let men = Men { king: place(), rook: place(), black: place() };
        if board.white_to_move(men) {
            return Ok(men);
        }
    }
    let board = board_text(board);
    Err(Fault::BadInput(format!("--board {board}: there is no position to start from")))
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
    let line =
        crate::progress::Line::new(|time| format!("walking the board, {} s", time.as_secs()));
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
        return Err(Fault::BadInput(format!(
            "the strategy does not mate from {men} on this board"
        )));
    };
    let game = Round::all(&strategy.board, start, walk.longest_game(start));
    if args.output.json {
        print_json(&GameReport {
            board: board_text(&strategy.board),
            start: men_text(start),
            plies,
            game,
        })?;
    } else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let mut page = Page::new(&mut out, Style::new(args.output.color));
        page.watched(&strategy.board, start, plies, &game)?;
        out.flush()?;
    }
    Ok(Exit::Answered)
}

/// A game for programs.
#[derive(Serialize)]
struct GameReport {
    board: String,
    start: String,
    plies: u32,
    game: Vec<Round>,
}

/// What a person may answer.
enum Answer {
    Move(Men<i32>),
    Takes,
    Hint,
    Undo,
    Board,
    Help,
    Quit,
    Wrong(String),
}

/// The person's answer in a position with Black to move.
fn answer(text: &str, board: &Board<i32>, men: Men<i32>) -> Answer {
    match text.to_ascii_lowercase().as_str() {
        "hint" | "h" => return Answer::Hint,
        "undo" | "u" => return Answer::Undo,
        "board" | "b" => return Answer::Board,
        "help" | "?" => return Answer::Help,
        "quit" | "q" | "exit" | "resign" => return Answer::Quit,
        _ => {}
    }
    let square = text.trim_start_matches(['K', 'k']).trim_start_matches('x');
    let place = match read_place(square, board) {
        Ok(place) => place,
        Err(why) => return Answer::Wrong(format!("{why}; or hint, undo, quit")),
    };
    let to = Men { black: place, ..men };
    let wrong = |why: &str| Answer::Wrong(format!("The king cannot go to {square}: {why}."));
    if place == men.rook && men.black_takes_rook() {
        Answer::Takes
    } else if place == men.black || !place.within(men.black, 1) {
        wrong("that is not one step away")
    } else if board.black_moves(men, to) {
        Answer::Move(to)
    } else if place == men.rook {
        wrong("the white king guards the rook")
    } else if place.within(men.king, 1) {
        wrong("the white king is next to it")
    } else {
        wrong("the rook attacks it")
    }
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
    page.welcome(board, start)?;
    'white: loop {
        let men = game[game.len() - 1];
        let Some((kind, to)) = chosen(strategy, men) else {
            page.no_move()?;
            return Ok(Exit::Answered);
        };
        page.white_plays(board, game.len(), kind, men, to)?;
        if board.black_is_stuck(to) {
            page.game_over(
                if board.mate(to) { Played::Mate } else { Played::Stalemate },
                game.len(),
            )?;
            return Ok(Exit::Answered);
        }
        loop {
            page.ask()?;
            let mut line = Vec::new();
            let read = io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut line)?;
            let text = String::from_utf8_lossy(&line);
            let reply = match text.trim() {
                "" if read == 0 => Answer::Quit,
                "" => {
                    Answer::Wrong("Where does your king go? A square, or hint, undo, quit.".into())
                }
                text => answer(text, board, to),
            };
            match reply {
                Answer::Move(men) => {
                    game.push(men);
                    continue 'white;
                }
                Answer::Takes => {
                    page.game_over(Played::RookTaken, game.len())?;
                    return Ok(Exit::Answered);
                }
                Answer::Undo if game.len() > 1 => {
                    game.pop();
                    continue 'white;
                }
                Answer::Undo => page.line("There is nothing to take back.")?,
                Answer::Hint => {
                    if walk.is_none() {
                        match walked(strategy) {
                            Ok(found) => walk = Some(found),
                            Err(Fault::BadInput(why)) => page.line(&why)?,
                            Err(fault) => return Err(fault),
                        }
                    }
                    if let Some(walk) = &walk {
                        page.hint(board, to, walk.longest_defence(to), walk.plies_after(to))?;
                    }
                }
                Answer::Board => page.board(board, to)?,
                Answer::Help => page.how_to_play()?,
                Answer::Wrong(why) => page.line(&why)?,
                Answer::Quit => {
                    page.game_over(Played::Quit, game.len())?;
                    return Ok(Exit::Answered);
                }
            }
        }
    }
}
