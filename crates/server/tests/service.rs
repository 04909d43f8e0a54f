//! A service in this process, asked over HTTP: who may ask, and how answers are kept and packed.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use zermelo_server::{Options, Server};

pub const WALL: &str = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8_w_-_-";

/// Starts a service; it ends with the process.
pub fn start(options: Options) -> SocketAddr {
    let bind = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = Server::start(Options { bind, ..options }).unwrap();
    let address = server.address();
    std::thread::spawn(move || server.run());
    address
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream
}

/// A connection that comes from this address, which std cannot make.
#[cfg(target_os = "linux")]
fn connect_from(from: [u8; 4], address: SocketAddr) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from((from, 0))).unwrap();
        socket.connect(address).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream
}

/// An answer: its status, its head, its body.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn field(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}

/// What comes until the connection ends.
#[track_caller]
fn rest(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("an answer");
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head, body: bytes[end + 4..].to_vec() }
}

#[track_caller]
pub fn ask(address: SocketAddr, method: &str, path: &str, fields: &[&str]) -> Answer {
    let mut stream = connect(address);
    let fields: String = fields.iter().map(|field| format!("{field}\r\n")).collect();
    let head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n{fields}\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    rest(&mut stream)
}

#[track_caller]
pub fn get(address: SocketAddr, path: &str, fields: &[&str]) -> Answer {
    ask(address, "GET", path, &[&["Host: localhost"], fields].concat())
}

#[test]
fn only_known_hosts_are_answered() {
    let address = start(Options { hosts: vec!["chess.example".to_string()], ..Options::default() });
    let status = |fields: &[&str]| ask(address, "GET", "/monitor", fields).status;
    for host in ["localhost:8080", "127.0.0.1", "[::1]:80", "chess.example"] {
        assert_eq!(status(&[&format!("Host: {host}")]), 200, "{host}");
    }
    assert_eq!(status(&[]), 400);
    assert_eq!(status(&["Host: localhost", "Host: localhost"]), 400);
    // Everything is refused to a page that has let its name point here, orders above all.
    let evil = ["Host: evil.example", "Origin: http://evil.example"];
    for (method, path) in [("GET", "/"), ("GET", "/served"), ("POST", "/losing/campaign/queue")] {
        let refused = ask(address, method, path, &evil);
        assert_eq!(refused.status, 421, "{path}");
        assert!(refused.text().contains("--host evil.example"), "{refused:?}");
        assert_eq!(refused.text().lines().count(), 1);
    }
}

/// Said before there is a request to answer, it has the fields that all answers have.
fn is_never_kept(answer: &Answer) {
    assert_eq!(answer.field("x-content-type-options"), Some("nosniff"), "{answer:?}");
    assert_eq!(answer.field("cache-control"), Some("no-store"), "{answer:?}");
}

#[test]
fn one_address_cannot_take_all_places() {
    let options =
        Options { connections: 8, connections_per_address: Some(3), ..Options::default() };
    let address = start(options);
    let request = b"GET /monitor HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let mut idle: Vec<_> = (0..3).map(|_| connect(address)).collect();
    for _ in 0..8 {
        let mut stream = connect(address);
        let _ = stream.write_all(request);
        let refused = rest(&mut stream);
        assert_eq!((refused.status, refused.field("retry-after")), (429, Some("1")));
        assert!(refused.text().contains("3 connections"), "{refused:?}");
        is_never_kept(&refused);
    }
    // Another address of this machine is served all the same.
    #[cfg(target_os = "linux")]
    {
        let mut stream = connect_from([127, 0, 0, 2], address);
        stream.write_all(request).unwrap();
        assert_eq!(rest(&mut stream).status, 200);
    }
    // A place that is given back can be had again.
    drop(idle.pop());
    let served = (0..2000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        get(address, "/monitor", &[]).status == 200
    });
    assert!(served);
}

#[test]
fn a_slow_head_is_told_and_an_idle_connection_just_ends() {
    let address = start(Options { head_time: Duration::from_secs(1), ..Options::default() });
    let mut slow = connect(address);
    slow.write_all(b"GET /monitor HTTP/1.1\r\nHost: loc").unwrap();
    let told = rest(&mut slow);
    assert_eq!((told.status, told.field("connection")), (408, Some("close")));
    assert_eq!(told.text(), "the head of the request did not come to its end\n");
    is_never_kept(&told);
    let mut bytes = Vec::new();
    assert_eq!(connect(address).read_to_end(&mut bytes).unwrap(), 0);
}

