//! Solutions are lines of an engine; the kernel replays each before it is one.

use zermelo_board::Move;
use zermelo_kernel::{self as kernel, Evidence, Proved, WinnableCertificate};

use super::{Goal, Problem};

/// Has the kernel check a line. Returns what it has proved of a mate; for stalemates, which are
/// replayed by the kernel's rules, there is no certificate.
///
/// # Errors
///
/// Why the line does not solve the problem, in half a sentence: a bug of the engine's.
pub fn check(
    root: &kernel::Position,
    problem: &Problem,
    line: &[Move],
) -> Result<Option<Proved<WinnableCertificate>>, String> {
    let moves: Vec<kernel::Move> = line.iter().map(|m| m.to_kernel()).collect();
    let Problem { goal, winner, plies } = *problem;
    if moves.len() != plies as usize {
        return Err(format!("it has {} plies", moves.len()));
    }
    if goal == Goal::Mate {
        let evidence = Evidence::Helpmate(moves);
        let certificate = WinnableCertificate { position: root.clone(), winner, evidence };
        return certificate.check().map(Some).map_err(|fault| fault.to_string());
    }
    let mut position = root.clone();
    for (index, &m) in moves.iter().enumerate() {
        let illegal = || format!("move {} of the line is not legal", index + 1);
        position = position.try_play(m).ok_or_else(illegal)?;
    }
    match position.is_stalemate() && position.turn() != winner {
        true => Ok(None),
        false => Err(format!("the line does not end in stalemate by {winner}")),
    }
}

#[cfg(test)]
mod tests {
    use zermelo_board::Position;
    use zermelo_kernel::{Castling, Color};

    use super::*;
    use crate::problem::Stipulation;

    fn position(fen: &str) -> kernel::Position {
        kernel::Position::from_fen(fen, Castling::Standard).unwrap()
    }

    fn line(root: &str, uci: &[&str]) -> Vec<Move> {
        let mut position = Position::from_kernel(&position(root));
        let mut moves = Vec::new();
        for text in uci {
            let found = position.legal_moves().into_iter().find(|m| m.to_uci(&position) == *text);
            moves.extend(found);
            position = position.play(found.unwrap());
        }
        moves
    }

    fn is_solution(root: &str, winner: Color, stipulation: &str, line: &[Move]) -> bool {
        let Stipulation { goal, plies } = stipulation.parse().unwrap();
        check(&position(root), &Problem { goal, winner, plies }, line).is_ok()
    }

    #[test]
    fn false_solutions_are_refused() {
        let root = "7k/8/6K1/8/8/8/8/5Q2 w - -";
        let checked =
            |winner, stipulation, m| is_solution(root, winner, stipulation, &line(root, &[m]));
        assert!(checked(Color::White, "h#0.5", "f1f8"));
        assert!(!checked(Color::White, "h#0.5", "f1f2"), "no mate");
        assert!(!checked(Color::White, "h#1.5", "f1f8"), "too short");
        assert!(!checked(Color::Black, "h#0.5", "f1f8"), "the wrong side");
        assert!(!checked(Color::White, "h=0.5", "f1f8"), "mate is no stalemate");
        assert!(checked(Color::White, "h=0.5", "f1f7"));
        assert!(!checked(Color::Black, "h=0.5", "f1f7"), "the wrong side");
        assert!(!checked(Color::White, "h#0.5", "f1f7"), "stalemate is no mate");
        // A move that is legal elsewhere.
        for (stipulation, m) in [("h#0.5", "a2a8"), ("h=0.5", "a2f7")] {
            let other = line("7k/8/6K1/8/8/8/Q7/8 w - -", &[m]);
            assert!(!is_solution(root, Color::White, stipulation, &other));
        }
    }
}
