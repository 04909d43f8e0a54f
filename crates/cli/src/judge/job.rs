//! One game: from its text to what is printed for it.
//!
//! A ruling that the kernel was asked about and did not accept is a bug, and is not printed.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use zermelo_answers::judge::{
    Account, ErrorReport, GameReport, Judged, Line, example_of_mate, notes, rule_sampled, to_line,
};
use zermelo_record::pgn::{Broken, RawGame, Record, annotate};
use zermelo_record::{Agreement, Judge, Judgement, Options};

use super::games::{GameFile, Task};
use crate::args::CheckWhich;
use crate::args::judge::JudgeArgs;
use crate::proof;
use crate::style::Style;
use crate::words::folded;

/// With `--check sample`, one game in so many.
pub const SAMPLE: u64 = 100;

/// What stands out in a line.
const CONTRADICTED: &str = "CONTRADICTED:";

/// What is printed for a game, and what the summary counts.
#[derive(Default)]
pub struct Reply {
    /// What is printed, with its line end.
    pub text: Vec<u8>,
    /// A line for standard error.
    pub complaint: Option<String>,
    /// What is counted.
    pub entry: Entry,
}

/// How a game came out.
#[derive(Default)]
pub enum Entry {
    /// It was judged.
    Judged(Counted),
    /// It cannot be read.
    Broken,
    /// It is no game of chess.
    Refused,
    /// The rest of a file cannot be read.
    Unread,
    /// The engine or the kernel failed.
    #[default]
    Bug,
}

/// What the summary is counted of a judged game.
pub struct Counted {
    /// What is counted.
    pub account: Account,
    /// The kernel's time, if it checked.
    pub check: Option<Duration>,
    /// Queries that needed the reserve.
    pub retried: u64,
    /// Why the proof could not be written.
    pub unwritten: Option<String>,
}

/// What rulings look like.
enum Shape {
    Words(Style),
    Json,
    Pgn,
}

/// One thread's judge.
pub struct Worker {
    judge: Judge,
    options: Options,
    shape: Shape,
    check: CheckWhich,
    contradicted: bool,
    proofs: Option<PathBuf>,
    /// Whether lines for people name the file.
    several_files: bool,
}

impl Worker {
    /// A worker with a judge of its own.
    pub fn new(args: &JudgeArgs) -> Worker {
        let options = args.options();
        Worker {
            judge: Judge::new(options),
            options,
            shape: match (args.output.json, args.output.pgn) {
                (true, _) => Shape::Json,
                (_, true) => Shape::Pgn,
                _ => Shape::Words(Style::new(args.output.color)),
            },
            check: args.effort.check,
            contradicted: args.output.contradicted,
            proofs: args.output.proof.clone(),
            several_files: args.files.len() > 1,
        }
    }

    /// Answers one task. Never panics: a bug costs this game and shows in the exit status.
    pub fn answer(&mut self, task: Task) -> Reply {
        let Task { file, game } = task;
        let raw = match game {
            Ok(raw) => raw,
            Err(why) => return self.unread(&file, &why),
        };
        match catch_unwind(AssertUnwindSafe(|| self.rule(&file, &raw))) {
            Ok(Ok(reply)) => reply,
            Ok(Err(sentence)) => self.bug(&file, &raw, &sentence),
            Err(_) => {
                // What the judge holds may be half done.
                self.judge = Judge::new(self.options);
                self.bug(&file, &raw, "bug: the engine failed")
            }
        }
    }

    /// Reads, judges, checks. The error is a bug, in one sentence that says so.
    fn rule(&mut self, file: &GameFile, raw: &RawGame) -> Result<Reply, String> {
        let before = self.judge.retried();
        let (check, all) = (self.check, self.proofs.is_some());
        let is_checked = |record: &Record, judgement: &Judgement| {
            // Nobody saves a proof that was not checked.
            all || match check {
                CheckWhich::All => true,
                CheckWhich::Sample => record.number % SAMPLE == 1 || judgement.rests_on_a_cover(),
                CheckWhich::None => false,
            }
        };
        let ruled = rule_sampled(&mut self.judge, raw, is_checked);
        let judged = match ruled.map_err(|bug| bug.to_string())? {
            Ok(judged) => judged,
            Err(broken) => return Ok(self.broken(file, raw, &broken)),
        };
        let retried = self.judge.retried() - before;
        let unwritten = match (&self.proofs, &judged.certificate) {
            (Some(folder), Some(certificate)) => {
                let path = folder.join(format!("{}-{}.cert", file.stem, judged.record.number));
                let written = proof::write(certificate.to_text(), &path, "--proof");
                written.err().map(|fault| fault.to_string())
            }
            _ => None,
        };
        let judgement = &judged.judgement;
        let printed = !self.contradicted || judgement.agreement() == Agreement::Contradicted;
        let text = if printed { self.text(file, &judged, raw)? } else { Vec::new() };
        let check = judged.is_proved().then_some(judged.check);
        let counted = Counted { account: Account::from(judgement), check, retried, unwritten };
        Ok(Reply { text, complaint: None, entry: Entry::Judged(counted) })
    }

