//! The history of a record: in which status it was when, as the log tells it.

use serde_json::{Value, json};

use crate::access::TeamId;
use crate::commands::lifecycle::Lifecycle;
use crate::commands::{Command, Outcome};
use crate::ports::{ReadTx, StatusEntry};
use crate::record::{Choices, Time};
use crate::resource::Resource;
use crate::shape::Shape;
use crate::{Json, Kind, Refusal};

/// When an action was done that may be entered later, by its event: the attribute of its entry that says it.
const TIMES: [(&str, &str); 5] = [
    ("started", "started_at"),
    ("paused", "paused_at"),
    ("resumed", "resumed_at"),
    ("stopped", "ended_at"),
    ("completed", "decided_at"),
];

/// A status that a record had from a moment on.
pub(crate) struct StatusSpan {
    pub(crate) status: String,
    pub(crate) from: Time,
    user: Option<i64>,
}

impl<R: Resource + Lifecycle> Command<R> {
    const STATUS_SPAN: Shape = Shape::Object(&[
        ("status", Shape::Word(<R::Status as Choices>::NAMES)),
        ("from", Shape::Time),
        ("to", Shape::TIME_OR_NULL),
        ("user_id", Shape::INTEGER_OR_NULL),
    ]);

    const STATUS_SPANS: Shape = Shape::Object(&[("data", Shape::List(&Self::STATUS_SPAN))]);

    pub const HISTORY: Self = Self::json(
        "history",
        "In which status a {} was when, oldest first.",
        Self::STATUS_SPANS,
        |tx, call, stored| Ok(Outcome::Json(history(tx, call.caller.team, (R::KIND, stored.id.get()))?).into()),
    );
}

/// Tells in which status a record was when, oldest first.
///
/// # Errors
/// When the database fails.
fn history(tx: &mut dyn ReadTx, team: TeamId, (kind, id): (Kind, i64)) -> Result<Json, Refusal> {
    let mut entries = Vec::new();
    tx.each_status_entry(team, kind, Some(&[id]), &mut |entry| entries.extend(entry.span()))?;
    Ok(to_json(entries))
}

impl StatusEntry {
    /// What it says of the status.
    pub(crate) fn span(&self) -> Option<StatusSpan> {
        let properties: Value = serde_json::from_str(&self.properties).ok()?;
        let attributes = properties.get("attributes")?;
        let status = attributes.get("status")?.as_str()?.to_owned();
        let event = self.event.as_deref();
        let entered = TIMES.iter().find(|(name, _)| Some(*name) == event).and_then(|(_, field)| attributes.get(*field));
        let from = entered.and_then(Value::as_str).and_then(Time::parse).unwrap_or(self.at);
        Some(StatusSpan { status, from, user: self.causer })
    }
}

/// Sees to it that none begins later than the next, since actions may be entered later.
pub(crate) fn put_in_order(entries: &mut [StatusSpan]) {
    let mut earliest = Time::from_micros(i64::MAX);
    for entry in entries.iter_mut().rev() {
        entry.from = entry.from.min(earliest);
        earliest = entry.from;
    }
}

/// Each ends where the next begins. An entry of the log may say the status that the record has anyway.
fn to_json(mut entries: Vec<StatusSpan>) -> Json {
    entries.dedup_by(|later, earlier| later.status == earlier.status);
    put_in_order(&mut entries);
    let ends = entries.iter().skip(1).map(|next| Some(next.from)).chain([None]);
    let told = entries.iter().zip(ends).map(|(entry, to)| {
        json!({
            "status": entry.status,
            "from": entry.from.to_string(),
            "to": to.map(|to| to.to_string()),
            "user_id": entry.user,
        })
    });
    json!({ "data": told.collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_made_later_cuts_those_before_it() {
        let at = |status: &str, day: i64| StatusSpan {
            status: status.to_owned(),
            from: Time::from_micros(day * 86_400_000_000),
            user: Some(1),
        };
        let told = to_json(vec![at("draft", 30), at("draft", 31), at("running", 3), at("paused", 20)]);
        let day = |entry: usize, side: &str| told["data"][entry][side].as_str().map(|text| text[..10].to_owned());
        assert_eq!((day(0, "from"), day(0, "to")), (day(1, "from"), day(1, "from")));
        assert_eq!(day(1, "to").as_deref(), Some("1970-01-21"));
        assert_eq!(told["data"][2]["to"], Value::Null);
    }
}
