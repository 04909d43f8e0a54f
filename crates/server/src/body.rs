//! The body of an answer: bytes at hand, or pieces that come as they are found.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::{error, fmt};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use tokio::sync::mpsc::Receiver;

/// A piece of an answer.
#[derive(Debug)]
pub enum Piece {
    /// Some of it.
    Bytes(Bytes),
    /// That was all.
    End,
}

/// The body of an answer.
pub enum Body {
    /// All of it.
    Whole(Bytes),
    /// Pieces that come later. If no more can come and none was the end, the answer is cut short:
    /// the connection is broken off, so that nobody takes a part for the whole.
    Pieces(Receiver<Piece>),
}

/// An answer was cut short.
#[derive(Debug)]
pub struct Cut;

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the answer was cut short")
    }
}

impl error::Error for Cut {}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Cut;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Cut>>> {
        match &mut *self {
            Body::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Body::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Body::Pieces(pieces) => pieces.poll_recv(context).map(|piece| match piece {
                Some(Piece::Bytes(bytes)) => Some(Ok(Frame::data(bytes))),
                Some(Piece::End) => None,
                None => Some(Err(Cut)),
            }),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Body::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Body::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Body::Pieces(_) => SizeHint::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use hyper::Response;
    use hyper::server::conn::http1;
    use hyper::service::service_fn;
    use hyper_util::rt::TokioIo;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::mpsc;

    use super::*;
    use crate::service::block_on;

    /// What is sent for an answer of these pieces.
    fn sent(pieces: impl Fn() -> Vec<Piece>) -> String {
        block_on(async {
            let (mut client, server) = tokio::io::duplex(1 << 16);
            let answer = service_fn(|_| {
                let (sender, receiver) = mpsc::channel(8);
                for piece in pieces() {
                    sender.try_send(piece).unwrap();
                }
                async { Ok::<_, Infallible>(Response::new(Body::Pieces(receiver))) }
            });
            client.write_all(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n").await.unwrap();
            let _ = http1::Builder::new().serve_connection(TokioIo::new(server), answer).await;
            let mut text = String::new();
            client.read_to_string(&mut text).await.unwrap();
            text
        })
    }

    #[test]
    fn an_answer_that_is_cut_short_has_no_end() {
        let some = || Piece::Bytes(Bytes::from_static(b"some\n"));
        let whole = sent(|| vec![some(), Piece::End]);
        assert!(whole.ends_with("5\r\nsome\n\r\n0\r\n\r\n"), "{whole}");
        for cut in [sent(|| vec![some()]), sent(Vec::new)] {
            assert!(!cut.ends_with("0\r\n\r\n"), "{cut}");
        }
    }
}
