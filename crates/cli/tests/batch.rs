//! `zermelo winnable --batch`: order, bad lines, promptness, and what happens when a pipe closes.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;

use crate::common::{
    DEAD, Ran, START, WALL, command, first_line_then_leave, folder, interrupt, start, zermelo,
    zermelo_fed,
};
use zermelo_answers::unpack::Packing;

/// The word a line starts with, and the input it repeats.
fn parts(line: &str) -> (&str, &str) {
    (line.split(' ').next().unwrap(), line.split_once(" : ").map_or("", |(_, input)| input))
}

#[test]
fn lines_come_in_order_with_the_default_side() {
    let mut input = String::from("# positions\n\n");
    let mut expected = Vec::new();
    for round in 0..200 {
        // White is to move in all of them, so Black is asked about by default.
        let (line, verdict) = match round % 4 {
            0 => (WALL.to_string(), "unwinnable"),
            1 => (format!("{WALL} white"), "winnable"),
            2 => (format!("{} black  # a comment", START.replace(' ', "_")), "winnable"),
            _ => (DEAD.to_string(), "unwinnable"),
        };
        input.push_str(&format!("{line}\n"));
        expected.push((verdict, line));
    }
    let ran = zermelo_fed(&["winnable", "--batch", "-"], input.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert_eq!(ran.stdout.lines().count(), expected.len());
    for (line, (verdict, input)) in ran.stdout.lines().zip(&expected) {
        assert_eq!(parts(line), (*verdict, input.as_str()));
        assert!(line.contains(" nodes ") && line.contains("us : "), "{line}");
        let answer = line.split(" : ").next().unwrap();
        assert_eq!(answer.contains('#'), *verdict == "winnable", "{line}");
    }
    assert!(ran.stderr.contains("200 lines: 100 winnable, 100 unwinnable, 0 open, 0 bad"));
    assert!(ran.stderr.contains("200 of 200 verdicts checked"));
}

#[test]
fn the_text_format() {
    let input = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - black\n";
    let ran = zermelo_fed(&["winnable", "--batch", "-"], input.as_bytes());
    assert!(ran.stdout.starts_with("winnable d8h4# nodes "), "{}", ran.stdout);
    let mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1\n";
    let ran = zermelo_fed(&["winnable", "--batch", "-"], mated.as_bytes());
    assert!(ran.stdout.starts_with("winnable # nodes 0 time "), "{}", ran.stdout);
}

#[test]
fn bad_lines_are_named_and_the_rest_goes_on() {
    let mut input = format!("{DEAD}\nnonsense\n\n{DEAD} purple\n").into_bytes();
    input.extend_from_slice(b"\xff\xfe\n");
    input.extend(std::iter::repeat_n(b'x', 100_000));
    input.extend_from_slice(format!("\n{DEAD}").as_bytes());
    let ran = zermelo_fed(&["winnable", "--batch", "-"], &input);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(ran.status, 2, "{ran:?}");
    assert_eq!(lines.len(), 6);
    assert!(lines[0].starts_with("unwinnable ") && lines[5].starts_with("unwinnable "));
    assert_eq!(lines[1], "error line 2: placement: there must be 8 ranks, not 1");
    assert!(lines[2].starts_with("error line 4: clock: "), "{}", lines[2]);
    assert!(lines[3].starts_with("error line 5: ") && lines[4].starts_with("error line 6: "));
    assert!(ran.stderr.contains("4 bad"));
    let ran = zermelo_fed(&["winnable", "--batch", "-", "--json"], &input);
    for (line, json) in ran.stdout.lines().enumerate() {
        let json: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(json["error"].is_string(), (1..5).contains(&line), "{json}");
        assert!(json["line"].is_u64());
        assert_eq!(json["verdict"] == "unwinnable", !(1..5).contains(&line));
    }
}

#[test]
fn open_lines_and_the_fast_test() {
    let input = format!("{START}\n{DEAD}\n");
    let ran = zermelo_fed(&["winnable", "--batch", "-", "--fast"], input.as_bytes());
    let verdicts: Vec<&str> = ran.stdout.lines().map(|line| parts(line).0).collect();
    assert_eq!(verdicts, ["open", "unwinnable"]);
    assert_eq!(ran.status, 1);
}

#[test]
fn checking_can_be_sampled_or_left_out_and_says_so() {
    let folder = folder("sampled");
    let file = folder.join("lines");
    std::fs::write(&file, format!("{DEAD}\n").repeat(150)).unwrap();
    let file = file.to_str().unwrap();
    let ran = zermelo(&["winnable", "--batch", file, "--check", "sample", "--threads", "3"]);
    assert!(ran.stderr.contains("2 of 150 verdicts checked"), "{}", ran.stderr);
    assert!(ran.stderr.contains("sample"));
    let ran = zermelo(&["winnable", "--batch", file, "--check", "none", "--json"]);
    assert!(ran.stderr.contains("no verdict was checked"));
    assert!(ran.stdout.lines().all(|line| line.contains("\"checked\":false")));
    assert_eq!(ran.status, 0);
}

#[test]
fn lines_may_come_compressed() {
    let lines = format!("{DEAD}\n{START}\n");
    let ask = |input: &[u8]| zermelo_fed(&["winnable", "--batch", "-"], input);
    let answers = |ran: &Ran| -> Vec<String> {
        ran.stdout.lines().map(|line| format!("{:?}", parts(line))).collect()
    };
    let plain = answers(&ask(lines.as_bytes()));
    for packing in [Packing::Zstd, Packing::Gzip, Packing::Bzip2] {
        let ran = ask(&packing.pack(lines.as_bytes()).unwrap());
        assert_eq!((ran.status, &answers(&ran)), (0, &plain), "{ran:?}");
    }
}

#[test]
fn a_pipe_that_stays_open_is_answered_at_once() {
    let mut child = command()
        .args(["winnable", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in stdout.lines() {
            let _ = sender.send(line.unwrap());
        }
    });
    let patience = Duration::from_secs(120);
    for (question, answer) in [(DEAD, "unwinnable"), (START, "winnable"), ("?", "error")] {
        writeln!(stdin, "{question}").unwrap();
        stdin.flush().unwrap();
        let line = lines.recv_timeout(patience).expect("an answer before the pipe closes");
        assert_eq!(parts(&line).0, answer);
    }
    // A line without an end is not a line yet; the end of input ends it.
    write!(stdin, "{DEAD}").unwrap();
    drop(stdin);
    assert_eq!(parts(&lines.recv_timeout(patience).unwrap()).0, "unwinnable");
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_reader_that_leaves_is_no_panic() {
    let folder = folder("broken_pipe");
    let file = folder.join("lines");
    std::fs::write(&file, format!("{WALL} white\n").repeat(5_000)).unwrap();
    let line =
        first_line_then_leave(&["winnable", "--check", "none", "--batch", file.to_str().unwrap()]);
    assert!(line.starts_with("winnable "));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_with_a_summary() {
    let mut child = start(&["winnable", "--batch", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{DEAD}").unwrap();
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut line).unwrap();
    assert!(line.starts_with("unwinnable "));
    let stderr = interrupt(child);
    drop(stdin);
    assert!(stderr.contains("1 line: 0 winnable, 1 unwinnable"), "{stderr}");
}
