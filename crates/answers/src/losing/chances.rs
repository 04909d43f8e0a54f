//! Can a side still win a position of losing chess, by any moves of both sides?

use serde::Serialize;
use zermelo_board::Limits;
use zermelo_kernel::{
    Budget, ByColor, Color, LosingChances, LosingChancesFault, LosingEvidence, LosingPosition,
    Proved, Rules,
};
use zermelo_losing::Position;

use crate::explain::Paragraph::{self, Gap, Headline, Moves, Sentence};
use crate::names::{self, many, plies};
use crate::winnable::Sides;
use crate::{Fault, san};

/// The answer about one side.
pub struct LosingAnswer {
    /// What was proved; `None` if it is open.
    pub proved: Option<Proved<LosingChances>>,
    /// Positions that were looked at.
    pub positions: u64,
}

/// The answers about the sides that are asked for.
///
/// # Errors
///
/// If the kernel rejects what the engine has found, which is a bug.
pub fn can_win(
    position: &LosingPosition,
    rules: Rules,
    sides: Sides,
    limits: Limits,
) -> Result<ByColor<Option<LosingAnswer>>, Fault> {
    let root = Position::from_kernel(position);
    let mut answers = ByColor::default();
    for winner in sides.iter() {
        let chances = zermelo_losing::chances(&root, rules, winner, limits);
        let proved = match chances.found.map(|found| Proved::new(found, &Budget::default())) {
            Some(Ok(proved)) => Some(proved),
            None | Some(Err(LosingChancesFault::Exhausted(_))) => None,
            Some(Err(fault)) => {
                return Err(Fault::Bug(format!("the kernel rejects the evidence: {fault}")));
            }
        };
        answers[winner] = Some(LosingAnswer { proved, positions: chances.positions });
    }
    Ok(answers)
}

impl LosingAnswer {
    /// The line that wins, from the position.
    fn line(&self) -> Option<&[zermelo_kernel::Move]> {
        match &self.proved.as_ref()?.evidence {
            LosingEvidence::Line(moves) => Some(moves),
            LosingEvidence::Closed(_) => None,
        }
    }

    /// The moves of the line as players write them.
    fn sans(&self) -> Option<Vec<String>> {
        let mut position = self.proved.as_ref()?.position.clone();
        let moves = self.line()?.iter().map(|&made| {
            let san = san::one(&position, made);
            position = position.play(made);
            san
        });
        Some(moves.collect())
    }

    /// The answer in words.
    pub fn explain(&self, winner: Color, turn: Color, move_number: u32) -> Vec<Paragraph> {
        let looked_at = format!("{} looked at", many(self.positions, "position"));
        let Some(proved) = &self.proved else {
            return vec![
                Headline(format!("Open: can {winner} still win?")),
                Sentence(format!("{looked_at}; more may be allowed with --nodes and --memory.")),
                Gap,
            ];
        };
        match &proved.evidence {
            LosingEvidence::Line(moves) if moves.is_empty() => {
                vec![Headline(format!("{winner} has won.")), Gap]
            }
            LosingEvidence::Line(moves) => vec![
                Headline(format!("{winner} can still win, if both sides help:")),
                Moves(san::numbered(&self.sans().unwrap_or_default(), move_number, turn)),
                Sentence(format!("{}; {looked_at}.", plies(moves.len() as u64))),
                Gap,
            ],
            LosingEvidence::Closed(set) => {
                let all = many(set.len() as u64, "position");
                vec![
                    Headline(format!("{winner} cannot win, whatever both sides play.")),
                    Sentence(format!("{all} can be reached, and {winner} has won in none.")),
                    Gap,
                ]
            }
        }
    }
}

/// The answers for programs.
#[derive(Serialize)]
pub struct ChancesReport {
    fen: String,
    rules: String,
    turn: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<SideReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<SideReport>,
}

#[derive(Serialize)]
struct SideReport {
    /// `winnable`, `unwinnable` or `open`.
    verdict: &'static str,
    line_uci: Option<Vec<String>>,
    line_san: Option<Vec<String>>,
    /// Positions of the closed set.
    closed: Option<usize>,
    positions: u64,
    /// Whether the kernel has accepted it.
    checked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<String>,
}

impl ChancesReport {
    /// The report, with the files to which proofs were written.
    pub fn new(
        position: &LosingPosition,
        rules: Rules,
        answers: &ByColor<Option<LosingAnswer>>,
        files: &ByColor<Option<String>>,
    ) -> ChancesReport {
        let side = |color: Color| {
            let answer = answers[color].as_ref()?;
            let uci =
                |line: &[zermelo_kernel::Move]| line.iter().map(ToString::to_string).collect();
            let closed = match answer.proved.as_ref().map(|proved| &proved.evidence) {
                Some(LosingEvidence::Closed(set)) => Some(set.len()),
                _ => None,
            };
            Some(SideReport {
                verdict: answer.proved.as_ref().map_or("open", |proved| proved.claim()),
                line_uci: answer.line().map(uci),
                line_san: answer.sans(),
                closed,
                positions: answer.positions,
                checked: answer.proved.is_some(),
                proof: files[color].clone(),
            })
        };
        ChancesReport {
            fen: position.to_fen(),
            rules: rules.to_string(),
            turn: names::side(position.turn()),
            white: side(Color::White),
            black: side(Color::Black),
        }
    }
}
