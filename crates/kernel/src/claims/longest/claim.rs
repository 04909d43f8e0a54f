//! The `longest` claim: no game from the initial array has more than so many plies.
//!
//! The evidence is a counting: the steps of docs/theory/longest.md, each with the number that it
//! hands to the next. The check finds every number again, by going through all cases of something
//! small (a pair of pawns, two kings, an order of colours) or by arithmetic on the numbers before.

/// Which rules end a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameLimit {
    /// After 75 moves of each player without capture and pawn move the game is over, unless the
    /// last of them mates (FIDE Laws 9.6.2).
    SeventyFive,
    /// The same after 50 moves.
    Fifty,
    /// The game is over as soon as the player to move could claim a draw, by the position on the
    /// board or by announcing a move (9.2 and 9.3).
    Claims,
}

impl GameLimit {
    /// All of them.
    pub const ALL: [GameLimit; 3] = [GameLimit::SeventyFive, GameLimit::Fifty, GameLimit::Claims];

    /// Its name in a certificate.
    pub fn name(self) -> &'static str {
        match self {
            GameLimit::SeventyFive => "75",
            GameLimit::Fifty => "50",
            GameLimit::Claims => "claims",
        }
    }

    /// The plies of a segment: up to and including a capture, a pawn move or the end of the game.
    pub fn segment(self) -> u64 {
        if self == GameLimit::SeventyFive { 150 } else { 100 }
    }
}

/// A step of the counting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CountStep {
    /// The most plies of a segment.
    Segment,
    /// The most captures: all men but the kings.
    Captures,
    /// The most that the moves of a white and a black pawn of one file are more than their captures.
    Pair,
    /// The same if not both of them promote.
    Unpromoted,
    /// The most captures and pawn moves, and the most segments.
    Critical,
    /// The positions of two bare kings, all of them dead.
    Dead,
    /// The promoted pawns of one side that are captured at least if there are so many segments.
    Taken,
    /// The fewest changes of colour then.
    Changes,
    /// The fewest if moreover the last segment is one of them.
    LastChange,
    /// The most plies of a game.
    Plies,
}

impl CountStep {
    /// The steps of a counting, in their order.
    pub const ALL: [CountStep; 10] = [
        CountStep::Segment,
        CountStep::Captures,
        CountStep::Pair,
        CountStep::Unpromoted,
        CountStep::Critical,
        CountStep::Dead,
        CountStep::Taken,
        CountStep::Changes,
        CountStep::LastChange,
        CountStep::Plies,
    ];

    /// Its name in a certificate.
    pub fn name(self) -> &'static str {
        match self {
            CountStep::Segment => "segment",
            CountStep::Captures => "captures",
            CountStep::Pair => "pair",
            CountStep::Unpromoted => "unpromoted",
            CountStep::Critical => "critical",
            CountStep::Dead => "dead",
            CountStep::Taken => "taken",
            CountStep::Changes => "changes",
            CountStep::LastChange => "last-change",
            CountStep::Plies => "plies",
        }
    }
}

/// No game has more plies, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongestCertificate {
    /// The rules that end a game.
    pub limit: GameLimit,
    /// No game has more plies.
    pub plies: u64,
    /// The numbers of [`CountStep::ALL`], in this order.
    pub steps: Vec<(CountStep, u64)>,
}
