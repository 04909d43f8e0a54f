//! The campaign on disk: a redb file, one transaction a finished search.
//!
//! A node's record holds what does not follow from other nodes: its moves, its own numbers, what
//! is known of it. Everything else is made anew when the campaign is opened. After kill -9 the
//! store is as it was after the last transaction; only searches under way are lost.

use std::collections::BTreeMap;
use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};

use super::CampaignError;
use super::expand::Proofs;
use super::setup::{Setup, Written};
use super::status::Point;
use super::upper::{Edge, Evidence, Id, NONE, Node, Upper, is_anchor};
use crate::Move;

const NODES: TableDefinition<u32, &[u8]> = TableDefinition::new("nodes");
const PROOFS: TableDefinition<u32, &[u8]> = TableDefinition::new("proofs");
const TEXTS: TableDefinition<&str, &[u8]> = TableDefinition::new("texts");
const CURVE: TableDefinition<u64, &[u8]> = TableDefinition::new("curve");

/// Bytes of the file that are kept in memory; the tree is there anyway.
const CACHE: usize = 64 << 20;

/// What a campaign must remember besides its tree.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize, Debug)]
pub struct State {
    /// Where the dice are.
    pub dice: u64,
    /// Searches made.
    pub searches: u64,
    /// Those that proved something.
    pub proved: u64,
    /// Those that refuted something.
    pub refuted: u64,
    /// Nodes of all searches.
    pub work: u64,
    /// Seconds of all runs.
    pub seconds: f64,
    /// Nodes to be searched next.
    pub queue: Vec<Id>,
    /// Moves that alone are followed, packed.
    pub forced: BTreeMap<Id, u16>,
    /// Nodes a search from here down.
    pub sizes: BTreeMap<Id, u64>,
    /// Nodes below which all work is done while they are open, the first first.
    #[serde(default)]
    pub focus: Vec<Id>,
}

/// The file.
pub struct Store {
    file: Database,
}

impl Store {
    /// Makes a store, or opens one that is not in use.
    pub fn open(path: &Path) -> Result<Store, CampaignError> {
        Ok(Store { file: Database::builder().set_cache_size(CACHE).create(path)? })
    }

    /// Writes what has changed, all or nothing.
    pub fn save(
        &self,
        upper: &mut Upper,
        proofs: &Proofs,
        state: &State,
        point: Option<&Point>,
    ) -> Result<(), CampaignError> {
        let mut transaction = self.file.begin_write()?;
        // So that a store of gigabytes opens at once after kill -9.
        transaction.set_quick_repair(true);
        {
            let mut changed = std::mem::take(&mut upper.changed);
            changed.sort_unstable();
            changed.dedup();
            let mut nodes = transaction.open_table(NODES)?;
            let mut stored = transaction.open_table(PROOFS)?;
            for id in changed {
                let node = upper.node(id);
                if node.dead {
                    nodes.remove(id)?;
                } else {
                    nodes.insert(id, record(node).as_slice())?;
                }
                if !matches!(node.evidence, Evidence::Stored { .. }) || node.dead {
                    stored.remove(id)?;
                }
            }
            for (id, packed) in proofs {
                stored.insert(id, packed.bytes.as_slice())?;
            }
            transaction.open_table(TEXTS)?.insert("state", json(state).as_slice())?;
            let mut curve = transaction.open_table(CURVE)?;
            if let Some(point) = point {
                curve.insert(point.searches, json(point).as_slice())?;
            }
        }
        transaction.commit()?;
        Ok(())
    }

    /// Writes a new campaign, all or nothing.
    pub fn begin(
        &self,
        setup: &Setup,
        upper: &mut Upper,
        state: &State,
    ) -> Result<(), CampaignError> {
        let transaction = self.file.begin_write()?;
        {
            let mut texts = transaction.open_table(TEXTS)?;
            texts.insert("setup", json(&setup.written()).as_slice())?;
            texts.insert("state", json(state).as_slice())?;
            transaction.open_table(NODES)?.insert(0, record(upper.node(0)).as_slice())?;
            transaction.open_table(PROOFS)?;
            transaction.open_table(CURVE)?;
            upper.changed.clear();
        }
        transaction.commit()?;
        Ok(())
    }

    /// What the campaign is about.
    pub fn setup(&self) -> Result<Setup, CampaignError> {
        self.text::<Written>("setup")?.read()
    }

    /// What the campaign remembers.
    pub fn state(&self) -> Result<State, CampaignError> {
        self.text("state")
    }

    fn text<T: for<'a> Deserialize<'a>>(&self, name: &str) -> Result<T, CampaignError> {
        let texts = self.file.begin_read()?.open_table(TEXTS)?;
        let missing = || CampaignError::Damaged(format!("the {name} is missing"));
        from_json(texts.get(name)?.ok_or_else(missing)?.value())
    }

    /// How the campaign went.
    pub fn curve(&self) -> Result<Vec<Point>, CampaignError> {
        let transaction = self.file.begin_read()?;
        let curve = transaction.open_table(CURVE)?;
        curve.iter()?.map(|row| from_json(row?.1.value())).collect()
    }

    /// The strategy stored at a node.
    pub fn proof(&self, id: Id) -> Result<Vec<u8>, CampaignError> {
        let transaction = self.file.begin_read()?;
        let missing = || CampaignError::Damaged(format!("node {id} has lost its proof"));
        let proofs = transaction.open_table(PROOFS)?;
        Ok(proofs.get(id)?.ok_or_else(missing)?.value().to_vec())
    }

