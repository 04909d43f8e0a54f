//! What the engine hands over: a helpmate or a cover, in its own types, and how they become a
//! certificate of the kernel's.

use zermelo_board::{Key, Move};
use zermelo_kernel::{self as kernel, Budget, Proved, WinnableCertificate};

use crate::regions::Found;

/// What the engine claims.
pub enum Verdict {
    /// The side can still mate, by these legal moves.
    Winnable(Vec<Move>),
    /// It never can.
    Unwinnable(Cover),
    /// The budget was spent first.
    Open,
}

/// A proof that no helpmate exists: everything reachable is listed, or lies in a region, or is
/// settled by a material lemma.
#[derive(Default)]
pub struct Cover {
    /// Single positions, by their keys.
    pub positions: Vec<Key>,
    /// Regions.
    pub regions: Vec<Found>,
}

impl Verdict {
    /// The evidence as the kernel reads it, not checked: that is the kernel's work.
    ///
    /// `None` when the verdict is open, or if the kernel does not take one of the cover's positions
    /// for a position.
    pub fn evidence(&self, root: &kernel::Position) -> Option<kernel::Evidence> {
        match self {
            Verdict::Winnable(line) => {
                Some(kernel::Evidence::Helpmate(line.iter().map(|m| m.to_kernel()).collect()))
            }
            Verdict::Unwinnable(cover) => cover.to_kernel(root),
            Verdict::Open => None,
        }
    }
}

impl Cover {
    /// The evidence as the kernel reads it.
    ///
    /// `None` if the kernel does not take one of the positions for a position.
    pub fn to_kernel(&self, root: &kernel::Position) -> Option<kernel::Evidence> {
        let keys = self.positions.iter();
        let packed = |key: &Key| kernel::PackedPosition::from_words(key.words(), root.castling());
        let positions = keys.map(packed).collect::<Option<_>>()?;
        let regions = self.regions.iter().map(Found::to_kernel).collect::<Option<_>>()?;
        Some(kernel::Evidence::Cover(kernel::Cover { positions, regions }))
    }
}

/// Puts a certificate to the kernel: the one place where claims about chances to mate are believed.
///
/// # Errors
///
/// Why the kernel does not accept it, in one sentence: a bug of the engine's, and no answer.
pub fn accept(certificate: WinnableCertificate) -> Result<Proved<WinnableCertificate>, String> {
    let root = certificate.position.clone();
    Proved::new(certificate, &Budget::unbounded())
        .map_err(|fault| rejected(&root, &fault.to_string()))
}

/// A verdict of a bulk scan, where the kernel may be asked about a sample only.
pub enum Sampled {
    /// The kernel has accepted it.
    Proved(Proved<WinnableCertificate>),
    /// The engine's word: the kernel was not asked.
    Unchecked {
        /// What the engine says.
        winnable: bool,
    },
    /// The budget was spent first.
    Open,
}

impl From<Option<Proved<WinnableCertificate>>> for Sampled {
    /// What came of asking the kernel: see [`crate::Decision::checked`].
    fn from(checked: Option<Proved<WinnableCertificate>>) -> Sampled {
        checked.map_or(Sampled::Open, Sampled::Proved)
    }
}

impl Sampled {
    /// Whether the side can still mate, proved or not; `None` when open.
    pub fn winnable(&self) -> Option<bool> {
        match self {
            Sampled::Proved(certificate) => {
                Some(matches!(certificate.evidence, kernel::Evidence::Helpmate(_)))
            }
            Sampled::Unchecked { winnable } => Some(*winnable),
            Sampled::Open => None,
        }
    }

    /// `winnable`, `unwinnable` or `open`.
    pub fn name(&self) -> &'static str {
        match self.winnable() {
            Some(true) => "winnable",
            Some(false) => "unwinnable",
            None => "open",
        }
    }

    /// Whether the kernel has accepted it.
    pub fn is_proved(&self) -> bool {
        matches!(self, Sampled::Proved(_))
    }
}

pub(crate) fn rejected(root: &kernel::Position, why: &str) -> String {
    format!("the kernel rejected the engine's claim on {root}: {why}")
}
