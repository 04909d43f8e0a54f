//! What can be claimed, one folder a claim: what it says, how its evidence is checked, its text.

pub(crate) mod census;
pub(crate) mod legality;
pub(crate) mod longest;
pub(crate) mod losing_chances;
pub(crate) mod losing_win;
pub(crate) mod proof;
pub(crate) mod record;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod winnable;
