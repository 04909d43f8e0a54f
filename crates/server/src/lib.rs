//! `zermelo serve`: the engines and the kernel behind HTTP, and the page.
//!
//! The crate `answers` does the work; nothing is served that the kernel has not accepted. Here are
//! the things that a service needs besides. `listen` takes connections, `route` finds the answer
//! for a request, `reply` writes it, `negotiate` sends it as the client wants it, `error` says why
//! there is none. `hosts` and `crowd` keep out who should not ask. Ordinary questions are answered
//! where they come in, in microseconds; what needs more goes to one of a few `pool`s, each with so
//! many jobs at a time, so that a hard question never holds up an easy one. `single_flight` sees to
//! it that the same question is worked on once, `cache` keeps answers, `metrics` and `log` tell how
//! it goes, `page` holds the files of the page, `html` and `picture` show an answer to whoever only
//! has its link. Then one file a question: `winnable`, `judge`,
//! `legal`, and so on.
//!
//! docs/guide/serve.md has the options, the endpoints and the limits; openapi.json describes every
//! endpoint, and the tests compare it with what is served.

#![forbid(unsafe_code)]

mod body;
mod cache;
mod campaign;
mod certificate;
mod check;
mod crowd;
mod error;
mod hosts;
mod html;
mod judge;
mod legal;
mod listen;
mod log;
mod longest;
mod losing;
mod metrics;
mod moves;
mod negotiate;
mod options;
mod page;
mod params;
mod picture;
mod pool;
mod raster;
mod reply;
mod retract;
mod route;
mod service;
mod shown;
mod single_flight;
mod strategy;
mod table;
mod tablebase;
mod tabs;
mod turns;
mod upload;
mod winnable;
mod winnable_lines;
mod write_timeout;

pub use listen::{Server, StartFault};
pub use options::{LogLevel, Options, read_address, read_host, read_origin};

/// The description of the API (OpenAPI 3.1).
pub const OPENAPI: &str = include_str!("../openapi.json");

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
