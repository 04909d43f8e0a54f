//! A cluster of real processes: a scheduler and two executors, one of which is killed.
#![cfg(all(feature = "cluster", target_os = "linux"))]

#[path = "../../scan/examples/made/mod.rs"]
#[allow(dead_code)]
mod made;

use crate::common;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::common::{command, folder, rows, zermelo};

/// A process that is killed when it is not needed any more.
struct Part(Child);

impl Drop for Part {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a part of the cluster, and reads its first line.
fn part(args: &[&str]) -> (Part, String) {
    let mut child = command()
        .arg("cluster")
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    // What it says later must go somewhere.
    std::thread::spawn(move || said.lines().map_while(Result::ok).for_each(drop));
    (Part(child), line)
}

/// Waits until a process has a file of games open.
fn is_seen_reading(process: u32) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {
        let open = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
        let mut names = open.filter_map(|entry| fs::read_link(entry.path()).ok());
        if names.any(|name| name.to_string_lossy().ends_with(".pgn.zst")) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    false
}

/// The rows of a CSV, sorted.
fn sorted(path: &str) -> Vec<Vec<String>> {
    let mut rows = rows(Path::new(path));
    // Which of the winnable verdicts are checked is for each way of working to choose.
    rows.iter_mut().for_each(|row| drop(row.pop()));
    rows.sort();
    rows
}

#[test]
fn one_executor_is_killed_and_nothing_is_lost() {
    let folder = folder("cluster");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let mut maker = made::Maker::new(7);
    let sources: Vec<String> = (0..12)
        .map(|number| {
            let mut text = Vec::new();
            for _ in 0..1500 {
                maker.game(&mut text);
            }
            let name = path(&format!("made{number}.pgn.zst"));
            fs::write(&name, zstd::encode_all(&text[..], 1).unwrap()).unwrap();
            name
        })
        .collect();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    let alone = path("alone.csv");
    let ran = zermelo(&[&["scan"], &sources[..], &["--all", "--to", &alone]].concat());
    assert_eq!(ran.status, 0, "{ran:?}");

    let (_scheduler, line) = part(&["scheduler", "--bind", "127.0.0.1:0", "--patience", "4"]);
    let address = line.trim().rsplit(' ').next().unwrap().to_string();
    let executor =
        || part(&["executor", "--scheduler", &address, "--threads", "1", "--heartbeat", "1"]);
    let ((_first, _), (second, _)) = (executor(), executor());
    // Both are there before there is work.
    std::thread::sleep(Duration::from_secs(3));

    let together = path("together.csv");
    let args = [&["scan"], &sources[..], &["--all", "--cluster", &address, "--to", &together]];
    let killer = std::thread::spawn(move || {
        let seen = is_seen_reading(second.0.id());
        drop(second);
        seen
    });
    let ran = zermelo(&args.concat());
    assert!(killer.join().unwrap(), "the executor was never seen to read games");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let (alone, together) = (sorted(&alone), sorted(&together));
    assert_eq!(alone.len(), together.len());
    assert!(
        alone == together,
        "other rows: {:?}",
        alone.iter().zip(&together).find(|(a, b)| a != b)
    );

    // The functions in SQL, and a faulty query, on what is left.
    let sql = "select count(*) as n from source where flagged is not null and \
               not winnable(fen, other(flagged))";
    let ask = [&["scan", "--json", "--sql", sql], &sources[..2]];
    let here = zermelo(&ask.concat());
    let there = zermelo(&[&ask.concat()[..], &["--cluster", &address]].concat());
    assert_eq!((here.status, &here.stdout), (there.status, &there.stdout), "{there:?}");
    // Parquet and CSV, without a query.
    for name in ["alone.csv", "alone.parquet"] {
        let (source, to) = (path(name), path("again.csv"));
        let to_parquet =
            ["scan", "--sql", "select * from source", &path("alone.csv"), "--to", &source];
        if name.ends_with("parquet") {
            assert_eq!(zermelo(&to_parquet).status, 0);
        }
        let ran = zermelo(&["scan", &source, "--all", "--cluster", &address, "--to", &to]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{name}: {ran:?}");
        assert_eq!(sorted(&to).len(), alone.len());
    }
    let bad = zermelo(&["scan", "--sql", "select nothing", sources[0], "--cluster", &address]);
    assert_eq!((bad.status, bad.stderr.lines().count()), (2, 1), "{bad:?}");
}

#[test]
fn a_cluster_that_is_not_there() {
    let folder = folder("no_cluster");
    let source = folder.join("a.txt");
    fs::write(&source, format!("{}\n", common::START)).unwrap();
    let out = folder.join("out.csv");
    let args = ["scan", source.to_str().unwrap(), "--cluster", "127.0.0.1:1", "--to"];
    let ran = zermelo(&[&args[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("--cluster 127.0.0.1:1: the scheduler cannot be reached"));
    assert!(!out.exists());
    let ran = zermelo(&["cluster", "executor", "--scheduler", "no such host"]);
    assert_eq!(ran.status, 2, "{ran:?}");
}
