//! The activity log, as clients read it.

use actix_web::http::StatusCode;
use uplift_domain::Refusal;
use uplift_domain::access::Caller;
use uplift_domain::activity::{Activity, ActivityListing, ActivitySort, Subject};
use uplift_domain::listing::{PageAsk, Way, whole, whole_page};
use uplift_domain::period::{Period, Span};
use uplift_domain::ports::{Library, Reach};
use uplift_domain::record::{Complaint, Shown, Words};
use uplift_domain::refusal::Invalid;

use crate::authority::now;
use crate::jobs;
use crate::json;
use crate::paginator::{Paginator, Parameter};
use crate::passage::{Admitted, Reply};
use crate::query::{Dropped, Query, Scalar};

/// How many entries a page holds unless the request says, and at most.
pub(crate) const PER_PAGE: i64 = 30;
pub(crate) const MOST_PER_PAGE: i64 = 100;

/// How long a period may be, in characters.
pub(crate) const PERIOD: usize = 50;

/// The sorts as the interface names them; without one the newest come first.
pub(crate) const SORTS: [(&str, (ActivitySort, Way)); 4] = [
    ("id", (ActivitySort::Id, Way::Up)),
    ("-id", (ActivitySort::Id, Way::Down)),
    ("created_at", (ActivitySort::CreatedAt, Way::Up)),
    ("-created_at", (ActivitySort::CreatedAt, Way::Down)),
];
const NEWEST_FIRST: (ActivitySort, Way) = (ActivitySort::Id, Way::Down);

/// Answers `GET /activities`.
pub(crate) async fn list(admitted: Admitted<'_>) -> Result<Reply, Refusal> {
    let query = Query::parse(admitted.request.query_string());
    let listing = read(&query, &admitted.caller)?;
    let path = admitted.state.origins.base_url(admitted.request) + &admitted.operation.path;
    let carried = query.carried(Dropped::Page);
    let (asker, blank, caller) = (admitted.asker(), admitted.blank(), admitted.caller);
    let work = move |library: &mut dyn Library| {
        let ActivityListing { subject, subject_id, page, .. } = listing;
        let known = match subject.kind() {
            Some(kind) => library.knew(caller.team, kind, subject_id)?,
            None => false,
        };
        if !known {
            return Err(Refusal::Missing { kind: subject.name(), id: subject_id.to_string() });
        }
        let mut sheet = blank.sheet(1024);
        sheet.field = "per_page";
        let (entries, total) = library.activities(caller.team, &listing, &mut sheet)?;
        sheet.bytes.extend_from_slice(b"{\"data\":");
        json::list(&mut sheet.bytes, &entries, write);
        sheet.check()?;
        let out = &mut sheet.bytes;
        out.push(b',');
        let (page, size, total) = (page.number.unsigned_abs(), page.size.unsigned_abs(), total.unsigned_abs());
        let (parameter, count) = (Parameter::Page, entries.len());
        Paginator { path: &path, carried: &carried, parameter, page, size, total, count }.write(out);
        out.push(b'}');
        Ok(sheet.done())
    };
    Ok(Reply::Json(StatusCode::OK, jobs::read(&admitted.state.database, asker, Reach::Search, work).await?))
}

fn read(query: &Query<'_>, caller: &Caller) -> Result<ActivityListing, Refusal> {
    let mut invalid = Invalid::default();
    for field in query.complaints() {
        invalid.add(field, &Complaint::Unreadable);
    }
    let subject = told(&mut invalid, "subject_type", subject(query.plain("subject_type")));
    let subject_id = told(&mut invalid, "subject_id", number(query.plain("subject_id"), None, whole, i64::MAX));
    let span = told(&mut invalid, "period", span(query.plain("period"), caller));
    let size = told(&mut invalid, "per_page", number(query.plain("per_page"), Some(PER_PAGE), whole, MOST_PER_PAGE));
    let sort = told(&mut invalid, "sort", sort(query.plain("sort")));
    let page = told(&mut invalid, "page", number(query.page(), Some(1), whole_page, i64::MAX));
    let read = || {
        let page = PageAsk { number: page?, size: size? };
        Some(ActivityListing { subject: subject?, subject_id: subject_id?, span: span?, sort: sort?, page })
    };
    read().filter(|_| invalid.is_empty()).ok_or(Refusal::Invalid(invalid))
}

