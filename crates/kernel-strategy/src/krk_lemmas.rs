//! The lemmas about the strategy for king and rook, and how they make a theorem.
//!
//! Each lemma assumes as little as it needs: where it says that a kind of move is played, the move
//! fits the kind and only those earlier kinds are impossible that are named. So it says more than
//! the same lemma about the strategy. Mate and stalemate are told by their shapes, and whether a
//! kind is possible by its candidates; the first lemmas say that these are the same.

use crate::krk::{Condition, Kind, Strategy};
use crate::rules::{Board, Men, Place, Rules};
use crate::scene::{Lemma, LemmaText, Reading, Scene, TruthOf};
use crate::script::{self, Play, Spot};
use zermelo_refute::{Term, Truth};

use Kind::{
    ApproachDiag, ApproachNonDiag, ImmediateMate, KeepRoomDiag, KeepRoomNonDiag, ReadyToMate,
    RookHome, RookSafe, RookSafeSmallBoards, Squeeze,
};

pub(crate) const BASIC: [Kind; 5] =
    [Squeeze, ApproachDiag, ApproachNonDiag, KeepRoomDiag, KeepRoomNonDiag];

/// After these kinds were played one after the other, whatever Black replied, one of the last
/// kinds is possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct After {
    /// What was played, each with the earlier kinds that must have been impossible.
    pub played: Vec<(Vec<Kind>, Vec<Kind>)>,
    /// What is possible then.
    pub possible: Vec<Kind>,
}

/// Which kinds follow which: lemma 4.4 of the paper in five parts.
#[must_use]
pub fn follow_ups() -> Vec<(&'static str, After)> {
    let home = || (vec![RookHome], vec![Squeeze, ApproachNonDiag]);
    let one = |kinds: &[Kind], not: &[Kind], possible: &[Kind]| After {
        played: vec![(kinds.to_vec(), not.to_vec())],
        possible: possible.to_vec(),
    };
    vec![
        ("after a basic move", one(&BASIC, &[], &[Squeeze, KeepRoomDiag, KeepRoomNonDiag])),
        (
            "after RookHome",
            one(
                &[RookHome],
                &[ReadyToMate, Squeeze, ApproachNonDiag],
                &[KeepRoomNonDiag, RookHome],
            ),
        ),
        (
            "after RookHome twice",
            After {
                played: vec![(vec![RookHome], Vec::new()), home()],
                possible: vec![KeepRoomNonDiag],
            },
        ),
        ("after RookSafe", one(&[RookSafe], &[RookHome], &[Squeeze, RookHome])),
        ("after RookSafeSmallBoards", one(&[RookSafeSmallBoards], &[], &[RookHome])),
    ]
}

/// The kinds that may come after these, by the lemmas: where one of some kinds is possible, the
/// strategy plays the last of them or an earlier one.
fn may_follow(history: &[Kind]) -> Vec<Kind> {
    match history.last() {
        Some(ImmediateMate) => return Vec::new(),
        Some(ReadyToMate) => return vec![ImmediateMate],
        _ => {}
    }
    let mut last = RookSafeSmallBoards;
    for (_, After { played, possible }) in follow_ups() {
        let recent = &history[history.len().saturating_sub(played.len())..];
        let applies = recent.len() == played.len()
            && recent.iter().zip(&played).all(|(kind, (kinds, _))| kinds.contains(kind));
        if applies {
            last = last.min(*possible.iter().max().expect("some kind"));
        }
    }
    Kind::ALL.into_iter().filter(|&kind| kind <= last).collect()
}

/// Checks by trying all orders of kinds that the lemmas leave: RookHome and RookSafe come among
/// the first three moves only, and from the first basic move on all moves are basic or mate.
pub(crate) fn krk_order() -> Result<(), String> {
    let memory = follow_ups().iter().map(|(_, after)| after.played.len()).max().unwrap_or(0);
    check_order(memory, may_follow)
}

