//! `GET /certificate/...`: the proof of an answer, to be checked elsewhere.

use std::sync::Arc;
use std::time::Instant;

use hyper::body::Incoming;
use zermelo_answers::names;
use zermelo_answers::winnable::Sides;

use crate::error::Error;
use crate::judge;
use crate::legal;
use crate::params::Params;
use crate::reply::{self, Reply};
use crate::service::Service;
use crate::upload::Upload;
use crate::winnable::Ask;

fn open() -> Error {
    Error::NotFound("there is no certificate: the answer is open".to_string())
}

/// The proof that a side can or cannot mate.
pub async fn winnable(service: &Arc<Service>, params: Params<'_>) -> Result<Reply, Error> {
    let ask = Ask::read(params)?;
    let Sides::One(color) = ask.0.sides else {
        return Err(Error::BadRequest(
            "for: a certificate is about white or about black".to_string(),
        ));
    };
    let solved = ask.answer(service).await?;
    let solved = (*solved).as_ref().map_err(Error::clone)?;
    let proved = solved.answers[color].as_ref();
    let proved = proved.and_then(|answer| Some((answer, answer.certificate.as_ref()?)));
    let (answer, certificate) = proved.ok_or_else(open)?;
    let name = format!("{}-{}.cert", answer.verdict(), names::side(color));
    Ok(reply::kept(reply::attachment(certificate.to_text(), &name), reply::SETTLED))
}

/// The proof that a position can or cannot arise.
pub async fn legal(service: &Arc<Service>, params: Params<'_>) -> Result<Reply, Error> {
    let deadline = Instant::now() + service.options.time;
    let mut answers = legal::answers(service, legal::questions(params)?, deadline).await?;
    let several =
        || Error::BadRequest("fen: it has several readings; give one of them".to_string());
    let answer = answers.pop().filter(|_| answers.is_empty()).ok_or_else(several)?;
    let certificate = answer.certificate.ok_or_else(open)?;
    let name = format!("{}.cert", certificate.claim());
    Ok(reply::kept(reply::attachment(certificate.to_text(), &name), reply::SETTLED))
}

/// The proof of the ruling on a game, the first of the body.
pub async fn judge(
    service: &Arc<Service>,
    params: Params<'_>,
    body: Incoming,
) -> Result<Reply, Error> {
    let options = judge::options(service, params)?;
    let upload = Upload::read(service, body, service.options.games).await?;
    let accepted = judge::first_game(service, options, upload).await?;
    let text = accepted.certificate.map(|proof| proof.to_text()).ok_or_else(open)?;
    Ok(reply::attachment(text, "record.cert"))
}
