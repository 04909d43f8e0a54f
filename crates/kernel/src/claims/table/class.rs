//! All positions of some men, up to symmetry.
//!
//! A table is right if every position it may be asked about passes [`check_entry`]; this file
//! walks through them. It trusts nothing of how an engine numbers positions. What saves work is
//! symmetry alone: the rules of play do not change when the colours are exchanged and the board is
//! turned over, nor when left and right are exchanged; and without pawns none of the eight
//! symmetries of the square changes them. (En passant goes along; castling is not in tables.)
//!
//! Of the two classes that differ by the exchange of colours only the one is held where White has
//! more men, or if equal, the greater ones. In it one kind of man is the *anchor*, one with the
//! fewest men. The *folded* positions are those of such a class with an anchor in the
//! region: the triangle a1-d1-d4, or with pawns the files a to d. Every position is the image of a
//! folded one, for every square can be brought into the region. [`TableClass::check_slice`] checks
//! all folded positions of a class; [`folded`] brings any position to one of them before a claim is
//! asked. Several folded positions may be images of each other; each is checked for itself, so
//! that does no harm. A claim about a folded position is read as one about all its images; a
//! symmetry takes the moves of a position to the moves of its image, so the game played on folded
//! positions, folding after each move, has the same values and distances. If this is done for a class and all it leads to, [`TableClass::reached`],
//! then the argument of `check.rs` covers every folded position, and by symmetry all others.
//!
//! [`check_entry`]: crate::check_entry

use std::borrow::Cow;
use std::fmt;

use crate::budget::Budget;
use crate::claims::table::check::check_folded;
use crate::claims::table::claim::{Metric, TableProof, Value};
use crate::claims::table::fault::TableFault;
use crate::parallel::in_parts;
use crate::proved::Proved;
use crate::rules::board::Board;
use crate::rules::chess::{Color, Piece, Role, Square};
use crate::rules::losing::Rules;
use crate::rules::moves::{MOVE_STEPS, Move};
use crate::rules::variant::GamePosition;

/// How many men of each colour and role there are.
#[derive(Clone, Copy, PartialEq, Eq)]
struct MenCount([[u8; 6]; 2]);

impl MenCount {
    fn of(men: impl Iterator<Item = Piece>) -> MenCount {
        let mut count = [[0; 6]; 2];
        men.for_each(|man| count[man.color.index()][man.role as usize] += 1);
        MenCount(count)
    }

    /// Whether Black has more men, or as many and the greater ones: more kings, or as many kings
    /// and more queens, and so on.
    fn wants_exchange(&self) -> bool {
        let [white, black] = self.0.map(|mut roles| {
            roles.reverse();
            (roles.iter().sum::<u8>(), roles)
        });
        black > white
    }

    fn exchanged(self) -> MenCount {
        let MenCount([white, black]) = self;
        MenCount([black, white])
    }

    fn has_pawns(&self) -> bool {
        self.0.iter().any(|roles| roles[Role::Pawn as usize] > 0)
    }

    /// A kind of man with the fewest men, the first such kind.
    fn anchor(&self) -> Option<Piece> {
        let kinds = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.into_iter().map(move |role| Piece { color, role }));
        let count = |man: &Piece| self.0[man.color.index()][man.role as usize];
        kinds.filter(|man| count(man) > 0).min_by_key(count)
    }
}

/// Whether the square is where an anchor must stand.
fn in_region(square: Square, pawns: bool) -> bool {
    square.file() < 4 && (pawns || square.rank() <= square.file())
}

/// A symmetry: perhaps exchange the colours, then the files, then the ranks, and at last perhaps
/// files and ranks with each other.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Symmetry {
    colors: bool,
    files: bool,
    ranks: bool,
    diagonal: bool,
}

impl Symmetry {
    fn color(self, color: Color) -> Color {
        if self.colors { !color } else { color }
    }

    fn man(self, man: Piece) -> Piece {
        Piece { color: self.color(man.color), ..man }
    }

    fn square(self, square: Square) -> Square {
        let file = if self.files { 7 - square.file() } else { square.file() };
        let rank = if self.ranks { 7 - square.rank() } else { square.rank() };
        if self.diagonal { Square::on_board(rank, file) } else { Square::on_board(file, rank) }
    }

    /// This symmetry, changed further so that the square comes into the region.
    fn then_into_region(mut self, square: Square, pawns: bool) -> Symmetry {
        let seen = self.square(square);
        self.files ^= seen.file() > 3;
        if !pawns {
            self.ranks ^= seen.rank() > 3;
            let seen = self.square(square);
            self.diagonal = seen.rank() > seen.file();
        }
        self
    }

    /// The image of a position that has these men.
    fn position<P: GamePosition>(
        self,
        position: &P,
        men: impl Iterator<Item = (Square, Piece)>,
    ) -> P {
        let mut board = Board::default();
        for (square, man) in men {
            board.put(self.square(square), Some(self.man(man)));
        }
        let en_passant = position.en_passant().map(|square| self.square(square));
        P::from_men(board, self.color(position.turn()), en_passant)
            .expect("a symmetry makes a position of a position")
    }
}

