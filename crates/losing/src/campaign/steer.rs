//! Orders to a campaign, also to one at work in another process.
//!
//! Only one process can have the store open. So orders are small files in the folder `steer` of
//! the campaign, one order a file, which the process at work takes up and removes; without one they
//! wait for the next run. What cannot be followed is kept beside them as `.refused`, with the
//! reason. All lines start at the root of the tree.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fmt, fs, process};

use super::expand::{Expander, Proofs};
use super::setup::{read_line, to_text};
use super::status::write_whole;
use super::store::State;
use super::upper::{Id, Upper};
use super::{CampaignError, STEER};
use crate::{Move, Position};

/// An order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Search the position after this line next.
    Queue(Vec<Move>),
    /// After this line follow this move of the prover's alone, unless it is refuted.
    Force(Vec<Move>, Move),
    /// Follow all moves again.
    Unforce(Vec<Move>),
    /// Searches from this line down have so many nodes; 0 for what is usual.
    Nodes(Vec<Move>, u64),
    /// Work along this line from its end: below its last position until that is solved, then below
    /// the one before, and so on; with several such lines at the deepest open position first.
    /// Nothing to go along ends that.
    Along(Vec<Move>),
    /// Stop work; searches under way are given up.
    Pause,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Queue(line) => write!(f, "queue {}", to_text(line)),
            Order::Force(line, made) => write!(f, "force {} {made}", to_text(line)),
            Order::Unforce(line) => write!(f, "unforce {}", to_text(line)),
            Order::Nodes(line, nodes) => write!(f, "nodes {nodes} {}", to_text(line)),
            Order::Along(line) => write!(f, "along {}", to_text(line)),
            Order::Pause => f.write_str("pause"),
        }
    }
}

impl Order {
    /// Reads an order as it prints: `queue LINE`, `force LINE MOVE`, `unforce LINE`,
    /// `nodes N LINE`, `along LINE`, `pause`.
    ///
    /// # Errors
    ///
    /// If it is none, or a move is not legal.
    pub fn read(root: &Position, text: &str) -> Result<Order, CampaignError> {
        let bad = || CampaignError::Order(text.to_string());
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        match word {
            "queue" => Ok(Order::Queue(read_line(root, rest)?)),
            "force" => {
                let mut line = read_line(root, rest)?;
                let made = line.pop().ok_or_else(bad)?;
                Ok(Order::Force(line, made))
            }
            "unforce" => Ok(Order::Unforce(read_line(root, rest)?)),
            "nodes" => {
                let (nodes, line) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
                Ok(Order::Nodes(read_line(root, line)?, nodes.parse().map_err(|_| bad())?))
            }
            "along" => Ok(Order::Along(read_line(root, rest)?)),
            "pause" if rest.is_empty() => Ok(Order::Pause),
            _ => Err(bad()),
        }
    }

    /// How many orders wait for the campaign in a folder.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn waiting(folder: &Path) -> Result<usize, CampaignError> {
        let inbox = folder.join(STEER);
        if !inbox.is_dir() {
            return Ok(0);
        }
        let names = fs::read_dir(inbox)?.flatten().map(|file| file.path());
        Ok(names.filter(|path| path.extension().is_some_and(|kind| kind == "order")).count())
    }

    /// Hands the order to the campaign in a folder.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn post(&self, folder: &Path) -> Result<(), CampaignError> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let inbox = folder.join(STEER);
        fs::create_dir_all(&inbox)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{now:020}-{}-{count:06}.order", process::id());
        Ok(write_whole(&inbox.join(name), self.to_string().as_bytes())?)
    }
}

/// The orders that wait, the oldest first: file and text.
pub(super) fn waiting(folder: &Path) -> Result<Vec<(PathBuf, String)>, CampaignError> {
    let Ok(entries) = fs::read_dir(folder.join(STEER)) else { return Ok(Vec::new()) };
    let mut orders = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "order") {
            let text = String::from_utf8_lossy(&fs::read(&path)?).trim().to_string();
            orders.push((path, text));
        }
    }
    orders.sort();
    Ok(orders)
}

/// Keeps an order that was not followed, and why.
pub(super) fn refuse(path: &Path, text: &str, why: &CampaignError) -> Result<(), CampaignError> {
    write_whole(&path.with_extension("refused"), format!("{text}\n{why}\n").as_bytes())?;
    Ok(fs::remove_file(path)?)
}

impl Upper {
    /// The node after a line, made where it is not there.
    pub(super) fn extend_to(
        &mut self,
        line: &[Move],
        expander: &Expander<'_>,
        proofs: &mut Proofs,
    ) -> Result<Id, CampaignError> {
        let mut id = 0;
        for &made in line {
            if self.node(id).leaf() {
                self.open(id, &[], 0, expander, proofs)?;
            }
            let missing = || CampaignError::NotInTree(to_text(line));
            id = self.after(id, made).ok_or_else(missing)?;
        }
        Ok(id)
    }

    /// Follows an order, all but a pause.
    pub(super) fn follow(
        &mut self,
        order: &Order,
        state: &mut State,
        expander: &Expander<'_>,
        proofs: &mut Proofs,
    ) -> Result<(), CampaignError> {
        match order {
            Order::Pause => {}
            Order::Queue(line) => {
                let id = self.extend_to(line, expander, proofs)?;
                if !self.node(id).solved() && !state.queue.contains(&id) {
                    state.queue.push(id);
                }
            }
            Order::Along(line) => {
                if line.is_empty() {
                    state.focus.clear();
                }
                for length in (1..=line.len()).rev() {
                    let id = self.extend_to(&line[..length], expander, proofs)?;
                    if !self.node(id).solved() && !state.focus.contains(&id) {
                        state.focus.push(id);
                    }
                }
                state.focus.sort_by_key(|&id| std::cmp::Reverse(self.way_to(id).len()));
            }
            Order::Force(line, made) => {
                let mut whole = line.clone();
                whole.push(*made);
                self.extend_to(&whole, expander, proofs)?;
                let id = self.extend_to(line, expander, proofs)?;
                if !self.proves(id) {
                    let why = "the move of the defender's cannot be forced".to_string();
                    return Err(CampaignError::Line(to_text(&whole), why));
                }
                state.forced.insert(id, made.packed());
                self.forced.insert(id, made.packed());
                self.update(&[id]);
            }
            Order::Unforce(line) => {
                let id = self.extend_to(line, expander, proofs)?;
                state.forced.remove(&id);
                self.forced.remove(&id);
                self.update(&[id]);
            }
            Order::Nodes(line, nodes) => {
                let id = self.extend_to(line, expander, proofs)?;
                match nodes {
                    0 => state.sizes.remove(&id),
                    _ => state.sizes.insert(id, *nodes),
                };
            }
        }
        Ok(())
    }
}
