//! Several machines, by Apache DataFusion Ballista: a scheduler, executors, and whoever asks.
//!
//! All three know our functions and our table of games: they are compiled in, and what goes over
//! the wire are their names, the files to read and the columns wanted. The files must be there for
//! every executor under the same name.

use std::any::Any;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;

use ballista::prelude::SessionContextExt;
use ballista_core::extension::SessionConfigExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{Result, TableReference, internal_err};
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Extension, LogicalPlan};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};

use crate::functions::{Budget, functions};
use crate::games::{GamesExec, GamesTable, Reading};
use crate::job::{Failure, Job, config, state};

/// What begins the bytes of a table or plan of ours.
const MARK: &[u8] = b"zermelo games 1\n";

/// Tables and plans of ours as bytes; all others are Ballista's.
#[derive(Debug, Default)]
struct Codec {
    logical: BallistaLogicalExtensionCodec,
    physical: BallistaPhysicalExtensionCodec,
}

/// A table as bytes: no file name holds a zero byte.
fn encode_table(table: &GamesTable) -> Vec<u8> {
    [MARK, table.paths.join("\0").as_bytes()].concat()
}

/// The other way round; `None` if the bytes are not ours.
fn decode_table(bytes: &[u8]) -> Option<Result<GamesTable>> {
    let body = bytes.strip_prefix(MARK)?;
    Some(match std::str::from_utf8(body) {
        Ok(paths) => {
            Ok(GamesTable { paths: paths.split('\0').map(String::from).collect(), apart: true })
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
        match decode_table(bytes) {
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
}

/// The settings of a session on a cluster.
fn settings(threads: usize) -> SessionConfig {
    config(threads)
        .upgrade_for_ballista()
        .with_ballista_logical_extension_codec(Arc::new(Codec::default()))
        .with_ballista_physical_extension_codec(Arc::new(Codec::default()))
}

/// A session whose queries the cluster answers.
pub(crate) async fn client(scheduler: &str, job: &Job) -> Result<SessionContext, Failure> {
    let bad = |why: String| Failure::Bad(format!("--cluster {scheduler}: {why}"));
    let reach = tokio::net::TcpStream::connect(scheduler);
    let reach = tokio::time::timeout(std::time::Duration::from_secs(10), reach).await;
    match reach {
        Err(_) => return Err(bad("the scheduler does not answer".to_string())),
        Ok(Err(error)) => return Err(bad(format!("the scheduler cannot be reached: {error}"))),
        Ok(Ok(_)) => {}
    }
    let state = state(settings(job.threads), job.budget);
    let context = SessionContext::remote_with_state(&format!("df://{scheduler}"), state)
        .await
        .map_err(|error| bad(error.to_string()))?;
    for function in functions(job.budget) {
        context.register_udf(function.as_ref().clone());
    }
    Ok(context)
}

fn runtime(threads: usize) -> Result<tokio::runtime::Runtime, Failure> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(threads.max(2)).enable_all().build();
    runtime.map_err(|error| Failure::Bad(format!("no threads: {error}")))
}

/// How a scheduler is set up.
#[derive(Clone, Debug)]
pub struct Scheduler {
    /// Where it listens.
    pub bind: SocketAddr,
    /// An executor that is silent for so many seconds is given up, and its work done anew.
    pub patience: u64,
    /// Threads that a query is cut up for.
    pub threads: usize,
}

/// Runs a scheduler until it is stopped. `ready` is told where it listens.
///
/// # Errors
///
/// If it cannot listen there.
pub fn schedule(setup: &Scheduler, ready: impl FnOnce(SocketAddr)) -> Result<(), Failure> {
    let bad = |why: String| Failure::Bad(format!("the scheduler failed: {why}"));
    runtime(2)?.block_on(async {
        let listener = tokio::net::TcpListener::bind(setup.bind)
            .await
            .map_err(|error| Failure::Bad(format!("--bind {}: {error}", setup.bind)))?;
        let address = listener.local_addr().map_err(|error| bad(error.to_string()))?;
        let threads = setup.threads;
        let config = SchedulerConfig {
            bind_host: address.ip().to_string(),
            bind_port: address.port(),
            external_host: address.ip().to_string(),
            executor_timeout_seconds: setup.patience,
            expire_dead_executor_interval_seconds: (setup.patience / 4).max(1),
            no_executors_grace_period_seconds: setup.patience.max(180),
            override_session_builder: Some(Arc::new(|config| Ok(state(config, Budget::default())))),
            override_config_producer: Some(Arc::new(move || settings(threads))),
            override_logical_codec: Some(Arc::new(Codec::default())),
            override_physical_codec: Some(Arc::new(Codec::default())),
            ..SchedulerConfig::default()
        };
        let failed = |error: ballista_core::error::BallistaError| bad(error.to_string());
        config.validate().map_err(failed)?;
        let cluster = BallistaCluster::new_from_config(&config).await.map_err(failed)?;
        let server =
            create_scheduler::<LogicalPlanNode, PhysicalPlanNode>(cluster, Arc::new(config))
                .await
                .map_err(failed)?;
        ready(address);
        tokio::select! {
            ended = start_grpc_service_with_listener(listener, server) => ended.map_err(failed),
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    })
}

/// How an executor is set up.
#[derive(Clone, Debug)]
pub struct Executor {
    /// The scheduler, HOST:PORT.
    pub scheduler: String,
    /// The address by which the others reach this machine.
    pub host: String,
    /// Ports, 0 for any that is free.
    pub port: u16,
    /// Tasks at the same time.
    pub threads: usize,
    /// What a position may cost.
    pub budget: Budget,
    /// A sign of life every so many seconds.
    pub heartbeat: u64,
}

/// A port that is free now: this one, or any if it is 0.
fn free_port(host: &str, port: u16) -> std::io::Result<u16> {
    Ok(TcpListener::bind((host, port))?.local_addr()?.port())
}

/// Runs an executor until it is stopped. `ready` is told its port before it begins.
///
/// # Errors
///
/// If the scheduler cannot be reached, or a port is taken.
pub fn execute(setup: &Executor, ready: impl FnOnce(u16)) -> Result<(), Failure> {
    let bad = |what: &str, why: String| Failure::Bad(format!("{what}: {why}"));
    let address = setup.scheduler.to_socket_addrs();
    let address = address.map_err(|error| bad("--scheduler", error.to_string()))?.next();
    let address = address.ok_or_else(|| bad("--scheduler", "no such host".to_string()))?;
    let taken = |error: std::io::Error| bad("--host and --port", error.to_string());
    let own = free_port(&setup.host, setup.port).map_err(taken)?;
    let next = if setup.port == 0 { Some(0) } else { setup.port.checked_add(1) };
    let next = next.ok_or_else(|| bad("--port", "there is no next one".to_string()))?;
    let grpc = free_port(&setup.host, next).map_err(taken)?;
    let folder = std::env::temp_dir().join(format!("zermelo-executor-{}", std::process::id()));
    std::fs::create_dir_all(&folder)
        .map_err(|error| bad(&folder.display().to_string(), error.to_string()))?;
    let known = state(settings(setup.threads), setup.budget);
    let threads = setup.threads;
    let config = ExecutorProcessConfig {
        bind_host: setup.host.clone(),
        external_host: Some(setup.host.clone()),
        port: own,
        grpc_port: grpc,
        scheduler_host: address.ip().to_string(),
        scheduler_port: address.port(),
        scheduler_connect_timeout_seconds: 30,
        vcores: threads,
        work_dir: Some(folder.display().to_string()),
        executor_heartbeat_interval_seconds: setup.heartbeat,
        override_function_registry: Some(Arc::new(BallistaFunctionRegistry::from(&known))),
        override_config_producer: Some(Arc::new(move || settings(threads))),
        override_logical_codec: Some(Arc::new(Codec::default())),
        override_physical_codec: Some(Arc::new(Codec::default())),
        ..ExecutorProcessConfig::default()
    };
    let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
    let ended = runtime(threads + 1)?.block_on(async {
        ready(own);
        let ended = start_executor_process(Arc::new(config)).await;
        ended.map_err(|error| bad("the executor failed", error.to_string()))
    });
    // Nobody will ask for what is in it.
    let _ = std::fs::remove_dir_all(&folder);
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_plans_go_over_the_wire() {
        let paths = vec!["/a b/c.pgn.zst".into(), "/d\n.pgn".into()];
        let table = GamesTable { paths, apart: true };
        assert_eq!(decode_table(&encode_table(&table)).unwrap().unwrap(), table);
        let reading = Reading { columns: vec![0, 14], falls_only: true };
        assert_eq!(decode_reading(&encode_reading(&reading)).unwrap().unwrap(), reading);
        assert!(decode_table(b"something else").is_none());
        assert!(decode_reading(b"something else").is_none());
        for bad in [&b""[..], b"2 0", b"1 0 x", b"1 \xff"] {
            assert!(decode_reading(&[MARK, bad].concat()).unwrap().is_err());
        }
        assert!(decode_table(&[MARK, b"\xff"].concat()).unwrap().is_err());
    }
}
