//! What there is to say about the strategy.

use zermelo_kernel_strategy::{Board, Boards, Kind, Rules, StrategyClaim, StrategyEnding};

use super::answer::Shown;
use super::kinds::{CONDITIONS, NOTIONS, Term, why};
use super::notation::{board_text, move_text, place_text};
use super::report::Round;
use super::told::{MenOf, Told};
use crate::explain::Mark;
use crate::explain::Paragraph::{self, Diagram, Entry, Figure, Gap, Headline, Line, Remark};
use crate::names::counted;

/// A number of moves by White.
pub(super) fn moves(number: u32) -> String {
    counted(number as usize, "move")
}

/// The men of an ending that mate.
pub fn ending_words(ending: StrategyEnding) -> &'static str {
    match ending {
        StrategyEnding::Krk => "king and rook",
        StrategyEnding::Kqk => "king and queen",
        StrategyEnding::Krr => "king and two rooks",
    }
}

/// The boards that a theorem is about.
pub fn boards_words(boards: Boards) -> String {
    match boards {
        Boards::All => "every board with at least four files and four ranks".to_string(),
        Boards::One(width, height) => format!("{width}x{height}"),
    }
}

/// How long a game lasts at most, where that is claimed.
pub fn within(claim: StrategyClaim) -> String {
    let plies = claim.ending.plies_words().filter(|_| claim.bounded);
    plies.map(|plies| format!(", after at most {plies}")).unwrap_or_default()
}

/// The strategy, for a board or for all.
pub fn strategy(board: Option<&Board<i32>>) -> Vec<Paragraph> {
    let mut parts = vec![
        Headline("King and rook against king: how White mates.".to_string()),
        Gap,
        Remark("White plays the first kind of move in this list that is possible.".to_string()),
        Gap,
    ];
    for (number, kind) in (1..).zip(Kind::ALL) {
        let Term { name, text } = Term::of(kind);
        parts.push(Line(format!("{number:>4}. "), name.to_string(), String::new()));
        parts.push(Entry(6, String::new(), text.to_string()));
    }
    parts.extend([Gap, Remark(CONDITIONS.to_string()), Gap]);
    let notion = |Term { name, text }| Entry(2, name.to_string(), format!(": {text}."));
    parts.extend(NOTIONS.map(notion));
    let here = match board {
        Some(board) if board.width < 4 || board.height < 4 => format!(
            "On {} nothing is promised: the strategy is for boards of at least 4x4.",
            board_text(board)
        ),
        _ => "It is meant for every board with at least four files and four ranks.".to_string(),
    };
    parts.extend([Gap, Remark(here)]);
    parts
}

/// What is played in a position.
pub fn shown(shown: &Shown) -> Vec<Paragraph> {
    let Shown { board, men, moves } = shown;
    let room = board.room(*men);
    let room = if men.piece.in_line(men.black) {
        Paragraph::figure("room", format!("{room}: the black king is not shut in"))
    } else {
        Figure("room", room.to_string(), Some(Mark::Room))
    };
    let critical = place_text(men.critical_square());
    let critical = Figure("critical", critical, Some(Mark::Critical));
    let mut parts = vec![Diagram(*board, *men), room, critical];
    let headline = match moves {
        None => "No kind of move fits: the strategy has no answer here.".to_string(),
        Some((kind, all, one)) => {
            let Term { name, text } = Term::of(*kind);
            let fit: Vec<String> = all.iter().map(|&to| move_text(board, *men, to)).collect();
            parts.push(Paragraph::figure("kind", format!("{name}. {text}")));
            parts.push(Paragraph::figure(
                "moves",
                format!("{} ({} in all)", fit.join(", "), fit.len()),
            ));
            let played = move_text(board, *men, *one);
            format!("White plays {played}: {}.", why(board, *kind, *men, *one))
        }
    };
    parts.extend([Gap, Headline(headline)]);
    parts
}

/// Before a game.
pub fn welcome<S: Told>(strategy: &S, start: MenOf<S>) -> Vec<Paragraph> {
    let board = strategy.rules().board();
    let (size, start_text) = (board_text(&board), strategy.text(start));
    let headline = format!("You have the black king on {size}. White begins: {start_text}.");
    vec![Headline(headline), how_to_play(), strategy.diagram(&board, start)]
}

/// What may be typed.
pub fn how_to_play() -> Paragraph {
    Remark("Type the square your king goes to, or hint, undo, board, help, quit.".to_string())
}

/// White's move, the game's so many-th.
pub fn white_plays<S: Told>(
    strategy: &S,
    number: usize,
    kind: S::Kind,
    from: MenOf<S>,
    to: MenOf<S>,
) -> Vec<Paragraph> {
    let played = format!("{number}. {}", strategy.move_text(from, to));
    let because = format!("  {}: {}.", S::kind(kind).name, strategy.why(kind, from, to));
    let diagram = strategy.diagram(&strategy.rules().board(), to);
    vec![Line(String::new(), played, because), diagram]
}

/// Black's longest defence, and after how many plies it ends.
pub fn hint<S: Told>(
    strategy: &S,
    men: MenOf<S>,
    reply: Option<MenOf<S>>,
    plies: Option<u32>,
) -> String {
    let Some(reply) = reply else {
        return format!("There is nothing but the {} to take.", S::PIECE);
    };
    let last = plies.map_or("and are not mated".to_string(), |plies| {
        format!("and are mated in {}", moves(plies.div_ceil(2)))
    });
    format!("With {} you last longest, {last}.", strategy.move_text(men, reply))
}

/// How a game against a person ended.
pub enum End {
    /// White had no move.
    NoMove,
    /// Black is mated.
    Mate,
    /// Black is stalemated.
    Stalemate,
    /// Black took a piece, which is called so.
    Taken(&'static str),
    /// The person left.
    Quit,
}

/// The end of a game of so many moves.
pub fn game_over(how: &End, number: usize) -> Vec<Paragraph> {
    let number = moves(number as u32);
    let headline = Headline(match how {
        End::NoMove => {
            "No kind of move fits: the strategy has no answer. The game is yours.".to_string()
        }
        End::Mate => format!("Mated in {number}."),
        End::Stalemate => "Stalemate: a draw.".to_string(),
        End::Taken(piece) => format!("You take the {piece}: a draw."),
        End::Quit => format!("Left after {number}."),
    });
    if let End::Quit = how { vec![Gap, headline] } else { vec![headline] }
}

/// A game in which Black defended as long as he could.
pub fn watched<S: Told>(
    strategy: &S,
    start: MenOf<S>,
    plies: u32,
    game: &[Round],
) -> Vec<Paragraph> {
    let (number, text) = (moves(plies.div_ceil(2)), strategy.text(start));
    let headline = format!("From {text} mate in {number}, {plies} plies.");
    let diagram = strategy.diagram(&strategy.rules().board(), start);
    let mut parts = vec![diagram, Headline(headline), Gap];
    parts.extend(rounds(game));
    parts
}

/// The rounds of a game, one a line.
pub(super) fn rounds(game: &[Round]) -> impl Iterator<Item = Paragraph> + '_ {
    (1..).zip(game).map(|(number, Round { kind, white, black, .. })| {
        let black = black.as_deref().unwrap_or("");
        Paragraph::line(format!("{number:>5}. {white:<6} {black:<6} {kind}").trim_end())
    })
}
