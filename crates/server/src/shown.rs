//! How a page is laid out: its head with what is shown of a link before anybody follows it, and
//! its middle. Whatever comes from elsewhere is escaped here.

use std::fmt::Write;

use hyper::StatusCode;
use hyper::header::HeaderMap;
use zermelo_kernel::Position;

use crate::params::encoded;
use crate::reply::{self, Kind, Reply};
use crate::{page, picture};

const STYLE: &str = "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;\
padding:0 1rem;color-scheme:light dark}";

/// For the middle, also where the page has a style of its own; not for what scripts put there.
const MIDDLE: &str = ".told input[name=fen],.told textarea{width:100%;box-sizing:border-box;\
font:1rem monospace}.told .ruling{border-left:.3rem solid;padding-left:.8rem}\
.told .moves{font-family:monospace;overflow-wrap:anywhere}.told p{margin:.6rem 0}\
.told img{max-width:min(100%,40rem);height:auto}";

/// Text for HTML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() && c != '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A page before it is laid out. `main` is HTML, all else is text.
#[derive(Default)]
pub struct Shown {
    /// The verdict, or what is asked.
    pub title: String,
    /// What it means.
    pub description: String,
    /// The address of the page on this service.
    pub address: Option<String>,
    /// The address of its picture.
    pub picture: Option<String>,
    /// What stands between the head and the foot of the page; what the page has there if it is empty.
    pub main: String,
}

/// Where this service is, as the asker names it.
fn site(headers: &HeaderMap) -> String {
    let field = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let scheme = if field("x-forwarded-proto") == Some("https") { "https" } else { "http" };
    format!("{scheme}://{}", field("host").unwrap_or("localhost"))
}

impl Shown {
    /// What stands in the head of the page.
    fn head(&self, headers: &HeaderMap) -> String {
        let (title, description) = (escaped(&self.title), escaped(&self.description));
        let mut head = format!(
            "<title>{title} · Zermelo</title>\n<meta name=\"description\" content=\"{description}\">\n"
        );
        let mut property = |name: &str, value: &str| {
            // Writing to a string does not fail.
            let _ = writeln!(head, "<meta property=\"{name}\" content=\"{}\">", escaped(value));
        };
        property("og:site_name", "Zermelo");
        property("og:type", "website");
        property("og:title", &self.title);
        property("og:description", &self.description);
        let site = site(headers);
        if let Some(address) = &self.address {
            property("og:url", &format!("{site}{address}"));
        }
        if let Some(picture) = &self.picture {
            property("og:image", &format!("{site}{picture}"));
            property("og:image:type", "image/png");
            property("og:image:width", &picture::SIZE.0.to_string());
            property("og:image:height", &picture::SIZE.1.to_string());
            property("og:image:alt", &self.title);
            head.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\">\n");
        }
        head
    }

    /// The page.
    pub fn reply(&self, headers: &HeaderMap, status: StatusCode) -> Reply {
        let head = format!("{}<style>{MIDDLE}</style>\n", self.head(headers));
        let main = match self.main.as_str() {
            "" => String::new(),
            told => format!("<div class=told>{told}</div>"),
        };
        let main = &main;
        let html = page::filled(&head, main).unwrap_or_else(|| {
            format!(
                "<!doctype html><html lang=en><meta charset=utf-8>\
                 <meta name=viewport content=\"width=device-width,initial-scale=1\">\
                 <link rel=icon href=data:,>{head}<style>{STYLE}</style><main id=page>{main}</main></html>\n"
            )
        });
        let mut reply = reply::whole(Kind::Html, html);
        *reply.status_mut() = status;
        if status == StatusCode::OK { reply::kept(reply, reply::ASKED_AGAIN) } else { reply }
    }
}

/// An address with its parameters, those left out that are empty.
pub fn address(path: &str, params: &[(&str, &str)]) -> String {
    let given = params.iter().filter(|(_, value)| !value.is_empty());
    let given: Vec<_> = given.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    format!("{path}?{}", given.join("&"))
}

/// The board for those who see it, and its men for those who do not.
pub fn board(picture: &str, position: &Position) -> String {
    let (width, height) = picture::SIZE;
    format!(
        "<p><img src=\"{}\" width={width} height={height} alt=\"{}\"></p>",
        escaped(picture),
        escaped(&picture::spoken(position)),
    )
}

/// A paragraph of text, in bold if it is the verdict.
pub fn paragraph(text: &str, is_verdict: bool) -> String {
    let text = escaped(text);
    match is_verdict {
        true => format!("<p class=ruling><strong>{text}</strong></p>"),
        false => format!("<p>{text}</p>"),
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::{self, HeaderValue};

    use super::*;

    #[test]
    fn what_stands_in_the_head_is_escaped() {
        let shown = Shown {
            title: "\"<b>\"".to_string(),
            picture: Some("/picture/winnable.png?fen=8/8&x=1".to_string()),
            ..Shown::default()
        };
        let host = HeaderValue::from_static("a.example\"><script>");
        let head = shown.head(&HeaderMap::from_iter([(header::HOST, host)]));
        assert!(!head.contains("<b>") && !head.contains("<script>"), "{head}");
        assert!(head.contains("/picture/winnable.png?fen=8/8&amp;x=1\""), "{head}");
    }
}
