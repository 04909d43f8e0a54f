//! Answers for people: a page with the verdict in words, for browsers without JavaScript and for
//! services that show a link before anybody follows it.
//!
//! If the page is built in, it is that page with its head and its middle filled, so that a browser
//! with JavaScript goes on from there; else a plain one. All words are those of `answers`; `shown`
//! lays them out.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use hyper::StatusCode;
use hyper::header::{self, HeaderMap};
use zermelo_answers::explain::Paragraph;
use zermelo_answers::judge::{GameReport, example_of_mate};
use zermelo_answers::query::Query;
use zermelo_answers::winnable::{
    Answer, Answers, Explanation, FlagFall, Outlook, Question, Sides, flag_fall, standing,
};
use zermelo_answers::{legal as legality, names};
use zermelo_kernel::{Castling, Color, Position};

use crate::error::Error;
use crate::negotiate::weight;
use crate::params::Params;
use crate::picture::{self, Picture};
use crate::reply::Reply;
use crate::service::Service;
use crate::shown::{Shown, address, board, escaped, paragraph};
use crate::winnable::{Ask, certificate_link};
use crate::{judge, legal, page, tabs};

/// What services that show links call themselves. Most of them say that any kind of answer will do,
/// as programs do; chess programs are called bots, too.
const PREVIEWS: [&str; 21] = [
    "facebookexternalhit",
    "facebot",
    "twitterbot",
    "slackbot",
    "slack-imgproxy",
    "discordbot",
    "telegrambot",
    "whatsapp/",
    "linkedinbot",
    "mastodon",
    "redditbot",
    "skypeuripreview",
    "embedly",
    "iframely",
    "signal",
    "bluesky cardyb",
    "discourse",
    "synapse",
    "pinterestbot",
    "googlebot",
    "bingbot",
];

/// The questions that have a page of their own: the address, and what is asked.
const WINNABLE: (&str, &str) = ("/winnable", "Can they still win?");
const LEGAL: (&str, &str) = ("/legal", "Could it arise?");
const JUDGE: (&str, &str) = ("/judge", "Judge a game");

/// The position that the page begins with, and what it says of all answers.
const HOME: &str = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61";
const ASIDE: &str = "Each answer has a proof, which a small program has checked.";

/// Whether there is a picture of this name.
pub fn is_picture(name: &str) -> bool {
    ["winnable.png", "legal.png"].contains(&name) || tabs::is_picture(name)
}

/// Whether there is a page at this address.
pub fn is_there(path: &str) -> bool {
    [WINNABLE, LEGAL, JUDGE].iter().any(|(own, _)| *own == path)
        || tabs::is_there(path)
        || path == "/" && page::is_built()
}

/// Whether a page is wanted and not JSON: by a browser, or by a service that shows links.
pub fn is_wanted(headers: &HeaderMap) -> bool {
    let field = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_preview = |agent: &str| {
        let agent = agent.to_ascii_lowercase();
        PREVIEWS.iter().any(|name| agent.contains(name))
    };
    let [page, json] =
        ["text/html", "application/json"].map(|kind| weight(headers, header::ACCEPT, kind));
    (page > 0.0 && page >= json) || is_preview(field(header::USER_AGENT))
}

/// Somebody who wants a page.
#[derive(Clone, Copy)]
pub struct Visit<'a> {
    pub service: &'a Arc<Service>,
    pub path: &'a str,
    pub params: Params<'a>,
    pub headers: &'a HeaderMap,
}

/// The page at this address.
pub async fn page(visit: Visit<'_>) -> Result<Reply, Error> {
    let Visit { service, path, params, headers } = visit;
    let (title, asked, form) = match path {
        _ if path == WINNABLE.0 => (WINNABLE.1, "fen", winnable_form(params)?),
        _ if path == LEGAL.0 => (LEGAL.1, "fen", legal_form(params)?),
        _ if path == JUDGE.0 => (JUDGE.1, "pgn", judge_form(params)?),
        "/" => return Ok(home()?.reply(headers, StatusCode::OK)),
        _ => return tabs::page(visit).await,
    };
    let middle = |body: &str| {
        let onward = "<p><a href=\"/\">All questions, with boards</a></p>";
        format!("<h1>{}</h1>{form}{body}{onward}", escaped(title))
    };
    let description = "Exact questions about chess, answered with proofs.".to_string();
    let address = Some(path.to_string());
    let plain = Shown { title: title.to_string(), description, address, ..Shown::default() };
    if params.get(asked)?.unwrap_or_default().trim().is_empty() {
        return Ok(Shown { main: middle(""), ..plain }.reply(headers, StatusCode::OK));
    }
    let found = match asked {
        "pgn" => ruling(service, params).await,
        _ if path == LEGAL.0 => arising(service, params).await,
        _ => chances(service, params).await,
    };
    match found {
        Ok(found) => {
            Ok(Shown { main: middle(&found.main), ..found }.reply(headers, StatusCode::OK))
        }
        Err(Error::Internal(sentence)) => Err(Error::Internal(sentence)),
        Err(error) => {
            let sentence = escaped(&error.sentence());
            let main = middle(&format!("<p class=ruling role=alert>{sentence}</p>"));
            Ok(Shown { main, ..plain }.reply(headers, error.status()))
        }
    }
}

