//! Tables, plans and functions of ours as bytes, for other machines.

use std::any::Any;
use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{Result, TableReference, internal_err};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Extension, LogicalPlan, ScalarUDF};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};

use crate::functions::{Budget, functions, notes_of};
use crate::games::{GamesExec, GamesTable, Reading};

/// What begins the bytes of a table or plan of ours.
const MARK: &[u8] = b"zermelo games 1\n";

/// Tables and plans of ours as bytes; all others are Ballista's.
#[derive(Debug, Default)]
pub(super) struct Codec {
    logical: BallistaLogicalExtensionCodec,
    physical: BallistaPhysicalExtensionCodec,
    /// What a position may cost here.
    budget: Budget,
    /// The size of the parts that files are cut into here.
    part: u64,
}

impl Codec {
    /// For a machine where a position may cost this, and files are cut into parts of that size.
    pub(super) fn new(budget: Budget, part: u64) -> Codec {
        Codec { budget, part, ..Codec::default() }
    }
}

/// A table as bytes: no file name holds a zero byte.
fn encode_table(table: &GamesTable) -> Vec<u8> {
    [MARK, table.paths.join("\0").as_bytes()].concat()
}

/// The other way round; `None` if the bytes are not ours.
fn decode_table(bytes: &[u8], part: u64) -> Option<Result<GamesTable>> {
    let body = bytes.strip_prefix(MARK)?;
    Some(match std::str::from_utf8(body) {
        Ok(paths) => {
            let paths = paths.split('\0').map(String::from).collect();
            Ok(GamesTable { paths, apart: Some(part) })
        }
        Err(_) => internal_err!("a table of games is damaged"),
    })
}

/// A plan as bytes: whether flag falls only, and the columns.
fn encode_reading(reading: &Reading) -> Vec<u8> {
    let columns: Vec<String> = reading.columns.iter().map(ToString::to_string).collect();
    let words = format!("{} {}", u8::from(reading.falls_only), columns.join(" "));
    [MARK, words.as_bytes()].concat()
}

/// The other way round; `None` if the bytes are not ours.
fn decode_reading(bytes: &[u8]) -> Option<Result<Reading>> {
    let body = bytes.strip_prefix(MARK)?;
    let read = || {
        let mut words = std::str::from_utf8(body).ok()?.split_ascii_whitespace();
        let falls_only = match words.next()? {
            "0" => false,
            "1" => true,
            _ => return None,
        };
        let columns = words.map(|number| number.parse().ok()).collect::<Option<_>>()?;
        Some(Reading { columns, falls_only })
    };
    Some(match read() {
        Some(reading) => Ok(reading),
        None => internal_err!("a plan to read games is damaged"),
    })
}

impl LogicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[LogicalPlan],
        context: &TaskContext,
    ) -> Result<Extension> {
        self.logical.try_decode(bytes, inputs, context)
    }

    fn try_encode(&self, node: &Extension, bytes: &mut Vec<u8>) -> Result<()> {
        self.logical.try_encode(node, bytes)
    }

    fn try_decode_table_provider(
        &self,
        bytes: &[u8],
        table: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        match decode_table(bytes, self.part) {
            Some(table) => Ok(Arc::new(table?)),
            None => self.logical.try_decode_table_provider(bytes, table, schema, context),
        }
    }

    fn try_encode_table_provider(
        &self,
        table: &TableReference,
        node: Arc<dyn TableProvider>,
        bytes: &mut Vec<u8>,
    ) -> Result<()> {
        let any: &dyn Any = node.as_ref();
        match any.downcast_ref::<GamesTable>() {
            Some(games) => {
                bytes.extend(encode_table(games));
                Ok(())
            }
            None => self.logical.try_encode_table_provider(table, node, bytes),
        }
    }

    fn try_decode_file_format(
        &self,
        bytes: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        self.logical.try_decode_file_format(bytes, context)
    }

    fn try_encode_file_format(
        &self,
        bytes: &mut Vec<u8>,
        node: Arc<dyn FileFormatFactory>,
    ) -> Result<()> {
        self.logical.try_encode_file_format(bytes, node)
    }
}

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match (decode_reading(bytes), inputs) {
            (Some(reading), [input]) => Ok(Arc::new(GamesExec::new(Arc::clone(input), reading?)?)),
            (Some(_), _) => internal_err!("a plan to read games has one input"),
            (None, _) => self.physical.try_decode(bytes, inputs, context, converter),
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let any: &dyn Any = node.as_ref();
        match any.downcast_ref::<GamesExec>() {
            Some(games) => {
                bytes.extend(encode_reading(&games.reading));
                Ok(())
            }
            None => self.physical.try_encode(node, bytes, converter),
        }
    }

    fn try_encode_udf(&self, function: &ScalarUDF, bytes: &mut Vec<u8>) -> Result<()> {
        if notes_of(function).is_some() {
            bytes.extend(MARK);
        }
        Ok(())
    }

    /// Each task has functions of its own, which know what went wrong in it.
    fn try_decode_udf(&self, name: &str, bytes: &[u8]) -> Result<Arc<ScalarUDF>> {
        match functions(self.budget).into_iter().find(|function| function.name() == name) {
            Some(function) if bytes == MARK => Ok(function),
            _ => self.physical.try_decode_udf(name, bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_plans_go_over_the_wire() {
        let paths = vec!["/a b/c.pgn.zst".into(), "/d\n.pgn".into()];
        let table = GamesTable { paths, apart: Some(7) };
        assert_eq!(decode_table(&encode_table(&table), 7).unwrap().unwrap(), table);
        let reading = Reading { columns: vec![0, 14], falls_only: true };
        assert_eq!(decode_reading(&encode_reading(&reading)).unwrap().unwrap(), reading);
        assert!(decode_table(b"something else", 7).is_none());
        assert!(decode_reading(b"something else").is_none());
        for bad in [&b""[..], b"2 0", b"1 0 x", b"1 \xff"] {
            assert!(decode_reading(&[MARK, bad].concat()).unwrap().is_err());
        }
        assert!(decode_table(&[MARK, b"\xff"].concat(), 7).unwrap().is_err());
    }
}
