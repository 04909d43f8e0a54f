//! The trusted kernel: everything Zermelo says is true because this crate checked it.
//!
//! Engines elsewhere are clever and not believed; the kernel is small, slow and obvious. It has no
//! dependency, no `unsafe` code and no table made by another program: the rules of chess are
//! written here a second time, straight from the FIDE Laws of Chess (2023), on a board of 64
//! squares that one looks at square by square. A reader should need an afternoon.
//!
//! Read in this order: [`Square`] and the other nouns (`chess.rs`), how men go (`ways.rs`), what a
//! position is and how a move changes it (`position.rs`), which moves are legal (`moves.rs`), how
//! positions are read and written (`fen.rs`, `fen_error.rs`); then what a certificate is
//! (`certificate.rs`, `text.rs`), how a proof that nobody can be mated is checked (`cover.rs`,
//! `insufficient.rs`, `region.rs`, `steps.rs`, `endings.rs`, `picture.rs`), and when a game is over
//! (`game.rs`, `record.rs`); which moves can have come before (`retract.rs`), whether a position
//! can arise at all (`legality/`), and which ones of some men (`population.rs`); at last losing chess
//! (`losing.rs`), endgame tables (`table.rs`, `class.rs`) and proof trees
//! (`tree_nodes.rs`, `tree.rs`, `tree_fault.rs`, `tree_text.rs`).

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod certificate;
mod chess;
mod class;
mod cover;
mod endings;
mod fen;
mod fen_error;
mod game;
mod insufficient;
mod legality;
mod losing;
mod moves;
mod picture;
mod population;
mod population_text;
mod position;
mod record;
mod region;
mod retract;
mod squares;
mod steps;
pub mod strategy;
mod table;
mod text;
mod tree;
mod tree_fault;
mod tree_nodes;
mod tree_text;
mod ways;

pub use certificate::{Certificate, Evidence, Proof, Rejection, check_helpmate};
pub use chess::{ByColor, CastlingSide, Color, NotASquare, Piece, Role, Square};
pub use class::{TableClass, folded};
pub use cover::{Cover, CoverFault};
pub use fen_error::{FenError, FenField};
pub use game::{Claim, Ending, Game, Moment, Replay, Segment};
pub use insufficient::{Insufficient, insufficient};
pub use legality::{Closed, Examiner, LegalityCertificate, LegalityEvidence, LegalityFault, Rule};
pub use losing::{LosingPosition, Outcome, Rules, UnknownRules};
pub use moves::{Move, UciError};
pub use population::{Arising, Census, ILLEGAL, Line, MOST_PAST, Population, PopulationFault};
pub use position::{Castling, Position};
pub use record::{
    Concession, Fact, MAX_WALK, Reading, RecordCertificate, RecordClaim, RecordFault,
};
pub use region::{ManState, Phase, Region, RegionFault};
pub use retract::Retraction;
pub use squares::Squares;
pub use table::{Metric, TableFault, TablePosition, UnknownMetric, Value, check_entry};
pub use text::Unreadable;
pub use tree::{TABLE_MEN, TreeClaim, TreeSummary};
pub use tree_fault::{TreeFault, TreeMove, TreeReason};
pub use tree_nodes::{TREE_NODE_BYTES, tree_move};
pub use tree_text::TreeHead;
