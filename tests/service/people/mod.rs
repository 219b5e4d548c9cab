//! The team and its people: settings, roles, invitations and keys.

mod accepted;
mod custom;
mod experiments;
pub(crate) mod invitations;
mod keys;
mod listed;
mod races;
pub(crate) mod rights;
mod settings;
mod states;
mod team;
mod users;

use serde_json::Value;

use crate::activities::entries;
use crate::world::Team;

/// The newest entry of the team's log with this event.
#[track_caller]
fn logged(team: &Team, event: &str) -> Value {
    let log = entries(team.owner(), "team", team.id);
    let found = log.iter().rev().find(|entry| entry["event"] == event);
    found.cloned().unwrap_or_else(|| panic!("no {event} in the log of the team: {log:#?}"))
}
