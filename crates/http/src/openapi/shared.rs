//! The schemas that belong to no kind.

use serde_json::{Map, Value, json};
use uplift_domain::record::Record as _;
use uplift_domain::workspace::Acceptance;

use super::field_schema::object_of;
use super::json_schema::{either_null, ids, list, object, reference};

fn text() -> Value {
    json!({"type": "string"})
}

fn maybe_text() -> Value {
    json!({"type": ["string", "null"]})
}

fn maybe_moment() -> Value {
    json!({"type": ["string", "null"], "format": "date-time"})
}

fn id() -> Value {
    json!({"type": "integer", "minimum": 1})
}

fn maybe_id() -> Value {
    json!({"type": ["integer", "null"]})
}

fn count() -> Value {
    json!({"type": "integer", "minimum": 0})
}

/// Every schema that belongs to no kind.
pub(super) fn all() -> Vec<(&'static str, Value)> {
    let messages = json!({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}});
    let required = [
        ("error", json!({"const": "subscription_required"})),
        ("mode", json!({"const": "blocked"})),
        ("message", text()),
        ("grace_period_ends_at", maybe_moment()),
    ];
    let page = [("data", list(reference("Activity"))), ("links", reference("Links")), ("meta", reference("Meta"))];
    vec![
        ("Error", object(&[("message", text())])),
        ("ValidationError", object(&[("message", text()), ("errors", messages)])),
        ("SubscriptionRequired", object(&required)),
        ("Ids", object(&[("ids", ids(0))])),
        ("SomeIds", object(&[("ids", ids(1))])),
        ("Links", object(&["first", "last", "prev", "next"].map(|name| (name, maybe_text())))),
        ("Meta", meta()),
        ("Activity", activity()),
        ("ActivityPage", object(&page)),
        ("CurrentUser", current_user()),
        ("InvitationAcceptance", object_of(Acceptance::FIELDS.iter().collect(), true, Map::new())),
        ("InvitationAccepted", accepted()),
    ]
}

/// What comes of an accepted invitation.
fn accepted() -> Value {
    let data =
        [("user", reference("User")), ("team", object(&[("id", id()), ("name", text())])), ("key", reference("Key"))];
    let token = json!({"type": "string", "description": "The token of the key. It is answered this once."});
    object(&[("data", object(&data)), ("token", token)])
}

/// Where a page stands in its list.
fn meta() -> Value {
    let link = [("url", maybe_text()), ("label", text()), ("active", json!({"type": "boolean"}))];
    object(&[
        ("current_page", id()),
        ("from", maybe_id()),
        ("last_page", id()),
        ("links", list(object(&link))),
        ("path", maybe_text()),
        ("per_page", count()),
        ("to", maybe_id()),
        ("total", count()),
    ])
}

/// An entry of the activity log.
fn activity() -> Value {
    object(&[
        ("id", id()),
        ("log_name", maybe_text()),
        ("description", text()),
        ("subject_type", maybe_text()),
        ("subject_id", maybe_id()),
        ("event", maybe_text()),
        ("causer_type", maybe_text()),
        ("causer_id", maybe_id()),
        ("properties", json!({"type": ["object", "array", "null"], "additionalProperties": true, "items": {}})),
        ("batch_uuid", maybe_text()),
        ("created_at", maybe_moment()),
        ("updated_at", maybe_moment()),
        ("subject", either_null(reference("Activity"))),
        ("causer", either_null(reference("Activity"))),
    ])
}

/// The user that a key acts for.
fn current_user() -> Value {
    let team = [
        ("id", id()),
        ("name", text()),
        ("plan", text()),
        ("billing_mode", text()),
        ("grace_period_ends_at", maybe_moment()),
        ("timezone", text()),
    ];
    let key = [("id", id()), ("name", text()), ("expires_at", maybe_moment())];
    let project = [("id", id()), ("name", text()), ("code", maybe_text())];
    object(&[
        ("id", id()),
        ("name", text()),
        ("email", text()),
        ("role", text()),
        ("abilities", list(text())),
        ("team", object(&team)),
        ("key", object(&key)),
        ("projects", list(object(&project))),
    ])
}
