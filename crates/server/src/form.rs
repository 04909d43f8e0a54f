//! `GET /winnable` for a browser without JavaScript: a form, and the verdict in words.

use std::fmt::Write;
use std::sync::Arc;

use zermelo_answers::names;
use zermelo_answers::reason::Reason;
use zermelo_answers::ruling::{self, GameResult, Standing};
use zermelo_answers::san;
use zermelo_kernel::{Color, Evidence};

use crate::error::Error;
use crate::params::{Params, Sides};
use crate::reply::{self, Kind, Reply};
use crate::report::certificate_link;
use crate::service::Service;
use crate::winnable::{Ask, Solved};

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
    let ask = Ask { sides: Sides::Both, ..Ask::read(params)? };
    let solved = ask.answer(service).await?;
    let solved = (*solved).as_ref().map_err(Error::clone)?;
    let mut html = String::new();
    for color in Color::ALL {
        // Writing to a string does not fail.
        let _ = write!(html, "<p>{}</p>", side(&ask, solved, color));
    }
    let standing = ruling::standing(&ask.query.position, &solved.answers);
    let _ = write!(html, "<p class=verdict><strong>{}</strong></p>", standing_words(standing));
    if let Some(fallen) = flag {
        let result = ruling::flag_fall(standing, &solved.answers, fallen);
        let words = flag_words(fallen, result);
        let _ = write!(html, "<p class=verdict><strong>{words}</strong></p>");
    }
    Ok(html)
}

fn side(ask: &Ask, solved: &Solved, color: Color) -> String {
    let root = &ask.query.position;
    let certificate = solved.answers[color.index()].as_ref().and_then(|a| a.certificate.as_ref());
    let Some(certificate) = certificate else {
        let why = match ask.fast {
            true => "Only the quick test was asked, and it does not settle this.",
            false => "The search reached its limit.",
        };
        return format!("<strong>{color}: open.</strong> {why}");
    };
    let mut html = match &certificate.evidence {
        Evidence::Helpmate(moves) if moves.is_empty() => {
            format!("<strong>{color} has given mate.</strong>")
        }
        Evidence::Helpmate(moves) => {
            let line = san::numbered(&san::san(root, moves), ask.query.move_number, root.turn());
            format!(
                "<strong>{color} can still win.</strong> A series of moves that ends in mate: \
                 <span class=moves>{}</span>",
                escaped(&line.join(" "))
            )
        }
        Evidence::Cover(cover) => {
            let why = match Reason::new(root, color, cover) {
                Reason::Material(_) => "There is too little on the board.",
                Reason::Forced { .. } => "Every line was followed to its end.",
                Reason::Locked(_) => "The position is locked: no series of moves ever opens it.",
                Reason::Searched { .. } => "Every line ends, or leads into a locked position.",
            };
            format!("<strong>{color} cannot win</strong> by any series of legal moves. {why}")
        }
    };
    let link = escaped(&certificate_link(root, color));
    let _ = write!(html, " Checked by the kernel: <a href=\"{link}\">the proof</a>.");
    html
}

fn standing_words(standing: Standing) -> String {
    match standing {
        Standing::Mated(mated) => format!("Mate: {} has won (FIDE Laws, Article 5.1.1).", !mated),
        Standing::Stalemate => "Stalemate: drawn (FIDE Laws, Article 5.2.1).".to_string(),
        Standing::Dead => "Dead position: drawn (FIDE Laws, Article 5.2.2).".to_string(),
        Standing::Alive => "The position is not dead (FIDE Laws, Article 5.2.2).".to_string(),
        Standing::Unknown => "Whether the position is dead is not known.".to_string(),
    }
}

fn flag_words(fallen: Color, result: GameResult) -> String {
    let other = !fallen;
    match result {
        GameResult::Won(winner) => format!("{fallen}'s flag fell: {winner} has won."),
        GameResult::Drawn => format!("{fallen}'s flag fell: the game is drawn."),
        GameResult::Open => {
            format!("{fallen}'s flag fell: whether {other} could have mated is not known.")
        }
    }
}
