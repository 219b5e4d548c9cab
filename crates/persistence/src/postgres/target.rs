//! A target is where and how a PostgreSQL server is reached, as read from a database URL.

use std::error::Error as _;
use std::io;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, SslNegotiation};
use tokio_postgres::error::SqlState;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::parameters::{Mode, Parameters};
use super::stream::Connector;
use super::tls::{self, Roots, Trust};

/// Where a server listens unless it is said.
const PORT: u16 = 5432;

/// Where and how a server is reached.
#[derive(Debug)]
pub(super) struct Target {
    config: Config,
    /// How a connection is secured at first.
    pub(super) first: SslMode,
    /// How TLS is used in a second attempt, when the first shows that the server wants it otherwise.
    pub(super) second: Option<SslMode>,
    /// Whether TLS begins without asking.
    direct: bool,
    /// How long opening a session may take altogether.
    pub(super) limit: Option<Duration>,
    trust: Option<rustls::ClientConfig>,
}

impl Target {
    /// Reads a database URL with the parameters that libpq knows.
    ///
    /// # Errors
    ///
    /// Fails with one line that never repeats a secret.
    pub(super) fn parse(url: &str) -> Result<Self> {
        let own = Parameters::take_from(url)?;
        let mut config: Config = own.rest.parse().map_err(|error| {
            // An unescaped '&' in a password makes an unknown parameter of what follows it.
            if own.has_secret {
                anyhow!("a parameter of the database URL is unknown or unusable")
            } else {
                anyhow!("the database URL is not usable: {}", describe(&error))
            }
        })?;
        check_hosts(&mut config)?;
        let timeout = own.connect_timeout()?;
        if let Some(timeout) = timeout {
            config.connect_timeout(timeout);
        }
        let patience = own.user_timeout()?;
        if let Some(patience) = patience {
            config.tcp_user_timeout(patience);
        }
        let hosts = u32::try_from(config.get_hosts().len()).unwrap_or(u32::MAX);
        let limit = timeout.map(|timeout| timeout.saturating_mul(hosts));

        let mut mode = own.mode()?;
        if is_local(&config) {
            mode = Mode::Disable;
        }
        let roots = || match own.root_certificate.as_deref() {
            None | Some("system") => Roots::from_platform(),
            Some(path) => Roots::from_file(Path::new(path)),
        };
        let trust = match mode {
            Mode::Disable => None,
            Mode::Allow | Mode::Prefer | Mode::Require => Some(Trust::Anyone),
            Mode::VerifyCa => Some(Trust::Issuer(roots()?)),
            Mode::VerifyFull => Some(Trust::Host(roots()?)),
        };
        let direct = config.get_ssl_negotiation() == SslNegotiation::Direct;
        let trust = trust.map(|trust| tls::client(trust, direct)).transpose()?;
        let (first, second) = match mode {
            Mode::Disable => (SslMode::Disable, None),
            Mode::Allow => (SslMode::Disable, Some(SslMode::Require)),
            Mode::Prefer => (SslMode::Prefer, Some(SslMode::Disable)),
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => (SslMode::Require, None),
        };
        Ok(Self { config, first, second, direct, limit, trust })
    }

    /// Names the database and its hosts, and nothing of a password: an address with an unescaped `@` in it is refused.
    pub(super) fn name(&self) -> String {
        let ports = self.config.get_ports();
        let host = |(at, host): (usize, &Host)| {
            let port = ports.get(at).or(ports.first()).copied().unwrap_or(PORT);
            match host {
                Host::Tcp(name) if name.contains(':') => format!("[{name}]:{port}"),
                Host::Tcp(name) => format!("{name}:{port}"),
                Host::Unix(folder) => format!("{}:{port}", folder.display()),
            }
        };
        let hosts: Vec<_> = self.config.get_hosts().iter().enumerate().map(host).collect();
        let name = self.config.get_dbname().or(self.config.get_user()).unwrap_or_default();
        format!("database {name} at {}", hosts.join(", "))
    }

    /// How its hosts are reached, and what secures a connection so.
    pub(super) fn reached_by(&self, mode: SslMode) -> (Config, Connector) {
        let (mut config, tls) = (self.config.clone(), self.trust.clone().map(MakeRustlsConnect::new));
        if config.get_hosts().iter().any(|host| matches!(host, Host::Unix(_))) {
            // The driver asks these servers itself, and hands over what is to be secured alone.
            config.ssl_mode(mode);
            return (config, Connector { mode: SslMode::Require, direct: true, tls });
        }
        config.ssl_mode(SslMode::Require).ssl_negotiation(SslNegotiation::Direct);
        (config, Connector { mode, direct: self.direct, tls })
    }
}

/// Whether a failed attempt may be repeated with TLS the other way, as libpq does.
pub(super) fn wants_other_tls(error: &tokio_postgres::Error) -> bool {
    let handshake = || {
        let cause = error.source()?.downcast_ref::<io::Error>()?.get_ref()?;
        Some(cause.is::<rustls::Error>())
    };
    error.code() == Some(&SqlState::INVALID_AUTHORIZATION_SPECIFICATION) || handshake().unwrap_or(false)
}

/// Puts an error and its causes on one line.
pub(super) fn describe(error: &tokio_postgres::Error) -> String {
    let mut text = match error.as_db_error() {
        Some(answer) => return answer.to_string().replace('\n', " "),
        None => error.to_string(),
    };
    let mut cause = error.source();
    while let Some(error) = cause {
        let line = error.to_string();
        if !text.ends_with(&line) {
            text = format!("{text}: {line}");
        }
        cause = error.source();
    }
    text.replace('\n', " ")
}

/// Whether a server is reached by Unix sockets alone, which are never encrypted, whatever the URL says, as with libpq.
pub(super) fn is_local(config: &Config) -> bool {
    config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_)))
}

fn check_hosts(config: &mut Config) -> Result<()> {
    if config.get_hosts().is_empty() {
        // The host is what a certificate is checked against.
        for address in config.get_hostaddrs().to_vec() {
            config.host(address.to_string());
        }
    }
    let hosts = config.get_hosts().len();
    if hosts == 0 {
        bail!("the database URL names no host; a socket is given as host=/directory");
    }
    let (addresses, ports) = (config.get_hostaddrs().len(), config.get_ports().len());
    if (addresses != 0 && addresses != hosts) || (ports > 1 && ports != hosts) {
        bail!("the database URL has not as many ports or addresses as hosts");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_named_without_any_part_of_a_password() {
        for (url, name) in [
            ("postgres://u:geheim@h:5433/d", "database d at h:5433"),
            ("postgres://u@h/", "database u at h:5432"),
            ("postgres://u:geheim@h1:1,h2:2/d", "database d at h1:1, h2:2"),
        ] {
            assert_eq!(Target::parse(&format!("{url}?sslmode=disable")).unwrap().name(), name);
        }
        assert!(Target::parse("postgres://u:ge@heim@h/d?sslmode=disable").is_err());
    }
}
