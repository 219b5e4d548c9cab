//! Ports that are known before anybody listens, and stay the same from one start to the next.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU32, Ordering};

/// A port where nobody listens. No other test is given it, and nobody who asks for any port: those lie above.
pub(crate) fn free_port() -> u16 {
    const PORTS: u32 = 12_000;
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(64);
    (0..PORTS)
        .map(|_| first.wrapping_add(GIVEN.fetch_add(1, Ordering::Relaxed)) % PORTS + 20_000)
        .filter_map(|port| u16::try_from(port).ok())
        .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .expect("a free port")
}
