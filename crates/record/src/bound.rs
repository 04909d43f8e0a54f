//! Why no game is longer: the counting, step by step, each finite step by enumeration.
//!
//! docs/theory/longest.md holds the proof; this is the part of it that a machine can go through. Nothing
//! here is a constant that could be read off elsewhere: men, moves and squares are counted on the
//! initial array with the kernel's rules, small games of pawns are searched to their end, and the
//! orders in which the players can make their captures and pawn moves are listed.

use std::collections::HashMap;

use zermelo_kernel::{
    Castling, Color, Cover, Evidence, Piece, Position, Role, Square, WinnableCertificate,
};

/// One step of the counting.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it says, in one sentence.
    pub says: String,
    /// The number it gives to the next steps.
    pub number: u64,
    /// How it was checked.
    pub checked: String,
}

/// The bound with its steps.
#[derive(Clone, Debug)]
pub struct Bound {
    /// No game has more plies.
    pub plies: u64,
    /// Why.
    pub steps: Vec<Step>,
}

/// A step of the counting that came out otherwise than the proof needs: a bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved(pub &'static str);

impl std::fmt::Display for Unproved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the counting does not come out: {}", self.0)
    }
}

impl std::error::Error for Unproved {}

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The steps so far.
#[derive(Default)]
struct Steps(Vec<Step>);

impl Steps {
    /// Adds a step; returns its number.
    fn say(&mut self, says: String, number: u64, checked: &str) -> u64 {
        self.0.push(Step { says, number, checked: checked.to_string() });
        number
    }

    /// The most captures and pawn moves.
    fn critical(&mut self, start: &Position) -> Result<u64, Unproved> {
        let march = longest_march(2).ok_or(Unproved("a pawn's march ends"))?;
        let pawns = start.pieces().filter(|(_, piece)| piece.role == Role::Pawn).count() as u64;
        let pawn_moves = self.say(
            format!("The {pawns} pawns make at most {} moves.", march * pawns),
            march * pawns,
            "all marches of a pawn from its second rank, with and without the double step",
        );
        let kings = 2;
        let captures = start.pieces().count() as u64 - kings;
        self.say(
            format!("At most {captures} men can be captured."),
            captures,
            "counted on the board",
        );
        let most = pair_without_capture();
        let both = 2 * march;
        let missing = both.checked_sub(most).filter(|&missing| missing >= 2);
        let missing = missing.ok_or(Unproved("two pawns that face each other cannot pass"))?;
        self.say(
            format!(
                "Two pawns that face each other on a file and never capture make at most {most} \
                 moves together, {missing} less than {both}."
            ),
            missing,
            "every state of such a pair, with a capture of either at any time",
        );
        let files = pawns / 2;
        let critical = pawn_moves + captures - files;
        Ok(self.say(
            format!(
                "Each of the {files} pairs loses a move: a pawn capture is both a pawn move and a \
                 capture, and a pair without one loses {missing}. So there are at most {critical} \
                 captures and pawn moves, and exactly {critical} only if every man is captured."
            ),
            critical,
            "arithmetic",
        ))
    }

    /// That there are no more segments than captures and pawn moves.
    fn segments(&mut self, critical: u64) -> Result<(), Unproved> {
        let dead = bare_kings().ok_or(Unproved("two bare kings are dead"))?;
        self.say(
            format!(
                "When every man has been captured the game is over; if one is left, at most {} \
                 captures and pawn moves have been made, and one segment without is still possible.",
                critical - 1
            ),
            dead,
            "all positions of two bare kings, each proved dead to the kernel",
        );
        self.say(
            format!(
                "So there are at most {critical} segments, and {critical} only if each pair makes \
                 exactly one pawn capture and all pawns make all their moves and promote."
            ),
            critical,
            "arithmetic: the pairs' losses add up to what is missing",
        );
        Ok(())
    }

    /// The fewest changes of colour, each of which costs a ply.
    fn switches(&mut self, segment: u64) -> Result<u64, Unproved> {
        let switches = fewest_switches().ok_or(Unproved("three changes of colour suffice"))?;
        self.say(
            format!(
                "In such a game a white pawn moves before a black one promotes, and White captures \
                 promoted pawns later. The first move is White's, as if Black had closed a segment \
                 before it; so the colour of the captures and pawn moves changes at least \
                 {switches} times."
            ),
            switches,
            "all orders of colours with fewer changes",
        );
        self.say(
            format!(
                "A segment closed by the other colour than the one before has an odd number of \
                 plies: at most {}.",
                segment - 1
            ),
            segment - 1,
            "parity: the players move in turn",
        );
        Ok(switches)
    }
}

/// Counts. `segment` is the most plies up to and including a capture or pawn move: 150 under the
/// 75-move rule, 100 if the game ends after 50 moves.
pub fn bound(segment: u64) -> Result<Bound, Unproved> {
    let start = Position::from_fen(INITIAL, Castling::Standard)
        .map_err(|_| Unproved("the initial array is a position"))?;
    let mut steps = Steps::default();
    steps.say(
        format!("A segment, up to a capture, a pawn move or the end, has at most {segment} plies."),
        segment,
        match segment {
            150 => "article 9.6.2; mate on the last of them takes precedence",
            _ => "as article 9.6.2, with fewer moves; mate on the last of them takes precedence",
        },
    );
    let critical = steps.critical(&start)?;
    steps.segments(critical)?;
    let switches = steps.switches(segment)?;
    let plies = critical * segment - switches;
    let with_one_less = (critical - 1) * segment;
    if with_one_less > plies {
        return Err(Unproved("a segment less costs more than the changes of colour"));
    }
    steps.say(
        format!(
            "{critical} segments of {segment} less {switches} are {plies}; with one segment less \
             there are only {with_one_less}."
        ),
        plies,
        "arithmetic",
    );
    Ok(Bound { plies, steps: steps.0 })
}

