//! Losing chess: lines of moves, proofs on disk, and walking about in them.

mod opening;
mod stored;
mod tree;

pub use opening::{INITIAL, Opening, after, in_san, in_uci, read_line, turn};
pub use stored::{Judged, Loaded, Stored, Tables};
pub use tree::{End, Seen, TreeView, View, find};
