//! King and queen against king on a board of any size, and a strategy that mates.
//!
//! The queen's file and rank leave the black king a rectangle, as a rook's do. As long as the
//! queen stands between the kings, no move of Black changes that rectangle. Squeeze makes it
//! smaller, or narrower; where that cannot be done the white king comes closer to its place beside
//! the queen, or leaves that place to make Black move. The other kinds are for the first few
//! moves, until the queen stands between the kings. Any move that fits will do: it need not be the
//! best.

use crate::rules::{Board, Men, Place, Rules, STEPS, no_further, strictly_between};
use zermelo_refute::{Term, Truth};

/// The kinds of strategy move, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The queen mates, guarded, right before the black king.
    Mate,
    /// The queen, along a line or by one diagonal step, makes the rectangle smaller or narrower.
    Squeeze,
    /// The king comes closer to its place beside the queen.
    Approach,
    /// The king leaves its place beside the queen, for Black to move.
    Wait,
    /// The queen comes between the kings.
    QueenHome,
    /// The queen comes beside her king.
    QueenBeside,
    /// The king steps, no further from the black king.
    KingStep,
}

impl Kind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Kind; 7] = [
        Kind::Mate,
        Kind::Squeeze,
        Kind::Approach,
        Kind::Wait,
        Kind::QueenHome,
        Kind::QueenBeside,
        Kind::KingStep,
    ];

    /// Whether the king plays it; otherwise the queen does.
    #[must_use]
    pub fn moves_king(self) -> bool {
        matches!(self, Kind::Approach | Kind::Wait | Kind::KingStep)
    }
}

impl<T: Term> Men<T> {
    /// Whether the queen's lines and diagonals meet the square, nothing being in the way.
    fn queen_sees(&self, place: Place<T>) -> T::Truth {
        let Place { x, y } = self.piece;
        let line = place.in_line(self.piece);
        line.or(|| (x - y).is(place.x - place.y)).or(|| (x + y).is(place.x + place.y))
    }

    /// Whether the white king stands between the queen and the square.
    pub fn king_blocks(&self, place: Place<T>) -> T::Truth {
        let Men { king, piece: queen, .. } = *self;
        let falling = |p: Place<T>| p.x + p.y;
        let rising = |p: Place<T>| p.x - p.y;
        let on = |way: &dyn Fn(Place<T>) -> T, along: &dyn Fn(Place<T>) -> T| {
            let both = way(king).is(way(queen)).and(|| way(king).is(way(place)));
            both.and(|| strictly_between(along(king), along(queen), along(place)))
        };
        let (x, y) = (|p: Place<T>| p.x, |p: Place<T>| p.y);
        T::Truth::some([on(&x, &y), on(&y, &x), on(&falling, &x), on(&rising, &x)])
    }

    /// Whether the queen attacks the square, the black king being out of the way.
    pub fn queen_attacks(&self, place: Place<T>) -> T::Truth {
        let sees = self.queen_sees(place);
        sees.and(|| !self.piece.is(place)).and(|| !self.king_blocks(place))
    }

    /// Where the white king belongs: diagonally beside the queen, on the black king's side of her
    /// rank and on the other side of her file. It may be off the board.
    pub fn kings_place(&self) -> Place<T> {
        let Men { piece: queen, black, .. } = self;
        let x = T::pick(black.x.lt(queen.x), queen.x + 1, queen.x - 1);
        let y = T::pick(black.y.lt(queen.y), queen.y - 1, queen.y + 1);
        Place::new(x, y)
    }

    /// How many steps along files and ranks the white king is from its place.
    pub fn way_to_place(&self) -> T {
        self.king.steps_to(self.kings_place())
    }
}

/// The rules and the strategy on a board.
#[derive(Debug, Clone)]
pub struct Strategy<T> {
    /// The board.
    pub board: Board<T>,
}

impl<T: Term> Rules<T> for Strategy<T> {
    fn board(&self) -> Board<T> {
        self.board
    }

    fn attacks(&self, men: Men<T>, place: Place<T>) -> T::Truth {
        men.queen_attacks(place)
    }

    fn black_takes(&self, men: Men<T>) -> T::Truth {
        men.black_takes()
    }
}

impl<T: Term> Strategy<T> {
    /// On this board.
    pub fn new(board: Board<T>) -> Self {
        Strategy { board }
    }

    /// Whether the queen may go from the first to the second position. The black king cannot be in
    /// its way: Black was not in check, so the white king would stand before it.
    pub fn queen_moves(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        from.queen_attacks(to.piece)
            .and(|| from.king.is(to.king).and(|| from.black.is(to.black)))
            .and(|| self.black_to_move(to))
    }

    // The notions of the strategy.

    /// The rectangle that the queen leaves to the black king: its width, and half the way around
    /// it, which is more than any rectangle has if the king is in line with the queen.
    pub fn room(&self, men: Men<T>) -> (T, T) {
        let Men { piece: queen, black, .. } = men;
        let Board { width, height } = self.board;
        let side =
            |queen: T, black: T, length: T| T::pick(queen.gt(black), queen, length - 1 - queen);
        let x = side(queen.x, black.x, width);
        let y = side(queen.y, black.y, height);
        (x, T::pick(queen.in_line(black), width + height - 1, x + y))
    }