#[test]
fn settled_answers_are_kept_by_clients() {
    let address = start(Options::default());
    let path = format!("/winnable?fen={WALL}");
    let first = get(address, &path, &[]);
    assert_eq!(first.field("cache-control"), Some("public, max-age=86400"));
    let tag = first.field("etag").unwrap();
    let again = get(address, &path, &[&format!("If-None-Match: {tag}")]);
    assert_eq!((again.status, again.body.len(), again.field("etag")), (304, 0, Some(tag)));
    assert_eq!(again.field("vary"), Some("accept, accept-encoding"));
    let changed = get(address, &path, &["If-None-Match: \"other\""]);
    assert_eq!((changed.status, changed.body), (200, first.body));
    for settled in [
        format!("/certificate/winnable?fen={WALL}&for=black"),
        "/legal?fen=8/8/8/8/8/8/P1k5/K7_b_-_-".to_string(),
        "/retract?fen=8/8/8/8/8/8/P1k5/K7_b_-_-".to_string(),
        "/strategy/krk?men=Kc3+Rd4+kf6".to_string(),
        "/moves?fen=8/8/8/8/8/8/P1k5/K7_b_-_-".to_string(),
    ] {
        let answer = get(address, &settled, &[]);
        assert_eq!(answer.field("cache-control"), Some("public, max-age=86400"), "{settled}");
        let tag = format!("If-None-Match: {}", answer.field("etag").unwrap());
        assert_eq!(get(address, &settled, &[&tag]).status, 304, "{settled}");
    }
    // The tag is that of the answer, not of how long it took: also where each one is found anew.
    let forgetful = start(Options { cache: 0, ..Options::default() });
    let path = format!("/winnable?fen={WALL}");
    let tags: Vec<_> =
        (0..5).map(|_| get(forgetful, &path, &[]).field("etag").map(str::to_string)).collect();
    assert!(tags[0].is_some() && tags.iter().all(|tag| *tag == tags[0]), "{tags:?}");
    // What may be otherwise next time is not kept: open answers, errors, counts.
    let fast = "/winnable?fen=r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R_w_KQkq_-&fast=1";
    for open in [fast, "/monitor", "/served", "/winnable?fen=x", "/no/such/thing"] {
        let answer = get(address, open, &[]);
        assert_eq!((answer.field("cache-control"), answer.field("etag")), (Some("no-store"), None));
    }
}

#[test]
fn answers_are_compressed_if_that_is_wanted_and_worth_it() {
    let address = start(Options::default());
    let path = format!("/winnable?fen={WALL}");
    let plain = get(address, &path, &[]);
    assert_eq!(plain.field("content-encoding"), None);
    let packed = get(address, &path, &["Accept-Encoding: br, gzip"]);
    assert_eq!(packed.field("content-encoding"), Some("gzip"));
    assert_eq!(packed.field("vary"), Some("accept, accept-encoding"));
    assert_eq!(packed.field("content-length"), Some(packed.body.len().to_string().as_str()));
    assert!(packed.body.len() * 2 < plain.body.len());
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(&packed.body[..]).read_to_end(&mut text).unwrap();
    assert_eq!(text, plain.body);
    let refused = get(address, &path, &["Accept-Encoding: gzip;q=0"]);
    assert_eq!((refused.field("content-encoding"), &refused.body), (None, &plain.body));
    let small = get(address, "/served", &["Accept-Encoding: gzip"]);
    assert_eq!(small.field("content-encoding"), None);
}

#[test]
fn who_asks_about_one_side_is_told_of_that_side() {
    let address = start(Options::default());
    let knight = get(address, "/winnable?fen=8/8/4k3/8/8/3NK3/8/8_w_-_-&for=White", &[]);
    assert!(knight.text().contains("\"headline\":\"White cannot win.\""), "{}", knight.text());
    assert!(!knight.text().contains("Open: "));
}

#[test]
fn who_posts_no_game_is_told() {
    let address = start(Options::default());
    let empty = ask(address, "POST", "/judge", &["Host: localhost", "Content-Length: 0"]);
    assert_eq!((empty.status, empty.text()), (400, "there is no game in it\n"));
}

#[test]
fn what_may_be_asked_is_told_only_where_there_is_something() {
    let options = Options { cors: Some("https://example.org".to_string()), ..Options::default() };
    let address = start(options);
    let asked = |path: &str| ask(address, "OPTIONS", path, &["Host: localhost"]);
    for path in ["/winnable", "/judge", "/", "*", "/picture/legal.png"] {
        let answer = asked(path);
        assert_eq!(answer.status, 204, "{path}");
        assert_eq!(answer.field("access-control-max-age"), Some("86400"), "{path}");
        // A page must be able to read when to ask again.
        assert_eq!(answer.field("access-control-expose-headers"), Some("retry-after"), "{path}");
    }
    assert_eq!(asked("/losing/campaign/queue").field("access-control-max-age"), None);
    for path in ["/no/such/thing", "/winnable/x", "/picture/x", "/table/chess"] {
        assert_eq!(asked(path).status, 404, "{path}");
        assert_eq!(ask(address, "DELETE", path, &["Host: localhost"]).status, 404, "{path}");
    }
    assert_eq!(ask(address, "DELETE", "/winnable", &["Host: localhost"]).status, 405);
}
