//! What is read on the thread that asks: handing a short read to another thread would cost more than the read itself.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use uplift_domain::Refusal;
use uplift_domain::ports::{PageName, Reach, Reading, Recalled, Rendered, Version};

use super::backend::{Conn, Manager, version};
use super::engine::readers::read;
use super::engine::seen::Seen;
use super::engine::session::Session;
use super::pages::Pages;
use crate::clock;

/// What a thread has open.
struct Here {
    path: PathBuf,
    conn: Conn,
    /// Which connection this is, of all that the process has opened.
    number: u64,
    pages: Pages,
    seen: Seen,
}

thread_local! {
    static HERE: RefCell<Vec<Here>> = const { RefCell::new(Vec::new()) };
}

/// Does something on this thread's connection to a file. Afterwards a connection that failed is closed.
fn with<T>(manager: &Manager, act: impl FnOnce(&mut Here) -> (T, bool)) -> Option<T> {
    HERE.with_borrow_mut(|open| {
        if !open.iter().any(|it| it.path == manager.path()) {
            static NUMBERS: AtomicU64 = AtomicU64::new(0);
            let (conn, number) = (manager.open().ok()?, NUMBERS.fetch_add(1, Ordering::Relaxed));
            open.push(Here {
                path: manager.path().to_owned(),
                conn,
                number,
                pages: Pages::default(),
                seen: Seen::default(),
            });
        }
        let here = open.iter_mut().find(|it| it.path == manager.path())?;
        let (done, failed) = act(here);
        if failed {
            open.retain(|it| it.path != manager.path());
        }
        Some(done)
    })
}

/// Carries out a short read. Gives the job back where it turns out long, or where no connection can be had here.
pub(crate) fn read_here(manager: &Manager, mut job: Reading, reach: Reach) -> Option<(Reading, Reach)> {
    let outcome = with(manager, |here| {
        let mut session = Session::new(&mut here.conn, clock());
        session.seen = Some(&mut here.seen);
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

const NOTHING: Recalled = Recalled::Nothing { version: None, again: false };

pub(crate) fn recall(manager: &Manager, name: &PageName) -> Recalled {
    let recalled = with(manager, |here| match version(&mut here.conn) {
        Ok(Some(data)) => (here.pages.recall(name, Version { connection: here.number, data }), false),
        Ok(None) => (NOTHING, false),
        Err(_) => (NOTHING, true),
    });
    recalled.unwrap_or(NOTHING)
}

pub(crate) fn keep(manager: &Manager, name: PageName, version: Version, page: Rendered) {
    with(manager, |here| {
        if version.connection == here.number {
            here.pages.keep(name, version.data, page);
        }
        ((), false)
    });
}
