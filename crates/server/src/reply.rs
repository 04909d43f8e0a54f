//! Answers as they are sent.

use bytes::Bytes;
use hyper::Response;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
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
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Json => "application/json",
            Kind::Lines => "application/x-ndjson",
            Kind::Text => "text/plain; charset=utf-8",
            Kind::Html => "text/html; charset=utf-8",
            Kind::Metrics => "text/plain; version=0.0.4; charset=utf-8",
        }
    }
}

/// An answer.
pub type Reply = Response<Body>;

/// What pages may load: only what is served here. Nobody may frame them.
pub const POLICY: &str = "default-src 'self'; img-src 'self' data:; \
     style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

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
    let mut bytes = Vec::with_capacity(1024);
    match serde_json::to_writer(&mut bytes, report) {
        Ok(()) => Ok(bytes.into()),
        Err(error) => Err(Error::Internal(format!("no JSON: {error}"))),
    }
}

/// Sets a header.
pub fn put(reply: &mut Reply, name: HeaderName, value: &'static str) {
    reply.headers_mut().insert(name, HeaderValue::from_static(value));
}

/// Whether the answer may be compressed in this way (RFC 9110, section 12.5.3); `q=0` says no.
pub fn accepts(headers: &HeaderMap, way: &str) -> bool {
    let is_wanted = |part: &str| {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        let weight = weight.trim().strip_prefix(['q', 'Q']).map(str::trim_start);
        let weight = weight.and_then(|weight| weight.strip_prefix('=')?.trim().parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(way) && weight != Some(0.0)
    };
    let fields = headers.get_all(header::ACCEPT_ENCODING).iter();
    fields.filter_map(|ways| ways.to_str().ok()).flat_map(|ways| ways.split(',')).any(is_wanted)
}

/// A file to be saved under this name.
pub fn attachment(text: String, name: &str) -> Reply {
    let mut reply = whole(Kind::Text, text);
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        reply.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    reply
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_of_nothing_is_a_refusal() {
        let accepts = |ways: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(ways));
            super::accepts(&headers, "gzip")
        };
        for yes in ["gzip", "br, gzip", "br;q=0, GZIP;q=0.5", "gzip ; q=1.0", "gzip;q=0.001"] {
            assert!(accepts(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "gzip; q=0.000", "gzip ;Q=0.0, br", "xgzip", "gzipped"] {
            assert!(!accepts(no), "{no}");
        }
    }
}
