//! The rules of play with king and one or two more pieces against king, on a board of any size.
//!
//! They differ from ending to ending in what the pieces attack, and in nothing else.

use zermelo_refute::{Term, Truth};

/// A square: file and rank, both from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place<T> {
    /// The file.
    pub x: T,
    /// The rank.
    pub y: T,
}

/// A board: how many files and ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board<T> {
    /// Files.
    pub width: T,
    /// Ranks.
    pub height: T,
}

/// Where the men stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Men<T, P = Place<T>> {
    /// The white king.
    pub king: Place<T>,
    /// The rook or the queen, or the [`Pair`] of rooks.
    pub piece: P,
    /// The black king.
    pub black: Place<T>,
}

/// Two pieces of one kind. Which is the first says nothing.
pub type Pair<T> = [Place<T>; 2];

/// White's pieces beside the king: one, or two of a kind.
pub trait Pieces<T: Term>: Copy {
    /// Where they stand.
    fn places(&self) -> &[Place<T>];

    /// Each on a square that is given.
    fn on(square: impl FnMut() -> Place<T>) -> Self;

    /// After a move, of two pieces by the first.
    #[must_use]
    fn moved(self, to: Place<T>) -> Self;

    /// Whether they stand on the same squares, each on its own.
    fn are(&self, others: &Self) -> T::Truth {
        let pairs = self.places().iter().zip(others.places());
        let same = pairs.map(|(one, other)| one.is(*other));
        same.reduce(|all, one| all.and(|| one)).expect("there is a piece")
    }
}

impl<T: Term> Pieces<T> for Place<T> {
    fn places(&self) -> &[Place<T>] {
        std::slice::from_ref(self)
    }

    fn on(mut square: impl FnMut() -> Place<T>) -> Self {
        square()
    }

    fn moved(self, to: Place<T>) -> Self {
        to
    }
}

impl<T: Term> Pieces<T> for Pair<T> {
    fn places(&self) -> &[Place<T>] {
        self
    }

    fn on(mut square: impl FnMut() -> Place<T>) -> Self {
        [square(), square()]
    }

    fn moved(self, to: Place<T>) -> Self {
        [to, self[1]]
    }
}

/// The steps of a king.
pub const STEPS: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

impl<T: Term> Place<T> {
    /// A square.
    pub fn new(x: T, y: T) -> Self {
        Place { x, y }
    }

    /// The square that many files and ranks away.
    #[must_use]
    pub fn step(self, (dx, dy): (i32, i32)) -> Self {
        Place::new(self.x + dx, self.y + dy)
    }

    /// Whether both are the same square.
    pub fn is(self, other: Self) -> T::Truth {
        self.x.is(other.x).and(|| self.y.is(other.y))
    }

    /// Whether a king needs at most that many moves from one to the other.
    pub fn within(self, other: Self, moves: i32) -> T::Truth {
        let files = (self.x - other.x).within(moves);
        files.and(|| (self.y - other.y).within(moves))
    }

    /// Whether both are on one file or rank.
    pub fn in_line(self, other: Self) -> T::Truth {
        self.x.is(other.x).or(|| self.y.is(other.y))
    }

    /// Whether this square is on a line between the two others.
    pub fn between(self, one: Self, other: Self) -> T::Truth {
        let file = T::Truth::every([self.x.is(one.x), self.x.is(other.x)]);
        let rank = T::Truth::every([self.y.is(one.y), self.y.is(other.y)]);
        let on_file = file.and(|| strictly_between(self.y, one.y, other.y));
        on_file.or(|| rank.and(|| strictly_between(self.x, one.x, other.x)))
    }

    /// How many steps along files and ranks it is to the other square.
    pub fn steps_to(self, other: Self) -> T {
        (self.x - other.x).distance() + (self.y - other.y).distance()
    }
}

pub(crate) fn strictly_between<T: Term>(middle: T, one: T, other: T) -> T::Truth {
    let up = one.lt(middle).and(|| middle.lt(other));
    up.or(|| other.lt(middle).and(|| middle.lt(one)))
}

