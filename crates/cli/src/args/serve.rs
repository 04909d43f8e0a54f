//! `zermelo serve`.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use zermelo_server::{LogLevel, Options, read_address, read_host, read_origin};

use super::{read_size, threads};

const EXAMPLES: &str = "\
Examples:
  zermelo serve
  curl 'http://127.0.0.1:8080/winnable?fen=8/8/4k3/8/8/3NK3/8/8_w_-_-&for=white'
      The API and the page, for this machine alone.
  zermelo serve --bind 0.0.0.0:8080 --host chess.example.org --log requests --seconds 1
      For others too, by this name; a line for each request; open after a second.
  zermelo serve --tables tables --tree na6.cert --campaign e3
      With endgame tables, a proof of losing chess to walk about in, and a campaign to watch.
  curl --data-binary @games.pgn 'http://127.0.0.1:8080/judge'
      Rulings for a whole file of games, a line each.
  curl --data-binary @positions.txt 'http://127.0.0.1:8080/winnable'
      Verdicts for a whole file of positions, a line each.

Ctrl-C or SIGTERM ends it when the requests under way are answered.";

/// `zermelo serve`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// Where to listen: ADDRESS:PORT, or one of them, for port 8080 or this machine alone; port 0
    /// takes any that is free. A socket from systemd comes first
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080",
          value_parser = read_address)]
    pub bind: SocketAddr,
    /// What is logged on standard error, one JSON object a line
    #[arg(long, value_name = "WHICH", default_value = "warnings", value_parser = log_level())]
    pub log: LogLevel,
    /// Let pages of this site ask as well, its scheme and host, or * for all
    #[arg(long, value_name = "ORIGIN", value_parser = read_origin)]
    pub cors: Option<String>,
    /// A name that the service goes by, besides localhost and addresses, or *; may be given again
    #[arg(long = "host", value_name = "NAME", value_parser = read_host)]
    pub hosts: Vec<String>,
    #[command(flatten, next_help_heading = "Effort")]
    pub effort: ServeEffort,
    #[command(flatten, next_help_heading = "What is served besides")]
    pub content: ServeContent,
}

/// What requests may cost.
#[derive(Args, Debug)]
pub struct ServeEffort {
    /// Seconds that a request may take; then the answer is open
    #[arg(long, value_name = "S", value_parser = read_seconds, default_value = "5")]
    pub seconds: Duration,
    /// Positions that one search may visit [default: as many as --memory holds]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Memory that one search may use
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "256M")]
    pub memory: u64,
    /// Threads for searches that a first look does not settle, as many again for those that take
    /// long, and for questions of legality [default: half the cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub search_threads: Option<NonZeroUsize>,
    /// Threads for games, certificates and tables [default: half the cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub work_threads: Option<NonZeroUsize>,
    /// Questions that may wait for these threads; more are refused with status 503
    #[arg(long, value_name = "N", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub queue: u32,
    /// Memory for answers that are kept; 0 keeps none
    #[arg(long, value_name = "SIZE", value_parser = read_cache, default_value = "64M")]
    pub cache: u64,
    /// Connections at a time
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN.saturating_add(1023))]
    pub connections: NonZeroUsize,
    /// How many of them one address may have, which a proxy needs all of [default: an eighth]
    #[arg(long, value_name = "N")]
    pub connections_per_address: Option<NonZeroUsize>,
    /// The largest file of games or positions that is taken
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "16M")]
    pub games: u64,
    /// The largest certificate that is taken, also when unpacked
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "64M")]
    pub certificate: u64,
}

/// What is served besides.
#[derive(Args, Debug)]
pub struct ServeContent {
    /// Endgame tables, as `zermelo table build` makes them
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Syzygy files for /standard (.rtbw, .rtbz) and /antichess (.gtbw, .gtbz), which the kernel
    /// has not checked; may be given several times
    #[arg(long, value_name = "DIR")]
    pub syzygy: Vec<PathBuf>,
    /// A proof of losing chess, which the kernel checks first; may be given again
    #[arg(long = "tree", value_name = "FILE")]
    pub trees: Vec<PathBuf>,
    /// A campaign to watch and to steer
    #[arg(long, value_name = "DIR")]
    pub campaign: Option<PathBuf>,
}

fn log_level() -> impl TypedValueParser<Value = LogLevel> {
    PossibleValuesParser::new([
        PossibleValue::new("warnings").help("What should not happen"),
        PossibleValue::new("requests").help("That, and every request"),
    ])
    .map(|name| if name == "warnings" { LogLevel::Warnings } else { LogLevel::Requests })
}

fn read_seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number of seconds above 0 is needed, at most 3600".to_string()),
    }
}

/// A size, or 0.
fn read_cache(text: &str) -> Result<u64, String> {
    if text == "0" { Ok(0) } else { read_size(text) }
}

impl ServeArgs {
    /// What the server is told.
    pub fn options(&self) -> Options {
        let ServeEffort { seconds, nodes, memory, queue, cache, .. } = self.effort;
        let default = Options::default();
        let threads = |asked: Option<NonZeroUsize>, usual| asked.map_or(usual, NonZeroUsize::get);
        let most = |size: u64| usize::try_from(size).unwrap_or(usize::MAX);
        Options {
            bind: self.bind,
            search_threads: threads(self.effort.search_threads, default.search_threads),
            work_threads: threads(self.effort.work_threads, default.work_threads),
            queue: queue as usize,
            time: seconds,
            nodes: nodes.unwrap_or(u64::MAX),
            memory,
            cache,
            connections: self.effort.connections.get(),
            connections_per_address: self.effort.connections_per_address.map(NonZeroUsize::get),
            hosts: self.hosts.clone(),
            games: most(self.effort.games),
            certificate: most(self.effort.certificate),
            cors: self.cors.clone(),
            log: self.log,
            tables: self.content.tables.clone(),
            syzygy: self.content.syzygy.clone(),
            trees: self.content.trees.clone(),
            campaign: self.content.campaign.clone(),
            ..default
        }
    }
}
