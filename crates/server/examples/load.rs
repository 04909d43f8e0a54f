//! A load test: how many questions a second, how long each takes, and whether every answer is right.
//!
//!     cargo run --release -p zermelo-server --example load -- --seconds 10
//!
//! Starts a server of its own on a free port of this machine, with its cache switched off, and asks
//! it from the same process: real flag falls (`winnable/timeouts.txt` of the corpora, all distinct),
//! whether the side with time left can still mate. Connections are kept, one request at a time on
//! each. Every answer is compared with what the engine and the kernel said before the start.
//!
//! Options: `--seconds S` (10), `--connections N` (32), `--rate N` (requests a second; as many as
//! can be, unless said; times then count from when a request was due), `--hard N` (so many more
//! connections on which hard positions are asked, one after the other), `--both` (ask for both
//! sides), `--url ADDRESS` (a server that runs already, on this machine).

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use zermelo_answers::names;
use zermelo_answers::winnable::Claim;
use zermelo_kernel::{Castling, Color, Position};
use zermelo_server::{Options, Server};
use zermelo_winnable::{Limits, Solver};

/// Open after more than a million positions.
const HARD: [&str; 3] = [
    "1bB4b/k7/R5r1/8/1pBp1p1p/1PpP1P1P/K1P4b/RB5B_b_-_-",
    "b4Bb1/7k/1r5R/8/p1p1pBp1/P1P1PpP1/b4P1K/B5BR_b_-_-",
    "rb5b/k1p4B/1pPp1p1p/1PbP1P1P/8/r5R1/K7/1Bb4B_w_-_-",
];

/// A question, and what the answer must have in it.
struct Question {
    request: Vec<u8>,
    expected: Vec<Vec<u8>>,
}

struct Settings {
    seconds: f64,
    connections: usize,
    rate: Option<f64>,
    hard: usize,
    both: bool,
    url: Option<SocketAddr>,
}

#[derive(Default)]
struct Counts {
    next: AtomicUsize,
    answered: AtomicU64,
    wrong: AtomicU64,
    lost: AtomicU64,
    hard_answered: AtomicU64,
    hard_lost: AtomicU64,
    over: AtomicBool,
}

fn settings() -> Settings {
    let mut settings =
        Settings { seconds: 10.0, connections: 32, rate: None, hard: 0, both: false, url: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_else(|| panic!("{word} needs a value"));
        match word.as_str() {
            "--seconds" => settings.seconds = value().parse().expect("--seconds: a number"),
            "--connections" => settings.connections = value().parse().expect("--connections"),
            "--rate" => settings.rate = Some(value().parse().expect("--rate: a number")),
            "--hard" => settings.hard = value().parse().expect("--hard: a number"),
            "--url" => settings.url = Some(value().parse().expect("--url: an address")),
            "--both" => settings.both = true,
            _ => panic!("unknown: {word}"),
        }
    }
    settings
}

fn request(fen: &str, sides: &str) -> Vec<u8> {
    let fen = fen.replace(' ', "_");
    format!("GET /winnable?fen={fen}&for={sides} HTTP/1.1\r\nHost: localhost\r\n\r\n").into_bytes()
}

/// The questions, with verdicts that the kernel has accepted.
fn questions(text: &str, both: bool) -> Vec<Question> {
    let mut solver = Solver::new(Limits::default());
    let mut seen = std::collections::HashSet::new();
    let mut questions = Vec::new();
    for line in text.lines() {
        let fen = line.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let position = Position::from_fen(&fen, Castling::Standard).expect("a corpus of positions");
        if !seen.insert(position.to_fen()) {
            continue;
        }
        let asked: Vec<Color> = match both {
            true => Color::ALL.to_vec(),
            false => vec![!position.turn()],
        };
        let mut expected = vec![format!("{{\"fen\":\"{}\"", position.to_fen()).into_bytes()];
        for &winner in &asked {
            let claim = Claim::ask(&mut solver, &position, winner, false);
            let checked = claim.check(&position).expect("the kernel accepts it");
            let verdict = match checked.winnable() {
                Some(true) => "winnable",
                Some(false) => "unwinnable",
                None => "open",
            };
            let side = names::side(winner);
            expected.push(format!("\"{side}\":{{\"verdict\":\"{verdict}\"").into_bytes());
        }
        let sides = if both { "both" } else { names::side(asked[0]) };
        questions.push(Question { request: request(&fen, sides), expected });
    }
    questions
}

/// Reads one answer; gives where its body is.
async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> Option<(bool, usize)> {
    buffer.clear();
    loop {
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
        let Some(head) = find(buffer, b"\r\n\r\n") else { continue };
        let text = std::str::from_utf8(&buffer[..head]).ok()?;
        let length = text.lines().find_map(|line| line.strip_prefix("content-length: "))?;
        let end = head + 4 + length.parse::<usize>().ok()?;
        while buffer.len() < end {
            if stream.read_buf(buffer).await.ok()? == 0 {
                return None;
            }
        }
        return Some((buffer.starts_with(b"HTTP/1.1 200"), head + 4));
    }
}

