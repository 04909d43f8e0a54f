//! Men that never left home, and what follows from them.
//!
//! A pawn on its first rank has not moved; a right to castle means that king and rook have not;
//! a bishop behind two such pawns has not either. Such *fixed* men stood where they stand through
//! the whole game: no man ever went to their squares or, but for knights, across. So every other
//! man has a set of squares outside which it was never seen (docs/theory/illegality.md, "Fixed men").

use crate::{CastlingSide, Color, Piece, Position, Role, Square, Squares};

/// What the fixed men of a position say about the men of one colour.
pub struct Homes {
    /// A man that can neither have come from home nor have been promoted.
    pub stranger: Option<(Square, Piece)>,
    /// How many men are promoted, at least.
    pub promoted: usize,
    /// The men among whom these are.
    pub promoted_among: Squares,
    /// How many bishops are promoted, at least: on dark squares, on light squares.
    pub bishops: [usize; 2],
    /// The files on whose last square a pawn can become a bishop that is on the board.
    pub bishop_doors: [bool; 8],
    /// The files on which a pawn can have promoted straight ahead, and those from which it can have
    /// promoted by a capture.
    pub promotes: [[bool; 8]; 2],
    /// How many men were captured where no pawn can have captured them.
    pub taken_at_home: usize,
}

impl Homes {
    /// What counting says of the men of one colour wherever they began: of Chess960. Every array has
    /// a queen, two rooks, two knights, and a bishop on either colour of squares.
    pub fn anywhere(position: &Position, color: Color) -> Homes {
        let mut homes = Homes {
            stranger: None,
            promoted: 0,
            promoted_among: Squares::EMPTY,
            bishops: [0; 2],
            bishop_doors: [true; 8],
            promotes: [[true; 8]; 2],
            taken_at_home: 0,
        };
        let of = |role| position.board().all(Piece { color, role });
        for (role, original) in [(Role::Queen, 1), (Role::Rook, 2), (Role::Knight, 2)] {
            homes.count(of(role), original);
        }
        for light in [false, true] {
            let mut bishops = of(Role::Bishop);
            for at in bishops.iter().filter(|at| at.is_light() != light) {
                bishops.0 &= !at.bit();
            }
            homes.bishops[usize::from(light)] = homes.count(bishops, 1);
        }
        homes
    }

    /// Counts the promoted ones among men of whom a game begins with so many.
    fn count(&mut self, men: Squares, original: usize) -> usize {
        let promoted = men.len().saturating_sub(original);
        if promoted > 0 {
            self.promoted_among.0 |= men.0;
        }
        self.promoted += promoted;
        promoted
    }
}

/// The squares of the men that have never moved.
pub fn fixed_men(position: &Position) -> Squares {
    let mut fixed = Squares::EMPTY;
    for (at, man) in position.pieces() {
        if man.role == Role::Pawn && at.rank() == man.color.pawn_rank() {
            fixed.0 |= Squares::only(at).0;
        }
    }
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if let Some(rook) = position.castling_rook(color, side) {
                fixed.0 |= Squares::only(rook).0 | Squares::only(position.king(color)).0;
            }
        }
        for file in [2, 5] {
            let home = Square::on_board(file, color.back_rank());
            let bishop = Some(Piece { color, role: Role::Bishop });
            let ahead = [-1, 1].map(|side| home.offset(side, color.forward()));
            let locked = ahead.into_iter().flatten().all(|at| fixed.contains(at));
            if locked && position.piece_at(home) == bishop {
                fixed.0 |= Squares::only(home).0;
            }
        }
    }
    fixed
}

/// The squares that men can ever reach, if these men never move: for each colour, from each home of
/// the first rank, and from all squares of the last rank for each role. The king does not promote.
#[derive(Clone, Copy)]
pub struct Reaches {
    fixed: Squares,
    from_home: [[Squares; 8]; 2],
    promoted: [[Squares; 6]; 2],
}

