//! What a client has already, and how it wants the rest: entity tags and compression.

use std::cell::RefCell;

use bytes::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};
use hyper::StatusCode;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};

use crate::body::Body;
use crate::reply::{self, Reply};

/// Smaller answers go into one packet as they are.
const SMALL: usize = 1_400;

/// Larger ones are compressed where they hold nobody up: some milliseconds.
const LARGE: usize = 64 << 10;

/// How hard to try; what is asked once is not worth more.
pub const LEVEL: Compression = Compression::new(3);

thread_local! {
    // Made anew it would cost more than what it is used for.
    static COMPRESS: RefCell<Compress> = RefCell::new(Compress::new(LEVEL, false));
}

/// A word that changes when the answer does. It is a weak one: compressed or not, and however many
/// microseconds it took to find and to check (`engine_us`, `check_us`), the answer is the same.
pub fn tag(bytes: &[u8]) -> Option<HeaderValue> {
    let mut sum = Crc::new();
    // In a text of JSON a quotation mark is escaped: only the end of a key looks like this.
    for part in bytes.split(|&byte| byte == b'_') {
        let time = part.strip_prefix(b"us\":").map(|number| {
            let digits = number.iter().take_while(|byte| b"0123456789.eE+-".contains(byte));
            number.get(digits.count()..).unwrap_or_default()
        });
        sum.update(time.unwrap_or(part));
        sum.update(b"_");
    }
    HeaderValue::from_str(&format!("W/\"{:08x}{:08x}\"", sum.sum(), sum.amount())).ok()
}

/// Whether the client has what the tag stands for (RFC 9110, section 13.1.2).
fn is_known(asked: &HeaderMap, tag: &HeaderValue) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_string();
    let Ok(tag) = tag.to_str().map(opaque) else { return false };
    let fields = asked.get_all(header::IF_NONE_MATCH).iter();
    let mut known = fields.filter_map(|tags| tags.to_str().ok()).flat_map(|tags| tags.split(','));
    known.any(|known| known.trim() == "*" || opaque(known) == tag)
}

/// How much something is wanted that a field of the request lists by its name (RFC 9110, section
/// 12.4.2): 1 unless it says less, 0 if it is not there.
pub fn weight(headers: &HeaderMap, field: HeaderName, name: &str) -> f32 {
    let of = |part: &str| {
        let mut words = part.split(';').map(str::trim);
        let given = words.next().filter(|given| given.eq_ignore_ascii_case(name));
        let weight = words.find_map(|word| {
            word.strip_prefix(['q', 'Q'])?.trim_start().strip_prefix('=')?.trim().parse().ok()
        });
        given.map_or(0.0, |_| weight.unwrap_or(1.0))
    };
    let fields = headers.get_all(field).iter().filter_map(|list| list.to_str().ok());
    fields.flat_map(|list| list.split(',')).map(of).fold(0.0, f32::max)
}

/// Whether the answer may be compressed in this way (RFC 9110, section 12.5.3); `q=0` says no.
pub fn accepts(headers: &HeaderMap, way: &str) -> bool {
    weight(headers, header::ACCEPT_ENCODING, way) > 0.0
}

