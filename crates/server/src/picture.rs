//! `GET /picture/...`: a board with its verdict, for services that show a link before anybody
//! follows it. They want points (PNG) and draw no lines (SVG); `raster` paints them.
//!
//! No picture ever searches. What the page has said of a position is kept in the cache under the
//! picture's address, and so is the picture.

use std::sync::Arc;

use zermelo_answers::names;
use zermelo_kernel::{Color, Piece, Position, Role};

use crate::error::Error;
use crate::html;
use crate::params::Params;
use crate::raster::Raster;
use crate::reply::{self, Kind, Reply};
use crate::service::{Found, Outcome, Service};

/// The size that services which show links ask for.
pub const SIZE: (usize, usize) = (1200, 630);

const SQUARE: f32 = 70.0;
const MARGIN: f32 = 35.0;
/// Where the words begin, and how wide they may be.
const WORDS: (f32, f32) = (640.0, 525.0);

/// The width of a letter by its height: letters are five by seven points, of which six make the
/// width. Heights are multiples of nine, so that each point is a square without a blurred edge.
const WIDE: f32 = 6.0 / 9.0;

type Paint = [u8; 3];
const PAPER: Paint = [250, 248, 243];
const INK: Paint = [30, 30, 34];
const QUIET: Paint = [104, 100, 92];
const LIGHT: Paint = [240, 226, 200];
const DARK: Paint = [184, 146, 106];
const IVORY: Paint = [255, 253, 248];

/// A position, and what is said of it.
pub struct Picture {
    /// Where it is served, always the same for the same picture.
    pub address: String,
    /// The position.
    pub position: Position,
    /// What is asked.
    pub asked: &'static str,
    /// The verdict and what it means, if that is settled.
    pub words: Option<(String, String)>,
    /// Whether the words are a verdict with a proof.
    pub proved: bool,
}

/// Keeps what was said, for the picture at this address.
pub fn keep(service: &Service, address: &str, headline: &str, article: &str) {
    let bytes = format!("{headline}\n{article}").into();
    service.cache.put(format!("words {address}"), Found::settled(bytes));
}

/// What was said before.
pub fn kept(service: &Service, address: &str) -> Option<(String, String)> {
    let found = service.cache.get(&format!("words {address}"))?;
    let (headline, article) = std::str::from_utf8(&found.bytes).ok()?.split_once('\n')?;
    Some((headline.to_string(), article.to_string()))
}

/// Answers with a picture.
pub async fn png(service: &Arc<Service>, name: &str, params: Params<'_>) -> Result<Reply, Error> {
    let picture = html::pictured(service, name, params)?;
    let outcome = if picture.words.is_some() { Outcome::Settled } else { Outcome::Open };
    let (key, shared) = (format!("{:?} {}", picture.words, picture.address), Arc::clone(service));
    let painted = async move {
        let bytes = shared.work.run(shared.work.slot()?, move || picture.png()).await?.into();
        Ok(Found { bytes, outcome })
    };
    let found = service.once(key, service.options.time, painted).await?;
    let reply = reply::whole(Kind::Png, found.bytes);
    Ok(if outcome == Outcome::Settled { reply::kept(reply, reply::SETTLED) } else { reply })
}

/// A closed line, in hundredths of a square.
type Outline = Vec<(f32, f32)>;

fn disc(x: f32, y: f32, (across, down): (f32, f32)) -> Outline {
    let angle = |step: u8| f32::from(step) * std::f32::consts::TAU / 24.0;
    (0..24).map(|step| (x + across * angle(step).cos(), y + down * angle(step).sin())).collect()
}

