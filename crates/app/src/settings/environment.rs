//! What the environment says, and the file `.env`.

use std::collections::HashMap;
use std::env::VarError;
use std::ffi::OsString;

use anyhow::{Result, bail};

use super::given::masked;

/// The variables that may hold a password.
const PRIVATE: [&str; 3] = ["DATABASE_URL", "UPLIFT_RATE_LIMIT_STORE", "UPLIFT_METRICS_TOKEN"];

/// Where values come from, apart from flags.
pub(super) struct Environment {
    pub(super) file: HashMap<String, String>,
}

/// What the environment says of a variable.
///
/// # Errors
/// That its value is no text.
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
pub(super) fn set(file: &Environment) -> impl Iterator<Item = (String, String)> {
    let text = |text: OsString| text.to_string_lossy().into_owned();
    let here = std::env::vars_os().map(move |(name, value)| (text(name), text(value)));
    here.chain(file.file.iter().map(|(name, value)| (name.clone(), value.clone())))
}

impl Environment {
    /// What `.env` in the working directory says, if it is there.
    pub(super) fn here() -> Result<Self> {
        let mut file = HashMap::new();
        let lines = match dotenvy::from_path_iter(".env") {
            Ok(lines) => lines,
            Err(error) if error.not_found() => return Ok(Self { file }),
            Err(error) => bail!(".env cannot be opened: {error}"),
        };
        let mut unreadable = Vec::new();
        for (at, line) in lines.enumerate() {
            match line {
                Ok((name, value)) => drop(file.insert(name, value)),
                Err(dotenvy::Error::Io(error)) => bail!(".env cannot be read: {error}"),
                Err(_) => unreadable.push((at + 1).to_string()),
            }
        }
        if unreadable.is_empty() {
            return Ok(Self { file });
        }
        // The lines themselves may hold secrets.
        let (noun, which) = (if unreadable.len() == 1 { "entry" } else { "entries" }, unreadable.join(", "));
        bail!(".env: {noun} {which} cannot be read; each is NAME=VALUE, quoted where it holds blanks or $")
    }
}
