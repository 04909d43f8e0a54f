//! Endings with three or four men: which of their positions can arise, all of them.

mod closure;
mod decide;
mod definitions;
mod few;
mod home;
mod men;
mod past;

pub use decide::Decided;
pub use definitions::{Definitions, Promotions};
pub use men::{Ending, EndingError};
