//! Mate pictures: could the losing king be mated in some position of a phase?
//!
//! In a mate the king is attacked, and each square next to it holds a man of its own side or is
//! attacked. The search tries to set up such a picture: it puts men, each on one square of its
//! set, until the king's square is attacked and every flight is closed. It forgets much (whose
//! move it was, whether the checking man can be taken, lines that loose men would block), so it
//! may see pictures that cannot occur; what matters is that a real mate is always among those it
//! would see. None found means none there.

use super::steps::{View, attacks};
use crate::{Color, Piece, RegionFault, Role, Square, Squares};

/// So many pictures of one phase are tried.
pub(crate) const MOST_WORK: u64 = 4_000_000;

/// Looks for a square of the losing king where it might be mated by `winner`, by so many tries. A search
/// that gives up has not found that there is none.
pub(crate) fn find_mate(
    view: &View,
    winner: Color,
    phase: usize,
    most: u64,
) -> Result<Option<Square>, RegionFault> {
    let loser_king = (0..view.men.len())
        .find(|&man| view.men[man].piece == Piece { color: !winner, role: Role::King });
    let Some(loser_king) = loser_king else { return Ok(None) };
    let mut work = 0;
    for king in view.squares(loser_king).iter() {
        let flights = Role::King.steps().iter().filter_map(|&(f, r)| king.offset(f, r));
        // A flight that a lemma closes in every covered position needs no man in the picture.
        let open = flights.filter(|&flight| {
            let own = view.permanent(flight).is_some_and(|man| view.men[man].piece.color != winner);
            !own && !view.always_attacked(flight, winner, None)
        });
        let needs = std::iter::once(None).chain(open.map(Some));
        let ways = |need| Some(ways(view, winner, king, need)).filter(|ways| is_possible(ways));
        let Some(needs) = needs.map(ways).collect() else { continue };
        let placed = vec![Squares::EMPTY; view.men.len()];
        let mut picture = Picture { view, needs, placed, phase, most, work: &mut work };
        if picture.complete()? {
            return Ok(Some(king));
        }
    }
    Ok(None)
}

fn is_possible(ways: &[Squares]) -> bool {
    ways.iter().any(|way| !way.is_empty())
}

/// For each man the squares from which it gives check to the king (no flight), or closes the flight.
fn ways(view: &View, winner: Color, king: Square, flight: Option<Square>) -> Vec<Squares> {
    let target = flight.unwrap_or(king);
    view.meter.count(64);
    // Only men that never move block for certain; the mated king is no shelter.
    let walls = Squares(view.fixed().0 & !king.bit());
    // A pawn attacks from where a pawn of the other colour would attack back; all other men, too.
    let back = |role| attacks(Piece { color: !winner, role }, target, walls).0;
    let from = Role::ALL.map(back);
    let near = attacks(Piece { color: winner, role: Role::King }, king, walls);
    let way = |man: usize| {
        let piece = view.men[man].piece;
        let squares = match (piece.role, flight) {
            // Kings never stand side by side; and a king gives no check.
            (Role::King, Some(_)) if piece.color == winner => from[Role::King as usize] & !near.0,
            (Role::King, _) => 0,
            _ if piece.color != winner => flight.map_or(0, Square::bit),
            _ => view.roles(man).iter().fold(0, |all, &role| all | from[role as usize]),
        };
        Squares(squares & view.squares(man).0 & !king.bit())
    };
    (0..view.men.len()).map(way).collect()
}

struct Picture<'a> {
    view: &'a View<'a>,
    /// For each need, a check or a closed flight, the squares from which each man meets it.
    needs: Vec<Vec<Squares>>,
    /// Where each man was put, if it was.
    placed: Vec<Squares>,
    phase: usize,
    most: u64,
    work: &'a mut u64,
}

impl Picture<'_> {
    /// Whether men can be added to those placed so that the picture is a mate.
    fn complete(&mut self) -> Result<bool, RegionFault> {
        *self.work += 1;
        if *self.work > self.most {
            return Err(RegionFault::TooHard { phase: self.phase });
        }
        self.view.meter.step((self.needs.len() * self.placed.len()) as u64)?;
        let taken = self.placed.iter().fold(0, |taken, at| taken | at.0);
        // The need with the fewest ways to meet it comes first.
        let mut best = None;
        for (need, ways) in self.needs.iter().enumerate() {
            let met = |(way, at): (&Squares, &Squares)| !way.is_apart_from(*at);
            if ways.iter().zip(&self.placed).any(met) {
                continue;
            }
            let count: u32 = self.free_ways(ways, taken).map(|(_, free)| free.0.count_ones()).sum();
            if best.is_none_or(|(least, _)| count < least) {
                best = Some((count, need));
            }
        }
        let Some((_, need)) = best else { return Ok(true) };
        let candidates: Vec<_> = self.free_ways(&self.needs[need], taken).collect();
        for (man, squares) in candidates {
            for square in squares.iter() {
                self.placed[man] = Squares::only(square);
                let found = self.complete()?;
                self.placed[man] = Squares::EMPTY;
                if found {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The men that are not placed, each with its ways that nobody else stands in.
    fn free_ways<'a>(
        &'a self,
        ways: &'a [Squares],
        taken: u64,
    ) -> impl Iterator<Item = (usize, Squares)> + 'a {
        let free = ways.iter().zip(&self.placed).enumerate().filter(|(_, (_, at))| at.is_empty());
        free.map(move |(man, (way, _))| (man, Squares(way.0 & !taken)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::winnable::steps::Man;
    use crate::{Budget, Castling, ManState, Phase, Position};

    /// What the search says of all placings of these men within so many tries.
    fn found(fen: &str, most: u64) -> Result<Option<Square>, RegionFault> {
        let anchor = Position::from_fen(fen, Castling::Standard).unwrap();
        let men: Vec<Man> = anchor.pieces().map(|(home, piece)| Man { piece, home }).collect();
        let anywhere =
            ManState { squares: Squares(!0), may_be_gone: false, may_be_promoted: false };
        let phase = Phase { men: vec![anywhere; men.len()], facing: Vec::new() };
        let budget = Budget::default();
        let meter = budget.meter();
        find_mate(&View::new(&men, &phase, &anchor, &meter), Color::White, 7, most)
    }

    #[test]
    fn a_search_that_gives_up_has_not_found_that_there_is_none() {
        let given_up = Err(RegionFault::TooHard { phase: 7 });
        // No king's square where a bishop mates a bare king; one where a rook does.
        for (fen, least, mated) in [
            ("4k3/8/8/8/8/8/8/2B1K3 w - -", 1412, None),
            ("4k3/8/8/8/8/8/8/R3K3 w - -", 6, Some(Square::on_board(0, 0))),
        ] {
            for most in [0, 1, 5, least - 1] {
                assert_eq!(found(fen, most), given_up, "{fen} {most}");
            }
            assert_eq!((found(fen, least), found(fen, least + 1)), (Ok(mated), Ok(mated)), "{fen}");
        }
    }
}
