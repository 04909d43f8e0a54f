//! The trusted kernel: everything Zermelo says is true because this crate checked it.
//!
//! Engines elsewhere are clever and not believed; the kernel is small, slow and obvious. It has no
//! dependency, no `unsafe` code and no table made by another program: the rules of chess are
//! written here a second time, straight from the FIDE Laws of Chess (2023), on a board of 64
//! squares that one looks at square by square. A reader should need an afternoon.
//!
//! Read in this order: [`Square`] and the other nouns (`chess.rs`), what a position is and how a
//! move changes it (`position.rs`), which moves are legal (`moves.rs`), how positions are read and
//! written (`fen.rs`, `fen_error.rs`).

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod chess;
mod fen;
mod fen_error;
mod moves;
mod position;

pub use chess::{CastlingSide, Color, NotASquare, Piece, Role, Square};
pub use fen_error::{FenError, FenField};
pub use moves::{Move, UciError};
pub use position::{Castling, Position};
