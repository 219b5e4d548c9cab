//! `uplift serve`.

use std::net::SocketAddr;

use anyhow::{Context, Result};
use serde_json::json;
use uplift_http::{Config, Server};

use crate::output::Output;
use crate::settings::Settings;
use crate::workspace::Workspace;

/// Serves until the process is told to stop, then finishes what is in flight.
pub(crate) fn serve(settings: &Settings, output: Output) -> Result<()> {
    let workspace = Workspace::open(settings)?;
    let config = Config {
        bind: settings.bind,
        base_url: settings.base_url.clone(),
        rate_limit_per_minute: settings.rate_limit_per_minute,
        auth_failures_per_minute: settings.auth_failures_per_minute,
        max_page_size: settings.max_page_size,
        workers: settings.workers,
        trusted_proxies: settings.trusted_proxies.clone(),
        cors_origins: settings.cors_origins.clone(),
        metrics_token: settings.metrics_token.clone(),
    };
    actix_web::rt::System::new().block_on(async {
        let server = Server::bind(&config, workspace.database.clone())
            .with_context(|| format!("UPLIFT_BIND: cannot listen on {}", settings.bind))?;
        let (listening, base_url) = (format!("http://{}", server.address()), base_url(settings, server.address()));
        let document = json!({"listening": listening, "base_url": base_url});
        output.print(&document, || format!("Uplift serves {base_url}\nDocumentation: {}", docs_url(&base_url)));
        server.run().await.context("the server failed")
    })
}

/// The base address that is told to people: the public one where it is set.
pub(crate) fn base_url(settings: &Settings, address: SocketAddr) -> String {
    settings.base_url.clone().unwrap_or_else(|| format!("http://{address}/api"))
}

/// Where the documentation is read.
pub(crate) fn docs_url(base_url: &str) -> String {
    format!("{}/docs", base_url.trim_end_matches("/api"))
}