impl Reaches {
    /// Walks every man as far as it comes.
    pub fn of(fixed: Squares) -> Reaches {
        let from_home = Color::ALL.map(|color| {
            std::array::from_fn(|file| {
                let home = Square::on_board(file as i8, color.back_rank());
                from_home(Piece { color, role: Role::BACK_RANK[file] }, home, fixed)
            })
        });
        let promoted = Color::ALL.map(|color| {
            Role::ALL.map(|role| {
                let rank = (0..8).map(|file| Square::on_board(file, color.promotion_rank()));
                let doors = rank.filter(|&at| role != Role::King && !fixed.contains(at)).collect();
                reach(Piece { color, role }, doors, fixed)
            })
        });
        Reaches { fixed, from_home, promoted }
    }
}

/// Looks at the men of one colour.
pub fn homes(position: &Position, color: Color, reaches: &Reaches) -> Homes {
    let own = color.index();
    let mut homes = Homes {
        stranger: None,
        promoted: 0,
        promoted_among: Squares::EMPTY,
        bishops: promoted_bishops(position, color, reaches),
        bishop_doors: bishop_doors(position, color, reaches),
        promotes: promotes(position, color, reaches.fixed),
        taken_at_home: 0,
    };
    for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
        let man = Piece { color, role };
        let men: Vec<Square> =
            position.pieces().filter(|&(_, other)| other == man).map(|(at, _)| at).collect();
        let files = (0..8).filter(|&file| Role::BACK_RANK[file] == role);
        let reached: Vec<Squares> = files.map(|file| reaches.from_home[own][file]).collect();
        let promoted = reaches.promoted[own][role as usize];
        match original_men(&men, &reached, promoted) {
            Some(original) => {
                homes.promoted += men.len() - original;
                if men.len() > original {
                    homes.promoted_among.0 |= position.board().all(man).0;
                }
            }
            None => {
                let original = |at: Square| reached.iter().any(|squares| squares.contains(at));
                let odd = |&&at: &&Square| !promoted.contains(at);
                // Best one that fits nowhere; else one of two that fit the same home only.
                let lost = men.iter().filter(odd).find(|&&at| !original(at));
                let lost = lost.or_else(|| men.iter().find(odd));
                homes.stranger = lost.map(|&at| (at, man));
            }
        }
        if role != Role::King {
            let lost = |squares: &&Squares| {
                !men.iter().any(|&at| squares.contains(at))
                    && squares.iter().all(|at| !pawns_reach(at, color, reaches.fixed))
            };
            homes.taken_at_home += reached.iter().filter(lost).count();
        }
    }
    homes
}

/// The bishops on squares of each colour that cannot be the original one.
fn promoted_bishops(position: &Position, color: Color, reaches: &Reaches) -> [usize; 2] {
    let mut promoted = [0; 2];
    for file in [2, 5] {
        let light = Square::on_board(file, color.back_rank()).is_light();
        let reached = reaches.from_home[color.index()][file as usize];
        let bishop = Piece { color, role: Role::Bishop };
        let is_one = |(at, man): &(Square, Piece)| *man == bishop && at.is_light() == light;
        let bishops: Vec<Square> = position.pieces().filter(is_one).map(|(at, _)| at).collect();
        let original = bishops.iter().any(|&at| reached.contains(at));
        promoted[usize::from(light)] = bishops.len() - usize::from(original);
    }
    promoted
}

/// A bishop that promotes behind a fixed pawn never leaves the corner.
fn bishop_doors(position: &Position, color: Color, reaches: &Reaches) -> [bool; 8] {
    let bishop = Piece { color, role: Role::Bishop };
    std::array::from_fn(|file| {
        let door = Square::on_board(file as i8, color.promotion_rank());
        let leaves =
            bishop.role.steps().iter().any(|&(df, dr)| {
                door.offset(df, dr).is_some_and(|next| !reaches.fixed.contains(next))
            });
        !reaches.fixed.contains(door) && (leaves || position.piece_at(door) == Some(bishop))
    })
}

