//! Any bytes sent to the service over one connection: no panic on any of its threads, no status 500, and it
//! comes to an end by itself. There is no socket, and the clock leaps on where all wait for it, so that a
//! request that breaks off meets its timeouts at once. Run with `cargo +nightly fuzz run http`.
#![no_main]

use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::{Builder, Runtime};
use zermelo_server::{Options, Server};

static SERVER: LazyLock<Server> = LazyLock::new(|| {
    Server::start(Options {
        bind: SocketAddr::from(([127, 0, 0, 1], 0)),
        search_threads: 1,
        work_threads: 1,
        time: Duration::from_millis(50),
        nodes: 300,
        memory: 8 << 20,
        cache: 1 << 20,
        games: 64 << 10,
        certificate: 64 << 10,
        ..Options::default()
    })
    .expect("a service")
});

thread_local! {
    static RUNTIME: Runtime =
        Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
}

fuzz_target!(|bytes: &[u8]| {
    let mut answers = Vec::new();
    RUNTIME.with(|runtime| {
        runtime.block_on(async {
            let (mut client, stream) = tokio::io::duplex(64 << 10);
            let ask = async {
                let _ = client.write_all(bytes).await;
                let _ = client.read_to_end(&mut answers).await;
            };
            tokio::join!(SERVER.converse(stream), ask);
        });
    });
    let bug = b"HTTP/1.1 500";
    assert!(!answers.windows(bug.len()).any(|part| part == bug), "a bug of the service's");
});