fn told<T>(invalid: &mut Invalid, field: &str, read: Result<T, Complaint>) -> Option<T> {
    read.map_err(|complaint| invalid.add(field, &complaint)).ok()
}

fn subject(sent: Scalar<'_>) -> Result<Subject, Complaint> {
    match sent {
        Scalar::Absent => Err(Complaint::Required),
        Scalar::Text(name) => Subject::from_name(name).ok_or(Complaint::NotAllowed),
        Scalar::Array => Err(Complaint::NotText),
    }
}

fn number(
    sent: Scalar<'_>,
    default: Option<i64>,
    read: fn(&str) -> Result<i64, Complaint>,
    most: i64,
) -> Result<i64, Complaint> {
    match sent {
        Scalar::Absent => default.ok_or(Complaint::Required),
        Scalar::Text(text) => match read(text)? {
            above if above > most => Err(Complaint::Above(most.to_string())),
            number => Ok(number),
        },
        Scalar::Array => Err(Complaint::NotInteger),
    }
}

fn span(sent: Scalar<'_>, caller: &Caller) -> Result<Span, Complaint> {
    match sent {
        Scalar::Absent => Ok(Span { from: None, until: None }),
        Scalar::Text(text) if text.chars().count() > PERIOD => Err(Complaint::TooLong(PERIOD)),
        Scalar::Text(text) => {
            let period = Period::parse(text).map_err(|forms| Complaint::Otherwise(format!("field must be {forms}")))?;
            Ok(period.span(now().into(), caller.timezone.rules()))
        }
        Scalar::Array => Err(Complaint::NotText),
    }
}

fn sort(sent: Scalar<'_>) -> Result<(ActivitySort, Way), Complaint> {
    match sent {
        Scalar::Absent => Ok(NEWEST_FIRST),
        Scalar::Text(name) => {
            SORTS.iter().find(|(known, _)| *known == name).map(|(_, sort)| *sort).ok_or(Complaint::NotAllowed)
        }
        Scalar::Array => Err(Complaint::NotAllowed),
    }
}

/// Writes an entry, its members in the order of the documented interface.
fn write(out: &mut Vec<u8>, entry: &Activity) {
    out.push(b'{');
    member(out, "id", Shown::Integer(entry.id));
    member(out, "log_name", maybe(entry.log_name.as_deref()));
    member(out, "description", Shown::Text(&entry.description));
    member(out, "subject_type", maybe(entry.subject_type.as_deref()));
    member(out, "subject_id", entry.subject_id.map_or(Shown::Null, Shown::Integer));
    member(out, "event", maybe(entry.event.as_deref()));
    member(out, "causer_type", maybe(entry.causer_type.as_deref()));
    member(out, "causer_id", entry.causer_id.map_or(Shown::Null, Shown::Integer));
    json::key(out, "properties");
    // It was stored as the JSON that it is.
    out.extend_from_slice(entry.properties.as_deref().unwrap_or("null").as_bytes());
    member(out, "batch_uuid", maybe(entry.batch_uuid.as_deref()));
    member(out, "created_at", Shown::Time(entry.created_at));
    member(out, "updated_at", Shown::Time(entry.updated_at));
    member(out, "subject", Shown::Null);
    member(out, "causer", Shown::Null);
    out.push(b'}');
}

fn member(out: &mut Vec<u8>, name: &str, shown: Shown<'_>) {
    json::key(out, name);
    json::value(out, shown);
}

fn maybe(text: Option<&str>) -> Shown<'_> {
    text.map_or(Shown::Null, Shown::Text)
}
