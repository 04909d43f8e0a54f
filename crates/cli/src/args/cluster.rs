//! `zermelo cluster`.

use std::net::SocketAddr;
use std::num::NonZeroUsize;

use clap::{Args, Subcommand};

use super::scan::SearchArgs;
use super::{read_size, threads};

/// `zermelo cluster`: the parts of a cluster.
#[derive(Subcommand, Debug)]
pub enum Role {
    /// Hands out the work: one for each cluster
    Scheduler(SchedulerArgs),
    /// Does the work: one for each machine
    Executor(ExecutorArgs),
}

/// `zermelo cluster scheduler`.
#[derive(Args, Debug)]
pub struct SchedulerArgs {
    /// Where to listen; whoever reaches this address can have work done and files read
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:50050")]
    pub bind: SocketAddr,
    /// Give up an executor that is silent for so many seconds, and have its work done by others
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(2..))]
    pub patience: u64,
    /// Parts that a table of one file is cut into [default: the cores of this machine]
    #[arg(long, value_name = "N")]
    pub parts: Option<NonZeroUsize>,
    /// Cut large files of games into parts of about this size, where their zstd frames allow it
    #[arg(long, value_name = "SIZE", value_parser = read_size, default_value = "32M")]
    pub part: u64,
}

/// `zermelo cluster executor`.
#[derive(Args, Debug)]
pub struct ExecutorArgs {
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT")]
    pub scheduler: String,
    /// The address of this machine, by which the others reach it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// Use this port and the next one; 0 takes free ones
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,
    /// Tasks at the same time [default: one a core]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,
    /// Give a sign of life every so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub heartbeat: u64,
    #[command(flatten)]
    pub search: SearchArgs,
}
