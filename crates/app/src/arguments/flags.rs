//! The settings as flags.

use clap::Args;

/// The settings as flags: each wins over its variable in the environment.
#[derive(Args, Default)]
#[command(next_help_heading = "Settings")]
pub(crate) struct Flags {
    /// sqlite://PATH or postgres://… [default: sqlite://data/uplift.db]
    #[arg(long, global = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// Address to listen on [default: 127.0.0.1:8080]
    #[arg(long, global = true, value_name = "ADDRESS:PORT")]
    pub bind: Option<String>,
    /// Public base address, ending in /api [default: as a request names it]
    #[arg(long, global = true, value_name = "URL")]
    pub base_url: Option<String>,
    /// Migrate on start [default: true on SQLite, false on PostgreSQL]
    #[arg(long, global = true, value_name = "true|false")]
    pub auto_migrate: Option<String>,
    /// Copy an SQLite database before migrations are applied [default: true]
    #[arg(long, global = true, value_name = "true|false")]
    pub backup_before_migrate: Option<String>,
    /// Where attachment files live: file://PATH or s3://BUCKET/PREFIX [default: file://data/attachments]
    #[arg(long, global = true, value_name = "URL")]
    pub attachments: Option<String>,
    /// Requests a minute for a key; 0 is no limit [default: 120]
    #[arg(long = "rate-limit-per-minute", global = true, value_name = "N")]
    pub rate_limit_per_minute: Option<String>,
    /// Refused keys a minute for a client address; 0 is no limit [default: 60]
    #[arg(long, global = true, value_name = "N")]
    pub auth_failures_per_minute: Option<String>,
    /// Requests a minute of a client to a public form or report; 0 is no limit [default: 120]
    #[arg(long, global = true, value_name = "N")]
    pub public_requests_per_minute: Option<String>,
    /// Responses a minute that a client may send to a public form; 0 is no limit [default: 10]
    #[arg(long, global = true, value_name = "N")]
    pub public_responses_per_minute: Option<String>,
    /// Where rate limits are counted: memory, or redis:// or rediss:// for several servers together [default: memory]
    #[arg(long, global = true, value_name = "memory|URL")]
    pub rate_limit_store: Option<String>,
    /// Cap and default of a page's size [default: 30]
    #[arg(long, global = true, value_name = "N")]
    pub max_page_size: Option<String>,
    /// Cap of the records that one answer includes [default: 5000]
    #[arg(long, global = true, value_name = "N")]
    pub max_included: Option<String>,
    /// HTTP workers [default: one for each core]
    #[arg(long, global = true, value_name = "N")]
    pub workers: Option<String>,
    /// Connections in all; a fifth of them from one address [default: by the limit of open files, at most 20000]
    #[arg(long, global = true, value_name = "N")]
    pub max_connections: Option<String>,
    /// Database connections that read [default: one for each core, from 2 to 16; 8 more on PostgreSQL]
    #[arg(long, global = true, value_name = "N")]
    pub db_pool: Option<String>,
    /// How long a read may take, waiting included [default: 15]
    #[arg(long, global = true, value_name = "SECONDS")]
    pub read_timeout_seconds: Option<String>,
    /// Addresses and networks whose forwarded headers count [default: none]
    #[arg(long, global = true, value_name = "LIST")]
    pub trusted_proxies: Option<String>,
    /// Origins from which a browser may call [default: none]
    #[arg(long, global = true, value_name = "LIST")]
    pub cors_origins: Option<String>,
    /// Bearer that /metrics asks of everyone; without it this machine alone is shown them [default: none]
    #[arg(long, global = true, value_name = "TOKEN")]
    pub metrics_token: Option<String>,
    /// text or json [default: text]
    #[arg(long, global = true, value_name = "FORMAT")]
    pub log_format: Option<String>,
}
