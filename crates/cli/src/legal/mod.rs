//! `zermelo legal`: can this position arise?
//!
//! The crate `answers` asks the engine, has the kernel check what it says, and knows the reasons;
//! `words.rs` writes for people, `batch.rs` for many positions, `readings.rs` for those that a FEN
//! with unknown fields can mean. `count.rs` counts the legal positions of an ending, `census.rs`
//! writes that.

mod batch;
mod census;
mod count;
mod readings;
mod words;

use std::io::{self, Write};

use zermelo_answers::legal::{Answer, LegalReport, Question, ReadingsReport, verdict_of_all};
use zermelo_kernel::{Move, Position};
use zermelo_record::pgn::{self, Marker};

use crate::args::LegalArgs;
use crate::exit::{Exit, Fault, tell};
use crate::proof;
use crate::style::Style;

/// Answers the question.
pub fn run(args: &LegalArgs) -> Result<Exit, Fault> {
    if let Some(source) = &args.batch {
        return batch::run(source, args);
    }
    if !args.count.is_empty() {
        return count::run(args);
    }
    if args.fen.is_empty() {
        let sentence = "a position is missing: give a FEN, --batch FILE or --count MATERIAL";
        return Err(Fault::BadInput(sentence.to_string()));
    }
    let mut questions = Question::readings(&args.fen.join(" ")).map_err(Fault::BadInput)?;
    let question = match questions.len() {
        1 => questions.remove(0),
        _ => return run_readings(args, questions),
    };
    if let Some(file) = &args.output.proof {
        proof::can_be_written(file, "--proof").map_err(Fault::BadInput)?;
    }
    let answer = Answer::ask(question, &args.effort.options())?;

    // A disk that is full costs the proof, not the answer.
    let mut unwritten = Ok(());
    let mut written = None;
    if let (Some(file), Some(certificate)) = (&args.output.proof, &answer.certificate) {
        match proof::write(certificate.to_text().as_bytes(), file, "--proof") {
            Ok(()) => written = Some(file.display().to_string()),
            Err(sentence) => unwritten = Err(Fault::BadInput(sentence)),
        }
    }

    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.output.json {
        let report = LegalReport::new(&answer, written);
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else if args.output.pgn {
        match answer.game() {
            Some(game) => write_pgn(&mut out, game, &answer.question.fen)?,
            None => tell(format_args!("no game: the position is {}", answer.verdict())),
        }
    } else {
        words::print(&mut out, Style::new(args.output.color), &answer)?;
        match written {
            Some(file) => writeln!(out, "  Proof written to {file}.")?,
            None if args.output.proof.is_some() => writeln!(out, "  No proof was written.")?,
            None => {}
        }
    }
    out.flush()?;
    unwritten?;
    Ok(if answer.certificate.is_some() { Exit::Answered } else { Exit::Open })
}

/// Answers for all readings of a FEN.
fn run_readings(args: &LegalArgs, questions: Vec<Question>) -> Result<Exit, Fault> {
    if args.output.proof.is_some() {
        return Err(Fault::BadInput(format!(
            "--proof holds one position, and the FEN has {} readings, for some field is unknown; \
             give one of them",
            questions.len()
        )));
    }
    let ask = |question| Answer::ask(question, &args.effort.options());
    let asked = questions.into_iter().map(ask);
    let answers = asked.collect::<Result<Vec<Answer>, _>>()?;
    let verdict = verdict_of_all(&answers);
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.output.json {
        let report = ReadingsReport::new(&answers);
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else if args.output.pgn {
        match answers.iter().find_map(|answer| Some((answer, answer.game()?))) {
            Some((answer, game)) => write_pgn(&mut out, game, &answer.question.fen)?,
            None => tell(format_args!("no game: the position is {verdict}")),
        }
    } else {
        readings::print(&mut out, Style::new(args.output.color), &answers)?;
    }
    out.flush()?;
    Ok(if verdict == "open" { Exit::Open } else { Exit::Answered })
}

/// The game, with the position as a tag that other programs skip.
fn write_pgn(out: &mut impl Write, game: &[Move], fen: &str) -> io::Result<()> {
    let mut tags = pgn::roster("A game to a given position", "?", Marker::Unfinished);
    tags.push(("FinalFEN".to_string(), fen.to_string()));
    let start = Position::initial();
    let mut position = zermelo_board::Position::from_kernel(&start);
    let mut moves = Vec::with_capacity(game.len());
    for made in game {
        let own = position.legal_moves().into_iter().find(|own| own.to_kernel() == *made);
        let Some(own) = own else { break }; // The kernel has accepted the game: there is one.
        moves.push(own);
        position = position.play(own);
    }
    pgn::write_game(&tags, &start, &moves, Marker::Unfinished, out)
}
