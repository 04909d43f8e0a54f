//! King and two rooks against king on a board of any size, and a strategy that mates.
//!
//! The rooks make a *wall*: they stand on one line, which lies between the kings. Neither can be
//! taken, as each guards the other, and the black king cannot cross. From there one rook advances by
//! a line, the other follows, and so on until the last line, where the first of them mates. A rook
//! that may not leave its place, because the black king would take the other, waits until the other
//! stands beside it, or is guarded by the king, who comes up behind the wall. The last kinds are for
//! the first few moves, until the rooks stand on one line between the kings.
//!
//! The rooks of a position are a set. A move is written with the rook that moves first; whatever is
//! asked about a position is asked about both orders. Every condition is read from the four edges,
//! as if White played from there.

use crate::rules::{Board, Men, Pair, Place, Rules, STEPS};
use zermelo_refute::{Term, Truth};

/// The kinds of strategy move, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A rook of the wall mates on the last line.
    Mate,
    /// A rook at an end of the wall goes one line forward.
    Advance,
    /// The rook behind joins the one that advanced.
    Follow,
    /// A rook leaves its end of the wall and comes beside the other.
    Aside,
    /// The king comes one line up behind the wall.
    KingUp,
    /// A rook of the wall goes to an end of the line.
    Spread,
    /// A rook joins the other, which stands between the kings: a wall.
    Join,
    /// A rook stands next to the king's line, between the kings, and the other can join it.
    Prepare,
    /// One rook stands on the king's file and one on his rank.
    Cross,
    /// A rook comes next to the king's line, between the kings, beside the other.
    Beside,
    /// A rook comes in line with the king.
    InLine,
    /// A rook leaves the king's lines and gives no check.
    Quiet,
    /// A rook goes further from its king.
    Away,
    /// The king steps.
    KingStep,
    /// Any move of a rook.
    AnyRook,
}

impl Kind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Kind; 15] = [
        Kind::Mate,
        Kind::Advance,
        Kind::Follow,
        Kind::Aside,
        Kind::KingUp,
        Kind::Spread,
        Kind::Join,
        Kind::Prepare,
        Kind::Cross,
        Kind::Beside,
        Kind::InLine,
        Kind::Quiet,
        Kind::Away,
        Kind::KingStep,
        Kind::AnyRook,
    ];

    /// Whether the king may play it.
    #[must_use]
    pub fn moves_king(self) -> bool {
        matches!(self, Kind::KingUp | Kind::Prepare | Kind::Cross | Kind::KingStep)
    }

    /// Whether a rook may play it.
    #[must_use]
    pub fn moves_rook(self) -> bool {
        !matches!(self, Kind::KingUp | Kind::KingStep)
    }
}

/// King, two rooks and king.
pub type Rooks<T> = Men<T, Pair<T>>;

impl<T: Term> Rooks<T> {
    /// The same position, the other rook first.
    #[must_use]
    pub fn swapped(self) -> Self {
        let [first, second] = self.piece;
        Men { piece: [second, first], ..self }
    }

    /// Whether the first rook attacks the square, the black king being out of the way.
    fn first_attacks(&self, place: Place<T>) -> T::Truth {
        let [rook, other] = self.piece;
        rook.in_line(place).and(|| !rook.is(place)).and(|| {
            let blocked = self.king.between(rook, place);
            !blocked.or(|| other.between(rook, place))
        })
    }

    /// Whether a rook attacks the square, the black king being out of the way.
    pub fn rooks_attack(&self, place: Place<T>) -> T::Truth {
        self.first_attacks(place).or(|| self.swapped().first_attacks(place))
    }

    /// Whether Black, to move, may take the first rook: neither its king nor the other guards it.
    fn first_is_taken(&self) -> T::Truth {
        let [rook, other] = self.piece;
        let alone = self.black.within(rook, 1).and(|| !self.king.within(rook, 1));
        alone.and(|| !other.in_line(rook).and(|| !self.king.between(other, rook)))
    }

    /// Whether Black, to move, may take a rook.
    pub fn black_takes(&self) -> T::Truth {
        self.first_is_taken().or(|| self.swapped().first_is_taken())
    }

