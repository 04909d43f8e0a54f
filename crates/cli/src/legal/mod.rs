//! `zermelo legal`: can this position arise?
//!
//! The crate `answers` asks the engine, has the kernel check what it says, and says why. `batch.rs`
//! is for many positions, `count.rs` for all positions of an ending, `count_all.rs` lays out those of
//! all endings, `estimate.rs` for all of chess.

mod batch;
mod count;
mod count_all;
mod estimate;

use std::io::{self, Write};

use zermelo_answers::legal::{
    Answer, LegalReport, Question, ReadingsReport, explain, readings, verdict_of_all,
};
use zermelo_answers::proof_game;
use zermelo_kernel::ProofGame;
use zermelo_record::pgn::{self, Marker};
use zermelo_winnable::Limits;

use crate::args::legal::{LegalArgs, LegalOutput};
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::progress::ends_at_once;
use crate::proof::{self, Saved};
use crate::puzzle::{self, proof_game::Output};
use crate::san;
use crate::words::{self, Page, print_json};

/// So many shortest games are shown,
const MOST_GAMES: usize = 20;
/// and the search for them may hold so many bytes.
const MEMORY: u64 = 1 << 30;

/// Answers the question, for every reading of the FEN.
pub fn run(args: &LegalArgs) -> Result<Exit, Fault> {
    if let Some(source) = &args.batch {
        return batch::run(source, args);
    }
    if !args.count.is_empty() {
        return count::run(args);
    }
    if args.estimate.estimate {
        return estimate::run(args);
    }
    if args.fen.is_empty() {
        if args.to.is_some() {
            return bad_input("--to belongs to --count or --estimate");
        }
        return bad_input(
            "a position is missing: give a FEN, --batch FILE, --count MATERIAL or --estimate",
        );
    }
    let mut fen = args.fen.join(" ");
    // As after `PG`, a placement alone is a diagram.
    if args.shortest && fen.split([' ', '_']).nth(1).is_none() {
        fen += " ?";
    }
    let questions = Question::readings(&fen, args.reading.asked()).map_err(Fault::BadInput)?;
    if let Some(file) = &args.output.proof {
        if questions.len() > 1 {
            return bad_input(format!(
                "--proof holds one position, and the FEN has {} readings, for some field is \
                 unknown; give one of them",
                questions.len()
            ));
        }
        proof::can_be_written(file, "--proof")?;
    }
    ends_at_once("no answer was found yet");
    let ask = |question| Answer::ask(question, &args.effort.options());
    let asked = questions.into_iter().map(ask);
    let answers = asked.collect::<Result<Vec<Answer>, _>>()?;
    if args.shortest && verdict_of_all(&answers) != "illegal" {
        return shortest(args, &fen, &answers);
    }

    let mut saved = Saved::default();
    let mut written = None;
    let certificates = answers.iter().filter_map(|answer| answer.certificate.as_ref());
    for (file, certificate) in args.output.proof.iter().zip(certificates) {
        let done = proof::write(certificate.to_text(), file, "--proof");
        written = saved.note(done, file).map(|file| file.display().to_string());
    }
    if args.output.json {
        match &answers[..] {
            [one] => print_json(&LegalReport::new(one, written))?,
            several => {
                print_json(&ReadingsReport::new(several, |one| LegalReport::new(one, None)))?
            }
        };
    } else if args.output.pgn {
        match answers.iter().find_map(|answer| Some((answer, answer.proof_game()?))) {
            Some((answer, game)) => {
                words::print_all(|out| write_pgn(game, &answer.question.fen, out))?;
            }
            None => tell(format_args!("no game: the position is {}", verdict_of_all(&answers))),
        }
    } else {
        words::print(args.output.color, |page| {
            print(page, &answers, args.output.games)?;
            match written {
                Some(file) => page.line(&format!("  Proof written to {file}.")),
                None if args.output.proof.is_some() => page.line("  No proof was written."),
                None => Ok(()),
            }
        })?;
    }
    saved.exit(if verdict_of_all(&answers) == "open" { Exit::Open } else { Exit::Answered })
}

/// Looks for the shortest games to a position that no rule excludes.
fn shortest(args: &LegalArgs, fen: &str, answers: &[Answer]) -> Result<Exit, Fault> {
    if args.output.proof.is_some() {
        return bad_input(
            "--proof saves one game; zermelo puzzle FEN \"PG N\" --proof DIR saves them all",
        );
    }
    let question = proof_game::Question::shortest(fen, answers).map_err(Fault::BadInput)?;
    let limits = Limits { nodes: args.effort.nodes.unwrap_or(u64::MAX), ..Limits::new(0, MEMORY) };
    let limits = args.effort.seconds.map_or(limits, |seconds| limits.within(seconds));
    let effort = proof_game::Effort { shorter: false, solutions: MOST_GAMES, limits };
    let LegalOutput { json, pgn, color, .. } = args.output;
    let output = Output { json, pgn, proofs: None, color };
    puzzle::proof_game::answer(&question, effort, &output)
}

fn print(page: &mut Page<'_>, answers: &[Answer], games: bool) -> io::Result<()> {
    if let [one] = answers {
        let told = explain::Explanation::in_short(one);
        let squares = told.squares();
        page.marked_position(&one.question.position, squares, told.legend.as_deref())?;
        page.gap()?;
        return page.explain(&explain::answer(one));
    }
    page.explain(&readings::conclusion(answers))?;
    if !games {
        return page.line("  --games shows the games, and the reasons in full.");
    }
    for (number, answer) in (1..).zip(answers) {
        page.gap()?;
        let fen = &answer.question.fen;
        page.headline(&format!("Reading {number} of {}: {fen}", answers.len()))?;
        page.explain(&explain::answer(answer))?;
    }
    Ok(())
}

/// The game, with the position as a tag that other programs skip.
fn write_pgn(game: &ProofGame, fen: &str, mut out: &mut dyn Write) -> io::Result<()> {
    let mut tags = pgn::roster("A game to a given position", "?", Marker::Unfinished);
    tags.push(("FinalFEN".to_string(), fen.to_string()));
    let moves = san::on_board(&game.start, &game.moves);
    pgn::write_game(&tags, &game.start, &moves, Marker::Unfinished, &mut out)
}
