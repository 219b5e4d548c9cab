//! The arguments: what the program may be called with.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use uplift_domain::RateLimit;
use uplift_domain::access::{Abilities, BillingMode, Plan, Role};
use uplift_domain::record::{Choices, Email, Name, Time, Zone};
use uplift_domain::workspace::Framework;

/// The system of record for experimentation and conversion-research teams.
#[derive(Parser)]
#[command(name = "uplift", version, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub settings: Flags,
    /// Print exactly one JSON document
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub called: Called,
}

/// The settings as flags: each wins over its variable in the environment.
#[derive(Args, Default)]
#[command(next_help_heading = "Settings")]
pub(crate) struct Flags {
    /// sqlite://PATH or postgres://…
    #[arg(long, global = true, value_name = "URL")]
    pub database_url: Option<String>,
    /// Address to listen on
    #[arg(long, global = true, value_name = "ADDRESS:PORT")]
    pub bind: Option<String>,
    /// Public base address, ending in /api
    #[arg(long, global = true, value_name = "URL")]
    pub base_url: Option<String>,
    /// Migrate on start
    #[arg(long, global = true, value_name = "true|false")]
    pub auto_migrate: Option<String>,
    /// Copy an SQLite database before migrations are applied
    #[arg(long, global = true, value_name = "true|false")]
    pub backup_before_migrate: Option<String>,
    /// Where attachment files live
    #[arg(long, global = true, value_name = "URL")]
    pub attachments: Option<String>,
    /// Requests a minute for a key; 0 is no limit
    #[arg(long = "rate-limit-per-minute", global = true, value_name = "N")]
    pub rate_limit_per_minute: Option<String>,
    /// Refused keys a minute for a client address; 0 is no limit
    #[arg(long, global = true, value_name = "N")]
    pub auth_failures_per_minute: Option<String>,
    /// Requests a minute of a client to a public form; 0 is no limit
    #[arg(long, global = true, value_name = "N")]
    pub public_requests_per_minute: Option<String>,
    /// Responses a minute that a client may send to a public form; 0 is no limit
    #[arg(long, global = true, value_name = "N")]
    pub public_responses_per_minute: Option<String>,
    /// Where rate limits are counted
    #[arg(long, global = true, value_name = "memory")]
    pub rate_limit_store: Option<String>,
    /// Cap and default of a page's size
    #[arg(long, global = true, value_name = "N")]
    pub max_page_size: Option<String>,
    /// Cap of the records that one answer includes
    #[arg(long, global = true, value_name = "N")]
    pub max_included: Option<String>,
    /// HTTP workers
    #[arg(long, global = true, value_name = "N")]
    pub workers: Option<String>,
    /// Connections in all; a fifth of them from one address
    #[arg(long, global = true, value_name = "N")]
    pub max_connections: Option<String>,
    /// Database connections that read
    #[arg(long, global = true, value_name = "N")]
    pub db_pool: Option<String>,
    /// How long a read may take, waiting included
    #[arg(long, global = true, value_name = "SECONDS")]
    pub read_timeout_seconds: Option<String>,
    /// Addresses and networks whose forwarded headers count
    #[arg(long, global = true, value_name = "LIST")]
    pub trusted_proxies: Option<String>,
    /// Origins from which a browser may call
    #[arg(long, global = true, value_name = "LIST")]
    pub cors_origins: Option<String>,
    /// Bearer that opens /metrics beyond this machine
    #[arg(long, global = true, value_name = "TOKEN")]
    pub metrics_token: Option<String>,
    /// text or json
    #[arg(long, global = true, value_name = "FORMAT")]
    pub log_format: Option<String>,
}

/// What the program is called for.
#[derive(Subcommand)]
pub(crate) enum Called {
    #[command(flatten)]
    Command(Command),
    #[command(flatten)]
    Program(ProgramAct),
}

/// What is done by the settings.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve the interface until SIGTERM or SIGINT
    Serve {
        /// Serve nothing; tell every fault that would be in the way
        #[arg(long)]
        check: bool,
    },
    /// Apply pending migrations
    Migrate {
        /// Apply nothing; tell what is pending
        #[arg(long)]
        status: bool,
    },
    /// Seed the demo workspace once, and make fresh keys for it
    Demo {
        /// Leave the keys of the latest runs valid
        #[arg(long)]
        keep: bool,
    },
    /// Create, show and change teams
    #[command(subcommand)]
    Team(TeamAct),
    /// Add, change and remove the members of a team
    #[command(subcommand)]
    User(UserAct),
    /// Create, list and revoke keys
    #[command(subcommand)]
    Key(KeyAct),
    /// Change the secret that addresses of files are signed with
    #[command(subcommand)]
    Secret(SecretAct),
    /// Copy the live database and the attachment files into a folder
    Backup { folder: PathBuf },
    /// Bring back what `backup` copied
    Restore { folder: PathBuf },
    /// Print the OpenAPI document
    Openapi,
    /// Check the database, the store of attachments and the clock
    Doctor {
        /// Also count every counter again and hash every file again
        #[arg(long)]
        deep: bool,
    },
}