    /// Whether the rooks stand on one file or rank.
    fn aligned(&self) -> T::Truth {
        self.piece[0].in_line(self.piece[1])
    }

    /// How many steps the rooks are from their king, both together.
    pub fn far(&self) -> T {
        let [one, other] = self.piece.map(|rook| rook.steps_to(self.king));
        one + other
    }

    /// Whether the rooks are not in line with each other, and both in line with their king.
    pub fn crossed(&self) -> T::Truth {
        let [one, other] = self.piece;
        let both = one.in_line(self.king).and(|| other.in_line(self.king));
        both.and(|| !one.in_line(other))
    }
}

/// A position as it is seen from an edge: of every square the place along the edge, and how many
/// lines it is away.
#[derive(Clone, Copy)]
pub struct View<T> {
    /// How many lines cross the edge.
    pub length: T,
    /// How many lines there are, the edge's own first.
    pub depth: T,
    /// The men.
    pub men: Rooks<T>,
}

impl<T: Term> View<T> {
    /// The same, the other rook first.
    #[must_use]
    fn swapped(self) -> Self {
        View { men: self.men.swapped(), ..self }
    }

    /// Whether the line is between the kings, the white king's side being nearer to the edge.
    fn divides(&self, line: T) -> T::Truth {
        self.men.king.y.lt(line).and(|| line.lt(self.men.black.y))
    }

    /// Whether the rooks are a wall.
    pub fn wall(&self) -> T::Truth {
        let [one, other] = self.men.piece;
        one.y.is(other.y).and(|| self.divides(one.y))
    }

    fn at_end(&self, rook: Place<T>) -> T::Truth {
        rook.x.equals(0).or(|| rook.x.is(self.length - 1))
    }

    /// The line of a wall.
    pub fn line(&self) -> T {
        self.men.piece[0].y
    }

    /// How far the king is behind a wall.
    pub fn behind(&self) -> T {
        self.line() - self.men.king.y
    }

    /// The line of the rook that advanced.
    pub fn front(&self) -> T {
        let [one, other] = self.men.piece;
        T::pick(one.y.lt(other.y), other.y, one.y)
    }

    /// How many rooks stand at an end of their line.
    pub fn at_ends(&self) -> T {
        let [one, other] = self.men.piece.map(|rook| {
            let none = rook.x.number(0);
            T::pick(self.at_end(rook), none + 1, none)
        });
        one + other
    }

    /// Whether the rooks are a wall and stand at its ends.
    pub fn posted(&self) -> T::Truth {
        let [one, other] = self.men.piece;
        self.wall().and(|| self.at_end(one)).and(|| self.at_end(other))
    }

    /// Whether one rook is a line ahead of the other, both between the kings, one of them at an end
    /// and the other at the other or beside it.
    pub fn advanced(&self) -> T::Truth {
        let [one, other] = self.men.piece;
        let ahead = |view: Self| {
            let [front, rear] = view.men.piece;
            front.y.is(rear.y + 1).and(|| view.divides(rear.y)).and(|| view.divides(front.y))
        };
        let either = ahead(*self).or(|| ahead(self.swapped()));
        either.and(|| {
            let ends = self.at_end(one).and(|| self.at_end(other)).and(|| !one.x.is(other.x));
            let next = away(one.x - other.x, 1);
            ends.or(|| next.and(|| self.at_end(one).or(|| self.at_end(other))))
        })
    }

    /// Whether the rooks on the last line but one leave no move to a black king behind it.
    fn shut(&self) -> T::Truth {
        let Men { piece: [one, other], black, .. } = self.men;
        let rook_at = |x: T| one.x.is(x).or(|| other.x.is(x));
        one.y.is(self.depth - 2).and(|| {
            let left = black.x.equals(0).or(|| rook_at(black.x - 1));
            left.and(|| black.x.is(self.length - 1).or(|| rook_at(black.x + 1)))
        })
    }

