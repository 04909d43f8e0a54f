//! How a campaign stands, for people and programs.
//!
//! Nobody knows how long a proof will be. The share that is solved follows the prover's most
//! promising move, and weighs the defender's replies by the nodes below them; an open leaf counts by
//! the logarithm of its ratio, a million being as good as solved. Open parts will still grow, so the
//! share can fall. When the campaign ends is guessed from how that share has grown lately.
//! Both are guesses and called so.

use std::path::Path;
use std::{fs, io};

use serde::{Deserialize, Serialize};

use super::setup::{Setup, to_text};
use super::store::{State, from_json};
use super::upper::{Edge, Evidence, Id, Upper};
use super::{Campaign, CampaignError, STATUS};

/// How it stood after so many searches.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize, Debug)]
pub struct Point {
    /// Searches made.
    pub searches: u64,
    /// Seconds of all runs.
    pub seconds: f64,
    /// The root's proof number.
    pub pn: u32,
    /// The root's disproof number.
    pub dn: u32,
    /// Disproof by proof number of the leaf that decides; `None` when solved.
    pub ratio: Option<f32>,
    /// The share that is solved, a guess.
    pub share: f64,
}

/// A part of the tree that is not solved.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Branch {
    /// The moves to it from the root.
    pub line: String,
    /// Nodes of the upper tree below.
    pub nodes: u64,
    /// Its proof number.
    pub pn: u32,
    /// Its disproof number.
    pub dn: u32,
    /// Disproof by proof number of the leaf that decides.
    pub ratio: f32,
}

/// How a campaign stands.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Status {
    /// The rules.
    pub rules: String,
    /// Who must win.
    pub prover: String,
    /// Where the game starts.
    pub start: String,
    /// The moves to the root.
    pub opening: String,
    /// `open`, `proved` or `refuted`.
    pub result: String,
    /// Whether a process is at work.
    pub running: bool,
    /// Nodes of the upper tree.
    pub nodes: u64,
    /// Those without children.
    pub leaves: u64,
    /// Those that are won.
    pub won: u64,
    /// Those that are not won.
    pub refuted: u64,
    /// Moves of all stored strategies.
    pub stored_moves: u64,
    /// Searches waiting in the queue.
    pub queue: u64,
    /// Lines that are searched now.
    pub searching: Vec<String>,
    /// Searches that proved their leaf.
    pub searches_proved: u64,
    /// Searches that refuted their leaf.
    pub searches_refuted: u64,
    /// Nodes of all searches.
    pub work: u64,
    /// The line that looks decisive.
    pub main_line: String,
    /// The largest parts that are open.
    pub branches: Vec<Branch>,
    /// How it stands now.
    pub now: Point,
    /// Seconds until the end, a guess.
    pub seconds_left: Option<f64>,
    /// How it went.
    pub curve: Vec<Point>,
}

/// How many branches are named.
const BRANCHES: usize = 8;

impl Upper {
    /// How many nodes are below each node, itself included; each counts once.
    fn sizes(&self) -> Vec<u64> {
        let mut sizes = vec![1u64; self.nodes.len()];
        for id in self.in_order_up() {
            for edge in &self.node(id).edges {
                if self.node(edge.child).parent == id {
                    sizes[id as usize] += sizes[edge.child as usize];
                }
            }
        }
        sizes
    }

    /// The share that is solved.
    fn share(&self) -> f64 {
        let sizes = self.sizes();
        let mut shares = vec![0.0f64; self.nodes.len()];
        for id in self.in_order_up() {
            let node = self.node(id);
            shares[id as usize] = if node.pn == 0 {
                1.0
            } else if node.dn == 0 {
                0.0
            } else if node.leaf() {
                (f64::from(node.ratio).log10() / 6.0).clamp(0.0, 0.99)
            } else if self.proves(id) {
                let ratio = |edge: &&Edge| self.node(edge.child).ratio;
                let best = node.edges.iter().max_by(|a, b| ratio(a).total_cmp(&ratio(b)));
                best.map_or(0.0, |edge| shares[edge.child as usize])
            } else {
                let (mut done, mut all) = (0.0, 0.0);
                for edge in &node.edges {
                    let size = sizes[edge.child as usize] as f64;
                    done += size * shares[edge.child as usize];
                    all += size;
                }
                done / all
            };
        }
        shares[0]
    }

    /// How it stands.
    pub(super) fn point(&self, state: &State) -> Point {
        let root = self.node(0);
        Point {
            searches: state.searches,
            seconds: state.seconds,
            pn: root.pn,
            dn: root.dn,
            ratio: (!root.solved()).then_some(root.ratio),
            share: self.share(),
        }
    }

