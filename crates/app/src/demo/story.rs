//! The story: who works in the demo workspace and what they found, as `story.json` tells it.
//!
//! Fields are given as a request's body would tell them. A text that begins with `@` stands for something that is known
//! only when the story is set down: `@time-34` for the moment 34 days ago, `@date+34` for the day in 34 days, and any
//! other for the id of the person or the record that has this handle. The variations of an experiment are called by its
//! handle and their keys: `@price-test/control`. When something was done is told by `at`, in the same words or as
//! `@day-34 10:20`, in UTC; what does not tell it was done along with what comes before it.

use std::collections::HashMap;

use anyhow::{Context as _, Result};
use serde_json::from_str;
use uplift_domain::Json;
use uplift_domain::record::{Email, Fields, Name, Time, Zone};
use uplift_domain::workspace::{NewMember, Person};

use super::entry::{StoryEntry, record, role, text};
use super::finished::told_in_full;

const DAY: i64 = 86_400;

/// The section whose records are made once people have answered.
pub(super) const ANSWERED: &str = "form_response_summaries";

/// The story: a document, read once and whole.
pub(super) struct Story(Json);

impl Story {
    pub(super) fn read() -> Result<Self> {
        let mut story: Json = from_str(include_str!("story.json"))?;
        told_in_full(&mut story).context("a finished test is not told as it should be")?;
        Ok(Self(story))
    }

    /// What the settings of the team are set to.
    pub(super) fn settings(&self) -> Option<&Json> {
        self.0.get("settings")
    }

    pub(super) fn team(&self) -> Option<(Name, Zone)> {
        Some((Name::parse(text(&self.0, "team")?).ok()?, Zone::parse(text(&self.0, "timezone")?).ok()?))
    }

    /// The people with their roles, the owner first; `None` where the story does not say who they are.
    pub(super) fn people(&self) -> Option<Vec<NewMember>> {
        let person = |entry: &Json| {
            let person = Person {
                name: Name::parse(text(entry, "name")?).ok()?,
                email: Email::parse(text(entry, "email")?).ok()?,
            };
            Some(NewMember { person, role: role(entry, "role")? })
        };
        self.0.get("people")?.as_array()?.iter().map(person).collect()
    }

    /// The sections, in an order in which each names only records of those before it.
    pub(super) fn sections(&self) -> Option<Vec<&str>> {
        self.0.get("sections")?.as_array()?.iter().map(Json::as_str).collect()
    }

    /// The records of a section, in an order in which each names only earlier ones.
    pub(super) fn records(&self, section: &str) -> Option<Vec<StoryEntry<'_>>> {
        self.0.get(section)?.as_array()?.iter().map(record).collect()
    }
}

/// The fields of a record as a body, with what is known by now; the handle that nobody has is an error.
pub(super) fn body(fields: &Fields, ids: &HashMap<String, i64>, now: Time) -> Result<Fields, String> {
    fields.iter().map(|(name, value)| Ok((name.clone(), known(value, ids, now)?))).collect()
}

fn known(value: &Json, ids: &HashMap<String, i64>, now: Time) -> Result<Json, String> {
    if let Some(items) = value.as_array() {
        return items.iter().map(|item| known(item, ids, now)).collect();
    }
    if let Some(members) = value.as_object() {
        return body(members, ids, now).map(Json::Object);
    }
    let Some(handle) = value.as_str().and_then(|text| text.strip_prefix('@')) else { return Ok(value.clone()) };
    let date = || Some(away(handle.strip_prefix("date")?, now)?.to_string().get(..10)?.to_owned());
    if let Some(moment) = moment(value.as_str().unwrap_or_default(), now).map(|it| it.to_string()).or_else(date) {
        return Ok(moment.into());
    }
    ids.get(handle).map(|id| (*id).into()).ok_or_else(|| format!("the story knows no @{handle}"))
}

/// The moment that a text stands for, where it does for one.
pub(super) fn moment(text: &str, now: Time) -> Option<Time> {
    let text = text.strip_prefix('@')?;
    if let Some(days) = text.strip_prefix("time") {
        return away(days, now);
    }
    let (days, clock) = text.strip_prefix("day")?.split_once(' ')?;
    let (hours, minutes) = clock.split_once(':')?;
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    let since_midnight = now.micros().div_euclid(1_000_000).rem_euclid(DAY);
    Some(away(days, now)?.plus_seconds(hours * 3_600 + minutes * 60 - since_midnight))
}

/// The moment that is so many days from now.
fn away(days: &str, now: Time) -> Option<Time> {
    days.parse().ok().map(|days: i64| now.plus_seconds(days * DAY))
}

#[cfg(test)]
mod tests;
