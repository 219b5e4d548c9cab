//! A driver is the single-threaded executor on which one connection's protocol task runs.

use std::cell::Cell;
use std::future::Future;
use std::io;
use std::pin::pin;
use std::thread;
use std::time::Duration;

use diesel_async::async_connection_wrapper::BlockOn;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::canceller::Canceller;
use crate::deadline;

/// How long a closing connection may take to say goodbye to the server.
const FAREWELL: Duration = Duration::from_millis(100);

/// How long to wait before asking the system again for what it just refused.
const AGAIN: Duration = Duration::from_millis(100);

/// How often a statement that has a deadline is looked after.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long the server may take to end a statement each time that it is asked to. After the last, the connection is
/// given up.
const ENDS_WITHIN: [Duration; 3] = [Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(2)];

thread_local! {
    /// Whether the server was asked to end a statement of this thread.
    static CANCELLED: Cell<bool> = const { Cell::new(false) };

    /// The wrapper makes its own executor and takes no argument, so the one that a connection was
    /// opened on is passed through here.
    static HANDED_OVER: Cell<Option<Driver>> = const { Cell::new(None) };
}

/// Runs a connection's futures on the calling thread.
///
/// A connection is used by one ordinary thread at a time. With an executor of its own the socket
/// is polled by the very thread that waits for the answer; an executor shared by all connections
/// would add two thread switches to each round trip. The price is that an idle connection notices
/// nothing until it is used again, which is what the pool's validity check is for.
pub(crate) struct Driver {
    runtime: Option<Runtime>,
    protocol: Option<JoinHandle<()>>,
    canceller: Option<Canceller>,
}

impl Driver {
    /// Makes an executor that nothing runs on yet.
    ///
    /// # Errors
    ///
    /// Fails when the system has no file descriptor left.
    pub(super) fn new() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        Ok(Self { runtime: Some(runtime), protocol: None, canceller: None })
    }

    /// Runs a future that opens a connection and keeps the protocol task it started.
    ///
    /// # Errors
    ///
    /// Fails as the future does.
    pub(super) fn open<T, E>(&mut self, opening: impl Future<Output = Result<(T, JoinHandle<()>), E>>) -> Result<T, E> {
        let (opened, protocol) = self.block_on(opening)?;
        self.protocol = Some(protocol);
        Ok(opened)
    }

    /// Says how statements of the connection are ended.
    pub(super) fn cancel_by(&mut self, canceller: Canceller) {
        self.canceller = Some(canceller);
    }

    /// Waits for a future, and has the server end what it waits for once the deadline of the thread has passed. Where
    /// the server does not, the connection is cut, and the future fails.
    async fn until_deadline<F: Future>(&self, future: F) -> F::Output {
        let mut future = pin!(future);
        loop {
            if let Ok(output) = timeout(POLL_INTERVAL, future.as_mut()).await {
                return output;
            }
            if deadline::is_over() {
                break;
            }
        }
        CANCELLED.set(true);
        for patience in ENDS_WITHIN {
            if let Some(canceller) = &self.canceller
                && timeout(patience, canceller.cancel()).await.is_err()
            {
                log::warn!("PostgreSQL took too long to be asked to end a statement");
            }
            if let Ok(output) = timeout(patience, future.as_mut()).await {
                return output;
            }
        }
        log::warn!("PostgreSQL does not end a statement: its connection is cut");
        if let Some(protocol) = &self.protocol {
            protocol.abort();
        }
        future.await
    }

    /// Builds a wrapper that goes on with this executor.
    pub(super) fn hand_over<C>(self, wrap: impl FnOnce() -> C) -> C {
        HANDED_OVER.set(Some(self));
        wrap()
    }
}

/// Whether the server was asked to end a statement of this thread since this was last asked.
pub(super) fn take_cancelled() -> bool {
    CANCELLED.take()
}

impl BlockOn for Driver {
    fn block_on<F: Future>(&self, future: F) -> F::Output {
        match &self.runtime {
            Some(runtime) if deadline::is_set() => runtime.block_on(self.until_deadline(future)),
            Some(runtime) => runtime.block_on(future),
            // Only a dropped driver has no executor.
            None => Self::get_runtime().block_on(future),
        }
    }

    fn get_runtime() -> Self {
        loop {
            if let Some(driver) = HANDED_OVER.take() {
                return driver;
            }
            match Self::new() {
                Ok(driver) => return driver,
                // The trait has no way to report a failure.
                Err(error) => {
                    log::error!("no executor for a PostgreSQL connection: {error}");
                    thread::sleep(AGAIN);
                }
            }
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let Some(runtime) = self.runtime.take() else {
            return;
        };
        // The client half is gone by now, so the protocol task ends by telling the server. On a
        // thread that belongs to another executor waiting is forbidden, and the server then sees
        // the socket close instead.
        let may_wait = Handle::try_current().is_err_and(|error| error.is_missing_context());
        if let Some(protocol) = self.protocol.take().filter(|_| may_wait) {
            let ended = runtime.block_on(async { tokio::time::timeout(FAREWELL, protocol).await });
            if ended.is_err() {
                log::debug!("a PostgreSQL connection was closed without a goodbye");
            }
        }
        // A name lookup may still be running on a helper thread and must not be waited for.
        runtime.shutdown_background();
    }
}
