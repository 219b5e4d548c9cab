//! Sniffing: finding out from the bytes of a file what it is, whatever it is called.

mod compound;
mod directory;
mod office;
mod plain;
mod view;
mod xml;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use tokio::sync::{Semaphore, oneshot};
use uplift_domain::file::FileType;
use uplift_domain::ports::StoreError;

use crate::errors::store_error;
use view::View;

/// How many bytes tell a container from the rest, and the rest from each other.
const HEAD: u64 = 64;

/// How many containers are looked into at once. Each may take some mebibytes of memory.
static LOOKING_INSIDE: Semaphore = Semaphore::const_new(4);

const ZIP: &[u8] = b"PK\x03\x04";
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// What a stored file is; `None` where it is nothing that may be attached.
pub(crate) async fn content(
    objects: &Arc<dyn ObjectStore>,
    path: &Path,
    size: u64,
) -> Result<Option<FileType>, StoreError> {
    if size == 0 {
        return Ok(None);
    }
    let head =
        objects.get_range(path, 0..size.min(HEAD)).await.map_err(|error| store_error("reading a file", &error))?;
    let inside: fn(&mut View) -> Option<FileType> = if head.starts_with(ZIP) {
        |view| office::content(view)
    } else if head.starts_with(COMPOUND) {
        |view| compound::content(view)
    } else {
        return Ok(plain::content(&head));
    };
    // The semaphore is never closed.
    let _turn = LOOKING_INSIDE.acquire().await.map_err(|error| store_error("sniffing a file", &error))?;
    let mut view = View::new(Arc::clone(objects), path.clone(), size);
    on_a_thread(move || {
        // A library that trips over a stranger's bytes has found out that they are no such file.
        let content = catch_unwind(AssertUnwindSafe(|| inside(&mut view))).unwrap_or_default();
        view.error().map_or(Ok(content), Err)
    })
    .await
}

/// Whether nothing that may be attached begins so. What a container holds is not known before its end.
pub(crate) fn is_foreign(head: &[u8]) -> bool {
    !head.starts_with(ZIP) && !head.starts_with(COMPOUND) && plain::content(head).is_none()
}

/// Does what reads through a view, which waits for reads that the runtime does on its own blocking threads. On one of
/// these it could wait for ever, when there are no others.
async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let (tell, told) = oneshot::channel();
    thread::Builder::new()
        .name("sniff".into())
        .spawn(move || drop(tell.send(work())))
        .map_err(|error| store_error("starting a thread", &error))?;
    told.await.map_err(|error| store_error("sniffing a file", &error))?
}

#[cfg(test)]
mod tests;
