//! The examples of the pages print what the pages say.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::pages::{ROOT, align, check, listed, timeless};

#[test]
fn times_are_alike_and_nothing_else_is() {
    let page = ["Found in 66.7 us; checked by", "the kernel in 5 ms.", "...", "3 moves"];
    let folded = ["Found in 1,166.7 us; checked", "by the kernel in 2 s.", "Once.", "3 moves"];
    assert!(align(&page, &folded).iter().all(|&(.., agrees)| agrees));
    for (old, new) in [("3 moves", "4 moves"), ("h3 s", "h4 s"), ("a  b", "a b"), ("", "...")] {
        assert!(align(&[old], &[new]).iter().any(|&(.., agrees)| !agrees), "{old}");
    }
    assert_eq!(timeless("\"nodes\":1,\"engine_us\":7.0"), timeless("\"nodes\":1,\"engine_us\":8"));
}

#[test]
fn examples_of_pages_print_what_the_pages_say() {
    let named = fs::read_to_string(Path::new(ROOT).join("examples/README.md")).unwrap();
    for file in listed("examples") {
        let name = format!("`{}`", file.file_name().unwrap().display());
        assert!(named.contains(&name) || name == "`README.md`", "examples/README.md: {name}");
    }
    // The page of SQL needs another build (`sql.rs`).
    let pages = listed("docs/guide").into_iter().filter(|page| !page.ends_with("sql.md"));
    let pages: Vec<PathBuf> = pages.chain([Path::new(ROOT).join("README.md")]).collect();
    let commands = check(&pages);
    for (page, commands) in pages.iter().zip(&commands) {
        let text = fs::read_to_string(page).unwrap();
        // What a service is asked is not run.
        let none = page.ends_with("serve.md") || !text.contains("\n    zermelo ");
        assert!(*commands > 0 || none, "{}", page.display());
    }
    assert!(commands.iter().sum::<usize>() >= 40, "{commands:?}");
}
