//! A bucket of an S3-compatible object store, below a prefix.
//!
//! A file goes into it in one request, so that there is never a part of one. Nothing tells which processes still run:
//! what no record names is settled once it is older than any upload that could still get its record.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use futures_util::TryStreamExt;
use futures_util::stream::{BoxStream, StreamExt, once, try_unfold};
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ClientConfigKey, Error, ObjectStore, ObjectStoreExt, RetryConfig};
use tokio::time::timeout;
use uplift_domain::file::FileKey;
use uplift_domain::ports::{BoxFuture, Chunks, Files, StoreError, Upload};

use crate::byte_stream::ByteStream;
use crate::errors::{one_line, store_error, unavailable};
use crate::names;
use crate::probe::probe;
use crate::settled::waited_too_long;
use crate::sniff;
use crate::spooled::{SpooledUpload, UploadMemory};

/// How much of a file is asked for at once: a slow client keeps no more of it waiting.
const PIECE: u64 = 512 * 1024;

/// How long connecting and one request may take, unless the operator says, and for how long what failed is tried again.
const CONNECT: &str = "3 seconds";
const REQUEST: &str = "15 seconds";
const AGAIN: Duration = Duration::from_secs(10);
const TIMES: usize = 3;

/// How long removing a file may take, and for how long none is removed after one that could not be.
const REMOVAL: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_secs(5);

/// Which bucket, and how it is reached.
#[derive(Clone, PartialEq, Eq)]
pub struct BucketSettings {
    pub bucket: String,
    /// What the names of all objects begin with; may be empty.
    pub prefix: String,
    /// `AWS_…` variables: keys, region, endpoint and whatever else the object store's library reads.
    pub variables: Vec<(String, String)>,
}

/// A store of files in a bucket.
pub struct Bucket {
    objects: Arc<dyn ObjectStore>,
    installation: u32,
    /// Under which its own files are.
    process_dir: String,
    memory: Arc<UploadMemory>,
    /// When a file could not be removed.
    failed: Mutex<Option<Instant>>,
}

impl Bucket {
    /// Opens the store of an installation in a bucket, which is not asked for anything yet.
    ///
    /// # Errors
    /// When the variables do not say how it is reached.
    pub fn open(settings: &BucketSettings, installation: u32) -> Result<Self, StoreError> {
        // Where the process has one already, it is the same.
        drop(rustls::crypto::ring::default_provider().install_default());
        let opening = |error: Error| StoreError::Failed(format!("opening the bucket: {}", one_line(&error)));
        let builder = builder(settings)?;
        let objects = builder.build().map_err(opening)?;
        let prefix = Path::parse(&settings.prefix).map_err(|error| opening(error.into()))?;
        Ok(Self {
            objects: Arc::new(PrefixStore::new(objects, prefix)),
            installation,
            process_dir: names::process_dir(installation),
            memory: Arc::default(),
            failed: Mutex::default(),
        })
    }

    fn upload(&self) -> Result<SpooledUpload, StoreError> {
        // Sixty-four random bits beside the thirty-two of the process: a name is given once.
        let key = names::numbered(&self.process_dir, rand::random());
        SpooledUpload::begin(Arc::clone(&self.objects), key, Arc::clone(&self.memory))
    }

    async fn chunks(&self, key: &FileKey, part: Range<u64>) -> Result<ByteStream, StoreError> {
        let path = names::path(key)?;
        if part.is_empty() {
            return match self.objects.head(&path).await {
                Ok(_) => Ok(ByteStream::none()),
                // The answer to a HEAD has no body that could say more.
                Err(error @ Error::NotFound { .. }) => Err(missing(&error)),
                Err(error) => Err(reading(&error)),
            };
        }
        let end = part.end;
        let first = piece(&self.objects, &path, &part).await?;
        let next = part.start.saturating_add(PIECE).min(end);
        let rest = try_unfold((Arc::clone(&self.objects), path, next), move |(objects, path, next)| async move {
            if next >= end {
                return Ok(None);
            }
            let read = piece(&objects, &path, &(next..end)).await?;
            Ok(Some((read, (objects, path, next.saturating_add(PIECE)))))
        });
        let all: BoxStream<'static, _> = once(async { Ok(first) }).chain(rest).boxed();
        Ok(ByteStream::from(all))
    }

