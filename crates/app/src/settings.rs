//! The settings: flags win over the environment, the environment over `.env`.

mod addresses;
mod environment;
mod given;
pub(crate) mod stores;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::str::FromStr as _;
use std::time::Duration;

use anyhow::{Result, bail};
use ipnet::IpNet;
use log::LevelFilter;
use uplift_persistence::Source;

use crate::arguments::Flags;
use crate::settings::environment::{DotEnv, in_environment, set};
use crate::settings::given::Given;
use crate::settings::stores::{Attachments, RateLimitStore, aws_variables, database_name};
use crate::variables;

/// More workers the HTTP library does not start.
const MOST_WORKERS: usize = 512;

/// How long a read may take unless it is said.
const READ_TIMEOUT: Duration = Duration::from_secs(15);

/// What the library that logs is set by, in any program: it has no flag.
const LOG_LEVELS: &str = "RUST_LOG";

const ADDRESS: &str = "ADDRESS:PORT with an IP address, such as 127.0.0.1:8080";

/// The settings, each parsed once.
#[derive(Clone)]
pub(crate) struct Settings {
    pub source: Source,
    /// What the database is called where no password may stand.
    pub database: String,
    pub bind: SocketAddr,
    pub base_url: Option<String>,
    pub auto_migrate: bool,
    /// Whether an SQLite database is copied before migrations are applied to it.
    pub backup_before_migrate: bool,
    /// Where the attachment files are.
    pub attachments: Attachments,
    pub rate_limit_store: RateLimitStore,
    pub rate_limit_per_minute: u32,
    pub auth_failures_per_minute: u32,
    /// Requests a minute of one client to one public form or report, and the responses among them; 0 is no limit.
    pub public_requests_per_minute: u32,
    pub public_responses_per_minute: u32,
    pub max_page_size: u32,
    pub max_included: u32,
    pub workers: usize,
    pub max_connections: Option<usize>,
    pub db_pool: Option<u32>,
    /// How long a read may take, waiting included.
    pub read_timeout: Duration,
    pub trusted_proxies: Vec<IpNet>,
    pub cors_origins: Vec<String>,
    pub metrics_token: Option<String>,
    pub log_format: LogFormat,
    /// From which level on what is logged, where it is said.
    pub log_levels: Option<String>,
}

/// What is wrong with the settings.
pub(crate) struct Faults {
    /// Each fault, as a line.
    pub told: Vec<String>,
    /// The variables whose values are refused.
    pub wrong: Vec<String>,
    /// The settings as they are without those, where they can be read.
    pub others: Option<Settings>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

impl Given {
    fn log_format(&self) -> Result<LogFormat> {
        match self.value.as_deref() {
            None | Some("text") => Ok(LogFormat::Text),
            Some("json") => Ok(LogFormat::Json),
            Some(_) => self.refuse("text or json"),
        }
    }

    fn log_levels(self) -> Result<Option<String>> {
        match self.value.as_deref().map(are_levels) {
            Some(false) => self.refuse("levels such as info, or warn,uplift=debug"),
            Some(true) | None => Ok(self.value),
        }
    }
}

/// Whether what is logged can be read off this. A word by itself is a level, or a target that begins like a crate that
/// logs: any other, such as a level that is misspelt, would be the target of nothing, and nothing would be logged.
fn are_levels(said: &str) -> bool {
    let (directives, _) = said.split_once('/').unwrap_or((said, ""));
    let is_known = |it: &str| {
        let is_target = ["uplift", "actix"].iter().any(|log| it.starts_with(log));
        it.is_empty() || it.contains('=') || LevelFilter::from_str(it).is_ok() || is_target
    };
    directives.split(',').map(str::trim).all(is_known) && env_filter::Builder::new().try_parse(said).is_ok()
}

impl Settings {
    /// Reads the settings of this process.
    ///
    /// # Errors
    /// One line that names the variable, its value and what is accepted.
    pub(crate) fn read(flags: &Flags) -> Result<Self> {
        let file = DotEnv::here()?;
        if let Some(unknown) = variables::unknown(set(&file)).first() {
            bail!("{unknown}");
        }
        let mut settings = Self::from(flags, &file, in_environment)?;
        if let Attachments::Bucket(bucket) = &mut settings.attachments {
            bucket.variables = aws_variables(&file.0);
        }
        Ok(settings)
    }

