//! The functions of SQL: `winnable`, `unwinnable_fast`, `dead`, `legal`, `helpmate`, `verdict`.
//!
//! A position that cannot be read, and an answer that stays open, is NULL: one bad row in a
//! billion must not end the work. Both are counted (`faults.rs`). A claim that the kernel rejects
//! ends the query: that is a bug.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, BooleanArray, BooleanBuilder, Float64Builder, StringArray, StringBuilder,
    StructArray, UInt64Builder,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::common::{Result, exec_err, plan_err};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use zermelo_answers::{legal, names};
use zermelo_board::{Attempt, Position};
use zermelo_kernel::Color;
use zermelo_winnable::{Decision, Limits, Sampled, Solver, Verdict};

use crate::cells::{self, Cells};
use crate::faults::{self, Fault, Notes};

/// What a query of SQL may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Budget {
    /// Memory of a search.
    pub memory: u64,
    /// Memory of a search that needs more, while all others wait.
    pub reserve: u64,
    /// Of a million winnable verdicts so many are checked; unwinnable ones are checked always.
    pub check_per_million: u32,
}

impl Default for Budget {
    /// 64 MiB a query, 192 MiB for what needs more, one verdict in a hundred checked.
    fn default() -> Budget {
        Budget { memory: 64 << 20, reserve: 192 << 20, check_per_million: 10_000 }
    }
}

impl Budget {
    /// Memory of a search, memory of one that needs more, and the share of the winnable verdicts
    /// that is checked.
    pub fn new(memory: u64, reserve: u64, check_sample: f64) -> Budget {
        Budget { memory, reserve, check_per_million: (check_sample * 1e6).round() as u32 }
    }

    fn solver(self) -> Solver {
        let limits = Limits::new(u64::MAX, self.memory);
        Solver::new(Limits { reserve: self.reserve, ..limits })
    }

