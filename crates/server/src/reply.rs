//! Answers and refusals, and their statuses: the one place where these are decided.

use bytes::Bytes;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};
use serde::Serialize;
use tokio::sync::mpsc::Receiver;

use crate::body::{Body, Piece};

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// 400: the input is bad; one sentence says where and how.
    Bad(String),
    /// 403: a page of another site may not ask this.
    Foreign,
    /// 404: there is no such thing.
    Missing(String),
    /// 405: only this method is served there.
    Method(&'static str),
    /// 408: the request did not come to its end.
    Slow,
    /// 413: the body has more bytes than this.
    Large(usize),
    /// 503: too much to do.
    Busy,
    /// 503: not finished within the time allowed.
    Late,
    /// 500: a bug; it is logged and not told.
    Bug(String),
}

impl From<zermelo_answers::Fault> for Refusal {
    fn from(fault: zermelo_answers::Fault) -> Refusal {
        match fault {
            zermelo_answers::Fault::BadInput(sentence)
            | zermelo_answers::Fault::Rejected(sentence) => Refusal::Bad(sentence),
            zermelo_answers::Fault::Bug(sentence) => Refusal::Bug(sentence),
        }
    }
}

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
pub fn json(report: &impl Serialize) -> Result<Reply, Refusal> {
    Ok(whole(Kind::Json, to_json(report)?))
}

/// The bytes of an answer for programs.
pub fn to_json(report: &impl Serialize) -> Result<Bytes, Refusal> {
    let mut bytes = Vec::with_capacity(1024);
    match serde_json::to_writer(&mut bytes, report) {
        Ok(()) => Ok(bytes.into()),
        Err(error) => Err(Refusal::Bug(format!("no JSON: {error}"))),
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

impl Refusal {
    /// The status.
    pub fn status(&self) -> StatusCode {
        match self {
            Refusal::Bad(_) => StatusCode::BAD_REQUEST,
            Refusal::Foreign => StatusCode::FORBIDDEN,
            Refusal::Missing(_) => StatusCode::NOT_FOUND,
            Refusal::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::Slow => StatusCode::REQUEST_TIMEOUT,
            Refusal::Large(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::Busy | Refusal::Late => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Bug(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The refusal in one sentence, as it is sent.
    pub fn sentence(&self) -> String {
        match self {
            Refusal::Bad(sentence) | Refusal::Missing(sentence) => sentence.clone(),
            Refusal::Foreign => "pages of other sites may not give orders".to_string(),
            Refusal::Method(method) => format!("only {method} is served here"),
            Refusal::Slow => "the request did not come to its end".to_string(),
            Refusal::Large(limit) => format!("the body has more than {limit} bytes"),
            Refusal::Busy => "there is too much to do; try again later".to_string(),
            Refusal::Late => "this was not finished within the time allowed".to_string(),
            Refusal::Bug(_) => "a bug; it has been logged".to_string(),
        }
    }

    /// The answer that says so.
    pub fn reply(&self) -> Reply {
        let mut reply = whole(Kind::Text, self.sentence() + "\n");
        *reply.status_mut() = self.status();
        match self {
            Refusal::Method(method) => put(&mut reply, header::ALLOW, method),
            Refusal::Busy | Refusal::Late => put(&mut reply, header::RETRY_AFTER, "1"),
            // What is left of the body is not read.
            Refusal::Large(_) | Refusal::Slow => put(&mut reply, header::CONNECTION, "close"),
            _ => {}
        }
        reply
    }
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
