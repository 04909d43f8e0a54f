//! Searches at work: several at once, each finished one a transaction.
//!
//! Workers share the tree behind a lock and hold it only between searches. With one worker the
//! same campaign always goes the same way, also when it was stopped or killed in between, for the
//! dice are stored with each search.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::expand::{Expander, Proofs};
use super::moves::unpack;
use super::solver::{Found, Solver, Task};
use super::steer::{self, Order};
use super::store::{State, Store};
use super::upper::{Evidence, Id, Upper};
use super::{Campaign, CampaignError};
use crate::Position;

/// How often the inbox is read, and the status written.
const INBOX: Duration = Duration::from_millis(200);
const STATUS: Duration = Duration::from_secs(3);
/// How soon a stop is seen.
const SOON: Duration = Duration::from_millis(20);

/// How much longer searches are at the positions of a line that is gone along.
const LONGER: u64 = 10;

/// How long to work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Searches at once.
    pub workers: usize,
    /// At most so many searches.
    pub searches: Option<u64>,
    /// At most so long; searches under way are given up then.
    pub time: Option<Duration>,
}

impl Default for Run {
    fn default() -> Run {
        Run { workers: 1, searches: None, time: None }
    }
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The prover wins.
    Proved,
    /// The prover does not win.
    Refuted,
    /// It was asked to.
    Paused,
    /// The searches or the time were used up.
    Limit,
}

impl End {
    /// The end in one word.
    pub fn name(self) -> &'static str {
        match self {
            End::Proved => "proved",
            End::Refuted => "refuted",
            End::Paused => "paused",
            End::Limit => "limit",
        }
    }
}

/// What the workers share: which leaf is next, what is being searched, and the end.
struct Scheduler<'a> {
    upper: &'a mut Upper,
    state: &'a mut State,
    curve: &'a mut Vec<super::Point>,
    store: &'a Store,
    dice: Rng,
    /// What is being searched, the way to it, and how to stop it.
    busy: HashMap<Id, (Vec<Id>, Arc<AtomicBool>)>,
    left: Option<u64>,
    nodes: u64,
    end: Option<Result<End, CampaignError>>,
    workers: usize,
    began: Instant,
    before: f64,
}

struct Job {
    id: Id,
    position: Position,
    history: Vec<Position>,
    nodes: u64,
    stop: Arc<AtomicBool>,
}

