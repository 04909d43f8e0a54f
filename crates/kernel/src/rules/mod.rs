//! The rules of play, straight from the FIDE Laws of Chess (2023), on sets of squares.
//!
//! Read in this order: the nouns (`chess.rs`, `squares.rs`), the board (`board.rs`), where men reach
//! (`lines.rs`), how pieces move (`movement.rs`), what a position is and how a move changes it
//! (`position.rs`), which moves are legal (`moves.rs`), how positions are read and written
//! (`fen.rs`, `fen_error.rs`), when a game is over (`game.rs`), which moves can have come before
//! (`retract.rs`), positions in few bytes (`packed.rs`), the men of the beginning (`array.rs`),
//! losing chess (`losing.rs`), and what the games have in common (`variant.rs`).

pub(crate) mod array;
pub(crate) mod board;
pub(crate) mod chess;
pub(crate) mod fen;
pub(crate) mod fen_error;
pub(crate) mod game;
pub(crate) mod lines;
pub(crate) mod losing;
pub(crate) mod movement;
pub(crate) mod moves;
pub(crate) mod packed;
pub(crate) mod position;
pub(crate) mod retract;
pub(crate) mod squares;
pub(crate) mod variant;
