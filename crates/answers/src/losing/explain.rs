//! Proofs of losing chess in words.

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use zermelo_kernel::TreeSummary;
use zermelo_losing::campaign::{End, Status, read_line};
use zermelo_losing::search::Progress;
use zermelo_losing::{Color, Move, ProofTrees, Tree, TreeError, Walk};

use super::answer::{Found, Proof, Solved, Verified};
use super::question::{Opening, in_san};
use super::report::Written;
use crate::explain::Paragraph::{self, Gap, Headline, Moves, Sentence};
use crate::names::{self, duration, many, plies, thousands};

/// Main lines and lines of campaigns are written up to so many plies.
const LONGEST: usize = 60;
const LONGEST_OF_CAMPAIGN: usize = 40;

/// What a tree holds.
fn holds(summary: &TreeSummary) -> String {
    counts(summary, summary.table_leaves > 0)
}

/// What is below a place, and how much of it is left to tables.
pub fn below(summary: &TreeSummary) -> String {
    counts(summary, true)
}

fn counts(summary: &TreeSummary, with_tables: bool) -> String {
    let tables = format!(", {} left to tables", thousands(summary.table_leaves));
    format!(
        "{}: {} internal ({} forced), {} over{}; {}; longest line {}",
        many(summary.nodes, "position"),
        thousands(summary.internal),
        thousands(summary.forced),
        thousands(summary.terminal),
        if with_tables { &tables } else { "" },
        many(summary.transpositions, "transposition"),
        plies(summary.longest.into()),
    )
}

/// A line from the root with its numbers, as far as it is shown.
fn shown(opening: &Opening, line: &[Move], longest: usize) -> Vec<String> {
    let shown = &line[..line.len().min(longest)];
    let mut words = opening.numbered(&opening.root(), opening.line.len(), shown);
    if line.len() > longest {
        words.push(format!("... ({} plies)", line.len()));
    }
    words
}

/// The line in which most of a proof is, from its root.
pub fn main_line(opening: &Opening, line: &[Move]) -> Vec<String> {
    shown(opening, line, LONGEST)
}

impl Proof {
    /// The figures of the proof, its main line, and where it is.
    fn explain(&self, opening: &Opening, prover: Color, written: Written<'_>) -> Vec<Paragraph> {
        let ProofTrees { compact, full, found } = &self.proved;
        let mut text = Vec::new();
        if compact.summary.table_leaves > 0 {
            text.push(Paragraph::figure("to tables", holds(&compact.summary)));
        }
        let (found, time) = (many(*found, "position"), duration(self.time));
        text.extend([
            Paragraph::figure("proof", holds(&full.summary)),
            Paragraph::figure("", format!("{found} as found; made smaller and checked in {time}")),
            Gap,
        ]);
        if !self.main_line.is_empty() {
            text.extend([Moves(main_line(opening, &self.main_line)), Gap]);
        }
        text.push(Sentence(format!(
            "The kernel has walked through the whole proof, to the end of every game: whatever is \
             played, {prover} wins."
        )));
        text.extend(written.proof.map(Path::display).map(|file| {
            Sentence(format!("Saved as {file}; checked again by: zermelo check {file}"))
        }));
        text.extend(
            written
                .compact
                .map(Path::display)
                .map(|file| Sentence(format!("The tree that ends in the tables: {file}"))),
        );
        text
    }

    /// The same below how a campaign stands.
    pub fn of_campaign(
        &self,
        opening: &Opening,
        prover: Color,
        written: Written<'_>,
    ) -> Vec<Paragraph> {
        let mut text = vec![Gap, Paragraph::line("  Proved, and accepted by the kernel:")];
        text.extend(self.explain(opening, prover, written));
        text
    }
}

