//! What is asked of the activity log, by the parameters of a query.

use uplift_domain::access::{Caller, Role, TeamId};
use uplift_domain::activity::{ActivityFilter, ActivityListing, ActivitySort, Event};
use uplift_domain::listing::{Direction, PageRequest, whole, whole_page};
use uplift_domain::period::{Period, Span};
use uplift_domain::ports::ReadTx;
use uplift_domain::record::{FieldError, Invalid};
use uplift_domain::{Kind, Refusal};

use crate::clock::now;
use crate::request::query::{Query, Scalar};

/// How many entries a page holds unless the request says, and at most.
pub(crate) const PER_PAGE: i64 = 30;
pub(crate) const MOST_PER_PAGE: i64 = 100;

/// The sorts as the interface names them; without one the newest come first.
pub(crate) const SORTS: [(&str, (ActivitySort, Direction)); 4] = [
    ("id", (ActivitySort::Id, Direction::Ascending)),
    ("-id", (ActivitySort::Id, Direction::Descending)),
    ("created_at", (ActivitySort::CreatedAt, Direction::Ascending)),
    ("-created_at", (ActivitySort::CreatedAt, Direction::Descending)),
];
const NEWEST_FIRST: (ActivitySort, Direction) = (ActivitySort::Id, Direction::Descending);

/// How many values a parameter takes that takes several.
pub(crate) const MOST_VALUES: usize = 100;

/// Whether a list of activities is read by the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paging {
    OnePage,
    /// All of it is wanted, whatever page the query names.
    Whole,
}

/// The record whose log is read.
#[derive(Clone, Debug)]
pub(crate) struct LoggedRecord {
    subject: Kind,
    id: i64,
    /// The id as it was sent, which may be larger than any.
    sent: String,
}

/// Reads what is asked of the log of one record, and of which record.
///
/// # Errors
/// With everything that is wrong in the query.
pub(crate) fn of_record(
    query: &Query<'_>,
    caller: &Caller,
    paging: Paging,
) -> Result<(ActivityListing, Option<LoggedRecord>), Refusal> {
    let mut invalid = unreadable(query);
    let subject = valid_or_reject(&mut invalid, "subject_type", subject(query.plain("subject_type")));
    let sent = query.plain("subject_id");
    let subject_id = valid_or_reject(&mut invalid, "subject_id", number(sent, None, whole, i64::MAX));
    let of = subject.zip(subject_id);
    let filter = of.map(|(subject, id)| ActivityFilter::of(subject, id)).unwrap_or_default();
    let listing = read(query, caller, filter, invalid, paging)?;
    let logged = match (of, sent) {
        (Some((subject, id)), Scalar::Text(sent)) => Some(LoggedRecord { subject, id, sent: sent.to_owned() }),
        (Some(_) | None, Scalar::Absent | Scalar::Array | Scalar::Text(_)) => None,
    };
    Ok((listing, logged))
}

/// Reads what is asked of the log of the whole team.
///
/// # Errors
/// With everything that is wrong in the query.
pub(crate) fn of_team(query: &Query<'_>, caller: &Caller, paging: Paging) -> Result<ActivityListing, Refusal> {
    let mut invalid = unreadable(query);
    let subjects = valid_or_reject(&mut invalid, "subject_type", several(query, "subject_type")).flatten();
    let subjects = subjects.map(|names| {
        let known = |name: &String| Kind::subject(name).ok_or(FieldError::NotAllowed);
        valid_or_reject(&mut invalid, "subject_type", names.iter().map(known).collect()).unwrap_or_default()
    });
    let subject_id = valid_or_reject(&mut invalid, "subject_id", maybe_number(query.plain("subject_id"))).flatten();
    let causers = valid_or_reject(&mut invalid, "causer_id", several(query, "causer_id")).flatten().map(|ids| {
        let read = ids.iter().map(|id| whole(id.trim())).collect::<Result<Vec<_>, _>>();
        valid_or_reject(&mut invalid, "causer_id", read).unwrap_or_default()
    });
    let events = valid_or_reject(&mut invalid, "event", several(query, "event")).flatten();
    let mut events: Vec<Vec<Event>> = events.map(|names| names.into_iter().map(event).collect()).into_iter().collect();
    if !caller.actor.role().is_some_and(Role::is_steward) {
        events.push(Event::of_deletions());
    }
    let batches = valid_or_reject(&mut invalid, "batch_uuid", several(query, "batch_uuid")).flatten();
    let after = valid_or_reject(&mut invalid, "after_id", after(query.plain("after_id"))).flatten();
    let filter = ActivityFilter { subjects, subject_id, causers, events, batches, after };
    read(query, caller, filter, invalid, paging)
}

/// Refuses the log of a record that the team never had.
///
/// # Errors
/// When it never did, or the database fails.
pub(crate) fn check_known(tx: &mut dyn ReadTx, team: TeamId, of: &LoggedRecord) -> Result<(), Refusal> {
    let LoggedRecord { subject, id, sent } = of;
    let known = tx.ever_had(team, *subject, *id)?;
    if known { Ok(()) } else { Err(Refusal::Missing { kind: subject.singular(), id: sent.clone() }) }
}

