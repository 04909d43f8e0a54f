//! The finite parts of the counting: all cases of something small. Each function is a lemma of
//! docs/theory/longest.md.

use std::collections::HashMap;

use crate::budget::Meter;
use crate::{Color, Cover, Evidence, Exhausted, Piece, Position, Role, Square};

/// A pawn of a pair, counted in ranks of White's.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Pawn {
    /// On its own file: it has not captured.
    Home(u8),
    /// On some other file, or back on its own: it has captured.
    Away(u8),
    /// It has promoted.
    Promoted,
    /// It was captured as a pawn.
    Captured,
}

/// Which ends of a pair count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Ends {
    /// All.
    Any,
    /// Those in which not both pawns have promoted.
    NotBothPromoted,
}

/// The white and the black pawn of a pair.
type Pair = (Pawn, Pawn);

/// The ranks of White's and of Black's pawns on the initial array.
fn first_ranks() -> (u8, u8) {
    let rank = |color| {
        let initial = Position::initial();
        let mut pawns = initial.pieces().filter(|(_, p)| p.color == color && p.role == Role::Pawn);
        pawns.next().map_or(0, |(square, _)| square.rank() as u8 + 1)
    };
    (rank(Color::White), rank(Color::Black))
}

/// The most that the moves of a white and a black pawn that start on one file are more than their
/// captures, in all games with such an end. What else is on the board is left open: a pawn may
/// step ahead unless the other stands there, may capture at any time, and may be captured.
pub(super) fn pair(ends: Ends) -> u64 {
    let (white, black) = first_ranks();
    let start = (Pawn::Home(white), Pawn::Home(black));
    most(start, ends, &mut HashMap::new()).and_then(|most| u64::try_from(most).ok()).unwrap_or(0)
}

/// `None` if no such end is reached.
fn most(pair: Pair, ends: Ends, known: &mut HashMap<Pair, Option<i64>>) -> Option<i64> {
    if let Some(&most) = known.get(&pair) {
        return most;
    }
    // The game may be over here.
    let mut best = is_end(pair, ends).then_some(0);
    for (gain, next) in steps(pair) {
        let more = most(next, ends, known).map(|more| more + gain);
        best = best.max(more);
    }
    known.insert(pair, best);
    best
}

fn is_end(pair: Pair, ends: Ends) -> bool {
    ends == Ends::Any || pair != (Pawn::Promoted, Pawn::Promoted)
}

/// What can happen next to a pair: by how much it adds to moves less captures, and what it becomes.
fn steps((white, black): Pair) -> Vec<(i64, Pair)> {
    let (white_first, black_first) = first_ranks();
    let mut steps = Vec::new();
    for (gain, next) in own_steps(white, black, white_first, |rank| rank + 1) {
        steps.push((gain, (next, black)));
    }
    for (gain, next) in own_steps(black, white, black_first, |rank| rank - 1) {
        steps.push((gain, (white, next)));
    }
    steps
}

/// The same for one pawn of the pair, which goes `ahead` from rank to rank.
fn own_steps(own: Pawn, other: Pawn, first: u8, ahead: fn(u8) -> u8) -> Vec<(i64, Pawn)> {
    let (Pawn::Home(rank) | Pawn::Away(rank)) = own else { return Vec::new() };
    let at_home = matches!(own, Pawn::Home(_));
    let arrived = |rank: u8, at_home: bool| match rank {
        1 | 8 => Pawn::Promoted,
        _ if at_home => Pawn::Home(rank),
        _ => Pawn::Away(rank),
    };
    // Two pawns that never captured share a file; else nothing is known of what is ahead.
    let blocked = |rank: u8| at_home && other == Pawn::Home(rank);
    let next = ahead(rank);
    // It may be captured, or capture: that is a move and a capture.
    let mut steps = vec![(0, Pawn::Captured), (0, arrived(next, false))];
    if !blocked(next) {
        steps.push((1, arrived(next, at_home)));
        if rank == first && !blocked(ahead(next)) {
            steps.push((1, arrived(ahead(next), at_home)));
        }
    }
    steps
}

