//! King and rook against king on a board of any size, and the strategy that is to be proved.
//!
//! The strategy is that of Janičić, Marić and Maliković, "Computer-assisted proving of
//! combinatorial conjectures over finite domains: a case study of a chess conjecture" (LMCS),
//! section 2.2.1, after Bratko. Where its words leave a choice, docs/guide/strategy.md says which
//! reading is meant and why.

use zermelo_refute::{Term, Truth};

use crate::rules::{Board, Men, Place, Rules, STEPS, no_further};

/// The kinds of strategy move, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Mate.
    ImmediateMate,
    /// A move after which every reply allows mate.
    ReadyToMate,
    /// The rook makes the room smaller.
    Squeeze,
    /// The king comes closer to the critical square, diagonally.
    ApproachDiag,
    /// The king comes closer to the critical square along a line.
    ApproachNonDiag,
    /// The king waits beside the rook, diagonally.
    KeepRoomDiag,
    /// The king waits beside the rook, along a line.
    KeepRoomNonDiag,
    /// The rook comes next to its king's line.
    RookHome,
    /// The rook flees to an edge.
    RookSafe,
    /// The rook flees to an edge, on boards so small that it cannot flee far.
    RookSafeSmallBoards,
}

/// A condition of the strategy that can be left out, to see what it is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Condition {
    /// The rook must not be left where the black king reaches it first.
    NotExposed,
    /// The rook must stand between the kings.
    Divides,
    /// A king beside its rook in the last corner must not go towards the edge.
    NotTowardsEdge,
    /// The kings must not stand on one edge.
    NotOneEdge,
    /// Black must not be stalemated.
    NoStalemate,
    /// The rook that flees must flee far.
    FarFromBlack,
    /// The rook beside the black king must be guarded.
    Guarded,
    /// On small boards the rook flees to its king's file or rank.
    KingsLine,
}

impl Kind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Kind; 10] = [
        Kind::ImmediateMate,
        Kind::ReadyToMate,
        Kind::Squeeze,
        Kind::ApproachDiag,
        Kind::ApproachNonDiag,
        Kind::KeepRoomDiag,
        Kind::KeepRoomNonDiag,
        Kind::RookHome,
        Kind::RookSafe,
        Kind::RookSafeSmallBoards,
    ];

    /// Squeeze, Approach and KeepRoom.
    #[must_use]
    pub fn is_basic(self) -> bool {
        Kind::Squeeze <= self && self <= Kind::KeepRoomNonDiag
    }

    /// Approach and KeepRoom.
    fn is_of_king(self) -> bool {
        Kind::ApproachDiag <= self && self <= Kind::KeepRoomNonDiag
    }

    /// Whether the king may play it.
    #[must_use]
    pub fn moves_king(self) -> bool {
        self == Kind::ReadyToMate || self.is_of_king()
    }

    /// Whether the rook may play it.
    #[must_use]
    pub fn moves_rook(self) -> bool {
        !self.is_of_king()
    }
}

/// Seen with the edge at the left: the black king on it, the white king holds it there, and the
/// rook's place along the edge is not beside it.
fn faces<T: Term>(seen: &impl Fn(Place<T>) -> (T, T, T), men: Men<T>) -> T::Truth {
    let (from, black, length) = seen(men.black);
    let (two, king, _) = seen(men.king);
    let rook = seen(men.piece).1;
    let there = from.equals(0).and(|| two.equals(2));
    there.and(|| !(rook - black).within(1)).and(|| {
        let corner = black.equals(0).or(|| black.is(length - 1));
        king.is(black).or(|| corner.and(|| (king - black).within(1)))
    })
}

impl<T: Term> Rules<T> for Board<T> {
    fn board(&self) -> Board<T> {
        *self
    }

    fn attacks(&self, men: Men<T>, place: Place<T>) -> T::Truth {
        men.rook_attacks(place)
    }

    fn black_takes(&self, men: Men<T>) -> T::Truth {
        men.black_takes()
    }
}

impl<T: Term> Board<T> {
    /// Whether the rook may go from the first to the second position. The black king cannot be in
    /// its way: Black was not in check, so the white king would stand before it.
    pub fn rook_moves(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        let line = from.piece.in_line(to.piece);
        line.and(|| !from.piece.is(to.piece))
            .and(|| from.king.is(to.king).and(|| from.black.is(to.black)))
            .and(|| !from.king.between(from.piece, to.piece))
            .and(|| self.black_to_move(to))
    }

