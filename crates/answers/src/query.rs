//! Reading a question: a FEN as people type it, and which move number it has.

use std::fmt::Display;

use zermelo_kernel::{Castling, Color, FenError, Position};

/// No FEN is this long; whatever is, is refused before it is looked at or echoed.
const MAX_CHARACTERS: usize = 200;

/// Bytes of the longest line of a file of positions.
pub const MAX_LINE: usize = 1024;

/// Who answers questions about games.
pub const GAMES: &str = "games are for judge: zermelo judge FILE";

/// A position with the number of its move, for numbering lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Query {
    /// The position.
    pub position: Position,
    /// The full-move number of the FEN, or 1.
    pub move_number: u32,
    /// Plies without capture and pawn move, by the FEN, or 0.
    pub clock: u32,
}

/// Refuses a text that is too long to be a FEN.
pub fn refuse_long(text: &str) -> Result<(), String> {
    match text.chars().count() {
        length if length > MAX_CHARACTERS => {
            Err(format!("placement: a text of {length} characters is no position"))
        }
        _ => Ok(()),
    }
}

/// A FEN as people type and paste it, made plain: spaces for underscores, hyphens for dashes, a
/// small letter for the side to move, no byte-order mark and no quotes around it.
///
/// # Errors
///
/// A sentence: this is a game, the name of a file, or too long to be a FEN.
pub fn plain(text: &str) -> Result<String, String> {
    // The quotes are the shell's; that of Windows leaves them where they are.
    let quotes = |c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '“' | '”' | '‘' | '’');
    let text = text.trim_start_matches('\u{feff}').trim_matches(quotes);
    // As engines call it.
    if text.eq_ignore_ascii_case("startpos") {
        return Ok(Position::initial().to_fen());
    }
    // As engines are told of one.
    let text = text.strip_prefix("position ").unwrap_or(text);
    let text = text.strip_prefix("fen ").unwrap_or(text).trim_start();
    if text.starts_with("https://") || text.starts_with("http://") {
        return Err("this is an address, not a position; give the FEN that its page shows".into());
    }
    if is_game(text) {
        return Err(format!("this is a game (PGN), not a position; {GAMES}"));
    }
    if let Some(sentence) = named_file(text) {
        return Err(sentence);
    }
    refuse_long(text)?;
    let mut fen = String::with_capacity(text.len());
    let fields = text.split(|c: char| c.is_whitespace() || c == '_');
    for (index, field) in fields.filter(|field| !field.is_empty()).enumerate() {
        // What EPD says about a position, such as `bm Nf3;`, is no part of it.
        if index >= 4 && text.contains(';') && field.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            break;
        }
        if index > 0 {
            fen.push(' ');
        }
        match (index, field) {
            (1, turn) if is_one_of(turn, ["w", "white"]) => fen.push('w'),
            (1, turn) if is_one_of(turn, ["b", "black"]) => fen.push('b'),
            (0, men) if men.matches('/').count() == 8 => fen.push_str(men.trim_end_matches('/')),
            (3, square) if square.len() == 2 => fen.push_str(&square.to_ascii_lowercase()),
            (_, field) if field.is_ascii() => fen.push_str(field),
            (_, field) => {
                fen.extend(field.chars().map(|c| if DASHES.contains(c) { '-' } else { c }))
            }
        }
    }
    Ok(fen)
}

/// What word processors make of a hyphen.
const DASHES: &str = "‐‑‒–—―−﹣－";

/// Whether a word is one of these, in whatever case.
fn is_one_of(word: &str, names: [&str; 2]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// The text of a line of a file of positions; `None` if it is blank or a comment.
///
/// # Errors
///
/// A sentence: it is too long, or no text.
pub fn text_of_line(bytes: &[u8]) -> Option<Result<&str, String>> {
    if bytes.len() > MAX_LINE {
        return Some(Err("the line is too long to be a position".into()));
    }
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Some(Err("the line is not text (UTF-8)".into()));
    };
    let text = text.trim_start_matches('\u{feff}').trim();
    (!text.is_empty() && !text.starts_with('#')).then_some(Ok(text))
}

