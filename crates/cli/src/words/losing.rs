//! Proofs of losing chess, and how campaigns stand.

use std::io;

use zermelo_answers::losing::{self, End, Opening, Seen, View, below, campaign, of_campaign};
use zermelo_losing::campaign::Status;

use super::{Page, thousands};

impl Page<'_> {
    /// A sentence after all else.
    pub fn remark(&mut self, text: &str) -> io::Result<()> {
        self.gap()?;
        self.say(2, text)
    }

    /// A place in a proof.
    pub fn view(&mut self, view: &View) -> io::Result<()> {
        let View { rules, prover, opening, summary, moves, main_line } = view;
        let root = opening.root().to_kernel();
        self.table_board(&root, *rules)?;
        let line = opening.numbered(&opening.start, 0, &opening.line);
        if !line.is_empty() {
            self.paragraph(2, &line)?;
            self.gap()?;
        }
        self.figure("below", &below(summary))?;
        self.gap()?;
        if moves.is_empty() {
            let over = root.legal_moves().is_empty();
            let end = if over { "The game is over" } else { "A table knows the rest" };
            return self.say(2, &format!("{end}: {prover} wins."));
        }
        let title = if root.turn() == *prover { "the move that wins" } else { "every reply" };
        self.line(&format!("  {title:<24}{:>12}{:>8}", "nodes", "plies"))?;
        self.seen(moves, 0)?;
        self.gap()?;
        self.paragraph(2, losing::main_line(opening, main_line))
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

    /// How a campaign stands.
    pub fn campaign(&mut self, status: &Status, opening: &Opening) -> io::Result<()> {
        self.explain(&campaign(status, opening))?;
        if status.result != "open" || status.branches.is_empty() {
            return Ok(());
        }
        self.gap()?;
        self.line(&format!("  {:>9}{:>12}{:>12}   open part", "positions", "proof", "disproof"))?;
        for branch in &status.branches {
            let (line, nodes) = (of_campaign(opening, &branch.line), thousands(branch.nodes));
            let [pn, dn] = [branch.pn, branch.dn].map(|number| thousands(number.into()));
            self.line(&format!("  {nodes:>9}{pn:>12}{dn:>12}   {line}"))?;
        }
        Ok(())
    }
}
