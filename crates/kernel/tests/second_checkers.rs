//! The second checkers, in Python and written from the format page alone, say of damaged certificates what
//! the kernel says.
//!
//! Each kept certificate is damaged in some ways: a line dropped, doubled or put elsewhere, a letter or a
//! word changed for another of the file. `ZERMELO_DAMAGED` says how many ways for each, `ZERMELO_SEED` which:
//!
//!     ZERMELO_DAMAGED=1000 cargo test -p zermelo-kernel second_checkers -- --nocapture

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dice::Dice;
use zermelo_kernel::Proof;

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/certificates");
const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools");
/// A second checker, and how the names of the files begin that it knows.
const CHECKERS: [(&str, &[&str]); 3] = [
    ("second_checker_winnable.py", &["winnable", "unwinnable", "record"]),
    ("second_checker_longest.py", &["longest"]),
    ("second_checker_past.py", &["legal", "illegal"]),
];

fn number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The text with one thing changed.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let at = dice.below(lines.len());
    match dice.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = dice.below(lines.len());
            lines.swap(at, other);
        }
        3 | 4 => {
            // A word of another line.
            let other = lines[dice.below(lines.len())].clone();
            let others: Vec<&str> = other.split(' ').collect();
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            let word = dice.below(words.len());
            words[word] = others[dice.below(others.len())];
            lines[at] = words.join(" ");
        }
        _ => {
            let letters: Vec<char> =
                text.chars().filter(|letter| !letter.is_whitespace()).collect();
            let mut line: Vec<char> = lines[at].chars().collect();
            let place = dice.below(line.len());
            line[place] = letters[dice.below(letters.len())];
            lines[at] = line.into_iter().collect();
        }
    }
    lines.join("\n") + "\n"
}

fn kernel_accepts(text: &str) -> bool {
    Proof::read(&text).is_ok_and(|proof| proof.check().is_ok())
}

#[test]
fn the_second_checkers_agree_on_damaged_certificates() {
    let enough = ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"];
    if !Command::new("python3").args(enough).status().is_ok_and(|status| status.success())
        || !Path::new(KEPT).is_dir()
    {
        println!("skipped: there is no python3 of version 3.10 or later, or no kept certificates");
        return;
    }
    let mut dice = Dice(number("ZERMELO_SEED", 25) as u64);
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("second-checkers");
    std::fs::create_dir_all(&place).expect("a folder for the damaged");
    for (checker, known) in CHECKERS {
        let kept = std::fs::read_dir(KEPT).expect("the kept certificates");
        let mut kept: Vec<PathBuf> = kept.map(|entry| entry.expect("a file").path()).collect();
        kept.retain(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            name.ends_with(".cert") && known.iter().any(|claim| name.starts_with(claim))
        });
        kept.sort();
        let (mut accepted, mut rejected) = (0, 0);
        for path in kept {
            let text = std::fs::read_to_string(&path).expect("a text");
            let texts: Vec<String> = std::iter::once(text.clone())
                .chain((0..number("ZERMELO_DAMAGED", 6)).map(|_| damaged(&text, &mut dice)))
                .collect();
            let files: Vec<PathBuf> = (0..texts.len())
                .map(|at| place.join(format!("{at}-{}", path.file_name().unwrap().display())))
                .collect();
            for (text, file) in texts.iter().zip(&files) {
                std::fs::write(file, text).expect("a file");
            }
            let checker = Path::new(TOOLS).join(checker);
            let ran = Command::new("python3").arg(checker).args(&files).output().expect("python3");
            let said = String::from_utf8(ran.stdout).expect("a text");
            assert_eq!(said.lines().count(), files.len(), "{said}{:?}", ran.stderr);
            for (text, said) in texts.iter().zip(said.lines()) {
                let ours = kernel_accepts(text);
                assert_eq!(said.ends_with(": accepted"), ours, "{said}\n{text}");
                *if ours { &mut accepted } else { &mut rejected } += 1;
            }
        }
        println!("{checker}: both accept {accepted} and reject {rejected}");
        assert!(accepted > 0 && rejected > 0);
    }
}
