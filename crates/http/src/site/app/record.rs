//! The page of a record: its fields, what it is related to, images, comments and its log.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use uplift_domain::listing::{Ask, LeadsTo};
use uplift_domain::record::{Choices as _, FieldType};
use uplift_domain::reports::ReportName;
use uplift_domain::{Kind, Refusal};

use super::address::encoded;
use super::catalog::{Shown, leads_by, words};
use super::cell::{Cell, Link, title};
use super::document::Document;
use super::figures::{Figures, figures, height, in_order};
use super::items::tables;
use super::layout::{Layout, answer};
use super::names::{Names, missing_names};
use super::reading::Reading;
use super::reports::grouped_by;
use super::sidebar::{Sidebar, sidebar};
use super::stored_figures::{stored_figures, stored_in};
use super::table::Table;
use super::visit::{Visit, reading};
use crate::operations::facts::RelationFacts;

/// How many related records of one sort are named; more are counted.
const MOST_NAMED: i64 = 50;

/// What may follow the path of a record and tells figures of it.
const COMPUTED: [&str; 2] = ["summary", "run"];

#[derive(Template)]
#[template(path = "app/record.html")]
struct RecordPage {
    layout: Layout,
    /// What the interface computes of the record, where it does.
    computed: Vec<Figures>,
    body: RecordBody,
}

/// What every page of a record shows.
#[derive(Template)]
#[template(path = "app/record_body.html")]
pub(super) struct RecordBody {
    /// Short values first, then what takes room.
    short: Vec<(String, Cell)>,
    long: Vec<(String, Cell)>,
    relations: Vec<(String, Cell)>,
    parts: Vec<Table>,
    sidebar: Sidebar,
}

/// A record with all that its page is made of.
pub(super) struct Found {
    pub(super) id: String,
    /// The record, with what it is related to.
    pub(super) record: Document,
    pub(super) title: String,
}

/// Makes the page of a record.
pub(super) async fn record(visit: &Visit<'_>, shown: &'static Shown) -> Result<HttpResponse, Refusal> {
    let found = find(visit, shown).await?;
    let api = match shown.facts.single {
        true => format!("/{}", shown.facts.path),
        false => format!("/{}/{}", shown.facts.path, found.id),
    };
    let layout = visit.layout(&found.title, Some(api)).await?;
    let mut computed = computed(visit, shown, &found).await?;
    computed.extend(stored_figures(visit, shown, &found).await?);
    let body = body(visit, shown, &found).await?;
    Ok(answer(StatusCode::OK, &RecordPage { layout, computed, body }))
}

/// What the interface computes of a record: its summary, or the report that it keeps.
async fn computed(visit: &Visit<'_>, shown: &Shown, found: &Found) -> Result<Vec<Figures>, Refusal> {
    let mut all = Vec::new();
    let named = [(shown.facts.kind.singular(), found.id.as_str())];
    for name in COMPUTED {
        let path = format!("{}/{name}", shown.one());
        if reading(&path).is_none() {
            continue;
        }
        let asked = visit.request.query_string();
        // What cannot be had as it is by itself is left out; what was asked for is told to be wrong.
        let told = match asked {
            "" => visit.part(&path, &named, "").await?,
            asked => Some(visit.ask(&path, &named, asked).await?),
        };
        if let Some(told) = told {
            // The report that is kept, where it is one.
            let report = ReportName::from_name(found.record.at("report").text()).map(ReportName::declared);
            let data = told.at("data").clone();
            let data = match report {
                Some(report) => in_order(data, &report.shape),
                None => data,
            };
            let grouped = ["by", "group_by"].map(|name| found.record.at("params").at(name).text().to_owned());
            let reading = Reading::of_report(visit, &told, &data, grouped_by(&grouped), report.is_some()).await?;
            let chart = visit.chart(&path, &named, &height(asked, &data)).await?;
            all.push(figures(&data, chart, &reading));
        }
    }
    Ok(all)
}

