//! How a record says that its game was closed: the tags Result and Termination, in the words of
//! the PGN standard, of Lichess and of chess.com.

use zermelo_kernel::Color;

use crate::pgn::{Marker, Record, is_lost_by_both};

/// What happened after the last move, as the record tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Termination {
    /// A player ran out of time.
    FlagFell(Color),
    /// A player resigned; also what a decisive result without a mate is taken for.
    Resigned(Color),
    /// A draw was agreed or claimed; also what a draw without a reason is taken for.
    Drawn,
    /// A reason that must show on the board.
    Reason(Reason),
    /// A decision that does not follow from the moves, in the record's words.
    Decided(String),
    /// Nothing: the game has no result.
    Unfinished,
}

/// A reason that a record gives and that must show on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Insufficient material, or a dead position.
    DeadPosition,
    /// Three-fold repetition, claimed.
    Repetition,
    /// Five-fold repetition.
    Fivefold,
    /// 50 moves without capture and pawn move, claimed.
    FiftyMoves,
    /// 75 moves without capture and pawn move.
    SeventyFiveMoves,
    /// Agreement; which article 5.2.3 allows only when both players have made a move.
    Agreement,
}

/// The result that a record claims: its tag, else the marker that ends its moves.
pub fn claimed_result(record: &Record) -> Marker {
    let tag = record.tag("Result").and_then(Marker::from_text);
    tag.or(record.marker).unwrap_or(Marker::Unfinished)
}

impl Marker {
    /// Who won, if somebody did.
    pub fn winner(self) -> Option<Color> {
        match self {
            Marker::WhiteWins => Some(Color::White),
            Marker::BlackWins => Some(Color::Black),
            Marker::Draw | Marker::Unfinished => None,
        }
    }

    /// The result of a game that this player won.
    pub fn won_by(winner: Color) -> Marker {
        match winner {
            Color::White => Marker::WhiteWins,
            Color::Black => Marker::BlackWins,
        }
    }
}

/// The tag Termination in small letters without the players' names, which may hold any word
/// (`timeout_tim won by resignation`), and the loser, if it begins by naming one of the players:
/// `Anna won on time`, `Black lost on time`.
fn without_names(record: &Record) -> (Option<Color>, String) {
    let words = record.tag("Termination").unwrap_or_default().trim().to_lowercase();
    for (color, title) in [(Color::White, "White"), (Color::Black, "Black")] {
        let name = record.tag(title).unwrap_or_default().trim().to_lowercase();
        for name in [name, title.to_lowercase()] {
            if !name.is_empty()
                && let Some(rest) = words.strip_prefix(&name)
                && rest.starts_with([' ', '\''])
            {
                let verb = rest.trim_start_matches("'s").trim_start();
                let lost =
                    ["lost", "loses", "ran ", "runs ", "forfeit", "resign", "flag", "has no"];
                let loser = match verb {
                    _ if verb.starts_with("won") || verb.starts_with("wins") => Some(!color),
                    _ if lost.iter().any(|word| verb.starts_with(word)) => Some(color),
                    _ => None,
                };
                return (loser, rest.to_string());
            }
        }
    }
    // A name that the tags spell otherwise.
    (None, words.rsplit_once(" won ").map(|(_, rest)| format!("won {rest}")).unwrap_or(words))
}

