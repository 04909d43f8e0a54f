//! From a request to the file that answers it.

use std::sync::Arc;
use std::time::Instant;

use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use serde::Serialize;
use zermelo_kernel::Rules;

use crate::body::Body;
use crate::campaign::OrderKind;
use crate::error::Error;
use crate::html::Visit;
use crate::losing::ServedTree;
use crate::params::Params;
use crate::reply::{self, Kind, Reply};
use crate::service::Service;
use crate::tablebase::Asked;
use crate::{
    campaign, certificate, check, html, judge, legal, longest, losing, metrics, moves, negotiate,
    page, picture, retract, strategy, table, tablebase, winnable, winnable_lines,
};

/// What the addresses of tables begin with.
const TABLE: &str = "/table/";

/// What the addresses of pictures begin with.
const PICTURE: &str = "/picture/";

/// What can be asked for; [`ENDPOINTS`] says where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endpoint {
    Winnable,
    Legal,
    Retract,
    Moves,
    Judge,
    Check,
    Longest,
    Table,
    Standard,
    StandardMainline,
    Antichess,
    AntichessMainline,
    Trees,
    Tree,
    Campaign,
    CampaignQueue,
    CampaignForce,
    Krk,
    CertificateWinnable,
    CertificateLegal,
    CertificateJudge,
    Served,
    Monitor,
    Metrics,
    OpenApi,
    Picture,
    /// The files of the page, and everything that is not there.
    Page,
}

/// All endpoints in their order, each with its path and its name in metrics. A path that ends in a
/// slash stands for all that begin so.
pub const ENDPOINTS: [(Endpoint, &str, &str); 27] = [
    (Endpoint::Winnable, "/winnable", "winnable"),
    (Endpoint::Legal, "/legal", "legal"),
    (Endpoint::Retract, "/retract", "retract"),
    (Endpoint::Moves, "/moves", "moves"),
    (Endpoint::Judge, "/judge", "judge"),
    (Endpoint::Check, "/check", "check"),
    (Endpoint::Longest, "/longest", "longest"),
    (Endpoint::Table, TABLE, "table"),
    (Endpoint::Standard, "/standard", "standard"),
    (Endpoint::StandardMainline, "/standard/mainline", "standard_mainline"),
    (Endpoint::Antichess, "/antichess", "antichess"),
    (Endpoint::AntichessMainline, "/antichess/mainline", "antichess_mainline"),
    (Endpoint::Trees, "/losing/trees", "losing_trees"),
    (Endpoint::Tree, "/losing/tree", "losing_tree"),
    (Endpoint::Campaign, "/losing/campaign", "losing_campaign"),
    (Endpoint::CampaignQueue, "/losing/campaign/queue", "losing_campaign_queue"),
    (Endpoint::CampaignForce, "/losing/campaign/force", "losing_campaign_force"),
    (Endpoint::Krk, "/strategy/krk", "strategy_krk"),
    (Endpoint::CertificateWinnable, "/certificate/winnable", "certificate_winnable"),
    (Endpoint::CertificateLegal, "/certificate/legal", "certificate_legal"),
    (Endpoint::CertificateJudge, "/certificate/judge", "certificate_judge"),
    (Endpoint::Served, "/served", "served"),
    (Endpoint::Monitor, "/monitor", "monitor"),
    (Endpoint::Metrics, "/metrics", "metrics"),
    (Endpoint::OpenApi, "/openapi.json", "openapi"),
    (Endpoint::Picture, PICTURE, "picture"),
    (Endpoint::Page, "/", "page"),
];

impl Endpoint {
    /// What the path asks for.
    fn of(path: &str) -> Endpoint {
        let is_it = |known: &str| path == known || known.ends_with('/') && path.starts_with(known);
        let found = ENDPOINTS.iter().find(|(_, known, _)| is_it(known));
        found.map_or(Endpoint::Page, |&(endpoint, ..)| endpoint)
    }

