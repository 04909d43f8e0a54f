//! Tabs of the page that have an address of their own and need JavaScript to be used: what is shown
//! of a link to one before anybody follows it. Nothing is searched for that; tables and the
//! strategy of king and rook are asked.

use std::sync::Arc;

use hyper::StatusCode;
use zermelo_answers::explain::Paragraph;
use zermelo_answers::query::Query;
use zermelo_answers::strategy::{self, read_board, read_men};
use zermelo_kernel::{Castling, Position};
use zermelo_kernel_strategy::{Board, Men};

use crate::error::Error;
use crate::html::Visit;
use crate::page;
use crate::params::Params;
use crate::picture::{self, Picture};
use crate::reply::Reply;
use crate::service::Service;
use crate::shown::{Shown, address, board, paragraph};
use crate::table;

/// A tab. Its address and its picture bear its name.
struct Tab {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// What its picture shows unless the link names another position.
    fen: &'static str,
}

const TABS: [Tab; 5] = [
    Tab {
        name: "check",
        title: "Check a proof",
        description: "A certificate, checked by the kernel alone.",
        fen: "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -",
    },
    Tab {
        name: "longest",
        title: "The longest game",
        description: "A game of 17,697 plies, the longest there can be.",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    },
    Tab {
        name: "krk",
        title: "King and rook",
        description: "A strategy that mates on every board, move by move, with reasons.",
        fen: "8/8/5k2/8/8/8/1K6/7R w - -",
    },
    Tab {
        name: "tables",
        title: "Endgame tables",
        description: "Every move of an ending with its value: who wins, and how soon.",
        fen: "8/8/8/8/3k4/8/8/KQ6 w - -",
    },
    Tab {
        name: "losing",
        title: "Losing chess",
        description: "Proofs of who wins, to walk about in.",
        fen: "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq -",
    },
];

fn named(name: &str) -> Option<&'static Tab> {
    TABS.iter().find(|tab| tab.name == name)
}

/// The tab at this address.
fn at(path: &str) -> Option<&'static Tab> {
    path.strip_prefix('/').and_then(named)
}

/// Whether a tab is there.
pub fn is_there(path: &str) -> bool {
    page::is_built() && at(path).is_some()
}

/// Whether a tab has a picture of this name: `krk.png`.
pub fn is_picture(name: &str) -> bool {
    name.strip_suffix(".png").and_then(named).is_some()
}

impl Tab {
    fn picture(&self, fen: &str) -> String {
        address(&format!("/picture/{}.png", self.name), &[("fen", fen)])
    }

    /// The position that a link names, if it names one that can be drawn.
    fn linked(&self, params: Params<'_>) -> Option<Position> {
        let given = |name| params.get(name).ok().flatten();
        let fen = match self.name {
            "tables" => given("fen")?.into_owned(),
            "krk" => {
                // The picture has eight files and ranks.
                let board = given("board").filter(|board| !board.is_empty());
                let board = read_board(board.as_deref().unwrap_or("8")).ok()?;
                let men = read_men(&given("men")?.replace('_', " "), &board).ok()?;
                Some(fen_of(men)).filter(|_| board == Board::new(8, 8))?
            }
            _ => return None,
        };
        Query::read(&fen, Castling::Standard).ok().map(|query| query.position)
    }
}

/// King and rook against king as a FEN, White to move.
fn fen_of(men: Men<i32>) -> String {
    let placed = [(men.king, 'K'), (men.piece, 'R'), (men.black, 'k')];
    let on = |x, y| placed.iter().find(|(place, _)| (place.x, place.y) == (x, y));
    let letter = |x, y| on(x, y).map_or('1', |(_, letter)| *letter);
    let rank = |y| -> String { (0..8).map(|x| letter(x, y)).collect() };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    format!("{} w - -", ranks.join("/"))
}

/// What is known of the position of a link, in a sentence: its value, or the move that is played.
async fn told(
    service: &Arc<Service>,
    tab: &Tab,
    params: Params<'_>,
    linked: &Position,
) -> Option<String> {
    match tab.name {
        // What is told is of chess, whatever the position looks like.
        "tables" if params.get("rules").ok()?.is_none_or(|rules| rules == "chess") => {
            table::told(service, linked).await.ok()
        }
        "krk" => {
            let board = Board::new(8, 8);
            let men = read_men(&params.get("men").ok()??.replace('_', " "), &board).ok()?;
            let said = strategy::shown(&strategy::Shown::of(board, men)).into_iter();
            said.rev().find_map(|part| match part {
                Paragraph::Headline(text) => Some(text),
                _ => None,
            })
        }
        _ => None,
    }
}

