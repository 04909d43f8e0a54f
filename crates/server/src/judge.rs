//! `POST /judge`: game records in, rulings out, a line each as they are found.
//!
//! The games are taken a few at a time by a thread of the work lane; between two handfuls others
//! have their turn, and so does whoever reads the answer slowly.

use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hyper::body::Incoming;
use serde::Serialize;
use tokio::sync::mpsc;
use zermelo_answers::judge::{Accepted, ErrorReport, GameReport, rule, to_line};
use zermelo_record::pgn::{Fault, RawGame, Splitter};
use zermelo_record::{Judge, Options};
use zermelo_winnable::Limits;

use crate::metrics::count;
use crate::params::Params;
use crate::reply::{self, Kind, Refusal, Reply};
use crate::service::Service;
use crate::timeline::Timeline;
use crate::upload::Upload;

/// Games judged at a time.
const HANDFUL: usize = 32;

/// Bytes of games judged at a time.
const HANDFUL_BYTES: usize = 64 << 10;

/// Handfuls that may wait for a slow reader.
const AHEAD: usize = 4;

/// So long a reader may take nothing.
const PATIENCE: Duration = Duration::from_secs(60);

/// Memory of one search: a game has a few.
const MEMORY: u64 = 32 << 20;

/// How to judge.
pub fn options(service: &Service, params: Params<'_>) -> Result<Options, Refusal> {
    let limits =
        Limits { nodes: service.options.nodes, memory: service.options.memory.min(MEMORY) };
    Ok(Options { flag: params.side("flag")?, limits, reserve: None, ..Options::default() })
}

/// A line of the answer.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    report: GameReport<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeline: Option<Timeline>,
}

/// A body that is judged.
struct Work {
    service: Arc<Service>,
    judge: Judge,
    options: Options,
    timeline: bool,
    splitter: Splitter<Cursor<Body>>,
}

struct Body(Upload);

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

impl Work {
    /// Judges a handful of games; says whether there are more.
    fn go_on(mut self) -> (Self, Vec<u8>, bool) {
        let (mut lines, mut bytes) = (Vec::new(), 0);
        for _ in 0..HANDFUL {
            let game = match self.splitter.next_game() {
                Ok(Some(game)) => game,
                Ok(None) => return (self, lines, false),
                Err(error) => {
                    let error = format!("cannot be read: {error}");
                    lines.extend(broken(None, None, None, &error));
                    return (self, lines, false);
                }
            };
            bytes += game.text.len();
            lines.extend(self.line(&game));
            if bytes > HANDFUL_BYTES {
                break;
            }
        }
        (self, lines, true)
    }

    fn line(&mut self, game: &RawGame) -> Vec<u8> {
        let judge = &mut self.judge;
        let ruled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| rule(judge, game)));
        let bug = match ruled {
            Ok(Ok(Ok(accepted))) => return self.told(&accepted),
            Ok(Ok(Err(unread))) => {
                let variant = match &unread.fault {
                    Fault::Variant(name) => Some(name.as_str()),
                    _ => None,
                };
                let error = unread.fault.to_string();
                return broken(Some(game.number), Some(unread.line), variant, &error);
            }
            Ok(Err(fault)) => fault.to_string(),
            Err(_) => format!("bug: the engine failed on game {}", game.number),
        };
        // What the judge holds may be half done.
        self.judge = Judge::new(self.options);
        self.service.bug(&bug);
        broken(Some(game.number), Some(game.line), None, "a bug; it has been logged")
    }

    fn told(&self, accepted: &Accepted) -> Vec<u8> {
        let judged = accepted.judged();
        count(if judged.checked {
            &self.service.metrics.checked
        } else {
            &self.service.metrics.open
        });
        let timeline = self.timeline.then(|| Timeline::new(&judged));
        to_line(&Line { report: GameReport::new(&judged), timeline })
    }
}

fn broken(game: Option<u64>, line: Option<u64>, variant: Option<&str>, error: &str) -> Vec<u8> {
    to_line(&ErrorReport { file: None, game, line, variant, error })
}

/// Judges the games of the body.
pub async fn judge(
    service: &Arc<Service>,
    params: Params<'_>,
    body: Incoming,
) -> Result<Reply, Refusal> {
    let (options, timeline) = (options(service, params)?, params.flag("timeline")?);
    let upload = Upload::read(service, body, service.options.games).await?;
    let mut place = service.work.place()?;
    let (sender, receiver) = mpsc::channel::<Bytes>(AHEAD);
    let mut work = Work {
        service: Arc::clone(service),
        judge: Judge::new(options),
        options,
        timeline,
        splitter: Splitter::new(Cursor::new(Body(upload))),
    };
    let service = Arc::clone(service);
    tokio::spawn(async move {
        while let Ok((rest, lines, more)) = service.work.run(place, move || work.go_on()).await {
            // Who has gone away, or takes nothing for so long, wants no more.
            if !lines.is_empty() {
                let taken = tokio::time::timeout(PATIENCE, sender.send(lines.into())).await;
                if !matches!(taken, Ok(Ok(()))) {
                    return;
                }
            }
            if !more {
                return;
            }
            work = rest;
            place = match service.work.next_place().await {
                Ok(place) => place,
                Err(_) => return,
            };
        }
        service.bug("a worker failed while judging");
    });
    Ok(reply::pieces(Kind::Lines, receiver))
}
