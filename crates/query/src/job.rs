//! From sources and a query to record batches.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::Result;
use datafusion::dataframe::DataFrame;
use datafusion::datasource::file_format::options::{CsvReadOptions, JsonReadOptions};
use datafusion::error::DataFusionError;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::session_state::{SessionState, SessionStateBuilder};
use datafusion::physical_plan::execute_stream;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use futures::StreamExt;
use zermelo_scan::address_of;

use crate::functions::{Budget, functions};
use crate::games::{BATCH, GamesTable};
use crate::remote;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Job {
    /// The files; all of one kind make the table `source`, each is a table by its own name.
    pub sources: Vec<PathBuf>,
    /// The query; `None` asks for all flag falls that `zermelo scan` would list.
    pub sql: Option<String>,
    /// With no query: whether flag falls are listed whose winner could mate.
    pub all: bool,
    /// What a position may cost.
    pub budget: Budget,
    /// Threads to work with.
    pub threads: usize,
    /// The scheduler of a cluster, HOST:PORT, if it is to do the work.
    pub cluster: Option<String>,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All rows were handed over.
    Finished,
    /// Somebody asked to stop.
    Stopped,
}

/// Why it failed, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The query or a source is bad.
    Bad(String),
    /// We are.
    Bug(String),
}

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Failure {
        let root = error.find_root();
        let words = root.to_string();
        let words = words.lines().next().unwrap_or_default().to_string();
        match root {
            DataFusionError::Internal(_) => Failure::Bug(words),
            DataFusionError::ObjectStore(error) => {
                Failure::Bad(format!("cannot be read: {}", remote::told(error)))
            }
            _ => match words.split_once("Execution error: bug: ") {
                Some((_, bug)) => Failure::Bug(bug.to_string()),
                None => {
                    let kinds = ["Execution error: ", "Error during planning: ", "Schema error: "];
                    let cut = kinds.iter().find_map(|kind| words.strip_prefix(kind));
                    Failure::Bad(cut.unwrap_or(&words).to_string())
                }
            },
        }
    }
}

/// The settings of every session.
pub(crate) fn config(threads: usize) -> SessionConfig {
    let mut config = SessionConfig::new();
    // Else a verdict would be worked out once for each of its parts that a query takes.
    config.options_mut().optimizer.enable_leaf_expression_pushdown = false;
    config.with_target_partitions(threads).with_batch_size(BATCH).with_information_schema(true)
}

/// Where sessions and tasks look for files.
pub(crate) fn environment() -> RuntimeEnvBuilder {
    RuntimeEnvBuilder::new().with_object_store_registry(Arc::new(remote::Stores::default()))
}

/// The state of a session that knows our functions.
pub(crate) fn state(config: SessionConfig, budget: Budget) -> SessionState {
    let mut state = SessionStateBuilder::new()
        .with_config(config)
        .with_runtime_env(environment().build_arc().unwrap_or_default())
        .with_default_features()
        .build();
    for function in functions(budget) {
        // Registering a function anew replaces it.
        let _ = datafusion::execution::FunctionRegistry::register_udf(&mut state, function);
    }
    state
}

/// A session on this machine that knows our functions.
pub fn session(budget: Budget, threads: usize) -> SessionContext {
    SessionContext::new_with_state(state(config(threads), budget))
}

/// What a file holds, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Parquet,
    Csv,
    Json,
    Games,
}

impl Kind {
    fn of(path: &Path) -> Kind {
        let path = address_of(path).map_or(path, Path::new);
        let extension = path.extension().map(|extension| extension.to_string_lossy());
        match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
            "parquet" => Kind::Parquet,
            "csv" => Kind::Csv,
            "jsonl" | "ndjson" | "json" => Kind::Json,
            _ => Kind::Games,
        }
    }
}

/// The name of a file's table: what stands before the first dot, in letters SQL takes unquoted.
fn table_name(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or("source");
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let name: String = stem.chars().map(letter).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("t{name}") } else { name }
}

/// The address of a file; in a bare path DataFusion would take `*` and `[` for patterns.
fn address(path: &str) -> String {
    if address_of(Path::new(path)).is_some() {
        return path.to_string();
    }
    let mut address = "file://".to_string();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                address.push(char::from(byte));
            }
            other => address.push_str(&format!("%{other:02X}")),
        }
    }
    address
}

/// A file as a frame.
async fn frame(context: &SessionContext, kind: Kind, path: &str) -> Result<DataFrame> {
    let extension = path.rsplit_once('.').map_or(String::new(), |(_, name)| format!(".{name}"));
    let url = address(path);
    match kind {
        Kind::Parquet => {
            let options = ParquetReadOptions::default();
            context
                .read_parquet(url, ParquetReadOptions { file_extension: &extension, ..options })
                .await
        }
        Kind::Csv => context.read_csv(url, CsvReadOptions::new().file_extension(&extension)).await,
        Kind::Json => {
            context.read_json(url, JsonReadOptions::default().file_extension(&extension)).await
        }
        Kind::Games => {
            context.read_table(Arc::new(GamesTable { paths: vec![path.to_string()], apart: None }))
        }
    }
}

