//! Certificates of every kind, saved by earlier versions: accepted for ever. Damaged, they are
//! rejected. The second checker, in Python, agrees about the claims that it knows.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{folder, zermelo};

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/certificates");
/// The proofs of strategies, which are too large to be kept twice.
const STRATEGIES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../strategy/proofs");
/// A second checker, and the claims that it knows.
const CHECKERS: [(&str, &[&str]); 3] = [
    ("second_checker_winnable.py", &["winnable", "unwinnable", "record"]),
    ("second_checker_longest.py", &["longest"]),
    ("second_checker_past.py", &["legal", "illegal", "census"]),
];
const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools");

/// A file, a part of its text, and what to write there instead.
const DAMAGE: &[(&str, &str, &str)] = &[
    ("illegal-cage.cert", "excluded cage", "excluded parity"),
    ("illegal-check.cert", "excluded check", "excluded cage"),
    (
        "illegal-member.cert",
        "member 4B2n/Bqp2Nbr/r1r2p1B/5b2/n3bN2/1QRkq1b1/4r2B/QKb2B1R b - -\n",
        "",
    ),
    (
        "illegal-chess960.cert",
        "member 4B2n/Bqp2Nbr/r1r2p1B/5b2/n3bN2/1QRkq1b1/4r2B/QKb2B1R b - -\n",
        "",
    ),
    ("illegal-dead-reckoning.cert", "dead 8/k7/2K5/8/8/8/8/8 b - -\n", ""),
    ("illegal-men.cert", "excluded men", "excluded check"),
    ("illegal-no-retraction.cert", "position 6bk/5KpB", "position 6bk/5K2"),
    ("illegal-parity.cert", "excluded parity", "excluded pawn-captures"),
    ("illegal-pawn-captures.cert", "excluded pawn-captures", "excluded parity"),
    ("illegal-pawn-columns.cert", "excluded pawn-columns", "excluded men"),
    ("illegal-rights.cert", "excluded rights", "excluded men"),
    ("legal-chess960.cert", "start bbnq", "start bnbq"),
    ("legal-dead-reckoning.cert", "g7e7\n", "g7g6\n"),
    ("legal.cert", "e7e5", "e7e6"),
    ("longest-50.cert", "count changes 3", "count changes 2"),
    ("longest-75.cert", "longest 75 17697", "longest 75 17696"),
    ("longest-claims.cert", "count last-change 4\n", ""),
    ("losing-fics.cert", "losing-win white", "losing-win black"),
    ("record-clock.cert", "clock 149", "clock 148"),
    ("record-dead-wall.cert", "man pg7 0040404000000000", "man pg7 0040400000000000"),
    ("record-dead.cert", "at 1 unwinnable black\n", ""),
    ("record-fivefold.cert", "over 16", "over 15"),
    ("record-flag.cert", "flag white draw", "flag white black"),
    ("record-history-dead.cert", "reading history", "reading position"),
    ("record-history-flag.cert", "clock 140", "clock 142"),
    ("record-mate.cert", "over 4", "over 3"),
    ("record-resigned.cert", "resigned black white", "resigned white white"),
    ("record-stalemate.cert", "5.2.1", "5.1.1"),
    ("record-unfinished.cert", "e5f6", "e5d6"),
    ("unwinnable-facing.cert", "man Ph6 0000800000000000 gone", "man Ph6 0000800000000000"),
    ("unwinnable-last-man.cert", "man na1 0000000000000001", "man na1 0000000000000001 gone"),
    ("unwinnable-material.cert", "4KB2", "4KQ2"),
    ("unwinnable-mixed.cert", "covered 4k3/8/8/p1p1p1p1/P1P1P1P1/8/4q3/4K3 w - -\n", ""),
    ("unwinnable-positions.cert", "covered kb6/p1p5/P1P5/8/8/8/1K6/8 b - -\n", ""),
    ("unwinnable-stalemating.cert", "man kg8 c000", "man kg8 4000"),
    ("unwinnable-two-phases.cert", "man pg7 0000400000000000", "man pg7 0040000000000000"),
    ("unwinnable-wall.cert", "man Kf3 0000000001ffffff", "man Kf3 0000000000ffffff"),
    ("winnable-chess960.cert", "rules chess960", "rules chess"),
    ("winnable-start.cert", "claim winnable white", "claim winnable black"),
];

fn kept() -> Vec<PathBuf> {
    let folders = [KEPT, STRATEGIES].into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    // The lemmas of the bound come after those of the theorem, and are no certificate alone.
    files.retain(|file| !file.ends_with("krk-bound.zst"));
    files.sort();
    files
}

fn check(file: &Path) -> i32 {
    zermelo(&["check", file.to_str().unwrap()]).status
}

/// The damaged files, written to a folder of this name.
fn damaged(place: &str) -> Vec<PathBuf> {
    let place = folder(place);
    let damage = |&(name, old, new): &(&str, &str, &str)| {
        let bytes = fs::read(Path::new(KEPT).join(name)).unwrap();
        let at = bytes.windows(old.len()).position(|part| part == old.as_bytes()).expect(name);
        let path = place.join(name);
        fs::write(&path, [&bytes[..at], new.as_bytes(), &bytes[at + old.len()..]].concat())
            .unwrap();
        path
    };
    DAMAGE.iter().map(damage).collect()
}

#[test]
fn kept_certificates_are_accepted() {
    assert!(kept().len() >= 36);
    for file in kept() {
        assert_eq!(check(&file), 0, "{}", file.display());
    }
}

#[test]
fn damaged_they_are_rejected() {
    let rejected = |file: &Path| {
        let status = check(file);
        assert!(status == 2 || status == 3, "{}: {status}", file.display());
    };
    damaged("kept-damaged").iter().for_each(|file| rejected(file));
    let place = folder("kept-cut-short");
    for file in kept() {
        let (bytes, path) = (fs::read(&file).unwrap(), place.join(file.file_name().unwrap()));
        fs::write(&path, &bytes[..bytes.len() - 6]).unwrap();
        rejected(&path);
    }
}

#[test]
fn the_second_checker_agrees() {
    let enough = ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"];
    if !Command::new("python3").args(enough).status().is_ok_and(|status| status.success()) {
        println!("skipped: there is no python3 of version 3.10 or later");
        return;
    }
    for (checker, claims) in CHECKERS {
        let known = |file: &PathBuf| {
            let name = file.file_name().unwrap().to_str().unwrap();
            claims.iter().any(|claim| name.starts_with(claim))
        };
        let files: Vec<PathBuf> =
            kept().into_iter().chain(damaged("kept-second")).filter(known).collect();
        let checker = Path::new(TOOLS).join(checker);
        let ran = Command::new("python3").arg(checker).args(&files).output().unwrap();
        let said = String::from_utf8(ran.stdout).unwrap();
        assert_eq!(said.lines().count(), files.len(), "{said}");
        for (file, said) in files.iter().zip(said.lines()) {
            assert_eq!(said.ends_with(": accepted"), check(file) == 0, "{said}");
        }
    }
}
