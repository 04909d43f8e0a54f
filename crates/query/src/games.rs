//! Games in PGN, and lines of FENs, as a table.
//!
//! A file is one partition: it is unpacked and cut into blocks by one thread, and rayon makes a
//! record batch of each block. The plan has the names of the files as its input, one a partition:
//! whoever shares out the work, as Ballista does, shares out these, large files in parts. Only what
//! a query asks for is worked out: if it wants no positions, no moves are read; if it wants flag
//! falls only, those of no other game.

use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};

use async_trait::async_trait;
use datafusion::arrow::array::{ArrayRef, Int32Builder, StringBuilder, UInt32Builder};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::record_batch::{RecordBatch, RecordBatchOptions};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, exec_err, internal_err};
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::error::DataFusionError;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, Operator, TableProviderFilterPushDown, TableType};
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType};
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties,
};
use futures::StreamExt;
use rayon::prelude::*;
use zermelo_answers::names;
use zermelo_answers::scan::is_known;
use zermelo_kernel::Color;
use zermelo_record::pgn::RawGame;
use zermelo_scan::{Block, FlagFall, Kind, LastPosition, NoFall, Pieces, may_be_flag_fall};

use crate::faults::{self, Fault, Notes};
use crate::parts::Part;

/// Rows of a batch: few, for a row may take a millisecond and batches are shared out.
pub(crate) const BATCH: usize = 1024;
/// Blocks that one thread has under way.
const WINDOW: usize = 2;

/// A column, and how it is had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Column {
    /// A tag's value.
    Tag(&'static str),
    /// A tag's value as a number.
    Number(&'static str),
    /// The day: UTCDate, or Date where there is none.
    Date,
    /// Who ran out of time.
    Flagged,
    /// Plies played.
    Ply,
    /// The last position.
    Fen,
    /// Why the game cannot be read.
    Broken,
}

/// The columns of every table of games.
const COLUMNS: [(&str, Column); 16] = [
    ("game", Column::Tag("Site")),
    ("event", Column::Tag("Event")),
    ("date", Column::Date),
    ("white", Column::Tag("White")),
    ("black", Column::Tag("Black")),
    ("white_elo", Column::Number("WhiteElo")),
    ("black_elo", Column::Number("BlackElo")),
    ("result", Column::Tag("Result")),
    ("eco", Column::Tag("ECO")),
    ("opening", Column::Tag("Opening")),
    ("time_control", Column::Tag("TimeControl")),
    ("termination", Column::Tag("Termination")),
    ("flagged", Column::Flagged),
    ("ply", Column::Ply),
    ("fen", Column::Fen),
    ("broken", Column::Broken),
];

impl Column {
    fn kind(self) -> DataType {
        match self {
            Column::Number(_) => DataType::Int32,
            Column::Ply => DataType::UInt32,
            _ => DataType::Utf8,
        }
    }

    /// Whether the moves must be read.
    fn needs_moves(self) -> bool {
        matches!(self, Column::Flagged | Column::Ply | Column::Fen | Column::Broken)
    }
}

/// The columns of every table of games.
pub fn schema() -> SchemaRef {
    let fields = COLUMNS.map(|(name, column)| Field::new(name, column.kind(), true));
    Arc::new(Schema::new(fields.to_vec()))
}

/// Files of games as one table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GamesTable {
    /// The files, by names that all machines of a cluster understand.
    pub paths: Vec<String>,
    /// The size of the parts in which files are shared out, to other machines perhaps; else there are
    /// as many partitions as threads, and files of a partition are read one after the other.
    pub apart: Option<u64>,
}

#[async_trait]
impl TableProvider for GamesTable {
    fn schema(&self) -> SchemaRef {
        schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        _: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let reading = Reading {
            columns: projection.cloned().unwrap_or_else(|| (0..COLUMNS.len()).collect()),
            falls_only: filters.iter().any(wants_flag_falls),
        };
        let mut parts = Vec::new();
        for path in &self.paths {
            match self.apart {
                Some(size) => parts.extend(Part::of(path, size).await),
                None => parts.push(Part::whole(path)),
            }
        }
        let tasks =
            if self.apart.is_some() { usize::MAX } else { session.config().target_partitions() };
        let tasks = tasks.clamp(1, parts.len().max(1));
        let task = |task: usize| -> Result<Vec<RecordBatch>> {
            let parts: Vec<Part> = parts.iter().skip(task).step_by(tasks).cloned().collect();
            Ok(vec![Part::encode(&parts)?])
        };
        let tasks = (0..tasks).map(task).collect::<Result<Vec<_>>>()?;
        let input = MemorySourceConfig::try_new_exec(&tasks, Part::schema(), None)?;
        Ok(Arc::new(GamesExec::new(input, reading)?))
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        let support = |filter: &&Expr| match wants_flag_falls(filter) {
            true => TableProviderFilterPushDown::Inexact,
            false => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(support).collect())
    }
}

