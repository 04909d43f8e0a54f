//! Endgame tables: every position of some men, won, drawn or lost, and in how many plies.
//!
//! One engine for chess and for losing chess. It works backwards from the ends of the game, on
//! sixty-four positions at a time (`steps`, `solve`); where a position stands is told by `layout`,
//! and what captures and promotions are worth by `conversions` and `seeds`. Tables live in a folder, the
//! [`Library`], which builds what is missing. Nothing here is believed: [`Claims`] hands a table to
//! the kernel, entry by entry.
//!
//! ```
//! use std::ops::ControlFlow;
//! use zermelo_kernel::{LosingPosition, Rules, Value};
//! use zermelo_tables::{Library, Limits, Material, Measure};
//!
//! let folder = std::env::temp_dir().join(format!("zermelo-example-{}", std::process::id()));
//! let library = Library::new(&folder, Rules::Losing);
//! let plan = library.plan(&[Material::parse("KvB", Rules::Losing)?], Measure::Conversion);
//! library.build(&plan, Limits::default(), &mut |_| ControlFlow::Continue(()))?;
//!
//! let position = LosingPosition::from_fen("8/8/8/3k4/8/8/8/1B6 b - -")?;
//! let probe = library.probe(&position, Measure::Conversion)?;
//! assert_eq!(probe.value, Value::Win(2));
//! assert_eq!(probe.moves[0].made.to_string(), "d5e4"); // the bishop must take
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]

mod conversions;
mod error;
mod file;
mod geometry;
mod layout;
mod library;
mod locate;
mod material;
mod probe;
mod quick;
mod rules;
mod seeds;
mod solve;
mod stats;
mod steps;
mod syzygy;
mod table;
mod verify;
pub use error::TableError;
pub use file::Mapped;
pub use library::{Event, Library, Step, places};
pub use material::{MAX_MEN, Material, MaterialError};
pub use probe::{Choice, Probe};
pub use quick::Quick;
pub use solve::{Ply, solve};
pub use stats::{Counts, MOST_LONGEST, Zugzwang};
pub use syzygy::{MAX_SYZYGY_MEN, Syzygy, SyzygyError, SyzygyGame, SyzygyProbe, SyzygyValue, Wdl};
pub use table::{Measure, Table};
pub use verify::{Claims, NotVerified, Sample, Verified};
pub use zermelo_board::Limits;
pub use zermelo_kernel::Rules;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
