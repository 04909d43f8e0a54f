//! Certificates as text: written, and read without believing anything.
//!
//! The form is specified in docs/formats/certificates.md, line by line, so that a second checker can be
//! written from that page. Errors name the line.

use std::fmt::Write as _;
use std::io::BufRead;

use crate::{
    Castling, Certificate, Color, Concession, Cover, Ending, Evidence, Fact, Game, ManState, Move,
    Phase, Position, Proof, Reading, RecordCertificate, RecordClaim, Region, Square, Squares,
};

/// Why a text is no certificate: the line (from 1) and the fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The line.
    pub line: usize,
    /// What is wrong there.
    pub fault: String,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

/// The first line of every certificate.
pub const MAGIC: &str = "zermelo-certificate 1";

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The first two lines.
pub(crate) fn header(position: &Position) -> String {
    let rules = match position.castling() {
        Castling::Standard => "chess",
        Castling::Chess960 => "chess960",
    };
    format!("{MAGIC}\nrules {rules}\n")
}

/// A line of moves in UCI, as far as they are legal; the rest is evidence no check will accept.
pub(crate) fn moves_to_text(root: &Position, moves: &[Move], text: &mut String) {
    let mut position = root.clone();
    for m in moves {
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", m.to_uci(&position));
        if !position.is_legal(*m) {
            break;
        }
        position = position.play(*m);
    }
    text.push('\n');
}

fn evidence_to_text(evidence: &Evidence, root: &Position, text: &mut String) {
    match evidence {
        Evidence::Helpmate(moves) => {
            text.push_str("line");
            moves_to_text(root, moves, text);
        }
        Evidence::Cover(cover) => {
            for position in &cover.positions {
                let _ = writeln!(text, "covered {}", position.to_fen());
            }
            for region in &cover.regions {
                region_to_text(region, text);
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
            let (white, black) = (men[white].0, men[black].0);
            let _ = writeln!(text, "facing {white} {black}");
        }
    }
}

impl Certificate {
    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let mut text = header(&self.position);
        let _ = writeln!(text, "claim {} {}", self.claim(), color_name(self.winner));
        let _ = writeln!(text, "position {}", self.position.to_fen());
        evidence_to_text(&self.evidence, &self.position, &mut text);
        text.push_str("end\n");
        text
    }
}

impl RecordCertificate {
    /// The certificate as text.
    pub fn to_text(&self) -> String {
        let Game { start, clock, moves } = &self.game;
        let mut text = header(start);
        text.push_str("claim record ");
        let _ = match self.claim {
            RecordClaim::Over { ply, ending } => {
                writeln!(text, "over {ply} {}", ending.article())
            }
            RecordClaim::Unfinished => writeln!(text, "unfinished"),
            RecordClaim::Conceded { loser, how, winner } => writeln!(
                text,
                "{} {} {}",
                match how {
                    Concession::FlagFell => "flag",
                    Concession::Resigned => "resigned",
                },
                color_name(loser),
                winner.map_or("draw", color_name)
            ),
        };
        let _ = writeln!(text, "position {}\nclock {clock}", start.to_fen());
        text.push_str("moves");
        moves_to_text(start, moves, &mut text);
        text.push_str(match self.reading {
            Reading::Position => "reading position\n",
            Reading::History => "reading history\n",
        });
        let replay = self.game.replay();
        for Fact { ply, winner, evidence } in &self.facts {
            let kind = evidence.claim();
            let _ = writeln!(text, "at {ply} {kind} {}", color_name(*winner));
            let root = match &replay {
                Ok(replay) if *ply <= replay.plies() => &replay.at(*ply).position,
                _ => start, // Evidence that no check will accept.
            };
            evidence_to_text(evidence, root, &mut text);
        }
        text.push_str("end\n");
        text
    }
}

