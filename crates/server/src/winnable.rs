//! `GET /winnable`: can this player still give mate?
//!
//! A first look is made right here, on the thread that has read the request: a few dozen
//! microseconds settle nearly every position of real games. What it leaves open goes to the search
//! pool, and what is open then to the deep one, with a moment at which it gives up. Who has waited
//! for so long gets what is known, which is that the answer is open; an answer that comes later is
//! kept for the next one who asks.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use zermelo_answers::names;
use zermelo_answers::query::Query;
use zermelo_answers::winnable::{Answer, Answers, Question, Report, Sides};
use zermelo_kernel::{Castling, Color, Position};
use zermelo_winnable::{Limits, Solver};

use crate::error::Error;
use crate::metrics::count;
use crate::params::{Params, encoded};
use crate::pool::Pool;
use crate::reply::{self, Reply};
use crate::service::{Found, Outcome, Service};

/// Positions that the first look may visit: some 650 in guided games, and then 500 in a search.
const FIRST_LOOK: u64 = 1_150;

/// Positions of a search of moderate size: some hundred milliseconds. It settles every position of
/// real games in the corpora.
const MODERATE: u64 = 40_000;

thread_local! {
    static LOOK: RefCell<Solver> = RefCell::new(look());
}

fn look() -> Solver {
    Solver::new(Limits { nodes: FIRST_LOOK, ..Limits::default() })
}

/// Who asks for longer than usual has so many times the time, and so many times the memory.
const LONGER: (u32, u64) = (10, 4);

/// What is asked, and whether longer than usual.
#[derive(Clone)]
pub struct Ask(pub Question, pub bool);

/// What the kernel has accepted, and what is open.
pub struct Solved {
    /// The answers for White and Black, where asked.
    pub answers: Answers,
    /// Whether an open answer is open for want of time.
    late: bool,
}

impl Ask {
    /// Reads the parameters, all but the flag.
    pub fn read(params: Params<'_>) -> Result<Ask, Error> {
        let fen = params.needed("fen")?;
        let query = Query::read(&fen, params.castling()?).map_err(Error::BadRequest)?;
        let (sides, fast) = (params.sides()?, params.flag("fast")?);
        Ok(Ask(Question { query, sides, flag: None, fast }, params.flag("long")?))
    }

    /// The same; a fallen flag always asks about the other player, as with the command.
    fn with_flag(mut self, flag: Option<Color>) -> Ask {
        self.0.sides = Sides::asked(Some(self.0.sides), flag);
        self.0.flag = flag;
        self
    }

    /// The search in one line, the same for the same search.
    pub fn key(&self) -> String {
        let Question { query, sides, fast, .. } = &self.0;
        let position = &query.position;
        let rule = if position.castling() == Castling::Chess960 { "960" } else { "std" };
        let sides = match *sides {
            Sides::One(color) => names::side(color),
            Sides::Both => "both",
        };
        let long = if self.1 { "long" } else { "" };
        format!("winnable {sides} {}{long} {rule} {}", u8::from(*fast), position.to_fen())
    }

    /// The first look. A panic is a bug, and costs this answer only.
    pub fn first_look(&self) -> Result<Solved, Error> {
        LOOK.with_borrow_mut(|solver| {
            let solved = catch_unwind(AssertUnwindSafe(|| self.0.ask(solver)));
            match solved {
                Ok(answers) => Ok(Solved { answers: answers?, late: false }),
                Err(_) => {
                    *solver = look();
                    Err(Error::Internal(format!("the engine failed on {}", self.0.query.position)))
                }
            }
        })
    }

    /// The search that the options allow.
    fn search(&self, limits: Limits) -> Result<Solved, Error> {
        if limits.is_over() {
            return Err(Error::DeadlineExceeded);
        }
        let mut solver = Solver::new(limits);
        let answers = self.0.ask(&mut solver)?;
        Ok(Solved { answers, late: limits.is_over() })
    }

