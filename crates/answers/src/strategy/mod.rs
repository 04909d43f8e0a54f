//! Strategies: positions on boards of any size as they are written, what is played in them and why,
//! and, with the feature `strategy`, boards that were walked and theorems that were proved.

mod answer;
mod explain;
mod kinds;
mod notation;
#[cfg(feature = "strategy")]
mod prove;
#[cfg(feature = "strategy")]
mod queen;
mod question;
mod report;
#[cfg(feature = "strategy")]
mod verify;

pub use answer::Shown;
pub use explain::{
    End, boards_words, ending_words, game_over, hint, how_to_play, shown, strategy, watched,
    welcome, white_plays, within,
};
pub use notation::{board_text, file_text, men_text};
#[cfg(feature = "strategy")]
pub use prove::{FailedReport, ProveReport, not_proved, proved};
#[cfg(feature = "strategy")]
pub use queen::{
    QueenShown, QueenStrategyReport, QueenVerified, QueenVerifyReport, queen_strategy,
};
pub use question::{Reply, read_board, read_men, read_placement, read_queen_men};
pub use report::{GameReport, PlayReport, PositionReport, Round, StrategyReport};
#[cfg(feature = "strategy")]
pub use verify::{NotVerified, Verified, VerifyReport, Walking};
