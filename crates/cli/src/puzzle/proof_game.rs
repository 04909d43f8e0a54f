//! `zermelo puzzle PLACEMENT PG 12.5` and `zermelo legal FEN --shortest`: proof games of a length.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use zermelo_answers::proof_game::{Answer, Effort, ProofGameReport, Question, explain, solve};
use zermelo_kernel::Position;
use zermelo_record::pgn::{Marker, roster, write_game};
use zermelo_winnable::Limits;

use super::query::stray_question;
use crate::args::ColorWhen;
use crate::args::puzzle::PuzzleArgs;
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::progress::Progress;
use crate::words::{self, counted, print_json};
use crate::{proof, san};

/// How the answer looks.
pub struct Output<'a> {
    pub json: bool,
    pub pgn: bool,
    /// Where certificates go.
    pub proofs: Option<&'a Path>,
    pub color: ColorWhen,
}

/// What the words ask, if they ask for proof games.
pub fn question(args: &PuzzleArgs) -> Option<Result<Question, Fault>> {
    let read = args.file.is_none().then(|| Question::read(&args.words))?;
    Some(read?.map_err(Fault::BadInput))
}

/// Answers a question of `puzzle`.
pub fn run(args: &PuzzleArgs, question: &Question) -> Result<Exit, Fault> {
    if let Some(option) = stray_question(args) {
        return bad_input(format!(
            "{option} is for help problems and does not go with proof games"
        ));
    }
    let effort = Effort {
        shorter: !args.question.no_shorter,
        solutions: args.effort.limit as usize,
        limits: Limits::new(args.effort.nodes.unwrap_or(u64::MAX), args.effort.memory),
    };
    let output = Output {
        json: args.output.json,
        pgn: args.output.pgn,
        proofs: args.output.proof.as_deref(),
        color: args.output.color,
    };
    answer(question, effort, &output)
}

/// Searches, with progress and Ctrl-C, and prints what was found.
pub fn answer(question: &Question, effort: Effort, output: &Output<'_>) -> Result<Exit, Fault> {
    if let Some(folder) = output.proofs {
        proof::make_folder(folder)?;
    }
    let search = Arc::default();
    let progress = Progress::of_search(&search);
    let limits = Limits { interrupt: Some(progress.stop()), ..effort.limits };
    let effort = Effort { limits, ..effort };
    let answer = solve(question, &effort, &search, &|what| progress.doing(what))?;
    drop(progress);

    // Before the words, which somebody may not read to their end.
    let saved = output.proofs.map(|folder| save(&answer, folder));
    if output.json {
        print_json(&ProofGameReport::new(&answer))?;
    } else if output.pgn {
        words::print_all(|out| write_pgn(&answer, out))?;
        if let Some(found) = &answer.searched {
            tell(format_args!("{}", explain::headline(&answer, found)));
        }
    } else {
        words::print(output.color, |page| {
            page.position(answer.position())?;
            page.explain(&explain::answer(&answer))
        })?;
    }
    if let (Some(count), Some(folder)) = (saved.transpose()?, output.proofs) {
        tell(format_args!("{} written to {}.", counted(count, "proof"), folder.display()));
    }
    Ok(match (answer.interrupted, answer.is_open()) {
        (true, _) => Exit::Interrupted,
        (_, true) => Exit::Open,
        _ => Exit::Answered,
    })
}

/// One certificate for each game; returns their number.
fn save(answer: &Answer<'_>, folder: &Path) -> Result<usize, Fault> {
    let games = answer.searched.iter().flat_map(|found| &found.games);
    let mut count = 0;
    for game in games {
        count += 1;
        let file = folder.join(format!("game-{count}.cert"));
        proof::write(game.certificate.to_text(), &file, "--proof")?;
    }
    Ok(count)
}

/// The games, with the position as a tag that other programs skip.
fn write_pgn(answer: &Answer<'_>, mut out: &mut dyn Write) -> io::Result<()> {
    if let Some(found) = &answer.searched {
        for (number, game) in (1..).zip(&found.games) {
            let event = format!("Proof game {number} of {}", found.games.len());
            let mut tags = roster(&event, "?", Marker::Unfinished);
            tags.push(("FinalFEN".to_string(), game.certificate.position.to_fen()));
            let start = Position::initial();
            let moves = san::on_board(&start, &game.moves);
            write_game(&tags, &start, &moves, Marker::Unfinished, &mut out)?;
        }
    }
    Ok(())
}
