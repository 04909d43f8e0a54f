//! `zermelo serve`: the running service, asked over HTTP.

use crate::common;
use std::fs;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

use crate::common::http::{Service, answer};
use crate::common::{DEAD, OPEN, START, WALL, folder, zermelo};

/// So much memory that it is time that ends the search for that one.
const ROOM: [&str; 2] = ["--memory", "1G"];

fn underscored(fen: &str) -> String {
    fen.replace(' ', "_")
}

#[test]
fn verdicts_with_certificates_that_the_kernel_accepts() {
    let service = Service::start(&[]);
    let wall = underscored(WALL);
    let report = service.get(&format!("/winnable?fen={wall}&flag=white")).json();
    assert_eq!(report["white"]["verdict"], "winnable");
    assert_eq!(report["black"]["verdict"], "unwinnable");
    assert_eq!(report["black"]["reason"], "locked");
    assert_eq!(report["black"]["checked"], true);
    assert!(report["black"]["region"]["locked_pawns"].as_array().unwrap().len() > 5);
    assert_eq!((&report["standing"], &report["result"]), (&"alive".into(), &"1/2-1/2".into()));
    for side in ["white", "black"] {
        let link = report[side]["certificate"].as_str().unwrap();
        let certificate = service.get(link);
        assert_eq!(certificate.status, 200);
        assert!(certificate.field("content-disposition").unwrap().starts_with("attachment"));
        let checked = service.post("/check", &certificate.body).json();
        assert_eq!(checked["accepted"], true, "{checked}");
        let packed = zstd::encode_all(&certificate.body[..], 1).unwrap();
        assert_eq!(service.post("/check", &packed).json()["accepted"], true);
        // The same proof for the other side is none.
        let other = if side == "white" { "black" } else { "white" };
        let claim = format!("able {side}");
        let lie = certificate.text().replacen(&claim, &format!("able {other}"), 1);
        let rejected = service.post("/check", lie.as_bytes());
        assert_eq!((rejected.status, &rejected.json()["accepted"]), (200, &false.into()));
        assert!(rejected.json()["fault"].is_string());
    }
    let dead = service.get(&format!("/winnable?fen={DEAD}")).json();
    assert_eq!(dead["standing"], "dead");
    let one = service.get(&format!("/winnable?fen={DEAD}&for=white&fast=1")).json();
    assert_eq!(one["white"]["method"], "fast");
    assert!(one.get("black").is_none());
}

#[test]
fn answers_are_those_of_the_command() {
    let service = Service::start(&[]);
    let same = |path: &str, args: &[&str], keys: &[&str]| {
        let (_, told) = common::json(args);
        let served = service.get(path).json();
        for key in keys {
            assert_eq!(served[*key], told[*key], "{path} {key}");
            assert!(!told[*key].is_null(), "{args:?} {key}");
        }
    };
    let illegal = "8/8/8/8/8/8/P1k5/K7 b - -";
    let keys = ["fen", "verdict", "rule", "reasons", "members", "excluded"];
    same(&format!("/legal?fen={illegal}"), &["legal", illegal, "--json"], &keys);
    let start = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq -";
    let keys = ["verdict", "plies", "uci", "san"];
    same(&format!("/legal?fen={start}"), &["legal", start, "--json"], &keys);
    let keys = ["fen", "cannot_arise", "reasons", "possible", "retractions"];
    same(&format!("/retract?fen={illegal}"), &["retract", illegal, "--json"], &keys);
    let unknown = "4k3/8/8/8/4P3/8/8/4K3 ? - -";
    let keys = ["readings", "standing"];
    same(&format!("/retract?fen={unknown}"), &["retract", unknown, "--json"], &keys);
    let pgn = b"1. f3 e5 2. g4 Qh4# 1-0\n\n1. e4 Ke4 *\n";
    let games = service.post("/judge", pgn);
    assert_eq!(games.field("content-type"), Some("application/x-ndjson"));
    let told = common::zermelo_fed(&["judge", "-", "--json"], pgn).stdout;
    for (served, told) in games.text().lines().zip(told.lines()) {
        let served: serde_json::Value = serde_json::from_str(served).unwrap();
        let mut told: serde_json::Value = serde_json::from_str(told).unwrap();
        told.as_object_mut().unwrap().remove("file");
        assert_eq!(served, told);
    }
    assert_eq!(games.text().lines().count(), 2);
}

