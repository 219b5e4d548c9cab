//! The server: the routes, bound to an address.

pub(crate) mod access;
pub(crate) mod coding;
pub(crate) mod cors;
pub(crate) mod docs;
pub(crate) mod documents;
pub(crate) mod envelope;
pub(crate) mod exchange;
mod health;
pub(crate) mod monitor;
mod routes;
pub(crate) mod state;

use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use actix_http::{HttpService, KeepAlive};
use actix_service::{IntoServiceFactory, ServiceFactoryExt, map_config};
use actix_web::dev::{AppConfig, ServerHandle};
use actix_web::web;
use ipnet::IpNet;
use socket2::{Domain, Protocol, Socket, Type};
use tokio::signal::unix::{Signal, SignalKind, signal};
use uplift_domain::ports::{Database, Files, SharedWindows};

use crate::admit::authority::Authority;
use crate::admit::public::PublicLimits;
use crate::admit::refusals::Refusals;
use crate::admit::throttle::Throttle;
use crate::admit::uploads::Uploads;
use crate::answer::signers::Signers;
use crate::connections::{Acceptor, Admission, Deadlines, Guarded, affordable, affordable_uploads, raise};
use crate::exports::ExportSlots;
use crate::origin::Origins;
use crate::server::documents::Documents;
use crate::server::monitor::Monitor;
use crate::server::routes::application;
use crate::server::state::State;

/// How long requests in flight may take after the server was told to stop, in seconds.
const LAST_REQUESTS: u64 = 30;

/// How long reads and writes in flight may take after that: what is to be answered has to be done before.
const LAST_JOBS: Duration = Duration::from_secs(20);

/// How long a connection that is about to be closed is read, so that what its client still sends does not keep it from
/// reading the answer.
const LINGER: Duration = Duration::from_secs(1);

/// How many connections may wait to be accepted.
const BACKLOG: i32 = 1024;

/// How much of an answer the system keeps that it cannot send yet, in bytes: what it keeps counts as taken.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 64 * 1024;

/// How many connections more than there may be a worker takes in, to refuse them.
const TO_REFUSE: usize = 1024;

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
    /// Requests a minute of one client to one public form or report; 0 is no limit.
    pub public_requests_per_minute: u32,
    /// Responses a minute that one client may send to one public form; 0 is no limit.
    pub public_responses_per_minute: u32,
    /// Cap and default of `page[size]`.
    pub max_page_size: u32,
    /// How many records one answer may include.
    pub max_included: u32,
    /// How many threads answer requests.
    pub workers: usize,
    /// Connections in all, of which one address may have a fifth; from the limit of open files where it is not set.
    pub max_connections: Option<usize>,
    /// How long a connection may keep the server waiting.
    pub deadlines: Deadlines,
    /// Whose `Forwarded` and `X-Forwarded-*` headers count.
    pub trusted_proxies: Vec<IpNet>,
    /// The origins from which a browser may call.
    pub cors_origins: Vec<String>,
    /// The bearer that opens `/metrics` to others than loopback.
    pub metrics_token: Option<String>,
    /// What addresses of files are signed with, the same for all servers of a database, until it is found to be
    /// another.
    pub secret: String,
}

/// A server that is bound and not yet running.
pub struct Server {
    address: SocketAddr,
    running: actix_web::dev::Server,
    state: web::Data<State>,
    /// Listened to from the start, so that no signal ends the process in between.
    terminate: Signal,
    interrupt: Signal,
}

