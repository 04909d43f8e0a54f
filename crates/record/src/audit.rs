//! An account of a long game by the kernel's replay: is every move legal, does no rule end the
//! game before its last move, and how is its length made up?

use zermelo_kernel::{Color, Ending, Game, Replay, Segment};

/// What the kernel's replay of a game shows.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The moves of the game.
    pub plies: usize,
    /// The first rule that ends the game (a dead position aside), and its ply.
    pub ending: Option<(usize, Ending)>,
    /// Captures and pawn moves.
    pub critical_moves: usize,
    /// How often the colour of the captures and pawn moves changes; before the first one stands
    /// Black, as if White's first move followed on one.
    pub switches: usize,
    /// The stretches that end with a capture or pawn move, and the last one.
    pub segments: Vec<Segment>,
    /// The most often that a position appears.
    pub most_occurrences: u32,
    replay: Replay,
}

impl Audit {
    /// Replays a game. The error is the number, from 1, of the first move that is not legal.
    pub fn of(game: &Game) -> Result<Audit, usize> {
        let replay = game.replay()?;
        let segments = replay.segments();
        let closers: Vec<Color> = segments.iter().filter_map(|segment| segment.closed_by).collect();
        let mut before = Color::Black;
        let switches = closers.iter().filter(|&&c| std::mem::replace(&mut before, c) != c).count();
        let most = (0..=replay.plies()).map(|ply| replay.at(ply).occurrences).max();
        Ok(Audit {
            plies: replay.plies(),
            ending: replay.first_ending(),
            critical_moves: closers.len(),
            switches,
            segments,
            most_occurrences: most.unwrap_or(0),
            replay,
        })
    }

    /// Whether the game ends by mate on its last move and no rule ends it before. No position of
    /// such a game was dead: its own moves mate.
    pub fn ends_in_mate(&self) -> bool {
        self.ending == Some((self.plies, Ending::Checkmate))
    }

    /// Whether no position appears three times and no 50 moves by each player pass without a
    /// capture or pawn move, the mate at the end aside.
    pub fn keeps_the_fifty_move_rule(&self) -> bool {
        let still = |ply: usize| self.replay.at(ply).clock >= 100;
        self.most_occurrences < 3 && !(0..self.plies).any(still)
    }

    /// The first ply at which the player to move could have claimed a draw, by the position on the
    /// board or with an announced move.
    pub fn first_claim(&self) -> Option<usize> {
        (0..=self.plies).find(|&ply| !self.replay.claims(ply).is_empty())
    }
}
