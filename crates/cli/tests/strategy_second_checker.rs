//! The second checker of strategies, in Python, agrees with the kernel.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{folder, zermelo};

const CHECKER: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/second_checker_strategy.py");

/// Its status and what it says; without Python nothing.
fn second_checker(formulas: &Path, certificate: &Path) -> Option<(i32, String)> {
    let ran = Command::new("python3").arg(CHECKER).args([formulas, certificate]).output().ok()?;
    let stderr = String::from_utf8(ran.stderr).unwrap();
    Some((ran.status.code().unwrap(), String::from_utf8(ran.stdout).unwrap() + &stderr))
}

#[test]
fn a_second_checker_agrees() {
    let enough = ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"];
    if !Command::new("python3").args(enough).status().is_ok_and(|status| status.success()) {
        println!("skipped: there is no python3 of version 3.10 or later");
        return;
    }
    let place = folder("strategy-second-checker");
    let (formulas, file) = (place.join("formulas"), place.join("kqk.cert"));
    let [formulas_name, file_name] = [&formulas, &file].map(|path| path.to_str().unwrap());
    let prove = ["strategy", "kqk", "prove", "--smt-lib", formulas_name, "--proof", file_name];
    let ran = zermelo(&prove);
    assert_eq!(ran.status, 0, "{ran:?}");
    let (status, words) = second_checker(&formulas, &file).unwrap();
    assert_eq!(status, 0, "{words}");
    assert!(words.contains("accepted: 27 lemmas"), "{words}");

    // Damaged in the first lemmas, which are quick: byte after byte, both reject.
    let whole = fs::read(&file).unwrap();
    let first = whole.windows(6).position(|part| part == b"lemma ").unwrap();
    for at in (first..first + 4_000).step_by(400) {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&file, damaged).unwrap();
        let (status, words) = second_checker(&formulas, &file).unwrap();
        assert_eq!((status, zermelo(&["check", file_name]).status), (3, 3), "byte {at}: {words}");
        assert!(words.contains("rejected: "), "{words}");
    }
    // What cannot be read at all.
    fs::write(&file, "zermelo-certificate 1\nrules chess\n").unwrap();
    assert_eq!(second_checker(&formulas, &file).unwrap().0, 2);
    assert_eq!(second_checker(&place, &file).unwrap().0, 2);
}
