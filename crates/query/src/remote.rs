//! Sources by address, http(s):// and s3://: read as they come, and taken up again where a
//! connection was lost.

use std::io::{self, Read};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::{Buf, Bytes};
use datafusion::common::Result as PlanResult;
use datafusion::error::DataFusionError;
use datafusion::execution::object_store::{DefaultObjectStoreRegistry, ObjectStoreRegistry};
use datafusion::parquet::errors::{ParquetError, Result as ParquetResult};
use datafusion::parquet::file::reader::{ChunkReader, Length};
use futures::StreamExt;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{
    ClientConfigKey, ClientOptions, Error, GetOptions, GetRange, GetResult, ObjectMeta,
    ObjectStore, RetryConfig,
};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use url::{Position, Url};
use zermelo_scan::LOST;

/// A server that is silent for so long is given up.
const SILENCE: Duration = Duration::from_secs(60);
/// So often a connection is taken up again without a byte between.
const TRIES: u32 = 3;
/// Pieces of a file that wait to be read, of some kilobytes each.
const WAITING: usize = 64;

/// Where all sources by address are read.
fn runtime() -> io::Result<&'static Runtime> {
    static RUNTIME: OnceLock<io::Result<Runtime>> = OnceLock::new();
    let start =
        || tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    RUNTIME.get_or_init(start).as_ref().map_err(|error| io::Error::other(error.to_string()))
}

fn other(why: impl Into<String>) -> io::Error {
    io::Error::other(why.into())
}

/// Whom to ask for a file, and for which.
fn locate(address: &str) -> io::Result<(Arc<dyn ObjectStore>, Path)> {
    let url = Url::parse(address).map_err(|error| other(format!("no such address: {error}")))?;
    let store = store(&url).map_err(|error| other(told(&error)))?;
    let path = Path::from_url_path(url.path()).map_err(|error| other(error.to_string()))?;
    Ok((store, path))
}

/// Whom to ask for an address.
fn store(url: &Url) -> Result<Arc<dyn ObjectStore>, Error> {
    let retry = RetryConfig { max_retries: 3, retry_timeout: SILENCE, ..RetryConfig::default() };
    // It bounds a whole answer, which for a large file may take hours.
    let long = "30 days";
    match url.scheme() {
        "http" | "https" => {
            // What follows a question mark may be a signature: it is part of every request.
            let mut base = url.clone();
            base.set_path("");
            let options = ClientOptions::new().with_allow_http(true).with_timeout_disabled();
            let builder = HttpBuilder::new().with_url(base).with_client_options(options);
            Ok(Arc::new(builder.with_retry(retry).build()?))
        }
        "s3" | "s3a" => {
            let bucket = &url[..Position::BeforePath];
            let timeout = AmazonS3ConfigKey::Client(ClientConfigKey::Timeout);
            let builder = AmazonS3Builder::from_env().with_url(bucket).with_config(timeout, long);
            Ok(Arc::new(builder.with_retry(retry).build()?))
        }
        other => {
            let why = format!("{other}:// is not read, only http://, https:// and s3://");
            Err(Error::Generic { store: "address", source: why.into() })
        }
    }
}

/// What went wrong, in a few words.
pub(crate) fn told(error: &Error) -> String {
    let is_s3 = error.to_string().contains("S3");
    let keys = match is_s3 {
        true => {
            "; AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION say who asks, AWS_SKIP_SIGNATURE=true that nobody needs to"
        }
        false => "",
    };
    match error {
        Error::NotFound { .. } => "there is no such file on the server (404)".to_string(),
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
            format!("the server does not let us read it{keys}")
        }
        Error::NotSupported { .. } => "the server cannot send a part of a file".to_string(),
        _ => {
            let mut root: &dyn std::error::Error = error;
            while let Some(source) = root.source() {
                root = source;
            }
            let words = root.to_string();
            let words = words.lines().next().unwrap_or_default();
            match words.strip_prefix("Server returned non-2xx status code: ") {
                Some(status) => {
                    let status = status.trim_end_matches([':', ' ']);
                    format!("the server answers {status}")
                }
                None if error.to_string().contains("error sending request") => {
                    format!("the server cannot be reached: {words}{keys}")
                }
                None => words.to_string(),
            }
        }
    }
}

/// Asks for a file from a byte on.
async fn ask(store: &dyn ObjectStore, path: &Path, from: u64) -> Result<GetResult, Error> {
    let range = (from > 0).then_some(GetRange::Offset(from));
    let options = GetOptions { range, ..GetOptions::default() };
    match tokio::time::timeout(SILENCE, store.get_opts(path, options)).await {
        Ok(answer) => answer,
        Err(_) => Err(Error::Generic { store: "server", source: "it does not answer".into() }),
    }
}

/// A file that is there.
#[derive(Clone)]
pub(crate) struct Remote {
    store: Arc<dyn ObjectStore>,
    path: Path,
    about: ObjectMeta,
}

impl Remote {
    /// Looks whether it is there. (By asking for it: not all servers say without.)
    pub(crate) async fn look(address: &str) -> io::Result<Remote> {
        let (store, path) = locate(address)?;
        let answer = ask(store.as_ref(), &path, 0).await.map_err(|error| other(told(&error)))?;
        Ok(Remote { store, path, about: answer.meta })
    }

