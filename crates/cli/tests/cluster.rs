//! A cluster of real processes: a scheduler and two executors, one of which is killed.
#![cfg(all(feature = "cluster", target_os = "linux"))]

#[path = "../../scan/examples/made/mod.rs"]
#[allow(dead_code)]
mod made;

use crate::common;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use crate::common::games::{fools_mate, game};
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
    while start.elapsed() < Duration::from_secs(180) {
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

    let scheduler = ["scheduler", "--bind", "127.0.0.1:0", "--patience", "8", "--part", "100k"];
    let (_scheduler, line) = part(&scheduler);
    let address = line.trim().rsplit(' ').next().unwrap().to_string();
    let executor =
        || part(&["executor", "--scheduler", &address, "--threads", "2", "--heartbeat", "1"]);
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

    a_large_file_is_shared_out(&folder, &address, &sources, &alone);
    faults_are_heard_of(&folder, &address);
    ctrl_c_calls_the_job_off(&folder, &address);
    // Whoever was called off works for others.
    let there = zermelo(&[&ask.concat()[..], &["--cluster", &address]].concat());
    assert_eq!((here.status, &here.stdout), (there.status, &there.stdout), "{there:?}");
}

/// All frames in one file: several tasks, the same rows.
fn a_large_file_is_shared_out(
    folder: &Path,
    address: &str,
    sources: &[&str],
    alone: &[Vec<String>],
) {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (one, to) = (path("one.pgn.zst"), path("one.csv"));
    let frames = sources.iter().flat_map(|source| fs::read(source).unwrap());
    fs::write(&one, frames.collect::<Vec<u8>>()).unwrap();
    let ran = zermelo(&["scan", &one, "--all", "--cluster", address, "--to", &to]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    assert!(alone == sorted(&to));
    let explain = "explain select count(fen) from source";
    let ran = zermelo(&["scan", "--json", "--sql", explain, &one, "--cluster", address]);
    let parts = ran.stdout.split("parts=").nth(1).and_then(|text| text.split([',', '\\']).next());
    assert!(
        parts.and_then(|text| text.trim().parse().ok()).is_some_and(|n: u32| n > 12),
        "{ran:?}"
    );
}

/// What executors cannot read is told by the client, counted in its table, and in its status.
fn faults_are_heard_of(folder: &Path, address: &str) {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (one, two, to) = (path("one.zst"), path("two.zst"), path("damaged.csv"));
    let tags = "Event=e|Site=x|Result=0-1|Termination=Time forfeit";
    let text = [game(tags, "1. e4 e5 2. Ke3 0-1"), game(tags, "1. e4 0-1")].concat();
    let mut file = zstd::encode_all(text.as_bytes(), 1).unwrap();
    file.extend(b"garbage");
    fs::write(&one, &file).unwrap();
    fs::write(&two, file).unwrap();
    let ran = zermelo(&["scan", &one, &two, "--cluster", address, "--to", &to]);
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 6), "{ran:?}");
    assert!(ran.stderr.contains("a damaged zstd frame") && ran.stderr.contains("Ke3"), "{ran:?}");
    assert!(ran.words().contains("cannot be read 6"), "{ran:?}");
    let table = path("nonsense.csv");
    fs::write(&table, format!("fen\n{}\nnonsense\n", common::START)).unwrap();
    let sql = "select winnable(fen, 'white') as w from source";
    let ran = zermelo(&["scan", "--json", "--sql", sql, &table, "--cluster", address]);
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{ran:?}");
    assert!(ran.stderr.contains("nonsense: "), "{ran:?}");
}

/// A file without end: whoever reads it hangs up when it is called off.
fn ctrl_c_calls_the_job_off(folder: &Path, address: &str) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/endless.pgn", listener.local_addr().unwrap());
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let tell = tell.clone();
            std::thread::spawn(move || {
                // All of the question is one packet.
                let _ = stream.read(&mut [0; 4096]);
                let _ = write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\n");
                let games = fools_mate().repeat(5000);
                let mut sent = 0;
                while stream.write_all(games.as_bytes()).is_ok() {
                    sent += games.len();
                    // More than any buffer holds: somebody reads.
                    if sent > 50_000_000 && sent - games.len() <= 50_000_000 {
                        let _ = tell.send("read");
                    }
                }
                if sent > 50_000_000 {
                    let _ = tell.send("left");
                }
            });
        }
    });
    let to = folder.join("endless.csv");
    let to = to.to_str().unwrap();
    let client = common::start(&["scan", &url, "--cluster", address, "--to", to]);
    let patience = Duration::from_secs(120);
    assert_eq!(told.recv_timeout(patience), Ok("read"));
    assert!(common::interrupt(client).starts_with(common::HEARD));
    assert_eq!(told.recv_timeout(patience), Ok("left"));
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
