//! Which tables, and what is asked of them: a position, or materials such as `KQvK`.

use std::path::{Path, PathBuf};
use std::{fs, io};

use zermelo_kernel::{GamePosition, Outcome, Rules};
use zermelo_tables::{Library, MAX_MEN, Material, Measure, TableError};

use super::answer::{Ended, over};
use super::explain::Words;
use crate::{Fault, query};

/// Where tables are unless somebody says something else.
const FOLDER: &str = "tables";

/// A position that tables are asked about.
pub struct Question<P> {
    /// The position.
    pub position: P,
    /// The number of its move.
    pub move_number: u32,
    /// The rules of play.
    pub rules: Rules,
    /// How the game is over, if it is; then no table is needed.
    pub over: Option<(Ended, Outcome)>,
    /// The table that knows it; `None` where the game is over.
    pub material: Option<Material>,
    /// What else should be known of it.
    pub note: Option<String>,
    /// Whether best play is asked for as well.
    pub line: bool,
}

impl<P: GamePosition> Question<P> {
    /// Reads the FEN of a position that tables may hold; underscores stand for spaces. The error
    /// is one sentence.
    pub fn position(fen: &str, rules: Rules) -> Result<P, String> {
        let position = P::from_fen(&query::plain(fen)?).map_err(|error| error.to_string())?;
        let castling = "castling: tables know no castling; they answer where nobody has the right \
                        to castle";
        position.belongs_to(rules).then_some(position).ok_or_else(|| castling.to_string())
    }

    /// The same, with what else is asked.
    pub fn read(fen: &str, rules: Rules, line: bool) -> Result<Question<P>, String> {
        let position: P = Question::position(fen, rules)?;
        let fen = query::plain(fen)?;
        let over = over(&position, rules);
        let material = match over {
            Some(_) => None,
            None => Some(material_of(&position)?),
        };
        let note = if over.is_none() { clock_note(&fen) } else { None };
        let move_number = query::move_number(&fen);
        Ok(Question { position, move_number, rules, over, material, note, line })
    }
}

/// The men of a position; the error is one sentence.
fn material_of<P: GamePosition>(position: &P) -> Result<Material, String> {
    Material::of(position).map_err(|error| match error {
        TableError::NoMen => {
            let (turn, other) = (position.turn(), !position.turn());
            format!(
                "{other} has no men left and has already won; there is no move of {turn} to ask \
                 about"
            )
        }
        _ => error.to_string(),
    })
}

/// What to say if the fifty moves of the FEN's clock are over.
fn clock_note(fen: &str) -> Option<String> {
    let clock = fen.split_ascii_whitespace().nth(4)?;
    let digits = clock.bytes().all(|byte| byte.is_ascii_digit());
    let over = digits && clock.parse().unwrap_or(u64::MAX) >= 100;
    over.then(|| format!("the clock of the FEN is at {clock}; tables know no fifty-move rule"))
}

/// The tables of one game with one metric.
pub struct Tables {
    /// The folder.
    pub library: Library,
    /// What they tell.
    pub measure: Measure,
}