impl Proof {
    /// The certificate as text.
    pub fn to_text(&self) -> String {
        match self {
            Proof::Chances(certificate) => certificate.to_text(),
            Proof::Record(record) => record.to_text(),
            Proof::Legality(legality) => legality.to_text(),
            Proof::Census(census) => census.to_text(),
        }
    }

    /// Reads a certificate of any kind. Nothing in it is believed yet.
    pub fn read(reader: impl BufRead) -> Result<Proof, Unreadable> {
        Reader::new(reader.lines()).proof()
    }
}

/// Reads a certificate line by line.
pub(crate) struct Reader<L> {
    lines: L,
    line: usize,
    /// A line that was looked at and belongs to what follows.
    ahead: Option<String>,
}

impl<L> Reader<L> {
    pub(crate) fn new(lines: L) -> Reader<L> {
        Reader { lines, line: 0, ahead: None }
    }
}

impl<L: Iterator<Item = std::io::Result<String>>> Reader<L> {
    pub(crate) fn fault<T>(&self, fault: impl Into<String>) -> Result<T, Unreadable> {
        Err(Unreadable { line: self.line, fault: fault.into() })
    }

    pub(crate) fn next(&mut self) -> Result<String, Unreadable> {
        self.line += 1;
        if let Some(line) = self.ahead.take() {
            return Ok(line);
        }
        match self.lines.next() {
            Some(Ok(line)) => Ok(line),
            Some(Err(error)) => self.fault(format!("cannot be read: {error}")),
            None => self.fault("the certificate ends here, before its `end` line"),
        }
    }

    pub(crate) fn put_back(&mut self, line: String) {
        self.line -= 1;
        self.ahead = Some(line);
    }