/// All files together, columns by their names.
async fn together(context: &SessionContext, kind: Kind, paths: &[String]) -> Result<DataFrame> {
    if kind == Kind::Games {
        return context.read_table(Arc::new(GamesTable { paths: paths.to_vec(), apart: None }));
    }
    let same_case = paths.iter().all(|path| path.ends_with(".parquet"));
    if kind == Kind::Parquet && same_case {
        let urls: Vec<String> = paths.iter().map(|path| address(path)).collect();
        return context.read_parquet(urls, ParquetReadOptions::default()).await;
    }
    let mut all: Option<DataFrame> = None;
    for path in paths {
        let next = frame(context, kind, path).await?;
        all = Some(match all {
            None => next,
            Some(before) => before.union_by_name(next)?,
        });
    }
    all.ok_or_else(|| DataFusionError::Internal("there is no source".to_string()))
}

/// The path that all machines of a cluster must understand.
async fn full_path(source: &Path) -> Result<String, Failure> {
    let bad = |why: String| Failure::Bad(format!("{}: {why}", source.display()));
    let unread = |error: std::io::Error| bad(format!("cannot be read: {error}"));
    if let Some(name) = address_of(source) {
        let address = source.to_string_lossy().into_owned();
        if name != address && Kind::of(source) != Kind::Games {
            let why = "an address with a question mark is read for games only; fetch it first";
            return Err(bad(why.to_string()));
        }
        remote::Remote::look(&address).await.map_err(unread)?;
        return Ok(address);
    }
    let path = source.canonicalize().map_err(unread)?;
    if std::fs::File::open(&path).and_then(|file| file.metadata()).map_err(unread)?.is_dir() {
        return Err(bad("this is a directory".to_string()));
    }
    if path.to_string_lossy().to_ascii_lowercase().ends_with(".parquet.zst") {
        return Err(bad("Parquet is compressed inside; unpack it first".to_string()));
    }
    path.to_str().map(String::from).ok_or_else(|| bad("the name is not text (UTF-8)".to_string()))
}

/// Whether a table has no rows.
async fn is_empty(context: &SessionContext, table: &str) -> Result<bool> {
    let rows = context.sql(&format!("select 1 from {table} limit 1")).await?.collect().await?;
    Ok(rows.iter().all(|batch| batch.num_rows() == 0))
}

/// Makes tables of the sources. What is wrong with all of them together is told to whoever asks
/// for that.
async fn register(context: &SessionContext, job: &Job) -> Result<Option<Failure>, Failure> {
    let mut names: Vec<String> = Vec::new();
    let mut paths = Vec::new();
    for source in &job.sources {
        paths.push(full_path(source).await?);
        let mut name = table_name(source);
        while names.contains(&name) || name == "source" {
            name.push('_');
        }
        names.push(name);
    }
    let kinds: Vec<Kind> = job.sources.iter().map(|source| Kind::of(source)).collect();
    for ((name, &kind), path) in names.iter().zip(&kinds).zip(&paths) {
        let told = |error: DataFusionError| match Failure::from(error) {
            Failure::Bad(why) => Failure::Bad(format!("{path}: {why}")),
            bug => bug,
        };
        let frame = frame(context, kind, path).await.map_err(told)?;
        context.register_table(name.as_str(), frame.into_view())?;
        if job.cluster.is_some() && kind != Kind::Games {
            // A file that is not there for the scheduler would be an empty table.
            let here = session(job.budget, 1);
            let table = self::frame(&here, kind, path).await?.into_view();
            here.register_table(name.as_str(), table)?;
            if is_empty(context, name).await? && !is_empty(&here, name).await? {
                return Err(Failure::Bad(format!("{path}: the cluster does not see this file")));
            }
        }
    }
    let Some(&kind) = kinds.first().filter(|first| kinds.iter().all(|kind| kind == *first)) else {
        let why =
            "the sources are of several kinds: there is no table source, name them one by one";
        return Ok(Some(Failure::Bad(why.to_string())));
    };
    match together(context, kind, &paths).await {
        Ok(frame) => {
            context.register_table("source", frame.into_view())?;
            Ok(None)
        }
        Err(error) => Ok(Some(error.into())),
    }
}