    /// Whether the move fits the kind. The move must be one of the rules, by the man that
    /// [`Kind::moves_king`] names.
    pub fn fits(&self, kind: Kind, from: Men<T>, to: Men<T>) -> T::Truth {
        match kind {
            Kind::Mate => self.mating(to),
            Kind::Squeeze => {
                let line = from.piece.in_line(to.piece).or(|| from.piece.within(to.piece, 1));
                line.and(|| self.smaller(from, to)).and(|| self.keeps(to))
            }
            Kind::Approach => to.way_to_place().lt(from.way_to_place()).and(|| self.keeps(to)),
            Kind::Wait => from.king.is(from.kings_place()).and(|| self.keeps(to)),
            Kind::QueenHome => {
                let home = (!self.on_track(from)).and(|| self.on_track(to));
                home.and(|| !to.black_takes())
            }
            Kind::QueenBeside => to.king.within(to.piece, 1).and(|| self.safe(to)),
            Kind::KingStep => no_further(to.king, to.black, from.king).and(|| self.safe(to)),
        }
    }

    /// Mate: the black king on an edge and the queen, guarded, right before it; or the black king
    /// in a corner and the queen, guarded, diagonally before it.
    pub fn mating(&self, men: Men<T>) -> T::Truth {
        let Men { king, piece: queen, black } = men;
        let Board { width, height } = self.board;
        let low = |queen: T, black: T| black.equals(0).and(|| queen.equals(1));
        let high =
            |queen: T, black: T, length: T| black.is(length - 1).and(|| queen.is(length - 2));
        let before_x = low(queen.x, black.x).or(|| high(queen.x, black.x, width));
        let before_y = low(queen.y, black.y).or(|| high(queen.y, black.y, height));
        let same_x = queen.x.is(black.x);
        let same_y = queen.y.is(black.y);
        let before = T::Truth::some([
            before_x.and(|| same_y),
            before_y.and(|| same_x),
            before_x.and(|| before_y),
        ]);
        before.and(|| king.within(queen, 1))
    }

    /// Whether the black king is in a corner and the queen a knight's move away: it cannot move,
    /// unless the white king stands before the queen.
    pub fn trapped(&self, men: Men<T>) -> T::Truth {
        let Men { piece: queen, black, .. } = men;
        let Board { width, height } = self.board;
        let end = |black: T, length: T| black.equals(0).or(|| black.is(length - 1));
        let (x, y) = (queen.x - black.x, queen.y - black.y);
        let away = |way: T, squares: i32| way.equals(squares).or(|| way.equals(-squares));
        let knight = away(x, 1).and(|| away(y, 2)).or(|| away(x, 2).and(|| away(y, 1)));
        end(black.x, width).and(|| end(black.y, height)).and(|| knight)
    }

    /// Whether the rectangle is smaller in the second position, or as small and narrower.
    pub fn smaller(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        let ((old_width, old), (new_width, new)) = (self.room(from), self.room(to));
        new.lt(old).or(|| new.is(old).and(|| new_width.lt(old_width)))
    }

    /// Whether the queen stands between the kings and the black one is not trapped.
    pub fn on_track(&self, men: Men<T>) -> T::Truth {
        men.divides().and(|| !self.trapped(men))
    }

    /// On track, and the queen is not beside the black king.
    fn keeps(&self, to: Men<T>) -> T::Truth {
        self.on_track(to).and(|| !to.black.within(to.piece, 1))
    }

    /// Black can neither take the queen nor is stalemated.
    fn safe(&self, to: Men<T>) -> T::Truth {
        (!to.black_takes()).and(|| !self.stalemate(to))
    }

    // What is possible.

    /// Whether the move is one of the rules and fits the kind.
    pub fn is_move(&self, kind: Kind, from: Men<T>, to: Men<T>) -> T::Truth {
        let legal =
            if kind.moves_king() { self.king_moves(from, to) } else { self.queen_moves(from, to) };
        legal.and(|| self.fits(kind, from, to))
    }

    /// Whether White, to move, has a move of the rules that fits the kind.
    pub fn possible(&self, kind: Kind, men: Men<T>) -> T::Truth {
        T::Truth::some(self.candidates(kind, men).into_iter().map(|to| self.is_move(kind, men, to)))
    }

    /// A few moves, among which there is one that fits the kind if any move does (a lemma).
    pub fn candidates(&self, kind: Kind, men: Men<T>) -> Vec<Men<T>> {
        let Men { king, piece: queen, black } = men;
        let around = |place: Place<T>| STEPS.map(|step| place.step(step)).to_vec();
        let along = |files: &[T], ranks: &[T]| {
            let on_rank = files.iter().map(|&x| Place::new(x, queen.y));
            on_rank.chain(ranks.iter().map(|&y| Place::new(queen.x, y))).collect::<Vec<_>>()
        };
        let queens = match kind {
            Kind::Approach | Kind::Wait | Kind::KingStep => {
                return around(king).into_iter().map(|king| Men { king, ..men }).collect();
            }
            Kind::Mate => around(black),
            Kind::QueenBeside => around(king),
            Kind::Squeeze => {
                let near = |at: T| [-3, -2, -1, 1, 2, 3].map(|by| at + by);
                let mut goals = along(&near(black.x), &near(black.y));
                goals.extend([(-1, -1), (-1, 1), (1, -1), (1, 1)].map(|step| queen.step(step)));
                goals
            }
            Kind::QueenHome => {
                let beside = |at: T| [at - 1, at + 1];
                let (files, ranks) = (beside(king.x), beside(king.y));
                let mut goals = along(&files, &ranks);
                goals.extend(along(&[black.x], &[black.y]));
                goals.extend(files.into_iter().flat_map(|x| {
                    let by = x - queen.x;
                    [queen.y + by, queen.y - by].map(|y| Place::new(x, y))
                }));
                goals.extend(ranks.into_iter().flat_map(|y| {
                    let by = y - queen.y;
                    [queen.x + by, queen.x - by].map(|x| Place::new(x, y))
                }));
                goals
            }
        };
        queens.into_iter().map(|queen| Men { piece: queen, ..men }).collect()
    }
}
