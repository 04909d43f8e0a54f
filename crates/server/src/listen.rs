//! Connections: where they come from, how many there may be, and how they end.

use std::convert::Infallible;
use std::future::Future;
use std::net::{SocketAddr, TcpListener};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{fmt, io};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{Semaphore, watch};

use crate::crowd::Crowd;
use crate::options::Options;
use crate::route;
use crate::service::Service;
use crate::write_timeout::WriteTimeout;

/// Bytes of a head.
const HEAD_BYTES: usize = 16 << 10;

/// Fields of a head.
const FIELDS: usize = 64;

/// So long a client may take nothing of what is sent to it.
const UNREAD: Duration = Duration::from_secs(30);

/// Connections at a time that are told why they are not served; more are just closed.
const REFUSALS: usize = 32;

/// So long who is refused may go on sending.
const REFUSAL: Duration = Duration::from_secs(1);

/// After the stop requests under way have this time to end.
const FAREWELL: Duration = Duration::from_secs(10);

/// Why the service cannot start.
#[derive(Debug)]
pub enum StartFault {
    /// The address cannot be had.
    Bind(SocketAddr, io::Error),
    /// The socket that was handed over cannot be used.
    HandedOver(io::Error),
    /// Threads cannot be had.
    Threads(io::Error),
    /// Something that should be served cannot be: one sentence.
    Unserved(String),
}

