//! What is read on the thread that asks: handing a short read to another thread would cost more than the read itself.

use std::cell::RefCell;
use std::path::PathBuf;

use uplift_domain::Refusal;
use uplift_domain::ports::{Reach, Reading};

use super::backend::{Conn, Manager};
use super::engine::readers::read;
use super::engine::session::Session;
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

/// Carries out a short read. Gives the job back where it turns out long, or where no connection can be had here.
pub(crate) fn read_here(manager: &Manager, mut job: Reading, reach: Reach) -> Option<(Reading, Reach)> {
    let outcome = with(manager, |conn| {
        let mut session = Session::new(conn, clock());
        let outcome = read(&mut session, &mut job, reach);
        if session.room.exceeded {
            return (None, false);
        }
        let failed = matches!(outcome, Err(Refusal::Fault(_) | Refusal::Unavailable(_)));
        (Some(outcome), failed)
    });
    match outcome.flatten() {
        Some(outcome) => {
            job.settle(outcome);
            None
        }
        None => Some((job, Reach::Search)),
    }
}
