//! What a certificate claims, in words, with all its premises.

use zermelo_kernel::{
    self as kernel, Arising, Castling, Census, Concession, Evidence, GameLimit,
    LegalityCertificate, LegalityEvidence, LongestCertificate, LosingChances, LosingEvidence,
    Position, Reading, RecordCertificate, RecordClaim, TreeClaim, TreeSummary, WinnableCertificate,
};
use zermelo_kernel_strategy::StrategyClaim;

use crate::names::{counted, plies, thousands};
use crate::strategy::{boards_words, ending_words, within};

/// A claim of any kind, proved or not, with what the check has found if it is.
pub enum Stated<'a> {
    Winnable(&'a WinnableCertificate),
    Record(&'a RecordCertificate),
    Legality(&'a LegalityCertificate),
    Census(&'a Census, Option<&'a Arising>),
    Longest(&'a LongestCertificate),
    LosingChances(&'a LosingChances),
    LosingWin(&'a TreeClaim, Option<&'a TreeSummary>),
    /// With the number of its lemmas.
    Strategy(StrategyClaim, Option<usize>),
}

impl<'a> From<&'a kernel::Proof<'_>> for Stated<'a> {
    fn from(proof: &'a kernel::Proof) -> Stated<'a> {
        match proof {
            kernel::Proof::Winnable(certificate) => Stated::Winnable(certificate),
            kernel::Proof::Record(record) => Stated::Record(record),
            kernel::Proof::Legality(legality) => Stated::Legality(legality),
            kernel::Proof::Census(census) => Stated::Census(census, None),
            kernel::Proof::Longest(longest) => Stated::Longest(longest),
            kernel::Proof::LosingChances(chances) => Stated::LosingChances(chances),
            kernel::Proof::LosingWin(tree) => Stated::LosingWin(&tree.head.claim, None),
        }
    }
}

impl<'a> From<&'a kernel::Theorem> for Stated<'a> {
    fn from(theorem: &'a kernel::Theorem) -> Stated<'a> {
        match theorem {
            kernel::Theorem::Winnable(proved) => Stated::Winnable(proved),
            kernel::Theorem::Record(proved) => Stated::Record(proved),
            kernel::Theorem::Legality(proved) => Stated::Legality(proved),
            kernel::Theorem::Census(counted) => {
                Stated::Census(&counted.census, Some(&counted.arising))
            }
            kernel::Theorem::Longest(proved) => Stated::Longest(proved),
            kernel::Theorem::LosingChances(proved) => Stated::LosingChances(proved),
            kernel::Theorem::LosingWin(tree) => Stated::LosingWin(&tree.claim, Some(&tree.summary)),
        }
    }
}

impl Stated<'_> {
    /// The claim in words.
    pub fn words(&self) -> String {
        match *self {
            Stated::Winnable(certificate) => winnable(certificate),
            Stated::Record(certificate) => record(certificate),
            Stated::Legality(certificate) => legality(certificate),
            Stated::Census(claimed, arising) => census(claimed, arising),
            Stated::Longest(certificate) => longest(certificate),
            Stated::LosingChances(chances) => losing_chances(chances),
            Stated::LosingWin(claim, summary) => losing_win(claim, summary),
            Stated::Strategy(claim, lemmas) => strategy(claim, lemmas),
        }
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
            let moves = plies(moves.len() as u64);
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
    let LegalityCertificate { position, passed, dead_reckoning, evidence } = certificate;
    let passed = passed.map(|square| format!(" after a pawn's step over {square}"));
    let passed = passed.unwrap_or_default();
    let position = named(position);
    let reading = if *dead_reckoning { " without a move from a dead position" } else { "" };
    match evidence {
        LegalityEvidence::Game(game) => {
            let moves = plies(game.moves.len() as u64);
            format!("{position} can arise{passed}{reading} (a game of {moves})")
        }
        LegalityEvidence::Closed(closed) => {
            let members = counted(closed.members.len(), "position");
            let excluded = counted(closed.excluded.len(), "position");
            let dead = match closed.dead.len() {
                0 => String::new(),
                dead => format!(", {} dead", counted(dead, "position")),
            };
            format!(
                "{position} cannot arise{passed}{reading} (last moves of {members}, {excluded} \
                 excluded by rules{dead})"
            )
        }
    }
}

fn record(record: &RecordCertificate) -> String {
    let moves = plies(record.game.moves.len() as u64);
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
    format!("the game of {moves} from {}{clock} {ruling}{reading}", named(&record.game.start))
}

fn census(census: &Census, arising: Option<&Arising>) -> String {
    let lines = counted(census.lines.len(), "line");
    let counts = arising.map(|arising| {
        let sum = |counts: [u64; 2]| counts[0] + counts[1];
        let legal = sum(arising.legal) + sum(arising.legal_en_passant);
        let illegal = sum(arising.illegal) + sum(arising.illegal_en_passant);
        format!("{} can and {} cannot; ", thousands(legal), thousands(illegal))
    });
    format!(
        "which positions of {} can arise is as the census says ({}{lines} of moves)",
        census.material,
        counts.unwrap_or_default()
    )
}

fn longest(certificate: &LongestCertificate) -> String {
    let ends = match certificate.limit {
        GameLimit::SeventyFive => "it ends after 75 moves without capture and pawn move",
        GameLimit::Fifty => "it ends after 50 moves without capture and pawn move",
        GameLimit::Claims => "every draw that can be claimed is claimed",
    };
    let steps = counted(certificate.steps.len(), "step");
    format!("no game has more than {} plies if {ends} (a counting of {steps})", certificate.plies)
}

fn losing_chances(chances: &LosingChances) -> String {
    let LosingChances { rules, position, winner, evidence } = chances;
    let from = format!("from {position} by the rules {rules}");
    match evidence {
        LosingEvidence::Line(moves) => {
            let moves = plies(moves.len() as u64);
            format!("{winner} can still win {from} (a line of {moves})")
        }
        LosingEvidence::Closed(set) => {
            let positions = counted(set.len(), "position");
            format!("{winner} cannot win {from} (a closed set of {positions})")
        }
    }
}

fn losing_win(claim: &TreeClaim, summary: Option<&TreeSummary>) -> String {
    let TreeClaim { rules, position, prover } = claim;
    let opening = summary.map_or(&[][..], |summary| &summary.opening);
    let opening: Vec<String> = opening.iter().map(ToString::to_string).collect();
    let after = if opening.is_empty() { "" } else { " after " };
    let opening = opening.join(" ");
    let words = format!("{prover} wins from {position}{after}{opening} by the rules {rules}");
    let Some(summary) = summary else { return words };
    let count = |number: u64, what: &str| counted(number as usize, what);
    format!(
        "{words} (a tree of {}, {} internal, {} over, {} left to tables; {}, {}, longest line {})",
        count(summary.nodes, "position"),
        summary.internal,
        summary.terminal,
        summary.table_leaves,
        count(summary.transpositions, "transposition"),
        count(summary.forced, "forced move"),
        plies(summary.longest.into()),
    )
}

fn strategy(claim: StrategyClaim, lemmas: Option<usize>) -> String {
    let (men, boards) = (ending_words(claim.ending), boards_words(claim.boards));
    let lemmas = lemmas.map(|lemmas| format!(" ({})", counted(lemmas, "lemma")));
    let lemmas = lemmas.unwrap_or_default();
    let within = within(claim);
    format!("the strategy of {men} against king always mates on {boards}{within}{lemmas}")
}
