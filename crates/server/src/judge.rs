//! `POST /judge`: game records in, rulings out, a line each as they are found.

use std::io::Cursor;
use std::sync::Arc;
use std::time::Instant;

use hyper::body::Incoming;
use hyper::header::HeaderMap;
use zermelo_answers::judge::{ErrorReport, GameReport, Judged, Timeline, rule, to_line};
use zermelo_record::pgn::{RawGame, Splitter};
use zermelo_record::{Judge, Options};
use zermelo_winnable::Limits;

use crate::error::Error;
use crate::legal::CHECK;
use crate::params::Params;
use crate::reply::Reply;
use crate::service::Service;
use crate::turns::{self, Work};
use crate::upload::Upload;

/// Memory of one search where there are many: a game has a few, a list of positions thousands.
const MEMORY: u64 = 32 << 20;

/// What one of many searches may cost.
pub fn limits(service: &Service) -> Limits {
    let limits = Limits::new(service.options.nodes, service.options.memory.min(MEMORY));
    Limits { interrupt: Some(service.stopping), ..limits }
}

/// How to judge.
pub fn options(service: &Service, params: Params<'_>) -> Result<Options, Error> {
    let flag = params.side("flag")?;
    Ok(Options { flag, limits: limits(service), ..Options::default() })
}

/// A body that is judged.
struct Judging {
    service: Arc<Service>,
    judge: Judge,
    options: Options,
    timeline: bool,
    splitter: Splitter<Cursor<Upload>>,
}

impl Work for Judging {
    fn next(&mut self, lines: &mut Vec<u8>) -> bool {
        match self.splitter.next_game() {
            Ok(Some(game)) => lines.extend(self.line(&game)),
            Ok(None) => return false,
            Err(error) => {
                lines.extend(unread(None, format!("cannot be read: {error}")));
                return false;
            }
        }
        true
    }
}

impl Judging {
    fn line(&mut self, game: &RawGame) -> Vec<u8> {
        // Each game has the time of a request.
        self.judge.set_deadline(Instant::now() + self.service.options.time);
        let judge = &mut self.judge;
        let ruled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| rule(judge, game)));
        let bug = match ruled {
            Ok(Ok(Ok(judged))) => return self.report(&judged),
            Ok(Ok(Err(broken))) => return to_line(&ErrorReport::broken(game.number, &broken)),
            Ok(Err(fault)) => fault.to_string(),
            Err(_) => format!("bug: the engine failed on game {}", game.number),
        };
        // What the judge holds may be half done.
        self.judge = Judge::new(self.options);
        self.service.bug(&bug);
        unread(Some(game), "a bug; it has been logged".to_string())
    }

    fn report(&self, judged: &Judged) -> Vec<u8> {
        self.service.metrics.answer(judged.is_proved());
        let timeline = self.timeline.then(|| Timeline::new(judged));
        to_line(&GameReport { timeline, ..GameReport::new(judged) })
    }
}

fn unread(game: Option<&RawGame>, error: String) -> Vec<u8> {
    let (game, line) = game.map(|game| (game.number, game.line)).unzip();
    to_line(&ErrorReport { file: None, game, line, variant: None, error })
}

fn no_game() -> Error {
    Error::BadRequest("there is no game in it".to_string())
}

/// The ruling on the first game of a text.
pub async fn first_game(
    service: &Service,
    options: Options,
    text: impl AsRef<[u8]> + Send + 'static,
) -> Result<Judged, Error> {
    let deadline = Instant::now() + service.options.time;
    let ruled = move || {
        let game = Splitter::new(text.as_ref()).next_game();
        let game = game.map_err(|error| Error::BadRequest(error.to_string()))?;
        let game = game.ok_or_else(no_game)?;
        let mut judge = Judge::new(options);
        judge.set_deadline(deadline);
        rule(&mut judge, &game)?.map_err(|broken| Error::BadRequest(broken.to_string()))
    };
    service.run(service.options.time + CHECK, ruled).await
}

/// Judges the games of the body.
pub async fn judge(
    service: &Arc<Service>,
    params: Params<'_>,
    headers: &HeaderMap,
    body: Incoming,
) -> Result<Reply, Error> {
    let upload = Upload::read(service, body, service.options.games).await?;
    judged(service, params, headers, upload)
}

/// Judges the games that stand in the address: `GET /judge?pgn=...`.
pub fn linked(
    service: &Arc<Service>,
    params: Params<'_>,
    headers: &HeaderMap,
) -> Result<Reply, Error> {
    let games = params.needed("pgn")?.into_owned();
    judged(service, params, headers, Upload::of(service, games.into_bytes()))
}

fn judged(
    service: &Arc<Service>,
    params: Params<'_>,
    headers: &HeaderMap,
    upload: Upload,
) -> Result<Reply, Error> {
    let (options, timeline) = (options(service, params)?, params.flag("timeline")?);
    if upload.bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(no_game());
    }
    let work = Judging {
        service: Arc::clone(service),
        judge: Judge::new(options),
        options,
        timeline,
        splitter: Splitter::new(Cursor::new(upload)),
    };
    turns::reply(service, headers, work)
}