/// The page of a tab.
pub async fn page(visit: Visit<'_>) -> Result<Reply, Error> {
    let Visit { service, path, params, headers } = visit;
    let tab = at(path).ok_or_else(page::nothing)?;
    let Tab { title, description, .. } = *tab;
    let linked = tab.linked(params);
    let fen = linked.as_ref().map_or(String::new(), Position::to_fen);
    let picture = tab.picture(&fen);
    let (mut main, mut said) = (format!("<h1>{title}</h1>"), None);
    if let Some(position) = &linked {
        said = told(service, tab, params, position).await;
        main.extend(said.iter().map(|said| paragraph(said, true)));
        main += &board(&picture, position);
    }
    main += &paragraph(description, false);
    main += &paragraph("To go on from here on a board needs JavaScript.", false);
    if let Some(said) = &said {
        picture::keep(service, &picture, said, &fen);
    }
    let shown = Shown {
        description: format!("{description} {fen}").trim_end().to_string(),
        title: said.unwrap_or_else(|| title.to_string()),
        address: Some(own_address(path, params)?),
        main,
        picture: Some(picture),
    };
    Ok(shown.reply(headers, StatusCode::OK))
}

/// The address of a tab with what the link says, so that who follows it sees the same.
fn own_address(path: &str, params: Params<'_>) -> Result<String, Error> {
    let mut given = Vec::new();
    for name in ["rules", "fen", "board", "men", "side", "ply", "moves", "of"] {
        given.push((name, params.get(name)?.unwrap_or_default()));
    }
    given.retain(|(_, value)| !value.is_empty());
    let given: Vec<_> = given.iter().map(|(name, value)| (*name, value.as_ref())).collect();
    Ok(if given.is_empty() { path.to_string() } else { address(path, &given) })
}

/// The picture of a tab: `krk.png`, with the position of the link if there is one, and what the
/// page has said of it before.
pub fn pictured(service: &Service, name: &str, params: Params<'_>) -> Result<Picture, Error> {
    let tab = name.strip_suffix(".png").and_then(named).ok_or_else(page::nothing)?;
    let given = params.get("fen")?.filter(|fen| !fen.is_empty());
    let fen = given.as_deref().unwrap_or(tab.fen);
    let query = Query::read(fen, Castling::Standard).map_err(Error::BadRequest)?;
    let address = tab.picture(&query.position.to_fen());
    let usual = || (tab.title.to_string(), tab.description.to_string());
    let words = Some(picture::kept(service, &address).unwrap_or_else(usual));
    Ok(Picture { address, position: query.position, asked: tab.title, words, proved: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tab_has_a_position() {
        for tab in &TABS {
            assert!(Query::read(tab.fen, Castling::Standard).is_ok(), "{}", tab.name);
            assert!(is_picture(&format!("{}.png", tab.name)));
        }
        assert!(!is_picture("krk.svg") && !is_picture("x.png"));
    }

    #[test]
    fn links_to_positions_show_them() {
        let linked = |name, query| {
            let position = named(name).and_then(|tab| tab.linked(Params::new(Some(query))));
            position.map(|position| position.to_fen())
        };
        let krk = Some("8/8/5k2/8/3R4/2K5/8/8 w - -".to_string());
        assert_eq!(linked("krk", "men=Kc3+Rd4+kf6"), krk);
        assert_eq!(linked("krk", "board=8&men=Kc3_Rd4_kf6"), krk);
        assert_eq!(linked("krk", "board=9&men=Kc3+Rd4+kf6"), None);
        assert_eq!(linked("krk", "men=nonsense"), None);
        let queen = Some("8/8/8/8/3k4/8/8/KQ6 w - -".to_string());
        assert_eq!(linked("tables", "rules=chess&fen=8/8/8/8/3k4/8/8/KQ6_w_-_-"), queen);
        // A position of losing chess is none of chess.
        assert_eq!(linked("tables", "rules=losing&fen=8/8/8/8/8/8/8/KQ6+w"), None);
        assert_eq!(linked("check", "fen=8/8/8/8/3k4/8/8/KQ6+w"), None);
    }
}
