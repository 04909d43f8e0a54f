//! What the answers mean for the game, with the article of the FIDE Laws that says so.

use std::io;

use zermelo_kernel::Color;

use super::Page;
use crate::ruling::{GameResult, Standing};

impl Page<'_> {
    /// Where the game stands.
    pub fn standing(&mut self, standing: Standing) -> io::Result<()> {
        let text = match standing {
            Standing::Mated(mated) => {
                format!("Mate: the game is over, {} has won (FIDE Laws, Article 5.1.1).", !mated)
            }
            Standing::Stalemate => {
                "Stalemate: the game is over, drawn (FIDE Laws, Article 5.2.1).".to_string()
            }
            Standing::Dead => "Dead position: neither side can mate. The game is over, drawn \
                               (FIDE Laws, Article 5.2.2)."
                .to_string(),
            Standing::Alive => "The position is not dead (FIDE Laws, Article 5.2.2).".to_string(),
            Standing::Unknown => "Whether the position is dead is not known.".to_string(),
        };
        self.gap()?;
        self.headline(&text)
    }

    /// The result when a flag has fallen.
    pub fn flag_fall(
        &mut self,
        fallen: Color,
        before: Standing,
        result: GameResult,
    ) -> io::Result<()> {
        let other = !fallen;
        let score = result.pgn().unwrap_or("open");
        let text = match (before, result) {
            (Standing::Mated(_) | Standing::Stalemate | Standing::Dead, _) => {
                format!("The game was over before {fallen}'s flag fell: {score}.")
            }
            (_, GameResult::Won(_)) => format!(
                "{fallen}'s flag fell, and {other} can still mate: {other} wins, {score} (FIDE \
                 Laws, Article 6.9)."
            ),
            (_, GameResult::Drawn) => format!(
                "{fallen}'s flag fell, but {other} cannot mate by any series of legal moves: the \
                 game is drawn, {score} (FIDE Laws, Article 6.9)."
            ),
            (_, GameResult::Open) => format!(
                "{fallen}'s flag fell. The result (FIDE Laws, Article 6.9) is open: whether \
                 {other} can mate is not known."
            ),
        };
        self.gap()?;
        self.headline(&text)
    }
}
