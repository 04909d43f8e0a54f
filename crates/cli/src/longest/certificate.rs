//! The proof that no rule ended a game before its last move: the game itself.

use zermelo_kernel::{
    Color, Ending, Evidence, Fact, Game, Reading, RecordCertificate, RecordClaim,
};
use zermelo_record::Audit;
use zermelo_winnable::{Limits, Solver, Verdict};

use crate::claim::Claim;
use crate::exit::Fault;

/// The certificate, checked. A game that ends in mate shows by its own moves that no position was
/// dead before; for one that does not, a mate that could still follow shows it.
pub fn of(game: &Game, audit: &Audit) -> Result<RecordCertificate, Fault> {
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
    match certificate.check() {
        Ok(()) => Ok(certificate),
        Err(fault) => Err(Fault::Bug(format!("the kernel rejected the game: {fault}"))),
    }
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