/// Reads the record that the path names, with those of its relations that are not too many to be named.
pub(super) async fn find(visit: &Visit<'_>, shown: &'static Shown) -> Result<Found, Refusal> {
    let kind = shown.facts.kind;
    let path = if shown.facts.single { format!("/{}", shown.facts.path) } else { shown.one() };
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
    let title = match title(&record) {
        title if title.is_empty() => words(kind.singular()),
        title if title.starts_with('#') => format!("{} {title}", words(kind.singular())),
        title => title,
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

fn count_of(relation: &RelationFacts) -> String {
    format!("{}{}", relation.key, Ask::Count.key_suffix())
}

/// What the page of any record shows.
pub(super) async fn body(visit: &Visit<'_>, shown: &'static Shown, found: &Found) -> Result<RecordBody, Refusal> {
    let (root, record) = (visit.root(), &found.record);
    let fields: Vec<&str> = shown.facts.fields.iter().map(|field| field.name).collect();
    let names = Names::read(visit, missing_names(shown, std::slice::from_ref(record), &fields)).await?;
    let (mut short, mut long) = (Vec::new(), Vec::new());
    for (name, value) in record.members() {
        let is_relation = shown.facts.relations.iter().any(|it| it.key == name || count_of(it) == *name);
        let is_told = stored_in(shown.facts.kind).is_some_and(|(field, _)| field == name) && !value.is_null();
        if is_relation || is_told || name == "team_id" || (name == "deleted_at" && value.is_null()) {
            continue;
        }
        let cell = value_of(root, shown, &names, record, name);
        let place = if matches!(cell, Cell::Long(_) | Cell::Code(_)) { &mut long } else { &mut short };
        place.push((words(name), cell));
    }
    let related =
        |relation: &RelationFacts| Some((words(relation.key), related(root, shown.facts.kind, found, relation)?));
    let relations = shown.facts.relations.iter().filter_map(related).collect();
    let parts = shown.facts.relations.iter().filter(|it| matches!(it.leads_to, LeadsTo::Parts(_)));
    let parts = parts.map(|it| (it, record.at(it.key))).filter(|(_, value)| value.is_table());
    let parts =
        parts.flat_map(|(it, value)| tables(&words(it.key), it.key, value.items(), &Reading::plain(root))).collect();
    let sidebar = sidebar(visit, shown.facts.kind, record).await?;
    Ok(RecordBody { short, long, relations, parts, sidebar })
}

/// The value of a field, a link where it names a record.
fn value_of(root: &str, shown: &'static Shown, names: &Names, record: &Document, name: &str) -> Cell {
    let value = record.at(name);
    let Some(field) = shown.field(name) else { return Cell::of(name, value) };
    if let Some(id) = value.whole().filter(|_| field.field_type == FieldType::Id || field.refers.is_some()) {
        let relation = shown.facts.relations.iter().find(|it| leads_by(it).as_deref() == Some(name));
        let of_kind = name.strip_suffix("_id").map(|start| record.at(&format!("{start}_type")).text());
        let kind = field.refers.or_else(|| of_kind.and_then(Kind::named));
        let included = relation.zip(kind).and_then(|(it, kind)| Link::to(root, kind, record.at(it.key)));
        return match (included, kind) {
            (Some(link), _) => Cell::Link(link),
            (None, Some(kind)) => names.link(root, kind, id),
            (None, None) => Cell::of(name, value),
        };
    }
    Cell::of_field(field, value)
}

/// The records that a relation leads to: links, or where they are many their number, which leads to their list.
fn related(root: &str, of: Kind, found: &Found, relation: &RelationFacts) -> Option<Cell> {
    let kind = relation.leads_to.several()?;
    let links: Vec<Link> =
        found.record.at(relation.key).items().iter().filter_map(|it| Link::to(root, kind, it)).collect();
    if !links.is_empty() {
        return Some(Cell::Links(links));
    }
    let count = found.record.at(&count_of(relation));
    let number = count.whole().filter(|count| *count > 0)?;
    let shown = Shown::of(kind)?;
    let text = format!("{number} in all");
    let Some(filter) = filter_of(relation, of, shown) else { return Some(Cell::Text(text)) };
    let href = format!("{root}/app/{}?{}={}", shown.facts.path, encoded(&format!("filter[{filter}]")), found.id);
    Some(Cell::Link(Link { href, text }))
}

/// The filter by which the list of a relation's records can be asked for those of one record.
fn filter_of(relation: &RelationFacts, of: Kind, shown: &Shown) -> Option<String> {
    let filter = match relation.leads_to {
        LeadsTo::Many(_, Some(field)) => field.to_owned(),
        LeadsTo::Many(_, None) | LeadsTo::Linked(..) => format!("{}_id", of.singular()),
        LeadsTo::Morphs(..) | LeadsTo::One(..) | LeadsTo::OneOf(_) | LeadsTo::Within { .. } | LeadsTo::Parts(_) => {
            return None;
        }
    };
    shown.facts.filters.iter().any(|(name, _)| *name == filter).then_some(filter)
}
