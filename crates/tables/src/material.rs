//! Which men a table is about, and how that is written: `KBNvK`.

use std::collections::BTreeSet;
use std::fmt;

use zermelo_board::Role;
use zermelo_kernel::{Color, GamePosition, Piece, Rules};

use crate::error::TableError;
use crate::rules::RulesExt;

/// The roles in the order in which they are written.
const ORDER: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The most men a table may have, both sides together.
pub const MAX_MEN: usize = 6;

/// The men of both sides. The side with more men comes first; of two equal ones, the one whose
/// first differing man is the greater (king, queen, rook, bishop, knight, pawn).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    sides: [Vec<u8>; 2],
}

/// Why a text is no material, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MaterialError(String);

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MaterialError {}

impl Material {
    /// The material of these two sides, and whether they had to change places to be in order.
    pub fn new(first: &[Role], second: &[Role]) -> (Material, bool) {
        let side = |roles: &[Role]| {
            let mut ranks: Vec<u8> = roles
                .iter()
                .map(|r| ORDER.iter().position(|o| o == r).unwrap_or(0) as u8)
                .collect();
            ranks.sort_unstable();
            ranks
        };
        let (first, second) = (side(first), side(second));
        let swapped = (second.len(), &first) > (first.len(), &second);
        let sides = if swapped { [second, first] } else { [first, second] };
        (Material { sides }, swapped)
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
        if rules.royal() && sides.iter().any(|side| kings(side) != 1) {
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
        let count =
            |color| position.board().iter().flatten().filter(|man| man.color == color).count();
        match Color::ALL.map(count) {
            [0, _] | [_, 0] => Err(TableError::NoMen),
            [a, b] if a + b > MAX_MEN => Err(TableError::TooManyMen),
            _ => Ok(Material::of_men(position.board())),
        }
    }

    /// The material of a board, which may be more than our tables have.
    pub fn of_men(board: &[Option<Piece>; 64]) -> Material {
        let mut sides = [Vec::new(), Vec::new()];
        for man in board.iter().flatten() {
            sides[man.color.index()].push(man.role);
        }
        Material::new(&sides[0], &sides[1]).0
    }

    /// The men of a side: the first is White in the table.
    pub fn side(&self, side: Color) -> impl Iterator<Item = Role> + '_ {
        self.sides[side.index()].iter().map(|&rank| ORDER[usize::from(rank)])
    }

    /// All men with their sides, the first side's first.
    pub fn men(&self) -> impl Iterator<Item = (Color, Role)> + '_ {
        Color::ALL.into_iter().flat_map(|side| self.side(side).map(move |role| (side, role)))
    }

    /// All men in the kernel's words, White being the first side.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.men().map(|(color, role)| Piece { color, role })
    }

    /// How many men there are.
    pub fn size(&self) -> usize {
        self.sides[0].len() + self.sides[1].len()
    }

    /// How many men a side has.
    pub fn count(&self, side: Color) -> usize {
        self.sides[side.index()].len()
    }

    /// How many ways there are to tell identical men apart.
    pub(crate) fn labellings(&self) -> u64 {
        let runs = self.sides.iter().flat_map(|side| side.chunk_by(|a, b| a == b));
        runs.map(|run| (1..=run.len() as u64).product::<u64>()).product()
    }

    /// Whether there is a pawn.
    pub fn has_pawns(&self) -> bool {
        self.pawns() > 0
    }

    /// How many pawns there are.
    pub fn pawns(&self) -> usize {
        self.men().filter(|&(_, role)| role == Role::Pawn).count()
    }

    /// Whether both sides have the same men.
    pub fn is_even(&self) -> bool {
        self.sides[0] == self.sides[1]
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
            let can_be_taken = |taken: &usize| !(rules.royal() && other[*taken] == Role::King);
            for taken in (0..other.len()).filter(can_be_taken) {
                add(&own, &without(taken));
            }
            let Some(pawn) = own.iter().position(|&role| role == Role::Pawn) else { continue };
            for &role in rules.promotions() {
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
        fn sides(len: usize, from: u8, so_far: &mut Vec<u8>, out: &mut Vec<Vec<u8>>) {
            if len == 0 {
                out.push(so_far.clone());
                return;
            }
            for rank in from..6 {
                so_far.push(rank);
                sides(len - 1, rank, so_far, out);
                so_far.pop();
            }
        }
        let mut all = Vec::new();
        for second in 1..=men / 2 {
            let [mut a, mut b] = [Vec::new(), Vec::new()];
            sides(men - second, 0, &mut Vec::new(), &mut a);
            sides(second, 0, &mut Vec::new(), &mut b);
            for x in &a {
                for y in &b {
                    let kings = |side: &[u8]| side.iter().filter(|&&rank| rank == 0).count();
                    let fits = !rules.royal() || kings(x) == 1 && kings(y) == 1;
                    if fits && (x.len() > y.len() || x <= y) {
                        all.push(Material { sides: [x.clone(), y.clone()] });
                    }
                }
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
