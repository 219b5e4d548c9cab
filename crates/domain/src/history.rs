//! The history of a record: in which status it was when, as the log tells it.

use serde_json::{Value, json};

use crate::access::TeamId;
use crate::activity::{Activity, ActivityFilter, ActivityListing, ActivitySort};
use crate::commands::{Command, Outcome};
use crate::listing::{Direction, PageRequest};
use crate::period::Span;
use crate::ports::{ReadTx, StatusEntry, Unmetered};
use crate::record::Time;
use crate::resource::Resource;
use crate::shape::Shape;
use crate::{Json, Kind, Refusal};

const SHAPE: Shape = Shape::Object(&[(
    "data",
    Shape::List(&Shape::Object(&[
        ("status", Shape::Text),
        ("from", Shape::Time),
        ("to", Shape::TIME_OR_NULL),
        ("user_id", Shape::INTEGER_OR_NULL),
    ])),
)]);

/// How many entries are read at once.
const AT_ONCE: i64 = 1_000;

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

impl<R: Resource> Command<R> {
    pub const HISTORY: Self =
        Self::json("history", "In which status a {} was when, oldest first.", SHAPE, |tx, call, stored| {
            Ok(Outcome::Json(history(tx, call.caller.team, (R::KIND, stored.id.get()))?).into())
        });
}

/// Tells in which status a record was when, oldest first.
///
/// # Errors
/// When the database fails.
fn history(tx: &mut dyn ReadTx, team: TeamId, subject: (Kind, i64)) -> Result<Json, Refusal> {
    let mut entries = Vec::new();
    for number in 1.. {
        let listing = ActivityListing {
            filter: ActivityFilter::of(subject.0, subject.1),
            span: Span { from: None, until: None },
            sort: (ActivitySort::Id, Direction::Ascending),
            page: PageRequest { number, size: AT_ONCE },
        };
        let (page, total) = tx.activities(team, &listing, &mut Unmetered)?;
        entries.extend(page.iter().filter_map(entry));
        if page.is_empty() || number.saturating_mul(AT_ONCE) >= total {
            break;
        }
    }
    Ok(to_json(entries))
}

/// What an entry of the log says of the status.
fn entry(activity: &Activity) -> Option<StatusSpan> {
    let Activity { event, properties, created_at, causer_id, .. } = activity;
    let span = said(properties.as_deref()?, event.as_deref(), *created_at)?;
    Some(StatusSpan { user: *causer_id, ..span })
}

impl StatusEntry {
    /// What it says of the status, by nobody.
    pub(crate) fn span(&self) -> Option<StatusSpan> {
        said(&self.properties, self.event.as_deref(), self.at)
    }
}

fn said(properties: &str, event: Option<&str>, at: Time) -> Option<StatusSpan> {
    let properties: Value = serde_json::from_str(properties).ok()?;
    let attributes = properties.get("attributes")?;
    let status = attributes.get("status")?.as_str()?.to_owned();
    let entered = TIMES.iter().find(|(name, _)| Some(*name) == event).and_then(|(_, field)| attributes.get(*field));
    let from = entered.and_then(Value::as_str).and_then(Time::parse).unwrap_or(at);
    Some(StatusSpan { status, from, user: None })
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
