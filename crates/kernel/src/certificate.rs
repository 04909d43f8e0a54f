//! Certificates: a claim with its evidence as text, and the one function that believes nothing.
//!
//! The text form is specified in docs/certificates.md, line by line, so that a second checker can
//! be written from that page. Errors name the line.

use std::fmt::Write as _;
use std::io::BufRead;

use crate::{
    Castling, Color, Cover, CoverFault, ManState, Move, Phase, Position, Region, Square, Squares,
};

/// What is claimed, with the evidence for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// `winnable`: moves, the last of which mates.
    Helpmate(Vec<Move>),
    /// `unwinnable`: a cover of everything reachable.
    Cover(Cover),
}

/// A claim about one position and one side, with evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The position.
    pub position: Position,
    /// The intended winner.
    pub winner: Color,
    /// The evidence; its kind is the claim.
    pub evidence: Evidence,
}

/// Why evidence was rejected, in the language of chess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// A move of the helpmate is not legal; its number counts plies from 1.
    IllegalMove(usize),
    /// The line does not end in mate.
    NoMate,
    /// The line ends in mate of the wrong side.
    WrongSideMated,
    /// The cover does not hold.
    Cover(CoverFault),
}

/// Why a text is no certificate: the line (from 1) and the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub fault: String,
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Rejection::IllegalMove(ply) => write!(f, "move {ply} of the line is not legal"),
            Rejection::NoMate => write!(f, "the line does not end in mate"),
            Rejection::WrongSideMated => write!(f, "the line mates the wrong side"),
            Rejection::Cover(fault) => fault.fmt(f),
        }
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

/// Checks the claim `winnable`: every move legal, the last one mates, the right side mates.
pub fn check_helpmate(root: &Position, winner: Color, moves: &[Move]) -> Result<(), Rejection> {
    let mut position = root.clone();
    for (index, m) in moves.iter().enumerate() {
        if !position.is_legal(*m) {
            return Err(Rejection::IllegalMove(index + 1));
        }
        position = position.play(*m);
    }
    if !position.is_checkmate() {
        return Err(Rejection::NoMate);
    }
    if position.turn() == winner {
        return Err(Rejection::WrongSideMated);
    }
    Ok(())
}

const MAGIC: &str = "zermelo-certificate 1";

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl Certificate {
    /// Checks the claim against the evidence. The only way a claim becomes an answer.
    pub fn check(&self) -> Result<(), Rejection> {
        match &self.evidence {
            Evidence::Helpmate(moves) => check_helpmate(&self.position, self.winner, moves),
            Evidence::Cover(cover) => {
                cover.check(&self.position, self.winner).map_err(Rejection::Cover)
            }
        }
    }

    /// `winnable` or `unwinnable`.
    pub fn claim(&self) -> &'static str {
        match self.evidence {
            Evidence::Helpmate(_) => "winnable",
            Evidence::Cover(_) => "unwinnable",
        }
    }

    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let rules = match self.position.castling() {
            Castling::Standard => "chess",
            Castling::Chess960 => "chess960",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{MAGIC}\nrules {rules}");
        let _ = writeln!(text, "claim {} {}", self.claim(), color_name(self.winner));
        let _ = writeln!(text, "position {}", self.position.to_fen());
        match &self.evidence {
            Evidence::Helpmate(moves) => {
                let mut position = self.position.clone();
                text.push_str("line");
                for m in moves {
                    let _ = write!(text, " {}", m.to_uci(&position));
                    if !position.is_legal(*m) {
                        break; // Evidence that no check will accept.
                    }
                    position = position.play(*m);
                }
                text.push('\n');
            }
            Evidence::Cover(cover) => {
                for position in &cover.positions {
                    let _ = writeln!(text, "covered {}", position.to_fen());
                }
                for region in &cover.regions {
                    region_to_text(region, &mut text);
                }
            }
        }
        text.push_str("end\n");
        text
    }

    /// Reads a certificate. Nothing in it is believed yet.
    pub fn read(reader: impl BufRead) -> Result<Certificate, Unreadable> {
        Reader { lines: reader.lines(), line: 0 }.certificate()
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
            let (white, black) = (men[white].0, men[black].0);
            let _ = writeln!(text, "facing {white} {black}");
        }
    }
}

