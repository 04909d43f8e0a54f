//! A census as text; the form is specified in docs/formats/certificates.md.

use std::fmt::Write as _;
use std::io::BufRead;

use crate::claims::text::{MAGIC, Reader, color_name, moves_to_text};
use crate::rules::moves::MOVE_STEPS;
use crate::{
    Castling, Census, Color, ILLEGAL, Line, Material, Move, Piece, Position, Role, Square,
    Unreadable,
};

/// The men written as in KRvK.
fn material_from_text(text: &str) -> Option<Material> {
    let (white, black) = text.split_once('v')?;
    let mut men = Vec::new();
    for (color, letters) in [(Color::White, white), (Color::Black, black)] {
        for letter in letters.chars() {
            let role = Role::from_letter(letter).filter(|_| letter.is_ascii_uppercase())?;
            men.push(Piece { color, role });
        }
    }
    Material::new(&men)
}

impl Census {
    /// Writes the census as text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{MAGIC}\nrules chess\nclaim census {}\n", self.material);
        let mut ends: Vec<Position> = Vec::new();
        for line in &self.lines {
            let after = line.after.map_or("-".to_string(), |after| after.to_string());
            let _ = write!(text, "line {after}");
            let start = line.after.and_then(|after| ends.get(after).cloned());
            let start = start.unwrap_or_else(Position::initial);
            moves_to_text(&start, &line.moves, &mut text);
            ends.push(end_of(start, &line.moves));
        }
        let block = self.material.places() >> 12;
        for turn in Color::ALL {
            for kings in 0..1 << 12 {
                let places = (0..block).map(|rest| rest << 12 | kings);
                let levels = &self.levels[turn.index()];
                let levels: Vec<u8> = places.map(|place| levels[place]).collect();
                if levels.iter().all(|&level| level == ILLEGAL) {
                    continue;
                }
                let king = |number: usize| Square::new(number as u8 & 63).expect("a square");
                let (white, black) = (king(kings), king(kings >> 6));
                let _ = write!(text, "levels {} {white} {black} ", color_name(turn));
                levels.iter().for_each(|level| {
                    let _ = write!(text, "{level:02x}");
                });
                text.push('\n');
            }
        }
        text.push_str("end\n");
        text
    }

    /// Reads what follows `levels`: a colour, the squares of the kings, and two hexadecimal digits
    /// for each place of the other men.
    fn read_levels(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split(' ').collect();
        let [turn, white, black, digits] = words[..] else {
            return Err("expected `levels COLOUR SQUARE SQUARE DIGITS`".to_string());
        };
        let turn = match turn {
            "white" => 0,
            "black" => 1,
            _ => return Err(format!("expected a colour, found `{turn}`")),
        };
        let king =
            |text: &str| text.parse::<Square>().map_err(|_| format!("`{text}` is no square"));
        let kings = king(white)?.index() | king(black)?.index() << 6;
        let block = self.material.places() >> 12;
        if digits.len() != 2 * block || !digits.is_ascii() {
            return Err(format!("expected {} digits", 2 * block));
        }
        for rest in 0..block {
            let pair = &digits[2 * rest..2 * rest + 2];
            let lower = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
            let level = u8::from_str_radix(pair, 16).ok().filter(|_| pair.bytes().all(lower));
            self.levels[turn][rest << 12 | kings] =
                level.ok_or_else(|| format!("`{pair}` is no level"))?;
        }
        Ok(())
    }
}

/// Where a line ends, or the position before its first move that is not legal: the check will not
/// come further.
fn end_of(start: Position, moves: &[Move]) -> Position {
    let mut end = start;
    for &made in moves {
        let Some(next) = end.try_play(made) else { break };
        end = next;
    }
    end
}

impl<R: BufRead> Reader<'_, R> {
    /// The rest of a census of these men.
    pub(crate) fn census(&mut self, men: &str, rules: Castling) -> Result<Census, Unreadable> {
        if rules != Castling::Standard {
            return self.fault("legality is settled for `rules chess` only");
        }
        let Some(material) = material_from_text(men) else {
            return self.fault(format!("`{men}` is not two to four men such as KRvK"));
        };
        self.meter.hold(2 * material.places() as u64)?;
        let levels = [0, 1].map(|_| vec![ILLEGAL; material.places()]);
        let mut census = Census { material, lines: Vec::new(), levels };
        let mut ends: Vec<Position> = Vec::new();
        loop {
            let text = self.next()?;
            match text.split_once(' ') {
                Some(("line", rest)) => {
                    let (after, moves) = rest.split_once(' ').unwrap_or((rest, ""));
                    let after = if after == "-" { None } else { Some(self.number(after)?) };
                    let start = match after {
                        None => Position::initial(),
                        Some(earlier) => match ends.get::<usize>(earlier) {
                            Some(end) => end.clone(),
                            None => return self.fault(format!("there is no line {earlier} yet")),
                        },
                    };
                    let moves = self.moves_in(moves, &start)?;
                    self.meter.step(MOVE_STEPS * moves.len() as u64)?;
                    self.meter.hold(2 * size_of::<(Position, Line)>() as u64)?;
                    ends.push(end_of(start, &moves));
                    census.lines.push(Line { after, moves });
                }
                Some(("levels", rest)) => {
                    census.read_levels(rest).or_else(|fault| self.fault(fault))?;
                }
                _ if text == "end" => return Ok(census),
                _ => return self.fault("expected `line ...`, `levels ...` or `end`"),
            }
        }
    }
}
