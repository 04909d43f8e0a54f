//! Several machines, by Apache DataFusion Ballista: a scheduler, executors, and whoever asks.
//!
//! All three know our functions and our table of games: they are compiled in, and what goes over
//! the wire are their names, the files to read and the columns wanted (`codec.rs`). The files must
//! be there for every executor under the same name. What went wrong in a task comes back with its
//! metrics (`notes.rs`).

mod codec;
mod notes;

use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;

use ballista::prelude::SessionContextExt;
use ballista_core::config::BALLISTA_CLIENT_PULL;
use ballista_core::extension::SessionConfigExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::{create_scheduler, start_grpc_service_with_listener};
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};

use crate::functions::{Budget, functions};
use crate::job::{Failure, Job, config, environment, state};
use codec::Codec;
pub(crate) use notes::{cancel, hear};

/// The settings of a session on a cluster.
fn settings(threads: usize, codec: &Arc<Codec>) -> SessionConfig {
    config(threads)
        .upgrade_for_ballista()
        .with_ballista_logical_extension_codec(Arc::clone(codec) as _)
        .with_ballista_physical_extension_codec(Arc::clone(codec) as _)
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
    // Whoever pulls knows the number of the query at once, by which it can be called off.
    let settings = settings(job.threads, &Arc::default()).set_bool(BALLISTA_CLIENT_PULL, true);
    let state = state(settings, job.budget);
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
    /// The size of the parts that large files of games are cut into.
    pub part: u64,
}

/// Runs a scheduler until it is stopped. `ready` is told where it listens. (It is `dyn`, or else all
/// of Ballista would be compiled once more for its caller.)
///
/// # Errors
///
/// If it cannot listen there.
pub fn schedule(setup: &Scheduler, ready: &mut dyn FnMut(SocketAddr)) -> Result<(), Failure> {
    let bad = |why: String| Failure::Bad(format!("the scheduler failed: {why}"));
    runtime(2)?.block_on(async {
        let listener = tokio::net::TcpListener::bind(setup.bind)
            .await
            .map_err(|error| Failure::Bad(format!("--bind {}: {error}", setup.bind)))?;
        let address = listener.local_addr().map_err(|error| bad(error.to_string()))?;
        let threads = setup.threads;
        let codec = Arc::new(Codec::new(Budget::default(), setup.part));
        let known = Arc::clone(&codec);
        let config = SchedulerConfig {
            bind_host: address.ip().to_string(),
            bind_port: address.port(),
            external_host: address.ip().to_string(),
            executor_timeout_seconds: setup.patience,
            expire_dead_executor_interval_seconds: (setup.patience / 4).max(1),
            no_executors_grace_period_seconds: setup.patience.max(180),
            override_session_builder: Some(Arc::new(|config| Ok(state(config, Budget::default())))),
            override_config_producer: Some(Arc::new(move || settings(threads, &known))),
            override_logical_codec: Some(Arc::clone(&codec) as _),
            override_physical_codec: Some(codec),
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
pub fn execute(setup: &Executor, ready: &mut dyn FnMut(u16)) -> Result<(), Failure> {
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
    let codec = Arc::new(Codec::new(setup.budget, 0));
    let known = state(settings(setup.threads, &codec), setup.budget);
    let threads = setup.threads;
    let same = Arc::clone(&codec);
    let spill = folder.clone();
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
        override_config_producer: Some(Arc::new(move || settings(threads, &same))),
        override_execution_engine: Some(Arc::new(notes::Engine::default())),
        override_runtime_producer: Some(Arc::new(move |_| {
            environment().with_temp_file_path(&spill).build_arc()
        })),
        override_logical_codec: Some(Arc::clone(&codec) as _),
        override_physical_codec: Some(codec),
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