    /// Whether the second rook stands next to its king's line, between the kings, and the first can
    /// join it whatever Black replies.
    fn ready(&self) -> T::Truth {
        let Men { king, piece: [one, fence], black } = self.men;
        let fenced = fence.y.is(king.y + 1).and(|| self.divides(fence.y));
        let free = fenced.and(|| {
            let apart = (!one.x.is(fence.x)).and(|| !one.y.is(fence.y));
            apart.and(|| !king.x.is(one.x).and(|| one.y.lt(king.y)))
        });
        // On the last line but one the rooks together must not stalemate him after a reply.
        free.and(|| {
            fence.y.lt(self.depth - 2).or(|| {
                let around = away(one.x - fence.x, 2)
                    .and(|| (black.x + black.x - one.x - fence.x).within(2));
                let second = |x: T| {
                    let low = x.equals(1).and(|| black.x.at_most(1));
                    low.or(|| x.is(self.length - 2).and(|| black.x.ge(self.length - 2)))
                };
                (!around).and(|| !second(one.x)).and(|| !second(fence.x))
            })
        })
    }
}

/// Whether it is that number or its opposite.
fn away<T: Term>(way: T, squares: i32) -> T::Truth {
    way.equals(squares).or(|| way.equals(-squares))
}

/// The rules and the strategy on a board.
#[derive(Debug, Clone)]
pub struct Strategy<T> {
    /// The board.
    pub board: Board<T>,
}

impl<T: Term> Rules<T, Pair<T>> for Strategy<T> {
    fn board(&self) -> Board<T> {
        self.board
    }

    fn attacks(&self, men: Rooks<T>, place: Place<T>) -> T::Truth {
        men.rooks_attack(place)
    }

    fn black_takes(&self, men: Rooks<T>) -> T::Truth {
        men.black_takes()
    }
}

impl<T: Term> Strategy<T> {
    /// On this board.
    pub fn new(board: Board<T>) -> Self {
        Strategy { board }
    }

    /// Whether the first rook may go from the first to the second position. The black king cannot be
    /// in its way: Black was not in check, so another man would stand before him.
    pub fn rook_moves(&self, from: Rooks<T>, to: Rooks<T>) -> T::Truth {
        from.first_attacks(to.piece[0])
            .and(|| from.piece[1].is(to.piece[1]))
            .and(|| from.king.is(to.king).and(|| from.black.is(to.black)))
            .and(|| self.black_to_move(to))
    }

    /// The position as it is seen from each edge.
    pub fn views(&self, men: Rooks<T>) -> [View<T>; 4] {
        let Board { width, height } = self.board;
        [(false, false), (false, true), (true, false), (true, true)].map(|(turned, far)| {
            let (length, depth) = if turned { (height, width) } else { (width, height) };
            let seen = |place: Place<T>| {
                let (x, y) = if turned { (place.y, place.x) } else { (place.x, place.y) };
                Place::new(x, if far { depth - 1 - y } else { y })
            };
            let Men { king, piece, black } = men;
            let men = Men { king: seen(king), piece: piece.map(seen), black: seen(black) };
            View { length, depth, men }
        })
    }

    /// Whether the position has that shape, seen from some edge.
    pub fn some(&self, men: Rooks<T>, shape: impl Fn(View<T>) -> T::Truth) -> T::Truth {
        T::Truth::some(self.views(men).map(shape))
    }

    /// The same of a move.
    fn seen(
        &self,
        from: Rooks<T>,
        to: Rooks<T>,
        shape: impl Fn(View<T>, View<T>) -> T::Truth,
    ) -> T::Truth {
        let views = self.views(from).into_iter().zip(self.views(to));
        T::Truth::some(views.map(|(from, to)| shape(from, to)))
    }

    /// Whether the move fits the kind. The move must be one of the rules, by the king or by the first
    /// rook, as [`Kind::moves_king`] and [`Kind::moves_rook`] say.
    pub fn fits(&self, kind: Kind, from: Rooks<T>, to: Rooks<T>) -> T::Truth {
        // What follows from the rest is asked first where it is quicker to ask.
        match kind {
            Kind::Mate | Kind::Advance | Kind::Aside | Kind::KingUp | Kind::Spread => {
                from.aligned().and(|| self.is_of(kind, from, to))
            }
            Kind::Follow | Kind::Join => to.aligned().and(|| self.is_of(kind, from, to)),
            _ => self.is_of(kind, from, to),
        }
    }

