//! Whole databases of games: all flag falls, and whether the side with time left could have mated.
//!
//! A source is unpacked and cut into [`Block`]s of whole games by one thread ([`cut`]); a block
//! needs nothing but its own text, so an [`Examiner`] a thread reads the blocks side by side. Of a
//! game that is no flag fall only the tags are looked at: that is what makes a month of games a
//! matter of minutes. Each block knows its [`Place`], from which a later run can go on.
//!
//! Nothing is fatal in a file that took hours to read: damage is told with its byte, and passed
//! over. What is counted and said is [`zermelo_answers::scan`].
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod blocks;
mod cells;
mod examine;
mod falls;
mod parts;
mod resume;
mod starts;
mod unpack;

pub use blocks::{Block, Kind, Place, cut};
pub use cells::{Columns, Who};
pub use examine::{Examiner, Options, Report};
pub use falls::{FlagFall, LastPosition, NoFall, may_be_flag_fall};
pub use parts::{cut_part, in_parts};
pub use resume::ResumePoint;
pub use starts::{Piece, Pieces};
pub use unpack::{Damage, LOST, Unpacked};

/// What a source is called, if it is an address (`https://…`, `s3://…`) and no file: the address
/// without what follows a question mark.
pub fn address_of(source: &std::path::Path) -> Option<&str> {
    let address = source.to_str()?;
    let (scheme, _) = address.split_once("://")?;
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_scheme.then(|| address.split_once('?').map_or(address, |(name, _)| name))
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