/// What a man looks like: what stands behind comes first.
fn outlines(role: Role) -> Vec<Outline> {
    let foot = vec![(22., 87.), (22., 80.), (30., 73.), (70., 73.), (78., 80.), (78., 87.)];
    let ball = |x, y, radius| disc(x, y, (radius, radius));
    let mut all = match role {
        Role::Pawn => {
            vec![vec![(41., 44.), (59., 44.), (68., 73.), (32., 73.)], ball(50., 33., 13.)]
        }
        Role::Rook => vec![
            vec![(35., 40.), (65., 40.), (69., 73.), (31., 73.)],
            vec![
                (27., 20.),
                (37., 20.),
                (37., 27.),
                (45., 27.),
                (45., 20.),
                (55., 20.),
                (55., 27.),
                (63., 27.),
                (63., 20.),
                (73., 20.),
                (73., 35.),
                (65., 42.),
                (35., 42.),
                (27., 35.),
            ],
        ],
        Role::Bishop => vec![
            ball(50., 15., 5.),
            disc(50., 41., (15., 22.)),
            vec![(37., 57.), (63., 57.), (68., 73.), (32., 73.)],
            vec![(48.5, 30.), (51.5, 30.), (51.5, 48.), (48.5, 48.)],
        ],
        Role::Knight => vec![
            vec![
                (33., 73.),
                (36., 60.),
                (48., 48.),
                (45., 44.),
                (33., 51.),
                (26., 47.),
                (25., 41.),
                (36., 27.),
                (41., 13.),
                (49., 22.),
                (61., 27.),
                (70., 41.),
                (72., 57.),
                (71., 73.),
            ],
            ball(43., 32., 2.),
        ],
        Role::Queen => vec![
            vec![
                (22., 31.),
                (35., 52.),
                (35., 21.),
                (46., 49.),
                (50., 17.),
                (54., 49.),
                (65., 21.),
                (65., 52.),
                (78., 31.),
                (70., 73.),
                (30., 73.),
            ],
            ball(22., 29., 4.5),
            ball(35., 19., 4.5),
            ball(50., 15., 4.5),
            ball(65., 19., 4.5),
            ball(78., 29., 4.5),
        ],
        Role::King => vec![
            vec![
                (46., 8.),
                (54., 8.),
                (54., 14.),
                (60., 14.),
                (60., 22.),
                (54., 22.),
                (54., 32.),
                (46., 32.),
                (46., 22.),
                (40., 22.),
                (40., 14.),
                (46., 14.),
            ],
            vec![
                (50., 36.),
                (58., 31.),
                (70., 32.),
                (79., 40.),
                (79., 50.),
                (70., 73.),
                (30., 73.),
                (21., 50.),
                (21., 40.),
                (30., 32.),
                (42., 31.),
            ],
        ],
    };
    all.push(foot);
    all
}

/// What a man is filled with, and drawn with.
fn paints(color: Color) -> [Paint; 2] {
    match color {
        Color::White => [IVORY, INK],
        Color::Black => [INK, [214, 206, 190]],
    }
}

