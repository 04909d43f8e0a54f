//! What is asked: diagrams with a stipulation, and for each the play, set play and duplex.

use zermelo_kernel::{Color, Position};
use zermelo_winnable::problem::Stipulation;

use super::setup::{Conventions, Setup, split};

/// What is asked about every diagram besides the stipulation.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Who mates or stalemates.
    pub winner: Color,
    /// Also with the colours exchanged.
    pub duplex: bool,
    /// Also without the first move.
    pub set_play: bool,
    /// How the diagrams are read.
    pub conventions: Conventions,
}

/// A help problem with its twins.
pub struct Question {
    /// The goal and the length.
    pub stipulation: Stipulation,
    /// One for each FEN.
    pub diagrams: Vec<Diagram>,
}

/// One diagram with all that is asked about it.
pub struct Diagram {
    /// `a` to `z` if there are several.
    pub twin: Option<char>,
    /// What the reader should know.
    pub notes: Vec<String>,
    /// The parts, the play first.
    pub parts: Vec<Part>,
}

/// One thing that is asked about a diagram.
pub struct Part {
    /// Which.
    pub kind: Kind,
    /// The position, with the side that begins to move.
    pub position: Position,
    /// Who mates or stalemates.
    pub winner: Color,
    /// How.
    pub stipulation: Stipulation,
}

/// Which part of a diagram's question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The problem as it is stated.
    Play,
    /// Without the first move.
    SetPlay,
    /// With the colours exchanged.
    Duplex,
    /// Both.
    DuplexSetPlay,
}

impl Question {
    /// Reads FENs and, as the last word, the stipulation. The error is one sentence.
    pub fn read(words: &[String], asked: &Asked) -> Result<Question, String> {
        let (fens, stipulation) = split(words)?;
        let stipulation: Stipulation = stipulation.parse()?;
        if asked.set_play && stipulation.winner_begins() {
            return Err(format!(
                "--set-play leaves out the first move of the side to be mated; in {stipulation} the \
                 other side begins"
            ));
        }
        let mut diagrams = Vec::with_capacity(fens.len());
        for (fen, letter) in fens.iter().zip('a'..) {
            let twin = Some(letter).filter(|_| fens.len() > 1);
            let read = Setup::read(fen);
            let diagram = read.and_then(|setup| Diagram::new(&setup, twin, stipulation, asked));
            diagrams.push(diagram.map_err(|why| match twin {
                Some(twin) => format!("{twin}) {why}"),
                None => why,
            })?);
        }
        Ok(Question { stipulation, diagrams })
    }
}

impl Diagram {
    fn new(
        setup: &Setup,
        twin: Option<char>,
        stipulation: Stipulation,
        asked: &Asked,
    ) -> Result<Diagram, String> {
        let (mut parts, mut notes) = (Vec::new(), Vec::new());
        let kinds = [
            (Kind::Play, true),
            (Kind::SetPlay, asked.set_play),
            (Kind::Duplex, asked.duplex),
            (Kind::DuplexSetPlay, asked.duplex && asked.set_play),
        ];
        for (kind, _) in kinds.into_iter().filter(|(_, asked)| *asked) {
            let winner = match kind {
                Kind::Play | Kind::SetPlay => asked.winner,
                Kind::Duplex | Kind::DuplexSetPlay => !asked.winner,
            };
            let stipulation = match kind {
                Kind::Play | Kind::Duplex => stipulation,
                Kind::SetPlay | Kind::DuplexSetPlay => {
                    stipulation.with_plies(stipulation.plies - 1)
                }
            };
            let begins = if stipulation.winner_begins() { winner } else { !winner };
            let (position, rights) = match setup.position(begins, asked.conventions) {
                Ok(found) => found,
                Err(why) if kind == Kind::Play => return Err(why),
                Err(why) => {
                    notes.push(format!("there is no {}: {why}.", kind.name()));
                    continue;
                }
            };
            if kind == Kind::Play {
                notes = setup.notes(begins, asked.conventions, &rights);
            }
            parts.push(Part { kind, position, winner, stipulation });
        }
        Ok(Diagram { twin, notes, parts })
    }

    /// `a) ` before what is said of a twin; empty if there is one diagram.
    pub fn prefix(&self) -> String {
        self.twin.map(|twin| format!("{twin}) ")).unwrap_or_default()
    }
}

impl Kind {
    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Play => "play",
            Kind::SetPlay => "set play",
            Kind::Duplex => "duplex",
            Kind::DuplexSetPlay => "duplex, set play",
        }
    }

    /// The name for programs and files.
    pub fn key(self) -> &'static str {
        match self {
            Kind::Play => "play",
            Kind::SetPlay => "set_play",
            Kind::Duplex => "duplex",
            Kind::DuplexSetPlay => "duplex_set_play",
        }
    }
}
