//! A board that was walked with king and queen: what there is to say, and the report.

use std::time::Duration;

use serde::Serialize;
use zermelo_board::clock::Instant;
use zermelo_kernel::{Budget, Proved};
use zermelo_kernel_strategy::kqk::{Kind, Strategy};
use zermelo_kernel_strategy::{Board, Distances, Men, Numbering, PlayFault};
use zermelo_strategy::queen::{Games, distances};

use super::explain::moves;
use super::notation::{board_text, place_text};
use super::verify::{KindReport, NotVerified};
use crate::explain::Paragraph::{self, Gap, Headline};
use crate::names::{duration, thousands};

/// The name of a kind of move.
fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Mate => "Mate",
        Kind::Squeeze => "Squeeze",
        Kind::Approach => "Approach",
        Kind::Wait => "Wait",
        Kind::QueenHome => "QueenHome",
        Kind::QueenBeside => "QueenBeside",
        Kind::KingStep => "KingStep",
    }
}

/// A position.
fn queen_text(men: Men<i32>) -> String {
    let [king, queen, black] = [men.king, men.piece, men.black].map(place_text);
    format!("K{king} Q{queen} k{black}")
}

/// What came of a walk, which the kernel has accepted.
pub struct QueenVerified {
    games: Games,
    proved: Proved<Distances<'static, Strategy<i32>>>,
    time: Duration,
    check_time: Duration,
}

impl QueenVerified {
    /// Walks the board, any move that fits, and has the kernel check every position on so many
    /// threads.
    ///
    /// # Errors
    ///
    /// If the board cannot be walked, or the kernel rejects what was found.
    pub fn of(board: Board<i32>, threads: usize) -> Result<QueenVerified, NotVerified> {
        Numbering::new(&board).map_err(NotVerified::Board)?;
        let begun = Instant::now();
        let (games, claim) = distances(&Strategy::new(board), threads);
        let time = begun.elapsed();
        let begun = Instant::now();
        let budget = Budget::default().steps(u64::MAX, 0);
        let proved =
            Proved::new(claim, &budget).map_err(|fault: PlayFault| NotVerified::Rejected(fault))?;
        Ok(QueenVerified { games, proved, time, check_time: begun.elapsed() })
    }

    /// Whether White always mates.
    pub fn always_mates(&self) -> bool {
        self.proved.not_won == 0
    }

    /// What there is to say.
    pub fn explain(&self) -> Vec<Paragraph> {
        let QueenVerified { games, proved, time, check_time } = self;
        let size = board_text(&proved.strategy.board);
        let headline = match (games.positions, proved.not_won) {
            (0, _) => format!("On {size} the three men have no position with White to move."),
            (_, 0) => format!("On {size} the strategy mates from every position."),
            _ => format!("On {size} the strategy does not always mate."),
        };
        let positions = format!("{} with White to move", thousands(games.positions));
        let mut parts = vec![
            Headline(headline),
            Gap,
            Paragraph::figure("positions", positions),
            Paragraph::figure("moves", "any that fits"),
        ];
        if let Some(start) = games.start {
            let (plies, number) = (proved.longest, moves(games.longest));
            let text = format!("{plies} plies, {number}, from {}", queen_text(start));
            parts.push(Paragraph::figure("longest", text));
        }
        if let Some(men) = games.not_won {
            let count = thousands(proved.not_won);
            let text = format!(
                "{count} positions from which mate does not always follow, such as {}",
                queen_text(men)
            );
            parts.push(Paragraph::figure("wrong", text));
        }
        let checked = format!(
            "the kernel accepts {} positions by the definition alone, {}",
            thousands(games.positions),
            duration(*check_time)
        );
        parts.extend([
            Paragraph::figure("walked", duration(*time)),
            Paragraph::figure("checked", checked),
            Gap,
        ]);
        parts.extend(Kind::ALL.map(|kind| {
            let count = thousands(proved.kinds[kind as usize]);
            Paragraph::line(format!("  {:<20}{count:>12}", name(kind)))
        }));
        parts
    }
}

/// What was found, for programs. The keys are those of king and rook.
#[derive(Serialize)]
pub struct QueenVerifyReport {
    board: String,
    moves: &'static str,
    /// `mates` or `fails`.
    result: &'static str,
    proved: bool,
    positions: u64,
    kinds: Vec<KindReport>,
    longest_plies: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_start: Option<String>,
    always_mate: bool,
    not_won: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_won_start: Option<String>,
    checked: u64,
    seconds: f64,
    check_seconds: f64,
}

impl QueenVerifyReport {
    /// What was found.
    pub fn new(verified: &QueenVerified) -> QueenVerifyReport {
        let QueenVerified { games, proved, time, check_time } = verified;
        let kind =
            |kind: Kind| KindReport { kind: name(kind), positions: proved.kinds[kind as usize] };
        QueenVerifyReport {
            board: board_text(&proved.strategy.board),
            moves: "relation",
            result: if verified.always_mates() { "mates" } else { "fails" },
            proved: true,
            positions: games.positions,
            kinds: Kind::ALL.map(kind).into(),
            longest_plies: proved.longest,
            longest_start: games.start.map(queen_text),
            always_mate: verified.always_mates(),
            not_won: proved.not_won,
            not_won_start: games.not_won.map(queen_text),
            checked: games.positions,
            seconds: time.as_secs_f64(),
            check_seconds: check_time.as_secs_f64(),
        }
    }
}
