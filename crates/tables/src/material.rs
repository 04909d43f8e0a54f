//! Which men a table is about, and how that is written: `KBNvK`.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

use zermelo_kernel::{Board, ByColor, Color, GamePosition, Piece, Role, Rules};

use crate::error::TableError;
use crate::rules::{promotions, royal};

/// The most men a table may have, both sides together.
pub const MAX_MEN: usize = 6;

/// The men of both sides. The side with more men comes first; of two equal ones, the one whose
/// first differing man is the greater (king, queen, rook, bishop, knight, pawn).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// The greatest man first.
    sides: ByColor<Vec<Reverse<Role>>>,
}

/// Why a text is no material, in one sentence.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("{0}")]
pub struct MaterialError(String);

impl Material {
    /// The material of these two sides, and whether they had to change places to be in order.
    pub fn new(first: &[Role], second: &[Role]) -> (Material, bool) {
        let side = |roles: &[Role]| {
            let mut roles: Vec<Reverse<Role>> = roles.iter().copied().map(Reverse).collect();
            roles.sort_unstable();
            roles
        };
        let (first, second) = (side(first), side(second));
        let swapped = (second.len(), &first) > (first.len(), &second);
        let (white, black) = if swapped { (second, first) } else { (first, second) };
        (Material { sides: ByColor { white, black } }, swapped)
    }

    /// Reads `KBNvK`; the sides may come in either order, and the men of a side too.
    ///
    /// # Errors
    ///
    /// A sentence saying what is wrong with the text, or with these men under these rules.
    pub fn parse(text: &str, rules: Rules) -> Result<Material, MaterialError> {
        let fault = |what: String| Err(MaterialError(format!("material \"{text}\": {what}")));
        let Some((white, black)) = text.split_once('v') else {
            return fault("write both sides with a v between them, such as KQvK".to_string());
        };
        let mut sides = [Vec::new(), Vec::new()];
        for (side, letters) in sides.iter_mut().zip([white, black]) {
            for letter in letters.chars() {
                match Role::from_letter(letter).filter(|_| letter.is_ascii_uppercase()) {
                    Some(role) => side.push(role),
                    None => {
                        return fault(format!("'{letter}' is none of the men K, Q, R, B, N, P"));
                    }
                }
            }
            if side.is_empty() {
                return fault("each side needs a man".to_string());
            }
        }
        let men = sides[0].len() + sides[1].len();
        if men > MAX_MEN {
            return fault(format!("{men} men are too many; tables go to {MAX_MEN}"));
        }
        let kings = |side: &[Role]| side.iter().filter(|&&role| role == Role::King).count();
        if royal(rules) && sides.iter().any(|side| kings(side) != 1) {
            return fault("in chess each side has one king".to_string());
        }
        Ok(Material::new(&sides[0], &sides[1]).0)
    }

    /// The material of a position.
    ///
    /// # Errors
    ///
    /// If a side has no men, or both together more than tables have.
    pub fn of<P: GamePosition>(position: &P) -> Result<Material, TableError> {
        match Color::ALL.map(|color| position.board().side(color).len()) {
            [0, _] | [_, 0] => Err(TableError::NoMen),
            [a, b] if a + b > MAX_MEN => Err(TableError::TooManyMen),
            _ => Ok(Material::of_men(position.board())),
        }
    }

    /// The material of a board, which may be more than our tables have.
    pub fn of_men(board: &Board) -> Material {
        let men = |color| board.men().map(|(_, man)| man).filter(move |man| man.color == color);
        let [white, black] =
            Color::ALL.map(|color| men(color).map(|man| man.role).collect::<Vec<Role>>());
        Material::new(&white, &black).0
    }

