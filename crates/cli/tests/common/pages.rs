//! The examples of the pages: what stands in a `console` block is run, and prints what the page says.
//!
//! The blocks of a page are run from top to bottom in one folder with the files of `examples/`. A
//! line `...` of a page stands for any lines, and a time is like any other, so that text with a
//! time in it may be folded elsewhere. `ZERMELO_BLESS=1` writes what is found into the pages.
#![cfg(unix)]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::folder;

pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

pub fn listed(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// The text with every time and speed as `TIME`; if there is one, it does not count where lines end.
pub fn timeless(text: &str) -> String {
    const UNITS: [&str; 7] = ["us", "µs", "ms", "s", "min", "a second", "games/s"];
    let (mut kept, mut rest, mut timed) = (String::new(), text, false);
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        kept.push_str(&rest[..at]);
        let other = |c: char| !c.is_ascii_digit() && c != ',' && c != '.';
        let number = rest[at..].split(other).next().unwrap().trim_end_matches([',', '.']);
        rest = &rest[at + number.len()..];
        let unit = UNITS.iter().find_map(|unit| {
            let after = rest.trim_start().strip_prefix(unit)?;
            (!after.starts_with(char::is_alphanumeric)).then_some(after)
        });
        let before = kept.trim_end();
        let key = ["_us\":", "seconds\":", "per second"].iter().any(|key| before.ends_with(key));
        if (unit.is_some() || key) && !kept.ends_with(char::is_alphanumeric) {
            (rest, timed) = (unit.unwrap_or(rest), true);
            kept.push_str("TIME");
        } else {
            kept.push_str(number);
        }
    }
    kept.push_str(rest);
    if timed { kept.split_whitespace().collect::<Vec<_>>().join(" ") } else { kept }
}

/// Lines of the page, those of the output in their place, and whether they agree.
pub type Step<'a> = (&'a [&'a str], &'a [&'a str], bool);

/// How the output follows the page with the least that differs. A line of the page that is lost weighs
/// more than one that is new, less if the line in its place begins like it.
pub fn align<'a>(page: &'a [&'a str], output: &'a [&'a str]) -> Vec<Step<'a>> {
    // A paragraph with a longer or shorter time may be folded elsewhere.
    const FOLDS: [(usize, usize); 8] =
        [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4)];
    let first_word = |lines: &[&str]| -> Option<String> {
        timeless(lines.first()?).split_whitespace().next().map(str::to_string)
    };
    let mut table = vec![vec![(0, (0, 0), 0); output.len() + 1]; page.len() + 1];
    for i in (0..=page.len()).rev() {
        for j in (0..=output.len()).rev() {
            let (old, new) = (&page[i..], &output[j..]);
            let alike = first_word(old) == first_word(new);
            let mut steps = vec![((1, 1), 4 - usize::from(alike)), ((1, 0), 4), ((0, 1), 1)];
            if old.first() == Some(&"...") {
                steps.extend([((1, 0), 0), ((0, 1), 0)]);
            } else if alike {
                steps.extend(FOLDS.map(|fold| (fold, 0)));
            }
            let possible = |&((a, b), cost): &((usize, usize), usize)| {
                a <= old.len()
                    && b <= new.len()
                    && (cost > 0
                        || a * b == 0
                        || timeless(&old[..a].join("\n")) == timeless(&new[..b].join("\n")))
            };
            let ways = steps.into_iter().filter(possible);
            let ways = ways.map(|((a, b), cost)| (cost + table[i + a][j + b].0, (a, b), cost));
            table[i][j] = ways.min_by_key(|&(sum, ..)| sum).unwrap_or_default();
        }
    }
    let (mut i, mut j, mut steps) = (0, 0, Vec::new());
    while (i, j) != (page.len(), output.len()) {
        let (_, (a, b), cost) = table[i][j];
        steps.push((&page[i..i + a], &output[j..j + b], cost == 0));
        (i, j) = (i + a, j + b);
    }
    steps
}

/// What a shell prints for the command, with the built `zermelo` first on its path.
fn run(command: &str, folder: &Path, bin: &Path) -> String {
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &command.replace("cargo run --release --", "zermelo")])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("ZERMELO_TABLES")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn put(text: &mut String, mark: &str, lines: &[&str]) {
    lines.iter().for_each(|line| writeln!(text, "{mark}{line}").unwrap());
}

/// Runs the commands of a page: how many there are, the page with what they print, and where it differs.
fn read(page: &Path, bin: &Path) -> (usize, String, String) {
    let name = page.file_stem().unwrap().to_str().unwrap();
    let folder = folder(&format!("page_{name}"));
    for file in listed("examples") {
        fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
    }
    let text = fs::read_to_string(page).unwrap();
    let (mut lines, mut console) = (text.lines().peekable(), false);
    let (mut commands, mut blessed, mut faults) = (0, String::new(), String::new());
    while let Some(line) = lines.next() {
        console = if line.starts_with("```") { line == "```console" } else { console };
        writeln!(blessed, "{line}").unwrap();
        let Some(command) = line.strip_prefix("$ ").filter(|_| console) else { continue };
        let ends = |line: &&str| line.starts_with("$ ") || line.starts_with("```");
        let mut expected = Vec::new();
        while let Some(line) = lines.next_if(|line| !ends(line)) {
            expected.push(line);
        }
        commands += 1;
        let output = run(command, &folder, bin);
        let found: Vec<&str> = output.lines().collect();
        let (mut diff, mut differs) = (String::new(), false);
        for (old, new, agrees) in align(&expected, &found) {
            put(&mut blessed, "", if agrees { old } else { new });
            put(&mut diff, if agrees { "    " } else { "  - " }, old);
            put(&mut diff, "  + ", if agrees { &[] } else { new });
            differs |= !agrees;
        }
        if differs {
            write!(faults, "\n{}: $ {command}\n{diff}", page.display()).unwrap();
        }
    }
    (commands, blessed, faults)
}

/// Runs the commands of these pages, and gives how many each has.
///
/// # Panics
///
/// If they do not print what the pages say.
pub fn check(pages: &[PathBuf]) -> Vec<usize> {
    let bin = folder("examples_bin");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_zermelo"), bin.join("zermelo")).unwrap();
    let (mut commands, mut faults) = (Vec::new(), String::new());
    for page in pages {
        let (run, blessed, differs) = read(page, &bin);
        if std::env::var_os("ZERMELO_BLESS").is_some()
            && blessed != fs::read_to_string(page).unwrap()
        {
            fs::write(page, blessed).unwrap();
        }
        commands.push(run);
        faults.push_str(&differs);
    }
    assert!(faults.is_empty(), "- page, + found (ZERMELO_BLESS=1 takes it over):\n{faults}");
    commands
}
