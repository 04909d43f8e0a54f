//! Walking about in a proof.

use serde::Serialize;
use zermelo_kernel::{Rules, TreeClaim};
use zermelo_losing::{Branch, Color, Figures, Move, Place, TreeError, Walk};

use super::opening::{self, Opening, in_san, in_uci, turn};
use crate::{Fault, names};

/// A place in a proof.
pub struct View {
    /// The rules.
    pub rules: Rules,
    /// Who wins.
    pub prover: Color,
    /// The line to the place, from where the proof's line begins.
    pub opening: Opening,
    /// What is written there.
    pub figures: Figures,
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
        let from = opening::after(&opening.root(), &rest[..known]);
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
fn weight(branch: &Branch) -> u32 {
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
            figures: walk.figures(place, claim.prover)?,
            moves: seen(walk, place, depth),
            main_line: walk.main_line(place).iter().map(|branch| branch.made).collect(),
            opening,
        })
    }
}

/// A place for programs. The keys are documented in docs/guide/losing.md.
#[derive(Serialize)]
pub struct TreeView {
    rules: String,
    prover: &'static str,
    line: Vec<String>,
    line_san: Vec<String>,
    fen: String,
    turn: &'static str,
    nodes: u64,
    internal: u64,
    terminal: u64,
    table_leaves: u64,
    transpositions: u64,
    forced: u64,
    longest_plies: u32,
    moves: Vec<MoveView>,
    main_line: Vec<String>,
    main_line_san: Vec<String>,
}

/// A move for programs.
#[derive(Serialize)]
struct MoveView {
    uci: String,
    san: String,
    nodes: u32,
    plies: u32,
    transposition: bool,
    end: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    moves: Vec<MoveView>,
}

impl MoveView {
    fn new(seen: &Seen) -> MoveView {
        MoveView {
            uci: seen.branch.made.to_string(),
            san: seen.san.clone(),
            nodes: weight(&seen.branch),
            plies: seen.branch.plies,
            transposition: seen.branch.same.is_some(),
            end: seen.end.map(|end| match end {
                End::Over => "over",
                End::Table => "table",
            }),
            moves: seen.moves.iter().map(MoveView::new).collect(),
        }
    }
}

impl TreeView {
    /// The view, for programs.
    pub fn new(view: &View) -> TreeView {
        let View { opening, figures, main_line, .. } = view;
        let root = opening.root();
        TreeView {
            rules: view.rules.to_string(),
            prover: names::side(view.prover),
            line: in_uci(&opening.line),
            line_san: in_san(&opening.start, &opening.line),
            fen: root.to_fen(),
            turn: names::side(turn(&root)),
            nodes: figures.nodes,
            internal: figures.internal,
            terminal: figures.terminal,
            table_leaves: figures.tables,
            transpositions: figures.transpositions,
            forced: figures.forced,
            longest_plies: figures.longest,
            moves: view.moves.iter().map(MoveView::new).collect(),
            main_line: in_uci(main_line),
            main_line_san: in_san(&root, main_line),
        }
    }
}
