//! `POST /judge`: game records in, rulings out, a line each as they are found.
//!
//! A thread of the work pool judges for a moment; between two turns others have theirs, and so does
//! whoever reads the answer slowly. An answer that is cut short has no end: see `body`.

use std::io::{Cursor, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use flate2::write::GzEncoder;
use hyper::body::Incoming;
use hyper::header::{self, HeaderMap};
use tokio::sync::mpsc;
use zermelo_answers::judge::{ErrorReport, GameReport, Judged, Timeline, rule, to_line};
use zermelo_record::pgn::{RawGame, Splitter};
use zermelo_record::{Judge, Options};
use zermelo_winnable::Limits;

use crate::body::Piece;
use crate::error::Error;
use crate::legal::CHECK;
use crate::negotiate::{LEVEL, accepts};
use crate::params::Params;
use crate::pool::Slot;
use crate::reply::{self, Kind, Reply};
use crate::service::Service;
use crate::upload::Upload;

/// A turn ends with the first game that is ruled on after this time.
const TURN: Duration = Duration::from_millis(100);

/// A turn ends with so many bytes of answers, too.
const TURN_BYTES: usize = 256 << 10;

/// Turns whose answers may wait for a slow reader.
const AHEAD: usize = 4;

/// So long a reader may take nothing.
const PATIENCE: Duration = Duration::from_secs(60);

/// Memory of one search: a game has a few.
const MEMORY: u64 = 32 << 20;

/// How to judge.
pub fn options(service: &Service, params: Params<'_>) -> Result<Options, Error> {
    let limits = Limits::new(service.options.nodes, service.options.memory.min(MEMORY));
    Ok(Options { flag: params.side("flag")?, limits, ..Options::default() })
}

/// A body that is judged.
struct Judging {
    service: Arc<Service>,
    /// Closed when whoever asked is gone.
    sender: mpsc::Sender<Piece>,
    judge: Judge,
    options: Options,
    timeline: bool,
    splitter: Splitter<Cursor<Upload>>,
    /// If the answer is wanted compressed.
    gzip: Option<GzEncoder<Vec<u8>>>,
}

impl Judging {
    /// A turn, and what is sent for it.
    fn turn(self) -> (Self, Vec<u8>, bool) {
        let (mut rest, lines, more) = self.go_on(TURN);
        let sent = match &mut rest.gzip {
            None => lines,
            Some(gzip) => {
                // Each turn is sent whole; writing to a vector does not fail.
                let _ = gzip.write_all(&lines);
                let _ = if more { gzip.flush() } else { gzip.try_finish() };
                std::mem::take(gzip.get_mut())
            }
        };
        (rest, sent, more)
    }

    /// Judges games for a while, at least one; says whether there are more.
    fn go_on(mut self, turn: Duration) -> (Self, Vec<u8>, bool) {
        let (start, mut lines) = (Instant::now(), Vec::new());
        while !self.sender.is_closed() {
            let game = match self.splitter.next_game() {
                Ok(Some(game)) => game,
                Ok(None) => return (self, lines, false),
                Err(error) => {
                    lines.extend(unread(None, format!("cannot be read: {error}")));
                    return (self, lines, false);
                }
            };
            lines.extend(self.line(&game));
            if start.elapsed() >= turn || lines.len() > TURN_BYTES {
                break;
            }
        }
        (self, lines, true)
    }

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
    let slot = service.work.slot()?;
    let (sender, receiver) = mpsc::channel(AHEAD);
    let work = Judging {
        service: Arc::clone(service),
        sender: sender.clone(),
        judge: Judge::new(options),
        options,
        timeline,
        splitter: Splitter::new(Cursor::new(upload)),
        gzip: accepts(headers, "gzip").then(|| GzEncoder::new(Vec::new(), LEVEL)),
    };
    let mut reply = reply::pieces(Kind::Lines, receiver);
    if work.gzip.is_some() {
        reply::put(&mut reply, header::CONTENT_ENCODING, "gzip");
    }
    tokio::spawn(work_through(Arc::clone(service), work, slot, sender));
    Ok(reply)
}

/// Turn after turn. Only who comes to the end sends it.
async fn work_through(
    service: Arc<Service>,
    mut work: Judging,
    mut slot: Slot,
    sender: mpsc::Sender<Piece>,
) {
    loop {
        let Ok((rest, lines, more)) = service.work.run(slot, move || work.turn()).await else {
            return service.bug("a worker failed while judging");
        };
        work = rest;
        if !lines.is_empty() && !handed_over(&sender, Piece::Bytes(lines.into())).await {
            return;
        }
        if !more {
            handed_over(&sender, Piece::End).await;
            return;
        }
        slot = match service.work.next_slot().await {
            Ok(slot) => slot,
            Err(_) => return,
        };
    }
}

/// Whether it is taken: who has gone away, or takes nothing for so long, wants no more.
async fn handed_over(sender: &mpsc::Sender<Piece>, piece: Piece) -> bool {
    matches!(tokio::time::timeout(PATIENCE, sender.send(piece)).await, Ok(Ok(())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options;

    fn work(games: &str) -> (Judging, mpsc::Receiver<Piece>) {
        let service = Arc::new(Service::new(options::Options::default()).unwrap());
        let (sender, receiver) = mpsc::channel(AHEAD);
        let options = Options::default();
        let body = Upload::of(&service, games.as_bytes().to_vec());
        let splitter = Splitter::new(Cursor::new(body));
        let judge = Judge::new(options);
        let work =
            Judging { service, sender, judge, options, timeline: false, splitter, gzip: None };
        (work, receiver)
    }

    #[test]
    fn a_turn_ends_when_its_time_is_over() {
        let (mut work, receiver) = work(&"1. e4 e5 *\n\n".repeat(3));
        for _ in 0..3 {
            let (rest, lines, more) = work.go_on(Duration::ZERO);
            assert_eq!((lines.iter().filter(|&&byte| byte == b'\n').count(), more), (1, true));
            work = rest;
        }
        let (_, lines, more) = work.go_on(Duration::ZERO);
        assert!(lines.is_empty() && !more);
        drop(receiver);
    }

    #[test]
    fn a_compressed_answer_can_be_read_turn_by_turn() {
        let (mut work, receiver) = work(&"1. e4 e5 *\n\n".repeat(3));
        work.gzip = Some(GzEncoder::new(Vec::new(), LEVEL));
        let (_, sent, more) = work.turn();
        let mut lines = String::new();
        let mut gzip = flate2::read::GzDecoder::new(&sent[..]);
        std::io::Read::read_to_string(&mut gzip, &mut lines).unwrap();
        assert_eq!((lines.lines().count(), more), (3, false));
        drop(receiver);
    }

    #[test]
    fn nothing_is_judged_for_who_is_gone() {
        let (work, receiver) = work(&"1. e4 e5 *\n\n".repeat(3));
        drop(receiver);
        let (_, lines, more) = work.go_on(Duration::from_secs(60));
        assert!(lines.is_empty() && more);
    }
}
