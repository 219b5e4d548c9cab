//! `uplift serve`.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use serde_json::json;
use uplift_domain::access::TeamId;
use uplift_domain::commands::forgotten_before;
use uplift_domain::ports::{After, Cancellation, Database, Files, WriteTx};
use uplift_domain::responses::{end_response, ended_responses};
use uplift_domain::workspace::address_secret_made;
use uplift_http::{Config, Deadlines, Server};

use super::doctor::{cannot_listen, listen};
use crate::files::{self, Sweeps};
use crate::output::Output;
use crate::settings::Settings;
use crate::windows;
use crate::workspace::{self, Use, Workspace};

/// How many requests are forgotten in one transaction.
const FORGOTTEN_AT_ONCE: i64 = 500;

/// How many responses are found at once whose edit tokens have ended.
const ENDED_AT_ONCE: i64 = 500;

/// How long the first request waits until what the server stands on was looked at, and the files swept.
const FIRST: Duration = Duration::from_secs(2);

const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// Serves until the process is told to stop, then finishes what is in flight.
pub(crate) fn serve(settings: &Settings, output: Output) -> Result<()> {
    // A server that cannot listen makes and migrates nothing.
    listen(settings).map_err(|error| anyhow!(error))?;
    let workspace = Workspace::open(settings, Use::Make)?;
    let files = files::open(settings, &workspace.database)?;
    let secret = workspace.write(|tx| address_secret_made(tx))?;
    let config = Config {
        bind: settings.bind,
        base_url: settings.base_url.clone(),
        rate_limit_per_minute: settings.rate_limit_per_minute,
        auth_failures_per_minute: settings.auth_failures_per_minute,
        public_requests_per_minute: settings.public_requests_per_minute,
        public_responses_per_minute: settings.public_responses_per_minute,
        max_page_size: settings.max_page_size,
        max_included: settings.max_included,
        workers: settings.workers,
        max_connections: settings.max_connections,
        deadlines: Deadlines::default(),
        trusted_proxies: settings.trusted_proxies.clone(),
        cors_origins: settings.cors_origins.clone(),
        metrics_token: settings.metrics_token.clone(),
        secret,
    };
    actix_web::rt::System::new().block_on(async {
        let windows = windows::open(settings, &workspace.database)?;
        let server = Server::bind(&config, workspace.database.clone(), Arc::clone(&files), windows)
            .with_context(|| cannot_listen(settings))?;
        // What a crash left behind is gone before the first request, unless there is very much of it.
        let (readiness, stored, database) =
            (server.report_readiness(), Arc::clone(&files), Arc::clone(&workspace.database));
        let begun = actix_web::rt::spawn(async move {
            readiness.await;
            sweep_and_tell(&mut Sweeps::default(), stored.as_ref(), &database).await;
        });
        let _ = actix_web::rt::time::timeout(FIRST, begun).await;
        let stopped = Cancellation::default();
        actix_web::rt::spawn(sweep_every_hour(files, Arc::clone(&workspace.database), stopped.clone()));
        let (listening, base_url) = (format!("http://{}", server.address()), base_url(settings, server.address()));
        let database = settings.source.file().map_or("PostgreSQL".to_owned(), |file| file.display().to_string());
        let (version, files, workers) = (env!("CARGO_PKG_VERSION"), &settings.attachments, settings.workers);
        log::info!(
            "version {version} listens on {listening}; database {database}, attachments {files}, {workers} workers"
        );
        let document = json!({"listening": listening, "base_url": base_url});
        let told = output.print(&document, || {
            let (docs, app) = (docs_url(&base_url), app_url(&base_url));
            format!("Uplift serves {base_url}\nDocumentation: {docs}\nDashboard:     {app}")
        });
        // A server can read, and be read from, where the disk takes nothing more.
        told.unwrap_or_else(|error| log::warn!("{error:#}"));
        let served = server.run().await.context("the server failed");
        stopped.cancel();
        served
    })
}

