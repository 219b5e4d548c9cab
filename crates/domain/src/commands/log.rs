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
    let (subject, subject_id) = match R::LOGGED.map(|logged| logged(stored)) {
        None => (kind, stored.id.get()),
        Some(Logged::On(subject, id)) => (subject, id),
        Some(Logged::OnTeam) => (Kind::Team, caller.team.get()),
    };
    let mut event = event.to_owned();
    if stored.record.is_private() {
        properties = Map::from_iter([(kind.singular().to_owned(), json!({"id": stored.id.get()}))]);
    } else if subject != kind {
        let called = attributes(stored).remove(R::NAME_FIELD);
        properties.insert(kind.singular().to_owned(), json!({"id": stored.id.get(), (R::NAME_FIELD): called}));
    }
    if subject != kind {
        event = format!("{}_{event}", kind.singular());
    }
    let causer = caller.actor.causer();
    LogEntry { subject, subject_id, event, causer, properties: Json::Object(properties), batch: None }
}

/// The properties of an entry that tells one side of a change.
pub(crate) fn one_side(key: &str, attributes: Map<String, Value>) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), Value::Object(attributes))])
}

/// The properties of an entry that tells both sides of a change.
pub(crate) fn both_sides(new: Map<String, Value>, old: Map<String, Value>) -> Map<String, Value> {
    Map::from_iter([("attributes".to_owned(), Value::Object(new)), ("old".to_owned(), Value::Object(old))])
}
