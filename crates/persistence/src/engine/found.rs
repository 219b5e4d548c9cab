//! What a search found: how many records, and which ones where they are few.
//!
//! A search asks for records first and counts only where there are more than a few. Where nearly none is left by the
//! filters, that spares the page a second walk through the team.

use diesel::QueryResult;
use uplift_domain::Refusal;
use uplift_domain::access::TeamId;
use uplift_domain::listing::Listing;
use uplift_domain::resource::Listed;

use super::super::backend::{self, Conn};
use super::session::{Session, refuse};

/// How many records are few, so that they are named one by one.
const FEW: usize = 1000;

pub(super) struct Found {
    pub(super) total: i64,
    /// The ids of the records, where they are few.
    pub(super) few: Option<Vec<i64>>,
}

/// What a search through names found.
pub(crate) struct Matches {
    pub(crate) total: i64,
    /// The ids of the first of them, in their order.
    pub(crate) first: Vec<i64>,
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
            _ if ids.len() <= FEW => Found { total: i64::try_from(ids.len()).unwrap_or(i64::MAX), few: Some(ids) },
            Some(total) => Found { total, few: None },
            None => Found { total: count(self.conn()?).map_err(refuse)?, few: None },
        };
        Ok(Some(found))
    }
}
