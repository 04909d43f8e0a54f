//! `zermelo cluster`: the scheduler and the executors of a cluster.

use std::time::Duration;

use zermelo_query::cluster::{Executor, Scheduler, execute, schedule};
use zermelo_query::{Failure, take_faults};

use crate::args::cluster::{ExecutorArgs, Role, SchedulerArgs};
use crate::exit::{Exit, Fault, tell};
use crate::pipeline;
use crate::scan::budget;

/// Runs until it is stopped.
pub fn run(role: &Role) -> Result<Exit, Fault> {
    match role {
        Role::Scheduler(args) => scheduler(args)?,
        Role::Executor(args) => executor(args)?,
    }
    Ok(Exit::Answered)
}

fn scheduler(args: &SchedulerArgs) -> Result<(), Failure> {
    let threads = pipeline::threads(args.parts);
    let SchedulerArgs { bind, patience, part, .. } = *args;
    let setup = Scheduler { bind, patience, threads, part };
    schedule(&setup, &mut |address| tell(format_args!("scheduler: listens on {address}")))
}

fn executor(args: &ExecutorArgs) -> Result<(), Failure> {
    let setup = Executor {
        scheduler: args.scheduler.clone(),
        host: args.host.clone(),
        port: args.port,
        threads: pipeline::threads(args.threads),
        budget: budget(args.search),
        heartbeat: args.heartbeat,
    };
    let threads = setup.threads;
    // Whoever asked is elsewhere: what cannot be read is told here.
    std::thread::spawn(|| {
        loop {
            std::thread::sleep(Duration::from_secs(5));
            for words in take_faults().first {
                tell(format_args!("executor: {words}"));
            }
        }
    });
    execute(&setup, &mut |port| {
        let host = &args.host;
        tell(format_args!("executor: {host}:{port}, tasks at the same time: {threads}"));
    })
}
