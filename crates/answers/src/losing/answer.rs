//! What was proved: by a search, or by a proof that is stored (a certificate, or a bare tree in the
//! layout of the 2012 proofs).

use std::cell::Cell;
use std::io::{BufRead, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use serde::Serialize;
use zermelo_board::Limits;
use zermelo_board::clock::Instant;
use zermelo_kernel::{Proved, TABLE_MEN, TreeClaim, TreeFault, TreeHead, TreeProof, TreeReason};
use zermelo_losing::campaign::Setup;
use zermelo_losing::search::{self, Numbers, Options, Progress, Question, Setting};
use zermelo_losing::{
    Accepted, Case, Color, Effort, Move, NotExpanded, NotProved, Position, ProofTrees, Rules,
    Stage, Strategy, Taken, Tree, TreeError, Walk, check,
};
use zermelo_record::pgn::foreign;

use super::question::{Opening, complete};
use super::tree::find;
use crate::check::Source;
use crate::{Fault, names};

/// A proof that nobody has looked at yet.
pub struct Stored {
    name: String,
    source: Box<dyn Source + Send + Sync>,
    head: Option<TreeHead>,
    /// What it claims.
    pub claim: TreeClaim,
}

/// What became of a proof.
pub struct Verified {
    /// What it claims.
    pub claim: TreeClaim,
    /// The line to its root; empty if it is rejected.
    pub opening: Opening,
    /// What it holds, or why it is rejected.
    pub result: Result<Proved<TreeProof>, String>,
    /// The tree in strict order, if the file has it in another one.
    pub rewritten: Option<Tree>,
    /// Leaves that no table is there for.
    pub unknown: u64,
    /// What the proof that needs no tables holds, if it was asked for.
    pub expanded: Option<Proved<TreeProof>>,
    /// How long it took.
    pub time: Duration,
}

/// A proof that the kernel accepted, if the tables say what it needs.
pub struct Loaded {
    /// What it proves.
    pub claim: TreeClaim,
    /// The tree, in strict order.
    pub tree: Tree,
    /// What it holds.
    pub summary: Proved<TreeProof>,
    /// The line to its root.
    pub opening: Opening,
}

impl Stored {
    /// Opens a proof and reads what it claims. A bare tree claims that `side` (White unless said)
    /// wins by `rules` from the initial array; of a certificate they must be true.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn open(
        name: String,
        source: Box<dyn Source + Send + Sync>,
        rules: Option<Rules>,
        side: Option<Color>,
    ) -> Result<Stored, Fault> {
        let bad = |what: String| Fault::BadInput(format!("{name}: {what}"));
        let cannot = |error: std::io::Error| bad(format!("cannot be read: {error}"));
        let head = TreeHead::read(&mut source.open().map_err(cannot)?);
        let head = head.map_err(|error| bad(error.to_string()))?;
        if head.is_none() {
            let mut first = Vec::new();
            source.open().map_err(cannot)?.take(512).read_to_end(&mut first).map_err(cannot)?;
            // A bare tree begins with two numbers of four bytes.
            let is_text =
                first.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
            let what = match &first[..] {
                b"" => Some("there is no proof in it"),
                [b'z', b'e', b'r', b'm', b'e', b'l', b'o', b'-', ..] => {
                    Some("this is no proof of losing chess; try: zermelo check")
                }
                start if is_text || foreign(start).is_some() => {
                    Some("this is no proof of losing chess")
                }
                _ => None,
            };
            if let Some(what) = what {
                return Err(bad(what.to_string()));
            }
        }
        let claim = match &head {
            Some(head) => head.claim.clone(),
            None => TreeClaim {
                prover: side.unwrap_or(Color::White),
                ..TreeClaim::of_initial_array(rules.unwrap_or(Rules::Losing))
            },
        };
        if rules.is_some_and(|rules| rules != claim.rules) {
            return Err(bad(format!(
                "--rules: the certificate is one by the rules {}",
                claim.rules
            )));
        }
        if side.is_some_and(|side| side != claim.prover) {
            let side = names::side(claim.prover);
            return Err(bad(format!("--for: the certificate claims a win of {side}'s")));
        }
        Ok(Stored { name, source, head, claim })
    }

    fn bad(&self, what: impl std::fmt::Display) -> Fault {
        Fault::BadInput(format!("{}: {what}", self.name))
    }

    /// The bytes from the nodes on.
    fn nodes(&self) -> Result<Box<dyn BufRead + '_>, Fault> {
        let cannot = |error| self.bad(format!("cannot be read: {error}"));
        let mut reader = self.source.open().map_err(cannot)?;
        if self.head.is_some() {
            let again = TreeHead::read(&mut reader).map_err(|error| self.bad(error))?;
            if again != self.head {
                return Err(self.bad("cannot be read: the file has changed"));
            }
        }
        Ok(reader)
    }

    /// Has the kernel walk through the file. A leaf that no table is there for is let pass, and
    /// counted. A tree in another order is brought into the strict one first.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn verify(&self, question: Option<&Question>) -> Result<Verified, Fault> {
        let begun = Instant::now();
        let unknown = Cell::new(0);
        let table = |position: &Position| {
            let known = question.and_then(|question| {
                question.tables.as_ref()?.outcome(position)?;
                Some(question.won_by_tables(position))
            });
            unknown.set(unknown.get() + u64::from(known.is_none()));
            known.unwrap_or(true)
        };
        let nodes = [self.nodes()?, self.nodes()?];
        let checked = check(&self.claim, self.head.as_ref(), nodes, table);
        let start = Position::from_kernel(&self.claim.position);
        let mut rewritten = None;
        let result = match checked {
            Ok(summary) => Ok(summary),
            Err(TreeFault { reason: TreeReason::Unreadable(error), .. }) => {
                return Err(self.bad(format!("cannot be read: {error}")));
            }
            // The first bytes of a bare tree are two numbers; those of other files hardly fit.
            Err(TreeFault { reason: TreeReason::Size { .. }, .. }) if self.head.is_none() => {
                return Err(self.bad("this is no proof of losing chess"));
            }
            Err(fault) => match is_order(&fault.reason).then(|| self.tree()) {
                Some(Ok(tree)) => {
                    unknown.set(0);
                    let TreeClaim { rules, prover, .. } = self.claim;
                    let tree = tree.canonical(&start, prover).map_err(|error| error.to_string());
                    tree.and_then(|tree| {
                        let checked = tree.check(rules, prover, &start, table);
                        rewritten = Some(tree);
                        checked.map_err(|fault| format!("in strict order, {fault}"))
                    })
                }
                _ => Err(fault.to_string()),
            },
        };
        let opening = result.as_ref().map_or(&[][..], |summary| &summary.opening);
        let line = opening.iter().map(|&m| Move::from_kernel(m)).collect();
        Ok(Verified {
            claim: self.claim.clone(),
            opening: Opening::new(start, line),
            unknown: if result.is_ok() { unknown.get() } else { 0 },
            result,
            rewritten,
            expanded: None,
            time: begun.elapsed(),
        })
    }

    /// The whole tree, as it is.
    fn tree(&self) -> Result<Tree, Fault> {
        Tree::read(&mut self.nodes()?).map_err(|error| self.bad(error))
    }

    /// The whole tree in strict order. What is left to tables is not looked up.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is rejected.
    pub fn load(self) -> Result<Loaded, Fault> {
        let Verified { result, rewritten, .. } = self.verify(None)?;
        let summary = result.map_err(|fault| Fault::Rejected(format!("{}: {fault}", self.name)))?;
        let tree = match rewritten {
            Some(tree) => tree,
            None => self.tree()?,
        };
        let start = Position::from_kernel(&self.claim.position);
        let opening = Opening::new(start, tree.line().collect());
        Ok(Loaded { claim: self.claim, tree, summary, opening })
    }
}

