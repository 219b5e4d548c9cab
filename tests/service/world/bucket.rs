//! A bucket of a real server that speaks S3, which keeps its objects as files in a folder.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::files::gather;
use super::{Builder, free_port};

const KEY: &str = "AKIAUPLIFTTEST";
pub(crate) const BUCKET_SECRET: &str = "geheim-wie-nur-was";

pub(crate) struct Bucket {
    root: TempDir,
    address: SocketAddr,
    serving: Mutex<Option<Runtime>>,
}

impl Bucket {
    pub(crate) fn start() -> Bucket {
        let root = TempDir::with_prefix("uplift-s3-").expect("a temporary folder");
        std::fs::create_dir(root.path().join("uplift")).expect("a bucket");
        let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
        let bucket = Bucket { root, address, serving: Mutex::new(None) };
        bucket.resume();
        bucket
    }

    /// The variables by which a server finds it.
    pub(crate) fn variables(&self) -> [(&'static str, String); 6] {
        [
            ("UPLIFT_ATTACHMENTS", "s3://uplift/of/this".to_owned()),
            ("AWS_ACCESS_KEY_ID", KEY.to_owned()),
            ("AWS_SECRET_ACCESS_KEY", BUCKET_SECRET.to_owned()),
            ("AWS_ENDPOINT_URL", format!("http://{}", self.address)),
            ("AWS_ALLOW_HTTP", "true".to_owned()),
            ("AWS_TIMEOUT", "2s".to_owned()),
        ]
    }

    pub(crate) fn keeps_files_of(&self, world: Builder) -> Builder {
        self.variables().into_iter().fold(world, |world, (name, value)| world.env(name, &value))
    }

    /// Every object below the prefix, as the file that it is here.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        gather(&self.root.path().join("uplift/of/this"), &mut files);
        files.sort();
        files
    }

    /// Answers nobody any more: every connection ends, and none is accepted.
    pub(crate) fn stop(&self) {
        drop(self.serving.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Answers again, at the same address.
    pub(crate) fn resume(&self) {
        let mut service = S3ServiceBuilder::new(FileSystem::new(self.root.path()).expect("a folder"));
        service.set_auth(SimpleAuth::from_single(KEY, BUCKET_SECRET));
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let listener = runtime.block_on(TcpListener::bind(self.address)).expect("its port");
        runtime.spawn(accept(listener, service.build()));
        *self.serving.lock().unwrap_or_else(PoisonError::into_inner) = Some(runtime);
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }
}

async fn accept(listener: TcpListener, service: S3Service) {
    while let Ok((connection, _)) = listener.accept().await {
        let answering = http1::Builder::new().serve_connection(TokioIo::new(connection), service.clone());
        tokio::spawn(async move { drop(answering.await) });
    }
}
