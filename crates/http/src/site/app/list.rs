//! The page of a list: any kind, with the parameters of its list in the interface.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use uplift_domain::record::{Field, FieldType};
use uplift_domain::{Kind, Refusal};

use super::address::{is_page, suffix};
use super::anchor::Anchor;
use super::catalog::{Shown, leads_by};
use super::cell::{Cell, shortened};
use super::comments::{mentioned, with_names};
use super::controls::Form;
use super::document::Document;
use super::layout::Layout;
use super::names::{Names, missing_names};
use super::table::{Head, Table};
use super::visit::PageVisit;
use crate::answer::problem;
use crate::answer::words::words;
use crate::exports::Format;
use crate::operations::facts::RelationFacts;
use crate::site::page::html;

/// What records are told apart by in place of their ids, where they have one.
const IDENTIFIER: &str = "identifier";

/// Fields whose value is the link to their record.
const NAMES: [&str; 5] = ["name", "label", "title", "email", "body"];

#[derive(Template)]
#[template(path = "app/list.html")]
struct ListPage {
    layout: Layout,
    form: Form,
    exports: Vec<Anchor>,
    table: Option<Table>,
    pages: Pages,
}

/// Which page of a list is shown, and where its others are; nothing where there is one page.
#[derive(Default)]
struct Pages {
    place: String,
    links: Vec<Anchor>,
}

/// Makes the page of a list.
pub(super) async fn list(visit: &PageVisit<'_>, shown: &'static Shown) -> Result<HttpResponse, Refusal> {
    let action = shown.list(visit.root());
    let mut form = Form::of_list(visit, shown, action.clone()).await?;
    let raw = visit.request.query_string();
    let (status, found) = match records(visit, shown, raw).await {
        Ok(found) => (StatusCode::OK, Some(found)),
        Err(refusal) => {
            let status = problem::status(&refusal);
            form.report_error(refusal)?;
            (status, None)
        }
    };
    let api = format!("/{}{}", shown.facts.path, suffix(raw));
    let mut layout = visit.layout(&shown.title, Some(api)).await?.with_status(status);
    let meta = found.as_ref().map_or(&Document::Null, |found| found.at("meta"));
    if let Some(page @ 2..) = meta.at("current_page").whole() {
        layout.tab = format!("{}, page {page} · {}", layout.title, layout.team);
    }
    let export = |format: &&str| {
        let query = visit.query.with(|name| name.starts_with("page") || name == "include", &[("format", format)]);
        Anchor { href: format!("{action}/export?{query}"), text: (*format).to_uppercase() }
    };
    let may_export = shown.export().is_some() && visit.bearer.caller.permit_export().is_ok();
    let exports = if may_export { Format::NAMES.iter().map(export).collect() } else { Vec::new() };
    let table = match &found {
        Some(found) => Some(table(visit, shown, found).await?),
        None => None,
    };
    let pages = pages(visit, &action, meta);
    html(status, &ListPage { layout, form, exports, table, pages }, visit.hold())
}

/// The records of a page, with those that their references name where these are not too many.
async fn records(visit: &PageVisit<'_>, shown: &Shown, query: &str) -> Result<Document, Refusal> {
    let path = format!("/{}", shown.facts.path);
    let named = named(shown, shown.facts.columns);
    if named.is_empty() {
        return visit.ask(&path, &[], query).await;
    }
    let with = format!("{query}{}include={}", if query.is_empty() { "" } else { "&" }, named.join(","));
    match visit.ask(&path, &[], &with).await {
        Err(Refusal::AnswerTooLarge(_)) => visit.ask(&path, &[], query).await,
        answered => answered,
    }
}

/// The relations to include for the references in these columns.
pub(super) fn named(shown: &Shown, columns: &[&str]) -> Vec<&'static str> {
    let is_shown = |relation: &&RelationFacts| {
        relation.is_included && leads_by(relation).is_some_and(|field| columns.contains(&field.as_str()))
    };
    shown.facts.relations.iter().filter(is_shown).map(|relation| relation.name).collect()
}

async fn table(visit: &PageVisit<'_>, shown: &'static Shown, found: &Document) -> Result<Table, Refusal> {
    let has = |name: &&&str| shown.field(name).is_some() || matches!(**name, "created_at" | "updated_at");
    let id = (!shown.facts.columns.contains(&IDENTIFIER)).then_some(&"id");
    let fields: Vec<&str> = id.into_iter().chain(shown.facts.columns.iter().filter(has)).copied().collect();
    let records = found.at("data").items();
    let mut missing = missing_names(shown, records, &fields);
    missing.extend(records.iter().flat_map(mentioned));
    let names = Names::read(visit, missing).await?;
    let row = |record: &Document| fields.iter().map(|name| cell(visit.root(), shown, &names, record, name)).collect();
    let rows: Vec<Vec<Cell>> = records.iter().map(row).collect();
    let heads = fields.iter().map(|name| head(visit, shown, name, is_number(shown, name))).collect();
    let meta = found.at("meta");
    let total = meta.at("total").whole().unwrap_or_default();
    let (from, to) = (meta.at("from").whole(), meta.at("to").whole());
    let caption = match from.zip(to) {
        Some((from, to)) => format!("{}: {from} to {to} of {total}", shown.title),
        None => format!("{}: {total} in all", shown.title),
    };
    let named = fields.iter().position(|name| *name == IDENTIFIER || NAMES.contains(name)).unwrap_or_default();
    Ok(Table { named, empty: empty(visit, shown, meta), ..Table::new(caption, heads, rows) })
}

