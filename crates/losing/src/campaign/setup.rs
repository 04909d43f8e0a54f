//! What a campaign is about, and lines of moves.

use serde::{Deserialize, Serialize};
use zermelo_kernel::{LosingPosition, Rules};

use super::CampaignError;
use crate::tree::after;
use crate::{Color, Game, Move, Position};

/// The power of ratios, if nothing else is said, as in the paper. In a few trials (five campaigns
/// of three openings) 4 took less work, 8 took more again on two of three; on the tests' small
/// endings 4 was far slower.
const POWER: u32 = 2;

/// What a campaign is to prove, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// Who must win; a draw is a failure.
    pub prover: Color,
    /// Where the game starts.
    pub start: Position,
    /// The moves to the root of the tree.
    pub opening: Vec<Move>,
    /// Nodes of one search.
    pub nodes: u64,
    /// The share of its parent's nodes from which a child is taken over from a search.
    pub share: f64,
    /// To what power ratios are weights: 2 in the paper; the greater, the more the walk down keeps
    /// to what looks best.
    pub power: u32,
    /// Where the dice start.
    pub seed: u64,
}

impl Setup {
    /// White to win from a position after these moves, by the International rules, with searches
    /// of ten million nodes.
    pub fn new(start: Position, opening: Vec<Move>) -> Setup {
        Setup {
            rules: Rules::Losing,
            prover: Color::White,
            start,
            opening,
            nodes: 10_000_000,
            share: 0.7,
            power: POWER,
            seed: 1,
        }
    }

    /// Who plays for what.
    pub(super) fn game(&self) -> Game {
        Game { rules: self.rules, prover: self.prover }
    }

    /// The root of the tree.
    ///
    /// # Errors
    ///
    /// If a move of the opening is not legal.
    pub fn root(&self) -> Result<Position, CampaignError> {
        after(&self.start, self.opening.iter().copied())
            .map_err(|error| CampaignError::Line(to_text(&self.opening), error.to_string()))
    }

    pub(super) fn written(&self) -> Written {
        Written {
            rules: self.rules.to_string(),
            prover: if self.prover == Color::White { "white" } else { "black" }.to_string(),
            start: self.start.to_fen(),
            opening: to_text(&self.opening),
            nodes: self.nodes,
            share: self.share,
            power: self.power,
            seed: self.seed,
        }
    }
}

/// A setup as JSON.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub(super) struct Written {
    pub rules: String,
    pub prover: String,
    pub start: String,
    pub opening: String,
    nodes: u64,
    share: f64,
    power: u32,
    seed: u64,
}

impl Written {
    pub fn read(&self) -> Result<Setup, CampaignError> {
        let damaged = |what: String| CampaignError::Damaged(what);
        let start = LosingPosition::from_fen(&self.start).map_err(|e| damaged(e.to_string()))?;
        let start = Position::from_kernel(&start);
        Ok(Setup {
            rules: self.rules.parse().map_err(|_| damaged(self.rules.clone()))?,
            prover: match self.prover.as_str() {
                "white" => Color::White,
                "black" => Color::Black,
                other => return Err(damaged(other.to_string())),
            },
            opening: read_line(&start, &self.opening)?,
            start,
            nodes: self.nodes,
            share: self.share,
            power: self.power,
            seed: self.seed,
        })
    }
}

/// Reads moves in UCI notation from a position.
///
/// # Errors
///
/// If one is not a legal move.
pub fn read_line(start: &Position, text: &str) -> Result<Vec<Move>, CampaignError> {
    let mut position = *start;
    let mut line = Vec::new();
    for word in text.split_whitespace() {
        let made =
            position.legal_moves().into_iter().find(|made| made.to_string() == word).ok_or_else(
                || {
                    let what = format!("{word} is not a legal move in {position}");
                    CampaignError::Line(text.to_string(), what)
                },
            )?;
        position = position.play(made);
        line.push(made);
    }
    Ok(line)
}

/// Moves in UCI notation.
pub fn to_text(line: &[Move]) -> String {
    line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}