    /// The methods that it is served by, as they are told.
    fn methods(self) -> &'static str {
        match self {
            Endpoint::Winnable => "GET, HEAD, POST",
            Endpoint::Judge | Endpoint::Check | Endpoint::CertificateJudge => "POST",
            _ if self.steers() => "POST",
            _ => "GET, HEAD",
        }
    }

    /// Whether it changes something: that is for pages of this site only.
    fn steers(self) -> bool {
        matches!(self, Endpoint::CampaignQueue | Endpoint::CampaignForce)
    }
}

/// Answers a request, counts it and logs it.
pub async fn answer(service: Arc<Service>, request: Request<Incoming>) -> Response<Body> {
    let start = Instant::now();
    let (head, body) = request.into_parts();
    let path = head.uri.path();
    let params = Params::new(head.uri.query());
    let endpoint = Endpoint::of(path);
    let known = service.hosts.check(head.version, &head.uri, &head.headers);
    let gets = matches!(head.method, Method::GET | Method::HEAD);
    let page = gets && html::is_there(path);
    // A game that is short enough may stand in the address.
    let by_link = gets && endpoint == Endpoint::Judge && matches!(params.get("pgn"), Ok(Some(_)));
    let found = match known.and_then(|()| method(&service, endpoint, path, &head.method)) {
        // Where programs post, browsers find the page, too.
        Ok(false) | Err(Error::MethodNotAllowed("POST"))
            if page && html::is_wanted(&head.headers) =>
        {
            let visit = Visit { service: &service, path, params, headers: &head.headers };
            html::page(visit).await
        }
        Err(Error::MethodNotAllowed("POST")) if by_link => {
            judge::linked(&service, params, &head.headers)
        }
        Ok(true) => Ok(preflight(&service, endpoint)),
        Ok(false) if endpoint == Endpoint::Winnable && head.method == Method::POST => {
            winnable_lines::answers(&service, params, &head.headers, body).await
        }
        Ok(false) => find(&service, endpoint, path, params, &head.headers, body).await,
        Err(error) => Err(error),
    };
    let mut reply = found.unwrap_or_else(|error| {
        if let Error::Internal(sentence) = &error {
            service.bug(sentence);
        }
        error.reply()
    });
    if page {
        negotiate::vary(&mut reply, "accept");
    }
    let mut reply = negotiate::negotiated(reply, &head.headers);
    if !endpoint.steers() {
        allow_origin(&service, &mut reply);
    }
    let took = start.elapsed();
    let status = reply.status().as_u16();
    service.metrics.reply(endpoint, status, took);
    if service.log.has_requests() {
        let fen = params.get("fen").ok().flatten();
        service.log.request((head.method.as_str(), path, fen.as_deref()), status, took);
    }
    reply
}

/// Whether the method is served there; true if it only asks what is.
fn method(
    service: &Service,
    endpoint: Endpoint,
    path: &str,
    method: &Method,
) -> Result<bool, Error> {
    let methods = endpoint.methods();
    match method.as_str() {
        method if methods.split(", ").any(|served| served == method) => Ok(false),
        _ if !is_there(service, endpoint, path) => Err(page::nothing()),
        "OPTIONS" => Ok(true),
        _ => Err(Error::MethodNotAllowed(methods)),
    }
}

/// Whether there is anything at the address.
fn is_there(service: &Service, endpoint: Endpoint, path: &str) -> bool {
    match endpoint {
        Endpoint::Page => page::is_there(path) || html::is_there(path),
        Endpoint::Picture => html::is_picture(&path[PICTURE.len()..]),
        Endpoint::Table => service.tables.rules().iter().any(|rules| *rules == path[TABLE.len()..]),
        _ => true,
    }
}

fn preflight(service: &Service, endpoint: Endpoint) -> Reply {
    let mut reply = reply::whole(Kind::Text, "");
    *reply.status_mut() = StatusCode::NO_CONTENT;
    let methods = match (endpoint, endpoint.methods()) {
        (Endpoint::Judge, _) | (_, "GET, HEAD, POST") => "GET, HEAD, POST, OPTIONS",
        (_, "POST") => "POST, OPTIONS",
        _ => "GET, HEAD, OPTIONS",
    };
    reply::put(&mut reply, header::ALLOW, methods);
    if service.options.cors.is_some() && !endpoint.steers() {
        // Browsers need not ask again for a day, or for as long as they think right.
        reply::put(&mut reply, header::ACCESS_CONTROL_MAX_AGE, "86400");
    }
    reply
}

