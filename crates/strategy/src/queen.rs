//! The strategy for king and queen executed, and every game of it on one board.

use std::borrow::Cow;

use zermelo_kernel_strategy::kqk::{Kind, Strategy};
use zermelo_kernel_strategy::{Choice, Distances, Men, Place, Rules, STEPS};

/// The legal moves of White.
pub fn white_moves(strategy: &Strategy<i32>, men: Men<i32>) -> Vec<Men<i32>> {
    let king = STEPS.into_iter().filter_map(|step| {
        let to = Men { king: men.king.step(step), ..men };
        strategy.king_moves(men, to).then_some(to)
    });
    let longest = strategy.board.width.max(strategy.board.height);
    let queen = STEPS.into_iter().flat_map(|(dx, dy)| {
        (1..longest).map_while(move |by| {
            let to = Men { piece: men.piece.step((dx * by, dy * by)), ..men };
            strategy.queen_moves(men, to).then_some(to)
        })
    });
    king.chain(queen).collect()
}

/// The legal moves of Black that take nothing.
pub fn black_moves(strategy: &Strategy<i32>, men: Men<i32>) -> Vec<Men<i32>> {
    let steps = STEPS.into_iter().map(|step| Men { black: men.black.step(step), ..men });
    steps.filter(|&to| strategy.black_moves(men, to)).collect()
}

/// The strategy's moves in a position with White to move: the first kind that some move fits, and
/// all moves that fit it; `None` where no kind does.
#[must_use]
pub fn fitting(strategy: &Strategy<i32>, men: Men<i32>) -> Option<(Kind, Vec<Men<i32>>)> {
    let moves = white_moves(strategy, men);
    Kind::ALL.into_iter().find_map(|kind| {
        let found: Vec<_> =
            moves.iter().copied().filter(|&to| strategy.is_move(kind, men, to)).collect();
        (!found.is_empty()).then_some((kind, found))
    })
}

/// What was found by playing every game that the strategy allows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Games {
    /// Positions with White to move.
    pub positions: u64,
    /// How many of them are of each kind, in the order of [`Kind::ALL`].
    pub kinds: [u64; 7],
    /// The longest game, in moves of White.
    pub longest: u32,
    /// A position from which that game starts.
    pub start: Option<Men<i32>>,
    /// From how many positions mate does not always follow.
    pub unwon: u64,
    /// A position from which some game does not end in mate.
    pub not_won: Option<Men<i32>>,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    /// A game through it is being played.
    Open,
    /// So many moves of White to mate, at most; `None` if mate may never come.
    Done(Option<u32>),
}

struct Walk<'s> {
    strategy: &'s Strategy<i32>,
    marks: Vec<Mark>,
    games: Games,
}

/// Plays every game: any move that fits, any reply, from every position.
#[must_use]
pub fn games(strategy: &Strategy<i32>) -> Games {
    walked(strategy).games
}

/// The same, and what is claimed of the board, for the kernel to check on so many threads. The
/// board must be one that can be walked.
#[must_use]
pub fn distances(
    strategy: &Strategy<i32>,
    threads: usize,
) -> (Games, Distances<'static, Strategy<i32>>) {
    let Walk { games, marks, .. } = walked(strategy);
    let mut kinds = [0; 10];
    kinds[..games.kinds.len()].copy_from_slice(&games.kinds);
    let plies = marks.into_iter().map(|mark| match mark {
        // A game longer than this is not won by the walk's word, and the kernel will object.
        Mark::Done(Some(moves)) => u16::try_from(2 * moves - 1).unwrap_or(0),
        _ => 0,
    });
    let claim = Distances {
        strategy: strategy.clone(),
        choice: Choice::Relation,
        kinds,
        longest: (2 * games.longest).saturating_sub(1),
        not_won: games.unwon,
        plies: Cow::Owned(plies.collect()),
        threads,
    };
    (games, claim)
}

fn walked(strategy: &Strategy<i32>) -> Walk<'_> {
    let (width, height) = (strategy.board.width, strategy.board.height);
    let places: Vec<Place<i32>> =
        (0..height).flat_map(|y| (0..width).map(move |x| Place::new(x, y))).collect();
    let marks = vec![Mark::New; places.len().pow(3)];
    let mut walk = Walk { strategy, marks, games: Games::default() };
    for &king in &places {
        for &queen in &places {
            for &black in &places {
                let men = Men { king, piece: queen, black };
                if strategy.white_to_move(men) {
                    walk.games.positions += 1;
                    match walk.mates_in(men) {
                        Some(moves) if moves > walk.games.longest => {
                            (walk.games.longest, walk.games.start) = (moves, Some(men));
                        }
                        Some(_) => {}
                        None => {
                            walk.games.unwon += 1;
                            walk.games.not_won = Some(men);
                        }
                    }
                }
            }
        }
    }
    walk
}

impl Walk<'_> {
    fn number(&self, men: Men<i32>) -> usize {
        let board = &self.strategy.board;
        let square = |at: Place<i32>| (at.y * board.width + at.x) as usize;
        let squares = (board.width * board.height) as usize;
        (square(men.king) * squares + square(men.piece)) * squares + square(men.black)
    }

    /// How many moves of White it takes at most; `None` if some game does not end in mate. The
    /// recursion is as deep as a game is long, for a position that comes again ends it.
    fn mates_in(&mut self, men: Men<i32>) -> Option<u32> {
        let number = self.number(men);
        match self.marks[number] {
            Mark::Done(moves) => return moves,
            Mark::Open => return None,
            Mark::New => self.marks[number] = Mark::Open,
        }
        let mut most = None;
        if let Some((kind, moves)) = fitting(self.strategy, men) {
            self.games.kinds[kind as usize] += 1;
            most = Some(1);
            for to in moves {
                most = most.and_then(|most| Some(most.max(1 + self.after(to)?)));
            }
        }
        self.marks[number] = Mark::Done(most);
        most
    }

    /// The same after White's move.
    fn after(&mut self, to: Men<i32>) -> Option<u32> {
        let replies = black_moves(self.strategy, to);
        if to.black_takes() || replies.is_empty() && !self.strategy.mate(to) {
            return None;
        }
        replies.into_iter().try_fold(0, |most, next| Some(most.max(self.mates_in(next)?)))
    }
}
