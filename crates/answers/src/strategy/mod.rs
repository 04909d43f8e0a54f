//! Strategies: positions on boards of any size as they are written, what is played in them and why,
//! and, with the feature `strategy`, boards that were walked and theorems that were proved.

mod answer;
mod ending;
mod explain;
mod kinds;
mod notation;
#[cfg(feature = "strategy")]
mod prove;
mod queen;
mod question;
mod report;
mod rooks;
mod told;
#[cfg(feature = "strategy")]
mod verify;

pub use answer::Shown;
pub use ending::{EndingReport, EndingShown, ending_strategy};
pub use explain::{
    End, boards_words, ending_words, game_over, hint, how_to_play, shown, strategy, watched,
    welcome, white_plays, within,
};
pub use kinds::{Lemma, Term};
pub use notation::{board_text, file_text, men_text, standing_text};
#[cfg(feature = "strategy")]
pub use prove::{FailedReport, ProveReport, not_proved, proved};
pub use question::{Reply, read_board, read_men, read_men_of, read_placement};
pub use report::{GameReport, PlayReport, PositionReport, Round, StrategyReport};
pub use told::{Figure, MenOf, Told};
#[cfg(feature = "strategy")]
pub use verify::{GamesVerified, NotVerified, Verified, VerifyReport, Walking};