/// The parameters of a query that cannot be read.
fn unreadable(query: &Query<'_>) -> Invalid {
    let mut invalid = Invalid::default();
    for field in query.unreadable() {
        invalid.add(field, &FieldError::Unreadable);
    }
    invalid
}

/// Reads what every list of activities takes, after what says of which activities it is.
fn read(
    query: &Query<'_>,
    caller: &Caller,
    filter: ActivityFilter,
    mut invalid: Invalid,
    paging: Paging,
) -> Result<ActivityListing, Refusal> {
    let (per_page, page) = match paging {
        Paging::OnePage => (query.plain("per_page"), query.page()),
        Paging::Whole => (Scalar::Absent, Scalar::Absent),
    };
    let span = valid_or_reject(&mut invalid, "period", span(query.plain("period"), caller));
    let size = valid_or_reject(&mut invalid, "per_page", number(per_page, Some(PER_PAGE), whole, MOST_PER_PAGE));
    let sort = valid_or_reject(&mut invalid, "sort", sort(query.plain("sort")));
    let number = valid_or_reject(&mut invalid, "page", number(page, Some(1), whole_page, i64::MAX));
    let page = || Some(PageRequest { number: number?, size: size? });
    let read = || Some(ActivityListing { filter, span: span?, sort: sort?, page: page()? });
    read().filter(|_| invalid.is_empty()).ok_or(Refusal::Invalid(invalid))
}

fn valid_or_reject<T>(invalid: &mut Invalid, field: &str, read: Result<T, FieldError>) -> Option<T> {
    read.map_err(|error| invalid.add(field, &error)).ok()
}

fn subject(sent: Scalar<'_>) -> Result<Kind, FieldError> {
    match sent {
        Scalar::Absent => Err(FieldError::Required),
        Scalar::Text(name) => Kind::subject(name).ok_or(FieldError::NotAllowed),
        Scalar::Array => Err(FieldError::NotText.and(Some(FieldError::NotAllowed))),
    }
}

fn number(
    sent: Scalar<'_>,
    default: Option<i64>,
    read: fn(&str) -> Result<i64, FieldError>,
    most: i64,
) -> Result<i64, FieldError> {
    match sent {
        Scalar::Absent => default.ok_or(FieldError::Required),
        Scalar::Text(text) => match read(text)? {
            above if above > most => Err(FieldError::Above(most.to_string())),
            number => Ok(number),
        },
        Scalar::Array => Err(FieldError::NotInteger),
    }
}

/// The values of a parameter that takes several, separated by commas; `None` where it is left out.
fn several(query: &Query<'_>, name: &str) -> Result<Option<Vec<String>>, FieldError> {
    match query.plain(name) {
        Scalar::Absent => Ok(None),
        Scalar::Text(text) => {
            let values: Vec<String> = text.split(',').map(|value| value.trim().to_owned()).collect();
            if values.len() > MOST_VALUES { Err(FieldError::TooMany(MOST_VALUES)) } else { Ok(Some(values)) }
        }
        Scalar::Array => Err(FieldError::NotText),
    }
}

fn event(name: String) -> Event {
    let ending = ["deleted", "restored"].into_iter().find(|end| name.strip_prefix("*_") == Some(end));
    ending.map_or(Event::Named(name), |end| Event::Ending(end.to_owned()))
}

fn maybe_number(sent: Scalar<'_>) -> Result<Option<i64>, FieldError> {
    match sent {
        Scalar::Absent => Ok(None),
        sent => number(sent, None, whole, i64::MAX).map(Some),
    }
}

/// The id after which entries are wanted; those after none are all.
fn after(sent: Scalar<'_>) -> Result<Option<i64>, FieldError> {
    match sent {
        Scalar::Text("0") => Ok(Some(0)),
        sent => maybe_number(sent).map_err(|error| match error {
            FieldError::Below(_) => FieldError::Below("0".to_owned()),
            other => other,
        }),
    }
}

fn span(sent: Scalar<'_>, caller: &Caller) -> Result<Span, FieldError> {
    match sent {
        Scalar::Absent => Ok(Span { from: None, until: None }),
        Scalar::Text(text) => Ok(Period::read(text)?.span(now().into(), caller.timezone.rules(), caller.weeks.day())),
        Scalar::Array => Err(FieldError::NotText.and(Period::read("").err())),
    }
}

fn sort(sent: Scalar<'_>) -> Result<(ActivitySort, Direction), FieldError> {
    match sent {
        Scalar::Absent => Ok(NEWEST_FIRST),
        Scalar::Text(name) => {
            SORTS.iter().find(|(known, _)| *known == name).map(|(_, sort)| *sort).ok_or(FieldError::NotAllowed)
        }
        Scalar::Array => Err(FieldError::NotAllowed),
    }
}