    // The shapes of mate and stalemate.

    /// The four edges, each as seen with the edge at the left: a square's distance from the edge,
    /// its place along the edge, and the edge's length.
    fn edges(&self) -> [impl Fn(Place<T>) -> (T, T, T) + use<T>; 4] {
        let Board { width, height } = *self;
        [(false, false), (false, true), (true, false), (true, true)].map(|(turn, far)| {
            move |place: Place<T>| {
                let (from, along, depth, length) = if turn {
                    (place.y, place.x, height, width)
                } else {
                    (place.x, place.y, width, height)
                };
                let from = if far { depth - 1 - from } else { from };
                (from, along, length)
            }
        })
    }

    /// Mate: the black king on an edge, the rook on that edge and not beside it, the white king
    /// two lines away, opposite; or next to that where the black king is in a corner.
    pub fn mate_shape(&self, men: Men<T>) -> T::Truth {
        T::Truth::some(self.edges().into_iter().map(|seen| {
            let rook = seen(men.piece).0.equals(0);
            rook.and(|| faces(&seen, men))
        }))
    }

    /// A mating move of the rook is there: the same with the rook still away from the edge. The
    /// position must be one with White to move.
    pub fn mates_shape(&self, men: Men<T>) -> T::Truth {
        T::Truth::some(self.edges().into_iter().map(|seen| faces(&seen, men)))
    }

    /// Stalemate: the black king in a corner, not in check, its three squares taken from it.
    pub fn stalemate_shape(&self, men: Men<T>) -> T::Truth {
        let black = men.black;
        let corner = |x: T, dx: i32, y: T, dy: i32| {
            let corner = black.x.is(x).and(|| black.y.is(y));
            corner.and(|| {
                let taken = [(dx, 0), (0, dy), (dx, dy)].map(|step| {
                    let black = black.step(step);
                    !self.white_to_move(Men { black, ..men })
                });
                T::Truth::every(taken)
            })
        };
        let (left, low) = (black.x.number(0), black.x.number(0));
        let (right, high) = (self.width - 1, self.height - 1);
        T::Truth::some([
            corner(left, 1, low, 1),
            corner(left, 1, high, -1),
            corner(right, -1, low, 1),
            corner(right, -1, high, -1),
        ])
        .and(|| !men.rook_attacks(black))
        .and(|| !men.black_takes())
    }

    // The notions of the strategy.

    /// Half the way around the rectangle that the rook leaves to the black king; more than any
    /// rectangle has if the king is in line with the rook.
    pub fn room(&self, men: Men<T>) -> T {
        let Men { piece: rook, black, .. } = men;
        let side = |rook: T, black: T, length: T| T::pick(rook.gt(black), rook, length - 1 - rook);
        let x = side(rook.x, black.x, self.width);
        let y = side(rook.y, black.y, self.height);
        T::pick(rook.in_line(black), self.width + self.height - 1, x + y)
    }

    /// Whether the kings stand on one edge.
    pub fn kings_on_one_edge(&self, men: Men<T>) -> T::Truth {
        let Men { king, black, .. } = men;
        let both = |king: T, black: T, edge: T| king.is(edge).and(|| black.is(edge));
        T::Truth::some([
            both(king.x, black.x, king.x.number(0)),
            both(king.x, black.x, self.width - 1),
            both(king.y, black.y, king.y.number(0)),
            both(king.y, black.y, self.height - 1),
        ])
    }

    /// Whether the black king is on an edge, the rook on the line next to it, and the white king
    /// comes strictly closer to that edge.
    pub fn towards_edge(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        let low = |black: T, rook: T, from: T, to: T| {
            T::Truth::every([black.equals(0), rook.equals(1), to.lt(from)])
        };
        let high = |black: T, rook: T, from: T, to: T, length: T| {
            T::Truth::every([black.is(length - 1), rook.is(length - 2), to.gt(from)])
        };
        let (b, r, k, to) = (from.black, from.piece, from.king, to.king);
        T::Truth::some([
            low(b.x, r.x, k.x, to.x),
            high(b.x, r.x, k.x, to.x, self.width),
            low(b.y, r.y, k.y, to.y),
            high(b.y, r.y, k.y, to.y, self.height),
        ])
    }
}

