//! How a campaign of losing chess stands.

use std::io;
use std::path::Path;
use std::time::Duration;

use zermelo_losing::Color;
use zermelo_losing::campaign::{End, Status, read_line};

use super::{Page, thousands};
use crate::args::LosingFiles;
use crate::losing::{Opening, Proof, Standing};

/// A line is written up to so many single moves.
const LONGEST: usize = 40;

impl Page<'_> {
    /// A campaign has begun.
    pub fn begun(&mut self, standing: &Standing, folder: &Path) -> io::Result<()> {
        let Standing { status, opening } = standing;
        let (folder, side) = (folder.display(), capital(&status.prover));
        self.headline(&format!("Begun in {folder}: does {side} win{}?", opening.after()))?;
        self.say(2, &format!("Work on it with: zermelo losing campaign run {folder}"))
    }

    /// How a campaign stands.
    pub fn campaign(&mut self, standing: &Standing) -> io::Result<()> {
        let Standing { status, opening } = standing;
        let Status { now, .. } = status;
        let side = capital(&status.prover);
        self.headline(&match status.result.as_str() {
            "proved" => format!("Solved: the searches found a win for {side}{}.", opening.after()),
            "refuted" => format!("Open: the searches found no win for {side}{}.", opening.after()),
            _ => format!("Open: does {side} win{}? ({})", opening.after(), status.rules),
        })?;
        self.gap()?;
        self.figure(
            "tree",
            &format!(
                "{} positions, {} leaves; {} won, {} not; {} moves in stored proofs",
                thousands(status.nodes),
                thousands(status.leaves),
                thousands(status.won),
                thousands(status.refuted),
                thousands(status.stored_moves),
            ),
        )?;
        self.figure(
            "searches",
            &format!(
                "{} ({} proved their position, {} found no win) of {} nodes together in {}",
                thousands(now.searches),
                thousands(status.searches_proved),
                thousands(status.searches_refuted),
                thousands(status.work),
                time(now.seconds),
            ),
        )?;
        if status.queue > 0 {
            self.figure("queue", &format!("{} positions wait", status.queue))?;
        }
        if status.result != "open" {
            return Ok(());
        }
        let ratio = now.ratio.map_or(String::new(), |ratio| format!(", ratio {ratio:.1}"));
        self.figure("numbers", &format!("proof {}, disproof {}{ratio}", now.pn, now.dn))?;
        let left = status.seconds_left.map_or("nobody knows how long".to_string(), time);
        self.figure(
            "done",
            &format!("about {:.1}%; {left} to go (both are guesses)", 100.0 * now.share),
        )?;
        if !status.searching.is_empty() {
            for line in &status.searching {
                self.figure("searching", &in_san(opening, line))?;
            }
        }
        self.figure("main line", &in_san(opening, &status.main_line))?;
        if !status.branches.is_empty() {
            self.gap()?;
            self.line(&format!(
                "  {:>9}{:>12}{:>12}   open part",
                "positions", "proof", "disproof"
            ))?;
        }
        for branch in &status.branches {
            let line = in_san(opening, &branch.line);
            let nodes = thousands(branch.nodes);
            self.line(&format!("  {nodes:>9}{:>12}{:>12}   {line}", branch.pn, branch.dn))?;
        }
        Ok(())
    }

    /// What can be done with a campaign that is not at work.
    pub fn what_next(&mut self, standing: &Standing, folder: &Path) -> io::Result<()> {
        let (next, folder) = match standing.status.result.as_str() {
            "proved" => ("The kernel checks it with: zermelo losing campaign proof", folder),
            "open" if !standing.status.running => {
                ("Go on with: zermelo losing campaign run", folder)
            }
            _ => return Ok(()),
        };
        self.gap()?;
        self.say(2, &format!("{next} {}", folder.display()))
    }

    /// A run that found no proof has ended.
    pub fn ended(&mut self, end: End) -> io::Result<()> {
        self.gap()?;
        self.say(
            2,
            match end {
                End::Proved => "Proved.",
                End::Refuted => {
                    "With best play the prover does not win, as far as the searches can see; this \
                     is not checked by the kernel."
                }
                End::Paused => "Stopped. All finished searches are kept; run goes on from there.",
                End::Limit => {
                    "The limit is reached. All finished searches are kept; run goes on from there."
                }
            },
        )
    }

    /// The proof of a campaign.
    pub fn campaign_proof(
        &mut self,
        opening: &Opening,
        proof: &Proof,
        prover: &str,
        files: &LosingFiles,
    ) -> io::Result<()> {
        self.gap()?;
        self.line("  Proved, and accepted by the kernel:")?;
        let prover = if prover == "white" { Color::White } else { Color::Black };
        self.proof(opening, prover, proof, files)
    }
}

/// A line from a campaign's root as players write it.
fn in_san(opening: &Opening, line: &str) -> String {
    let root = opening.root();
    let Ok(moves) = read_line(&root, line) else { return line.to_string() };
    if moves.is_empty() {
        return "the root".to_string();
    }
    let shown = &moves[..moves.len().min(LONGEST)];
    let mut words = opening.numbered(&root, opening.line.len(), shown);
    if moves.len() > LONGEST {
        words.push(format!("... ({} single moves)", moves.len()));
    }
    words.join(" ")
}

fn capital(side: &str) -> &'static str {
    if side == "white" { "White" } else { "Black" }
}

/// A time that may be long.
fn time(seconds: f64) -> String {
    match seconds {
        ..120.0 => super::duration(Duration::from_secs_f64(seconds.max(0.0))),
        ..7200.0 => format!("{:.0} minutes", seconds / 60.0),
        ..172_800.0 => format!("{:.1} hours", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}