/// Whether only the order of the nodes is wrong.
fn is_order(reason: &TreeReason) -> bool {
    use TreeReason::{PointsAhead, Sibling, TargetPoints};
    matches!(reason, Sibling { .. } | PointsAhead(_) | TargetPoints)
}

impl Verified {
    /// Whether the claim is proved.
    pub fn is_proved(&self) -> bool {
        self.result.is_ok() && (self.unknown == 0 || self.expanded.is_some())
    }
}

pub(super) fn bug(error: impl std::fmt::Display) -> Fault {
    Fault::Bug(error.to_string())
}

impl Loaded {
    /// The proof after a longer line, from the start of its line or from its end.
    ///
    /// # Errors
    ///
    /// If the line is not legal, or not in the proof.
    pub fn part(self, words: &[String]) -> Result<Loaded, Fault> {
        let Loaded { claim, tree, opening, .. } = self;
        let walk = Walk::new(&tree, &opening.start).map_err(bug)?;
        let opening = find(&walk, &opening, words)?.1;
        let Opening { start, line, .. } = &opening;
        let Taken { strategy, tables } = tree.strategy(start, claim.prover).map_err(bug)?;
        let known = |position: &Position| tables.contains(&position.key());
        let tree = Tree::of(&strategy, start, line, claim.prover, known).map_err(bug)?;
        let summary = tree.check(claim.rules, claim.prover, start, |_| true).map_err(bug)?;
        Ok(Loaded { claim, tree, summary, opening })
    }

