//! Sources by address: servers of the test's own, that behave and that do not.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use zermelo_answers::unpack::Packing;

use crate::common::games::{fools_mate, game};
use crate::common::{DEAD, Ran, START, WALL, command, folder, rows};

/// How a file is served.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// In parts, too.
    Well,
    /// Only whole.
    Whole,
    /// In parts; the connection is cut in the middle of every second answer.
    CutAndGoOn,
    /// Only whole, and only half of it.
    Half,
    /// With this status instead.
    Refuse(u16),
}

type Files = HashMap<&'static str, (Vec<u8>, Manner)>;

/// A server; what it was asked is kept.
struct Server {
    address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn new(files: Files) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (files, kept, answers) = (Arc::new(files), Arc::clone(&asked), Arc::default());
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (files, kept, answers) =
                    (Arc::clone(&files), Arc::clone(&kept), Arc::clone(&answers));
                // Whoever hangs up hangs up.
                std::thread::spawn(move || serve(stream, &files, &kept, &answers));
            }
        });
        Server { address, asked }
    }

    fn url(&self, name: &str) -> String {
        format!("http://{}/{name}", self.address)
    }
}

/// Answers one request, and hangs up.
fn serve(
    stream: TcpStream,
    files: &Files,
    kept: &Mutex<Vec<String>>,
    answers: &AtomicUsize,
) -> std::io::Result<()> {
    let mut out = stream.try_clone()?;
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    kept.lock().unwrap().push(head.join("\n"));
    let mut words = head.first().map_or("", |line| line).split(' ');
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let name = target.trim_start_matches('/');
    let (bytes, manner) = match files.get(name) {
        Some((bytes, manner)) => (&bytes[..], *manner),
        None => (&b"there is nothing here"[..], Manner::Refuse(404)),
    };
    let range = head.iter().find_map(|line| {
        let (name, value) = line.split_once(": bytes=")?;
        let (from, to) = value.split_once('-').filter(|_| name.eq_ignore_ascii_case("range"))?;
        let to = to.parse().map_or(bytes.len(), |to: usize| (to + 1).min(bytes.len()));
        Some((from.parse().ok()?, to))
    });
    let range: Option<(usize, usize)> =
        range.filter(|_| matches!(manner, Manner::Well | Manner::CutAndGoOn));
    let (status, part) = match (manner, range) {
        (Manner::Refuse(status), _) => (status, bytes),
        (_, Some((from, to))) => (206, &bytes[from..to]),
        _ => (200, bytes),
    };
    write!(out, "HTTP/1.1 {status} So\r\nContent-Length: {}\r\nConnection: close\r\n", part.len())?;
    write!(out, "ETag: \"one\"\r\nLast-Modified: Sat, 01 Jan 2022 00:00:00 GMT\r\n")?;
    if let Some((from, to)) = range {
        write!(out, "Content-Range: bytes {from}-{}/{}\r\n", to - 1, bytes.len())?;
    }
    write!(out, "\r\n")?;
    if method == "HEAD" {
        return Ok(());
    }
    let is_cut = manner == Manner::Half
        || manner == Manner::CutAndGoOn && answers.fetch_add(1, Relaxed).is_multiple_of(2);
    out.write_all(if is_cut { &part[..part.len() / 2] } else { part })
}

