//! How other programs reach the database.

use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::parameters::{Mode, Parameters};
use super::target::is_local;

/// How a program reaches the database: by its URL without the password, which is nobody's to see in a list of
/// processes.
#[derive(Clone)]
pub(crate) struct Login {
    pub(super) url: String,
    pub(super) password: Option<String>,
    /// Whether the server is held to the roots of the system.
    by_system: bool,
}

impl Login {
    /// Takes the password out of a URL, and what these programs read otherwise than is meant: the roots of the system
    /// are no file to them.
    pub(crate) fn of(url: &str) -> Self {
        let (by_system, mode) = trust(url);
        let (scheme, place) = url.split_once("://").unwrap_or(("postgres", url));
        let (login, place) = place.rsplit_once('@').map_or((None, place), |(login, place)| (Some(login), place));
        let (user, mut password) = match login.map(|login| login.split_once(':').ok_or(login)) {
            None => (None, None),
            Some(Ok((user, password))) => (Some(user), Some(password)),
            Some(Err(user)) => (Some(user), None),
        };
        let (place, query) = place.split_once('?').unwrap_or((place, ""));
        let mut parameters = Vec::new();
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("password", value)) => password = Some(value),
                Some(("sslrootcert", _)) if by_system => {}
                _ => parameters.push(parameter),
            }
        }
        parameters.extend(mode);
        let user = user.map(|user| format!("{user}@")).unwrap_or_default();
        let query = if parameters.is_empty() { String::new() } else { format!("?{}", parameters.join("&")) };
        let decoded = |text: &str| percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned();
        Self { url: format!("{scheme}://{user}{place}{query}"), password: password.map(decoded), by_system }
    }

    /// The file of the roots, where the server is held to those of the system.
    ///
    /// # Errors
    /// When the system has them in no file.
    pub(super) fn roots(&self) -> Result<Option<PathBuf>> {
        if !self.by_system {
            return Ok(None);
        }
        let found = openssl_probe::probe().cert_file;
        found.map(Some).context(
            "the system has no file of root certificates: install them (Debian: apt-get install ca-certificates), or \
             name one by sslrootcert in DATABASE_URL",
        )
    }
}

/// Whether a URL asks for a server that the roots of the system vouch for, and what says so in it where it only names
/// these.
fn trust(url: &str) -> (bool, Option<&'static str>) {
    let Ok(said) = Parameters::take_from(url) else { return (false, None) };
    let is_local = said.rest.parse().is_ok_and(|config| is_local(&config));
    let is_by_system = !is_local && matches!(said.root_certificate.as_deref(), None | Some("system"));
    match said.mode() {
        Ok(Mode::VerifyCa | Mode::VerifyFull) if is_by_system => {
            (true, Some("sslmode=verify-full").filter(|_| !said.names_mode()))
        }
        Ok(_) | Err(_) => (false, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_taken_out_and_all_else_stays() {
        for (url, without, password) in [
            ("postgres://u:p%40ss@h:5433/d?sslmode=require", "postgres://u@h:5433/d?sslmode=require", Some("p@ss")),
            ("postgresql:///d?host=/run/pg&password=x%20y&user=u", "postgresql:///d?host=/run/pg&user=u", Some("x y")),
            ("postgres://h/d?sslrootcert=/ca.pem&sslmode=verify-full", "", None),
            ("postgres://u@h/d", "", None),
        ] {
            let login = Login::of(url);
            assert_eq!(login.url, if without.is_empty() { url } else { without });
            assert_eq!(login.password.as_deref(), password, "{url}");
            assert!(!login.by_system);
        }
    }

    #[test]
    fn the_roots_of_the_system_are_given_as_a_file() {
        for (parameters, without) in [
            ("sslmode=verify-full", "sslmode=verify-full"),
            ("sslmode=verify-ca", "sslmode=verify-ca"),
            ("sslmode=verify-full&sslrootcert=system&user=u", "sslmode=verify-full&user=u"),
            ("sslrootcert=system", "sslmode=verify-full"),
        ] {
            let login = Login::of(&format!("postgres://h/d?{parameters}"));
            assert_eq!((login.url, login.by_system), (format!("postgres://h/d?{without}"), true));
        }
        for url in [
            "postgres://h/d?sslmode=require",
            "postgres://h/d?sslmode=verify-full&sslrootcert=own.pem",
            "postgres:///d?host=/run/postgresql&sslmode=verify-full",
        ] {
            let login = Login::of(url);
            assert_eq!((login.url.as_str(), login.roots().unwrap()), (url, None));
        }
    }
}