/// The number of positions of two bare kings; `None` if one of them is not dead.
pub(super) fn bare_kings(meter: &Meter) -> Result<Option<u64>, Exhausted> {
    let king = |color| Some(Piece { color, role: Role::King });
    let mut count = 0;
    for (white, black) in Square::all().flat_map(|white| Square::all().map(move |b| (white, b))) {
        for turn in Color::ALL {
            meter.step(64)?;
            let mut men = [None; 64];
            men[white.index()] = king(Color::White);
            men[black.index()] = king(Color::Black);
            // Kings on one square or next to each other are no position.
            let Some(position) = Position::from_men(men, turn, None) else { continue };
            let nobody = Evidence::Cover(Cover::default());
            for winner in Color::ALL {
                if nobody.examine(&position, winner, meter).is_err() {
                    return Ok(None);
                }
            }
            count += 1;
        }
    }
    Ok(Some(count))
}

/// Whether White's pawns fill the second rank of the initial array, so that no black pawn gets past
/// it before one of them has moved or was captured.
pub(super) fn second_rank_is_full() -> bool {
    let initial = Position::initial();
    let pawns = initial.pieces().filter(|&(square, piece)| {
        square.rank() == 1 && piece == Piece { color: Color::White, role: Role::Pawn }
    });
    pawns.count() == 8
}

/// The fewest changes of colour in a series of critical moves, the first counted from Black, in
/// which moves of these colours come one after the other, with others between them or not. If
/// `last` the last move of all is a change.
pub(super) fn fewest_changes(wanted: &[Color], last: bool) -> u64 {
    // Each block of one colour takes along all wanted moves of its colour that come next. A series
    // with fewer changes is one with fewer blocks.
    let mut blocks = 0;
    let mut color = Color::Black;
    let mut wanted = wanted.iter().peekable();
    while wanted.peek().is_some() {
        if blocks > 0 || wanted.peek() != Some(&&color) {
            color = !color;
            blocks += 1;
        }
        while wanted.next_if(|next| **next == color).is_some() {}
    }
    blocks + u64::from(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_colour() {
        use Color::{Black, White};
        for (wanted, least) in [
            (&[][..], 0),
            (&[Black], 0),
            (&[White], 1),
            (&[Black, Black], 0),
            (&[White, White, White], 1),
            (&[Black, White], 1),
            (&[White, Black], 2),
            (&[White, Black, White], 3),
            (&[Black, White, White, Black], 2),
        ] {
            assert_eq!(fewest_changes(wanted, false), least, "{wanted:?}");
            assert_eq!(fewest_changes(wanted, true), least + 1, "{wanted:?}");
        }
    }

    /// What a pawn can do next, with the gain of each: be captured, capture, step, step twice.
    #[test]
    fn steps_of_a_pawn() {
        use Pawn::{Away, Captured, Home, Promoted};
        assert_eq!(first_ranks(), (2, 7));
        let white = |own, other| own_steps(own, other, 2, |rank| rank + 1);
        let black = |own, other| own_steps(own, other, 7, |rank| rank - 1);
        let four = |captures, steps: &[Pawn]| {
            let steps = steps.iter().map(|&step| (1, step));
            [(0, Captured), (0, captures)].into_iter().chain(steps).collect::<Vec<_>>()
        };
        assert!(white(Home(2), Home(7)) == four(Away(3), &[Home(3), Home(4)]));
        assert!(black(Home(7), Home(2)) == four(Away(6), &[Home(6), Home(5)]));
        // The other in the way, of the double step and of both.
        assert!(white(Home(2), Home(4)) == four(Away(3), &[Home(3)]));
        assert!(white(Home(2), Home(3)) == four(Away(3), &[]));
        // One that has left its file is in nobody's way, and nobody in its.
        assert!(white(Home(2), Away(3)) == four(Away(3), &[Home(3), Home(4)]));
        assert!(white(Away(3), Home(4)) == four(Away(4), &[Away(4)]));
        assert!(white(Home(3), Home(7)) == four(Away(4), &[Home(4)]));
        assert!(white(Home(7), Captured) == four(Promoted, &[Promoted]));
        assert!(black(Away(2), Promoted) == four(Promoted, &[Promoted]));
        assert!(white(Promoted, Home(7)).is_empty() && white(Captured, Home(7)).is_empty());
    }
}
