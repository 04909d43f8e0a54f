//! The names that the service answers to.
//!
//! A page elsewhere can let its own name point to this machine, and is then taken by the browser
//! for a page of this service (DNS rebinding): it could read and steer what only this machine should.
//! Such a request still says the page's name, so names that nobody has allowed are refused. An
//! address in figures cannot point elsewhere, and is always welcome.

use std::net::{Ipv4Addr, Ipv6Addr};

use hyper::header::{self, HeaderMap};
use hyper::{Uri, Version};

use crate::error::Error;

/// The names that the service answers to, besides `localhost` and addresses in figures.
pub struct Hosts {
    names: Vec<String>,
}

impl Hosts {
    /// These names; `*` stands for all.
    pub fn new(names: &[String]) -> Hosts {
        Hosts { names: names.to_vec() }
    }

    /// Whether a request is meant for this service.
    pub fn check(&self, version: Version, uri: &Uri, headers: &HeaderMap) -> Result<(), Error> {
        let mut fields = headers.get_all(header::HOST).iter();
        let field = match (fields.next(), fields.next()) {
            (Some(field), None) => field.to_str().ok(),
            // The one kind of request that needs none (RFC 9112, section 3.2); no browser sends it.
            (None, None) if version == Version::HTTP_10 => return Ok(()),
            (None, _) => return Err(bad("the request has no Host field")),
            (_, Some(_)) => return Err(bad("the request has more than one Host field")),
        };
        // A whole address in the first line counts more than the field.
        let said = uri.authority().map(|authority| authority.as_str()).or(field);
        let host = said.and_then(host).ok_or_else(|| bad("the Host field is no name"))?;
        match self.knows(host) {
            true => Ok(()),
            false => Err(Error::Misdirected(host.to_string())),
        }
    }

    fn knows(&self, host: &str) -> bool {
        let figures = match host.strip_prefix('[') {
            Some(rest) => rest.strip_suffix(']').is_some_and(|v6| v6.parse::<Ipv6Addr>().is_ok()),
            None => host.parse::<Ipv4Addr>().is_ok(),
        };
        let host = host.strip_suffix('.').unwrap_or(host);
        let is_it = |name: &str| name == "*" || name.eq_ignore_ascii_case(host);
        figures || is_it("localhost") || self.names.iter().any(|name| is_it(name))
    }
}

fn bad(sentence: &str) -> Error {
    Error::BadRequest(sentence.to_string())
}

/// The host of `host:port`, if it is written as one.
fn host(text: &str) -> Option<&str> {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        _ => (text, ""),
    };
    let is_good = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    let fine = !host.is_empty() && host.chars().all(is_good);
    (fine && port.chars().all(|c| c.is_ascii_digit())).then_some(host)
}

/// Whether a name may be allowed: without scheme, port or path.
pub fn is_name(text: &str) -> bool {
    text == "*" || (!text.contains(':') && host(text).is_some())
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn status(hosts: &Hosts, uri: &str, fields: &[&str]) -> u16 {
        let mut headers = HeaderMap::new();
        for field in fields {
            headers.append(header::HOST, HeaderValue::from_str(field).unwrap());
        }
        let uri = uri.parse().unwrap();
        hosts.check(Version::HTTP_11, &uri, &headers).map_or_else(|e| e.status().as_u16(), |()| 200)
    }

    #[test]
    fn known_names_and_figures_are_served() {
        let hosts = Hosts::new(&["zermelo.example".to_string()]);
        for known in [
            "localhost",
            "LocalHost:8080",
            "localhost.",
            "127.0.0.1:8080",
            "192.168.1.5",
            "[::1]",
            "[::1]:8080",
            "Zermelo.Example:443",
        ] {
            assert_eq!(status(&hosts, "/", &[known]), 200, "{known}");
        }
        for other in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "[1"] {
            assert_eq!(status(&hosts, "/", &[other]), 421, "{other}");
        }
        for bad in ["", ":80", "a b", "a@localhost", "localhost:x", "::1"] {
            assert!([400, 421].contains(&status(&hosts, "/", &[bad])), "{bad}");
        }
        assert_eq!(status(&Hosts::new(&["*".to_string()]), "/", &["evil.example"]), 200);
    }

    #[test]
    fn one_host_is_needed_and_a_whole_address_counts_more() {
        let hosts = Hosts::new(&[]);
        assert_eq!(status(&hosts, "/", &[]), 400);
        assert_eq!(status(&hosts, "/", &["localhost", "localhost"]), 400);
        assert_eq!(status(&hosts, "http://evil.example/", &["localhost"]), 421);
        assert_eq!(status(&hosts, "http://localhost/", &["evil.example"]), 200);
        let old = hosts.check(Version::HTTP_10, &Uri::from_static("/"), &HeaderMap::new());
        assert!(old.is_ok());
    }

    #[test]
    fn names_that_may_be_allowed() {
        for name in ["zermelo.example", "a-b", "*"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "https://a", "a:80", "a/b", "a b"] {
            assert!(!is_name(name), "{name}");
        }
    }
}
