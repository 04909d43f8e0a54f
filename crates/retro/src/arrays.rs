//! Games of Chess960: from any of the 960 arrays to a position.
//!
//! The array of standard chess is one of them, so most positions have a game that
//! `proof_game` finds. The others (rights of other arrays, men that have not left other homes) are
//! taken back from the position, best first, to the arrays that it looks most like: the pieces walk
//! home past the pawns that stand there already, what is missing comes back, then the pawns. That
//! is good for openings, and gives up on most middle games. A position costs some 300 microseconds.
//!
//! Nothing here is trusted: who asks lets the kernel replay the game.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use zermelo_board::Limits;
use zermelo_kernel::{
    Castling, CastlingSide, Color, Move, Piece, Position, ProofGame, Retraction, Role, Square,
    Squares,
};

use crate::legal::{Options, Verdict, decide};

/// Positions of `proof_game` that are as dear as one here.
const DEARER: u64 = 8;

/// So many arrays are tried.
const ARRAYS: usize = 6;

/// A game to this position of Chess960, a pawn having just passed over the square `passed`, if there
/// is one.
pub fn game(position: &Position, passed: Option<Square>, options: &Options) -> Option<ProofGame> {
    let standard = as_standard(position, Castling::Standard);
    let found = standard.map(|standard| decide(&standard, passed, options));
    if let Some(Verdict::Legal(moves)) = found {
        let start = as_standard(&Position::initial(), Castling::Chess960)?;
        return Some(ProofGame { start, moves, mate: Vec::new() });
    }
    let mut starts: Vec<Goal> =
        arrays().into_iter().filter_map(|start| Goal::of(start, position)).collect();
    starts.sort_by_key(|goal| goal.distance(position).unwrap_or(u32::MAX));
    starts.truncate(ARRAYS);
    // The likeliest gets half of the positions, the next one half of the rest, and so on.
    let mut nodes = options.limits.nodes / DEARER;
    starts.iter().find_map(|goal| {
        nodes /= 2;
        goal.search(position, passed, nodes, &options.limits)
    })
}

/// The same position by the other rules of castling, if its rights mean something there.
fn as_standard(position: &Position, castling: Castling) -> Option<Position> {
    let mut rooks = Squares::EMPTY;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            rooks.0 |= position.castling_rook(color, side).map_or(0, Square::bit);
        }
    }
    let bare = Position::from_men(*position.board(), position.turn(), position.en_passant())?;
    bare.with_castling(castling, rooks)
}

/// All arrays.
fn arrays() -> Vec<Position> {
    let mut list = Vec::new();
    let mut ranks = vec![String::new()];
    for _ in 0..8 {
        ranks = ranks
            .iter()
            .flat_map(|rank| "RNBQK".chars().map(move |role| format!("{rank}{role}")))
            .filter(|rank| {
                rank.chars().all(|role| {
                    let most = if "QK".contains(role) { 1 } else { 2 };
                    rank.matches(role).count() <= most
                })
            })
            .collect();
    }
    for rank in ranks {
        let fen = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq -", rank.to_lowercase());
        let read = Position::from_fen(&fen, Castling::Chess960);
        list.extend(read.ok().filter(Position::is_initial_array));
    }
    list
}

/// An array, to which a position is taken back.
struct Goal {
    start: Position,
    /// The first rank, from the a-file.
    rank: [Role; 8],
}

/// A position of the search.
struct Node {
    position: Position,
    /// The node after it, and the move that leads there.
    next: Option<(usize, Move)>,
}

