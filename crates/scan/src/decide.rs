//! What a scan counts of a query among many.

use zermelo_board::Position;
use zermelo_kernel::Color;
use zermelo_winnable::{Answer, Sampled, Verdict};

/// The verdict to be counted. Nothing is called unwinnable that the kernel has not accepted; of
/// the winnable ones it is asked about those of the sample.
///
/// # Errors
///
/// Why the kernel does not accept it: a bug of the engine's, and no answer.
pub fn sampled(
    position: &Position,
    winner: Color,
    answer: &Answer,
    in_sample: bool,
) -> Result<Sampled, String> {
    if !in_sample && !matches!(answer.verdict, Verdict::Unwinnable(_)) {
        return Ok(answer.unchecked());
    }
    let root =
        position.to_kernel().ok_or_else(|| format!("{} is no position", position.to_fen()))?;
    Ok(answer.checked(&root, winner)?.into())
}

#[cfg(test)]
mod tests {
    use zermelo_kernel::{self as kernel, Castling};
    use zermelo_winnable::{Cover, Helpmate, Method};

    use super::*;

    #[test]
    fn lies_are_not_accepted() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let start = kernel::Position::from_fen(start, Castling::Standard).unwrap();
        let start = Position::from_kernel(&start);
        for verdict in [Verdict::Unwinnable(Cover::default()), Verdict::Winnable(Helpmate(vec![]))]
        {
            let lie = Answer { verdict, method: Method::Material, nodes: 0 };
            assert!(sampled(&start, Color::White, &lie, true).is_err());
        }
    }
}