/// An answer whose tag and compressed forms are at hand, the best first.
pub fn stored(
    mut reply: Reply,
    asked: &HeaderMap,
    tag: HeaderValue,
    packed: &[(&'static str, Bytes)],
) -> Reply {
    if !packed.is_empty() {
        vary(&mut reply, "accept-encoding");
    }
    if tagged(&mut reply, asked, tag) {
        return reply;
    }
    if let Some((way, bytes)) = packed.iter().find(|(way, _)| accepts(asked, way)) {
        *reply.body_mut() = Body::Whole(bytes.clone());
        reply::put(&mut reply, header::CONTENT_ENCODING, way);
    }
    reply
}

/// An answer as this client wants it: not at all if it has it, compressed if that is worth it.
pub fn negotiated(mut reply: Reply, asked: &HeaderMap) -> Reply {
    let done = [header::ETAG, header::CONTENT_ENCODING];
    let Body::Whole(bytes) = reply.body() else { return reply };
    if done.iter().any(|field| reply.headers().contains_key(field)) {
        return reply;
    }
    let bytes = bytes.clone();
    let is_text = reply.headers().get(header::CONTENT_TYPE).is_none_or(|kind| kind != "image/png");
    let worthwhile = is_text && bytes.len() >= SMALL;
    if worthwhile {
        vary(&mut reply, "accept-encoding");
    }
    let keeps = reply.headers().get(header::CACHE_CONTROL);
    if reply.status() == StatusCode::OK
        && keeps.is_some_and(|rule| rule != reply::NEVER)
        && tag(&bytes).is_some_and(|tag| tagged(&mut reply, asked, tag))
    {
        return reply;
    }
    if worthwhile && accepts(asked, "gzip") {
        let packed = match bytes.len() < LARGE {
            true => gzip(&bytes),
            false => tokio::task::block_in_place(|| gzip(&bytes)),
        };
        *reply.body_mut() = Body::Whole(packed);
        reply::put(&mut reply, header::CONTENT_ENCODING, "gzip");
    }
    reply
}

/// Puts the tag there; whether the client has it, so that there is nothing to send.
fn tagged(reply: &mut Reply, asked: &HeaderMap, tag: HeaderValue) -> bool {
    let known = is_known(asked, &tag);
    reply.headers_mut().insert(header::ETAG, tag);
    if known {
        *reply.status_mut() = StatusCode::NOT_MODIFIED;
        *reply.body_mut() = Body::Whole(Bytes::new());
    }
    known
}

/// Says that the answer depends on this field of the request.
pub fn vary(reply: &mut Reply, field: &'static str) {
    let before = reply.headers().get(header::VARY).and_then(|fields| fields.to_str().ok());
    let fields = match before {
        None => Ok(HeaderValue::from_static(field)),
        Some(before) => HeaderValue::from_str(&format!("{before}, {field}")),
    };
    if let Ok(fields) = fields {
        reply.headers_mut().insert(header::VARY, fields);
    }
}

/// The bytes, compressed (RFC 1952).
pub fn gzip(bytes: &[u8]) -> Bytes {
    let mut out = Vec::with_capacity(bytes.len() / 2 + 64);
    out.extend([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
    COMPRESS.with_borrow_mut(|compress| {
        compress.reset();
        loop {
            let (read, room) = (compress.total_in() as usize, out.capacity());
            let rest = bytes.get(read..).unwrap_or_default();
            let done = compress.compress_vec(rest, &mut out, FlushCompress::Finish);
            if !matches!(done, Ok(flate2::Status::Ok | flate2::Status::BufError)) {
                break;
            }
            out.reserve(room);
        }
    });
    let mut crc = Crc::new();
    crc.update(bytes);
    out.extend(crc.sum().to_le_bytes());
    out.extend((bytes.len() as u32).to_le_bytes());
    out.into()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::reply::Kind;

    fn asking(fields: &[(HeaderName, &'static str)]) -> HeaderMap {
        fields.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    fn body(reply: &Reply) -> &[u8] {
        let Body::Whole(bytes) = reply.body() else { panic!() };
        bytes
    }

    #[test]
    fn a_weight_of_nothing_is_a_refusal() {
        let accepts = |ways| super::accepts(&asking(&[(header::ACCEPT_ENCODING, ways)]), "gzip");
        for yes in ["gzip", "br, gzip", "br;q=0, GZIP;q=0.5", "gzip ; q=1.0", "gzip;q=0.001"] {
            assert!(accepts(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "gzip; q=0.000", "gzip ;Q=0.0, br", "xgzip", "gzipped"] {
            assert!(!accepts(no), "{no}");
        }
    }

    #[test]
    fn what_is_compressed_can_be_read() {
        let mut rng = fastrand::Rng::with_seed(1952);
        for length in [0, 1, 1_000, 70_000, 1 << 20] {
            let plain: Vec<u8> = (0..length).map(|_| b'a' + rng.u8(0..4)).collect();
            let random: Vec<u8> = (0..length).map(|_| rng.u8(..)).collect();
            for bytes in [plain, random] {
                let mut read = Vec::new();
                let packed = gzip(&bytes);
                flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut read).unwrap();
                assert_eq!(read, bytes);
            }
        }
    }

    #[test]
    fn small_and_refused_ones_are_sent_as_they_are() {
        let gzip = asking(&[(header::ACCEPT_ENCODING, "gzip")]);
        let reply = |length| reply::whole(Kind::Json, vec![b' '; length]);
        let packed = negotiated(reply(2_000), &gzip);
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(packed.headers()[header::VARY], "accept-encoding");
        assert!(body(&packed).len() < 100);
        for plain in [negotiated(reply(1_000), &gzip), negotiated(reply(2_000), &asking(&[]))] {
            assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
            assert!(body(&plain).len() >= 1_000);
        }
    }

    #[test]
    fn of_forms_at_hand_the_first_that_is_accepted_is_sent() {
        let packed = [("br", Bytes::from_static(b"b")), ("gzip", Bytes::from_static(b"zz"))];
        let sent = |ways: &'static str| {
            let asked = asking(&[(header::ACCEPT_ENCODING, ways)]);
            let tag = HeaderValue::from_static("W/\"1\"");
            let reply = stored(reply::whole(Kind::Text, "whole"), &asked, tag, &packed);
            let way = reply.headers().get(header::CONTENT_ENCODING);
            (way.map(|way| way.to_str().unwrap().to_string()), body(&reply).len())
        };
        assert_eq!(sent("gzip, br"), (Some("br".to_string()), 1));
        assert_eq!(sent("gzip, br;q=0"), (Some("gzip".to_string()), 2));
        assert_eq!(sent("zstd"), (None, 5));
    }

    #[test]
    fn a_tag_knows_no_times() {
        let of = |text: &str| tag(text.as_bytes());
        let first = of(r#"{"verdict":"winnable","engine_us":12.5,"check_us":3}"#);
        assert_eq!(first, of(r#"{"verdict":"winnable","engine_us":1e-3,"check_us":40}"#));
        for other in [
            r#"{"verdict":"unwinnable","engine_us":12.5,"check_us":3}"#,
            r#"{"verdict":"winnable","engine_us":12.5,"check_us":null}"#,
            r#"{"verdict":"winnable","engine_us":12.5,"plies":3}"#,
            r#"{"verdict":"winnable","engine_us":12.5,"check_us":3,"plies":3}"#,
        ] {
            assert_ne!(first, of(other), "{other}");
        }
        assert_ne!(of(r#"{"text":"_us\":1"}"#), of(r#"{"text":"_us\":2"}"#));
    }

    #[test]
    fn who_has_a_settled_answer_gets_none() {
        let reply = || {
            let mut reply = reply::whole(Kind::Json, "{}");
            reply::put(&mut reply, header::CACHE_CONTROL, reply::SETTLED);
            reply
        };
        let first = negotiated(reply(), &asking(&[]));
        assert_eq!((first.status(), body(&first)), (StatusCode::OK, &b"{}"[..]));
        let tag = first.headers()[header::ETAG].to_str().unwrap().to_string();
        for (known, status) in [
            (tag.clone(), 304),
            (format!("\"x\", {}", &tag[2..]), 304),
            ("*".to_string(), 304),
            ("W/\"x\"".to_string(), 200),
        ] {
            let mut asked = HeaderMap::new();
            asked.insert(header::IF_NONE_MATCH, HeaderValue::from_str(&known).unwrap());
            let again = negotiated(reply(), &asked);
            assert_eq!(again.status().as_u16(), status, "{known}");
            assert_eq!(body(&again).is_empty(), status == 304);
        }
        // What changes has no tag.
        let open = negotiated(reply::whole(Kind::Json, "{}"), &asking(&[]));
        assert!(!open.headers().contains_key(header::ETAG));
        assert_eq!(open.headers()[header::CACHE_CONTROL], reply::NEVER);
    }
}
