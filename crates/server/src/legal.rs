//! `GET /legal`: can this position arise?

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use zermelo_answers::legal::{Answer, CertifiedReport, Question, Reading, ReadingsReport};
use zermelo_kernel::Castling;
use zermelo_retro::legal::Options;

use crate::error::Error;
use crate::params::{Params, encoded};
use crate::reply::{self, Reply};
use crate::service::{Found, Outcome, Service, in_time};

/// The kernel's check of what was found at the last moment may take so long.
pub const CHECK: Duration = Duration::from_secs(1);

/// The answer for programs: as the command's, with the place of its certificate.
fn report(answer: &Answer) -> CertifiedReport {
    let question = &answer.question;
    let chess960 = question.position.castling() == Castling::Chess960;
    let said = |name: &str, is: bool| if is { format!("&{name}=1") } else { String::new() };
    let place = format!(
        "/certificate/legal?fen={}{}{}",
        encoded(&question.fen),
        said("chess960", chess960),
        said("dead_reckoning", question.dead_reckoning)
    );
    CertifiedReport::new(answer, |_| Some(place))
}

/// The answers for all readings of the FEN, found by this moment.
pub async fn answers(
    service: &Arc<Service>,
    questions: Vec<Question>,
    deadline: Instant,
) -> Result<Vec<Answer>, Error> {
    let (nodes, stopping) = (service.options.nodes, service.stopping);
    let slot = service.legal.slot()?;
    let asked = service.legal.run(slot, move || {
        let ask = |question| Answer::ask(question, &options(nodes, deadline, stopping));
        questions.into_iter().map(ask).collect::<Result<Vec<_>, _>>()
    });
    let timeout = (deadline + CHECK).saturating_duration_since(Instant::now());
    let answers = in_time(timeout, asked).await??;
    for answer in &answers {
        service.metrics.answer(answer.certificate.is_some());
    }
    Ok(answers)
}

/// What a search may cost.
fn options(nodes: u64, deadline: Instant, stopping: &'static AtomicBool) -> Options {
    let mut options = Options::default();
    options.limits.nodes = options.limits.nodes.min(nodes);
    options.limits.deadline = Some(deadline);
    options.limits.interrupt = Some(stopping);
    options.retractions = options.retractions.min(nodes);
    options
}

/// What is asked.
pub fn questions(params: Params<'_>) -> Result<Vec<Question>, Error> {
    Question::readings(&params.needed("fen")?, reading(params)?).map_err(Error::BadRequest)
}

/// Which games count.
fn reading(params: Params<'_>) -> Result<Reading, Error> {
    let (castling, dead_reckoning) = (params.castling()?, params.flag("dead_reckoning")?);
    Ok(Reading { castling, dead_reckoning })
}

/// By what the same question is known that somebody else asks.
fn key(fen: &str, reading: Reading) -> String {
    format!("legal {reading:?} {fen}")
}

/// Answers for programs.
pub async fn json(service: &Arc<Service>, params: Params<'_>) -> Result<Reply, Error> {
    let key = key(&params.needed("fen")?, reading(params)?);
    let deadline = Instant::now() + service.options.time;
    loop {
        let work = found(Arc::clone(service), questions(params)?, deadline);
        // The work keeps to its time by itself.
        let timeout = deadline.saturating_duration_since(Instant::now()) + CHECK * 2;
        let found = service.once(key.clone(), timeout, work).await;
        let is_late = match &found {
            Ok(found) => found.outcome == Outcome::Late,
            Err(error) => matches!(error, Error::DeadlineExceeded),
        };
        // Somebody else's search may have run out of time while there is some left for our own.
        if !is_late || Instant::now() >= deadline {
            return Ok(found?.reply());
        }
    }
}

/// Asks, and writes the answer.
async fn found(
    service: Arc<Service>,
    questions: Vec<Question>,
    deadline: Instant,
) -> Result<Found, Error> {
    let answers = answers(&service, questions, deadline).await?;
    let bytes = match &answers[..] {
        [answer] => reply::to_json(&report(answer))?,
        _ => reply::to_json(&ReadingsReport::new(&answers, report))?,
    };
    let outcome = match answers.iter().all(|answer| answer.certificate.is_some()) {
        true => Outcome::Settled,
        false if Instant::now() >= deadline => Outcome::Late,
        false => Outcome::Open,
    };
    Ok(Found { bytes, outcome })
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;
    use crate::options::Options;
    use crate::service::block_on;

    #[test]
    fn who_joins_a_question_that_runs_out_of_time_asks_again() {
        let service = Arc::new(Service::new(Options::default()).unwrap());
        block_on(async {
            let fen = "8/8/8/8/8/8/P1k5/K7_b_-_-";
            let late = service.in_flight.ask(key(fen, Reading::default()), async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                Ok(Found { bytes: Bytes::new(), outcome: Outcome::Late })
            });
            let query = format!("fen={fen}");
            let (_, reply) = tokio::join!(late, json(&service, Params::new(Some(&query))));
            let length = http_body::Body::size_hint(reply.unwrap().body()).exact();
            assert!(length > Some(0), "{length:?}");
        });
    }
}