/// The same of whatever may follow the last kinds, of which so many matter.
fn check_order(memory: usize, may_follow: impl Fn(&[Kind]) -> Vec<Kind>) -> Result<(), String> {
    // The last kinds, as many as a lemma looks at; how many moves there were, at most 3; whether
    // one was basic. What may follow depends on nothing else.
    let mut states = vec![(Vec::new(), 0, false)];
    let mut next = 0;
    while let Some((history, moves, basic)) = states.get(next).cloned() {
        next += 1;
        for kind in may_follow(&history) {
            if kind >= RookHome && (moves == 3 || basic) {
                return Err(format!("{kind:?} may follow {history:?}"));
            }
            let mut history = history.clone();
            history.push(kind);
            let recent = history.split_off(history.len().saturating_sub(memory));
            let state = (recent, (moves + 1).min(3), basic || kind.is_basic());
            if !states.contains(&state) {
                states.push(state);
            }
        }
    }
    Ok(())
}

impl<T: Term> Play<T> for Strategy<T> {
    type Kind = Kind;
    type Pieces = Place<T>;
    type Rules = Board<T>;

    fn rules(&self) -> &Board<T> {
        &self.board
    }

    fn movers(kind: Kind) -> (bool, bool) {
        (kind.moves_king(), kind.moves_rook())
    }

    fn is_move(&self, kind: Kind, from: Men<T>, to: Men<T>) -> T::Truth {
        self.is_move(kind, from, to)
    }

    fn possible(&self, kind: Kind, men: Men<T>) -> T::Truth {
        self.possible(kind, men)
    }
}

/// The scene of a lemma about king and rook.
pub(crate) type Stage<'s, R> = script::Stage<'s, R, Strategy<<R as Reading>::Term>>;

impl<R: Reading> Stage<'_, R> {
    pub(crate) fn black_to_move(&mut self) -> Spot<R> {
        let men = self.men();
        self.assume(self.strategy.board.black_to_move(men));
        self.show(men)
    }

    fn differ(&mut self, one: TruthOf<R>, other: TruthOf<R>) {
        self.assume(one.and(|| !other).or(|| other.and(|| !one)));
    }
}

/// The lemmas, in the order in which the theorem uses them. Without conditions of the strategy
/// some of them are false, and their denials have solutions.
#[must_use]
pub fn krk_lemmas(without: &[Condition]) -> Vec<Lemma> {
    let without = without.to_vec();
    let texts = (0..).zip(krk_texts(&without));
    let lemma = |(place, text): (usize, LemmaText<'_, _>)| {
        let without = without.clone();
        Lemma::new(text, move |scene| (krk_texts(&without)[place].denial)(scene))
    };
    texts.map(lemma).collect()
}

