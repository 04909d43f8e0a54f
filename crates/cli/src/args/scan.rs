//! `zermelo scan`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use zermelo_answers::scan::{Format, TagColumn, TagColumns};
use zermelo_scan::Options;
use zermelo_winnable::Limits;

use super::{read_size, threads};

/// Said where Parquet, SQL or a cluster is wanted and not there.
pub const WITHOUT_SQL: &str = "this zermelo was built without it: SQL, Parquet and addresses (https://, s3://) need --features sql, clusters --features cluster (docs/guide/sql.md)";

/// `zermelo scan`.
#[derive(Args, Debug)]
pub struct ScanArgs {
    /// Games in PGN, lines `FEN [GAME]`, CSV
    #[cfg_attr(feature = "sql", doc = "or Parquet")]
    /// with a column fen, plain or compressed (zstd, gzip, bzip2);
    #[cfg_attr(feature = "sql", doc = "a file, or an address (https://, s3://);")]
    /// - is standard input
    #[arg(value_name = "SOURCE", required = true)]
    pub sources: Vec<PathBuf>,
    /// Write the rows here: OUT.csv, OUT.jsonl,
    #[cfg_attr(feature = "sql", doc = "OUT.parquet,")]
    /// or - for standard output, as CSV or with --json as JSON lines
    #[arg(long, value_name = "OUT", value_parser = read_output, required_unless_present = "sql")]
    pub to: Option<Output>,
    /// Tags of the game to repeat in each row, after the other columns: date, white, black,
    /// white_elo, black_elo, time_control, event, eco, opening, termination; players and ratings
    /// are two each
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = TagColumn::named)]
    pub columns: Vec<TagColumns>,
    /// Ask a question in SQL instead; the sources are the table `source`, and each is a table by
    /// its own name (docs/guide/sql.md lists columns and functions)
    #[arg(long, value_name = "QUERY", hide = cfg!(not(feature = "sql")))]
    #[arg(conflicts_with_all = ["all", "columns", "histogram", "quick", "resume"])]
    pub sql: Option<String>,
    /// The table at the end as JSON
    #[cfg_attr(feature = "sql", doc = "(with --sql the rows, as JSON lines on standard output)")]
    #[arg(long)]
    pub json: bool,
    /// Let a cluster do the work: HOST:PORT of its scheduler (see zermelo cluster)
    #[arg(long, value_name = "HOST:PORT", hide = cfg!(not(feature = "cluster")))]
    #[arg(conflicts_with_all = ["columns", "histogram", "quick", "resume"])]
    pub cluster: Option<String>,
    /// A row for every flag fall, not only where the side with time left could not mate
    #[arg(long)]
    pub all: bool,
    /// Draw the times per position, SVG
    #[arg(long, value_name = "FILE.svg")]
    pub histogram: Option<PathBuf>,
    /// Time the fast test as well, which is never wrong but may miss some
    #[arg(long)]
    pub quick: bool,
    /// Go on where an earlier run with the same arguments was stopped; begin if there was none, and
    /// do nothing if it was finished
    #[arg(long)]
    pub resume: bool,
    /// Threads to decide with [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// What the verdict on a position may cost.
#[derive(Args, Clone, Copy, Debug)]
pub struct SearchArgs {
    /// Memory that each thread's search may use, such as 64M
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "64M")]
    pub memory: u64,
    /// Memory for the rare position that needs more; all others wait for it
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "192M")]
    pub reserve: u64,
    /// The share of the verdicts that the kernel checks; unwinnable ones it checks always
    #[arg(long, value_name = "SHARE", value_parser = read_share, default_value = "0.01")]
    pub check_sample: f64,
}

/// Where rows are written, and how.
#[derive(Clone, Debug)]
pub struct Output {
    /// The file.
    pub path: PathBuf,
    /// The form of the rows, by the name.
    pub format: Format,
    /// Whether the rows become Parquet in the end.
    pub parquet: bool,
}

impl Output {
    /// Whether rows go to standard output; everything else goes to standard error then.
    pub fn is_stdout(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Where rows are written while the run lasts: Parquet is made of them at its end.
    pub fn rows(&self) -> PathBuf {
        if self.parquet { self.beside(".rows.csv") } else { self.path.clone() }
    }

    /// Where the resume point is kept: OUT.resume.
    pub fn resume(&self) -> PathBuf {
        self.beside(".resume")
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    }
}

impl ScanArgs {
    /// The tags that are wanted.
    pub fn columns(&self) -> Vec<TagColumn> {
        self.columns.iter().flat_map(|named| named.0.clone()).collect()
    }

    /// What the examiners are told.
    pub fn options(&self, to: &Output) -> Options {
        let SearchArgs { memory, reserve, check_sample } = self.search;
        Options {
            limits: Limits { reserve, ..Limits::new(u64::MAX, memory) },
            all: self.all,
            check_sample,
            quick: self.quick,
            format: to.format,
            columns: self.columns(),
        }
    }
}

fn read_output(text: &str) -> Result<Output, String> {
    let path = PathBuf::from(text);
    let (format, parquet) = match path.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => (Format::Csv, false),
        Some("jsonl" | "ndjson") => (Format::JsonLines, false),
        Some("parquet") if cfg!(feature = "sql") => (Format::Csv, true),
        Some("parquet") => return Err(WITHOUT_SQL.to_string()),
        None if text == "-" => (Format::Csv, false),
        _ if cfg!(feature = "sql") => {
            return Err("the name must end in .csv, .jsonl or .parquet, or be -".to_string());
        }
        _ => return Err("the name must end in .csv or .jsonl, or be -".to_string()),
    };
    Ok(Output { path, format, parquet })
}

fn read_share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share is a number from 0 to 1".to_string()),
    }
}
