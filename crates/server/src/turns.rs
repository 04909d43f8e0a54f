//! Answers of many lines, which are sent as they are found.
//!
//! A thread of the work pool works for a moment; between two turns others have theirs, and so does
//! whoever reads the answer slowly. An answer that is cut short has no end: see `body`.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use flate2::write::GzEncoder;
use hyper::header::{self, HeaderMap};
use tokio::sync::mpsc;

use crate::body::Piece;
use crate::error::Error;
use crate::negotiate::{LEVEL, accepts};
use crate::pool::Slot;
use crate::reply::{self, Kind, Reply};
use crate::service::Service;

/// A turn ends with the first line that is found after this time.
const TURN: Duration = Duration::from_millis(100);

/// A turn ends with so many bytes of answers, too.
const TURN_BYTES: usize = 256 << 10;

/// Turns whose answers may wait for a slow reader.
const AHEAD: usize = 4;

/// So long a reader may take nothing.
const PATIENCE: Duration = Duration::from_secs(60);

/// Work that finds line after line.
pub trait Work: Send + 'static {
    /// Adds the next line, or a few; false if there are no more.
    fn next(&mut self, lines: &mut Vec<u8>) -> bool;
}

/// Work with whoever waits for it.
struct Turns<W> {
    work: W,
    /// Closed when whoever asked is gone.
    sender: mpsc::Sender<Piece>,
    /// If the answer is wanted compressed.
    gzip: Option<GzEncoder<Vec<u8>>>,
}

impl<W: Work> Turns<W> {
    /// A turn, and what is sent for it.
    fn turn(mut self) -> (Self, Vec<u8>, bool) {
        let (lines, more) = self.go_on(TURN);
        let sent = match &mut self.gzip {
            None => lines,
            Some(gzip) => {
                // Each turn is sent whole; writing to a vector does not fail.
                let _ = gzip.write_all(&lines);
                let _ = if more { gzip.flush() } else { gzip.try_finish() };
                std::mem::take(gzip.get_mut())
            }
        };
        (self, sent, more)
    }

    /// Works for a while, for one line at least; says whether there are more.
    fn go_on(&mut self, turn: Duration) -> (Vec<u8>, bool) {
        let (start, mut lines) = (Instant::now(), Vec::new());
        while !self.sender.is_closed() {
            if !self.work.next(&mut lines) {
                return (lines, false);
            }
            if start.elapsed() >= turn || lines.len() > TURN_BYTES {
                break;
            }
        }
        (lines, true)
    }

    /// Turn after turn. Only who comes to the end sends it.
    async fn finish(mut self, service: Arc<Service>, mut slot: Slot) {
        let sender = self.sender.clone();
        loop {
            let Ok((rest, lines, more)) = service.work.run(slot, move || self.turn()).await else {
                return service.bug("a worker failed in the middle of an answer");
            };
            self = rest;
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
}

/// Whether it is taken: who has gone away, or takes nothing for so long, wants no more.
async fn handed_over(sender: &mpsc::Sender<Piece>, piece: Piece) -> bool {
    matches!(tokio::time::timeout(PATIENCE, sender.send(piece)).await, Ok(Ok(())))
}

/// The answer that this work makes.
pub fn reply(service: &Arc<Service>, headers: &HeaderMap, work: impl Work) -> Result<Reply, Error> {
    let slot = service.work.slot()?;
    let (sender, receiver) = mpsc::channel(AHEAD);
    let gzip = accepts(headers, "gzip").then(|| GzEncoder::new(Vec::new(), LEVEL));
    let mut reply = reply::pieces(Kind::Lines, receiver);
    if gzip.is_some() {
        reply::put(&mut reply, header::CONTENT_ENCODING, "gzip");
    }
    let turns = Turns { work, sender, gzip };
    tokio::spawn(turns.finish(Arc::clone(service), slot));
    Ok(reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many lines.
    struct Lines(u32);

    impl Work for Lines {
        fn next(&mut self, lines: &mut Vec<u8>) -> bool {
            if self.0 > 0 {
                self.0 -= 1;
                lines.extend(b"a line\n");
            }
            self.0 > 0
        }
    }

    fn turns(lines: u32) -> (Turns<Lines>, mpsc::Receiver<Piece>) {
        let (sender, receiver) = mpsc::channel(AHEAD);
        (Turns { work: Lines(lines), sender, gzip: None }, receiver)
    }

    #[test]
    fn a_turn_ends_when_its_time_is_over() {
        let (mut turns, receiver) = turns(3);
        for more in [true, true, false] {
            assert_eq!(turns.go_on(Duration::ZERO), (b"a line\n".to_vec(), more));
        }
        drop(receiver);
    }

    #[test]
    fn a_compressed_answer_can_be_read_turn_by_turn() {
        let (mut turns, receiver) = turns(3);
        turns.gzip = Some(GzEncoder::new(Vec::new(), LEVEL));
        let (_, sent, more) = turns.turn();
        let mut lines = String::new();
        let mut gzip = flate2::read::GzDecoder::new(&sent[..]);
        std::io::Read::read_to_string(&mut gzip, &mut lines).unwrap();
        assert_eq!((lines.lines().count(), more), (3, false));
        drop(receiver);
    }

    #[test]
    fn nothing_is_done_for_who_is_gone() {
        let (mut turns, receiver) = turns(3);
        drop(receiver);
        assert_eq!(turns.go_on(Duration::from_secs(60)), (Vec::new(), true));
    }
}