impl<T: Term> Men<T> {
    /// Whether the rook attacks the square, the black king being out of the way.
    pub fn rook_attacks(&self, place: Place<T>) -> T::Truth {
        let line = self.piece.in_line(place);
        line.and(|| !self.piece.is(place)).and(|| !self.king.between(self.piece, place))
    }

    /// Whether, with Black to move, the black king is nearer to the rook than the white one.
    pub fn exposed(&self) -> T::Truth {
        !no_further(self.king, self.piece, self.black)
    }

    /// Whether the kings face each other along a line with one square between them, and the rook
    /// stands beside its king across that line.
    pub fn l_pattern(&self) -> T::Truth {
        let Men { king, piece: rook, black } = self;
        let shape = |along: [T; 3], across: [T; 3]| {
            let [king, rook, black] = along;
            let facing = (king - black).distance().equals(2).and(|| rook.is(king));
            let [king, rook, black] = across;
            facing.and(|| king.is(black).and(|| (rook - king).distance().equals(1)))
        };
        let (x, y) = ([king.x, rook.x, black.x], [king.y, rook.y, black.y]);
        shape(x, y).or(|| shape(y, x))
    }

    /// The square next to the rook towards the black king.
    pub fn critical_square(&self) -> Place<T> {
        let next = |rook: T, black: T| {
            let beside = T::pick(rook.gt(black), rook - 1, rook + 1);
            T::pick(rook.is(black), rook, beside)
        };
        Place::new(next(self.piece.x, self.black.x), next(self.piece.y, self.black.y))
    }

    /// How many steps along files and ranks the white king is from the critical square.
    pub fn way_to_go(&self) -> T {
        self.king.steps_to(self.critical_square())
    }
}

/// The strategy: on which board, and with which conditions left out.
#[derive(Debug, Clone)]
pub struct Strategy<T> {
    /// The board.
    pub board: Board<T>,
    /// Conditions that are left out; none in the strategy that is proved.
    pub without: Vec<Condition>,
    /// Whether mate and stalemate are told by their shapes, which are the same thing (a lemma)
    /// and shorter.
    pub by_shape: bool,
}

impl<T: Term> Strategy<T> {
    /// The whole strategy.
    pub fn new(board: Board<T>) -> Self {
        Strategy { board, without: Vec::new(), by_shape: false }
    }

    /// The condition, or nothing where it is left out.
    fn unless_left_out(
        &self,
        so_far: T::Truth,
        condition: Condition,
        holds: impl FnOnce() -> T::Truth,
    ) -> T::Truth {
        if self.without.contains(&condition) { so_far } else { so_far.and(holds) }
    }

    fn no_stalemate(&self, so_far: T::Truth, to: Men<T>) -> T::Truth {
        self.unless_left_out(so_far, Condition::NoStalemate, || {
            if self.by_shape { !self.board.stalemate_shape(to) } else { !self.board.stalemate(to) }
        })
    }

    /// Whether the move fits the kind: its own conditions, not that the kinds before it fail.
    /// The move must be one of the rules, by the man that [`Kind::moves_king`] and
    /// [`Kind::moves_rook`] name.
    pub fn fits(&self, kind: Kind, from: Men<T>, to: Men<T>) -> T::Truth {
        match kind {
            Kind::ImmediateMate if self.by_shape => self.board.mate_shape(to),
            Kind::ImmediateMate => self.board.mate(to),
            Kind::ReadyToMate => self.ready_to_mate(to),
            Kind::Squeeze => self.squeeze(from, to),
            Kind::ApproachDiag => diagonal(from, to).and(|| self.approach(from, to)),
            Kind::ApproachNonDiag => (!diagonal(from, to)).and(|| self.approach(from, to)),
            Kind::KeepRoomDiag => diagonal(from, to).and(|| self.keep_room(from, to)),
            Kind::KeepRoomNonDiag => (!diagonal(from, to)).and(|| self.keep_room(from, to)),
            Kind::RookHome => self.rook_home(from, to),
            Kind::RookSafe => self.rook_safe(from, to),
            Kind::RookSafeSmallBoards => self.rook_safe_small_boards(from, to),
        }
    }

