//! `zermelo longest`: a longest possible game, its audit, and the proof that none is longer; or,
//! with `--audit FILE`, every game of a file, replayed by the kernel.

use std::io::{self, Write};
use std::path::Path;

use zermelo_answers::judge::{ErrorReport, to_line};
use zermelo_answers::longest::{AuditReport, BoundReport, Longest, Question, bound_in_words};
use zermelo_kernel::{Game, Position};
use zermelo_record::Audit;
use zermelo_record::pgn::{self, Splitter};

use crate::args::longest::LongestArgs;
use crate::exit::{Exit, Fault, bad_input, tell};
use crate::input;
use crate::progress::{Line, ends_at_once};
use crate::proof::{self, Saved};
use crate::words::{folded, print_all, write_wrapped};

/// Answers what was asked.
pub fn run(args: &LongestArgs) -> Result<Exit, Fault> {
    let question = match args.claims {
        true => Question::Claimed { effort: args.effort },
        false => Question::Forced(args.move_rule),
    };
    match &args.audit {
        Some(file) => audit(file, question, args.json),
        None if args.bound => bound(question, args),
        None => make(question, args),
    }
}

/// Makes a game. Nothing is printed of it that the kernel has not gone through.
fn make(question: Question, args: &LongestArgs) -> Result<Exit, Fault> {
    for (file, option) in [(&args.output, "--output"), (&args.proof, "--proof")] {
        file.as_deref().map_or(Ok(()), |file| proof::can_be_written(file, option))?;
    }
    let seed = args.seed.unwrap_or(question.usual_seed());
    let longest = {
        ends_at_once("no game was found yet");
        let _line = Line::new(|time| format!("looking for a long game, {} s", time.as_secs()));
        Longest::make(question, seed)?
    };
    let pgn = longest.pgn();
    let mut saved = Saved::default();
    let output = args.output.as_deref().and_then(|file| {
        let done = proof::write(&pgn, file, "--output");
        saved.note(done, file)
    });
    let proof = args.proof.as_deref().and_then(|file| {
        let done = proof::write(longest.certificate.to_text(), file, "--proof");
        saved.note(done, file)
    });
    let report = AuditReport::of(&longest, seed);
    if args.json {
        print_all(|out| out.write_all(&to_line(&report)))?;
        return saved.exit(Exit::Answered);
    }
    // A game that found no place elsewhere too.
    if output.is_none() {
        print_all(|out| out.write_all(&pgn))?;
    }
    // Nobody to read it is no fault.
    let _ = print(&mut io::stderr().lock(), &report);
    for file in [output, proof].into_iter().flatten() {
        tell(format_args!("Written to {}.", file.display()));
    }
    saved.exit(Exit::Answered)
}

/// Prints the counting, step by step. Nothing is printed of it that the kernel has not accepted.
fn bound(question: Question, args: &LongestArgs) -> Result<Exit, Fault> {
    args.proof.as_deref().map_or(Ok(()), |file| proof::can_be_written(file, "--proof"))?;
    let bound = question.bound()?;
    let mut saved = Saved::default();
    let proof = args.proof.as_deref().and_then(|file| {
        let done = proof::write(bound.certificate.to_text(), file, "--proof");
        saved.note(done, file)
    });
    print_all(|mut out| {
        if args.json {
            return out.write_all(&to_line(&BoundReport::new(question, &bound)));
        }
        write_wrapped(&mut out, 0, &bound_in_words(question, &bound))?;
        for (number, step) in bound.steps.iter().enumerate() {
            writeln!(out)?;
            write_wrapped(&mut out, 4, &format!("{:>2}. {}", number + 1, step.says))?;
            write_wrapped(&mut out, 4, &format!("    Checked: {}.", step.checked))?;
        }
        Ok(())
    })?;
    if let Some(file) = proof.filter(|_| !args.json) {
        tell(format_args!("Written to {}.", file.display()));
    }
    saved.exit(Exit::Answered)
}

/// Audits every game of a file; one that cannot be read decides the exit status.
fn audit(file: &Path, question: Question, json: bool) -> Result<Exit, Fault> {
    let name = file.display().to_string();
    let unread = |error: io::Error| Fault::BadInput(format!("{name}: cannot be read: {error}"));
    ends_at_once("the audit is not complete");
    let bound = question.bound()?.plies();
    let mut splitter = Splitter::new(input::open_buffered(file).map_err(unread)?);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut exit = Exit::Answered;
    let mut games = 0;
    while let Some(raw) = splitter.next_game().map_err(unread)? {
        games += 1;
        let record = match pgn::read(&raw) {
            Ok(record) => record,
            Err(broken) => {
                exit = Exit::BadInput;
                if json {
                    let report = ErrorReport::broken(broken.number, &broken);
                    out.write_all(&to_line(&ErrorReport { file: Some(&name), ..report }))?;
                } else {
                    out.flush()?;
                    tell(format_args!("error: {name}: {broken}"));
                }
                continue;
            }
        };
        let moves = record.moves.iter().map(|m| m.to_kernel()).collect();
        let game = Game { start: record.start, clock: record.clock, moves };
        // The bound is for games from the initial array in which claims are not made.
        let forced = matches!(question, Question::Forced(_));
        let bound = (game.start == Position::initial() && forced).then_some(bound);
        let audit = Audit::of(&game).map_err(|ply| {
            Fault::Bug(format!("{name}: the kernel refuses ply {ply} of game {}", record.number))
        })?;
        let mut report = AuditReport::new(question, &audit, bound);
        (report.file, report.game) = (Some(name.clone()), Some(record.number));
        if json {
            out.write_all(&to_line(&report))?;
        } else {
            if games > 1 {
                writeln!(out)?;
            }
            print(&mut out, &report)?;
        }
    }
    out.flush()?;
    if games == 0 {
        return bad_input(format!("{name}: there is no game in it"));
    }
    Ok(exit)
}

fn print(out: &mut dyn Write, report: &AuditReport) -> io::Result<()> {
    if let (Some(file), Some(game)) = (&report.file, report.game) {
        writeln!(out, "{file}, game {game}")?;
    }
    for (name, words) in report.rows() {
        writeln!(out, "{}", folded(&format!("{name:<20} {words}")).trim_end())?;
    }
    Ok(())
}
