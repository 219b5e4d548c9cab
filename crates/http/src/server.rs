//! The server: the routes, bound to an address.

use std::net::SocketAddr;
use std::sync::Arc;

use ipnet::IpNet;
use uplift_domain::ports::Database;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 picks a free one.
    pub bind: SocketAddr,
    /// The public base address, ending in `/api`; from each request where it is not set.
    pub base_url: Option<String>,
    /// Requests a minute for keys without a limit of their own; 0 is no limit.
    pub rate_limit_per_minute: u32,
    /// Refused keys a minute for one client address; 0 is no limit.
    pub auth_failures_per_minute: u32,
    /// Cap and default of `page[size]`.
    pub max_page_size: u32,
    pub workers: usize,
    /// Whose `Forwarded` and `X-Forwarded-*` headers count.
    pub trusted_proxies: Vec<IpNet>,
    /// The origins from which a browser may call.
    pub cors_origins: Vec<String>,
    /// The bearer that opens `/metrics` to others than loopback.
    pub metrics_token: Option<String>,
}

/// A server that is bound and not yet running.
pub struct Server {
    address: SocketAddr,
    running: actix_web::dev::Server,
}

impl Server {
    /// Binds the address.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn bind(config: &Config, database: Arc<dyn Database>) -> std::io::Result<Self> {
        let _ = (config, database);
        Err(std::io::Error::other("not there yet"))
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until SIGTERM or SIGINT, then finishes what is in flight, for 30 seconds at most.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run(self) -> std::io::Result<()> {
        self.running.await
    }
}