struct Reader<L> {
    lines: L,
    line: usize,
}

impl<L: Iterator<Item = std::io::Result<String>>> Reader<L> {
    fn fault<T>(&self, fault: impl Into<String>) -> Result<T, Unreadable> {
        Err(Unreadable { line: self.line, fault: fault.into() })
    }

    fn next(&mut self) -> Result<String, Unreadable> {
        self.line += 1;
        match self.lines.next() {
            Some(Ok(line)) => Ok(line),
            Some(Err(error)) => self.fault(format!("cannot be read: {error}")),
            None => self.fault("the certificate ends here, before its `end` line"),
        }
    }

    /// The next line, which must start with this word; what follows the word.
    fn expect(&mut self, word: &str) -> Result<String, Unreadable> {
        let line = self.next()?;
        match line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) => Ok(rest.to_string()),
            None => self.fault(format!("expected `{word} ...`")),
        }
    }

    fn position(&self, fen: &str, rules: Castling) -> Result<Position, Unreadable> {
        Position::from_fen(fen, rules).or_else(|error| self.fault(error.to_string()))
    }

    fn certificate(mut self) -> Result<Certificate, Unreadable> {
        if self.next()? != MAGIC {
            return self.fault(format!("not a certificate: expected `{MAGIC}`"));
        }
        let rules = match self.expect("rules")?.as_str() {
            "chess" => Castling::Standard,
            "chess960" => Castling::Chess960,
            other => return self.fault(format!("unknown rules `{other}`")),
        };
        let claim = self.expect("claim")?;
        let (claim, winner) = match claim.split_once(' ') {
            Some((claim, "white")) => (claim, Color::White),
            Some((claim, "black")) => (claim, Color::Black),
            _ => return self.fault("a claim is `winnable` or `unwinnable`, then a colour"),
        };
        let fen = self.expect("position")?;
        let position = self.position(&fen, rules)?;
        let evidence = match claim {
            "winnable" => self.helpmate(&position)?,
            "unwinnable" => self.cover(rules)?,
            other => return self.fault(format!("unknown claim `{other}`")),
        };
        Ok(Certificate { position, winner, evidence })
    }

    fn helpmate(&mut self, root: &Position) -> Result<Evidence, Unreadable> {
        let line = self.next()?;
        let Some(moves) = line.strip_prefix("line") else {
            return self.fault("expected `line ...`");
        };
        // After a move that is not legal the rest is read as it stands: the check will stop there.
        let mut position = Some(root.clone());
        let mut list = Vec::new();
        for uci in moves.split_whitespace() {
            let number = list.len() + 1;
            match position.as_ref().map(|position| position.parse_uci(uci)) {
                Some(Ok(m)) => {
                    position = position.map(|position| position.play(m));
                    list.push(m);
                }
                _ => {
                    position = None;
                    match Move::from_uci(uci) {
                        Some(m) => list.push(m),
                        None => return self.fault(format!("move {number}: `{uci}` is no move")),
                    }
                }
            }
        }
        if self.next()? != "end" {
            return self.fault("expected `end`");
        }
        Ok(Evidence::Helpmate(list))
    }

    fn cover(&mut self, rules: Castling) -> Result<Evidence, Unreadable> {
        let mut cover = Cover::default();
        loop {
            let line = self.next()?;
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "covered" => cover.positions.push(self.position(rest, rules)?),
                "region" => {
                    let anchor = self.position(rest, rules)?;
                    cover.regions.push(Region { anchor, phases: Vec::new() });
                }
                "phase" | "man" | "facing" => match cover.regions.last_mut() {
                    Some(region) => {
                        if let Err(fault) = region_line(region, word, rest) {
                            return self.fault(fault);
                        }
                    }
                    None => return self.fault(format!("`{word}` before any region")),
                },
                "end" => return Ok(Evidence::Cover(cover)),
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
