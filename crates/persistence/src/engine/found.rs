//! What a search found: how many records, and which ones where they are few.
//!
//! A search asks for records first and counts only where there are more than a few. Where nearly none is left by the
//! filters, that spares the page a second walk through the team.

use std::collections::HashMap;
use std::sync::Arc;

use diesel::QueryResult;
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::listing::Listing;
use uplift_domain::resource::Listed;

use super::super::backend::{self, Conn};
use super::session::{Session, refuse};

/// How many records are few, so that they are named one by one.
const FEW: usize = 1000;

/// How many searches a connection remembers.
const REMEMBERED: usize = 128;

#[derive(Clone)]
pub(super) struct Found {
    pub(super) total: i64,
    /// The ids of the records, where they are few.
    pub(super) few: Option<Arc<[i64]>>,
}

/// What a search through names found.
pub(crate) struct Matches {
    pub(crate) total: i64,
    /// The ids of the first of them, in their order.
    pub(crate) first: Vec<i64>,
}

/// What the searches of one connection have found, all in one version of the database. The version is asked for within
/// the transaction that reads, so what was found in it is what would be found again.
#[derive(Default)]
pub(crate) struct Searches {
    version: i64,
    found: HashMap<String, Found>,
}

impl Searches {
    fn recall(&mut self, version: i64, search: &str) -> Option<Found> {
        if self.version != version {
            *self = Self { version, ..Self::default() };
        }
        self.found.get(search).cloned()
    }

    fn keep(&mut self, search: String, found: Found) {
        if self.found.len() >= REMEMBERED {
            self.found.clear();
        }
        self.found.insert(search, found);
    }
}

impl Session<'_> {
    /// Finds the records of a list, where that takes a search. `ids` gives so many of them at most.
    pub(super) fn found<R: Listed>(
        &mut self,
        team: TeamId,
        listing: &Listing<R>,
        ids: impl FnOnce(&mut Conn, i64) -> QueryResult<Vec<i64>>,
        count: impl FnOnce(&mut Conn) -> QueryResult<i64>,
    ) -> Result<Option<Found>, Refusal> {
        if listing.bounded() || listing.counted().is_some() {
            return Ok(None);
        }
        let search = format!("{} {} {:?}", team.get(), R::KIND.singular(), listing.filters);
        let version = match &self.searches {
            Some(_) => backend::version(self.conn()?).map_err(refuse)?,
            None => None,
        };
        if let (Some(version), Some(searches)) = (version, &mut self.searches)
            && let Some(found) = searches.recall(version, &search)
        {
            return Ok(Some(found));
        }
        let named = match listing.parts_of_names() {
            Some(parts) => {
                self.flush_names()?;
                backend::find_names(self.conn()?, (team, R::KIND), &parts, FEW + 1).map_err(refuse)?
            }
            None => None,
        };
        let (ids, known) = match named {
            Some(Matches { total, first }) => (first, Some(total)),
            None => (ids(self.conn()?, i64::try_from(FEW + 1).unwrap_or(i64::MAX)).map_err(refuse)?, None),
        };
        let found = match known {
            _ if ids.len() <= FEW => {
                Found { total: i64::try_from(ids.len()).unwrap_or(i64::MAX), few: Some(ids.into()) }
            }
            Some(total) => Found { total, few: None },
            None => Found { total: count(self.conn()?).map_err(refuse)?, few: None },
        };
        if let (Some(_), Some(searches)) = (version, &mut self.searches) {
            searches.keep(search, found.clone());
        }
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_forgotten_once_anything_was_written() {
        let mut searches = Searches::default();
        assert!(searches.recall(1, "1 learning").is_none());
        searches.keep("1 learning".to_owned(), Found { total: 7, few: None });
        assert_eq!(searches.recall(1, "1 learning").map(|it| it.total), Some(7));
        assert!(searches.recall(1, "2 learning").is_none());
        assert!(searches.recall(2, "1 learning").is_none());
        assert!(searches.recall(1, "1 learning").is_none(), "a number that comes again is another state");
    }

    #[test]
    fn only_so_many_searches_are_remembered() {
        let mut searches = Searches::default();
        for at in 0..1000 {
            searches.keep(at.to_string(), Found { total: at, few: None });
            assert!(searches.found.len() <= REMEMBERED);
        }
        assert_eq!(searches.recall(0, "999").map(|it| it.total), Some(999));
    }
}
