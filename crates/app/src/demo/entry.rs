//! An entry of the story: what it tells of a record.

use uplift_domain::Json;
use uplift_domain::access::Role;
use uplift_domain::record::{Choices as _, Fields};

/// A record of the story.
pub(super) struct StoryEntry<'a> {
    pub(super) handle: Option<&'a str>,
    pub(super) by: Role,
    /// When it was recorded.
    pub(super) at: Option<&'a str>,
    pub(super) fields: &'a Fields,
    /// The name of the file that comes with it.
    pub(super) file: Option<&'a str>,
    /// What became of it, in this order.
    pub(super) then: Vec<Step<'a>>,
}

/// What somebody did to a record later.
pub(super) struct Step<'a> {
    pub(super) by: Role,
    pub(super) at: Option<&'a str>,
    pub(super) did: Did<'a>,
}

pub(super) enum Did<'a> {
    Changed(&'a Fields),
    /// The action of this name, with what it takes.
    Commanded(&'a str, Option<&'a Fields>),
}

pub(super) fn record(entry: &Json) -> Option<StoryEntry<'_>> {
    Some(StoryEntry {
        handle: text(entry, "handle"),
        by: role(entry, "by")?,
        at: text(entry, "at"),
        fields: entry.get("fields")?.as_object()?,
        file: text(entry, "file"),
        then: match entry.get("then") {
            Some(steps) => steps.as_array()?.iter().map(step).collect::<Option<_>>()?,
            None => Vec::new(),
        },
    })
}

fn step(entry: &Json) -> Option<Step<'_>> {
    let fields = entry.get("fields").and_then(Json::as_object);
    let did = match text(entry, "act") {
        Some(action) => Did::Commanded(action, fields),
        None => Did::Changed(fields?),
    };
    Some(Step { by: role(entry, "by")?, at: text(entry, "at"), did })
}

pub(super) fn text<'a>(entry: &'a Json, key: &str) -> Option<&'a str> {
    entry.get(key)?.as_str()
}

pub(super) fn role(entry: &Json, key: &str) -> Option<Role> {
    Role::from_name(text(entry, key)?)
}
