//! Why there is no answer, and the status that says so: the one place where that is decided.

use hyper::StatusCode;
use hyper::header::{self, HeaderName};

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
    /// Too much to do.
    Busy,
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
    fn parts(&self) -> (StatusCode, String, Option<(HeaderName, &'static str)>) {
        let retry = Some((header::RETRY_AFTER, "1"));
        // What is left of the body is not read.
        let close = Some((header::CONNECTION, "close"));
        let (status, sentence, header) = match self {
            Error::BadRequest(sentence) => (StatusCode::BAD_REQUEST, sentence.as_str(), None),
            Error::Forbidden => {
                (StatusCode::FORBIDDEN, "pages of other sites may not give orders", None)
            }
            Error::NotFound(sentence) => (StatusCode::NOT_FOUND, sentence.as_str(), None),
            Error::MethodNotAllowed(method) => {
                let (status, allow) = (StatusCode::METHOD_NOT_ALLOWED, (header::ALLOW, *method));
                return (status, format!("only {method} is served here"), Some(allow));
            }
            Error::RequestTimeout => {
                (StatusCode::REQUEST_TIMEOUT, "the request did not come to its end", close)
            }
            Error::PayloadTooLarge(limit) => {
                let sentence = format!("the body has more than {limit} bytes");
                return (StatusCode::PAYLOAD_TOO_LARGE, sentence, close);
            }
            Error::Busy => {
                let sentence = "there is too much to do; try again later";
                (StatusCode::SERVICE_UNAVAILABLE, sentence, retry)
            }
            Error::DeadlineExceeded => {
                let sentence = "this was not finished within the time allowed";
                (StatusCode::SERVICE_UNAVAILABLE, sentence, retry)
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
            reply::put(&mut reply, name, value);
        }
        reply
    }
}
