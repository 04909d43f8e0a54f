//! `--proof` and `zermelo check`: what is written is accepted, what is damaged is not.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::common::{DEAD, HARD, START, WALL, command, folder, refused, zermelo, zermelo_fed};

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn both_sides_are_written_and_accepted() {
    let folder = folder("both");
    let file = folder.join("wall.cert");
    let ran = zermelo(&["winnable", WALL, "--proof", name(&file)]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let files = [folder.join("wall.white.cert"), folder.join("wall.black.cert")];
    for file in &files {
        assert!(ran.stdout.contains(&format!("Proof written to {}", file.display())));
    }
    assert!(!file.exists());
    let ran = zermelo(&["check", name(&files[0]), name(&files[1])]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(ran.stdout.lines().count(), 2);
    assert!(ran.stdout.contains("accepted: White can still win from 5b2/"));
    assert!(ran.stdout.contains("accepted: Black cannot win from 5b2/"));
}

#[test]
fn compressed_and_from_standard_input() {
    let folder = folder("zst");
    let (plain, packed) = (folder.join("d.cert"), folder.join("d.cert.zst"));
    for file in [&plain, &packed] {
        let ran = zermelo(&["winnable", DEAD, "--for", "white", "--proof", name(file)]);
        assert_eq!(ran.status, 0, "{ran:?}");
    }
    let bytes = fs::read(&packed).unwrap();
    assert_eq!(bytes[..4], [0x28, 0xB5, 0x2F, 0xFD]);
    assert_eq!(zstd::decode_all(&bytes[..]).unwrap(), fs::read(&plain).unwrap());
    for bytes in [bytes, fs::read(&plain).unwrap()] {
        let ran = zermelo_fed(&["check", "-"], &bytes);
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.stdout.contains("accepted: White cannot win"));
    }
    assert_eq!(zermelo(&["check", name(&packed)]).status, 0);
    // Half a compressed file is unreadable, not accepted.
    let half = fs::read(&packed).unwrap();
    let ran = zermelo_fed(&["check", "-"], &half[..half.len() / 2]);
    assert_eq!(ran.status, 2);
    assert!(ran.stdout.is_empty());
}

#[test]
fn damaged_helpmates_are_rejected() {
    let folder = folder("helpmate");
    let file = folder.join("start.cert");
    zermelo(&["winnable", START, "--for", "black", "--proof", name(&file)]);
    let text = fs::read_to_string(&file).unwrap();
    // The last move dropped: no mate any more.
    let shorter: String = text
        .lines()
        .map(|line| match line.strip_prefix("line ") {
            Some(moves) => format!("line {}\n", moves.rsplit_once(' ').unwrap().0),
            None => format!("{line}\n"),
        })
        .collect();
    assert_ne!(shorter, text);
    // The other side claimed.
    let stolen = text.replace("winnable black", "winnable white");
    for damaged in [shorter, stolen] {
        let ran = zermelo_fed(&["check", "-"], damaged.as_bytes());
        assert_eq!(ran.status, 3, "{ran:?}");
        assert!(ran.stdout.contains("REJECTED: the line"), "{ran:?}");
    }
}

#[test]
fn damaged_covers_are_rejected() {
    let folder = folder("cover");
    let file = folder.join("wall.cert");
    zermelo(&["winnable", WALL, "--for", "black", "--proof", name(&file)]);
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(zermelo(&["check", name(&file)]).status, 0);
    // The white king's squares shrunk to the one it stands on: the region is no longer closed.
    let shrunk: String = text
        .lines()
        .map(|line| {
            if line.starts_with("man Kf3 ") {
                "man Kf3 0000000000200000\n".to_string()
            } else {
                format!("{line}\n")
            }
        })
        .collect();
    // The claim moved to a position that the cover does not hold.
    let moved = text.replace(
        "position 5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w",
        "position 5b2/p7/Pp3k2/1Pp1pBp1/2P1P3/5K2/8/8 w",
    );
    for damaged in [shrunk, moved] {
        assert_ne!(damaged, text);
        fs::write(&file, &damaged).unwrap();
        let ran = zermelo(&["check", name(&file)]);
        assert_eq!(ran.status, 3, "{ran:?}");
        assert!(ran.stdout.contains("REJECTED"), "{ran:?}");
        let ran = zermelo(&["check", "--json", name(&file)]);
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!((ran.status, &report["accepted"]), (3, &false.into()));
        assert!(report["fault"].is_string());
    }
}

#[test]
fn what_is_no_certificate_is_bad_input() {
    for text in ["", "hello\n", "zermelo-certificate 1\nrules chess\nclaim winnable white\n"] {
        let ran = zermelo_fed(&["check", "-"], text.as_bytes());
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.stdout.is_empty());
        assert!(ran.stderr.contains("line ") && ran.stderr.lines().count() == 1, "{ran:?}");
    }
    // One bad file does not keep the others from being checked; the worst decides.
    let folder = folder("mixed");
    let (good, bad) = (folder.join("good"), folder.join("bad"));
    zermelo(&["winnable", DEAD, "--for", "white", "--proof", name(&good)]);
    fs::write(&bad, "no").unwrap();
    let ran = zermelo(&["check", name(&bad), name(&good)]);
    assert_eq!(ran.status, 2);
    assert!(ran.stdout.contains("accepted"));
}

