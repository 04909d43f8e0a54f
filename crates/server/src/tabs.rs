//! Tabs of the page that have an address of their own and need JavaScript to be used: what is shown
//! of a link to one before anybody follows it. Nothing is searched for that; tables and the
//! strategy of king and rook are asked.

use std::sync::Arc;

use hyper::StatusCode;
use zermelo_answers::explain::Paragraph;
use zermelo_answers::losing::{in_san, read_line};
use zermelo_answers::query::Query;
use zermelo_answers::strategy::{self, board_text, read_board, read_men};
use zermelo_answers::{names, san};
use zermelo_kernel::{Castling, Color, LosingPosition, Position};
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

/// Plies of the longest game.
const LONGEST: u64 = 17_697;

/// Plies of a line that a title names.
const MOST: usize = 12;

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -";

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
                let (board, men) = king_and_rook(params)?;
                Some(fen_of(men)).filter(|_| board == Board::new(8, 8))?
            }
            _ => return None,
        };
        Query::read(&fen, Castling::Standard).ok().map(|query| query.position)
    }
}

/// The board and the men of a link to king and rook.
fn king_and_rook(params: Params<'_>) -> Option<(Board<i32>, Men<i32>)> {
    let given = |name| params.get(name).ok().flatten().filter(|text| !text.is_empty());
    let board = read_board(given("board").as_deref().unwrap_or("8")).ok()?;
    let men = read_men(&given("men")?.replace('_', " "), &board).ok()?;
    Some((board, men))
}

/// A line of losing chess as books write it: its first moves, if it is long.
fn line(moves: &str) -> Option<String> {
    let start = LosingPosition::from_fen(INITIAL).ok()?;
    let start = zermelo_losing::Position::from_kernel(&start);
    let words: Vec<String> = moves.split(['_', ' ']).take(MOST + 1).map(String::from).collect();
    let mut made = read_line(&start, &words).ok().filter(|line| !line.is_empty())?;
    let is_long = made.len() > MOST;
    made.truncate(MOST);
    let line = san::numbered(&in_san(&start, &made), 1, Color::White).join(" ");
    Some(line + if is_long { " ..." } else { "" })
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

/// What is known of the place of a link, in a sentence: its value, the move that is played, or where it is.
async fn told(
    service: &Arc<Service>,
    tab: &Tab,
    params: Params<'_>,
    linked: Option<&Position>,
) -> Option<String> {
    match tab.name {
        "longest" => {
            let ply: u64 = params.get("ply").ok()??.parse().ok()?;
            let ply = names::thousands(Some(ply).filter(|ply| (1..=LONGEST).contains(ply))?);
            Some(format!("The longest game, ply {ply} of {}", names::thousands(LONGEST)))
        }
        "losing" => Some(format!("Losing chess: {}", line(&params.get("moves").ok()??)?)),
        // What is told is of chess, whatever the position looks like.
        "tables" if params.get("rules").ok()?.is_none_or(|rules| rules == "chess") => {
            table::told(service, linked?).await.ok()
        }
        "krk" => {
            let (board, men) = king_and_rook(params)?;
            let said = strategy::shown(&strategy::Shown::of(board, men)).into_iter();
            let headline = said.rev().find_map(|part| match part {
                Paragraph::Headline(text) => Some(text),
                _ => None,
            })?;
            Some(match linked {
                Some(_) => headline,
                None => format!("On {}: {headline}", board_text(&board)),
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
    let said = told(service, tab, params, linked.as_ref()).await;
    let mut main = format!("<h1>{title}</h1>");
    main.extend(said.iter().map(|said| paragraph(said, true)));
    main.extend(linked.iter().map(|position| board(&picture, position)));
    main += &paragraph(description, false);
    main += &paragraph("To go on from here on a board needs JavaScript.", false);
    // The picture of a place without a position of its own is that of the tab.
    if let (Some(said), Some(_)) = (&said, &linked) {
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

    #[test]
    fn lines_of_losing_chess_are_named_by_their_moves() {
        assert_eq!(line("e2e3_b8a6_f1a6").as_deref(), Some("1. e3 Na6 2. Bxa6"));
        assert_eq!(line("e2e3 b8a6").as_deref(), Some("1. e3 Na6"));
        let long = line(&"g1f3 g8f6 f3g1 f6g8 ".repeat(9)).unwrap();
        assert!(
            long.starts_with("1. Nf3 Nf6 2. Ng1 ") && long.ends_with(" 6. Ng1 Ng8 ..."),
            "{long}"
        );
        for none in ["", "-", "e2e5", "nonsense"] {
            assert_eq!(line(none), None, "{none}");
        }
    }
}
