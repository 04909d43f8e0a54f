//! What the strategy plays, by the definition alone, and the checks of what is claimed of it on one
//! board: how far a position is from mate, and that a line does not lead to mate.
//!
//! Here every kind is asked about every move. An engine may know quicker ways.

use std::fmt;

use zermelo_kernel::{Certificate, Exhausted, Meter};

use crate::kqk;
use crate::krk::{Kind, Strategy};
use crate::krr;
use crate::numbering::{Numbered, Numbering, Unwalkable};
use crate::rules::{Board, Men, Pair, Pieces, Place, Rules, STEPS};

/// Which of its moves White plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// One move: the Squeeze that leaves the least room, otherwise the first one found.
    Function,
    /// Any move that fits.
    Relation,
}

/// A position and a line that show that the strategy does not mate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// Where it starts, White to move.
    pub start: Men<i32>,
    /// What is played: the kind of White's move, the men after it, and after Black's reply.
    pub line: Vec<(Kind, Men<i32>, Men<i32>)>,
    /// How it ends.
    pub end: Failure,
}

/// What is wrong at the end of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// No kind of move fits.
    NoMove,
    /// After this move Black takes the rook.
    RookTaken(Kind, Men<i32>),
    /// After this move Black is stalemated.
    Stalemate(Kind, Men<i32>),
    /// The first position is there again.
    Repetition,
}

/// Why a claim is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayFault<P = Place<i32>> {
    /// The board cannot be walked.
    Board(Unwalkable),
    /// There are not as many distances as the board's positions have numbers.
    Count(usize),
    /// The men cannot stand so with White to move.
    NotAPosition(Men<i32, P>),
    /// No kind of move fits the position.
    NoMove(Men<i32, P>),
    /// After the move Black takes a piece or is stalemated.
    NotClosed(Men<i32, P>),
    /// Nothing is claimed of the position, or that it is not won.
    Unknown(Men<i32, P>),
    /// The position is claimed not to be won, and no move leads to another such one.
    Won(Men<i32, P>),
    /// So many positions are claimed not to be won, and these many are.
    NotWon(u64, u64),
    /// The position is claimed to be so many plies from mate, and is this many.
    Plies(Men<i32, P>, u32, u32),
    /// The position is claimed to be so far from mate that two plies more cannot be counted.
    TooFar(Men<i32, P>),
    /// Other kinds of move are counted than are played.
    Kinds,
    /// The longest game is claimed to have so many plies, and has this many.
    Longest(u32, u32),
    /// The strategy does not play the move in that round, counted from one.
    NotPlayed(usize),
    /// Black cannot play the reply in that round.
    NoReply(usize),
    /// The line does not end as claimed.
    End,
    /// The check was given up, which says nothing about the claim.
    Exhausted(Exhausted),
}

impl<P> From<Exhausted> for PlayFault<P> {
    fn from(why: Exhausted) -> Self {
        PlayFault::Exhausted(why)
    }
}

impl<P: Pieces<i32>> fmt::Display for PlayFault<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayFault::Board(why) => why.fmt(f),
            PlayFault::Count(count) => {
                write!(f, "{count} distances are not one for each number of a position")
            }
            PlayFault::NotAPosition(men) => write!(f, "{men} is no position with White to move"),
            PlayFault::NoMove(men) => write!(f, "no move fits in {men}"),
            PlayFault::NotClosed(men) => {
                write!(f, "after the move to {men} a piece is lost or Black is stalemated")
            }
            PlayFault::Unknown(men) => write!(f, "nothing is claimed of {men}"),
            PlayFault::Won(men) => write!(f, "{men} is won if all others are as claimed"),
            PlayFault::NotWon(claimed, count) => {
                write!(f, "{count} positions are not won, not {claimed}")
            }
            PlayFault::Plies(men, claimed, plies) => {
                write!(f, "{men} is {plies} plies from mate, not {claimed}")
            }
            PlayFault::TooFar(men) => write!(f, "{men} is claimed to be too far from mate"),
            PlayFault::Kinds => f.write_str("other kinds of moves are counted than are played"),
            PlayFault::Longest(claimed, plies) => {
                write!(f, "the longest game has {plies} plies, not {claimed}")
            }
            PlayFault::NotPlayed(round) => {
                write!(f, "the strategy does not play White's move in round {round}")
            }
            PlayFault::NoReply(round) => write!(f, "Black cannot reply so in round {round}"),
            PlayFault::End => f.write_str("the line does not end as claimed"),
            PlayFault::Exhausted(why) => why.fmt(f),
        }
    }
}

