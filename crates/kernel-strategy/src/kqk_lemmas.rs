//! The lemmas about the strategy for king and queen.
//!
//! *On track* means that the queen stands between the kings and the black king is not trapped in a
//! corner. The measure is the rectangle, its width, and the white king's way to its place. How the
//! lemmas make the theorem is in `kqk_order.rs`.
//!
//! As with king and rook, each lemma assumes only those earlier kinds impossible that it needs.

use crate::kqk::{Kind, Strategy};
use crate::rules::{Board, Men, Place, Rules};
use crate::scene::{Lemma, LemmaText, Reading, Scene, TruthOf};
use crate::script::{self, Play, Spot};
use zermelo_refute::{Term, Truth};

use Kind::{Approach, KingStep, Mate, QueenBeside, QueenHome, Squeeze, Wait};

/// The kinds that are played on track and do not mate.
const BASIC: [Kind; 3] = [Squeeze, Approach, Wait];

impl<T: Term> Play<T> for Strategy<T> {
    type Kind = Kind;
    type Pieces = Place<T>;
    type Rules = Self;

    fn rules(&self) -> &Self {
        self
    }

    fn movers(kind: Kind) -> (bool, bool) {
        (kind.moves_king(), !kind.moves_king())
    }

    fn is_move(&self, kind: Kind, from: Men<T>, to: Men<T>) -> T::Truth {
        self.is_move(kind, from, to)
    }

    fn possible(&self, kind: Kind, men: Men<T>) -> T::Truth {
        self.possible(kind, men)
    }
}

/// The scene of a lemma about king and queen.
type Stage<'s, R> = script::Stage<'s, R, Strategy<<R as Reading>::Term>>;

impl<R: Reading> Stage<'_, R> {
    fn on_track(&mut self, men: Spot<R>) {
        self.assume(self.strategy.on_track(men));
    }

    fn off_track(&mut self, men: Spot<R>) {
        self.assume(!self.strategy.on_track(men));
    }
}

/// The lemmas, in the order in which the theorem uses them.
#[must_use]
pub fn kqk_lemmas() -> Vec<Lemma> {
    let texts = (0..).zip(kqk_texts());
    let lemma = |(place, text): (usize, LemmaText<'_, _>)| {
        Lemma::new(text, move |scene| (kqk_texts()[place].denial)(scene))
    };
    texts.map(lemma).collect()
}

/// The texts of the lemmas.
pub(crate) fn kqk_texts<'r, R: Reading + 'r>() -> Vec<LemmaText<'r, R>> {
    let mut book = Vec::new();
    about_moves(&mut book);
    about_the_track(&mut book);
    about_the_first_moves(&mut book);
    book
}

/// Candidates, and what holds after every strategy move.
fn about_moves<'r, R: Reading + 'r>(book: &mut Vec<LemmaText<'r, R>>) {
    lemma(
        book,
        "the black king is never in the queen's way",
        "The queen, moving as the definition lets her, does not jump over the black king.",
        |on| {
            let from = on.white_to_move();
            let to = Men { piece: on.scene.place(), ..from };
            on.show(to);
            on.assume(on.strategy.queen_moves(from, to));
            let mirror = Men { king: from.black, ..from };
            on.assume(mirror.king_blocks(to.piece));
        },
    );
    for kind in Kind::ALL {
        let name = format!("candidates of {kind:?}");
        if matches!(kind, Squeeze | QueenHome) {
            let says = format!("If some legal move fits {kind:?}, one of its candidates does.");
            lemma(book, &name, &says, move |on| {
                let from = on.white_to_move();
                on.white(from, &[kind], &[]);
                on.impossible(from, &[kind]);
            });
        } else {
            let says = format!("Every legal move that fits {kind:?} is one of its candidates.");
            lemma(book, &name, &says, move |on| {
                let from = on.white_to_move();
                let to = on.white(from, &[kind], &[]);
                for candidate in on.strategy.candidates(kind, from) {
                    let same = candidate.king.is(to.king).and(|| candidate.piece.is(to.piece));
                    on.assume(!same);
                }
            });
        }
    }
    lemma(book, "Mate mates", "After Mate Black is mated.", |on| {
        let from = on.white_to_move();
        let to = on.white(from, &[Mate], &[]);
        on.assume(!on.strategy.mate(to));
    });
    lemma(book, "the queen is safe", "After a strategy move Black cannot take the queen.", |on| {
        let from = on.white_to_move();
        let to = on.white(from, &Kind::ALL, &[]);
        on.assume(to.black_takes());
    });
    for kind in Kind::ALL {
        let says = format!("After {kind:?} Black is not stalemated.");
        lemma(book, &format!("no stalemate after {kind:?}"), &says, move |on| {
            let from = on.white_to_move();
            let to = on.white(from, &[kind], &[]);
            on.assume(on.strategy.stalemate(to));
        });
    }
}

