//! Work on files, on threads and in tasks that nobody else waits for.

use std::io;

use uplift_domain::ports::StoreError;

use crate::errors::store_error;

/// How far a thread that works on files stands back, where 19 is farthest.
const NICE: i32 = 10;

/// Does on a thread that may wait what would hold up the runtime.
pub(crate) async fn blocking<T: Send + 'static>(
    doing: &str,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T, StoreError> {
    let work = || {
        lower_priority();
        work()
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|error| store_error(doing, &error)),
        Err(error) => Err(store_error(doing, &error)),
    }
}

/// Finishes a file in a task of its own, which goes on when nobody waits any more, so that it knows what there is to
/// remove.
pub(crate) async fn in_task<T: Send + 'static>(
    finish: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::spawn(finish).await.map_err(|error| store_error("finishing a file", &error))?
}

/// Lets the threads that answer at once go before this one. On Linux, each thread has a priority, and keeps it.
fn lower_priority() {
    if cfg!(target_os = "linux") {
        // Where this is refused, the work is done all the same.
        let _ = rustix::process::setpriority_process(None, NICE);
    }
}
