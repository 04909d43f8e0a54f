//! `GET /losing/trees` and `/losing/tree`: proofs of losing chess to walk about in.
//!
//! Every tree was accepted by the kernel before the service began, and rests on no table.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use serde::Serialize;
use zermelo_answers::losing::{Loaded, Opening, Stored, TreeView, View, find, in_san, in_uci};
use zermelo_answers::{Fault, names};
use zermelo_kernel::{Proved, TreeClaim, TreeProof};
use zermelo_losing::{Tree, Walk};

use crate::check::unpacked;
use crate::error::Error;
use crate::params::Params;
use crate::reply::{self, Reply};
use crate::service::Service;

/// Characters of a line of moves.
const LINE: usize = 4000;

/// A tree that is served.
pub struct ServedTree {
    name: String,
    claim: TreeClaim,
    summary: Proved<TreeProof>,
    opening: Opening,
    walk: Walk<'static>,
}

impl ServedTree {
    /// Reads a proof and has the kernel check it.
    pub fn read(file: &Path) -> Result<ServedTree, String> {
        let told = |why: String| format!("--tree {}: {why}", file.display());
        let bytes = std::fs::read(file).map_err(|error| told(error.to_string()))?;
        let bytes = unpacked(bytes, usize::MAX).map_err(|why| told(why.sentence()))?;
        let short = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = short.split('.').next().unwrap_or_default().to_string();
        let stored = Stored::open(short, Box::new(bytes), None, None);
        let loaded = stored.and_then(Stored::load);
        let Loaded { claim, tree, summary, opening } =
            loaded.map_err(|fault| told(fault.to_string()))?;
        if summary.table_leaves > 0 {
            let leaves = summary.table_leaves;
            return Err(told(format!("{leaves} positions are left to tables; expand it first")));
        }
        // Trees stay as long as the service does.
        let tree: &'static Tree = Box::leak(Box::new(tree));
        let walk = Walk::new(tree, &opening.start).map_err(|error| told(error.to_string()))?;
        Ok(ServedTree { name, claim, summary, opening, walk })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A tree for programs.
#[derive(Serialize)]
struct TreeReport<'a> {
    name: &'a str,
    rules: String,
    winner: &'static str,
    opening: Vec<String>,
    opening_san: Vec<String>,
    nodes: u64,
    longest_plies: u32,
    checked: bool,
}

impl<'a> TreeReport<'a> {
    fn new(tree: &'a ServedTree) -> TreeReport<'a> {
        TreeReport {
            name: &tree.name,
            rules: tree.claim.rules.to_string(),
            winner: names::side(tree.claim.prover),
            opening: in_uci(&tree.opening.line),
            opening_san: in_san(&tree.opening.start, &tree.opening.line),
            nodes: tree.summary.nodes,
            longest_plies: tree.summary.longest,
            checked: true,
        }
    }
}

/// A place in a tree, for programs.
#[derive(Serialize)]
struct PlaceReport<'a> {
    tree: &'a str,
    winner: &'static str,
    #[serde(flatten)]
    view: TreeView,
}

/// The trees.
pub fn trees(service: &Service) -> Result<Reply, Error> {
    reply::json(&service.trees.iter().map(TreeReport::new).collect::<Vec<_>>())
}

/// A place in a tree.
pub async fn place(service: &Arc<Service>, params: Params<'_>) -> Result<Reply, Error> {
    let wanted = params.get("tree")?.unwrap_or_default();
    let missing = || Error::NotFound("there is no such tree".to_string());
    let index = service.trees.iter().position(|tree| wanted.is_empty() || tree.name == wanted);
    let index = index.ok_or_else(missing)?;
    let moves = params.get("moves")?.unwrap_or_default();
    if moves.len() > LINE {
        return Err(Error::BadRequest(format!("moves: at most {LINE} characters")));
    }
    let words: Vec<String> = moves.split_whitespace().map(String::from).collect();
    let key = format!("tree {index} {}", words.join(" "));
    let found = service.settled(key, move |service| view(&service.trees[index], &words)).await?;
    Ok(reply::kept(found, reply::ASKED_AGAIN))
}

fn view(tree: &ServedTree, words: &[String]) -> Result<Bytes, Error> {
    let place = match words.is_empty() {
        true => (tree.walk.root(), tree.opening.clone()),
        // A line that is legal and not in the tree is no fault of the asker's.
        false => find(&tree.walk, &tree.opening, words).map_err(|fault| match fault {
            Fault::BadInput(why) if why.contains("is not in the proof") => Error::NotFound(why),
            fault => fault.into(),
        })?,
    };
    let view = View::new(&tree.walk, &tree.claim, place, 1)
        .map_err(|error| Error::Internal(error.to_string()))?;
    let winner = names::side(tree.claim.prover);
    reply::to_json(&PlaceReport { tree: &tree.name, winner, view: TreeView::new(&view) })
}
