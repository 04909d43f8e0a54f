//! A campaign: a proof that takes hours or months, kept on disk.
//!
//! An opening is too large for one proof-number search. So searches of a set size are made at the
//! leaves of an *upper tree*, as if each were an evaluation (Watkins 2012, section 2): a leaf that
//! a search does not solve gets its children, with the numbers that the search found for them, and
//! the next leaf is chosen by a random walk that follows the numbers. The strategy of every solved
//! leaf is stored, so that nothing has to be searched again for the final proof.
//!
//! A campaign is a folder: `store.redb` (the truth; survives kill -9, only searches under way are
//! lost), `status.json` (how it stands, written every few seconds), `steer` (orders that wait).

mod choose;
mod edit;
mod engine;
mod error;
mod expand;
mod moves;
mod numbers;
mod proof;
mod run;
mod setup;
mod solver;
mod status;
mod steer;
mod store;
#[cfg(test)]
mod tests;
mod upper;

use std::fs;
use std::path::{Path, PathBuf};

use expand::Proofs;
use store::{State, Store};
use upper::Upper;

pub use engine::Engine;
pub use error::CampaignError;
pub use run::{End, Run};
pub use setup::{Setup, read_line, to_text};
pub use solver::{Child, Found, INFINITE, Solver, Task};
pub use status::{Branch, Point, Status};
pub use steer::Order;

use crate::Strategy;

const STORE: &str = "store.redb";
const STATUS: &str = "status.json";
const STEER: &str = "steer";

/// A campaign that this process has open.
pub struct Campaign {
    folder: PathBuf,
    setup: Setup,
    store: Store,
    upper: Upper,
    state: State,
    curve: Vec<Point>,
}

impl Campaign {
    /// Starts a campaign in a folder, which is made.
    ///
    /// # Errors
    ///
    /// If there is a campaign already, the opening is not legal, or the store fails.
    pub fn create(folder: &Path, setup: Setup) -> Result<Campaign, CampaignError> {
        let root = setup.root()?;
        fs::create_dir_all(folder.join(STEER))?;
        if folder.join(STORE).exists() {
            return Err(CampaignError::Exists);
        }
        // Under its own name only when it is whole; what a killed process left is made anew.
        let aside = folder.join(STORE).with_extension("new");
        if aside.exists() {
            fs::remove_file(&aside)?;
        }
        let store = Store::open(&aside)?;
        let mut upper = Upper::new(setup.game(), setup.power, &root);
        upper.update_all();
        let state = State { dice: setup.seed, ..State::default() };
        store.begin(&setup, &mut upper, &state)?;
        fs::rename(aside, folder.join(STORE))?;
        let campaign = Campaign {
            folder: folder.to_path_buf(),
            setup,
            store,
            upper,
            state,
            curve: Vec::new(),
        };
        campaign.status().write(folder)?;
        Ok(campaign)
    }

    /// Opens a campaign.
    ///
    /// # Errors
    ///
    /// If there is none, it is open in another process, or damaged.
    pub fn open(folder: &Path) -> Result<Campaign, CampaignError> {
        let path = folder.join(STORE);
        fs::metadata(&path)?;
        let store = Store::open(&path)?;
        let setup = store.setup()?;
        let upper = Upper::new(setup.game(), setup.power, &setup.root()?);
        let folder = folder.to_path_buf();
        let (state, curve) = (State::default(), Vec::new());
        let mut campaign = Campaign { folder, setup, store, upper, state, curve };
        campaign.reload()?;
        Ok(campaign)
    }

    /// Reads everything from the store again; what has fallen out of the tree is taken out of it.
    fn reload(&mut self) -> Result<(), CampaignError> {
        self.state = self.store.state()?;
        self.curve = self.store.curve()?;
        loop {
            self.upper = self.store.load(&self.setup)?;
            self.forget();
            self.upper.forced = self.state.forced.iter().map(|(&id, &made)| (id, made)).collect();
            self.upper.update_all();
            if self.upper.changed.is_empty() {
                return Ok(());
            }
            self.store.save(&mut self.upper, &Proofs::new(), &self.state, None)?;
        }
    }

    /// Orders about nodes that are gone are gone too.
    fn forget(&mut self) {
        let upper = &self.upper;
        let there = |id: &u32| upper.nodes.get(*id as usize).is_some_and(|node| !node.dead);
        self.state.queue.retain(there);
        self.state.focus.retain(there);
        self.state.forced.retain(|id, _| there(id));
        self.state.sizes.retain(|id, _| there(id));
    }

    /// What it is about.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How it stands.
    pub fn status(&self) -> Status {
        self.upper.status(&self.setup, &self.state, &self.curve, &[])
    }

    /// The whole proof, when the root is proved: one move for each position that needs one, the
    /// smallest proof that the campaign knows.
    ///
    /// # Errors
    ///
    /// If the root is not proved, or the store is damaged.
    pub fn strategy(&self) -> Result<Strategy, CampaignError> {
        self.upper.whole_proof(&self.store)
    }
}