/// Counts for a game that is over as soon as the player to move could claim a draw, with an
/// announced move too.
pub fn bound_under_claims() -> Result<Bound, Unproved> {
    let Bound { plies, steps } = bound(100)?;
    let mut steps = Steps(steps);
    steps.say(
        "With 99 plies on the clock a quiet move could be announced; so a segment has 100 only \
         if the player has nothing but captures and pawn moves then. The last segment has at \
         most 99: if every move captured the last man, the position would be dead before it."
            .to_string(),
        99,
        "articles 9.3.1 and 5.2.2; two bare kings as above",
    );
    let plies =
        steps.say(format!("One less than {plies} are {}.", plies - 1), plies - 1, "arithmetic");
    Ok(Bound { plies, steps: steps.0 })
}

/// The most moves of a pawn from this rank to the last.
fn longest_march(rank: u8) -> Option<u64> {
    match rank {
        8 => Some(0),
        2 => Some(1 + longest_march(3)?.max(longest_march(4)?)),
        3..=7 => Some(1 + longest_march(rank + 1)?),
        _ => None,
    }
}

/// A pawn of a pair on one file, counted in ranks of White's.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Pawn {
    On(i8),
    /// Promoted or captured: no longer in the other's way.
    Gone,
}

/// The most moves that a white pawn and a black pawn on the same file make together if neither
/// ever captures, whatever else happens on the board, and whenever either is captured.
fn pair_without_capture() -> u64 {
    fn most(white: Pawn, black: Pawn, known: &mut HashMap<(Pawn, Pawn), u64>) -> u64 {
        if let Some(&moves) = known.get(&(white, black)) {
            return moves;
        }
        let mut best = 0;
        for (mover, other, forward, home, last) in
            [(white, black, 1, 2, 8), (black, white, -1, 7, 1)]
        {
            let Pawn::On(rank) = mover else { continue };
            let mut next = vec![(Pawn::Gone, 0)]; // Captured where it stands.
            let free = |rank: i8| other != Pawn::On(rank);
            if free(rank + forward) {
                next.push((Pawn::On(rank + forward), 1));
                if rank == home && free(rank + 2 * forward) {
                    next.push((Pawn::On(rank + 2 * forward), 1));
                }
            }
            for (pawn, moved) in next {
                let pawn = if pawn == Pawn::On(last) { Pawn::Gone } else { pawn };
                let rest =
                    if forward == 1 { most(pawn, black, known) } else { most(white, pawn, known) };
                best = best.max(moved + rest);
            }
        }
        known.insert((white, black), best);
        best
    }
    most(Pawn::On(2), Pawn::On(7), &mut HashMap::new())
}

/// The number of positions of two bare kings, if the kernel accepts that each is dead.
fn bare_kings() -> Option<u64> {
    let king = |color| Some(Piece { color, role: Role::King });
    let mut count = 0;
    for (white, black) in Square::all().flat_map(|white| Square::all().map(move |b| (white, b))) {
        for turn in Color::ALL {
            let mut men = [None; 64];
            men[white.index()] = king(Color::White);
            men[black.index()] = king(Color::Black);
            // Kings on one square or next to each other are no position.
            let Some(position) = Position::from_men(men, turn, None) else { continue };
            let dead = Color::ALL.iter().all(|&winner| {
                let (position, evidence) = (position.clone(), Evidence::Cover(Cover::default()));
                WinnableCertificate { position, winner, evidence }.check().is_ok()
            });
            if !dead {
                return None;
            }
            count += 1;
        }
    }
    Some(count)
}

/// The fewest changes of colour, the first one counted from Black, in an order of blocks in which
/// White, later Black, later White makes a capture or pawn move.
fn fewest_switches() -> Option<u64> {
    (0..8u64).find(|&switches| {
        // Blocks of alternating colours; the first is Black's (no change) or White's (one change).
        [Color::Black, Color::White].into_iter().any(|first| {
            let blocks = switches + u64::from(first == Color::Black);
            let order = (0..blocks).map(|block| if block % 2 == 0 { first } else { !first });
            let mut wanted = [Color::White, Color::Black, Color::White].into_iter().peekable();
            for color in order {
                wanted.next_if_eq(&color);
            }
            wanted.peek().is_none()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_bounds() {
        assert_eq!(bound(150).unwrap().plies, 17_697);
        assert_eq!(bound(100).unwrap().plies, 11_797);
        assert_eq!(bound_under_claims().unwrap().plies, 11_796);
        let numbers: Vec<u64> = bound(150).unwrap().steps.iter().map(|step| step.number).collect();
        assert_eq!(numbers, [150, 96, 30, 2, 118, 7224, 118, 3, 149, 17_697]);
    }
}
