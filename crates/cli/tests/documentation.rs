//! The pages of documentation: their links lead somewhere, and so do those of the sources.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::zermelo;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// All files below a folder with one of these extensions; what is built or installed left out.
fn files(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !name.starts_with('.') && !["target", "node_modules", "dist"].contains(&name) {
                files(&path, extensions, found);
            }
        } else if path
            .extension()
            .is_some_and(|extension| extensions.iter().any(|e| *e == extension))
        {
            found.push(path);
        }
    }
}

fn all(extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(Path::new(ROOT), extensions, &mut found);
    found
}

/// The names by which the headings of a page can be linked to.
fn headings(page: &str) -> Vec<String> {
    let kept = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
    let name = |line: &str| line.trim_start_matches('#').trim().to_lowercase();
    let slug = |line: &str| name(line).chars().filter(|&c| kept(c)).collect::<String>();
    page.lines().filter(|line| line.starts_with('#')).map(|l| slug(l).replace(' ', "-")).collect()
}

#[test]
fn links_of_pages_lead_somewhere() {
    let mut links = 0;
    for page in all(&["md"]) {
        let text = fs::read_to_string(&page).unwrap();
        for part in text.split("](").skip(1) {
            let link = part.split(')').next().unwrap();
            if link.starts_with("http") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.exists(), "{}: {link}", page.display());
            if !heading.is_empty() {
                let known = headings(&fs::read_to_string(&target).unwrap());
                assert!(known.iter().any(|name| name == heading), "{}: {link}", page.display());
            }
            links += 1;
        }
    }
    assert!(links > 50, "{links} links");
}

#[test]
fn sources_name_pages_that_are_there() {
    let mut named = 0;
    for source in all(&["rs", "py", "js", "md", "toml"]) {
        let text = fs::read_to_string(&source).unwrap();
        for part in text.split("docs/").skip(1) {
            let path = |c: char| !(c.is_ascii_alphanumeric() || "-_/.".contains(c));
            let Some(page) = part.split(path).next().unwrap().split_inclusive(".md").next() else {
                continue;
            };
            if page.ends_with(".md") {
                assert!(
                    Path::new(ROOT).join("docs").join(page).exists(),
                    "{}: {page}",
                    source.display()
                );
                named += 1;
            }
        }
    }
    assert!(named > 50, "{named} names");
}

/// The help of a command and of all commands below it.
fn helps(command: &mut Vec<String>, found: &mut Vec<String>) {
    let args: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
    let help = zermelo(&args).stdout;
    let listed = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    for line in listed.unwrap_or_default().lines() {
        let name = line.split_whitespace().next().unwrap_or_default();
        if line.starts_with("  ") && !line.starts_with("   ") && name != "help" {
            command.push(name.to_string());
            helps(command, found);
            command.pop();
        }
    }
    found.push(help);
}

#[test]
fn every_option_is_documented() {
    let mut found = Vec::new();
    helps(&mut Vec::new(), &mut found);
    assert!(found.len() > 40, "{} commands", found.len());
    let pages: String = all(&["md"]).iter().map(|page| fs::read_to_string(page).unwrap()).collect();
    let named = |c: char| !(c.is_ascii_lowercase() || c == '-');
    for word in found.iter().flat_map(|help| help.split(named)) {
        let option = word.starts_with("--") && word.len() > 4;
        assert!(
            !option
                || pages.contains(word)
                || ["--help", "--version", "--data-binary"].contains(&word),
            "{word}"
        );
    }
}
