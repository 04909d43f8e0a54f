//! Why a side cannot win, read off the cover that the kernel accepted.

use zermelo_kernel::{Color, Cover, Insufficient, Position, Region, insufficient};

use super::region_view::RegionView;

/// More positions than this are not walked again just to say how lines end.
const MAX_WALK: usize = 5_000;

/// The kind of proof, with what a person wants to see of it.
pub enum Reason {
    /// A material lemma settles the position.
    Material(Insufficient),
    /// Everything reachable is listed.
    Forced {
        /// How many positions.
        positions: usize,
        /// How lines end; `None` when there are too many to walk.
        ends: Option<Ends>,
    },
    /// The position itself lies in a locked region.
    Locked(RegionView),
    /// Positions are listed until locked regions take over.
    Searched {
        /// How many positions.
        positions: usize,
        /// How many regions.
        regions: usize,
        /// The first of them.
        example: Option<RegionView>,
    },
}

/// How the lines of a small cover end.
#[derive(Default)]
pub struct Ends {
    /// Some end in stalemate.
    pub stalemate: bool,
    /// Some end in mate by the other side.
    pub mate_by_other: bool,
    /// Some end with too little material.
    pub material: bool,
}

/// The kind of proof that a side cannot win, for programs: `material`, `forced`, `locked` or
/// `searched`. Cheaper than a [`Reason`], of which it is the name.
pub fn kind(root: &Position, winner: Color, cover: &Cover) -> &'static str {
    if insufficient(root, winner).is_some() {
        return "material";
    }
    let here = |region: &Region| region.anchor == *root || region.holds(root);
    match cover.regions.is_empty() {
        true => "forced",
        false if cover.regions.iter().any(here) => "locked",
        false => "searched",
    }
}

impl Reason {
    /// Reads the reason off a cover.
    pub fn new(root: &Position, winner: Color, cover: &Cover) -> Reason {
        if let Some(rule) = insufficient(root, winner) {
            return Reason::Material(rule);
        }
        let here = cover.regions.iter().find(|region| region.anchor == *root);
        if let Some(region) =
            here.or_else(|| cover.regions.iter().find(|region| region.holds(root)))
        {
            return Reason::Locked(RegionView::new(region, winner));
        }
        let positions = cover.positions.len();
        if cover.regions.is_empty() {
            let ends = (positions <= MAX_WALK).then(|| Ends::new(root, winner, cover));
            return Reason::Forced { positions, ends };
        }
        let example = cover.regions.first().map(|region| RegionView::new(region, winner));
        Reason::Searched { positions, regions: cover.regions.len(), example }
    }

    /// The name of the kind, for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Reason::Material(_) => "material",
            Reason::Forced { .. } => "forced",
            Reason::Locked(_) => "locked",
            Reason::Searched { .. } => "searched",
        }
    }

    /// The region to draw, if there is one.
    pub fn view(&self) -> Option<&RegionView> {
        match self {
            Reason::Locked(view) => Some(view),
            Reason::Searched { example, .. } => example.as_ref(),
            Reason::Material(_) | Reason::Forced { .. } => None,
        }
    }
}

impl Ends {
    fn new(root: &Position, winner: Color, cover: &Cover) -> Ends {
        let mut ends = Ends::default();
        for position in &cover.positions {
            let position = position.position(root.castling());
            let moves = position.legal_moves();
            if moves.is_empty() {
                ends.mate_by_other |= position.is_check();
                ends.stalemate |= !position.is_check();
            }
            ends.material |=
                moves.iter().any(|&m| insufficient(&position.play(m), winner).is_some());
        }
        ends
    }
}
