//! What uses a record: the records of other kinds that name it in a field or are linked to it, as they are declared.

use super::find::missing;
use crate::access::Caller;
use crate::listing::{LeadsTo, Link};
use crate::ports::{Naming, WriteTx};
use crate::record::Invalid;
use crate::resource::Resource;
use crate::{Kind, Refusal};

/// Where the records of the kind `by` name those of the kind `of`. What records of several kinds have in common, such
/// as their tags, does not count: it goes with either.
pub(super) fn naming(by: Kind, of: Kind) -> Naming {
    let fields = by.fields().iter().filter(|field| field.refers == Some(of)).collect();
    let from_there = by.relations().into_iter().filter_map(|leads_to| link_to(leads_to, of));
    let from_here = of.relations().into_iter().filter_map(|leads_to| link_to(leads_to, by));
    let there = from_there.map(|link| (link.table, link.far(of), link.near(by)));
    let here = from_here.map(|link| (link.table, link.near(of), link.far(by)));
    let mut links = Vec::new();
    for link in there.chain(here).filter(|(_, of, by)| of.kind.is_none() && by.kind.is_none()) {
        if !links.contains(&link) {
            links.push(link);
        }
    }
    Naming { fields, links }
}

fn link_to(leads_to: LeadsTo, kind: Kind) -> Option<Link> {
    match leads_to {
        LeadsTo::Linked(to, link) if to == kind => Some(link),
        LeadsTo::Linked(..)
        | LeadsTo::One(..)
        | LeadsTo::OneOf(_)
        | LeadsTo::Many(..)
        | LeadsTo::Morphs(..)
        | LeadsTo::Within { .. }
        | LeadsTo::Parts(_) => None,
    }
}

/// Refuses to delete a record for good that others use, and lets those that are deleted forget it.
///
/// # Errors
/// When other records use it, or when the database fails.
pub(super) fn release<R: Resource>(tx: &mut dyn WriteTx, caller: &Caller, id: i64) -> Result<(), Refusal> {
    let kinds = Kind::ALL.iter().map(|by| (*by, naming(*by, R::KIND)));
    let users: Vec<_> = kinds.filter(|(_, naming)| !naming.is_empty()).collect();
    if users.is_empty() {
        return Ok(());
    }
    if !tx.hold_to_remove(caller.team, R::KIND, id)? {
        return Err(missing(R::KIND, id));
    }
    let mut used = 0;
    for (by, naming) in &users {
        used += tx.count_uses(caller.team, (*by, naming), (R::KIND, id))?;
    }
    if used > 0 {
        let (field, kind, mut invalid) = (R::KIND.singular(), R::KIND.words(), Invalid::default());
        invalid.tell(field, format!("The {kind} is used by {used} records; archive it instead."));
        return Err(invalid.into());
    }
    for (by, naming) in users.into_iter().filter(|(by, _)| by.soft_deletes()) {
        for field in naming.fields {
            tx.clear_deleted(caller.team, (by, field.name), id)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_links_that_name_a_kind_are_found_by_their_declarations() {
        let fields = |by, of| naming(by, of).fields.iter().map(|field| field.name).collect::<Vec<_>>();
        assert_eq!(fields(Kind::Page, Kind::Page), ["parent_id"]);
        assert_eq!(fields(Kind::Idea, Kind::Page), ["page_id"]);
        assert_eq!(fields(Kind::Idea, Kind::Goal), ["primary_goal_id"]);
        let tables = |by, of| naming(by, of).links.iter().map(|link| link.0).collect::<Vec<_>>();
        assert_eq!(tables(Kind::Insight, Kind::Page), ["insight_page"]);
        assert_eq!(tables(Kind::Page, Kind::Insight), ["insight_page"]);
        assert!(naming(Kind::Attachment, Kind::Page).is_empty());
    }
}