/// Lets pages of the one other site read the answer, if there is one.
fn allow_origin(service: &Service, reply: &mut Reply) {
    let Some(origin) = &service.options.cors else { return };
    if let Ok(origin) = HeaderValue::from_str(origin) {
        reply.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        reply::put(reply, header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type");
        reply::put(reply, header::ACCESS_CONTROL_EXPOSE_HEADERS, "retry-after");
    }
}

async fn find(
    service: &Arc<Service>,
    endpoint: Endpoint,
    path: &str,
    params: Params<'_>,
    headers: &HeaderMap,
    body: Incoming,
) -> Result<Reply, Error> {
    match endpoint {
        Endpoint::Winnable => winnable::json(service, params).await,
        Endpoint::Legal => legal::json(service, params).await,
        Endpoint::Retract => retract::json(service, params).await,
        Endpoint::Moves => moves::json(params),
        Endpoint::Judge => judge::judge(service, params, headers, body).await,
        Endpoint::Check => check::check(service, body).await,
        Endpoint::CertificateWinnable => certificate::winnable(service, params).await,
        Endpoint::CertificateLegal => certificate::legal(service, params).await,
        Endpoint::CertificateJudge => certificate::judge(service, params, body).await,
        Endpoint::Longest => longest::json(service, headers).await,
        Endpoint::Table => table::json(service, &path[TABLE.len()..], params).await,
        Endpoint::Standard => tablebase::json(service, Rules::Chess, Asked::Moves, params).await,
        Endpoint::StandardMainline => {
            tablebase::json(service, Rules::Chess, Asked::Mainline, params).await
        }
        Endpoint::Antichess => tablebase::json(service, Rules::Losing, Asked::Moves, params).await,
        Endpoint::AntichessMainline => {
            tablebase::json(service, Rules::Losing, Asked::Mainline, params).await
        }
        Endpoint::Trees => losing::trees(service),
        Endpoint::Tree => losing::place(service, params).await,
        Endpoint::Campaign => campaign::status(service).await,
        Endpoint::CampaignQueue => campaign::steer(service, OrderKind::Queue, headers, body).await,
        Endpoint::CampaignForce => campaign::steer(service, OrderKind::Force, headers, body).await,
        Endpoint::Krk => strategy::krk(params),
        Endpoint::Served => served(service),
        Endpoint::Monitor => Ok(reply::whole(Kind::Text, metrics::monitor(service))),
        Endpoint::Metrics => Ok(reply::whole(Kind::Metrics, metrics::prometheus(service))),
        Endpoint::OpenApi => {
            Ok(reply::kept(reply::whole(Kind::Json, crate::OPENAPI), reply::ASKED_AGAIN))
        }
        Endpoint::Picture => picture::png(service, &path[PICTURE.len()..], params).await,
        Endpoint::Page => page::file(path, headers),
    }
}

/// What there is to ask about besides.
#[derive(Serialize)]
struct ServedReport<'a> {
    tables: Vec<String>,
    endings: Vec<table::Endings>,
    trees: Vec<&'a str>,
    campaign: bool,
}

fn served(service: &Service) -> Result<Reply, Error> {
    reply::json(&ServedReport {
        tables: service.tables.rules(),
        endings: service.tables.endings(),
        trees: service.trees.iter().map(ServedTree::name).collect(),
        campaign: service.options.campaign.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_found_and_counted_where_they_stand() {
        for (index, (endpoint, path, _)) in ENDPOINTS.into_iter().enumerate() {
            assert_eq!((Endpoint::of(path), endpoint as usize), (endpoint, index));
        }
        assert_eq!(Endpoint::of("/table/losing"), Endpoint::Table);
        assert_eq!(Endpoint::of("/winnable/x"), Endpoint::Page);
    }
}
