//! The lemmas about the strategy for king and two rooks.
//!
//! What is known of a position with White to move goes from lemma to lemma: the rooks are a *wall*, it is
//! *posted*, a rook has *advanced*; before there is a wall, that one of the kinds up to some kind is
//! possible. How the lemmas make the theorem is in `krr_order.rs`. The measure is how many lines are
//! before the wall, and then how many the king is behind it.
//!
//! A lemma about a move of a rook is about the first one: the rooks of a position are a set, and every
//! move can be written so.
//!
//! Those about the first moves assume all earlier kinds impossible, and need it; those about the wall
//! assume none, but for Aside.

use crate::krr::{Kind, Rooks, Strategy, View};
use crate::rules::{Board, Pair, Rules};
use crate::scene::{Lemma, LemmaText, Reading, Scene, TruthOf};
use crate::script::{self, Play};
use zermelo_refute::{Term, Truth};

use Kind::{
    Advance, AnyRook, Aside, Away, Beside, Cross, Follow, InLine, Join, KingStep, KingUp, Mate,
    Prepare, Quiet, Spread,
};

impl<T: Term> Play<T> for Strategy<T> {
    type Kind = Kind;
    type Pieces = Pair<T>;
    type Rules = Self;

    fn rules(&self) -> &Self {
        self
    }

    fn movers(kind: Kind) -> (bool, bool) {
        (kind.moves_king(), kind.moves_rook())
    }

    fn is_move(&self, kind: Kind, from: Rooks<T>, to: Rooks<T>) -> T::Truth {
        self.is_move(kind, from, to)
    }

    fn possible(&self, kind: Kind, men: Rooks<T>) -> T::Truth {
        self.possible(kind, men)
    }
}

/// The scene of a lemma about king and two rooks.
type Stage<'s, R> = script::Stage<'s, R, Strategy<<R as Reading>::Term>>;
type Men<R> = Rooks<<R as Reading>::Term>;

impl<R: Reading> Stage<'_, R> {
    /// White to move, and the position has that shape, seen from some edge.
    fn some(&mut self, shape: impl Fn(View<R::Term>) -> TruthOf<R>) -> Men<R> {
        let men = self.white_to_move();
        self.assume(self.strategy.some(men, shape));
        men
    }

    /// A move of the kind and a reply.
    fn round(&mut self, from: Men<R>, kind: Kind, not: &[Kind]) -> Men<R> {
        let to = self.white(from, &[kind], not);
        self.black(to)
    }

    /// Seen from some edge the first position has the shape and the second not that which belongs to
    /// it.
    fn breaks(
        &mut self,
        from: Men<R>,
        next: Men<R>,
        shape: impl Fn(&View<R::Term>) -> TruthOf<R>,
        keeps: impl Fn(&View<R::Term>, &View<R::Term>) -> TruthOf<R>,
    ) {
        let views = self.strategy.views(from).into_iter().zip(self.strategy.views(next));
        let broken = views.map(|(from, next)| shape(&from).and(|| !keeps(&from, &next)));
        let broken = TruthOf::<R>::some(broken);
        self.assume(broken);
    }
}

/// The lemmas, in the order in which the theorem uses them.
#[must_use]
pub fn krr_lemmas() -> Vec<Lemma> {
    let texts = (0..).zip(krr_texts());
    let lemma = |(place, text): (usize, LemmaText<'_, _>)| {
        Lemma::new(text, move |scene| (krr_texts()[place].denial)(scene))
    };
    texts.map(lemma).collect()
}

/// The texts of the lemmas.
pub(crate) fn krr_texts<'r, R: Reading + 'r>() -> Vec<LemmaText<'r, R>> {
    let mut book = Vec::new();
    about_moves(&mut book);
    about_the_wall(&mut book);
    about_the_measure(&mut book);
    about_advancing(&mut book);
    about_the_first_moves(&mut book);
    book
}