/// The query for what `zermelo scan` lists of a table with these columns.
///
/// # Errors
///
/// If there is no position in the table.
pub fn flag_falls(schema: &SchemaRef, all: bool) -> Result<String, String> {
    let has = |name: &str| schema.field_with_name(name).is_ok();
    let fen = ["fen", "packed"].into_iter().find(|name| has(name));
    let fen = fen.ok_or("there is no column fen or packed")?;
    let game = ["id", "game"].into_iter().find(|name| has(name)).unwrap_or("null");
    // A game need not end by a flag fall; a position that is listed does.
    let is_game = has("termination") && has("flagged");
    let known = [("side", "other(side)"), ("flagged", "flagged")];
    let known = known.iter().filter(|(name, _)| has(name)).map(|(_, expression)| *expression);
    let flagged = match is_game {
        true => "flagged".to_string(),
        false => {
            let turn = format!("turn({fen})");
            let words: Vec<&str> = known.chain([turn.as_str()]).collect();
            format!("coalesce({})", words.join(", "))
        }
    };
    let or_null = |name: &'static str| if has(name) { name } else { "null" };
    let (ply, result) = (or_null("ply"), or_null("result"));
    let condition = if all { "" } else { " where v['verdict'] <> 'winnable'" };
    Ok(format!(
        "select game, flagged, ply, fen, result, v['verdict'] as verdict, v['method'] as method, \
         v['nodes'] as nodes, v['time_us'] as time_us, v['checked'] as checked from \
         (select {game} as game, {flagged} as flagged, {ply} as ply, {fen} as fen, \
         {result} as result, verdict({fen}, other({flagged})) as v from source \
         where {flagged} is not null){condition}"
    ))
}

/// Puts the query, and hands over the rows as they come, the names of the columns with the first
/// (empty) batch. Blocks.
///
/// # Errors
///
/// If the query or a source is bad; or, if we are, a bug.
pub fn run(
    job: &Job,
    stop: &AtomicBool,
    put: &mut dyn FnMut(&RecordBatch) -> std::io::Result<()>,
) -> Result<Outcome, Failure> {
    // Games are read by as many threads; somebody may have said so before.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(job.threads).build_global();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // One is always free to look at the clock.
        .worker_threads(job.threads + 1)
        .enable_all()
        .build()
        .map_err(|error| Failure::Bad(format!("no threads: {error}")))?;
    let outcome = runtime.block_on(rows(job, stop, put));
    // A search that nobody waits for any more need not hold us up.
    runtime.shutdown_background();
    outcome
}

async fn context(job: &Job) -> Result<SessionContext, Failure> {
    match &job.cluster {
        None => Ok(session(job.budget, job.threads)),
        #[cfg(feature = "cluster")]
        Some(scheduler) => crate::cluster::client(scheduler, job).await,
        #[cfg(not(feature = "cluster"))]
        Some(_) => Err(Failure::Bad("this build knows no clusters".to_string())),
    }
}

async fn rows(
    job: &Job,
    stop: &AtomicBool,
    put: &mut dyn FnMut(&RecordBatch) -> std::io::Result<()>,
) -> Result<Outcome, Failure> {
    let context = context(job).await?;
    let fault = register(&context, job).await?;
    let sql = match &job.sql {
        Some(sql) => sql.clone(),
        None => {
            if let Some(fault) = &fault {
                return Err(fault.clone());
            }
            let table = context.table_provider("source").await?;
            flag_falls(&table.schema(), job.all).map_err(Failure::Bad)?
        }
    };
    let options = datafusion::execution::context::SQLOptions::new()
        .with_allow_ddl(false)
        .with_allow_dml(false)
        .with_allow_statements(false);
    let frame = match (context.sql_with_options(&sql, options).await, fault) {
        (Err(error), Some(fault)) if error.to_string().contains("source") => return Err(fault),
        (frame, _) => frame?,
    };
    let task = Arc::new(frame.task_ctx());
    let plan = frame.create_physical_plan().await?;
    let stream = execute_stream(Arc::clone(&plan), task)?;
    let outcome = hand_over(stream, stop, put).await;
    #[cfg(feature = "cluster")]
    if let Some(scheduler) = &job.cluster {
        match outcome {
            Ok(Outcome::Finished) => crate::cluster::hear(scheduler, &plan).await,
            // How it ended counts, not whether the others heard of it.
            _ => drop(crate::cluster::cancel(scheduler, &plan).await),
        }
    }
    outcome
}

/// Hands over rows until there are no more, or somebody asks to stop.
async fn hand_over(
    mut stream: SendableRecordBatchStream,
    stop: &AtomicBool,
    put: &mut dyn FnMut(&RecordBatch) -> std::io::Result<()>,
) -> Result<Outcome, Failure> {
    let output = |error: std::io::Error| Failure::Bad(error.to_string());
    put(&RecordBatch::new_empty(stream.schema())).map_err(output)?;
    loop {
        let next = tokio::time::timeout(Duration::from_millis(200), stream.next()).await;
        if stop.load(Ordering::Relaxed) {
            return Ok(Outcome::Stopped);
        }
        match next {
            // Nothing yet.
            Err(_) => {}
            Ok(Some(batch)) => put(&batch?).map_err(output)?,
            Ok(None) => return Ok(Outcome::Finished),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables() {
        let names = [
            ("positions.parquet", "positions"),
            ("a/lichess_db_standard_rated_2022-01.pgn.zst", "lichess_db_standard_rated_2022_01"),
            ("2022.csv", "t2022"),
            (".hidden", "hidden"),
            ("https://example.org/a/month.pgn.zst?key=1", "month"),
        ];
        for (path, name) in names {
            assert_eq!(table_name(Path::new(path)), name);
        }
    }
}
