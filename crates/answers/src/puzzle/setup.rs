//! Diagrams as composers give them: the men count, the rest is convention.
//!
//! The stipulation says who begins, whatever the FEN says. Castling is allowed where king and rook
//! stand at home, unless the FEN names other rights (Codex for Chess Composition, Article 16.1);
//! en passant only if the FEN names the square, which is the composer's word that the double step
//! was the last move (Article 16.2).

use zermelo_kernel::{Castling, Color, FenError, Piece, Position, Role, Square};

use crate::query;

/// As many twins as there are letters.
const MAX_TWINS: usize = 26;

/// Which conventions hold.
#[derive(Clone, Copy, Debug)]
pub struct Conventions {
    /// Whether who stands at home may castle; else the FEN says who may.
    pub castling_at_home: bool,
    /// Whether the en-passant square of the FEN counts.
    pub en_passant: bool,
}

/// A diagram, not a position yet: nobody has said who is to move.
#[derive(Clone, Debug)]
pub struct Setup {
    placement: String,
    /// The side to move by the FEN, if it names one.
    turn: Option<Color>,
    /// The castling rights by the FEN, if it names any.
    rights: Option<String>,
    /// The en-passant square by the FEN, if it names one.
    en_passant: Option<String>,
    /// What follows; it is not used, but must make sense.
    clocks: String,
}

/// In a shell `#3` is a comment, and the command never sees it.
const MISSING: &str = "the stipulation is missing: the last word, such as h#3; a word that begins \
                       with # needs quotes";

/// Splits the command line into the diagrams and the stipulation. A word with a slash begins the
/// next FEN, so that FENs may be quoted or not.
pub fn split(words: &[String]) -> Result<(Vec<String>, String), String> {
    let text = words.join(" ").replace('_', " ");
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let stipulation = match words.pop() {
        Some(last) if !last.contains('/') && last.chars().count() > 1 => last.to_string(),
        _ => return Err(MISSING.to_string()),
    };
    let mut fens: Vec<String> = Vec::new();
    for word in words {
        match fens.last_mut() {
            Some(fen) if !word.contains('/') => {
                fen.push(' ');
                fen.push_str(word);
            }
            _ => fens.push(word.to_string()),
        }
    }
    match fens.len() {
        0 => Err("a position is missing: give a FEN before the stipulation".to_string()),
        1..=MAX_TWINS => Ok((fens, stipulation)),
        many => Err(format!("{many} twins are too many; at most {MAX_TWINS} are taken")),
    }
}

impl Setup {
    /// Reads a FEN, of which the men alone are enough.
    pub fn read(fen: &str) -> Result<Setup, String> {
        let fen = query::plain(fen)?;
        let mut fields = fen.split_whitespace();
        let placement = fields.next().unwrap_or_default().to_string();
        let turn = match fields.next() {
            None => None,
            Some("w") => Some(Color::White),
            Some("b") => Some(Color::Black),
            Some(text) => return Err(FenError::UnknownTurn(text.to_string()).to_string()),
        };
        let mut named = || fields.next().filter(|&field| field != "-").map(str::to_string);
        let (rights, en_passant) = (named(), named());
        let mut clocks: Vec<&str> = fields.collect();
        // The FENs of a query's answer end in an unknown clock and a number that may be below 1.
        if let Some(clock) = clocks.first_mut().filter(|clock| **clock == "?") {
            *clock = "0";
        }
        if let Some(number) = clocks.get_mut(1) {
            *number = number.strip_prefix('-').unwrap_or(number);
        }
        let clocks = clocks.join(" ");
        Ok(Setup { placement, turn, rights, en_passant, clocks })
    }

    /// The position with this side to move, and the rights that the convention has added.
    pub fn position(
        &self,
        begins: Color,
        conventions: Conventions,
    ) -> Result<(Position, String), String> {
        let en_passant = match &self.en_passant {
            Some(square) if self.counts_en_passant(begins, conventions) => square,
            _ => "-",
        };
        let turn = if begins == Color::White { 'w' } else { 'b' };
        let with = |rights: &str| {
            let fen = format!("{} {turn} {rights} {en_passant} {}", self.placement, self.clocks);
            Position::from_fen(&fen, Castling::Standard).map_err(|error| error.to_string())
        };
        let position = with(self.rights.as_deref().unwrap_or("-"))?;
        if self.rights.is_some() || !conventions.castling_at_home {
            return Ok((position, String::new()));
        }
        let rights = at_home(&position);
        if rights.is_empty() { Ok((position, rights)) } else { Ok((with(&rights)?, rights)) }
    }

