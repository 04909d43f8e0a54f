//! From the text of a game to its moves.
//!
//! Strict about what decides the game (every word in the main line is a legal move or a known
//! decoration), generous about the rest. A hot path: one position on the stack, nothing allocated
//! a move, nothing of a variation looked at but its parentheses.

use std::sync::LazyLock;

use pgn_reader::RawTag;
use zermelo_board as board;
use zermelo_kernel::{Castling, Color, FenError, Position};

use super::fault::{Broken, Fault, Turn};
use super::lex::{self, Kind, Lexer, Token};
use super::san::{self, Refusal};
use super::split::{Cut, RawGame};
use super::tags::{self, Section, Tag};
use super::{Marker, Record};

/// The initial array, for both kinds of castling.
static INITIAL: LazyLock<[Position; 2]> = LazyLock::new(|| {
    [Castling::Standard, Castling::Chess960].map(|castling| {
        Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", castling)
            .expect("the initial array is a position")
    })
});

/// The initial array.
pub(super) fn initial(castling: Castling) -> &'static Position {
    &INITIAL[usize::from(castling == Castling::Chess960)]
}

/// Reads a game.
///
/// # Errors
///
/// [`Broken`] says where and why it cannot be read.
///
/// ```
/// use zermelo_record::pgn::{Marker, Splitter, read};
///
/// let raw = Splitter::new("1. e4 (1. d4) e5! {solid} 2. Qh5 1/2-1/2".as_bytes()).next_game()?;
/// let record = read(&raw.unwrap()).unwrap();
/// assert_eq!((record.moves.len(), record.marker), (3, Some(Marker::Draw)));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read(raw: &RawGame) -> Result<Record, Broken> {
    let broken = |line, fault| Broken { number: raw.number, line, ply: None, fault };
    if let Some(cut) = raw.fault {
        return Err(match cut {
            Cut::UnclosedComment { line } => broken(line, Fault::UnclosedComment),
            Cut::UnclosedVariation { line } => broken(line, Fault::UnclosedVariation),
            Cut::TooLong { bytes } => broken(raw.line, Fault::TooLong { bytes }),
        });
    }
    let section = tags::section(&raw.text);
    let start = start(&section).map_err(|(at, fault)| broken(line_of(raw, at), fault))?;
    let mut main_line = MainLine::new(&start);
    let plies = (raw.text.len() - section.end) / 7;
    main_line.moves.reserve(plies.min(256));
    let result = section.tags.iter().find(|tag| tag.is("Result")).map(decoded);
    main_line.both_lost = result.as_deref().is_some_and(is_lost_by_both);
    main_line.read(raw, section.end)?;
    let MainLine { moves, marker, .. } = main_line;
    if moves.is_empty() && marker.is_none() && result.is_none() {
        return Err(broken(raw.line, Fault::NoMoves));
    }
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let tags = section.tags.iter();
    Ok(Record {
        number: raw.number,
        line: raw.line,
        tags: tags.map(|tag| (text(tag.name), decoded(tag))).collect(),
        start: start.position,
        clock: start.clock,
        first_move: start.first_move,
        moves,
        marker,
    })
}

/// Whether a Result says that both players lost, as after a double forfeit.
pub(crate) fn is_lost_by_both(result: &str) -> bool {
    matches!(result.trim(), "0-0" | "0:0" | "-/-" | "--")
}

/// The value of a tag, without escapes.
pub(super) fn decoded(tag: &Tag<'_>) -> String {
    RawTag(tag.value).decode_utf8_lossy().into_owned()
}

/// Whether this is the last word of a game that both players lost, `0-0`.
fn is_last(raw: &RawGame, token: Token<'_>) -> bool {
    let rest = &raw.text[token.start + token.text.len()..];
    token.text == b"0-0" && rest.iter().all(u8::is_ascii_whitespace)
}

