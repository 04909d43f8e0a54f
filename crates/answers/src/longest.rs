//! A longest possible game, and the proof that no rule ended it before its last move: the game
//! itself.

use zermelo_board::Move;
use zermelo_kernel::{
    Color, Ending, Evidence, Fact, Game, Position, Proved, Reading, RecordCertificate, RecordClaim,
};
use zermelo_record::longest::{MoveRule, Options, generate};
use zermelo_record::{Audit, bound};
use zermelo_winnable::{Limits, Solver, Verdict};

use crate::Fault;
use crate::claim::Claim;

/// A longest possible game.
pub struct Longest {
    /// Its moves.
    pub moves: Vec<Move>,
    /// What the kernel's replay shows.
    pub audit: Audit,
    /// What the kernel has accepted.
    pub certificate: Proved<RecordCertificate>,
}

impl Longest {
    /// Makes a game, and has the kernel go through it: every move legal, mate with the last one, no
    /// rule ending it before, and no longer than any game can be.
    ///
    /// # Errors
    ///
    /// A bug: the game is not what it should be.
    pub fn make(rule: MoveRule, seed: u64) -> Result<Longest, Fault> {
        let bug = |why: String| Fault::Bug(format!("no longest game for seed {seed}: {why}"));
        let moves = generate(&Options { rule, seed }).map_err(|why| bug(why.to_string()))?;
        let kernel_moves = moves.iter().map(|m| m.to_kernel()).collect();
        let game = Game { start: Position::initial(), clock: 0, moves: kernel_moves };
        let audit = Audit::of(&game).map_err(|ply| bug(format!("ply {ply} is not legal")))?;
        let most = bound::bound(u64::from(rule.plies())).map_err(|why| bug(why.to_string()))?.plies;
        accept(rule, &audit, most).map_err(bug)?;
        let certificate = certificate(&game, &audit)?;
        Ok(Longest { moves, audit, certificate })
    }

    /// Who mates.
    pub fn winner(&self) -> Color {
        // The player to move at the end is mated.
        if self.audit.plies % 2 == 1 { Color::White } else { Color::Black }
    }
}

/// Whether the game is what it should be: it ends in mate by the rule, and not too late.
pub fn accept(rule: MoveRule, audit: &Audit, bound: u64) -> Result<(), String> {
    if audit.plies as u64 > bound {
        return Err(format!("{} plies, and the bound is {bound}", audit.plies));
    }
    if !audit.ends_in_mate() {
        return Err("it does not end by mate on its last move".to_string());
    }
    if rule == MoveRule::Fifty && !audit.keeps_the_fifty_move_rule() {
        return Err("the 50-move rule or a third repetition ends it before".to_string());
    }
    Ok(())
}

/// The certificate, checked. A game that ends in mate shows by its own moves that no position was
/// dead before; for one that does not, a mate that could still follow shows it.
pub fn certificate(game: &Game, audit: &Audit) -> Result<Proved<RecordCertificate>, Fault> {
    let ply = audit.plies;
    let (claim, fact) = match audit.ending {
        Some((over, Ending::Checkmate)) if over == ply => {
            let winner = if ply % 2 == 1 { game.start.turn() } else { !game.start.turn() };
            let evidence = Evidence::Helpmate(Vec::new());
            let claim = RecordClaim::Over { ply, ending: Ending::Checkmate };
            (claim, Fact { ply, winner, evidence })
        }
        _ => (RecordClaim::Unfinished, a_mate_to_come(game)?),
    };
    let (game, reading) = (game.clone(), Reading::Position);
    let certificate = RecordCertificate { game, reading, claim, facts: vec![fact] };
    let rejected = |fault| Fault::Bug(format!("the kernel rejected the game: {fault}"));
    certificate.check().map_err(rejected)
}

/// A mate that could follow on the last move.
fn a_mate_to_come(game: &Game) -> Result<Fact, Fault> {
    let last = game.moves.iter().fold(game.start.clone(), |position, &m| position.play(m));
    let mut solver = Solver::new(Limits::default());
    let mut found = Color::ALL.into_iter().filter_map(|winner| {
        match Claim::ask(&mut solver, &last, winner, false).verdict {
            Verdict::Winnable(helpmate) => Some((winner, helpmate.to_kernel())),
            Verdict::Unwinnable(_) | Verdict::Open => None,
        }
    });
    match found.next() {
        Some((winner, evidence)) => Ok(Fact { ply: game.moves.len(), winner, evidence }),
        None => Err(Fault::Bug(format!("the game ends in a dead position, {last}"))),
    }
}
