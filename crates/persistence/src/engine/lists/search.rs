//! What a search found: how many records, and which ones where they are few.
//!
//! A search asks for records first and counts only where there are more than a few. Where nearly none is left by the
//! filters, that spares the page a second walk through the team. Where one filter alone leaves few, its index finds
//! them before anything else is asked: left to itself a database may walk through the whole team, in the order of the
//! list or by another filter, and look at each row whether it is one of them.

use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::listing::{Compared, FilterValues, Filters, Listed, Listing, Matching, Total};

use super::super::super::backend::{self, NamesWith};
use super::super::session::session::{Session, refuse};
use super::filters::{Condition, TeamAt, condition};
use super::id_set::{IdSet, Source};
use super::number_query::NumberQuery;

/// How many records are few, so that they are named one by one.
const FEW: usize = 1000;

/// How many records a filter may leave of whose values each has few.
const MOST_TO_LOOK_THROUGH: usize = 20_000;

pub(crate) struct Found {
    pub(crate) total: i64,
    /// The ids of the records, where they are few.
    pub(crate) few: Option<Vec<i64>>,
}

/// A filter with what it asks for.
pub(crate) type ListParameter<'l, R> = &'l (<R as Listed>::Filter, FilterValues);

/// Filters with what they ask for.
pub(crate) type ListParameters<'l, R> = Vec<ListParameter<'l, R>>;

/// The queries for the ids of the records of a kind.
pub(crate) struct IdQueries<R: Listed> {
    /// Asks for the ids of records that meet these filters, found by the index of the first.
    pub(crate) first: fn(TeamAt, ListParameter<'_, R>, &[ListParameter<'_, R>]) -> NumberQuery,
    /// Asks for the ids of records that meet these filters.
    pub(crate) by: fn(TeamAt, &[ListParameter<'_, R>]) -> NumberQuery,
    /// Asks for those of these ids whose records meet these filters.
    pub(crate) among: fn(TeamAt, &[i64], &[ListParameter<'_, R>]) -> NumberQuery,
}

/// The most values of a column beside which a set of ids is still searched by an index.
const BESIDE_A_SET: usize = 10;

/// The conditions of filters. Where many values of a column are asked for, a set of ids beside them is looked into row by
/// row: SQLite would look into the index of the column for each of the values with each id of the set.
pub(crate) fn conditions<R: Listed>(
    at: TeamAt,
    table: &'static str,
    filters: &[ListParameter<'_, R>],
) -> impl Iterator<Item = Condition> {
    let many = |it: &ListParameter<'_, R>| {
        let of_column = it.0.matching() == Matching::Exact && matches!(it.0.compares(), Compared::Field(_));
        of_column && it.1.0.len() > BESIDE_A_SET
    };
    let apart = filters.iter().any(many);
    let all = filters.iter().filter_map(move |(filter, values)| condition::<R>(at, table, *filter, values));
    all.map(move |condition| condition.set_apart(apart))
}

impl Session<'_> {
    /// Finds the records of a list, where that takes a search.
    pub(crate) fn found<R: Listed>(
        &mut self,
        team: TeamId,
        listing: &Listing<R>,
        queries: &IdQueries<R>,
    ) -> Result<Option<Found>, Refusal> {
        if let Some(few) = self.few(team, listing, queries)? {
            return Ok(Some(Found { total: count_of(&few), few: Some(few) }));
        }
        if listing.bounded() || listing.counted().is_some() {
            return Ok(None);
        }
        let at = TeamAt { team, now: self.now };
        let names = listing.parts_of_names().and_then(|parts| backend::names_with(team, R::KIND, parts));
        if let Some(names) = &names {
            self.flush_names()?;
            let named = self.ids(IdSet::one(Source::Names(names)))?;
            if named.len() <= FEW {
                let rest: ListParameters<'_, R> = listing.filters.iter().filter(|it| !it.0.is_of_names()).collect();
                let left = (queries.among)(at, &named, &rest);
                let few = if named.is_empty() { named } else { self.ids(IdSet::one(Source::Query(left)))? };
                return Ok(Some(Found { total: count_of(&few), few: Some(few) }));
            }
        }
        let by = |filters: &ListParameters<'_, R>| (queries.by)(at, filters);
        let few = self.ids(sources(listing, names.as_ref(), by))?;
        if few.len() <= FEW {
            return Ok(Some(Found { total: count_of(&few), few: Some(few) }));
        }
        let total = sources(listing, names.as_ref(), by).count(self.conn()?).map_err(refuse)?;
        Ok(Some(Found { total, few: None }))
    }

    /// The ids of the records of a list, in no order, where one of its filters leaves few and it takes a search.
    pub(crate) fn few<R: Listed>(
        &mut self,
        team: TeamId,
        listing: &Listing<R>,
        queries: &IdQueries<R>,
    ) -> Result<Option<Vec<i64>>, Refusal> {
        if listing.searched().is_some() {
            self.flush_search()?;
        }
        let Some((most_selective, most)) = self.most_selective(team, listing)? else { return Ok(None) };
        let at = TeamAt { team, now: self.now };
        let ids = IdSet::one(Source::Query((queries.first)(at, most_selective, &listing.default_filters())));
        let ids = ids.first(self.conn()?, most + 1).map_err(refuse)?;
        let rest: ListParameters<'_, R> =
            listing.asked_filters().into_iter().filter(|it| !std::ptr::eq(*it, most_selective)).collect();
        match ids.len() {
            found if found > most => Ok(None),
            0 => Ok(Some(ids)),
            _ if rest.is_empty() => Ok(Some(ids)),
            _ => {
                let left = (queries.among)(at, &ids, &rest);
                IdSet::one(Source::Query(left)).first(self.conn()?, most).map(Some).map_err(refuse)
            }
        }
    }

    /// The filter by whose index the records of a list are found first, and how many there may be: one of whose values
    /// each has few, or several values of which counters know that all have few.
    fn most_selective<'l, R: Listed>(
        &mut self,
        team: TeamId,
        listing: &'l Listing<R>,
    ) -> Result<Option<(ListParameter<'l, R>, usize)>, Refusal> {
        // What is a list of one record is short already.
        if listing.bounded() || R::NESTED {
            return Ok(None);
        }
        let of_field = |it: &ListParameter<'_, R>| {
            it.0.matching() == Matching::Exact && matches!(it.0.compares(), Compared::Field(_))
        };
        let fields: ListParameters<'_, R> = listing.asked_filters().into_iter().filter(of_field).collect();
        if let Some(most_selective) = fields.iter().find(|it| it.0.total() == Total::Selective) {
            return Ok(Some((*most_selective, MOST_TO_LOOK_THROUGH)));
        }
        let several = listing.counted().filter(|counters| counters.values.len() > 1);
        let (Some(counters), Some(most_selective)) = (several, fields.first()) else { return Ok(None) };
        let total = self.counted(team, R::KIND, &counters)?;
        Ok(usize::try_from(total).is_ok_and(|total| total <= FEW).then_some((*most_selective, FEW)))
    }

    /// The ids of a set, as far as they are few; one more where they are not.
    fn ids(&mut self, set: IdSet<'_>) -> Result<Vec<i64>, Refusal> {
        set.first(self.conn()?, FEW + 1).map_err(refuse)
    }
}

