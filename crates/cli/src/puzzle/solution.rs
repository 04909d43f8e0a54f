//! Solutions: checked by the kernel, put in order, duals marked.

use zermelo_board as board;
use zermelo_kernel::{Color, Evidence, Move, Position, WinnableCertificate};
use zermelo_winnable::problem::Goal;

use super::stipulation::Stipulation;
use crate::exit::Fault;
use crate::san;

/// One line that the kernel has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The moves as the kernel knows them.
    pub moves: Vec<Move>,
    /// The moves as the engine knows them.
    pub own: Vec<board::Move>,
    /// The moves as engines write them.
    pub uci: Vec<String>,
    /// The moves as players write them.
    pub san: Vec<String>,
    /// Where it parts from a solution listed before it, if their beginnings are the same: the
    /// index of the first move that differs.
    pub dual: Option<usize>,
}

impl Solution {
    /// Has the kernel check a line of the engine's. What it rejects is a bug, and no solution.
    pub fn check(
        root: &Position,
        winner: Color,
        stipulation: Stipulation,
        own: Vec<board::Move>,
    ) -> Result<Solution, Fault> {
        let moves: Vec<Move> = own.iter().map(|m| m.to_kernel()).collect();
        accept(root, winner, stipulation, &moves).map_err(|why| {
            Fault::Bug(format!("the kernel rejected a solution of {stipulation} on {root}: {why}"))
        })?;
        let (uci, san) = (san::uci(root, &moves), san::san(root, &moves));
        Ok(Solution { moves, own, uci, san, dual: None })
    }

    /// The certificate of a mate.
    pub fn certificate(&self, root: &Position, winner: Color) -> WinnableCertificate {
        let evidence = Evidence::Helpmate(self.moves.clone());
        WinnableCertificate { position: root.clone(), winner, evidence }
    }
}

/// Replays a line by the kernel's rules.
fn accept(
    root: &Position,
    winner: Color,
    stipulation: Stipulation,
    moves: &[Move],
) -> Result<(), String> {
    if moves.len() != stipulation.plies as usize {
        return Err(format!("it has {} plies", moves.len()));
    }
    if stipulation.goal == Goal::Mate {
        let evidence = Evidence::Helpmate(moves.to_vec());
        let certificate = WinnableCertificate { position: root.clone(), winner, evidence };
        return certificate.check().map(drop).map_err(|fault| fault.to_string());
    }
    let mut position = root.clone();
    for (index, &m) in moves.iter().enumerate() {
        if !position.is_legal(m) {
            return Err(format!("move {} of the line is not legal", index + 1));
        }
        position = position.play(m);
    }
    match position.is_stalemate() && position.turn() != winner {
        true => Ok(()),
        false => Err(format!("the line does not end in stalemate by {winner}")),
    }
}

/// Sorts solutions by their moves, so that those with the same beginning come together, and marks
/// duals. The same line twice is a bug.
pub fn in_order(mut solutions: Vec<Solution>) -> Result<Vec<Solution>, Fault> {
    solutions.sort_by(|one, other| one.uci.cmp(&other.uci));
    for index in 1..solutions.len() {
        let (before, this) = (&solutions[index - 1].uci, &solutions[index].uci);
        // In this order none listed before has more in common with it than its neighbour.
        let Some(parts) = before.iter().zip(this).position(|(one, other)| one != other) else {
            return Err(Fault::Bug(format!("a solution was found twice: {}", this.join(" "))));
        };
        solutions[index].dual = (parts > 0).then_some(parts);
    }
    Ok(solutions)
}

#[cfg(test)]
mod tests {
    use zermelo_kernel::Castling;

    use super::*;

    fn line(root: &Position, uci: &[&str]) -> Vec<board::Move> {
        let mut position = board::Position::from_kernel(root);
        let mut moves = Vec::new();
        for text in uci {
            let found = position.legal_moves().into_iter().find(|m| m.to_uci(&position) == *text);
            moves.extend(found);
            position = position.play(found.unwrap());
        }
        moves
    }

    fn checked(fen: &str, winner: Color, stipulation: &str, uci: &[&str]) -> bool {
        let root = Position::from_fen(fen, Castling::Standard).unwrap();
        let stipulation = stipulation.parse().unwrap();
        Solution::check(&root, winner, stipulation, line(&root, uci)).is_ok()
    }

    #[test]
    fn false_solutions_are_bugs() {
        let root = "7k/8/6K1/8/8/8/8/5Q2 w - -";
        assert!(checked(root, Color::White, "h#0.5", &["f1f8"]));
        assert!(!checked(root, Color::White, "h#0.5", &["f1f2"]), "no mate");
        assert!(!checked(root, Color::White, "h#1.5", &["f1f8"]), "too short");
        assert!(!checked(root, Color::Black, "h#0.5", &["f1f8"]), "the wrong side");
        assert!(!checked(root, Color::White, "h=0.5", &["f1f8"]), "mate is no stalemate");
        assert!(checked(root, Color::White, "h=0.5", &["f1f7"]));
        assert!(!checked(root, Color::Black, "h=0.5", &["f1f7"]), "the wrong side");
        assert!(!checked(root, Color::White, "h#0.5", &["f1f7"]), "stalemate is no mate");
        // A move that is legal elsewhere.
        let root = Position::from_fen(root, Castling::Standard).unwrap();
        let other = Position::from_fen("7k/8/6K1/8/8/8/Q7/8 w - -", Castling::Standard).unwrap();
        for (stipulation, m) in [("h#0.5", "a2a8"), ("h=0.5", "a2f7")] {
            let own = line(&other, &[m]);
            let stipulation = stipulation.parse().unwrap();
            assert!(Solution::check(&root, Color::White, stipulation, own).is_err());
        }
    }

    #[test]
    fn duals_are_marked_where_lines_part() {
        let solution = |uci: &str| Solution {
            moves: Vec::new(),
            own: Vec::new(),
            uci: uci.split(' ').map(String::from).collect(),
            san: Vec::new(),
            dual: None,
        };
        let list = ["a b d", "b a a", "a b c", "a c c", "c a a"].map(solution).to_vec();
        let list = in_order(list).unwrap();
        let marks: Vec<Option<usize>> = list.iter().map(|solution| solution.dual).collect();
        assert_eq!(marks, [None, Some(2), Some(1), None, None]);
        assert!(in_order(["a b", "a b"].map(solution).to_vec()).is_err());
    }
}