#[test]
fn bad_input_is_told_in_one_line() {
    let service = Service::start(&["--games", "1K", "--certificate", "1K"]);
    let told = |path: &str, status: u16, part: &str| {
        let answer = service.get(path);
        assert_eq!(answer.status, status, "{path}: {answer:?}");
        assert!(answer.text().contains(part), "{path}: {answer:?}");
        assert_eq!(answer.text().lines().count(), 1);
        assert_eq!(answer.field("content-type"), Some("text/plain; charset=utf-8"));
    };
    told("/winnable", 400, "fen");
    told("/winnable?fen=nonsense", 400, "placement");
    told("/winnable?fen=%ff", 400, "UTF-8");
    told(&format!("/winnable?fen={START}&for=red"), 400, "for");
    told(&format!("/winnable?fen={START}&flag=red"), 400, "flag");
    told(&format!("/winnable?fen={}", "8".repeat(300)), 400, "300 characters");
    told("/legal?fen=8/8/8/8/8/8/8/8_w_-_-", 400, "king");
    told("/table/chess?fen=8/8/8/3k4/8/8/8/KQ6_w_-_-", 404, "no tables");
    told("/losing/campaign", 404, "no campaign");
    told("/losing/tree?moves=e3", 404, "no such tree");
    told("/strategy/krk?board=3&men=Ka1", 400, "board");
    told("/strategy/krk?men=Kc3_Rd4_kc4", 400, "next to each other");
    told("/no/such/thing", 404, "nothing");
    assert_eq!(service.post("/winnable", b"").status, 400);
    let other = service.ask("PUT", "/winnable", &[], b"");
    assert_eq!((other.status, other.field("allow")), (405, Some("GET, HEAD, POST")));
    assert_eq!(service.get("/judge").status, 405);
    assert_eq!(service.post("/check", b"hello").status, 400);
    let large = service.post("/judge", &[b'1'; 5000]);
    assert_eq!(large.status, 413);
    // In pieces, so that the size is not said before.
    let pieces: Vec<u8> = [&b"400\r\n"[..], &[b' '; 0x400], b"\r\n"].concat().repeat(3);
    let mut stream = service.connect();
    let head = b"POST /judge HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    let _ = stream.write_all(&[&head[..], &pieces, b"0\r\n\r\n"].concat());
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    assert_eq!(answer(&bytes).status, 413);
}

#[test]
fn a_hard_question_is_open_in_time_and_holds_nobody_up() {
    let service = Service::start(&[&["--seconds", "1", "--cache", "0"][..], &ROOM].concat());
    let start = Instant::now();
    std::thread::scope(|scope| {
        let hard = scope.spawn(|| {
            let report = service.get(&format!("/winnable?fen={OPEN}&for=black")).json();
            (report, start.elapsed())
        });
        service.wait_for("zermelo_searched_total 1");
        for _ in 0..20 {
            assert_eq!(service.get(&format!("/winnable?fen={WALL}")).status, 200);
        }
        assert!(!hard.is_finished() || start.elapsed() > Duration::from_millis(800));
        let (report, time) = hard.join().unwrap();
        assert_eq!(report["black"]["verdict"], "open");
        assert_eq!(report["black"]["checked"], false);
        assert_eq!(report["standing"], "open");
        assert!(report["black"]["certificate"].is_null());
        assert!(time < Duration::from_secs(20), "{time:?}");
    });
    let open = service.get(&format!("/certificate/winnable?fen={OPEN}&for=black"));
    assert_eq!(open.status, 404);
}

#[test]
fn who_comes_to_a_full_queue_is_turned_away() {
    let narrow = ["--queue", "0", "--search-threads", "1", "--seconds", "20"];
    let service = Service::start(&[&narrow[..], &ROOM].concat());
    let other = "BbK1kb2/b1p1p1p1/1pP1P1P1/1P6/8/3B4/8/1B2b2B b - -";
    std::thread::scope(|scope| {
        let first = scope.spawn(|| service.get(&format!("/winnable?fen={OPEN}&for=black")));
        service.wait_for("zermelo_deep_busy 1");
        // The same question joins the first one; another finds no place for a long search.
        let joined = scope.spawn(|| service.get(&format!("/winnable?fen={OPEN}&for=black")));
        let refused = service.get(&format!("/winnable?fen={other}&for=white"));
        assert_eq!(refused.status, 503, "{refused:?}");
        assert_eq!(refused.field("retry-after"), Some("20"));
        let told = "busy: 1 thread for long searches at work, 0 questions waiting; \
                    try again in 20 seconds";
        assert_eq!(refused.text().trim_end(), told);
        assert_eq!(first.join().unwrap().status, 200);
        assert_eq!(joined.join().unwrap().status, 200);
    });
    let metrics = service.get("/metrics");
    let refused = "zermelo_requests_total{endpoint=\"winnable\",status=\"503\"} 1";
    assert!(metrics.text().contains(refused), "{}", metrics.text());
}