/// What holds after every strategy move.
fn about_moves<'r, R: Reading + 'r>(book: &mut Vec<LemmaText<'r, R>>) {
    lemma(
        book,
        "the black king is never in a rook's way",
        "A rook, moving as the definition lets it, does not jump over the black king.",
        |on| {
            let from = on.white_to_move();
            let to = Men::<R> { piece: [on.scene.place(), from.piece[1]], ..from };
            on.show(to);
            on.assume(on.strategy.rook_moves(from, to));
            on.assume(from.black.between(from.piece[0], to.piece[0]));
        },
    );
    lemma(book, "Mate mates", "After Mate Black is mated.", |on| {
        let from = on.white_to_move();
        let to = on.white(from, &[Mate], &[]);
        on.assume(!on.strategy.mate(to));
    });
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Mate) {
        let says = format!("After {kind:?} Black can take no rook and is not stalemated.");
        lemma(book, &format!("{kind:?} is safe"), &says, move |on| {
            let from = on.white_to_move();
            let to = on.white(from, &[kind], &[]);
            on.assume(to.black_takes().or(|| on.strategy.stalemate(to)));
        });
    }
}

/// The rooks are a wall.
fn about_the_wall<'r, R: Reading + 'r>(book: &mut Vec<LemmaText<'r, R>>) {
    lemma(
        book,
        "with a wall a move is there",
        "With a wall that is posted Mate, Advance, Aside or KingUp is possible.",
        |on| {
            let men = on.some(|view| view.posted());
            on.impossible(men, &[Mate, Advance, Aside, KingUp]);
        },
    );
    lemma(book, "a wall is posted", "With a wall that is not posted Spread is possible.", |on| {
        let men = on.some(|view| view.wall());
        on.assume(!on.strategy.some(men, |view| view.posted()));
        on.impossible(men, &[Spread]);
    });
    lemma(book, "with a wall nobody follows", "With a wall Follow is no move.", |on| {
        let from = on.some(|view| view.wall());
        on.white(from, &[Follow], &[]);
    });
    for kind in [Aside, KingUp, Spread] {
        let says = format!("After {kind:?} and a reply the wall is on the same line.");
        lemma(book, &format!("{kind:?} keeps the wall"), &says, move |on| {
            let from = on.white_to_move();
            let next = on.round(from, kind, &[]);
            on.breaks(from, next, View::wall, |from, next| {
                next.wall().and(|| next.line().is(from.line()))
            });
        });
        let says = format!("{kind:?} is played with a wall only.");
        lemma(book, &format!("{kind:?} needs a wall"), &says, move |on| {
            let from = on.white_to_move();
            on.white(from, &[kind], &[]);
            on.assume(!on.strategy.some(from, |view| view.wall()));
        });
    }
}

/// Moves along the wall and behind it, and what they do to the measure.
fn about_the_measure<'r, R: Reading + 'r>(book: &mut Vec<LemmaText<'r, R>>) {
    lemma(
        book,
        "after Aside a rook advances",
        "After Aside and a reply Mate or Advance is possible.",
        |on| {
            let from = on.white_to_move();
            let next = on.round(from, Aside, &[Mate, Advance]);
            on.impossible(next, &[Mate, Advance]);
        },
    );
    lemma(
        book,
        "the measure is a number",
        "With a wall there are lines before it, and the king is at least a line behind it.",
        |on| {
            let men = on.white_to_move();
            let below = |view: View<R::Term>| {
                let room = (view.depth - 1 - view.line()).at_most(0);
                view.wall().and(|| room.or(|| view.behind().at_most(0)))
            };
            on.assume(on.strategy.some(men, below));
        },
    );
    lemma(
        book,
        "KingUp comes nearer",
        "After KingUp the king is less far behind the wall.",
        |on| {
            let from = on.white_to_move();
            let next = on.round(from, KingUp, &[]);
            on.breaks(from, next, View::wall, |from, next| next.behind().lt(from.behind()));
        },
    );
    lemma(
        book,
        "Spread reaches the ends",
        "After Spread and a reply more rooks stand at an end of the line.",
        |on| {
            let from = on.white_to_move();
            let next = on.round(from, Spread, &[]);
            on.breaks(from, next, View::wall, |from, next| from.at_ends().lt(next.at_ends()));
        },
    );
}

