//! The values of arguments, and what is said of those that are none.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use uplift_domain::RateLimit;
use uplift_domain::record::{Choices, Email, Name, Time, Zone};
use uplift_domain::workspace::Framework;

/// Reads a word of a vocabulary, which the help lists.
pub(super) fn word<W: Choices + Send + Sync>() -> impl TypedValueParser<Value = W> {
    PossibleValuesParser::new(W::NAMES)
        .try_map(|name| W::from_name(&name).ok_or_else(|| format!("{name} is not one of {}", W::NAMES.join(", "))))
}

/// Reads one of the frameworks that need nothing of the team.
pub(super) fn framework() -> impl TypedValueParser<Value = Framework> {
    let names = Framework::ALL.iter().filter(|it| **it != Framework::Custom).map(|it| it.name());
    let unknown = |name: String| Framework::from_name(&name).ok_or_else(|| format!("{name} is no framework"));
    PossibleValuesParser::new(names).try_map(unknown)
}

pub(super) fn id(text: &str) -> Result<i64, String> {
    text.trim().parse().ok().filter(|id| *id > 0).ok_or_else(|| "an id is a whole number from 1 up".to_owned())
}

pub(super) fn name(text: &str) -> Result<Name, String> {
    Name::parse(text.trim()).map_err(|error| error.about("name"))
}

pub(super) fn email(text: &str) -> Result<Email, String> {
    Email::parse(text.trim()).map_err(|error| error.about("email"))
}

pub(super) fn rate_limit(text: &str) -> Result<RateLimit, String> {
    let number = text.trim().parse().ok().and_then(RateLimit::new);
    number.ok_or_else(|| "expected a whole number from 0 to 100000".to_owned())
}

pub(super) fn zone(text: &str) -> Result<Zone, String> {
    Zone::parse(text.trim())
        .map_err(|_unknown| "expected a time zone by its IANA name, such as Europe/Berlin".to_owned())
}

pub(super) fn moment(text: &str) -> Result<Time, String> {
    Time::parse(text).ok_or_else(|| "expected RFC 3339, such as 2026-01-02T03:04:05Z, or a date".to_owned())
}
