//! `zermelo winnable FEN --with-history`: can this player still mate before the game ends by the
//! 75-move rule?
//!
//! The clock is the fifth field of the FEN. A position is a game without moves, so the judge of
//! records answers, as if the other player's flag fell now, and the kernel checks its certificate.
//! (Repetitions need the moves of a game: `zermelo judge --with-history`.)

use std::io::{self, Write};

use serde::Serialize;
use zermelo_kernel::{Color, Evidence, Move, Proved, Reading, RecordCertificate};
use zermelo_record::pgn::Record;
use zermelo_record::{Judge, Options, Ruling};

use crate::args::WinnableArgs;
use crate::exit::{Exit, Fault};
use crate::query::Query;
use crate::style::Style;
use crate::words::{Page, write_wrapped};
use crate::{proof, san};
use zermelo_answers::judge::ending_in_words;

/// The answer for one side, accepted by the kernel unless it is open.
struct Answer {
    winner: Color,
    verdict: &'static str,
    /// The helpmate, if there is one.
    line: Option<Vec<Move>>,
    certificate: Option<Proved<RecordCertificate>>,
    ruling: Ruling,
}

/// The answers for programs.
#[derive(Serialize)]
struct Report {
    fen: String,
    clock: u32,
    reading: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<SideReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<SideReport>,
}

/// The answer for one side.
#[derive(Serialize)]
struct SideReport {
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    helpmate_uci: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    helpmate_san: Option<Vec<String>>,
    checked: bool,
}

/// Answers the question about one position and its clock.
pub fn run(args: &WinnableArgs, query: &Query) -> Result<Exit, Fault> {
    let winners = args.question.winners();
    let file = |winner: Color| {
        let file = args.question.proof.as_ref()?;
        Some(if winners.len() == 1 { file.clone() } else { proof::for_side(file, winner) })
    };
    for file in winners.iter().filter_map(|&winner| file(winner)) {
        proof::can_be_written(&file, "--proof").map_err(Fault::BadInput)?;
    }
    let answers: Vec<Answer> =
        winners.iter().map(|&winner| ask(args, query, winner)).collect::<Result<_, _>>()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args.output.json {
        let side = |color: Color| {
            let answer = answers.iter().find(|answer| answer.winner == color)?;
            Some(SideReport {
                verdict: answer.verdict,
                helpmate_uci: answer.line.as_ref().map(|line| san::uci(&query.position, line)),
                helpmate_san: answer.line.as_ref().map(|line| san::san(&query.position, line)),
                checked: answer.certificate.is_some(),
            })
        };
        let report = Report {
            fen: query.position.to_fen(),
            clock: query.clock,
            reading: "history",
            white: side(Color::White),
            black: side(Color::Black),
        };
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        Page::new(&mut out, Style::new(args.output.color)).position(&query.position)?;
        let mut sentences = vec![format!(
            "A mate must come before the 75-move end (--with-history): {} of 150 plies without \
             capture and pawn move have been made.",
            query.clock
        )];
        sentences.extend(answers.iter().map(|answer| in_words(query, answer)));
        sentences.extend(args.question.flag.map(|side| flag_fall(side.color(), &answers)));
        for sentence in sentences {
            write_wrapped(&mut out, 2, &sentence)?;
        }
    }
    out.flush()?;
    for answer in &answers {
        if let (Some(file), Some(certificate)) = (file(answer.winner), &answer.certificate) {
            proof::write(certificate.to_text().as_bytes(), &file, "--proof")
                .map_err(Fault::BadInput)?;
        }
    }
    let open = answers.iter().any(|answer| answer.certificate.is_none());
    Ok(if open { Exit::Open } else { Exit::Answered })
}

fn flag_fall(fallen: Color, answers: &[Answer]) -> String {
    let opponent = answers.iter().find(|answer| answer.winner != fallen);
    let result = match opponent.map(|answer| answer.verdict) {
        Some("winnable") => format!("{} wins", !fallen),
        Some("unwinnable") => "the game is drawn, 1/2-1/2".to_string(),
        _ => "the result is open".to_string(),
    };
    format!("{fallen}'s flag fell: {result} (FIDE Laws, Article 6.9).")
}

/// Asks the judge, and has the kernel check what it says.
fn ask(args: &WinnableArgs, query: &Query, winner: Color) -> Result<Answer, Fault> {
    let record = Record {
        number: 1,
        line: 1,
        tags: Vec::new(),
        start: query.position.clone(),
        clock: query.clock,
        first_move: query.move_number,
        moves: Vec::new(),
        marker: None,
    };
    let limits = args.engine.limits();
    let flag = Some(!winner);
    let options = Options { reading: Reading::History, flag, limits };
    let judgement = Judge::new(options).judge(&record);
    let certificate = judgement.certificate(&record).map(RecordCertificate::check).transpose();
    let certificate = certificate
        .map_err(|fault| Fault::Bug(format!("the kernel rejected the answer: {fault}")))?;
    let wins = match &judgement.ruling {
        Ruling::Over { winner: mates, .. } => Some(*mates == Some(winner)),
        Ruling::Conceded { winner: found, .. } => Some(*found == Some(winner)),
        _ => None,
    };
    let verdict = match wins {
        Some(true) => "winnable",
        Some(false) => "unwinnable",
        None => "undetermined",
    };
    let facts = certificate.iter().flat_map(|certificate| &certificate.facts);
    let line = facts
        .filter(|fact| fact.winner == winner)
        .find_map(|fact| match &fact.evidence {
            Evidence::Helpmate(line) => Some(line.clone()),
            Evidence::Cover(_) => None,
        })
        .filter(|_| wins == Some(true));
    Ok(Answer { winner, verdict, line, certificate, ruling: judgement.ruling })
}

fn in_words(query: &Query, answer: &Answer) -> String {
    let Answer { winner, verdict, line, ruling, .. } = answer;
    match (*verdict, line, ruling) {
        ("winnable", Some(line), _) if line.is_empty() => format!("{winner} has mated."),
        ("winnable", Some(line), _) => {
            let moves = san::san(&query.position, line);
            let moves = san::numbered(&moves, query.move_number, query.position.turn());
            format!("{winner} can still win: {}", moves.join(" "))
        }
        (_, _, Ruling::Over { ending, .. }) => format!(
            "{winner} cannot win: the game is over, {} (article {}).",
            ending_in_words(*ending),
            ending.article()
        ),
        ("unwinnable", ..) => format!("{winner} cannot win: no mate comes in time."),
        _ => format!("Whether {winner} can still win is open: a limit was reached."),
    }
}
