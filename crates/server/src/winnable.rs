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

use zermelo_answers::claim::Claim;
use zermelo_answers::names;
use zermelo_answers::query::Query;
use zermelo_answers::ruling::Answers;
use zermelo_kernel::{Castling, Color};
use zermelo_winnable::{Limits, Solver};

use crate::error::Error;
use crate::metrics::count;
use crate::params::{Params, Sides};
use crate::pool::Pool;
use crate::reply::{self, Kind, Reply};
use crate::report::Report;
use crate::service::Service;

/// Positions that the first look may visit.
const FIRST_LOOK: u64 = 500;

/// Positions of a search of moderate size: some hundred milliseconds. It settles every position of
/// real games in the corpora.
const MODERATE: u64 = 40_000;

thread_local! {
    static LOOK: RefCell<Solver> = RefCell::new(look());
}

fn look() -> Solver {
    Solver::new(Limits { nodes: FIRST_LOOK, ..Limits::default() })
}

/// What is asked.
#[derive(Clone)]
pub struct Ask {
    /// The position.
    pub query: Query,
    /// Whose chances.
    pub sides: Sides,
    /// Only the fast test.
    pub fast: bool,
}

/// What the kernel has accepted, and what is open.
pub struct Solved {
    /// The answers for White and Black, where asked.
    pub answers: Answers,
    /// Whether an open answer is open for want of time.
    late: bool,
}

impl Ask {
    /// Reads the parameters.
    pub fn read(params: Params<'_>) -> Result<Ask, Error> {
        let fen = params.needed("fen")?;
        let query = Query::read(&fen, params.castling()?).map_err(Error::BadRequest)?;
        Ok(Ask { query, sides: params.sides()?, fast: params.flag("fast")? })
    }

    /// The same; a fallen flag always asks about the other player, as with the command.
    fn with_flag(self, flag: Option<Color>) -> Ask {
        let sides = match (self.sides, flag) {
            (Sides::One(color), Some(fallen)) if color == fallen => Sides::Both,
            (sides, _) => sides,
        };
        Ask { sides, ..self }
    }

    /// The question in one line, the same for the same question.
    pub fn key(&self) -> String {
        let position = &self.query.position;
        let rule = if position.castling() == Castling::Chess960 { "960" } else { "std" };
        let sides = match self.sides {
            Sides::One(color) => names::side(color),
            Sides::Both => "both",
        };
        format!("winnable {sides} {} {rule} {}", u8::from(self.fast), position.to_fen())
    }

    /// Asks the engine, and has the kernel check what it says.
    fn solve(&self, solver: &mut Solver) -> Result<Answers, Error> {
        let mut answers: Answers = [None, None];
        for winner in Color::ALL {
            if self.sides.has(winner) {
                let position = &self.query.position;
                let claim = Claim::ask(solver, position, winner, self.fast);
                answers[winner.index()] = Some(claim.check(position, winner)?);
            }
        }
        Ok(answers)
    }