/// Whether a filter lets flag falls pass alone: `flagged is not null`, `flagged = 'white'`.
fn wants_flag_falls(filter: &Expr) -> bool {
    let is_flagged = |expr: &Expr| matches!(expr, Expr::Column(column) if column.name == "flagged");
    match filter {
        Expr::IsNotNull(inner) => is_flagged(inner),
        Expr::BinaryExpr(comparison) if comparison.op == Operator::Eq => {
            is_flagged(&comparison.left) || is_flagged(&comparison.right)
        }
        _ => false,
    }
}

/// What is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The columns wanted, by their numbers.
    pub columns: Vec<usize>,
    /// Whether games that are no flag falls may be left out.
    pub falls_only: bool,
}

/// Reads the files of games whose names are its input.
#[derive(Debug)]
pub struct GamesExec {
    input: Arc<dyn ExecutionPlan>,
    /// What is to be read.
    pub reading: Reading,
    /// What could not be.
    pub(crate) notes: Notes,
    properties: Arc<PlanProperties>,
}

impl GamesExec {
    /// A plan that reads the files of each partition.
    ///
    /// # Errors
    ///
    /// If a column is none.
    pub fn new(input: Arc<dyn ExecutionPlan>, reading: Reading) -> Result<GamesExec> {
        let schema = Arc::new(schema().project(&reading.columns)?);
        let parts = input.properties().output_partitioning().partition_count();
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(parts),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        let notes = Notes::default();
        Ok(GamesExec { input, reading, notes, properties: Arc::new(properties) })
    }
}

impl DisplayAs for GamesExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.properties.partitioning.partition_count();
        write!(f, "GamesExec: falls_only={}, parts={parts}", self.reading.falls_only)
    }
}

impl ExecutionPlan for GamesExec {
    fn name(&self) -> &str {
        "GamesExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.input]
    }

    /// A file is a part; what names it is not worth sharing out.
    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        mut children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match (children.pop(), children.pop()) {
            (Some(input), None) => {
                let again = GamesExec::new(input, self.reading.clone())?;
                Ok(Arc::new(GamesExec { notes: self.notes.clone(), ..again }))
            }
            _ => internal_err!("GamesExec has one child"),
        }
    }

    /// A task has notes of its own, though several come with one plan.
    fn reset_state(self: Arc<Self>) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(Arc::new(GamesExec::new(Arc::clone(&self.input), self.reading.clone())?))
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let schema = self.schema();
        let mut stream = RecordBatchReceiverStream::builder(Arc::clone(&schema), 2 * WINDOW);
        let sender = stream.tx();
        let reading = Arc::new(self.reading.clone());
        let notes = self.notes.clone();
        let mut parts = self.input.execute(partition, context)?;
        stream.spawn(async move {
            while let Some(batch) = parts.next().await {
                for part in Part::decode(&batch?)? {
                    let work = File {
                        part,
                        notes: notes.clone(),
                        reading: Arc::clone(&reading),
                        schema: Arc::clone(&schema),
                        sender: sender.clone(),
                    };
                    let done = tokio::task::spawn_blocking(move || work.read()).await;
                    done.map_err(|_| DataFusionError::Internal("bug: a reader failed".into()))??;
                }
            }
            Ok(())
        });
        Ok(stream.build())
    }
}

/// A part of a file, and where its batches go.
struct File {
    part: Part,
    notes: Notes,
    reading: Arc<Reading>,
    schema: SchemaRef,
    sender: tokio::sync::mpsc::Sender<Result<RecordBatch>>,
}

