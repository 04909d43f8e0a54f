//! A strategy in words, and what it plays in a position, whatever the ending.

use std::collections::BTreeMap;

use serde::Serialize;
use zermelo_kernel_strategy::{Choice, Rules};

use super::explain::ending_words;
use super::kinds::Term;
use super::notation::board_text;
use super::told::{Figure, MenOf, Told};
use crate::explain::Paragraph::{self, Entry, Gap, Headline, Line, Remark};

/// The strategy in words.
pub fn ending_strategy<S: Told>() -> Vec<Paragraph> {
    let men = ending_words(S::ENDING);
    let (first, rest) = men.split_at(1);
    let mut parts = vec![
        Headline(format!("{}{rest} against king: how White mates.", first.to_uppercase())),
        Gap,
        Remark("White plays the first kind of move in this list that is possible.".to_string()),
        Gap,
    ];
    for (number, Term { name, text }) in (1..).zip(S::kinds()) {
        parts.push(Line(format!("{number:>4}. "), name.to_string(), String::new()));
        parts.push(Entry(6, String::new(), text.to_string()));
    }
    parts.push(Gap);
    let notion = |Term { name, text }| Entry(2, name.to_string(), format!(": {text}."));
    parts.extend(S::notions().into_iter().map(notion));
    let here = "It is meant for every board with at least four files and four ranks; any move that \
                fits will do.";
    parts.extend([Gap, Remark(here.to_string())]);
    parts
}

/// The strategy for programs.
#[derive(Serialize)]
pub struct EndingReport {
    ending: &'static str,
    kinds: Vec<Term>,
    notions: Vec<Term>,
}

impl EndingReport {
    /// The strategy of an ending.
    pub fn of<S: Told>() -> EndingReport {
        EndingReport { ending: S::ENDING.name(), kinds: S::kinds(), notions: S::notions() }
    }
}

/// What is played in a position, for programs.
#[derive(Serialize)]
pub struct EndingShown {
    board: String,
    position: String,
    /// What there is to see, by name.
    #[serde(flatten)]
    figures: BTreeMap<&'static str, Figure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// All that fit; the first is played.
    moves: Vec<String>,
    #[serde(skip)]
    text: &'static str,
    #[serde(skip)]
    told: Vec<(&'static str, String)>,
    #[serde(skip)]
    diagram: Paragraph,
}

impl EndingShown {
    /// What is played in a position with White to move.
    pub fn of<S: Told>(strategy: &S, men: MenOf<S>) -> EndingShown {
        let board = strategy.rules().board();
        let played = strategy.played(Choice::Relation, men);
        let moves = played.iter().flat_map(|(_, moves)| moves);
        let told = strategy.figures(men);
        EndingShown {
            board: board_text(&board),
            position: strategy.text(men),
            figures: told.iter().map(|(_, key, figure)| (*key, figure.clone())).collect(),
            kind: played.as_ref().map(|(kind, _)| S::kind(*kind).name),
            moves: moves.map(|&to| strategy.move_text(men, to)).collect(),
            text: played.as_ref().map_or("", |(kind, _)| S::kind(*kind).text),
            told: told.iter().map(|(name, _, figure)| (*name, figure.to_string())).collect(),
            diagram: strategy.diagram(&board, men),
        }
    }

    /// What there is to say.
    pub fn explain(&self) -> Vec<Paragraph> {
        let EndingShown { position, told, moves, text, diagram, .. } = self;
        let mut parts = vec![diagram.clone(), Paragraph::figure("position", position.clone())];
        parts.extend(told.iter().map(|(name, text)| Paragraph::figure(name, text.clone())));
        let Some((kind, first)) = self.kind.zip(moves.first()) else {
            let none = "No kind of move fits: the strategy has no answer here.";
            parts.extend([Gap, Headline(none.to_string())]);
            return parts;
        };
        parts.extend([
            Paragraph::figure("kind", format!("{kind}. {text}")),
            Paragraph::figure("moves", format!("{} ({} in all)", moves.join(", "), moves.len())),
            Gap,
            Headline(format!("White plays {first}.")),
        ]);
        parts
    }
}
