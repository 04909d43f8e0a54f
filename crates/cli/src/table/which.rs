//! Which materials are meant: names such as `KQvK`, and numbers of men.

use zermelo_tables::{MAX_MEN, Material, Rules};

use super::shelf::Shelf;
use crate::exit::Fault;

enum Named {
    One(Material),
    Men(usize),
}

fn read(words: &[String], rules: Rules) -> Result<Vec<Named>, Fault> {
    let read = |word: &String| match word.parse::<usize>() {
        Ok(men @ 2..=MAX_MEN) => Ok(Named::Men(men)),
        Err(_) if !is_number(word) => match Material::parse(word, rules) {
            Ok(material) => Ok(Named::One(material)),
            Err(error) => Err(Fault::BadInput(match in_capitals(word, rules) {
                Some(meant) => format!("material \"{word}\": use capitals for the men: {meant}"),
                None => error.to_string(),
            })),
        },
        _ => Err(Fault::BadInput(format!("tables have 2 to {MAX_MEN} men, not {word}"))),
    };
    words.iter().map(read).collect()
}

/// Whether this is a number of some kind, even if not one of men.
fn is_number(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || "+-.,".contains(c))
}

/// The material that somebody means who writes `kqvk` or `KQVK`.
fn in_capitals(word: &str, rules: Rules) -> Option<Material> {
    Material::parse(&word.to_ascii_uppercase().replace('V', "v"), rules).ok()
}

fn push(list: &mut Vec<Material>, new: impl IntoIterator<Item = Material>) {
    for material in new {
        if !list.contains(&material) {
            list.push(material);
        }
    }
}

/// Each material once; a number means all with up to so many men.
pub fn up_to(words: &[String], rules: Rules) -> Result<Vec<Material>, Fault> {
    let mut list = Vec::new();
    for named in read(words, rules)? {
        match named {
            Named::One(material) => push(&mut list, [material]),
            Named::Men(men) => {
                push(&mut list, (2..=men).flat_map(|men| Material::all(men, rules)));
            }
        }
    }
    Ok(list)
}

/// Tables that are there, or were named.
pub struct Chosen {
    /// The materials, each once.
    pub materials: Vec<Material>,
    /// Whether some were meant by their number of men.
    pub by_number: bool,
    /// How many more such tables there would be that are not in the folder.
    pub absent: usize,
}

/// A number means the tables in the folder with exactly so many men.
pub fn on_shelf(words: &[String], shelf: &Shelf) -> Result<Chosen, Fault> {
    let rules = shelf.library.rules();
    let mut chosen = Chosen { materials: Vec::new(), by_number: false, absent: 0 };
    for named in read(words, rules)? {
        match named {
            Named::One(material) => push(&mut chosen.materials, [material]),
            Named::Men(men) => {
                let (there, absent): (Vec<_>, Vec<_>) =
                    Material::all(men, rules).into_iter().partition(|one| shelf.has(one));
                if there.is_empty() {
                    return Err(Fault::Open(format!(
                        "there is no table of {men} men ({rules}, {}) in {}; build them with: {}",
                        shelf.measure,
                        shelf.library.folder().display(),
                        shelf.build_command(&men.to_string())
                    )));
                }
                chosen.by_number = true;
                chosen.absent += absent.len();
                push(&mut chosen.materials, there);
            }
        }
    }
    Ok(chosen)
}

impl Chosen {
    /// What is not counted, in a sentence.
    pub fn remark(&self) -> Option<String> {
        let are = if self.absent == 1 { "table is" } else { "tables are" };
        (self.absent > 0)
            .then(|| format!("{} {are} not in the folder, and not counted.", self.absent))
    }
}