    /// The first look. A panic is a bug, and costs this answer only.
    fn first_look(&self) -> Result<Solved, Error> {
        LOOK.with_borrow_mut(|solver| {
            let solved = catch_unwind(AssertUnwindSafe(|| self.solve(solver)));
            match solved {
                Ok(answers) => Ok(Solved { answers: answers?, late: false }),
                Err(_) => {
                    *solver = look();
                    Err(Error::Internal(format!("the engine failed on {}", self.query.position)))
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
        let answers = self.solve(&mut solver)?;
        Ok(Solved { answers, late: limits.is_over() })
    }

    /// The answer, found within the time that a request has.
    pub async fn answer(
        &self,
        service: &Arc<Service>,
    ) -> Result<Arc<Result<Solved, Error>>, Error> {
        let start = Instant::now();
        let first = self.first_look()?;
        for answer in first.answers.iter().flatten() {
            if answer.certificate.is_some() {
                count(&service.metrics.checked);
            }
        }
        let options = &service.options;
        let deadline = start + options.time;
        let limits = Limits::new(options.nodes, options.memory);
        let limits = Limits { deadline: Some(deadline), ..limits };
        if self.fast || !first.is_open() || limits.nodes <= FIRST_LOOK {
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
            if Instant::now() >= deadline {
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
        for answer in solved.answers.iter().flatten() {
            if answer.certificate.is_some() {
                count(&service.metrics.checked);
            }
        }
        // Who asked may be gone; who asks next finds it.
        self.keep(&service, &solved, None);
        Ok(solved)
    }

    /// A search on a pool.
    async fn on(&self, pool: &Pool, limits: Limits) -> Result<Solved, Error> {
        let ask = self.clone();
        pool.run(pool.slot()?, move || ask.search(limits)).await?
    }

    /// The answer for programs, kept unless it is open for want of time.
    fn keep(
        &self,
        service: &Service,
        solved: &Solved,
        flag: Option<Color>,
    ) -> Option<bytes::Bytes> {
        let report = reply::to_json(&Report::new(self, solved, flag)).ok()?;
        if service.cache.is_on() && !(solved.late && solved.is_open()) {
            service.cache.put(with_flag(self.key(), flag), report.clone());
        }
        Some(report)
    }
}

fn with_flag(key: String, flag: Option<Color>) -> String {
    match flag {
        Some(fallen) => format!("{key} {}", names::side(fallen)),
        None => key,
    }
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
        self.answers.iter().flatten().any(|answer| answer.certificate.is_none())
    }
}

/// Answers for programs.
pub async fn json(service: &Arc<Service>, params: Params<'_>) -> Result<Reply, Error> {
    let flag = params.side("flag")?;
    let ask = Ask::read(params)?.with_flag(flag);
    if service.cache.is_on()
        && let Some(kept) = service.cache.get(&with_flag(ask.key(), flag))
    {
        count(&service.metrics.hits);
        return Ok(reply::whole(Kind::Json, kept));
    }
    let solved = ask.answer(service).await?;
    let solved = (*solved).as_ref().map_err(Error::clone)?;
    if solved.is_open() {
        count(&service.metrics.open);
    }
    let bug = || Error::Internal("no JSON".to_string());
    Ok(reply::whole(Kind::Json, ask.keep(service, solved, flag).ok_or_else(bug)?))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::options::Options;

    /// Takes some thousand positions.
    const SEARCHED: &str = "fen=1b4b1/N5K1/8/4p3/r7/k3nq2/3p4/8_b_-_-&for=white";

    fn asked() -> Ask {
        Ask::read(Params::new(Some(SEARCHED))).unwrap_or_else(|_| panic!())
    }

    fn service(time: Duration) -> Arc<Service> {
        Arc::new(Service::new(Options { time, ..Options::default() }).unwrap())
    }

    fn run(work: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(work);
    }

    #[test]
    fn who_joins_a_search_that_runs_out_of_time_has_another() {
        let (service, ask) = (service(Duration::from_secs(60)), asked());
        run(async {
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
    fn an_answer_that_ran_out_of_time_is_not_kept() {
        let ask = asked();
        let hurried = service(Duration::from_nanos(1));
        run(async {
            let solved = ask.answer(&hurried).await.unwrap();
            let Ok(solved) = &*solved else { panic!() };
            assert!(solved.is_open() && ask.keep(&hurried, solved, None).is_some());
            // A search that began in time and did not end in time.
            let answers = ask.first_look().unwrap_or_else(|_| panic!()).answers;
            ask.keep(&hurried, &Solved { answers, late: true }, None);
            while hurried.searches.len() > 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        });
        assert_eq!(hurried.cache.len(), 0);
        // With more time it is settled, and kept.
        let patient = service(Duration::from_secs(60));
        run(async {
            let solved = ask.answer(&patient).await.unwrap();
            assert!(matches!(&*solved, Ok(solved) if !solved.is_open()));
        });
        assert_eq!(patient.cache.len(), 1);
        // What is open however long one waits is kept, too.
        let answers = ask.first_look().unwrap_or_else(|_| panic!()).answers;
        ask.keep(&hurried, &Solved { answers, late: false }, None);
        assert_eq!(hurried.cache.len(), 1);
    }
}
