//! A running `zermelo serve`, and a small client for it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use super::{command, wait_until};

/// A service of its own for a test; ended with it.
pub struct Service {
    child: Option<Child>,
    /// Where it listens.
    pub address: String,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// A field of the head, by its name in small letters.
    pub fn field(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines();
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

impl Service {
    /// Starts a service on a free port.
    pub fn start(more: &[&str]) -> Service {
        let mut child = command()
            .args(["serve", "--bind", "127.0.0.1:0"])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://").map(String::from);
        let address = address.unwrap_or_else(|| panic!("it says {line:?}"));
        Service { child: Some(child), address }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends a request with these fields and this body.
    pub fn ask(&self, method: &str, path: &str, fields: &[&str], body: &[u8]) -> Answer {
        let mut stream = self.connect();
        let path = path.replace(' ', "%20");
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for field in fields {
            request += &format!("{field}\r\n");
        }
        request += &format!("Content-Length: {}\r\n\r\n", body.len());
        // A body that is refused need not be read to its end.
        let _ = stream.write_all(&[request.as_bytes(), body].concat());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        answer(&bytes)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: &[u8]) -> Answer {
        self.ask("POST", path, &[], body)
    }

    /// Waits until this is one of the lines of the metrics.
    #[track_caller]
    pub fn wait_for(&self, line: &str) {
        wait_until(line, || self.get("/metrics").text().lines().any(|told| told == line));
    }

    /// Sends a signal and waits for the end; gives the status and what was on standard error.
    pub fn end(mut self, signal: &str) -> (Option<i32>, String) {
        let child = self.child.take().unwrap();
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Reads an answer, in pieces or whole.
#[track_caller]
pub fn answer(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(bytes)));
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let mut answer = Answer { status, head, body: bytes[end + 4..].to_vec() };
    if answer.field("transfer-encoding") == Some("chunked") {
        let (mut rest, mut body) = (&answer.body[..], Vec::new());
        loop {
            let line = rest.windows(2).position(|window| window == b"\r\n").unwrap();
            let size = usize::from_str_radix(std::str::from_utf8(&rest[..line]).unwrap(), 16);
            let size = size.unwrap();
            rest = &rest[line + 2..];
            if size == 0 {
                break;
            }
            body.extend(&rest[..size]);
            rest = &rest[size + 2..];
        }
        answer.body = body;
    }
    answer
}
