//! Answers as they are sent.

use bytes::Bytes;
use hyper::Response;
use hyper::header::{self, HeaderName, HeaderValue};
use serde::Serialize;
use tokio::sync::mpsc::Receiver;

use crate::body::{Body, Piece};
use crate::error::Error;

/// What kind of text an answer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// JSON.
    Json,
    /// JSON, an object a line.
    Lines,
    /// Plain text.
    Text,
    /// A page.
    Html,
    /// Prometheus's text.
    Metrics,
    /// A picture.
    Png,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Json => "application/json",
            Kind::Lines => "application/x-ndjson",
            Kind::Text => "text/plain; charset=utf-8",
            Kind::Html => "text/html; charset=utf-8",
            Kind::Metrics => "text/plain; version=0.0.4; charset=utf-8",
            Kind::Png => "image/png",
        }
    }
}

/// An answer.
pub type Reply = Response<Body>;

/// What pages may load: only what is served here, the engines among it. Nobody may frame them.
pub const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; \
     style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/// How long an answer may be kept that is settled: proofs do not age, but what is said of them may.
pub const SETTLED: &str = "public, max-age=86400";

/// Kept, but asked for again each time: what is served may be another file tomorrow.
pub const ASKED_AGAIN: &str = "no-cache";

/// Not kept at all.
pub const NEVER: &str = "no-store";

/// An answer of some kind.
pub fn whole(kind: Kind, bytes: impl Into<Bytes>) -> Reply {
    with(kind, Body::Whole(bytes.into()))
}

/// An answer that comes piece by piece.
pub fn pieces(kind: Kind, pieces: Receiver<Piece>) -> Reply {
    with(kind, Body::Pieces(pieces))
}

fn with(kind: Kind, body: Body) -> Reply {
    let mut reply = Response::new(body);
    put(&mut reply, header::CONTENT_TYPE, kind.name());
    put(&mut reply, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    put(&mut reply, header::CACHE_CONTROL, NEVER);
    if kind == Kind::Html {
        put(&mut reply, header::CONTENT_SECURITY_POLICY, POLICY);
    }
    reply
}

/// An answer for programs.
pub fn json(report: &impl Serialize) -> Result<Reply, Error> {
    Ok(whole(Kind::Json, to_json(report)?))
}

/// The bytes of an answer for programs.
pub fn to_json(report: &impl Serialize) -> Result<Bytes, Error> {
    let mut bytes = Vec::with_capacity(4096);
    match serde_json::to_writer(&mut bytes, report) {
        Ok(()) => Ok(bytes.into()),
        Err(error) => Err(Error::Internal(format!("no JSON: {error}"))),
    }
}

/// The same answer, which may be kept in this way.
pub fn kept(mut reply: Reply, rule: &'static str) -> Reply {
    put(&mut reply, header::CACHE_CONTROL, rule);
    reply
}

/// Sets a header.
pub fn put(reply: &mut Reply, name: HeaderName, value: &'static str) {
    reply.headers_mut().insert(name, HeaderValue::from_static(value));
}

/// A file to be saved under this name.
pub fn attachment(text: String, name: &str) -> Reply {
    let mut reply = whole(Kind::Text, text);
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        reply.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    reply
}
