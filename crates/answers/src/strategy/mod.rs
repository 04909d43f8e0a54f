//! The strategy of king and rook: squares and moves as they are written, kinds of move in words.

mod kinds;
mod notation;

pub use kinds::{CONDITIONS, NOTIONS, Told, why};
pub use notation::{
    board_text, file_text, men_text, move_text, place_text, read_men, read_place, read_placement,
};