/// The files on which a pawn can have promoted straight ahead, and those from which it can have
/// promoted by a capture: not where a man stands that never moved, nor from beside a king's front that
/// never moved, for there it gave check and was captured at once.
fn promotes(position: &Position, color: Color, fixed: Squares) -> [[bool; 8]; 2] {
    let king = position.king(!color);
    let beside = |file: i8| fixed.contains(king) && (file - king.file()).abs() == 1;
    let free = |file: i8| {
        let last = Square::from_coords(file, color.promotion_rank());
        last.is_some_and(|at| !fixed.contains(at))
    };
    let files = [0, 1, 2, 3, 4, 5, 6, 7];
    [
        files.map(|file| free(file) && !beside(file)),
        files.map(|file| (free(file - 1) || free(file + 1)) && !beside(file)),
    ]
}

/// How many of the men can be original ones, at most, if every man that cannot be promoted is;
/// none if that cannot be. There are at most two originals.
fn original_men(men: &[Square], reached: &[Squares], promoted: Squares) -> Option<usize> {
    let choices = |squares: Option<&Squares>| {
        let squares = squares.copied().unwrap_or(Squares::EMPTY);
        let at_home = men.iter().copied().filter(|&at| squares.contains(at)).map(Some);
        at_home.chain([None]).collect::<Vec<Option<Square>>>()
    };
    let mut best = None;
    for first in choices(reached.first()) {
        for second in choices(reached.get(1)) {
            if first.is_some() && first == second {
                continue;
            }
            let original = |at: Square| first == Some(at) || second == Some(at);
            if men.iter().all(|&at| original(at) || promoted.contains(at)) {
                let count = men.iter().filter(|&&at| original(at)).count();
                best = best.max(Some(count));
            }
        }
    }
    best
}

/// Whether a pawn of the other colour can ever capture on this square.
fn pawns_reach(at: Square, color: Color, fixed: Squares) -> bool {
    let from = [-1, 1].map(|side| at.offset(side, color.forward()));
    from.into_iter().flatten().any(|from| !fixed.contains(from))
}

/// All squares on which the man that starts the game here can ever stand.
fn from_home(man: Piece, home: Square, fixed: Squares) -> Squares {
    if fixed.contains(home) {
        return Squares::only(home);
    }
    let mut starts = castled(man, home, fixed);
    starts.push(home);
    reach(man, starts, fixed)
}

/// All squares on which a man that was once on one of these can ever stand.
fn reach(man: Piece, mut next: Vec<Square>, fixed: Squares) -> Squares {
    let mut reached = Squares::EMPTY;
    let forbidden = |at: Square| {
        // A king never stands beside a fixed pawn's front.
        let guards = [-1, 1].map(|side| at.offset(side, man.color.forward()));
        let rank = (!man.color).pawn_rank();
        man.role == Role::King
            && guards.into_iter().flatten().any(|at| at.rank() == rank && fixed.contains(at))
    };
    while let Some(from) = next.pop() {
        if reached.contains(from) {
            continue;
        }
        reached.0 |= Squares::only(from).0;
        for &(df, dr) in man.role.steps() {
            let mut square = from.offset(df, dr);
            while let Some(at) = square.filter(|&at| !fixed.contains(at) && !forbidden(at)) {
                next.push(at);
                square = if man.role.slides() { at.offset(df, dr) } else { None };
            }
        }
    }
    reached
}

/// Where a king or rook may come by castling.
fn castled(man: Piece, home: Square, fixed: Squares) -> Vec<Square> {
    let king = Square::on_board(4, man.color.back_rank());
    let mut squares = Vec::new();
    for side in CastlingSide::ALL {
        let files = if side == CastlingSide::KingSide { 4..=7 } else { 0..=4 };
        let rank = files.map(|file| Square::on_board(file, man.color.back_rank()));
        if rank.clone().any(|at| fixed.contains(at)) {
            continue;
        }
        if man.role == Role::King {
            squares.push(side.king_target(man.color));
        } else if man.role == Role::Rook && CastlingSide::of(king, home) == side {
            squares.push(side.rook_target(man.color));
        }
    }
    squares
}