    /// Whether a winnable verdict is one of those that are checked; the same in every run.
    fn checks(self, position: &Position) -> bool {
        let mut hasher = DefaultHasher::new();
        position.to_fen().hash(&mut hasher);
        hasher.finish() % 1_000_000 < u64::from(self.check_per_million)
    }
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Asks {
    Winnable,
    UnwinnableFast,
    Dead,
    Legal,
    Helpmate,
    Verdict,
    Turn,
    Other,
}

impl Asks {
    const ALL: [(Asks, &'static str); 8] = [
        (Asks::Winnable, "winnable"),
        (Asks::UnwinnableFast, "unwinnable_fast"),
        (Asks::Dead, "dead"),
        (Asks::Legal, "legal"),
        (Asks::Helpmate, "helpmate"),
        (Asks::Verdict, "verdict"),
        (Asks::Turn, "turn"),
        (Asks::Other, "other"),
    ];

    /// Whether the side that would win is given as well.
    fn has_side(self) -> bool {
        use Asks::*;
        matches!(self, Winnable | UnwinnableFast | Helpmate | Verdict)
    }

    fn returns(self) -> DataType {
        match self {
            Asks::Helpmate | Asks::Turn | Asks::Other => DataType::Utf8,
            Asks::Verdict => DataType::Struct(verdict_fields()),
            _ => DataType::Boolean,
        }
    }
}

/// The parts of a verdict; docs/guide/sql.md describes them.
fn verdict_fields() -> Fields {
    let field = |name, kind| Field::new(name, kind, true);
    Fields::from(vec![
        field("verdict", DataType::Utf8),
        field("method", DataType::Utf8),
        field("nodes", DataType::UInt64),
        field("time_us", DataType::Float64),
        field("checked", DataType::Boolean),
    ])
}

/// All functions, for a session. Each has notes of its own.
pub fn functions(budget: Budget) -> Vec<Arc<ScalarUDF>> {
    let function = |(question, name)| {
        // A verdict tells its time, which is never the same; and it is dear: a query that takes
        // several of its parts must not have it worked out for each.
        let volatility = match question {
            Asks::Verdict => Volatility::Volatile,
            _ => Volatility::Immutable,
        };
        let signature = Signature::user_defined(volatility);
        Arc::new(ScalarUDF::from(Function {
            question,
            name,
            budget,
            signature,
            notes: OwnNotes::default(),
        }))
    };
    Asks::ALL.into_iter().map(function).collect()
}

/// What went wrong; it makes no function another.
#[derive(Debug, Default)]
struct OwnNotes(Notes);

impl PartialEq for OwnNotes {
    fn eq(&self, _: &OwnNotes) -> bool {
        true
    }
}

impl Eq for OwnNotes {}

impl Hash for OwnNotes {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Function {
    question: Asks,
    name: &'static str,
    budget: Budget,
    signature: Signature,
    notes: OwnNotes,
}

/// What went wrong in a function, if it is one of ours.
#[cfg(feature = "cluster")]
pub(crate) fn notes_of(function: &ScalarUDF) -> Option<&Notes> {
    let any: &dyn std::any::Any = function.inner().as_ref();
    any.downcast_ref::<Function>().map(|function| &function.notes.0)
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.question.returns())
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let (name, question) = (self.name, self.question);
        let wanted = 1 + usize::from(question.has_side());
        if types.len() != wanted {
            let usage = match (question.has_side(), question) {
                (true, _) => format!("{name}(fen, side)"),
                (false, Asks::Other) => format!("{name}(side)"),
                (false, _) => format!("{name}(fen)"),
            };
            return plan_err!("{usage} takes {wanted} arguments, not {}", types.len());
        }
        let first = match cells::coerced(&types[0]) {
            Some(DataType::Binary) if question == Asks::Other => None,
            other => other,
        };
        let Some(first) = first else {
            return plan_err!(
                "{name}: a position is text (FEN) or bytes (packed), not {}",
                types[0]
            );
        };
        match types.get(1) {
            None => Ok(vec![first]),
            Some(side) if cells::coerced(side) == Some(DataType::Utf8) => {
                Ok(vec![first, DataType::Utf8])
            }
            Some(other) => plan_err!("{name}: a side is 'white' or 'black', not {other}"),
        }
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let is_constant = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        let rows = if is_constant { 1 } else { args.number_rows };
        let columns = args.args.iter().map(|arg| arg.to_array(rows)).collect::<Result<Vec<_>>>()?;
        if self.notes.0.is_called_off() {
            return exec_err!("called off");
        }
        let array = self.notes.0.within(|| self.answer(&columns, rows))?;
        if is_constant {
            return Ok(ColumnarValue::Scalar(datafusion::common::ScalarValue::try_from_array(
                &array, 0,
            )?));
        }
        Ok(ColumnarValue::Array(array))
    }
}

/// A row of arguments.
struct Asked {
    position: Position,
    winner: Color,
}

impl Function {
    fn answer(&self, columns: &[ArrayRef], rows: usize) -> Result<ArrayRef> {
        let cells = Cells::new(&columns[0])?;
        let sides = columns.get(1).map(Cells::new).transpose()?;
        match self.question {
            Asks::Turn => {
                let turn = |row| Some(names::side(cells.turn(row)?));
                return Ok(Arc::new((0..rows).map(turn).collect::<StringArray>()));
            }
            Asks::Other => {
                let other = |row| Some(names::side(!cells.side(row)?));
                return Ok(Arc::new((0..rows).map(other).collect::<StringArray>()));
            }
            Asks::Legal => {
                let legal = (0..rows).map(|row| cells.text(row).map(|fen| legal(&fen)).transpose());
                let legal = legal.map(|answer| answer.map(Option::flatten));
                return Ok(Arc::new(legal.collect::<Result<BooleanArray>>()?));
            }
            _ => {}
        }
        let mut engine = Engine { solver: self.budget.solver(), budget: self.budget };
        let asked = |row: usize| {
            let (position, turn) = cells.position(row)?;
            let winner = match &sides {
                Some(sides) => sides.side(row)?,
                None => turn,
            };
            Some(Asked { position, winner })
        };
        Ok(match self.question {
            Asks::Verdict => {
                let mut verdicts = Verdicts::default();
                for row in 0..rows {
                    verdicts.push(asked(row).map(|asked| engine.decide(&asked)).transpose()?);
                }
                verdicts.finish()
            }
            Asks::Helpmate => {
                let mut lines = StringBuilder::new();
                for row in 0..rows {
                    let found = asked(row).map(|asked| engine.helpmate(&asked)).transpose()?;
                    lines.append_option(found.flatten());
                }
                Arc::new(lines.finish())
            }
            question => {
                let mut answers = BooleanBuilder::with_capacity(rows);
                for row in 0..rows {
                    let answer = asked(row).map(|asked| engine.truth(question, &asked));
                    answers.append_option(answer.transpose()?.flatten());
                }
                Arc::new(answers.finish())
            }
        })
    }
}

struct Engine {
    solver: Solver,
    budget: Budget,
}

/// An answer with what is proved of it.
struct Accepted {
    attempt: Attempt<Decision>,
    verdict: Sampled,
}

impl Engine {
    /// Asks the engine, the fast test alone or all of it, and the kernel where it must.
    fn ask(&mut self, asked: &Asked, fast: bool, always: bool) -> Result<Accepted> {
        let Asked { position, winner } = asked;
        let work = || self.solver.attempt(position, *winner, fast);
        let Ok(attempt) = catch_unwind(AssertUnwindSafe(work)) else {
            return exec_err!("bug: the engine failed: {}", position.to_fen());
        };
        let in_sample = always || self.budget.checks(position);
        let verdict = match attempt.found.sampled(position, *winner, in_sample) {
            Ok(verdict) => verdict,
            Err(why) => return exec_err!("bug: {why}"),
        };
        if verdict.winnable().is_none() && !fast {
            faults::tell(Fault::Open, || format!("{}: not decided", position.to_fen()));
        }
        Ok(Accepted { attempt, verdict })
    }

