//! King and queen: the strategy in words, what is played in a position, a board that was walked.

use std::time::Duration;

use serde::Serialize;
use zermelo_board::clock::Instant;
use zermelo_kernel::{Budget, Proved};
use zermelo_kernel_strategy::kqk::{Kind, Strategy};
use zermelo_kernel_strategy::{Board, Choice, Distances, Men, Numbering, PlayFault, Played, Rules};
use zermelo_strategy::queen::{Games, distances};

use super::explain::moves;
use super::kinds::Term;
use super::notation::{board_text, place_text};
use super::verify::{KindReport, NotVerified};
use crate::explain::Paragraph::{self, Entry, Gap, Headline, Line, Remark};
use crate::names::{duration, thousands};

/// A kind of move: its name, and what it is.
fn term(kind: Kind) -> Term {
    let (name, text) = match kind {
        Kind::Mate => (
            "Mate",
            "The queen mates, guarded, right before a black king on an edge, or diagonally before \
             one in a corner.",
        ),
        Kind::Squeeze => (
            "Squeeze",
            "The queen, along a file or rank or by one diagonal step, makes the rectangle smaller, or \
             as small and narrower. She stays on track and not beside the black king.",
        ),
        Kind::Approach => (
            "Approach",
            "The king comes nearer to its place, counted along files and ranks; the queen stays on \
             track and not beside the black king.",
        ),
        Kind::Wait => (
            "Wait",
            "The king leaves its place, so that Black must move; the queen stays on track and not \
             beside the black king.",
        ),
        Kind::QueenHome => (
            "QueenHome",
            "The queen, who was not on track, comes on track where Black cannot take her.",
        ),
        Kind::QueenBeside => {
            ("QueenBeside", "The queen comes beside her king; Black cannot take her, no stalemate.")
        }
        Kind::KingStep => (
            "KingStep",
            "The king steps, no further from the black king; Black cannot take the queen, no \
             stalemate.",
        ),
    };
    Term { name, text }
}

fn name(kind: Kind) -> &'static str {
    term(kind).name
}

/// The words the kinds are told in.
const NOTIONS: [Term; 4] = [
    Term {
        name: "rectangle",
        text: "what the queen's file and rank leave to the black king, measured by half the way \
               around it",
    },
    Term { name: "trapped", text: "the black king in a corner, the queen a knight's move away" },
    Term {
        name: "on track",
        text: "the queen's file or rank lies between those of the kings, and the black king is not \
               trapped",
    },
    Term {
        name: "place",
        text: "the king's, diagonally beside the queen: on the black king's side of her rank, across \
               her file",
    },
];

/// The strategy in words.
pub fn queen_strategy() -> Vec<Paragraph> {
    let mut parts = vec![
        Headline("King and queen against king: how White mates.".to_string()),
        Gap,
        Remark("White plays the first kind of move in this list that is possible.".to_string()),
        Gap,
    ];
    for (number, kind) in (1..).zip(Kind::ALL) {
        let Term { name, text } = term(kind);
        parts.push(Line(format!("{number:>4}. "), name.to_string(), String::new()));
        parts.push(Entry(6, String::new(), text.to_string()));
    }
    parts.push(Gap);
    parts.extend(
        NOTIONS.map(|Term { name, text }| Entry(2, name.to_string(), format!(": {text}."))),
    );
    let here = "It is meant for every board with at least four files and four ranks; any move that \
                fits will do.";
    parts.extend([Gap, Remark(here.to_string())]);
    parts
}

/// The strategy for programs.
#[derive(Serialize)]
pub struct QueenStrategyReport {
    ending: &'static str,
    kinds: [Term; Kind::ALL.len()],
    notions: [Term; NOTIONS.len()],
}

impl Default for QueenStrategyReport {
    fn default() -> Self {
        QueenStrategyReport { ending: "kqk", kinds: Kind::ALL.map(term), notions: NOTIONS }
    }
}

/// What is played in a position, for programs.
#[derive(Serialize)]
pub struct QueenShown {
    board: String,
    position: String,
    rectangle: i32,
    on_track: bool,
    kings_place: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// All that fit; the first is played.
    moves: Vec<String>,
    #[serde(skip)]
    text: &'static str,
}

impl QueenShown {
    /// What is played in a position with White to move.
    pub fn of(board: Board<i32>, men: Men<i32>) -> QueenShown {
        let strategy = Strategy::new(board);
        let played = strategy.played(Choice::Relation, men);
        let moves = played.iter().flat_map(|(_, moves)| moves);
        let move_text = |&to: &Men<i32>| {
            let (man, place) = if men.king == to.king { ('Q', to.piece) } else { ('K', to.king) };
            let sign = match to.queen_attacks(to.black) {
                true if strategy.mate(to) => "#",
                true => "+",
                false => "",
            };
            format!("{man}{}{sign}", place_text(place))
        };
        QueenShown {
            board: board_text(&board),
            position: queen_text(men),
            rectangle: strategy.room(men).1,
            on_track: strategy.on_track(men),
            kings_place: match men.kings_place() {
                place if board.has(place) => place_text(place),
                _ => "off the board".to_string(),
            },
            kind: played.as_ref().map(|(kind, _)| name(*kind)),
            moves: moves.map(move_text).collect(),
            text: played.as_ref().map_or("", |(kind, _)| term(*kind).text),
        }
    }

