//! How many statements were sent to a database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use diesel::connection::{Instrumentation, InstrumentationEvent};

/// The statements of all connections to one database.
#[derive(Debug, Default)]
pub(crate) struct Statements(AtomicU64);

impl Statements {
    pub(crate) fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts the statements of one connection.
pub(crate) struct Counting(pub(crate) Arc<Statements>);

impl Instrumentation for Counting {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { .. } = event {
            self.0.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}
