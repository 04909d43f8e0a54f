//! What a problem asks for: `h#3`, `h#2.5`, `h=4`.

use std::fmt;
use std::str::FromStr;

use super::Goal;

/// No longer problem is taken.
const MOST_MOVES: u32 = 20;

/// The goal and the length of a help problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stipulation {
    /// What the last move brings about.
    pub goal: Goal,
    /// The number of plies; odd if the side that mates begins.
    pub plies: u32,
}

impl Stipulation {
    /// Whether the side that mates makes the first move.
    pub fn winner_begins(self) -> bool {
        self.plies % 2 == 1
    }

    /// The same goal in another number of plies.
    pub fn with_plies(self, plies: u32) -> Stipulation {
        Stipulation { plies, ..self }
    }

    /// All lengths up to this one with the same side beginning, shortest first.
    pub fn up_to(self) -> impl Iterator<Item = Stipulation> {
        let first = if self.winner_begins() { 1 } else { 2 };
        (first..=self.plies).step_by(2).map(move |plies| self.with_plies(plies))
    }
}

impl FromStr for Stipulation {
    type Err = String;

    fn from_str(text: &str) -> Result<Stipulation, String> {
        let quoted: String = text.chars().take(20).collect();
        let known = "help problems are: h#3, h#2.5, h=3, h=2.5";
        let unknown = || match text.starts_with('#') {
            true => format!(
                "stipulation: \"{quoted}\" is a direct mate: ask it as a query, with the side that begins, \
                 \"FEN w >>= {quoted}\"; {known}"
            ),
            false => format!("stipulation: \"{quoted}\" is none that is solved here; {known}"),
        };
        let lower = text.to_lowercase().replace('½', ".5");
        let (goal, number) = match (lower.strip_prefix("h#"), lower.strip_prefix("h=")) {
            (Some(number), _) => (Goal::Mate, number),
            (_, Some(number)) => (Goal::Stalemate, number),
            _ => return Err(unknown()),
        };
        let (moves, half) = match number.strip_suffix(".5") {
            Some(moves) => (if moves.is_empty() { "0" } else { moves }, 1),
            None => (number, 0),
        };
        if moves.is_empty() || !moves.bytes().all(|byte| byte.is_ascii_digit()) {
            let what = "the number of moves must be such as 3 or 2.5";
            return Err(format!("stipulation: \"{quoted}\": {what}"));
        }
        match moves.parse() {
            Ok(0) if half == 0 => {
                Err(format!("stipulation: \"{quoted}\" leaves no move to be made"))
            }
            Ok(moves @ 0..=MOST_MOVES) => Ok(Stipulation { goal, plies: 2 * moves + half }),
            _ => Err(format!(
                "stipulation: \"{quoted}\" is too long; at most {MOST_MOVES} moves are searched"
            )),
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.goal == Goal::Mate { '#' } else { '=' };
        let half = if self.winner_begins() { ".5" } else { "" };
        write!(f, "h{sign}{}{half}", self.plies / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_and_written() {
        let table =
            [("h#3", 6), ("h#2.5", 5), ("h=4", 8), ("h=1.5", 3), ("h#0.5", 1), ("h#20.5", 41)];
        for (text, plies) in table {
            let stipulation: Stipulation = text.parse().unwrap();
            assert_eq!((stipulation.plies, stipulation.to_string()), (plies, text.to_string()));
        }
        assert_eq!("H#2½".parse::<Stipulation>().unwrap().to_string(), "h#2.5");
        assert_eq!("h#.5".parse::<Stipulation>().unwrap().to_string(), "h#0.5");
    }

    #[test]
    fn refused() {
        for text in ["", "h", "h#", "h#x", "h#-1", "h#+1", "h#1.2", "h#0", "h#21", "hs#3", "#2"] {
            let error = text.parse::<Stipulation>().unwrap_err();
            assert!(error.starts_with("stipulation: "), "{text}: {error}");
        }
        let direct = "#3".parse::<Stipulation>().unwrap_err();
        assert!(direct.contains("is a direct mate") && direct.contains(">>= #3"), "{direct}");
        assert!("h#é½".parse::<Stipulation>().is_err());
        assert!("h#99999999999999999999".parse::<Stipulation>().is_err());
    }

    #[test]
    fn lengths() {
        let plies = |text: &str| -> Vec<u32> {
            text.parse::<Stipulation>().unwrap().up_to().map(|one| one.plies).collect()
        };
        assert_eq!(plies("h#3"), [2, 4, 6]);
        assert_eq!(plies("h=2.5"), [1, 3, 5]);
    }
}