    /// The proof with what the tables know played out, so that it needs none.
    ///
    /// # Errors
    ///
    /// If tables are missing.
    pub fn expanded(
        &self,
        question: &Question,
        doing: &mut dyn FnMut(Stage),
    ) -> Result<Accepted, Fault> {
        let Opening { start, line, .. } = &self.opening;
        let case = Case { question, start: *start, opening: line };
        let Taken { strategy, .. } = self.tree.strategy(start, question.prover).map_err(bug)?;
        case.expand(&strategy, false, doing).map_err(|error| not_proved(&error, question))
    }

    /// What proves a position of a campaign: the moves to it from the root, and what is played.
    ///
    /// # Errors
    ///
    /// If the proof is about something else; one sentence.
    pub fn for_campaign(&self, setup: &Setup) -> Result<(Vec<Move>, Strategy), String> {
        let Loaded { claim, tree, opening, .. } = self;
        if (claim.rules, claim.prover) != (setup.rules, setup.prover) {
            return Err("the proof has other rules or another prover".to_string());
        }
        let rest = opening.line.strip_prefix(&setup.opening[..]);
        let rest = rest.filter(|_| opening.start == setup.start);
        let rest = rest.ok_or("the proof's line does not lead through the root")?;
        let taken = tree.strategy(&opening.start, claim.prover);
        Ok((rest.to_vec(), taken.map_err(|error| error.to_string())?.strategy))
    }
}

/// A proof, and how it goes.
pub struct Proof {
    /// The proof.
    pub proved: ProofTrees,
    /// How long it took to make it smaller, play it out, and check it.
    pub time: Duration,
    /// The line in which most of the proof is.
    pub main_line: Vec<Move>,
}

impl Proof {
    /// Makes a proof of what searches found, and has the kernel check it. It is made smaller unless
    /// that is to be `quick`.
    ///
    /// # Errors
    ///
    /// If tables are missing.
    pub fn new(
        question: &Question,
        opening: &Opening,
        strategies: &[Strategy],
        quick: bool,
        stop: &AtomicBool,
        doing: &mut dyn FnMut(Stage),
    ) -> Result<Proof, Fault> {
        let case = Case { question, start: opening.start, opening: &opening.line };
        let begun = Instant::now();
        let effort = (!quick).then(Effort::default);
        let proved = case.prove(strategies, effort, stop, doing);
        let proved = proved.map_err(|error| not_proved(&error, question))?;
        let walk = Walk::new(&proved.full.tree, &opening.start).map_err(bug)?;
        let main_line = walk.main_line(walk.root()).iter().map(|branch| branch.made).collect();
        Ok(Proof { time: begun.elapsed(), proved, main_line })
    }
}

/// Why there is no proof: the tables, or a bug.
pub(super) fn not_proved(error: &NotProved, question: &Question) -> Fault {
    if let Err(missing) = complete(question) {
        return missing;
    }
    match error {
        NotProved::Expand(NotExpanded::Table(error)) => Fault::BadInput(error.to_string()),
        // A campaign may have left it to tables that it had and this command has not.
        NotProved::Tree(TreeError::NoMove(position))
            if position.occupied().count_ones() as usize <= TABLE_MEN =>
        {
            Fault::BadInput(format!("--men: {position} was left to tables, and they are needed"))
        }
        _ => bug(error),
    }
}

/// What came of a search.
pub struct Solved {
    /// What was asked about.
    pub opening: Opening,
    /// By which rules.
    pub rules: Rules,
    /// Who must win.
    pub prover: Color,
    /// How many men the tables know that it asked; 0 without tables.
    pub men: usize,
    /// What the search did.
    pub effort: Searched,
    /// What was found.
    pub found: Found,
}

/// What a search did. The keys are documented in docs/guide/losing.md.
#[derive(Clone, Copy, Serialize)]
#[allow(missing_docs)]
pub struct Searched {
    pub nodes: u64,
    /// Those of runs before this one, whose search was kept.
    pub nodes_before: u64,
    pub expanded: u64,
    pub seconds: f64,
    pub nodes_per_second: u64,
    pub sweeps: u64,
    pub searched_again: u64,
    pub pn: Option<u32>,
    pub dn: Option<u32>,
}