/// The page as it is, with what is shown of a link to it.
fn home() -> Result<Shown, Error> {
    let example = Query::read(HOME, Castling::Standard).map_err(Error::Internal)?;
    Ok(Shown {
        title: "Exact questions about chess, answered with proofs".to_string(),
        description: format!("{} {} {}. {ASIDE}", WINNABLE.1, LEGAL.1, JUDGE.1),
        address: Some("/".to_string()),
        picture: Some(winnable_picture(&example.position, "")),
        main: String::new(),
    })
}

/// Where the picture of a position is: with who can still win.
fn winnable_picture(position: &Position, flag: &str) -> String {
    let (fen, chess960) = (position.to_fen(), chess960(position));
    address("/picture/winnable.png", &[("fen", &fen), ("chess960", chess960), ("flag", flag)])
}

fn chess960(position: &Position) -> &'static str {
    if position.castling() == Castling::Chess960 { "1" } else { "" }
}

fn flag_select(params: Params<'_>) -> String {
    // What is bad about it is told on the page.
    let flag = params.side("flag").ok().flatten().map_or("", names::side);
    let option = |value: &str, text: &str| {
        let selected = if flag == value { " selected" } else { "" };
        format!("<option value=\"{value}\"{selected}>{text}</option>")
    };
    format!(
        "<label>Whose flag has fallen? <select name=flag>{}{}{}</select></label>",
        option("", "nobody's"),
        option("white", "White's"),
        option("black", "Black's"),
    )
}

fn fen_field(params: Params<'_>) -> Result<String, Error> {
    let fen = params.get("fen")?.unwrap_or_default();
    Ok(format!(
        "<p><label>Position (FEN)<br>\
         <input name=fen required maxlength=200 value=\"{}\"></label>",
        escaped(&fen)
    ))
}

fn winnable_form(params: Params<'_>) -> Result<String, Error> {
    let chess960 = if params.flag("chess960").unwrap_or(false) { " checked" } else { "" };
    let (fen, flag) = (fen_field(params)?, flag_select(params));
    Ok(format!(
        "<form method=get action=/winnable>{fen}<p>{flag} \
         <label><input type=checkbox name=chess960 value=1{chess960}> Chess960</label> \
         <button class=\"pill strong\">Ask</button></form>"
    ))
}

fn legal_form(params: Params<'_>) -> Result<String, Error> {
    let fen = fen_field(params)?;
    let checked = |name| if params.flag(name).unwrap_or(false) { " checked" } else { "" };
    let (chess960, reckoning) = (checked("chess960"), checked("dead_reckoning"));
    Ok(format!(
        "<form method=get action=/legal>{fen}<p>\
         <label><input type=checkbox name=chess960 value=1{chess960}> Chess960</label> \
         <label><input type=checkbox name=dead_reckoning value=1{reckoning}> no move from a dead \
         position</label> \
         <button class=\"pill strong\">Ask</button></form>"
    ))
}

fn judge_form(params: Params<'_>) -> Result<String, Error> {
    let (pgn, flag) = (params.get("pgn")?.unwrap_or_default(), flag_select(params));
    Ok(format!(
        "<form method=get action=/judge><p><label>Game (PGN)<br>\
         <textarea name=pgn required rows=8>{}</textarea></label><p>{flag} \
         <button class=\"pill strong\">Judge</button></form>",
        escaped(&pgn)
    ))
}

/// Who can still win, and what a fallen flag means.
fn outlook(
    position: &Position,
    answers: &Answers,
    flag: Option<Color>,
) -> (Outlook, Option<String>) {
    let standing = standing(position, answers);
    let fall = flag.map(|fallen| {
        FlagFall::new(fallen, standing, flag_fall(standing, answers, fallen)).sentence
    });
    (Outlook::new(standing, answers), fall)
}

/// What `/winnable` asks on a page: about both sides.
fn asked(params: Params<'_>) -> Result<(Ask, Option<Color>), Error> {
    let Ask(question, long) = Ask::read(params)?;
    Ok((Ask(Question { sides: Sides::Both, ..question }, long), params.side("flag")?))
}

