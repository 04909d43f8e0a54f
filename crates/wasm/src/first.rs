//! What most people ask: can this player still mate, what do the rules say of this game, and is this
//! proof right?

use serde::Serialize;
use zermelo_answers::check::{CheckReport, look};
use zermelo_answers::judge::{Accepted, ErrorReport, GameReport, Timeline, rule};
use zermelo_answers::moves::MovesReport;
use zermelo_answers::query::Query;
use zermelo_answers::winnable::{Answer, Answers, Question, Report, Sides, Wanted};
use zermelo_answers::{Fault, names};
use zermelo_board::clock::Instant;
use zermelo_kernel::{Budget, Reading};
use zermelo_record::pgn::{self, RawGame, Splitter};
use zermelo_record::{Judge, Options};
use zermelo_winnable::problem::Progress;
use zermelo_winnable::{Limits, Solver};

use crate::request::Request;
use crate::{Host, Told, tell};

/// A shortest helpmate is looked for up to this length.
const PLIES: u32 = 60;

/// Can this player still give mate?
pub fn winnable(request: &Request, host: &Host<'_>) -> Result<(), Fault> {
    let query = Query::read(request.fen()?, request.chess960()).map_err(Fault::BadInput)?;
    let flag = request.flag()?;
    let sides = Sides::asked(request.side()?.map(Sides::One), flag);
    let question = Question { query, sides, flag, fast: request.fast };
    let answers = answers(request, &question, host)?;
    let mut report = Report::new(&question, &answers);
    if request.certificate.unwrap_or(true) {
        for (color, side) in report.sides_mut() {
            let certificate =
                answers[color].as_ref().and_then(|answer| answer.certificate.as_ref());
            side.certificate = certificate.map(|certificate| certificate.to_text());
        }
    }
    tell(host, Told::Answer, &report);
    Ok(())
}

fn answers(request: &Request, question: &Question, host: &Host<'_>) -> Result<Answers, Fault> {
    let limits = request.limits(Limits::default());
    let query = &question.query;
    if request.history {
        return question.each(|winner| Answer::with_history(query, winner, limits));
    }
    let mut answers = question.ask(&mut Solver::new(limits))?;
    if request.shortest {
        let wanted = Wanted { all: false, plies: PLIES, limits, progress: &Progress::default() };
        for winner in question.sides.iter() {
            let tell = |plies| {
                let words = format!("searching for a mate by {winner} in {plies} plies");
                host(Told::Progress, words.as_bytes());
            };
            if let Some(answer) = answers[winner].take() {
                answers[winner] = Some(answer.shortened(&query.position, &wanted, tell)?);
            }
        }
    }
    Ok(answers)
}

/// The legal moves, for boards that know no rules.
pub fn moves(request: &Request, host: &Host<'_>) -> Result<(), Fault> {
    let query = Query::read(request.fen()?, request.chess960()).map_err(Fault::BadInput)?;
    tell(host, Told::Answer, &MovesReport::new(&query));
    Ok(())
}

/// What is told of a game.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    report: GameReport<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeline: Option<Timeline>,
}

/// What do the rules say of these games? An answer for each, as it is found.
pub fn judge(request: &Request, games: &[u8], host: &Host<'_>) -> Result<(), Fault> {
    let reading = if request.history { Reading::History } else { Reading::Position };
    let limits = request.limits(Limits::default());
    let mut judge = Judge::new(Options { flag: request.flag()?, limits, reading });
    let mut splitter = Splitter::new(games);
    let cannot_be_read = |error| Fault::BadInput(format!("the games cannot be read: {error}"));
    while let Some(game) = splitter.next_game().map_err(cannot_be_read)? {
        if let Some(deadline) = request.limits(limits).deadline {
            judge.set_deadline(deadline);
        }
        match rule(&mut judge, &game)? {
            Ok(accepted) => ruled(request, &accepted, host),
            Err(broken) => unread(&game, &broken, host),
        }
    }
    Ok(())
}

fn ruled(request: &Request, accepted: &Accepted, host: &Host<'_>) {
    let judged = accepted.judged();
    let timeline = request.timeline.then(|| Timeline::new(&judged));
    let mut report = GameReport::new(&judged);
    if let Some(wanted) = request.certificate {
        let proof = accepted.certificate.as_ref().filter(|_| wanted);
        report.certificate = proof.map(|proof| proof.to_text());
    }
    tell(host, Told::Answer, &Line { report, timeline });
}

fn unread(game: &RawGame, broken: &pgn::Broken, host: &Host<'_>) {
    let variant = match &broken.fault {
        pgn::Fault::Variant(name) => Some(name.as_str()),
        _ => None,
    };
    let error = &broken.fault.to_string();
    let (game, line) = (Some(game.number), Some(broken.line));
    tell(host, Told::Answer, &ErrorReport { file: None, game, line, variant, error });
}

/// What became of a certificate.
#[derive(Serialize)]
struct Checked {
    kind: Option<&'static str>,
    words: String,
    #[serde(flatten)]
    report: CheckReport,
    check_us: f64,
}

/// Is this saved proof right?
pub fn check(request: &Request, certificate: &[u8], host: &Host<'_>) -> Result<(), Fault> {
    let start = Instant::now();
    let mut budget = Budget::default();
    if let Some(seconds) = request.seconds {
        budget = budget.until(move || start.elapsed().as_secs_f64() > seconds);
    }
    let no_certificate = |why| Fault::BadInput(format!("this is no certificate: {why}"));
    let checked = look(&certificate.to_vec(), None, &budget).map_err(no_certificate)?;
    let report = Checked {
        kind: checked.report.claimed.claim.as_deref().map(kind),
        words: checked.words,
        report: checked.report,
        check_us: names::microseconds(start.elapsed()),
    };
    tell(host, Told::Answer, &report);
    Ok(())
}

/// What kind of question the claim answers.
fn kind(claim: &str) -> &'static str {
    match claim {
        "winnable" | "unwinnable" => "chances",
        "legal" | "illegal" => "legality",
        "record" => "record",
        "census" => "census",
        "losing-win" => "tree",
        _ => "strategy",
    }
}
