//! zermelo-board
