//! All solutions of a given length: depth first, along pictures that can still be reached in time.
//!
//! A node carries the pictures that are still within reach, each with the moves its men still need.
//! A move changes the cost of one man's places, or two when it captures or castles; pictures whose
//! cost exceeds the moves left fall out, and a node without pictures is left at once. What was
//! searched in vain is remembered by exact keys, so that the many orders of the same moves are
//! searched once. Nothing is guessed: what is not found is not there.

use std::collections::HashSet;

use zermelo_board::{
    ByColor, Color, FastHash, Key, Move, Position, Role, Square, back_rank, castled, passed,
    squares,
};

use super::distance::{Distances, NEVER, Place};
use super::packing::Packing;
use super::pictures::{MEN, Man, Most, Picture, Pictures, men};
use super::sharpen::Sharpen;
use super::{Goal, Options, Problem, Solutions};

/// Pictures that are listed at most; with more the search goes without.
const PICTURES: usize = 400_000;

/// With more pictures it is not told apart what the losing side's pawns have become.
const SPLIT: usize = 20_000;

/// Bytes that a remembered position takes.
const BYTES_PER_NODE: u64 = 48;

/// No man.
pub(super) const NOBODY: u8 = MEN as u8;

/// A picture still within reach, and the moves that each side's men need for it.
#[derive(Clone, Copy)]
struct Live {
    picture: u32,
    cost: ByColor<u8>,
}

/// Who stands where, by the numbers of the root.
pub(super) type Board = [u8; 64];

/// A position with its men's numbers and its own.
#[derive(Clone, Copy)]
struct Node<'a> {
    position: &'a Position,
    board: &'a Board,
    packed: u128,
}

/// Positions from which no solution was found: by number, or by key if they have none.
#[derive(Default)]
struct Refuted {
    packed: HashSet<u128, FastHash>,
    keys: HashSet<Key>,
}

struct Search<'a> {
    problem: Problem,
    pictures: Vec<Picture>,
    /// What castling may save each side on the way to a picture.
    castling: Vec<ByColor<u8>>,
    /// The pictures of all nodes on the way from the root, one list after the other.
    live: Vec<Live>,
    /// The men's roles at the root.
    roles: Vec<Role>,
    packing: Option<Packing>,
    /// Positions from which no solution was found, by the plies that were left.
    refuted: Vec<Refuted>,
    remembered: u64,
    line: Vec<Move>,
    solutions: Vec<Vec<Move>>,
    options: &'a Options<'a>,
    nodes: u64,
    spent: bool,
    /// Of the first two plies: moves done, and all.
    parts: [(u32, u32); 2],
}

/// Solves a problem of a given number of plies.
pub fn solve(root: &Position, problem: &Problem, options: &Options<'_>) -> Solutions {
    let list = men(root);
    // Without a list every node is within reach of the picture of nothing.
    let (pictures, looks, limits) = (PICTURES, u32::MAX, options.limits);
    let most = Most { pictures, looks, castled: true, limits };
    let pictures = all_pictures(root, &list, problem, most)
        .unwrap_or_else(|| vec![Picture { places: [None; MEN] }]);
    along(root, problem, options, &list, pictures)
}

/// The same if the pictures are few and quickly listed; solutions with castling may be missed.
pub fn solve_few(
    root: &Position,
    problem: &Problem,
    options: &Options<'_>,
    (pictures, looks): (usize, u32),
) -> Option<Solutions> {
    let list = men(root);
    let most = Most { pictures, looks, castled: false, limits: options.limits };
    let pictures = all_pictures(root, &list, problem, most)?;
    Some(along(root, problem, options, &list, pictures))
}

/// Searches along these pictures.
fn along(
    root: &Position,
    problem: &Problem,
    options: &Options<'_>,
    list: &[Man],
    pictures: Vec<Picture>,
) -> Solutions {
    let mut board = [NOBODY; 64];
    for (number, man) in list.iter().enumerate().take(MEN) {
        board[man.square.index()] = number as u8;
    }
    let castling: Vec<ByColor<u8>> =
        pictures.iter().map(|picture| saved_by_castling(root, list, picture)).collect();
    let mut search = Search {
        castling,
        problem: *problem,
        live: Vec::new(),
        roles: list.iter().map(|man| man.role).collect(),
        packing: Packing::new(root, list),
        refuted: (0..problem.plies).map(|_| Refuted::default()).collect(),
        remembered: 0,
        line: Vec::new(),
        solutions: Vec::new(),
        options,
        nodes: 0,
        spent: false,
        parts: [(0, 0); 2],
        pictures,
    };
    for index in 0..search.pictures.len() {
        let mut cost = ByColor::default();
        for (man, place) in list.iter().zip(search.pictures[index].places) {
            if let Some(place) = place {
                let moves = Distances::get().moves(man.color, man.role, man.square, place);
                cost[man.color] += moves;
            }
        }
        search.live.push(Live { picture: index as u32, cost });
    }
    if !search.pictures.is_empty() {
        let packed = search.packing.as_ref().map_or(0, |packing| packing.root(root, list));
        search.node(&Node { position: root, board: &board, packed }, problem.plies, 0);
    }
    let done = if search.spent { search.done() } else { 1.0 };
    options.progress.set(search.nodes, done);
    Solutions { lines: search.solutions, complete: !search.spent, nodes: search.nodes }
}