    /// Everything that is wrong with the settings, and what can be gone by beside.
    pub(crate) fn faults(flags: &HashMap<String, String>) -> Faults {
        let file = match DotEnv::here() {
            Ok(file) => file,
            Err(error) => return Faults { told: vec![format!("{error:#}")], wrong: Vec::new(), others: None },
        };
        let mut told = variables::unknown(set(&file));
        let sound_value = |variable: &str| -> Result<Option<String>> {
            let value = file.value(variable, flags.get(variable).map(String::as_str), in_environment)?;
            // Read alone, it shows its own faults and no others.
            if let Some(value) = &value {
                Self::of(HashMap::from([(variable.to_owned(), value.clone())]))?;
            }
            Ok(value)
        };
        let (mut wrong, mut sound) = (Vec::new(), HashMap::new());
        for variable in variables::known().into_iter().chain([LOG_LEVELS.to_owned()]) {
            match sound_value(&variable) {
                Ok(value) => sound.extend(value.map(|value| (variable, value))),
                Err(error) => {
                    told.push(format!("{error:#}"));
                    wrong.push(variable);
                }
            }
        }
        Faults { told, wrong, others: Self::of(sound).ok() }
    }

    /// The settings that these variables make.
    fn of(variables: HashMap<String, String>) -> Result<Self> {
        Self::from(&Flags::default(), &DotEnv(variables), |_| Ok(None))
    }

    fn from(flags: &Flags, file: &DotEnv, environment: impl Fn(&str) -> Result<Option<String>>) -> Result<Self> {
        let given = |variable: &'static str, flag: &Option<String>| -> Result<Given> {
            Ok(Given { variable, value: file.value(variable, flag.as_deref(), &environment)? })
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let database = given("DATABASE_URL", &flags.database_url)?;
        let source = database.secret("sqlite://PATH or postgres://USER:PASSWORD@HOST/DATABASE", |url| {
            Source::parse(url.unwrap_or("sqlite://data/uplift.db")).map_err(|error| format!("{error:#}"))
        })?;
        Ok(Self {
            database: database_name(&source, database.value.as_deref()),
            bind: given("UPLIFT_BIND", &flags.bind)?.or(ADDRESS, SocketAddr::from(([127, 0, 0, 1], 8080)))?,
            base_url: given("UPLIFT_BASE_URL", &flags.base_url)?.base_url()?,
            auto_migrate: given("UPLIFT_AUTO_MIGRATE", &flags.auto_migrate)?
                .or("true or false", source.file().is_some())?,
            backup_before_migrate: given("UPLIFT_BACKUP_BEFORE_MIGRATE", &flags.backup_before_migrate)?
                .or("true or false", true)?,
            attachments: given("UPLIFT_ATTACHMENTS", &flags.attachments)?.attachments()?,
            rate_limit_store: given("UPLIFT_RATE_LIMIT_STORE", &flags.rate_limit_store)?.rate_limit_store()?,
            rate_limit_per_minute: given("UPLIFT_RATE_LIMIT_PER_MINUTE", &flags.rate_limit_per_minute)?
                .between(0, u32::MAX)?
                .unwrap_or(120),
            auth_failures_per_minute: given("UPLIFT_AUTH_FAILURES_PER_MINUTE", &flags.auth_failures_per_minute)?
                .between(0, u32::MAX)?
                .unwrap_or(60),
            public_requests_per_minute: given("UPLIFT_PUBLIC_REQUESTS_PER_MINUTE", &flags.public_requests_per_minute)?
                .between(0, u32::MAX)?
                .unwrap_or(120),
            public_responses_per_minute: given(
                "UPLIFT_PUBLIC_RESPONSES_PER_MINUTE",
                &flags.public_responses_per_minute,
            )?
            .between(0, u32::MAX)?
            .unwrap_or(10),
            max_page_size: given("UPLIFT_MAX_PAGE_SIZE", &flags.max_page_size)?.between(1, 10_000)?.unwrap_or(30),
            max_included: given("UPLIFT_MAX_INCLUDED", &flags.max_included)?.between(1, 1_000_000)?.unwrap_or(5_000),
            workers: given("UPLIFT_WORKERS", &flags.workers)?
                .between(1, MOST_WORKERS)?
                .unwrap_or(cores.min(MOST_WORKERS)),
            max_connections: given("UPLIFT_MAX_CONNECTIONS", &flags.max_connections)?.between(1, 1_000_000)?,
            db_pool: given("UPLIFT_DB_POOL", &flags.db_pool)?.between(1, 1000)?,
            read_timeout: given("UPLIFT_READ_TIMEOUT_SECONDS", &flags.read_timeout_seconds)?
                .between(1, 3600)?
                .map_or(READ_TIMEOUT, Duration::from_secs),
            trusted_proxies: given("UPLIFT_TRUSTED_PROXIES", &flags.trusted_proxies)?.networks()?,
            cors_origins: given("UPLIFT_CORS_ORIGINS", &flags.cors_origins)?.origins()?,
            metrics_token: given("UPLIFT_METRICS_TOKEN", &flags.metrics_token)?.value,
            log_format: given("UPLIFT_LOG_FORMAT", &flags.log_format)?.log_format()?,
            log_levels: given(LOG_LEVELS, &None)?.log_levels()?,
            source,
        })
    }
}

#[cfg(test)]
mod tests;
