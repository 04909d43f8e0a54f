//! What a certificate claims, in words, with all its premises.

use zermelo_kernel::{
    Arising, Castling, Census, Concession, Evidence, LegalityCertificate, LegalityEvidence,
    Position, Proof, Reading, RecordCertificate, RecordClaim, Theorem, WinnableCertificate,
};

use crate::names::counted;

/// What is claimed, proved or not. (Of trees the tree's own words tell.)
pub fn proof(proof: &Proof) -> String {
    match proof {
        Proof::Winnable(certificate) => winnable(certificate),
        Proof::Record(record) => self::record(record),
        Proof::Legality(certificate) => legality(certificate),
        Proof::Census(census) => self::census(census, None),
        Proof::LosingWin(tree) => format!("{} wins", tree.head.claim.prover),
    }
}

/// What is proved.
pub fn theorem(theorem: &Theorem) -> String {
    match theorem {
        Theorem::Winnable(certificate) => winnable(certificate),
        Theorem::Record(record) => self::record(record),
        Theorem::Legality(certificate) => legality(certificate),
        Theorem::Census(counted) => census(&counted.census, Some(&counted.arising)),
        Theorem::LosingWin(tree) => format!("{} wins", tree.claim.prover),
    }
}

/// A position with its rules.
fn named(position: &Position) -> String {
    match position.castling() {
        Castling::Standard => position.to_string(),
        Castling::Chess960 => format!("{position} (Chess960)"),
    }
}

fn winnable(certificate: &WinnableCertificate) -> String {
    let WinnableCertificate { position, winner, evidence } = certificate;
    let position = named(position);
    match evidence {
        Evidence::Helpmate(moves) => {
            let moves = counted(moves.len(), "single move");
            format!("{winner} can still win from {position} (a helpmate of {moves})")
        }
        Evidence::Cover(cover) => {
            let positions = counted(cover.positions.len(), "position");
            let regions = counted(cover.regions.len(), "region");
            format!("{winner} cannot win from {position} (a cover of {positions} and {regions})")
        }
    }
}

fn legality(certificate: &LegalityCertificate) -> String {
    let LegalityCertificate { position, passed, evidence } = certificate;
    let passed = passed.map(|square| format!(" after a pawn's step over {square}"));
    let passed = passed.unwrap_or_default();
    match evidence {
        LegalityEvidence::Game(moves) => {
            let moves = counted(moves.len(), "single move");
            format!("{position} can arise{passed} (a game of {moves})")
        }
        LegalityEvidence::Closed(closed) => {
            let members = counted(closed.members.len(), "position");
            let excluded = counted(closed.excluded.len(), "position");
            format!(
                "{position} cannot arise{passed} (last moves of {members}, {excluded} excluded by \
                 rules)"
            )
        }
    }
}

fn record(record: &RecordCertificate) -> String {
    let plies = counted(record.game.moves.len(), "single move");
    let ruling = match record.claim {
        RecordClaim::Over { ply, ending } => {
            format!("was over after {ply} by article {}", ending.article())
        }
        RecordClaim::Unfinished => "was not over after the last one".to_string(),
        RecordClaim::Conceded { loser, how, winner } => {
            let how = match how {
                Concession::FlagFell => "lost on time (article 6.9)",
                Concession::Resigned => "resigned (article 5.1.2)",
            };
            let outcome = match winner {
                Some(winner) => format!("{winner} won"),
                None => format!("it is a draw, since {} could not mate", !loser),
            };
            format!("was not over when {loser} {how}, and {outcome}")
        }
    };
    let reading = match record.reading {
        Reading::Position => "",
        Reading::History => " (mates after a 75-move or five-fold end not counted)",
    };
    let clock = match record.game.clock {
        0 => String::new(),
        clock => format!(", {clock} plies after the last capture or pawn move,"),
    };
    format!("the game of {plies} from {}{clock} {ruling}{reading}", named(&record.game.start))
}

fn census(census: &Census, arising: Option<&Arising>) -> String {
    let lines = counted(census.lines.len(), "line");
    let counts = arising.map(|arising| {
        let sum = |counts: [u64; 2]| counts[0] + counts[1];
        let legal = sum(arising.legal) + sum(arising.legal_en_passant);
        let illegal = sum(arising.illegal) + sum(arising.illegal_en_passant);
        format!("{legal} can and {illegal} cannot; ")
    });
    format!(
        "which positions of {} can arise is as the census says ({}{lines} of moves)",
        census.population,
        counts.unwrap_or_default()
    )
}