impl<P: Pieces<i32> + fmt::Debug> std::error::Error for PlayFault<P> {}

/// File and rank from one, as (file, rank).
impl fmt::Display for Place<i32> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x + 1, self.y + 1)
    }
}

impl<P: Pieces<i32>> fmt::Display for Men<i32, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{}", self.king)?;
        self.piece.places().iter().try_for_each(|place| write!(f, " R{place}"))?;
        write!(f, " k{}", self.black)
    }
}

/// Checks that the men may stand so with White to move, whatever integers they are given as:
/// on a board that can be walked no sum of coordinates is too large for its integer.
fn check_position<P: Numbered>(
    rules: &impl Rules<i32, P>,
    men: Men<i32, P>,
) -> Result<(), PlayFault<P>> {
    let board = rules.board();
    Numbering::<P>::new(&board).map_err(PlayFault::Board)?;
    let mut places = [men.king, men.black].into_iter().chain(men.piece.places().iter().copied());
    let stands = places.all(|man| board.has(man)) && rules.white_to_move(men);
    if stands { Ok(()) } else { Err(PlayFault::NotAPosition(men)) }
}

/// Black's moves that take nothing.
pub(crate) fn replies<P: Pieces<i32>>(
    rules: &impl Rules<i32, P>,
    men: Men<i32, P>,
) -> Vec<Men<i32, P>> {
    let steps = STEPS.map(|step| Men { black: men.black.step(step), ..men });
    steps.into_iter().filter(|&to| rules.black_moves(men, to)).collect()
}

impl Board<i32> {
    /// White's moves in order: the king's, then the rook's along its rank from the first file on,
    /// then along its file from the first rank on (the paper, section 3.3).
    fn white_moves(&self, men: Men<i32>) -> Vec<(bool, Men<i32>)> {
        let king = STEPS.map(|step| Men { king: men.king.step(step), ..men });
        let rank = (0..self.width).map(|x| Place::new(x, men.piece.y));
        let file = (0..self.height).map(|y| Place::new(men.piece.x, y));
        let rook = rank.chain(file).map(|rook| Men { piece: rook, ..men });
        let king = king.into_iter().filter(|&to| self.king_moves(men, to));
        let rook = rook.filter(|&to| self.rook_moves(men, to));
        king.map(|to| (true, to)).chain(rook.map(|to| (false, to))).collect()
    }
}

/// No strategy has more kinds of move.
pub const MOST_KINDS: usize = 15;

/// The men of a strategy.
pub type MenOf<S> = Men<i32, <S as Played>::Pieces>;

/// What White may play in a position: a kind, and moves of that kind.
pub type Fitting<S> = (<S as Played>::Kind, Vec<MenOf<S>>);

/// A strategy as it is played on one board, by its definition alone.
pub trait Played: Sync {
    /// Its kinds of move.
    type Kind: Copy;
    /// White's pieces.
    type Pieces: Numbered;
    /// The rules of its ending.
    type Rules: Rules<i32, Self::Pieces>;

    /// The rules, and the board.
    fn rules(&self) -> &Self::Rules;

    /// What White may play in a position: the first kind that some move fits, and its moves.
    fn played(&self, choice: Choice, men: Men<i32, Self::Pieces>) -> Option<Fitting<Self>>;

    /// The place of a kind in the order in which they are tried; there are at most [`MOST_KINDS`].
    fn place(kind: Self::Kind) -> usize;

    /// Black's moves that take nothing.
    fn replies(&self, men: Men<i32, Self::Pieces>) -> Vec<Men<i32, Self::Pieces>> {
        replies(self.rules(), men)
    }