/// What a list says that shows nothing, and where that leads.
fn empty(visit: &PageVisit<'_>, shown: &Shown, meta: &Document) -> (String, Option<Anchor>) {
    let (several, list) = (shown.title.to_lowercase(), shown.list(visit.root()));
    let is_filtered = visit.query.kept(|_| false).any(|(name, _)| name.starts_with("filter["));
    let link = |href: String, text: &str| Some(Anchor { href, text: text.to_owned() });
    match meta.at("total").whole() {
        Some(1..) => {
            let last = meta.at("last_page").whole().unwrap_or(1).to_string();
            let query = visit.query.with(is_page, &[("page[number]", &last)]);
            ("This is past the last page.".to_owned(), link(format!("{list}?{query}"), &format!("Go to page {last}")))
        }
        _nothing if is_filtered => (format!("No {several} match these filters."), link(list, "Clear filters")),
        _nothing => {
            let docs = link(format!("{}/docs", visit.root()), "API documentation");
            (format!("No {several} yet. They are made through the API."), docs)
        }
    }
}

/// Whether a table of these records shows what they are called beside their ids.
fn shows_names(shown: &Shown) -> bool {
    shown.facts.columns.iter().any(|column| NAMES.contains(column))
}

/// Whether a column is one of numbers, be it that none is told.
pub(super) fn is_number(shown: &Shown, name: &str) -> bool {
    let is_number = |field: &Field| matches!(field.field_type, FieldType::Integer { .. } | FieldType::Decimal { .. });
    shown.field(name).is_some_and(|field| field.refers.is_none() && is_number(field))
}

fn head(visit: &PageVisit<'_>, shown: &Shown, name: &str, is_number: bool) -> Head {
    let sorts = visit.query.get("sort");
    let first = sorts.split(',').next().unwrap_or_default();
    let descending = format!("-{name}");
    let sorted = match first {
        first if first == name => "ascending",
        first if first == descending => "descending",
        _another => "",
    };
    let next = if sorted == "ascending" { descending } else { name.to_owned() };
    let href = shown.facts.sorts.contains(&name).then(|| {
        let query = visit.query.with(|name| is_page(name) || name == "sort", &[("sort", &next)]);
        format!("{}?{query}", shown.list(visit.root()))
    });
    Head { href, sorted, is_number, is_id: name == IDENTIFIER || name == "id" && shows_names(shown), ..Head::of(name) }
}

/// What stands in a column of a record's row.
pub(super) fn cell(root: &str, shown: &'static Shown, names: &Names, record: &Document, name: &str) -> Cell {
    let value = record.at(name);
    let id = record.at("id").whole();
    if let (true, Some(id)) = (matches!(name, "id" | IDENTIFIER) || NAMES.contains(&name), id) {
        let text = match name {
            "id" if shows_names(shown) => id.to_string(),
            // What has no name is called by the last word of its kind.
            "id" => format!("{} #{id}", words(shown.facts.kind.singular().rsplit('_').next().unwrap_or_default())),
            IDENTIFIER if value.is_null() => format!("#{id}"),
            _name if shown.facts.kind == Kind::Comment => shortened(&with_names(names, value.text())),
            _name => shortened(value.text()),
        };
        let href = shown.address(root, id);
        return if text.trim().is_empty() { Cell::Nothing } else { Cell::Anchor(Anchor { href, text }) };
    }
    let relation = shown.facts.relations.iter().find(|it| leads_by(it).as_deref() == Some(name));
    let kind = shown.field(name).and_then(|field| field.refers);
    if let (Some(kind), Some(id)) = (kind, value.whole()) {
        let included = relation.map(|relation| record.at(relation.key)).and_then(|it| Anchor::brief(root, kind, it));
        return included.unwrap_or_else(|| names.brief(root, kind, id));
    }
    match shown.field(name) {
        Some(field) => Cell::of_field(field, value).in_table(),
        None => Cell::of(name, value).in_table(),
    }
}

fn pages(visit: &PageVisit<'_>, action: &str, meta: &Document) -> Pages {
    let (page, last) = (meta.at("current_page").whole().unwrap_or(1), meta.at("last_page").whole().unwrap_or(1));
    let link = |number: i64, text: &str| {
        let query = visit.query.with(is_page, &[("page[number]", &number.to_string())]);
        Anchor { href: format!("{action}?{query}"), text: text.to_owned() }
    };
    if last <= 1 && page <= 1 {
        return Pages::default();
    }
    let mut links = Vec::new();
    if page > 1 {
        links.push(link(1, "First"));
        links.push(link((page - 1).min(last), "Previous"));
    }
    if page < last {
        links.push(link(page + 1, "Next"));
        links.push(link(last, "Last"));
    }
    Pages { place: format!("Page {page} of {last}"), links }
}