/// Words in lines of so many letters.
fn folded(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// A line of words: where it stands, how high its letters are, what it says.
struct Words {
    y: f32,
    height: f32,
    paint: Paint,
    text: String,
}

impl Picture {
    /// The men, each with the corner of its square.
    fn men(&self) -> impl Iterator<Item = (f32, f32, Piece)> {
        self.position.pieces().map(|(square, piece)| {
            let (file, rank) = (f32::from(square.file()), f32::from(square.rank()));
            (MARGIN + file * SQUARE, MARGIN + (7.0 - rank) * SQUARE, piece)
        })
    }

    /// The dark squares' corners.
    fn dark() -> impl Iterator<Item = (f32, f32)> {
        let dark = (0u8..64).filter(|square| (square / 8 + square % 8) % 2 == 1);
        let corner = |at: u8| MARGIN + f32::from(at) * SQUARE;
        dark.map(move |square| (corner(square % 8), corner(square / 8)))
    }

    /// What is written beside the board.
    fn words(&self) -> Vec<Words> {
        let turn = format!("{} to move", self.position.turn());
        let (headline, article) = match &self.words {
            Some((headline, article)) => (headline.as_str(), article.as_str()),
            None => (self.asked, ""),
        };
        let mut all = Vec::new();
        let mut y = 120.0;
        for (text, height, paint) in
            [(headline, 45.0, INK), (turn.as_str(), 27.0, QUIET), (article, 27.0, QUIET)]
        {
            for text in folded(text, (WORDS.1 / (height * WIDE)) as usize) {
                // What has no room is left out, and the foot of the picture is kept.
                if y < 560.0 {
                    all.push(Words { y, height, paint, text });
                }
                y += (height * 1.4_f32).round();
            }
            y += (height * 0.7_f32).round();
        }
        let foot = if self.proved { "Zermelo: answered with a proof" } else { "Zermelo" };
        all.push(Words { y: 594.0, height: 27.0, paint: INK, text: foot.to_string() });
        all
    }

    /// The picture in points.
    pub fn png(&self) -> Vec<u8> {
        let mut raster = Raster::new(SIZE, PAPER);
        let square = |x: f32, y: f32, side: f32| {
            vec![(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
        };
        raster.fill(&square(MARGIN, MARGIN, SQUARE * 8.0), LIGHT);
        for (x, y) in Picture::dark() {
            raster.fill(&square(x, y, SQUARE), DARK);
        }
        for (x, y, piece) in self.men() {
            let [fill, line] = paints(piece.color);
            for outline in outlines(piece.role) {
                let scale = SQUARE / 100.0;
                let placed: Outline =
                    outline.into_iter().map(|(a, b)| (x + a * scale, y + b * scale)).collect();
                raster.fill(&placed, fill);
                raster.stroke(&placed, 2.6 * scale, line);
            }
        }
        for Words { y, height, paint, text } in self.words() {
            raster.write((WORDS.0, y), height / 9.0, &text, paint);
        }
        raster.png()
    }
}

/// The position for those who hear it.
pub fn spoken(position: &Position) -> String {
    let men = |color: Color| {
        let mut men: Vec<_> = position.pieces().filter(|(_, man)| man.color == color).collect();
        men.sort_by_key(|(_, man)| std::cmp::Reverse(man.role));
        let named = |(square, man): &(_, Piece)| format!("{} {square}", names::role(man.role));
        men.iter().map(named).collect::<Vec<_>>().join(", ")
    };
    format!(
        "White: {}. Black: {}. {} to move.",
        men(Color::White),
        men(Color::Black),
        position.turn()
    )
}

#[cfg(test)]
mod tests {
    use zermelo_kernel::Castling;

    use super::*;

    fn picture(words: Option<(&str, &str)>) -> Picture {
        let fen = "rnbqk3/p7/8/8/8/8/7P/3QKBNR w - -";
        Picture {
            address: String::new(),
            position: Position::from_fen(fen, Castling::Standard).unwrap(),
            asked: "Can they still win?",
            words: words.map(|(one, two)| (one.to_string(), two.to_string())),
            proved: words.is_some(),
        }
    }

    #[test]
    fn points_are_painted() {
        let article = "The position is not dead (FIDE Laws, Article 5.2.2).";
        let png = picture(Some(("Only White can still win.", article))).png();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xae\x42\x60\x82"));
        assert_eq!(png[16..24], [0, 0, 4, 176, 0, 0, 2, 118]);
        assert!((5_000..60_000).contains(&png.len()), "{}", png.len());
        assert_ne!(png, picture(None).png());
        if let Ok(file) = std::env::var("ZERMELO_PICTURE") {
            std::fs::write(file, png).unwrap();
        }
    }

    #[test]
    fn words_are_folded_and_never_run_over_the_foot() {
        assert_eq!(folded("one two three", 7), ["one two", "three"]);
        assert!(folded("", 7).is_empty());
        let long = "word ".repeat(500);
        let words = picture(Some((&long, &long))).words();
        assert!(words.len() > 5 && words.iter().all(|words| words.y <= 594.0));
    }

    #[test]
    fn a_position_can_be_heard() {
        let heard = spoken(&picture(None).position);
        assert!(heard.starts_with("White: king e1, queen d1, rook h1, "), "{heard}");
        assert!(heard.ends_with(" White to move."), "{heard}");
    }
}