impl Solved {
    /// The answer in words.
    pub fn explain(&self, written: Written<'_>) -> Vec<Paragraph> {
        let Solved { opening, prover, men, effort, found, .. } = self;
        let after = opening.after();
        let tables = match men {
            0 | 1 => "without tables".to_string(),
            men => format!("with tables of up to {men} men"),
        };
        let time = duration(Duration::from_secs_f64(effort.seconds));
        let fresh = effort.nodes - effort.nodes_before;
        let (nodes, speed) = (many(fresh, "node"), thousands(effort.nodes_per_second));
        let mut more = format!("{} expanded", many(effort.expanded, "node"));
        if effort.sweeps > 0 {
            more += &format!("; memory was full {}", many(effort.sweeps, "time"));
        }
        if effort.searched_again > 0 {
            more +=
                &format!("; {} of the proof searched again", many(effort.searched_again, "part"));
        }
        let mut searched = format!("{nodes} in {time}, {speed} a second, {tables}");
        if effort.nodes_before > 0 {
            searched += &format!("; {} with the runs before", thousands(effort.nodes));
        }
        let number = |n: Option<u32>| n.map_or("-".to_string(), |n| thousands(n.into()));
        let numbers = format!("proof {}, disproof {}", number(effort.pn), number(effort.dn));
        let numbers = vec![Paragraph::figure("numbers", numbers)];
        let (headline, rest) = match found {
            Found::Proved(proof) => (
                format!("{prover} wins{after}: proved, and accepted by the kernel."),
                proof.explain(opening, *prover, written),
            ),
            Found::Refuted => {
                let remark = format!(
                    "With best play {prover} does not win, as far as the search can see; this is \
                     not checked by the kernel. Whether the other side wins is another question: \
                     --for {}.",
                    names::side(!*prover)
                );
                let headline = format!("Open: the search found no win for {prover}{after}.");
                (headline, vec![Gap, Sentence(remark)])
            }
            Found::Limit => {
                (format!("Open: no win for {prover}{after} was found within the limits."), numbers)
            }
            Found::Stopped => {
                (format!("Stopped: no win for {prover}{after} was found so far."), numbers)
            }
        };
        let mut text = vec![Headline(headline), Gap];
        text.extend(
            [("searched", searched), ("", more)]
                .map(|(name, figure)| Paragraph::figure(name, figure)),
        );
        text.extend(rest);
        text
    }
}

impl Verified {
    /// What became of the proof, in words. The tables are in the folder `tables`; the proof without
    /// them is in the file `written`.
    pub fn explain(&self, tables: &Path, written: Option<&Path>) -> Vec<Paragraph> {
        let Verified { claim, unknown, expanded, .. } = self;
        let (prover, after) = (claim.prover, self.opening.after());
        let summary = match &self.result {
            Ok(summary) => summary,
            Err(fault) => {
                let from = claim.position.to_fen();
                let open = format!("It is not proved that {prover} wins from {from}.");
                return vec![Headline(format!("REJECTED: {fault}.")), Sentence(open)];
            }
        };
        let (headline, given) = match (unknown, summary.table_leaves, expanded) {
            (_, _, Some(_)) => (
                format!("{prover} wins{after}: accepted by the kernel."),
                "What the tables know was played out: no table is needed.".to_string(),
            ),
            (0, 0, None) => (
                format!("{prover} wins{after}: accepted by the kernel."),
                "No table is needed.".to_string(),
            ),
            (0, leaves, None) => (
                format!(
                    "{prover} wins{after}: accepted by the kernel, given {}.",
                    many(leaves, "table value")
                ),
                "The values come from tables, which the kernel did not check here. --expand plays \
                 them out, so that no table is needed."
                    .to_string(),
            ),
            _ => (
                format!(
                    "Open: {prover} wins{after} if {prover} wins {} that no table is there for.",
                    many(*unknown, "position")
                ),
                format!(
                    "There are no such tables in {}; --expand builds them and plays the positions \
                     out. Another folder is named by --folder.",
                    tables.display()
                ),
            ),
        };
        let order = "The nodes of the file are in another order than the kernel reads; it was shown \
                     the same tree in strict order.";
        let mut text = vec![Headline(headline), Gap, Paragraph::figure("proof", holds(summary))];
        text.extend(expanded.as_ref().map(|whole| Paragraph::figure("played out", holds(whole))));
        text.extend([Paragraph::figure("checked in", duration(self.time)), Gap]);
        text.extend(self.rewritten.as_ref().map(|_| Sentence(order.to_string())));
        text.push(Sentence(given));
        text.extend(written.map(|file| Sentence(format!("Written to {}.", file.display()))));
        text
    }
}