    /// The tree. Nodes to which nothing leads any more come back dead, and nodes with some of their
    /// moves only that are not proved any more as leaves. If there were such, the tree must be
    /// saved and loaded again.
    pub fn load(&self, setup: &Setup) -> Result<Upper, CampaignError> {
        let transaction = self.file.begin_read()?;
        let mut upper = Upper::new(setup.game(), setup.power, &setup.root()?);
        let nodes = transaction.open_table(NODES)?;
        let size = nodes.iter()?.next_back().transpose()?.map_or(0, |(id, _)| id.value() + 1);
        let mut records: Vec<Option<Record>> = Vec::new();
        records.resize_with(size as usize, || None);
        for row in nodes.iter()? {
            let (id, bytes) = row?;
            records[id.value() as usize] = Some(Record::read(bytes.value())?);
        }
        upper.fill(records)?;
        upper.update_all();
        upper.clear_partial();
        Ok(upper)
    }
}

/// What is stored of a node.
pub struct Record {
    evidence: Evidence,
    own: (u32, u32),
    work: u64,
    edges: Box<[Edge]>,
}

fn record(node: &Node) -> Vec<u8> {
    let (kind, moves, plies) = match node.evidence {
        Evidence::None => (0, 0, 0),
        Evidence::Known => (1, 0, 0),
        Evidence::Stored { moves, plies } => (2, moves, plies),
        Evidence::Refuted => (3, 0, 0),
    };
    let mut bytes = vec![kind];
    for number in [node.own.0, node.own.1, moves, plies] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(node.work.to_le_bytes());
    for edge in &node.edges {
        bytes.extend(edge.made.to_le_bytes());
        bytes.extend(edge.child.to_le_bytes());
    }
    bytes
}

impl Record {
    fn read(bytes: &[u8]) -> Result<Record, CampaignError> {
        let damaged = || CampaignError::Damaged("a node's record".to_string());
        let (head, edges) = bytes.split_at_checked(25).ok_or_else(damaged)?;
        let u32_at = |bytes: &[u8], at: usize| {
            u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
        };
        let work = u64::from(u32_at(head, 17)) | u64::from(u32_at(head, 21)) << 32;
        let evidence = match head[0] {
            0 => Evidence::None,
            1 => Evidence::Known,
            2 => Evidence::Stored { moves: u32_at(head, 9), plies: u32_at(head, 13) },
            3 => Evidence::Refuted,
            _ => return Err(damaged()),
        };
        if edges.len() % 6 != 0 {
            return Err(damaged());
        }
        let edge = |e: &[u8]| Edge { made: u16::from_le_bytes([e[0], e[1]]), child: u32_at(e, 2) };
        Ok(Record {
            evidence,
            own: (u32_at(head, 1), u32_at(head, 5)),
            work,
            edges: edges.chunks_exact(6).map(edge).collect(),
        })
    }
}

impl Upper {
    /// Builds the tree from its records, from the root down.
    fn fill(&mut self, records: Vec<Option<Record>>) -> Result<(), CampaignError> {
        let lost = |id: Id| CampaignError::Damaged(format!("node {id} is not there"));
        let root = self.nodes[0].clone();
        let root_position = self.position(0);
        self.clear();
        self.nodes.resize(records.len().max(1), Node { dead: true, ..root });
        let mut records = records;
        let mut waiting = std::collections::VecDeque::from([0]);
        self.place(0, &root_position, NONE, true);
        while let Some(id) = waiting.pop_front() {
            let place = records.get_mut(id as usize).and_then(Option::take);
            let record = place.ok_or_else(|| lost(id))?;
            let position = self.position(id);
            let legal = if record.edges.is_empty() { Vec::new() } else { position.legal_moves() };
            for edge in &record.edges {
                let made = Move::unpacked(edge.made);
                if !legal.contains(&made) {
                    return Err(CampaignError::Damaged(format!("{made} in {position}")));
                }
                let after = position.play(made);
                let child = self.nodes.get_mut(edge.child as usize).ok_or_else(|| lost(id))?;
                if child.dead {
                    self.place(edge.child, &after, id, is_anchor(&position, made, &after));
                    waiting.push_back(edge.child);
                } else if child.anchor && child.key == after.key() {
                    child.others.push(id);
                } else {
                    return Err(CampaignError::Damaged(format!("two ways to node {}", edge.child)));
                }
            }
            let node = &mut self.nodes[id as usize];
            (node.own, node.work) = (record.own, record.work);
            (node.evidence, node.edges) = (record.evidence, record.edges);
        }
        let left = (0..).zip(&records).filter(|(_, record)| record.is_some());
        self.changed.extend(left.map(|(id, _): (Id, _)| id));
        Ok(())
    }

    /// Nodes with some of their moves only must be proved; others become leaves.
    fn clear_partial(&mut self) {
        let partial: Vec<Id> = (0..self.nodes.len() as Id)
            .filter(|&id| {
                let node = self.node(id);
                !node.dead
                    && !node.leaf()
                    && node.pn != 0
                    && node.edges.len() < self.position(id).legal_moves().len()
            })
            .collect();
        for &id in &partial {
            self.nodes[id as usize].edges = Box::default();
            self.changed.push(id);
        }
    }
}

fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("plain data can be written")
}

pub(super) fn from_json<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T, CampaignError> {
    serde_json::from_slice(bytes).map_err(|e| CampaignError::Damaged(e.to_string()))
}
