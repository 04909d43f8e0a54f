//! What most people ask: can this player still mate, and what do the rules say of this game?

use zermelo_answers::Fault;
use zermelo_answers::judge::{ErrorReport, GameReport, Judged, Timeline, rule};
use zermelo_answers::moves::MovesReport;
use zermelo_answers::query::Query;
use zermelo_answers::winnable::{Answer, Answers, Question, Report, Sides, Wanted};
use zermelo_kernel::Reading;
use zermelo_record::pgn::Splitter;
use zermelo_record::{Judge, Options};
use zermelo_winnable::problem::Progress;
use zermelo_winnable::{Limits, Solver};

use crate::request::Request;
use crate::{Host, Message, tell};

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
    tell(host, Message::Answer, &report);
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
                host(Message::Progress, words.as_bytes());
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
    tell(host, Message::Answer, &MovesReport::new(&query));
    Ok(())
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
            Ok(judged) => ruled(request, &judged, host),
            Err(broken) => tell(host, Message::Answer, &ErrorReport::broken(game.number, &broken)),
        }
    }
    Ok(())
}

fn ruled(request: &Request, judged: &Judged, host: &Host<'_>) {
    let mut report = GameReport::new(judged);
    report.timeline = request.timeline.then(|| Timeline::new(judged));
    if let Some(wanted) = request.certificate {
        let proof = judged.certificate.as_ref().filter(|_| wanted);
        report.certificate = proof.map(|proof| proof.to_text());
    }
    tell(host, Message::Answer, &report);
}
