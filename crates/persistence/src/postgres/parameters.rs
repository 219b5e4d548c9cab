//! A parameter is what a database URL says beyond where the server is.

use std::borrow::Cow;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use percent_encoding::percent_decode_str;

/// How long a server may take to accept a connection when the URL does not say.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long sent data may stay unacknowledged when the URL does not say.
const USER_TIMEOUT: Duration = Duration::from_secs(30);

/// What the URL may override, put before its own parameters because the last one counts.
const DEFAULTS: &str = "application_name=uplift&keepalives_idle=30&keepalives_interval=10&keepalives_retries=3";

/// How much TLS is asked for, by libpq's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Disable,
    Allow,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

/// The parameters that are dealt with here, and the URL without them.
#[derive(Default)]
pub(super) struct Parameters {
    pub(super) rest: String,
    pub(super) has_secret: bool,
    mode: Option<String>,
    pub(super) root_certificate: Option<String>,
    connect_timeout: Option<String>,
    user_timeout: Option<String>,
}

impl Parameters {
    pub(super) fn take_from(url: &str) -> Result<Self> {
        let (_, place) = url
            .split_once("://")
            .filter(|(scheme, _)| matches!(*scheme, "postgres" | "postgresql"))
            .context("the database URL does not begin with postgres:// or postgresql://")?;
        // A reserved character within a password moves part of it to where a host, a database or a
        // parameter is read and reported.
        let (login, place) = place.rsplit_once('@').unwrap_or(("", place));
        let user = login.split_once(':').map_or(login, |(user, _)| user);
        if login.contains('@') || user.contains(['/', '?']) {
            bail!("the database URL has an '@' too many; write it as %40");
        }
        let (place, query) = place.split_once('?').unwrap_or((place, ""));

        let mut own = Self::default();
        let mut stored = DEFAULTS.to_owned();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').context("a parameter of the database URL has no value")?;
            let key = decode(key)?;
            let slot = match &*key {
                "sslmode" => &mut own.mode,
                "sslrootcert" => &mut own.root_certificate,
                "connect_timeout" => &mut own.connect_timeout,
                "tcp_user_timeout" => &mut own.user_timeout,
                // There is no GSSAPI here, and that is what this parameter can ask for.
                "gssencmode" if matches!(value, "disable" | "prefer") => continue,
                "keepalives_count" => {
                    stored.push_str("&keepalives_retries=");
                    stored.push_str(value);
                    continue;
                }
                key => {
                    own.has_secret |= key == "password";
                    stored.push('&');
                    stored.push_str(pair);
                    continue;
                }
            };
            *slot = Some(decode(value)?.into_owned());
        }
        let login = match login {
            "" => String::new(),
            login => format!("{login}@"),
        };
        own.rest = format!("postgres://{login}{place}?{stored}");
        Ok(own)
    }

    pub(super) fn mode(&self) -> Result<Mode> {
        let system = self.root_certificate.as_deref() == Some("system");
        let mode = match self.mode.as_deref() {
            None if system => Mode::VerifyFull,
            None | Some("prefer") => Mode::Prefer,
            Some("disable") => Mode::Disable,
            Some("allow") => Mode::Allow,
            // Naming a root asks for it to be used, as with libpq.
            Some("require") if self.root_certificate.is_some() => Mode::VerifyCa,
            Some("require") => Mode::Require,
            Some("verify-ca") => Mode::VerifyCa,
            Some("verify-full") => Mode::VerifyFull,
            Some(_) => {
                let known = "disable, allow, prefer, require, verify-ca, verify-full";
                bail!("sslmode is none of {known}");
            }
        };
        if system && mode != Mode::VerifyFull {
            bail!("sslrootcert=system needs sslmode=verify-full");
        }
        Ok(mode)
    }

    /// Whether it is said how much TLS is asked for.
    pub(super) fn names_mode(&self) -> bool {
        self.mode.is_some()
    }

    pub(super) fn connect_timeout(&self) -> Result<Option<Duration>> {
        match whole(self.connect_timeout.as_deref(), "connect_timeout")? {
            None => Ok(Some(CONNECT_TIMEOUT)),
            Some(seconds) => Ok(Some(Duration::from_secs(seconds)).filter(|limit| !limit.is_zero())),
        }
    }

    // A count of milliseconds for libpq, yet one of seconds for the parser of the rest.
    pub(super) fn user_timeout(&self) -> Result<Option<Duration>> {
        match whole(self.user_timeout.as_deref(), "tcp_user_timeout")? {
            None => Ok(Some(USER_TIMEOUT)),
            Some(millis) => Ok(Some(Duration::from_millis(millis)).filter(|limit| !limit.is_zero())),
        }
    }
}

fn whole(text: Option<&str>, name: &str) -> Result<Option<u64>> {
    text.map(|text| text.parse::<u32>().map(u64::from))
        .transpose()
        .with_context(|| format!("{name} is not a whole number"))
}

fn decode(text: &str) -> Result<Cow<'_, str>> {
    percent_decode_str(text).decode_utf8().context("the database URL is not text when decoded")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roots_of_the_system_are_for_servers_whose_names_are_checked() {
        let mode = |parameters: &str| Parameters::take_from(&format!("postgres://h/d?{parameters}")).unwrap().mode();
        let is = |parameters: &str| mode(parameters).unwrap();
        assert_eq!(is("sslrootcert=system"), Mode::VerifyFull);
        assert_eq!(is("sslrootcert=system&sslmode=verify-full"), Mode::VerifyFull);
        assert_eq!(is("sslrootcert=own.pem&sslmode=require"), Mode::VerifyCa);
        for sslmode in ["disable", "allow", "prefer", "require", "verify-ca"] {
            let refusal = mode(&format!("sslrootcert=system&sslmode={sslmode}")).unwrap_err();
            assert_eq!(refusal.to_string(), "sslrootcert=system needs sslmode=verify-full", "{sslmode}");
        }
    }
}
