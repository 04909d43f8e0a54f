//! Endings with three or four men: which of their positions can arise, all of them.

mod closure;
mod decide;
mod definitions;
mod games;
mod home;
mod men;
mod packed;
mod past;
mod way;
mod ways;

pub use decide::{Decided, illegal};
pub use definitions::{Definitions, Promotions};
pub use men::{Ending, EndingError, MOST_MEN};
pub(crate) use way::game_to;