#[derive(Subcommand)]
pub(crate) enum TeamAct {
    /// Create a team with its owner
    Create {
        #[arg(long, value_parser = name)]
        name: Name,
        #[arg(long, value_parser = email)]
        owner_email: Email,
        #[arg(long, value_parser = name)]
        owner_name: Name,
        #[arg(long, value_parser = word::<Plan>(), default_value = "enterprise")]
        plan: Plan,
        #[arg(long, value_parser = zone, default_value = "UTC", value_name = "IANA")]
        timezone: Zone,
    },
    /// List the teams
    List,
    /// Show a team
    Show { id: i64 },
    /// Change a team
    Set {
        id: i64,
        #[arg(long, value_parser = name)]
        name: Option<Name>,
        #[arg(long, value_parser = zone, value_name = "IANA")]
        timezone: Option<Zone>,
        #[arg(long, value_parser = framework())]
        framework: Option<Framework>,
    },
    /// Set the billing mode of a team
    Billing {
        id: i64,
        #[arg(long, value_parser = word::<BillingMode>())]
        mode: BillingMode,
        #[arg(long, value_parser = moment, value_name = "RFC3339")]
        grace_period_ends_at: Option<Time>,
    },
    /// Set the plan of a team
    Plan {
        id: i64,
        #[arg(long, value_parser = word::<Plan>())]
        plan: Plan,
    },
    /// Delete a team with everything that it has; where that was interrupted, go on
    Delete {
        id: i64,
        /// The name of the team
        #[arg(long, value_name = "NAME")]
        confirm: String,
    },
}

#[derive(Subcommand)]
pub(crate) enum UserAct {
    /// Add a member to a team
    Add {
        #[arg(long, value_name = "ID")]
        team: i64,
        #[arg(long, value_parser = email)]
        email: Email,
        #[arg(long, value_parser = name)]
        name: Name,
        #[arg(long, value_parser = word::<Role>())]
        role: Role,
    },
    /// Give a member another role
    Role {
        #[arg(long, value_name = "ID")]
        team: i64,
        #[arg(long, value_name = "ID")]
        user: i64,
        #[arg(long, value_parser = word::<Role>())]
        role: Role,
    },
    /// List the people of a team, or of all teams
    List {
        #[arg(long, value_name = "ID")]
        team: Option<i64>,
    },
    /// Show somebody, with the teams in which they are
    Show { id: i64 },
    /// Forget who somebody is, in every team; what they recorded stays, and so does the log
    Erase {
        id: i64,
        /// The address of theirs
        #[arg(long, value_name = "EMAIL")]
        confirm: String,
    },
    /// Remove a member; what they recorded stays
    Remove {
        #[arg(long, value_name = "ID")]
        team: i64,
        #[arg(long, value_name = "ID")]
        user: i64,
    },
}

#[derive(Subcommand)]
pub(crate) enum KeyAct {
    /// Make a key; its token is shown this once
    Create {
        #[arg(long, value_name = "ID")]
        team: i64,
        #[arg(long, value_name = "ID")]
        user: i64,
        #[arg(long, value_parser = name)]
        name: Name,
        #[arg(long, value_parser = Abilities::parse, value_name = "read,write")]
        abilities: Abilities,
        #[arg(long, value_parser = moment, value_name = "RFC3339")]
        expires_at: Option<Time>,
        /// Requests a minute for this key, at most 100000; 0 is no limit
        #[arg(long, value_parser = rate_limit, value_name = "N")]
        rate_limit: Option<RateLimit>,
    },
    /// List the keys of a team
    List {
        #[arg(long, value_name = "ID")]
        team: i64,
    },
    /// Give a key another secret; its token is shown this once
    Rotate {
        id: i64,
        #[arg(long, value_parser = moment, value_name = "RFC3339")]
        expires_at: Option<Time>,
    },
    /// Revoke a key
    Revoke { id: i64 },
}

#[derive(Subcommand)]
pub(crate) enum SecretAct {
    /// Take another secret: no address that was signed before opens anything
    Rotate,
}

/// What the program tells of itself, whatever the settings are.
#[derive(Subcommand)]
pub(crate) enum ProgramAct {
    /// Print the completions for a shell
    Completions { shell: Shell },
    /// Print the manual page
    Manual,
}

/// Reads a word of a vocabulary, which the help lists.
fn word<W: Choices + Send + Sync>() -> impl TypedValueParser<Value = W> {
    PossibleValuesParser::new(W::NAMES)
        .try_map(|name| W::from_name(&name).ok_or_else(|| format!("{name} is not one of {}", W::NAMES.join(", "))))
}

/// Reads one of the frameworks that need nothing of the team.
fn framework() -> impl TypedValueParser<Value = Framework> {
    let names = Framework::ALL.iter().filter(|it| **it != Framework::Custom).map(|it| it.name());
    let unknown = |name: String| Framework::from_name(&name).ok_or_else(|| format!("{name} is no framework"));
    PossibleValuesParser::new(names).try_map(unknown)
}

fn name(text: &str) -> Result<Name, String> {
    Name::parse(text.trim()).map_err(|error| error.about("name"))
}

fn email(text: &str) -> Result<Email, String> {
    Email::parse(text.trim()).map_err(|error| error.about("email"))
}

fn rate_limit(text: &str) -> Result<RateLimit, String> {
    let number = text.trim().parse().ok().and_then(RateLimit::new);
    number.ok_or_else(|| "expected a whole number from 0 to 100000".to_owned())
}

fn zone(text: &str) -> Result<Zone, String> {
    Zone::parse(text.trim())
        .map_err(|_unknown| "expected a time zone by its IANA name, such as Europe/Berlin".to_owned())
}

fn moment(text: &str) -> Result<Time, String> {
    Time::parse(text).ok_or_else(|| "expected RFC 3339, such as 2026-01-02T03:04:05Z, or a date".to_owned())
}
