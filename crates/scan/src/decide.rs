//! One claim among many, put to the kernel.

use zermelo_board::Position;
use zermelo_kernel::Color;
use zermelo_winnable::Answer;

/// Has the kernel check a claim; open is not a claim.
///
/// # Errors
///
/// Why the kernel does not accept it: a bug of the engine's, and no answer.
pub fn check(position: &Position, winner: Color, answer: &Answer) -> Result<(), String> {
    let root =
        position.to_kernel().ok_or_else(|| format!("{} is no position", position.to_fen()))?;
    answer.checked(&root, winner).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_kernel::{self as kernel, Castling};
    use zermelo_winnable::{Cover, Helpmate, Method, Verdict};

    #[test]
    fn lies_are_not_accepted() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let start = kernel::Position::from_fen(start, Castling::Standard).unwrap();
        let start = Position::from_kernel(&start);
        for verdict in [Verdict::Unwinnable(Cover::default()), Verdict::Winnable(Helpmate(vec![]))]
        {
            let lie = Answer { verdict, method: Method::Material, nodes: 0 };
            assert!(check(&start, Color::White, &lie).is_err());
        }
    }
}
