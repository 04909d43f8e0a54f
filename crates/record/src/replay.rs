//! The replay of a game: every position with its clock and its repetitions, and what follows from
//! them without any search.
//!
//! The fast twin of the kernel's replay. Moves are taken as legal (the reader of the PGN played
//! them), so only the last position can be a mate or stalemate, and a position is compared just
//! with those of its own stretch, two plies apart. A game of 80 plies costs a few microseconds.

use zermelo_board::{Move, Position};
use zermelo_kernel::{DrawClaim, Ending};

/// One moment of a game.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The position.
    pub position: Position,
    /// Plies since the last capture or pawn move.
    pub clock: u32,
    /// How often the position has appeared so far, this time included.
    pub occurrences: u32,
}

/// All moments of a game; moment *n* is the one after *n* plies.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    moments: Vec<Moment>,
}

impl Replay {
    /// Follows a game of legal moves from its start. Memory is kept for the next game.
    pub fn follow(&mut self, start: Position, clock: u32, moves: &[Move]) {
        self.moments.clear();
        self.moments.push(Moment { position: start, clock, occurrences: 1 });
        for &m in moves {
            self.play(m);
        }
    }

    /// Plays one more legal move.
    pub fn play(&mut self, m: Move) {
        let Moment { position, clock, .. } = *self.last();
        let clock = if position.is_critical(m) { 0 } else { clock.saturating_add(1) };
        let position = position.play(m);
        // A position comes back after four plies at the earliest, and then every two.
        let earlier = self.moments.iter().rev().take(clock as usize).skip(3).step_by(2);
        let same = earlier.into_iter().find(|old| old.position == position);
        let occurrences = 1 + same.map_or(0, |old| old.occurrences);
        self.moments.push(Moment { position, clock, occurrences });
    }

    /// The replay up to this ply, without what a capture or pawn move parts from it.
    pub fn stretch(&self, ply: usize) -> Replay {
        let begin = ply - ply.min(self.at(ply).clock as usize);
        Replay { moments: self.moments[begin..=ply].to_vec() }
    }

    /// The positions that have appeared four times and may come back.
    pub fn appeared_four_times(&self) -> Vec<Position> {
        let stretch = self.moments.iter().rev().take(self.last().clock as usize + 1);
        stretch.filter(|moment| moment.occurrences == 4).map(|moment| moment.position).collect()
    }

    /// The number of plies played.
    pub fn plies(&self) -> usize {
        self.moments.len() - 1
    }

    /// The moment after so many plies, at most [`Replay::plies`].
    pub fn at(&self, ply: usize) -> &Moment {
        &self.moments[ply]
    }

    /// The moment after the last move.
    pub fn last(&self) -> &Moment {
        self.at(self.plies())
    }

    /// The rule that ends the game first, and when, dead positions aside.
    pub fn first_ending(&self) -> Option<(usize, Ending)> {
        let fivefold = |moment: &Moment| moment.occurrences >= 5;
        let still = |moment: &Moment| moment.clock >= 150;
        let ply = self.moments.iter().position(|moment| fivefold(moment) || still(moment));
        let ply = ply.unwrap_or(self.plies());
        let moment = self.at(ply);
        if ply == self.plies() && !moment.position.has_legal_move() {
            let mate = moment.position.checkers() != 0;
            return Some((ply, if mate { Ending::Checkmate } else { Ending::Stalemate }));
        }
        if fivefold(moment) {
            return Some((ply, Ending::FivefoldRepetition));
        }
        still(moment).then_some((ply, Ending::SeventyFiveMoves))
    }

    /// Every draw that could be claimed, with its ply, up to and including this ply.
    pub fn claims(&self, until: usize) -> Vec<(usize, DrawClaim)> {
        let mut claims = Vec::new();
        // The last moment at which a position of this stretch appeared for the second time or more.
        let mut repeated: Option<usize> = None;
        for (ply, moment) in self.moments.iter().enumerate().take(until + 1) {
            let Moment { position, clock, occurrences } = moment;
            if *occurrences >= 3 {
                claims.push((ply, DrawClaim::Threefold));
            }
            if *clock >= 100 {
                claims.push((ply, DrawClaim::FiftyMoves));
            }
            repeated = repeated.filter(|&at| ply - at <= *clock as usize);
            if repeated.is_some()
                && let Some(m) = self.third(ply)
            {
                claims.push((ply, DrawClaim::ThreefoldByMove(m.to_kernel())));
            }
            if *clock == 99 {
                let quiet = position.find_move(|m| !position.is_critical(m));
                claims.extend(quiet.map(|m| (ply, DrawClaim::FiftyMovesByMove(m.to_kernel()))));
            }
            if *occurrences >= 2 {
                repeated = Some(ply);
            }
        }
        claims
    }

    /// A move at this ply that makes a position appear for the third time.
    fn third(&self, ply: usize) -> Option<Move> {
        let Moment { position, clock, .. } = self.at(ply);
        // The same side is to move after an odd number of plies back from here.
        let stretch = self.moments[..ply].iter().rev().take(*clock as usize).step_by(2);
        let twice = stretch.filter(|old| old.occurrences >= 2);
        position.find_move(|m| {
            !position.is_critical(m) && {
                let next = position.play(m);
                twice.clone().any(|old| old.position == next)
            }
        })
    }
}
