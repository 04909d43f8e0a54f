//! Bodies of requests, read to their end and no further than allowed.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use http_body::Body as _;
use hyper::body::Incoming;

use crate::error::Error;
use crate::service::Service;

/// Bytes of all bodies together.
const TOGETHER: usize = 512 << 20;

/// A body must have come within this time.
const PATIENCE: Duration = Duration::from_secs(60);

/// A body, counted as long as it is held.
pub struct Upload {
    /// Its bytes.
    pub bytes: Vec<u8>,
    service: Arc<Service>,
    counted: usize,
}

impl AsRef<[u8]> for Upload {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        self.service.uploads.fetch_sub(self.counted, Ordering::Relaxed);
    }
}

impl Upload {
    /// Reads a body of at most `limit` bytes.
    pub async fn read(
        service: &Arc<Service>,
        body: Incoming,
        limit: usize,
    ) -> Result<Upload, Error> {
        let said = body.size_hint().exact().unwrap_or(0);
        if said > limit as u64 {
            return Err(Error::PayloadTooLarge(limit));
        }
        let upload = Upload { bytes: Vec::new(), service: Arc::clone(service), counted: 0 };
        match tokio::time::timeout(PATIENCE, upload.fill(body, limit)).await {
            Ok(upload) => upload,
            Err(_) => Err(Error::RequestTimeout),
        }
    }

    /// Bytes that are there: those of an address, which are few.
    pub fn of(service: &Arc<Service>, bytes: Vec<u8>) -> Upload {
        Upload { bytes, service: Arc::clone(service), counted: 0 }
    }

    async fn fill(mut self, mut body: Incoming, limit: usize) -> Result<Upload, Error> {
        loop {
            let frame = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context));
            let piece = match frame.await {
                None => return Ok(self),
                Some(Ok(frame)) => frame.into_data().unwrap_or_default(),
                Some(Err(_)) => {
                    return Err(Error::BadRequest(
                        "the body came to no end, or is damaged".to_string(),
                    ));
                }
            };
            if self.bytes.len() + piece.len() > limit {
                return Err(Error::PayloadTooLarge(limit));
            }
            let before = self.service.uploads.fetch_add(piece.len(), Ordering::Relaxed);
            self.counted += piece.len();
            if before + piece.len() > TOGETHER {
                let sentence = "busy: many large bodies are being read; try again in a second";
                return Err(Error::Busy(sentence.to_string(), 1));
            }
            self.bytes.extend_from_slice(&piece);
        }
    }
}
