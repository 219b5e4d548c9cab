//! The page of a record: its fields, what it is related to, images, comments and its log.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use uplift_domain::listing::{Ask, LeadsTo};
use uplift_domain::{Kind, Refusal};

use super::anchor::Anchor;
use super::answers::answers;
use super::catalog::Shown;
use super::cell::{Cell, called};
use super::comments::author;
use super::computed::computed;
use super::document::Document;
use super::fields::{Fields, fields};
use super::figures::Figures;
use super::found::{Found, count_of};
use super::items::tables;
use super::layout::Layout;
use super::reading::Reading;
use super::related::Related;
use super::sidebar::{Sidebar, sidebar};
use super::stored_figures::stored_figures;
use super::table::Table;
use super::tiles::Tiles;
use super::trail::trail;
use super::visit::PageVisit;
use crate::answer::words::words;
use crate::exports::Format;
use crate::operations::facts::RelationFacts;
use crate::site::isolated::isolated;
use crate::site::page::html;

/// How many related records of one sort are named; more are counted.
const MOST_NAMED: i64 = 50;

#[derive(Template)]
#[template(path = "app/record.html")]
struct RecordPage {
    layout: Layout,
    is_archived: bool,
    /// The files with the responses to it, where the key may have them.
    exports: Vec<Anchor>,
    /// What the interface computes of the record, where it does.
    computed: Vec<Figures>,
    body: RecordBody,
}

/// What every page of a record shows.
#[derive(Template)]
#[template(path = "app/record_body.html")]
pub(super) struct RecordBody {
    fields: Fields,
    relations: Vec<Related>,
    parts: Vec<Table>,
    sidebar: Sidebar,
}

/// Makes the page of a record.
pub(super) async fn record(visit: &PageVisit<'_>, shown: &'static Shown) -> Result<HttpResponse, Refusal> {
    let found = find(visit, shown).await?;
    check_query(visit, shown).await?;
    let api = match shown.facts.single {
        true => format!("/{}", shown.facts.path),
        false => format!("/{}/{}", shown.facts.path, found.id),
    };
    let layout = visit.layout(&found.title, Some(api)).await?.beneath(trail(visit, shown, &found).await?, visit, shown);
    let mut computed = computed(visit, shown, &found).await?;
    computed.extend(stored_figures(visit, shown, &found).await?);
    let answers = answers(visit, shown.facts.kind, &found).await?;
    computed.extend(answers.map(|table| Figures { tiles: Tiles::default(), chart: None, tables: vec![table] }));
    let body = body(visit, shown, &found).await?;
    let (is_archived, exports) = (is_archived(&found.record), exports(visit, shown, &found));
    html(StatusCode::OK, &RecordPage { layout, is_archived, exports, computed, body }, visit.hold())
}

/// Whether a record is put away.
pub(super) fn is_archived(record: &Document) -> bool {
    !record.at("archived_at").is_null() || record.at("status").text() == "archived"
}

/// The files with all responses to a form, where the key may have them.
fn exports(visit: &PageVisit<'_>, shown: &Shown, found: &Found) -> Vec<Anchor> {
    if shown.export_of_responses().is_none() || visit.bearer.caller.permit_export().is_err() {
        return Vec::new();
    }
    let address = format!("{}/{}/responses/export", shown.list(visit.root()), found.id);
    let export = |format: &&str| Anchor { href: format!("{address}?format={format}"), text: (*format).to_uppercase() };
    Format::NAMES.iter().map(export).collect()
}

/// The path of the operation that reads the record of a page.
fn path(shown: &Shown) -> String {
    if shown.facts.single { format!("/{}", shown.facts.path) } else { shown.one() }
}

/// Refuses what the query of a page asks of its record as the interface refuses it.
pub(super) async fn check_query(visit: &PageVisit<'_>, shown: &Shown) -> Result<(), Refusal> {
    match visit.request.query_string() {
        "" => Ok(()),
        query => visit.ask(&path(shown), &[(shown.facts.kind.singular(), visit.named("id"))], query).await.map(drop),
    }
}

/// Reads the record that the path names, with those of its relations that are not too many to be named.
pub(super) async fn find(visit: &PageVisit<'_>, shown: &'static Shown) -> Result<Found, Refusal> {
    let (kind, path) = (shown.facts.kind, path(shown));
    let id = visit.named("id").to_owned();
    let named = [(kind.singular(), id.as_str())];
    let counted =
        asked(shown, |relation| if relation.leads_to.is_list() { Some(Ask::Count) } else { Some(Ask::Records) });
    let first = visit.ask(&path, &named, &counted).await?;
    let few = |relation: &RelationFacts| {
        let count = first.at("data").at(&count_of(relation)).whole().unwrap_or_default();
        (!relation.leads_to.is_list() || (1..=MOST_NAMED).contains(&count)).then_some(Ask::Records)
    };
    let with = asked(shown, |relation| if relation.leads_to.is_list() { few(relation) } else { None });
    let second = if with.is_empty() { None } else { visit.part(&path, &named, &with).await? };
    let mut record = first.at("data").clone();
    if let (Document::Object(members), Some(second)) = (&mut record, second) {
        for (name, value) in second.at("data").members() {
            if !members.iter().any(|(known, _)| known == name) {
                members.push((name.clone(), value.clone()));
            }
        }
    }
    // What was said is told below, whole.
    let title = match kind {
        Kind::Comment => {
            let day = Cell::of("", record.at("created_at")).in_table().to_text();
            format!("Comment by {}, {day}", isolated(&author(&record)))
        }
        kind => called(kind, &record),
    };
    Ok(Found { id, record, title })
}

/// The query that includes what is asked of each relation.
fn asked(shown: &Shown, ask: impl Fn(&RelationFacts) -> Option<Ask>) -> String {
    let included = shown.facts.relations.iter().filter(|relation| relation.is_included);
    let names = included.filter_map(|relation| {
        let ask = ask(relation).filter(|ask| Ask::of(relation.leads_to).contains(ask))?;
        Some(format!("{}{}", relation.name, ask.suffix()))
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { String::new() } else { format!("include={}", names.join(",")) }
}

/// What the page of any record shows.
pub(super) async fn body(visit: &PageVisit<'_>, shown: &'static Shown, found: &Found) -> Result<RecordBody, Refusal> {
    let (root, record) = (visit.root(), &found.record);
    let fields = fields(visit, shown, found).await?;
    // Files, comments and the answers of a response have sections of their own.
    let is_told = |it: &RelationFacts| match it.leads_to {
        LeadsTo::Many(Kind::FormAnswer, _) => shown.facts.kind == Kind::FormResponse,
        leads_to => matches!(leads_to, LeadsTo::Morphs(..)),
    };
    let related = |relation: &RelationFacts| Related::of(root, shown.facts.kind, found, relation);
    let relations = shown.facts.relations.iter().filter(|it| !is_told(it));
    let relations = relations.filter_map(related).collect();
    let parts = shown.facts.relations.iter().filter(|it| matches!(it.leads_to, LeadsTo::Parts(_)));
    let parts = parts.map(|it| (it, record.at(it.key))).filter(|(_, value)| value.is_table());
    let parts =
        parts.flat_map(|(it, value)| tables(&words(it.key), it.key, value.items(), &Reading::plain(root))).collect();
    let sidebar = sidebar(visit, shown, record).await?;
    Ok(RecordBody { fields, relations, parts, sidebar })
}
