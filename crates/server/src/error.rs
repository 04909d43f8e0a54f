//! Why there is no answer, and the status that says so: the one place where that is decided.

use hyper::StatusCode;
use hyper::header::{self, HeaderName, HeaderValue};

use crate::reply::{self, Kind, Reply};

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Error {
    /// The input is bad; one sentence says where and how.
    BadRequest(String),
    /// A page of another site may not ask this.
    Forbidden,
    /// There is no such thing.
    NotFound(String),
    /// Only this method is served there.
    MethodNotAllowed(&'static str),
    /// The request did not come to its end.
    RequestTimeout,
    /// The body has more bytes than this.
    PayloadTooLarge(usize),
    /// The request is meant for a host of this name, which is not known here.
    Misdirected(String),
    /// Too much to do: why, and after how many seconds to try again.
    Busy(String, u64),
    /// Not finished within the time allowed.
    DeadlineExceeded,
    /// A bug; it is logged and not told.
    Internal(String),
}

impl From<zermelo_answers::Fault> for Error {
    fn from(fault: zermelo_answers::Fault) -> Error {
        match fault {
            zermelo_answers::Fault::BadInput(sentence)
            | zermelo_answers::Fault::Rejected(sentence) => Error::BadRequest(sentence),
            zermelo_answers::Fault::Open(sentence) => Error::NotFound(sentence),
            zermelo_answers::Fault::Bug(sentence) => Error::Internal(sentence),
        }
    }
}

impl Error {
    /// The status, the sentence, and a header that the status asks for.
    fn parts(&self) -> (StatusCode, String, Option<(HeaderName, HeaderValue)>) {
        let retry = |seconds: u64| Some((header::RETRY_AFTER, HeaderValue::from(seconds)));
        // What is left of the body is not read.
        let close = Some((header::CONNECTION, HeaderValue::from_static("close")));
        let (status, sentence, header) = match self {
            Error::BadRequest(sentence) => (StatusCode::BAD_REQUEST, sentence.as_str(), None),
            Error::Forbidden => {
                (StatusCode::FORBIDDEN, "pages of other sites may not give orders", None)
            }
            Error::NotFound(sentence) => (StatusCode::NOT_FOUND, sentence.as_str(), None),
            Error::MethodNotAllowed(method) => {
                let allow = (header::ALLOW, HeaderValue::from_static(method));
                let sentence = format!("only {method} is served here");
                return (StatusCode::METHOD_NOT_ALLOWED, sentence, Some(allow));
            }
            Error::RequestTimeout => {
                (StatusCode::REQUEST_TIMEOUT, "the request did not come to its end", close)
            }
            Error::PayloadTooLarge(limit) => {
                let sentence = format!("the body has more than {limit} bytes");
                return (StatusCode::PAYLOAD_TOO_LARGE, sentence, close);
            }
            Error::Misdirected(host) => {
                let sentence = format!(
                    "this service does not go by the name {host}: it must be started with --host {host}"
                );
                return (StatusCode::MISDIRECTED_REQUEST, sentence, close);
            }
            Error::Busy(sentence, seconds) => {
                (StatusCode::SERVICE_UNAVAILABLE, sentence.as_str(), retry(*seconds))
            }
            Error::DeadlineExceeded => {
                let sentence = "this was not finished within the time allowed";
                (StatusCode::SERVICE_UNAVAILABLE, sentence, retry(1))
            }
            Error::Internal(_) => {
                (StatusCode::INTERNAL_SERVER_ERROR, "a bug; it has been logged", None)
            }
        };
        (status, sentence.to_string(), header)
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.parts().0
    }

    /// The error in one sentence, as it is sent.
    pub fn sentence(&self) -> String {
        self.parts().1
    }

    /// The reply that says so.
    pub fn reply(&self) -> Reply {
        let (status, sentence, header) = self.parts();
        let mut reply = reply::whole(Kind::Text, sentence + "\n");
        *reply.status_mut() = status;
        if let Some((name, value)) = header {
            reply.headers_mut().insert(name, value);
        }
        reply
    }
}