/// The line on which a byte of the game stands.
fn line_of(raw: &RawGame, at: usize) -> u64 {
    raw.line + raw.text[..at].iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// Where a game starts.
struct Start {
    position: Position,
    clock: u32,
    first_move: u32,
}

/// Reads the start from the tags; a fault comes with the place of its tag.
fn start(section: &Section<'_>) -> Result<Start, (usize, Fault)> {
    let find = |name| section.tags.iter().find(|tag| tag.is(name));
    let castling = match find("Variant") {
        None => Castling::Standard,
        Some(tag) => {
            let name = decoded(tag);
            castling_of(&name).ok_or_else(|| {
                let plain = |c: char| if c.is_control() { ' ' } else { c };
                (tag.start, Fault::Variant(name.chars().take(60).map(plain).collect()))
            })?
        }
    };
    // Some programs write an empty FEN, or one that SetUp says is not meant.
    let is_meant = |tag: &&Tag<'_>| !matches!(decoded(tag).trim(), "" | "?" | "-");
    let set_up = find("SetUp").is_none_or(|tag| decoded(tag).trim() != "0");
    let Some(tag) = find("FEN").filter(is_meant).filter(|_| set_up) else {
        return Ok(Start { position: initial(castling).clone(), clock: 0, first_move: 1 });
    };
    let fault = |error| (tag.start, Fault::Fen(error));
    let fen = decoded(tag);
    let position = Position::from_fen(&fen, castling).map_err(fault)?;
    let mut clocks = fen.split_ascii_whitespace().skip(4).map(|text| {
        // Room for any number of moves to come.
        let number = text.parse().ok().filter(|&number: &u32| number <= 1_000_000_000);
        number.ok_or_else(|| fault(FenError::NotANumber(text.to_string())))
    });
    let clock = clocks.next().transpose()?.unwrap_or(0);
    let first_move = clocks.next().transpose()?.unwrap_or(1).max(1);
    Ok(Start { position, clock, first_move })
}

/// The castling of a variant whose rules are those of chess.
fn castling_of(variant: &str) -> Option<Castling> {
    let letters = variant.chars().filter(|c| c.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    match name.as_str() {
        "" | "standard" | "chess" | "fromposition" | "normal" => Some(Castling::Standard),
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
        | "freestyle" | "freestylechess" => Some(Castling::Chess960),
        _ => None,
    }
}

/// The main line as far as it is read.
struct MainLine {
    position: board::Position,
    moves: Vec<board::Move>,
    marker: Option<Marker>,
    first_move: u32,
    black_first: bool,
    /// The Result is 0-0; so the last word may be that instead of castling.
    both_lost: bool,
}

impl MainLine {
    fn new(start: &Start) -> MainLine {
        let position = board::Position::from_kernel(&start.position);
        let black_first = position.turn() == Color::Black;
        let (moves, first_move) = (Vec::new(), start.first_move);
        MainLine { position, moves, marker: None, first_move, black_first, both_lost: false }
    }

    /// How many full moves were made; a first move of Black's alone is half of one.
    fn full_moves(&self) -> u32 {
        (self.moves.len() as u32 + u32::from(self.black_first)) / 2
    }

    fn turn(&self) -> Turn {
        Turn { number: self.first_move + self.full_moves(), color: self.position.turn() }
    }

    fn read(&mut self, raw: &RawGame, from: usize) -> Result<(), Broken> {
        let mut depth = 0u32;
        let mut opened = 0;
        for token in Lexer::new(&raw.text, from) {
            let outside = depth == 0;
            match token.kind {
                Kind::Word if outside && self.both_lost && is_last(raw, token) => {
                    self.marker = Some(Marker::Unfinished);
                    return Ok(());
                }
                Kind::Word if outside => {
                    self.word(token.text).map_err(|fault| self.broken(raw, token, fault))?;
                }
                Kind::Number if outside && !self.is_fitting(token.text) => {
                    return Err(self.broken(raw, token, Fault::Unknown));
                }
                Kind::Open => {
                    if outside {
                        opened = token.start;
                    }
                    depth += 1;
                }
                Kind::Close if outside => return Err(self.broken(raw, token, Fault::Unknown)),
                Kind::Close => depth -= 1,
                Kind::Unclosed => {
                    return Err(self.broken(raw, token, |_, _| Fault::UnclosedComment));
                }
                Kind::Result(marker) if outside => {
                    self.marker = Some(marker);
                    return Ok(());
                }
                _ => {}
            }
        }
        if depth > 0 {
            let token = Token { kind: Kind::Open, text: b"(", start: opened };
            return Err(self.broken(raw, token, |_, _| Fault::UnclosedVariation));
        }
        Ok(())
    }

    /// Plays a word, or passes over a decoration.
    #[inline]
    fn word(&mut self, word: &[u8]) -> Result<(), fn(String, Turn) -> Fault> {
        match san::find(&self.position, word) {
            Ok(_) if word.starts_with(b"P") && self.is_knights_move(word) => Err(Fault::OtherPiece),
            Ok((m, next)) => {
                self.position = next;
                self.moves.push(m);
                Ok(())
            }
            Err(Refusal::Unknown) if lex::is_decoration(word) => Ok(()),
            Err(Refusal::Unknown) => Err(Fault::Unknown),
            Err(Refusal::Null) => Err(Fault::NullMove),
            Err(Refusal::Illegal) if self.is_other_piece(word) => Err(Fault::OtherPiece),
            Err(Refusal::Illegal) => Err(Fault::Illegal),
            Err(Refusal::Ambiguous) => Err(Fault::Ambiguous),
        }
    }

    /// Whether a move that is written with P, which stands for the knight in Dutch, may be one: then
    /// nobody can tell which is meant.
    #[cold]
    fn is_knights_move(&self, word: &[u8]) -> bool {
        san::find(&self.position, &[b"N", &word[1..]].concat()).is_ok()
    }

    /// Whether an illegal move makes sense in another language. Nobody writes P for pawns, and where
    /// it stands for knights the moves before may have been taken for those of pawns.
    #[cold]
    fn is_other_piece(&self, word: &[u8]) -> bool {
        match word {
            [b'P', ..] => true,
            [b'R', rest @ ..] => san::find(&self.position, &[b"K", rest].concat()).is_ok(),
            _ => false,
        }
    }

    /// Whether a number may stand here. With a dot it may have any value; a bare one must be
    /// right, for else it is what is left of a move.
    #[inline]
    fn is_fitting(&self, number: &[u8]) -> bool {
        number.ends_with(b".")
            || std::str::from_utf8(number).ok().and_then(|text| text.parse().ok()).is_some_and(
                |number: u32| {
                    let made = self.full_moves();
                    number == self.first_move + made || number == 1 + made
                },
            )
    }

    #[cold]
    fn broken(
        &self,
        raw: &RawGame,
        token: Token<'_>,
        fault: impl Fn(String, Turn) -> Fault,
    ) -> Broken {
        // A person must be able to read it, whatever it is.
        let text = String::from_utf8_lossy(token.text);
        let mut shown: String = text.chars().take(20).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Broken {
            number: raw.number,
            line: line_of(raw, token.start),
            ply: Some(self.moves.len() as u32 + 1),
            fault: fault(shown, self.turn()),
        }
    }
}