/// Runs the command with these variables, and no others that would matter.
fn zermelo(args: &[&str], variables: &[(&str, &str)]) -> Ran {
    let mut command: Command = command();
    let others = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    for name in others.filter(|name| {
        let name = name.to_ascii_uppercase();
        name.starts_with("AWS_") || name.ends_with("_PROXY") && name != "NO_PROXY"
    }) {
        command.env_remove(name);
    }
    let output = command.args(args).envs(variables.iter().copied());
    let output = output.stdin(std::process::Stdio::null()).output().unwrap();
    Ran {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// 3,000 games, 1,000 of them flag falls.
fn games() -> Vec<u8> {
    let fall = |number| {
        let tags = format!("Event=e|Site=g{number}|Result=0-1|Termination=Time forfeit|FEN={WALL}");
        [fools_mate(), game(&tags, "0-1"), fools_mate()].concat()
    };
    (0..1000).map(fall).collect::<String>().into_bytes()
}

#[test]
fn whole_files_in_every_packing() {
    let folder = folder("remote_files");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let text = games();
    fs::write(path("here.pgn"), &text).unwrap();
    let pack = |packing: Packing| packing.pack(&text).unwrap();
    let server = Server::new(HashMap::from([
        ("a/games.pgn", (text.clone(), Manner::Well)),
        ("games.pgn.zst", (pack(Packing::Zstd), Manner::Well)),
        ("games.pgn.gz", (pack(Packing::Gzip), Manner::Whole)),
        ("games.pgn.bz2", (pack(Packing::Bzip2), Manner::CutAndGoOn)),
        ("games.pgn?key=a%2Fb&more=1", (text.clone(), Manner::CutAndGoOn)),
    ]));
    let here = path("here.csv");
    assert_eq!(
        zermelo(&["scan", &path("here.pgn"), "--to", &here, "--threads", "2"], &[]).status,
        0
    );
    let names = [
        "a/games.pgn",
        "games.pgn.zst",
        "games.pgn.gz",
        "games.pgn.bz2",
        "games.pgn?key=a%2Fb&more=1",
    ];
    for name in names {
        let (url, to) = (server.url(name), path("there.csv"));
        let ran = zermelo(&["scan", &url, "--to", &to], &[]);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{name}: {ran:?}");
        assert_eq!(rows(Path::new(&here)), rows(Path::new(&to)), "{name}");
        let sql = "select count(*) as n, count(flagged) as f from games";
        let ran = zermelo(&["scan", "--json", "--sql", sql, &url], &[]);
        assert_eq!((ran.status, ran.stdout.as_str()), (0, "{\"n\":3000,\"f\":1000}\n"), "{ran:?}");
    }
    let ran = zermelo(&["scan", &server.url(names[1]), "--to", &path("there.parquet")], &[]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
}

#[test]
fn tables() {
    let folder = folder("remote_tables");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let csv = format!("fen,game\n{WALL},a\n{START},b\n{DEAD},c\n");
    fs::write(path("p.csv"), &csv).unwrap();
    let made =
        ["scan", "--sql", "select * from source", &path("p.csv"), "--to", &path("p.parquet")];
    assert_eq!(zermelo(&made, &[]).status, 0);
    let parquet = fs::read(path("p.parquet")).unwrap();
    let server = Server::new(HashMap::from([
        ("p.csv", (csv.into_bytes(), Manner::Well)),
        ("p.parquet", (parquet.clone(), Manner::Well)),
        ("whole/p.parquet", (parquet, Manner::Whole)),
    ]));
    for name in ["p.csv", "p.parquet"] {
        let url = server.url(name);
        let to = path("out.csv");
        let ran = zermelo(&["scan", &url, "--all", "--to", &to], &[]);
        assert_eq!((ran.status, rows(Path::new(&to)).len()), (0, 4), "{name}: {ran:?}");
        let sql = "select count(*) as n from p where not winnable(fen, 'black')";
        let ran = zermelo(&["scan", "--json", "--sql", sql, &url], &[]);
        assert_eq!((ran.status, ran.stdout.as_str()), (0, "{\"n\":2}\n"), "{name}: {ran:?}");
    }
    // Parquet is read by its parts.
    let ran = zermelo(&["scan", &server.url("whole/p.parquet"), "--to", &path("no.csv")], &[]);
    assert!(ran.status == 2 && ran.stderr.contains("cannot send a part of a file"), "{ran:?}");
    let ran = zermelo(&["scan", "--sql", "select 1", &server.url("p.parquet?key=1")], &[]);
    assert!(ran.status == 2 && ran.stderr.contains("question mark"), "{ran:?}");
}

#[test]
fn what_cannot_be_had() {
    let folder = folder("remote_faults");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    // More than a block, so that half of it has something to be kept.
    let text = games().repeat(8);
    let server = Server::new(HashMap::from([
        ("forbidden.pgn", (b"no".to_vec(), Manner::Refuse(403))),
        ("ill.pgn", (b"ill".to_vec(), Manner::Refuse(501))),
        ("half.pgn", (text.clone(), Manner::Half)),
        ("half.pgn.gz", (Packing::Gzip.pack(&text).unwrap(), Manner::Half)),
    ]));
    for (url, said) in [
        (server.url("nothing.pgn"), "nothing.pgn: cannot be read: there is no such file"),
        (server.url("forbidden.pgn"), "forbidden.pgn: cannot be read: the server "),
        (server.url("ill.pgn"), "ill.pgn: cannot be read: the server answers 501"),
        (
            "http://127.0.0.1:1/x.pgn".to_string(),
            "x.pgn: cannot be read: the server cannot be reached",
        ),
        (
            "http://no.such.host.invalid/x.pgn".to_string(),
            "cannot be read: the server cannot be reached",
        ),
        ("gs://bucket/x.pgn".to_string(), "only http://, https:// and s3://"),
    ] {
        let out = path("out.csv");
        for args in [&["scan", &url, "--to", &out][..], &["scan", "--sql", "select 1", &url]] {
            let ran = zermelo(args, &[]);
            assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{args:?}: {ran:?}");
            assert!(ran.stderr.contains(said), "{said}: {ran:?}");
        }
        assert!(!Path::new(&out).exists());
    }
    // A connection that is lost for good: what was found is kept, and the run can go on.
    for name in ["half.pgn", "half.pgn.gz"] {
        let (url, out) = (server.url(name), path(&format!("{name}.csv")));
        let ran = zermelo(&["scan", &url, "--to", &out], &[]);
        assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{ran:?}");
        assert!(ran.stderr.contains("the connection was lost at byte "), "{ran:?}");
        assert!(ran.stderr.contains("--resume goes on") && Path::new(&out).exists(), "{ran:?}");
        let ran = zermelo(&["scan", "--sql", "select count(*) from half", &url], &[]);
        assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{ran:?}");
        assert!(ran.stderr.contains("the connection was lost at byte "), "{ran:?}");
    }
}

/// A bucket, as far as reading goes, with the usual variables.
#[test]
fn buckets() {
    let folder = folder("remote_s3");
    let out = folder.join("out.csv");
    let out = out.to_str().unwrap();
    let packed = Packing::Zstd.pack(&games()).unwrap();
    let server =
        Server::new(HashMap::from([("bucket/month/games.pgn.zst", (packed, Manner::CutAndGoOn))]));
    let endpoint = format!("http://{}", server.address);
    let variables = [
        ("AWS_ENDPOINT", endpoint.as_str()),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ACCESS_KEY_ID", "somebody"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("AWS_REGION", "eu-central-1"),
    ];
    let ran = zermelo(&["scan", "s3://bucket/month/games.pgn.zst", "--to", out], &variables);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    assert_eq!(rows(Path::new(out)).len(), 1001);
    let asked = server.asked.lock().unwrap().clone();
    let signed =
        |head: &String| head.contains("Credential=somebody/") && head.contains("/eu-central-1/s3/");
    assert!(!asked.is_empty() && asked.iter().all(signed), "{asked:?}");
    let ran = zermelo(&["scan", "s3://bucket/none.pgn", "--to", out], &variables);
    assert!(ran.status == 2 && ran.stderr.contains("there is no such file"), "{ran:?}");
}