/// A rook advances, and the other follows.
fn about_advancing<'r, R: Reading + 'r>(book: &mut Vec<LemmaText<'r, R>>) {
    lemma(
        book,
        "Advance gains a line",
        "Advance is played with a wall, and after it and a reply one rook is a line before it.",
        |on| {
            let from = on.white_to_move();
            let next = on.round(from, Advance, &[]);
            let views = on.strategy.views(from).into_iter().zip(on.strategy.views(next));
            let gained = views.map(|(from, next)| {
                let line = next.front().is(from.line() + 1);
                line.and(|| from.wall()).and(|| next.advanced())
            });
            let gained = TruthOf::<R>::some(gained);
            on.assume(!gained);
        },
    );
    lemma(book, "the other rook follows", "Where a rook has advanced Follow is possible.", |on| {
        let men = on.some(|view| view.advanced());
        on.impossible(men, &[Follow]);
    });
    lemma(
        book,
        "nothing else is played then",
        "Where a rook has advanced Mate and Advance are no moves.",
        |on| {
            let from = on.some(|view| view.advanced());
            on.white(from, &[Mate, Advance], &[]);
        },
    );
    lemma(
        book,
        "Follow keeps the line",
        "Where a rook has advanced, after Follow and a reply there is a wall on its line.",
        |on| {
            let from = on.white_to_move();
            let next = on.round(from, Follow, &[]);
            on.breaks(from, next, View::advanced, |from, next| {
                next.wall().and(|| next.line().is(from.front()))
            });
        },
    );
    for kind in [Follow, Join] {
        let says = format!("After {kind:?} and a reply there is a wall.");
        lemma(book, &format!("after {kind:?} a wall"), &says, move |on| {
            let from = on.white_to_move();
            let next = on.round(from, kind, &[]);
            on.assume(!on.strategy.some(next, |view| view.wall()));
        });
    }
}

/// There is no wall yet.
fn about_the_first_moves<'r, R: Reading + 'r>(book: &mut Vec<LemmaText<'r, R>>) {
    lemma(
        book,
        "a move is always there",
        "In every position without a wall some kind is possible.",
        |on| {
            let men = on.white_to_move();
            on.assume(!on.strategy.some(men, |view| view.wall()));
            on.impossible(men, &Kind::ALL[Follow as usize..]);
        },
    );
    for (kind, then) in AFTER {
        let says = format!(
            "After {kind:?}, all earlier kinds being impossible, and a reply one of the kinds up to {:?} \
             is possible.",
            up_to(kind)
        );
        lemma(book, &format!("after {kind:?}"), &says, move |on| {
            let from = on.white_to_move();
            let next = on.round(from, kind, &Kind::ALL[..kind as usize]);
            on.impossible(next, then);
        });
    }
    lemma(
        book,
        "Away goes further",
        "After Away and a reply the rooks are further from their king.",
        |on| {
            let from = on.white_to_move();
            let next = on.round(from, Away, &[]);
            on.assume(next.far().le(from.far()));
        },
    );
    lemma(
        book,
        "further is a number",
        "The rooks are at most twice as far from their king as files and ranks together.",
        |on| {
            let men = on.white_to_move();
            let around = on.scene.width + on.scene.height;
            on.assume((around + around).lt(men.far()));
        },
    );
}

/// The kinds that are played before there is a wall, and kinds of which one is possible after the
/// reply.
const AFTER: [(Kind, &[Kind]); 8] = [
    (Prepare, &[Follow, Join]),
    (Cross, &[Join, Prepare]),
    (Beside, &[Prepare]),
    (InLine, &[Follow, Join, Prepare, Cross, Beside]),
    (Quiet, &[Follow, Join, Prepare, Cross, Beside, InLine]),
    (Away, &[Prepare, Beside, InLine, Quiet, Away, KingStep]),
    (KingStep, &[Prepare, Beside, InLine]),
    (AnyRook, &[Quiet]),
];

/// The last of the kinds of which one is possible after a move of the kind and a reply, before there
/// is a wall.
pub(crate) fn up_to(kind: Kind) -> Kind {
    let known = AFTER.into_iter().find(|(played, _)| *played == kind);
    known.and_then(|(_, then)| then.iter().max().copied()).expect("a kind before the wall")
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
