//! Proofs of losing chess.

use std::io;
use std::path::Path;
use std::time::Duration;

use zermelo_kernel::{TreeClaim, TreeSummary};
use zermelo_losing::{Color, Move};

use super::{Page, duration, thousands};
use crate::args::LosingFiles;
use crate::losing::{End, Opening, Proof, Seen, Solved, Verdict, Verified, View};

/// A line of a proof is written up to so many single moves.
const LONGEST: usize = 60;

impl Page<'_> {
    /// A row of figures.
    pub(super) fn figure(&mut self, name: &str, text: &str) -> io::Result<()> {
        let indent = 14;
        for (number, line) in super::wrap(text.split_whitespace(), 78 - indent).iter().enumerate() {
            let name = if number == 0 { name } else { "" };
            self.line(&format!("  {name:<12}{line}"))?;
        }
        Ok(())
    }

    /// The answer to a search.
    pub fn solved(&mut self, solved: &Solved, files: &LosingFiles) -> io::Result<()> {
        let Solved { opening, rules, prover, effort, verdict, men } = solved;
        self.table_board(&opening.root().to_kernel(), *rules)?;
        let after = opening.after();
        let headline = match verdict {
            Verdict::Proved(_) => {
                format!("{prover} wins{after}: proved, and accepted by the kernel.")
            }
            Verdict::Refuted => format!("Open: the search found no win for {prover}{after}."),
            Verdict::Limit => {
                format!("Open: no win for {prover}{after} was found within the limits.")
            }
            Verdict::Stopped => format!("Stopped: no win for {prover}{after} was found so far."),
        };
        self.headline(&headline)?;
        self.gap()?;
        let tables = match men {
            0 | 1 => "without tables".to_string(),
            men => format!("with tables of up to {men} men"),
        };
        let time = duration(Duration::from_secs_f64(effort.seconds));
        let speed = thousands(effort.nodes_per_second);
        self.figure(
            "searched",
            &format!("{} in {time}, {speed} a second, {tables}", many(effort.nodes, "node")),
        )?;
        let mut more = format!("{} expanded", many(effort.expanded, "node"));
        if effort.sweeps > 0 {
            more += &format!("; memory was full {} times", effort.sweeps);
        }
        if effort.searched_again > 0 {
            more += &format!("; {} parts of the proof searched again", effort.searched_again);
        }
        self.figure("", &more)?;
        match verdict {
            Verdict::Proved(proof) => self.proof(opening, *prover, proof, files),
            Verdict::Refuted => {
                self.gap()?;
                let other = if *prover == Color::White { "black" } else { "white" };
                self.say(
                    2,
                    &format!(
                        "With best play {prover} does not win, as far as the search can see; this \
                         is not checked by the kernel. Whether the other side wins is another \
                         question: --for {other}."
                    ),
                )
            }
            Verdict::Limit | Verdict::Stopped => {
                let number = |n: Option<u32>| n.map_or("-".to_string(), |n| thousands(n.into()));
                let (pn, dn) = (number(effort.pn), number(effort.dn));
                self.figure("numbers", &format!("proof {pn}, disproof {dn}"))
            }
        }
    }

    /// The figures of a proof, and its main line.
    pub fn proof(
        &mut self,
        opening: &Opening,
        prover: Color,
        proof: &Proof,
        files: &LosingFiles,
    ) -> io::Result<()> {
        let Proof { proved, time, main_line } = proof;
        let compact = &proved.compact.summary;
        if compact.table_leaves > 0 {
            self.figure("to tables", &in_words(compact))?;
        }
        self.figure("proof", &in_words(&proved.full.summary))?;
        let found = many(proved.found, "position");
        self.figure(
            "",
            &format!("{found} as found; made smaller and checked in {}", duration(*time)),
        )?;
        self.gap()?;
        self.main_line_of(opening, main_line)?;
        self.gap()?;
        let sure = format!(
            "The kernel has walked through the whole proof, to the end of every game: whatever is \
             played, {prover} wins."
        );
        self.say(2, &sure)?;
        if let Some(file) = &files.proof {
            let file = file.display();
            self.say(2, &format!("Saved as {file}; checked again by: zermelo check {file}"))?;
        }
        if let Some(file) = &files.compact {
            self.say(2, &format!("The tree that ends in the tables: {}", file.display()))?;
        }
        Ok(())
    }

    /// What the kernel says of a saved proof.
    pub fn verified(&mut self, verified: &Verified, tables: &Path) -> io::Result<()> {
        let Verified { claim, opening, said, expanded, unknown, .. } = verified;
        let TreeClaim { rules, prover, .. } = claim;
        let after = opening.after();
        let summary = match said {
            Ok(summary) => summary,
            Err(fault) => {
                self.headline(&format!("REJECTED: {fault}."))?;
                let from = claim.position.to_fen();
                return self.say(2, &format!("It is not proved that {prover} wins from {from}."));
            }
        };
        self.table_board(&opening.root().to_kernel(), *rules)?;
        let leaves = many(summary.table_leaves, "table value");
        self.headline(&match (unknown, summary.table_leaves, expanded) {
            (_, _, Some(_)) | (0, 0, None) => {
                format!("{prover} wins{after}: accepted by the kernel.")
            }
            (0, _, None) => {
                format!("{prover} wins{after}: accepted by the kernel, given {leaves}.")
            }
            _ => format!(
                "Open: {prover} wins{after} if {prover} wins {} that no table is there for.",
                many(*unknown, "position")
            ),
        })?;
        self.gap()?;
        self.figure("proof", &in_words(summary))?;
        if let Some(whole) = expanded {
            self.figure("played out", &in_words(whole))?;
        }
        self.figure("checked in", &duration(verified.time))?;
        self.gap()?;
        if verified.rewritten {
            let why = "The nodes of the file are in another order than the kernel reads; it was \
                       shown the same tree in strict order.";
            self.say(2, why)?;
        }
        match (unknown, summary.table_leaves, expanded) {
            (_, _, Some(_)) => {
                self.say(2, "What the tables know was played out: no table is needed.")?
            }
            (_, 0, None) => self.say(2, "No table is needed.")?,
            (0, _, None) => self.say(
                2,
                "The values come from tables, which the kernel did not check here. --expand plays \
                 them out, so that no table is needed.",
            )?,
            _ => self.say(
                2,
                &format!(
                    "There are no such tables in {}; --expand builds them and plays the positions \
                     out. Another folder is named by --folder.",
                    tables.display()
                ),
            )?,
        }
        match &verified.written {
            Some(file) => self.say(2, &format!("Written to {file}.")),
            None => Ok(()),
        }
    }

    /// A place in a proof.
    pub fn view(&mut self, view: &View) -> io::Result<()> {
        let View { rules, prover, opening, figures, moves, main_line } = view;
        let root = opening.root().to_kernel();
        self.table_board(&root, *rules)?;
        let line = opening.numbered(&opening.start, 0, &opening.line);
        if !line.is_empty() {
            self.paragraph(2, line.iter().map(String::as_str))?;
            self.gap()?;
        }
        self.figure(
            "below",
            &format!(
                "{}: {} internal ({} forced), {} over, {} left to tables; {}; longest line {}",
                many(figures.nodes, "position"),
                thousands(figures.internal),
                thousands(figures.forced),
                thousands(figures.terminal),
                thousands(figures.tables),
                many(figures.transpositions, "transposition"),
                plies(figures.longest),
            ),
        )?;
        self.gap()?;
        if moves.is_empty() {
            let over = root.legal_moves().is_empty();
            let end = if over { "The game is over" } else { "A table knows the rest" };
            return self.say(2, &format!("{end}: {prover} wins."));
        }
        let which = if root.turn() == *prover { "the move that wins" } else { "every reply" };
        self.line(&format!("  {:<24}{:>12}{:>8}", which, "nodes", "plies"))?;
        self.seen(moves, 0)?;
        self.gap()?;
        self.main_line_of(opening, main_line)
    }

    /// Moves with what is below them.
    fn seen(&mut self, moves: &[Seen], depth: usize) -> io::Result<()> {
        for Seen { branch, san, end, moves } in moves {
            let name = format!("{:indent$}{san}", "", indent = 2 + 2 * depth);
            let note = match (end, branch.same) {
                (Some(End::Over), _) => "   over",
                (Some(End::Table), _) => "   left to tables",
                (None, Some(_)) => "   written elsewhere in the proof",
                (None, None) => "",
            };
            let nodes = thousands(branch.same.unwrap_or(branch.nodes).into());
            self.line(&format!("{name:<26}{nodes:>12}{:>8}{note}", branch.plies))?;
            self.seen(moves, depth + 1)?;
        }
        Ok(())
    }

    /// The line in which most of a proof is, from its root.
    fn main_line_of(&mut self, opening: &Opening, line: &[Move]) -> io::Result<()> {
        let shown = &line[..line.len().min(LONGEST)];
        let mut words = opening.numbered(&opening.root(), opening.line.len(), shown);
        if line.len() > LONGEST {
            words.push(format!("... ({} single moves)", line.len()));
        }
        self.paragraph(2, words.iter().map(String::as_str))
    }
}

/// What a tree holds.
pub fn in_words(summary: &TreeSummary) -> String {
    let tables = match summary.table_leaves {
        0 => String::new(),
        leaves => format!(", {} left to tables", thousands(leaves)),
    };
    format!(
        "{}: {} internal ({} forced), {} over{tables}; {}; longest line {}",
        many(summary.nodes, "position"),
        thousands(summary.internal),
        thousands(summary.forced),
        thousands(summary.terminal),
        many(summary.transpositions, "transposition"),
        plies(summary.longest),
    )
}

/// A number of things, however large.
pub fn many(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// A number of single moves.
fn plies(number: u32) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}
