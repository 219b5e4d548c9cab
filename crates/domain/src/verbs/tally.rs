//! Counting: every change to a record moves the counters that keep the totals of lists, and the names that lists look
//! through.

use crate::access::TeamId;
use crate::listing::{Counters, Filters, NAME, fold};
use crate::ports::Ledger;
use crate::record::{Kept, Shown};
use crate::resource::Resource;

/// A filter and the value of it that a record has: one of the counters that count the record.
type Facet = (&'static str, String);

/// Moves the counters in which two states of a record differ; `None` is a record that is not there.
pub(crate) fn tally<R: Resource>(
    ledger: &mut dyn Ledger,
    team: TeamId,
    before: Option<&Kept<R>>,
    after: Option<&Kept<R>>,
) {
    let [from, to] = [before, after].map(|kept| kept.map(facets).unwrap_or_default());
    for (filter, value) in from.iter().filter(|it| !to.contains(it)) {
        ledger.tally(team, R::KIND, filter, value, -1);
    }
    for (filter, value) in to.iter().filter(|it| !from.contains(it)) {
        ledger.tally(team, R::KIND, filter, value, 1);
    }
    let [from, to] = [before, after].map(|kept| kept.and_then(listed_name));
    if let Some(kept) = after.or(before).filter(|_| from != to) {
        ledger.rename(team, R::KIND, kept.id.get(), from.as_deref(), to.as_deref());
    }
}

/// The name by which lists find a record, folded; `None` where they do not unless they are asked for such records.
fn listed_name<R: Resource>(kept: &Kept<R>) -> Option<String> {
    let found_by_name = R::Filter::ALL.iter().any(|filter| filter.is_of_names());
    if !found_by_name || kept.deleted_at.is_some() || kept.it.archived() {
        return None;
    }
    let mut folded = None;
    kept.it.show(&mut |name, shown| {
        if let (NAME, Shown::Text(text)) = (name, shown) {
            folded = Some(fold(text));
        }
    });
    folded
}

/// The counters that count a record. Those that lists leave out unless they are asked for are counted by the filter
/// that asks for them, and by no other.
fn facets<R: Resource>(kept: &Kept<R>) -> Vec<Facet> {
    let mut facets = Vec::new();
    if kept.deleted_at.is_some() {
        return facets;
    }
    if let Some((filter, _)) = R::Filter::OTHERWISE {
        facets.push((filter.name(), kept.it.archived().to_string()));
    }
    if kept.it.archived() {
        return facets;
    }
    let (filter, value) = Counters::WHOLE;
    facets.push((filter, value.to_owned()));
    kept.it.show(&mut |name, shown| {
        let of_field = R::Filter::ALL.iter().find(|filter| filter.name() == name);
        if let Some((filter, value)) = of_field.and_then(|filter| Some((filter, written(shown)?)))
            && filter.total().is_counted(&value)
        {
            facets.push((filter.name(), value));
        }
    });
    facets
}

/// A value as counters are named after it. Nobody can ask for the records without one.
fn written(shown: Shown<'_>) -> Option<String> {
    match shown {
        Shown::Integer(it) => Some(it.to_string()),
        Shown::Boolean(it) => Some(it.to_string()),
        Shown::Text(it) => Some(it.to_owned()),
        Shown::Null | Shown::Decimal(_) | Shown::Time(_) | Shown::Date(_) | Shown::Json(_) | Shown::FileAddress => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::Total;
    use crate::record::{Record, Shape};
    use crate::resource::Listed;
    use crate::{Attachment, Idea, Insight, Learning, NumberingScheme, Project, ResearchCollection, User};

    /// Names the filters whose totals are said to be kept, each with a field that has such a value.
    fn kept<R: Listed>() -> Vec<&'static str> {
        let kept = R::Filter::ALL.iter().filter(|it| matches!(it.total(), Total::Counter(_))).copied();
        kept.map(|filter| {
            let field = <R as Record>::FIELDS.iter().find(|field| field.name == filter.name());
            let shape = field.map(|it| it.shape);
            let counted = matches!(
                shape,
                Some(Shape::Id | Shape::Integer { .. } | Shape::Boolean | Shape::Text { .. } | Shape::Words(_))
            );
            let otherwise = R::Filter::OTHERWISE.is_some_and(|(it, _)| it == filter);
            assert!(counted || otherwise, "{} names no field that can be counted by", filter.name());
            filter.name()
        })
        .collect()
    }

    #[test]
    fn counters_keep_the_totals_that_lists_declare() {
        assert_eq!(kept::<Learning>(), ["project_id", "research_collection_id", "user_id", "confidence"]);
        let idea = ["project_id", "status", "priority", "source", "user_id", "assignee_id", "archived"];
        assert_eq!(kept::<Idea>(), idea);
        let insight =
            ["project_id", "research_collection_id", "user_id", "type", "source", "evidence_strength", "status"];
        assert_eq!(kept::<Insight>(), insight);
        assert_eq!(kept::<Project>(), ["status", "owner_id"]);
        assert_eq!(kept::<ResearchCollection>(), ["project_id", "user_id", "method", "status"]);
        assert_eq!(kept::<Attachment>(), ["project_id", "attachable_type"]);
        assert_eq!(kept::<NumberingScheme>(), ["scope", "is_active"]);
        assert_eq!(kept::<User>(), ["role"]);
    }
}