/// Who can still win.
async fn chances(service: &Arc<Service>, params: Params<'_>) -> Result<Shown, Error> {
    let (ask, flag) = asked(params)?;
    let solved = ask.answer(service).await?;
    let solved = (*solved).as_ref().map_err(Error::clone)?;
    let position = &ask.0.query.position;
    let (Outlook { headline, article }, fall) = outlook(position, &solved.answers, flag);
    let side = flag.map_or("", names::side);
    let picture = winnable_picture(position, side);
    let mut main = paragraph(&format!("{headline} {article}"), true);
    main.extend(fall.iter().map(|fall| paragraph(fall, true)));
    main += &board(&picture, position);
    for (_, answer) in solved.answers.iter() {
        main.extend(answer.as_ref().map(|answer| side_in_words(&ask.0.query, answer)));
    }
    let meaning = fall.unwrap_or(article);
    if !solved.is_open() {
        picture::keep(service, &picture, &headline, &meaning);
    }
    let fen = position.to_fen();
    let params = [("fen", fen.as_str()), ("chess960", chess960(position)), ("flag", side)];
    Ok(Shown {
        title: headline,
        description: format!("{meaning} {fen}"),
        address: Some(address(WINNABLE.0, &params)),
        picture: Some(picture),
        main,
    })
}

fn side_in_words(query: &Query, answer: &Answer) -> String {
    let told = Explanation::new(query, answer);
    let mut html = format!("<p><strong>{}</strong>", escaped(&told.headline));
    for sentence in told.sentences.iter().chain(&told.caption) {
        let _ = write!(html, " {}", escaped(sentence));
    }
    for line in Explanation::lines(query, answer) {
        let _ = write!(html, " <span class=moves>{}</span>", escaped(&line.join(" ")));
    }
    if answer.certificate.is_some() {
        html += &proof(&certificate_link(&query.position, answer.winner));
    }
    html + "</p>"
}

fn proof(link: &str) -> String {
    format!(" Checked by the kernel: <a href=\"{}\">the proof</a>.", escaped(link))
}

/// An address that asks about the position in the reading of these parameters.
fn legal_address(path: &str, fen: &str, params: Params<'_>) -> Result<String, Error> {
    let said = |is: bool| if is { "1" } else { "" };
    let (chess960, reckoning) = (params.flag("chess960")?, params.flag("dead_reckoning")?);
    let shown = [("fen", fen), ("chess960", said(chess960)), ("dead_reckoning", said(reckoning))];
    Ok(address(path, &shown))
}

/// Whether a position can arise.
async fn arising(service: &Arc<Service>, params: Params<'_>) -> Result<Shown, Error> {
    let deadline = Instant::now() + service.options.time;
    let answers = legal::answers(service, legal::questions(params)?, deadline).await?;
    let first = answers.first().ok_or_else(|| Error::Internal("no reading".to_string()))?;
    let (mut headlines, mut reasons, mut body) = (Vec::new(), Vec::new(), String::new());
    for answer in &answers {
        for said in legality::explain::answer(answer) {
            match said {
                Paragraph::Headline(text) => {
                    body += &paragraph(&text, true);
                    headlines.push(text);
                }
                // What is said of an open answer is how to ask the command for longer.
                Paragraph::Item(text) if answer.certificate.is_some() => {
                    body += &paragraph(&text, false);
                    reasons.push(text);
                }
                Paragraph::Entry(_, _, text) => body += &paragraph(&text, false),
                Paragraph::Moves(moves) => {
                    let _ = write!(body, "<p class=moves>{}</p>", escaped(&moves.join(" ")));
                }
                _ => {}
            }
        }
    }
    // With a field unknown the question is the one that was asked.
    let (fen, headline) = match &answers[..] {
        [one] => (one.question.fen.clone(), headlines.swap_remove(0)),
        _ => (params.needed("fen")?.into_owned(), legality::explain::all_readings(&answers)),
    };
    let proved = answers.iter().all(|answer| answer.certificate.is_some());
    if proved && answers.len() == 1 {
        body += &format!("<p>{}</p>", proof(&legal_address("/certificate/legal", &fen, params)?));
    }
    for note in legality::explain::notes(&first.question) {
        body += &paragraph(&note, false);
    }
    let picture = legal_address("/picture/legal.png", &fen, params)?;
    let reason = reasons.into_iter().next().unwrap_or_default();
    if proved {
        picture::keep(service, &picture, &headline, &reason);
    }
    Ok(Shown {
        title: headline,
        description: format!("{reason} {fen}").trim().to_string(),
        address: Some(legal_address(LEGAL.0, &fen, params)?),
        main: board(&picture, &first.question.position) + &body,
        picture: Some(picture),
    })
}

