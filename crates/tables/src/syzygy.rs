//! Syzygy tables, the files that many people have: read with the crate shakmaty-syzygy.
//!
//! They are not ours and not checked by the kernel: what they say is not proved. They know the
//! fifty-move rule, and tell the plies to the next capture or pawn move. Those of losing chess are
//! by the International rules, in files `.gtbw` and `.gtbz`; without pawns, where no side is without
//! a move, files `.stbw` and `.stbz` say the same.

use std::io::ErrorKind;
use std::path::Path;

use shakmaty::variant::Antichess;
use shakmaty::{CastlingMode, Chess, FromSetup, Position as _, PositionError, Setup};
use shakmaty_syzygy::{self as syzygy, Dtz, Metric, ProbeError, SyzygyError as Fault, Tablebase};
use zermelo_kernel::{
    CastlingSide, Color, GamePosition, LosingPosition, Move, Position, Role, Square,
};

/// What a position is worth to the side to move under the fifty-move rule, the best first. A
/// cursed win and a blessed loss are what would be won and lost without that rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Wdl {
    Win,
    CursedWin,
    Draw,
    BlessedLoss,
    Loss,
}

/// What Syzygy tables say of a position or a move, the fifty moves being counted from the position
/// that was asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyzygyValue {
    /// The value.
    pub wdl: Wdl,
    /// Plies to the next capture or pawn move, or to mate; `None` in a draw or without a file that
    /// tells them.
    pub dtz: Option<u32>,
    /// Whether it may be one ply more, and the value therefore uncertain if it is 100 plies.
    pub rounded: bool,
}

/// What Syzygy tables say of a position and of each move, the best first, for the side that makes
/// it; `None` where they do not know the position after the move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct SyzygyProbe {
    pub value: SyzygyValue,
    pub moves: Vec<(Move, Option<SyzygyValue>)>,
}

/// Why Syzygy tables cannot be read, in one sentence.
#[derive(thiserror::Error, Debug)]
#[error("{0}")]
pub struct SyzygyError(String);

/// There are no Syzygy tables with more men.
pub const MAX_SYZYGY_MEN: usize = 7;

/// A game with Syzygy tables.
pub trait SyzygyGame: GamePosition {
    /// Its positions for shakmaty.
    type Theirs: shakmaty::Position + syzygy::Syzygy + Clone;

    /// What the names of its files end in: those of outcomes, and those of distances.
    const ENDINGS: [&'static str; 2];

    /// The same position for shakmaty; `None` if it is none there.
    fn to_shakmaty(&self) -> Option<Self::Theirs>;
}

impl SyzygyGame for Position {
    type Theirs = Chess;

    const ENDINGS: [&'static str; 2] = ["rtbw", "rtbz"];

    fn to_shakmaty(&self) -> Option<Chess> {
        let mut setup = setup(self);
        for color in Color::ALL {
            let rooks = CastlingSide::ALL.map(|side| self.castling_rook(color, side));
            setup.castling_rights.extend(rooks.into_iter().flatten().map(square));
        }
        let theirs = Chess::from_setup(setup, CastlingMode::Chess960);
        theirs.or_else(PositionError::ignore_impossible_check).ok()
    }
}

impl SyzygyGame for LosingPosition {
    type Theirs = Antichess;

    const ENDINGS: [&'static str; 2] = ["gtbw", "gtbz"];

    fn to_shakmaty(&self) -> Option<Antichess> {
        Antichess::from_setup(setup(self), CastlingMode::Standard).ok()
    }
}

/// The Syzygy tables of a game in some folders.
pub struct Syzygy<P: SyzygyGame = Position>(Tablebase<P::Theirs>);

impl<P: SyzygyGame> Syzygy<P> {
    /// Finds the tables in these folders; a file is opened when it is first needed.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read, or the size of a file shows that it is damaged.
    pub fn open(folders: &[impl AsRef<Path>]) -> Result<Syzygy<P>, SyzygyError> {
        let mut tables = Tablebase::new();
        for folder in folders.iter().map(AsRef::as_ref) {
            let fault = |path: &Path, error| SyzygyError(format!("{}: {error}", path.display()));
            for entry in folder.read_dir().map_err(|error| fault(folder, error))? {
                let path = entry.map_err(|error| fault(folder, error))?.path();
                let added = tables.add_file(&path);
                // Other files may lie there too.
                if let Err(error) = added
                    && error.kind() != ErrorKind::InvalidInput
                {
                    return Err(fault(&path, error));
                }
            }
        }
        Ok(Syzygy(tables))
    }

    /// The most men of any table found; 0 if none was.
    pub fn men(&self) -> usize {
        self.0.max_pieces()
    }

