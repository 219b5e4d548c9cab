//! The port to the windows of limits that several servers count in together.

use std::pin::Pin;
use std::time::Duration;

/// How long a window lasts, from its first hit on.
pub const WINDOW: Duration = Duration::from_secs(60);

/// How a window stands after a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowStatus {
    /// The hits that count.
    pub count: u32,
    /// Whether this one did not, for the limit was reached.
    pub is_refused: bool,
    pub ends_in: Duration,
}

/// Windows of which every server that shares them sees the same count.
pub trait SharedWindows: Send + Sync {
    /// Counts a hit, unless the limit, which is at least 1, is reached already. `None` where the windows cannot be
    /// reached now; the log says why.
    fn hit<'a>(&'a self, key: &'a str, limit: u32) -> Pin<Box<dyn Future<Output = Option<WindowStatus>> + Send + 'a>>;
}