impl Termination {
    /// Reads how a game was closed. A flag that the user says fell overrides the record.
    pub fn of(record: &Record, to_move: Color, flag: Option<Color>) -> Termination {
        if let Some(fallen) = flag {
            return Termination::FlagFell(fallen);
        }
        let result = claimed_result(record);
        let words = record.tag("Termination").unwrap_or_default();
        if record.tag("Result").is_some_and(is_lost_by_both) {
            return Termination::Decided("both players lost".to_string());
        }
        // Who lost: the one the words name, else by the Result.
        let (named, termination) = without_names(record);
        let loser = named.or(result.winner().map(|winner| !winner));
        let says = |words: &[&str]| words.iter().any(|word| termination.contains(word));
        if let Some(loser) = loser
            && says(&["resign"])
        {
            return Termination::Resigned(loser);
        }
        if says(&[
            "time forfeit",
            "on time",
            "timeout",
            "time out",
            "out of time",
            "flag",
            "no time",
        ]) {
            return Termination::FlagFell(loser.unwrap_or(to_move));
        }
        if says(&["abandon", "infraction", "adjudicat", "death", "emergency", "forfeit", "cheat"]) {
            return Termination::Decided(words.to_string());
        }
        if says(&["unterminated"]) {
            return Termination::Unfinished;
        }
        let said = [
            (Reason::Checkmate, &["checkmate"][..]),
            (Reason::Stalemate, &["stalemate"]),
            (Reason::DeadPosition, &["insufficient", "dead position"]),
            (Reason::Fivefold, &["fivefold", "five-fold", "5-fold"]),
            (Reason::Repetition, &["repetition", "threefold", "three-fold", "3-fold"]),
            (Reason::SeventyFiveMoves, &["75-move", "75 move", "seventy-five"]),
            (Reason::FiftyMoves, &["50-move", "50 move", "fifty"]),
        ];
        if let Some(&(said, _)) = said.iter().find(|(_, words)| says(words)) {
            return Termination::Reason(said);
        }
        match (loser, result) {
            (Some(_), _) if record.moves.is_empty() && record.tag("FEN").is_none() => {
                Termination::Decided("no move was played".to_string())
            }
            (Some(loser), _) => Termination::Resigned(loser),
            (None, Marker::Draw) => Termination::Drawn,
            (None, _) => Termination::Unfinished,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{Splitter, read};

    /// The close of a game after 1. e4, so that Black is to move.
    fn termination(tags: &str) -> Termination {
        let text = format!("{tags}\n\n1. e4 *\n");
        let raw = Splitter::new(text.as_bytes()).next_game().unwrap().unwrap();
        Termination::of(&read(&raw).unwrap(), Color::Black, None)
    }

    #[test]
    fn the_words_of_the_servers() {
        use Color::{Black, White};
        let white_won = "[Result \"1-0\"]\n[Termination \"";
        let drawn = "[Result \"1/2-1/2\"]\n[Termination \"";
        let abandoned = "Anna won - game abandoned";
        for (result, words, expected) in [
            (white_won, "Time forfeit", Termination::FlagFell(Black)),
            (white_won, "Anna won on time", Termination::FlagFell(Black)),
            (white_won, "Normal", Termination::Resigned(Black)),
            (white_won, "Anna won by resignation", Termination::Resigned(Black)),
            (white_won, "Anna won by checkmate", Termination::Reason(Reason::Checkmate)),
            (white_won, abandoned, Termination::Decided(abandoned.into())),
            (white_won, "Rules infraction", Termination::Decided("Rules infraction".into())),
            (drawn, "Time forfeit", Termination::FlagFell(Black)),
            (drawn, "Game drawn by timeout vs insufficient material", Termination::FlagFell(Black)),
            (drawn, "Normal", Termination::Drawn),
            (drawn, "Game drawn by agreement", Termination::Drawn),
            (drawn, "Game drawn by repetition", Termination::Reason(Reason::Repetition)),
            (drawn, "Game drawn by 50-move rule", Termination::Reason(Reason::FiftyMoves)),
            (
                drawn,
                "Game drawn by insufficient material",
                Termination::Reason(Reason::DeadPosition),
            ),
        ] {
            assert_eq!(termination(&format!("{result}{words}\"]")), expected, "{words}");
        }
        assert_eq!(termination("[Result \"0-1\"]"), Termination::Resigned(White));
        let names = "[White \"Anna\"]\n[Black \"Bob\"]\n";
        for (words, loser) in [
            ("Black lost on time, White has insufficient material", Black),
            ("White lost on time", White),
            ("Bob ran out of time", Black),
            ("Anna's flag fell", White),
            ("Bob won on time", White),
        ] {
            let tags = format!("{names}[Result \"1/2-1/2\"]\n[Termination \"{words}\"]");
            assert_eq!(termination(&tags), Termination::FlagFell(loser), "{words}");
        }
        // The words name the one who won, against the Result: what they say is judged.
        let against = "[Result \"0-1\"]\n[Termination \"Anna won by resignation\"]";
        assert_eq!(termination(&format!("{names}{against}")), Termination::Resigned(Black));
        assert_eq!(
            termination("[Result \"0-0\"]\n[Termination \"time forfeit\"]"),
            Termination::Decided("both players lost".into())
        );
        assert_eq!(termination(""), Termination::Unfinished);
        for name in ["magnus1975", "MrCheckmate", "Deathstar", "timeout_tim", "50-move Won By Rep"]
        {
            for tag in [format!("[White \"{name}\"]\n"), String::new()] {
                let resigned = format!("{tag}{white_won}{name} won by resignation\"]");
                assert_eq!(termination(&resigned), Termination::Resigned(Black), "{name}");
                let flagged = format!("{tag}{white_won}{name} won on time\"]");
                assert_eq!(termination(&flagged), Termination::FlagFell(Black), "{name}");
            }
        }
        assert_eq!(
            termination("[Result \"*\"]\n[Termination \"Unterminated\"]"),
            Termination::Unfinished
        );
    }
}