/// The texts of the lemmas.
pub(crate) fn krk_texts<'r, R: Reading + 'r>(without: &[Condition]) -> Vec<LemmaText<'r, R>> {
    let mut book: Book<'r, '_, R> = Book { lemmas: Vec::new(), without };
    book.lemma("shape of mate", "A position is mate exactly if it has the shape of one.", |on| {
        let men = on.black_to_move();
        on.differ(on.strategy.board.mate(men), on.strategy.board.mate_shape(men));
    });
    book.lemma(
        "shape of stalemate",
        "A position is stalemate exactly if it has the shape of one.",
        |on| {
            let men = on.black_to_move();
            on.differ(on.strategy.board.stalemate(men), on.strategy.board.stalemate_shape(men));
        },
    );
    book.lemma(
        "shape before mate",
        "The rook mates on one of two squares exactly if the position has the shape for it.",
        |on| {
            let men = on.white_to_move();
            on.differ(on.strategy.mates(men), on.strategy.board.mates_shape(men));
        },
    );
    book.lemma("the king never mates", "No move of the white king mates.", |on| {
        let from = on.white_to_move();
        let to = Men { king: on.scene.place(), ..from };
        on.show(to);
        on.assume(on.strategy.board.king_moves(from, to));
        on.assume(on.strategy.board.mate_shape(to));
    });
    book.lemma(
        "the black king is never in the rook's way",
        "The rook, moving as the definition lets it, does not jump over the black king.",
        |on| {
            let from = on.white_to_move();
            let to = Men { piece: on.scene.place(), ..from };
            on.show(to);
            on.assume(on.strategy.board.rook_moves(from, to));
            on.assume(from.black.between(from.piece, to.piece));
        },
    );
    for kind in Kind::ALL {
        let name = format!("candidates of {kind:?}");
        let says = format!("If some legal move fits {kind:?}, one of its candidates does.");
        book.lemma(&name, &says, move |on| {
            let from = on.white_to_move();
            on.white(from, &[kind], &[]);
            on.impossible(from, &[kind]);
        });
    }
    book.lemma(
        "a move is always there",
        "In every position some kind of move is possible.",
        |on| {
            let men = on.white_to_move();
            on.impossible(men, &[RookHome, RookSafe, RookSafeSmallBoards]);
        },
    );
    book.lemma(
        "4.1: the rook is safe",
        "After a strategy move Black cannot take the rook.",
        |on| {
            let from = on.white_to_move();
            let to = on.white(from, &Kind::ALL, &[]);
            on.assume(to.black_takes());
        },
    );
    book.lemma("no stalemate", "After a strategy move Black is not stalemated.", |on| {
        let from = on.white_to_move();
        let to = on.white(from, &Kind::ALL, &[]);
        on.assume(on.strategy.board.stalemate_shape(to));
    });
    book.lemma("4.2: ImmediateMate mates", "After ImmediateMate Black is mated.", |on| {
        let from = on.white_to_move();
        let to = on.white(from, &[ImmediateMate], &[]);
        on.assume(!on.strategy.board.mate(to));
    });
    book.lemma(
        "4.3: ReadyToMate leads to mate",
        "After ReadyToMate Black has a move, and after each of them ImmediateMate is possible.",
        |on| {
            let from = on.white_to_move();
            let to = on.white(from, &[ReadyToMate], &[]);
            let next = Men { black: on.scene.place(), ..to };
            on.show(next);
            let mates = on.strategy.possible(ImmediateMate, next);
            let reply = on.strategy.board.black_moves(to, next).and(|| !mates);
            on.assume(on.strategy.board.black_is_stuck(to).or(|| reply));
        },
    );
    for (name, After { played, possible }) in follow_ups() {
        let says = format!("Then one of these is possible: {possible:?}.");
        let name = format!("4.4: {name}");
        book.lemma(&name, &says, move |on| {
            let mut men = on.white_to_move();
            for (kinds, not) in &played {
                men = on.white(men, kinds, not);
                men = on.black(men);
            }
            on.impossible(men, &possible);
        });
    }
    book.lemma(
        "4.5: three basic moves",
        "From a room above 3, three basic moves and replies make the room smaller, or leave it and \
         bring the white king closer to the critical square.",
        |on| {
            let start = on.white_to_move();
            on.assume(on.strategy.board.room(start).at_least(4));
            let mut men = start;
            for not in [
                &[Squeeze, ApproachNonDiag][..],
                &[Squeeze, ApproachDiag, ApproachNonDiag],
                &[Squeeze, ApproachNonDiag],
            ] {
                men = on.white(men, &BASIC, not);
                men = on.black(men);
            }
            let (before, after) = (on.strategy.board.room(start), on.strategy.board.room(men));
            on.assume(after.ge(before));
            on.assume(after.gt(before).or(|| men.way_to_go().ge(start.way_to_go())));
        },
    );
    book.lemma(
        "4.6: the last room",
        "From a room of 3 or less, after three basic moves and replies ReadyToMate is possible.",
        |on| {
            let mut men = on.white_to_move();
            on.assume(on.strategy.board.room(men).at_most(3));
            for not in [
                &[][..],
                &[ApproachNonDiag, KeepRoomDiag],
                &[ReadyToMate, ApproachNonDiag, KeepRoomDiag],
            ] {
                men = on.white(men, &BASIC, not);
                men = on.black(men);
            }
            on.impossible(men, &[ReadyToMate]);
        },
    );
    book.lemmas
}

/// The lemmas as they are written down.
pub(crate) struct Book<'r, 'w, R: Reading> {
    pub(crate) lemmas: Vec<LemmaText<'r, R>>,
    pub(crate) without: &'w [Condition],
}

