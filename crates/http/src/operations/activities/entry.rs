//! An entry of the activity log, as answers show it.

use uplift_domain::activity::Activity;
use uplift_domain::record::FieldValue;

use crate::answer::json;

/// Writes an entry, its members in the order of the documented interface.
pub(crate) fn write(out: &mut Vec<u8>, entry: &Activity) {
    out.push(b'{');
    member(out, "id", FieldValue::Integer(entry.id));
    member(out, "log_name", maybe(entry.log_name.as_deref()));
    member(out, "description", FieldValue::Text(&entry.description));
    member(out, "subject_type", maybe(entry.subject_type.as_deref()));
    member(out, "subject_id", entry.subject_id.map_or(FieldValue::Null, FieldValue::Integer));
    member(out, "event", maybe(entry.event.as_deref()));
    member(out, "causer_type", maybe(entry.causer_type.as_deref()));
    member(out, "causer_id", entry.causer_id.map_or(FieldValue::Null, FieldValue::Integer));
    json::key(out, "properties");
    // It was stored as the JSON that it is.
    out.extend_from_slice(entry.properties.as_deref().unwrap_or("null").as_bytes());
    member(out, "batch_uuid", maybe(entry.batch_uuid.as_deref()));
    member(out, "created_at", FieldValue::Time(entry.created_at));
    member(out, "updated_at", FieldValue::Time(entry.updated_at));
    member(out, "subject", FieldValue::Null);
    member(out, "causer", FieldValue::Null);
    out.push(b'}');
}

fn member(out: &mut Vec<u8>, name: &str, shown: FieldValue<'_>) {
    json::key(out, name);
    json::value(out, shown);
}

fn maybe(text: Option<&str>) -> FieldValue<'_> {
    text.map_or(FieldValue::Null, FieldValue::Text)
}