    /// A few moves, among which there is one that fits the kind if any move does (a lemma): the
    /// steps of the king, and squares on the rook's lines that do not depend on the board's size.
    pub fn candidates(&self, kind: Kind, men: Men<T>) -> Vec<Men<T>> {
        let mut found = Vec::new();
        if kind.moves_king() {
            found.extend(STEPS.map(|step| Men { king: men.king.step(step), ..men }));
        }
        if kind.moves_rook() {
            let Men { king: k, piece: r, black: b } = men;
            let Board { width, height } = self.board;
            let on_rank = rook_goals(kind, [k.x, r.x, b.x], [k.y, r.y, b.y], width);
            let on_file = rook_goals(kind, [k.y, r.y, b.y], [k.x, r.x, b.x], height);
            let on_rank = on_rank.into_iter().map(|x| Place::new(x, r.y));
            let on_file = on_file.into_iter().map(|y| Place::new(r.x, y));
            found.extend(on_rank.chain(on_file).map(|rook| Men { piece: rook, ..men }));
        }
        found
    }

    /// Whether White, to move, has a move of the rules that fits the kind.
    pub fn possible(&self, kind: Kind, men: Men<T>) -> T::Truth {
        if kind == Kind::ImmediateMate && self.by_shape {
            return self.board.mates_shape(men);
        }
        T::Truth::some(self.candidates(kind, men).into_iter().map(|to| self.is_move(kind, men, to)))
    }

    /// Whether the move is one of the rules and fits the kind.
    pub fn is_move(&self, kind: Kind, from: Men<T>, to: Men<T>) -> T::Truth {
        let king = || self.board.king_moves(from, to);
        let rook = || self.board.rook_moves(from, to);
        let legal = match (kind.moves_king(), kind.moves_rook()) {
            (true, true) => king().or(rook),
            (true, false) => king(),
            (false, _) => rook(),
        };
        legal.and(|| self.fits(kind, from, to))
    }

    /// Every reply of Black allows mate, and there is one.
    fn ready_to_mate(&self, to: Men<T>) -> T::Truth {
        let replies = STEPS.into_iter().map(|step| {
            let black = to.black.step(step);
            let next = Men { black, ..to };
            let reply = self.board.white_to_move(next);
            reply.implies(|| {
                if self.by_shape { self.board.mates_shape(next) } else { self.mates(next) }
            })
        });
        (!to.black_takes()).and(|| T::Truth::every(replies)).and(|| !self.board.black_is_stuck(to))
    }

    /// Whether White, to move, has a mating move. Only the rook mates, and it must come into line
    /// with the black king.
    pub fn mates(&self, men: Men<T>) -> T::Truth {
        let Men { piece: rook, black, .. } = men;
        T::Truth::some([Place::new(black.x, rook.y), Place::new(rook.x, black.y)].into_iter().map(
            |rook| {
                let to = Men { piece: rook, ..men };
                self.board.mate(to).and(|| self.board.rook_moves(men, to))
            },
        ))
    }

    fn squeeze(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        let smaller = self.board.room(to).lt(self.board.room(from));
        let divides = self.unless_left_out(smaller, Condition::Divides, || to.divides());
        let safe = self.unless_left_out(divides, Condition::NotExposed, || !to.exposed());
        self.no_stalemate(safe, to)
    }

    fn approach(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        let goal = from.critical_square();
        let closer = to.king.steps_to(goal).lt(from.king.steps_to(goal));
        let divides =
            self.unless_left_out(closer, Condition::Divides, || to.divides().or(|| to.l_pattern()));
        self.king_stays_safe(divides, from, to)
    }

    fn keep_room(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        let near = no_further(to.king, to.piece, from.king);
        let divides = self.unless_left_out(near, Condition::Divides, || to.divides());
        self.king_stays_safe(divides, from, to)
    }