    /// The largest open parts: again and again the largest is split.
    fn branches(&self) -> Vec<Branch> {
        let sizes = self.sizes();
        let mut parts: Vec<Id> = vec![0];
        while parts.len() < BRANCHES {
            let fits = |id: &&Id| !self.node(**id).leaf() && !self.node(**id).solved();
            let Some(&id) = parts.iter().filter(fits).max_by_key(|id| sizes[**id as usize]) else {
                break;
            };
            parts.retain(|&part| part != id);
            let mut open: Vec<Id> = self.node(id).edges.iter().map(|edge| edge.child).collect();
            open.retain(|&child| !self.node(child).solved());
            if self.proves(id) {
                open.sort_by(|&a, &b| self.node(b).ratio.total_cmp(&self.node(a).ratio));
                open.truncate(1);
            }
            parts.extend(
                open.into_iter().filter(|child| !parts.contains(child)).collect::<Vec<_>>(),
            );
        }
        parts.retain(|&id| !self.node(id).solved());
        parts.sort_by_key(|&id| (std::cmp::Reverse(sizes[id as usize]), id));
        parts.truncate(BRANCHES);
        let branch = |&id: &Id| {
            let node = self.node(id);
            Branch {
                line: to_text(&self.line(id)),
                nodes: sizes[id as usize],
                pn: node.pn,
                dn: node.dn,
                ratio: node.ratio,
            }
        };
        parts.iter().map(branch).collect()
    }

    /// All that is to be said.
    pub(super) fn status(
        &self,
        setup: &Setup,
        state: &State,
        curve: &[Point],
        searching: &[Id],
    ) -> Status {
        let (written, now) = (setup.written(), self.point(state));
        let alive = || self.nodes.iter().filter(|node| !node.dead);
        let stored = |evidence| match evidence {
            Evidence::Stored { moves, .. } => u64::from(moves),
            _ => 0,
        };
        let main_line: Vec<_> =
            self.main_line().iter().map(|edge| crate::Move::unpacked(edge.made)).collect();
        Status {
            rules: written.rules,
            prover: written.prover,
            start: written.start,
            opening: written.opening,
            result: match (now.pn, now.dn) {
                (0, _) => "proved",
                (_, 0) => "refuted",
                _ => "open",
            }
            .to_string(),
            running: !searching.is_empty(),
            nodes: alive().count() as u64,
            leaves: alive().filter(|node| node.leaf()).count() as u64,
            won: alive().filter(|node| node.pn == 0).count() as u64,
            refuted: alive().filter(|node| node.dn == 0).count() as u64,
            stored_moves: alive().map(|node| stored(node.evidence)).sum(),
            queue: state.queue.len() as u64,
            searching: searching.iter().map(|&id| to_text(&self.line(id))).collect(),
            searches_proved: state.proved,
            searches_refuted: state.refuted,
            work: state.work,
            main_line: to_text(&main_line),
            branches: self.branches(),
            now,
            seconds_left: seconds_left(curve, &now),
            curve: curve.to_vec(),
        }
    }
}

/// If the share goes on growing as in the last half of the time, it ends after so many seconds. A
/// share that has gone up and down in that time tells nothing.
fn seconds_left(curve: &[Point], now: &Point) -> Option<f64> {
    if now.pn == 0 || now.dn == 0 {
        return Some(0.0);
    }
    let at = |part: f64| curve.iter().rev().find(|point| point.seconds <= part * now.seconds);
    let mut shares = Vec::new();
    for part in [0.5, 0.6, 0.7, 0.8, 0.9] {
        shares.push(at(part)?.share);
    }
    shares.push(now.share);
    let then = at(0.5)?;
    let rate = (now.share - then.share) / (now.seconds - then.seconds);
    (rate > 0.0 && shares.is_sorted()).then(|| (1.0 - now.share) / rate)
}

/// Writes a file so that nobody ever reads half of it.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let aside = path.with_extension("new");
    fs::write(&aside, bytes)?;
    fs::rename(aside, path)
}

impl Status {
    /// Writes the status into a campaign's folder.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let text = serde_json::to_vec_pretty(self).expect("plain data can be written");
        write_whole(&folder.join(STATUS), &text)
    }

    /// How the campaign in a folder stands: from its store, or, while a process is at work on it,
    /// as that process wrote it down a few seconds ago.
    ///
    /// # Errors
    ///
    /// If there is no campaign, or it is damaged.
    pub fn of(folder: &Path) -> Result<Status, CampaignError> {
        match Campaign::open(folder) {
            Ok(campaign) => Ok(campaign.status()),
            Err(CampaignError::Running) => Status::read(folder),
            Err(error) => Err(error),
        }
    }

    fn read(folder: &Path) -> Result<Status, CampaignError> {
        from_json(&fs::read(folder.join(STATUS))?)
    }
}