/// All pictures within reach; `None` if there are too many. They are listed once for each way in
/// which the sides may have castled, king and rook being there for one move.
fn all_pictures(
    root: &Position,
    list: &[Man],
    problem: &Problem,
    most: Most,
) -> Option<Vec<Picture>> {
    if list.len() > MEN {
        return None;
    }
    let winner = problem.winner;
    let with_check = problem.goal == Goal::Mate;
    let rooks = |color: Color| {
        let rights = if most.castled { root.castling_rights() & back_rank(color) } else { 0 };
        std::iter::once(None).chain(squares(rights).map(Some))
    };
    let mut all = HashSet::new();
    for white in rooks(Color::White) {
        for black in rooks(Color::Black) {
            let mut men = list.to_vec();
            let mut budget = allowed(winner, problem.plies);
            let mut affordable = true;
            for (color, rook) in Color::ALL.into_iter().zip([white, black]) {
                let Some(rook) = rook else { continue };
                let king = root.king(color);
                let (king_to, rook_to) = castled(king, rook);
                for man in &mut men {
                    man.square = match man.square {
                        square if square == king => king_to,
                        square if square == rook => rook_to,
                        square => square,
                    };
                }
                affordable &= budget[color] > 0;
                budget[color] = budget[color].saturating_sub(1);
            }
            if !affordable {
                continue;
            }
            let pictures = Pictures::list(&men, winner, budget, with_check, most)?;
            let split = pictures.len() <= SPLIT;
            let sharpen = Sharpen { men: &men, winner, budget, split };
            let mut sharp = Vec::new();
            for picture in pictures {
                if with_check {
                    sharpen.sharpen(&picture, &mut sharp);
                } else {
                    sharp.push(picture);
                }
            }
            all.extend(sharp);
        }
    }
    Some(all.into_iter().collect())
}

/// The moves that each side may make in so many plies; the winner makes the last one.
fn allowed(winner: Color, plies: u32) -> ByColor<u8> {
    ByColor::new_with(|color| {
        let moves = if color == winner { plies.div_ceil(2) } else { plies / 2 };
        moves.min(NEVER as u32 / 2) as u8
    })
}

/// Whether each side may still castle.
fn may_castle(position: &Position) -> ByColor<bool> {
    ByColor::new_with(|color| position.castling_rights() & back_rank(color) != 0)
}

/// The moves that castling may save each side on the way to a picture: one move takes king and rook
/// to where the bound counts the moves of each. While a side may castle, both are at home.
fn saved_by_castling(root: &Position, men: &[Man], picture: &Picture) -> ByColor<u8> {
    let table = Distances::get();
    let mut saved = ByColor::<u8>::default();
    for rook in squares(root.castling_rights()) {
        let color = root.color_at(rook);
        let king = root.king(color);
        let (king_to, rook_to) = castled(king, rook);
        let place = |square: Square| {
            let number = men.iter().position(|man| man.square == square)?;
            picture.places[number]
        };
        let moves = |role, from, to, place: Option<Place>| match place {
            Some(place) => {
                (table.moves(color, role, from, place), table.moves(color, role, to, place))
            }
            None => (0, 0),
        };
        let (king_walks, king_after) = moves(Role::King, king, king_to, place(king));
        let (rook_walks, rook_after) = moves(Role::Rook, rook, rook_to, place(rook));
        let castles = 1 + king_after + rook_after;
        saved[color] = saved[color].max((king_walks + rook_walks).saturating_sub(castles));
    }
    saved
}