impl File {
    fn read(self) -> Result<()> {
        let File { part, notes, reading, schema, sender } = self;
        // Offsets are those of the text from there on.
        let path = match part.bytes.start {
            0 => part.path.clone(),
            byte => format!("{} after byte {byte}", part.path),
        };
        let window = WINDOW * rayon::current_num_threads();
        let (put, blocks) = sync_channel(window);
        let reader = std::thread::spawn(move || read(&part, &put));
        let (mut games, mut bytes) = (0, 0);
        while let Some(taken) = next(&blocks, window) {
            let make = |block| notes.within(|| batch(&reading, &schema, &path, block));
            let made: Vec<Result<(RecordBatch, usize)>> = taken.par_iter().map(make).collect();
            bytes += taken.iter().map(|block| block.text.trim_ascii().len()).sum::<usize>();
            for made in made {
                let (batch, found) = made?;
                games += found;
                for start in (0..batch.num_rows()).step_by(BATCH) {
                    let rows = batch.slice(start, BATCH.min(batch.num_rows() - start));
                    // Nobody wants more.
                    if sender.blocking_send(Ok(rows)).is_err() {
                        return Ok(());
                    }
                }
            }
            // The same where no rows are found, which may be for hours.
            if sender.is_closed() {
                return Ok(());
            }
            if notes.is_called_off() {
                return exec_err!("called off");
            }
        }
        if games == 0 && bytes > 0 {
            let why = || format!("{path}: there is no game with tags and no position");
            notes.within(|| faults::tell(Fault::Unread, why));
        }
        match reader.join() {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(DataFusionError::Execution(format!("{path}: {error}"))),
            Err(_) => internal_err!("bug: the reader of {path} failed"),
        }
    }
}

/// As many blocks as are there, at least one and at most `most`.
fn next(blocks: &Receiver<Block>, most: usize) -> Option<Vec<Block>> {
    let mut taken = vec![blocks.recv().ok()?];
    taken.extend(blocks.try_iter().take(most - 1));
    Some(taken)
}