    fn decide(&mut self, asked: &Asked) -> Result<Accepted> {
        self.ask(asked, false, false)
    }

    fn truth(&mut self, question: Asks, asked: &Asked) -> Result<Option<bool>> {
        let winnable = |accepted: Accepted| accepted.verdict.winnable();
        if question == Asks::UnwinnableFast {
            return Ok(Some(winnable(self.ask(asked, true, false)?) == Some(false)));
        }
        let first = winnable(self.decide(asked)?);
        if question == Asks::Winnable {
            return Ok(first);
        }
        // Dead: winnable for neither.
        if first == Some(true) {
            return Ok(Some(false));
        }
        let other = Asked { position: asked.position, winner: !asked.winner };
        Ok(match (first, winnable(self.decide(&other)?)) {
            (_, Some(true)) => Some(false),
            (Some(false), Some(false)) => Some(true),
            _ => None,
        })
    }

    /// The helpmate in UCI; whoever is shown a line may trust that it is one.
    fn helpmate(&mut self, asked: &Asked) -> Result<Option<String>> {
        let accepted = self.ask(asked, false, true)?;
        let Verdict::Winnable(helpmate) = &accepted.attempt.found.verdict else {
            return Ok(None);
        };
        let mut position = asked.position;
        let mut line = String::new();
        for &m in helpmate {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&m.to_uci(&position));
            position = position.play(m);
        }
        Ok(Some(line))
    }
}

/// Whether a position can arise.
fn legal(fen: &str) -> Result<Option<bool>> {
    let question = match legal::Question::read(fen) {
        Ok(question) => question,
        Err(why) => {
            faults::tell(Fault::Unread, || format!("{fen}: {why}"));
            return Ok(None);
        }
    };
    let work = || legal::Answer::ask(question, &zermelo_retro::legal::Options::default());
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(answer)) => match answer.verdict() {
            "legal" => Ok(Some(true)),
            "illegal" => Ok(Some(false)),
            _ => {
                faults::tell(Fault::Open, || format!("{fen}: not decided"));
                Ok(None)
            }
        },
        Ok(Err(fault)) => exec_err!("{fault}"),
        Err(_) => exec_err!("bug: the engine failed: {fen}"),
    }
}

/// A column of verdicts.
#[derive(Default)]
struct Verdicts {
    verdict: StringBuilder,
    method: StringBuilder,
    nodes: UInt64Builder,
    time: Float64Builder,
    checked: BooleanBuilder,
    there: Vec<bool>,
}

impl Verdicts {
    fn push(&mut self, accepted: Option<Accepted>) {
        self.there.push(accepted.is_some());
        let answer = accepted.as_ref().map(|accepted| &accepted.attempt.found);
        self.verdict.append_option(accepted.as_ref().map(|accepted| accepted.verdict.name()));
        self.method.append_option(answer.map(|answer| answer.method.name()));
        self.nodes.append_option(answer.map(|answer| answer.nodes));
        let time = accepted.as_ref().map(|accepted| names::microseconds(accepted.attempt.time));
        self.time.append_option(time);
        self.checked.append_option(accepted.map(|accepted| accepted.verdict.is_proved()));
    }

    fn finish(mut self) -> ArrayRef {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.verdict.finish()),
            Arc::new(self.method.finish()),
            Arc::new(self.nodes.finish()),
            Arc::new(self.time.finish()),
            Arc::new(self.checked.finish()),
        ];
        let there = NullBuffer::from(self.there);
        Arc::new(StructArray::new(verdict_fields(), columns, Some(there)))
    }
}