/// The folded position that stands for this one; the same one if it is folded. Castling rights,
/// of which tables know nothing, may be lost.
///
/// ```
/// use zermelo_kernel::{LosingPosition, folded};
///
/// let position = LosingPosition::from_fen("6rn/8/8/8/8/8/8/7K w - -")?;
/// assert_eq!(folded(&position).to_fen(), "k7/8/8/8/8/8/8/NR6 b - -");
/// # Ok::<(), zermelo_kernel::FenError>(())
/// ```
pub fn folded<P: GamePosition>(position: &P) -> Cow<'_, P> {
    let men = position.board().men();
    let mut count = MenCount::of(men.clone().map(|(_, man)| man));
    let pawns = count.has_pawns();
    let mut symmetry = Symmetry::default();
    if count.wants_exchange() {
        count = count.exchanged();
        symmetry = Symmetry { colors: true, ranks: true, ..symmetry };
    }
    let anchor = count.anchor().map(|man| symmetry.man(man));
    let mut anchors = men.clone().filter(|&(_, man)| Some(man) == anchor);
    if let Some((first, _)) = anchors.next()
        && !in_region(symmetry.square(first), pawns)
        && !anchors.any(|(square, _)| in_region(symmetry.square(square), pawns))
    {
        symmetry = symmetry.then_into_region(first, pawns);
    }
    if symmetry == Symmetry::default() {
        Cow::Borrowed(position)
    } else {
        Cow::Owned(symmetry.position(position, men))
    }
}

/// All positions of a game with certain men, up to symmetry.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableClass {
    rules: Rules,
    men: Vec<Piece>,
}

impl TableClass {
    /// The class of these men: none if there is no man or more than 32, or in chess if there is
    /// not one king of each colour. Men that differ only by the exchange of colours make the same
    /// class.
    pub fn new(rules: Rules, men: &[Piece]) -> Option<TableClass> {
        let one_king = |color| {
            let king = Piece { color, role: Role::King };
            men.iter().filter(|&&man| man == king).count() == 1
        };
        if men.is_empty()
            || men.len() > 32
            || rules == Rules::Chess && !Color::ALL.into_iter().all(one_king)
        {
            return None;
        }
        let exchange = MenCount::of(men.iter().copied()).wants_exchange();
        let symmetry = Symmetry { colors: exchange, ..Symmetry::default() };
        let mut men: Vec<Piece> = men.iter().map(|&man| symmetry.man(man)).collect();
        men.sort_by_key(|man| (man.color, std::cmp::Reverse(man.role)));
        Some(TableClass { rules, men })
    }

    /// The class of a position's men.
    pub fn of<P: GamePosition>(rules: Rules, position: &P) -> Option<TableClass> {
        let men: Vec<Piece> = position.board().men().map(|(_, man)| man).collect();
        TableClass::new(rules, &men).filter(|_| position.belongs_to(rules))
    }

    /// The rules of play.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The men, White's first.
    pub fn men(&self) -> &[Piece] {
        &self.men
    }

    /// The classes to which one capture or one promotion leads, each once. (A promotion that
    /// captures leads to a class that two such steps reach.)
    pub fn reached(&self) -> Vec<TableClass> {
        let mut classes = Vec::new();
        if Color::ALL.into_iter().any(|color| self.men.iter().all(|man| man.color == color)) {
            return classes; // A side without men: the game is over.
        }
        let kings = self.rules != Rules::Chess;
        for (index, &man) in self.men.iter().enumerate() {
            let mut men = self.men.clone();
            men.remove(index);
            classes.extend(TableClass::new(self.rules, &men));
            let becomes = |role| role != Role::Pawn && (role != Role::King || kings);
            if man.role == Role::Pawn {
                for role in Role::ALL.into_iter().filter(|&role| becomes(role)) {
                    men.push(Piece { role, ..man });
                    classes.extend(TableClass::new(self.rules, &men));
                    men.pop();
                }
            }
        }
        classes.sort();
        classes.dedup();
        classes
    }

    /// Into how many parts [`TableClass::check_slice`] cuts the work. They differ in size, and
    /// many are empty.
    pub fn slices(&self) -> usize {
        if self.men.len() > 1 { 64 * 64 } else { 64 }
    }

    /// Checks one part of the class: all folded positions whose first two men stand on two given
    /// squares, with either side to move and every en-passant square that is possible. Positions
    /// that cannot be are left out: in chess where the side not to move is in check, in losing
    /// chess where it has no men.
    ///
    /// `claim` is as for [`check_entry`](crate::check_entry). Returns how many entries were
    /// checked, 0 for a number beyond the parts; the class is checked when all parts are.
    ///
    /// # Errors
    ///
    /// The first [`TableFault`] found.
    pub fn check_slice<P: GamePosition>(
        &self,
        slice: usize,
        metric: Metric,
        claim: impl Fn(&P) -> Option<Value>,
    ) -> Result<u64, TableFault> {
        if !P::plays(self.rules) {
            return Err(TableFault::OtherPositions(self.clone()));
        }
        let count = MenCount::of(self.men.iter().copied());
        let (anchors, others): (Vec<Piece>, Vec<Piece>) =
            self.men.iter().partition(|&&man| Some(man) == count.anchor());
        let mut walk = Walk {
            rules: self.rules,
            metric,
            anchors: anchors.len(),
            men: [anchors, others].concat(),
            pawns: count.has_pawns(),
            fixed: if self.men.len() > 1 { vec![slice / 64, slice % 64] } else { vec![slice] },
            board: Board::default(),
            squares: Vec::new(),
            moves: Vec::new(),
            checked: 0,
        };
        walk.place(&claim)?;
        Ok(walk.checked)
    }
}