    /// What a king move must keep: the rook safe; in a small room no step to the edge of the
    /// black king; no stalemate.
    fn king_stays_safe(&self, so_far: T::Truth, from: Men<T>, to: Men<T>) -> T::Truth {
        let safe = self.unless_left_out(so_far, Condition::NotExposed, || !to.exposed());
        let large = || self.board.room(to).at_least(4);
        let edge = self.unless_left_out(safe, Condition::NotOneEdge, || {
            large().or(|| !self.board.kings_on_one_edge(to))
        });
        let towards = self.unless_left_out(edge, Condition::NotTowardsEdge, || {
            let beside = from.king.within(from.piece, 1);
            large().or(|| !beside.and(|| self.board.towards_edge(from, to)))
        });
        self.no_stalemate(towards, to)
    }

    /// The rook goes to the line next to its king on the side of the black king. If the kings
    /// share that coordinate the rook must share it too and may go to either side.
    fn rook_home(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        let axis = |king: T, black: T, rook: T, goal: T, still: T::Truth| {
            let up = goal.is(king + 1).and(|| king.lt(black));
            let down = goal.is(king - 1).and(|| king.gt(black));
            let beside = (goal - king).distance().equals(1);
            let shared = beside.and(|| king.is(black).and(|| rook.is(king)));
            still.and(|| !rook.is(goal)).and(|| T::Truth::some([up, down, shared]))
        };
        let (k, b, r, goal) = (from.king, from.black, from.piece, to.piece);
        let home = axis(k.x, b.x, r.x, goal.x, r.y.is(goal.y))
            .or(|| axis(k.y, b.y, r.y, goal.y, r.x.is(goal.x)));
        let guarded = self.unless_left_out(home, Condition::Guarded, || {
            let beside = to.black.within(to.piece, 1);
            beside.implies(|| to.king.within(to.piece, 1))
        });
        self.no_stalemate(guarded, to)
    }

    fn rook_safe(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        let far = self.unless_left_out(self.new_edge(from, to), Condition::FarFromBlack, || {
            let far = !to.black.within(to.piece, 2);
            far.or(|| {
                let beside = to.black.within(to.piece, 1);
                beside.and(|| to.king.within(to.piece, 1))
            })
        });
        self.no_stalemate(far, to)
    }

    fn rook_safe_small_boards(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        let two = to.black.within(to.piece, 2).and(|| !to.black.within(to.piece, 1));
        let away = self.new_edge(from, to).and(|| two);
        let line = self.unless_left_out(away, Condition::KingsLine, || to.piece.in_line(to.king));
        self.no_stalemate(line, to)
    }

    /// The rook goes to an edge on which it did not stand.
    fn new_edge(&self, from: Men<T>, to: Men<T>) -> T::Truth {
        let reaches = |from: T, to: T, edge: T| to.is(edge).and(|| !from.is(edge));
        let (from, to) = (from.piece, to.piece);
        T::Truth::some([
            reaches(from.x, to.x, to.x.number(0)),
            reaches(from.x, to.x, self.board.width - 1),
            reaches(from.y, to.y, to.y.number(0)),
            reaches(from.y, to.y, self.board.height - 1),
        ])
    }
}

/// Where on one of its lines the rook may have to go for a kind of move: the coordinates of king,
/// rook and black king along the line and across it, and how long the line is.
fn rook_goals<T: Term>(kind: Kind, along: [T; 3], across: [T; 3], length: T) -> Vec<T> {
    let [king, rook, black] = along;
    let edges = [rook.number(0), length - 1];
    match kind {
        Kind::ImmediateMate => vec![black],
        Kind::ReadyToMate => vec![king, black - 1, black + 1, edges[0], edges[1]],
        Kind::Squeeze => {
            let middle = king + black;
            let halfway = [middle.half(), (middle + 1).half()];
            let (white, dark) = (across[0] - across[1], across[2] - across[1]);
            let diagonals = [black + white, black - white, king + dark, king - dark];
            let beside = [black - 2, black - 1, black + 1, black + 2];
            halfway.into_iter().chain(diagonals).chain(beside).collect()
        }
        Kind::RookHome => vec![king - 1, king + 1],
        Kind::RookSafe | Kind::RookSafeSmallBoards => edges.to_vec(),
        _ => Vec::new(),
    }
}

fn diagonal<T: Term>(from: Men<T>, to: Men<T>) -> T::Truth {
    !(from.king.x.is(to.king.x).or(|| from.king.y.is(to.king.y)))
}