impl Goal {
    /// None if the rights of the position are not those of the array.
    fn of(start: Position, position: &Position) -> Option<Goal> {
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let right = position.castling_rook(color, side);
                let same = right.is_none() || right == start.castling_rook(color, side);
                if !same || right.is_some() && position.king(color) != start.king(color) {
                    return None;
                }
            }
        }
        let rank = std::array::from_fn(|file| {
            let at = Square::from_coords(file as i8, 0);
            at.and_then(|at| start.piece_at(at)).map_or(Role::Pawn, |man| man.role)
        });
        Some(Goal { start, rank })
    }

    /// Takes moves back, best first.
    fn search(
        &self,
        position: &Position,
        passed: Option<Square>,
        nodes: u64,
        limits: &Limits,
    ) -> Option<ProofGame> {
        let mut known = vec![Node { position: position.clone(), next: None }];
        let mut seen: HashMap<Position, usize> = HashMap::from([(position.clone(), 0)]);
        let mut waiting = BinaryHeap::from([(Reverse(self.distance(position)?), 0)]);
        while let Some((_, number)) = waiting.pop() {
            if limits.is_over() || known.len() as u64 >= nodes {
                return None;
            }
            let first = passed.filter(|_| number == 0);
            if known[number].position == self.start && first.is_none() {
                return Some(self.game(&known, number));
            }
            for Retraction { before, made, .. } in known[number].position.retractions() {
                let at = known.len();
                let relevant = first.is_none_or(|square| made.from.file() == square.file());
                if !relevant || seen.contains_key(&before) {
                    continue;
                }
                let Some(distance) = self.distance(&before) else { continue };
                seen.insert(before.clone(), at);
                known.push(Node { position: before, next: Some((number, made)) });
                waiting.push((Reverse(distance), at));
            }
        }
        None
    }

    fn game(&self, known: &[Node], mut number: usize) -> ProofGame {
        let mut moves = Vec::new();
        while let Some((next, made)) = known[number].next {
            moves.push(made);
            number = next;
        }
        ProofGame { start: self.start.clone(), moves, mate: Vec::new() }
    }

    /// How far the position is from the array, roughly: none if some man cannot come home.
    fn distance(&self, position: &Position) -> Option<u32> {
        if !position.oddities().is_empty() {
            return None;
        }
        Color::ALL.into_iter().map(|color| self.side(position, color)).sum()
    }

    fn side(&self, position: &Position, color: Color) -> Option<u32> {
        let own = |role| position.board().all(Piece { color, role });
        let pawns = own(Role::Pawn);
        // Pawns at home never leave again when time runs backwards.
        let mut walls = Squares::EMPTY;
        for (at, man) in position.pieces() {
            if man.role == Role::Pawn && at.rank() == man.color.pawn_rank() {
                walls.0 |= at.bit();
            }
        }
        let missing = 16 - position.board().side(color).len() as u32;
        let mut sum = 6 * missing;
        let mut files = [0u32; 8];
        for at in pawns.iter() {
            let gone = (at.rank() - color.pawn_rank()).unsigned_abs();
            sum += [0, 2, 2, 3, 4, 5, 6, 7][usize::from(gone.min(7))];
            files[at.file() as usize] += 1;
        }
        sum += files.iter().map(|&count| 12 * count.saturating_sub(1)).sum::<u32>();
        for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let man = Piece { color, role };
            let homes: Vec<Square> = (0..8)
                .filter(|&file| self.rank[file as usize] == role)
                .filter_map(|file| Square::from_coords(file, color.back_rank()))
                .collect();
            let mut ways: Vec<(u32, usize, Square)> = Vec::new();
            for (number, &home) in homes.iter().enumerate() {
                let far = steps_from(man, home, walls);
                ways.extend(own(role).iter().map(|at| (far[at.index()], number, at)));
            }
            ways.sort();
            // The nearest first; whoever is left over was promoted, or came from a home taken.
            let (mut used, mut placed) = ([false; 8], Squares::EMPTY);
            for (far, number, at) in ways {
                if used[number] || placed.contains(at) {
                    continue;
                }
                if far == FAR {
                    return None;
                }
                used[number] = true;
                placed.0 |= at.bit();
                sum += 4 * far;
            }
            let over = own(role).len() - placed.len();
            sum += 24 * over as u32;
        }
        // King and rooks at home without their rights have yet to move.
        for side in CastlingSide::ALL {
            let rook = self.start.castling_rook(color, side);
            if position.castling_rook(color, side) != rook
                && position.king(color) == self.start.king(color)
                && rook.is_some_and(|rook| own(Role::Rook).contains(rook))
            {
                sum += 3;
            }
        }
        Some(sum)
    }
}

/// Farther than any man goes.
const FAR: u32 = 99;

/// How many moves a man needs from a square to every other, past men that stand still.
fn steps_from(man: Piece, from: Square, walls: Squares) -> [u32; 64] {
    let mut far = [FAR; 64];
    far[from.index()] = 0;
    let mut front = vec![from];
    let mut count = 0;
    while !front.is_empty() {
        count += 1;
        let mut next = Vec::new();
        for at in front {
            for &(files, ranks) in man.role.steps() {
                let mut to = at.offset(files, ranks);
                while let Some(square) = to.filter(|&to| !walls.contains(to)) {
                    if far[square.index()] == FAR {
                        far[square.index()] = count;
                        next.push(square);
                    }
                    to = if man.role.slides() { square.offset(files, ranks) } else { None };
                }
            }
        }
        front = next;
    }
    far
}