    /// What there is to say.
    pub fn explain(&self) -> Vec<Paragraph> {
        let QueenShown { position, rectangle, on_track, kings_place, moves, text, .. } = self;
        let Some((kind, first)) = self.kind.zip(moves.first()) else {
            let none = "No kind of move fits: the strategy has no answer here.";
            return vec![Headline(none.to_string())];
        };
        vec![
            Paragraph::figure("position", position.clone()),
            Paragraph::figure("rectangle", rectangle.to_string()),
            Paragraph::figure("on track", if *on_track { "yes" } else { "no" }),
            Paragraph::figure("place", kings_place.clone()),
            Paragraph::figure("kind", format!("{kind}. {text}")),
            Paragraph::figure("moves", format!("{} ({} in all)", moves.join(", "), moves.len())),
            Gap,
            Headline(format!("White plays {first}.")),
        ]
    }
}

/// A position.
fn queen_text(men: Men<i32>) -> String {
    let [king, queen, black] = [men.king, men.piece, men.black].map(place_text);
    format!("K{king} Q{queen} k{black}")
}

/// What came of a walk, which the kernel has accepted.
pub struct QueenVerified {
    games: Games,
    proved: Proved<Distances<'static, Strategy<i32>>>,
    time: Duration,
    check_time: Duration,
}

impl QueenVerified {
    /// Walks the board, any move that fits, and has the kernel check every position on so many
    /// threads.
    ///
    /// # Errors
    ///
    /// If the board cannot be walked, or the kernel rejects what was found.
    pub fn of(board: Board<i32>, threads: usize) -> Result<QueenVerified, NotVerified> {
        Numbering::new(&board).map_err(NotVerified::Board)?;
        let begun = Instant::now();
        let (games, claim) = distances(&Strategy::new(board), threads);
        let time = begun.elapsed();
        let begun = Instant::now();
        let budget = Budget::default().steps(u64::MAX, 0);
        let proved =
            Proved::new(claim, &budget).map_err(|fault: PlayFault| NotVerified::Rejected(fault))?;
        Ok(QueenVerified { games, proved, time, check_time: begun.elapsed() })
    }

    /// Whether White always mates.
    pub fn always_mates(&self) -> bool {
        self.proved.not_won == 0
    }

    /// What there is to say.
    pub fn explain(&self) -> Vec<Paragraph> {
        let QueenVerified { games, proved, time, check_time } = self;
        let size = board_text(&proved.strategy.board);
        let headline = match (games.positions, proved.not_won) {
            (0, _) => format!("On {size} the three men have no position with White to move."),
            (_, 0) => format!("On {size} the strategy mates from every position."),
            _ => format!("On {size} the strategy does not always mate."),
        };
        let positions = format!("{} with White to move", thousands(games.positions));
        let mut parts = vec![
            Headline(headline),
            Gap,
            Paragraph::figure("positions", positions),
            Paragraph::figure("moves", "any that fits"),
        ];
        if let Some(start) = games.start {
            let (plies, number) = (proved.longest, moves(games.longest));
            let text = format!("{plies} plies, {number}, from {}", queen_text(start));
            parts.push(Paragraph::figure("longest", text));
        }
        if let Some(men) = games.not_won {
            let count = thousands(proved.not_won);
            let text = format!(
                "{count} positions from which mate does not always follow, such as {}",
                queen_text(men)
            );
            parts.push(Paragraph::figure("wrong", text));
        }
        let checked = format!(
            "the kernel accepts {} positions by the definition alone, {}",
            thousands(games.positions),
            duration(*check_time)
        );
        parts.extend([
            Paragraph::figure("walked", duration(*time)),
            Paragraph::figure("checked", checked),
            Gap,
        ]);
        parts.extend(Kind::ALL.map(|kind| {
            let count = thousands(proved.kinds[kind as usize]);
            Paragraph::line(format!("  {:<20}{count:>12}", name(kind)))
        }));
        parts
    }
}

/// What was found, for programs. The keys are those of king and rook.
#[derive(Serialize)]
pub struct QueenVerifyReport {
    board: String,
    moves: &'static str,
    /// `mates` or `fails`.
    result: &'static str,
    proved: bool,
    positions: u64,
    kinds: Vec<KindReport>,
    longest_plies: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_start: Option<String>,
    always_mate: bool,
    not_won: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_won_start: Option<String>,
    checked: u64,
    seconds: f64,
    check_seconds: f64,
}

impl QueenVerifyReport {
    /// What was found.
    pub fn new(verified: &QueenVerified) -> QueenVerifyReport {
        let QueenVerified { games, proved, time, check_time } = verified;
        let kind =
            |kind: Kind| KindReport { kind: name(kind), positions: proved.kinds[kind as usize] };
        QueenVerifyReport {
            board: board_text(&proved.strategy.board),
            moves: "relation",
            result: if verified.always_mates() { "mates" } else { "fails" },
            proved: true,
            positions: games.positions,
            kinds: Kind::ALL.map(kind).into(),
            longest_plies: proved.longest,
            longest_start: games.start.map(queen_text),
            always_mate: verified.always_mates(),
            not_won: proved.not_won,
            not_won_start: games.not_won.map(queen_text),
            checked: games.positions,
            seconds: time.as_secs_f64(),
            check_seconds: check_time.as_secs_f64(),
        }
    }
}