/// The ruling on a game, with its picture: the last position, and who can still win there.
async fn ruling(service: &Arc<Service>, params: Params<'_>) -> Result<Shown, Error> {
    let pgn = params.needed("pgn")?.into_owned();
    let options = judge::options(service, params)?;
    let judged = judge::first_game(service, options, pgn.clone()).await?;
    service.metrics.answer(judged.is_proved());
    let report = GameReport::new(&judged);
    let is_flag = report.ruling == "flag";
    let flag = report.loser.filter(|_| is_flag).unwrap_or_default();
    let last = judged.judgement.last.to_kernel();
    let castling = last.map_or(Castling::Standard, |last| last.castling());
    let position = Position::from_fen(&report.fen, castling)
        .map_err(|_| Error::Internal(format!("a ruling on {}", report.fen)))?;
    let picture = winnable_picture(&position, flag);
    let told = &report.explanation;
    let players = match (report.white, report.black) {
        (None, None) => String::new(),
        (white, black) => format!("{} - {}. ", white.unwrap_or("?"), black.unwrap_or("?")),
    };
    let mut main = paragraph(&format!("{players}{}", told.headline), true);
    main += &paragraph(&format!("{} {}", told.detail, told.agreement), false);
    main += &board(&picture, &position);
    main.extend(example_of_mate(&judged).into_iter().flatten().map(|line| paragraph(&line, false)));
    let given = |name| Ok::<_, Error>(params.get(name)?.unwrap_or_default());
    let (flag, game, ply) = (given("flag")?, given("game")?, given("ply")?);
    let shown = [("pgn", &*pgn), ("flag", &*flag), ("game", &*game), ("ply", &*ply)];
    Ok(Shown {
        description: format!("{players}{} {}", told.detail, told.agreement),
        title: told.headline.clone(),
        address: Some(address(JUDGE.0, &shown)),
        picture: Some(picture),
        main,
    })
}

/// What the picture at this address shows: a position, and what is known of it. It never searches:
/// it says what a first look settles, or what the page has said before.
pub fn pictured(service: &Service, name: &str, params: Params<'_>) -> Result<Picture, Error> {
    match name {
        "winnable.png" => {
            let (ask, flag) = asked(params)?;
            let position = ask.0.query.position.clone();
            let address = winnable_picture(&position, flag.map_or("", names::side));
            let mut words = picture::kept(service, &address);
            if words.is_none() {
                let first = ask.first_look()?;
                let said = || {
                    let (Outlook { headline, article }, fall) =
                        outlook(&position, &first.answers, flag);
                    (headline, fall.unwrap_or(article))
                };
                words = (!first.is_open()).then(said);
            }
            let proved = words.is_some();
            Ok(Picture { address, position, asked: WINNABLE.1, words, proved })
        }
        "legal.png" => {
            // As `arising` keeps it, however the FEN is written here.
            let given = params.needed("fen")?;
            let readings = legal::questions(params)?;
            let fen = match &readings[..] {
                [one] => one.fen.as_str(),
                _ => &given,
            };
            let address = legal_address("/picture/legal.png", fen, params)?;
            let first = readings.into_iter().next();
            let first = first.ok_or_else(|| Error::Internal("no reading".to_string()))?;
            let words = picture::kept(service, &address);
            let (position, proved) = (first.position, words.is_some());
            Ok(Picture { address, position, asked: LEGAL.1, words, proved })
        }
        _ => tabs::pictured(service, name, params),
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn asking(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn browsers_and_those_who_show_links_want_a_page() {
        assert!(is_wanted(&asking(header::ACCEPT, "text/html,*/*;q=0.8")));
        for json in [
            "application/json",
            "text/html;q=0",
            "application/json, text/html;q=0.5, */*;q=0.1",
            "application/json;q=0.9, text/html; q=0.8",
        ] {
            assert!(!is_wanted(&asking(header::ACCEPT, json)), "{json}");
        }
        assert!(is_wanted(&asking(header::ACCEPT, "application/json;q=0.1, TEXT/HTML;level=1")));
        for agent in [
            "Twitterbot/1.0",
            "facebookexternalhit/1.1",
            "WhatsApp/2.23",
            "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
            "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
            "TelegramBot (like TwitterBot)",
            "Signal-Desktop/7.30.0 Linux",
            "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)",
            "Discourse Forum Onebox v3.4.0",
            "Synapse (bot; +https://github.com/matrix-org/synapse)",
            "Iframely/1.3.1 (+https://iframely.com/docs/about)",
        ] {
            assert!(is_wanted(&asking(header::USER_AGENT, agent)), "{agent}");
        }
        for agent in ["curl/8.5.0", "python-requests/2.31", "lichess-bot/2024.1", "lila/1.0"] {
            assert!(!is_wanted(&asking(header::USER_AGENT, agent)), "{agent}");
        }
    }
}
