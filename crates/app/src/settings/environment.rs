//! What the environment says, and the file `.env`.

use std::collections::HashMap;
use std::env::VarError;
use std::ffi::OsString;

use anyhow::{Result, bail};

use super::given::masked;

/// The variables that may hold a password.
const PRIVATE: [&str; 3] = ["DATABASE_URL", "UPLIFT_RATE_LIMIT_STORE", "UPLIFT_METRICS_TOKEN"];

/// What `.env` in the working directory says, by the names of variables.
pub(super) struct DotEnv(pub(super) HashMap<String, String>);

/// What the environment says of a variable.
///
/// # Errors
/// When its value is not valid text.
pub(super) fn in_environment(name: &str) -> Result<Option<String>> {
    match std::env::var(name) {
        Ok(value) => Ok(Some(value)),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(value)) => {
            let shown = if PRIVATE.contains(&name) { "…".to_owned() } else { masked(&value.to_string_lossy()) };
            bail!("{name}: \"{shown}\" is not text in UTF-8")
        }
    }
}

/// All variables with their values, in the environment and in the file.
pub(super) fn set(file: &DotEnv) -> impl Iterator<Item = (String, String)> {
    let text = |text: OsString| text.to_string_lossy().into_owned();
    let here = std::env::vars_os().map(move |(name, value)| (text(name), text(value)));
    here.chain(file.0.iter().map(|(name, value)| (name.clone(), value.clone())))
}

impl DotEnv {
    /// Reads the file, if it is there.
    pub(super) fn here() -> Result<Self> {
        let mut said = HashMap::new();
        let lines = match dotenvy::from_path_iter(".env") {
            Ok(lines) => lines,
            Err(error) if error.not_found() => return Ok(Self(said)),
            Err(error) => bail!(".env cannot be opened: {error}"),
        };
        let mut unreadable = Vec::new();
        for (at, line) in lines.enumerate() {
            match line {
                Ok((name, value)) => drop(said.insert(name, value)),
                Err(dotenvy::Error::Io(error)) => bail!(".env cannot be read: {error}"),
                Err(_) => unreadable.push((at + 1).to_string()),
            }
        }
        if unreadable.is_empty() {
            return Ok(Self(said));
        }
        // The lines themselves may hold secrets.
        let (noun, which) = (if unreadable.len() == 1 { "entry" } else { "entries" }, unreadable.join(", "));
        bail!(".env: {noun} {which} cannot be read; each is NAME=VALUE, quoted where it holds blanks or $")
    }

    /// The value of a variable: that of its flag wins over the environment, and that over the file.
    ///
    /// # Errors
    /// When the environment cannot be read.
    pub(super) fn value(
        &self,
        variable: &str,
        flag: Option<&str>,
        environment: impl Fn(&str) -> Result<Option<String>>,
    ) -> Result<Option<String>> {
        let value = match flag {
            Some(flag) => Some(flag.to_owned()),
            None => environment(variable)?.filter(|it| !it.trim().is_empty()).or_else(|| self.0.get(variable).cloned()),
        };
        Ok(value.map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()))
    }
}
