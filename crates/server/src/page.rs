//! The files of the page, built into the program if they were there when it was built.

use bytes::Bytes;
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderValue};

use crate::error::Error;
use crate::reply::{self, Kind, POLICY, Reply};

/// A file of the page.
struct File {
    /// Its address, without the first slash.
    path: &'static str,
    /// Its bytes.
    bytes: &'static [u8],
    /// Changes when the bytes do.
    tag: &'static str,
    /// The same, compressed, if that is worth it, with a tag of its own.
    packed: Option<(&'static [u8], &'static str)>,
}

include!(concat!(env!("OUT_DIR"), "/page.rs"));

const NO_PAGE: &str =
    "The API is served, but not the page: run web/build, then build zermelo again.\n";

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

/// A file of the page.
pub fn file(path: &str, headers: &HeaderMap) -> Result<Reply, Error> {
    let path = path.trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = FILES.iter().find(|file| file.path == path) else {
        if FILES.is_empty() && path == "index.html" {
            return Ok(reply::whole(Kind::Text, NO_PAGE));
        }
        return Err(Error::NotFound("there is nothing here".to_string()));
    };
    let packed = file.packed.filter(|_| reply::accepts(headers, "gzip"));
    let (bytes, tag) = packed.unwrap_or((file.bytes, file.tag));
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let unchanged = known.is_some_and(|tags| {
        tags.split(',').any(|known| known.trim().trim_start_matches("W/") == tag)
    });
    let sent = if unchanged { &[] } else { bytes };
    let mut reply = reply::whole(Kind::Text, Bytes::from_static(sent));
    reply::put(&mut reply, header::CONTENT_TYPE, kind(path));
    reply::put(&mut reply, header::CONTENT_SECURITY_POLICY, POLICY);
    reply::put(&mut reply, header::CACHE_CONTROL, "no-cache");
    reply.headers_mut().insert(header::ETAG, HeaderValue::from_static(tag));
    if file.packed.is_some() {
        reply::put(&mut reply, header::VARY, "accept-encoding");
    }
    if unchanged {
        *reply.status_mut() = StatusCode::NOT_MODIFIED;
    } else if packed.is_some() {
        reply::put(&mut reply, header::CONTENT_ENCODING, "gzip");
    }
    Ok(reply)
}
