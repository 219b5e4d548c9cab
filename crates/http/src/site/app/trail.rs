//! The trail of a record: the list that it stands in, or the record that it is a part of with the list of that.

use uplift_domain::Refusal;
use uplift_domain::resource::Area;

use super::anchor::Anchor;
use super::catalog::Shown;
use super::cell::Cell;
use super::found::Found;
use super::names::{Names, beside, kind_named};
use super::visit::PageVisit;

/// What stands above a record, the furthest first.
pub(super) async fn trail(visit: &PageVisit<'_>, shown: &Shown, found: &Found) -> Result<Vec<Anchor>, Refusal> {
    let (root, record) = (visit.root(), &found.record);
    if shown.facts.single {
        return Ok(Vec::new());
    }
    let parent = parent(shown).and_then(|field| Some((kind_named(shown, record, field)?, record.at(field).whole()?)));
    let Some((kind, id)) = parent else { return Ok(vec![shown.link(root)]) };
    let names = Names::read(visit, vec![(kind, id)]).await?;
    let list = Shown::of(kind).map(|above| above.link(root));
    let record = match names.link(root, kind, id) {
        Cell::Anchor(link) => Some(link),
        _no_page => None,
    };
    Ok(list.into_iter().chain(record).collect())
}

/// The field that names the record above: the one that it is a part of, or for what has no place of its own the one that
/// it is about.
fn parent(shown: &Shown) -> Option<&'static str> {
    let fields = shown.facts.fields;
    let is_about = |name: &str| beside(name).is_some_and(|beside| shown.field(&beside).is_some());
    let has_no_place = shown.facts.area == Area::Parts;
    let about = || fields.iter().find(|field| has_no_place && is_about(field.name));
    let first = || fields.iter().find(|field| has_no_place && field.refers.is_some());
    fields.iter().find(|field| field.parent).or_else(about).or_else(first).map(|field| field.name)
}
