//! The fields of a record on its page.

use uplift_domain::record::FieldType;
use uplift_domain::{Kind, Refusal};

use super::anchor::Anchor;
use super::catalog::{Shown, leads_by};
use super::cell::{Cell, is_web, named_by};
use super::comments::{mentioned, with_names};
use super::document::Document;
use super::found::{Found, count_of};
use super::names::{Names, beside, kind_named, missing_names};
use super::stored_figures::stored_in;
use super::unit::measured;
use super::visit::PageVisit;
use crate::answer::words::words;
use crate::origin::BASE;

/// What only programs read: whose a record is, and where it stands among others by numbers that have gaps.
const UNSHOWN: [(Option<Kind>, &str); 3] = [(None, "id"), (None, "team_id"), (Some(Kind::Idea), "position")];

/// The field in which the address stands under which something is open to whoever has it.
const TOKEN: &str = "public_token";

/// The field with the rules of a form, which name steps by their ids.
const LOGIC: &str = "logic";

/// The fields of a record under their names: short values, what takes room, and what says nothing.
#[derive(Default)]
pub(super) struct Fields {
    pub(super) short: Vec<(String, Cell)>,
    pub(super) long: Vec<(String, Cell)>,
    pub(super) empty: Vec<String>,
}

/// Reads what the fields of a record are shown as.
pub(super) async fn fields(visit: &PageVisit<'_>, shown: &'static Shown, found: &Found) -> Result<Fields, Refusal> {
    let record = &found.record;
    let declared: Vec<&str> = shown.facts.fields.iter().map(|field| field.name).collect();
    let mut missing = missing_names(shown, std::slice::from_ref(record), &declared);
    let steps = record.at(LOGIC).items().iter().filter_map(|rule| rule.at("action").at("to").whole());
    missing.extend(steps.map(|id| (Kind::FormStep, id)));
    missing.extend(mentioned(record));
    let names = Names::read(visit, missing).await?;
    let mut fields = Fields::default();
    for (name, value) in record.members() {
        if is_told_elsewhere(shown, found, name) || (name == "deleted_at" && value.is_null()) {
            continue;
        }
        if name == TOKEN && !value.is_null() {
            fields.short.extend(addresses(visit, shown.facts.kind, value.text()));
            continue;
        }
        match value_of(visit.root(), shown, &names, found, name) {
            Cell::Nothing => fields.empty.push(words(name)),
            cell @ (Cell::Long(_) | Cell::Members(_) | Cell::Items(..)) => fields.long.push((words(name), cell)),
            cell if is_file(record, name) => fields.short.push(("File".to_owned(), cell)),
            cell => fields.short.push((words(name), cell)),
        }
    }
    Ok(fields)
}

/// Whether the page tells a member elsewhere: in its heading, beside what it belongs to, or in a part of its own.
fn is_told_elsewhere(shown: &Shown, found: &Found, name: &str) -> bool {
    let (kind, record) = (shown.facts.kind, &found.record);
    let is_relation = shown.facts.relations.iter().any(|it| it.key == name || count_of(it) == name);
    let is_stored = stored_in(kind).is_some_and(|(field, _)| field == name) && !record.at(name).is_null();
    let is_heading = || found.title.ends_with(record.at(name).text());
    let is_kind = |field: &&str| beside(field).as_deref() == Some(name) && kind_named(shown, record, field).is_some();
    is_relation
        || is_stored
        || UNSHOWN.iter().any(|(of, unshown)| *unshown == name && of.is_none_or(|of| of == kind))
        || name == "identifier" && !record.at(name).is_null()
        || named_by(record) == Some(name) && is_heading()
        || record.members().iter().any(|(field, _)| is_kind(&field.as_str()))
}

/// The value of a field, a link where it names a record or a file.
fn value_of(root: &str, shown: &'static Shown, names: &Names, found: &Found, name: &str) -> Cell {
    let record = &found.record;
    let value = record.at(name);
    let Some(field) = shown.field(name) else { return Cell::of(name, value) };
    let kind = kind_named(shown, record, name);
    if let Some(id) = value.whole().filter(|_| field.field_type == FieldType::Id || kind.is_some()) {
        let relation = shown.facts.relations.iter().find(|it| leads_by(it).as_deref() == Some(name));
        let included = relation.zip(kind).and_then(|(it, kind)| Anchor::to(root, kind, record.at(it.key)));
        return match (included, kind) {
            (Some(link), _) => Cell::Anchor(link),
            (None, Some(kind)) => names.link(root, kind, id),
            (None, None) => Cell::of(name, value),
        };
    }
    match name {
        name if is_file(record, name) && is_web(value.text()) => {
            let kind = record.at("file_type").text().rsplit('/').next().filter(|kind| kind.len() < 6);
            let kind = kind.map(|kind| format!(", {}", kind.to_uppercase())).unwrap_or_default();
            let size = measured("file_size", record.at("file_size").number().unwrap_or_default());
            Cell::Anchor(Anchor { href: value.text().to_owned(), text: format!("Open file ({size}{kind})") })
        }
        "body" if shown.facts.kind == Kind::Comment => {
            Cell::of_field(field, &Document::Text(with_names(names, value.text())))
        }
        LOGIC => Cell::of_field(field, &with_steps(names, value)),
        _another => Cell::of_field(field, value),
    }
}

/// Whether a field is the address of a file that the service keeps.
fn is_file(record: &Document, name: &str) -> bool {
    name == "url" && !record.at("file_size").is_null()
}

/// A document with the names of steps in place of their ids.
fn with_steps(names: &Names, told: &Document) -> Document {
    let member = |(name, value): &(String, Document)| {
        let step = value.whole().filter(|_| name == "to").and_then(|id| names.of(Kind::FormStep, id));
        (name.clone(), step.map_or_else(|| with_steps(names, value), Document::Text))
    };
    match told {
        Document::List(items) => Document::List(items.iter().map(|item| with_steps(names, item)).collect()),
        Document::Object(members) => Document::Object(members.iter().map(member).collect()),
        told => told.clone(),
    }
}

/// Where what has a public token is found by whoever has no key.
fn addresses(visit: &PageVisit<'_>, kind: Kind, token: &str) -> Vec<(String, Cell)> {
    let base = visit.state.origins.base_url(visit.request);
    let linked = |name: &str, href: String, text: &str| {
        let text = if text.is_empty() { href.clone() } else { text.to_owned() };
        (name.to_owned(), Cell::Anchor(Anchor { href, text }))
    };
    if kind == Kind::SavedReport {
        let address = format!("{base}/public/reports/{token}");
        return vec![
            linked("Chart", format!("{address}?format=svg"), "Open the chart"),
            linked("Table", format!("{address}?format=csv"), "Download as CSV"),
            linked("Shared at", address, ""),
        ];
    }
    vec![linked("Public address", format!("{}/f/{token}", base.strip_suffix(BASE).unwrap_or(&base)), "")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unshown_field_is_one() {
        for (kind, name) in UNSHOWN.iter().filter_map(|(kind, name)| Some(((*kind)?, name))) {
            assert!(Shown::of(kind).unwrap().field(name).is_some(), "{name}");
        }
    }
}