fn count_of(ids: &[i64]) -> i64 {
    i64::try_from(ids.len()).unwrap_or(i64::MAX)
}

/// The records that a list asks for, as what several indexes have in common where the database has to be told so.
fn sources<'n, R: Listed>(
    listing: &Listing<R>,
    names: Option<&'n NamesWith>,
    by: impl Fn(&ListParameters<'_, R>) -> NumberQuery,
) -> IdSet<'n> {
    let indexed = |it: &&(R::Filter, FilterValues)| match names {
        Some(_) if it.0.is_of_names() => true,
        Some(_) | None => it.0.matching() == Matching::Exact && it.1.0.len() == 1,
    };
    let apart: ListParameters<'_, R> = listing.asked_filters().into_iter().filter(indexed).collect();
    let is_narrow = apart.iter().any(|it| it.0.total() == Total::Selective);
    if !backend::INTERSECTS || is_narrow || apart.len() < 2 {
        return match names {
            Some(names) if listing.asked_filters().len() == 1 => IdSet::one(Source::Names(names)),
            Some(_) | None => IdSet::one(Source::Query(by(&listing.filters.iter().collect()))),
        };
    }
    // Each set is read in the order of the ids from an index of its own; what has none is looked up for the first.
    let rest = |it: &&(R::Filter, FilterValues)| !apart.iter().any(|other| std::ptr::eq(*other, *it));
    let mut rest: ListParameters<'_, R> = listing.filters.iter().filter(rest).collect();
    let sets = apart.into_iter().map(|filter| match names.filter(|_| filter.0.is_of_names()) {
        Some(names) => Source::Names(names),
        None => {
            let with = std::mem::replace(&mut rest, listing.default_filters());
            Source::Query(by(&with.into_iter().chain([filter]).collect()))
        }
    });
    IdSet::all(sets.collect())
}
