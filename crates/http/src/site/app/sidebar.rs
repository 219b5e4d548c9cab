//! What stands beside a record: its images and files, what was said about it, and its log.

use askama::Template;
use uplift_domain::record::Choices as _;
use uplift_domain::{Attachable, Commentable, Kind, Refusal};

use super::catalog::words;
use super::cell::{Cell, Link, title};
use super::document::Document;
use super::names::Names;
use super::visit::Visit;

/// How many entries of the log a page shows, and how many comments and files.
const LOGGED: usize = 30;
const MOST: usize = 100;

/// What stands beside a record. It writes itself, escaped.
#[derive(Default, Template)]
#[template(path = "app/sidebar.html")]
pub(super) struct Sidebar {
    images: Vec<Link>,
    files: Vec<Link>,
    comments: Vec<CommentView>,
    log: Vec<Logged>,
}

/// A comment.
struct CommentView {
    who: String,
    when: Cell,
    body: String,
    is_answer: bool,
    is_resolved: bool,
}

/// An entry of the log.
struct Logged {
    when: Cell,
    who: String,
    what: String,
    changed: String,
}

/// Reads what stands beside a record, as far as the key may see it.
pub(super) async fn sidebar(visit: &Visit<'_>, kind: Kind, record: &Document) -> Result<Sidebar, Refusal> {
    let Some(id) = record.at("id").whole() else { return Ok(Sidebar::default()) };
    let (mut images, mut files) = attached(visit, kind, id).await?;
    if kind == Kind::Attachment {
        let shown = attachment(record);
        if record.at("type").text() == "image" { images.push(shown) } else { files.push(shown) }
    }
    let comments = comments(visit, kind, id).await?;
    let log = log(visit, kind, id).await?;
    Ok(Sidebar { images, files, comments, log })
}

async fn attached(visit: &Visit<'_>, kind: Kind, id: i64) -> Result<(Vec<Link>, Vec<Link>), Refusal> {
    if !Attachable::ALL.iter().any(|attachable| attachable.kind() == Some(kind)) {
        return Ok((Vec::new(), Vec::new()));
    }
    let kind = kind.singular();
    let query = format!("filter[attachable_type]={kind}&filter[attachable_id]={id}&page[size]={MOST}");
    let found = visit.part("/attachments", &[], &query).await?.unwrap_or(Document::Null);
    let (images, files): (Vec<_>, Vec<_>) =
        found.at("data").items().iter().partition(|it| it.at("type").text() == "image");
    let links = |some: Vec<&Document>| some.into_iter().map(attachment).collect();
    Ok((links(images), links(files)))
}

fn attachment(record: &Document) -> Link {
    let address = record.at("url").text();
    // What may stand in a link is what a browser opens as a page.
    let href = if address.starts_with("http") { address.to_owned() } else { String::new() };
    Link { href, text: title(record) }
}

async fn comments(visit: &Visit<'_>, kind: Kind, id: i64) -> Result<Vec<CommentView>, Refusal> {
    if !Commentable::ALL.iter().any(|commentable| commentable.kind() == Some(kind)) {
        return Ok(Vec::new());
    }
    let kind = kind.singular();
    let query =
        format!("filter[commentable_type]={kind}&filter[commentable_id]={id}&include=user&sort=id&page[size]={MOST}");
    let found = visit.part("/comments", &[], &query).await?.unwrap_or(Document::Null);
    let said = |comment: &Document| CommentView {
        who: title(comment.at("user")),
        when: Cell::of("", comment.at("created_at")),
        body: comment.at("body").text().to_owned(),
        is_answer: !comment.at("parent_id").is_null(),
        is_resolved: !comment.at("resolved_at").is_null(),
    };
    Ok(found.at("data").items().iter().map(said).collect())
}

async fn log(visit: &Visit<'_>, kind: Kind, id: i64) -> Result<Vec<Logged>, Refusal> {
    let Some(subject) = Kind::subject(kind.singular()) else { return Ok(Vec::new()) };
    let query = format!("subject_type={}&subject_id={id}&per_page={LOGGED}", subject.singular());
    let Some(found) = visit.part("/activities", &[], &query).await? else { return Ok(Vec::new()) };
    let entries = found.at("data").items();
    let causers = entries.iter().filter_map(|entry| entry.at("causer_id").whole());
    let names = Names::read(visit, causers.map(|id| (Kind::User, id)).collect()).await?;
    let who = |entry: &Document| match entry.at("causer_id").whole() {
        Some(id) => names.of(Kind::User, id).unwrap_or_else(|| format!("user #{id}")),
        None => "the service".to_owned(),
    };
    let logged = |entry: &Document| Logged {
        when: Cell::of("", entry.at("created_at")),
        who: who(entry),
        what: entry.at("event").text().replace('_', " "),
        changed: changed(entry.at("properties")),
    };
    Ok(entries.iter().map(logged).collect())
}

/// The names of what an entry says to have changed. What is made anew has everything anew.
fn changed(properties: &Document) -> String {
    if properties.at("old").is_null() {
        return String::new();
    }
    let names = properties.at("attributes").members().iter().map(|(name, _)| words(name));
    names.collect::<Vec<_>>().join(", ")
}
