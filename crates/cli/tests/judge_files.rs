//! `zermelo judge`: files good, bad and compressed, proofs, threads, and pipes.

use std::fs;
use std::io::{BufRead, BufReader, Write};

use crate::common::games::{all_kinds, dead, fools_mate, json, judge};
use crate::common::{first_line_then_leave, folder, interrupt, start, zermelo, zermelo_fed};
use serde_json::Value;
use zermelo_answers::unpack::Packing;

#[test]
fn files_of_all_sorts() {
    let folder = folder("judge_files");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    fs::write(path("plain.zst"), fools_mate()).unwrap();
    let packed = zstd::encode_all(dead().repeat(200).as_bytes(), 3).unwrap();
    fs::write(path("packed.pgn"), &packed).unwrap();
    fs::write(path("half.pgn.zst"), &packed[..packed.len() - 8]).unwrap();
    fs::write(path("empty.pgn"), "").unwrap();
    let ran = zermelo(&["judge", &path("plain.zst"), &path("packed.pgn"), &path("empty.pgn")]);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert_eq!(ran.stdout.lines().count(), 201);
    // Numbers start again with each file, and each line says which.
    assert!(ran.stdout.lines().nth(1).unwrap().starts_with(&(path("packed.pgn") + ": game 1 (")));
    for packing in [Packing::Gzip, Packing::Bzip2] {
        // Two parts, one after the other, as other tools concatenate them.
        let packed = packing.pack(fools_mate().as_bytes()).unwrap().repeat(2);
        fs::write(path("packed"), &packed).unwrap();
        let ran = zermelo(&["judge", &path("packed")]);
        assert_eq!((ran.status, ran.stdout.lines().count()), (0, 2), "{ran:?}");
        fs::write(path("packed"), &packed[..packed.len() - 3]).unwrap();
        let ran = zermelo(&["judge", &path("packed")]);
        assert!(ran.status == 2 && ran.stderr.contains("packed: cannot be read: "), "{ran:?}");
    }
    let ran = zermelo(&["judge", &path("empty.pgn")]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    // What cannot be read is told, and the rest goes on.
    let here = folder.to_str().unwrap();
    let bad = [here, &path("missing"), &path("half.pgn.zst")];
    for file in bad {
        let ran = zermelo(&["judge", file, &path("plain.zst")]);
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.stdout.contains("game 1: checkmate"), "{ran:?}");
        assert!(ran.stderr.starts_with(&format!("error: {file}: cannot be read: ")), "{ran:?}");
        assert!(ran.stderr.contains("files that could not be read"));
        let ran = zermelo(&["judge", "--json", file]);
        let last: Value = serde_json::from_str(ran.stdout.lines().last().unwrap()).unwrap();
        assert!(last["error"].is_string() && last["file"] == file, "{last}");
    }
    let ran = zermelo(&["judge", here]);
    assert!(ran.stderr.contains("this is a directory"));
}

#[test]
fn proofs_are_accepted_and_damaged_ones_are_not() {
    let folder = folder("judge_proofs");
    let source = folder.join("games.pgn.zst");
    fs::write(&source, zstd::encode_all(all_kinds().as_bytes(), 1).unwrap()).unwrap();
    let source = source.to_str().unwrap();
    let proofs = folder.join("new").join("proofs");
    // What is saved was checked, whatever else was not.
    let options = ["--check", "none", "--proof", proofs.to_str().unwrap()];
    let ran = zermelo(&[&["judge", source], &options[..]].concat());
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(ran.stderr.contains("12 of 12 rulings checked"), "{ran:?}");
    let file =
        |number: usize| proofs.join(format!("games-{number}.cert")).to_str().unwrap().to_string();
    for number in 1..=12 {
        let ran = zermelo(&["check", &file(number)]);
        assert_eq!(ran.status, 0, "{ran:?}");
        assert!(ran.stdout.contains("accepted: the game of "), "{ran:?}");
    }
    let text = fs::read_to_string(file(3)).unwrap();
    assert!(text.contains("claim record over 1 5.2.2"), "{text}");
    let damaged = [
        ("record over 1 5.2.2", "record over 2 5.2.2"),
        ("record over 1 5.2.2", "record over 1 5.2.1"),
        ("record over 1 5.2.2", "record unfinished"),
    ];
    for (old, new) in damaged {
        let ran = zermelo_fed(&["check", "-"], text.replace(old, new).as_bytes());
        assert_eq!(ran.status, 3, "{new}: {ran:?}");
        assert!(ran.stdout.contains("REJECTED"), "{ran:?}");
    }
    // Two files whose proofs would have the same names.
    let ran = zermelo(&["judge", source, "other/games.pgn", "--proof", folder.to_str().unwrap()]);
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("games-1.cert"), "{ran:?}");
    let ran = zermelo(&["judge", source, "--proof", source]);
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1));
}

#[test]
fn checking_can_be_sampled_or_left_out_and_says_so() {
    let pgn = [fools_mate().repeat(150), dead()].concat();
    let ran = judge(&["--check", "sample"], &pgn);
    assert!(ran.stderr.contains("3 of 151 rulings checked"), "{}", ran.stderr);
    assert!(ran.stderr.contains("a sample, 1 game in 100"));
    let ran = judge(&["--check", "none"], &pgn);
    assert!(ran.stderr.contains("no ruling was checked (--check none)"));
    assert!(json(&["--check", "none"], &pgn).iter().all(|game| game["checked"] == false));
}

#[test]
fn threads_do_not_change_the_output() {
    let pgn = all_kinds().repeat(100);
    for shape in [&[][..], &["--json"], &["--pgn"]] {
        let one = judge(&[shape, &["--threads", "1"]].concat(), &pgn);
        let two = judge(&[shape, &["--threads", "2"]].concat(), &pgn);
        assert_eq!(one.stdout, two.stdout);
        assert!(one.stderr.contains("1200 of 1200 rulings"), "{}", one.stderr);
    }
}

#[test]
fn a_pipe_that_stays_open_is_answered_at_once() {
    let mut child = start(&["judge", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for number in 1..=2 {
        stdin.write_all(fools_mate().as_bytes()).unwrap();
        stdin.flush().unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("game {number}: checkmate")), "{line}");
    }
    #[cfg(unix)]
    {
        let stderr = interrupt(child);
        drop(stdin);
        assert!(stderr.contains("kernel: 2 of 2 rulings") && stderr.contains("stopped before"));
    }
}

#[test]
fn a_reader_that_leaves_is_no_panic() {
    let folder = folder("judge_broken_pipe");
    let file = folder.join("games.pgn");
    fs::write(&file, fools_mate().repeat(5_000)).unwrap();
    let line = first_line_then_leave(&["judge", "--check", "none", file.to_str().unwrap()]);
    assert!(line.starts_with("game 1: "));
}