    /// Checks one position against those that may come two plies later: mate is so many plies
    /// away as is claimed, if Black defends as long as he can and White plays the slowest of the
    /// moves he may play. If this holds of every position of a board, mate always follows: the
    /// number goes down ([`Distances`](crate::Distances) looks at all of them). Returns the kind of
    /// White's move.
    ///
    /// # Errors
    /// Why the claim is rejected.
    fn check_plies(
        &self,
        choice: Choice,
        men: Men<i32, Self::Pieces>,
        plies: impl Fn(Men<i32, Self::Pieces>) -> Option<u32>,
    ) -> Result<Self::Kind, PlayFault<Self::Pieces>> {
        let rules = self.rules();
        check_position(rules, men)?;
        let (kind, moves) = self.played(choice, men).ok_or(PlayFault::NoMove(men))?;
        let mut slowest = 0;
        for to in moves {
            let replies = replies(rules, to);
            let mate = rules.mate(to);
            if rules.black_takes(to) || replies.is_empty() && !mate {
                return Err(PlayFault::NotClosed(to));
            }
            slowest = slowest.max(1);
            for reply in replies {
                let later = plies(reply).ok_or(PlayFault::Unknown(reply))?;
                slowest = slowest.max(later.checked_add(2).ok_or(PlayFault::TooFar(reply))?);
            }
        }
        match plies(men) {
            None => Err(PlayFault::Unknown(men)),
            Some(claimed) if claimed != slowest => Err(PlayFault::Plies(men, claimed, slowest)),
            Some(_) => Ok(kind),
        }
    }

    /// Checks one position of a set from which mate does not always follow: no kind of move fits,
    /// or after some move that White may play Black takes a piece, is stalemated, or replies within
    /// the set. If this holds of every position of the set, he is never mated there unless White
    /// chooses otherwise. Returns the kind of White's move, if there is one.
    ///
    /// # Errors
    /// If the position does not belong to the set.
    fn check_not_won(
        &self,
        choice: Choice,
        men: Men<i32, Self::Pieces>,
        not_won: impl Fn(Men<i32, Self::Pieces>) -> bool,
    ) -> Result<Option<Self::Kind>, PlayFault<Self::Pieces>> {
        let rules = self.rules();
        check_position(rules, men)?;
        let Some((kind, moves)) = self.played(choice, men) else { return Ok(None) };
        let escapes = |&to: &Men<i32, Self::Pieces>| {
            let replies = replies(rules, to);
            rules.black_takes(to)
                || replies.is_empty() && !rules.mate(to)
                || replies.into_iter().any(&not_won)
        };
        if moves.iter().any(escapes) { Ok(Some(kind)) } else { Err(PlayFault::Won(men)) }
    }
}

impl Played for Strategy<i32> {
    type Kind = Kind;
    type Pieces = Place<i32>;
    type Rules = Board<i32>;

    fn rules(&self) -> &Board<i32> {
        &self.board
    }

    fn played(&self, choice: Choice, men: Men<i32>) -> Option<(Kind, Vec<Men<i32>>)> {
        self.played(choice, men)
    }

    fn place(kind: Kind) -> usize {
        kind as usize
    }
}

impl Played for kqk::Strategy<i32> {
    type Kind = kqk::Kind;
    type Pieces = Place<i32>;
    type Rules = Self;

    fn rules(&self) -> &Self {
        self
    }

    /// The one that is played is the first that fits: the king's steps, then the queen's squares
    /// rank by rank.
    fn played(&self, choice: Choice, men: Men<i32>) -> Option<(kqk::Kind, Vec<Men<i32>>)> {
        let Board { width, height } = self.board;
        let king = STEPS.map(|step| Men { king: men.king.step(step), ..men });
        let king = king.into_iter().filter(|&to| self.king_moves(men, to));
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| Place::new(x, y)));
        let queen = squares.map(|queen| Men { piece: queen, ..men });
        let queen = queen.filter(|&to| self.queen_moves(men, to));
        let all: Vec<(bool, Men<i32>)> =
            king.map(|to| (true, to)).chain(queen.map(|to| (false, to))).collect();
        kqk::Kind::ALL.into_iter().find_map(|kind| {
            let of_man = all.iter().filter(|&&(king, _)| king == kind.moves_king());
            let fits = of_man.map(|&(_, to)| to).filter(|&to| self.fits(kind, men, to));
            let moves: Vec<_> = match choice {
                Choice::Relation => fits.collect(),
                Choice::Function => fits.take(1).collect(),
            };
            (!moves.is_empty()).then_some((kind, moves))
        })
    }

    fn place(kind: kqk::Kind) -> usize {
        kind as usize
    }
}

impl Played for krr::Strategy<i32> {
    type Kind = krr::Kind;
    type Pieces = Pair<i32>;
    type Rules = Self;

    fn rules(&self) -> &Self {
        self
    }

