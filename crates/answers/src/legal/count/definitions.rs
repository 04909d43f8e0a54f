//! An ending by Lippold's definitions, and with five men how much of it is settled at once.
//!
//! The definitions are counted by the engine alone; what follows from the games rests on them, and on
//! games that the kernel has replayed.

use std::time::Duration;

use serde::Serialize;
use zermelo_board::clock::Instant;
use zermelo_kernel::{LegalityCertificate, LegalityEvidence, ProofGame};
use zermelo_retro::endings::{Definitions, MOST_MEN, Men, Promotions, Settled};
use zermelo_retro::legal::{self, Options, Verdict};

use super::Sides;
use crate::names::{counted, duration};
use crate::{Fault, report};

/// An ending by Lippold's definitions.
pub struct Lippold {
    /// With promotions once and four times: first by the correct, then by the complete definition,
    /// each with White and with Black to move.
    pub counts: [[[u64; 2]; 2]; 2],
    /// Whether there are pawns, so that these differ.
    pub pawns: bool,
    /// What follows from games, where not every position is decided: with five men.
    pub settled: Option<Settled>,
    /// The time for all this.
    pub time: Duration,
}

impl Lippold {
    /// Counts.
    ///
    /// # Errors
    ///
    /// A bug, if the kernel does not accept a game.
    pub fn new(men: &Men) -> Result<Lippold, Fault> {
        let start = Instant::now();
        let definitions = Definitions::new(men);
        let mut counts = [definitions.counts(Promotions::Once); 2];
        if men.has_pawns() {
            counts[1] = definitions.counts(Promotions::FourTimes);
        }
        let settled = match men.list().len() > MOST_MEN {
            false => None,
            true => definitions.settled(|position| {
                match legal::decide(position, None, &Options::default()) {
                    Verdict::Legal(game) => Some(game),
                    Verdict::Illegal(_) | Verdict::Open => None,
                }
            }),
        };
        for (position, game) in settled.iter().flat_map(|settled| &settled.games) {
            let evidence = LegalityEvidence::Game(ProofGame::of_chess(game.clone()));
            let certificate = LegalityCertificate::new(position.clone(), None, evidence);
            certificate.check().map_err(|fault| {
                Fault::Bug(format!("the kernel rejected the game to {position}: {fault}"))
            })?;
        }
        Ok(Lippold { counts, pawns: men.has_pawns(), settled, time: start.elapsed() })
    }

    /// What is settled at once, in words.
    pub fn explain(&self) -> Option<String> {
        let settled = self.settled.as_ref()?;
        let share = share(settled);
        Some(format!(
            "{share} of the positions with every man on a square of his own follow without captures \
             from {}, or are such in a mirror. The kernel has replayed the games; what follows was \
             counted by the engine alone. Time: {}.",
            counted(settled.games.len(), "game"),
            duration(self.time)
        ))
    }
}

/// The share of what is settled, rounded down so that it is not all before it is.
fn share(settled: &Settled) -> String {
    let [legal, all] = [settled.legal, settled.positions].map(|[white, black]| white + black);
    let thousandths = (legal * 100_000).checked_div(all).unwrap_or_default();
    format!("{}.{:03}%", thousandths / 1000, thousandths % 1000)
}

/// The same for programs.
#[derive(Serialize)]
pub(super) struct DefinitionsReport<'a> {
    correct: Sides,
    complete: Sides,
    correct_promotions_four_times: Sides,
    complete_promotions_four_times: Sides,
    #[serde(flatten)]
    settled: Option<SettledReport<'a>>,
}

#[derive(Serialize)]
struct SettledReport<'a> {
    positions: Sides,
    settled_at_once: Sides,
    games: usize,
    #[serde(serialize_with = "report::seconds")]
    seconds: &'a Duration,
}

impl DefinitionsReport<'_> {
    pub(super) fn new(found: &Lippold) -> DefinitionsReport<'_> {
        let [[correct, complete], [correct_four, complete_four]] = found.counts;
        DefinitionsReport {
            correct: correct.into(),
            complete: complete.into(),
            correct_promotions_four_times: correct_four.into(),
            complete_promotions_four_times: complete_four.into(),
            settled: found.settled.as_ref().map(|settled| SettledReport {
                positions: settled.positions.into(),
                settled_at_once: settled.legal.into(),
                games: settled.games.len(),
                seconds: &found.time,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_all_only_if_it_is() {
        let of =
            |legal: [u64; 2]| share(&Settled { positions: [600_000; 2], legal, games: Vec::new() });
        assert_eq!(of([600_000; 2]), "100.000%");
        assert_eq!(of([600_000, 599_999]), "99.999%");
        assert_eq!(of([60_000, 6_006]), "5.500%");
        assert_eq!(of([0; 2]), "0.000%");
    }

    #[test]
    fn three_men_by_definitions() {
        let men = super::super::men("KPvK").unwrap();
        let found = Lippold::new(&men).unwrap();
        assert_eq!(found.counts[0], [[165_988, 193_426], [166_004, 195_984]]);
        assert_eq!(found.counts[1], [[165_988, 272_182], [166_004, 279_864]]);
        assert!(found.pawns && found.explain().is_none());
    }
}