/// How far a search is, after so many seconds.
pub fn searching(progress: &[Progress; 2], seconds: f64) -> String {
    let sum = |figure: fn(&Progress) -> u64| progress.iter().map(figure).sum::<u64>();
    let short = |n: u32| if n == u32::MAX { "-".to_string() } else { thousands(n.into()) };
    let numbers = progress.iter().filter(|one| one.nodes.load(Relaxed) > 0);
    let numbers = numbers.map(|one| format!("{}/{}", short(one.root().pn), short(one.root().dn)));
    format!(
        "searching, {}, {} a second, {}, pn/dn {} (open leaves that must be won to prove \
         it/refuted to refute it)",
        many(sum(|one| one.nodes.load(Relaxed)), "node"),
        thousands((sum(Progress::fresh_nodes) as f64 / seconds.max(0.001)) as u64),
        many(sum(|one| one.sweeps.load(Relaxed)), "sweep"),
        numbers.collect::<Vec<_>>().join(" and "),
    )
}

/// How far a run of a campaign is.
pub fn running(status: &Status) -> String {
    let now = &status.now;
    let searches = match now.searches {
        1 => "1 search".to_string(),
        more => format!("{} searches", thousands(more)),
    };
    let known = format!(
        "{searches}, {} of the upper tree, {} won, pn/dn {}/{}",
        many(status.nodes, "position"),
        thousands(status.won),
        thousands(now.pn.into()),
        thousands(now.dn.into()),
    );
    // Before the first search there is nothing to guess from.
    match now.searches {
        0 => known,
        _ => format!("{known}, about {:.1}% done", 100.0 * now.share),
    }
}

/// What to do about a search that found nothing; the same command goes on with one that was kept.
pub fn go_on(solved: &Solved, keep: Option<&Path>, command: &[String]) -> Option<String> {
    let kept = match (&solved.found, keep.filter(|folder| folder.exists())) {
        (Found::Proved(_) | Found::Refuted, _) => return None,
        (_, None) if keep.is_some() => "There was nothing to keep yet.".to_string(),
        (_, None) => "Nothing is kept; --keep DIR keeps a search.".to_string(),
        (Found::Limit, Some(folder)) => format!(
            "The search is kept in {}; the same command with more --nodes goes on with it.",
            folder.display()
        ),
        (Found::Stopped, Some(folder)) => {
            let quoted = |word: &String| match word.contains(char::is_whitespace) {
                true => format!("'{word}'"),
                false => word.clone(),
            };
            let command: Vec<String> = command.iter().map(quoted).collect();
            format!(
                "The search is kept in {}. Go on with: zermelo {}",
                folder.display(),
                command.join(" ")
            )
        }
    };
    let moves = in_san(&solved.opening.start, &solved.opening.line).join(" ");
    let new = format!("zermelo losing campaign new DIR {moves}");
    Some(format!("{kept} What takes longer than one search is for a campaign: {}", new.trim()))
}

/// A campaign has begun.
pub fn begun(status: &Status, opening: &Opening, folder: &Path) -> Vec<Paragraph> {
    let (folder, side) = (folder.display(), capital(&status.prover));
    vec![
        Headline(format!("Begun in {folder}: does {side} win{}?", opening.after())),
        Sentence(format!("Work on it with: zermelo losing campaign run {folder}")),
    ]
}

/// How a campaign stands, in a sentence.
pub fn campaign_headline(status: &Status, opening: &Opening) -> String {
    let (side, after) = (capital(&status.prover), opening.after());
    match status.result.as_str() {
        "proved" => format!("Solved: the searches found a win for {side}{after}."),
        "refuted" => format!("Open: the searches found no win for {side}{after}."),
        _ => format!("Open: does {side} win{after}? ({})", status.rules),
    }
}