    fn text(&self, file: &GameFile, judged: &Judged, raw: &RawGame) -> Result<Vec<u8>, String> {
        Ok(match self.shape {
            Shape::Json => {
                to_line(&GameReport { file: Some(&file.name), ..GameReport::new(judged) })
            }
            Shape::Pgn => annotated(raw, judged).map_err(|error| format!("bug: {error}"))?,
            Shape::Words(style) => {
                let Line { heading, parts } = Line::new(judged);
                let bold = |part: String| match part.strip_prefix(CONTRADICTED) {
                    Some(rest) => style.bold(CONTRADICTED) + rest,
                    None => part,
                };
                let parts: Vec<String> = parts.into_iter().map(bold).collect();
                let mut text = self.line(file, &format!("{heading}: {}", parts.join("; ")));
                // Who asks about one flag fall wants to see it on a board.
                if self.options.flag.is_some() {
                    for line in example_of_mate(judged).into_iter().flatten() {
                        text += &format!("  {line}\n");
                    }
                }
                folded(&text).into_bytes()
            }
        })
    }

    /// A line for people; it names the file if there are several.
    fn line(&self, file: &GameFile, text: &str) -> String {
        if self.several_files { format!("{}: {text}\n", file.name) } else { format!("{text}\n") }
    }

    fn broken(&self, file: &GameFile, raw: &RawGame, broken: &Broken) -> Reply {
        let report = ErrorReport::broken(raw.number, broken);
        let entry = if report.variant.is_some() { Entry::Refused } else { Entry::Broken };
        let reply = Reply { entry, ..self.error(file, raw, broken.line, report) };
        if self.contradicted { Reply { text: Vec::new(), ..reply } } else { reply }
    }

    fn bug(&self, file: &GameFile, raw: &RawGame, sentence: &str) -> Reply {
        let (game, line, error) = (Some(raw.number), Some(raw.line), sentence.to_string());
        let report = ErrorReport { file: None, game, line, variant: None, error };
        self.error(file, raw, raw.line, report)
    }

    /// What is printed in place of a ruling.
    fn error(&self, file: &GameFile, raw: &RawGame, line: u64, report: ErrorReport<'_>) -> Reply {
        let words = || {
            let text = format!("game {}, line {line}: {}", raw.number, report.error);
            self.line(file, &text).replace(|c: char| c.is_control() && c != '\n', " ")
        };
        match self.shape {
            Shape::Words(_) => Reply { text: folded(&words()).into_bytes(), ..Reply::default() },
            Shape::Json => {
                let report = ErrorReport { file: Some(&file.name), ..report };
                Reply { text: to_line(&report), ..Reply::default() }
            }
            Shape::Pgn => {
                let complaint = Some(words().trim_end().to_string());
                Reply { text: [&raw.text[..], b"\n\n"].concat(), complaint, ..Reply::default() }
            }
        }
    }

    fn unread(&self, file: &GameFile, why: &str) -> Reply {
        let (name, entry) = (&file.name, Entry::Unread);
        if matches!(self.shape, Shape::Json) {
            let (game, line, variant, error) = (None, None, None, why.to_string());
            let text = to_line(&ErrorReport { file: Some(name), game, line, variant, error });
            return Reply { text, complaint: None, entry };
        }
        Reply { text: Vec::new(), complaint: Some(format!("error: {name}: {why}")), entry }
    }
}

/// The game with rulings as comments, and with the result by the rules where they give one.
fn annotated(raw: &RawGame, judged: &Judged) -> io::Result<Vec<u8>> {
    let mut text = Vec::with_capacity(raw.text.len() + 256);
    annotate(raw, &notes(judged), judged.judgement.ruling.result(), &mut text)?;
    Ok(text)
}
