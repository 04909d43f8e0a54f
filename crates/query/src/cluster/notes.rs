//! What went wrong in the tasks of a query, for whoever asked; and how to call a query off.
//!
//! A task has functions and readers of its own. What they have noted goes to the scheduler with the
//! metrics of the task, which count once, however often it was tried, and from there to the client.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use ballista_core::JobId;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::serde::protobuf::operator_metric::Metric as Sent;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{
    CancelJobParams, GetJobMetricsParams, GetJobMetricsResult, RuntimeStatsReport,
    ShuffleWritePartition, TaskColumnStats, WindowStateReport,
};
use ballista_core::utils::create_grpc_client_endpoint;
use ballista_executor::execution_engine::{
    DefaultExecutionEngine, ExecutionEngine, QueryStageExecutor,
};
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::common::{Result, exec_datafusion_err};
use datafusion::execution::TaskContext;
use datafusion::physical_expr::ScalarFunctionExpr;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::metrics::{Count, Metric, MetricValue, MetricsSet};
use datafusion::prelude::SessionConfig;
use datafusion_proto::protobuf::LogicalPlanNode;

use crate::faults::{self, Fault, FaultSummary, Notes};
use crate::functions::notes_of;
use crate::games::GamesExec;

/// The names of our metrics.
const UNREAD: &str = "zermelo: unread";
const OPEN: &str = "zermelo: open";
const WORDS: &str = "zermelo: told: ";

/// The longest a scheduler may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Does tasks as Ballista does, and hands over what was noted in them.
#[derive(Default)]
pub(super) struct Engine(DefaultExecutionEngine);

impl ExecutionEngine for Engine {
    fn create_query_stage_exec(
        &self,
        job: JobId,
        stage: usize,
        task: usize,
        partitions: Vec<usize>,
        plan: Arc<dyn ExecutionPlan>,
        folder: &str,
        config: &SessionConfig,
    ) -> Result<Arc<dyn QueryStageExecutor>> {
        let mut notes = Vec::new();
        gather(&plan, &mut notes)?;
        let work =
            self.0.create_query_stage_exec(job, stage, task, partitions, plan, folder, config)?;
        Ok(Arc::new(Task { work, notes }))
    }
}

/// All notes of a plan, each once.
fn gather(plan: &Arc<dyn ExecutionPlan>, notes: &mut Vec<Notes>) -> Result<()> {
    let mut add = |found: &Notes| {
        if !notes.iter().any(|known| known.is(found)) {
            notes.push(found.clone());
        }
    };
    let any: &dyn Any = plan.as_ref();
    if let Some(games) = any.downcast_ref::<GamesExec>() {
        add(&games.notes);
    }
    plan.apply_expressions(&mut |expression| {
        expression.apply(|part| {
            let any: &dyn Any = part.as_ref();
            let function = any.downcast_ref::<ScalarFunctionExpr>().map(ScalarFunctionExpr::fun);
            if let Some(found) = function.and_then(notes_of) {
                add(found);
            }
            Ok(TreeNodeRecursion::Continue)
        })
    })?;
    plan.children().into_iter().try_for_each(|child| gather(child, notes))
}

/// A task, with what is noted in it.
#[derive(Debug)]
struct Task {
    work: Arc<dyn QueryStageExecutor>,
    notes: Vec<Notes>,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.work.fmt(f)
    }
}

/// Calls the work off when nobody waits for it any more: Ballista drops what waits, and leaves alone
/// what reads and writes.
struct WaitedFor<'a>(&'a [Notes]);

impl Drop for WaitedFor<'_> {
    fn drop(&mut self) {
        self.0.iter().for_each(Notes::call_off);
    }
}

#[async_trait]
impl QueryStageExecutor for Task {
    async fn execute_query_stage(
        &self,
        task: usize,
        context: Arc<TaskContext>,
    ) -> Result<Vec<ShuffleWritePartition>> {
        let mut waited_for = WaitedFor(&self.notes);
        let done = self.work.execute_query_stage(task, context).await;
        waited_for.0 = &[];
        done
    }