    /// Where one file cannot be removed, those after it are not tried for a while: a request that deletes many would
    /// wait for each.
    async fn delete(&self, key: &FileKey) -> Result<(), StoreError> {
        let path = names::path(key)?;
        if self.failed().is_some_and(|then| then.elapsed() < PAUSE) {
            return Err(StoreError::Unavailable("removing a file: the bucket was away a moment ago".into()));
        }
        match timeout(REMOVAL, self.objects.delete(&path)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) if is_missing(&error) => Ok(()),
            Ok(Err(error)) => {
                *self.failed() = Some(Instant::now());
                Err(unavailable("removing a file", &error))
            }
            Err(_late) => {
                *self.failed() = Some(Instant::now());
                Err(StoreError::Unavailable("removing a file: the bucket does not answer".into()))
            }
        }
    }

    fn failed(&self) -> MutexGuard<'_, Option<Instant>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn hash_of(&self, key: &FileKey) -> Result<Option<String>, StoreError> {
        match self.objects.get(&names::path(key)?).await {
            Ok(found) => ByteStream::of(found).hash().await.map(Some),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(unavailable("opening a file", &error)),
        }
    }

    /// The clocks of a process and of its bucket are never apart by more than some minutes: requests would be refused.
    async fn settled_files(&self) -> Result<Vec<FileKey>, StoreError> {
        let now = SystemTime::now();
        let mut settled = Vec::new();
        let mut files = self.objects.list(None);
        while let Some(file) = files.try_next().await.map_err(|error| unavailable("listing files", &error))? {
            let own = file
                .location
                .as_ref()
                .split('/')
                .next()
                .is_some_and(|it| names::is_process_dir_of(self.installation, it));
            if waited_too_long(&file, now) && own {
                settled.extend(names::key(&file.location));
            }
        }
        Ok(settled)
    }
}

/// How the bucket is reached: what the variables say goes before what is said here.
fn builder(settings: &BucketSettings) -> Result<AmazonS3Builder, StoreError> {
    let retry = RetryConfig { max_retries: TIMES, retry_timeout: AGAIN, ..RetryConfig::default() };
    let mut builder = AmazonS3Builder::new()
        .with_retry(retry)
        .with_config(AmazonS3ConfigKey::Client(ClientConfigKey::ConnectTimeout), CONNECT)
        .with_config(AmazonS3ConfigKey::Client(ClientConfigKey::Timeout), REQUEST);
    for (name, value) in &settings.variables {
        if let Ok(key) = name.to_ascii_lowercase().parse::<AmazonS3ConfigKey>() {
            builder = builder.with_config(key, value);
        }
    }
    let said = |key| builder.get_config_value(&key);
    let endpoint = said(AmazonS3ConfigKey::S3Endpoint).or_else(|| said(AmazonS3ConfigKey::Endpoint));
    let allowed = said(AmazonS3ConfigKey::Client(ClientConfigKey::AllowHttp)).is_some_and(|it| it == "true");
    if !allowed && let Some(endpoint) = endpoint.filter(|it| it.starts_with("http://")) {
        let text = format!("the endpoint {endpoint} is not encrypted: AWS_ALLOW_HTTP=true allows that");
        return Err(StoreError::Failed(text));
    }
    Ok(builder.with_bucket_name(&settings.bucket))
}

/// The beginning of a part of a file.
async fn piece(objects: &Arc<dyn ObjectStore>, path: &Path, part: &Range<u64>) -> Result<Vec<u8>, StoreError> {
    let asked = part.start..part.end.min(part.start.saturating_add(PIECE));
    let bytes = objects.get_range(path, asked.clone()).await.map_err(|error| reading(&error))?;
    if u64::try_from(bytes.len()).is_ok_and(|read| read == asked.end - asked.start) {
        Ok(bytes.into())
    } else {
        Err(StoreError::Failed(format!("the file {path} ends within {asked:?}")))
    }
}

/// Whether the bucket says that a file is not there. What else is answered with 404 may be a bucket that is not there, or
/// a gateway that does not know the request.
fn is_missing(error: &Error) -> bool {
    matches!(error, Error::NotFound { .. }) && error.to_string().contains("<Code>NoSuchKey</Code>")
}

/// A file that is named and not there will not come back; all else may.
fn reading(error: &Error) -> StoreError {
    if is_missing(error) { missing(error) } else { unavailable("reading a file", error) }
}

fn missing(error: &Error) -> StoreError {
    store_error("opening a file", error)
}

impl Files for Bucket {
    fn begin(&self) -> BoxFuture<'_, Box<dyn Upload>> {
        Box::pin(async {
            let upload: Box<dyn Upload> = Box::new(self.upload()?);
            Ok(upload)
        })
    }

    fn is_foreign(&self, head: &[u8]) -> bool {
        sniff::is_foreign(head)
    }

    fn read<'a>(&'a self, key: &'a FileKey, part: Range<u64>) -> BoxFuture<'a, Box<dyn Chunks>> {
        Box::pin(async {
            let chunks: Box<dyn Chunks> = Box::new(self.chunks(key, part).await?);
            Ok(chunks)
        })
    }

    fn remove<'a>(&'a self, key: &'a FileKey) -> BoxFuture<'a, bool> {
        Box::pin(async { self.delete(key).await.map(|()| true) })
    }

    fn settled(&self) -> BoxFuture<'_, Vec<FileKey>> {
        Box::pin(self.settled_files())
    }

    fn hash<'a>(&'a self, key: &'a FileKey) -> BoxFuture<'a, Option<String>> {
        Box::pin(self.hash_of(key))
    }

    fn check(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            let (probe, read) = probe(self).await?;
            self.delete(&probe).await?;
            read
        })
    }
}