    /// The same, outside of any runtime.
    pub(crate) fn open(address: &str) -> io::Result<Remote> {
        runtime()?.block_on(Remote::look(address))
    }

    /// Its length in bytes.
    pub(crate) fn size(&self) -> u64 {
        self.about.size
    }

    /// Whether the server sends a part of it.
    pub(crate) async fn sends_parts(&self) -> bool {
        self.size() > 1 && ask(self.store.as_ref(), &self.path, 1).await.is_ok()
    }

    /// Its bytes from this one on.
    pub(crate) fn read(&self, from: u64) -> io::Result<Body> {
        let (put, pieces) = channel(WAITING);
        let file = self.clone();
        runtime()?.spawn(async move {
            if let Err(error) = file.send(from, &put).await {
                // Nobody may want to know any more.
                let _ = put.send(Err(error)).await;
            }
        });
        Ok(Body { pieces, piece: Bytes::new() })
    }

    /// Sends the bytes from this one on, over as many connections as it takes.
    async fn send(&self, from: u64, put: &Sender<io::Result<Bytes>>) -> io::Result<()> {
        let (mut at, size) = (from, self.size());
        let mut tries = 0;
        let mut why = "it ended".to_string();
        while at < size {
            if tries > TRIES {
                let words = format!("the connection was lost at byte {at} of {size}: {why}");
                return Err(io::Error::new(LOST, words));
            }
            if tries > 0 {
                tokio::time::sleep(Duration::from_millis(200 << tries)).await;
            }
            tries += 1;
            let (mut body, mut skip) = match self.ask_again(at).await {
                Ok(answer) => answer,
                Err(error) if error.kind() == LOST => {
                    why = error.to_string();
                    continue;
                }
                Err(error) => return Err(error),
            };
            loop {
                match tokio::time::timeout(SILENCE, body.next()).await {
                    Ok(Some(Ok(mut piece))) => {
                        let passed = skip.min(piece.len() as u64);
                        piece.advance(passed as usize);
                        skip -= passed;
                        at += piece.len() as u64;
                        tries = if piece.is_empty() { tries } else { 0 };
                        if !piece.is_empty() && put.send(Ok(piece)).await.is_err() {
                            return Ok(());
                        }
                        continue;
                    }
                    Ok(Some(Err(error))) => why = told(&error),
                    Ok(None) => why = "it ended".to_string(),
                    Err(_) => why = "the server is silent".to_string(),
                }
                break;
            }
        }
        Ok(())
    }

    /// The bytes from this one on, or else from the beginning, with how many are to be passed over.
    async fn ask_again(
        &self,
        at: u64,
    ) -> io::Result<(futures::stream::BoxStream<'static, Result<Bytes, Error>>, u64)> {
        let lost = |error: &Error| io::Error::new(LOST, told(error));
        let (answer, skip) = match ask(self.store.as_ref(), &self.path, at).await {
            Err(Error::NotSupported { .. }) => {
                (ask(self.store.as_ref(), &self.path, 0).await.map_err(|error| lost(&error))?, at)
            }
            other => (other.map_err(|error| lost(&error))?, 0),
        };
        let same = (&answer.meta.e_tag, answer.meta.size) == (&self.about.e_tag, self.size());
        match same {
            true => Ok((answer.into_stream(), skip)),
            false => Err(other("the file was changed on the server while it was read")),
        }
    }
}

/// The bytes of a file by address, as they come.
pub(crate) struct Body {
    pieces: Receiver<io::Result<Bytes>>,
    piece: Bytes,
}

impl Read for Body {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            match self.pieces.blocking_recv() {
                Some(piece) => self.piece = piece?,
                None => return Ok(0),
            }
        }
        let length = buffer.len().min(self.piece.len());
        self.piece.copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}

impl Length for Remote {
    fn len(&self) -> u64 {
        self.size()
    }
}

/// Parquet is read by its parts.
impl ChunkReader for Remote {
    type T = Body;

    fn get_read(&self, start: u64) -> ParquetResult<Body> {
        Ok(self.read(start)?)
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        let (store, path) = (Arc::clone(&self.store), self.path.clone());
        let range = GetRange::Bounded(start..start + length as u64);
        let options = GetOptions { range: Some(range), ..GetOptions::default() };
        let got = runtime()?.block_on(async move {
            let answer = store.get_opts(&path, options).await?;
            tokio::time::timeout(10 * SILENCE, answer.bytes()).await.unwrap_or_else(|_| {
                Err(Error::Generic { store: "server", source: "it is silent".into() })
            })
        });
        got.map_err(|error| ParquetError::External(told(&error).into()))
    }
}

/// Finds whom to ask for the addresses of tables that DataFusion reads itself.
#[derive(Debug, Default)]
pub(crate) struct Stores(DefaultObjectStoreRegistry);

impl ObjectStoreRegistry for Stores {
    fn register_store(
        &self,
        url: &Url,
        store: Arc<dyn ObjectStore>,
    ) -> Option<Arc<dyn ObjectStore>> {
        self.0.register_store(url, store)
    }

    fn get_store(&self, url: &Url) -> PlanResult<Arc<dyn ObjectStore>> {
        self.0.get_store(url).or_else(|_| {
            let store = store(url).map_err(|error| DataFusionError::ObjectStore(error.into()))?;
            self.0.register_store(url, Arc::clone(&store));
            Ok(store)
        })
    }
}