#[test]
fn an_open_answer_writes_no_proof() {
    let folder = folder("open");
    let file = folder.join("open.cert");
    let ran = zermelo(&["winnable", START, "--fast", "--for", "white", "--proof", name(&file)]);
    assert_eq!(ran.status, 1);
    assert!(ran.stdout.contains("No proof was written"));
    assert!(!file.exists());
}

/// On a full disk the proof is lost, and the answer is not: it comes first, then the error.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_the_proof_alone() {
    let solve = ["losing", "solve", "e3", "d5", "--men", "0", "--threads", "1", "--memory", "64M"];
    let fen = ["winnable", WALL, "--for", "black"];
    let commands: [(&[&str], &str, &str); 8] = [
        (&solve, "--proof", "White wins after 1. e3 d5"),
        (&solve, "--compact", "White wins after 1. e3 d5"),
        (&["strategy", "krk", "prove"], "--proof", "On every board"),
        (&fen, "--proof", "Black cannot win"),
        (&["legal", START], "--proof", "Legal: it is"),
        (&["legal", "--count", "KvK"], "--proof", "legal"),
        (&["longest", "--json"], "--output", "17697"),
        (&["longest"], "--output", "[Event "),
    ];
    for (args, option, answer) in commands {
        let ran = zermelo(&[args, &[option, "/dev/full"]].concat());
        assert_eq!(ran.status, 2, "{args:?}: {}", ran.stderr);
        assert!(ran.words().contains(answer), "{args:?}: {}", ran.stdout);
        assert!(!ran.stdout.contains("/dev/full"), "{args:?}: {}", ran.stdout);
        let last = ran.stderr.lines().last().unwrap();
        let error = format!("error: {option} /dev/full: No space left on device");
        assert!(last.starts_with(&error), "{args:?}: {last}");
    }
    // One proof of many.
    let folder = folder("full");
    let games = folder.join("games.pgn");
    fs::write(&games, "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    std::os::unix::fs::symlink("/dev/full", folder.join("games-1.cert")).unwrap();
    let ran = zermelo(&["judge", name(&games), "--proof", name(&folder)]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stdout.contains("checkmate") && ran.stderr.contains("No space left"), "{ran:?}");
}

