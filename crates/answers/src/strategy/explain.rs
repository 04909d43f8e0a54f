//! What there is to say about the strategy, as data: parts that are laid out from top to bottom.

use zermelo_kernel_strategy::{Board, Boards, Kind, Men, StrategyEnding};

use super::answer::Shown;
use super::kinds::{CONDITIONS, NOTIONS, Told, why};
use super::notation::{board_text, men_text, move_text, place_text};
use super::report::Round;
use crate::names::counted;

/// A part of an explanation.
pub enum Part {
    /// The answer, in a sentence.
    Headline(String),
    /// An empty line.
    Gap,
    /// A paragraph: how far it is indented, words that stand out, and those after them.
    Paragraph(usize, String, String),
    /// One line as it is: what is before the words that stand out, these, and those after them.
    Line(String, String, String),
    /// A figure with its name, and whether the diagram marks it.
    Figure(&'static str, String, Option<Mark>),
    /// A position, with the room and the critical square.
    Diagram(Board<i32>, Men<i32>),
}

/// What a diagram marks.
#[derive(Clone, Copy)]
pub enum Mark {
    /// The room that the rook leaves to the black king.
    Room,
    /// The critical square.
    Critical,
}

/// A plain paragraph.
pub(super) fn say(indent: usize, text: impl Into<String>) -> Part {
    Part::Paragraph(indent, String::new(), text.into())
}

/// A plain line.
pub(super) fn line(text: impl Into<String>) -> Part {
    Part::Line(text.into(), String::new(), String::new())
}

/// A figure that is not marked.
pub(super) fn figure(name: &'static str, text: impl Into<String>) -> Part {
    Part::Figure(name, text.into(), None)
}

/// A number of moves by White.
pub(super) fn moves(number: u32) -> String {
    counted(number as usize, "move")
}

/// The two men of an ending that mate.
pub fn ending_words(ending: StrategyEnding) -> &'static str {
    match ending {
        StrategyEnding::Krk => "king and rook",
        StrategyEnding::Kqk => "king and queen",
    }
}

/// The boards that a theorem is about.
pub fn boards_words(boards: Boards) -> String {
    match boards {
        Boards::All => "every board with at least four files and four ranks".to_string(),
        Boards::One(width, height) => format!("{width}x{height}"),
    }
}

/// The strategy, for a board or for all.
pub fn strategy(board: Option<&Board<i32>>) -> Vec<Part> {
    let mut parts = vec![
        Part::Headline("King and rook against king: how White mates.".to_string()),
        Part::Gap,
        say(0, "White plays the first kind of move in this list that is possible."),
        Part::Gap,
    ];
    for (number, kind) in (1..).zip(Kind::ALL) {
        let Told { name, text } = Told::of(kind);
        parts.push(Part::Line(format!("{number:>4}. "), name.to_string(), String::new()));
        parts.push(say(6, text));
    }
    parts.extend([Part::Gap, say(0, CONDITIONS), Part::Gap]);
    let notion =
        |(name, text): (&str, &str)| Part::Paragraph(2, name.to_string(), format!(": {text}."));
    parts.extend(NOTIONS.map(notion));
    let here = match board {
        Some(board) if board.width < 4 || board.height < 4 => format!(
            "On {} nothing is promised: the strategy is for boards of at least 4x4.",
            board_text(board)
        ),
        _ => "It is meant for every board with at least four files and four ranks.".to_string(),
    };
    parts.extend([Part::Gap, say(0, here)]);
    parts
}

