//! Endings with two to four men: which of their positions can arise, all of them; with five, how many do by
//! definitions, and how many follow at once from games.

mod closure;
mod decide;
mod definitions;
mod games;
mod home;
mod men;
mod numbering;
mod packed;
mod past;
mod settled;
mod way;
mod ways;

pub use decide::{Decided, illegal};
pub use definitions::{Definitions, Promotions};
pub use men::{Ending, EndingError, MOST_MEN, Men};
pub use numbering::MOST_BY_DEFINITIONS;
pub use settled::Settled;
pub(crate) use way::game_to;
