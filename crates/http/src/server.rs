//! The server: the routes, bound to an address.

use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix_http::{HttpService, KeepAlive};
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt, map_config};
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServerHandle, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::StatusCode;
use actix_web::http::header::ALLOW;
use actix_web::middleware::{Condition, from_fn};
use actix_web::{App, HttpRequest, HttpResponse, Resource, guard, web};
use ipnet::IpNet;
use socket2::{Domain, Protocol, Socket, Type};
use tokio::signal::unix::{Signal, SignalKind, signal};
use uplift_domain::ports::{Database, Files};

use crate::addresses::Signer;
use crate::authority::Authority;
use crate::connections::{Acceptor, Admission, Deadlines, Guarded, Paced, affordable, raise};
use crate::cors::{cors, without_foreign_preflight};
use crate::monitor::{self, Monitor};
use crate::operations::{Operation, operations};
use crate::origin::Origins;
use crate::passage::{finish, pass};
use crate::state::State;
use crate::throttle::Throttle;
use crate::{docs, envelope, openapi, problem};

/// How long requests in flight may take after the server was told to stop, in seconds.
const LAST_REQUESTS: u64 = 30;

/// How long a connection that is about to be closed is read, so that what its client still sends does not keep it from
/// reading the answer.
const LINGER: Duration = Duration::from_secs(1);

/// How many connections may wait to be accepted.
const BACKLOG: i32 = 1024;

/// How much of an answer the system keeps that it cannot send yet, in bytes. It takes more when half of that is gone, so
/// a client that takes as little as a kibibyte a second is seen to take something before its deadline.
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
    /// Cap and default of `page[size]`.
    pub max_page_size: u32,
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
    /// What addresses of files are signed with, the same for all servers of a database.
    pub secret: String,
}

/// A server that is bound and not yet running.
pub struct Server {
    address: SocketAddr,
    running: actix_web::dev::Server,
    /// Listened to from the start, so that no signal ends the process in between.
    terminate: Signal,
    interrupt: Signal,
}

impl Server {
    /// Binds the address, and raises the limit of open files as far as it goes.
    ///
    /// # Errors
    /// When the address cannot be had.
    pub fn bind(config: &Config, database: Arc<dyn Database>, files: Arc<dyn Files>) -> std::io::Result<Self> {
        let listener = listen(config.bind)?;
        let address = listener.local_addr()?;
        let state = web::Data::new(State {
            database,
            files,
            signer: Arc::new(Signer::new(&config.secret).map_err(std::io::Error::other)?),
            authority: Authority::new(config.auth_failures_per_minute),
            throttle: Throttle::new(),
            origins: Origins::new(config.base_url.clone(), config.trusted_proxies.clone(), address),
            monitor: Monitor::new(config.metrics_token.clone()).map_err(std::io::Error::other)?,
            rate_limit_per_minute: config.rate_limit_per_minute,
            max_page_size: i64::from(config.max_page_size),
            deadlines: config.deadlines,
        });
        let admission = Admission::of(most_connections(config.max_connections), config.trusted_proxies.clone());
        let builder = actix_server::Server::build();
        let stopping = builder.graceful_shutdown_signal();
        let (origins, deadlines) = (config.cors_origins.clone(), config.deadlines);
        let server = builder
            .workers(config.workers)
            .max_concurrent_connections(admission.most().saturating_add(TO_REFUSE))
            .shutdown_timeout(LAST_REQUESTS)
            .disable_signals()
            .listen("uplift", listener, move || {
                let stopping = stopping.clone();
                let app = application(state.clone(), origins.as_slice().into()).into_factory();
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
        Ok(Self { address, running: server.run(), terminate, interrupt })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until SIGTERM or SIGINT, then finishes what is in flight, for 30 seconds at most.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn run(self) -> std::io::Result<()> {
        let Self { running, mut terminate, mut interrupt, .. } = self;
        let handle: ServerHandle = running.handle();
        actix_web::rt::spawn(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            log::info!("stopping: requests in flight are finished first");
            handle.stop(true).await;
        });
        running.await
    }
}

/// The routes, with what goes around each of them.
fn application(
    state: web::Data<State>,
    origins: Rc<[String]>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    let called = !origins.is_empty();
    let allow = cors(&origins);
    App::new()
        .app_data(state)
        .wrap(Condition::new(called, allow))
        .wrap(Condition::new(
            called,
            from_fn(move |request, next| without_foreign_preflight(Rc::clone(&origins), request, next)),
        ))
        .wrap(from_fn(envelope::wrap))
        .configure(api)
        .configure(beside)
        .configure(docs::configure)
        .default_service(web::to(unknown))
}

/// Listens on the address; port 0 picks a free one.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    socket.set_reuse_address(true)?;
    // What is accepted here inherits it.
    #[cfg(target_os = "linux")]
    socket.set_tcp_notsent_lowat(UNSENT)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// How many connections there may be: as many as the operator says, or as the limit of open files allows.
fn most_connections(said: Option<usize>) -> usize {
    let affordable = affordable(raise());
    let most = said.unwrap_or(affordable);
    if most > affordable {
        log::warn!("UPLIFT_MAX_CONNECTIONS: the limit of open files may not allow {most} connections");
    }
    log::debug!("{most} connections are allowed");
    most
}

/// The operations of the interface: a scope for each first segment, in it a resource for each path. The router tries
/// them one after the other, and a scope that does not match spares it all that is in there.
fn api(config: &mut web::ServiceConfig) {
    let mut scopes: Vec<(&str, Vec<Path>)> = Vec::new();
    for operation in operations() {
        let (first, rest) = operation.scope();
        let at = position(&mut scopes, first);
        let Some((_, paths)) = scopes.get_mut(at) else { continue };
        let at = position(paths, rest);
        if let Some((_, of_path)) = paths.get_mut(at) {
            of_path.push(operation);
        }
    }
    for (first, paths) in scopes {
        let mut scope = web::scope(&format!("/api{first}"));
        for (rest, of_path) in paths {
            let allowed = allowed(&of_path);
            let refuse = move |state, request, payload| refuse_method(state, request, payload, allowed.clone());
            let resource = of_path.iter().fold(web::resource(rest), |resource, operation| route(resource, operation));
            scope = scope.service(resource.default_service(web::to(refuse)));
        }
        config.service(scope.default_service(web::to(unknown)));
    }
}

/// A path within its scope, with its operations.
type Path = (&'static str, Vec<&'static Operation>);

/// Where the entry of this name stands, which is added if it is not there.
fn position<'a, T>(entries: &mut Vec<(&'a str, Vec<T>)>, name: &'a str) -> usize {
    entries.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
        entries.push((name, Vec::new()));
        entries.len() - 1
    })
}

