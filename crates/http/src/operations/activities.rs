//! The activity log, as clients read it.

use actix_web::http::StatusCode;
use uplift_domain::Refusal;
use uplift_domain::access::Caller;
use uplift_domain::activity::{Activity, ActivityListing, ActivitySort, Subject};
use uplift_domain::listing::{Direction, PageRequest, whole, whole_page};
use uplift_domain::period::{Period, Span};
use uplift_domain::ports::{Reach, ReadTx};
use uplift_domain::record::{Choices, FieldError, FieldValue};
use uplift_domain::refusal::Invalid;

use crate::admit::authority::now;
use crate::answer::json;
use crate::answer::paginator::{Paginator, Parameter};
use crate::operations::authed::{AuthedRequest, Reply};
use crate::operations::jobs;
use crate::request::query::{Dropped, Query, Scalar};

/// How many entries a page holds unless the request says, and at most.
pub(crate) const PER_PAGE: i64 = 30;
pub(crate) const MOST_PER_PAGE: i64 = 100;

/// How long a period may be, in characters.
pub(crate) const PERIOD: usize = 50;

/// The sorts as the interface names them; without one the newest come first.
pub(crate) const SORTS: [(&str, (ActivitySort, Direction)); 4] = [
    ("id", (ActivitySort::Id, Direction::Ascending)),
    ("-id", (ActivitySort::Id, Direction::Descending)),
    ("created_at", (ActivitySort::CreatedAt, Direction::Ascending)),
    ("-created_at", (ActivitySort::CreatedAt, Direction::Descending)),
];
const NEWEST_FIRST: (ActivitySort, Direction) = (ActivitySort::Id, Direction::Descending);

/// Answers `GET /activities`.
pub(crate) async fn list(authed: AuthedRequest<'_>) -> Result<Reply, Refusal> {
    let query = Query::parse(authed.request.query_string());
    let listing = read(&query, authed.caller())?;
    let path = authed.state.origins.base_url(authed.request) + &authed.operation.path;
    let carried = query.carried(Dropped::Page);
    let (requester, context, team) = (authed.requester(), authed.context(), authed.caller().team);
    let work = move |tx: &mut dyn ReadTx| {
        let ActivityListing { subject, subject_id, page, .. } = listing;
        let known = match subject.kind() {
            Some(kind) => tx.knew(team, kind, subject_id)?,
            None => false,
        };
        if !known {
            return Err(Refusal::Missing { kind: subject.name(), id: subject_id.to_string() });
        }
        let mut out = context.writer(1024);
        out.field = "per_page";
        let (entries, total) = tx.activities(team, &listing, &mut out)?;
        out.bytes.extend_from_slice(b"{\"data\":");
        json::list(&mut out.bytes, &entries, write);
        out.check()?;
        let bytes = &mut out.bytes;
        bytes.push(b',');
        let (page, size, total) = (page.number.unsigned_abs(), page.size.unsigned_abs(), total.unsigned_abs());
        let (parameter, count) = (Parameter::Page, entries.len());
        Paginator { path: &path, carried: &carried, parameter, page, size, total, count }.write(bytes);
        bytes.push(b'}');
        Ok(out.done())
    };
    Ok(Reply::Json(StatusCode::OK, jobs::read(&authed.state.database, requester, Reach::Search, work).await?))
}

fn read(query: &Query<'_>, caller: &Caller) -> Result<ActivityListing, Refusal> {
    let mut invalid = Invalid::default();
    for field in query.unreadable() {
        invalid.add(field, &FieldError::Unreadable);
    }
    let subject = told(&mut invalid, "subject_type", subject(query.plain("subject_type")));
    let subject_id = told(&mut invalid, "subject_id", number(query.plain("subject_id"), None, whole, i64::MAX));
    let span = told(&mut invalid, "period", span(query.plain("period"), caller));
    let size = told(&mut invalid, "per_page", number(query.plain("per_page"), Some(PER_PAGE), whole, MOST_PER_PAGE));
    let sort = told(&mut invalid, "sort", sort(query.plain("sort")));
    let page = told(&mut invalid, "page", number(query.page(), Some(1), whole_page, i64::MAX));
    let read = || {
        let page = PageRequest { number: page?, size: size? };
        Some(ActivityListing { subject: subject?, subject_id: subject_id?, span: span?, sort: sort?, page })
    };
    read().filter(|_| invalid.is_empty()).ok_or(Refusal::Invalid(invalid))
}

fn told<T>(invalid: &mut Invalid, field: &str, read: Result<T, FieldError>) -> Option<T> {
    read.map_err(|error| invalid.add(field, &error)).ok()
}

fn subject(sent: Scalar<'_>) -> Result<Subject, FieldError> {
    match sent {
        Scalar::Absent => Err(FieldError::Required),
        Scalar::Text(name) => Subject::from_name(name).ok_or(FieldError::NotAllowed),
        Scalar::Array => Err(FieldError::NotText),
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

fn span(sent: Scalar<'_>, caller: &Caller) -> Result<Span, FieldError> {
    match sent {
        Scalar::Absent => Ok(Span { from: None, until: None }),
        Scalar::Text(text) if text.chars().count() > PERIOD => Err(FieldError::TooLong(PERIOD)),
        Scalar::Text(text) => {
            let period =
                Period::parse(text).map_err(|forms| FieldError::Otherwise(format!("field must be {forms}")))?;
            Ok(period.span(now().into(), caller.timezone.rules()))
        }
        Scalar::Array => Err(FieldError::NotText),
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

/// Writes an entry, its members in the order of the documented interface.
fn write(out: &mut Vec<u8>, entry: &Activity) {
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
