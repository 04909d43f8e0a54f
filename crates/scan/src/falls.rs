//! A flag fall: the position in which a player ran out of time, from a game or from a line.

use zermelo_answers::query;
use zermelo_board::Position;
use zermelo_kernel::{self as kernel, Castling, Color};
use zermelo_record::Termination;
use zermelo_record::pgn::{self, Fault, Marker, RawGame, Record};

use crate::cells::Columns;

/// A player ran out of time.
#[derive(Clone, Debug)]
pub struct FlagFall {
    /// The game: its Site, or what the line says after the position.
    pub game: String,
    /// Who ran out of time.
    pub flagged: Color,
    /// Plies played; of a bare position, by its move number.
    pub ply: u32,
    /// The result that was given, if that is known.
    pub result: Option<Marker>,
    /// The position.
    pub position: Position,
    /// Plies without capture and pawn move.
    pub clock: u32,
    /// The number of the next move.
    pub number: u32,
    /// The tags of the game; a line has none.
    pub tags: Vec<(String, String)>,
}

/// Why there is no flag fall to look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoFall {
    /// The game was closed otherwise, or the line is empty.
    Other,
    /// Another kind of chess.
    Variant,
    /// It cannot be read, for this reason.
    Broken(String),
}

/// Whether a Termination may tell of a flag fall. What does not is not looked at any further; all
/// that does is read, and [`Termination`] decides.
pub fn may_be_flag_fall(termination: &[u8]) -> bool {
    if termination == b"Normal" {
        return false;
    }
    let has = |word: &[u8]| termination.windows(4).any(|part| part.eq_ignore_ascii_case(word));
    termination == b"Time forfeit" || has(b"time") || has(b"flag")
}

/// A game played through.
#[derive(Clone, Debug)]
pub struct LastPosition {
    /// The game.
    pub record: Record,
    /// The position at its end.
    pub position: Position,
    /// Plies without capture and pawn move.
    pub clock: u32,
    /// The number of the next move.
    pub number: u32,
}

impl LastPosition {
    /// Reads a game.
    ///
    /// # Errors
    ///
    /// [`NoFall`] says why it cannot be read.
    pub fn of_game(raw: &RawGame) -> Result<LastPosition, NoFall> {
        let record = pgn::read(raw).map_err(|broken| match broken.fault {
            Fault::Variant(_) => NoFall::Variant,
            fault => NoFall::Broken(fault.to_string()),
        })?;
        if record.marker.is_none() {
            // The end may be missing, and with it the position that counts.
            return Err(NoFall::Broken("the moves end without a result".to_string()));
        }
        let mut position = Position::from_kernel(&record.start);
        let black_first = position.turn() == Color::Black;
        let mut clock = record.clock;
        for &m in &record.moves {
            clock = if position.is_critical(m) { 0 } else { clock + 1 };
            position = position.play(m);
        }
        let ply = record.moves.len() as u32;
        let number = record.first_move + (ply + u32::from(black_first)) / 2;
        Ok(LastPosition { record, position, clock, number })
    }

    /// Who ran out of time, if that ended the game.
    pub fn flagged(&self) -> Option<Color> {
        let to_move = self.position.turn();
        match Termination::of(&self.record, to_move, None) {
            Termination::FlagFell(flagged) => Some(flagged),
            _ => None,
        }
    }

    /// The position as a FEN of six fields.
    pub fn fen(&self) -> String {
        format!("{} {} {}", self.position.to_fen(), self.clock, self.number)
    }
}

impl FlagFall {
    /// Reads a game.
    ///
    /// # Errors
    ///
    /// [`NoFall`] says why it is none.
    pub fn of_game(raw: &RawGame) -> Result<FlagFall, NoFall> {
        let last = LastPosition::of_game(raw)?;
        let flagged = last.flagged().ok_or(NoFall::Other)?;
        let LastPosition { record, position, clock, number } = last;
        let game = record.tag("Site").unwrap_or_default().to_string();
        let result = record.tag("Result").and_then(Marker::from_text).or(record.marker);
        let ply = record.moves.len() as u32;
        Ok(FlagFall { game, flagged, ply, result, position, clock, number, tags: record.tags })
    }

    /// Reads a line: FEN, then perhaps the game. The player to move ran out of time.
    ///
    /// # Errors
    ///
    /// [`NoFall`] says why it is none.
    pub fn of_line(line: &[u8]) -> Result<FlagFall, NoFall> {
        let broken = |what: &str| NoFall::Broken(what.to_string());
        let line = line.trim_ascii();
        if line.is_empty() || line[0] == b'#' {
            return Err(NoFall::Other);
        }
        if line.len() > 1024 {
            return Err(broken("the line is too long to be a position"));
        }
        let line = std::str::from_utf8(line).map_err(|_| broken("the line is not text (UTF-8)"))?;
        let mut words = line.split_ascii_whitespace().peekable();
        let fields: Vec<&str> = words.by_ref().take(4).collect();
        let fen = query::plain(&fields.join(" ")).map_err(NoFall::Broken)?;
        let position = kernel::Position::from_fen(&fen, Castling::Standard)
            .map_err(|error| NoFall::Broken(error.to_string()))?;
        let mut count = || {
            let number = words.peek()?.parse::<u32>().ok().filter(|&n| n < 1_000_000)?;
            words.next();
            Some(number)
        };
        let clock = count();
        let number = if clock.is_some() { count() } else { None }.unwrap_or(1).max(1);
        let to_move = position.turn();
        Ok(FlagFall {
            game: words.next().unwrap_or_default().to_string(),
            flagged: to_move,
            ply: 2 * (number - 1) + u32::from(to_move == Color::Black),
            result: None,
            position: Position::from_kernel(&position),
            clock: clock.unwrap_or(0),
            number,
            tags: Vec::new(),
        })
    }

