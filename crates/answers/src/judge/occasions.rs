//! Draws that could be claimed (articles 9.2 and 9.3).

use std::mem::discriminant;

use zermelo_kernel::{DrawClaim, RecordCertificate};
use zermelo_record::Judgement;

use super::played::Played;

/// As many claims are listed for programs, and checked; the rest is only counted.
pub const LISTED: usize = 100;

/// The first occasion of each kind, in the order of the game.
pub fn first(judgement: &Judgement) -> Vec<(usize, DrawClaim)> {
    let mut first: Vec<(usize, DrawClaim)> = Vec::new();
    for &(ply, claim) in &judgement.claims {
        if !first.iter().any(|(_, other)| discriminant(other) == discriminant(&claim)) {
            first.push((ply, claim));
        }
    }
    first
}

/// What could be claimed after the last move.
pub fn at_the_end(judgement: &Judgement) -> impl Iterator<Item = DrawClaim> {
    let here = judgement.claims.iter().filter(|(ply, _)| *ply == judgement.plies);
    here.map(|&(_, claim)| claim)
}

/// What may be claimed after so many plies: the rule, then the announced move if there is one.
pub fn in_words(played: &mut Played<'_>, ply: usize, claim: DrawClaim) -> String {
    let (rule, announced) = match claim {
        DrawClaim::Threefold => ("threefold repetition", None),
        DrawClaim::ThreefoldByMove(m) => ("threefold repetition", Some(m)),
        DrawClaim::FiftyMoves => ("50 moves", None),
        DrawClaim::FiftyMovesByMove(m) => ("50 moves", Some(m)),
    };
    match announced {
        None => rule.to_string(),
        Some(m) => {
            let san = played.announced(ply, m);
            format!("{rule} by announcing {}", played.numbered(ply + 1, &san))
        }
    }
}

/// The same, said at that place of the game.
pub fn on_the_spot(played: &mut Played<'_>, ply: usize, claim: DrawClaim) -> String {
    match claim {
        DrawClaim::Threefold => "this position for the third time".to_string(),
        DrawClaim::FiftyMoves => "50 moves without capture and pawn move".to_string(),
        _ => in_words(played, ply, claim),
    }
}

/// Whether the kernel's replay knows every claim that may be printed; else the one it does not.
pub fn check(judgement: &Judgement, certificate: &RecordCertificate) -> Result<(), String> {
    if judgement.claims.is_empty() {
        return Ok(());
    }
    let replay = certificate.game.replay().map_err(|ply| format!("ply {ply} is not legal"))?;
    let listed = judgement.claims.iter().copied().take(LISTED);
    for (ply, claim) in listed.chain(first(judgement)) {
        if !replay.claims(ply).iter().any(|other| other.article() == claim.article()) {
            let article = claim.article();
            return Err(format!("nothing can be claimed by article {article} after ply {ply}"));
        }
    }
    Ok(())
}