impl TableClass {
    /// Checks all entries of the class on so many threads; `done` is told how many more were
    /// checked. `claim` is as for [`check_entry`](crate::check_entry).
    ///
    /// # Errors
    ///
    /// A [`TableFault`] found.
    pub fn check<P: GamePosition>(
        &self,
        metric: Metric,
        claim: impl Fn(&P) -> Option<Value> + Sync,
        threads: usize,
        budget: &Budget,
        done: impl Fn(u64) + Sync,
    ) -> Result<Proved<TableProof>, TableFault> {
        let parts = in_parts(self.slices(), threads, budget, |slice, meter| {
            let checked = self.check_slice(slice, metric, &claim)?;
            meter.step((checked + 1) * MOVE_STEPS)?;
            done(checked);
            Ok::<u64, TableFault>(checked)
        })?;
        let (class, entries, rests_on) = (self.clone(), parts.iter().sum(), self.reached());
        Ok(Proved::accepted(TableProof { class, metric, entries, rests_on }))
    }
}

impl fmt::Display for TableClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |color| -> String {
            let men = self.men.iter().filter(|man| man.color == color);
            men.map(|man| man.role.letter().to_ascii_uppercase()).collect()
        };
        write!(f, "{} {}v{}", self.rules, letters(Color::White), letters(Color::Black))
    }
}

/// A walk through one slice: men are put on the board one after the other, the anchors first.
struct Walk {
    rules: Rules,
    metric: Metric,
    men: Vec<Piece>,
    /// How many of the men, from the first, are anchors.
    anchors: usize,
    /// Whether there is a pawn among the men.
    pawns: bool,
    /// Where the first men must stand in this slice.
    fixed: Vec<usize>,
    board: Board,
    /// Where the men that are on the board stand.
    squares: Vec<Square>,
    /// A list used again and again.
    moves: Vec<Move>,
    checked: u64,
}

impl Walk {
    /// Puts the next man on every square where it may stand, and goes on from there. Men of the
    /// same kind are put on ascending squares, so that each placement comes once.
    fn place<P: GamePosition>(
        &mut self,
        claim: &impl Fn(&P) -> Option<Value>,
    ) -> Result<(), TableFault> {
        let placed = self.squares.len();
        let anchored = || self.squares.iter().any(|&square| in_region(square, self.pawns));
        if placed == self.anchors && !anchored() {
            return Ok(());
        }
        let Some(&man) = self.men.get(placed) else { return self.check_placement(claim) };
        let after = (placed > 0 && self.men[placed - 1] == man).then(|| self.squares[placed - 1]);
        let (first, choices) = self.fixed.get(placed).map_or((0, 64), |&fixed| (fixed, 1));
        for square in Square::all().skip(first).take(choices) {
            if after.is_some_and(|after| square <= after)
                || self.board.at(square).is_some()
                || man.role == Role::Pawn && (square.rank() == 0 || square.rank() == 7)
            {
                continue;
            }
            self.board.put(square, Some(man));
            self.squares.push(square);
            self.place(claim)?;
            self.squares.pop();
            self.board.put(square, None);
        }
        Ok(())
    }

    /// Checks the positions with all men as they stand now.
    fn check_placement<P: GamePosition>(
        &mut self,
        claim: &impl Fn(&P) -> Option<Value>,
    ) -> Result<(), TableFault> {
        for turn in Color::ALL {
            if self.men.iter().all(|man| man.color == turn) {
                continue; // The other side, without men, cannot have moved last.
            }
            self.check_position(turn, None, claim)?;
            let pawn = Piece { color: !turn, role: Role::Pawn };
            for index in 0..self.men.len() {
                // A pawn that has just made its double step has passed the square behind it.
                if self.men[index] == pawn
                    && let Some(passed) = self.squares[index].offset(0, turn.forward())
                {
                    self.check_position(turn, Some(passed), claim)?;
                }
            }
        }
        Ok(())
    }

    /// Checks one position, if it can be.
    fn check_position<P: GamePosition>(
        &mut self,
        turn: Color,
        en_passant: Option<Square>,
        claim: &impl Fn(&P) -> Option<Value>,
    ) -> Result<(), TableFault> {
        if let Some(position) = P::from_men(self.board, turn, en_passant) {
            check_folded(&position, self.rules, self.metric, claim, &mut self.moves)?;
            self.checked += 1;
        }
        Ok(())
    }
}