impl<'r, R: Reading + 'r> Book<'r, '_, R> {
    pub(crate) fn lemma(
        &mut self,
        name: &str,
        says: &str,
        denial: impl Fn(&mut Stage<'_, R>) + 'r,
    ) {
        let without = self.without.to_vec();
        let denial = move |scene: &mut Scene<R>| {
            let board = Board::new(scene.width, scene.height);
            let strategy = Strategy { board, without: without.clone(), by_shape: true };
            denial(&mut Stage { scene, strategy });
        };
        self.lemmas.push(LemmaText {
            name: name.into(),
            says: says.into(),
            denial: Box::new(denial),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lemmas_leave_only_the_orders_that_the_theorem_speaks_of() {
        assert_eq!(krk_order(), Ok(()));
        assert_eq!(may_follow(&[]), Kind::ALL);
        assert_eq!(may_follow(&[ReadyToMate]), [ImmediateMate]);
        assert_eq!(may_follow(&[RookHome]).last(), Some(&RookHome));
        assert_eq!(may_follow(&[RookHome, RookHome]).last(), Some(&KeepRoomNonDiag));
        assert_eq!(may_follow(&[RookSafe, Squeeze]).last(), Some(&KeepRoomNonDiag));
    }

    #[test]
    fn what_may_follow_signature() {
        let up_to = |history: &[Kind], last: Kind| {
            let expected: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| kind <= last).collect();
            assert_eq!(may_follow(history), expected, "{history:?}");
        };
        up_to(&[], RookSafeSmallBoards);
        assert_eq!(may_follow(&[ImmediateMate]), []);
        assert_eq!(may_follow(&[RookHome, ImmediateMate]), []);
        assert_eq!(may_follow(&[ReadyToMate]), [ImmediateMate]);
        for basic in BASIC {
            up_to(&[basic], KeepRoomNonDiag);
            up_to(&[RookHome, basic], KeepRoomNonDiag);
        }
        up_to(&[RookHome], RookHome);
        up_to(&[RookSafe, RookHome], RookHome);
        up_to(&[RookHome, RookHome], KeepRoomNonDiag);
        up_to(&[RookHome, RookHome, RookHome], KeepRoomNonDiag);
        up_to(&[RookSafe], RookHome);
        up_to(&[RookSafeSmallBoards], RookHome);
    }

    /// Each time something more may follow than the theorem speaks of.
    #[test]
    fn without_a_lemma_there_is_no_theorem() {
        assert_eq!(check_order(2, may_follow), Ok(()));
        // Nothing is known; RookHome may come again and again, so also as the fourth move; after a
        // basic move the rook may go home again.
        let anything = check_order(2, |_| Kind::ALL.to_vec());
        assert_eq!(anything, Err("RookHome may follow [Squeeze]".to_string()));
        let home = check_order(2, |_| vec![RookHome]);
        assert_eq!(home, Err("RookHome may follow [RookHome, RookHome]".to_string()));
        let safe = check_order(1, |_| vec![RookSafe]);
        assert_eq!(safe, Err("RookSafe may follow [RookSafe]".to_string()));
        let after_basic = |history: &[Kind]| match history {
            [] => vec![KeepRoomDiag],
            _ => vec![RookHome],
        };
        let fault = check_order(2, after_basic);
        assert_eq!(fault, Err("RookHome may follow [KeepRoomDiag]".to_string()));
        // Three moves that are not basic come first, and then basic ones without end.
        let three = |history: &[Kind]| match history {
            [] => vec![RookSafe],
            [RookSafe] => vec![RookHome],
            [RookSafe, RookHome] => vec![RookHome],
            _ => vec![Squeeze],
        };
        assert_eq!(check_order(2, three), Ok(()));
    }

    #[test]
    fn follow_ups_signature() {
        let text = |(name, after): (&str, After)| {
            format!("{name}: {:?} {:?}", after.played, after.possible)
        };
        let expected = [
            "after a basic move: [([Squeeze, ApproachDiag, ApproachNonDiag, KeepRoomDiag, \
             KeepRoomNonDiag], [])] [Squeeze, KeepRoomDiag, KeepRoomNonDiag]",
            "after RookHome: [([RookHome], [ReadyToMate, Squeeze, ApproachNonDiag])] \
             [KeepRoomNonDiag, RookHome]",
            "after RookHome twice: [([RookHome], []), ([RookHome], [Squeeze, ApproachNonDiag])] \
             [KeepRoomNonDiag]",
            "after RookSafe: [([RookSafe], [RookHome])] [Squeeze, RookHome]",
            "after RookSafeSmallBoards: [([RookSafeSmallBoards], [])] [RookHome]",
        ];
        assert_eq!(follow_ups().into_iter().map(text).collect::<Vec<_>>(), expected);
    }
}
