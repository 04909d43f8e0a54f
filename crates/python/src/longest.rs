//! How long can a game last?

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zermelo_kernel::{
    Color, Ending, Evidence, Fact, Game, Position, Reading, RecordCertificate, RecordClaim,
};
use zermelo_record::longest::{MoveRule, Options, generate};
use zermelo_record::pgn::{Marker, roster, write_game};
use zermelo_record::{Audit, bound};

use crate::fault::{Fault, guarded};

/// Makes a game, and has the kernel go through it: every move legal, mate with the last one, no
/// rule ending it before, and no longer than any game can be.
fn make(rule: MoveRule, seed: u64) -> Result<String, Fault> {
    let bug = |why: String| Fault::Bug(format!("no longest game for seed {seed}: {why}"));
    let moves = generate(&Options { rule, seed }).map_err(|failure| bug(failure.to_string()))?;
    let kernel_moves = moves.iter().map(|m| m.to_kernel()).collect();
    let game = Game { start: Position::initial(), clock: 0, moves: kernel_moves };
    let audit = Audit::of(&game).map_err(|ply| bug(format!("ply {ply} is not legal")))?;
    let most = bound::bound(u64::from(rule.plies())).map_err(|why| bug(why.to_string()))?.plies;
    if !audit.ends_in_mate() {
        return Err(bug("it does not end by mate on its last move".to_string()));
    }
    if rule.plies() == 100 && !audit.keeps_the_fifty_move_rule() {
        return Err(bug("the 50-move rule or a third repetition ends it before".to_string()));
    }
    if audit.plies as u64 > most {
        return Err(bug(format!("{} plies, and the bound is {most}", audit.plies)));
    }
    let ply = audit.plies;
    let winner = if ply % 2 == 1 { Color::White } else { Color::Black };
    let claim = RecordClaim::Over { ply, ending: Ending::Checkmate };
    let facts = vec![Fact { ply, winner, evidence: Evidence::Helpmate(Vec::new()) }];
    let certificate = RecordCertificate { game, reading: Reading::Position, claim, facts };
    certificate.check().map_err(|fault| bug(format!("the kernel rejected it: {fault}")))?;

    let marker = Marker::won_by(winner);
    let event = format!("The longest game, {}-move rule", rule.plies() / 2);
    let mut pgn = Vec::new();
    let tags = roster(&event, "Zermelo", marker);
    write_game(&tags, &certificate.game.start, &moves, marker, &mut pgn)
        .map_err(|error| bug(error.to_string()))?;
    String::from_utf8(pgn).map_err(|error| bug(error.to_string()))
}

/// A longest possible game as PGN, audited by the kernel. Another seed gives another one.
///
/// `move_rule` is 75 (the rule that ends games by force) or 50.
///
/// >>> import zermelo
/// >>> zermelo.judge(zermelo.longest())[0].plies
/// 17697
#[pyfunction]
#[pyo3(signature = (*, seed=1, move_rule=75))]
pub fn longest(py: Python<'_>, seed: u64, move_rule: u32) -> PyResult<String> {
    let rule = match move_rule {
        75 => MoveRule::SeventyFive,
        50 => MoveRule::Fifty,
        _ => return Err(PyValueError::new_err("the move rule is 75 or 50")),
    };
    Ok(py.detach(|| guarded("a longest game", || make(rule, seed)))?)
}