/// What a search found.
pub enum Found {
    /// The prover wins.
    Proved(Box<Proof>),
    /// The search found no win, and there is none it could find.
    Refuted,
    /// A limit was reached.
    Limit,
    /// It was stopped.
    Stopped,
}

impl Searched {
    pub(super) fn new(progress: &[Progress; 2], numbers: Numbers, time: Duration) -> Searched {
        let sum = |figure: fn(&Progress) -> u64| progress.iter().map(figure).sum::<u64>();
        let finite = |number: u32| (number != Numbers::NEVER).then_some(number);
        let (nodes, fresh) = (sum(|one| one.nodes.load(Relaxed)), sum(Progress::fresh_nodes));
        Searched {
            nodes,
            nodes_before: nodes - fresh,
            expanded: sum(|one| one.expanded.load(Relaxed)),
            seconds: time.as_secs_f64(),
            nodes_per_second: (fresh as f64 / time.as_secs_f64().max(1e-6)) as u64,
            sweeps: sum(|one| one.sweeps.load(Relaxed)),
            searched_again: sum(|one| one.again.load(Relaxed)),
            pn: finite(numbers.pn),
            dn: finite(numbers.dn),
        }
    }
}

/// Nodes of a first look, a tenth of a second.
const LOOK: u64 = 500_000;

/// Building tables of four men takes some minutes: it begins when a search has taken about as long.
/// All replies to 1. e3 that are proved with fewer nodes need hardly any table.
pub const BEFORE_TABLES: u64 = 300_000_000;

/// The least memory that a search takes.
const LEAST_MEMORY: u64 = 64 << 20;

impl Solved {
    /// Searches, and makes a proof of what is found: a small one if a second search is allowed.
    /// `doing` is told what is done after the search.
    ///
    /// # Errors
    ///
    /// If tables are missing, or the folder is of no use.
    pub fn new(
        question: &Question,
        opening: Opening,
        options: Options,
        setting: Setting<'_>,
        progress: &[Progress; 2],
        doing: &mut dyn FnMut(Stage),
    ) -> Result<Solved, Fault> {
        let begun = Instant::now();
        let found = search::solve_with(question, opening.root(), options, setting, progress);
        let search::Solved { numbers, proofs } = found.map_err(|error| {
            let folder = setting.keep.unwrap_or(Path::new("")).display();
            Fault::BadInput(format!("--keep {folder}: {error}"))
        })?;
        let strategies: Vec<Strategy> = proofs.into_iter().map(|(strategy, _)| strategy).collect();
        let effort = Searched::new(progress, numbers, begun.elapsed());
        complete(question)?;
        let found = if !strategies.is_empty() {
            static NEVER: AtomicBool = AtomicBool::new(false);
            let (quick, stop) = (!options.second, options.limits.interrupt.unwrap_or(&NEVER));
            let proof = Proof::new(question, &opening, &strategies, quick, stop, doing)?;
            Found::Proved(Box::new(proof))
        } else if options.limits.is_over() {
            Found::Stopped
        } else if numbers.dn == 0 {
            Found::Refuted
        } else {
            Found::Limit
        };
        let Question { rules, prover, ref tables } = *question;
        let open = tables.as_ref().filter(|tables| tables.is_open());
        let men = open.map_or(0, |tables| tables.men());
        Ok(Solved { opening, rules, prover, men, effort, found })
    }

    /// A first look before tables are loaded or even built: small questions need none of them.
    /// `None` if that does not suffice.
    ///
    /// # Errors
    ///
    /// None that a search without tables has.
    pub fn at_once(
        (rules, prover): (Rules, Color),
        opening: &Opening,
        options: Options,
        doing: &mut dyn FnMut(Stage),
    ) -> Result<Option<Solved>, Fault> {
        // Who gives so little gets one search.
        if options.limits.nodes <= LOOK || options.limits.memory <= LEAST_MEMORY {
            return Ok(None);
        }
        let question = Question { rules, prover, tables: None };
        // A node is 16 bytes, and a third more for what is known and for sweeping.
        let limits = Limits { nodes: LOOK, memory: LOOK * 24, ..options.limits };
        let options = Options { limits, workers: 1, ..options };
        let (progress, setting) = (Default::default(), Setting::default());
        let solved = Solved::new(&question, opening.clone(), options, setting, &progress, doing)?;
        Ok(Some(solved).filter(|solved| !matches!(solved.found, Found::Limit)))
    }
}
