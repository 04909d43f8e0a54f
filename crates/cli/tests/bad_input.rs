//! Bad input: one sentence on standard error naming the fault, status 2, nothing on standard
//! output.

use crate::common;
use crate::common::refused;

#[test]
fn positions() {
    let table = [
        ("", "placement: the position is empty"),
        ("   ", "placement: the position is empty"),
        ("_", "placement: the position is empty"),
        ("garbage", "placement: there must be 8 ranks"),
        ("8/8/8/8", "placement: there must be 8 ranks, not 4"),
        ("8/8/8/8/8/8/8/4K3 w - -", "placement: Black must have one king"),
        ("4k3/8/8/8/8/8/8/3KK3 w - -", "placement: White must have one king"),
        ("4k3/8/8/8/8/8/8/4K3P w - -", "placement: rank 1 must have 8 squares"),
        ("4k3/8/8/8/8/8/8/P3K3 w - -", "placement: a pawn cannot stand on a1"),
        ("4k2p/8/8/8/8/8/8/4K3 w - -", "placement: a pawn cannot stand on h8"),
        ("4k3/8/8/8/4x3/8/8/4K3 w - -", "placement: 'x' in rank 4"),
        ("4k3/8/8/8/8/8/8/4K3", "turn: the side to move is missing"),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "turn: the side to move must be w or b"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - -", "turn: Black is in check"),
        ("4k3/8/8/8/8/8/8/4K3 w K -", "castling: the right K"),
        ("4k3/8/8/8/8/8/8/4K2R w KK -", "castling: the right K is given twice"),
        ("4k3/8/8/8/8/8/8/4K3 w x -", "castling: 'x' is not a castling right"),
        ("4k3/8/8/8/8/8/8/4K3 w - z9", "en passant: \"z9\" is not a square"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", "en passant: no pawn stands on e5"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3", "en passant: "),
        ("4k3/8/8/8/8/8/8/4K3 w - - x", "clock: \"x\" is not a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "clock: nothing may follow"),
        ("\u{1b}[31m\n\u{fe0f}", "placement: "),
    ];
    for (fen, words) in table {
        refused(&["winnable", fen], words);
        refused(&["winnable", "--json", fen], words);
    }
    refused(&["winnable", &"x/".repeat(10_000)], "placement: a text of 20000 characters");
}

#[test]
fn command_lines() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - -";
    refused(&[], "zermelo --help");
    refused(&["winnable"], "a position is missing");
    refused(&["frobnicate"], "frobnicate");
    refused(&["winnable", fen, "--for", "purple"], "white, black, both");
    refused(&["winnable", fen, "--flag", "both"], "white, black");
    refused(&["winnable", fen, "--nodes", "-3"], "-3");
    refused(&["winnable", fen, "--nodes", "many"], "many");
    refused(&["winnable", fen, "--memory", "8X"], "a size is a whole number");
    refused(&["winnable", fen, "--check", "none"], "--check");
    refused(&["winnable", fen, "--threads", "2"], "--threads");
    refused(&["winnable", fen, "--batch", "x"], "--batch");
    refused(&["winnable", "--batch", "-", "--flag", "white"], "--flag");
    refused(&["winnable", "--batch", "-", "--proof", "x"], "--proof");
    refused(&["winnable", "--batch", "-", "--threads", "0"], "--threads");
    refused(&["winnable", fen, "--longest"], "--longest");
    refused(&["check"], "<FILE>");
    refused(&["judge"], "<FILE>");
    refused(&["judge", "-", "--flag", "both"], "white, black");
    refused(&["judge", "-", "--memory", "8X"], "a size is a whole number");
    refused(&["judge", "-", "--threads", "0"], "--threads");
    refused(&["judge", "-", "--json", "--pgn"], "--pgn");
    refused(&["completions", "tcsh"], "bash");
}

#[test]
fn files() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - -";
    let folder = common::folder("bad_files");
    let folder = folder.to_str().unwrap();
    let missing = &format!("{folder}/missing");
    refused(&["winnable", "--batch", missing], "missing: ");
    refused(&["winnable", "--batch", folder], "this is a directory");
    refused(&["check", missing], "missing: cannot be read");
    refused(&["check", folder], "cannot be read");
    refused(&["winnable", fen, "--proof", folder], "this is a directory");
    refused(&["winnable", fen, "--proof", &format!("{missing}/x")], "no such directory");
    refused(&["winnable", fen, "--proof", "-"], "a file name is needed");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let garbage = std::ffi::OsStr::from_bytes(b"\xff\xfe\x80");
    let output = common::command().arg("winnable").arg(garbage).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert_eq!(output.stderr.iter().filter(|&&byte| byte == b'\n').count(), 1);
}