/// What is played in a position.
pub fn shown(shown: &Shown) -> Vec<Part> {
    let Shown { board, men, moves } = shown;
    let room = board.room(*men);
    let room = if men.piece.in_line(men.black) {
        figure("room", format!("{room}: the black king is not shut in"))
    } else {
        Part::Figure("room", room.to_string(), Some(Mark::Room))
    };
    let critical = place_text(men.critical_square());
    let critical = Part::Figure("critical", critical, Some(Mark::Critical));
    let mut parts = vec![Part::Diagram(*board, *men), room, critical];
    let headline = match moves {
        None => "No kind of move fits: the strategy has no answer here.".to_string(),
        Some((kind, all, one)) => {
            let Told { name, text } = Told::of(*kind);
            let fit: Vec<String> = all.iter().map(|&to| move_text(board, *men, to)).collect();
            parts.push(figure("kind", format!("{name}. {text}")));
            parts.push(figure("moves", format!("{} ({} in all)", fit.join(", "), fit.len())));
            let played = move_text(board, *men, *one);
            format!("White plays {played}: {}.", why(board, *kind, *men, *one))
        }
    };
    parts.extend([Part::Gap, Part::Headline(headline)]);
    parts
}

/// Before a game.
pub fn welcome(board: &Board<i32>, start: Men<i32>) -> Vec<Part> {
    let (size, start_text) = (board_text(board), men_text(start));
    let headline = format!("You have the black king on {size}. White begins: {start_text}.");
    vec![Part::Headline(headline), how_to_play(), Part::Diagram(*board, start)]
}

/// What may be typed.
pub fn how_to_play() -> Part {
    say(0, "Type the square your king goes to, or hint, undo, board, help, quit.")
}

/// White's move, the game's so many-th.
pub fn white_plays(
    board: &Board<i32>,
    number: usize,
    kind: Kind,
    from: Men<i32>,
    to: Men<i32>,
) -> Vec<Part> {
    let played = format!("{number}. {}", move_text(board, from, to));
    let because = format!("  {}: {}.", Told::of(kind).name, why(board, kind, from, to));
    vec![Part::Line(String::new(), played, because), Part::Diagram(*board, to)]
}

/// Black's longest defence, and after how many plies it ends.
pub fn hint(
    board: &Board<i32>,
    men: Men<i32>,
    reply: Option<Men<i32>>,
    plies: Option<u32>,
) -> String {
    let Some(reply) = reply else { return "There is nothing but the rook to take.".to_string() };
    let last = plies.map_or("and are not mated".to_string(), |plies| {
        format!("and are mated in {}", moves(plies.div_ceil(2)))
    });
    format!("With {} you last longest, {last}.", move_text(board, men, reply))
}

/// How a game against a person ended.
pub enum End {
    /// White had no move.
    NoMove,
    /// Black is mated.
    Mate,
    /// Black is stalemated.
    Stalemate,
    /// Black took the rook.
    RookTaken,
    /// The person left.
    Quit,
}

/// The end of a game of so many moves.
pub fn game_over(how: &End, number: usize) -> Vec<Part> {
    let number = moves(number as u32);
    let headline = Part::Headline(match how {
        End::NoMove => {
            "No kind of move fits: the strategy has no answer. The game is yours.".to_string()
        }
        End::Mate => format!("Mated in {number}."),
        End::Stalemate => "Stalemate: a draw.".to_string(),
        End::RookTaken => "You take the rook: a draw.".to_string(),
        End::Quit => format!("Left after {number}."),
    });
    if let End::Quit = how { vec![Part::Gap, headline] } else { vec![headline] }
}

/// A game in which Black defended as long as he could.
pub fn watched(board: &Board<i32>, start: Men<i32>, plies: u32, game: &[Round]) -> Vec<Part> {
    let (number, text) = (moves(plies.div_ceil(2)), men_text(start));
    let headline = format!("From {text} mate in {number}, {plies} plies.");
    let mut parts = vec![Part::Diagram(*board, start), Part::Headline(headline), Part::Gap];
    parts.extend(rounds(game));
    parts
}

/// The rounds of a game, one a line.
pub(super) fn rounds(game: &[Round]) -> impl Iterator<Item = Part> + '_ {
    (1..).zip(game).map(|(number, Round { kind, white, black, .. })| {
        let black = black.as_deref().unwrap_or("");
        line(format!("{number:>5}. {white:<6} {black:<6} {kind}").trim_end())
    })
}