impl Server {
    /// Binds the address, counting limits in the shared windows where there are any, and raises the limit of open files
    /// as far as it goes.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn bind(
        config: &Config,
        database: Arc<dyn Database>,
        files: Arc<dyn Files>,
        windows: Option<Arc<dyn SharedWindows>>,
    ) -> std::io::Result<Self> {
        let listener = listen(config.bind)?;
        let address = listener.local_addr()?;
        let open_files = raise();
        let state = web::Data::new(State {
            database,
            files,
            files_failed: AtomicBool::new(false),
            files_probed: tokio::sync::Mutex::default(),
            signers: Signers::new(&config.secret).map_err(std::io::Error::other)?,
            authority: Authority::new(config.auth_failures_per_minute, &windows),
            refusals: Refusals::new(),
            throttle: Throttle::shared("key", &windows),
            public: PublicLimits::new(config.public_requests_per_minute, config.public_responses_per_minute, &windows),
            origins: Origins::new(config.base_url.clone(), config.trusted_proxies.clone(), address),
            documents: Documents::new(config.base_url.clone()),
            monitor: Monitor::new(config.metrics_token.clone()).map_err(std::io::Error::other)?,
            rate_limit_per_minute: config.rate_limit_per_minute,
            max_page_size: i64::from(config.max_page_size),
            deadlines: config.deadlines,
            max_included: usize::try_from(config.max_included).unwrap_or(usize::MAX),
            budget: Arc::default(),
            exports: ExportSlots::default(),
            uploads: Uploads::of(affordable_uploads(open_files)),
        });
        let most = most_connections(config.max_connections, affordable(open_files));
        let admission = Admission::of(most, config.trusted_proxies.clone());
        let builder = actix_server::Server::build();
        let stopping = builder.graceful_shutdown_signal();
        let (shared, cors_origins, deadlines) = (state.clone(), config.cors_origins.clone(), config.deadlines);
        let server = builder
            .workers(config.workers)
            .max_concurrent_connections(admission.most().saturating_add(TO_REFUSE))
            .shutdown_timeout(LAST_REQUESTS)
            .disable_signals()
            .listen("uplift", listener, move || {
                let stopping = stopping.clone();
                let app = application(shared.clone(), cors_origins.as_slice().into()).into_factory();
                let app = app.map_err(|error| error.error_response());
                let http = HttpService::build()
                    // Heads and idle connections have their deadlines in the stream.
                    .keep_alive(KeepAlive::Os)
                    .client_request_timeout(Duration::ZERO)
                    .client_disconnect_timeout(LINGER)
                    .graceful_shutdown_signal(move || {
                        let stopping = stopping.clone();
                        async move { stopping.notified().await }
                    })
                    .on_connect_ext(|stream: &Guarded, data| drop(data.insert(Rc::clone(stream.connection()))))
                    .h1(map_config(app, |()| AppConfig::default()));
                Acceptor { http, admission: Arc::clone(&admission), deadlines }
            })?;
        let (terminate, interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        Ok(Self { address, running: server.run(), state, terminate, interrupt })
    }

    /// The address that it listens on, with the port that was picked where none was said.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Looks once whether the database and the store of files take what is written: a server is not ready where they do
    /// not.
    pub fn report_readiness(&self) -> impl Future<Output = ()> + use<> {
        health::report_readiness(self.state.clone())
    }

    /// Serves until SIGTERM or SIGINT, then finishes what is in flight, for 30 seconds at most.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run(self) -> std::io::Result<()> {
        let Self { running, state, mut terminate, mut interrupt, .. } = self;
        let handle: ServerHandle = running.handle();
        actix_web::rt::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            log::info!("stopping: requests in flight are finished first");
            state.database.drain(LAST_JOBS);
            handle.stop(true).await;
        });
        running.await
    }
}

/// Listens on the address; port 0 picks a free one.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    socket.set_reuse_address(true)?;
    // What is accepted here inherits both. The end of a large answer does not wait until the client acknowledges what
    // went before it.
    socket.set_tcp_nodelay(true)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_notsent_lowat(UNSENT)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// How many connections there may be: as many as the operator says, or as the limit of open files allows.
fn most_connections(said: Option<usize>, affordable: usize) -> usize {
    let most = said.unwrap_or(affordable);
    if most > affordable {
        log::warn!("UPLIFT_MAX_CONNECTIONS: the limit of open files may not allow {most} connections");
    }
    log::debug!("{most} connections are allowed");
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_an_answer_waits_for_no_acknowledgement() {
        let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let _client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (accepted, _) = listener.accept().unwrap();
        assert!(accepted.nodelay().unwrap());
    }
}