/// Who reads no further has heard enough; what was asked for is done, and the status is the answer's.
#[test]
fn a_closed_pipe_changes_nothing() {
    let folder = folder("pipe");
    let (proofs, tables, plot) = (folder.join("proofs"), folder.join("tables"), folder.join("svg"));
    let bad = folder.join("bad.cert");
    let claim =
        "rules chess\nclaim winnable white\nposition 7k/8/6K1/8/8/8/8/5Q2 w - -\nline f1f7\n";
    fs::write(&bad, format!("zermelo-certificate 1\n{claim}end\n")).unwrap();
    let mate = "7k/8/6K1/8/8/8/8/5Q2 w - -";
    let dir = ["--folder", name(&tables)];
    for (args, status) in [
        (&["check", name(&bad)][..], 3),
        (&["check", "--json", name(&bad)], 3),
        (&["winnable", HARD, "--nodes", "10"], 1),
        (&["puzzle", mate, "h#0.5", "--proof", name(&proofs)], 0),
        (&[&["table", "build", "KQvK"][..], &dir].concat(), 0),
        (&[&["table", "stats", "KQvK", "--svg", name(&plot)][..], &dir].concat(), 0),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ended = command().args(args).stdout(writer).stderr(Stdio::null()).status().unwrap();
        assert_eq!(ended.code(), Some(status), "{args:?}");
    }
    assert!(fs::read_dir(&proofs).unwrap().count() > 0 && plot.exists());
}

/// A place that cannot be written to is named before the search, not after it.
#[cfg(target_os = "linux")]
#[test]
fn the_place_is_tried_before_the_search() {
    for args in [
        &["losing", "solve", "e3", "d5", "--proof", "/proc/a.cert"][..],
        &["longest", "--output", "/proc/a.cert"],
        &["strategy", "krk", "prove", "--proof", "/proc/a.cert"],
        &["winnable", WALL, "--for", "black", "--proof", "/proc/a.cert"],
        &["legal", START, "--proof", "/proc/a.cert"],
        &["judge", "nowhere.pgn", "--proof", "/proc"],
    ] {
        refused(args, ": No such file or directory");
    }
}

/// A file is complete when it has its name, and takes the place of the one before.
#[test]
fn a_proof_has_its_name_when_it_is_complete() {
    let folder = folder("replaced");
    let (file, link) = (folder.join("a.cert"), folder.join("link.cert"));
    fs::write(&file, "old").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&file, &link).unwrap();
    for file in [&file, &link] {
        let ran = zermelo(&["winnable", DEAD, "--for", "white", "--proof", name(file)]);
        assert_eq!(ran.status, 0, "{ran:?}");
        assert_eq!(zermelo(&["check", name(file)]).status, 0);
    }
    #[cfg(unix)]
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    // What was beside it while it was written is gone.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

/// Small files that once filled the memory or took for ever end soon, with one sentence.
#[test]
fn hostile_files_are_given_up() {
    let folder = folder("hostile");
    let fen = "4k3/8/8/8/8/8/8/4K2R w - -";
    let head = "zermelo-certificate 1\nrules chess\n";
    let phases = format!("{head}claim unwinnable white\nposition {fen}\nregion {fen}\n");
    let packed = |text: String| zstd::stream::encode_all(text.as_bytes(), 0).unwrap();
    let files = [
        ("phases", packed(phases + &"phase\n".repeat(2_000_000)), 3, "bytes of memory"),
        ("endless", packed("x".repeat(20 << 20)), 2, "line 1: the line is too long"),
        (
            "lines",
            packed(format!("{head}claim census KvK\n{}", "line -\n".repeat(300_000))),
            3,
            "bytes of memory",
        ),
    ];
    for (kind, bytes, status, sentence) in files {
        let file = folder.join(format!("{kind}.cert.zst"));
        fs::write(&file, &bytes).unwrap();
        let ran = zermelo(&["check", "--memory", "32M", name(&file)]);
        assert_eq!(ran.status, status, "{ran:?}");
        assert!(format!("{}{}", ran.stdout, ran.stderr).contains(sentence), "{ran:?}");
        // The same from a pipe, where the bytes are kept.
        let ran = zermelo_fed(&["check", "--memory", "32M", "-"], &bytes);
        assert_eq!(ran.status, status, "{ran:?}");
    }
    let ran = zermelo_fed(&["check", "--memory", "1M", "-"], &packed("x".repeat(2 << 20)));
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("longer than 1048576 bytes"), "{ran:?}");
}
