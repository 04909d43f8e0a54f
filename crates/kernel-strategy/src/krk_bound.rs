//! How long a game with king and rook lasts at most: a measure that falls, and the lemmas that say so.
//!
//! On each axis the black king has a *side* of his room, counted from the edge behind him to the
//! rook, and the white king has a *way*. Behind the rook the way is what separates him from the
//! rook's line. Beyond it, on the black king's side, it is nothing as long as he stands between
//! the rook's line and its mirror image on the board: from there the rook may change sides, and
//! need not wait for its king. Past the mirror image the way is the shorter of the ways back to it
//! and to the line next to the rook. The measure is twice the room, and both ways.
//!
//! It was found by linear programming over such functions on small boards, where no other of some
//! fifty notions made the bound better; the lemmas prove what it says on all boards.

use crate::krk::Kind;
use crate::krk_lemmas::{BASIC, Book, Stage};
use crate::rules::{Board, Men};
use crate::scene::{Lemma, LemmaText, Reading};
use crate::script::Spot;
use zermelo_refute::{Term, Truth};

/// In so many basic moves the measure falls by [`FALL`], in rooms above [`LAST_ROOM`].
const ROUNDS: i32 = 3;
/// By so much.
const FALL: i32 = 2;
/// The largest room of which lemma 4.6 speaks: at most [`ROUNDS`] basic moves are played there.
const LAST_ROOM: i32 = 3;
/// The measure is at most twice files and ranks less this.
const LESS: i32 = 4;

/// At most so many plies has a game on a board of at least four files and four ranks, by the lemmas:
///
/// - three moves that are not basic, which come first (4.4); one basic move, after which the lemmas
///   of the measure speak;
/// - basic moves from rooms above 3. With each three of them the measure falls by 2, from at most
///   2 (files + ranks) - 4. Where a round begins it is at least 8, twice the room: so there are at
///   most files + ranks - 6 whole rounds before the last one, which has at most three moves;
/// - three basic moves from a room of 3 or less (4.6), and two moves that mate (4.2, 4.3).
///
/// Together 3 (files + ranks) - 6 moves of White, and Black replies to all but the last.
pub(crate) fn plies_within(files: u64, ranks: u64) -> u64 {
    let measure = 2 * (files + ranks) - LESS as u64;
    let least = 2 * (LAST_ROOM as u64 + 1);
    let whole = measure.saturating_sub(least) / FALL as u64;
    let rounds = ROUNDS as u64;
    let moves = 3 + 1 + rounds * (whole + 1) + rounds + 2;
    2 * moves - 1
}

/// The claim of [`plies_within`] in words.
pub(crate) const PLIES: &str = "6 (files + ranks) - 13 plies";

fn larger<T: Term>(one: T, other: T) -> T {
    T::pick(one.ge(other), one, other)
}

fn smaller<T: Term>(one: T, other: T) -> T {
    T::pick(one.le(other), one, other)
}

/// The side of the room and the way of the white king on one axis. What has cases is named, so that
/// they need not be multiplied with those of other terms.
fn side_and_way<T: Term>(
    [king, rook, black, length]: [T; 4],
    name: &mut impl FnMut(T) -> T,
) -> [T; 2] {
    let below = rook.gt(black);
    let side = name(T::pick(below, rook, length - 1 - rook));
    let king = name(T::pick(below, king, length - 1 - king));
    let past_mirror = larger(side.number(0), length - 1 - side - king);
    let beyond = smaller(side - 1 - king, past_mirror);
    let way = T::pick(king.ge(side), king - side, beyond);
    [side, name(way)]
}

/// The measure of a position with White to move.
fn measure<T: Term>(board: Board<T>, men: Men<T>, name: &mut impl FnMut(T) -> T) -> T {
    let Men { king: k, piece: r, black: b } = men;
    let [side_x, way_x] = side_and_way([k.x, r.x, b.x, board.width], name);
    let [side_y, way_y] = side_and_way([k.y, r.y, b.y, board.height], name);
    let room = side_x + side_y;
    room + room + way_x + way_y
}

impl<R: Reading> Stage<'_, R> {
    fn measure(&mut self, men: Spot<R>) -> R::Term {
        let (board, scene) = (self.strategy.board, &mut self.scene);
        measure(board, men, &mut |value| scene.named(value))
    }

    /// What the first lemma says of a position after a basic move.
    fn is_shut_in(&self, men: Spot<R>) -> <R::Term as Term>::Truth {
        men.divides().or(|| men.l_pattern()).and(|| !men.exposed())
    }

    /// A position after a basic move and a reply.
    fn after_basic_move(&mut self) -> Spot<R> {
        let men = self.black_to_move();
        self.assume(self.is_shut_in(men));
        self.black(men)
    }
}

