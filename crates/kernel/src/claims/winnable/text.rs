//! The claims `winnable` and `unwinnable` as text.

use std::fmt::Write as _;
use std::io::BufRead;

use crate::claims::text::{Reader, Unreadable, color_name, header, moves_to_text};
use crate::{
    Castling, Cover, Evidence, ManState, Phase, Position, Region, Square, Squares,
    WinnableCertificate,
};

impl WinnableCertificate {
    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let mut text = header(&self.position);
        let _ = writeln!(text, "claim {} {}", self.claim(), color_name(self.winner));
        let _ = writeln!(text, "position {}", self.position.to_fen());
        self.evidence.to_text(&self.position, &mut text);
        text.push_str("end\n");
        text
    }
}

impl Evidence {
    /// Adds the evidence about this position to a text.
    pub(crate) fn to_text(&self, root: &Position, text: &mut String) {
        match self {
            Evidence::Helpmate(moves) => {
                text.push_str("line");
                moves_to_text(root, moves, text);
            }
            Evidence::Cover(cover) => {
                for position in &cover.positions {
                    let _ = writeln!(text, "covered {}", position.position(root.castling()));
                }
                for region in &cover.regions {
                    region_to_text(region, text);
                }
            }
        }
    }
}

fn region_to_text(region: &Region, text: &mut String) {
    let _ = writeln!(text, "region {}", region.anchor.to_fen());
    let men: Vec<_> = region.anchor.pieces().collect();
    for phase in &region.phases {
        text.push_str("phase\n");
        for ((square, piece), state) in men.iter().zip(&phase.men) {
            let _ = write!(text, "man {}{square} {:016x}", piece.letter(), state.squares.0);
            text.push_str(if state.may_be_gone { " gone" } else { "" });
            text.push_str(if state.may_be_promoted { " promoted" } else { "" });
            text.push('\n');
        }
        for &(white, black) in &phase.facing {
            // Numbers that are no men's make evidence that no check will accept.
            let square = |man: usize| men.get(man).map_or("-".to_string(), |man| man.0.to_string());
            let _ = writeln!(text, "facing {} {}", square(white), square(black));
        }
    }
}

impl<R: BufRead> Reader<'_, R> {
    /// What follows the claim about a colour, up to `end`.
    pub(crate) fn winnable(
        &mut self,
        claim: &str,
        rules: Castling,
    ) -> Result<WinnableCertificate, Unreadable> {
        let Some((kind, winner)) = claim.split_once(' ') else {
            return self.fault(
                "a claim is `legal`, `illegal`, `census` and men, or `winnable` or `unwinnable` and a \
                 colour",
            );
        };
        let winner = self.color(winner)?;
        let fen = self.expect("position")?;
        let position = self.position(&fen, rules)?;
        let evidence = self.evidence(kind, &position)?;
        self.end()?;
        Ok(WinnableCertificate { position, winner, evidence })
    }

    /// The evidence for `winnable` or `unwinnable`.
    pub(crate) fn evidence(
        &mut self,
        claim: &str,
        root: &Position,
    ) -> Result<Evidence, Unreadable> {
        match claim {
            "winnable" => Ok(Evidence::Helpmate(self.moves("line", root)?)),
            "unwinnable" => Ok(Evidence::Cover(self.cover(root.castling())?)),
            other => self.fault(format!("unknown claim `{other}`")),
        }
    }

    /// A cover, up to the line after it.
    pub(crate) fn cover(&mut self, rules: Castling) -> Result<Cover, Unreadable> {
        let mut cover = Cover::default();
        loop {
            let line = self.next()?;
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "covered" => cover.positions.push(self.position(rest, rules)?.packed()),
                "region" => {
                    let anchor = self.position(rest, rules)?;
                    cover.regions.push(Region { anchor, phases: Vec::new() });
                }
                "phase" | "man" | "facing" => match cover.regions.last_mut() {
                    Some(region) => {
                        self.meter.hold(2 * size_of::<Phase>() as u64)?;
                        if let Err(fault) = region_line(region, word, rest) {
                            return self.fault(fault);
                        }
                    }
                    None => return self.fault(format!("`{word}` before any region")),
                },
                "end" | "at" | "unwinnable" => {
                    self.put_back(line);
                    return Ok(cover);
                }
                _ => return self.fault(format!("unknown word `{word}`")),
            }
        }
    }
}

/// Reads one line of a region's body into it.
fn region_line(region: &mut Region, word: &str, rest: &str) -> Result<(), String> {
    if word == "phase" {
        region.phases.push(Phase { men: Vec::new(), facing: Vec::new() });
        return Ok(());
    }
    let men: Vec<_> = region.anchor.pieces().collect();
    let phase = region.phases.last_mut().ok_or(format!("`{word}` before any phase"))?;
    let mut fields = rest.split(' ');
    let mut field = || fields.next().unwrap_or("");
    if word == "facing" {
        let mut man = || {
            let square: Square = field().parse().map_err(|_| "expected two squares".to_string())?;
            let index = men.iter().position(|&(home, _)| home == square);
            index.ok_or(format!("no man stands on {square}"))
        };
        let pair = (man()?, man()?);
        phase.facing.push(pair);
        return Ok(());
    }
    let Some((home, piece)) = men.get(phase.men.len()) else {
        return Err("more men than the anchor has".to_string());
    };
    let name = field();
    if name != format!("{}{home}", piece.letter()) {
        return Err(format!("expected the man {}{home}, found `{name}`", piece.letter()));
    }
    let squares = u64::from_str_radix(field(), 16)
        .map_err(|_| "expected the squares as 16 hexadecimal digits".to_string())?;
    let (mut may_be_gone, mut may_be_promoted) = (false, false);
    for flag in fields {
        match flag {
            "gone" => may_be_gone = true,
            "promoted" => may_be_promoted = true,
            other => return Err(format!("unknown word `{other}`")),
        }
    }
    phase.men.push(ManState { squares: Squares(squares), may_be_gone, may_be_promoted });
    Ok(())
}