/// The queen stands between the kings.
fn about_the_track<'r, R: Reading + 'r>(book: &mut Vec<LemmaText<'r, R>>) {
    lemma(
        book,
        "on track a move is there",
        "On track Mate, Squeeze, Approach or Wait is possible.",
        |on| {
            let men = on.white_to_move();
            on.on_track(men);
            on.impossible(men, &[Mate, Squeeze, Approach, Wait]);
        },
    );
    lemma(
        book,
        "on track after a basic move",
        "After Squeeze, Approach or Wait and a reply the game is on track.",
        |on| {
            let from = on.white_to_move();
            let to = on.white(from, &BASIC, &[]);
            let next = on.black(to);
            on.off_track(next);
        },
    );
    lemma(
        book,
        "the measure is a number",
        "Neither the rectangle nor its width nor the white king's way is below zero.",
        |on| {
            let men = on.white_to_move();
            let (width, around) = on.strategy.room(men);
            let below = [width, around, men.way_to_place()].map(|part| part.at_most(-1));
            on.assume(TruthOf::<R>::some(below));
        },
    );
    lemma(
        book,
        "Squeeze lowers the rectangle",
        "After Squeeze and a reply the rectangle is smaller, or as small and narrower.",
        |on| {
            let from = on.white_to_move();
            let to = on.white(from, &[Squeeze], &[]);
            let next = on.black(to);
            on.assume(!on.strategy.smaller(from, next));
        },
    );
    lemma(
        book,
        "Approach lowers the way",
        "On track, after Approach and a reply the rectangle is no larger and the way smaller.",
        |on| {
            let from = on.white_to_move();
            on.on_track(from);
            let to = on.white(from, &[Approach], &[]);
            let next = on.black(to);
            let larger = on.strategy.smaller(next, from);
            on.assume(larger.or(|| next.way_to_place().ge(from.way_to_place())));
        },
    );
    lemma(
        book,
        "Mate or Squeeze after Wait",
        "On track, after Wait and a reply the rectangle is no larger, and Mate or Squeeze is \
         possible.",
        |on| {
            let from = on.white_to_move();
            on.on_track(from);
            let to = on.white(from, &[Wait], &[Mate, Squeeze]);
            let next = on.black(to);
            let larger = on.strategy.smaller(next, from);
            let possible = |kind| on.strategy.possible(kind, next);
            let neither = (!possible(Mate)).and(|| !possible(Squeeze));
            on.assume(larger.or(|| neither));
        },
    );
}

/// The queen does not stand between the kings yet.
fn about_the_first_moves<'r, R: Reading + 'r>(book: &mut Vec<LemmaText<'r, R>>) {
    lemma(book, "a move is always there", "In every position some kind is possible.", |on| {
        let men = on.white_to_move();
        on.off_track(men);
        on.impossible(men, &[Mate, Squeeze, QueenHome, QueenBeside, KingStep]);
    });
    lemma(
        book,
        "after QueenHome",
        "After QueenHome and a reply the game is on track, or Mate is possible, or the black king \
         is trapped and QueenHome possible.",
        |on| {
            let from = on.white_to_move();
            let to = on.white(from, &[QueenHome], &[]);
            let next = on.black(to);
            on.off_track(next);
            on.impossible(next, &[Mate]);
            let trapped = on.strategy.trapped(next);
            let home = on.strategy.possible(QueenHome, next);
            on.assume(!trapped.and(|| home));
        },
    );
    lemma(
        book,
        "after QueenHome out of the trap",
        "After QueenHome with the black king trapped, and a reply, the game is on track.",
        |on| {
            let from = on.white_to_move();
            on.assume(on.strategy.trapped(from));
            let to = on.white(from, &[QueenHome], &[Mate]);
            let next = on.black(to);
            on.off_track(next);
        },
    );
    lemma(
        book,
        "after two of the last kinds",
        "After QueenBeside or KingStep twice, and replies, an earlier kind is possible.",
        |on| {
            let mut men = on.white_to_move();
            for not in [&[QueenHome, QueenBeside][..], &[Approach, Wait, QueenHome, QueenBeside]] {
                men = on.white(men, &[QueenBeside, KingStep], not);
                men = on.black(men);
            }
            on.impossible(men, &[Approach, Wait, QueenHome]);
        },
    );
}

fn lemma<'r, R: Reading + 'r>(
    book: &mut Vec<LemmaText<'r, R>>,
    name: &str,
    says: &str,
    denial: impl Fn(&mut Stage<'_, R>) + 'r,
) {
    let denial = move |scene: &mut Scene<R>| {
        let strategy = Strategy::new(Board::new(scene.width, scene.height));
        denial(&mut Stage { scene, strategy });
    };
    book.push(LemmaText { name: name.into(), says: says.into(), denial: Box::new(denial) });
}