impl Scheduler<'_> {
    fn finish(&mut self, end: Result<End, CampaignError>) {
        self.end.get_or_insert(end);
        for (_, stop) in self.busy.values() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Ends the run if the root is solved.
    fn look_at_root(&mut self) {
        match (self.upper.node(0).pn, self.upper.node(0).dn) {
            (0, _) => self.finish(Ok(End::Proved)),
            (_, 0) => self.finish(Ok(End::Refuted)),
            _ => {}
        }
    }

    /// The next search; `None` if there is nothing to do now.
    fn next(&mut self) -> Option<Job> {
        if self.left == Some(0) {
            return None;
        }
        let waiting = |id: &Id| !self.busy.contains_key(id) && !self.upper.node(*id).solved();
        let queued = self.state.queue.iter().copied().find(waiting);
        let path = match queued {
            Some(id) => self.upper.way_to(id),
            None => {
                let busy: HashSet<Id> = self.busy.keys().copied().collect();
                let mut from = self.state.focus.iter().chain(&[0]);
                from.find_map(|&id| self.upper.choose(id, &mut self.dice, &busy))?
            }
        };
        let id = *path.last()?;
        self.left = self.left.map(|left| left - 1);
        let size = path.iter().rev().find_map(|id| self.state.sizes.get(id));
        // What one goes along is thought to be won; a long search there saves many short ones.
        let more = if self.state.focus.contains(&id) { LONGER } else { 1 };
        let nodes = size.copied().unwrap_or(self.nodes) * more;
        let stop = Arc::new(AtomicBool::new(false));
        self.busy.insert(id, (path, Arc::clone(&stop)));
        let (position, history) = (self.upper.position(id), self.upper.history(id));
        Some(Job { id, position, history, nodes, stop })
    }

    /// Takes in a search, and writes it down.
    fn done(
        &mut self,
        job: &Job,
        found: &Found,
        expander: &Expander<'_>,
    ) -> Result<(), CampaignError> {
        self.busy.remove(&job.id);
        let solved = found.pn == 0 || found.dn == 0;
        let stopped = job.stop.load(Ordering::Relaxed) && !solved;
        if stopped || self.upper.node(job.id).solved() {
            return Ok(());
        }
        let proofs = self.upper.take_in(job.id, found, expander)?;
        self.state.queue.retain(|&id| id != job.id && !self.upper.node(id).solved());
        self.state.searches += 1;
        self.state.proved += u64::from(found.pn == 0);
        self.state.refuted += u64::from(found.dn == 0);
        self.state.work += found.nodes;
        self.save(&proofs)?;
        for (way, stop) in self.busy.values() {
            if way.iter().any(|&id| self.upper.node(id).solved()) {
                stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn save(&mut self, proofs: &Proofs) -> Result<(), CampaignError> {
        self.state.dice = self.dice.get_seed();
        self.state.seconds = self.before + self.began.elapsed().as_secs_f64();
        let last = self.curve.last().map_or(0, |point| point.searches);
        let due = self.state.searches > last + last / 20 || self.upper.node(0).solved();
        let point = due.then(|| self.upper.point(self.state));
        self.store.save(self.upper, proofs, self.state, point.as_ref())?;
        self.curve.extend(point);
        Ok(())
    }

    /// Follows the orders that wait. At the start of a run a pause is an old one and not followed.
    fn take_orders(
        &mut self,
        campaign: &Place<'_>,
        expander: &Expander<'_>,
        at_start: bool,
    ) -> Result<(), CampaignError> {
        for (path, text) in steer::waiting(campaign.folder)? {
            let mut proofs = Proofs::new();
            let order = Order::read(campaign.root, &text);
            let followed = order.and_then(|order| {
                self.upper.follow(&order, self.state, expander, &mut proofs).map(|()| order)
            });
            match followed {
                Ok(Order::Pause) if !at_start => self.finish(Ok(End::Paused)),
                Ok(_) => {}
                Err(why @ (CampaignError::Store(_) | CampaignError::File(_))) => return Err(why),
                Err(why) => {
                    steer::refuse(&path, &text, &why)?;
                    continue;
                }
            }
            self.save(&proofs)?;
            fs::remove_file(path)?;
        }
        Ok(())
    }
}

/// Where the campaign lies.
struct Place<'a> {
    folder: &'a std::path::Path,
    root: &'a Position,
    setup: &'a super::Setup,
}

/// The scheduler behind its lock, and a signal that something has changed.
struct Pool<'a> {
    scheduler: Mutex<Scheduler<'a>>,
    changed: Condvar,
}

impl<'a> Pool<'a> {
    fn lock(&self) -> MutexGuard<'_, Scheduler<'a>> {
        self.scheduler.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A worker: searches until the run has ended.
    fn worker(&self, expander: &Expander<'_>) {
        let _leave = Leave(self);
        while let Some(job) = self.job() {
            let found = expander.solver.search(&Task {
                position: &job.position,
                history: &job.history,
                nodes: job.nodes,
                share: expander.share,
                stop: &job.stop,
            });
            let mut scheduler = self.lock();
            match scheduler.done(&job, &found, expander) {
                Ok(()) => scheduler.look_at_root(),
                Err(error) => scheduler.finish(Err(error)),
            }
            drop(scheduler);
            self.changed.notify_all();
        }
    }

    fn job(&self) -> Option<Job> {
        let mut scheduler = self.lock();
        while scheduler.end.is_none() {
            if let Some(job) = scheduler.next() {
                return Some(job);
            }
            if scheduler.busy.is_empty() {
                scheduler.finish(Ok(End::Limit));
                break;
            }
            scheduler =
                self.changed.wait(scheduler).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        None
    }

    /// Supervises the workers: stops, orders, the status.
    fn supervise(&self, place: &Place<'_>, expander: &Expander<'_>, run: &Run, stop: &AtomicBool) {
        let began = Instant::now();
        let (mut inbox, mut status) = (began, began);
        let mut scheduler = self.lock();
        while scheduler.workers > 0 {
            if stop.load(Ordering::Relaxed) {
                scheduler.finish(Ok(End::Paused));
            }
            if run.time.is_some_and(|time| began.elapsed() >= time) {
                scheduler.finish(Ok(End::Limit));
            }
            if inbox.elapsed() >= INBOX && scheduler.end.is_none() {
                inbox = Instant::now();
                if let Err(error) = scheduler.take_orders(place, expander, false) {
                    scheduler.finish(Err(error));
                }
            }
            if Instant::now() >= status {
                let now = Instant::now();
                let busy: Vec<Id> = scheduler.busy.keys().copied().collect();
                let text =
                    scheduler.upper.status(place.setup, scheduler.state, scheduler.curve, &busy);
                if let Err(error) = text.write(place.folder) {
                    scheduler.finish(Err(error.into()));
                }
                // In a large tree it takes a while; never more than a twentieth of the time.
                status = now + STATUS.max(20 * now.elapsed());
            }
            let waited = self.changed.wait_timeout(scheduler, SOON);
            scheduler = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
        }
    }
}

/// A worker that leaves, perhaps in a panic.
struct Leave<'a, 'b>(&'a Pool<'b>);

impl Drop for Leave<'_, '_> {
    fn drop(&mut self) {
        let mut scheduler = self.0.lock();
        scheduler.workers -= 1;
        if thread::panicking() {
            scheduler.finish(Ok(End::Paused));
        }
        drop(scheduler);
        self.0.changed.notify_all();
    }
}

impl Campaign {
    /// Works on the campaign until it is solved, stopped, or a limit is reached.
    ///
    /// # Errors
    ///
    /// If the store or a file fails, or the solver claims a win that it does not prove.
    pub fn run(
        &mut self,
        solver: &dyn Solver,
        run: &Run,
        stop: &AtomicBool,
    ) -> Result<End, CampaignError> {
        for (id, node) in (0..).zip(&self.upper.nodes) {
            if matches!(node.evidence, Evidence::Stored { .. }) && !node.dead {
                let bytes = self.store.proof(id)?;
                solver.learn(&unpack(self.upper.game, &self.upper.position(id), &bytes)?.0);
            }
        }
        let root = self.upper.position(0);
        let place = Place { folder: &self.folder, root: &root, setup: &self.setup };
        let expander = Expander { solver, share: self.setup.share };
        let mut scheduler = Scheduler {
            dice: Rng::with_seed(self.state.dice),
            before: self.state.seconds,
            upper: &mut self.upper,
            state: &mut self.state,
            curve: &mut self.curve,
            store: &self.store,
            busy: HashMap::new(),
            left: run.searches,
            nodes: self.setup.nodes,
            end: None,
            workers: run.workers.max(1),
            began: Instant::now(),
        };
        scheduler.take_orders(&place, &expander, true)?;
        scheduler.look_at_root();
        let workers = scheduler.workers;
        let pool = Pool { scheduler: Mutex::new(scheduler), changed: Condvar::new() };
        thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| pool.worker(&expander));
            }
            pool.supervise(&place, &expander, run, stop);
        });
        let scheduler =
            pool.scheduler.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        let end = scheduler.end.unwrap_or(Ok(End::Paused));
        if end.is_err() {
            // Half of a search may be in memory; the store has none of it.
            self.reload()?;
        }
        self.status().write(&self.folder)?;
        end
    }
}