async fn sweep_every_hour(files: Arc<dyn Files>, database: Arc<dyn Database>, stopped: Cancellation) {
    let mut sweeps = Sweeps::default();
    loop {
        tidy_and_tell(Arc::clone(&database), stopped.clone()).await;
        actix_web::rt::time::sleep(SWEEP_EVERY).await;
        sweep_and_tell(&mut sweeps, files.as_ref(), &database).await;
    }
}

/// Removes what a team has no use for any more, until the server is stopped: its end waits for this.
type TidyUp = fn(&Arc<dyn Database>, TeamId, &Cancellation) -> Result<()>;

/// What is tidied up after each team, and what may be so where that fails.
const TIDYING: [(TidyUp, &str); 2] = [
    (forget_requests, "requests may be remembered for too long"),
    (end_responses, "files that nobody can name any more may remain"),
];

/// Tidies up after each team, whatever hinders it at another.
async fn tidy_and_tell(database: Arc<dyn Database>, stopped: Cancellation) {
    let tidy = move || -> Result<()> {
        for team in workspace::read(&database, |tx| tx.teams())? {
            for (tidy, otherwise) in TIDYING {
                if stopped.is_cancelled() {
                    return Ok(());
                }
                if let Err(error) = tidy(&database, TeamId::new(team.id.get()), &stopped) {
                    log::warn!("team {}: {otherwise}: {error:#}", team.id.get());
                }
            }
        }
        Ok(())
    };
    if let Ok(Err(error)) = actix_web::rt::task::spawn_blocking(tidy).await {
        log::warn!("no team is tidied up after: {error:#}");
    }
}

/// Forgets the requests that may no longer be repeated under their idempotency keys, a few at a time.
fn forget_requests(database: &Arc<dyn Database>, team: TeamId, stopped: &Cancellation) -> Result<()> {
    let some = move |tx: &mut dyn WriteTx| {
        let before = forgotten_before(tx.now());
        tx.forget_requests(team, before, FORGOTTEN_AT_ONCE)
    };
    while !stopped.is_cancelled() && workspace::write(database, some)? > 0 {}
    Ok(())
}

/// Removes what was sent with responses whose edit tokens have ended and that no answer names, one response at a time.
fn end_responses(database: &Arc<dyn Database>, team: TeamId, stopped: &Cancellation) -> Result<()> {
    let mut after = After { id: 0, most: ENDED_AT_ONCE };
    loop {
        let ended = workspace::read(database, move |tx| ended_responses(tx, team, after))?;
        let Some(last) = ended.last() else { return Ok(()) };
        after.id = last.get();
        for id in ended {
            if stopped.is_cancelled() {
                return Ok(());
            }
            workspace::write(database, move |tx| end_response(tx, team, id))?;
        }
    }
}

async fn sweep_and_tell(sweeps: &mut Sweeps, files: &dyn Files, database: &Arc<dyn Database>) {
    match sweeps.sweep(files, database).await {
        Ok(0) => {}
        Ok(removed) => log::info!("removed {removed} files that no record names"),
        Err(error) => log::warn!("files that no record names may remain: {error:#}"),
    }
}

/// The base address that is told to people: the public one where it is set.
pub(crate) fn base_url(settings: &Settings, address: SocketAddr) -> String {
    settings.base_url.clone().unwrap_or_else(|| format!("http://{address}/api"))
}

/// Where people answer the form of this token.
pub(crate) fn page_url(base_url: &str, token: &str) -> String {
    beneath(base_url, &format!("/f/{token}"))
}

/// Where the documentation is read.
pub(crate) fn docs_url(base_url: &str) -> String {
    beneath(base_url, "/docs")
}

/// The address of the dashboard.
pub(crate) fn app_url(base_url: &str) -> String {
    beneath(base_url, "/app")
}

/// The address of what stands at this path, as the interface stands at `/api`.
fn beneath(base_url: &str, path: &str) -> String {
    format!("{}{path}", base_url.strip_suffix("/api").unwrap_or(base_url))
}
