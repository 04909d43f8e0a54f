//! The script of a lemma: men on a board, moves of some kinds by White, replies by Black.

use zermelo_refute::{Term, Truth};

use crate::rules::{Men, Pieces, Place, Rules};
use crate::scene::{Reading, Scene, TruthOf};

pub(crate) type Spot<R, P = Place<<R as Reading>::Term>> = Men<<R as Reading>::Term, P>;

/// A strategy as the lemmas see it.
pub(crate) trait Play<T: Term> {
    /// The kinds of move, in the order in which they are tried.
    type Kind: Copy + Ord;
    /// White's pieces.
    type Pieces: Pieces<T>;
    type Rules: Rules<T, Self::Pieces>;

    fn rules(&self) -> &Self::Rules;

    /// Whether the king, and whether a piece may play it: of two, the first.
    fn movers(kind: Self::Kind) -> (bool, bool);

    /// Whether the move is one of the rules and fits the kind.
    fn is_move(
        &self,
        kind: Self::Kind,
        from: Men<T, Self::Pieces>,
        to: Men<T, Self::Pieces>,
    ) -> T::Truth;

    /// Whether White, to move, has a move of the rules that fits the kind.
    fn possible(&self, kind: Self::Kind, men: Men<T, Self::Pieces>) -> T::Truth;
}

/// The scene of a lemma about a strategy.
pub(crate) struct Stage<'s, R: Reading, P> {
    pub(crate) scene: &'s mut Scene<R>,
    pub(crate) strategy: P,
}

/// The men of a strategy.
type MenOf<R, P> = Spot<R, <P as Play<<R as Reading>::Term>>::Pieces>;

impl<R: Reading, P: Play<R::Term>> Stage<'_, R, P> {
    pub(crate) fn men(&mut self) -> MenOf<R, P> {
        let scene = &mut self.scene;
        Men { king: scene.place(), piece: P::Pieces::on(|| scene.place()), black: scene.place() }
    }

    pub(crate) fn show(&mut self, men: MenOf<R, P>) -> MenOf<R, P> {
        let pieces = men.piece.places().iter().copied();
        self.scene.shown.push([men.king].into_iter().chain(pieces).chain([men.black]).collect());
        men
    }

    pub(crate) fn assume(&mut self, formula: TruthOf<R>) {
        self.scene.assume(formula);
    }

    pub(crate) fn white_to_move(&mut self) -> MenOf<R, P> {
        let men = self.men();
        self.assume(self.strategy.rules().white_to_move(men));
        self.show(men)
    }

    /// White plays one of the kinds; of the kinds before it those in `not` are impossible.
    pub(crate) fn white(
        &mut self,
        from: MenOf<R, P>,
        kinds: &[P::Kind],
        not: &[P::Kind],
    ) -> MenOf<R, P> {
        let by_king = kinds.iter().any(|&kind| P::movers(kind).0);
        let by_piece = kinds.iter().any(|&kind| P::movers(kind).1);
        let king = if by_king { self.scene.place() } else { from.king };
        let piece = if by_piece { from.piece.moved(self.scene.place()) } else { from.piece };
        let to = Men { king, piece, black: from.black };
        let ways = kinds.iter().map(|&kind| {
            let earlier = not.iter().filter(|&&other| other < kind);
            let failed = earlier.map(|&other| !self.strategy.possible(other, from));
            let played = self.strategy.is_move(kind, from, to);
            TruthOf::<R>::every(failed.chain([played]))
        });
        let one = TruthOf::<R>::some(ways);
        self.assume(one);
        self.show(to)
    }

    pub(crate) fn black(&mut self, from: MenOf<R, P>) -> MenOf<R, P> {
        let to = Men { black: self.scene.place(), ..from };
        self.assume(self.strategy.rules().black_moves(from, to));
        self.show(to)
    }

    pub(crate) fn impossible(&mut self, men: MenOf<R, P>, kinds: &[P::Kind]) {
        for &kind in kinds {
            self.assume(!self.strategy.possible(kind, men));
        }
    }
}