impl fmt::Display for StartFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartFault::Bind(address, error) => write!(f, "--bind {address}: {error}"),
            StartFault::HandedOver(error) => write!(f, "the socket handed over: {error}"),
            StartFault::Threads(error) => write!(f, "no threads: {error}"),
            StartFault::Unserved(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for StartFault {}

/// A service that listens.
pub struct Server {
    service: Arc<Service>,
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes the address, or the socket that systemd has handed over (LISTEN_FDS), and sets
    /// everything up. Nothing is served before [`Server::run`].
    ///
    /// # Errors
    ///
    /// Why the service cannot start.
    pub fn start(options: Options) -> Result<Server, StartFault> {
        let handed_over = listenfd::ListenFd::from_env().take_tcp_listener(0);
        let listener = match handed_over.map_err(StartFault::HandedOver)? {
            Some(listener) => listener,
            None => TcpListener::bind(options.bind)
                .map_err(|error| StartFault::Bind(options.bind, error))?,
        };
        listener.set_nonblocking(true).map_err(StartFault::HandedOver)?;
        let address = listener.local_addr().map_err(StartFault::HandedOver)?;
        let service = Service::new(options)?;
        Ok(Server { service: Arc::new(service), listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves one connection over any stream until it ends. Tests and fuzzers need no socket so.
    pub async fn converse(&self, stream: impl AsyncRead + AsyncWrite + Unpin) {
        let (going, end) = watch::channel(false);
        connection(Arc::clone(&self.service), stream, end).await;
        drop(going);
    }

    /// Serves until Ctrl-C or SIGTERM, then lets requests under way end.
    ///
    /// # Errors
    ///
    /// If there are no threads for it.
    pub fn run(self) -> Result<(), StartFault> {
        self.run_until(stop_signal())
    }

    /// Serves until the future is done.
    ///
    /// # Errors
    ///
    /// If there are no threads for it.
    pub fn run_until(self, stop: impl Future<Output = ()>) -> Result<(), StartFault> {
        let Options { search_threads, work_threads, .. } = self.service.options;
        // Three pools search.
        let jobs = search_threads.max(1).saturating_mul(3).saturating_add(work_threads.max(1));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .max_blocking_threads(jobs)
            .worker_threads(std::thread::available_parallelism().map_or(2, usize::from).max(2))
            .thread_name("connections")
            .enable_all()
            .build()
            .map_err(StartFault::Threads)?;
        runtime.block_on(self.serve(stop)).map_err(StartFault::Threads)?;
        // Searches under way give up by themselves; nobody waits for them.
        runtime.shutdown_background();
        Ok(())
    }

    async fn serve(self, stop: impl Future<Output = ()>) -> io::Result<()> {
        let Server { service, listener, .. } = self;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let most = service.options.connections.clamp(1, Semaphore::MAX_PERMITS);
        let places = Arc::new(Semaphore::new(most));
        let crowd = Crowd::new(service.options.connections_per_address());
        let refusals = Arc::new(Semaphore::new(REFUSALS));
        let (ending, end) = watch::channel(false);
        let mut stop = pin!(stop);
        loop {
            // Who finds no place waits in the system's queue.
            let place = tokio::select! {
                place = Arc::clone(&places).acquire_owned() => place,
                () = &mut stop => break,
            };
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = &mut stop => break,
            };
            match accepted {
                Ok((stream, peer)) => {
                    let Some(counted) = crowd.join(peer.ip()) else {
                        let sentence = format!(
                            "this address has {} connections already; use one of them, or try later",
                            crowd.most()
                        );
                        if let Ok(turn) = Arc::clone(&refusals).try_acquire_owned() {
                            tokio::spawn(async move {
                                refuse(stream, "429 Too Many Requests", &sentence).await;
                                drop(turn);
                            });
                        }
                        continue;
                    };
                    let (service, end) = (Arc::clone(&service), end.clone());
                    // Answers are small and whole: they should not wait for more.
                    let _ = stream.set_nodelay(true);
                    tokio::spawn(async move {
                        connection(service, stream, end).await;
                        drop((place, counted));
                    });
                }
                Err(error) => {
                    // Out of files, perhaps: a little later there may be some.
                    service.log.warn(&format!("a connection was not taken: {error}"));
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
        drop(listener);
        let _ = ending.send(true);
        service.stopping.store(true, Ordering::Relaxed);
        farewell(&service, &places, most).await;
        Ok(())
    }
}

/// Waits until the requests under way have ended, for some seconds, or until Ctrl-C comes again.
async fn farewell(service: &Service, places: &Semaphore, most: usize) {
    let all = u32::try_from(most).unwrap_or(u32::MAX);
    if places.available_permits() < most {
        let most = FAREWELL.as_secs();
        service.log.warn(&format!(
            "stopping: requests under way have {most} s to end; Ctrl-C once more ends at once"
        ));
    }
    let ended = tokio::select! {
        ended = tokio::time::timeout(FAREWELL, places.acquire_many(all)) => ended.is_ok(),
        _ = tokio::signal::ctrl_c() => false,
    };
    if !ended {
        service.log.warn("requests under way were cut off");
    }
}

/// A connection's life.
async fn connection(
    service: Arc<Service>,
    stream: impl AsyncRead + AsyncWrite + Unpin,
    mut end: watch::Receiver<bool>,
) {
    let counted = Counted::new(&service);
    let shared = Arc::clone(&service);
    let serve = service_fn(move |request| {
        let service = Arc::clone(&shared);
        async move { Ok::<_, Infallible>(route::answer(service, request).await) }
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(service.options.head_time)
        .max_buf_size(HEAD_BYTES)
        .max_headers(FIELDS)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, UNREAD)), serve);
    // Faults of a connection are the other side's: they end it, and that is all.
    let ended = tokio::select! {
        ended = &mut connection => Some(ended),
        _ = end.wait_for(|end| *end) => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => {
            Pin::new(&mut connection).graceful_shutdown();
            (&mut connection).await
        }
    };
    if ended.is_err_and(|fault| fault.is_timeout()) {
        let http1::Parts { io, read_buf, .. } = connection.into_parts();
        // Who was idle is not told anything.
        if !read_buf.is_empty() {
            let sentence = "the head of the request did not come to its end";
            refuse(io.into_inner(), "408 Request Timeout", sentence).await;
        }
    }
    drop(counted);
}

/// Says why a connection is not served, and ends it. What was sent must be taken first: else the
/// answer is lost on its way.
async fn refuse(mut stream: impl AsyncRead + AsyncWrite + Unpin, status: &str, sentence: &str) {
    let length = sentence.len() + 1;
    let text = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\n\
         x-content-type-options: nosniff\r\ncache-control: no-store\r\n\
         content-length: {length}\r\nretry-after: 1\r\nconnection: close\r\n\r\n{sentence}\n"
    );
    let told = async {
        stream.write_all(text.as_bytes()).await?;
        stream.shutdown().await?;
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = tokio::time::timeout(REFUSAL, told).await;
}

/// A connection that is counted as long as it lasts, however it ends.
struct Counted(Arc<Service>);

impl Counted {
    fn new(service: &Arc<Service>) -> Counted {
        service.metrics.connections.fetch_add(1, Ordering::Relaxed);
        Counted(Arc::clone(service))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.metrics.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Done at Ctrl-C or, where there is such a thing, SIGTERM.
async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