/// The lemmas, which come after those that the strategy mates.
pub(crate) fn bound_lemmas() -> Vec<Lemma> {
    let texts = (0..).zip(bound_texts());
    let lemma = |(place, text): (usize, LemmaText<'_, _>)| {
        Lemma::new(text, move |scene| (bound_texts()[place].denial)(scene))
    };
    texts.map(lemma).collect()
}

/// The texts of the lemmas.
fn bound_texts<'r, R: Reading + 'r>() -> Vec<LemmaText<'r, R>> {
    let mut book: Book<'r, '_, R> = Book { lemmas: Vec::new(), without: &[] };
    book.lemma(
        "bound: after a basic move",
        "After a basic move the rook divides the kings or the men form an L, and it is not exposed.",
        |on| {
            let from = on.white_to_move();
            let to = on.white(from, &BASIC, &[]);
            on.assume(!on.is_shut_in(to));
        },
    );
    book.lemma(
        "bound: the measure from below",
        "After a basic move and a reply the measure is at least twice the room.",
        |on| {
            let men = on.after_basic_move();
            let (measure, room) = (on.measure(men), on.strategy.board.room(men));
            on.assume(measure.lt(room + room));
        },
    );
    book.lemma(
        "bound: the measure from above",
        "After a basic move and a reply the measure is at most 2 (files + ranks) - 4.",
        |on| {
            let men = on.after_basic_move();
            let (measure, sides) = (on.measure(men), on.scene.width + on.scene.height);
            on.assume(measure.gt(sides + sides - LESS));
        },
    );
    book.lemma(
        "bound: three basic moves",
        "After a basic move and a reply, three basic moves from rooms above 3 and their replies lower \
         the measure by at least 2.",
        |on| {
            let start = on.after_basic_move();
            let mut men = start;
            for _ in 0..ROUNDS {
                on.assume(on.strategy.board.room(men).gt(men.king.x.number(LAST_ROOM)));
                let not = [Kind::Squeeze, Kind::ApproachDiag, Kind::ApproachNonDiag];
                men = on.white(men, &BASIC, &not);
                men = on.black(men);
            }
            let (before, after) = (on.measure(start), on.measure(men));
            on.assume((after + FALL).gt(before));
        },
    );
    book.lemmas
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::krk::Strategy;
    use crate::numbering::Numbering;
    use crate::playing::Choice;
    use crate::rules::{Rules, STEPS};

    #[test]
    fn the_bound_is_linear_in_the_sides() {
        for files in 4..=40 {
            for ranks in 4..=40 {
                assert_eq!(plies_within(files, ranks), 6 * (files + ranks) - 13);
            }
        }
        assert_eq!(PLIES, "6 (files + ranks) - 13 plies");
    }

    /// The positions after a basic move and a reply.
    fn after_basic_moves(strategy: &Strategy<i32>, men: Men<i32>) -> Vec<Men<i32>> {
        let Some((kind, moves)) = strategy.played(Choice::Relation, men) else { return Vec::new() };
        let replies = |to: Men<i32>| {
            let steps = STEPS.map(|step| Men { black: to.black.step(step), ..to });
            steps.into_iter().filter(move |&next| strategy.board.black_moves(to, next))
        };
        let moves = moves.into_iter().filter(|_| kind.is_basic());
        moves.flat_map(replies).collect()
    }

    /// What the lemmas say, asked of every position of some boards by playing.
    #[test]
    fn the_measure_falls_on_small_boards() {
        for (files, ranks) in [(4, 4), (6, 4), (5, 6)] {
            let board = Board::new(files, ranks);
            let (strategy, numbering) = (Strategy::new(board), Numbering::new(&board).unwrap());
            let measure = |men| measure(board, men, &mut |value| value);
            let all = (0..numbering.count()).map(|number| numbering.men(number));
            let next: HashMap<Men<i32>, Vec<Men<i32>>> = all
                .filter(|&men| board.white_to_move(men))
                .map(|men| (men, after_basic_moves(&strategy, men)))
                .collect();
            let largest_after = |values: &HashMap<Men<i32>, i32>| -> HashMap<Men<i32>, i32> {
                let large = next.iter().filter(|(men, _)| board.room(**men) > LAST_ROOM);
                let after = large.filter_map(|(&men, next)| {
                    let largest = next.iter().filter_map(|men| values.get(men)).max();
                    largest.map(|&largest| (men, largest))
                });
                after.collect()
            };
            let now: HashMap<_, _> = next.keys().map(|&men| (men, measure(men))).collect();
            let later = (0..ROUNDS).fold(now, |values, _| largest_after(&values));
            let mut seen = 0;
            for &men in next.values().flatten() {
                assert!(measure(men) >= 2 * board.room(men), "{men}");
                assert!(measure(men) <= 2 * (files + ranks) - LESS, "{men}");
                if let Some(&later) = later.get(&men) {
                    assert!(later + FALL <= measure(men), "{men}");
                    seen += 1;
                }
            }
            assert!(seen > 0);
        }
    }
}