fn route(resource: Resource, operation: &'static Operation) -> Resource {
    let method = guard::Method(operation.method.clone());
    let route = if operation.method == Method::GET {
        web::route().guard(guard::Any(method).or(guard::Head()))
    } else {
        web::route().guard(method)
    };
    resource.route(route.to(move |state, request, payload| pass(operation, state, request, payload)))
}

/// The methods of a path, as the `Allow` header lists them.
fn allowed(operations: &[&Operation]) -> String {
    let mut methods = Vec::new();
    for operation in operations {
        methods.push(operation.method.as_str());
        if operation.method == Method::GET {
            methods.push("HEAD");
        }
    }
    methods.join(", ")
}

async fn refuse_method(
    state: web::Data<State>,
    request: HttpRequest,
    payload: web::Payload,
    allowed: String,
) -> HttpResponse {
    let (method, path) = (request.method(), request.path().trim_matches('/'));
    let mut response = if method == Method::OPTIONS {
        HttpResponse::Ok().finish()
    } else {
        let text = format!("The {method} method is not supported for route {path}. Supported methods: {allowed}.");
        problem::message(StatusCode::METHOD_NOT_ALLOWED, &text)
    };
    if let Ok(allowed) = allowed.parse() {
        response.headers_mut().insert(ALLOW, allowed);
    }
    finish(&request, Paced::new(payload.into_inner(), state.deadlines.body), None, response).await
}

async fn unknown(state: web::Data<State>, request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let text = format!("The route {} could not be found.", request.path().trim_matches('/'));
    let response = problem::message(StatusCode::NOT_FOUND, &text);
    finish(&request, Paced::new(payload.into_inner(), state.deadlines.body), None, response).await
}

/// What stands beside the interface: health, metrics and the document.
fn beside(config: &mut web::ServiceConfig) {
    let get = || web::route().guard(guard::Any(guard::Get()).or(guard::Head()));
    let refuse = |state, request, payload| refuse_method(state, request, payload, "GET, HEAD".to_owned());
    let page = |path: &str, route| web::resource(path).route(route).default_service(web::to(refuse));
    config
        .service(page("/health/live", get().to(monitor::live)))
        .service(page("/health/ready", get().to(monitor::ready)))
        .service(page("/metrics", get().to(monitor::metrics)))
        .service(page("/openapi.json", get().to(|| async { HttpResponse::Ok().json(&*openapi::DOCUMENT) })));
}