    /// The next line, which must start with this word; what follows the word.
    pub(crate) fn expect(&mut self, word: &str) -> Result<String, Unreadable> {
        let line = self.next()?;
        match line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) => Ok(rest.to_string()),
            None => self.fault(format!("expected `{word} ...`")),
        }
    }

    pub(crate) fn position(&self, fen: &str, rules: Castling) -> Result<Position, Unreadable> {
        Position::from_fen(fen, rules).or_else(|error| self.fault(error.to_string()))
    }

    pub(crate) fn number<N: std::str::FromStr>(&self, text: &str) -> Result<N, Unreadable> {
        match text.parse() {
            Ok(number) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
            _ => self.fault(format!("expected a number, found `{text}`")),
        }
    }

    pub(crate) fn color(&self, text: &str) -> Result<Color, Unreadable> {
        match text {
            "white" => Ok(Color::White),
            "black" => Ok(Color::Black),
            _ => self.fault(format!("expected a colour, found `{text}`")),
        }
    }

    fn proof(mut self) -> Result<Proof, Unreadable> {
        if self.next()? != MAGIC {
            return self.fault(format!("not a certificate: expected `{MAGIC}`"));
        }
        let rules = match self.expect("rules")?.as_str() {
            "chess" => Castling::Standard,
            "chess960" => Castling::Chess960,
            other => return self.fault(format!("unknown rules `{other}`")),
        };
        let claim = self.expect("claim")?;
        if let Some(claim) = claim.strip_prefix("record ") {
            return Ok(Proof::Record(self.record(claim, rules)?));
        }
        if let Some(men) = claim.strip_prefix("census ") {
            return Ok(Proof::Census(self.census(men, rules)?));
        }
        if claim == "legal" || claim == "illegal" {
            return Ok(Proof::Legality(self.legality(claim == "legal", rules)?));
        }
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
        if self.next()?.split(' ').next() != Some("end") {
            return self.fault("expected `end`");
        }
        Ok(Proof::Chances(Certificate { position, winner, evidence }))
    }

    fn record(&mut self, claim: &str, rules: Castling) -> Result<RecordCertificate, Unreadable> {
        let claim = self.record_claim(claim)?;
        let fen = self.expect("position")?;
        let start = self.position(&fen, rules)?;
        let clock = self.expect("clock")?;
        let clock = self.number(&clock)?;
        let moves = self.moves("moves", &start)?;
        let reading = match self.expect("reading")?.as_str() {
            "position" => Reading::Position,
            "history" => Reading::History,
            other => return self.fault(format!("unknown reading `{other}`")),
        };
        let game = Game { start, clock, moves };
        let replay = game.replay();
        let mut facts = Vec::new();
        loop {
            let line = self.next()?;
            if line == "end" {
                return Ok(RecordCertificate { game, reading, claim, facts });
            }
            let words: Vec<&str> = line.split(' ').collect();
            let ["at", ply, kind, winner] = words[..] else {
                return self.fault("expected `at PLY winnable|unwinnable COLOUR`, or `end`");
            };
            let (ply, winner) = (self.number(ply)?, self.color(winner)?);
            let root = match &replay {
                Ok(replay) if ply <= replay.plies() => &replay.at(ply).position,
                _ => &game.start, // The check will not come to this.
            };
            let evidence = self.evidence(kind, root)?;
            facts.push(Fact { ply, winner, evidence });
        }
    }

    fn record_claim(&self, claim: &str) -> Result<RecordClaim, Unreadable> {
        let words: Vec<&str> = claim.split(' ').collect();
        let how = match words[..] {
            ["unfinished"] => return Ok(RecordClaim::Unfinished),
            ["over", ply, article] => {
                let ply = self.number(ply)?;
                return match Ending::ALL.into_iter().find(|end| end.article() == article) {
                    Some(ending) => Ok(RecordClaim::Over { ply, ending }),
                    None => self.fault(format!("no game ends by article `{article}`")),
                };
            }
            ["flag", ..] => Concession::FlagFell,
            ["resigned", ..] => Concession::Resigned,
            _ => return self.fault("a record is `over`, `unfinished`, `flag` or `resigned`"),
        };
        let [_, loser, winner] = words[..] else {
            return self.fault("expected the player who gave up, then the winner or `draw`");
        };
        let winner = if winner == "draw" { None } else { Some(self.color(winner)?) };
        Ok(RecordClaim::Conceded { loser: self.color(loser)?, how, winner })
    }

    /// The moves of a line that starts with this word.
    pub(crate) fn moves(&mut self, word: &str, root: &Position) -> Result<Vec<Move>, Unreadable> {
        let line = self.next()?;
        match line.strip_prefix(word) {
            Some(moves) => self.moves_in(moves, root),
            None => self.fault(format!("expected `{word} ...`")),
        }
    }

    /// The moves in a part of a line.
    pub(crate) fn moves_in(&self, moves: &str, root: &Position) -> Result<Vec<Move>, Unreadable> {
        // After a move that is not legal the rest is read as it stands: the check will stop there.
        let mut position = Some(root.clone());
        let mut list = Vec::new();
        for uci in moves.split_ascii_whitespace() {
            let number = list.len() + 1;
            let Some(spelt) = Move::from_uci(uci) else {
                return self.fault(format!("move {number}: `{uci}` is no move"));
            };
            // Castling has two spellings; the kernel's own is king takes rook.
            let legal = position.as_ref().and_then(|position| {
                let read = position.parse_uci(uci).ok();
                read.or_else(|| Some(spelt).filter(|&m| position.is_legal(m)))
            });
            position = position.and_then(|position| Some(position.play(legal?)));
            list.push(legal.unwrap_or(spelt));
        }
        Ok(list)
    }

    /// The evidence for `winnable` or `unwinnable`.
    fn evidence(&mut self, claim: &str, root: &Position) -> Result<Evidence, Unreadable> {
        match claim {
            "winnable" => Ok(Evidence::Helpmate(self.moves("line", root)?)),
            "unwinnable" => Ok(Evidence::Cover(self.cover(root.castling())?)),
            other => self.fault(format!("unknown claim `{other}`")),
        }
    }

    fn cover(&mut self, rules: Castling) -> Result<Cover, Unreadable> {
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
                "end" | "at" => {
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