fn find(text: &[u8], pattern: &[u8]) -> Option<usize> {
    text.windows(pattern.len()).position(|window| window == pattern)
}

/// One connection with ordinary questions; gives the times of the answers in microseconds.
async fn ordinary(
    address: SocketAddr,
    questions: Arc<Vec<Question>>,
    counts: Arc<Counts>,
    pace: Option<(Instant, Duration)>,
) -> Vec<u32> {
    let mut times = Vec::with_capacity(1 << 16);
    let mut stream = TcpStream::connect(address).await.expect("the server listens");
    stream.set_nodelay(true).expect("a socket");
    let mut buffer = Vec::with_capacity(16 << 10);
    let mut due = pace.map(|(first, _)| first);
    while !counts.over.load(Ordering::Relaxed) {
        let start = match (&mut due, pace) {
            (Some(due), Some((_, step))) => {
                tokio::time::sleep_until((*due).into()).await;
                let start = *due;
                *due += step;
                start
            }
            _ => Instant::now(),
        };
        let number = counts.next.fetch_add(1, Ordering::Relaxed);
        let question = &questions[number % questions.len()];
        let sent = stream.write_all(&question.request).await;
        let Some((fine, body)) = (match sent {
            Ok(()) => answer(&mut stream, &mut buffer).await,
            Err(_) => None,
        }) else {
            counts.lost.fetch_add(1, Ordering::Relaxed);
            stream = TcpStream::connect(address).await.expect("the server listens");
            continue;
        };
        times.push(u32::try_from(start.elapsed().as_micros()).unwrap_or(u32::MAX));
        counts.answered.fetch_add(1, Ordering::Relaxed);
        let right = question.expected.iter().all(|part| find(&buffer[body..], part).is_some());
        if !fine || !right {
            counts.wrong.fetch_add(1, Ordering::Relaxed);
        }
    }
    times
}

/// One connection with hard questions.
async fn hard(address: SocketAddr, counts: Arc<Counts>, number: usize) {
    let mut buffer = Vec::new();
    for fen in HARD.iter().cycle().skip(number) {
        let Ok(mut stream) = TcpStream::connect(address).await else { return };
        let sent = stream.write_all(&request(fen, "both")).await.is_ok();
        let came = sent && answer(&mut stream, &mut buffer).await.is_some();
        if counts.over.load(Ordering::Relaxed) {
            return;
        }
        let counter = if came { &counts.hard_answered } else { &counts.hard_lost };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() {
    let settings = settings();
    let Some(text) = zermelo_testing::text("winnable/timeouts.txt") else { return };
    let questions = Arc::new(questions(&text, settings.both));
    println!("{} distinct positions, verdicts accepted by the kernel", questions.len());
    let address = settings.url.unwrap_or_else(|| {
        let bind = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::start(Options { bind, cache: 0, ..Options::default() });
        let server = server.expect("a free port");
        let address = server.address();
        std::thread::spawn(move || server.run());
        address
    });
    assert!(address.ip().is_loopback(), "only this machine is asked");
    let counts = Arc::new(Counts::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    let (mut times, seconds) = runtime.block_on(async {
        let start = Instant::now();
        let all = settings.connections;
        let pace = settings.rate.map(|rate| Duration::from_secs_f64(all as f64 / rate));
        let tasks: Vec<_> = (0..all)
            .map(|number| {
                let pace = pace.map(|step| (start + step * number as u32 / all as u32, step));
                let (questions, counts) = (Arc::clone(&questions), Arc::clone(&counts));
                tokio::spawn(ordinary(address, questions, counts, pace))
            })
            .collect();
        for number in 0..settings.hard {
            tokio::spawn(hard(address, Arc::clone(&counts), number));
        }
        tokio::time::sleep(Duration::from_secs_f64(settings.seconds)).await;
        counts.over.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        for task in tasks {
            times.extend(task.await.expect("a connection's task"));
        }
        (times, start.elapsed().as_secs_f64())
    });
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len() as f64 * share) as usize;
        times.get(index.min(times.len().saturating_sub(1))).map_or(0.0, |&us| f64::from(us) / 1e3)
    };
    let answered = counts.answered.load(Ordering::Relaxed);
    println!(
        "{answered} answers in {seconds:.1} s: {:.0} requests/s; p50 {:.3} ms, p99 {:.3} ms, \
         slowest {:.3} ms",
        answered as f64 / seconds,
        at(0.5),
        at(0.99),
        at(1.0)
    );
    let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    println!("wrong: {}, lost: {}", get(&counts.wrong), get(&counts.lost));
    if settings.hard > 0 {
        let (came, lost) = (get(&counts.hard_answered), get(&counts.hard_lost));
        println!("hard questions beside: {came} answered, {lost} lost");
    }
    let fine = get(&counts.wrong) + get(&counts.lost) + get(&counts.hard_lost) == 0;
    std::process::exit(i32::from(!fine));
}
