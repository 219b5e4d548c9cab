//! The records that a record is related to.

use uplift_domain::Kind;
use uplift_domain::listing::LeadsTo;

use super::address::encoded;
use super::anchor::Anchor;
use super::catalog::Shown;
use super::cell::Cell;
use super::document::Document;
use super::found::{Found, count_of};
use super::number::whole;
use super::table::Table;
use crate::answer::words::words;
use crate::operations::facts::RelationFacts;

/// How many records of a relation are shown at once.
const MOST_SHOWN: usize = 10;

/// The records that a relation leads to.
pub(super) struct Related {
    pub(super) name: String,
    /// Each with its status, where it has one: what is shown, and what is folded.
    pub(super) first: Vec<(Anchor, String)>,
    pub(super) more: Vec<(Anchor, String)>,
    /// How many there are, where not all are shown, with the list of them.
    pub(super) all: Option<Cell>,
}

impl Related {
    /// What a relation of a record leads to, where that is something.
    pub(super) fn of(root: &str, of: Kind, found: &Found, relation: &RelationFacts) -> Option<Self> {
        let kind = relation.leads_to.several()?;
        let record = |record: &Document| Some((Anchor::to(root, kind, record)?, words(record.at("status").text())));
        let mut first: Vec<_> = found.record.at(relation.key).items().iter().filter_map(record).collect();
        let mut more = if first.len() > MOST_SHOWN { first.split_off(MOST_SHOWN) } else { Vec::new() };
        let count = found.record.at(&count_of(relation)).whole().filter(|count| *count > 0)?;
        let mut all = None;
        if first.is_empty() || !more.is_empty() {
            let text = format!("All {count} {}", words(relation.key).to_lowercase());
            let shown = Shown::of(kind)?;
            all = Some(match filter_of(relation, of, shown) {
                Some(filter) => {
                    more.clear();
                    Cell::Anchor(Anchor { href: filtered(root, shown, &[(&filter, &found.id)]), text })
                }
                None if more.is_empty() => Cell::Text(format!("{count} in all")),
                None => Cell::Text(text),
            });
        }
        Some(Self { name: words(relation.key), first, more, all })
    }
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
    shown.has_filter(&filter).then_some(filter)
}

/// The link to the list of all of a kind that belong to a record, where an answer has not all of them: what they are
/// called, and under which name they tell whose they are.
pub(super) fn rest_of(
    root: &str,
    (kind, called): (Kind, &str),
    found: &Document,
    (belong, of, id): (&str, Kind, i64),
) -> Option<Anchor> {
    let shown = i64::try_from(found.at("data").items().len()).unwrap_or(i64::MAX);
    let total = found.at("meta").at("total").whole().filter(|total| *total > shown)?;
    let [of_type, of_id] = ["type", "id"].map(|what| format!("{belong}_{what}"));
    let filters = [(of_type.as_str(), of.singular()), (&of_id, &id.to_string())];
    Some(Anchor { href: filtered(root, Shown::of(kind)?, &filters), text: format!("All {} {called}", whole(total)) })
}

/// The address of a list with these filters.
fn filtered(root: &str, shown: &Shown, filters: &[(&str, &str)]) -> String {
    let filter = |(name, value): &(&str, &str)| format!("{}={}", encoded(&format!("filter[{name}]")), encoded(value));
    format!("{}?{}", shown.list(root), filters.iter().map(filter).collect::<Vec<_>>().join("&"))
}

/// How many records of each kind a record has, by their status, each number with the list of them.
pub(super) fn counted(root: &str, of: Kind, id: &str, counts: &Document) -> Option<Table> {
    let owner = format!("{}_id", of.singular());
    let row = |(path, by): &(String, Document)| {
        let shown = Shown::at(path)?;
        let owned = shown.has_filter(&owner).then_some((owner.as_str(), id));
        let link = |(status, count): &(String, Document)| {
            let count = count.whole().filter(|count| *count > 0)?;
            let is_status = status != "total";
            let filters: Vec<_> = owned.into_iter().chain(is_status.then_some(("status", status.as_str()))).collect();
            let text = if is_status { format!("{count} {}", words(status).to_lowercase()) } else { count.to_string() };
            Some(Anchor { href: filtered(root, shown, &filters), text })
        };
        let links: Vec<Anchor> = by.members().iter().filter_map(link).collect();
        (!links.is_empty()).then(|| vec![Cell::Text(shown.title.clone()), Cell::Anchors(links)])
    };
    let rows: Vec<_> = counts.members().iter().filter_map(row).collect();
    (!rows.is_empty()).then(|| Table::of_rows("Records", &["What", "How many"], rows))
}