impl Search<'_> {
    /// Searches a node whose pictures begin at `begin`. Whether there was a solution.
    fn node(&mut self, node: &Node<'_>, left: u32, begin: usize) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) {
            self.spent |= self.options.limits.is_over();
            self.options.progress.set(self.nodes, self.done());
        }
        self.spent |= self.nodes > self.options.limits.nodes;
        let Node { position, board, packed } = *node;
        let end = self.live.len();
        let mut found = false;
        let depth = (self.problem.plies - left) as usize;
        if let Some(part) = self.parts.get_mut(depth) {
            *part = (0, position.legal_moves().len() as u32);
        }
        position.any_legal(|m| {
            if self.narrow(position, board, m, left - 1, begin..end) {
                found |= if left == 1 {
                    self.is_goal(&position.play(m)) && self.note(m)
                } else {
                    let packed = match &self.packing {
                        Some(packing) => {
                            let role = self.role(position, board, m.from);
                            packing.after(packed, position, board, m, role)
                        }
                        None => 0,
                    };
                    self.beyond(position, board, m, packed, left - 1, end)
                };
                self.live.truncate(end);
            }
            if let Some((done, _)) = self.parts.get_mut(depth) {
                *done += 1;
            }
            self.spent
        });
        found
    }

    /// Searches the node after a move, unless that was done in vain. Whether there was a solution.
    fn beyond(
        &mut self,
        position: &Position,
        board: &Board,
        m: Move,
        packed: u128,
        left: u32,
        begin: usize,
    ) -> bool {
        let refuted = &self.refuted[left as usize];
        if self.packing.is_some() && refuted.packed.contains(&packed) {
            return false;
        }
        let next = position.play(m);
        if self.packing.is_none() && refuted.keys.contains(&Key::new(&next)) {
            return false;
        }
        let mut next_board = *board;
        move_men(&mut next_board, position, m);
        self.line.push(m);
        let node = Node { position: &next, board: &next_board, packed };
        let solved = self.node(&node, left, begin);
        self.line.pop();
        if !solved && !self.spent {
            if self.remembered * BYTES_PER_NODE > self.options.limits.memory {
                self.refuted.iter_mut().for_each(|refuted| *refuted = Refuted::default());
                self.remembered = 0;
            }
            self.remembered += 1;
            let refuted = &mut self.refuted[left as usize];
            match self.packing {
                Some(_) => refuted.packed.insert(packed),
                None => refuted.keys.insert(Key::new(&next)),
            };
        }
        solved
    }

    /// Notes a solution.
    fn note(&mut self, last: Move) -> bool {
        let mut line = self.line.clone();
        line.push(last);
        self.solutions.push(line);
        self.spent |= self.solutions.len() >= self.options.solutions;
        true
    }

    /// What stands on a square; only pawns change.
    fn role(&self, position: &Position, board: &Board, square: Square) -> Role {
        match self.roles.get(board[square.index()] as usize) {
            Some(&role) if role != Role::Pawn => role,
            _ => position.role_at(square).unwrap_or(Role::Pawn),
        }
    }

    /// How much is done, as the first two plies tell it.
    fn done(&self) -> f64 {
        let [first, second] = self.parts.map(|(done, all)| (f64::from(done), f64::from(all)));
        (first.0 + second.0 / second.1.max(1.0)) / first.1.max(1.0)
    }

    fn is_goal(&self, position: &Position) -> bool {
        match self.problem.goal {
            Goal::Mate => position.is_checkmate(),
            Goal::Stalemate => position.checkers() == 0 && !position.has_legal_move(),
        }
    }

    /// Appends the pictures that are still within reach after a move. Whether there are any.
    fn narrow(
        &mut self,
        position: &Position,
        board: &Board,
        m: Move,
        left: u32,
        range: std::ops::Range<usize>,
    ) -> bool {
        let table = Distances::get();
        let color = position.turn();
        let allowed = allowed(self.problem.winner, left);
        let mut may_castle = may_castle(position);
        // The men whose places change: from where to where, and as what.
        let mut changes: [(u8, Role, Square, Role, Square); 2] =
            [(NOBODY, Role::Pawn, m.from, Role::Pawn, m.from); 2];
        let before = self.role(position, board, m.from);
        if m.is_castling() {
            let (king, rook) = castled(m.from, m.to);
            changes[0] = (board[m.from.index()], Role::King, m.from, Role::King, king);
            changes[1] = (board[m.to.index()], Role::Rook, m.to, Role::Rook, rook);
        } else {
            let after = m.promotion().unwrap_or(before);
            changes[0] = (board[m.from.index()], before, m.from, after, m.to);
        }
        may_castle[color] &= before != Role::King;
        let captured = captured(position, m).map_or(NOBODY, |square| board[square.index()]);
        let end = range.end;
        for index in range {
            let Live { picture, mut cost } = self.live[index];
            let places = &self.pictures[picture as usize].places;
            if captured != NOBODY && places[captured as usize].is_some() {
                continue;
            }
            for &(man, before, from, after, to) in &changes {
                if man != NOBODY
                    && let Some(place) = places[man as usize]
                {
                    let old = table.moves(color, before, from, place);
                    let new = table.moves(color, after, to, place);
                    cost[color] = (cost[color] - old).saturating_add(new);
                }
            }
            let savings = self.castling[picture as usize];
            let within = |color: Color| {
                let saves = if may_castle[color] { savings[color] } else { 0 };
                cost[color] <= allowed[color] + saves
            };
            if within(Color::White) && within(Color::Black) {
                self.live.push(Live { picture, cost });
            }
        }
        self.live.len() > end
    }
}

/// The square of the man that a move captures.
pub(super) fn captured(position: &Position, m: Move) -> Option<Square> {
    if m.is_en_passant() {
        return Some(passed(m.to));
    }
    position.is_capture(m).then_some(m.to)
}

/// Moves the numbers of the men.
pub(super) fn move_men(board: &mut Board, position: &Position, m: Move) {
    if let Some(square) = captured(position, m) {
        board[square.index()] = NOBODY;
    }
    let man = std::mem::replace(&mut board[m.from.index()], NOBODY);
    if m.is_castling() {
        let rook = std::mem::replace(&mut board[m.to.index()], NOBODY);
        let (king_to, rook_to) = castled(m.from, m.to);
        board[king_to.index()] = man;
        board[rook_to.index()] = rook;
    } else {
        board[m.to.index()] = man;
    }
}