    /// The answer, found within the time that a request has.
    pub async fn answer(
        &self,
        service: &Arc<Service>,
    ) -> Result<Arc<Result<Solved, Error>>, Error> {
        let start = Instant::now();
        let first = self.first_look()?;
        first.count(service);
        let options = &service.options;
        let (times, room) = if self.1 { LONGER } else { (1, 1) };
        let deadline = start + options.time * times;
        let nodes = options.nodes.saturating_mul(room);
        let limits = Limits::new(nodes, options.memory.saturating_mul(room));
        let interrupt = Some(service.stopping);
        let limits = Limits { deadline: Some(deadline), interrupt, ..limits };
        if self.0.fast || !first.is_open() || limits.nodes <= FIRST_LOOK {
            count(&service.metrics.quick);
            return Ok(Arc::new(Ok(first)));
        }
        count(&service.metrics.searched);
        let late = Arc::new(Ok(Solved { late: true, ..first }));
        loop {
            let search = self.clone().searched(Arc::clone(service), limits);
            let flight = service.searches.ask(self.key(), search);
            let Ok(solved) = tokio::time::timeout_at(deadline.into(), flight).await else {
                return Ok(late);
            };
            let solved = solved?;
            if !is_late(&solved) {
                return Ok(solved);
            }
            // Somebody else's search has run out of time: there is some left for one of our own.
            if limits.is_over() {
                return Ok(if solved.is_ok() { solved } else { late });
            }
        }
    }

    /// A search of moderate size, then, if that does not settle it, all that is allowed. The two
    /// have threads of their own, so that a question that takes seconds holds up none that takes
    /// some milliseconds.
    async fn searched(self, service: Arc<Service>, limits: Limits) -> Result<Solved, Error> {
        let moderate = Limits { nodes: limits.nodes.min(MODERATE), ..limits };
        let mut solved = self.on(&service.search, moderate).await?;
        if solved.is_open() && moderate.nodes != limits.nodes {
            solved = self.on(&service.deep, limits).await?;
        }
        solved.count(&service);
        // Who asked may be gone; who asks next finds it.
        let _ = self.with_flag(None).keep(&service, &solved);
        Ok(solved)
    }

    /// A search on a pool.
    async fn on(&self, pool: &Pool, limits: Limits) -> Result<Solved, Error> {
        let ask = self.clone();
        pool.run(pool.slot()?, move || ask.search(limits)).await?
    }

    /// The answer for programs, kept unless it is open for want of time.
    fn keep(&self, service: &Service, solved: &Solved) -> Result<Found, Error> {
        let mut report = Report::new(&self.0, &solved.answers);
        for (color, side) in report.sides_mut() {
            let answer = solved.answers[color].as_ref();
            let proved = answer.is_some_and(|answer| answer.certificate.is_some());
            let long = if self.1 { "&long=1" } else { "" };
            let link = || certificate_link(&self.0.query.position, color) + long;
            side.certificate = proved.then(link);
        }
        let outcome = match (solved.is_open(), solved.late) {
            (false, _) => Outcome::Settled,
            (true, false) => Outcome::Open,
            (true, true) => Outcome::Late,
        };
        let found = Found { bytes: reply::to_json(&report)?, outcome };
        if service.cache.is_on() && outcome != Outcome::Late {
            service.cache.put(self.cache_key(), found.clone());
            if self.1 && outcome == Outcome::Settled {
                let usual = Ask(self.0.clone(), false);
                service.cache.put(usual.cache_key(), found.clone());
            }
        }
        Ok(found)
    }

    fn cache_key(&self) -> String {
        format!("{} {}", self.key(), self.0.flag.map_or("", names::side))
    }
}

/// Where the certificate of an answer is served.
pub fn certificate_link(position: &Position, winner: Color) -> String {
    let chess960 = match position.castling() {
        Castling::Standard => "",
        Castling::Chess960 => "&chess960=1",
    };
    let (fen, side) = (encoded(&position.to_fen()), names::side(winner));
    format!("/certificate/winnable?fen={fen}&for={side}{chess960}")
}

/// Whether more time might have helped.
fn is_late(solved: &Result<Solved, Error>) -> bool {
    match solved {
        Ok(solved) => solved.late && solved.is_open(),
        Err(error) => matches!(error, Error::DeadlineExceeded),
    }
}

