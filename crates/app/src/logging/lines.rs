//! The lines of the log, on their way to standard error.
//!
//! Every request leaves a line, and to write each by itself would cost a busy server a quarter of what a short read
//! does. So they are written together, a moment later; what is urgent is written at once, with all that came before it.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long a line waits for others.
const MOMENT: Duration = Duration::from_millis(20);

/// How many bytes of lines may wait.
const MOST: usize = 256 * 1024;

#[derive(Default)]
pub(super) struct Lines {
    waiting: Mutex<Vec<u8>>,
    there: Condvar,
    /// The lines that are being written. It is held meanwhile, so that they stay in order; its room is then filled again.
    out: Mutex<Vec<u8>>,
    urgent: AtomicBool,
}

impl Lines {
    /// Starts the thread that writes.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub(super) fn start() -> io::Result<Arc<Self>> {
        let lines = Arc::new(Self::default());
        let written = Arc::clone(&lines);
        std::thread::Builder::new().name("log".to_owned()).spawn(move || written.keep_writing())?;
        Ok(lines)
    }

    /// Says that the line which comes next cannot wait.
    pub(super) fn hurry(&self) {
        self.urgent.store(true, Ordering::Relaxed);
    }

    /// Writes what waits. Where standard error is gone there is nobody to be told.
    pub(super) fn write_out(&self) {
        let mut lines = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut *lines, &mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        let _ = io::stderr().write_all(&lines);
        lines.clear();
    }

    fn keep_writing(&self) {
        loop {
            let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            let some = self.there.wait_while(waiting, |lines| lines.is_empty());
            drop(some);
            std::thread::sleep(MOMENT);
            self.write_out();
        }
    }
}

/// Where the logger writes.
pub(super) struct Pipe(pub(super) Arc<Lines>);

impl Write for Pipe {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut waiting = self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.is_empty() {
            self.0.there.notify_one();
        }
        waiting.extend_from_slice(line);
        if waiting.len() > MOST {
            drop(waiting);
            self.0.write_out();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.0.urgent.swap(false, Ordering::Relaxed) {
            self.0.write_out();
        }
        Ok(())
    }
}