    /// The men of a side: the first is White in the table.
    pub fn side(&self, side: Color) -> impl Iterator<Item = Role> + '_ {
        self.sides[side].iter().map(|role| role.0)
    }

    /// All men, White's first, who is the first side.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        let men = |color| self.side(color).map(move |role| Piece { color, role });
        Color::ALL.into_iter().flat_map(men)
    }

    /// How many men there are.
    pub fn size(&self) -> usize {
        self.pieces().count()
    }

    /// How many men a side has.
    pub fn count(&self, side: Color) -> usize {
        self.sides[side].len()
    }

    /// How many ways there are to tell identical men apart.
    pub(crate) fn labellings(&self) -> u64 {
        let runs = self.sides.iter().flat_map(|(_, side)| side.chunk_by(|a, b| a == b));
        runs.map(|run| (1..=run.len() as u64).product::<u64>()).product()
    }

    /// Whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.pawns() > 0
    }

    /// How many pawns there are.
    pub fn pawns(&self) -> usize {
        self.pieces().filter(|man| man.role == Role::Pawn).count()
    }

    /// Whether both sides have the same men.
    pub fn is_even(&self) -> bool {
        self.sides.white == self.sides.black
    }

    /// The materials that one capture or promotion leads to, each once. A side without men is
    /// left out: there the game is over.
    pub fn exits(&self, rules: Rules) -> Vec<Material> {
        let mut found = Vec::new();
        let mut add = |own: &[Role], other: &[Role]| {
            if !own.is_empty() && !other.is_empty() {
                found.push(Material::new(own, other).0);
            }
        };
        for mover in Color::ALL {
            let [own, other] = [mover, !mover].map(|side| self.side(side).collect::<Vec<Role>>());
            let without = |taken: usize| {
                let mut rest = other.clone();
                rest.remove(taken);
                rest
            };
            let can_be_taken = |taken: &usize| !(royal(rules) && other[*taken] == Role::King);
            for taken in (0..other.len()).filter(can_be_taken) {
                add(&own, &without(taken));
            }
            let Some(pawn) = own.iter().position(|&role| role == Role::Pawn) else { continue };
            for &role in promotions(rules) {
                let mut promoted = own.clone();
                promoted[pawn] = role;
                add(&promoted, &other);
                // No pawn stands on the last rank to be taken by a promotion.
                let on_last_rank = |taken: &usize| other[*taken] != Role::Pawn;
                for taken in (0..other.len()).filter(can_be_taken).filter(on_last_rank) {
                    add(&promoted, &without(taken));
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// All these materials and everything that must be known before they can be solved, in an
    /// order in which each one comes after all that it needs.
    pub fn closure(materials: &[Material], rules: Rules) -> Vec<Material> {
        let mut all: BTreeSet<Material> = materials.iter().cloned().collect();
        let mut new: Vec<Material> = all.iter().cloned().collect();
        while let Some(material) = new.pop() {
            let exits = material.exits(rules).into_iter();
            new.extend(exits.filter(|exit| all.insert(exit.clone())));
        }
        let mut all: Vec<Material> = all.into_iter().collect();
        all.sort_by_key(Material::order);
        all
    }

    /// Captures lessen the first number, promotions the second.
    fn order(&self) -> (usize, usize, Material) {
        (self.size(), self.pawns(), self.clone())
    }

    /// All materials with this many men, in the order in which they can be solved.
    pub fn all(men: usize, rules: Rules) -> Vec<Material> {
        /// All sides of so many men that are not greater than `from`.
        fn sides(len: usize, from: Role) -> Vec<Vec<Role>> {
            if len == 0 {
                return vec![Vec::new()];
            }
            let first = Role::ALL.into_iter().filter(|&role| role <= from);
            let with = |first: Role| {
                sides(len - 1, first).into_iter().map(move |rest| [&[first], &rest[..]].concat())
            };
            first.flat_map(with).collect()
        }
        let fits = |side: &[Role]| {
            !royal(rules) || side.iter().filter(|&&role| role == Role::King).count() == 1
        };
        let mut all = Vec::new();
        for second in 1..=men / 2 {
            let [a, b] = [men - second, second].map(|len| sides(len, Role::King));
            for x in a.iter().filter(|side| fits(side)) {
                let ordered = |y: &&Vec<Role>| fits(y) && (x.len() > y.len() || x >= *y);
                all.extend(b.iter().filter(ordered).map(|y| Material::new(x, y).0));
            }
        }
        all.sort_by_key(Material::order);
        all
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |side: Color| {
            self.side(side).map(|role| role.letter().to_ascii_uppercase()).collect::<String>()
        };
        write!(f, "{}v{}", letters(Color::White), letters(Color::Black))
    }
}
