//! The files of the page, built into the program if they were there when it was built.

use bytes::Bytes;
use hyper::header::{self, HeaderMap, HeaderValue};

use crate::error::Error;
use crate::negotiate;
use crate::reply::{self, Kind, POLICY, Reply};

/// A file of the page.
struct File {
    /// Its address, without the first slash.
    path: &'static str,
    /// Its bytes.
    bytes: &'static [u8],
    /// Changes when the bytes do.
    tag: &'static str,
    /// The same, compressed, the shortest first, with the names of the ways.
    packed: &'static [(&'static str, &'static [u8])],
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
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

/// The name of the file that an address stands for.
fn name(address: &str) -> &str {
    match address.trim_start_matches('/') {
        "" => "index.html",
        // Asked for by every browser that is shown a text and no page.
        "favicon.ico" => "icon.svg",
        name => name,
    }
}

/// A file of the page.
pub fn file(path: &str, headers: &HeaderMap) -> Result<Reply, Error> {
    let path = name(path);
    let Some(file) = FILES.iter().find(|file| file.path == path) else {
        if FILES.is_empty() && path == "index.html" {
            return Ok(reply::whole(Kind::Text, NO_PAGE));
        }
        return Err(nothing());
    };
    let mut reply = reply::whole(Kind::Text, Bytes::from_static(file.bytes));
    reply::put(&mut reply, header::CONTENT_TYPE, kind(path));
    reply::put(&mut reply, header::CONTENT_SECURITY_POLICY, POLICY);
    reply::put(&mut reply, header::CACHE_CONTROL, reply::ASKED_AGAIN);
    let packed = |&(way, bytes): &(&'static str, &'static [u8])| (way, Bytes::from_static(bytes));
    let packed: Vec<_> = file.packed.iter().map(packed).collect();
    Ok(negotiate::stored(reply, headers, HeaderValue::from_static(file.tag), &packed))
}

/// Whether the page was built in.
pub fn is_built() -> bool {
    !FILES.is_empty()
}

/// The page with its head and its middle replaced, if it was built in; an empty middle leaves what
/// is there.
pub fn filled(head: &str, main: &str) -> Option<String> {
    let index = FILES.iter().find(|file| file.path == "index.html")?;
    filled_in(std::str::from_utf8(index.bytes).ok()?, head, main)
}

/// The same page with another title, description and middle.
fn filled_in(page: &str, head: &str, main: &str) -> Option<String> {
    let (before, rest) = page.split_once("<title>")?;
    let (_, after) = rest.split_once("</title>")?;
    let description = before.find("<meta name=\"description\"");
    let before = match description {
        Some(at) => before[..at].to_string() + before[at..].split_once('>')?.1,
        None => before.to_string(),
    };
    let (between, rest) = after.split_once("<main")?;
    let (tag, rest) = rest.split_once('>')?;
    let (own, end) = rest.split_once("</main>")?;
    let main = if main.is_empty() { own } else { main };
    Some(format!("{before}{head}{between}<main{tag}>{main}</main>{end}"))
}

/// Whether there is such a file.
pub fn is_there(path: &str) -> bool {
    matches!(path, "/" | "*") || FILES.iter().any(|file| file.path == name(path))
}

/// What is said where there is nothing.
pub fn nothing() -> Error {
    Error::NotFound("there is nothing here".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_and_fonts_have_their_kinds() {
        for (path, is) in [
            ("zermelo_bg.wasm", "application/wasm"),
            ("fonts/serif.woff2", "font/woff2"),
            ("tabs/krk.js", "text/javascript; charset=utf-8"),
            ("chessground/LICENSE.txt", "text/plain; charset=utf-8"),
        ] {
            assert_eq!(kind(path), is);
        }
    }

    #[test]
    fn head_and_middle_are_replaced() {
        let page = "<meta name=\"description\" content=\"old\"><title>old</title><link>\
                    <main id=\"page\"><p>old</p></main><footer>";
        let new = "<title>new</title><link><main id=\"page\">middle</main><footer>";
        assert_eq!(filled_in(page, "<title>new</title>", "middle").as_deref(), Some(new));
        let kept = filled_in(page, "<title>new</title>", "").unwrap();
        assert!(kept.contains("<main id=\"page\"><p>old</p></main>"), "{kept}");
        assert_eq!(filled_in("no page", "", ""), None);
        // The page that is built in must have what is looked for.
        let built = FILES.iter().any(|file| file.path == "index.html");
        assert_eq!(filled("<!--head-->", "").is_some_and(|all| all.contains("<!--head-->")), built);
    }

    #[test]
    fn what_lies_beside_a_file_is_no_file_of_its_own() {
        let beside = |file: &&File| file.path.ends_with(".gz") || file.path.ends_with(".br");
        assert_eq!(FILES.iter().filter(beside).count(), 0);
        for file in FILES {
            assert!(file.tag.starts_with("W/\"") && file.packed.len() <= 2, "{}", file.path);
        }
        assert!(!is_there("/index.html.gz") && is_there("/"));
    }

    #[test]
    fn a_text_has_the_icon_of_the_page() {
        assert_eq!(is_there("/favicon.ico"), is_built());
        if is_built() {
            let icon = file("/favicon.ico", &HeaderMap::new()).expect("the icon");
            assert_eq!(icon.headers()[header::CONTENT_TYPE], "image/svg+xml");
        }
    }
}
