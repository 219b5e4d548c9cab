//! The schemas that belong to no kind.

use serde_json::{Map, Value, json};
use uplift_domain::access::{Ability, BillingMode, Plan, Role};
use uplift_domain::record::{Choices as _, Record as _};
use uplift_domain::workspace::Acceptance;

use super::field_schema::object_of;
use super::json_schema::{about, either_null, ids, list, nullable, object, reference};
use super::parameters::subjects;

fn text() -> Value {
    json!({"type": "string"})
}

/// One of these words.
fn word(words: &[&str]) -> Value {
    json!({"type": "string", "enum": words})
}

fn text_about(said: &str) -> Value {
    about(text(), said)
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
    let messages = about(messages, "What is wrong, by the field that it is wrong with.");
    let message = || text_about("What is wrong, in a sentence.");
    let required = [
        ("error", about(json!({"const": "subscription_required"}), "Always the same word.")),
        ("mode", about(json!({"const": "blocked"}), "The billing mode of the team.")),
        ("message", message()),
        ("grace_period_ends_at", about(maybe_moment(), "When the team's grace period ended, if it had one.")),
    ];
    let page = [("data", list(reference("Activity"))), ("links", reference("Links")), ("meta", reference("Meta"))];
    vec![
        ("Error", object(&[("message", message())])),
        ("ValidationError", object(&[("message", message()), ("errors", messages)])),
        ("SubscriptionRequired", object(&required)),
        ("Ids", object(&[("ids", ids(0))])),
        ("SomeIds", object(&[("ids", ids(1))])),
        (
            "Links",
            object(
                &[("first", "first", 1), ("last", "last", 4), ("prev", "previous", 1), ("next", "next", 3)]
                    .map(|(name, which, page)| (name, link(which, page))),
            ),
        ),
        ("Meta", meta()),
        ("Activity", activity()),
        ("ActivityPage", object(&page)),
        ("CurrentUser", current_user()),
        ("InvitationAcceptance", object_of(Acceptance::FIELDS.iter().collect(), true, Map::new())),
        ("InvitationAccepted", accepted()),
    ]
}

/// The address of a page of a list, such as of this one.
fn link(which: &str, page: u32) -> Value {
    let example = format!("http://127.0.0.1:8080/api/ideas?page%5Bnumber%5D={page}");
    let said = format!("The address of the {which} page; null where there is none.");
    json!({"type": ["string", "null"], "description": said, "examples": [example]})
}

/// What comes of an accepted invitation.
fn accepted() -> Value {
    let data = [
        ("user", reference("User")),
        ("team", object(&[("id", id()), ("name", text())])),
        ("key", about(reference("Key"), "A first key of the new member.")),
    ];
    let token = json!({"type": "string", "description": "The token of the key. It is answered this once."});
    object(&[("data", object(&data)), ("token", token)])
}

/// Where a page stands in its list.
fn meta() -> Value {
    let link = [
        ("url", about(maybe_text(), "The address of the page; null where there is none.")),
        ("label", text_about("The number of the page, or what stands for it.")),
        ("active", about(json!({"type": "boolean"}), "Whether it is this page.")),
    ];
    let place = || json!({"type": ["integer", "null"], "minimum": 1});
    object(&[
        ("current_page", about(id(), "Which page this is, from 1.")),
        ("from", about(place(), "Which record of the list is the first here, from 1; null on an empty page.")),
        ("last_page", about(id(), "How many pages there are.")),
        ("links", about(list(object(&link)), "The pages around this one, as a pager shows them.")),
        ("path", about(maybe_text(), "The address of the list.")),
        ("per_page", about(count(), "How many records a page has.")),
        ("to", about(place(), "Which record of the list is the last here; null on an empty page.")),
        ("total", about(count(), "How many records the list has.")),
    ])
}

/// An entry of the activity log.
fn activity() -> Value {
    object(&[
        ("id", id()),
        ("log_name", about(maybe_text(), "The log that it stands in.")),
        ("description", text_about("What happened, which is its event.")),
        ("subject_type", about(nullable(word(&subjects())), "The kind of the record that it is about.")),
        ("subject_id", about(maybe_id(), "The record that it is about.")),
        ("event", about(maybe_text(), "What happened, such as `created`.")),
        ("causer_type", about(maybe_text(), "The kind of who did it: `user`, or null where nobody did.")),
        ("causer_id", about(maybe_id(), "Who did it; null where nobody did.")),
        (
            "properties",
            about(
                json!({"type": ["object", "array", "null"], "additionalProperties": true, "items": {}}),
                "What changed: `attributes` as they are since, `old` as they were.",
            ),
        ),
        ("batch_uuid", about(maybe_text(), "What all entries of one request share; null where it left one alone.")),
        ("created_at", about(maybe_moment(), "When it happened.")),
        (
            "updated_at",
            about(
                maybe_moment(),
                "When it happened, as `created_at` says. What is erased later leaves the entry with `{\"erased\": true}` and does \
             not move it.",
            ),
        ),
        ("subject", about(either_null(reference("Activity")), "Always null: `subject_type` and `subject_id` name it.")),
        ("causer", about(either_null(reference("Activity")), "Always null: `causer_type` and `causer_id` name it.")),
    ])
}

/// The user that a key acts for.
fn current_user() -> Value {
    let team = [
        ("id", id()),
        ("name", text()),
        ("plan", word(Plan::NAMES)),
        (
            "billing_mode",
            about(word(BillingMode::NAMES), "Whether the team may write: it may not while it is `blocked`."),
        ),
        (
            "grace_period_ends_at",
            about(maybe_moment(), "When writing ends for it unless it is paid; null where nothing is due."),
        ),
        ("timezone", text()),
    ];
    let key = [
        ("id", id()),
        ("name", text()),
        ("expires_at", about(maybe_moment(), "When it stops working; null if never.")),
    ];
    let code = about(maybe_text(), "What identifiers in the project begin with.");
    let project = [("id", id()), ("name", text()), ("code", code)];
    object(&[
        ("id", id()),
        ("name", text()),
        ("email", text_about("The address of the user.")),
        ("role", about(word(Role::NAMES), "What the user may do in the team.")),
        ("abilities", about(list(word(Ability::NAMES)), "What the key may do.")),
        ("team", object(&team)),
        ("key", about(object(&key), "The key of the request.")),
        ("projects", about(list(object(&project)), "The projects of the team that the user sees.")),
    ])
}
