//! Checkpoints beside the writer: what was written to the log is brought into the database while the next transactions
//! run, where otherwise one of them would do so in its commit and all wait for it.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use anyhow::Result;
use diesel::connection::SimpleConnection;

use super::super::super::backend::{Conn, Manager};

pub(crate) struct Checkpoints {
    asked: SyncSender<()>,
    thread: JoinHandle<()>,
}

impl Checkpoints {
    /// Starts the thread that makes checkpoints by this statement.
    pub(crate) fn start(manager: Manager, statement: &'static str) -> std::io::Result<Self> {
        let (asked, asks) = sync_channel(1);
        let thread = CheckpointThread { manager, statement, conn: None };
        let thread = std::thread::Builder::new().name("checkpoints".to_owned()).spawn(move || thread.work(&asks))?;
        Ok(Self { asked, thread })
    }

    /// Asks for a checkpoint of what is committed. One that is asked for already will bring in this as well.
    pub(crate) fn ask(&self) {
        let _ = self.asked.try_send(());
    }

    /// Makes the one that is asked for and ends the thread.
    pub(crate) fn stop(self) {
        drop(self.asked);
        if self.thread.join().is_err() {
            log::error!("the thread of the checkpoints had panicked");
        }
    }
}

/// The thread's own side.
struct CheckpointThread {
    manager: Manager,
    statement: &'static str,
    /// Opened at the first checkpoint.
    conn: Option<Conn>,
}

impl CheckpointThread {
    fn work(mut self, asks: &Receiver<()>) {
        for () in asks {
            // What is not brought in here, the writer brings in.
            if let Err(error) = self.make_checkpoint() {
                log::warn!("no checkpoint was made beside the writer: {error:#}");
                self.conn = None;
            }
        }
    }

    fn make_checkpoint(&mut self) -> Result<()> {
        let conn = match &mut self.conn {
            Some(conn) => conn,
            none => none.insert(self.manager.open()?),
        };
        Ok(conn.batch_execute(self.statement)?)
    }
}