    /// Reads a line of a table. The player to move ran out of time unless the line says who.
    ///
    /// # Errors
    ///
    /// [`NoFall`] says why it is none.
    pub fn of_cells(line: &[u8], columns: Columns) -> Result<FlagFall, NoFall> {
        if line.trim_ascii().is_empty() {
            return Err(NoFall::Other);
        }
        let cells = columns.pick(line).map_err(NoFall::Broken)?;
        let mut fall =
            FlagFall::of_line(cells.fen.as_bytes()).map_err(|no_fall| match no_fall {
                NoFall::Other => NoFall::Broken("there is no FEN".to_string()),
                other => other,
            })?;
        if !fall.game.is_empty() {
            return Err(NoFall::Broken("something follows the FEN in its cell".to_string()));
        }
        fall.flagged = cells.flagged.unwrap_or(fall.flagged);
        fall.game = cells.game.into_owned();
        Ok(fall)
    }

    /// The position as a FEN of six fields.
    pub fn fen(&self) -> String {
        format!("{} {} {}", self.position.to_fen(), self.clock, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(tags: &str, moves: &str) -> Result<FlagFall, NoFall> {
        let text = format!("{tags}\n\n{moves}\n").into_bytes();
        FlagFall::of_game(&RawGame { number: 1, line: 1, text, bytes: 0, fault: None })
    }

    #[test]
    fn games() {
        let tags = "[Site \"x\"]\n[Result \"1-0\"]\n[Termination \"Time forfeit\"]";
        let fall = game(tags, "1. e4 { [%clk 0:03:00] } 1... e5 2. Nf3 1-0").unwrap();
        assert_eq!((fall.game.as_str(), fall.flagged, fall.ply), ("x", Color::Black, 3));
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        assert_eq!(fall.fen(), fen);
        assert_eq!(fall.result, Some(Marker::WhiteWins));
        for (tags, moves) in [(tags, "1. e4 e5 2. Nf3"), (tags, "1. e4 e6 2. Qd8 1-0")] {
            assert!(matches!(game(tags, moves), Err(NoFall::Broken(_))));
        }
        let words = "[White \"timeout\"]\n[Termination \"timeout won by resignation\"]";
        assert!(may_be_flag_fall(b"timeout won by resignation"));
        assert_eq!(game(words, "1. e4 1-0").unwrap_err(), NoFall::Other);
        let variant = format!("{tags}\n[Variant \"Atomic\"]");
        assert_eq!(game(&variant, "1. e4 1-0").unwrap_err(), NoFall::Variant);
        assert!(!may_be_flag_fall(b"Normal") && !may_be_flag_fall(b"Abandoned"));
    }

    #[test]
    fn lines() {
        let fall = FlagFall::of_line(b" 8/8/8/6Qk/3K4/8/6p1/8 b - - 1 43 tIdbtDAc\r").unwrap();
        assert_eq!((fall.game.as_str(), fall.flagged, fall.ply), ("tIdbtDAc", Color::Black, 85));
        assert_eq!(fall.fen(), "8/8/8/6Qk/3K4/8/6p1/8 b - - 1 43");
        let short = FlagFall::of_line(b"8/8/8/7k/3K4/8/6p1/8 w - - abc").unwrap();
        assert_eq!((short.game.as_str(), short.ply), ("abc", 0));
        assert_eq!(FlagFall::of_line(b"# note").unwrap_err(), NoFall::Other);
        for bad in [&b"8/8/8 w - -"[..], b"\xff\xfe", &[b'x'; 5000]] {
            assert!(matches!(FlagFall::of_line(bad), Err(NoFall::Broken(_))));
        }
    }
    #[test]
    fn cells() {
        let columns = Columns::of_head(b"id,fen,side").unwrap();
        let read = |line: &str| FlagFall::of_cells(line.as_bytes(), columns);
        let fall = read("\"a, b\",8/8/8/6Qk/3K4/8/6p1/8 b - - 1 43,\n").unwrap();
        assert_eq!((fall.game.as_str(), fall.flagged, fall.ply), ("a, b", Color::Black, 85));
        let fall = read("x,8/8/8/6Qk/3K4/8/6p1/8 b - -,black").unwrap();
        assert_eq!((fall.flagged, fall.ply), (Color::White, 1));
        assert_eq!(read(" \r\n").unwrap_err(), NoFall::Other);
        for bad in ["x,,white", "x", "x,8/8/8/6Qk/3K4/8/6p1/8 b - - 1 43 y,", "x,#,"] {
            assert!(matches!(read(bad), Err(NoFall::Broken(_))), "{bad}");
        }
    }
}