    /// What the tables say of a position and its moves; `None` if a table is missing, there are
    /// too many men, or somebody may still castle.
    ///
    /// # Errors
    ///
    /// If a file is damaged.
    pub fn probe(&self, position: &P) -> Result<Option<SyzygyProbe>, SyzygyError> {
        let Some(value) = self.value(position)? else { return Ok(None) };
        let mut moves = Vec::new();
        for made in position.legal_moves() {
            let man = position.board().at(made.from);
            let pawn = man.is_some_and(|man| man.role == Role::Pawn);
            let zeroing = pawn || position.converts(made);
            let after = self.value(&position.play(made))?;
            moves.push((made, after.map(|after| after.before(zeroing))));
        }
        moves.sort_by_key(|(_, value)| value.map_or((Wdl::Loss, 1), SyzygyValue::rank));
        Ok(Some(SyzygyProbe { value, moves }))
    }

    /// The same without the moves.
    ///
    /// # Errors
    ///
    /// If a file is damaged.
    pub fn value(&self, position: &P) -> Result<Option<SyzygyValue>, SyzygyError> {
        if position.board().men().count() > self.men() {
            return Ok(None);
        }
        let Some(theirs) = position.to_shakmaty() else { return Ok(None) };
        let Some(wdl) = reached::<P, _>(self.0.probe_wdl_after_zeroing(&theirs))? else {
            return Ok(None);
        };
        let wdl = match wdl {
            syzygy::Wdl::Win => Wdl::Win,
            syzygy::Wdl::CursedWin => Wdl::CursedWin,
            syzygy::Wdl::Draw => {
                return Ok(Some(SyzygyValue { wdl: Wdl::Draw, dtz: None, rounded: false }));
            }
            syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            syzygy::Wdl::Loss => Wdl::Loss,
        };
        if theirs.is_checkmate() || theirs.variant_outcome().is_known() {
            return Ok(Some(SyzygyValue { wdl, dtz: Some(0), rounded: false }));
        }
        let Some(dtz) = reached::<P, _>(self.0.probe_dtz(&theirs))? else {
            return Ok(Some(SyzygyValue { wdl, dtz: None, rounded: false }));
        };
        let mut rounded = dtz.precise().is_none();
        // shakmaty-syzygy 0.28.1 calls a loss precise if but one of several equally slow moves is.
        for m in theirs.legal_moves().iter().filter(|m| wdl > Wdl::Draw && !m.is_zeroing()) {
            let mut after = theirs.clone();
            after.play_unchecked(*m);
            let after = reached::<P, _>(self.0.probe_dtz(&after))?;
            let equal = |after: Dtz| after.0.abs() + 1 == dtz.ignore_rounding().0.abs();
            rounded |= after.is_some_and(|v| v.precise().is_none() && equal(v.ignore_rounding()));
        }
        let dtz = Some(dtz.ignore_rounding().0.unsigned_abs());
        Ok(Some(SyzygyValue { wdl, dtz, rounded }))
    }
}

impl SyzygyValue {
    /// What this, after a move, is worth to the side that made the move.
    fn before(self, zeroing: bool) -> SyzygyValue {
        let dtz = self.dtz.map(|plies| if zeroing { 1 } else { plies + 1 });
        let late = dtz > Some(100);
        let wdl = match self.wdl {
            Wdl::Win if !late => Wdl::Loss,
            Wdl::Win | Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Draw => Wdl::Draw,
            Wdl::Loss if !late => Wdl::Win,
            Wdl::Loss | Wdl::BlessedLoss => Wdl::CursedWin,
        };
        SyzygyValue { wdl, dtz, rounded: self.rounded && !zeroing }
    }

    /// Smaller for what is better: a near win, and a far loss.
    fn rank(self) -> (Wdl, i64) {
        let plies = i64::from(self.dtz.unwrap_or(0));
        (self.wdl, if self.wdl < Wdl::Draw { plies } else { -plies })
    }
}

fn square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

/// The men and the side to move, for shakmaty.
fn setup<P: GamePosition>(position: &P) -> Setup {
    let color = |color: Color| shakmaty::Color::from_white(color == Color::White);
    let mut setup = Setup::empty();
    setup.turn = color(position.turn());
    setup.ep_square = position.en_passant().map(square);
    for at in Square::all() {
        if let Some(man) = position.board().at(at) {
            let role = shakmaty::Role::ALL[man.role as usize];
            setup.board.set_piece_at(square(at), shakmaty::Piece { color: color(man.color), role });
        }
    }
    setup
}

/// An answer, `None` where the tables do not reach.
fn reached<P: SyzygyGame, T>(answer: Result<T, Fault>) -> Result<Option<T>, SyzygyError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Fault::ProbeFailed { metric, material, error }) => {
            let ending = P::ENDINGS[usize::from(metric != Metric::Wdl)];
            let what = match *error {
                ProbeError::Read { error } => error.to_string(),
                _ => "the file is damaged or no Syzygy table".to_string(),
            };
            Err(SyzygyError(format!("{material}.{ending}: {what}")))
        }
        Err(Fault::Castling | Fault::TooManyPieces | Fault::MissingTable { .. }) => Ok(None),
    }
}
