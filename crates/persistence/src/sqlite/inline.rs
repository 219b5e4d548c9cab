//! What is read on the thread that asks: handing a short read to another thread would cost more than the read itself.

use std::cell::RefCell;
use std::path::PathBuf;

use uplift_domain::Refusal;

use super::connection::Conn;
use super::engine::jobs::read::{Ended, QueuedRead, read};
use super::engine::jobs::reader::SHORT;
use super::engine::session::session::Session;
use super::manager::Manager;
use crate::clock;

thread_local! {
    /// The connections that a thread has open, by the file that each is to.
    static OPEN: RefCell<Vec<(PathBuf, Conn)>> = const { RefCell::new(Vec::new()) };
}

/// Does something on this thread's connection to a file. Afterwards a connection that failed is closed.
fn with<T>(manager: &Manager, act: impl FnOnce(&mut Conn) -> (T, bool)) -> Option<T> {
    OPEN.with_borrow_mut(|open| {
        if !open.iter().any(|(path, _)| path == manager.path()) {
            open.push((manager.path().to_owned(), manager.open().ok()?));
        }
        let (_, conn) = open.iter_mut().find(|(path, _)| path == manager.path())?;
        let (done, failed) = act(conn);
        if failed {
            open.retain(|(path, _)| path != manager.path());
        }
        Some(done)
    })
}

/// Carries out a short read. Gives it back where it turns out long, or where no connection can be had here.
pub(crate) fn read_inline(manager: &Manager, mut waiting: QueuedRead) -> Option<QueuedRead> {
    let ended = with(manager, |conn| {
        let mut session = Session::new(conn, clock());
        let deadline = waiting.deadline.within(SHORT);
        let ended = match read(&mut session, &mut waiting.job, waiting.reach, &deadline) {
            Ended::Done(Err(Refusal::TimedOut)) if !waiting.deadline.is_over() => Ended::TurnedOutLong,
            ended => ended,
        };
        let failed = matches!(&ended, Ended::Done(outcome) if outcome.as_ref().is_err_and(|it| it.is_failure()));
        (ended, failed)
    });
    match ended {
        Some(Ended::Done(outcome)) => {
            waiting.job.complete(outcome);
            None
        }
        Some(Ended::TurnedOutLong) | None => Some(waiting.into_search()),
    }
}