/// The folder of tables: the one that was named, or else the usual one.
pub fn folder_of_tables(named: Option<&Path>) -> PathBuf {
    let told = || std::env::var_os("ZERMELO_TABLES").filter(|told| !told.is_empty());
    let folder = named.map(Path::to_path_buf).or_else(|| told().map(PathBuf::from));
    folder.unwrap_or_else(|| Path::new(FOLDER).to_path_buf())
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

impl Tables {
    /// The tables in a folder; they need not be there.
    ///
    /// # Errors
    ///
    /// If something is in the way where they should be.
    pub fn new(folder: PathBuf, rules: Rules, measure: Measure) -> Result<Tables, Fault> {
        for at in [folder.clone(), folder.join(rules.to_string())] {
            match fs::metadata(at.join(".")) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(Fault::BadInput(format!("{}: {error}", at.display())));
                }
                _ => {}
            }
        }
        Ok(Tables { library: Library::new(folder, rules), measure })
    }

    /// How to speak of their distances.
    pub fn words(&self) -> Words {
        Words { rules: self.library.rules(), measure: self.measure }
    }

    /// Whether a table is there.
    pub fn has(&self, material: &Material) -> bool {
        self.library.has(material, self.measure)
    }

    /// A command for these tables: `what` to do with which.
    pub fn command(&self, what: &str, which: &str) -> String {
        let (rules, measure) = (self.library.rules(), self.measure);
        let folder = match self.library.folder() {
            folder if folder == Path::new(FOLDER) => String::new(),
            folder => format!(" --folder {}", quoted(&folder.display().to_string())),
        };
        format!("zermelo table {what} {which} --rules {rules} --metric {measure}{folder}")
    }

    /// That there is no such table, and how to build what is missing.
    fn absent(&self, what: &str, build: &str, wanted: &str) -> Fault {
        Fault::Open(format!(
            "there is no table {what} in {}; build {build} with: {}",
            self.library.folder().display(),
            self.command("build", wanted)
        ))
    }

    /// Why a table cannot be had. What is missing is built with `wanted`.
    pub fn fault(&self, error: &TableError, wanted: &Material) -> Fault {
        match error {
            TableError::Missing { material, measure, .. } => {
                self.absent(&format!("of {material} ({measure})"), "it", &wanted.to_string())
            }
            _ => Fault::BadInput(error.to_string()),
        }
    }

    /// Each material once; a number means all with up to so many men.
    ///
    /// # Errors
    ///
    /// If a word is no material.
    pub fn up_to(&self, words: &[String]) -> Result<Vec<Material>, Fault> {
        let rules = self.library.rules();
        let mut list = Vec::new();
        for named in named(words, rules)? {
            match named {
                Named::One(material) => push(&mut list, [material]),
                Named::Men(men) => {
                    push(&mut list, (2..=men).flat_map(|men| Material::all(men, rules)));
                }
            }
        }
        Ok(list)
    }

    /// A number means the tables in the folder with exactly so many men.
    ///
    /// # Errors
    ///
    /// If a word is no material, or there is no table with so many men.
    pub fn chosen(&self, words: &[String]) -> Result<Chosen, Fault> {
        let rules = self.library.rules();
        let mut chosen = Chosen { materials: Vec::new(), by_number: false, absent: 0 };
        for named in named(words, rules)? {
            match named {
                Named::One(material) => push(&mut chosen.materials, [material]),
                Named::Men(men) => {
                    let (there, absent): (Vec<_>, Vec<_>) =
                        Material::all(men, rules).into_iter().partition(|one| self.has(one));
                    if there.is_empty() {
                        let what = format!("of {men} men ({rules}, {})", self.measure);
                        return Err(self.absent(&what, "them", &men.to_string()));
                    }
                    chosen.by_number = true;
                    chosen.absent += absent.len();
                    push(&mut chosen.materials, there);
                }
            }
        }
        Ok(chosen)
    }

    /// These materials and all they lead to, the smallest first.
    ///
    /// # Errors
    ///
    /// If one of them is not there.
    pub fn closure(&self, wanted: &[Material]) -> Result<Vec<Material>, Fault> {
        let all = Material::closure(wanted, self.library.rules());
        let missing: Vec<String> =
            all.iter().filter(|material| !self.has(material)).map(Material::to_string).collect();
        if missing.is_empty() {
            return Ok(all);
        }
        let what = format!("({}) of {}", self.measure, missing.join(", "));
        Err(self.absent(&what, "what is missing", &missing.join(" ")))
    }
}

impl Chosen {
    /// What is to be said of what was counted: what was left out, and whose word it is. Figures are
    /// read off tables, and no kernel goes through these for a count.
    pub fn remarks(&self, tables: &Tables, asked: &[String]) -> Vec<String> {
        let are = if self.absent == 1 { "table is" } else { "tables are" };
        let left_out = (self.absent > 0)
            .then(|| format!("{} {are} not in the folder, and not counted.", self.absent));
        let word = match tables.words().has_distance() {
            true => {
                let command = tables.command("verify", &format!("{} --all", asked.join(" ")));
                format!("This is the tables' word; the kernel checks every entry by: {command}")
            }
            false => {
                "This is the tables' word; outcomes without distances cannot be checked by the \
                      kernel."
                    .to_string()
            }
        };
        left_out.into_iter().chain([word]).collect()
    }
}

/// What a word means.
enum Named {
    One(Material),
    Men(usize),
}

fn named(words: &[String], rules: Rules) -> Result<Vec<Named>, Fault> {
    let read = |word: &String| match word.parse::<usize>() {
        Ok(men @ 2..=MAX_MEN) => Ok(Named::Men(men)),
        Err(_) if !is_number(word) => {
            material(word, rules).map(Named::One).map_err(Fault::BadInput)
        }
        _ => Err(Fault::BadInput(format!("tables have 2 to {MAX_MEN} men, not {word}"))),
    };
    words.iter().map(read).collect()
}

/// Whether this is a number of some kind, even if not one of men.
fn is_number(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| c.is_ascii_digit() || "+-.,".contains(c))
}

/// Reads material such as `KQvK`. The error is a sentence; who writes `kqvk` or `KQVK` is told what
/// is meant.
pub fn material(word: &str, rules: Rules) -> Result<Material, String> {
    Material::parse(word, rules).map_err(|error| {
        let in_capitals = word.to_ascii_uppercase().replace('V', "v");
        match Material::parse(&in_capitals, rules) {
            Ok(_) => format!("material \"{word}\": use capitals for the men: {in_capitals}"),
            Err(_) => error.to_string(),
        }
    })
}

fn push(list: &mut Vec<Material>, new: impl IntoIterator<Item = Material>) {
    for material in new {
        if !list.contains(&material) {
            list.push(material);
        }
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