    fn is_of(&self, kind: Kind, from: Rooks<T>, to: Rooks<T>) -> T::Truth {
        let rook = to.piece[0];
        match kind {
            Kind::Mate => {
                let last = self.seen(from, to, |from, to| {
                    forward(from, to).and(|| to.men.piece[0].y.is(to.depth - 1))
                });
                last.and(|| !to.black_takes())
            }
            Kind::Advance => {
                let ahead = self.seen(from, to, |from, to| {
                    let [rook, other] = from.men.piece;
                    forward(from, to)
                        .and(|| to.men.piece[0].y.lt(to.depth - 1))
                        .and(|| from.at_end(rook))
                        .and(|| from.at_end(other).or(|| away(rook.x - other.x, 1)))
                });
                ahead.and(|| !to.black_takes())
            }
            Kind::Follow => self.seen(from, to, |from, to| {
                let [rook, other] = from.men.piece;
                let behind = rook.y.lt(other.y).and(|| to.men.piece[0].y.is(other.y));
                behind.and(|| from.divides(rook.y)).and(|| from.divides(other.y)).and(|| !to.shut())
            }),
            Kind::Aside => self.seen(from, to, |from, to| {
                let ([rook, other], beside) = (from.men.piece, to.men.piece[0]);
                let goes = beside.y.is(rook.y).and(|| away(beside.x - other.x, 1));
                goes.and(|| from.posted()).and(|| {
                    let guarded = to.men.king.within(beside, 1);
                    guarded.or(|| !(to.men.black.x - beside.x).within(2))
                })
            }),
            Kind::KingUp => self.seen(from, to, |from, to| {
                let (king, up) = (from.men.king, to.men.king);
                let goes = up.y.is(king.y + 1).and(|| up.y.lt(to.men.piece[0].y));
                goes.and(|| from.posted())
            }),
            Kind::Spread => self.seen(from, to, |from, to| {
                let (rook, end) = (from.men.piece[0], to.men.piece[0]);
                let goes = rook.y.is(end.y).and(|| !from.at_end(rook)).and(|| to.at_end(end));
                goes.and(|| from.wall()).and(|| !to.shut())
            }),
            Kind::Join => self.seen(from, to, |from, to| {
                let [rook, other] = from.men.piece;
                let joins = to.men.piece[0].y.is(other.y).and(|| !rook.y.is(other.y));
                joins.and(|| from.divides(other.y)).and(|| !to.shut())
            }),
            Kind::Prepare => self
                .some(to, |view| view.ready().or(|| view.swapped().ready()))
                .and(|| self.safe(to)),
            Kind::Cross => to.crossed().and(|| self.safe(to)),
            Kind::Beside => {
                let fence = self.some(to, |view| {
                    let fence = view.men.piece[0];
                    fence.y.is(view.men.king.y + 1).and(|| view.divides(fence.y))
                });
                fence.and(|| rook.within(to.piece[1], 1)).and(|| self.safe(to))
            }
            Kind::InLine => {
                let lines = rook.in_line(to.king).and(|| !to.piece[1].in_line(to.king));
                lines.and(|| !to.black.within(rook, 1)).and(|| self.safe(to))
            }
            Kind::Quiet => {
                let leaves = !rook.in_line(to.king);
                leaves.and(|| !to.rooks_attack(to.black)).and(|| self.safe(to))
            }
            Kind::Away => {
                let further = from.piece[0].steps_to(from.king).lt(rook.steps_to(to.king));
                further.and(|| self.safe(to))
            }
            Kind::KingStep => {
                let [one, other] = to.piece;
                let both = one.in_line(to.king).and(|| other.in_line(to.king));
                (!both).and(|| self.safe(to))
            }
            Kind::AnyRook => self.safe(to),
        }
    }

    /// Black can neither take a rook nor is stalemated.
    fn safe(&self, to: Rooks<T>) -> T::Truth {
        (!to.black_takes()).and(|| !self.stalemate(to))
    }

    // What is possible.

    /// Whether the move is one of the rules and fits the kind.
    pub fn is_move(&self, kind: Kind, from: Rooks<T>, to: Rooks<T>) -> T::Truth {
        let king = kind.moves_king().then(|| self.king_moves(from, to));
        let rook = kind.moves_rook().then(|| self.rook_moves(from, to));
        let legal = T::Truth::some(king.into_iter().chain(rook));
        legal.and(|| self.fits(kind, from, to))
    }