fn read(part: &Part, put: &std::sync::mpsc::SyncSender<Block>) -> std::io::Result<()> {
    let gone = |_| std::io::Error::from(std::io::ErrorKind::BrokenPipe);
    match part.cut(|block| put.send(block).map_err(gone)) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Said of games that are no fault, and no chess.
const VARIANT: &str = "another kind of chess";

/// What is known of a game.
#[derive(Default)]
struct Known {
    flagged: Option<Color>,
    ply: Option<u32>,
    fen: Option<String>,
    broken: Option<String>,
}

impl Known {
    fn of_game(raw: &RawGame) -> Known {
        match LastPosition::of_game(raw) {
            Ok(last) => Known {
                flagged: last.flagged(),
                ply: Some(last.record.moves.len() as u32),
                fen: Some(last.fen()),
                broken: None,
            },
            Err(why) => Known::broken(why),
        }
    }

    fn broken(why: NoFall) -> Known {
        let broken = match why {
            NoFall::Broken(why) => why,
            NoFall::Variant => VARIANT.to_string(),
            NoFall::Other => return Known::default(),
        };
        Known { broken: Some(broken), ..Known::default() }
    }
}

/// Makes a batch of a block, and says how many games or positions it holds.
fn batch(
    reading: &Reading,
    schema: &SchemaRef,
    path: &str,
    block: &Block,
) -> Result<(RecordBatch, usize)> {
    for damage in &block.damages {
        faults::tell(Fault::Unread, || format!("{path}: byte {}: {}", damage.offset, damage.what));
    }
    let mut maker = Maker::new(reading);
    let mut passed = 0;
    let tell = |known: &Known, start: usize| {
        if let Some(why) = known.broken.as_ref().filter(|why| *why != VARIANT) {
            let offset = block.place.offset + start as u64;
            faults::tell(Fault::Unread, || format!("{path}: byte {offset}: {why}"));
        }
    };
    match block.kind {
        Kind::Games => {
            let raw = |text: Vec<u8>| RawGame { number: 0, line: 1, text, bytes: 0, fault: None };
            for piece in Pieces::new(&block.text).filter(|piece| piece.is_tagged()) {
                let may_be = piece.termination.is_some_and(may_be_flag_fall);
                if reading.falls_only && !may_be {
                    passed += 1;
                    continue;
                }
                let known = match maker.needs_moves {
                    true => Known::of_game(&raw(piece.text.to_vec())),
                    false => Known::default(),
                };
                tell(&known, piece.start);
                maker.push(piece.text, &known);
            }
        }
        Kind::Positions => lines(block, &mut maker, tell, FlagFall::of_line),
        Kind::Table(columns) => {
            lines(block, &mut maker, tell, |line| FlagFall::of_cells(line, columns));
        }
    }
    let (rows, games) = (maker.rows, maker.rows + passed);
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    let batch = RecordBatch::try_new_with_options(Arc::clone(schema), maker.finish(), &options)?;
    Ok((batch, games))
}

/// All lines of a block.
fn lines(
    block: &Block,
    maker: &mut Maker,
    tell: impl Fn(&Known, usize),
    read: impl Fn(&[u8]) -> Result<FlagFall, NoFall>,
) {
    let mut start = 0;
    for line in block.text.split_inclusive(|&byte| byte == b'\n') {
        let (game, known) = match read(line) {
            Ok(fall) => {
                let (flagged, ply, fen) = (Some(fall.flagged), Some(fall.ply), Some(fall.fen()));
                (fall.game, Known { flagged, ply, fen, broken: None })
            }
            Err(why) => (String::new(), Known::broken(why)),
        };
        tell(&known, start);
        // What is neither a position nor broken is an empty line or a note.
        if known.fen.is_some() || known.broken.is_some() {
            maker.push_line(&game, &known);
        }
        start += line.len();
    }
}

/// A column under way.
enum Builder {
    Text(StringBuilder),
    Number(Int32Builder),
    Count(UInt32Builder),
}

struct Maker {
    columns: Vec<(Column, Builder)>,
    needs_moves: bool,
    rows: usize,
}

impl Maker {
    fn new(reading: &Reading) -> Maker {
        let column = |&number: &usize| {
            let column = COLUMNS[number].1;
            let builder = match column {
                Column::Number(_) => Builder::Number(Int32Builder::new()),
                Column::Ply => Builder::Count(UInt32Builder::new()),
                _ => Builder::Text(StringBuilder::new()),
            };
            (column, builder)
        };
        let columns: Vec<_> = reading.columns.iter().map(column).collect();
        let needs_moves = columns.iter().any(|(column, _)| column.needs_moves());
        Maker { columns, needs_moves, rows: 0 }
    }

    fn push(&mut self, text: &[u8], known: &Known) {
        self.add(known, |name| tag(text, name));
    }

    fn push_line(&mut self, game: &str, known: &Known) {
        self.add(known, |name| (name == "Site" && !game.is_empty()).then(|| game.to_string()));
    }

    fn add(&mut self, known: &Known, tag: impl Fn(&str) -> Option<String>) {
        self.rows += 1;
        for (column, builder) in &mut self.columns {
            let text = match *column {
                Column::Tag(name) => tag(name),
                Column::Number(name) => tag(name),
                Column::Date => tag("UTCDate").or_else(|| tag("Date")),
                Column::Flagged => known.flagged.map(|side| names::side(side).to_string()),
                Column::Fen => known.fen.clone(),
                Column::Broken => known.broken.clone(),
                Column::Ply => None,
            };
            match builder {
                Builder::Text(builder) => builder.append_option(text),
                Builder::Number(builder) => {
                    builder.append_option(text.and_then(|text| text.parse().ok()));
                }
                Builder::Count(builder) => builder.append_option(known.ply),
            }
        }
    }

    fn finish(self) -> Vec<ArrayRef> {
        let finish = |(_, builder)| -> ArrayRef {
            match builder {
                Builder::Text(mut builder) => Arc::new(builder.finish()),
                Builder::Number(mut builder) => Arc::new(builder.finish()),
                Builder::Count(mut builder) => Arc::new(builder.finish()),
            }
        };
        self.columns.into_iter().map(finish).collect()
    }
}

/// The value of a tag of a game; `?` is how PGN says that it is not known.
fn tag(text: &[u8], name: &str) -> Option<String> {
    for line in text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii) {
        let Some(rest) = line.strip_prefix(b"[") else {
            if line.is_empty() {
                continue;
            }
            return None;
        };
        let Some(value) = rest.strip_prefix(name.as_bytes()) else { continue };
        if !value.first().is_some_and(u8::is_ascii_whitespace) {
            continue;
        }
        let value = value.trim_ascii_start().strip_prefix(b"\"")?;
        let mut taken = Vec::with_capacity(value.len());
        let mut bytes = value.iter();
        while let Some(&byte) = bytes.next() {
            match byte {
                b'"' => break,
                b'\\' => taken.extend(bytes.next()),
                _ => taken.push(byte),
            }
        }
        let value = String::from_utf8_lossy(&taken).into_owned();
        return Some(value).filter(|value| is_known(value));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        let text = b"[Event \"a \\\"b\\\" c\"]\n[EventDate \"x\"]\n[White \"?\"]\n[ECO \"B00\"]\n\n1. e4 *";
        assert_eq!(tag(text, "Event").as_deref(), Some("a \"b\" c"));
        assert_eq!(tag(text, "ECO").as_deref(), Some("B00"));
        assert_eq!(tag(text, "White"), None);
        assert_eq!(tag(text, "Date"), None);
    }
}