#[test]
fn many_games_come_line_by_line() {
    let service = Service::start(&[]);
    let game = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n\n";
    let many = service.post("/judge?timeline=1", game.repeat(500).as_bytes());
    let lines: Vec<&str> = many.text().lines().collect();
    assert_eq!(lines.len(), 500);
    let last: serde_json::Value = serde_json::from_str(lines[499]).unwrap();
    assert_eq!((&last["game"], &last["checked"]), (&500.into(), &true.into()));
    assert_eq!(last["timeline"]["fens"].as_array().unwrap().len(), 7);
    assert_eq!(
        last["timeline"]["fens"][6],
        "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
    );
    let flag = service.post("/judge?flag=white", b"1. e4 e5 *").json();
    assert_eq!((&flag["ruling"], &flag["result"]), (&"flag".into(), &"0-1".into()));
    let proof = service.post("/certificate/judge", b"1. f3 e5 2. g4 Qh4# 0-1");
    assert_eq!(service.post("/check", &proof.body).json()["claim"], "record");
}

/// As the command's batches answer them, but for the times.
#[test]
fn many_positions_come_line_by_line() {
    let service = Service::start(&[]);
    let few = format!("{WALL} black\r\n\n# a comment\n{START} # White's\n{DEAD} w\nno position\n");
    let asked = few.repeat(200);
    let folder = folder("serve_lines");
    let file = folder.join("positions");
    fs::write(&file, &asked).unwrap();
    let batch = zermelo(&["winnable", "--batch", file.to_str().unwrap(), "--json"]);
    let timeless = |text: &str| -> Vec<serde_json::Value> {
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines
            .map(|mut line: serde_json::Value| {
                for key in ["engine_us", "check_us"] {
                    line.as_object_mut().unwrap().remove(key);
                }
                line
            })
            .collect()
    };
    let answer = service.post("/winnable", asked.as_bytes());
    let lines = timeless(answer.text());
    assert_eq!((answer.status, lines.len()), (200, 800), "{answer:?}");
    assert_eq!(lines, timeless(&batch.stdout));
    assert_eq!(lines[0]["verdict"], "unwinnable");
    let fast = service.post("/winnable?fast=1", format!("{START} white").as_bytes()).json();
    assert_eq!((&fast["verdict"], &fast["method"]), (&"open".into(), &"fast".into()));
}

