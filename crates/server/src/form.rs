//! `GET /winnable` for a browser without JavaScript: a form, and the verdict in words.

use std::fmt::Write;
use std::sync::Arc;

use zermelo_answers::names;
use zermelo_answers::query::Query;
use zermelo_answers::winnable::{
    Answer, Explanation, FlagFall, Outlook, Question, Sides, flag_fall, standing,
};
use zermelo_kernel::Color;

use crate::error::Error;
use crate::params::Params;
use crate::reply::{self, Kind, Reply};
use crate::service::Service;
use crate::winnable::{Ask, certificate_link};

const STYLE: &str = "body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;\
padding:0 1rem;color-scheme:light dark}input[name=fen]{width:100%;box-sizing:border-box;\
font:1rem monospace}.verdict{border-left:.3rem solid;padding-left:.8rem}\
.moves{font-family:monospace;overflow-wrap:anywhere}";

/// Text for HTML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// The page: the form, and the verdict if a position is given. Bad input is told on the page.
pub async fn page(service: &Arc<Service>, params: Params<'_>) -> Result<Reply, Error> {
    let fen = params.get("fen")?.unwrap_or_default();
    let flag = params.side("flag")?;
    let (body, status) = if fen.is_empty() {
        (String::new(), None)
    } else {
        match verdict(service, params, flag).await {
            Ok(body) => (body, None),
            Err(Error::Internal(sentence)) => return Err(Error::Internal(sentence)),
            Err(error) => {
                let sentence = escaped(&error.sentence());
                (format!("<p class=verdict role=alert>{sentence}</p>"), Some(error.status()))
            }
        }
    };
    let option = |value: &str, text: &str| {
        let chosen = flag.map_or("", names::side) == value;
        let selected = if chosen { " selected" } else { "" };
        format!("<option value=\"{value}\"{selected}>{text}</option>")
    };
    // What is bad about it is told above.
    let chess960 = if params.flag("chess960").unwrap_or(false) { " checked" } else { "" };
    let html = format!(
        "<!doctype html><html lang=en><meta charset=utf-8>\
         <meta name=viewport content=\"width=device-width,initial-scale=1\">\
         <link rel=icon href=/icon.svg type=image/svg+xml>\
         <title>Can they still win? - Zermelo</title><style>{STYLE}</style>\
         <main><h1>Can they still win?</h1>\
         <form method=get action=/winnable><p><label>Position (FEN)<br>\
         <input name=fen required maxlength=200 value=\"{}\"></label>\
         <p><label>Whose flag has fallen? <select name=flag>{}{}{}</select></label> \
         <label><input type=checkbox name=chess960 value=1{chess960}> Chess960</label> \
         <button>Ask</button></form>{body}\
         <p><a href=/>The page with boards</a></main></html>\n",
        escaped(&fen),
        option("", "nobody's"),
        option("white", "White's"),
        option("black", "Black's"),
    );
    let mut reply = reply::whole(Kind::Html, html);
    if let Some(status) = status {
        *reply.status_mut() = status;
    }
    Ok(reply)
}

async fn verdict(
    service: &Arc<Service>,
    params: Params<'_>,
    flag: Option<Color>,
) -> Result<String, Error> {
    let Ask(question) = Ask::read(params)?;
    let ask = Ask(Question { sides: Sides::Both, ..question });
    let solved = ask.answer(service).await?;
    let answers = &(*solved).as_ref().map_err(Error::clone)?.answers;
    let mut html = String::new();
    for answer in [&answers.white, &answers.black].into_iter().flatten() {
        // Writing to a string does not fail.
        let _ = write!(html, "<p>{}</p>", side(&ask.0.query, answer));
    }
    let standing = standing(&ask.0.query.position, answers);
    let Outlook { headline, article } = Outlook::new(standing, answers);
    let fall = flag.map(|fallen| {
        FlagFall::new(fallen, standing, flag_fall(standing, answers, fallen)).sentence
    });
    for text in std::iter::once(format!("{headline} {article}")).chain(fall) {
        let _ = write!(html, "<p class=verdict><strong>{}</strong></p>", escaped(&text));
    }
    Ok(html)
}

fn side(query: &Query, answer: &Answer) -> String {
    let told = Explanation::new(query, answer);
    let mut html = format!("<strong>{}</strong>", escaped(&told.headline));
    for sentence in told.sentences.iter().chain(&told.caption) {
        let _ = write!(html, " {}", escaped(sentence));
    }
    for line in &told.lines {
        let _ = write!(html, " <span class=moves>{}</span>", escaped(&line.join(" ")));
    }
    if answer.certificate.is_some() {
        let link = escaped(&certificate_link(&query.position, answer.winner));
        let _ = write!(html, " Checked by the kernel: <a href=\"{link}\">the proof</a>.");
    }
    html
}
