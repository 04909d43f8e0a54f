//! Running the built command.
#![allow(dead_code)] // Each test file uses its part.

pub mod games;
pub mod http;
pub mod pages;
pub mod schema;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A locked position: the README's example. Black can never mate, White can.
pub const WALL: &str = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 3 61";
/// A locked position in which neither side can mate.
pub const DEAD: &str = "8/2k5/8/1p1p1p1p/1P1P1P1P/4B3/2K5/8 w - - 0 1";
/// The initial array.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// A position that takes a search.
pub const HARD: &str = "k1b1b1b1/1p1b1b1b/1P4b1/8/8/1p6/pP1B1B1B/K1B1B1B1 w - -";

/// Whether Black can mate stays open after millions of positions.
pub const OPEN: &str = "1bB4b/k7/R5r1/8/1pBp1p1p/1PpP1P1P/K1P4b/RB5B b - -";

/// What came of a command.
#[derive(Debug)]
pub struct Ran {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// Standard output with every stretch of white space as one space, for text that is wrapped.
    pub fn words(&self) -> String {
        self.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zermelo"));
    // Servers of tests are asked without whatever proxy there may be.
    command.env("NO_PROXY", "127.0.0.1");
    command
}

/// Runs the command with nothing on standard input.
pub fn zermelo(args: &[&str]) -> Ran {
    zermelo_fed(args, b"")
}

/// The rows of a CSV of `zermelo scan`, names first, without their times.
pub fn rows(path: &Path) -> Vec<Vec<String>> {
    let without_time = |line: &str| {
        let mut cells: Vec<String> = line.split(',').map(str::to_string).collect();
        cells.remove(8);
        cells
    };
    std::fs::read_to_string(path).unwrap().lines().map(without_time).collect()
}

/// Starts the command with all three streams in hand.
pub fn start(args: &[&str]) -> Child {
    command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the command, reads one line of its output and leaves: that must end it quietly.
pub fn first_line_then_leave(args: &[&str]) -> String {
    let mut child = start(args);
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    line
}

/// Waits until something is so, however slow the machine is.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(120), "it never came to this: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Starts the command, and waits until it listens to Ctrl-C, which would just kill it before; then
/// it is left to work for a while.
#[cfg(unix)]
pub fn start_and_work(args: &[&str], milliseconds: u64) -> Child {
    let child = start(args);
    // Which signals are caught, as bits: the second is that of Ctrl-C.
    #[cfg(target_os = "linux")]
    wait_until("it listens to Ctrl-C", || {
        let about = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = about.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & 2 != 0
    });
    std::thread::sleep(Duration::from_millis(milliseconds));
    child
}

/// What Ctrl-C is answered with where something is still to be kept or told.
pub const HEARD: &str = "stopping; Ctrl-C once more ends at once\n";

/// Presses Ctrl-C: the status must say so. Gives what was on standard error.
#[cfg(unix)]
pub fn interrupt(child: Child) -> String {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    String::from_utf8(output.stderr).unwrap()
}

/// Runs the command with this on standard input.
pub fn zermelo_fed(args: &[&str], input: &[u8]) -> Ran {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The command may end without reading everything.
    let feeder = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Ran {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: without_progress(&String::from_utf8(output.stderr).unwrap()),
    }
}

/// What was said on standard error but for how far the work was, which is told every minute: only on
/// slow machines it takes that long.
fn without_progress(said: &str) -> String {
    let minutes = |part: &str| {
        let seconds = part.strip_suffix(" s").and_then(|number| number.parse::<u64>().ok());
        seconds.is_some_and(|seconds| seconds >= 60)
    };
    let is_progress =
        |line: &str| line.contains(" games/s, ") || line.trim_end().split(", ").any(minutes);
    said.split_inclusive('\n').filter(|line| !is_progress(line)).collect()
}

/// The words of an answer with status 0 and nothing on standard error.
#[track_caller]
pub fn words(args: &[&str]) -> String {
    let ran = zermelo(args);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{args:?}");
    ran.words()
}

/// All these parts are in the words of the answer.
#[track_caller]
pub fn says(args: &[&str], parts: &[&str]) {
    let words = words(args);
    for part in parts {
        assert!(words.contains(part), "{part:?} is missing: {words}");
    }
}

/// The command failed with this status, and says so in one line that holds these words.
#[track_caller]
pub fn fails(ran: &Ran, status: i32, words: &str) {
    assert_eq!(ran.status, status, "{ran:?}");
    assert!(ran.stderr.contains(words), "{words:?} is missing: {ran:?}");
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
}

/// Bad input is refused in one line that holds these words, and with no other output.
#[track_caller]
pub fn refused(args: &[&str], words: &str) {
    let ran = zermelo(args);
    fails(&ran, 2, words);
    assert_eq!(ran.stdout, "", "{args:?}");
    assert!(ran.stderr.starts_with("error: "), "{args:?}: {}", ran.stderr);
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Runs the command and parses its JSON.
pub fn json(args: &[&str]) -> (i32, serde_json::Value) {
    let ran = zermelo(args);
    (ran.status, serde_json::from_str(&ran.stdout).unwrap())
}

/// An empty folder of its own for each test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