/// Somebody posts many games and reads nothing: others are served all the same.
#[test]
fn a_slow_reader_holds_nobody_up() {
    let service = Service::start(&["--work-threads", "1"]);
    let games = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\n\n".repeat(20_000);
    let mut slow = service.connect();
    let (path, length) = ("/judge?timeline=1", games.len());
    write!(slow, "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n")
        .unwrap();
    slow.write_all(games.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    assert_eq!(service.post("/judge", b"1. e4 e5 *").json()["plies"], 2);
    assert_eq!(service.get(&format!("/retract?fen={DEAD}")).status, 200);
    // Whoever reads nothing is given up after 30 seconds: that would be no help.
    assert!(start.elapsed() < Duration::from_secs(25));
    drop(slow);
}

#[test]
fn the_form_works_without_scripts() {
    let service = Service::start(&[]);
    let html = |path: &str| service.ask("GET", path, &["Accept: text/html,*/*"], b"");
    let empty = html("/winnable");
    assert!(empty.text().contains("<form") && empty.status == 200);
    let page = html(&format!("/winnable?fen={WALL}&flag=white"));
    assert_eq!(page.field("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.field("content-security-policy").unwrap().contains("default-src 'self'"));
    for part in ["White can still win", "Black cannot win", "locked", "drawn", "the proof"] {
        assert!(page.text().contains(part), "{part}");
    }
    assert!(page.field("content-security-policy").unwrap().contains("frame-ancestors 'none'"));
    for answer in [&page, &service.get(&format!("/winnable?fen={WALL}"))] {
        assert!(answer.field("vary").unwrap().starts_with("accept"));
    }
    assert!(page.text().replace('"', "").contains("rel=icon") && !page.text().contains("checked>"));
    let fast = html(&format!("/winnable?fen={START}&fast=1&chess960=1"));
    assert!(fast.text().contains("Only the quick test") && fast.text().contains("checked>"));
    let bad = html("/winnable?fen=%3Cscript%3Ealert(1)%3C/script%3E");
    assert_eq!(bad.status, 400);
    assert!(!bad.text().contains("<script>") && bad.text().contains("&lt;script&gt;"));
}

#[test]
fn it_ends_when_requests_under_way_are_answered() {
    let long = ["--log", "requests", "--seconds", "600"];
    let service = Service::start(&[&long[..], &ROOM].concat());
    // An idle connection holds nothing up.
    let idle = service.connect();
    let mut stream = service.connect();
    let path = format!("/winnable?fen={}&for=black", underscored(OPEN));
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    service.wait_for("zermelo_searched_total 1");
    let (status, log) = service.end("-TERM");
    assert_eq!(status, Some(0), "{log}");
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    // The search has given up, so that who asked hears something.
    let given_up = answer(&bytes);
    assert_eq!((given_up.status, &given_up.json()["black"]["verdict"]), (200, &"open".into()));
    let parsed = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let line = log.lines().map(parsed).find(|line| line["path"] == "/winnable").unwrap();
    assert!(log.contains("stopping: requests under way have 10 s to end"), "{log}");
    assert_eq!((&line["path"], &line["status"]), (&"/winnable".into(), &200.into()));
    assert_eq!(line["fen"], underscored(OPEN).as_str());
    drop(idle);
}

#[test]
fn other_sites_may_ask_only_if_allowed() {
    let origin = ["Origin: https://example.org"];
    let closed = Service::start(&[]);
    let answer = closed.ask("GET", &format!("/winnable?fen={DEAD}"), &origin, b"");
    assert_eq!(answer.field("access-control-allow-origin"), None);
    let open = Service::start(&["--cors", "https://example.org"]);
    let answer = open.ask("GET", &format!("/winnable?fen={DEAD}"), &origin, b"");
    assert_eq!(answer.field("access-control-allow-origin"), Some("https://example.org"));
    assert_eq!(open.ask("OPTIONS", "/judge", &origin, b"").status, 204);
}

/// A campaign is steered by its own pages, and only so far ahead.
#[test]
fn orders_come_from_here_and_are_not_many() {
    let folder = folder("serve-steer").join("campaign");
    let campaign = folder.to_str().unwrap();
    let new = ["losing", "campaign", "new", campaign, "e3", "c5", "--nodes", "2000"];
    assert_eq!(zermelo(&new).status, 0);
    let service = Service::start(&["--campaign", campaign, "--cors", "*"]);
    let (path, order) = ("/losing/campaign/queue", b"{\"moves\": \"e3 c5 Qg4\"}");
    let json = "Content-Type: application/json";
    let steer = |origin: &str| service.ask("POST", path, &[json, origin], order);
    for foreign in ["Origin: https://example.org", "Origin: null", "Origin: http://localhost:81"] {
        let refused = steer(foreign);
        assert_eq!(refused.status, 403, "{refused:?}");
        assert_eq!(refused.field("access-control-allow-origin"), None);
    }
    let asked = service.ask("OPTIONS", path, &["Origin: https://example.org"], b"");
    assert_eq!(asked.field("access-control-allow-origin"), None);
    assert!(service.get("/served").field("access-control-allow-origin").is_some());
    let taken = (0..65).map(|_| steer("Origin: http://localhost").status).collect::<Vec<_>>();
    assert_eq!((taken[0], taken[63], taken[64]), (200, 200, 503), "{taken:?}");
    assert_eq!(fs::read_dir(folder.join("steer")).unwrap().count(), 64);
}

#[test]
fn a_fallen_flag_asks_about_the_other_player() {
    let service = Service::start(&[]);
    for (side, flag) in [("white", "white"), ("black", "white"), ("white", "black")] {
        let told = common::json(&["winnable", WALL, "--for", side, "--flag", flag, "--json"]).1;
        let served = service.get(&format!("/winnable?fen={WALL}&for={side}&flag={flag}")).json();
        assert_eq!(served["result"], told["result"], "{side} {flag}: {told}");
        assert_eq!(served["standing"], told["standing"], "{side} {flag}: {told}");
        let proof = format!("/certificate/winnable?fen={WALL}&for={side}&flag={flag}");
        assert_eq!(service.get(&proof).status, 200);
        for color in ["white", "black"] {
            assert_eq!(served[color]["verdict"], told[color]["verdict"], "{side} {flag} {color}");
        }
    }
}

#[test]
fn what_cannot_be_served_is_told_at_the_start() {
    let folder = folder("serve-start");
    let file = folder.join("no.cert");
    fs::write(&file, "hello").unwrap();
    let ran = zermelo(&["serve", "--bind", "127.0.0.1:0", "--tree", file.to_str().unwrap()]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.starts_with("error: --tree") && ran.stderr.lines().count() == 1, "{ran:?}");
    let taken = Service::start(&[]);
    let ran = zermelo(&["serve", "--bind", &taken.address]);
    assert_eq!(ran.status, 2, "{ran:?}");
    let most = usize::MAX.to_string();
    let bad = [
        ["--seconds", "0"],
        ["--bind", "here"],
        ["--memory", "0"],
        ["--log", "all"],
        ["--queue", &most],
        ["--tables", "/no/such/folder"],
        ["--campaign", "/no/such/folder"],
        ["--cors", "example.org"],
        ["--cors", "https://example.org/"],
        ["--cors", "https://a b"],
        ["--host", "https://example.org"],
        ["--host", "example.org:80"],
        ["--connections-per-address", "0"],
    ];
    for bad in bad {
        let ran = zermelo(&["serve", "--bind", "127.0.0.1:0", bad[0], bad[1]]);
        assert_eq!(ran.status, 2, "{bad:?}");
        assert!(ran.stderr.contains(bad[0]) && !ran.stderr.contains("panic"), "{ran:?}");
    }
}

/// The page, or how to build it: which one depends on whether web/dist was there.
#[test]
fn the_page_is_served_if_it_was_built_in() {
    let service = Service::start(&[]);
    let page = service.get("/");
    assert_eq!(page.status, 200);
    let Some(tag) = page.field("etag") else {
        assert!(page.text().contains("web/build") && page.text().lines().count() == 1);
        return;
    };
    assert_eq!(page.field("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.field("x-content-type-options"), Some("nosniff"));
    assert!(page.field("content-security-policy").unwrap().contains("default-src 'self'"));
    let again = service.ask("GET", "/", &[&format!("If-None-Match: {tag}")], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let packed = service.ask("GET", "/index.html", &["Accept-Encoding: gzip"], b"");
    assert_eq!(packed.field("content-encoding"), Some("gzip"));
    assert!(packed.body.len() < page.body.len() && packed.body.starts_with(&[0x1f, 0x8b]));
    assert_eq!(packed.field("etag"), Some(tag));
    assert_eq!(service.get("/index.html.gz").status, 404);
    let head = service.ask("HEAD", "/", &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
}

/// systemd hands a socket over as file 3; a shell can do as much.
#[test]
fn a_socket_that_is_handed_over_is_used() {
    use std::os::fd::AsFd;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let socket = listener.as_fd().try_clone_to_owned().unwrap();
    let script = format!(
        "LISTEN_FDS=1 LISTEN_PID=$$ exec {} serve --bind 127.0.0.1:1 3<&0 </dev/null",
        env!("CARGO_BIN_EXE_zermelo")
    );
    let mut child = std::process::Command::new("sh")
        .args(["-c", &script])
        .stdin(std::process::Stdio::from(socket))
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(listener);
    let mut line = String::new();
    let mut reader = std::io::BufReader::new(child.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut reader, &mut line).unwrap();
    assert_eq!(line.trim(), format!("listening on http://{address}"));
    let mut stream = std::net::TcpStream::connect(&address).unwrap();
    stream
        .write_all(b"GET /monitor HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    assert!(answer(&bytes).text().starts_with("zermelo requests="));
    child.kill().unwrap();
    child.wait().unwrap();
}
