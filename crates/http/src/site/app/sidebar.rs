//! What stands beside a record: its images and files, what was said about it, and its log.

use askama::Template;
use uplift_domain::record::Choices as _;
use uplift_domain::{Attachable, Kind, Refusal};

use super::anchor::Anchor;
use super::catalog::Shown;
use super::cell::{Cell, title};
use super::comments::{Comments, comments, nameless};
use super::document::Document;
use super::names::Names;
use super::related::rest_of;
use super::visit::PageVisit;
use crate::answer::words::words;
use crate::site::isolated::isolated;

/// How many entries of the log a page shows, and how many files it asks for; a list may have fewer on a page.
const LOGGED: usize = 30;
const MOST: usize = 100;

/// How long a value may be that the log tells.
const MOST_TOLD: usize = 60;

/// What stands beside a record. It writes itself, escaped.
#[derive(Default, Template)]
#[template(path = "app/sidebar.html")]
pub(super) struct Sidebar {
    attached: Attached,
    comments: Comments,
    log: Vec<Logged>,
}

/// What is attached to a record.
#[derive(Default)]
struct Attached {
    images: Vec<Anchor>,
    files: Vec<Anchor>,
    /// The list of all, where there are more.
    all: Option<Anchor>,
}

/// An entry of the log.
struct Logged {
    when: Cell,
    who: String,
    what: String,
    changed: Cell,
}

/// Reads what stands beside a record, as far as the key may see it.
pub(super) async fn sidebar(visit: &PageVisit<'_>, shown: &Shown, record: &Document) -> Result<Sidebar, Refusal> {
    let kind = shown.facts.kind;
    let Some(id) = record.at("id").whole() else { return Ok(Sidebar::default()) };
    let mut attached = attached(visit, kind, id).await?;
    if kind == Kind::Attachment {
        let shown = attachment(record);
        if record.at("type").text() == "image" { attached.images.push(shown) } else { attached.files.push(shown) }
    }
    let comments = comments(visit, kind, id).await?;
    let log = log(visit, shown, record, id).await?;
    Ok(Sidebar { attached, comments, log })
}

async fn attached(visit: &PageVisit<'_>, kind: Kind, id: i64) -> Result<Attached, Refusal> {
    if !Attachable::ALL.iter().any(|attachable| attachable.kind() == Some(kind)) {
        return Ok(Attached::default());
    }
    let of = kind.singular();
    let query = format!("filter[attachable_type]={of}&filter[attachable_id]={id}&page[size]={MOST}");
    let found = visit.part("/attachments", &[], &query).await?.unwrap_or(Document::Null);
    let (images, files): (Vec<_>, Vec<_>) =
        found.at("data").items().iter().partition(|it| it.at("type").text() == "image");
    let links = |some: Vec<&Document>| some.into_iter().map(attachment).collect();
    let all = rest_of(visit.root(), (Kind::Attachment, "images and files"), &found, ("attachable", kind, id));
    Ok(Attached { images: links(images), files: links(files), all })
}

fn attachment(record: &Document) -> Anchor {
    let address = record.at("url").text();
    // What may stand in a link is what a browser opens as a page.
    let href = if address.starts_with("http") { address.to_owned() } else { String::new() };
    Anchor { href, text: title(record) }
}

async fn log(visit: &PageVisit<'_>, shown: &Shown, record: &Document, id: i64) -> Result<Vec<Logged>, Refusal> {
    let Some(subject) = Kind::subject(shown.facts.kind.singular()) else { return Ok(Vec::new()) };
    let query = format!("subject_type={}&subject_id={id}&sort=-created_at&per_page={LOGGED}", subject.singular());
    let Some(found) = visit.part("/activities", &[], &query).await? else { return Ok(Vec::new()) };
    let entries = found.at("data").items();
    let causers = entries.iter().filter_map(|entry| entry.at("causer_id").whole()).map(|id| (Kind::User, id));
    let named = entries.iter().flat_map(|entry| named_in(shown, entry.at("properties")));
    let names = Names::read(visit, causers.chain(named).collect()).await?;
    let is_public = record.at("source").text() == "public";
    let who = |entry: &Document| match entry.at("causer_id").whole() {
        Some(id) => names.of(Kind::User, id).unwrap_or_else(|| nameless(id)),
        None if is_public => "a respondent".to_owned(),
        None => "the service".to_owned(),
    };
    let logged = |entry: &Document| Logged {
        when: Cell::of("", entry.at("created_at")),
        who: who(entry),
        what: words(entry.at("event").text()),
        changed: changed(shown, &names, entry.at("properties")),
    };
    Ok(entries.iter().map(logged).collect())
}

/// The records that an entry says to have been named, before or after.
fn named_in(shown: &Shown, properties: &Document) -> Vec<(Kind, i64)> {
    let (old, new) = (properties.at("old").members(), properties.at("attributes").members());
    let named = |(name, value): &(String, Document)| Some((shown.field(name)?.refers?, value.whole()?));
    old.iter().chain(new).filter_map(named).collect()
}

/// What an entry says to have changed, from what to what. What is made anew has everything anew.
fn changed(shown: &Shown, names: &Names, properties: &Document) -> Cell {
    let (old, new) = (properties.at("old"), properties.at("attributes").members());
    if old.is_null() || new.is_empty() {
        return Cell::Nothing;
    }
    Cell::Lines(new.iter().map(|(name, value)| change(shown, names, name, old.at(name), value)).collect())
}

/// A change in a line: of what is long only that it changed, of several records how many came and went.
fn change(shown: &Shown, names: &Names, name: &str, old: &Document, new: &Document) -> String {
    if let (Document::List(before), Document::List(after)) = (old, new) {
        let missing = |from: &[Document], other: &[Document]| from.iter().filter(|it| !other.contains(it)).count();
        let counts = [(missing(after, before), "added"), (missing(before, after), "removed")];
        let told = counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
        return format!("{}: {}", words(name), told.collect::<Vec<_>>().join(", "));
    }
    let told = |value: &Document| match (shown.field(name), value.whole()) {
        (Some(field), Some(id)) if field.refers.is_some() => {
            field.refers.and_then(|kind| names.short(kind, id)).unwrap_or_else(|| format!("#{id}"))
        }
        (Some(field), _) => Cell::of_field(field, value).to_text(),
        (None, _) => Cell::of(name, value).to_text(),
    };
    let (before, after) = (isolated(&told(old)), isolated(&told(new)));
    if before.chars().count().max(after.chars().count()) > MOST_TOLD {
        return words(name);
    }
    format!("{}: {before} → {after}", words(name))
}
