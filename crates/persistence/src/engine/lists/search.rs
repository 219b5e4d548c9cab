//! What a search found: how many records, and which ones where they are few.
//!
//! A search asks for records first and counts only where there are more than a few. Where nearly none is left by the
//! filters, that spares the page a second walk through the team.

use diesel::query_builder::QueryFragment;
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::listing::{FilterValues, Filters, Listed, Listing, Matching, Total};

use super::super::super::backend::{self, Db, NamesWith};
use super::super::session::session::{Session, refuse};
use super::id_set::{IdSet, Source};

/// How many records are few, so that they are named one by one.
const FEW: usize = 1000;

pub(crate) struct Found {
    pub(crate) total: i64,
    /// The ids of the records, where they are few.
    pub(crate) few: Option<Vec<i64>>,
}

/// Filters with what they ask for.
type ListParameters<'l, R> = Vec<&'l (<R as Listed>::Filter, FilterValues)>;

impl Session<'_> {
    /// Finds the records of a list, where that takes a search. `by` is the query for the ids of those that meet some
    /// filters, and `among` for those of them that have these ids.
    pub(crate) fn found<R: Listed, Q: QueryFragment<Db>>(
        &mut self,
        team: TeamId,
        listing: &Listing<R>,
        by: impl Fn(&ListParameters<'_, R>) -> Q,
        among: impl Fn(&[i64], &ListParameters<'_, R>) -> Q,
    ) -> Result<Option<Found>, Refusal> {
        if listing.bounded() || listing.counted().is_some() {
            return Ok(None);
        }
        if listing.searched().is_some() {
            self.flush_search()?;
        }
        let names = listing.parts_of_names().and_then(|parts| backend::names_with(team, R::KIND, parts));
        if let Some(names) = &names {
            self.flush_names()?;
            let named = self.ids(IdSet::one(Source::<Q>::Names(names)))?;
            if named.len() <= FEW {
                let left = among(&named, &listing.filters.iter().filter(|it| !it.0.is_of_names()).collect());
                let few = if named.is_empty() { named } else { self.ids(IdSet::one(Source::Query(left)))? };
                return Ok(Some(Found { total: count_of(&few), few: Some(few) }));
            }
        }
        let few = self.ids(sources(listing, names.as_ref(), &by))?;
        if few.len() <= FEW {
            return Ok(Some(Found { total: count_of(&few), few: Some(few) }));
        }
        let total = sources(listing, names.as_ref(), &by).count(self.conn()?).map_err(refuse)?;
        Ok(Some(Found { total, few: None }))
    }

    /// The ids of a set, as far as they are few; one more where they are not.
    fn ids<Q: QueryFragment<Db>>(&mut self, set: IdSet<'_, Q>) -> Result<Vec<i64>, Refusal> {
        set.first(self.conn()?, FEW + 1).map_err(refuse)
    }
}

fn count_of(ids: &[i64]) -> i64 {
    i64::try_from(ids.len()).unwrap_or(i64::MAX)
}

/// The records that a list asks for, as what several indexes have in common where the database has to be told so.
fn sources<'n, R: Listed, Q: QueryFragment<Db>>(
    listing: &Listing<R>,
    names: Option<&'n NamesWith>,
    by: impl Fn(&ListParameters<'_, R>) -> Q,
) -> IdSet<'n, Q> {
    let indexed = |it: &&(R::Filter, FilterValues)| match names {
        Some(_) if it.0.is_of_names() => true,
        Some(_) | None => it.0.matching() == Matching::Exact && it.1.0.len() == 1,
    };
    let apart: ListParameters<'_, R> = listing.asked().into_iter().filter(indexed).collect();
    let is_narrow = apart.iter().any(|it| it.0.total() == Total::Selective);
    if !backend::INTERSECTS || is_narrow || apart.len() < 2 {
        return match names {
            Some(names) if listing.asked().len() == 1 => IdSet::one(Source::Names(names)),
            Some(_) | None => IdSet::one(Source::Query(by(&listing.filters.iter().collect()))),
        };
    }
    // Each set is read in the order of the ids from an index of its own; what has none is looked up for the first.
    let rest = |it: &&(R::Filter, FilterValues)| !apart.iter().any(|other| std::ptr::eq(*other, *it));
    let mut rest: ListParameters<'_, R> = listing.filters.iter().filter(rest).collect();
    let usual: ListParameters<'_, R> = rest.iter().copied().filter(|it| !listing.asked().contains(it)).collect();
    let sets = apart.into_iter().map(|filter| match names.filter(|_| filter.0.is_of_names()) {
        Some(names) => Source::Names(names),
        None => {
            let with = std::mem::replace(&mut rest, usual.clone());
            Source::Query(by(&with.into_iter().chain([filter]).collect()))
        }
    });
    IdSet::all(sets.collect())
}