    fn collect_plan_metrics(&self) -> Vec<MetricsSet> {
        let mut sets = self.work.collect_plan_metrics();
        let mut told = FaultSummary::default();
        self.notes.iter().for_each(|notes| told.add(notes.take()));
        let words = told.first.into_iter().map(|words| (format!("{WORDS}{words}"), 1));
        let counts = [(UNREAD.to_string(), told.unread), (OPEN.to_string(), told.open)];
        for (name, number) in counts.into_iter().chain(words).filter(|(_, number)| *number > 0) {
            let count = Count::new();
            count.add(number as usize);
            let value = MetricValue::Count { name: name.into(), count };
            // Under one of the task's own partitions, or else it would be counted at every try.
            if let Some(first) = sets.first_mut() {
                first.push(Arc::new(Metric::new(value, Some(0))));
            }
        }
        sets
    }

    fn collect_runtime_stats_reports(&self) -> Vec<RuntimeStatsReport> {
        self.work.collect_runtime_stats_reports()
    }

    fn collect_window_state_reports(&self) -> Result<Vec<WindowStateReport>> {
        self.work.collect_window_state_reports()
    }

    fn collect_column_stats(&self) -> Vec<TaskColumnStats> {
        self.work.collect_column_stats()
    }
}

/// The query that a plan has put to the cluster, if it has.
fn job(plan: &Arc<dyn ExecutionPlan>) -> Option<JobId> {
    let any: &dyn Any = plan.as_ref();
    let query = any.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>();
    let own = query.and_then(DistributedQueryExec::job_id);
    own.or_else(|| plan.children().into_iter().find_map(job))
}

/// Says something to the scheduler.
macro_rules! ask {
    ($scheduler:expr, $method:ident, $words:expr) => {{
        let endpoint = create_grpc_client_endpoint(format!("http://{}", $scheduler), None)
            .map_err(|error| exec_datafusion_err!("{error}"))?;
        let asked = async {
            let connection =
                endpoint.connect().await.map_err(|error| exec_datafusion_err!("{error}"))?;
            let mut client =
                SchedulerGrpcClient::new(connection).max_decoding_message_size(256 << 20);
            let answer = client.$method($words).await;
            answer.map_err(|status| exec_datafusion_err!("{}", status.message()))
        };
        match tokio::time::timeout(PATIENCE, asked).await {
            Ok(answer) => answer.map(|answer| answer.into_inner()),
            Err(_) => Err(exec_datafusion_err!("the scheduler does not answer")),
        }
    }};
}

async fn metrics(scheduler: &str, job: JobId) -> Result<GetJobMetricsResult> {
    ask!(scheduler, get_job_metrics, GetJobMetricsParams { job_id: job.into() })
}

/// Calls a query off, if it was put.
pub(crate) async fn cancel(scheduler: &str, plan: &Arc<dyn ExecutionPlan>) -> Result<()> {
    match job(plan) {
        Some(job) => ask!(scheduler, cancel_job, CancelJobParams { job_id: job.into() }).map(drop),
        None => Ok(()),
    }
}

/// Hears what went wrong in the tasks of a query, and tells it here.
pub(crate) async fn hear(scheduler: &str, plan: &Arc<dyn ExecutionPlan>) {
    let Some(job) = job(plan) else { return };
    let heard = match metrics(scheduler, job).await {
        Ok(heard) => heard,
        Err(error) => {
            let why = || format!("the scheduler does not say what could not be read: {error}");
            return faults::tell(Fault::Unread, why);
        }
    };
    let mut told = FaultSummary::default();
    let operators = heard.stages.into_iter().flat_map(|stage| stage.operators);
    for metric in operators.flat_map(|operator| operator.metrics) {
        let Some(Sent::Count(count)) = metric.metric else { continue };
        match count.name.as_str() {
            UNREAD => told.unread += count.value,
            OPEN => told.open += count.value,
            name => told.first.extend(name.strip_prefix(WORDS).map(String::from)),
        }
    }
    faults::hear(told);
}