/// A line `FEN [white|black]`: the position, and the side if one is named, by its name or its
/// letter. A letter that follows the placement or the turn is of the FEN.
pub fn with_side(line: &str) -> (&str, Option<Color>) {
    let line = line.trim_end();
    let Some((fen, side)) = line.rsplit_once(char::is_whitespace) else { return (line, None) };
    let is_apart = fen.split_whitespace().count() >= 3;
    let named = |names: [&str; 2]| match is_apart {
        true => is_one_of(side, names),
        false => side.len() > 1 && is_one_of(side, names),
    };
    match (named(["w", "white"]), named(["b", "black"])) {
        (true, _) => (fen, Some(Color::White)),
        (_, true) => (fen, Some(Color::Black)),
        _ => (line, None),
    }
}

/// Whether a text is a game in PGN, or the name of a file of games.
pub fn is_game(text: &str) -> bool {
    text.starts_with('[') && text.contains('"')
        || text.starts_with("1.")
        || [".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2"].into_iter().any(|end| ends_in(text, end))
}

/// Whether a name ends so, in whatever case.
fn ends_in(text: &str, ending: &str) -> bool {
    let start = text.len().checked_sub(ending.len());
    let end = start.and_then(|start| text.get(start..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(ending))
}

/// What helps if a text is the name of a file and no position: in no FEN is there a full stop.
fn named_file(text: &str) -> Option<String> {
    let ends = |endings: &[&str]| endings.iter().any(|end| ends_in(text, end));
    if text == "-" {
        let help = "many are read from standard input with --batch -";
        return Some(format!("a position is missing; {help}"));
    }
    let help = if ends(&[".cert", ".cert.zst"]) {
        "certificates are for check"
    } else if ends(&[".fen", ".epd", ".txt", ".csv", ".zst", ".gz", ".docx", ".odt", ".pdf"]) {
        "winnable and legal read files of positions, one a line, with --batch FILE"
    } else {
        return None;
    };
    Some(format!("this is the name of a file, not a position; {help}"))
}

/// What is said of a text that is no position unless it is one of Chess960.
pub fn as_chess960(error: impl Display) -> String {
    format!("{error}; read as Chess960 (--chess960) it is a position")
}

/// What is said of a letter that stands for a man in other languages.
fn named_letters(error: FenError) -> String {
    match error {
        FenError::UnknownLetter { letter, .. } if letter.is_alphabetic() => {
            format!(
                "{error}; a FEN has the English letters K, Q, R, B, N and P, black men in small ones"
            )
        }
        error => error.to_string(),
    }
}

/// The full-move number of a FEN, or 1.
pub fn move_number(fen: &str) -> u32 {
    let number = fen.split_ascii_whitespace().nth(5);
    number.and_then(|number| number.parse().ok()).unwrap_or(1).max(1)
}

impl Query {
    /// Reads a FEN; underscores stand for spaces. The error is one sentence that names the field.
    pub fn read(text: &str, castling: Castling) -> Result<Query, String> {
        let fen = plain(text)?;
        let position =
            Position::from_fen(&fen, castling).map_err(|error| {
                match Position::from_fen(&fen, Castling::Chess960) {
                    Ok(_) => as_chess960(error),
                    Err(_) => named_letters(error),
                }
            })?;
        let move_number = move_number(&fen);
        // Digits, as the kernel has seen; a clock that no number holds has long run out.
        let clock = fen.split_ascii_whitespace().nth(4);
        let clock = clock.map_or(0, |clock| clock.parse().unwrap_or(u32::MAX));
        Ok(Query { position, move_number, clock })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn underscores_and_move_numbers() {
        let number =
            |fen: &str| Query::read(fen, Castling::Standard).map(|query| query.move_number);
        assert_eq!(number("8/8/4k3/8/8/3NK3/8/8_w_-_-_3_57"), Ok(57));
        assert_eq!(number("8/8/4k3/8/8/3NK3/8/8 w - - 3 0"), Ok(1));
        assert_eq!(number("8/8/4k3/8/8/3NK3/8/8 w - -"), Ok(1));
        assert_eq!(number("8/8/4k3/8/8/3NK3/8/8 w - - 0 99999999999999999999"), Ok(1));
        assert!(number("").is_err());
        assert!(number(&"é".repeat(100_000)).is_err());
    }

    #[test]
    fn sides_at_the_end_of_a_line() {
        let men = "4k3/8/8/8/8/8/8/R3K3";
        for (line, fen, side) in [
            ("w - - 3 61 W", " w - - 3 61", Some(Color::White)),
            ("b - - BLACK ", " b - -", Some(Color::Black)),
            ("w - b", " w -", Some(Color::Black)),
            ("w white", " w", Some(Color::White)),
            // Of the FEN: the turn, and a castling right of Chess960.
            ("w", " w", None),
            ("w b", " w b", None),
        ] {
            let line = format!("{men} {line}");
            assert_eq!(with_side(&line), (&*format!("{men}{fen}"), side), "{line}");
        }
        assert_eq!(with_side("white"), ("white", None));
    }

    #[test]
    fn names_of_files_are_named() {
        let said = |text| Query::read(text, Castling::Standard).unwrap_err();
        for name in ["game.fen", "./My positions.EPD", "é.txt", "all.fen.zst"] {
            assert!(said(name).ends_with("with --batch FILE"), "{name}: {}", said(name));
        }
        assert!(said("proof.cert").ends_with("certificates are for check"));
        assert!(!said("game").contains("file, not"));
    }

    #[test]
    fn as_people_paste_it() {
        let read = |text: &str| Query::read(text, Castling::Standard).map(|q| q.position.to_fen());
        let plain = Ok("4k3/8/8/8/8/8/8/R3K3 w - -".to_string());
        for text in [
            "\u{feff}4k3/8/8/8/8/8/8/R3K3 w - -\r\n",
            "4k3/8/8/8/8/8/8/R3K3 W – — 0 1",
            "4k3/8/8/8/8/8/8/R3K3\u{a0}w\u{a0}-",
            "4k3/8/8/8/8/8/8/R3K3_W_-_-",
            "4k3/8/8/8/8/8/8/R3K3/ w ‑ ‒",
            "position fen 4k3/8/8/8/8/8/8/R3K3 w ― － 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8+; id \"x\";",
            "4k3/8/8/8/8/8/8/R3K3 White - -",
        ] {
            assert_eq!(read(text), plain, "{text}");
        }
        let shredder = read("4k3/8/8/8/8/8/8/R3K3 w A -").unwrap_err();
        assert!(shredder.ends_with("read as Chess960 (--chess960) it is a position"), "{shredder}");
        assert!(!read("4k3/8/8/8/8/8/8/R3K3 w x -").unwrap_err().contains("960"));
        let passed = read("4k3/8/8/8/3pP3/8/8/4K3 b - E3");
        assert_eq!(passed, Ok("4k3/8/8/8/3pP3/8/8/4K3 b - e3".to_string()));
        let german = read("tsldklst/bbbbbbbb/8/8/8/8/BBBBBBBB/TSLDKLST w - -").unwrap_err();
        assert!(german.contains("'t'") && german.contains("English letters"), "{german}");
        assert!(read("4k3/8/8/8/8/8/8/R3K3 w - - white").unwrap_err().contains("clock"));
        assert!(read("-").unwrap_err().contains("--batch -"));
        assert_eq!(read("StartPos"), Ok(Position::initial().to_fen()));
        assert!(read("https://lichess.org/abcdefgh").unwrap_err().contains("an address"));
        for game in ["1. e4 e5", "\u{feff}[Event \"?\"]\n\n1. e4", "games.PGN", "é.pgn.zst"] {
            assert!(read(game).unwrap_err().contains("games are for judge"), "{game}");
        }
    }
}
