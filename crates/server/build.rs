//! Lists the files of the page (web/dist), so that they become part of the program. They are made
//! by web/build; if they are not there, the program has no page and says so.

use std::collections::hash_map::DefaultHasher;
use std::fmt::Write;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says it")).join("../../web/dist");
    // A path that is not there would be looked at in vain each time: so the folder is made, empty.
    if root.parent().is_some_and(Path::is_dir) && fs::create_dir_all(&root).is_ok() {
        println!("cargo::rerun-if-changed={}", root.display());
    } else {
        println!("cargo::rerun-if-changed=build.rs");
    }
    let mut files = Vec::new();
    list(&root, &mut files);
    files.sort();
    let mut text = String::from("static FILES: &[File] = &[\n");
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&root).expect("it lies below").to_string_lossy();
        let name = name.replace('\\', "/");
        if [".br", ".gz", ".d.ts"].iter().any(|end| name.ends_with(end)) {
            continue;
        }
        let mut packed = String::new();
        for (way, end) in [("br", ".br"), ("gzip", ".gz")] {
            let mut beside = file.clone().into_os_string();
            beside.push(end);
            if Path::new(&beside).is_file() {
                write!(packed, "({way:?}, include_bytes!({beside:?})), ")
                    .expect("a string takes it");
            }
        }
        let tag = tag(file);
        writeln!(
            text,
            "    File {{ path: {name:?}, bytes: include_bytes!({file:?}), tag: {tag:?}, packed: &[{packed}] }},"
        )
        .expect("a string takes it");
    }
    text.push_str("];\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo says it")).join("page.rs");
    fs::write(out, text).expect("the folder for it is there");
}

/// A word that changes when the bytes do.
fn tag(file: &Path) -> String {
    let bytes = fs::read(file).expect("it was listed");
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("W/\"{:016x}-{:x}\"", hasher.finish(), bytes.len())
}

/// All files below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}
