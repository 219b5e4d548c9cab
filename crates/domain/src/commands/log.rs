//! What the activity log is told of a command.

use serde_json::{Map, Value, json};

use crate::access::Caller;
use crate::activity::{LogEntry, Logged, attributes};
use crate::record::Stored;
use crate::resource::Resource;
use crate::{Json, Kind};

/// The entry about a change to a record, on the record itself or on what it belongs to.
pub(crate) fn entry<R: Resource>(
    stored: &Stored<R>,
    caller: &Caller,
    event: &str,
    mut properties: Map<String, Json>,
) -> LogEntry {
    let kind = R::KIND;
    let (subject, subject_id) = match R::LOGGED.map(|elsewhere| (elsewhere.of)(stored)) {
        None => (kind, stored.id.get()),
        Some(Logged::On(subject, id)) => (subject, id),
        Some(Logged::OnTeam) => (Kind::Team, caller.team.get()),
    };
    if stored.record.is_private() {
        properties = Map::from_iter([(kind.singular().to_owned(), json!({"id": stored.id.get()}))]);
    } else if subject != kind {
        let called = attributes(stored).remove(R::NAME_FIELD);
        properties.insert(kind.singular().to_owned(), json!({"id": stored.id.get(), (R::NAME_FIELD): called}));
    }
    let (event, causer) = (event_of(kind, event), caller.actor.causer());
    LogEntry { subject, subject_id, event, causer, properties: Json::Object(properties), batch: None }
}

/// What the log calls what was done to a record of a kind: on another record it says to what.
pub fn event_of(kind: Kind, event: &str) -> String {
    if kind.is_subject() { event.to_owned() } else { format!("{}_{event}", kind.singular()) }
}

/// The properties of an entry that tells one side of a change.
pub(crate) fn one_side(key: &str, attributes: Map<String, Value>) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), Value::Object(attributes))])
}

/// The properties of an entry that tells both sides of a change.
pub(crate) fn both_sides(new: Map<String, Value>, old: Map<String, Value>) -> Map<String, Value> {
    Map::from_iter([("attributes".to_owned(), Value::Object(new)), ("old".to_owned(), Value::Object(old))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_logged_on_another_record_says_what_it_was_done_to() {
        assert_eq!(event_of(Kind::Idea, "created"), "created");
        assert_eq!(event_of(Kind::ResultRow, "deleted"), "result_deleted");
        assert_eq!(event_of(Kind::Key, "rotated"), "key_rotated");
    }
}
