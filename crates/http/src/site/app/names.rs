//! The names of records that others refer to, where no relation brings them along.

use std::collections::HashMap;

use uplift_domain::{Kind, Refusal};

use super::anchor::Anchor;
use super::catalog::{Shown, leads_by};
use super::cell::{Cell, called, title};
use super::document::Document;
use super::visit::PageVisit;

/// How many records of a kind are named; of others the ids are shown.
const MOST_NAMED: usize = 1_000;

/// By which filter a list tells of what is archived as well, where it leaves that out otherwise.
const ARCHIVED: &str = "archived";

/// What records of some kinds are called; nothing where one was asked for that the key does not see.
#[derive(Default)]
pub(super) struct Names(HashMap<(Kind, i64), Option<Document>>);

impl Names {
    /// Reads the names of these records, as far as the key may see them.
    pub(super) async fn read(visit: &PageVisit<'_>, mut wanted: Vec<(Kind, i64)>) -> Result<Self, Refusal> {
        wanted.sort_unstable();
        wanted.dedup();
        let mut known = HashMap::new();
        let size = usize::try_from(visit.state.max_page_size).unwrap_or(1).max(1);
        for same in wanted.chunk_by(|(one, _), (other, _)| one == other) {
            let Some((kind, _)) = same.first() else { continue };
            let Some(shown) = Shown::of(*kind).filter(|shown| shown.has_filter("id")) else { continue };
            let archived = if shown.has_filter(ARCHIVED) { "&filter[archived]=all" } else { "" };
            for few in same.get(..MOST_NAMED).unwrap_or(same).chunks(size) {
                known.extend(few.iter().map(|asked| (*asked, None)));
                let ids: Vec<String> = few.iter().map(|(_, id)| id.to_string()).collect();
                let query = format!("filter[id]={}&page[size]={size}{archived}", ids.join(","));
                let found = visit.part(&format!("/{}", shown.facts.path), &[], &query).await?;
                if let Document::List(records) = found.map(|mut found| found.take("data")).unwrap_or(Document::Null) {
                    let records = records.into_iter().filter_map(|it| Some(((*kind, it.at("id").whole()?), Some(it))));
                    known.extend(records);
                }
            }
        }
        Ok(Self(known))
    }

    /// What a record is called.
    pub(super) fn of(&self, kind: Kind, id: i64) -> Option<String> {
        self.record(kind, id).map(|record| called(kind, record))
    }

    /// The short name of a record: its identifier, where it has one.
    pub(super) fn short(&self, kind: Kind, id: i64) -> Option<String> {
        let record = self.record(kind, id)?;
        let identifier = record.at("identifier").text();
        Some(if identifier.is_empty() { title(record) } else { identifier.to_owned() })
    }

    /// A link to a record by its id, with its name where that is known. What has no page, such as that of somebody who
    /// has left the team, is its number alone.
    pub(super) fn link(&self, root: &str, kind: Kind, id: i64) -> Cell {
        let number = || format!("#{id}");
        match Shown::of(kind) {
            Some(_) if matches!(self.0.get(&(kind, id)), Some(None)) => Cell::Text(number()),
            Some(shown) => {
                let text = self.of(kind, id).unwrap_or_else(number);
                Cell::Anchor(Anchor { href: shown.address(root, id), text })
            }
            None => Cell::Number(id.to_string(), id.to_string()),
        }
    }

    /// The link to a record as a table shows it.
    pub(super) fn brief(&self, root: &str, kind: Kind, id: i64) -> Cell {
        let brief = self.record(kind, id).and_then(|it| Anchor::brief(root, kind, it));
        brief.unwrap_or_else(|| self.link(root, kind, id))
    }

    fn record(&self, kind: Kind, id: i64) -> Option<&Document> {
        self.0.get(&(kind, id))?.as_ref()
    }
}

/// The records that these records name in these fields and do not bring along.
pub(super) fn missing_names(shown: &Shown, records: &[Document], fields: &[&str]) -> Vec<(Kind, i64)> {
    let of_record = |record: &Document| -> Vec<(Kind, i64)> {
        let brought = shown.facts.relations.iter().filter(|it| !record.at(it.key).is_null()).map(leads_by);
        let missing = fields.iter().filter(|field| !brought.clone().any(|it| it.as_deref() == Some(**field)));
        missing.filter_map(|field| Some((kind_named(shown, record, field)?, record.at(field).whole()?))).collect()
    };
    records.iter().flat_map(of_record).collect()
}

/// The kind of the record that a field names: the one that it is declared to refer to, or the one beside it.
pub(super) fn kind_named(shown: &Shown, record: &Document, field: &str) -> Option<Kind> {
    let beside = || Kind::named(record.at(&beside(field)?).text());
    shown.field(field)?.refers.or_else(beside)
}

/// The field that says of which kind the record is that a field names, where records have one.
pub(super) fn beside(field: &str) -> Option<String> {
    field.strip_suffix("_id").map(|start| format!("{start}_type"))
}