/// How a campaign stands.
pub fn campaign(status: &Status, opening: &Opening) -> Vec<Paragraph> {
    let Status { now, .. } = status;
    let headline = campaign_headline(status, opening);
    let leaves = if status.leaves == 1 { "leaf" } else { "leaves" };
    let tree = format!(
        "{}, {} {leaves}; {} won, {} not; {} in stored proofs",
        many(status.nodes, "position"),
        thousands(status.leaves),
        thousands(status.won),
        thousands(status.refuted),
        many(status.stored_moves, "move"),
    );
    let searches = format!(
        "{} ({} proved their position, {} found no win) of {} together in {}",
        thousands(now.searches),
        thousands(status.searches_proved),
        thousands(status.searches_refuted),
        many(status.work, "node"),
        long_time(now.seconds),
    );
    let mut figures = vec![("tree", tree), ("searches", searches)];
    if status.queue > 0 {
        let wait = if status.queue == 1 { "waits" } else { "wait" };
        figures.push(("queue", format!("{} {wait}", many(status.queue, "position"))));
    }
    if status.result == "open" {
        let ratio = now.ratio.map_or(String::new(), |ratio| format!(", ratio {ratio:.1}"));
        let left = status.seconds_left.map_or("nobody knows how long".to_string(), long_time);
        let done = 100.0 * now.share;
        let [proof, disproof] = [now.pn, now.dn].map(|number| thousands(number.into()));
        figures.push(("numbers", format!("proof {proof}, disproof {disproof}{ratio}")));
        // What the share is before the first search comes from counting moves: it says nothing.
        figures.push(match now.searches {
            0 => ("done", "nothing yet".to_string()),
            _ => ("done", format!("about {done:.1}%; {left} to go (both are guesses)")),
        });
        let searching = status.searching.iter();
        figures.extend(searching.map(|line| ("searching", of_campaign(opening, line))));
        figures.push(("main line", of_campaign(opening, &status.main_line)));
    }
    let figures = figures.into_iter().map(|(name, text)| Paragraph::figure(name, text));
    [Headline(headline), Gap].into_iter().chain(figures).collect()
}

/// What can be done with a campaign that is not at work.
pub fn what_next(status: &Status, folder: &Path) -> Option<String> {
    let next = match status.result.as_str() {
        "proved" => "The kernel checks it with: zermelo losing campaign proof",
        "open" if !status.running => "Go on with: zermelo losing campaign run",
        _ => return None,
    };
    Some(format!("{next} {}", folder.display()))
}

/// How a run that found no proof has ended.
pub fn ended(end: End) -> &'static str {
    match end {
        End::Proved => "Proved.",
        End::Refuted => {
            "With best play the prover does not win, as far as the searches can see; this is not \
             checked by the kernel."
        }
        End::Paused => "Stopped. All finished searches are kept; run goes on from there.",
        End::Limit => {
            "The limit is reached. All finished searches are kept; run goes on from there."
        }
    }
}

/// A line from a campaign's root as players write it.
pub fn of_campaign(opening: &Opening, line: &str) -> String {
    match read_line(&opening.root(), line) {
        Err(_) => line.to_string(),
        Ok(moves) if moves.is_empty() => "the root".to_string(),
        Ok(moves) => shown(opening, &moves, LONGEST_OF_CAMPAIGN).join(" "),
    }
}

fn capital(side: &str) -> &'static str {
    if side == "white" { "White" } else { "Black" }
}

/// A time that may be long.
fn long_time(seconds: f64) -> String {
    match seconds {
        ..120.0 => duration(Duration::from_secs_f64(seconds.max(0.0))),
        ..7200.0 => format!("{:.0} minutes", seconds / 60.0),
        ..172_800.0 => format!("{:.1} hours", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}

/// Every move of a proof on a line of its own, one space a ply. A position that was written before
/// is named by the number of its line.
///
/// # Errors
///
/// If the tree is not what the kernel has accepted: a bug.
pub fn text(tree: &Tree, opening: &Opening) -> Result<String, TreeError> {
    let walk = Walk::new(tree, &opening.start)?;
    let mut out = String::new();
    let line = opening.numbered(&opening.start, 0, &opening.line).join(" ");
    let _ = writeln!(out, "{}", if line.is_empty() { opening.start.to_fen() } else { line });
    // The line of each node that has been written.
    let mut lines = vec![0; tree.len()];
    let mut number = 1;
    lines[walk.root().node] = number;
    let mut stack: Vec<_> = walk.branches(walk.root()).map(|b| (1, walk.root(), b)).collect();
    stack.reverse();
    while let Some((depth, before, branch)) = stack.pop() {
        number += 1;
        let san = in_san(&before.position, &[branch.made]).join("");
        let after = branch.after;
        let end = match (branch.same, walk.branches(after).next()) {
            (Some(_), _) => format!(" = line {}", lines[after.node]),
            (None, None) if after.position.has_legal_move() => " (table)".to_string(),
            (None, None) => " (over)".to_string(),
            (None, Some(_)) => String::new(),
        };
        let _ = writeln!(out, "{:depth$}{san}{end}", "");
        if branch.same.is_none() {
            lines[after.node] = number;
            let first = stack.len();
            stack.extend(walk.branches(after).map(|branch| (depth + 1, after, branch)));
            stack[first..].reverse();
        }
    }
    Ok(out)
}