    /// Whether one of the candidates fits the kind; then some move does.
    pub fn possible(&self, kind: Kind, men: Rooks<T>) -> T::Truth {
        let candidates = self.candidates(kind, men).into_iter();
        T::Truth::some(candidates.map(|(from, to)| self.is_move(kind, from, to)))
    }

    /// A few moves of the kind, each from the position with the rook first that moves. There may be
    /// others.
    pub fn candidates(&self, kind: Kind, men: Rooks<T>) -> Vec<(Rooks<T>, Rooks<T>)> {
        let Board { width, height } = self.board;
        let kings = || STEPS.map(|step| (men, Men { king: men.king.step(step), ..men }));
        let rooks = |goals: &dyn Fn(Rooks<T>) -> Vec<Place<T>>| {
            let orders = [men, men.swapped()].into_iter();
            let moves = orders.flat_map(|from| {
                let goals = goals(from).into_iter();
                goals.map(move |goal| (from, Men { piece: [goal, from.piece[1]], ..from }))
            });
            moves.collect::<Vec<_>>()
        };
        let along = |rook: Place<T>, files: &[T], ranks: &[T]| {
            let on_rank = files.iter().map(|&x| Place::new(x, rook.y));
            on_rank.chain(ranks.iter().map(|&y| Place::new(rook.x, y))).collect::<Vec<_>>()
        };
        let zero = width.number(0);
        let ends = |rook: Place<T>| along(rook, &[zero, width - 1], &[zero, height - 1]);
        // Lines that many squares from that of a man.
        let near = |rook: Place<T>, man: Place<T>, by: &[i32]| {
            let files = by.iter().flat_map(|&by| [man.x - by, man.x + by]).collect::<Vec<_>>();
            let ranks = by.iter().flat_map(|&by| [man.y - by, man.y + by]).collect::<Vec<_>>();
            along(rook, &files, &ranks)
        };
        let aligned = |rook: Place<T>, man: Place<T>| along(rook, &[man.x], &[man.y]);
        match kind {
            Kind::Mate | Kind::Advance => rooks(&|from| near(from.piece[0], from.piece[0], &[1])),
            Kind::Follow | Kind::Join => rooks(&|from| aligned(from.piece[0], from.piece[1])),
            Kind::Aside | Kind::Beside => rooks(&|from| near(from.piece[0], from.piece[1], &[1])),
            Kind::Spread => rooks(&|from| ends(from.piece[0])),
            Kind::KingUp | Kind::KingStep => kings().into(),
            Kind::Prepare => {
                let mut all = rooks(&|from| {
                    let rook = from.piece[0];
                    [near(rook, from.king, &[1]), ends(rook), near(rook, rook, &[1])].concat()
                });
                all.extend(kings());
                all
            }
            Kind::Cross => {
                let mut all = rooks(&|from| {
                    let rook = from.piece[0];
                    [aligned(rook, from.king), aligned(rook, from.black)].concat()
                });
                all.extend(kings());
                all
            }
            Kind::InLine => rooks(&|from| {
                let rook = from.piece[0];
                [aligned(rook, from.king), near(rook, from.black, &[1])].concat()
            }),
            Kind::Quiet => rooks(&|from| {
                let rook = from.piece[0];
                [near(rook, from.black, &[2]), near(rook, rook, &[1])].concat()
            }),
            Kind::Away => rooks(&|from| {
                let rook = from.piece[0];
                [aligned(rook, from.black), near(rook, from.black, &[2])].concat()
            }),
            Kind::AnyRook => rooks(&|from| aligned(from.piece[0], from.black)),
        }
    }
}

/// Whether the first rook of a wall goes one line forward.
fn forward<T: Term>(from: View<T>, to: View<T>) -> T::Truth {
    let (rook, ahead) = (from.men.piece[0], to.men.piece[0]);
    let goes = ahead.x.is(rook.x).and(|| ahead.y.is(rook.y + 1));
    goes.and(|| from.wall())
}