    /// The one that is played is the first that fits: the king's steps, then the squares of each rook
    /// on its rank and file.
    fn played(&self, choice: Choice, men: krr::Rooks<i32>) -> Option<Fitting<Self>> {
        let Board { width, height } = self.board;
        let king = STEPS.map(|step| Men { king: men.king.step(step), ..men });
        let king = king.into_iter().filter(|&to| self.king_moves(men, to));
        let mut all: Vec<_> = king.map(|to| (true, men, to)).collect();
        for from in [men, men.swapped()] {
            let [rook, other] = from.piece;
            let rank = (0..width).map(|x| Place::new(x, rook.y));
            let file = (0..height).map(|y| Place::new(rook.x, y));
            let moves = rank.chain(file).map(|rook| Men { piece: [rook, other], ..from });
            let moves = moves.filter(|&to| self.rook_moves(from, to));
            all.extend(moves.map(|to| (false, from, to)));
        }
        krr::Kind::ALL.into_iter().find_map(|kind| {
            let of_man = all.iter().filter(|&&(king, ..)| match king {
                true => kind.moves_king(),
                false => kind.moves_rook(),
            });
            let fits = of_man.filter(|&&(_, from, to)| self.fits(kind, from, to));
            let fits = fits.map(|&(.., to)| to);
            let moves: Vec<_> = match choice {
                Choice::Relation => fits.collect(),
                Choice::Function => fits.take(1).collect(),
            };
            (!moves.is_empty()).then_some((kind, moves))
        })
    }

    fn place(kind: krr::Kind) -> usize {
        kind as usize
    }
}

impl Strategy<i32> {
    /// What White may play in a position: the first kind that some move fits, and its moves.
    #[must_use]
    pub fn played(&self, choice: Choice, men: Men<i32>) -> Option<(Kind, Vec<Men<i32>>)> {
        let all = self.board.white_moves(men);
        Kind::ALL.into_iter().find_map(|kind| {
            let (by_king, by_rook) = (kind.moves_king(), kind.moves_rook());
            let of_man = all.iter().filter(|&&(king, _)| if king { by_king } else { by_rook });
            let fits = of_man.map(|&(_, to)| to).filter(|&to| self.fits(kind, men, to));
            let moves: Vec<_> = fits.collect();
            let best = match (choice, kind) {
                (Choice::Relation, _) => return (!moves.is_empty()).then_some((kind, moves)),
                (_, Kind::Squeeze) => moves.into_iter().min_by_key(|&to| self.board.room(to)),
                _ => moves.into_iter().next(),
            };
            best.map(|to| (kind, vec![to]))
        })
    }

    /// Checks that a line shows that the strategy does not always mate.
    ///
    /// # Errors
    /// Why it does not.
    pub fn check_counterexample(
        &self,
        choice: Choice,
        example: &Counterexample,
    ) -> Result<(), PlayFault> {
        let Counterexample { start, line, end } = example;
        check_position(&self.board, *start)?;
        let plays = |men: Men<i32>, kind: Kind, to: Men<i32>| {
            self.played(choice, men).is_some_and(|(first, all)| first == kind && all.contains(&to))
        };
        let mut men = *start;
        for (round, &(kind, to, reply)) in (1..).zip(line) {
            if !plays(men, kind, to) {
                return Err(PlayFault::NotPlayed(round));
            }
            if !replies(&self.board, to).contains(&reply) {
                return Err(PlayFault::NoReply(round));
            }
            men = reply;
        }
        let as_claimed = match *end {
            Failure::NoMove => self.played(choice, men).is_none(),
            Failure::RookTaken(kind, to) => plays(men, kind, to) && to.black_takes(),
            Failure::Stalemate(kind, to) => plays(men, kind, to) && self.board.stalemate(to),
            Failure::Repetition => !line.is_empty() && men == *start,
        };
        if as_claimed { Ok(()) } else { Err(PlayFault::End) }
    }
}

/// "The strategy does not always mate": how it is played, and a line that shows it.
#[derive(Debug, Clone)]
pub struct DoesNotMate {
    /// The strategy: its board, and which of its conditions are left out.
    pub strategy: Strategy<i32>,
    /// Which of its moves White plays.
    pub choice: Choice,
    /// The position and the line.
    pub example: Counterexample,
}

impl Certificate for DoesNotMate {
    type Fault = PlayFault;

    fn examine(&self, meter: &Meter) -> Result<(), PlayFault> {
        meter.step(STEPS_A_POSITION * (1 + self.example.line.len() as u64))?;
        self.strategy.check_counterexample(self.choice, &self.example)
    }
}

/// How many steps of a budget it takes to ask the definition about a position.
pub(crate) const STEPS_A_POSITION: u64 = 1 << 10;