    /// What a reader should know: where the FEN and the stipulation disagree, and who may castle.
    pub fn notes(&self, begins: Color, conventions: Conventions, rights: &str) -> Vec<String> {
        let mut notes = Vec::new();
        if self.turn.is_some_and(|turn| turn != begins) {
            let lost = match &self.en_passant {
                Some(square) if conventions.en_passant => {
                    format!(", and en passant on {square} does not count")
                }
                _ => String::new(),
            };
            notes.push(format!(
                "the FEN has {} to move, but by the stipulation {begins} begins{lost}",
                !begins
            ));
        }
        if !rights.is_empty() {
            notes.push(format!(
                "castling ({rights}) is allowed by convention, king and rook being at home"
            ));
        }
        notes
    }

    fn counts_en_passant(&self, begins: Color, conventions: Conventions) -> bool {
        conventions.en_passant && self.turn == Some(begins)
    }
}

/// The castling rights of kings and rooks that stand where a game begins.
fn at_home(position: &Position) -> String {
    let stands = |color, role, file| {
        Square::from_coords(file, Color::back_rank(color))
            .is_some_and(|square| position.piece_at(square) == Some(Piece { color, role }))
    };
    let mut rights = String::new();
    for (color, letters) in [(Color::White, ['K', 'Q']), (Color::Black, ['k', 'q'])] {
        for (letter, file) in letters.into_iter().zip([7, 0]) {
            if stands(color, Role::King, 4) && stands(color, Role::Rook, file) {
                rights.push(letter);
            }
        }
    }
    rights
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY_HABIT: Conventions = Conventions { castling_at_home: true, en_passant: true };

    fn fen(text: &str, begins: Color, conventions: Conventions) -> String {
        Setup::read(text).unwrap().position(begins, conventions).unwrap().0.to_fen()
    }

    #[test]
    fn words_become_diagrams() {
        let words = |text: &str| split(&text.split(' ').map(String::from).collect::<Vec<_>>());
        let two = vec!["8/8 b - -".to_string(), "8/9".to_string()];
        assert_eq!(words("8/8 b - - 8/9 h#3"), Ok((two.clone(), "h#3".to_string())));
        assert_eq!(split(&["8/8_b_-_-".into(), "8/9".into(), "h#3".into()]).unwrap().0, two);
        for bad in ["8/8", "8/8 b - -", "h#3", "8/8 b"] {
            assert!(words(bad).is_err(), "{bad}");
        }
        assert!(words(&format!("{}h#3", "8/8 ".repeat(27))).is_err());
    }

    #[test]
    fn castling_and_en_passant() {
        let home = "r3k3/8/8/8/8/8/8/R3K2R";
        let by_fen = Conventions { castling_at_home: false, ..BY_HABIT };
        assert_eq!(fen(home, Color::Black, BY_HABIT), format!("{home} b KQq -"));
        assert_eq!(
            fen(&format!("{home} w - -"), Color::Black, BY_HABIT),
            format!("{home} b KQq -")
        );
        assert_eq!(fen(&format!("{home} w K -"), Color::White, BY_HABIT), format!("{home} w K -"));
        assert_eq!(fen(home, Color::Black, by_fen), format!("{home} b - -"));
        let passed = "4k3/8/8/8/3pP3/8/8/4K3";
        let none = Conventions { en_passant: false, ..BY_HABIT };
        let given = format!("{passed} b - e3");
        assert_eq!(fen(&given, Color::Black, BY_HABIT), given);
        assert_eq!(fen(&given, Color::Black, none), format!("{passed} b - -"));
        assert_eq!(fen(&given, Color::White, BY_HABIT), format!("{passed} w - -"));
        assert_eq!(fen(passed, Color::Black, BY_HABIT), format!("{passed} b - -"));
    }

    #[test]
    fn refused() {
        let wrong = Setup::read("4k3/8/8/8/8/8/8/4RK2").unwrap();
        let error = wrong.position(Color::White, BY_HABIT).unwrap_err();
        assert_eq!(error, "turn: Black is in check although it is White's move");
        assert!(wrong.position(Color::Black, BY_HABIT).is_ok());
        assert!(Setup::read("4k3/8/8/8/8/8/8/4K3 x").is_err());
        assert!(Setup::read(&"é".repeat(1000)).is_err());
        let clock = Setup::read("4k3/8/8/8/8/8/8/4K3 w - - x").unwrap();
        assert!(clock.position(Color::White, BY_HABIT).is_err());
        let of_a_query = Setup::read("4k3/8/8/8/8/8/8/4K3 w - - ? -1").unwrap();
        assert!(of_a_query.position(Color::White, BY_HABIT).is_ok());
    }
}
