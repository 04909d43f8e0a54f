//! Walking about in a proof.

use zermelo_kernel::{Rules, TreeClaim, TreeSummary};
use zermelo_losing::{Branch, Color, Move, Place, TreeError, Walk};

use super::question::{Opening, after, in_san};
use crate::Fault;

/// A place in a proof.
pub struct View {
    /// The rules.
    pub rules: Rules,
    /// Who wins.
    pub prover: Color,
    /// The line to the place, from where the proof's line begins.
    pub opening: Opening,
    /// What is written there.
    pub summary: TreeSummary,
    /// The moves, those of the defender with the most below them first.
    pub moves: Vec<Seen>,
    /// The line in which most of it is.
    pub main_line: Vec<Move>,
}

/// A move at a place.
pub struct Seen {
    /// The move.
    pub branch: Branch,
    /// As players write it.
    pub san: String,
    /// Whether the game is over after it, or left to tables.
    pub end: Option<End>,
    /// The moves after it, if they were asked for.
    pub moves: Vec<Seen>,
}

/// Why nothing follows a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The game is over.
    Over,
    /// A table knows the rest.
    Table,
}

/// The place after a line: from the start of the proof's line, or from its end.
///
/// # Errors
///
/// If the line is not legal, or not in the proof.
pub fn find(walk: &Walk, opening: &Opening, words: &[String]) -> Result<(Place, Opening), Fault> {
    let rest = opening.rest(words)?;
    let place = walk.find(walk.root(), &rest).map_err(|known| {
        let from = after(&opening.root(), &rest[..known]);
        let san = in_san(&from, &rest[known..=known]).join(" ");
        let before = opening.followed_by(&rest[..known]);
        let moves: Vec<String> = match walk.find(walk.root(), &rest[..known]) {
            Ok(place) => {
                walk.branches(place).flat_map(|branch| in_san(&from, &[branch.made])).collect()
            }
            Err(_) => Vec::new(),
        };
        let there = match moves.len() {
            0 => "nothing".to_string(),
            _ => moves.join(", "),
        };
        Fault::BadInput(format!("{san} is not in the proof{}; there is {there}", before.after()))
    })?;
    Ok((place, opening.followed_by(&rest)))
}

fn seen(walk: &Walk, place: Place, depth: u8) -> Vec<Seen> {
    if depth == 0 {
        return Vec::new();
    }
    let look = |branch: Branch| {
        let after = branch.after;
        let leaf = walk.branches(after).next().is_none();
        let over = !after.position.has_legal_move();
        Seen {
            branch,
            san: in_san(&place.position, &[branch.made]).join(""),
            end: leaf.then_some(if over { End::Over } else { End::Table }),
            moves: seen(walk, after, depth - 1),
        }
    };
    let mut moves: Vec<Seen> = walk.branches(place).map(look).collect();
    moves.sort_by_key(|seen| std::cmp::Reverse((weight(&seen.branch), seen.branch.plies)));
    moves
}

/// How many nodes follow a move, wherever they are written.
pub(super) fn weight(branch: &Branch) -> u32 {
    branch.same.unwrap_or(branch.nodes)
}

impl View {
    /// The view of a place, with moves to this depth.
    ///
    /// # Errors
    ///
    /// If the tree is not what the kernel has accepted: a bug.
    pub fn new(
        walk: &Walk,
        claim: &TreeClaim,
        (place, opening): (Place, Opening),
        depth: u8,
    ) -> Result<View, TreeError> {
        Ok(View {
            rules: claim.rules,
            prover: claim.prover,
            summary: walk.summary(place, claim.prover)?,
            moves: seen(walk, place, depth),
            main_line: walk.main_line(place).iter().map(|branch| branch.made).collect(),
            opening,
        })
    }
}