impl Solved {
    /// Whether something that was asked is open.
    pub fn is_open(&self) -> bool {
        self.answers.iter().any(|(_, answer)| answer.as_ref().is_some_and(Answer::is_open))
    }

    /// Counts what the kernel has accepted.
    fn count(&self, service: &Service) {
        for answer in [&self.answers.white, &self.answers.black].into_iter().flatten() {
            if answer.certificate.is_some() {
                count(&service.metrics.checked);
            }
        }
    }
}

/// Answers for programs.
pub async fn json(service: &Arc<Service>, params: Params<'_>) -> Result<Reply, Error> {
    let flag = params.side("flag")?;
    let ask = Ask::read(params)?.with_flag(flag);
    if service.cache.is_on()
        && let Some(kept) = service.cache.get(&ask.cache_key())
    {
        count(&service.metrics.hits);
        return Ok(kept.reply());
    }
    let solved = ask.answer(service).await?;
    let solved = (*solved).as_ref().map_err(Error::clone)?;
    if solved.is_open() {
        count(&service.metrics.open);
    }
    Ok(ask.keep(service, solved)?.reply())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::options::Options;
    use crate::service::block_on;

    /// Takes some thousand positions.
    const SEARCHED: &str = "fen=1k6/1P2p2p/BP6/1P6/8/8/4P2P/6K1_w_-_-&for=black";

    fn asked() -> Ask {
        Ask::read(Params::new(Some(SEARCHED))).unwrap_or_else(|_| panic!())
    }

    fn service(time: Duration) -> Arc<Service> {
        Arc::new(Service::new(Options { time, ..Options::default() }).unwrap())
    }

    #[test]
    fn who_joins_a_search_that_runs_out_of_time_has_another() {
        let (service, ask) = (service(Duration::from_secs(60)), asked());
        block_on(async {
            let late = service.searches.ask(ask.key(), async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                Err(Error::DeadlineExceeded)
            });
            let (late, solved) = tokio::join!(late, ask.answer(&service));
            assert!(matches!(*late.unwrap(), Err(Error::DeadlineExceeded)));
            assert!(matches!(&*solved.unwrap(), Ok(solved) if !solved.is_open()));
        });
    }

    #[test]
    fn who_asks_for_longer_settles_it_for_all() {
        let options = Options { nodes: 2_000, time: Duration::from_secs(60), ..Options::default() };
        let service = Arc::new(Service::new(options).unwrap());
        let long = Ask(asked().0, true);
        block_on(async {
            let solved = asked().answer(&service).await.unwrap();
            assert!(matches!(&*solved, Ok(solved) if solved.is_open()));
            let solved = long.answer(&service).await.unwrap();
            assert!(matches!(&*solved, Ok(solved) if !solved.is_open()));
        });
        let kept = service.cache.get(&asked().cache_key()).unwrap();
        assert!(!String::from_utf8_lossy(&kept.bytes).contains("\"verdict\":\"open\""));
    }

    #[test]
    fn an_answer_that_ran_out_of_time_is_not_kept() {
        let ask = asked();
        let hurried = service(Duration::from_nanos(1));
        block_on(async {
            let solved = ask.answer(&hurried).await.unwrap();
            let Ok(solved) = &*solved else { panic!() };
            assert!(solved.is_open() && ask.keep(&hurried, solved).is_ok());
            // A search that began in time and did not end in time.
            let answers = ask.first_look().unwrap_or_else(|_| panic!()).answers;
            let _ = ask.keep(&hurried, &Solved { answers, late: true });
            while hurried.searches.len() > 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        });
        assert_eq!(hurried.cache.len(), 0);
        // With more time it is settled, and kept.
        let patient = service(Duration::from_secs(60));
        block_on(async {
            let solved = ask.answer(&patient).await.unwrap();
            assert!(matches!(&*solved, Ok(solved) if !solved.is_open()));
        });
        assert_eq!(patient.cache.len(), 1);
        // What is open however long one waits is kept, too.
        let answers = ask.first_look().unwrap_or_else(|_| panic!()).answers;
        let _ = ask.keep(&hurried, &Solved { answers, late: false });
        assert_eq!(hurried.cache.len(), 1);
    }
}
