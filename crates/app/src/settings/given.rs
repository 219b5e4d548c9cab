//! A value that is given for a setting, and what is said of one that is not accepted.

use std::fmt::Display;
use std::str::FromStr;

use anyhow::{Result, anyhow, bail};

/// A value, by the name of its variable.
pub(super) struct Given {
    pub(super) variable: &'static str,
    pub(super) value: Option<String>,
}

impl Given {
    pub(super) fn refuse<T>(&self, accepted: &str) -> Result<T> {
        bail!("{}: \"{}\" is not {accepted}", self.variable, masked(self.value.as_deref().unwrap_or_default()))
    }

    pub(super) fn or<T: FromStr>(&self, accepted: &str, default: T) -> Result<T> {
        match &self.value {
            None => Ok(default),
            Some(value) => value.parse().or_else(|_| self.refuse(accepted)),
        }
    }

    pub(super) fn between<T: FromStr + PartialOrd + Display>(&self, least: T, most: T) -> Result<Option<T>> {
        let Some(value) = &self.value else { return Ok(None) };
        match value.parse::<T>() {
            Ok(number) if number >= least && number <= most => Ok(Some(number)),
            Ok(_) | Err(_) => self.refuse(&format!("a whole number from {least} to {most}")),
        }
    }

    /// A value that may hold a password: it is not repeated.
    pub(super) fn secret<T>(&self, accepted: &str, parse: impl FnOnce(Option<&str>) -> Result<T, String>) -> Result<T> {
        parse(self.value.as_deref()).map_err(|error| anyhow!("{}: {error}; it is {accepted}", self.variable))
    }

    pub(super) fn list(&self) -> impl Iterator<Item = &str> {
        self.value.as_deref().unwrap_or_default().split(',').map(str::trim).filter(|it| !it.is_empty())
    }
}

/// A value on one line, without the user and password of an address, however that is written.
pub(super) fn masked(value: &str) -> String {
    let line = value.replace(char::is_control, " ");
    let Some((before, after)) = line.rsplit_once('@') else { return line };
    match before.split_once("://") {
        Some((scheme, _)) => format!("{scheme}://…@{after}"),
        None => format!("…@{after}"),
    }
}
