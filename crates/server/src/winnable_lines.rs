//! `POST /winnable`: many questions, one a line, answered line by line as `zermelo winnable --batch
//! --json` answers them. A question in a request of its own costs more to carry than to answer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use hyper::body::Incoming;
use hyper::header::HeaderMap;
use zermelo_answers::judge::{ErrorReport, to_line};
use zermelo_answers::query::text_of_line;
use zermelo_answers::winnable::Line;
use zermelo_kernel::Castling;
use zermelo_winnable::Solver;

use crate::error::Error;
use crate::judge::limits;
use crate::params::Params;
use crate::reply::Reply;
use crate::service::Service;
use crate::turns::{self, Work};
use crate::upload::Upload;

/// A body whose lines are answered.
struct Questions {
    service: Arc<Service>,
    solver: Solver,
    castling: Castling,
    fast: bool,
    body: Upload,
    /// Where the next line begins, and its number.
    at: usize,
    number: u64,
}

impl Work for Questions {
    fn next(&mut self, lines: &mut Vec<u8>) -> bool {
        let rest = &self.body.bytes[self.at..];
        if rest.is_empty() {
            return false;
        }
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let text = text_of_line(&rest[..end]).map(|text| text.map(str::to_string));
        self.at = (self.at + end + 1).min(self.body.bytes.len());
        self.number += 1;
        if let Some(text) = text {
            lines.extend(self.answer(text));
        }
        true
    }
}

impl Questions {
    fn answer(&mut self, text: Result<String, String>) -> Vec<u8> {
        let read = |text: String| Ok((Line::read(&text, self.castling)?, text));
        let (line, text) = match text.and_then(read) {
            Ok(asked) => asked,
            Err(sentence) => return self.error(sentence),
        };
        // Each question has the time of a request.
        let deadline = Instant::now() + self.service.options.time;
        self.solver.limits.deadline = Some(deadline);
        let (solver, fast) = (&mut self.solver, self.fast);
        let answered = catch_unwind(AssertUnwindSafe(|| line.answer(solver, fast, true)));
        let bug = match answered {
            Ok(Ok(answered)) => {
                self.service.metrics.answer(answered.sampled.is_proved());
                return to_line(&line.report(self.number, &answered));
            }
            Ok(Err(sentence)) => sentence,
            Err(_) => format!("the engine failed on {text}"),
        };
        // What the solver holds may be half done.
        self.solver = Solver::new(limits(&self.service));
        self.service.bug(&bug);
        self.error("a bug; it has been logged".to_string())
    }

    fn error(&self, error: String) -> Vec<u8> {
        let (file, game, variant) = (None, None, None);
        to_line(&ErrorReport { file, game, line: Some(self.number), variant, error })
    }
}

/// Answers the lines of the body.
pub async fn answers(
    service: &Arc<Service>,
    params: Params<'_>,
    headers: &HeaderMap,
    body: Incoming,
) -> Result<Reply, Error> {
    let (castling, fast) = (params.castling()?, params.flag("fast")?);
    let body = Upload::read(service, body, service.options.games).await?;
    if body.bytes.split(|&byte| byte == b'\n').all(|line| text_of_line(line).is_none()) {
        return Err(Error::BadRequest("there is no position in it".to_string()));
    }
    let work = Questions {
        service: Arc::clone(service),
        solver: Solver::new(limits(service)),
        castling,
        fast,
        body,
        at: 0,
        number: 0,
    };
    turns::reply(service, headers, work)
}
