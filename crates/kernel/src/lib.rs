//! The trusted kernel: everything Zermelo says is true because this crate checked it.
//!
//! Engines elsewhere are clever and not believed; the kernel is small, slow and obvious. It has no
//! dependency, no `unsafe` code and no table made by another program: the rules of chess are
//! written here a second time, straight from the FIDE Laws of Chess (2023), on sets of squares that
//! the compiler makes from the steps of the men. A reader should need an afternoon.
//!
//! **The afternoon path** is the rules (`rules/`: nouns, movement, positions, moves, FEN) and the
//! claims `winnable` and `unwinnable` (`claims/winnable/`: what a certificate is, helpmates, covers,
//! regions). Then, in any order: when a game is over (`rules/game.rs`, `claims/record/`) and how long it can be
//! (`claims/longest/`), which moves
//! can have come before and whether a position can arise at all (`rules/retract.rs`,
//! `claims/legality/`, `claims/census/`), losing chess and its proof trees (`rules/losing.rs`,
//! `claims/losing_win/`), and endgame tables (`claims/table/`).

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod budget;
mod claims;
mod parallel;
mod proved;
mod rules;

pub use budget::{Budget, Exhausted, Meter};
pub use claims::census::claim::{Arising, Census, Counted, ILLEGAL, Line, MOST_PAST};
pub use claims::census::fault::CensusFault;
pub use claims::census::material::Material;
pub use claims::legality::{
    Closed, Examiner, LegalityCertificate, LegalityEvidence, LegalityFault, ProofGame, Reason, Rule,
};
pub use claims::longest::claim::{CountStep, GameLimit, LongestCertificate};
pub use claims::longest::fault::LongestFault;
pub use claims::losing_chances::claim::{LosingChances, LosingChancesFault, LosingEvidence};
pub use claims::losing_win::check::{TABLE_MEN, TreeClaim, TreeProof, TreeSummary};
pub use claims::losing_win::fault::{TreeFault, TreeMove, TreeReason};
pub use claims::losing_win::nodes::{TREE_NODE_BYTES, tree_move};
pub use claims::losing_win::text::{SavedTree, TreeHead};
pub use claims::proof::{Proof, Rejection, Source, Theorem};
pub use claims::record::check::MAX_WALK;
pub use claims::record::claim::{Concession, Fact, Reading, RecordCertificate, RecordClaim};
pub use claims::record::fault::RecordFault;
pub use claims::table::check::check_entry;
pub use claims::table::claim::{Metric, TableEntry, TableProof, UnknownMetric, Value};
pub use claims::table::class::{TableClass, folded};
pub use claims::table::fault::TableFault;
pub use claims::text::{MAGIC, Unreadable};
pub use claims::winnable::claim::{Cover, Evidence, ManState, Phase, Region, WinnableCertificate};
pub use claims::winnable::fault::{CoverFault, RegionFault, WinnableFault};
pub use claims::winnable::insufficient::{Insufficient, insufficient};
pub use parallel::in_parts;
pub use proved::{Certificate, Proved};
pub use rules::board::Board;
pub use rules::chess::{ByColor, CastlingSide, Color, NotASquare, Piece, Role, Square};
pub use rules::fen::write_fen;
pub use rules::fen_error::{FenError, FenField};
pub use rules::game::{DrawClaim, Ending, Game, Moment, Replay, Segment};
pub use rules::losing::{LosingPosition, Outcome, Rules, UnknownRules};
pub use rules::moves::{Move, UciError};
pub use rules::packed::PackedPosition;
pub use rules::position::{Castling, Position};
pub use rules::retract::Retraction;
pub use rules::squares::Squares;
pub use rules::variant::GamePosition;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
