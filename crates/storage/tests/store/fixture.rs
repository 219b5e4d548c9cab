//! The fixture of a test: a folder of its own, and a runtime.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;
use tokio::runtime::Builder;
use uplift_domain::file::{FileKey, StoredFile};
use uplift_domain::ports::{Files, StoreError};
use uplift_storage::{LOCK, Store};

/// Runs what the future says on a runtime as small as one can be: nothing may need a second thread to wait on.
pub(crate) fn run<T>(future: impl Future<Output = T>) -> T {
    Builder::new_current_thread().max_blocking_threads(1).enable_time().build().unwrap().block_on(future)
}

pub(crate) fn root() -> TempDir {
    tempfile::tempdir().unwrap()
}

pub(crate) fn open(root: &Path) -> Store {
    Store::open(root, 0).unwrap()
}

pub(crate) async fn keep(store: &Store, bytes: &[u8]) -> StoredFile {
    let mut upload = store.begin().await.unwrap();
    for piece in bytes.chunks(70_000) {
        upload.write(piece).await.unwrap();
    }
    upload.finish().await.unwrap()
}

pub(crate) async fn read(store: &Store, key: &FileKey, part: Range<u64>) -> Result<Vec<u8>, StoreError> {
    let mut chunks = store.read(key, part).await?;
    let mut bytes = Vec::new();
    while let Some(chunk) = chunks.next().await? {
        bytes.extend(chunk);
    }
    Ok(bytes)
}

/// Every file and folder below a folder, but the files by which folders are locked.
pub(crate) fn everything(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).filter(|it| !it.ends_with(LOCK)) {
        if path.is_dir() {
            found.extend(everything(&path));
        }
        found.push(path);
    }
    found
}

pub(crate) fn files(root: &Path) -> Vec<PathBuf> {
    everything(root).into_iter().filter(|path| path.is_file()).collect()
}

/// Lets what was spawned go on until this is so.
pub(crate) async fn until(so: impl Fn() -> bool) {
    for _ in 0..1000 {
        if so() {
            return;
        }
        tokio::task::yield_now().await;
        thread::sleep(Duration::from_millis(10));
    }
    panic!("what was waited for has not happened");
}

/// A process of its own that runs one test of these, an ignored one, with a folder.
pub(crate) fn process(test: &str, root: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", test, "--nocapture"]).env(FOLDER, root).stdout(Stdio::piped());
    command
}

const FOLDER: &str = "UPLIFT_TEST_FOLDER";

/// The folder that such a process was given; `None` where somebody runs the ignored tests.
pub(crate) fn given() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}