/// Whether a king needs no more moves from the first square to the middle than from the other.
pub(crate) fn no_further<T: Term>(first: Place<T>, middle: Place<T>, other: Place<T>) -> T::Truth {
    let ways = |place: Place<T>| {
        let (x, y) = (place.x - middle.x, place.y - middle.y);
        [x, x.number(0) - x, y, y.number(0) - y]
    };
    let longest = ways(other);
    T::Truth::every(
        ways(first)
            .into_iter()
            .map(|way| T::Truth::some(longest.into_iter().map(|long| way.le(long)))),
    )
}

impl<T: Term> Board<T> {
    /// A board.
    pub fn new(width: T, height: T) -> Self {
        Board { width, height }
    }

    /// Whether the square is on the board.
    pub fn has(&self, place: Place<T>) -> T::Truth {
        let Place { x, y } = place;
        T::Truth::every([x.at_least(0), x.lt(self.width), y.at_least(0), y.lt(self.height)])
    }
}

impl<T: Term> Men<T> {
    /// Whether Black, to move, may take the piece.
    pub fn black_takes(&self) -> T::Truth {
        self.black.within(self.piece, 1).and(|| !self.king.within(self.piece, 1))
    }

    /// Whether the piece's file or rank is between those of the kings.
    pub fn divides(&self) -> T::Truth {
        let Men { king, piece, black } = self;
        let files = strictly_between(piece.x, king.x, black.x);
        files.or(|| strictly_between(piece.y, king.y, black.y))
    }
}

/// The rules of play, given what the pieces attack.
pub trait Rules<T: Term, P: Pieces<T> = Place<T>> {
    /// The board.
    fn board(&self) -> Board<T>;

    /// Whether a piece attacks the square, the black king being out of the way.
    fn attacks(&self, men: Men<T, P>, place: Place<T>) -> T::Truth;

    /// Whether Black, to move, may take a piece.
    fn black_takes(&self, men: Men<T, P>) -> T::Truth;

    /// Whether the men may stand so with Black to move.
    fn black_to_move(&self, men: Men<T, P>) -> T::Truth {
        let Men { king, piece, black } = men;
        let apart = self.board().has(king).and(|| !king.within(black, 1));
        apart.and(|| {
            let (first, more) = piece.places().split_first().expect("there is a piece");
            let more = more.iter().chain([&black]);
            let mut stand =
                more.fold(self.board().has(*first), |all, man| all.and(|| self.board().has(*man)));
            for (number, one) in piece.places().iter().enumerate() {
                stand = stand.and(|| !one.is(king)).and(|| !one.is(black));
                for other in &piece.places()[..number] {
                    stand = stand.and(|| !one.is(*other));
                }
            }
            stand
        })
    }

    /// Whether the men may stand so with White to move: Black is not in check.
    fn white_to_move(&self, men: Men<T, P>) -> T::Truth {
        self.black_to_move(men).and(|| !self.attacks(men, men.black))
    }

    /// Whether the white king may go from the first to the second position.
    fn king_moves(&self, from: Men<T, P>, to: Men<T, P>) -> T::Truth {
        let step = from.king.within(to.king, 1);
        step.and(|| !from.king.is(to.king))
            .and(|| from.piece.are(&to.piece).and(|| from.black.is(to.black)))
            .and(|| self.black_to_move(to))
    }

    /// Whether the black king may go from the first to the second position, taking nothing.
    fn black_moves(&self, from: Men<T, P>, to: Men<T, P>) -> T::Truth {
        let step = from.black.within(to.black, 1);
        step.and(|| !from.black.is(to.black))
            .and(|| from.king.is(to.king).and(|| from.piece.are(&to.piece)))
            .and(|| self.white_to_move(to))
    }

    /// Whether Black, to move, has no move.
    fn black_is_stuck(&self, men: Men<T, P>) -> T::Truth {
        let steps = STEPS.into_iter().map(|step| {
            let black = men.black.step(step);
            !self.white_to_move(Men { black, ..men })
        });
        T::Truth::every(steps).and(|| !self.black_takes(men))
    }

    /// Whether Black, to move, is mated.
    fn mate(&self, men: Men<T, P>) -> T::Truth {
        self.attacks(men, men.black)
            .and(|| self.black_is_stuck(men))
            .and(|| self.black_to_move(men))
    }

    /// Whether Black, to move, is stalemated.
    fn stalemate(&self, men: Men<T, P>) -> T::Truth {
        (!self.attacks(men, men.black)).and(|| self.black_is_stuck(men))
    }
}
